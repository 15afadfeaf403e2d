/*
 * States and their moves.
 */
#include "synth/automaton.h"
#include "base/mem.h"
#include <string.h>

#define AUTOMATA_MAX (1u << 26) /* states, and conditions of sets */

static uint32_t fail(Automata *x)
{
    x->no_memory = true;
    return 0;
}

/* ---- Sets of events. */

static EventSet append_set(Automata *x, const Formula *conditions)
{
    void *at = x->conditions;
    size_t need = (x->nsets + (size_t)1) * x->nevents;

    if (assay_mem_grow(x->arena.mem, &at, &x->conditions_cap, need ? need : 1,
                       sizeof *x->conditions, AUTOMATA_MAX))
        return fail(x);
    x->conditions = at;
    for (uint32_t i = 0; i < x->nevents; i++)
        x->conditions[x->nsets * (size_t)x->nevents + i] = conditions[i];
    return x->nsets++;
}

static EventSet make_set(Automata *x, const Formula *conditions)
{
    uint64_t *number =
        assay_map_put(&x->known_sets, conditions, x->nevents * sizeof *conditions);

    if (!number || x->logic->no_memory || x->no_memory)
        return fail(x);
    if (*number == 0) /* the first of all is EVENTS_NONE */
        *number = append_set(x, conditions) + (uint64_t)1;
    return x->no_memory ? EVENTS_NONE : (EventSet)(*number - 1);
}

static Formula *new_conditions(Automata *x)
{
    Formula *conditions = assay_arena_new(&x->arena, x->nevents, sizeof *conditions);

    for (uint32_t i = 0; conditions && i < x->nevents; i++)
        conditions[i] = LOGIC_FALSE;
    if (!conditions)
        fail(x);
    return conditions;
}

Formula automata_condition(const Automata *x, EventSet set, const Event *of)
{
    return x->no_memory ? LOGIC_FALSE
                        : x->conditions[set * (size_t)x->nevents + of->number];
}

/* Both conditions for each operation, joined. */
static EventSet join_sets(Automata *x, EventSet a, EventSet b,
                          Formula (*join)(Logic *l, Formula a, Formula b))
{
    Formula *conditions = x->no_memory ? NULL : new_conditions(x);

    if (!conditions)
        return fail(x);
    for (uint32_t i = 0; i < x->nevents; i++)
        conditions[i] = join(x->logic, automata_condition(x, a, x->events[i]),
                             automata_condition(x, b, x->events[i]));
    return make_set(x, conditions);
}

static Formula and_not(Logic *l, Formula a, Formula b)
{
    return logic_and(l, a, logic_not(l, b));
}

EventSet automata_set_and(Automata *x, EventSet a, EventSet b)
{
    if (a == b || a == EVENTS_ANY)
        return b;
    return b == EVENTS_ANY ? a : join_sets(x, a, b, logic_and);
}

EventSet automata_set_or(Automata *x, EventSet a, EventSet b)
{
    return a == b ? a : join_sets(x, a, b, logic_or);
}

EventSet automata_set_minus(Automata *x, EventSet a, EventSet b)
{
    return b == EVENTS_NONE ? a : join_sets(x, a, b, and_not);
}

EventSet automata_set_without(Automata *x, EventKind kind)
{
    Formula *conditions = x->no_memory ? NULL : new_conditions(x);

    if (!conditions)
        return fail(x);
    for (uint32_t i = 0; i < x->nevents; i++)
        conditions[i] = x->events[i]->kind == kind ? LOGIC_FALSE : LOGIC_TRUE;
    return make_set(x, conditions);
}

EventSet automata_set_replace(Automata *x, EventSet set, const LogicPair *pairs,
                              uint32_t count)
{
    Formula *conditions = x->no_memory ? NULL : new_conditions(x);

    if (!conditions)
        return fail(x);
    for (uint32_t i = 0; i < x->nevents; i++)
        conditions[i] = logic_replace(x->logic, automata_condition(x, set, x->events[i]),
                                      pairs, count);
    return make_set(x, conditions);
}

