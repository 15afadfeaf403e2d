/*
 * Conditions about numbers: what they are for given ones, and what a solver is asked.
 */
#include "acsl/formula.h"
#include "acsl_fixture.h"
#include "harness.h"

static const char prelude[] =
    "enum color { RED, GREEN = 5 }; struct s { int x, y[3]; }; extern int g;\n"
    "/*@ predicate Big(integer x) = x > 100; logic integer Twice(integer x) = 2 * x;\n"
    "    logic integer Sum(integer x, integer y) = Twice(x) + y;\n"
    "    logic integer Fact(integer n) = n <= 0 ? 1 : n * Fact(n - 1);\n"
    "    predicate Low(int *q) = *q < 3; logic integer Two = 2;\n"
    "    predicate Even(integer n) reads \\nothing;\n"
    "    logic integer Many(integer b1, integer b2, integer b3) = b1 + b2 * b3; */\n";
static const char parameters[] = "int f(int a, int b, unsigned u, _Bool t, double d, int "
                                 "*p, struct s *q, enum color k, "
                                 "long l)";

struct asked {
    struct acsl_fixture f;
    const AcslContract *contract;
    struct assay_buf text;
};

static void asked_init(struct asked *a, const char *const *conditions)
{
    acsl_fixture_init(&a->f);
    assay_buf_init(&a->text, NULL, 0);
    assay_buf_printf(&a->text, "%s/*@\n", prelude);
    for (; *conditions; conditions++)
        assay_buf_printf(&a->text, "  requires %s;\n", *conditions);
    assay_buf_printf(&a->text, "*/ %s;\n", parameters);
    acsl_fixture_read(&a->f, a->text.at);
    CHECK_STR(acsl_fixture_report(&a->f), "");
    a->contract = acsl_contract(a->f.file, cfront_function(a->f.c.unit, "f"));
    assay_buf_clear(&a->text);
}

static void asked_done(struct asked *a)
{
    assay_buf_done(&a->text);
    acsl_fixture_done(&a->f);
}

static const AcslNode *condition(const struct asked *a, uint32_t i)
{
    return a->contract->behaviors[0].clauses[i].body;
}

/* The sides of a comparison, as numbers, where a = 5, b = -3, u = 7, t = 1 and g = 4. */
static void check_values(const char *const *terms, const char *expected)
{
    struct asked a;
    const AcslScalar *scalars;
    uint32_t count;
    Known values[16] = {{true, 5}, {true, -3}, {true, 7}, {true, 1}, {true, 5}};

    asked_init(&a, terms);
    CHECK(formula_scalars(a.contract, &a.f.c.arena, &scalars, &count));
    for (uint32_t i = 0; i < count; i++)
        assay_buf_printf(&a.text, "%s ", scalars[i].name);
    assay_buf_putc(&a.text, '\n');
    values[5] = (Known){false, 99};
    values[6] = (Known){true, 4};
    for (uint32_t i = 0; i < a.contract->behaviors[0].nclauses; i++) {
        Known is = scalar_value(condition(&a, i), scalars, values, count);

        acsl_print(condition(&a, i), &a.text);
        assay_buf_printf(&a.text, ": %s\n", !is.known ? "?" : is.value ? "yes" : "no");
    }
    CHECK_STR(a.text.at, expected);
    asked_done(&a);
}
#define CHECK_VALUES(EXPECTED, ...)                                                      \
    check_values((const char *const[]){__VA_ARGS__, NULL}, EXPECTED)

