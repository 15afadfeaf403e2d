/*
 * The notation at its limits: texts that are huge, deep, damaged or random, and memory
 * that runs out.
 */
#include "lang/lang.h"
#include "lang/terms.h"
#include "notation_fixture.h"
#include "torture.h"
#include <time.h>

/* A text made of a piece, repeated. */
struct text {
    struct assay_buf buf;
};

static void text_init(struct text *t)
{
    assay_buf_init(&t->buf, NULL, 0);
}

static void add(struct text *t, const char *piece, size_t times)
{
    for (size_t i = 0; i < times; i++)
        assay_buf_puts(&t->buf, piece);
}

static void read_of(struct notation *n, const struct text *t)
{
    struct assay_lang_source source = {
        .name = "t.lang", .text = t->buf.at, .len = t->buf.len};

    CHECK_INT(t->buf.status, ASSAY_OK);
    notation_init(n, &source);
}

/* The first problem of `before`, a piece so many times, and `behind`; NULL for none. */
static void check_first(const char *before, const char *piece, size_t times,
                        const char *behind, const char *message)
{
    struct text t;
    struct notation n;

    text_init(&t);
    add(&t, before, 1);
    add(&t, piece, times);
    add(&t, behind, 1);
    read_of(&n, &t);
    CHECK_STR(n.problems.count > 0 ? n.problems.at[0].message : NULL, message);
    notation_done(&n);
    assay_buf_done(&t.buf);
}

TEST(hostile_depth_of_groups)
{
    static const char deep[] = "more than 500 groups and repetitions inside each other";

    check_first("a: ", "(", 1000000, "", deep);
    check_first("a: ", "x:(", 300000, "", deep);
    check_first("a: \"x\"", "*", 1000000, "", deep);
    check_first("a: \"x\"", "*", 500, ";", NULL);
    check_first("a: \"x\"", "*", 501, ";", deep);
    check_first("a: ", ")", 1000000, "", "unexpected ')'; a part or ';' is expected");
}

/* As deep as may be: everything that walks it survives. */
TEST(hostile_deepest_group)
{
    struct text t;
    struct notation first, second;

    text_init(&t);
    add(&t, "a: ", 1);
    add(&t, "(", 499);
    add(&t, "\"x\"", 1);
    add(&t, " \"y\" | x:\"z\")", 499);
    add(&t, " where .x == \"z\";", 1);
    read_of(&first, &t);
    CHECK_STR(first.report.at, "");
    notation_read(&second, first.dump.at);
    CHECK_STR(second.dump.at, first.dump.at);
    notation_done(&second);
    notation_done(&first);
    assay_buf_done(&t.buf);
}

TEST(hostile_depth_of_terms)
{
    static const char deep[] = "more than 500 terms inside each other";

    check_first("a: \"x\" where ", "(", 300000, "", deep);
    check_first("a: \"x\" where ", "!", 300000, "", deep);
    check_first("a: \"x\" where ", "cat(", 300000, "", deep);
    check_first("a: \"x\" where self == \"y\"", " || self == \"x\"", 30000, ";", deep);
    check_first("a: \"x\" where self == \"y\"", " || self == \"x\"", 498, ";", NULL);
    check_first("a: \"x\" where self == \"y\"", " || self == \"x\"", 499, ";", deep);
    check_first("a: \"x\"", " where self == \"x\"", 30000, ";", deep);
    check_first("a: \"x\"", " where self == \"x\"", 499, ";", NULL);
    check_first("a: \"x\" where ", "forall x in self: ", 16, "self == \"\";",
                "more than 15 quantifiers inside each other");
    check_first("a: \"x\" where ", "forall x in self: ", 15, "self == \"\";", NULL);
    check_first("a: \"x\" | a \"y\" where self", "..a", 65, " == \"x\";",
                "a path of more than 64 steps");
    check_first("a: \"x\" | a \"y\" where self", "..a", 64, " == \"x\";", NULL);
}

TEST(hostile_long_texts)
{
    check_first("a: ", "\"x\" | ", 200000, ";", NULL);
    check_first("a: ", "\"x\" ", 200000, ";", NULL);
    check_first("a: \"", "xY1", 300000, "\"i;", NULL);
    check_first("a: [", "xyz", 300000, "];", NULL);
    check_first("a: \"", "x", 1000000, "", "the string has no closing quote");
    check_first("a: [", "x", 1000000, "", "the set has no closing ']'");
    check_first("a: /*", "x", 1000000, "", "the comment has no closing '*/'");
    check_first("", "x", 1000000, "", "the text ends, but ':' is expected");
    check_first("", " ", 1000000, "", "the grammar has no rules");
    check_first("a: \"x\"{", "9", 1000000, "};",
                "the number is too large: at most 2147483647");
    check_first("a: %x", "0", 1000000, ";", NULL);
}

