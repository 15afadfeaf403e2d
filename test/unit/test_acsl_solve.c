#include "acsl/formula.h"
#include "acsl/solve.h"
#include "acsl_fixture.h"
#include "choice/prng.h"
#include "emit/contract.h"
#include "harness.h"
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static void open_text(struct acsl_fixture *f, const char *text)
{
    acsl_fixture_init(f);
    acsl_fixture_read(f, text);
    CHECK_STR(acsl_fixture_codes(f), "");
}

/* ---- What can never be. */

static void check_codes(const char *text, const char *codes)
{
    struct acsl_fixture f;

    open_text(&f, text);
    acsl_solve(f.file);
    CHECK_STR(acsl_fixture_codes(&f), codes);
    acsl_fixture_done(&f);
}

static void check_report(const char *text, const char *report)
{
    struct acsl_fixture f;

    open_text(&f, text);
    acsl_solve(f.file);
    CHECK_STR(acsl_fixture_report(&f), report);
    acsl_fixture_done(&f);
}

TEST(acsl_solve_contradiction)
{
    check_report("/*@ requires n > 10;\n"
                 "    requires n != 12 && limit > 1;\n"
                 "    requires n < limit && limit < 5 && n > 3; */\n"
                 "int take(int n, int limit) { return limit - n; }\n",
                 "t.c:3:27: error: the precondition of 'take' can never hold [E0413]\n"
                 "    3 |     requires n < limit && limit < 5 && n > 3; */\n"
                 "      |                           ^^^^^^^^^\n"
                 "  note: it contradicts this\n"
                 "    t.c:1:14\n"
                 "    1 | /*@ requires n > 10;\n"
                 "      |              ^^^^^^\n"
                 "  note: together with this\n"
                 "    t.c:3:14\n"
                 "    3 |     requires n < limit && limit < 5 && n > 3; */\n"
                 "      |              ^^^^^^^^^\n");
}

TEST(acsl_solve_type)
{
    check_report("/*@ requires u < 0; */\n"
                 "int f(unsigned u, int x) { return x; }\n",
                 "t.c:1:14: error: the precondition of 'f' can never hold [E0413]\n"
                 "    1 | /*@ requires u < 0; */\n"
                 "      |              ^^^^^\n"
                 "  note: 'u' is of type 'unsigned int': 0 to 4294967295\n");
}

TEST(acsl_solve_idle)
{
    check_report("/*@ requires n >= 0;\n"
                 "    behavior negative:\n"
                 "      assumes n < 0; */\n"
                 "int half(int n) { return n / 2; }\n",
                 "t.c:3:15: warning: behavior 'negative' can never apply [W0403]\n"
                 "    3 |       assumes n < 0; */\n"
                 "      |               ^^^^^\n"
                 "  note: it contradicts this\n"
                 "    t.c:1:14\n"
                 "    1 | /*@ requires n >= 0;\n"
                 "      |              ^^^^^^\n");
}

TEST(acsl_solve_never)
{
    static const char *const never[] = {
        "/*@ requires \\valid(p) && p == \\null; */ int f(int *p) { return 0; }",
        "/*@ requires \\valid{Pre}(p) && p == \\null; */ int f(int *p) { return 0; }",
        "/*@ requires n > 0 && \\valid(a + (0..n-1)) && a == \\null; */\n"
        "int f(int *a, int n) { return 0; }",
        "/*@ predicate Big(integer x) = x > 100; */\n"
        "/*@ requires Big(u) && u <= 100; */ int f(char u) { return 0; }",
        "struct s { int size, cap; };\n"
        "/*@ requires (*s).size < s->cap && s->size > s->cap; */\n"
        "int f(struct s *s) { return 0; }",
        "/*@ requires a[0] == 1 && *a == 2; */ int f(int *a) { return 0; }",
        "/*@ requires \\forall integer i; 0 <= i < 3 ==> x != i;\n"
        "    requires 0 <= x < 3; */ int f(int x) { return 0; }",
        "int g;\n/*@ requires g > 3 && g == x && x <= 2; */ int f(int x) { return 0; }",
        "/*@ requires (unsigned char)x == x && x > 255; */ int f(int x) { return 0; }",
        "/*@ requires x \\in {1, 2, 5} && x > 5; */ int f(int x) { return 0; }",
        "/*@ requires x % 7 == 3 && x / 7 == -2; */ int f(int x) { return 0; }",
        "/*@ requires (x & 7) == 8; */ int f(int x) { return 0; }",
        "/*@ requires d > 1.5 && !(d > 1.5); */ int f(double d) { return 0; }",
    };

    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        check_codes(never[i], "E0413");
}