TEST(acsl_values_of_arithmetic)
{
    CHECK_VALUES("a b u t k l g \n"
                 "a + b == 2: yes\n"
                 "a - b == 8: yes\n"
                 "a * b == -15: yes\n"
                 "a / 2 == 2: yes\n"
                 "b / 2 == -1: yes\n"
                 "b % 2 == -1: yes\n"
                 "a / -1 == -5: yes\n"
                 "a % -1 == 0: yes\n"
                 "a / (a - 5) == 0: ?\n"
                 "a % (a - 5) == 0: ?\n"
                 "(a & 4) == 4: yes\n"
                 "(a | 2) == 7: yes\n"
                 "(a ^ 1) == 4: yes\n"
                 "~a == -6: yes\n"
                 "-b == 3: yes\n"
                 "a << 3 == 40: yes\n"
                 "b << 1 == -6: yes\n"
                 "a >> 1 == 2: yes\n"
                 "b >> 1 == -2: yes\n"
                 "a << -1 == 0: ?\n"
                 "a << 100 > a: yes\n"
                 "a << 101 > a: ?\n"
                 "l == 99: ?\n"
                 "l * 0 == 0: ?\n"
                 "l + a == 1: ?\n"
                 "\\abs(b) == 3: yes\n"
                 "\\abs(a) == 5: yes\n"
                 "\\abs(l) == 1: ?\n"
                 "\\min(a, b) == b: yes\n"
                 "\\max(a, b) == a: yes\n"
                 "\\min(a, l) == a: ?\n"
                 "\\max(b, a) == a: yes\n"
                 "\\min(b, a) == b: yes\n"
                 "k == 5: yes\n"
                 "sizeof(int) == 4: yes\n"
                 "170141183460469231731687303715884105727 + a > 0: ?\n"
                 "-170141183460469231731687303715884105727 - a > 0: ?\n"
                 "170141183460469231731687303715884105727 * a > 0: ?\n"
                 "g == 4: yes\n",
                 "a + b == 2", "a - b == 8", "a * b == -15", "a / 2 == 2", "b / 2 == -1",
                 "b % 2 == -1", "a / -1 == -5", "a % -1 == 0", "a / (a - 5) == 0",
                 "a % (a - 5) == 0", "(a & 4) == 4", "(a | 2) == 7", "(a ^ 1) == 4",
                 "~a == -6", "-b == 3", "a << 3 == 40", "b << 1 == -6", "a >> 1 == 2",
                 "b >> 1 == -2", "a << -1 == 0", "a << 100 > a", "a << 101 > a",
                 "l == 99", "l * 0 == 0", "l + a == 1", "\\abs(b) == 3", "\\abs(a) == 5",
                 "\\abs(l) == 1", "\\min(a, b) == b", "\\max(a, b) == a",
                 "\\min(a, l) == a", "\\max(b, a) == a", "\\min(b, a) == b", "k == GREEN",
                 "sizeof(int) == 4", "170141183460469231731687303715884105727 + a > 0",
                 "-170141183460469231731687303715884105727 - a > 0",
                 "170141183460469231731687303715884105727 * a > 0", "g == 4");
}

