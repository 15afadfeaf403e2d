/*
 * Terms: how they are read is how they are printed, with what is implied written out.
 */
#include "acsl_fixture.h"
#include "harness.h"
#include <string.h>

static const char prelude[] =
    "#include <limits.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include "
    "<stdint.h>\n"
    "#define N 10\n"
    "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n"
    "#define TWICE(x) MAX(x, x)\n"
    "#define INDIRECT MAX\n"
    "#define GLUE(a, b) a##b\n"
    "struct node { struct node *next; int v; union { int i; float f; }; int data[4]; };\n"
    "typedef struct { int x, y; } pt;\n"
    "typedef unsigned char byte;\n"
    "enum color { RED, GREEN = 5 };\n"
    "int g, arr[N], m[3][4];\nstruct node *root;\nint twice(int);\n"
    "/*@ predicate In(int *a, integer n) = n > 0 && *a > 0;\n"
    "    predicate In(int *a, integer m, integer n) = In(a + m, n - m);\n"
    "    predicate In(real x) = x > 0.0;\n"
    "    logic integer answer = 42;\n"
    "    predicate Same{K, L}(int *p) = \\at(*p, K) == \\at(*p, L);\n"
    "    logic set<int *> Cells(int *a, integer n) = a + (0 .. n - 1);\n"
    "    logic boolean Flag(int x) = x > 0; */\n";

/* A postcondition, printed. */
static void check(const char *term, const char *printed)
{
    struct acsl_fixture f;
    struct assay_buf text;
    const AcslContract *c;

    acsl_fixture_init(&f);
    assay_buf_init(&text, NULL, 0);
    assay_buf_printf(&text,
                     "%s/*@ ensures %s; */\nint *f(int *p, int n, bool b, pt s, char *t, "
                     "double d, struct node *q);\n",
                     prelude, term);
    acsl_fixture_read(&f, text.at);
    CHECK_STR(acsl_fixture_report(&f), "");
    c = acsl_contract(f.file, cfront_function(f.c.unit, "f"));
    CHECK(c != NULL);
    CHECK_UINT(c->behaviors[0].nclauses, 1);
    assay_buf_clear(&text);
    acsl_print(c->behaviors[0].clauses[0].body, &text);
    CHECK_STR(text.at, printed ? printed : term);
    assay_buf_done(&text);
    acsl_fixture_done(&f);
}

/* A term that is printed as it is written. */
static void same(const char *term)
{
    check(term, NULL);
}

TEST(acsl_term_precedence)
{
    same("n > 0 && n < 5 || n == 7 ==> n != 8 <==> n >= 9");
    same("(n == 1 <==> n == 2) ==> n == 3");
    same("n == 1 ==> n == 2 ==> n == 3");
    same("(n == 1 ==> n == 2) ==> n == 3");
    same("n == 1 || n == 2 ^^ n == 3 && n == 4");
    same("(n == 1 || n == 2) && n == 3");
    same("n + 2 * 3 - 4 / 5 % 6 == (n + 2) * 3");
    same("n - (2 - 3) == n - 2 - 3");
    check("n - -n == +3 - n", "n - -n == 3 - n");
}

TEST(acsl_term_conditions_inside_each_other)
{
    same("n == (n > 0 ? (n > 1 ? 1 : 2) : 3)");
    same("n == ((n > 0 ? n > 1 : n < 1) ? 1 : 2)");
    same("n == (n > 0 || n < -3 ? 1 : 2)");
    same("n == (n > 0 ==> n > 3 ? 1 : 2)");
    same("(n > 0 ? n > 1 : n < 1) ==> n > 2");
    same("n > 2 ==> (n > 0 ? n > 1 : n < 1)");
}

TEST(acsl_term_bits)
{
    same("(n & 1) == 0");
    same("(n | 2 ^ 3 & 4) > ~n");
    same("n << 2 >> 1 == 3");
    same("(n --> 1) == (n <--> 2)");
    same("n << n + 1 > 0");
}