TEST(acsl_solve_possible)
{
    static const char *const possible[] = {
        "/*@ requires \\false; */ int f(int x) { return 0; }",
        "/*@ requires \\valid(a + (0..n-1)) && a == \\null; */\n"
        "int f(int *a, int n) { return 0; }",
        /* The same address, read as another type. */
        "/*@ requires *p == 1000 && *(char *)p == 5; */ int f(int *p) { return 0; }",
        "/*@ requires (int)d == 5 && (char)d == 6; */ int f(double d) { return 0; }",
        "union u { int a; char b; };\n"
        "/*@ requires p->a == 1000 && p->b == 5; */ int f(union u *p) { return 0; }",
        /* Not a real solution in sight. */
        "/*@ logic integer fact(integer n) = n <= 0 ? 1 : n * fact(n - 1); */\n"
        "/*@ requires fact(n) == 7; */ int f(int n) { return 0; }",
        "/*@ inductive Even(integer n) { case zero: Even(0);\n"
        "    case more: \\forall integer n; Even(n) ==> Even(n + 2); } */\n"
        "/*@ requires Even(n) && n > 10; */ int f(int n) { return 0; }",
        "/*@ requires x % 7 == -3 && x / 7 == -2; */ int f(int x) { return 0; }",
        "/*@ requires x >> 1 == -1 && x << 2 == -8; */ int f(int x) { return 0; }",
        "/*@ requires (signed char)x == -1 && x > 0; */ int f(int x) { return 0; }",
        /* Operations on reals may come to anything, but of the same always to the same.
         */
        "/*@ requires a + c != b + c && c - a != c - b; */\n"
        "int f(double a, double b, double c) { return 0; }",
        /* Without a body there is nothing to test. */
        "/*@ requires x < 0 && x > 0; */ int f(int x);",
    };

    for (size_t i = 0; i < sizeof possible / sizeof *possible; i++)
        check_codes(possible[i], "");
}

/* Texts are not known: what is said of one may be so, but not that and its opposite. */
TEST(acsl_solve_texts)
{
    static const char around[] = "/*@ language Host: start: [a-z]+; */\n"
                                 "typedef char *Host;\n"
                                 "/*@ requires %s; */\n"
                                 "int f(Host h, char *s, int n) { return n; }\n";
    static const struct {
        const char *condition, *codes;
    } all[] = {
        {"h \\in Host && !(s \\in Host)", ""},
        {"s \\in Host && !(s \\in Host)", "E0413"},
        {"h == s && h != s", "E0413"},
        {"h == s && \\length(h) > 3 && h[0] == 'a' && s[0] == 'b'", ""},
        {"h < s && s < h", ""},
        {"h == \"a\" && h == \"b\"", ""},
        {"\\text(s, n) == h && \\text(s, n + 1) != h", ""},
        {"\\select(s, Host, \"..start\") == \\select(s, Host, \"..start\")", ""},
        {"\\forall text t; t \\in \\select_all(s, Host, \"..start\") ==> t == s", ""},
        {"\\select_all(s, Host, \"..start\")[n][0] == 3 && n > 2 && n < 4", ""},
        {"\\let t = \\text(s, 3); t \\in Host && t == h && n > 3 && n < 2", "E0413"},
    };
    char text[600];

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        snprintf(text, sizeof text, around, all[i].condition);
        check_codes(text, all[i].codes);
    }
}