TEST(acsl_values_of_conditions)
{
    CHECK_VALUES(
        "a b u t k l \n"
        "a == 5: yes\n"
        "a != 5: no\n"
        "a < 5: no\n"
        "a <= 5: yes\n"
        "a > 5: no\n"
        "a >= 5: yes\n"
        "a > 0 && b < 0: yes\n"
        "a > 0 && l > 0: ?\n"
        "a < 0 && l > 0: no\n"
        "l > 0 && a < 0: no\n"
        "l > 0 && a > 0: ?\n"
        "a > 0 || l > 0: yes\n"
        "l > 0 || a > 0: yes\n"
        "a < 0 || l > 0: ?\n"
        "l > 0 || a < 0: ?\n"
        "a < 0 || b > 0: no\n"
        "a < 0 ==> l > 0: yes\n"
        "a > 0 ==> l > 0: ?\n"
        "l > 0 ==> a > 0: yes\n"
        "l > 0 ==> a < 0: ?\n"
        "a > 0 ==> b > 0: no\n"
        "a > 0 <==> b < 0: yes\n"
        "a > 0 <==> b > 0: no\n"
        "a > 0 ^^ b > 0: yes\n"
        "a > 0 ^^ b < 0: no\n"
        "l > 0 <==> a > 0: ?\n"
        "!(a > 0): no\n"
        "!(l > 0): ?\n"
        "a > 0 ? b < 0 : b > 0: yes\n"
        "a < 0 ? b < 0 : b > 0: no\n"
        "l > 0 ? a > 0 : a > 0: ?\n"
        "t != 0: yes\n"
        "\\true: yes\n"
        "\\false: no\n"
        "named: a > 0: yes\n"
        "\\at(a, Pre) == 5: yes\n"
        "\\let x = a + 1; x == 6: yes\n"
        "\\let x = a; \\let y = x + b; y == 2: yes\n"
        "\\let x = l; x == 6: ?\n"
        "Big(a): no\n"
        "Big(100 * a): yes\n"
        "Twice(a) == 10: yes\n"
        "Sum(a, b) == 7: yes\n"
        "Many(a, b, u) == -16: yes\n"
        "Two == 2: yes\n"
        "Fact(a) == 120: yes\n"
        "Even(a): ?\n"
        "Low{Here}(p): ?\n"
        "*p == 3: ?\n"
        "d > 1.5: ?\n"
        "\\valid(p): ?\n",
        "a == 5", "a != 5", "a < 5", "a <= 5", "a > 5", "a >= 5", "a > 0 && b < 0",
        "a > 0 && l > 0", "a < 0 && l > 0", "l > 0 && a < 0", "l > 0 && a > 0",
        "a > 0 || l > 0", "l > 0 || a > 0", "a < 0 || l > 0", "l > 0 || a < 0",
        "a < 0 || b > 0", "a < 0 ==> l > 0", "a > 0 ==> l > 0", "l > 0 ==> a > 0",
        "l > 0 ==> a < 0", "a > 0 ==> b > 0", "a > 0 <==> b < 0", "a > 0 <==> b > 0",
        "a > 0 ^^ b > 0", "a > 0 ^^ b < 0", "l > 0 <==> a > 0", "!(a > 0)", "!(l > 0)",
        "a > 0 ? b < 0 : b > 0", "a < 0 ? b < 0 : b > 0", "l > 0 ? a > 0 : a > 0", "t",
        "\\true", "\\false", "named: a > 0", "\\at(a, Pre) == 5",
        "\\let x = a + 1; x == 6", "\\let x = a; \\let y = x + b; y == 2",
        "\\let x = l; x == 6", "Big(a)", "Big(100 * a)", "Twice(a) == 10",
        "Sum(a, b) == 7", "Many(a, b, u) == -16", "Two == 2", "Fact(a) == 120", "Even(a)",
        "Low(p)", "*p == 3", "d > 1.5", "\\valid(p)");
}

