/*
 * A model of the solver's, written down.
 */
#include "synth/world.h"

#define TABLE_ROWS 100000 /* of a function */

typedef struct {
    Synth *x;
    StepModel model;
    const char *why; /* it cannot be written down */
} Maker;

static bool is_abstract(const TraceSort *sort)
{
    return sort && sort->kind == SORT_ABSTRACT;
}

bool world_has(const Synth *x, const Binding *var)
{
    return is_abstract(trace_sort(x->spec, var->type));
}

bool world_is_needed(const Synth *x)
{
    for (uint32_t i = 0; i < x->spec->nsorts; i++)
        if (is_abstract(x->spec->sorts[i]))
            return true;
    return x->spec->reader.functions.count > 0;
}

/* How many values there are of a type; 0: they cannot be counted. */
static uint32_t size_of(const Maker *m, const Type *type)
{
    const TraceSort *sort = trace_sort(m->x->spec, type);

    if (logic_type_kind(type) == TYPE_BOOLEAN)
        return 2;
    if (!sort || sort->kind == SORT_ID)
        return 0;
    return sort->kind == SORT_ENUM ? sort->nconstants
                                   : steps_members_in(m->x->solver.steps, m->model,
                                                      solver_sort(&m->x->solver, type));
}

static uint32_t count_rows(Maker *m, const Function *f)
{
    uint32_t rows = 1;

    for (uint32_t i = 0; i < f->count && rows <= TABLE_ROWS; i++)
        rows *= size_of(m, f->params[i]->type);
    if (rows > 0 && rows <= TABLE_ROWS)
        return rows;
    m->why = assay_arena_printf(
        &m->x->arena, "function '%s' takes values that cannot be listed", f->name);
    return 0;
}

/* The arguments of a row, and the result behind them. */
static void fill_row(Maker *m, const Function *f, uint32_t row, int64_t *at)
{
    uint32_t args[LOGIC_ARGS] = {0};

    for (uint32_t i = f->count; i-- > 0;) {
        uint32_t size = size_of(m, f->params[i]->type);
        args[i] = row % size;
        row /= size;
        at[i] = args[i];
    }
    if (!steps_value_in(m->x->solver.steps, m->model, solver_function(&m->x->solver, f),
                        args, &at[f->count]))
        m->why = assay_arena_printf(
            &m->x->arena, "the values of function '%s' cannot be told", f->name);
}

static const int64_t *table_of(Maker *m, const Function *f, uint32_t *ret_rows)
{
    uint32_t rows = count_rows(m, f);
    int64_t *table =
        assay_arena_new(&m->x->arena, rows * (f->count + (size_t)1), sizeof *table);

    for (uint32_t row = 0; table && row < rows && !m->why; row++)
        fill_row(m, f, row, table + row * (f->count + (size_t)1));
    m->x->no_memory = m->x->no_memory || !table;
    *ret_rows = rows;
    return table;
}

static void fill_tables(Maker *m, ProgramWorld *w)
{
    const Functions *functions = &m->x->spec->reader.functions;
    const int64_t **rows = assay_arena_new(&m->x->arena, functions->count, sizeof *rows);
    uint32_t *nrows = assay_arena_new(&m->x->arena, functions->count, sizeof *nrows);

    for (uint32_t i = 0; rows && nrows && i < functions->count && !m->why; i++)
        rows[i] = table_of(m, functions->at[i], &nrows[i]);
    m->x->no_memory = m->x->no_memory || !rows || !nrows;
    w->rows = rows;
    w->nrows = nrows;
}

static void fill_members(Maker *m, ProgramWorld *w)
{
    const TraceSpec *spec = m->x->spec;
    uint32_t *members = assay_arena_new(&m->x->arena, spec->nsorts, sizeof *members);

    for (uint32_t i = 0; members && i < spec->nsorts; i++)
        if (is_abstract(spec->sorts[i]))
            members[i] =
                steps_members_in(m->x->solver.steps, m->model, m->x->solver.sorts[i]);
    m->x->no_memory = m->x->no_memory || !members;
    w->members = members;
}

/* Variables that were decided are what they were decided to be. */
static void fill_values(Maker *m, const Facts *facts, const WorldVar *vars,
                        uint32_t count, ProgramWorld *w)
{
    const Binding **at = assay_arena_new(&m->x->arena, count, sizeof *at);
    int64_t *values = assay_arena_new(&m->x->arena, count, sizeof *values);

    for (uint32_t i = 0; at && values && i < count; i++) {
        Formula f =
            solver_resolve(&m->x->solver, facts, logic_var(&m->x->logic, vars[i].of));
        if (!world_has(m->x, vars[i].in_program))
            continue;
        at[w->count] = vars[i].in_program;
        if (!steps_number_in(m->x->solver.steps, m->model, solver_term(&m->x->solver, f),
                             &values[w->count++]))
            m->why = "the solver's model cannot be read";
    }
    m->x->no_memory = m->x->no_memory || !at || !values;
    w->vars = at;
    w->values = values;
}

const char *world_make(Synth *x, const Facts *facts, const WorldVar *vars, uint32_t count,
                       ProgramWorld *ret_world)
{
    Maker m = {.x = x, .model = solver_model(&x->solver, facts)};

    if (m.model == 0)
        return "the solver has no model of it";
    *ret_world = (ProgramWorld){.count = 0};
    fill_members(&m, ret_world);
    fill_tables(&m, ret_world);
    fill_values(&m, facts, vars, count, ret_world);
    return m.why ? m.why : synth_failed(x) ? "out of memory" : NULL;
}