TEST(acsl_solve_covers)
{
    check_report("/*@ behavior low:\n"
                 "      assumes n < 0;\n"
                 "    behavior high:\n"
                 "      assumes n > 0;\n"
                 "    complete behaviors;\n"
                 "    disjoint behaviors; */\n"
                 "int sign(int n) { return n < 0 ? -1 : 1; }\n",
                 "t.c:5:5: warning: the behaviors are not complete: none of them applies "
                 "[W0404]\n"
                 "    5 |     complete behaviors;\n"
                 "      |     ^^^^^^^^^^^^^^^^^^\n"
                 "  when: n = 0\n");
    check_report("/*@ requires -10 <= n <= 10;\n"
                 "    behavior low:\n"
                 "      assumes n <= 3;\n"
                 "    behavior high:\n"
                 "      assumes n >= 3;\n"
                 "    complete behaviors;\n"
                 "    disjoint behaviors; */\n"
                 "int sign(int n) { return n < 0 ? -1 : 1; }\n",
                 "t.c:7:5: warning: the behaviors are not disjoint: both 'low' and "
                 "'high' apply [W0404]\n"
                 "    7 |     disjoint behaviors; */\n"
                 "      |     ^^^^^^^^^^^^^^^^^^\n"
                 "  when: n = 3\n");
}

/* An example that depends on memory may be none. */
TEST(acsl_solve_covers_unsure)
{
    check_codes("/*@ requires *p == 0 && n <= *p && n >= *p;\n"
                "    behavior one: assumes n == 0;\n"
                "    behavior two: assumes *p == 0;\n"
                "    complete behaviors; disjoint behaviors; */\n"
                "int f(int *p, int n) { return 0; }\n",
                "");
}

static int64_t now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* What no solver decides takes little time, and says nothing. */
TEST(acsl_solve_gives_up)
{
    int64_t start = now_ms();

    check_codes("/*@ requires x*x*x + y*y*y + z*z*z == 114 && x*y*z != 0; */\n"
                "int f(long x, long y, long z) { return 0; }\n",
                "");
    CHECK(now_ms() - start < 5000);
}

/* ---- Against evaluation: all values of two small numbers. */

static void put_term(struct assay_prng *p, struct assay_buf *out, int depth)
{
    static const char *const ops[] = {"+", "-", "*", "/", "%", "&", ">>"};
    uint64_t kind = assay_prng_upto(p, depth == 0 ? 2 : 6);

    if (kind < 2) {
        assay_buf_puts(out, kind == 0 ? "a" : "b");
    } else if (kind == 2) {
        assay_buf_printf(out, "%d", (int)assay_prng_upto(p, 6) - 2);
    } else {
        const char *op = ops[assay_prng_upto(p, 6)];
        assay_buf_putc(out, '(');
        put_term(p, out, depth - 1);
        assay_buf_printf(out, " %s ", op);
        if (op[0] == '&' || op[0] == '>')
            assay_buf_putc(out, '1');
        else if (op[0] == '/' || op[0] == '%')
            assay_buf_puts(out, assay_prng_upto(p, 1) ? "3" : "-2");
        else
            put_term(p, out, depth - 1);
        assay_buf_putc(out, ')');
    }
}

static void put_predicate(struct assay_prng *p, struct assay_buf *out, int depth)
{
    static const char *const comparisons[] = {"==", "!=", "<", "<=", ">", ">="};
    static const char *const connectives[] = {"&&", "||", "==>", "<==>", "^^"};

    assay_buf_putc(out, '(');
    if (depth == 0) {
        put_term(p, out, 2);
        assay_buf_printf(out, " %s ", comparisons[assay_prng_upto(p, 5)]);
        put_term(p, out, 2);
    } else {
        assay_buf_puts(out, assay_prng_upto(p, 3) ? "" : "!");
        put_predicate(p, out, depth - 1);
        assay_buf_printf(out, " %s ", connectives[assay_prng_upto(p, 4)]);
        put_predicate(p, out, depth - 1);
    }
    assay_buf_putc(out, ')');
}

/* How many of the 256 pairs satisfy the clause; all are known. */
static uint32_t solutions(const AcslContract *c)
{
    const CParam *params = c->function->params;
    const AcslScalar scalars[] = {{"a", params[0].type, &params[0], NULL},
                                  {"b", params[1].type, &params[1], NULL}};
    uint32_t count = 0;

    for (int a = -8; a < 8; a++)
        for (int b = -8; b < 8; b++) {
            Known values[] = {{true, a}, {true, b}}, k;
            bool all = true;
            for (uint32_t i = 0; i < c->behaviors[0].nclauses; i++) {
                k = scalar_value(c->behaviors[0].clauses[i].body, scalars, values, 2);
                CHECK(k.known);
                all = all && k.value != 0;
            }
            count += all;
        }
    return count;
}