TEST(acsl_term_chains)
{
    check("0 <= n < 10", "0 <= n && n < 10");
    check("0 <= n < 10 <= 20", "0 <= n && n < 10 && 10 <= 20");
    check("0 <= n + 1 < n + 2", "0 <= n + 1 && n + 1 < n + 2");
    check("0 == n == 3 < 4", "0 == n && n == 3 && 3 < 4");
    check("10 > n >= 0", "10 > n && n >= 0");
    check("(0 < n) == (n < 3)", "(0 < n) == (n < 3)");
    check("0 < n && n < 3 < 4", "0 < n && n < 3 && 3 < 4");
}

TEST(acsl_term_conditions)
{
    check("n", "n != 0");
    check("b && p", "b != 0 && p != \\null");
    check("!n ==> !b", "!(n != 0) ==> !(b != 0)");
    check("n == true && b == \\false", "n == 1 && b == 0");
    check("(n > 0) == 1", "(n > 0 ? 1 : 0) == 1");
    check("n > 0 ? b : n < 0", "n > 0 ? b != 0 : n < 0");
    same("n == (n > 0 ? n : -n)");
    same("n == (n > 0 ? 1 : n < 0 ? 2 : 3)");
    check("Flag(n) == true", "Flag(n) == \\true");
    check("Flag(n)", "Flag(n)");
}

TEST(acsl_term_names)
{
    same("a: n > 0");
    same("a: b: n > 0 && n < 3");
    same("n > 0 ==> (a: n > 1)");
    check("n > 0 && a: n > 1", "n > 0 && (a: n > 1)");
    check("n > 0 ? s.x == 1 : a: s.y == 2", "n > 0 ? s.x == 1 : (a: s.y == 2)");
    same("\"some text\": n > 0");
}

TEST(acsl_term_literals)
{
    check("n == 'a' + '\\n' + '\\x41' + '\\0' + '\\''", "n == 97 + 10 + 65 + 0 + 39");
    check("n == 0x1F + 017 + 0b11 + 10ull + 7U", "n == 31 + 15 + 3 + 10 + 7");
    check("d > 1.5e3 + .5 + 1. + 2.5f + 0x1p3", "d > 1500.0 + 0.5 + 1.0 + 2.5 + 8.0");
    check("t == \"a\\tb\" \"\\\"c\"", "t == \"a\\tb\\\"c\"");
    check("n < 18446744073709551615UL", "n < 18446744073709551615");
    check("n < 85070591730234615865843651857942052864",
          "n < 85070591730234615865843651857942052864");
    check("t != L\"x\" && n != u'x'", "t != \"x\" && n != 120");
    check("d < \\plus_infinity && d > \\minus_infinity && d != \\NaN", NULL);
    check("n < RED + GREEN", "n < 0 + 5");
}

TEST(acsl_term_macros)
{
    check("n < N", "n < 10");
    check("n <= INT_MAX && n >= INT_MIN", "n <= 2147483647 && n >= -2147483647 - 1");
    check("MAX(n, 3) > 0", "(n > 3 ? n : 3) > 0");
    check("TWICE(N) > 0", "(10 > 10 ? 10 : 10) > 0");
    check("INDIRECT(n, 1) > 0", "(n > 1 ? n : 1) > 0");
    check("GLUE(n, ) < GLUE(N, ) + GLUE(1, 2) + arr[GLUE(N,)]", "n < 10 + 12 + arr[10]");
    check("n < UINT64_MAX && n < SIZE_MAX",
          "n < 18446744073709551615 && n < 18446744073709551615");
    check("p != NULL", "p != \\null");
}

