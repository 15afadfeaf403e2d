/* Automata of languages that are known. */
#include "base/buf.h"
#include "harness.h"
#include "lang/network.h"
#include "regular_fixture.h"
#include "torture.h"
#include <string.h>
#include <time.h>

/* ---- Size. */

static void check_size(const char *grammar, uint32_t states, uint32_t classes)
{
    struct assay_regular r = regular_of(grammar);

    if (r.nstates != states || r.nclasses != classes)
        harness_fail(HARNESS_HERE, "%s: %u states, %u classes", grammar, r.nstates,
                     r.nclasses);
    assay_regular_done(&r);
}

/* DEAD is one of the states, and the bytes that lead there always are one class. */
TEST(lang_regular_is_least)
{
    check_size("a: \"\";", 2, 1);
    check_size("a: \"x\";", 3, 2);
    check_size("a: \"x\"*;", 2, 2);
    check_size("%bytes; a: %x00-FF*;", 2, 1);
    check_size("a: [0-9]{1,3};", 5, 2);
    check_size("a: [0-9]{2,};", 4, 2);
    check_size("a: \"x\"{1000};", 1002, 2);
    check_size("a: [ab]* \"a\" [ab]{2};", 9, 3);
    check_size("a: (\"0\" | \"1\" (\"0\" \"1\"* \"0\")* \"1\")*;", 4, 3);
    check_size("a: \"stay\" | \"play\" | \"may\" | \"today\";", 9, 10);
    check_size("a: b \"1\"{50} | c \"1\"{50}; b: \"x\"; c: \"y\";", 53, 3);
    check_size("a: [^a];", 10, 12); /* UTF-8 has odd second bytes after E0, ED, F0, F4 */
}

static void check_same(const struct assay_regular *a, const struct assay_regular *b)
{
    size_t nedges = (size_t)a->nstates * a->nclasses;

    CHECK_UINT(a->nstates, b->nstates);
    CHECK_UINT(a->nclasses, b->nclasses);
    CHECK_MEM(a->classes, b->classes, sizeof a->classes);
    CHECK_MEM(a->edges, b->edges, nedges * sizeof *a->edges);
    CHECK_MEM(a->accepting, b->accepting, a->nstates);
}

TEST(lang_regular_equal_languages_are_equal)
{
    static const char *const equal[][2] = {
        {"a: \"x\"*;", "a: (\"x\"*)*;"},
        {"a: \"x\"*;", "a: (\"x\"?)*;"},
        {"a: \"x\"*;", "a: b{3,}; b: (\"x\"? | \"xx\")*;"},
        {"a: \"x\"{0,6};", "a: ((\"x\"?){3}){2};"},
        {"a: \"x\"{0,40};", "a: b{20,40}; b: \"x\"?;"},
        {"a: \"x\"{4,12};", "a: (\"x\"{2,3}){2,4};"},
        {"a: \"x\"+;", "a: b b*; b: c; c: \"x\";"},
        {"a: [a-c]+;", "a: (\"c\" | b | \"a\")+; b: \"b\";"},
        {"a: \"ab\"i;", "a: [aA] [Bb];"},
        {"a: \"if\" | \"in\" | \"int\";", "a: \"i\" (\"f\" | \"n\" \"t\"?);"},
        {"a: (\"x\" | \"y\")*;", "a: (\"x\"* \"y\"*)*;"},
        {"a: \"\";", "a: (b | \"\"){0}; b: \"x\";"},
    };

    for (size_t i = 0; i < sizeof equal / sizeof *equal; i++) {
        struct assay_regular a = regular_of(equal[i][0]), b = regular_of(equal[i][1]);

        check_same(&a, &b);
        assay_regular_done(&a);
        assay_regular_done(&b);
    }
}

/* ---- What cannot be had. */

static void check_refused(const char *grammar, uint32_t max, enum assay_status expected)
{
    struct assay_regular r;
    enum assay_status status = regular_build(grammar, NULL, max, &r);

    if (status != expected)
        harness_fail(HARNESS_HERE, "%s: %s", grammar, assay_status_text(status));
}

