/*
 * Sentences drawn over choices shrink to short, simple sentences.
 */
#include "base/buf.h"
#include "base/utf8.h"
#include "shrink_fixture.h"
#include "torture.h"
#include <assay/languages.h>
#include <string.h>

#define SEEDS 30

typedef bool text_fn(const char *text, uint32_t len);

/* What the problem below draws; a problem has no context. */
static struct {
    const struct assay_lang *lang;
    struct assay_sentences how;
    text_fn *fails;
    char last[4096]; /* the sentence drawn last */
    uint32_t len;
} now;

static bool problem(struct assay_test *t)
{
    const char *text = NULL;
    uint32_t len = 0;

    if (assay_choose_sentence(t, now.lang, &now.how, &text, &len) ||
        len >= sizeof now.last)
        return false;
    CHECK_INT(text[len], '\0');
    CHECK(assay_lang_accepts(now.lang, text, len) != now.how.near);
    memcpy(now.last, text, len + 1);
    now.len = len;
    return now.fails(text, len);
}

/* Shrinks what was found; what it ends as is then in now.last. */
static void shrink_found(struct harness_site site, struct problem_run *p)
{
    struct assay_values values;

    harness_check_int(site, "status", problem_shrink(p), ASSAY_OK);
    assay_values_init(&values, NULL);
    CHECK_INT(assay_values_add_record(&values, p->best, 0, p->best->nchoices), ASSAY_OK);
    CHECK(problem(fixture_replay(&p->f, &values)));
    assay_values_done(&values);
}

/* The simplest sentence that fails, from each of some seeds, must be this one. */
static void check_shrinks(struct harness_site site, text_fn *fails, const char *expected)
{
    now.fails = fails;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct problem_run p;

        problem_init(&p, problem, NULL);
        problem_find(&p, seed);
        shrink_found(site, &p);
        if (strcmp(now.last, expected) != 0)
            harness_fail(site, "seed %d: %s after %u executions, not %s", (int)seed,
                         now.last, p.report.executions, expected);
        problem_done(&p);
    }
}
#define CHECK_SHRINKS(FAILS, EXPECTED) check_shrinks(HARNESS_HERE, FAILS, EXPECTED)

static struct assay_lang *language(const char *grammar)
{
    struct assay_lang *lang = NULL;

