/*
 * Facts: what decides variables, what is asked and what is not, and, for random
 * conjunctions, whether they can hold, what follows from them and what they say of some
 * of their variables: the same as trying all values.
 */
#include "base/buf.h"
#include "choice/prng.h"
#include "harness.h"
#include "synth/project.h"
#include "traces.h"

#include <string.h>

#define FORMULAS 16

typedef struct {
    Traces t;
    const Term *terms[FORMULAS]; /* what is joined by && */
    Formula formulas[FORMULAS];
    uint32_t count;
} Facing;

static void split(Facing *f, const Term *t)
{
    if (t->kind == TERM_OP && t->as.op.op == OP_ALSO) {
        split(f, t->as.op.args[0]);
        split(f, t->as.op.args[1]);
        return;
    }
    CHECK(f->count < FORMULAS);
    f->terms[f->count] = t;
    f->formulas[f->count++] = logic_term(&f->t.synth.logic, t, NULL, 0);
}

/* Reads conditions, joined by &&, over x, y, z, b, c, e and d. */
static void facing_init(Facing *f, const char *conditions)
{
    struct assay_buf text;

    assay_buf_init(&text, NULL, 0);
    assay_buf_printf(&text,
                     "enum Color { red, green, blue } sort P;\n"
                     "function up(p: P): P;\n"
                     "event g();\n"
                     "rule g() { ghosts x: Integer, y: Integer, z: Integer, b: Boolean,\n"
                     "    c: Boolean, e: Color, d: Color, p: P, q: P, s: String;\n"
                     "  where %s; }\n"
                     "violation v = g;",
                     conditions);
    traces_init(&f->t, text.at);
    f->count = 0;
    split(f, f->t.spec.rules[0]->where);
    assay_buf_done(&text);
}

static void facing_done(Facing *f)
{
    traces_done(&f->t);
}

static const Binding *var(const Facing *f, uint32_t number)
{
    return f->t.spec.rules[0]->ghosts[number];
}

/* "x < 1 && y <= 2 with z = x + 1" */
static void check_facts(Facing *f, const Facts *facts, const char *expected)
{
    struct assay_buf out;
    Logic *l = &f->t.synth.logic;

    assay_buf_init(&out, NULL, 0);
    for (uint32_t i = 0; i < facts->count; i++) {
        assay_buf_puts(&out, i ? " && " : "");
        term_print(logic_as_term(l, facts->all[i], &f->t.arena), &out);
    }
    for (uint32_t i = 0; i < facts->ndecided; i++) {
        assay_buf_printf(&out, "%s%s = ", i ? ", " : " with ",
                         facts->decided[i].var->name);
        term_print(logic_as_term(l, facts->decided[i].is, &f->t.arena), &out);
    }
    CHECK_STR(out.len ? out.at : "", expected);
    assay_buf_done(&out);
}

/* All conditions one after the other; NULL at the first that cannot be. */
static const Facts *add_all(Facing *f)
{
    const Facts *facts = solver_nothing(&f->t.synth.solver);

    for (uint32_t i = 0; facts && i < f->count; i++)
        facts = solver_add(&f->t.synth.solver, facts, f->formulas[i]);
    return facts;
}

static uint32_t queries(const Facing *f)
{
    return steps_stats(f->t.synth.solver.steps).queries;
}

static void check_known(const char *conditions, const char *expected, bool asks)
{
    Facing f;
    const Facts *facts;

    facing_init(&f, conditions);
    facts = add_all(&f);
    if (expected) {
        CHECK(facts != NULL);
        check_facts(&f, facts, expected);
    } else
        CHECK(facts == NULL);
    CHECK((queries(&f) > 0) == asks);
    facing_done(&f);
}

TEST(synth_solver_decides_variables)
{
    check_known("true", "", false);
    check_known("b && !c", " with b = true, c = false", false);
    check_known("x == 1", " with x = 1", false);
    check_known("y == x + 1 && x == 2", " with x = 2, y = 3", false);
    check_known("2 * x == y && x == z", " with y = 2 * x, z = x", false);
    check_known("e == red && d == e", " with e = red, d = red", false);
    check_known("q == up(p)", " with q = up(p)", false);
    check_known("s == \"a\"", " with s = \"a\"", false);
    check_known("x < y && y == 3", "x <= 2 with y = 3", true);
    check_known("p == up(p)", "p == up(p)", true);
    /* What is decided decides others, and what is there already. */
    check_known("(x == 1 || y == 3) && x == 5", " with x = 5, y = 3", true);
}

