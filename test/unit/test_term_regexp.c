/* Regular expressions: what they match, what is none, and random ones against sets of
 * positions. */
#include "base/hash.h"
#include "base/utf8.h"
#include "harness.h"
#include "term/regexp.h"
#include "torture.h"

#include <stdio.h>
#include <string.h>

static RegexpAnswer answer(const char *source, struct assay_str text)
{
    struct assay_arena arena;
    Regexp *r = NULL;
    size_t at = 0;
    const char *why = "";
    assay_arena_init(&arena, NULL, 0);
    if (regexp_read(&arena, assay_str(source), &r, &at, &why) != REGEXP_OK)
        harness_fail(HARNESS_HERE, "/%s/: %s at %zu", source, why, at);
    RegexpAnswer a = regexp_matches(r, text);
    CHECK_INT(regexp_matches(r, text), a);
    regexp_done(r);
    assay_arena_done(&arena);
    return a;
}

typedef struct {
    const char *source, *yes,
        *no; /* words, with blanks between them; _ is the empty one */
} Case;

static void check_words(const char *source, const char *words, RegexpAnswer expected)
{
    while (*words) {
        size_t len = strcspn(words, " ");
        struct assay_str word = {words, len};
        if (len == 1 && *words == '_')
            word.len = 0;
        if (answer(source, word) != expected)
            harness_fail(HARNESS_HERE, "/%s/ on %.*s", source, (int)len, words);
        words += len + (words[len] == ' ');
    }
}

static void check_cases(const Case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        check_words(cases[i].source, cases[i].yes, REGEXP_YES);
        check_words(cases[i].source, cases[i].no, REGEXP_NO);
    }
}

#define CHECK_CASES(CASES) check_cases(CASES, sizeof CASES / sizeof *CASES)

TEST(term_regexp_matches)
{
    static const Case cases[] = {
        {"^abc$", "abc", "_ ab abcd xabc"},
        {"^a*$", "_ a aaaa", "b ab"},
        {"^a+b?$", "a ab aab", "_ b abb"},
        {"^a{2}$", "aa", "_ a aaa"},
        {"^a{2,}$", "aa aaaaa", "a"},
        {"^a{1,3}$", "a aa aaa", "_ aaaa"},
        {"^a{0}$", "_", "a"},
        {"^a{0,1}b$", "b ab", "aab"},
        {"^(ab|c)+$", "ab c abc cab", "_ a ac"},
        {"^(?:a|)$", "_ a", "aa"},
        {"^(?<name>a)(?<$x_1>b)$", "ab", "a"},
        {"^a*?b+?c??d{1,2}?$", "bd abcdd", "a b"},
        {"^(a*)*$", "_ aaa", "b"},
        {"^(a?){3}$", "_ a aaa", "aaaa"},
        {"^((a{2}){2}){2}$", "aaaaaaaa", "aaaa aaaaaaa"},
        {"^a|b$|^$", "a ax b xb _", "ba xa"},
        {"a", "a xa ax xax", "_ x"},
        {"", "_ a", ""},
        {"a|", "_ b", ""},
        {"^", "_ a", ""},
        {"$", "_ a", ""},
        {"^$", "_", "a"},
        {"^(|a)b$", "b ab", "a"},
        {"^]}{$", "]}{", "]"},
        {"^a{$", "a{", "a"},
        {"^a{,2}$", "a{,2}", "a aa"},
        {"^a{2$", "a{2", "aa"},
        /* 64 words of the least length, some of which are too long */
        {"VVVVVVV(a|[^b-d]-1)\\d{\1k3}$", "VVVVVVVa1{\1k3} xVVVVVVVe-10{\1k3}",
         "VVVVVVVa1{3}"},
    };
    CHECK_CASES(cases);
}

