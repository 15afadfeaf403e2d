/*
 * Sentences drawn over choices shrink to short, simple sentences.
 */
#include "shrink_fixture.h"
#include <assay/languages.h>
#include <string.h>

#define SEEDS 12

typedef bool text_fn(const char *text, uint32_t len);

/* What the problem below draws; a problem has no context. */
static struct {
    const struct assay_lang *lang;
    struct assay_sentences how;
    text_fn *fails;
    char last[4096]; /* the sentence drawn last */
} now;

static bool problem(struct assay_test *t)
{
    const char *text = NULL;
    uint32_t len = 0;

    if (assay_choose_sentence(t, now.lang, &now.how, &text, &len) || len >= sizeof now.last)
        return false;
    CHECK_INT(text[len], '\0');
    CHECK(assay_lang_accepts(now.lang, text, len) != now.how.near);
    memcpy(now.last, text, len + 1);
    return now.fails(text, len);
}

/* The simplest sentence that fails, from each of some seeds, must be this one. */
static void check_shrinks(struct harness_site site, text_fn *fails, const char *expected)
{
    now.fails = fails;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct problem_run p;
        struct assay_values values;

        problem_init(&p, problem, NULL);
        problem_find(&p, seed);
        harness_check_int(site, "status", problem_shrink(&p), ASSAY_OK);
        assay_values_init(&values, NULL);
        CHECK_INT(assay_values_add_record(&values, p.best, 0, p.best->nchoices), ASSAY_OK);
        CHECK(problem(fixture_replay(&p.f, &values)));
        if (strcmp(now.last, expected) != 0)
            harness_fail(site, "seed %d: %s after %u executions, not %s", (int)seed,
                         now.last, p.report.executions, expected);
        assay_values_done(&values);
        problem_done(&p);
    }
}
#define CHECK_SHRINKS(FAILS, EXPECTED) check_shrinks(HARNESS_HERE, FAILS, EXPECTED)

static struct assay_lang *language(const char *grammar)
{
    struct assay_lang *lang = NULL;

    CHECK_INT(assay_lang_new(
                  &(struct assay_lang_source){.text = grammar, .len = strlen(grammar)},
                  &lang),
              ASSAY_OK);
    now.lang = lang;
    now.how = (struct assay_sentences){.size = 0};
    return lang;
}

static void json(uint32_t size)
{
    now.lang = assay_language_json();
    now.how = (struct assay_sentences){.size = size};
}

/* ---- JSON */

static bool anything(const char *text, uint32_t len)
{
    (void)text;
    (void)len;
    return true;
}

static bool has_true_in_array(const char *text, uint32_t len)
{
    const char *open = memchr(text, '[', len), *value = strstr(text, "true");

    return open && value && open < value && memchr(value, ']', (size_t)(text + len - value));
}

static bool has_object_in_array(const char *text, uint32_t len)
{
    const char *open = memchr(text, '[', len);

    return open && strchr(open, '{') && strchr(open, '}');
}

static bool has_long_string(const char *text, uint32_t len)
{
    const char *open = memchr(text, '"', len);

    return open && strcspn(open + 1, "\"\\") >= 5;
}

static bool has_three_elements(const char *text, uint32_t len)
{
    uint32_t commas = 0;

    for (uint32_t i = 0; i < len; i++)
        commas += text[i] == ',';
    return text[0] == '[' && commas >= 2 && !strpbrk(text, "\"{");
}

static bool has_exponent(const char *text, uint32_t len)
{
    return !memchr(text, '"', len) && strpbrk(text, "eE") && strpbrk(text, "0123456789") &&
           !strpbrk(text, "tfn");
}

static bool is_deep(const char *text, uint32_t len)
{
    int depth = 0, most = 0;

    if (memchr(text, '"', len))
        return false;
    for (uint32_t i = 0; i < len; i++) {
        depth += text[i] == '[';
        depth -= text[i] == ']';
        most = depth > most ? depth : most;
    }
    return most >= 4;
}

static bool has_seven(const char *text, uint32_t len)
{
    return memchr(text, '7', len) != NULL && !strchr(text, '"');
}

TEST(lang_sentence_shrinks_to_shortest)
{
    json(0);
    CHECK_SHRINKS(anything, "0");
    json(2000);
    CHECK_SHRINKS(anything, "0");
}

TEST(lang_sentence_shrinks_json)
{
    json(0);
    CHECK_SHRINKS(has_true_in_array, "[true]");
    CHECK_SHRINKS(has_object_in_array, "[{}]");
    CHECK_SHRINKS(has_long_string, "\"aaaaa\"");
    CHECK_SHRINKS(has_three_elements, "[0,0,0]");
    CHECK_SHRINKS(has_exponent, "0e0");
    CHECK_SHRINKS(is_deep, "[[[[]]]]");
    CHECK_SHRINKS(has_seven, "7");
}

TEST(lang_sentence_shrinks_large_json)
{
    json(1000);
    CHECK_SHRINKS(has_true_in_array, "[true]");
    CHECK_SHRINKS(has_three_elements, "[0,0,0]");
}