TEST(acsl_values_of_sets_and_casts)
{
    CHECK_VALUES("a b u t k l \n"
                 "a \\in 1 .. 5: yes\n"
                 "a \\in 6 .. 9: no\n"
                 "a \\in .. 5: yes\n"
                 "a \\in 6 ..: no\n"
                 "a \\in \\union(1, 5): yes\n"
                 "a \\in \\union(1, 2): no\n"
                 "a \\in \\union(1, l): ?\n"
                 "a \\in \\union(1, l, 5): yes\n"
                 "a \\in \\union(l, 1 .. 9): yes\n"
                 "a \\in \\union(1 .. 2, 4 .. 6): yes\n"
                 "a \\in l .. 9: ?\n"
                 "l \\in \\union(1): ?\n"
                 "a \\in \\union(1 .. 2, \\union(3, 5)): yes\n"
                 "\\subset(\\union(a), 1 .. 5): ?\n"
                 "\\subset(\\union(a), 6 .. 7): ?\n"
                 "(unsigned char)(a + 251) == 0: yes\n"
                 "(unsigned char)b == 253: yes\n"
                 "(signed char)(a + 123) == -128: yes\n"
                 "(signed char)(b - 126) == 127: yes\n"
                 "(_Bool)a == 1: yes\n"
                 "(_Bool)(a - 5) == 0: yes\n"
                 "(unsigned int)b == 4294967293: yes\n"
                 "(long)a == 5: yes\n"
                 "(integer)b == -3: yes\n"
                 "(unsigned char)l == 0: ?\n"
                 "(int)d == 0: ?\n"
                 "(unsigned char)(a + 256) == 5: yes\n"
                 "(short)40000 == -25536: yes\n"
                 "(unsigned long)b > 0: yes\n",
                 "a \\in (1 .. 5)", "a \\in (6 .. 9)", "a \\in (.. 5)", "a \\in (6 ..)",
                 "a \\in {1, 5}", "a \\in {1, 2}", "a \\in {1, l}", "a \\in {1, l, 5}",
                 "a \\in {l, 1 .. 9}", "a \\in {1 .. 2, 4 .. 6}", "a \\in (l .. 9)",
                 "l \\in {1}", "a \\in \\union(1 .. 2, \\union(3, 5))",
                 "\\subset(a, 1 .. 5)", "\\subset(a, 6 .. 7)",
                 "(unsigned char)(a + 251) == 0", "(unsigned char)(b) == 253",
                 "(signed char)(a + 123) == -128", "(signed char)(b - 126) == 127",
                 "(_Bool)a == 1", "(_Bool)(a - 5) == 0", "(unsigned)b == 4294967293",
                 "(long)a == 5", "(integer)b == -3", "(unsigned char)l == 0",
                 "(int)d == 0", "(unsigned char)(a + 256) == 5", "(short)40000 == -25536",
                 "(unsigned long)b > 0");
}

/* ---- What a solver is asked. */

static void check_formulas(const char *const *conditions, const char *expected)
{
    struct asked a;
    const AcslScalar *scalars;
    uint32_t count;

    asked_init(&a, conditions);
    CHECK(formula_scalars(a.contract, &a.f.c.arena, &scalars, &count));
    for (uint32_t i = 0; i < a.contract->behaviors[0].nclauses; i++) {
        Formula f;

        formula_init(&f, &a.f.c.arena, scalars, count);
        assay_buf_puts(&a.text, formula_truth(&f, condition(&a, i)));
        assay_buf_printf(&a.text, "%s %u\n", f.inexact ? " inexact" : "", f.natoms);
    }
    CHECK_STR(a.text.at, expected);
    asked_done(&a);
}
#define CHECK_FORMULAS(EXPECTED, ...)                                                    \
    check_formulas((const char *const[]){__VA_ARGS__, NULL}, EXPECTED)