TEST(lang_regular_refuses_recursion)
{
    check_refused("a: \"x\" a | \"\";", 100, ASSAY_NO_MATCH);
    check_refused("a: a \"x\" | \"\";", 100, ASSAY_NO_MATCH);
    check_refused("a: \"(\" b \")\"; b: c?; c: \"x\" a;", 100, ASSAY_NO_MATCH);
    check_refused("a: \"x\"{2147483647} b; b: \"(\" b{0,3} \")\";", 100, ASSAY_NO_MATCH);
}

/* The same rule twice, one after the other or as two ways, is no recursion. */
TEST(lang_regular_calls_again)
{
    check_size("a: b b | c; c: b d; d: b | \"\"; b: \"x\";", 4, 2);
}

TEST(lang_regular_has_limits)
{
    struct assay_regular r;

    check_refused("a: [0-9]{1,3};", 4, ASSAY_TOO_LARGE);
    CHECK_INT(regular_build("a: [0-9]{1,3};", NULL, 5, &r), ASSAY_OK);
    assay_regular_done(&r);
    check_refused("a: \"x\"{4095};", ASSAY_REGULAR_STATES, ASSAY_TOO_LARGE);
    CHECK_INT(regular_build("a: \"x\"{4094};", NULL, ASSAY_REGULAR_STATES, &r), ASSAY_OK);
    CHECK_UINT(r.nstates, ASSAY_REGULAR_STATES);
    assay_regular_done(&r);
    CHECK_INT(regular_build("a: \"x\"{65533};", NULL, UINT32_MAX, &r), ASSAY_OK);
    CHECK_UINT(r.nstates, 65535);
    assay_regular_done(&r);
    check_refused("a: \"x\"{65534};", UINT32_MAX, ASSAY_TOO_LARGE);
    check_refused("a: \"x\";", 0, ASSAY_TOO_LARGE);
}

static double seconds(void)
{
    struct timespec now;

    CHECK_INT(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now), 0);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* What grows beyond all bounds is given up soon. */
TEST(lang_regular_gives_up_soon)
{
    static const char *const hostile[] = {
        "a: [ab]* \"a\" [ab]{30};",
        "a: \"x\"{2147483647};",
        "a: (\"x\" | \"y\" \"z\"){0,2147483647};",
        "a: ((\"x\"{1000}){1000}){1000};",
        "a: (\"x\" | \"xx\"){1,1000};",
        "a: ((\"x\"?){2000}){2000};",
        "a: ([ab]? [bc]? [cd]? [de]?){100} [a-e]* \"a\" [a-e]{15};",
        ("a: b b; b: c c; c: d d; d: e e; e: f f; f: g g; g: h h; h: i i; i: j j;"
         "j: k k; k: l l; l: m m; m: n n; n: \"x\"? \"y\"?;"),
    };
    double before = seconds();

    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++)
        check_refused(hostile[i], ASSAY_REGULAR_STATES, ASSAY_TOO_LARGE);
    CHECK(seconds() - before < 20); /* half a second without sanitizers */
}

/* Any byte of 128, and what follows it: sets of so many points that each of the bytes
 * leads to another one. With few states to come it takes too many steps, though not too
 * many points. */
TEST(lang_regular_limits_steps)
{
    struct assay_buf text;
    struct assay_regular r;

    assay_buf_init(&text, NULL, 0);
    assay_buf_puts(&text, "%bytes; a: %x00-7F* (\"!\"");
    for (unsigned byte = 0; byte < 128; byte++)
        assay_buf_printf(&text, "| %%x%02X %%x%02X", byte, 255 - byte);
    assay_buf_puts(&text, ");");
    check_refused(text.at, 131, ASSAY_TOO_LARGE);
    CHECK_INT(regular_build(text.at, NULL, 1000, &r), ASSAY_OK);
    CHECK_UINT(r.nstates, 131);
    assay_regular_done(&r);
    assay_buf_done(&text);
}

/* ---- Networks no grammar makes. */

#define DEEP 100000

/* Rules that each call the next one, 100 000 deep; the last one is the byte x. With
 * `more`, each has a byte y after the call. */