static void check_models(struct acsl_fixture *f, const AcslContract *c)
{
    AcslModels m;

    CHECK(acsl_models(f->file, c, &c->behaviors[0], &m));
    for (uint32_t i = 0; i < m.count; i++) {
        Known values[] = {{true, m.values[i][0]}, {true, m.values[i][1]}};
        CHECK(!scalar_refutes(&c->behaviors[0], CLAUSE_REQUIRES, m.scalars, values, 2));
        CHECK(values[0].value >= -8 && values[0].value < 8);
    }
    CHECK((m.count > 0) == (solutions(c) > 0));
}

/* A contract about all pairs, or about one. */
static void put_function(struct assay_prng *p, struct assay_buf *out, int number)
{
    assay_buf_puts(out, "/*@ requires -8 <= a < 8 && -8 <= b < 8;\n    requires ");
    if (number % 4 > 0)
        assay_buf_printf(out, "a == %d && b == %d && ", (int)assay_prng_upto(p, 15) - 8,
                         (int)assay_prng_upto(p, 15) - 8);
    put_predicate(p, out, (int)assay_prng_upto(p, 2));
    assay_buf_puts(out, " && ");
    put_predicate(p, out, 0);
    assay_buf_printf(out, "; */\nint f%d(int a, int b) { return a; }\n", number);
}

static bool is_reported(const struct acsl_fixture *f, const AcslContract *c)
{
    char start[64];

    snprintf(start, sizeof start, "the precondition of '%s' ", c->function->name);
    for (uint32_t i = 0; i < f->c.diags.count; i++)
        if (strncmp(f->c.diags.at[i]->message, start, strlen(start)) == 0)
            return true;
    return false;
}

TEST(acsl_solve_agrees_with_evaluation)
{
    struct acsl_fixture f;
    struct assay_prng p;
    struct assay_buf text;
    uint32_t never = 0;

    assay_prng_init(&p, 7, 0);
    assay_buf_init(&text, NULL, 0);
    for (int i = 0; i < 80; i++)
        put_function(&p, &text, i);
    open_text(&f, text.at);
    acsl_solve(f.file);
    for (uint32_t i = 0; i < f.file->ncontracts; i++) {
        const AcslContract *c = &f.file->contracts[i];
        bool found = is_reported(&f, c);
        if (found != (solutions(c) == 0))
            CHECK_STR(c->function->name, found ? "possible" : "never");
        never += found;
        if (i % 16 == 0)
            check_models(&f, c);
    }
    CHECK(never > 15 && never < 70);
    acsl_fixture_done(&f);
    assay_buf_done(&text);
}

/* ---- Models. */

static bool has_model(const AcslModels *m, const int64_t *values)
{
    for (uint32_t i = 0; i < m->count; i++) {
        bool same = true;
        for (uint32_t k = 0; k < m->nscalars; k++)
            same = same && m->values[i][k] == values[k];
        if (same)
            return true;
    }
    return false;
}

static void find_models(struct acsl_fixture *f, const char *text, AcslModels *ret)
{
    open_text(f, text);
    CHECK(acsl_models(f->file, &f->file->contracts[0],
                      &f->file->contracts[0].behaviors[0], ret));
    CHECK(ret->count <= SOLVE_MODELS + SOLVE_CORNERS);
}

TEST(acsl_solve_models_circle)
{
    struct acsl_fixture f;
    AcslModels m;

    find_models(&f,
                "/*@ requires x*x + y*y == 25 && x < y; */\n"
                "int f(int x, int y) { return x; }",
                &m);
    CHECK(m.count >= 1);
    for (uint32_t i = 0; i < m.count; i++) {
        int64_t x = (int64_t)m.values[i][0], y = (int64_t)m.values[i][1];
        CHECK_INT(x * x + y * y, 25);
        CHECK(x < y);
    }
    acsl_fixture_done(&f);
}