static EventSet set_of_event(Automata *x, const Sre *e)
{
    const Event *of = e->as.event.of;
    Formula *conditions = new_conditions(x);
    LogicPair *pairs = assay_arena_new(&x->arena, of->count, sizeof *pairs);

    if (!conditions || !pairs)
        return fail(x);
    for (uint32_t i = 0; i < of->count; i++)
        pairs[i] = (LogicPair){e->as.event.fields[i], logic_var(x->logic, of->fields[i])};
    conditions[of->number] =
        e->as.event.where ? logic_term(x->logic, e->as.event.where, pairs, of->count)
                          : LOGIC_TRUE;
    return make_set(x, conditions);
}

/* All events of its operations: but for those of which it plainly has none. */
static EventSet whole_operations(Automata *x, EventSet set)
{
    Formula *conditions = x->no_memory ? NULL : new_conditions(x);

    if (!conditions)
        return fail(x);
    for (uint32_t i = 0; i < x->nevents; i++)
        conditions[i] = automata_condition(x, set, x->events[i]) == LOGIC_FALSE
                            ? LOGIC_FALSE
                            : LOGIC_TRUE;
    return make_set(x, conditions);
}

/* ---- States. */

static State append_state(Automata *x, const StateNode *node)
{
    void *at = x->states;

    if (assay_mem_grow(x->arena.mem, &at, &x->states_cap, x->nstates + (size_t)1,
                       sizeof *x->states, AUTOMATA_MAX))
        return fail(x);
    x->states = at;
    x->states[x->nstates] = *node;
    return x->nstates++;
}

static State make(Automata *x, StateNode node)
{
    uint32_t key[] = {node.kind, node.a, node.b, node.min, node.max, node.named};
    uint64_t *number = assay_map_put(&x->known_states, key, sizeof key);

    if (!number || x->no_memory)
        return fail(x);
    if (*number == 0)
        *number = append_state(x, &node);
    return x->no_memory ? STATE_NONE : (State)*number;
}

bool automata_ends(const Automata *x, State s)
{
    return !x->no_memory && x->states[s].nullable;
}

static bool is_set(const Automata *x, State s)
{
    return !x->no_memory && x->states[s].kind == STATE_SET;
}

static State state_of_set(Automata *x, EventSet set, bool named)
{
    return set == EVENTS_NONE
               ? STATE_NONE
               : make(x, (StateNode){.kind = STATE_SET, .a = set, .named = named});
}

State automata_concat(Automata *x, State a, State b)
{
    if (x->no_memory || a == STATE_NONE || b == STATE_NONE)
        return STATE_NONE;
    if (a == STATE_EMPTY || b == STATE_EMPTY)
        return a == STATE_EMPTY ? b : a;
    if (a == STATE_ALL && b == STATE_ALL)
        return a;
    if (x->states[a].kind == STATE_CONCAT) {
        State first = x->states[a].a, then = x->states[a].b;
        return automata_concat(x, first, automata_concat(x, then, b));
    }
    return make(x, (StateNode){.kind = STATE_CONCAT,
                               .a = a,
                               .b = b,
                               .nullable = automata_ends(x, a) && automata_ends(x, b)});
}

/* For what does not depend on the order of its parts. */
static State make_pair(Automata *x, StateKind kind, State a, State b, bool nullable)
{
    return make(x, (StateNode){.kind = kind,
                               .a = a < b ? a : b,
                               .b = a < b ? b : a,
                               .nullable = nullable});
}

State automata_union(Automata *x, State a, State b)
{
    if (a == STATE_NONE || b == STATE_NONE || a == b)
        return a == STATE_NONE ? b : a;
    if (a == STATE_ALL || b == STATE_ALL)
        return STATE_ALL;
    if (is_set(x, a) && is_set(x, b))
        return state_of_set(x, automata_set_or(x, x->states[a].a, x->states[b].a),
                            x->states[a].named && x->states[b].named);
    return make_pair(x, STATE_UNION, a, b, automata_ends(x, a) || automata_ends(x, b));
}

