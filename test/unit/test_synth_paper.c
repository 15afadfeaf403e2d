/*
 * The examples of sections 3 and 4 of the source of synth/spec.h: a stack whose pushes
 * and pops are counted by ghosts. Variables of plans are numbered as they are made; those
 * of a rule are its fields, then its ghosts.
 */
#include "base/buf.h"
#include "harness.h"
#include "synth/program.h"
#include "synth/recurse.h"
#include "synth/refine.h"
#include "synth/typed.h"
#include "traces.h"

#include <string.h>

/* Example 3.1, and the rules of ghosts of Example 4.2. */
#define STACK                                                                            \
    "event push(x: Integer); event pop(x: Integer);\n"                                   \
    "ghost pushI(n: Integer, x: Integer); ghost popI(m: Integer, x: Integer);\n"         \
    "regex Last(E) = any* . E . (any - ops(E))*;\n"                                      \
    "rule push(x) {\n"                                                                   \
    "    ghosts n: Integer, y: Integer; where y < x;\n"                                  \
    "    history Last(pushI(n, y)); future pushI(n + 1, x); }\n"                         \
    "rule pop(x) {\n"                                                                    \
    "    ghosts n: Integer, m: Integer;\n"                                               \
    "    history Last(popI(m, _)) & Last(pushI(n, _))\n"                                 \
    "          & any* . pushI(n - m, x) . any*;\n"                                       \
    "    future popI(m + 1, x); }\n"                                                     \
    "rule pushI(i, _) { where i > 0; history any* . push; }\n"                           \
    "rule popI(i, _) { where i > 0; history any* . pop; }\n"                             \
    "violation some = any* . pop . any*;\n"
#define STARTS                                                                           \
    "rule pushI(i, _) { where i == 0; history (any - pushI)*; }\n"                       \
    "rule popI(i, _) { where i == 0; history (any - popI)*; }\n"
/* As in Example 3.2: the values in the beginning are 0. */
#define STARTS_AT_ZERO                                                                   \
    "rule pushI(i, x) { where i == 0 && x == 0; history (any - pushI)*; }\n"             \
    "rule popI(i, x) { where i == 0 && x == 0; history (any - popI)*; }\n"

/* ---- Collecting plans. */

#define PLANS 400

typedef struct {
    Traces t;
    const Plan *plans[PLANS];
    uint32_t count;
} Collected;

static bool collect(void *ctx, Plan *p)
{
    Collected *c = ctx;

    CHECK(c->count < PLANS);
    c->plans[c->count++] = p;
    return true;
}

static bool prints_as(Collected *c, const Plan *p, const char *expected)
{
    struct assay_buf text;
    bool same;

    assay_buf_init(&text, NULL, 0);
    plan_print(&c->t.synth, p, &text);
    same = strcmp(text.at, expected) == 0;
    assay_buf_done(&text);
    return same;
}

/* The plan that is printed so, among those after the first `from`. */
static const Plan *find(Collected *c, uint32_t from, const char *expected)
{
    struct assay_buf all;

    for (uint32_t i = from; i < c->count; i++)
        if (prints_as(c, c->plans[i], expected))
            return c->plans[i];
    assay_buf_init(&all, NULL, 0);
    for (uint32_t i = from; i < c->count; i++) {
        assay_buf_puts(&all, "\n");
        plan_print(&c->t.synth, c->plans[i], &all);
    }
    harness_fail(HARNESS_HERE, "no plan is %s%s", expected, all.len ? all.at : "");
}

/* ---- Example 4.1. */

static void normalise_history(Collected *c, uint32_t rule)
{
    const Rule *r = c->t.spec.rules[rule];
    const Binding *vars[8];
    uint32_t count = 0;
    Refine refine = {10, collect, c};

    for (uint32_t i = 0; i < r->event->count; i++)
        vars[count++] = r->fields[i];
    for (uint32_t i = 0; i < r->nghosts; i++)
        vars[count++] = r->ghosts[i];
    refine_normalise(&c->t.synth, c->t.synth.histories[rule], vars, count, r->where,
                     &refine);
}