static void chain(struct assay_network *net, bool more)
{
    struct assay_net_state *states = harness_room(4 * DEEP * sizeof *states);
    struct assay_net_rule *rules = harness_room(DEEP * sizeof *rules);
    static struct assay_byteset sets[2];
    uint32_t n = 0;

    memset(sets, 0, sizeof sets);
    assay_byteset_add(&sets[0], 'x');
    assay_byteset_add(&sets[1], 'y');
    for (uint32_t rule = 0; rule < DEEP; rule++) {
        bool is_last = rule + 1 == DEEP;

        rules[rule] = (struct assay_net_rule){.start = n + 2, .end = n, .min = 1};
        states[n] = (struct assay_net_state){.kind = ASSAY_STATE_END, .rule = rule};
        states[n + 1] = (struct assay_net_state){
            .kind = ASSAY_STATE_BYTES, .rule = rule, .a = 1, .next = n};
        states[n + 2] = (struct assay_net_state){
            .kind = is_last ? ASSAY_STATE_BYTES : ASSAY_STATE_CALL,
            .rule = rule,
            .a = is_last ? 0 : ASSAY_NONE,
            .b = rule + 1,
            .next = more ? n + 1 : n,
        };
        n += 3;
    }
    *net = (struct assay_network){.states = states,
                                  .nstates = n,
                                  .rules = rules,
                                  .nrules = DEEP,
                                  .sets = sets,
                                  .nsets = 2};
}

TEST(lang_regular_deep_calls)
{
    struct assay_network net;
    struct assay_regular r;

    chain(&net, false);
    CHECK_INT(assay_regular_build(&r, &net, 0, ASSAY_REGULAR_STATES), ASSAY_OK);
    CHECK_UINT(r.nstates, 3);
    CHECK_INT(assay_regular_match(&r, "x", 1, NULL), ASSAY_OK);
    assay_regular_done(&r);
    chain(&net, true);
    CHECK_INT(assay_regular_build(&r, &net, 0, ASSAY_REGULAR_STATES), ASSAY_TOO_LARGE);
    CHECK_INT(assay_regular_build(&r, &net, DEEP - 5, ASSAY_REGULAR_STATES), ASSAY_OK);
    CHECK_UINT(r.nstates, 8);
    CHECK_INT(assay_regular_match(&r, "xyyyyy", 6, NULL), ASSAY_OK);
    assay_regular_done(&r);
    net.states[3 * (DEEP - 1) + 2].kind = ASSAY_STATE_CALL;
    net.states[3 * (DEEP - 1) + 2].b = DEEP / 2;
    CHECK_INT(assay_regular_build(&r, &net, 0, ASSAY_REGULAR_STATES), ASSAY_NO_MATCH);
}

/* A call that must match something, of a rule that cannot: no sentence at all. */
TEST(lang_regular_call_that_cannot_be_empty)
{
    struct assay_net_state states[] = {
        {.kind = ASSAY_STATE_END, .rule = 0},
        {.kind = ASSAY_STATE_CALL, .rule = 0, .nonempty = true, .b = 1, .next = 0},
        {.kind = ASSAY_STATE_END, .rule = 1},
    };
    struct assay_net_rule rules[] = {{.start = 1, .end = 0}, {.start = 2, .end = 2}};
    struct assay_network net = {
        .states = states, .nstates = 3, .rules = rules, .nrules = 2};
    struct assay_regular r;
    struct assay_mismatch why;

    CHECK_INT(assay_regular_build(&r, &net, 0, 10), ASSAY_OK);
    CHECK(assay_regular_empty(&r));
    CHECK_UINT(r.nstates, 1);
    CHECK_INT(assay_regular_match(&r, "", 0, &why), ASSAY_NO_MATCH);
    CHECK(why.offset == 0 && !why.end);
    CHECK_INT(assay_regular_match(&r, "x", 1, &why), ASSAY_NO_MATCH);
    CHECK(why.offset == 0 && !why.end);
    assay_regular_done(&r);
    states[1].nonempty = false;
    CHECK_INT(assay_regular_build(&r, &net, 0, 10), ASSAY_OK);
    CHECK_UINT(r.nstates, 2);
    assay_regular_done(&r);
}

