/*
 * Walking, comparing and replacing: equality up to bound names, replacement without
 * capture, and what is shared.
 */
#include "harness.h"
#include "term_fixture.h"
#include "torture.h"
#include <stdio.h>
#include <string.h>

/* ---- Equality. */

TEST(term_equal_up_to_bound_names)
{
    static const char *const alike[][2] = {
        {"forall n: Any . n == x", "forall m: Any . m == x"},
        {"exists n: Integer . forall m: Any . n == m",
         "exists m: Integer . forall n: Any . m == n"},
        {"x in (n: Integer where n > i)", "x in (m: Integer where m > i)"},
        {"x in (n: Integer where n > 0)",
         "x in Natural && false || x in (x: Integer where x > 0)"},
        {"x + (y)", "x+y"},
        {"1.0", "1"},
        {"{a = 1}", "{\"a\" = 1}"},
        {"x in string", "x in String"},
        {"matches(email, s)", "s in email"},
        {"isdefined(o.a)", "o in {a: Any}"},
    };
    static const char *const unlike[][2] = {
        {"x", "y"},
        {"x", "1"},
        {"1", "2"},
        {"1", "\"1\""},
        {"x + y", "x - y"},
        {"x + y", "y + x"},
        {"-x", "!x"},
        {"forall n: Any . n == x", "exists n: Any . n == x"},
        {"forall n: Any . n == x", "forall n: Any . n == n"},
        {"forall n: Any . n == x", "forall n: Integer . n == x"},
        {"forall n: Any . forall m: Any . n == 1",
         "forall n: Any . forall m: Any . m == 1"},
        {"x in Integer", "x in Number"},
        {"x in (n: Any where n == x)", "x in (n: Any where x == n)"},
        {"x in [1]", "x in [1: Any]"},
        {"x in {a: Any}", "x in {?a: Any}"},
        {"x in {a: Any}", "x in {b: Any}"},
        {"x in {a: Any}", "x in {a: Any, b: Any}"},
        {"x in Integer | String", "x in String | Integer"},
        {"x in R", "x in Q"},
        {"x in T", "x in N"},
        {"x in email", "x in uuid"},
        {"x in Integer[]", "x in {*: Integer}"},
        {"o.a", "o.b"},
        {"l[0]", "l[1]"},
        {"[x]", "[x, x]"},
        {"{a = x}", "{b = x}"},
        {"p ? x : y", "p ? y : x"},
        {"p ? x : y", "q ? x : y"},
    };
    struct term_fixture f;

    term_fixture_init(&f, NULL);
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++) {
        const Term *x = term_fixture_term(&f, alike[i][0]);
        const Term *y = term_fixture_term(&f, alike[i][1]);
        if (i == 3)
            y = y->as.op.args[1]; /* its own name for the variable hides x */
        if (!x || !y || !term_equal(x, y) || !term_equal(y, x))
            harness_fail(HARNESS_HERE, "%s is not %s", alike[i][0], alike[i][1]);
    }
    for (size_t i = 0; i < sizeof unlike / sizeof *unlike; i++) {
        char x[100], y[100]; /* in parentheses: types with | are no operands */
        sprintf(x, "%s", unlike[i][0]);
        sprintf(y, "%s", unlike[i][1]);
        if (strchr(x, '|')) {
            CHECK(!type_equal(term_fixture_good_type(&f, x + 5),
                              term_fixture_good_type(&f, y + 5)));
            continue;
        }
        if (term_equal(term_fixture_good(&f, x), term_fixture_good(&f, y)))
            harness_fail(HARNESS_HERE, "%s is %s", x, y);
    }
    term_fixture_done(&f);
}

/* A free variable is no bound one of the same name. */
TEST(term_equal_tells_free_from_bound)
{
    struct term_fixture f;
    const Term *free, *bound;

    term_fixture_init(&f, NULL);
    free = term_fixture_good(&f, "forall n: Any . x == n");
    bound = term_fixture_good(&f, "forall x: Any . x == x");
    CHECK(!term_equal(free, bound));
    CHECK(!term_equal(bound, free));
    CHECK(term_equal(bound, term_fixture_good(&f, "forall y: Any . y == y")));
    term_fixture_done(&f);
}