TEST(synth_paper_normalises_the_history_of_pop)
{
    Collected c = {.count = 0};

    traces_init(&c.t, STACK STARTS);
    normalise_history(&c, 1);
    CHECK_UINT(c.count, 5);
    /* The first of the paper, and the second, in which both pushes are the same. */
    find(&c, 0,
         "any* popI(v2, v4)? (any - popI)* pushI(v1 - v2, v0)? "
         "(any - popI)* pushI(v1, v8)? (push | pop)*");
    find(&c, 0, "any* popI(0, v4)? (any - popI)* pushI(v1, v0)? (push | pop)*");
    /* Other orders. */
    find(&c, 0,
         "any* pushI(v1 - v2, v0)? any* popI(v2, v6)? "
         "(any - popI)* pushI(v1, v8)? (push | pop)*");
    find(&c, 0,
         "any* pushI(v1 - v2, v0)? any* pushI(v1, v6)? "
         "(any - pushI)* popI(v2, v8)? (push | pop)*");
    find(&c, 0, "any* pushI(v1, v0)? (any - pushI)* popI(0, v6)? (push | pop)*");
    traces_done(&c.t);
}

/* ---- Example 3.2. */

/* Checks the generator, well typed or not, with the message for it. */
static void check_typed_by(const char *spec, const char *body, const char *message)
{
    Traces t;
    Diags diags;
    struct assay_buf text;
    const Program *p;

    assay_buf_init(&text, NULL, 0);
    assay_buf_printf(&text, "%sgenerator g for some { %s }", spec, body);
    traces_init(&t, text.at);
    diag_init(&diags);
    p = lower_program(&t.synth, t.spec.procedures[0], t.spec.properties[0]);
    CHECK(p != NULL);
    if (typed_check(&t.synth, p, &diags) != !message)
        harness_fail(HARNESS_HERE, "%s\n%s", body,
                     diags.count ? diags.at[0]->message : "it is well typed");
    if (message)
        CHECK_STR(diags.at[0]->message, message);
    diag_done(&diags);
    traces_done(&t);
    assay_buf_done(&text);
}

static void check_typed(const char *body, const char *message)
{
    check_typed_by(STACK STARTS_AT_ZERO, body, message);
}

/* Ghosts that cannot simply be eliminated. */
TEST(synth_typed_with_ghosts)
{
    static const char even[] = "event e(x: Integer); violation some = e;\n"
                               "rule e(x) { ghosts g: Integer; where x == 2 * g; }\n";
    static const char image[] = "event e(x: Integer); violation some = e;\n"
                                "function f(x: Integer): Integer;\n"
                                "rule e(x) { ghosts g: Integer; where x == f(g) + 1; }\n";
    static const char either[] =
        "event e(x: Integer); violation some = e;\n"
        "rule e(x) { ghosts g: Integer;\n"
        "    where (g == 1 || x == 2) && (g == 2 || x == 3); }\n";

    check_typed_by(even, "let x: Integer; e(x + x);", NULL);
    check_typed_by(even, "let x: Integer; e(x);",
                   "the rules ask for more than is known here: exists v1: Integer . "
                   "x == 2 * v1");
    check_typed_by(image, "let x: Integer; e(f(x) + 1);", NULL);
    check_typed_by(image, "let x: Integer; e(x);",
                   "the rules ask for more than is known here: exists v1: Integer . "
                   "x == f(v1) + 1");
    check_typed_by(either, "let x: Integer where x == 2 || x == 3; e(x);", NULL);
    check_typed_by(either, "let x: Integer; e(x);",
                   "the rules ask for more than is known here: exists v1: Integer . "
                   "(v1 == 1 || x == 2) && (v1 == 2 || x == 3)");
}

TEST(synth_paper_types_the_generator)
{
    check_typed("let x: Integer where 0 < x; push(x); pop(x);", NULL);
    /* The last one, too, may be popped twice: it is there from the beginning. */
    check_typed("let x: Integer where 0 < x; push(x); pop(x); pop(0);", NULL);
    check_typed("let x: Integer, y: Integer where 0 < x && x < y;"
                "push(x); push(y); pop(y); pop(x);",
                NULL);
    check_typed("push(7); pop(7);", NULL);
}