/* Nor when it calls, and comes back from, another one that matches nothing. What it may
 * match then is x. */
TEST(lang_regular_call_inside_that_is_empty)
{
    struct assay_net_state states[] = {
        {.kind = ASSAY_STATE_END, .rule = 0},
        {.kind = ASSAY_STATE_CALL, .rule = 0, .nonempty = true, .b = 1, .next = 0},
        {.kind = ASSAY_STATE_END, .rule = 1},
        {.kind = ASSAY_STATE_CALL, .rule = 1, .b = 2, .next = 4},
        {.kind = ASSAY_STATE_SPLIT, .rule = 1, .a = 0, .b = 2},
        {.kind = ASSAY_STATE_BYTES, .rule = 1, .a = 0, .next = 2},
        {.kind = ASSAY_STATE_END, .rule = 2},
    };
    struct assay_net_rule rules[] = {
        {.start = 1, .end = 0}, {.start = 3, .end = 2}, {.start = 6, .end = 6}};
    uint32_t targets[] = {5, 2};
    struct assay_byteset sets[1] = {{{0}}};
    struct assay_network net = {.states = states,
                                .nstates = 7,
                                .rules = rules,
                                .nrules = 3,
                                .targets = targets,
                                .ntargets = 2,
                                .sets = sets,
                                .nsets = 1};
    struct assay_regular r, x = regular_of("a: \"x\";");

    assay_byteset_add(&sets[0], 'x');
    CHECK_INT(assay_regular_build(&r, &net, 0, 10), ASSAY_OK);
    check_same(&r, &x);
    assay_regular_done(&r);
    assay_regular_done(&x);
}

/* ---- Recognising. */

static void check_why(const struct assay_regular *r, const char *text, size_t offset,
                      const char *expected, bool end)
{
    struct assay_mismatch why = {.offset = 99, .constraint = "", .until = 99};

    CHECK_INT(assay_regular_match(r, text, strlen(text), &why), ASSAY_NO_MATCH);
    CHECK_UINT(why.offset, offset);
    CHECK_INT(why.end, end);
    CHECK(why.constraint == NULL);
    for (unsigned byte = 0; byte < 256; byte++)
        CHECK_INT(why.expected[byte / 8] >> byte % 8 & 1,
                  byte > 0 && strchr(expected, (int)byte) != NULL);
}

TEST(lang_regular_says_why)
{
    struct assay_regular r = regular_of("a: [0-2]+ (\".\" [0-2]{2})?;");

    CHECK_INT(assay_regular_match(&r, "20.11", 5, NULL), ASSAY_OK);
    CHECK_INT(assay_regular_match(&r, "x", 1, NULL), ASSAY_NO_MATCH);
    check_why(&r, "", 0, "012", false);
    check_why(&r, "x", 0, "012", false);
    check_why(&r, "1x", 1, "012.", true);
    check_why(&r, "1.2", 3, "012", false);
    check_why(&r, "1.2x", 3, "012", false);
    check_why(&r, "1.222", 4, "", true);
    check_why(&r, "12121212121212121212121212121212121212121.222", 44, "", true);
    assay_regular_done(&r);
}

/* Long words are read in blocks; a step at a time says the same. */
static void check_steps(const struct assay_regular *r, const char *text, size_t len)
{
    uint32_t state = ASSAY_REGULAR_START, to = state;
    struct assay_mismatch why = {.offset = len};
    enum assay_status status;
    size_t i = 0;

    for (; i < len; i++, state = to) {
        to = assay_regular_next(r, state, (unsigned char)text[i]);
        if (to == ASSAY_REGULAR_DEAD)
            break;
    }
    status = assay_regular_match(r, text, len, &why);
    CHECK_INT(status, i == len && r->accepting[state] ? ASSAY_OK : ASSAY_NO_MATCH);
    CHECK_UINT(why.offset, i);
    if (status)
        CHECK_INT(why.end, r->accepting[state]);
}