/* ---- Mentions. */

TEST(term_mentions_everywhere)
{
    static const char *const texts[] = {
        "x",
        "1 + x",
        "p ? x : 1",
        "p ? 1 : x",
        "y in (n: Any where n == x)",
        "{a = x}",
        "[1, x]",
        "x.a",
        "x[0]",
        "l[x]",
        "forall n: Any . x",
        "forall n: [x] . p",
        "y in [1: [x]]",
        "y in {a: [x]}",
        "y in {*: [x]}",
        "y in [x][]",
        "y in !([x] | Any)",
        "y in (if x then Any else Any)",
        "y in (if p then [x] else Any)",
    };
    struct term_fixture f;

    term_fixture_init(&f, NULL);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const Term *t = term_fixture_good(&f, texts[i]);
        if (!term_mentions(t, term_fixture_var(&f, "x")) ||
            term_mentions(t, term_fixture_var(&f, "z")))
            harness_fail(HARNESS_HERE, "%s", texts[i]);
    }
    CHECK(!term_mentions(term_fixture_good(&f, "forall x: Any . x == y.x"),
                         term_fixture_var(&f, "x")));
    term_fixture_done(&f);
}

/* ---- Replacing. */

TEST(term_replace_everywhere)
{
    static const char *const cases[][2] = {
        {"x", "i + 1"},
        {"y", "y"},
        {"x * x", "(i + 1) * (i + 1)"},
        {"-x", "-(i + 1)"},
        {"x.a[x]", "(i + 1).a[i + 1]"},
        {"p ? x : y", "p ? i + 1 : y"},
        {"{a = x, b = y}", "{a = i + 1, b = y}"},
        {"[x, y]", "[i + 1, y]"},
        {"x in Integer", "i + 1 in Integer"},
        {"y in {a: [x], ?b: {*: [x][]}}", "y in {a: [i + 1], ?b: {*: [i + 1][]}}"},
        {"y in (n: [x] where n == x)", "y in (n: [i + 1] where n == i + 1)"},
        {"y in !([x: [x]] & (if x then [x] else Any))",
         "y in !([i + 1: [i + 1]] & (if i + 1 then [i + 1] else Any))"},
        {"forall n: [x] . n == x && (exists m: Any . m == n)",
         "forall n: [i + 1] . n == i + 1 && (exists m: Any . m == n)"},
        {"length(x)", "length(i + 1)"},
        {"forall x: Any . x", "forall x: Any . x"},
    };
    struct term_fixture f;
    const Term *by;

    term_fixture_init(&f, NULL);
    by = term_fixture_good(&f, "i + 1");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Term *t = term_fixture_good(&f, cases[i][0]);
        const char *before = term_fixture_print(&f, t);
        const Term *r = term_replace(&f.arena, t, term_fixture_var(&f, "x"), by);
        CHECK_STR(term_fixture_print(&f, r), cases[i][1]);
        CHECK_STR(term_fixture_print(&f, t), before); /* it is not changed */
        if (!term_mentions(t, term_fixture_var(&f, "x")))
            CHECK(r == t);
    }
    term_fixture_done(&f);
}

/* What is put in keeps its meaning, even where a variable of its name is bound, even if
 * it is the very variable that is bound there. */
TEST(term_replace_captures_nothing)
{
    struct term_fixture f;
    const Term *t, *own, *r;

    term_fixture_init(&f, NULL);
    t = term_fixture_good(&f, "forall y: Any . x == y");
    r = term_replace(&f.arena, t, term_fixture_var(&f, "x"), term_fixture_good(&f, "y"));
    CHECK(term_mentions(r, term_fixture_var(&f, "y")));
    CHECK(!term_equal(r, term_fixture_good(&f, "forall y: Any . y == y")));
    CHECK(term_equal(
        r, term_replace(&f.arena, term_fixture_good(&f, "forall n: Any . x == n"),
                        term_fixture_var(&f, "x"), term_fixture_good(&f, "y"))));

    own = t->as.quant.body->as.op.args[1]; /* the bound variable itself */
    r = term_replace(&f.arena, t, term_fixture_var(&f, "x"), own);
    CHECK(term_mentions(r, t->as.quant.var));
    CHECK(r->as.quant.var != t->as.quant.var);
    CHECK(r->as.quant.body->as.op.args[0] == own);
    CHECK(r->as.quant.body->as.op.args[1]->as.var == r->as.quant.var);
    term_fixture_done(&f);
}