TEST(synth_solver_finds_plain_contradictions)
{
    check_known("false", NULL, false);
    check_known("x == 1 && x == 2", NULL, false);
    check_known("b && !b", NULL, false);
    check_known("b == c && b && !c", NULL, false);
    check_known("e == red && e == blue", NULL, false);
    check_known("e == red && d == e && d != red", NULL, false);
    check_known("y == x + 1 && y == x", NULL, false);
    check_known("y == x + 1 && y < x", NULL, false);
    check_known("2 * x == y && y == 3", NULL, false);
    check_known("s == \"a\" && s == \"b\"", NULL, false);
    check_known("(x == 1 || y == 3) && y < 2 && x == 5", NULL, true);
    /* Only a question can tell. */
    check_known("x < y && y < x", NULL, true);
    check_known("x < y && y < z && z < x", NULL, true);
    check_known("e != red && e != green && e != blue", NULL, true);
}

TEST(synth_solver_asks_once)
{
    Facing f;
    Solver *s;
    const Facts *none, *one, *two, *again;

    facing_init(&f, "x < y && y < 3 && y < x");
    s = &f.t.synth.solver;
    none = solver_nothing(s);
    one = solver_add(s, none, f.formulas[0]);
    CHECK_UINT(queries(&f), 1);
    CHECK(solver_add(s, one, f.formulas[2]) == NULL);
    CHECK(solver_add(s, one, f.formulas[2]) == NULL);
    CHECK_UINT(queries(&f), 2);
    /* The same set of formulas in another order: only its first one is new. */
    two = solver_add(s, solver_add(s, none, f.formulas[2]), f.formulas[0]);
    CHECK(two == NULL);
    CHECK_UINT(queries(&f), 3);
    /* What is known to hold adds nothing. */
    CHECK(solver_add(s, one, LOGIC_TRUE) == one);
    again = solver_add(s, one, f.formulas[0]);
    CHECK_UINT(again->count, 1);
    CHECK_UINT(queries(&f), 3);
    CHECK_UINT(s->undecided, 0);
    facing_done(&f);
}

TEST(synth_solver_parents_stay)
{
    Facing f;
    const Facts *one, *two, *three;

    facing_init(&f, "x < y && y == z + 1 && z == 4 && z == 2");
    one = solver_add(&f.t.synth.solver, solver_nothing(&f.t.synth.solver), f.formulas[0]);
    two = solver_add(&f.t.synth.solver, one, f.formulas[1]);
    three = solver_add(&f.t.synth.solver, two, f.formulas[2]);
    CHECK(one && two && three);
    check_facts(&f, three, "x <= 4 with z = 4, y = 5");
    check_facts(&f, two, "x < y with z = y - 1");
    check_facts(&f, one, "x < y");
    CHECK(solver_add(&f.t.synth.solver, three, f.formulas[3]) == NULL);
    three = solver_add(&f.t.synth.solver, two, f.formulas[3]);
    check_facts(&f, three, "x <= 2 with z = 2, y = 3");
    facing_done(&f);
}

TEST(synth_solver_follows)
{
    Facing f;
    Solver *s;
    const Facts *facts = NULL;

    facing_init(&f, "x < y && y == z && x < z && x + 1 < z && e == d && b == b");
    s = &f.t.synth.solver;
    facts = solver_add(s, solver_nothing(s), f.formulas[0]);
    facts = solver_add(s, facts, f.formulas[1]);
    CHECK_INT(solver_follows(s, facts, f.formulas[2]), STEPS_YES);
    CHECK_INT(solver_follows(s, facts, f.formulas[3]), STEPS_NO);
    CHECK_INT(solver_follows(s, facts, f.formulas[4]), STEPS_NO);
    CHECK_INT(solver_follows(s, facts, f.formulas[5]), STEPS_YES);
    CHECK_INT(solver_follows(s, facts, LOGIC_FALSE), STEPS_NO);
    facing_done(&f);
}

TEST(synth_solver_finds_models_again)
{
    Facing f;
    Solver *s;
    const Facts *facts, *other;
    int64_t x = 0;

    facing_init(&f, "x < 3 && 1 < x");
    s = &f.t.synth.solver;
    facts = add_all(&f);
    CHECK(facts != NULL);
    for (int64_t i = 0; i < STEPS_MODELS + 2; i++) {
        other =
            solver_add(s, solver_nothing(s),
                       logic_less(&f.t.synth.logic, logic_integer(&f.t.synth.logic, i),
                                  logic_var(&f.t.synth.logic, var(&f, 1))));
        CHECK(other != NULL);
    }
    CHECK(!steps_number_in(s->steps, facts->model,
                           solver_term(s, logic_var(&f.t.synth.logic, var(&f, 0))), &x));
    CHECK(steps_number_in(s->steps, solver_model(s, facts),
                          solver_term(s, logic_var(&f.t.synth.logic, var(&f, 0))), &x));
    CHECK_INT(x, 2);
    facing_done(&f);
}