TEST(acsl_formulas_of_terms)
{
    CHECK_FORMULAS(
        "(> (- (+ k0 k1) (* 2 k2)) 0) 1\n"
        "(= (let ((u k0) (v 2)) (ite (>= u 0) (div u v) (- (div (- u) v)))) (let ((u k1) "
        "(v 3)) (ite (>= u 0) (mod u v) (- (mod (- u) v))))) 1\n"
        "(< (- k0) (- (- k1) 1)) 1\n"
        "(= (* k0 4) (div k1 8)) 1\n"
        "(= k2 0) inexact 1\n"
        "(= k1 0) inexact 1\n"
        "(= k1 0) inexact 1\n"
        "(= (mod k0 8) 1) 1\n"
        "(= k1 1) inexact 1\n"
        "(= k2 1) inexact 1\n"
        "(= k2 k3) inexact 1\n"
        "(= (let ((u k0)) (ite (<= 0 u 255) u (+ (mod (- u 0) 256) 0))) 3) 1\n"
        "(= k0 3) 1\n"
        "(= (ite (= k0 0) 0 1) k1) 1\n"
        "(= k0 3) 1\n"
        "(= k1 3) inexact 1\n"
        "(< (let ((u k0)) (ite (<= 0 u 4294967295) u (+ (mod (- u 0) 4294967296) 0))) "
        "k1) 1\n"
        "(= k0 0) 1\n"
        "(< k0 k1) 1\n"
        "(= k0 (ite (> k1 0) 1 k2)) 2\n"
        "(= (* (+ k0 1) (+ k0 1)) k1) 1\n"
        "(= 16 k0) 1\n"
        "(= (abs k0) (let ((u k0) (v k1)) (ite (<= u v) u v))) 1\n"
        "(= (* 2 k0) (+ (* 2 k0) k1)) 1\n"
        "(= k1 6) inexact 1\n"
        "(= 2 k0) 1\n"
        "(= k1 k1) inexact 1\n"
        "(= k2 k3) inexact 1\n"
        "(= k2 k2) inexact 1\n"
        "(= k3 0) inexact 1\n"
        "(and k2 k4) inexact 0\n"
        "k2 inexact 0\n"
        "k3 inexact 0\n"
        "(= k0 k1) 1\n",
        "a + b - 2 * u > 0", "a / 2 == b % 3", "-a < ~b", "a << 2 == b >> 3",
        "a << b == 0", "a << 101 == 0", "a >> -1 == 0", "(a & 7) == 1", "(a & 6) == 1",
        "(a & b) == 1", "(a | b) == (a ^ b)", "(unsigned char)a == 3", "(long)a == 3",
        "(_Bool)a == t", "(integer)a == 3", "(int)d == 3", "(unsigned)a < u", "k == RED",
        "g < l", "a == (b > 0 ? 1 : u)", "\\let x = a + 1; x * x == b",
        "sizeof(struct s) == a", "\\abs(a) == \\min(a, b)", "Twice(a) == Sum(a, b)",
        "Fact(a) == 6", "Two == a", "*p == p[0]", "p[a] == p[a + 1]", "q->x == (*q).x",
        "q->y[1] == 0", "d > 1.5 && d < 2.5", "-d == d", "(double)a == d",
        "\\at(a, Pre) == b");
}

TEST(acsl_formulas_of_truths)
{
    CHECK_FORMULAS(
        "(or (and (> k0 0) (> k1 0)) (not (distinct k2 0))) 3\n"
        "(= (=> (> k0 0) (> k1 0)) (distinct k2 0)) 3\n"
        "(xor (> k0 0) (> k1 0)) 2\n"
        "(and (and (distinct k0 k1) (>= k0 k1)) (<= k0 k1)) 1\n"
        "(or (or false (= k0 1)) (= k0 k1)) 0\n"
        "(and (<= 1 k0) (<= k0 k1)) 0\n"
        "(and (<= 1 k0) (<= k0 k0)) 0\n"
        "(or (or false (and (<= 1 k0) (<= k0 2))) (= k0 k1)) 0\n"
        "k2 inexact 0\n"
        "(= k0 0) 0\n"
        "(distinct k0 k4) inexact 0\n"
        "(and k1 (not (= k0 0))) inexact 0\n"
        "(and k2 (not (and (= k0 0) (<= 0 (- k1 1))))) inexact 0\n"
        "k0 inexact 0\n"
        "(and k1 (not (= k0 0))) inexact 0\n"
        "(and k4 (not (= k3 0))) inexact 0\n"
        "k1 inexact 0\n"
        "k5 inexact 0\n"
        "k2 inexact 0\n"
        "(exists ((?1 Int)) (and (and true (<= (- 2147483648) ?1 2147483647)) (= (* ?1 "
        "?1) k0))) 0\n"
        "(forall ((?1 Int)(?2 Int)) (=> (and true (<= 0 ?1 255)) (> (+ ?1 ?2) k0))) 0\n"
        "k0 inexact 0\n"
        "(ite (> k0 0) (> k1 0) (distinct k2 0)) 3\n"
        "(or (distinct (ite (> k0 0) 1 0) 0) (distinct k1 0)) 2\n"
        "(> k0 100) 1\n"
        "k1 inexact 0\n"
        "(< k1 3) inexact 1\n"
        "(> k0 0) 1\n"
        "(and true (not false)) 0\n"
        "(distinct k0 0) 1\n"
        "(distinct k0 0) 1\n"
        "k2 inexact 0\n"
        "(> k0 k1) 1\n",
        "a > 0 && b > 0 || !t", "a > 0 ==> b > 0 <==> t", "a > 0 ^^ b > 0",
        "a != b && a >= b && a <= b", "a \\in {1, b}", "a \\in (1 .. b)", "a \\in (1 ..)",
        "a \\in {1 .. 2, u}", "\\subset(a, 1 .. 2)", "p == \\null", "p != &q->x",
        "\\valid(p)", "\\valid(p + (0 .. a - 1))", "\\valid(p + (a ..))",
        "\\valid_read(q)", "\\valid(&p[a])", "\\initialized(p)", "\\separated(p, &q->x)",
        "\\forall integer i; 0 <= i < a ==> p[i] > 0", "\\exists int i; i * i == a",
        "\\forall unsigned char c, integer i; c + i > a", "\\forall int *r; *r == 0",
        "a > 0 ? b > 0 : t", "\\let x = a > 0; x || t", "Big(a)", "Even(a)", "Low(p)",
        "n: a > 0", "\\true && !\\false", "a", "t", "*q == *q", "\\at(a > b, Pre)");
}

