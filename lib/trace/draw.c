/*
 * What generators draw.
 */
#include "run/body.h"
#include "trace/run.h"
#include <assay/languages.h>

#define TEXT_MAX 20 /* characters of a text of no language */

/* The test that a run draws from. */
static struct assay_test *source(struct assay_trace *t)
{
    if (!t->test)
        assay_trace_misuse(t, "nothing can be drawn in a run by hand");
    return t->test;
}

static void check(struct assay_trace *t, enum assay_status status)
{
    if (status)
        assay_test_stop(t->test, status);
}

int64_t assay_trace_integer(struct assay_trace *t, int64_t low, int64_t high)
{
    struct assay_test *test = source(t);
    int64_t value = 0;

    if (low > high)
        assay_trace_discard(t, "an empty range");
    /* Where a value did not do, the simplest is another one. */
    check(t, assay_choose_int(test, low, high, t->tries, ASSAY_BIASED, &value));
    return value;
}

#define FAR 1000000000 /* numbers without a bound go so far, ... */
#define ROOM 1000      /* ... or so far from the bound that they have */

int64_t assay_trace_at_least(struct assay_trace *t, int64_t low)
{
    int64_t high = FAR;

    if (low > FAR - ROOM && __builtin_add_overflow(low, ROOM, &high))
        high = INT64_MAX;
    return assay_trace_integer(t, low, high);
}

int64_t assay_trace_at_most(struct assay_trace *t, int64_t high)
{
    int64_t low = -FAR;

    if (high < ROOM - FAR && __builtin_sub_overflow(high, ROOM, &low))
        low = INT64_MIN;
    return assay_trace_integer(t, low, high);
}

int64_t assay_trace_any(struct assay_trace *t)
{
    return assay_trace_integer(t, -FAR, FAR);
}

uint32_t assay_trace_choice(struct assay_trace *t, uint32_t count)
{
    struct assay_test *test = source(t);
    uint32_t index = 0;

    if (count == 0)
        assay_trace_discard(t, "an empty range");
    check(t, assay_choose_index(test, count, NULL, &index));
    return index;
}

struct assay_trace_value assay_trace_sentence(struct assay_trace *t,
                                              const struct assay_lang *of)
{
    struct assay_test *test = source(t);
    const char *text = "";
    uint32_t len = 0;

    check(t, assay_choose_sentence(test, of, &(struct assay_sentences){.size = 40}, &text,
                                   &len));
    return (struct assay_trace_value){0, text, len};
}

struct assay_trace_value assay_trace_text(struct assay_trace *t, const char *language)
{
    struct assay_test *test = source(t);
    const struct assay_lang *lang = language ? assay_language(language) : NULL;
    const char *text = "";
    uint32_t len = 0;

    if (lang)
        return assay_trace_sentence(t, lang);
    if (language)
        assay_trace_misuse(t, "there is no language '%s'", language);
    check(t, assay_choose_text(test, &assay_alphabet_ascii, 0, TEXT_MAX, &text, &len));
    return (struct assay_trace_value){0, text, len};
}

/* Events speak of members by number: the report says what those are. */
static void tell_world(struct assay_trace *t)
{
    struct assay_buf text;

    if (!t->test || !assay_body_explains(t->test) || t->spec->nfunctions == 0)
        return;
    assay_buf_init(&text, NULL, 0);
    assay_trace_show_world(t, &text);
    assay_note(t->test, "%s", text.at);
    assay_buf_done(&text);
}

const struct assay_trace_world *assay_trace_enter(struct assay_trace *t,
                                                  const struct assay_trace_world *worlds,
                                                  uint32_t count)
{
    uint32_t which = 0;

    if (count == 0)
        assay_trace_discard(t, "there is no world");
    if (count > 1)
        which = assay_trace_choice(t, count);
    t->world = &worlds[which];
    tell_world(t);
    return t->world;
}

bool assay_trace_again(struct assay_trace *t)
{
    if (++t->tries > ASSAY_TRACE_TRIES)
        assay_trace_discard(t, "no value satisfies a condition");
    return true;
}