TEST(lang_regular_long_words)
{
    struct assay_regular letters = regular_of("a: [a-y]* \"z\" [a-z]*;");
    struct assay_regular dates = regular_of("a: ([0-9]{4} \"-\" [0-9]{2} \",\")*;");
    char text[120];

    for (size_t len = 0; len < sizeof text; len++)
        for (size_t bad = 0; bad <= len; bad++) {
            memset(text, 'q', sizeof text);
            text[len / 2] = 'z';
            text[bad] = '!';
            check_steps(&letters, text, len);
            for (size_t i = 0; i < sizeof text; i++)
                text[i] = "2020-12,"[i % 8];
            text[bad] = 'x';
            check_steps(&dates, text, len);
        }
    assay_regular_done(&letters);
    assay_regular_done(&dates);
}

TEST(lang_regular_any_bytes)
{
    struct assay_regular r = regular_of("%bytes; a: %x00-7F \"\\xFF\" %x80-FF*;");

    CHECK_INT(assay_regular_match(&r, "\0\xff\x80\xff", 4, NULL), ASSAY_OK);
    CHECK_INT(assay_regular_match(&r, "\x7f\xff", 2, NULL), ASSAY_OK);
    CHECK_INT(assay_regular_match(&r, "\x80\xff", 2, NULL), ASSAY_NO_MATCH);
    CHECK_INT(assay_regular_match(&r, "a\xff\x7f", 3, NULL), ASSAY_NO_MATCH);
    assay_regular_done(&r);
}

/* ---- Made of others. */

TEST(lang_regular_nothing_and_everything)
{
    struct assay_regular a = regular_of("a: \"x\"+;"), b = regular_of("a: \"y\"*;");
    struct assay_regular none, all, same;

    CHECK_INT(assay_regular_both(&a, &b, 1, &none), ASSAY_OK);
    CHECK(assay_regular_empty(&none) && !assay_regular_empty(&a));
    CHECK_UINT(none.nstates, 1);
    CHECK_INT(assay_regular_not(&none, 2, &all), ASSAY_OK);
    CHECK_UINT(all.nstates, 2);
    CHECK_UINT(all.nclasses, 1);
    CHECK_INT(assay_regular_match(&all, "\0\xff", 2, NULL), ASSAY_OK);
    CHECK_INT(assay_regular_either(&a, &none, 3, &same), ASSAY_OK);
    check_same(&a, &same);
    assay_regular_done(&same);
    CHECK_INT(assay_regular_both(&all, &a, 3, &same), ASSAY_OK);
    check_same(&a, &same);
    assay_regular_done(&same);
    CHECK_INT(assay_regular_not(&all, 1, &same), ASSAY_OK);
    check_same(&none, &same);
    assay_regular_done(&same);
    CHECK_INT(assay_regular_either(&none, &none, 1, &same), ASSAY_OK);
    check_same(&none, &same);
    assay_regular_done(&same);
    assay_regular_done(&all);
    assay_regular_done(&none);
    assay_regular_done(&a);
    assay_regular_done(&b);
}

/* x^n for the multiples of 61 and of 67 has 61 * 67 states; of 64 and 32, 64. */
TEST(lang_regular_product_has_limits)
{
    struct assay_regular a = regular_of("a: (\"x\"{61})*;");
    struct assay_regular b = regular_of("a: (\"x\"{67})*;");
    struct assay_regular r;

    CHECK_INT(assay_regular_both(&a, &b, 61 * 67, &r), ASSAY_TOO_LARGE);
    CHECK_INT(assay_regular_both(&a, &b, 61 * 67 + 1, &r), ASSAY_OK);
    CHECK_UINT(r.nstates, 61 * 67 + 1);
    assay_regular_done(&r);
    CHECK_INT(assay_regular_both(&a, &b, 100, &r), ASSAY_TOO_LARGE);
    CHECK_INT(assay_regular_either(&a, &b, 61 * 67, &r), ASSAY_TOO_LARGE);
    CHECK_INT(assay_regular_not(&a, 61, &r), ASSAY_TOO_LARGE);
    assay_regular_done(&a);
    assay_regular_done(&b);
}