State automata_both(Automata *x, State a, State b)
{
    if (a == STATE_NONE || b == STATE_NONE)
        return STATE_NONE;
    if (a == STATE_ALL || b == STATE_ALL || a == b)
        return a == STATE_ALL ? b : a;
    if (a == STATE_EMPTY || b == STATE_EMPTY)
        return automata_ends(x, a) && automata_ends(x, b) ? STATE_EMPTY : STATE_NONE;
    if (is_set(x, a) && is_set(x, b))
        return state_of_set(x, automata_set_and(x, x->states[a].a, x->states[b].a),
                            x->states[a].named || x->states[b].named);
    return make_pair(x, STATE_BOTH, a, b, automata_ends(x, a) && automata_ends(x, b));
}

State automata_not(Automata *x, State a)
{
    if (x->no_memory)
        return STATE_NONE;
    if (a == STATE_NONE || a == STATE_ALL)
        return a == STATE_NONE ? STATE_ALL : STATE_NONE;
    if (x->states[a].kind == STATE_NOT)
        return x->states[a].a;
    return make(x,
                (StateNode){.kind = STATE_NOT, .a = a, .nullable = !automata_ends(x, a)});
}

static State shuffle(Automata *x, State a, State b)
{
    if (a == STATE_NONE || b == STATE_NONE)
        return STATE_NONE;
    if (a == STATE_EMPTY || b == STATE_EMPTY)
        return a == STATE_EMPTY ? b : a;
    return make_pair(x, STATE_SHUFFLE, a, b, automata_ends(x, a) && automata_ends(x, b));
}

static State repeat(Automata *x, State a, uint32_t min, uint32_t max)
{
    bool any = is_set(x, a) && x->states[a].a == EVENTS_ANY;

    if (max == 0 || a == STATE_EMPTY || (a == STATE_NONE && min == 0))
        return STATE_EMPTY;
    if (a == STATE_NONE || (min == 1 && max == 1))
        return a;
    if (a == STATE_ALL || (any && min == 0 && max == SRE_MANY))
        return STATE_ALL;
    if (automata_ends(x, a))
        min = 0; /* what may be empty is there as often as one likes */
    return make(
        x,
        (StateNode){
            .kind = STATE_REPEAT, .a = a, .min = min, .max = max, .nullable = min == 0});
}

/* ---- Moves. */

typedef struct {
    Move *at;
    uint32_t count;
    size_t cap;
} Moves;

/* Adds a move; with one like it to the same state it becomes one. */
static void add_move(Automata *x, Moves *moves, Move m)
{
    Move *at = moves->at;
    void *room = at;

    if (m.on == EVENTS_NONE || m.to == STATE_NONE || x->no_memory)
        return;
    for (uint32_t i = 0; i < moves->count; i++)
        if (at[i].to == m.to && at[i].named == m.named) {
            at[i].on = automata_set_or(x, at[i].on, m.on);
            return;
        }
    if (assay_mem_grow(x->arena.mem, &room, &moves->cap, moves->count + (size_t)1,
                       sizeof *at, AUTOMATA_MAX)) {
        fail(x);
        return;
    }
    moves->at = room;
    moves->at[moves->count++] = m;
}

static void free_moves(const Automata *x, Moves *moves)
{
    assay_mem_free(x->arena.mem, moves->at, moves->cap * sizeof *moves->at);
}

/* A move of a state, by its number; the array may be another one after each question. */
static bool move_of(Automata *x, State s, uint32_t number, Move *ret_move)
{
    uint32_t count;
    const Move *moves = automata_moves(x, s, &count);

    if (x->no_memory || number >= count)
        return false;
    *ret_move = moves[number];
    return true;
}

static void concat_moves(Automata *x, State a, State b, Moves *moves)
{
    Move m;

    for (uint32_t i = 0; move_of(x, a, i, &m); i++)
        add_move(x, moves, (Move){m.on, automata_concat(x, m.to, b), m.named});
    for (uint32_t i = 0; automata_ends(x, a) && move_of(x, b, i, &m); i++)
        add_move(x, moves, m);
}