TEST(synth_paper_refuses_other_generators)
{
    check_typed("let x: Integer; push(x); pop(x);",
                "the rules ask for more than is known here: 0 < x");
    check_typed("let x: Integer where 0 <= x; push(x); pop(x);",
                "the rules ask for more than is known here: 0 < x");
    check_typed("let x: Integer where 0 < x; push(x); pop(x + 1);",
                "no rule of push fits here");
    check_typed("let x: Integer where 0 < x; push(x); pop(x); pop(x);",
                "what the rules ask for pushI cannot be met");
    check_typed("let x: Integer where 0 < x; push(x); push(x);",
                "no rule of push fits here");
    check_typed("let x: Integer, y: Integer where 0 < x && x < y;"
                "push(x); push(y); pop(x); pop(y);",
                "what the rules ask for pushI cannot be met");
    check_typed("let x: Integer where 0 < x; pop(x); push(x);",
                "no rule of pop fits here");
}

/* ---- Example 4.2. */

#define PI_STACK                                                                         \
    "(push | pop)* pushI(0, v11) (push | pop)* popI(0, v4) (push | pop)* "               \
    "push(v0) pushI(1, v0) (push | pop)* pop(v0) popI(1, v0) any* where v11 < v0"

/* Refines plans until no more come that have at most so many events, and leaves the one
 * of the paper. */
static const Plan *refine_stack(Collected *c)
{
    Refine refine = {8, collect, c};
    const Property *some = c->t.spec.properties[0];

    refine_normalise(&c->t.synth, automata_state(&c->t.synth.automata, some->traces),
                     NULL, 0, NULL, &refine);
    CHECK_UINT(c->count, 1);
    find(c, 0, "any* pop(v0)? any*");
    for (uint32_t i = 0; i < c->count; i++)
        if (c->plans[i]->open > 0 && c->plans[i]->nevents <= 6)
            refine_plan(&c->t.synth, c->plans[i], refine_next(&c->t.synth, c->plans[i]),
                        &refine);
    return find(c, 0, PI_STACK);
}

static void check_program(Collected *c, const Program *p, const char *expected)
{
    struct assay_buf text;

    assay_buf_init(&text, NULL, 0);
    CHECK(p != NULL);
    program_print(&c->t.synth.logic, p, &text);
    CHECK_STR(text.at, expected);
    assay_buf_done(&text);
}

TEST(synth_paper_refines_to_the_stack)
{
    Collected c = {.count = 0};
    const Plan *stack;
    const char *why;

    traces_init(&c.t, STACK STARTS);
    stack = refine_stack(&c);
    /* After the first step, with the second history of pop. */
    find(&c, 1,
         "any* popI(0, v4)? (any - popI)* pushI(v1, v0)? (push | pop)* pop(v0) "
         "popI(1, v0)? any*");
    CHECK_UINT(stack->open, 0);
    check_program(&c,
                  derive_program(&c.t.synth, stack, c.t.spec.properties[0], "g", &why),
                  "generator g for some {\n"
                  "    let x: Integer;\n" /* whatever was there is less */
                  "    push(x);\n"
                  "    pop(x);\n"
                  "}\n");
    traces_done(&c.t);
}

/* ---- Example 4.3. */

TEST(synth_paper_fills_sketches)
{
    Collected c = {.count = 0};
    const Plan *stack;
    const Property *some;
    const Program *p = NULL;
    SketchEnd end;

    traces_init(&c.t, STACK STARTS);
    some = c.t.spec.properties[0];
    stack = refine_stack(&c);
    /* push inside, pop inside */
    CHECK_INT(recurse_fill(&c.t.synth, stack, some, (Sketch){0, 1, 2}, "g", &p),
              SKETCH_GOOD);
    check_program(&c, p,
                  "procedure g_more(last_x: Integer) {\n"
                  "    choose {\n"
                  "    } or {\n"
                  "        let x2: Integer where last_x < x2;\n"
                  "        push(x2);\n"
                  "        g_more(x2);\n"
                  "        pop(x2);\n"
                  "    }\n"
                  "}\n"
                  "generator g for some {\n"
                  "    let x: Integer;\n"
                  "    push(x);\n"
                  "    g_more(x);\n"
                  "    pop(x);\n"
                  "}\n");
    /* push outside, pop inside */
    p = NULL;
    end = recurse_fill(&c.t.synth, stack, some, (Sketch){1, 1, 2}, "g", &p);
    CHECK(end == SKETCH_NO_PLAN || end == SKETCH_WRONG);
    CHECK(p == NULL);
    traces_done(&c.t);
}
