/*
 * The oracle of traces: variables of each type, limits, and random automata and traces
 * against a search of all values and all ways.
 */
#include "choice/prng.h"
#include "trace/run.h"
#include "trace_fixture.h"
#include <stdlib.h>
#include <string.h>

static void nothing(struct assay_trace *t, void *state,
                    const struct assay_trace_value *fields)
{
    (void)t;
    (void)state;
    (void)fields;
}
static const struct assay_trace_system idler = {
    .handlers = {{"a", nothing}, {"b", nothing}}};

static struct assay_trace *open_run(const struct assay_trace_spec *spec,
                                    const struct assay_trace_world *world)
{
    return assay_trace_open(spec, &idler, world);
}

/* Without printing it. */
static void close_run(struct assay_trace *t)
{
    assay_arena_done(&t->own);
    free(t);
}

/* ---- Variables of each type: one that is in `a` and in no later `b`, or that is in no
 * event at all */

enum { A, B };

static bool same(const struct assay_trace_value *a, const struct assay_trace_value *b)
{
    if (!a->text)
        return a->number == b->number;
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

static bool holds(struct assay_trace *t, uint32_t condition,
                  const struct assay_trace_value *fields,
                  const struct assay_trace_value *vars)
{
    (void)t;
    switch (condition) {
    case 1:
        return same(&fields[0], &vars[0]);
    case 2:
        return !same(&fields[0], &vars[0]);
    default: /* strictly between 5 and the field */
        return vars[0].number > 5 && vars[0].number < fields[0].number;
    }
}

static const struct assay_trace_move unanswered[] = {
    {0, 0, A, 0}, {0, 0, B, 0}, {0, 1, A, 1}, {1, 1, A, 0}, {1, 1, B, 2}};
static const struct assay_trace_move unseen[] = {
    {1, 1, A, 2}, {1, 1, B, 2}, {0, 1, A, 2}, {0, 1, B, 2}};
static const struct assay_trace_move between[] = {{0, 0, B, 0}, {0, 1, A, 3}};
static const bool second[] = {false, true};

struct question {
    struct assay_trace_operation operations[2];
    struct assay_trace_property property;
    struct assay_trace_spec spec;
};

static struct question *ask(const struct assay_trace_field *field,
                            const struct assay_trace_move *moves, uint32_t nmoves)
{
    static struct question q;

    q = (struct question){
        .operations = {{"a", ASSAY_TRACE_GENERATED, 1, field},
                       {"b", ASSAY_TRACE_GENERATED, 1, field}},
        .property = {.name = "p",
                     .nvars = 1,
                     .vars = field,
                     .nstates = 2,
                     .accepts = second,
                     .moves = moves,
                     .nmoves = nmoves,
                     .holds = holds},
        .spec = {.name = "q.trace", .noperations = 2, .nsorts = 1},
    };
    q.spec.operations = q.operations;
    q.spec.property = &q.property;
    return &q;
}
#define UNANSWERED unanswered, sizeof unanswered / sizeof *unanswered
#define UNSEEN unseen, sizeof unseen / sizeof *unseen
#define BETWEEN between, sizeof between / sizeof *between

/* Events a, a, b with these fields: "", or what is violated. */
static const char *judge(const struct question *q, const struct assay_trace_world *world,
                         const struct assay_trace_value *fields)
{
    static char text[100];
    struct assay_trace *t = open_run(&q->spec, world);
    const struct assay_trace_value *vars;
    struct assay_buf shown;

    for (uint32_t i = 0; i < 3; i++)
        assay_trace_do(t, i < 2 ? A : B, &fields[i]);
    vars = assay_trace_violation(t);
    assay_buf_init(&shown, NULL, 0);
    if (vars)
        assay_trace_show_property(&q->property, vars, &shown);
    CHECK(shown.len < sizeof text);
    memcpy(text, shown.at, shown.len + 1);
    assay_buf_done(&shown);
    close_run(t);
    return text;
}

TEST(trace_oracle_integers)
{
    static const struct assay_trace_field f = {.name = "x", .type = ASSAY_TRACE_INTEGER};
    static const int64_t five = 5;
    struct question *q = ask(&f, UNANSWERED);

    CHECK_STR(judge(q, NULL, FIELDS(NUMBER(7), NUMBER(8), NUMBER(7))), "p(x = 8)");
    CHECK_STR(judge(q, NULL, FIELDS(NUMBER(7), NUMBER(7), NUMBER(7))), "");
    CHECK_STR(judge(q, NULL, FIELDS(NUMBER(INT64_MIN), NUMBER(INT64_MAX), NUMBER(0))),
              "p(x = -9223372036854775808)");
    q = ask(&f, UNSEEN);
    CHECK_STR(judge(q, NULL, FIELDS(NUMBER(7), NUMBER(8), NUMBER(7))), "p(x = 6)");
    q = ask(&f, BETWEEN);
    CHECK_STR(judge(q, NULL, FIELDS(NUMBER(7), NUMBER(7), NUMBER(7))), "");
    q->property.moves =
        (const struct assay_trace_move[]){{0, 1, A, 3}, {1, 1, A, 0}, {1, 1, B, 0}};
    q->property.nmoves = 3;
    CHECK_STR(judge(q, NULL, FIELDS(NUMBER(7), NUMBER(7), NUMBER(7))), "p(x = 6)");
    CHECK_STR(judge(q, NULL, FIELDS(NUMBER(9), NUMBER(9), NUMBER(9))), "p(x = 8)");
    CHECK_STR(judge(q, NULL, FIELDS(NUMBER(6), NUMBER(0), NUMBER(0))), "");
    CHECK_STR(judge(q, NULL, FIELDS(NUMBER(INT64_MAX), NUMBER(0), NUMBER(0))),
              "p(x = 9223372036854775806)");
    q->property.constants = &five;
    q->property.nconstants = 1;
    CHECK_STR(judge(q, NULL, FIELDS(NUMBER(INT64_MAX), NUMBER(0), NUMBER(0))),
              "p(x = 9223372036854775806)");
}

TEST(trace_oracle_booleans_and_enums)
{
    static const char *const colours[] = {"red", "green", "blue", NULL};
    static const struct assay_trace_field b = {.name = "b", .type = ASSAY_TRACE_BOOLEAN};
    static const struct assay_trace_field e = {
        .name = "e", .type = ASSAY_TRACE_ENUM, .constants = colours};
    struct question *q = ask(&b, UNANSWERED);

    CHECK_STR(judge(q, NULL, FIELDS(NUMBER(0), NUMBER(1), NUMBER(0))), "p(b = true)");
    q = ask(&b, UNSEEN);
    CHECK_STR(judge(q, NULL, FIELDS(NUMBER(1), NUMBER(1), NUMBER(1))), "p(b = false)");
    CHECK_STR(judge(q, NULL, FIELDS(NUMBER(0), NUMBER(1), NUMBER(1))), "");
    q = ask(&e, UNSEEN);
    CHECK_STR(judge(q, NULL, FIELDS(NUMBER(0), NUMBER(1), NUMBER(1))), "p(e = blue)");
    CHECK_STR(judge(q, NULL, FIELDS(NUMBER(0), NUMBER(1), NUMBER(2))), "");
}

TEST(trace_oracle_sorts_and_ids)
{
    static const struct assay_trace_field s = {.name = "s", .type = ASSAY_TRACE_SORT};
    static const struct assay_trace_field id = {.name = "id", .type = ASSAY_TRACE_ID};
    static const uint32_t three[] = {3}, four[] = {4};
    static const struct assay_trace_world small = {three, NULL, NULL},
                                          large = {four, NULL, NULL};
    struct question *q = ask(&s, UNSEEN);

    CHECK_STR(judge(q, &small, FIELDS(NUMBER(0), NUMBER(1), NUMBER(2))), "");
    CHECK_STR(judge(q, &large, FIELDS(NUMBER(0), NUMBER(1), NUMBER(2))), "p(s = #3)");
    CHECK_STR(judge(q, NULL, FIELDS(NUMBER(0), NUMBER(1), NUMBER(2))), "");
    q = ask(&s, UNANSWERED);
    CHECK_STR(judge(q, NULL, FIELDS(NUMBER(0), NUMBER(1), NUMBER(0))), "p(s = #1)");
    q = ask(&id, UNSEEN);
    CHECK_STR(judge(q, NULL, FIELDS(NUMBER(0), NUMBER(2), NUMBER(1))), "p(id = 3)");
    q = ask(&id, UNANSWERED);
    CHECK_STR(judge(q, NULL, FIELDS(NUMBER(70), NUMBER(-1), NUMBER(70))), "p(id = -1)");
}

TEST(trace_oracle_texts)
{
    static const struct assay_trace_field any = {.name = "s", .type = ASSAY_TRACE_TEXT};
    static const struct assay_trace_field date = {
        .name = "d", .type = ASSAY_TRACE_TEXT, .language = "date"};
    struct question *q = ask(&any, UNANSWERED);

    CHECK_STR(judge(q, NULL, FIELDS(TEXT("a"), TEXT("b\n"), TEXT("a"))),
              "p(s = \"b\\n\")");
    q = ask(&any, UNSEEN);
    CHECK_STR(judge(q, NULL, FIELDS(TEXT("x"), TEXT("xx"), TEXT(""))), "p(s = \"xxx\")");
    q = ask(&any, UNANSWERED); /* a variable of a language takes fields of none */
    q->property.vars = &date;
    CHECK_STR(judge(q, NULL, FIELDS(TEXT("no date"), TEXT("2020-02-29"), TEXT(""))),
              "p(d = \"2020-02-29\")");
    CHECK_STR(judge(q, NULL, FIELDS(TEXT("no date"), TEXT("2021-02-30"), TEXT(""))), "");
}

TEST(trace_oracle_of_an_empty_trace)
{
    static const struct assay_trace_field f = {.name = "x", .type = ASSAY_TRACE_INTEGER};
    static const bool first[] = {true, false};
    struct question *q = ask(&f, UNANSWERED);
    struct assay_trace *t = open_run(&q->spec, NULL);

    CHECK(assay_trace_violation(t) == NULL);
    q->property.accepts = first;
    CHECK_INT(assay_trace_violation(t)[0].number, 0);
    close_run(t);
}

/* ---- Too much */

static bool never(struct assay_trace *t, uint32_t condition,
                  const struct assay_trace_value *fields,
                  const struct assay_trace_value *vars)
{
    (void)t;
    (void)fields;
    return condition == 2 && vars[0].number == vars[1].number + 1000000;
}

static void act_a_lot(struct assay_trace *t)
{
    for (int i = 0; i < 2000; i++)
        assay_trace_do(t, A, FIELDS(NUMBER(10 * i)));
}

/* The pairs of values are too many, unless it is known that the first is enough. */
TEST(trace_oracle_says_when_it_is_too_much)
{
    static const struct assay_trace_field f[] = {
        {.name = "x", .type = ASSAY_TRACE_INTEGER},
        {.name = "y", .type = ASSAY_TRACE_INTEGER}};
    static const struct assay_trace_move moves[] = {{0, 1, A, 1}, {1, 1, A, 2}};
    static const uint64_t uses[] = {0, 1, 3};
    static const struct assay_trace_generator generator = {"g", act_a_lot, NULL};
    struct question *q = ask(f, moves, 2);
    struct assay_trace_job job = {.spec = &q->spec, .system = &idler};
    struct assay_report *report;

    q->property.nvars = 2;
    q->property.holds = never;
    q->spec.generators = &generator;
    q->spec.ngenerators = 1;
    job.count = true;
    report = run_job(&job, &(struct assay_options){.runs = 2});
    CHECK_UINT(label_count(report, "discarded: p has too many values to be tried on a "
                                   "trace of 2000 events"),
               2);
    assay_report_free(report);
    job.count = false;
    q->property.uses = uses;
    report = run_job(&job, &(struct assay_options){.runs = 20});
    CHECK_INT(report->verdict, ASSAY_HELD);
    assay_report_free(report);
}

/* ---- Against a search of everything */

enum { STATES = 4, MOVES = 10, EVENTS = 6, CONDITIONS = 8, LARGEST = 7 };

static bool random_holds(struct assay_trace *t, uint32_t condition,
                         const struct assay_trace_value *fields,
                         const struct assay_trace_value *vars)
{
    int64_t a = fields[0].number, b = fields[1].number, x = vars[0].number,
            y = vars[1].number;

    (void)t;
    switch (condition) {
    case 1:
        return a == x;
    case 2:
        return a != x;
    case 3:
        return b < y;
    case 4:
        return a == x && b == y;
    case 5:
        return !(a == x && b == y);
    case 6:
        return a == 1;
    default:
        return y > x && x == b;
    }
}
static const uint64_t random_uses[CONDITIONS] = {0, 1, 1, 2, 3, 3, 0, 3};

/* Whether a way through the automaton accepts what is left of the trace. */
static bool accepts_from(struct assay_trace *t, uint32_t state, size_t event,
                         const struct assay_trace_value *vars)
{
    const struct assay_trace_property *p = t->spec->property;

    if (event == t->nlog)
        return p->accepts[state];
    for (uint32_t i = 0; i < p->nmoves; i++) {
        const struct assay_trace_move *m = &p->moves[i];
        if (m->from == state && m->operation == t->log[event].operation &&
            (m->condition == 0 ||
             p->holds(t, m->condition, t->log[event].fields, vars)) &&
            accepts_from(t, m->to, event + 1, vars))
            return true;
    }
    return false;
}

static bool is_violated(struct assay_trace *t)
{
    for (int64_t x = -LARGEST; x <= LARGEST; x++)
        for (int64_t y = -LARGEST; y <= LARGEST; y++)
            if (accepts_from(t, 0, 0, FIELDS(NUMBER(x), NUMBER(y))))
                return true;
    return false;
}

static uint32_t below(struct assay_prng *prng, uint32_t n)
{
    return (uint32_t)(assay_prng_next(prng) % n);
}

static void draw_moves(struct assay_prng *prng, struct assay_trace_move *moves)
{
    for (uint32_t i = 0; i < MOVES; i++)
        moves[i] = (struct assay_trace_move){below(prng, STATES), below(prng, STATES),
                                             below(prng, 2), below(prng, CONDITIONS)};
}

/* Small numbers, so that they meet. */
static void draw_events(struct assay_prng *prng, struct assay_trace *t)
{
    uint32_t count = below(prng, EVENTS + 1);

    for (uint32_t i = 0; i < count; i++)
        assay_trace_do(t, below(prng, 2),
                       FIELDS(NUMBER((int64_t)below(prng, 5) - 2),
                              NUMBER((int64_t)below(prng, 5) - 2)));
}

TEST(trace_oracle_agrees_with_a_search_of_everything)
{
    static const struct assay_trace_field f[] = {
        {.name = "x", .type = ASSAY_TRACE_INTEGER},
        {.name = "y", .type = ASSAY_TRACE_INTEGER}};
    static const bool last[STATES] = {false, false, false, true};
    static const int64_t one = 1;
    struct assay_trace_move moves[MOVES];
    struct question *q = ask(f, moves, MOVES);
    struct assay_prng prng;
    int violated = 0;

    assay_prng_init(&prng, 1, 0);
    q->operations[A].nfields = q->operations[B].nfields = q->property.nvars = 2;
    q->property.nstates = STATES;
    q->property.accepts = last;
    q->property.holds = random_holds;
    q->property.constants = &one;
    q->property.nconstants = 1;
    for (int i = 0; i < 20000; i++) {
        struct assay_trace *t = open_run(&q->spec, NULL);
        const struct assay_trace_value *vars;
        draw_moves(&prng, moves);
        draw_events(&prng, t);
        for (int known = 0; known < 2; known++) {
            q->property.uses = known ? random_uses : NULL;
            vars = assay_trace_violation(t);
            CHECK_INT(vars != NULL, is_violated(t));
            CHECK(!vars || accepts_from(t, 0, 0, vars));
        }
        violated += vars != NULL;
        close_run(t);
    }
    CHECK(violated > 1000 && violated < 19000);
}