TEST(acsl_term_binders)
{
    check("\\forall integer i, j; i < j ==> p[i] <= p[j]",
          "\\forall integer i, integer j; i < j ==> p[i] <= p[j]");
    check("\\forall int *a, k, byte c, *e; *a == k && *e == c",
          "\\forall int *a, int k, byte c, byte *e; *a == k && *e == c");
    same("\\exists struct node *x; x->v == 3");
    check("\\exists unsigned long int x, const long y; x == y",
          "\\exists unsigned long x, long y; x == y");
    same("n > 0 ==> (\\exists integer i; p[i] == 0)");
    check("n > 0 && \\forall integer i; p[i] == 0 || n > 3",
          "n > 0 && (\\forall integer i; p[i] == 0 || n > 3)");
    same("\\let k = n + 1; k * k > 0");
    same("\\let c = n > 0; \\let e = p; c ==> *e > 0");
    check("\\forall integer n; n > 0", "\\forall integer n; n > 0");
    same("\\forall int (*a)[4]; (*a)[0] > 0");
    check("∀ ℤ i; i ≥ 0 ⇒ i ≠ 3 ∧ ¬(i ≤ 2)",
          "\\forall integer i; i >= 0 ==> i != 3 && !(i <= 2)");
}

TEST(acsl_term_memory)
{
    same("*p + p[1] + *(p + 2) == q->next->v + (*q).v");
    same("&p[1] == p + 1 && &g != \\null && &q->data[2] != p");
    same("q->i == 0 && q->f > 0.5 && s.x == 1");
    same("m[1][2] == arr[3] && q->data[n] == *q->data");
    same("p - p == 0 && p < p + 1");
    same("root->next->next == q && *root->data == 0");
    check("&twice != \\null", "twice != \\null");
    check("(int *)t == p && (char)n == *t && (real)n == d && (integer)d == 3", NULL);
    check("-(n + 1) == -n && !(n > 0) && *&g == 3", NULL);
    same("(byte)n == 1");
    check("sizeof(int) + sizeof n + sizeof(struct node *) + sizeof *p > 0",
          "sizeof(int) + sizeof(int) + sizeof(struct node *) + sizeof(int) > 0");
    check("{s \\with .x = 3}.x == 3", NULL);
}

TEST(acsl_term_sets)
{
    same("\\valid(p + (0 .. n - 1)) && \\valid(&m[0 .. 1][..])");
    check("\\valid(p+(0..n-1)) && \\valid(&p[0..]) && \\valid(&p[..3])",
          "\\valid(p + (0 .. n - 1)) && \\valid(&p[0 ..]) && \\valid(&p[.. 3])");
    check("n \\in {1, 2, 3} && n \\in 0..9", "n \\in \\union(1, 2, 3) && n \\in 0 .. 9");
    check("\\subset({1}, \\union(0 .. 3, {n}))",
          "\\subset(\\union(1), \\union(0 .. 3, \\union(n)))");
    check("\\subset(n, \\inter(0 .. 3, {n}))",
          "\\subset(\\union(n), \\inter(0 .. 3, \\union(n)))");
    same("n \\in { i * 2 | integer i; 0 <= i && i < 10 }");
    same("n \\in { i | integer i }");
    check("{n | 1} == {3}", "\\union(n | 1) == \\union(3)");
    same("Cells(p, n) == \\empty");
    same("\\separated(p, &g, arr + (0 .. 9))");
    same("\\valid(&(&q[0 .. 3])->v)");
}

TEST(acsl_term_folds)
{
    same("\\sum(0, n - 1, \\lambda integer i; p[i]) == n");
    same("\\numof(0, n, \\lambda integer i; p[i] == 0) > \\max(1, n)");
    same(
        "\\max(0, n, \\lambda integer i; p[i]) >= \\min(0, n, \\lambda integer i; p[i])");
    check("\\numof(0, n, \\lambda integer i; p[i]) > 0",
          "\\numof(0, n, \\lambda integer i; p[i] != 0) > 0");
    same("\\product(1, n, \\lambda integer i; i * 0.5) > d");
}