/* ---- Against trying all values. */

enum { NUMBERS = 3, VARS = 7, LEAST = -1, MOST = 2, SPAN = MOST - LEAST + 1 };
enum { ASSIGNMENTS = SPAN * SPAN * SPAN * 2 * 2 * 3 * 3 };

/* The values of x, y, z, b, c, e, d. */
static void assign(const Facing *f, int number, Known *known)
{
    static const int sizes[VARS] = {SPAN, SPAN, SPAN, 2, 2, 3, 3};

    for (uint32_t i = 0; i < VARS; i++) {
        known[i] = (Known){var(f, i), number % sizes[i] + (i < NUMBERS ? LEAST : 0),
                           i ? &known[i - 1] : NULL};
        number /= sizes[i];
    }
}

static bool holds(const Facing *f, const Term *t, int number)
{
    Known known[VARS];

    assign(f, number, known);
    return traces_value(&f->t.spec, t, &known[VARS - 1]);
}

static void write_sum(struct assay_prng *p, struct assay_buf *out)
{
    static const char *const vars[] = {"x", "y", "z"};
    static const char *const factors[] = {"", "", "", "2 * ", "-", "-3 * "};

    for (uint64_t i = 0, n = assay_prng_upto(p, 2) + 1; i < n; i++)
        assay_buf_printf(out, "%s%s + ", factors[assay_prng_upto(p, 5)],
                         vars[assay_prng_upto(p, 2)]);
    assay_buf_printf(out, "%d", (int)assay_prng_upto(p, 4) - 2);
}

static void write_comparison(struct assay_prng *p, struct assay_buf *out)
{
    static const char *const compare[] = {"==", "==", "!=", "<", "<=", ">", ">="};

    write_sum(p, out);
    assay_buf_printf(out, " %s ", compare[assay_prng_upto(p, 6)]);
    write_sum(p, out);
}

static void write_condition(struct assay_prng *p, int depth, struct assay_buf *out)
{
    static const char *const others[] = {
        "b",
        "!c",
        "b == c",
        "b != c",
        "e == red",
        "e != d",
        "d == e",
        "d != blue",
        "b == (x < y)",
        "(b ? x : y) == z",
        "c ==> e == green",
        "z == (c ? x + 1 : y)",
    };
    static const char *const infix[] = {"||", "||", "==>", "<=>", "&&"};
    uint64_t form = assay_prng_upto(p, depth > 0 ? 5 : 3);

    assay_buf_putc(out, '(');
    if (form <= 1)
        write_comparison(p, out);
    else if (form <= 3)
        assay_buf_puts(out, others[assay_prng_upto(p, 11)]);
    else {
        write_condition(p, depth - 1, out);
        assay_buf_printf(out, " %s ", infix[assay_prng_upto(p, 4)]);
        write_condition(p, depth - 1, out);
    }
    assay_buf_putc(out, ')');
}

static void write_ranges(struct assay_buf *out)
{
    for (const char *v = "xyz"; *v; v++)
        assay_buf_printf(out, "%s%d <= %c && %c <= %d", *v == 'x' ? "" : " && ", LEAST,
                         *v, *v, MOST);
}

static uint32_t remove_where_false(const Facing *f, const Term *t, bool *left)
{
    uint32_t count = 0;

    for (int i = 0; i < ASSIGNMENTS; i++) {
        left[i] = left[i] && holds(f, t, i);
        count += left[i];
    }
    return count;
}

static void check_no_decided(const Facing *f, const Facts *facts)
{
    struct assay_arena *a = &((Facing *)(uintptr_t)f)->t.arena;

    for (uint32_t d = 0; d < facts->ndecided; d++) {
        for (uint32_t i = 0; i < facts->count; i++)
            CHECK(!term_mentions(logic_as_term(&f->t.synth.logic, facts->all[i], a),
                                 facts->decided[d].var));
        for (uint32_t i = 0; i < facts->ndecided; i++)
            CHECK(
                !term_mentions(logic_as_term(&f->t.synth.logic, facts->decided[i].is, a),
                               facts->decided[d].var));
    }
}