static void both_moves(Automata *x, State a, State b, Moves *moves)
{
    Move m, n;

    for (uint32_t i = 0; move_of(x, a, i, &m); i++)
        for (uint32_t j = 0; move_of(x, b, j, &n); j++)
            add_move(x, moves,
                     (Move){automata_set_and(x, m.on, n.on), automata_both(x, m.to, n.to),
                            m.named || n.named});
}

/* Of one of the two that are interleaved. */
static void shuffle_moves(Automata *x, State a, State b, Moves *moves)
{
    Move m;

    for (uint32_t i = 0; move_of(x, a, i, &m); i++)
        add_move(x, moves, (Move){m.on, shuffle(x, m.to, b), m.named});
}

static void repeat_moves(Automata *x, const StateNode *node, Moves *moves)
{
    uint32_t min = node->min > 0 ? node->min - 1 : 0;
    uint32_t max = node->max == SRE_MANY ? SRE_MANY : node->max - 1;
    Move m;

    for (uint32_t i = 0; move_of(x, node->a, i, &m); i++)
        add_move(x, moves,
                 (Move){m.on, automata_concat(x, m.to, repeat(x, node->a, min, max)),
                        m.named});
}

/* Events that the moves of `a` tell apart, and where each class leads: to all that some
 * move leads to. What no move takes leads nowhere, and so, for `not`, anywhere. */
static void not_moves(Automata *x, State a, Moves *moves)
{
    Moves classes = {0}, finer;
    Move m;

    for (uint32_t i = 0; move_of(x, a, i, &m); i++) {
        EventSet rest = m.on;
        finer = (Moves){0};
        for (uint32_t j = 0; j < classes.count; j++) {
            Move c = classes.at[j];
            add_move(x, &finer,
                     (Move){automata_set_and(x, c.on, m.on),
                            automata_union(x, c.to, m.to), false});
            add_move(x, &finer, (Move){automata_set_minus(x, c.on, m.on), c.to, false});
            rest = automata_set_minus(x, rest, c.on);
        }
        add_move(x, &finer, (Move){rest, m.to, false});
        free_moves(x, &classes);
        classes = finer;
    }
    m = (Move){EVENTS_ANY, STATE_ALL, false};
    for (uint32_t j = 0; j < classes.count; j++) {
        add_move(x, moves,
                 (Move){classes.at[j].on, automata_not(x, classes.at[j].to), false});
        m.on = automata_set_minus(x, m.on, classes.at[j].on);
    }
    add_move(x, moves, m);
    free_moves(x, &classes);
}

static void find_moves(Automata *x, State s, Moves *moves)
{
    StateNode node = x->states[s];

    switch (node.kind) {
    case STATE_CONSTANT:
        if (s == STATE_ALL)
            add_move(x, moves, (Move){EVENTS_ANY, STATE_ALL, false});
        break;
    case STATE_SET:
        add_move(x, moves, (Move){node.a, STATE_EMPTY, node.named});
        break;
    case STATE_CONCAT:
        concat_moves(x, node.a, node.b, moves);
        break;
    case STATE_UNION:
        concat_moves(x, node.a, STATE_EMPTY, moves);
        concat_moves(x, node.b, STATE_EMPTY, moves);
        break;
    case STATE_BOTH:
        both_moves(x, node.a, node.b, moves);
        break;
    case STATE_SHUFFLE:
        shuffle_moves(x, node.a, node.b, moves);
        shuffle_moves(x, node.b, node.a, moves);
        break;
    case STATE_NOT:
        not_moves(x, node.a, moves);
        break;
    case STATE_REPEAT:
        repeat_moves(x, &node, moves);
        break;
    }
}

