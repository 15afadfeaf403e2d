/*
 * Symbolic automata of sets of traces. A state is what may still come: an expression of
 * its own, each there once. Its moves are found when they are asked for, as derivatives
 * (Antimirov's, so that `any* . E . any*` stays as simple as it is written; only what is
 * subtracted is made deterministic, by the classes of events that its moves tell apart).
 *
 * Sets of events have a condition for each operation, over the fields as they are
 * declared and the variables of the specification. None is asked whether it can hold: a
 * move may be one that no event ever takes.
 *
 * Out of memory is sticky, as in Logic: everything is STATE_NONE from then on.
 */
#ifndef SYNTH_AUTOMATON_H
#define SYNTH_AUTOMATON_H

#include "synth/logic.h"
#include "synth/spec.h"

typedef uint32_t EventSet;
enum { EVENTS_NONE, EVENTS_ANY };

typedef uint32_t State;
enum { STATE_NONE, STATE_EMPTY, STATE_ALL }; /* no trace, the empty one, every one */

typedef enum {
    STATE_CONSTANT,
    STATE_SET,     /* one event */
    STATE_CONCAT,  /* a, then b */
    STATE_UNION,   /* a or b */
    STATE_BOTH,    /* a and b */
    STATE_SHUFFLE, /* a and b, interleaved */
    STATE_NOT,     /* all but a */
    STATE_REPEAT,  /* a, min to max times */
} StateKind;

typedef struct {
    EventSet on;
    State to;
    bool named; /* the expression says which operation it is, not just `any` */
} Move;

typedef struct {
    StateKind kind;
    uint32_t a, b; /* states; SET: the set */
    uint32_t min, max;
    bool named;    /* SET: as of a move */
    bool nullable; /* it may end here */
    bool moved;    /* its moves are known */
    Move *moves;
    uint32_t nmoves;
} StateNode;

typedef struct {
    Logic *logic;
    Event *const *events;
    uint32_t nevents;
    struct assay_arena arena;
    struct assay_map known_sets, known_states;
    Formula *conditions; /* of the sets, one for each operation */
    StateNode *states;
    uint32_t nsets, nstates;
    size_t conditions_cap, states_cap;
    bool no_memory;
} Automata;

/* Of the traces of a specification that was checked; it and the logic must outlive them.
 */
void automata_init(Automata *x, const TraceSpec *spec, Logic *logic);
void automata_done(Automata *x);

/* The state of an expression's traces. */
State automata_state(Automata *x, const Sre *e);
bool automata_ends(const Automata *x, State s);
/* Where events lead; no two of the moves to the same state. Valid until more are made. */
const Move *automata_moves(Automata *x, State s, uint32_t *ret_count);

/* ---- Sets of events. */

/* The condition for the events of an operation. */
Formula automata_condition(const Automata *x, EventSet set, const Event *of);
EventSet automata_set_and(Automata *x, EventSet a, EventSet b);
EventSet automata_set_or(Automata *x, EventSet a, EventSet b);
EventSet automata_set_minus(Automata *x, EventSet a, EventSet b);
/* All events but those of a kind. */
EventSet automata_set_without(Automata *x, EventKind kind);
/* The set with others in the place of variables. */
EventSet automata_set_replace(Automata *x, EventSet set, const LogicPair *pairs,
                              uint32_t count);

/* ---- More states. */

State automata_concat(Automata *x, State a, State b);
State automata_union(Automata *x, State a, State b);
State automata_both(Automata *x, State a, State b);
State automata_not(Automata *x, State a);

#endif