/* The facts and what is decided, as one: as what was added is. */
static bool facts_hold(Facing *f, const Facts *facts, int number)
{
    Known known[VARS];
    Logic *l = &f->t.synth.logic;

    assign(f, number, known);
    for (uint32_t i = 0; i < facts->count; i++)
        if (!traces_value(&f->t.spec, logic_as_term(l, facts->all[i], &f->t.arena),
                          &known[VARS - 1]))
            return false;
    for (uint32_t i = 0; i < facts->ndecided; i++)
        if (traces_value(&f->t.spec,
                         term_var(&f->t.arena, span_nowhere(), facts->decided[i].var),
                         &known[VARS - 1]) !=
            traces_value(&f->t.spec, logic_as_term(l, facts->decided[i].is, &f->t.arena),
                         &known[VARS - 1]))
            return false;
    return true;
}

static void check_model(Facing *f, const Facts *facts, const bool *left)
{
    static const int sizes[VARS] = {SPAN, SPAN, SPAN, 2, 2, 3, 3};
    Solver *s = &f->t.synth.solver;
    StepModel model = solver_model(s, facts);
    int number = 0, times = 1;

    for (uint32_t i = 0; i < VARS; i++) {
        Formula is = solver_resolve(s, facts, logic_var(&f->t.synth.logic, var(f, i)));
        int64_t n = 0;
        CHECK(steps_number_in(s->steps, model, solver_term(s, is), &n));
        n -= i < NUMBERS ? LEAST : 0;
        CHECK(n >= 0 && n < sizes[i]);
        number += (int)n * times;
        times *= sizes[i];
    }
    CHECK(left[number]);
}

/* The last condition is asked whether it follows from the others. */
static void check_conjunction(const char *text)
{
    static bool left[ASSIGNMENTS];
    Facing f;
    const Facts *facts;
    uint32_t count = 1, last, some = 0, all = 0;
    StepsAnswer answer;

    facing_init(&f, text);
    last = f.count - 1;
    facts = solver_nothing(&f.t.synth.solver);
    memset(left, true, sizeof left);
    for (uint32_t i = 0; facts && i < last; i++) {
        const Facts before = *facts, *parent = facts;
        facts = solver_add(&f.t.synth.solver, facts, f.formulas[i]);
        CHECK_MEM(parent, &before, sizeof before);
        count = remove_where_false(&f, f.terms[i], left);
        if (i + 1 >= 2 * NUMBERS && (facts != NULL) != (count > 0))
            harness_fail(HARNESS_HERE, "%s\n%u of %u: %u assignments", text, i + 1, last,
                         count);
    }
    if (facts) {
        check_no_decided(&f, facts);
        check_model(&f, facts, left);
        for (int i = 0; i < ASSIGNMENTS; i++) {
            some += left[i] && !holds(&f, f.terms[last], i);
            if (i % 7 == 0 && facts_hold(&f, facts, i) != left[i])
                harness_fail(HARNESS_HERE, "%s\nassignment %d", text, i);
        }
        all = some;
        answer = solver_follows(&f.t.synth.solver, facts, f.formulas[last]);
        if (answer != (all == 0 ? STEPS_YES : STEPS_NO))
            harness_fail(HARNESS_HERE, "%s\nwhat follows: %d", text, (int)answer);
    }
    facing_done(&f);
}

TEST(synth_solver_against_all_values)
{
    struct assay_prng p;
    struct assay_buf text;

    assay_prng_init(&p, 5, 6);
    assay_buf_init(&text, NULL, 0);
    for (unsigned i = 0; i < harness_rounds(400); i++) {
        assay_buf_clear(&text);
        write_ranges(&text);
        for (uint64_t k = 0, n = assay_prng_upto(&p, 5) + 2; k < n; k++) {
            assay_buf_puts(&text, " && ");
            write_condition(&p, 1, &text);
        }
        check_conjunction(text.at);
    }
    assay_buf_done(&text);
}

/* ---- Projections. */

typedef struct {
    const Facing *f;
    unsigned mask; /* of the variables that stay */
} Kept;

static bool keeps(void *ctx, const Binding *of)
{
    const Kept *k = ctx;

    for (uint32_t i = 0; i < VARS; i++)
        if (var(k->f, i) == of)
            return k->mask >> i & 1;
    return true;
}