TEST(term_regexp_classes)
{
    static const Case cases[] = {
        {"^[abc]$", "a b c", "d _ ab"},
        {"^[a-cx-z]$", "a b c x z", "d w -"},
        {"^[^a-c]$", "d - \xc3\xa9 \xf0\x9f\x98\x80", "a c _"},
        {"^[-a]$", "- a", "b"},
        {"^[a-]$", "- a", "b"},
        {"^[a\\-c]$", "a - c", "b"},
        {"^[\\]\\\\^]$", "] \\ ^", "["},
        {"^[\\d-z]$", "5 - z", "y a"},
        {"^[a-\\d]$", "a - 5", "b"},
        {"^[.*]$", ". *", "a"},
        {"^[\\w.]+$", "aZ_09.", "- \xc3\xa9"},
        {"^[^\\D]$", "5", "a"},
        {"^[\\D]$", "a \xc3\xa9", "5"},
        {"^[\\s\\S]$", "a \n \xe2\x80\xa8", "ab"},
        {"^[^]$", "a \n", "ab"},
        {"^a[]|b$", "b xb", "a"},
        {"^[]*$", "_", "a"},
        {"^[]$", "", "_ a"},
        {"^\\d\\D\\w\\W$", "1ab-", "a1b- 1ab1"},
        {"^\\S+$", "ab",
         "a\tb a\xc2\xa0"
         "b"},
        {"^[\xc3\xa9-\xc3\xbf]$", "\xc3\xa9 \xc3\xbf", "\xc3\xa8 \xc4\x80"},
        {"^[\xce\xb1-\xf0\x9f\x98\x80]+$", "\xce\xb1\xe2\x82\xac\xf0\x9f\x98\x80", "a"},
    };
    CHECK_CASES(cases);
}

TEST(term_regexp_escapes)
{
    static const Case cases[] = {
        {"^\\n\\r\\t\\v\\f$", "\n\r\t\v\f", "nrtvf"},
        {"^\\x41\\u0042\\u{43}\\u{1F600}$", "ABC\xf0\x9f\x98\x80", "ABC"},
        {"^\\u{000041}\\u{10FFFF}$", "A\xf4\x8f\xbf\xbf", "A"},
        {"^\\uD83D\\uDE00$", "\xf0\x9f\x98\x80", "a"},
        {"^[\\uD83D\\uDE00-\\u{1F602}]$", "\xf0\x9f\x98\x81", "a"},
        {"^\\uD83D$", "", "_ a"},
        {"^\\cA\\cz$", "\x01\x1a", "A"},
        {"^\\.\\*\\/\\$\\^\\(\\)\\[\\]\\{\\}\\|\\+\\?\\\\$", ".*/$^()[]{}|+?\\", "a"},
        {"^\\-\\_\\ $", "", "a"},
        {"^[\\b]$", "\b", "b"},
        {"^.$", "a \xc3\xa9 \xf0\x9f\x98\x80 \t", "\n \r \xe2\x80\xa8 \xe2\x80\xa9 _ ab"},
    };
    CHECK_CASES(cases);
    CHECK_INT(answer("^\\0$", (struct assay_str){"\0", 1}), REGEXP_YES);
    CHECK_INT(answer("^\\-\\_\\ $", assay_str("-_ ")), REGEXP_YES);
    CHECK_INT(answer("^\\s$", assay_str(" ")), REGEXP_YES);
    CHECK_INT(answer("^\\S$", assay_str(" ")), REGEXP_NO);
}

TEST(term_regexp_large_but_fine)
{
    char word[1001];
    memset(word, 'a', sizeof word);
    CHECK_INT(answer("^.{0,1000}$", (struct assay_str){word, 1000}), REGEXP_YES);
    CHECK_INT(answer("^.{0,1000}$", (struct assay_str){word, 1001}), REGEXP_NO);
    CHECK_INT(answer("^[a-z]{999,1000}$", (struct assay_str){word, 1000}), REGEXP_YES);
    CHECK_INT(answer("^[a-z]{999,1000}$", (struct assay_str){word, 998}), REGEXP_NO);
}

static RegexpStatus refusal(const char *source, size_t *ret_at, const char **ret_why)
{
    struct assay_arena arena;
    Regexp *r = NULL;
    assay_arena_init(&arena, NULL, 0);
    RegexpStatus status = regexp_read(&arena, assay_str(source), &r, ret_at, ret_why);
    CHECK(status == REGEXP_OK || r == NULL);
    assay_arena_done(&arena);
    return status;
}

