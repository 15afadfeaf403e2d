/*
 * A stack machine with public and secret values, run twice in lock step: the same
 * instructions, other secrets. Whoever sees only what is public must not be able to tell
 * the runs apart. This is termination-insensitive noninterference, with labels that
 * follow the values: "Testing Noninterference, Quickly", Hritcu and others, 2013.
 *
 * BUG_STORE, BUG_ADD and BUG_LOAD leave a rule out, each in one instruction.
 */
#ifndef IFC_MACHINE_H
#define IFC_MACHINE_H

#include <assay/trace.h>
#include <stdlib.h>

enum { DEPTH = 64, MEMORY = 2 };

enum level { LOW, HIGH };

struct cell {
    int64_t value;
    enum level level;
};

struct run {
    struct cell stack[DEPTH];
    size_t depth;
    struct cell memory[MEMORY]; /* public zeros at first */
};

struct machine {
    struct run runs[2];
    bool stopped; /* one of the runs could not go on: there is nothing to compare */
};

/* A result is as secret as the most secret value that it depends on. */
static enum level join(enum level a, enum level b)
{
    return a == HIGH || b == HIGH ? HIGH : LOW;
}

/* ---- Instructions of one run; false: it cannot go on */

static bool run_push(struct run *r, struct cell cell)
{
    if (r->depth == DEPTH)
        return false;
    r->stack[r->depth++] = cell;
    return true;
}

static bool run_pop(struct run *r, struct cell *ret_cell)
{
    if (r->depth == 0)
        return false;
    *ret_cell = r->stack[--r->depth];
    return true;
}

static bool run_pop_address(struct run *r, struct cell *ret_address)
{
    return run_pop(r, ret_address) && 0 <= ret_address->value &&
           ret_address->value < MEMORY;
}

static bool run_add(struct run *r)
{
    struct cell a, b, sum = {0, LOW};

    if (!run_pop(r, &a) || !run_pop(r, &b))
        return false;
    sum.value = (int64_t)((uint64_t)a.value + (uint64_t)b.value);
#ifndef BUG_ADD
    sum.level = join(a.level, b.level);
#endif
    return run_push(r, sum);
}

static bool run_load(struct run *r)
{
    struct cell address, loaded;

    if (!run_pop_address(r, &address))
        return false;
    loaded = r->memory[address.value];
#ifndef BUG_LOAD
    loaded.level = join(loaded.level, address.level);
#endif
    return run_push(r, loaded);
}

static bool run_store(struct run *r)
{
    struct cell address, value, *cell;

    if (!run_pop_address(r, &address) || !run_pop(r, &value))
        return false;
    cell = &r->memory[address.value];
#ifndef BUG_STORE
    /* That a public cell becomes secret, and the others do not, would tell the secret
     * address: no sensitive upgrade. */
    if (address.level == HIGH && cell->level == LOW)
        return false;
    value.level = join(value.level, address.level);
#endif
    *cell = value;
    return true;
}

/* ---- What can be seen of two runs */

static bool looks_equal(struct cell a, struct cell b)
{
    return a.level == b.level && (a.level == HIGH || a.value == b.value);
}

static bool machine_looks_equal(const struct machine *m)
{
    const struct run *a = &m->runs[0], *b = &m->runs[1];

    if (m->stopped)
        return true;
    if (a->depth != b->depth)
        return false;
    for (size_t i = 0; i < a->depth; i++)
        if (!looks_equal(a->stack[i], b->stack[i]))
            return false;
    for (size_t i = 0; i < MEMORY; i++)
        if (!looks_equal(a->memory[i], b->memory[i]))
            return false;
    return true;
}

/* ---- Handlers */

static void both(struct machine *m, bool instruction(struct run *))
{
    if (m->stopped)
        return;
    for (int i = 0; i < 2; i++)
        if (!instruction(&m->runs[i]))
            m->stopped = true;
}

static void *start(struct assay_trace *t)
{
    struct machine *m = calloc(1, sizeof *m);

    (void)t;
    if (!m)
        abort();
    return m;
}

/* Programs that differ in what is public are not to be compared. */
static void push(struct assay_trace *t, void *state,
                 const struct assay_trace_value *fields)
{
    struct machine *m = state;
    enum level level = fields[0].number == 0 ? LOW : HIGH;

    (void)t;
    if (level == LOW && fields[1].number != fields[2].number)
        m->stopped = true;
    for (int i = 0; i < 2 && !m->stopped; i++)
        if (!run_push(&m->runs[i], (struct cell){fields[1 + i].number, level}))
            m->stopped = true;
}

static bool run_drop(struct run *r)
{
    struct cell cell;

    return run_pop(r, &cell);
}

static void pop(struct assay_trace *t, void *state,
                const struct assay_trace_value *fields)
{
    (void)t, (void)fields;
    both(state, run_drop);
}

static void add(struct assay_trace *t, void *state,
                const struct assay_trace_value *fields)
{
    (void)t, (void)fields;
    both(state, run_add);
}

static void load(struct assay_trace *t, void *state,
                 const struct assay_trace_value *fields)
{
    (void)t, (void)fields;
    both(state, run_load);
}

static void store(struct assay_trace *t, void *state,
                  const struct assay_trace_value *fields)
{
    (void)t, (void)fields;
    both(state, run_store);
}

/* What comes after it is another program. */
static void halt(struct assay_trace *t, void *state,
                 const struct assay_trace_value *fields)
{
    struct machine *m = state;

    (void)fields;
    assay_answer(t, "compared", machine_looks_equal(m));
    *m = (struct machine){0};
}

const struct assay_trace_system assay_system = {
    .start = start,
    .stop = free,
    .handlers = {{"push", push},
                 {"pop", pop},
                 {"add", add},
                 {"load", load},
                 {"store", store},
                 {"halt", halt}},
};

#endif
