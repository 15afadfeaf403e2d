/*
 * What is done next. A plan only proposes: each request is a choice of the test, of which
 * the plan makes some more likely. So a replay needs no plan, and what was found by one
 * is shrunk like anything else.
 */
#include "choice/test.h"
#include "rest/drive_parts.h"
#include "term/template.h"

const char *phase_name(Phase p)
{
    static const char *const names[PHASES] = {"examples", "boundaries", "random",
                                              "stateful"};

    return names[p];
}

/* ---- Plans. */

static bool is_wanted(const Drive *d, Phase p)
{
    return (d->phases & 1u << p) != 0;
}

/* Every fourth is a single request. */
static Phase undirected(const Drive *d, uint64_t number)
{
    Phase p = number % 4 == 0 ? PHASE_RANDOM : PHASE_STATEFUL;

    if (!is_wanted(d, PHASE_RANDOM) && !is_wanted(d, PHASE_STATEFUL))
        return PHASE_BOUNDARIES; /* over and over again */
    return is_wanted(d, p) ? p : PHASE_RANDOM + PHASE_STATEFUL - p;
}

static uint32_t kinds_of(const Drive *d, uint32_t triple)
{
    return d->excluded[triple] ? 0 : 1 + drive_conjuncts(d->spec->triples[triple]);
}

/* Each triple with values at the edges, and with each part negated: so many, or the one
 * of a number. */
static uint64_t boundaries(const Drive *d, uint64_t number, Plan *ret)
{
    uint64_t count = 0;

    for (uint32_t i = 0; i < d->spec->ntriples; i++) {
        uint32_t kinds = kinds_of(d, i);
        if (ret && number >= count && number < count + kinds)
            *ret = (Plan){PHASE_BOUNDARIES, i, (uint32_t)(number - count)};
        count += kinds;
    }
    return count;
}

Plan plan_of(const Drive *d, uint64_t number)
{
    Plan plan = {undirected(d, number), UINT32_MAX, 0};
    uint64_t count = boundaries(d, 0, NULL);

    for (uint32_t i = 0; is_wanted(d, PHASE_EXAMPLES) && i < d->spec->ntriples; i++)
        if (!d->excluded[i] && number-- == 0)
            return (Plan){PHASE_EXAMPLES, i, 0};
    if (count > 0 && (plan.phase == PHASE_BOUNDARIES ||
                      (is_wanted(d, PHASE_BOUNDARIES) && number < count)))
        boundaries(d, number % count, &plan);
    return plan;
}

static bool is_directed(const Session *s)
{
    return s->plan.target != UINT32_MAX;
}

/* ---- The next triple. */

static bool is_read(const Triple *t)
{
    return t->method == REST_GET || t->method == REST_HEAD;
}

/* Pairs of operations that were not seen are more likely, and so is what makes resources
 * that others need. */
static uint32_t weight_of(const Session *s, uint32_t i)
{
    const Drive *d = s->drive;
    const Triple *t = d->spec->triples[i];
    uint32_t weight = t->method == REST_POST ? 4 : 2;

    if (s->last.triple &&
        !drive_pair(d, drive_operation(d, s->last.triple), d->operations[i]))
        weight *= 4;
    return weight;
}

typedef enum { ANY, MAKING, READING } Wish;

static bool is_wish(const Session *s, uint32_t i, Wish wish)
{
    const Triple *t = s->drive->spec->triples[i];

    return !s->drive->excluded[i] &&
           (wish == ANY || (wish == READING ? is_read(t) : t->method == REST_POST));
}

static const Triple *choose_wish(Session *s, Wish wish)
{
    const Drive *d = s->drive;
    uint32_t weights[DRIVE_TRIPLES], index = 0, sum = 0;

    for (uint32_t i = 0; i < d->spec->ntriples; i++)
        sum += weights[i] = is_wish(s, i, wish) ? weight_of(s, i) : 0;
    if (sum == 0 && wish != ANY)
        return choose_wish(s, ANY);
    if (sum == 0 || assay_choose_index(s->test, d->spec->ntriples, weights, &index))
        return NULL;
    return d->excluded[index] ? NULL : d->spec->triples[index];
}

static const Triple *choose_target(Session *s)
{
    const Drive *d = s->drive;
    uint32_t index;

    if (assay_choose_proposed(s->test, d->spec->ntriples, s->plan.target, &index))
        return NULL;
    return d->excluded[index] ? NULL : d->spec->triples[index];
}

