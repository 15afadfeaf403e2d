/*
 * States are numbered as they are reached.
 */
#include "synth/oracle.h"
#include "base/mem.h"
#include "synth/project.h"
#include "synth/search.h"

#define ORACLE_MAX (1u << 22) /* moves, conditions, constants */

typedef struct {
    void *at;
    uint32_t count;
    size_t cap;
} List;

typedef struct {
    Synth *x;
    List states, moves, conditions, constants; /* State, move, OracleCondition, int64_t */
    struct assay_map numbers;                  /* of states */
    bool no_memory;
} Maker;

/* Room for one more; NULL when out of memory. */
static void *add(Maker *m, List *list, size_t size)
{
    if (assay_mem_grow(NULL, &list->at, &list->cap, list->count + (size_t)1, size,
                       ORACLE_MAX)) {
        m->no_memory = true;
        return NULL;
    }
    return (char *)list->at + list->count++ * size;
}

static uint32_t number_of(Maker *m, State s)
{
    uint64_t *known = assay_map_put(&m->numbers, &s, sizeof s);
    State *new;

    if (!known) {
        m->no_memory = true;
        return 0;
    }
    if (*known == 0 && (new = add(m, &m->states, sizeof s))) {
        *new = s;
        *known = m->states.count;
    }
    return m->no_memory ? 0 : (uint32_t)*known - 1;
}

static uint32_t condition_number(Maker *m, const Event *of, Formula f)
{
    const OracleCondition *all = m->conditions.at;
    OracleCondition *new;

    for (uint32_t i = 0; i < m->conditions.count; i++)
        if (all[i].is == f && (all[i].of == of || f == LOGIC_TRUE))
            return i;
    new = add(m, &m->conditions, sizeof *new);
    if (new)
        *new = (OracleCondition){of, f};
    return m->conditions.count - 1;
}

static void add_moves(Maker *m, uint32_t from)
{
    State s = ((State *)m->states.at)[from];
    uint32_t count;

    automata_moves(&m->x->automata, s, &count);
    for (uint32_t i = 0; i < count && !m->no_memory; i++) {
        Move move = automata_moves(&m->x->automata, s, &count)[i];
        uint32_t to = number_of(m, move.to);
        for (uint32_t e = 0; e < m->x->spec->nevents && !m->no_memory; e++) {
            const Event *of = m->x->spec->events[e];
            Formula f = automata_condition(&m->x->automata, move.on, of);
            struct assay_trace_move *new;
            if (f == LOGIC_FALSE || of->kind == EVENT_GHOST)
                continue;
            new = add(m, &m->moves, sizeof *new);
            if (new)
                *new = (struct assay_trace_move){from, to, e, condition_number(m, of, f)};
        }
    }
}

static void add_constants(Maker *m, Formula f)
{
    const LogicNode *node = logic_node(&m->x->logic, f);
    int64_t number, *new;

    if (logic_number(&m->x->logic, f, &number)) {
        for (uint32_t i = 0; i < m->constants.count; i++)
            if (((int64_t *)m->constants.at)[i] == number)
                return;
        new = add(m, &m->constants, sizeof number);
        if (new)
            *new = number;
    }
    for (uint32_t i = 0; i < node->count; i++)
        add_constants(m, logic_args(&m->x->logic, f)[i]);
}

typedef struct {
    const Property *property;
    uint64_t bits;
} Uses;

static void note_use(void *ctx, const Binding *var)
{
    Uses *u = ctx;

    for (uint32_t i = 0; i < u->property->nvars && i < 64; i++)
        if (u->property->vars[i] == var)
            u->bits |= (uint64_t)1 << i;
}

static const uint64_t *uses_of(Maker *m, const Property *property)
{
    const OracleCondition *all = m->conditions.at;
    uint64_t *uses = assay_arena_new(&m->x->arena, m->conditions.count, sizeof *uses);

    m->no_memory = m->no_memory || !uses;
    for (uint32_t i = 0; uses && i < m->conditions.count; i++) {
        Uses u = {property, 0};
        logic_variables(&m->x->logic, all[i].is, note_use, &u);
        uses[i] = u.bits;
    }
    return uses;
}

static void *keep(Maker *m, List *list, size_t size)
{
    char *kept = assay_arena_new(&m->x->arena, list->count, size);

    if (!kept)
        m->no_memory = true;
    for (size_t i = 0; kept && i < list->count * size; i++)
        kept[i] = ((char *)list->at)[i];
    assay_mem_free(NULL, list->at, list->cap * size);
    return kept;
}

/* Why a formula cannot be evaluated when a program runs, NULL if it can: quantifiers over
 * numbers. */
static const char *obstacle(const Synth *x, Formula f)
{
    const LogicNode *node = logic_node(&x->logic, f);
    const char *why = NULL;

    if (node->kind == LOGIC_QUANT &&
        logic_type_kind(node->as.var->type) != TYPE_BOOLEAN) {
        const TraceSort *sort = trace_sort(x->spec, node->as.var->type);
        if (!sort || sort->kind == SORT_ID)
            return "a quantifier over infinitely many values";
    }
    for (uint32_t i = 0; i < node->count && !why; i++)
        why = obstacle(x, logic_args(&x->logic, f)[i]);
    return why;
}

static const bool *which_accept(Maker *m)
{
    bool *accepts = assay_arena_new(&m->x->arena, m->states.count, sizeof *accepts);

    for (uint32_t i = 0; accepts && i < m->states.count; i++)
        accepts[i] = automata_ends(&m->x->automata, ((State *)m->states.at)[i]);
    m->no_memory = m->no_memory || !accepts;
    return accepts;
}

bool oracle_make(Synth *x, const Property *property, Oracle *ret_oracle,
                 const char **ret_why)
{
    Maker m = {.x = x};
    const char *why = NULL;

    assay_map_init(&m.numbers, NULL);
    condition_number(&m, NULL, LOGIC_TRUE);
    number_of(&m, search_violations(x, property));
    for (uint32_t i = 0; i < m.states.count && i < ORACLE_STATES && !m.no_memory; i++)
        add_moves(&m, i);
    if (m.states.count > ORACLE_STATES)
        why = "its automaton has too many states";
    for (uint32_t i = 0; i < m.conditions.count; i++) {
        Formula f = ((OracleCondition *)m.conditions.at)[i].is;
        why = why ? why : obstacle(x, f);
        add_constants(&m, f);
    }
    ret_oracle->uses = property->nvars <= 64 ? uses_of(&m, property) : NULL;
    ret_oracle->accepts = which_accept(&m);
    ret_oracle->nstates = m.states.count;
    ret_oracle->nmoves = m.moves.count;
    ret_oracle->nconditions = m.conditions.count;
    ret_oracle->nconstants = m.constants.count;
    ret_oracle->moves = keep(&m, &m.moves, sizeof(struct assay_trace_move));
    ret_oracle->conditions = keep(&m, &m.conditions, sizeof(OracleCondition));
    ret_oracle->constants = keep(&m, &m.constants, sizeof(int64_t));
    keep(&m, &m.states, sizeof(State));
    assay_map_done(&m.numbers);
    *ret_why = m.no_memory || synth_failed(x) ? "out of memory" : why;
    return *ret_why == NULL;
}