const Move *automata_moves(Automata *x, State s, uint32_t *ret_count)
{
    Moves moves = {0};
    Move *kept;

    *ret_count = 0;
    if (x->no_memory)
        return NULL;
    if (!x->states[s].moved) {
        find_moves(x, s, &moves);
        kept =
            x->no_memory ? NULL : assay_arena_new(&x->arena, moves.count, sizeof *kept);
        if (kept && moves.count > 0)
            memcpy(kept, moves.at, moves.count * sizeof *kept);
        free_moves(x, &moves);
        if (!kept) {
            fail(x);
            return NULL;
        }
        x->states[s].moves = kept;
        x->states[s].nmoves = moves.count;
        x->states[s].moved = true;
    }
    *ret_count = x->states[s].nmoves;
    return x->states[s].moves;
}

/* ---- From expressions. */

static State state_of_list(Automata *x, const Sre *e,
                           State (*join)(Automata *x, State a, State b))
{
    State s = automata_state(x, e->as.list.of[e->as.list.count - 1]);

    for (uint32_t i = e->as.list.count - 1; i-- > 0;)
        s = join(x, automata_state(x, e->as.list.of[i]), s);
    return s;
}

static State state_of_minus(Automata *x, const Sre *e)
{
    State of = automata_state(x, e->as.minus.of);
    State without = automata_state(x, e->as.minus.without);

    if (is_set(x, of) && is_set(x, without))
        return state_of_set(x,
                            automata_set_minus(x, x->states[of].a, x->states[without].a),
                            x->states[of].named);
    return automata_both(x, of, automata_not(x, without));
}

static State state_of_ops(Automata *x, const Sre *e)
{
    State of = automata_state(x, e->as.of);

    return is_set(x, of) ? state_of_set(x, whole_operations(x, x->states[of].a), false)
                         : STATE_NONE;
}

State automata_state(Automata *x, const Sre *e)
{
    switch (e->kind) {
    case SRE_EMPTY:
        return x->no_memory ? STATE_NONE : STATE_EMPTY;
    case SRE_ANY:
        return state_of_set(x, EVENTS_ANY, false);
    case SRE_EVENT:
        return state_of_set(x, set_of_event(x, e), true);
    case SRE_OPS:
        return state_of_ops(x, e);
    case SRE_UNION:
        return state_of_list(x, e, automata_union);
    case SRE_SHUFFLE:
        return state_of_list(x, e, shuffle);
    case SRE_BOTH:
        return state_of_list(x, e, automata_both);
    case SRE_CONCAT:
        return state_of_list(x, e, automata_concat);
    case SRE_MINUS:
        return state_of_minus(x, e);
    case SRE_REPEAT:
        return repeat(x, automata_state(x, e->as.repeat.of), e->as.repeat.min,
                      e->as.repeat.max);
    case SRE_BAD:
    case SRE_NONE:
    case SRE_PARAM:
        break;
    }
    return STATE_NONE;
}

/* ---- All of them. */

void automata_init(Automata *x, const TraceSpec *spec, Logic *logic)
{
    Formula *conditions;

    *x = (Automata){.logic = logic, .events = spec->events, .nevents = spec->nevents};
    assay_arena_init(&x->arena, logic->arena.mem, 0);
    assay_map_init(&x->known_sets, logic->arena.mem);
    assay_map_init(&x->known_states, logic->arena.mem);
    conditions = new_conditions(x);
    if (conditions)
        make_set(x, conditions);
    for (uint32_t i = 0; conditions && i < x->nevents; i++)
        conditions[i] = LOGIC_TRUE;
    if (conditions)
        make_set(x, conditions);
    append_state(x, &(StateNode){.kind = STATE_CONSTANT});
    append_state(x, &(StateNode){.kind = STATE_CONSTANT, .nullable = true});
    append_state(x, &(StateNode){.kind = STATE_CONSTANT, .nullable = true});
}

void automata_done(Automata *x)
{
    assay_mem_free(x->arena.mem, x->conditions,
                   x->conditions_cap * sizeof *x->conditions);
    assay_mem_free(x->arena.mem, x->states, x->states_cap * sizeof *x->states);
    assay_map_done(&x->known_states);
    assay_map_done(&x->known_sets);
    assay_arena_done(&x->arena);
}