TEST(hostile_long_names)
{
    struct text t;
    struct notation n;
    const char *message;

    text_init(&t);
    add(&t, "a: ", 1);
    add(&t, "b", 1000000);
    read_of(&n, &t);
    CHECK_UINT(n.problems.count, 1);
    message = n.problems.at[0].message;
    CHECK_UINT(strlen(message), 511);
    CHECK_STR(message + 500, "bbbbbbbb...");
    notation_done(&n);
    assay_buf_done(&t.buf);
}

TEST(hostile_many_problems)
{
    check_first("", ";", 300000, "", "unexpected ';'; a rule is expected");
    check_first("", "a: b\n", 200000, "", "a second rule 'a'");
    check_first("a: ", "b ", 300000, "", "undefined rule 'b'");
    check_first("a: \"", "\\q", 300000, "\";", "unknown escape '\\q'");
    check_first("a: \"x\";", "where ", 100000, "",
                "unexpected 'where'; a rule is expected");
    check_first("a: ", "@", 100000, "", "unexpected '@'; a number is expected");
    check_first("a: ", "b:", 100000, "",
                "unexpected 'b'; the part of that name is expected");
    check_first("", "in: ", 100000, "", "'in' is a word of the notation, not a rule");
    check_first("", "in:\n", 100000, "", "'in' is a word of the notation, not a rule");
    check_first("", "use json;", 100000, "a: json;", "a second language 'json'");
}

TEST(hostile_too_long)
{
    size_t len = ASSAY_GRAMMAR_MAX + 1;
    char *text = harness_room(len);
    struct assay_lang_source source = {.text = text, .len = len};
    struct notation n;

    memset(text, ' ', len);
    memcpy(text, "a: \"x\";", 7);
    notation_init(&n, &source);
    CHECK_STR(n.report.at,
              "grammar:1:1: error: the grammar is longer than 16 MB [E0116]\n"
              "    1 |\n"
              "      | ^\n");
    notation_done(&n);
    source.len = ASSAY_GRAMMAR_MAX;
    notation_init(&n, &source);
    CHECK_STR(n.report.at, "");
    notation_done(&n);
}

static void add_chain(struct text *t, int rules, const char *last)
{
    for (int i = 0; i + 1 < rules; i++)
        assay_buf_printf(&t->buf, "rule%d: rule%d \"x\"?;\n", i, i + 1);
    assay_buf_printf(&t->buf, "rule%d: %s;\n", rules - 1, last);
}

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

TEST(hostile_chains_of_rules)
{
    static const char *const last[] = {"\"y\"", "rule0", "rule0 | \"y\"", "\"z\" rule0"};
    static const char *const messages[] = {
        NULL,
        "every derivation of 'rule0' begins with another 'rule0', through 'rule1'",
        "'rule0' can be just 'rule0' again, through 'rule1': it is infinitely ambiguous",
        "every derivation of 'rule0' needs another 'rule0', through 'rule1'",
    };

    for (int i = 0; i < 4; i++) {
        struct text t;
        struct notation n;
        text_init(&t);
        add_chain(&t, 50000, last[i]);
        double start = seconds();
        read_of(&n, &t);
        CHECK(seconds() - start < 5); /* it is 0.1, but for sanitizers */
        CHECK_STR(n.problems.count > 0 ? n.problems.at[0].message : NULL, messages[i]);
        CHECK_UINT(n.problems.count, messages[i] != NULL);
        CHECK_UINT(n.g.nrules, 50000);
        notation_done(&n);
        assay_buf_done(&t.buf);
    }
}

/* Names are suggested for some of many mistakes, and that takes no time that matters. */
TEST(hostile_many_similar_names)
{
    struct text t;
    struct notation n;
    double start;

    text_init(&t);
    for (int i = 0; i < 20000; i++)
        assay_buf_printf(
            &t.buf, "a-rule-of-a-long-name-%05d: a-rule-of-a-long-name-x%05d;\n", i, i);
    start = seconds();
    read_of(&n, &t);
    CHECK(seconds() - start < 5);
    CHECK_UINT(n.problems.errors, 20000);
    CHECK_STR(n.problems.at[0].help, "did you mean 'a-rule-of-a-long-name-00000'?");
    notation_done(&n);
    assay_buf_done(&t.buf);
}

/* ---- Random grammars. */

struct random {
    uint64_t state;
    struct assay_buf out;
};

static uint32_t below(struct random *r, uint32_t n)
{
    r->state ^= r->state << 13;
    r->state ^= r->state >> 7;
    r->state ^= r->state << 17;
    return (uint32_t)((r->state >> 20) % n);
}