TEST(term_regexp_that_is_none)
{
    static const struct {
        const char *source;
        RegexpStatus status;
        size_t at;
        const char *why;
    } cases[] = {
        {"(a", REGEXP_MALFORMED, 0, "a ')' is missing"},
        {"a)", REGEXP_MALFORMED, 1, "a ')' without a '('"},
        {"^a)$", REGEXP_MALFORMED, 2, "a ')' without a '('"},
        {"[a", REGEXP_MALFORMED, 0, "a ']' is missing"},
        {"x[a-", REGEXP_MALFORMED, 1, "a ']' is missing"},
        {"[b-a]", REGEXP_MALFORMED, 1, "the range ends before it starts"},
        {"*a", REGEXP_MALFORMED, 0, "there is nothing to repeat"},
        {"a**", REGEXP_MALFORMED, 2, "there is nothing to repeat"},
        {"a|?b", REGEXP_MALFORMED, 2, "there is nothing to repeat"},
        {"^*", REGEXP_MALFORMED, 1, "there is nothing to repeat"},
        {"{2}", REGEXP_MALFORMED, 0, "there is nothing to repeat"},
        {"a{3,2}", REGEXP_MALFORMED, 1, "the bounds are in the wrong order"},
        {"a\\", REGEXP_MALFORMED, 1, "nothing follows the '\\'"},
        {"\\q", REGEXP_MALFORMED, 0, "an escape that means nothing"},
        {"\\x4", REGEXP_MALFORMED, 0, "an escape that means nothing"},
        {"\\u12", REGEXP_MALFORMED, 0, "an escape that means nothing"},
        {"\\u{110000}", REGEXP_MALFORMED, 0, "an escape that means nothing"},
        {"\\u{0000041}", REGEXP_MALFORMED, 0, "an escape that means nothing"},
        {"\\u{41", REGEXP_MALFORMED, 0, "an escape that means nothing"},
        {"\\u{}", REGEXP_MALFORMED, 0, "an escape that means nothing"},
        {"\\c1", REGEXP_MALFORMED, 0, "an escape that means nothing"},
        {"a\x80", REGEXP_MALFORMED, 1, "the text is not UTF-8"},
        {"(?<1>a)", REGEXP_MALFORMED, 3, "a group's name is a word"},
        {"(?<>a)", REGEXP_MALFORMED, 3, "a group's name is missing"},
        {"(a)\\1", REGEXP_UNSUPPORTED, 3, "a reference to a group is not regular"},
        {"\\k<n>", REGEXP_UNSUPPORTED, 0, "a reference to a group is not regular"},
        {"a(?=b)", REGEXP_UNSUPPORTED, 1, "looking ahead or behind is not supported"},
        {"(?!b)", REGEXP_UNSUPPORTED, 0, "looking ahead or behind is not supported"},
        {"(?<=b)", REGEXP_UNSUPPORTED, 0, "looking ahead or behind is not supported"},
        {"(?<!b)", REGEXP_UNSUPPORTED, 0, "looking ahead or behind is not supported"},
        {"(?i:b)", REGEXP_UNSUPPORTED, 0, "a group of this kind is not supported"},
        {"a^b", REGEXP_UNSUPPORTED, 1, "'^' and '$' are supported at the ends only"},
        {"a$b", REGEXP_UNSUPPORTED, 1, "'^' and '$' are supported at the ends only"},
        {"(^a)", REGEXP_UNSUPPORTED, 1, "'^' and '$' are supported at the ends only"},
        {"(a$)", REGEXP_UNSUPPORTED, 2, "'^' and '$' are supported at the ends only"},
        {"\\ba", REGEXP_UNSUPPORTED, 0, "the boundary of a word is not supported"},
        {"a\\B", REGEXP_UNSUPPORTED, 1, "the boundary of a word is not supported"},
        {"\\p{L}", REGEXP_UNSUPPORTED, 0, "a property of Unicode is not supported"},
        {"\\01", REGEXP_UNSUPPORTED, 0, "an octal escape is not supported"},
        {"a{1001}", REGEXP_TOO_LARGE, 1, "a bound is at most 1000"},
        {"a{1,99999999999}", REGEXP_TOO_LARGE, 1, "a bound is at most 1000"},
        {"(a{500,}){500}", REGEXP_TOO_LARGE, 0,
         "the repetitions are too large, written out"},
        {"(a{1000}){1000}", REGEXP_TOO_LARGE, 0,
         "the repetitions are too large, written out"},
        {"((a{1000}b{1000}){2}){3}", REGEXP_TOO_LARGE, 0,
         "the repetitions are too large, written out"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t at = 99;
        const char *why = "";
        RegexpStatus status = refusal(cases[i].source, &at, &why);
        if (status != cases[i].status || at != cases[i].at)
            harness_fail(HARNESS_HERE, "/%s/: status %d at %zu: %s", cases[i].source,
                         status, at, why);
        CHECK_STR(why, cases[i].why);
    }
}

TEST(term_regexp_sets_are_in_order)
{
    static const uint32_t expected[][2] = {
        {'0', '9'}, {'a', 'f'}, {0xd000, 0xd7ff}, {0xe000, 0xf000}};
    struct assay_arena arena;
    Regexp *r = NULL;
    size_t at;
    const char *why;
    assay_arena_init(&arena, NULL, 0);
    CHECK_INT(
        regexp_read(&arena, assay_str("^[c-fa-bd-e\\d\\ud000-\\uf000]$"), &r, &at, &why),
        REGEXP_OK);
    CHECK_INT(r->whole->kind, REGEXP_SET);
    CHECK_UINT(r->whole->as.set.count, 4);
    CHECK_MEM(r->whole->as.set.ranges, expected, sizeof expected);
    assay_arena_done(&arena);
}

TEST(term_regexp_limits)
{
    static char text[100001];
    size_t at;
    const char *why;
    memset(text, 'a', 100000);
    CHECK_INT(refusal(text, &at, &why), REGEXP_TOO_LARGE);
    memset(text, '(', REGEXP_DEPTH_MAX + 1);
    CHECK_INT(refusal(text, &at, &why), REGEXP_TOO_LARGE);
    CHECK_STR(why, "groups are nested too deep");
    memset(text, '[', 1);
    for (uint32_t i = 1; i < 100000; i++)
        text[i] = (char)('0' + i % 64);
    CHECK(refusal(text, &at, &why) != REGEXP_OK);
}

/* Each of these has far more states than an automaton may have. */
TEST(term_regexp_explosions_are_unknown)
{
    static const char *const sources[] = {"^(a|b)*a(a|b){40}$", "a.{500}b.{500}$",
                                          "(x+x+)+y.{100}z[^q]{99}$"};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        CHECK_INT(answer(sources[i], assay_str("aaaa")), REGEXP_UNKNOWN);
}

/* The deepest nesting that can be read can also be matched. */
TEST(term_regexp_deep_ones_match)
{
    char text[REGEXP_DEPTH_MAX * 8 + 10] = "^";
    for (int i = 0; i < REGEXP_DEPTH_MAX; i++)
        strcat(text, "(");
    strcat(text, "a");
    for (int i = 0; i < REGEXP_DEPTH_MAX; i++)
        strcat(text, i % 2 ? "|b)*" : "c|d)?");
    strcat(text, "$");
    CHECK(answer(text, assay_str("acbd")) != REGEXP_UNKNOWN);
}

/* ---- Random ones, of a tree that is also run directly. */

enum { CHAR, SEQ, ALT, REP };
typedef struct {
    int kind;
    uint32_t chars; /* bit set of the alphabet */
    uint32_t left, right, min, max;
} Node;

#define NODES 64
#define LETTERS 3
static const char *const letters[LETTERS] = {"a", "b", "\xc3\xa9"};

typedef struct {
    uint64_t seed;
    Node nodes[NODES];
    uint32_t count;
    char text[4000];
} Random;

static uint32_t draw(Random *r, uint32_t below)
{
    r->seed += 0x9e3779b97f4a7c15u;
    return (uint32_t)(assay_hash_step(0, r->seed) % below);
}

static uint32_t add_char(Random *r, Node *n)
{
    n->chars = 1 + draw(r, (1u << LETTERS) - 1);
    strcat(r->text, "[");
    for (uint32_t i = 0; i < LETTERS; i++)
        strcat(r->text, n->chars >> i & 1 ? letters[i] : "");
    strcat(r->text, "]");
    return (uint32_t)(n - r->nodes);
}

/* Makes a node, and appends its text. */
static uint32_t add_node(Random *r, int depth)
{
    Node *n = &r->nodes[r->count++];
    n->kind = depth == 0 ? CHAR : (int)draw(r, 4);
    if (n->kind == CHAR)
        return add_char(r, n);
    strcat(r->text, draw(r, 2) ? "(" : "(?:");
    n->left = add_node(r, depth - 1);
    if (n->kind != REP) {
        strcat(r->text, n->kind == ALT ? "|" : "");
        n->right = add_node(r, depth - 1);
        strcat(r->text, ")");
        return (uint32_t)(n - r->nodes);
    }
    n->min = draw(r, 3);
    n->max = draw(r, 3) ? n->min + draw(r, 3) : REGEXP_MANY;
    size_t len = strlen(r->text);
    if (n->max == REGEXP_MANY)
        snprintf(r->text + len, sizeof r->text - len, "){%u,}", n->min);
    else
        snprintf(r->text + len, sizeof r->text - len, "){%u,%u}", n->min, n->max);
    return (uint32_t)(n - r->nodes);
}

/* The places a node can lead to from a set of places in a word. */
static uint32_t run(const Random *r, uint32_t node, const uint8_t *word, uint32_t len,
                    uint32_t from)
{
    const Node *n = &r->nodes[node];
    uint32_t to = 0;
    if (n->kind == SEQ)
        return run(r, n->right, word, len, run(r, n->left, word, len, from));
    if (n->kind == ALT)
        return run(r, n->left, word, len, from) | run(r, n->right, word, len, from);
    if (n->kind == CHAR) {
        for (uint32_t i = 0; i < len; i++)
            to |= (from >> i & 1 && n->chars >> word[i] & 1) ? 2u << i : 0;
        return to;
    }
    uint32_t most = n->max == REGEXP_MANY ? n->min + len + 1 : n->max;
    for (uint32_t i = 0; i <= most; i++) {
        to |= i >= n->min ? from : 0;
        from = run(r, n->left, word, len, from);
    }
    return to;
}

static bool expected_match(const Random *r, const uint8_t *word, uint32_t len,
                           bool open_start, bool open_end)
{
    uint32_t all = (2u << len) - 1;
    uint32_t to = run(r, 0, word, len, open_start ? all : 1);
    return open_end ? to != 0 : to >> len & 1;
}

static void check_random(Random *r)
{
    struct assay_arena arena;
    Regexp *regexp = NULL;
    size_t at;
    const char *why = "";
    bool open_start = draw(r, 3) == 0, open_end = draw(r, 3) == 0;
    r->count = 0;
    strcpy(r->text, open_start ? "" : "^");
    strcat(r->text, "(");
    add_node(r, 3);
    strcat(r->text, open_end ? ")" : ")$");
    assay_arena_init(&arena, NULL, 0);
    CHECK_INT(regexp_read(&arena, assay_str(r->text), &regexp, &at, &why), REGEXP_OK);
    for (int i = 0; i < 40; i++) {
        uint8_t word[8];
        char text[30] = "";
        uint32_t len = draw(r, 9);
        for (uint32_t k = 0; k < len; k++) {
            word[k] = (uint8_t)draw(r, LETTERS);
            strcat(text, letters[word[k]]);
        }
        if (regexp_matches(regexp, assay_str(text)) !=
            (expected_match(r, word, len, open_start, open_end) ? REGEXP_YES : REGEXP_NO))
            harness_fail(HARNESS_HERE, "/%s/ on %s", r->text, text);
    }
    regexp_done(regexp);
    assay_arena_done(&arena);
}

TEST(term_regexp_random_ones_match_as_they_should)
{
    static Random r = {.seed = 5};
    for (int i = 0; i < 400; i++)
        check_random(&r);
}

static enum assay_status read_and_match(const struct assay_alloc *mem, void *ctx)
{
    struct assay_arena arena;
    Regexp *r = NULL;
    size_t at;
    const char *why;
    (void)ctx;
    assay_arena_init(&arena, mem, 0);
    RegexpStatus status =
        regexp_read(&arena, assay_str("^([a-f\\d]{2}|x+)*[^\\w]$|y"), &r, &at, &why);
    CHECK(status == REGEXP_OK || status == REGEXP_NO_MEMORY);
    RegexpAnswer a = status ? REGEXP_UNKNOWN : regexp_matches(r, assay_str("a1x-"));
    CHECK(a != REGEXP_NO);
    regexp_done(r);
    assay_arena_done(&arena);
    return a == REGEXP_YES ? ASSAY_OK : ASSAY_NO_MEMORY;
}

TEST(term_regexp_out_of_memory)
{
    torture(read_and_match, NULL);
}