    CHECK_INT(assay_lang_new(&(struct assay_lang_source){.text = grammar,
                                                         .len = strlen(grammar),
                                                         .mem = checked_mem()},
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

/* Whether `what` is an element of an array. */
static bool has_element(const char *text, uint32_t len, const char *what)
{
    char open[4096] = "";
    uint32_t depth = 0;
    bool quoted = false;

    for (uint32_t i = 0; i < len; i++) {
        if (text[i] == '\\') {
            i++;
            continue;
        }
        quoted ^= text[i] == '"';
        if (quoted)
            continue;
        if (depth > 0 && open[depth - 1] == '[' &&
            strncmp(text + i, what, strlen(what)) == 0)
            return true;
        if (text[i] == '[' || text[i] == '{')
            open[depth++] = text[i];
        depth -= text[i] == ']' || text[i] == '}';
    }
    return false;
}

static bool has_true_in_array(const char *text, uint32_t len)
{
    return has_element(text, len, "true");
}

static bool has_object_in_array(const char *text, uint32_t len)
{
    return has_element(text, len, "{");
}

static bool has_array_in_array(const char *text, uint32_t len)
{
    return has_element(text, len, "[");
}

static bool is_long_string(const char *text, uint32_t len)
{
    return len > 0 && text[0] == '"' &&
           assay_utf8_count(text + 1, strcspn(text + 1, "\"\\")) >= 5;
}

static bool has_three_elements(const char *text, uint32_t len)
{
    uint32_t commas = 0;

    for (uint32_t i = 0; i < len; i++)
        commas += text[i] == ',';
    return text[0] == '[' && commas >= 2 && !strpbrk(text + 1, "\"{[");
}

static bool has_exponent(const char *text, uint32_t len)
{
    return !memchr(text, '"', len) && strpbrk(text, "eE") &&
           strpbrk(text, "0123456789") && !strpbrk(text, "tfn");
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
    CHECK_SHRINKS(has_array_in_array, "[[]]");
    CHECK_SHRINKS(is_long_string, "\"aaaaa\"");
    CHECK_SHRINKS(has_three_elements, "[0,0,0]");
    CHECK_SHRINKS(has_exponent, "0e0");
    CHECK_SHRINKS(is_deep, "[[[[]]]]");
    CHECK_SHRINKS(has_seven, "7");
}

/* ---- Other grammars */

static bool has_product(const char *text, uint32_t len)
{
    return memchr(text, '*', len) != NULL;
}

static bool has_product_of_sum(const char *text, uint32_t len)
{
    size_t sum = strspn(text + 1, "0123456789.+");

    return text[0] == '(' && memchr(text, '+', sum) && sum + 2 < len &&
           text[sum + 1] == ')' && text[sum + 2] == '*';
}

/* No sum of fractions, only a product: one of them would do, too. */
static bool has_two_fractions(const char *text, uint32_t len)
{
    const char *first = memchr(text, '.', len);

    return first && strchr(first + 1, '.') && !memchr(text, '+', len) &&
           !memchr(text, '-', len);
}

TEST(lang_sentence_shrinks_sums)
{
    struct assay_lang *lang = language("expr: term (('+' | '-') term)*;"
                                       "term: factor (('*' | '/') factor)*;"
                                       "factor: number | '(' expr ')';"
                                       "number: [0-9]+ ('.' [0-9]+)?;");

    CHECK_SHRINKS(anything, "0");
    CHECK_SHRINKS(has_product, "0*0");
    CHECK_SHRINKS(has_product_of_sum, "(0+0)*0");
    CHECK_SHRINKS(has_two_fractions, "0.0*0.0");
    assay_lang_free(lang);
}

static bool has_third_item(const char *text, uint32_t len)
{
    uint32_t commas = 0;

    for (uint32_t i = 0; i < len; i++)
        commas += text[i] == ',';
    return commas >= 2;
}

/* Lists as grammars without repetition write them. */
TEST(lang_sentence_shrinks_recursive_lists)
{
    struct assay_lang *right = language("list: item | item ',' list; item: [a-z]+;");

    CHECK_SHRINKS(has_third_item, "a,a,a");
    assay_lang_free(right);
    struct assay_lang *left = language("list: item | list ',' item; item: [a-z]+;");

    CHECK_SHRINKS(has_third_item, "a,a,a");
    assay_lang_free(left);
}

static bool has_blank(const char *text, uint32_t len)
{
    return memchr(text, ' ', len) != NULL;
}

TEST(lang_sentence_shrinks_white_space)
{
    struct assay_lang *lang = language(
        "list: '[' [ \\t]* ([a-z]+ [ \\t]* (',' [ \\t]* [a-z]+ [ \\t]*)*)? ']';");

    CHECK_SHRINKS(has_third_item, "[a,a,a]");
    CHECK_SHRINKS(has_blank, "[ ]");
    assay_lang_free(lang);
}

static bool is_late(const char *text, uint32_t len)
{
    return len > 0 && text[0] == '2';
}

/* The alternatives are tried in the order of their length, not as written. */
TEST(lang_sentence_shrinks_to_shortest_alternative)
{
    struct assay_lang *lang =
        language("start: 'a long one' | word word | 'b' | 'c' [0-9]; word: [x-z]{3};");

    CHECK_SHRINKS(anything, "b");
    assay_lang_free(lang);
    lang = language("time: ([01] [0-9] | '2' [0-3]) ':' [0-5] [0-9];");
    CHECK_SHRINKS(anything, "00:00");
    CHECK_SHRINKS(is_late, "20:00");
    assay_lang_free(lang);
}

static bool has_high_byte(const char *text, uint32_t len)
{
    for (uint32_t i = 0; i < len; i++)
        if ((unsigned char)text[i] >= 0x90)
            return true;
    return false;
}

static bool has_accent(const char *text, uint32_t len)
{
    (void)len;
    return strstr(text, "\xc3\xa9") != NULL;
}

TEST(lang_sentence_shrinks_characters)
{
    struct assay_lang *lang = language("%bytes; start: %x80-FF+;");

    CHECK_SHRINKS(has_high_byte, "\x90");
    assay_lang_free(lang);
    lang = language("start: [a-z\\u{e9}]{2,};");
    CHECK_SHRINKS(has_accent, "a\xc3\xa9");
    assay_lang_free(lang);
}

TEST(lang_sentence_shrinks_large_json)
{
    json(1000);
    CHECK_SHRINKS(has_true_in_array, "[true]");
    CHECK_SHRINKS(has_three_elements, "[0,0,0]");
}

/* ---- Rejected words: each ends as the shortest word that is rejected for its reason.
 *
 * What can come after the beginning of a JSON text depends on what is open there, on the
 * last byte and on what is expected next, so one beginning of each sort, the shortest, is
 * enough to find all reasons. */

#define REJECTED_SEEDS 150
#define PREFIX_MAX 9
#define PREFIXES_MAX 65536

static const char sorts[] =
    "{}[]\",:01-+.etrufalsn\\ \xc3\xe1\xe0\xed\xf0\xf1\xf4\x80\xa0\x90";

struct prefix {
    char text[PREFIX_MAX + 1]; /* room for a byte that is never right */
    uint32_t len;
    char open[PREFIX_MAX + 1]; /* brackets */
    struct assay_mismatch why; /* it is rejected, or it with that byte */
    uint32_t rejected_len;     /* of the rejected word */
};

static struct {
    struct prefix *at; /* PREFIXES_MAX of them */
    uint32_t count;
} prefixes;

static bool same_reason(const struct assay_mismatch *a, const struct assay_mismatch *b)
{
    return a->end == b->end && memcmp(a->expected, b->expected, sizeof a->expected) == 0;
}

/* They are in the order of their length, but for the byte more of some. */
static uint32_t shortest_rejected(const struct assay_mismatch *why)
{
    uint32_t shortest = UINT32_MAX;

    for (uint32_t i = 0; i < prefixes.count; i++)
        if (same_reason(&prefixes.at[i].why, why) &&
            prefixes.at[i].rejected_len < shortest)
            shortest = prefixes.at[i].rejected_len;
    return shortest;
}

/* False: no text begins like this. */
static bool find_reason(struct prefix *p)
{
    p->rejected_len = p->len;
    p->text[p->len] = '\1';
    if (assay_lang_accepts(now.lang, p->text, p->len))
        p->rejected_len++;
    return assay_lang_match(now.lang, p->text, p->rejected_len, &p->why) ==
               ASSAY_NO_MATCH &&
           p->why.offset == p->len;
}

static void add_prefix(struct prefix p)
{
    if (!find_reason(&p))
        return;
    for (uint32_t i = 0; i < prefixes.count; i++)
        if (same_reason(&prefixes.at[i].why, &p.why) &&
            strcmp(prefixes.at[i].open, p.open) == 0 && p.len > 0 &&
            prefixes.at[i].len > 0 &&
            prefixes.at[i].text[prefixes.at[i].len - 1] == p.text[p.len - 1])
            return;
    CHECK(prefixes.count < PREFIXES_MAX);
    prefixes.at[prefixes.count++] = p;
}

static bool is_quoted(const struct prefix *p)
{
    bool quoted = false;

    for (uint32_t i = 0; i < p->len; i++) {
        quoted ^= p->text[i] == '"';
        i += p->text[i] == '\\';
    }
    return quoted;
}

static void extend(struct prefix p, char with)
{
    size_t depth = strlen(p.open);

    if (!is_quoted(&p)) {
        if (with == '{' || with == '[')
            p.open[depth] = with;
        else if ((with == '}' || with == ']') && depth > 0)
            p.open[depth - 1] = '\0';
    }
    p.text[p.len++] = with;
    add_prefix(p);
}

static void find_prefixes(void)
{
    prefixes.at = harness_room(PREFIXES_MAX * sizeof *prefixes.at);
    prefixes.count = 0;
    add_prefix((struct prefix){.len = 0});
    for (uint32_t i = 0; i < prefixes.count; i++)
        for (uint32_t k = 0; k < sizeof sorts - 1; k++)
            if (prefixes.at[i].len < PREFIX_MAX)
                extend(prefixes.at[i], sorts[k]);
}

static struct assay_mismatch wanted;

/* Something to begin with. */
static bool is_long(const char *text, uint32_t len)
{
    return assay_lang_match(now.lang, text, len, &wanted) == ASSAY_NO_MATCH && len >= 12;
}

static bool is_rejected_alike(const char *text, uint32_t len)
{
    struct assay_mismatch why;

    return assay_lang_match(now.lang, text, len, &why) == ASSAY_NO_MATCH &&
           same_reason(&why, &wanted);
}

TEST(lang_sentence_shrinks_rejected_json)
{
    json(60);
    now.how.near = true;
    find_prefixes();
    for (uint64_t seed = 1; seed <= REJECTED_SEEDS; seed++) {
        struct problem_run p;
        uint32_t shortest;

        problem_init(&p, problem, NULL);
        now.fails = is_long;
        problem_find(&p, seed);
        shortest = shortest_rejected(&wanted);
        now.fails = is_rejected_alike;
        shrink_found(HARNESS_HERE, &p);
        if (now.len != shortest)
            harness_fail(HARNESS_HERE, "seed %d: %s after %u executions, not %u bytes",
                         (int)seed, now.last, p.report.executions, shortest);
        problem_done(&p);
    }
}