static void put(struct random *r, const char *const *pieces, uint32_t count)
{
    assay_buf_puts(&r->out, pieces[below(r, count)]);
}

#define PUT(R, ...)                                                                      \
    put(R, (const char *const[]){__VA_ARGS__},                                           \
        sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

static void put_alternatives(struct random *r, int depth);

static void put_item(struct random *r, int depth)
{
    if (below(r, 4) == 0)
        PUT(r, "p:", "q:", "a:");
    if (depth > 0 && below(r, 3) == 0) {
        assay_buf_puts(&r->out, "(");
        put_alternatives(r, depth - 1);
        assay_buf_puts(&r->out, ")");
    } else {
        PUT(r, "a", "b", "c", "\"\"", "\"xY\"i", "\"s\"", "[^a-c]", "[a-cx-z]", "%x41-5A",
            "%x0D.0A", "%x0-10FFFF", "[\\u{d7ff}-\\u{e000}]", "'\\xff\\0\\n'", "()");
    }
    for (uint32_t n = below(r, 8); n > 5; n--)
        PUT(r, "*", "+", "?", "{2}", "{0}", "{1}", "{2,}", "{,3}", "{2,3}");
}

static void put_alternatives(struct random *r, int depth)
{
    for (uint32_t n = below(r, 3) + 1; n > 0; n--) {
        if (below(r, 5) == 0)
            PUT(r, "@0 ", "@1 ", "@7 ");
        for (uint32_t k = below(r, 4); k > 0; k--) {
            put_item(r, depth);
            assay_buf_puts(&r->out, " ");
        }
        assay_buf_puts(&r->out, n > 1 ? "| " : "");
    }
}

static void put_number(struct random *r, int depth);

static void put_text(struct random *r, int depth)
{
    if (depth == 0 || below(r, 2)) {
        PUT(r, "..a", "..p.b", "\"x\"", "self", "..q[2]", "..c..a");
        return;
    }
    PUT(r, "upper(", "cat(\"y\", ", "scope(..a, b)", "dec(");
    if (r->out.at[r->out.len - 1] == ')')
        return;
    if (r->out.at[r->out.len - 2] == 'c')
        put_number(r, depth - 1);
    else
        put_text(r, depth - 1);
    assay_buf_puts(&r->out, ")");
}

static void put_number(struct random *r, int depth)
{
    if (depth == 0 || below(r, 2)) {
        PUT(r, "0", "17", "0xFF", "count(..a)", "-3");
        return;
    }
    assay_buf_puts(&r->out, "(");
    put_number(r, depth - 1);
    PUT(r, ") + ", ") - ", ") * ", ") / -", ") % ");
    put_number(r, depth - 1);
}

static void put_condition(struct random *r, int depth)
{
    if (depth == 0 || below(r, 3) == 0) {
        bool number = below(r, 2);
        (number ? put_number : put_text)(r, depth);
        PUT(r, " == ", " != ", " < ", " >= ");
        (number ? put_number : put_text)(r, depth);
        return;
    }
    PUT(r, "(", "!(", "(forall v in ..a: ", "(exists w in ..b: ");
    put_condition(r, depth - 1);
    PUT(r, ") && ", ") || ", ") => ");
    put_condition(r, depth - 1);
}

static void put_grammar(struct random *r)
{
    assay_buf_puts(&r->out, "a: \"base\" | ");
    put_alternatives(r, 3);
    for (const char *names = "bc"; *names; names++) {
        assay_buf_printf(&r->out, ";\n%c: ", *names);
        put_alternatives(r, 3);
        assay_buf_puts(&r->out, " | p:(\"p\" b?) q:(\"q\" a c) | \"1\"");
        if (below(r, 2)) {
            assay_buf_puts(&r->out, " where ");
            put_condition(r, 3);
        }
    }
}

/* A dump reads as a grammar of the same dump, and of the same size but for what was left
 * out of it. */
TEST(hostile_dumps_of_random_grammars_are_canonical)
{
    struct random r = {.state = 0x9e3779b97f4a7c15u};
    size_t constraints = 0;

    assay_buf_init(&r.out, NULL, 0);
    for (int i = 0; i < 3000; i++) {
        struct notation first, second;
        assay_buf_clear(&r.out);
        put_grammar(&r);
        notation_read(&first, r.out.at);
        notation_read(&second, first.dump.at);
        CHECK_STR(second.dump.at, first.dump.at);
        CHECK_UINT(second.g.nterms, first.g.nterms);
        CHECK(second.g.nexprs <= first.g.nexprs);
        constraints += first.g.nterms > 0;
        notation_done(&second);
        notation_done(&first);
    }
    CHECK(constraints > 1000);
    assay_buf_done(&r.out);
}

/* Places of problems are inside of their texts, whatever was cut or changed. */
static void check_places(const struct notation *n, size_t len)
{
    for (size_t i = 0; i < n->problems.count; i++) {
        const struct assay_problem *p = &n->problems.at[i];
        CHECK(p->offset <= len && p->len <= len - p->offset);
        CHECK(p->line > 0 && p->column > 0);
        CHECK(p->message[0] != '\0');
    }
    CHECK(n->status == ASSAY_OK || n->status == ASSAY_BAD_FORMAT);
    CHECK((n->status == ASSAY_OK) == (n->problems.errors == 0));
}

TEST(hostile_damaged_grammars)
{
    static const char noise[] = "():;|*+?{}[]@\"'\\%.,=<>!-/#&^$~ \n\t0a\xc3\xff";
    struct random r = {.state = 42};

    assay_buf_init(&r.out, NULL, 0);
    for (int i = 0; i < 5000; i++) {
        struct notation n;
        struct assay_lang_source source = {.name = "t.lang"};
        assay_buf_clear(&r.out);
        put_grammar(&r);
        for (uint32_t k = below(&r, 3) + 1; k > 0; k--)
            r.out.at[below(&r, (uint32_t)r.out.len)] = noise[below(&r, sizeof noise)];
        source.text = r.out.at;
        source.len = below(&r, 2) ? r.out.len : below(&r, (uint32_t)r.out.len);
        notation_init(&n, &source);
        check_places(&n, source.len);
        notation_done(&n);
    }
    assay_buf_done(&r.out);
}

/* ---- Memory. */

static enum assay_status read_under_torture(const struct assay_alloc *mem, void *ctx)
{
    struct assay_lang_source source = *(const struct assay_lang_source *)ctx;
    struct notation n;
    enum assay_status status;

    source.mem = mem;
    notation_init(&n, &source);
    status = n.status == ASSAY_BAD_FORMAT ? ASSAY_OK : n.status;
    if (!status)
        status = n.report.status ? n.report.status : n.dump.status;
    notation_done(&n);
    return status;
}

TEST(hostile_torture_of_good_grammars)
{
    static const struct assay_lang_function functions[] = {{.name = "f", .arity = 1},
                                                           {.name = NULL}};
    struct assay_lang_source source = notation_source(
        "%bytes; use ipv4 as ip; start: a:x* b:(x | \"z\"i){2,3} @3 | [^a-z] ip unused2 "
        "where a in x && f(self) == 2 && forall y in ..x: unique(y) => scope(y, start) "
        "== "
        "\"k\" where cat(self, \"x\") != dec(3);\n"
        "x: \"1\" %x41-42 | (\"x\" | \"y\") | x; unused: \"x\"; unused2: \"u\";");

    source.functions = functions;
    torture(read_under_torture, &source);
}

TEST(hostile_torture_of_bad_grammars)
{
    struct assay_lang_source source = notation_source(
        "use jsn; a: b \"\\q\" [z-a] (x:a (x:a)* y | z);\nc: \"x\" where lenn(x) == 1;\n"
        "a: \"x\" where self == k in q;\n;]]; s: \"x");

    torture(read_under_torture, &source);
    source =
        notation_source("a: \"x\" b; b: \"y\" b; c: c | \"x\" where d == 1 && ..k == 2;");
    torture(read_under_torture, &source);
    source = notation_source("a: \"x\" b; b: \"y\" b; c: c | \"x\";");
    torture(read_under_torture, &source);
}

TEST(hostile_torture_of_copies)
{
    static const struct assay_lang_function functions[] = {{.name = "f", .arity = 1},
                                                           {.name = NULL}};
    struct assay_lang_source of =
        notation_source("use ipv4 as ip; a: x:b* (b | c | ip) \"\\0\" where f(self) == 1 "
                        "&& scope(..b, a) == "
                        "\"\" && a in c; b: [a-z]; c: a;");
    struct assay_lang_source source = notation_source("use other as o; s: o (\",\" o)*;");
    struct assay_lang other;
    const struct assay_lang *others[1] = {&other};

    of.name = "other";
    of.text = "use ipv4 as ip; a: x:b* (b | c | ip) \"\\0\" where f(self) == 1 && "
              "scope(..b, a) "
              "== \"\" && b in c; b: [a-z]; c: \"(\" a \")\";";
    of.len = strlen(of.text);
    of.functions = functions;
    memset(&other, 0, sizeof other);
    assay_grammar_init(&other.grammar, NULL);
    assay_problems_init(&other.problems, NULL);
    CHECK_INT(assay_notation_read(&other.grammar, &other.problems, &of), ASSAY_OK);
    source.others = others;
    source.nothers = 1;
    torture(read_under_torture, &source);
    assay_grammar_done(&other.grammar);
    assay_problems_done(&other.problems);
}
