/*
 * Without memory, at whatever point it ends, the result is NULL and nothing else.
 */
#include "acsl_fixture.h"
#include "harness.h"

static const char text[] =
    "#define TWICE(x) ((x) + (x))\n"
    "struct s { int first, second; } g;\n"
    "/*@ predicate P(int *p, integer n) = \\forall integer i; 0 <= i < n ==> p[i] > 0;\n"
    "    logic integer Sum(int *a, integer n) = n <= 0 ? 0 : Sum(a, n - 1) + a[n - 1];\n"
    "    inductive Even(integer n) { case zero: Even(0);\n"
    "      case two: \\forall integer n; Even(n) ==> Even(n + 2); }\n"
    "    axiomatic A { type t; logic t make(int *p) reads *p;\n"
    "      axiom a: \\forall int *p; make(p) == make(p); }\n"
    "    type invariant Ordered(struct s s) = s.first <= s.second; */\n"
    "/*@ language Host: use json; start: label (\".\" label)* Name; label: [a-z]+;\n"
    "    language Names from ipv4; */\n"
    "typedef char *Name;\n"
    "//@ language Third: start: Name Host Names;\n"
    "//@ predicate Named(Name s) = s == \"a\" && s \\in {\"b\"} && s \\in Third;\n"
    "/*@ requires P(p, TWICE(n)) && \\valid(p + (0 .. n - 1)) && {g \\with .first = 1} "
    "== g;\n"
    "    requires n \\in {1, 2} && n \\in { i * 2 | integer i; i > 0 } && wrong > 0;\n"
    "    assigns p[0 .. n - 1], g.first;\n"
    "    ensures \\result == \\old(Sum(p, n)) + \\sum(0, 3, \\lambda integer i; p[i]);\n"
    "    behavior b: assumes Even(n); ensures \"a\" \"b\" != \\null;\n"
    "    complete behaviors b, other; */\n"
    "int f(int *p, int n)\n{\n"
    "    //@ ghost int k = n;\n"
    "    //@ loop invariant 0 <= i <= k;\n"
    "    for (int i = 0; i < n; i++)\n"
    "        p[i]++;\n"
    "    //@ assert k == n;\n"
    "    return n;\n}\n";

TEST(acsl_memory_may_end_anywhere)
{
    struct acsl_fixture f;
    const AcslFile *file = NULL;
    int rounds = 0;

    acsl_fixture_init(&f);
    cfront_fixture_read(&f.c, text, NULL);
    for (size_t max = 500; !file; max += max < 100000 ? 499 : 4999) {
        struct assay_arena arena;
        CUnit unit = *f.c.unit;

        assay_arena_init(&arena, NULL, max);
        unit.arena = &arena;
        file = acsl_read(&unit);
        CHECK(!file || file->ncontracts == 1);
        CHECK(max < 10000000);
        acsl_done(file);
        assay_arena_done(&arena);
        rounds++;
    }
    CHECK(rounds > 20);
    CHECK(f.c.diags.errors >= 2); /* there are two, and what comes of no memory */
    acsl_fixture_done(&f);
}