TEST(acsl_solve_models_line)
{
    struct acsl_fixture f;
    AcslModels m;

    find_models(&f,
                "/*@ requires x == 7919 * y + 13 && y > 100; */\n"
                "int f(int x, int y) { return x; }",
                &m);
    CHECK(m.count >= 3);
    CHECK(has_model(&m, (int64_t[]){7919 * 101 + 13, 101}));
    for (uint32_t i = 0; i < m.count; i++)
        CHECK_INT((int64_t)m.values[i][0], 7919 * (int64_t)m.values[i][1] + 13);
    acsl_fixture_done(&f);
}

TEST(acsl_solve_models_sum)
{
    struct acsl_fixture f;
    AcslModels m;

    find_models(&f,
                "/*@ requires a + b + c == 1000000 && a > b && b > c; */\n"
                "int f(int a, int b, int c) { return a; }",
                &m);
    CHECK(m.count >= 5);
    for (uint32_t i = 0; i < m.count; i++) {
        const AcslWide *v = m.values[i];
        CHECK(v[0] + v[1] + v[2] == 1000000 && v[0] > v[1] && v[1] > v[2]);
    }
    acsl_fixture_done(&f);
}

/* At the limit of what is ensured, and beside it. */
TEST(acsl_solve_models_limits)
{
    struct acsl_fixture f;
    bool found[3] = {false, false, false};
    AcslModels m;

    find_models(&f,
                "/*@ requires x > 1000;\n"
                "    ensures x * 3 > y + 7 ==> \\result == 1; */\n"
                "int f(int x, int y) { return x * 3 > y + 7; }",
                &m);
    for (uint32_t i = 0; i < m.count; i++) {
        AcslWide distance = m.values[i][0] * 3 - m.values[i][1] - 7;
        if (distance >= -1 && distance <= 1)
            found[distance + 1] = true;
    }
    CHECK(found[0] && found[1] && found[2]);
    acsl_fixture_done(&f);
}

/* Special values meet each other, also when there are many numbers. */
TEST(acsl_solve_models_corners)
{
    struct acsl_fixture f;
    AcslModels m;

    find_models(&f, "/*@ assigns \\nothing; */ int f(int a, int b) { return a; }", &m);
    CHECK(has_model(&m, (int64_t[]){INT_MIN, -1}));
    CHECK(has_model(&m, (int64_t[]){INT_MAX, INT_MAX}));
    CHECK(has_model(&m, (int64_t[]){5, 0}) == false);
    acsl_fixture_done(&f);
    find_models(&f,
                "/*@ ensures \\result != 77; */\n"
                "int f(int a, int b, int c, int d, int e) { return a; }",
                &m);
    CHECK_UINT(m.count, SOLVE_CORNERS);
    CHECK(has_model(&m, (int64_t[]){INT_MIN, -1, 0, 0, 0}));
    CHECK(has_model(&m, (int64_t[]){0, 0, 0, -1, INT_MIN}));
    CHECK(has_model(&m, (int64_t[]){0, 0, 77, 0, 0}));
    acsl_fixture_done(&f);
}

TEST(acsl_solve_models_behavior)
{
    struct acsl_fixture f;
    AcslModels m;

    open_text(&f, "int g;\n"
                  "/*@ requires n > g;\n"
                  "    behavior b: assumes g >= 2147483646;\n"
                  "    behavior c: assumes n == 5; requires g == 3; */\n"
                  "int f(int n, unsigned char u) { return n; }\n");
    CHECK(acsl_models(f.file, &f.file->contracts[0], &f.file->contracts[0].behaviors[1],
                      &m));
    CHECK_UINT(m.nscalars, 3);
    CHECK_STR(m.scalars[2].name, "g");
    CHECK(m.count > 0);
    for (uint32_t i = 0; i < m.count; i++)
        CHECK(m.values[i][0] == INT_MAX && m.values[i][2] == INT_MAX - 1);
    CHECK(acsl_models(f.file, &f.file->contracts[0], &f.file->contracts[0].behaviors[2],
                      &m));
    for (uint32_t i = 0; i < m.count; i++)
        CHECK(m.values[i][0] == 5 && m.values[i][2] == 3);
    acsl_fixture_done(&f);
}

/* ---- Seeds. */

static const char *find_seed(const ContractTest *t, const char *start)
{
    for (const char *const *s = t->seeds; t->seeds && *s; s++)
        if (strncmp(*s, start, strlen(start)) == 0)
            return *s;
    return NULL;
}

