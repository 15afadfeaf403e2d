/*
 * Making strings sentences of a language, or one of given texts. What is right already is
 * kept, so that rounds of making come to an end. What is drawn lies in a block that ends
 * with it; in an array, zeros follow.
 */
#include "contract/inputs.h"
#include "contract/language.h"
#include "contract/text.h"
#include "lang/keeper.h"
#include <assay/runs.h>
#include <string.h>

#define KEPT 16            /* languages that were drawn from */
#define SIZE 100           /* bytes that few sentences exceed, */
#define LONG (1.0 / 8)     /* but with this chance */
#define LONG_SIZES 3       /* they have up to 4, 16 or 64 times as many */
#define REPEATED (1.0 / 8) /* chance of being like another input */
#define REPEATED_MAX 8     /* inputs that are looked at */
#define TRIES 20           /* sentences drawn until one can be used */

/* Where a string is to be, and what may be there. */
struct place {
    const struct assay_layout *layout;
    void *slot;
    /* Where its length is; NULL: it is terminated. */
    const struct assay_layout *length_layout;
    void *length;
};

static const struct assay_layout *element_of(const struct assay_layout *layout)
{
    static const struct assay_layout character = {
        .kind = ASSAY_LAYOUT_SIGNED, .name = "char", .size = 1, .is_char = 1};

    return layout->of && layout->of->size > 0 ? layout->of : &character;
}

static bool is_array(const struct place *p)
{
    return p->layout->kind == ASSAY_LAYOUT_ARRAY;
}

static bool is_nowhere(const void *at)
{
    return (uintptr_t)at < 4096 || assay_undecided(at);
}

/* Not where memory is not there yet, and not for wide characters. */
static bool is_usable(const struct place *p)
{
    return !is_nowhere(p->slot) && !(p->length_layout && is_nowhere(p->length)) &&
           element_of(p->layout)->size == 1;
}

static struct assay_text text_at(const struct place *p)
{
    const char *s = is_array(p) ? p->slot : assay_value_pointer(p->slot);
    assay_wide len;

    if (!p->length_layout)
        return is_array(p) ? assay_text_within(NULL, s, p->layout->count)
                           : assay_text_safe(s);
    len = assay_value_int(p->length_layout, p->length);
    if (is_array(p) && len > (assay_wide)p->layout->count)
        len = -1;
    return !s || assay_undecided(s) ? assay_text_none(ASSAY_NONE_NULL, NULL, 0)
                                    : assay_text_safe_sized(s, len);
}

/* Whether a text can be there. */
static bool fits(const struct place *p, struct assay_text a)
{
    if (is_array(p) && a.len + !p->length_layout > p->layout->count)
        return false;
    if (p->length_layout)
        return assay_value_fits(p->length_layout, (assay_wide)a.len);
    return a.len == 0 || !memchr(a.at, '\0', a.len);
}

static bool put(struct assay_inputs *in, const struct place *p, struct assay_text a)
{
    bool terminated = !p->length_layout;
    struct assay_block *block;

    if (is_array(p)) {
        memset(p->slot, 0, p->layout->count);
        memcpy(p->slot, a.at, a.len);
        assay_memo_clear();
    } else {
        block = assay_inputs_block(in, element_of(p->layout), a.len + terminated);
        if (!block)
            return false;
        memcpy(block->at, a.at, a.len);
        block->is_text = !terminated;
        assay_inputs_point(p->slot, block, block->at);
    }
    if (!terminated)
        assay_value_set_int(p->length_layout, p->length, (assay_wide)a.len);
    return true;
}

/* ---- Sentences */

struct sentences {
    struct assay_language *language;
    struct assay_language *generator; /* NULL: the same */
};

static bool is_one(const struct sentences *of, struct assay_text a)
{
    return assay_text_in(of->language, a) &&
           (!of->generator || assay_text_in(of->generator, a));
}

/* A little more than an array has room for, so that it is filled at times. Elsewhere long
 * ones occur: buffers of a fixed size are for most. */
static uint32_t size_of(struct assay_inputs *in, const struct place *p)
{
    size_t size = is_array(p) ? p->layout->count + p->layout->count / 4 : SIZE;

    if (!is_array(p) && assay_inputs_flip(in, LONG))
        return (uint32_t)SIZE << (2 * assay_make_choice(in, LONG_SIZES) + 2);
    return size < SIZE ? (uint32_t)size : SIZE;
}

/* The text that a block is; none of other blocks. */
static struct assay_text text_of_block(const struct assay_block *b)
{
    if (b->element->size != 1 || assay_blocks_is_freed(b))
        return (struct assay_text){NULL, 0};
    return b->is_text ? (struct assay_text){b->at, b->size}
                      : assay_text_within(NULL, b->at, b->size);
}