/* Variables bound around what is replaced are new: in one pass, not in two for each. */
TEST(term_replace_under_many_quantifiers)
{
    char text[4000] = "";
    struct term_fixture f;
    const Term *t, *r;

    term_fixture_init(&f, NULL);
    for (int i = 0; i < 60; i++)
        sprintf(text + strlen(text), "forall n%d: Any . ", i);
    strcat(text, "x");
    for (int i = 0; i < 60; i++)
        sprintf(text + strlen(text), " == n%d && n%d", i, i);
    t = term_fixture_good(&f, text);
    r = term_replace(&f.arena, t, term_fixture_var(&f, "x"), term_fixture_good(&f, "z"));
    CHECK(r && !term_mentions(r, term_fixture_var(&f, "x")));
    CHECK(term_equal(t, term_replace(&f.arena, r, term_fixture_var(&f, "z"),
                                     term_fixture_good(&f, "x"))));
    term_fixture_done(&f);
}

/* What does not change is shared. */
TEST(term_replace_shares)
{
    struct term_fixture f;
    const Term *t, *r;

    term_fixture_init(&f, NULL);
    t = term_fixture_good(&f, "(forall n: Any . n == y) && x");
    r = term_replace(&f.arena, t, term_fixture_var(&f, "x"), term_fixture_good(&f, "z"));
    CHECK(r->as.op.args[0] == t->as.op.args[0]);
    term_fixture_done(&f);
}

static enum assay_status replace(const struct assay_alloc *mem, void *ctx)
{
    struct term_fixture *f = ctx;
    struct assay_arena arena;
    const Term *t = term_fixture_good(
        f,
        "forall n: [x] . {a = x} == [x, y in (m: {b: [x: [x]]} where x ? m : x.a[x])] && "
        "(x in (Any | [x]) || x in (if x then [x] else {*: [x]}))");
    const Term *r;

    assay_arena_init(&arena, mem, 0);
    r = term_replace(&arena, t, term_fixture_var(f, "x"), term_fixture_good(f, "i + 1"));
    if (r)
        CHECK(!term_mentions(r, term_fixture_var(f, "x")));
    assay_arena_done(&arena);
    return r ? ASSAY_OK : ASSAY_NO_MEMORY;
}

TEST(term_replace_without_memory)
{
    struct term_fixture f;

    term_fixture_init(&f, NULL);
    torture(replace, &f);
    term_fixture_done(&f);
}

/* ---- Walking. */

struct walk {
    struct term_fixture *f;
    struct assay_buf out;
};

static bool see_term(void *ctx, const Term *t)
{
    struct walk *w = ctx;

    if (t->kind == TERM_VAR)
        assay_buf_printf(&w->out, "%s ", t->as.var->name);
    return t->kind != TERM_ARRAY;
}

static bool see_type(void *ctx, const Type *t)
{
    struct walk *w = ctx;

    assay_buf_printf(&w->out, "<%s> ", term_fixture_print_type(w->f, t));
    return t->kind != TYPE_MAP;
}

TEST(term_walk_goes_outside_in)
{
    struct term_fixture f;
    struct walk w = {.f = &f};

    term_fixture_init(&f, NULL);
    assay_buf_init(&w.out, NULL, 0);
    term_walk(term_fixture_good(&f, "x in {a: T[]} && [y] == z.a && "
                                    "(forall n: {*: N} . n in (m: Any where p))"),
              &(Visitor){see_term, see_type, &w});
    CHECK_STR(w.out.at,
              "x <{a: T[]}> <T[]> <T> z <{*: N}> n <(m: Any where p)> <Any> p ");
    assay_buf_clear(&w.out);
    term_walk(term_fixture_good(&f, "x in {a: [y]}"),
              &(Visitor){.term = see_term, .ctx = &w});
    CHECK_STR(w.out.at, "x y ");
    assay_buf_done(&w.out);
    term_fixture_done(&f);
}