static bool has_affix(enum assay_affix how, const char *bytes, size_t len,
                      const char *word, size_t word_len)
{
    for (size_t i = 0; i + len <= word_len; i++)
        if (memcmp(word + i, bytes, len) == 0 &&
            (how == ASSAY_CONTAINS || (how == ASSAY_STARTS && i == 0) ||
             (how == ASSAY_ENDS && i + len == word_len)))
            return true;
    return false;
}

/* Bit i of the number says whether letter i is a or b; all words up to 9 letters. */
static void check_affix(enum assay_affix how, const char *bytes, size_t len)
{
    struct assay_regular r;
    char word[9];

    CHECK_INT(assay_regular_affix(how, bytes, len, NULL, (uint32_t)len + 2, &r),
              ASSAY_OK);
    for (size_t n = 0; n <= sizeof word; n++)
        for (unsigned bits = 0; bits < 1u << n; bits++) {
            for (size_t i = 0; i < n; i++)
                word[i] = bits >> i & 1 ? 'b' : 'a';
            CHECK_INT(assay_regular_match(&r, word, n, NULL),
                      has_affix(how, bytes, len, word, n) ? ASSAY_OK : ASSAY_NO_MATCH);
        }
    /* All states are needed, but DEAD only where there is no way back. */
    CHECK_UINT(r.nstates, len + 2);
    assay_regular_done(&r);
}

TEST(lang_regular_affixes)
{
    static const char *const affixes[] = {"",      "a",     "ab",     "aa",
                                          "aba",   "abab",  "aabaaa", "abaababa",
                                          "bbbbb", "abbab", "ac",     "aabaabaaa"};

    for (size_t i = 0; i < sizeof affixes / sizeof *affixes; i++) {
        check_affix(ASSAY_STARTS, affixes[i], strlen(affixes[i]));
        check_affix(ASSAY_ENDS, affixes[i], strlen(affixes[i]));
        check_affix(ASSAY_CONTAINS, affixes[i], strlen(affixes[i]));
    }
}

TEST(lang_regular_affix_of_any_bytes)
{
    char bytes[600];
    struct assay_regular r;

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)i;
    for (int how = ASSAY_STARTS; how <= ASSAY_CONTAINS; how++) {
        CHECK_INT(assay_regular_affix((enum assay_affix)how, bytes, sizeof bytes, NULL,
                                      602, &r),
                  ASSAY_OK);
        CHECK_UINT(r.nclasses, 256);
        CHECK_INT(assay_regular_match(&r, bytes, sizeof bytes, NULL), ASSAY_OK);
        CHECK_INT(assay_regular_match(&r, bytes, sizeof bytes - 1, NULL), ASSAY_NO_MATCH);
        assay_regular_done(&r);
        CHECK_INT(assay_regular_affix((enum assay_affix)how, bytes, sizeof bytes, NULL,
                                      601, &r),
                  ASSAY_TOO_LARGE);
    }
    CHECK_INT(assay_regular_affix(ASSAY_ENDS, bytes, SIZE_MAX, NULL, UINT32_MAX, &r),
              ASSAY_TOO_LARGE);
}

/* ---- Without memory. */

static enum assay_status build_and_combine(const struct assay_alloc *mem, void *ctx)
{
    struct assay_regular a = {.mem = mem}, b = {.mem = mem}, c = {.mem = mem},
                         d = {.mem = mem};
    enum assay_status status = regular_build(
        "a: b{2,} (c | \"x\")*; b: [a-f]? \"y\"; c: \"zz\"{0,3};", mem, 99, &a);

    (void)ctx;
    if (!status)
        status = assay_regular_affix(ASSAY_CONTAINS, "yayz", 4, mem, 99, &b);
    if (!status)
        status = assay_regular_both(&a, &b, 99, &c);
    if (!status)
        status = assay_regular_not(&c, 99, &d);
    assay_regular_done(&a);
    assay_regular_done(&b);
    assay_regular_done(&c);
    assay_regular_done(&d);
    return status;
}

TEST(lang_regular_without_memory)
{
    torture(build_and_combine, NULL);
}