/* After something was written, it is read back now and then. */
static bool is_time_to_read(const Session *s)
{
    return s->last.triple && !is_read(s->last.triple) &&
           assay_choose_bits(s->test) % 3 == 0;
}

static uint32_t choose_negated(Session *s, const Triple *t)
{
    uint32_t weights[DRIVE_NEGATED + 1], index = 0, parts = drive_conjuncts(t);

    weights[0] = 4 * parts;
    for (uint32_t i = 1; i <= parts; i++)
        weights[i] = 1;
    if (s->plan.phase == PHASE_EXAMPLES || s->plan.phase == PHASE_BOUNDARIES
            ? assay_choose_proposed(s->test, parts + 1, s->plan.negated % (parts + 1),
                                    &index)
            : assay_choose_index(s->test, parts + 1, parts > 0 ? weights : NULL, &index))
        return 0;
    return index;
}

/* ---- Requests. */

static void send_for(Session *s, const Triple *t, uint32_t negated)
{
    TripleCount *count = &s->drive->counts->triples[drive_index(s->drive, t)];
    Request r;

    drive_count(&count->wished, negated == 0);
    if (!drive_make(s, t, negated, &r))
        return;
    drive_count(&count->made, negated == 0);
    drive_send(s, &r);
    s->last = r;
}

/* The last one again, any, or one that fits the plan. */
static void send_next(Session *s, const Triple *favourite, bool is_last)
{
    bool again = false, other = false;
    const Triple *t;

    if (assay_choose_bool(s->test, s->last.triple ? 0.06 : 0, &again))
        return;
    if (again && s->last.triple) {
        drive_send(s, &s->last);
        return;
    }
    s->reading_back = !favourite && !is_directed(s) && is_time_to_read(s);
    if (favourite && assay_choose_bool(s->test, 0.2, &other))
        return;
    if (favourite && !other)
        t = favourite;
    else if (is_directed(s))
        t = is_last ? choose_target(s) : choose_wish(s, MAKING);
    else
        t = choose_wish(s, s->reading_back ? READING : ANY);
    if (t)
        send_for(s, t, choose_negated(s, t));
}

/* How the number of requests is chosen. */
typedef enum { AS_LIST, OFTEN, DIRECTED, MODES } Mode;

/* One thing often: some faults show only then. */
static Mode choose_mode(Session *s)
{
    static const uint32_t weights[] = {3, 1, 0};
    uint32_t mode = AS_LIST;

    if (is_directed(s) ? assay_choose_proposed(s->test, MODES, DIRECTED, &mode)
                       : assay_choose_index(s->test, MODES, weights, &mode))
        return AS_LIST;
    return (Mode)mode;
}

/* A resource for each variable of the address first. */
static bool choose_directed(Session *s, uint32_t *ret)
{
    uint32_t most = s->drive->steps;
    uint32_t wanted = is_directed(s)
                          ? drive_path_variables(s->drive->spec->triples[s->plan.target])
                          : 0;
    uint32_t index = 0;

    return !assay_choose_proposed(s->test, most, wanted < most ? wanted : most - 1,
                                  &index) &&
           !assay_list_begin(s->test, "requests", index + 1, index + 1, ret);
}

static bool choose_often(Session *s, uint32_t *ret)
{
    int64_t count = 1, most = 2 * (int64_t)s->drive->steps;

    return !assay_choose_int(s->test, 1, most, 1, ASSAY_UNIFORM, &count) &&
           !assay_list_begin(s->test, "requests", (uint32_t)count, (uint32_t)count, ret);
}

void plan_follow(Session *s)
{
    Mode mode;
    const Triple *favourite;
    uint32_t steps;
    bool good;

    if (s->plan.phase == PHASE_RANDOM)
        s->plan.target =
            (uint32_t)(assay_choose_bits(s->test) % s->drive->spec->ntriples);
    mode = choose_mode(s);
    favourite = mode == OFTEN ? choose_wish(s, ANY) : NULL;
    good = mode == OFTEN ? choose_often(s, &steps)
           : mode == DIRECTED
               ? choose_directed(s, &steps)
               : !assay_list_begin(s->test, "requests", 1, s->drive->steps, &steps);
    for (uint32_t i = 0; good && i < steps && !assay_test_status(s->test); i++) {
        assay_element_begin(s->test);
        send_next(s, favourite, i + 1 == steps);
        assay_span_end(s->test);
    }
    if (good)
        assay_span_end(s->test);
}