static void check_projection(const char *text, unsigned mask, bool exact)
{
    enum { ONLY_NUMBERS = SPAN * SPAN * SPAN };
    Facing f;
    Formula rows[PROJECT_ROWS];
    const Term *terms[PROJECT_ROWS];
    bool extended[ONLY_NUMBERS] = {false}, projected[ONLY_NUMBERS];
    static const int steps[] = {1, SPAN, SPAN * SPAN};
    Kept kept = {.mask = mask};
    uint32_t count;

    facing_init(&f, text);
    kept.f = &f;
    count = project(&f.t.synth.logic, f.formulas, f.count, keeps, &kept, rows);
    for (uint32_t i = 0; i < count; i++)
        terms[i] = logic_as_term(&f.t.synth.logic, rows[i], &f.t.arena);
    for (int i = 0; i < ONLY_NUMBERS; i++) {
        bool good = projected[i] = true;
        for (uint32_t k = 0; k < f.count; k++)
            good = good && holds(&f, f.terms[k], i);
        for (uint32_t k = 0; k < count; k++) {
            for (uint32_t v = 0; v < NUMBERS; v++)
                CHECK(mask >> v & 1 || !term_mentions(terms[k], var(&f, v)));
            projected[i] = projected[i] && holds(&f, terms[k], i);
        }
        if (good && !projected[i])
            harness_fail(HARNESS_HERE, "%s\nassignment %d, mask %u", text, i, mask);
        for (int other = 0; other < ONLY_NUMBERS && good; other++) {
            bool same = true;
            for (uint32_t v = 0; v < NUMBERS; v++)
                same = same && (!(mask >> v & 1) ||
                                other / steps[v] % SPAN == i / steps[v] % SPAN);
            extended[other] = extended[other] || same;
        }
    }
    for (int i = 0; exact && i < ONLY_NUMBERS; i++)
        if (projected[i] && !extended[i])
            harness_fail(HARNESS_HERE, "%s\nassignment %d, mask %u: not exact", text, i,
                         mask);
    facing_done(&f);
}

static void write_unit_comparison(struct assay_prng *p, struct assay_buf *out)
{
    static const char *const compare[] = {"==", "<", "<=", ">", ">="};
    static const char *const sums[] = {"x",     "y",     "z",     "x + y",
                                       "z - x", "y - z", "x + z", "x - y + z"};

    assay_buf_printf(out, "%s %s %d + %s", sums[assay_prng_upto(p, 7)],
                     compare[assay_prng_upto(p, 4)], (int)assay_prng_upto(p, 4) - 2,
                     assay_prng_upto(p, 1) ? "0" : sums[assay_prng_upto(p, 2)]);
}

/* The sum of both sides can have a factor of 2: then it is no longer exact. */
static bool has_units(const char *text)
{
    Facing f;
    bool units = true;

    facing_init(&f, text);
    for (uint32_t i = 0; i < f.count; i++) {
        const Formula *args = logic_args(&f.t.synth.logic, f.formulas[i]);
        LogicSum sum;
        if (f.formulas[i] <= LOGIC_TRUE)
            continue;
        CHECK(logic_sum(&f.t.synth.logic, logic_minus(&f.t.synth.logic, args[0], args[1]),
                        &sum));
        for (uint32_t k = 0; k < sum.count; k++)
            units = units && sum.factors[k] * sum.factors[k] == 1;
    }
    facing_done(&f);
    return units;
}

TEST(synth_project_against_all_values)
{
    struct assay_prng p;
    struct assay_buf text;

    assay_prng_init(&p, 7, 8);
    assay_buf_init(&text, NULL, 0);
    for (unsigned i = 0; i < harness_rounds(400); i++) {
        bool units = i % 2 == 0;
        unsigned mask = units ? 7u & ~(1u << assay_prng_upto(&p, 2))
                              : (unsigned)assay_prng_upto(&p, 7);
        assay_buf_clear(&text);
        write_ranges(&text);
        for (uint64_t k = 0, n = assay_prng_upto(&p, 3) + 1; k < n; k++) {
            assay_buf_puts(&text, " && ");
            if (units)
                write_unit_comparison(&p, &text);
            else
                write_comparison(&p, &text);
        }
        check_projection(text.at, mask, units && has_units(text.at));
    }
    assay_buf_done(&text);
}

static uint32_t tidied(Facing *f, const char *conditions)
{
    facing_init(f, conditions);
    return project_tidy(&f->t.synth.logic, f->formulas, f->count);
}

TEST(synth_project_leaves_out_what_follows)
{
    Facing f;

    CHECK_UINT(tidied(&f, "x < 3 && x < 5 && y < x && y < x + 2"), 2);
    facing_done(&f);
    CHECK_UINT(tidied(&f, "x < 3 && x != 3 && x != 2 && x != 5"), 2);
    facing_done(&f);
    CHECK_UINT(tidied(&f, "x < y && y < x && x + z <= 0 && b"), 4);
    facing_done(&f);
    CHECK_UINT(tidied(&f, "!(x == y && b) && x != y && (b || z < 1) && b"), 2);
    facing_done(&f);
    CHECK_UINT(
        tidied(&f, "!(x == y && b) && x == y && (b || z < 1) && (b && z < 1 || y < z)"),
        4);
    facing_done(&f);
}