/* ---- Special values. */

#define CORNERS 60

static void check_corners(const char *text, const char *expected)
{
    struct acsl_fixture f;
    struct assay_buf out;
    const AcslContract *c;
    ModelList list = {.cap = CORNERS};
    char room[FORMULA_DIGITS];

    acsl_fixture_init(&f);
    acsl_fixture_read(&f, text);
    CHECK_STR(acsl_fixture_report(&f), "");
    c = acsl_contract(f.file, cfront_function(f.c.unit, "f"));
    list.contract = c;
    list.behavior = &c->behaviors[c->nbehaviors - 1];
    list.arena = &f.c.arena;
    list.values = assay_arena_new(list.arena, CORNERS, sizeof *list.values);
    CHECK(formula_scalars(c, list.arena, &list.scalars, &list.nscalars));
    models_corners(&list);
    assay_buf_init(&out, NULL, 0);
    for (uint32_t i = 0; i < list.count; i++)
        for (uint32_t k = 0; k < list.nscalars; k++)
            assay_buf_printf(&out, "%s%s", formula_digits(list.values[i][k], room),
                             k + 1 < list.nscalars ? " " : "\n");
    CHECK_STR(out.at, expected);
    assay_buf_done(&out);
    acsl_fixture_done(&f);
}

TEST(acsl_corners_of_one_number)
{
    check_corners(
        "enum e { A = 3, B = 70 };\n"
        "/*@ predicate P(integer x) = x != 50;\n"
        "    requires n < 100 && n != -7 && P(n); ensures n > 20 || n == 20; */\n"
        "int f(int n);\n",
        "0\n"
        "-1\n"
        "-2147483648\n"
        "1\n"
        "20\n"
        "-2147483647\n"
        "99\n"
        "-8\n"
        "-6\n"
        "49\n"
        "51\n"
        "19\n"
        "21\n");
}

TEST(acsl_corners_of_a_choice)
{
    check_corners("enum e { A = 3, B = 70 };\n"
                  "/*@ requires k != 0; behavior b: assumes k > 2; */\n"
                  "int f(enum e k);\n",
                  "4294967295\n"
                  "3\n"
                  "70\n"
                  "4294967294\n");
}

TEST(acsl_corners_of_two_numbers)
{
    check_corners("/*@ requires a <= b; behavior x: assumes b < 9; */\n"
                  "int f(signed char a, unsigned char b);\n",
                  "0 0\n"
                  "0 1\n"
                  "-1 0\n"
                  "0 8\n"
                  "-1 1\n"
                  "-128 0\n"
                  "-1 8\n"
                  "-128 1\n"
                  "-128 8\n"
                  "1 1\n"
                  "1 8\n"
                  "-127 0\n"
                  "-127 1\n"
                  "-127 8\n"
                  "8 8\n");
}

TEST(acsl_corners_of_none)
{
    check_corners("/*@ requires n > 5 && n < 5; */\nint f(int n, int m);\n", "");
}