static void emit(struct acsl_fixture *f, const char *text, ContractSummary *ret,
                 struct assay_buf *main)
{
    const ContractOptions options = {.level = CONTRACT_ALL, .tests = true};
    struct assay_buf copy;

    open_text(f, text);
    assay_buf_init(&copy, NULL, 0);
    assay_buf_init(main, NULL, 0);
    CHECK(emit_contract(f->file, &options, &copy, ret));
    emit_contract_main(f->file, ret, main);
    assay_buf_done(&copy);
}

TEST(acsl_solve_seeds_of_division)
{
    struct acsl_fixture f;
    struct assay_buf main;
    ContractSummary s;
    uint32_t count = 0;

    emit(&f,
         "/*@ assigns \\nothing; ensures \\result >= 0; */\n"
         "int abs_div(int a, int b) { int r = a / b; return r < 0 ? -r : r; }\n",
         &s, &main);
    CHECK_UINT(s.ntests, 1);
    CHECK(find_seed(&s.tests[0], "assay1 x0 i-2147483648 i-1 ."));
    CHECK(find_seed(&s.tests[0], "assay1 x0 i1 i0 ."));
    for (const char *const *at = s.tests[0].seeds; *at; at++)
        count++;
    CHECK(count < 300);
    CHECK(strstr(main.at, "    \"assay1 x0 i-2147483648 i-1 .") != NULL);
    CHECK(strstr(main.at, ".seeds = seeds_of_assay_tested_abs_div}") != NULL);
    assay_buf_done(&main);
    acsl_fixture_done(&f);
}

/* Globals, enums, booleans, structs, ranges and lengths stand before the last number. */
TEST(acsl_solve_seeds_of_all_kinds)
{
    struct acsl_fixture f;
    struct assay_buf main;
    ContractSummary s;

    emit(&f,
         "enum color { RED = 1, GREEN = 2 };\n"
         "struct point { char tag; double x; int at[2]; };\n"
         "int g; static unsigned char table[2];\n"
         "/*@ requires g == 100 && table[0] >= 0;\n"
         "    requires s == 3 || s >= 31000;\n"
         "    requires \\valid(a + (0..n-1));\n"
         "    requires c == GREEN; */\n"
         "int f(enum color c, _Bool b, struct point p, int *a, int n, short s)\n"
         "{ return 0; }\n",
         &s, &main);
    CHECK_UINT(s.ntests, 1);
    /* mood, g, table, c, b, p, n, s */
    CHECK(find_seed(&s.tests[0],
                    "assay1 x0 i100 u0 u0 o0 x1 u1 i0 f0x0p+0 i0 i0 o0 i1 x0 ."));
    CHECK(find_seed(&s.tests[0],
                    "assay1 x0 i100 u0 u0 o0 x1 u0 i0 f0x0p+0 i0 i0 o1 i-1 x0 ."));
    CHECK(find_seed(&s.tests[0],
                    "assay1 x0 i100 u0 u0 o0 x1 u0 i0 f0x0p+0 i0 i0 o0 i0 x1 i32767 ."));
    assay_buf_done(&main);
    acsl_fixture_done(&f);
}

/* As many more are tried as are needed at least. */
TEST(acsl_solve_seeds_of_long_arrays)
{
    struct acsl_fixture f;
    struct assay_buf main;
    ContractSummary s;

    emit(&f,
         "/*@ requires n >= 100 && \\valid(a + (0..n-1)); requires n % 40 == 3; */\n"
         "int f(int *a, int n) { return a[n - 1]; }\n",
         &s, &main);
    CHECK(find_seed(&s.tests[0], "assay1 x0 i123 ."));
    CHECK(!find_seed(&s.tests[0], "assay1 x0 i163 ."));
    assay_buf_done(&main);
    acsl_fixture_done(&f);
}

TEST(acsl_solve_no_seeds_without_numbers)
{
    struct acsl_fixture f;
    struct assay_buf main;
    ContractSummary s;

    emit(&f, "/*@ requires \\valid(p); assigns *p; */ void f(int *p) { *p = 0; }\n", &s,
         &main);
    CHECK_UINT(s.ntests, 1);
    CHECK(!s.tests[0].seeds);
    CHECK(!strstr(main.at, "seeds"));
    assay_buf_done(&main);
    acsl_fixture_done(&f);
}