TEST(acsl_term_calls)
{
    check("In(p, n) && In(p, 1, n) && In(d)",
          "In{Here}(p, n) && In{Here}(p, 1, n) && In(d)");
    check("In(n)", "In(n)");
    check("answer == 42 && Same{Pre, Here}(p)", NULL);
    check("\\at(In(p, n), Pre) && \\old(In{Here}(p, n))",
          "\\at(In{Pre}(p, n), Pre) && \\old(In{Here}(p, n))");
    check("\\old(\\valid(p)) && \\valid{Pre}(p) && \\valid(p)",
          "\\old(\\valid{Old}(p)) && \\valid{Pre}(p) && \\valid(p)");
    check("\\old(*p) + \\at(p[1], Post) == *\\old(p)", NULL);
    check("\\abs(n) + \\floor(d) == 3 && \\is_finite(d) && \\pow(d, 2) > \\pi", NULL);
    check("strlen(t) == 3 && valid_read_string(t)", NULL);
    check("\\eq_float(d, 0.5)", "\\eq_double(d, 0.5)");
    check("\\result == p && *\\result == 3", NULL);
}

/* ---- Sorts. */

static void check_sort(const char *term, const char *sort)
{
    struct acsl_fixture f;
    struct assay_buf text;
    const AcslNode *n;

    acsl_fixture_init(&f);
    assay_buf_init(&text, NULL, 0);
    assay_buf_printf(
        &text,
        "%s/*@ ensures \\let it = %s; \\true; */\nint *f(int *p, int n, bool "
        "b, pt s, char *t, double d, struct node *q);\n",
        prelude, term);
    acsl_fixture_read(&f, text.at);
    CHECK_STR(acsl_fixture_report(&f), "");
    n = acsl_contract(f.file, cfront_function(f.c.unit, "f"))
            ->behaviors[0]
            .clauses[0]
            .body;
    CHECK_INT(n->kind, NODE_LET);
    assay_buf_clear(&text);
    acsl_fixture_sort(n->vars[0]->sort, &text);
    CHECK_STR(text.at, sort);
    assay_buf_done(&text);
    acsl_fixture_done(&f);
}

TEST(acsl_term_sorts)
{
    static const char *const all[][2] = {
        {"n", "'int'"},
        {"n + n", "integer"},
        {"n * d", "real"},
        {"d", "'double'"},
        {"-d", "real"},
        {"p + 1", "'int *'"},
        {"1 + p", "'int *'"},
        {"p - p", "integer"},
        {"arr", "'int[10]'"},
        {"arr + 1", "'int *'"},
        {"m[1]", "'int[4]'"},
        {"p + (0 .. 3)", "set of 'int *'"},
        {"p[0 .. 3]", "set of 'int'"},
        {"*(p + (0 .. 3))", "set of 'int'"},
        {"&arr[..]", "set of 'int *'"},
        {"q[0 .. 3].v", "set of 'int'"},
        {"0 .. 3", "set of integer"},
        {"{n, 2.5}", "set of real"},
        {"{p, \\null}", "set of 'int *'"},
        {"n > 0", "boolean"},
        {"b", "'_Bool'"},
        {"n > 0 ? 1 : n", "integer"},
        {"b ? n : n", "'int'"},
        {"b ? p : \\null", "'int *'"},
        {"b ? 1 : 2.5", "real"},
        {"\\max(1, n)", "integer"},
        {"\\max(1, d)", "real"},
        {"\\base_addr(p)", "'char *'"},
        {"\\lambda integer i; i > 0", "lambda to boolean"},
        {"Cells(p, 3)", "set of 'int *'"},
        {"&s.x", "'int *'"},
        {"(char)n", "'char'"},
        {"(char *)(p + (0 .. 3))", "set of 'char *'"},
        {"sizeof(int)", "integer"},
        {"n & 1", "integer"},
        {"'a'", "integer"},
        {"\\old(p)", "'int *'"},
        {"Flag(n)", "boolean"},
        {"{s \\with .x = 3}", "'pt'"},
        {"q->next", "'struct node *'"},
        {"q->data", "'int[4]'"},
        {"GREEN", "integer"},
        {"n % 2 == 0", "boolean"},
        {"{ i | integer i }", "set of integer"},
    };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        check_sort(all[i][0], all[i][1]);
}