/* Sometimes the same as another input is, so that equal ones occur. */
static bool repeat(struct assay_inputs *in, const struct place *p,
                   const struct sentences *of)
{
    unsigned found[REPEATED_MAX], count = 0;

    for (unsigned i = 0; i < assay_blocks_count() && count < REPEATED_MAX; i++) {
        struct assay_text a = text_of_block(assay_blocks_get(i));
        if (fits(p, a) && is_one(of, a))
            found[count++] = i;
    }
    if (count == 0 || !assay_inputs_flip(in, REPEATED))
        return false;
    return put(in, p,
               text_of_block(assay_blocks_get(found[assay_make_choice(in, count)])));
}

/* What a constraint needs is computed once, not in each execution. Tests run one at a
 * time. */
static enum assay_status choose(struct assay_test *t, const struct assay_lang *lang,
                                uint32_t size, const char **ret_text, uint32_t *ret_len)
{
    static struct {
        const struct assay_lang *lang;
        struct assay_keeper *keeper;
    } kept[KEPT];
    static unsigned next;
    struct assay_sentences how = {.size = size};
    unsigned i = 0;

    while (i < KEPT && kept[i].lang != lang)
        i++;
    if (i == KEPT) {
        i = next++ % KEPT;
        assay_keeper_free(kept[i].keeper);
        kept[i].keeper = NULL;
        kept[i].lang = lang;
    }
    return assay_keeper_choose(&kept[i].keeper, t, lang, &how, ret_text, ret_len);
}

static bool draw(struct assay_inputs *in, const struct place *p,
                 const struct sentences *of)
{
    const struct assay_lang *lang =
        assay_language_get(of->generator ? of->generator : of->language);
    uint32_t size = size_of(in, p);

    for (int i = 0; lang && i < TRIES; i++) {
        const char *text = NULL;
        uint32_t len = 0;
        struct assay_text a;
        assay_inputs_must(in, choose(in->t, lang, size, &text, &len));
        a = (struct assay_text){text, len};
        if (fits(p, a) && (!of->generator || assay_text_in(of->language, a)))
            return put(in, p, a);
    }
    assay_inputs_assume(in, 0);
    return false;
}

static bool make(struct assay_inputs *in, const struct place *p,
                 const struct sentences *of)
{
    return is_usable(p) &&
           (is_one(of, text_at(p)) || repeat(in, p, of) || draw(in, p, of));
}

_Bool assay_make_sentence(struct assay_inputs *in, const struct assay_layout *layout,
                          void *slot, struct assay_language *language,
                          struct assay_language *generator)
{
    return make(in, &(struct place){.layout = layout, .slot = slot},
                &(struct sentences){language, generator});
}

_Bool assay_make_sentence_sized(struct assay_inputs *in,
                                const struct assay_layout *layout, void *slot,
                                const struct assay_layout *length_layout, void *length,
                                struct assay_language *language,
                                struct assay_language *generator)
{
    return make(in, &(struct place){layout, slot, length_layout, length},
                &(struct sentences){language, generator});
}

/* ---- Given texts */

/* None stands for NULL. */
static bool is_given(const struct place *p, struct assay_text now, struct assay_text a)
{
    if (!a.at)
        return !is_array(p) && !assay_value_pointer(p->slot);
    return now.at && assay_text_compare(now, a) == 0;
}

static bool can_give(const struct place *p, struct assay_text a)
{
    return a.at ? fits(p, a) : !is_array(p);
}

/* The n-th of those that can be there, or how many there are. */
static unsigned nth_given(const struct place *p, const struct assay_text *texts,
                          unsigned count, unsigned n)
{
    for (unsigned i = 0; i < count; i++)
        if (can_give(p, texts[i]) && n-- == 0)
            return i;
    return count;
}

_Bool assay_make_text(struct assay_inputs *in, const struct assay_layout *layout,
                      void *slot, const struct assay_text *texts, unsigned count)
{
    struct place p = {.layout = layout, .slot = slot};
    unsigned usable = 0, i;
    struct assay_text now;

    if (!is_usable(&p))
        return 0;
    now = text_at(&p);
    for (i = 0; i < count; i++) {
        if (is_given(&p, now, texts[i]))
            return 1;
        usable += can_give(&p, texts[i]);
    }
    if (usable == 0)
        return 0;
    i = nth_given(&p, texts, count, assay_make_choice(in, usable));
    if (texts[i].at)
        return put(in, &p, texts[i]);
    assay_value_set_pointer(slot, NULL);
    assay_memo_clear();
    return 1;
}
