/*
 * The inside of the solver: a tree that grows from left to right, the constraints that
 * speak of what is being made, and what they demand of it.
 *
 *   solve.c    a sentence: nodes, attempts, checks when a node is complete
 *   shape.c    expressions: alternatives, repetitions, counts
 *   active.c   which constraints speak of a node, and when they can be evaluated
 *   demand.c   what a constraint demands of a node before it is made
 *   isolate.c  arithmetic, of which one term is about the node
 *   drawer.c   automata of rules under conditions
 *   fill.c     nodes whose text is given, and parts computed from later ones
 *
 * ASSAY_NO_MATCH, in this part, means that what was begun cannot be completed: whoever
 * has another way to go on undoes it and takes that.
 */
#ifndef ASSAY_LANG_SOLVER_H
#define ASSAY_LANG_SOLVER_H

#include "choice/test.h"
#include "lang/solve.h"
#include "lang/where.h"

#define ASSAY_SOLVER_TRIES 12    /* of one node */
#define ASSAY_SOLVER_EFFORT 3000 /* tries of all nodes of a sentence */
#define ASSAY_SOLVER_DEPTH 150   /* of nodes inside each other */
#define ASSAY_SOLVER_CANDIDATES 256

/* A constraint, or a part of one, about nodes that are known by now. */
struct assay_active {
    uint32_t term;
    uint32_t conjunct; /* of the constraint it comes from: the term it is counted under */
    uint32_t variables[ASSAY_TERM_VARIABLES]; /* [0]: the node whose rule says so */
};

/* A sequence with x (sep x)* in it: `count` elements from `at` on are x, then comes the
 * repetition. It is made as a list, so that its first element can be dropped, too. */
struct assay_shape {
    uint32_t at, count; /* count 0: none */
};

/* How many children of a name the node being made shall have. */
struct assay_want {
    uint32_t name;
    uint32_t lo, hi;
};

/* A condition on a text that an automaton can say: that it is in a rule, that it starts
 * with, ends with or contains a text, that it is the text but for the case of letters. */
struct assay_condition {
    uint32_t term; /* IN, or APPLY of STARTS, ENDS, CONTAINS, LOWER, UPPER */
    bool holds;
    bool passing; /* the text is of this sentence, not of the grammar */
    struct assay_str text;
};

/* What a number is to be: number op n, or number % modulus == n. */
struct assay_target {
    enum assay_term_op op;
    int64_t n, modulus; /* modulus 0: none */
};

/* Which of the numbers in a range: n % modulus == rest. */
struct assay_rest {
    int64_t modulus, rest; /* modulus 0: any */
};

/* What constraints demand of a node. All zero: nothing. */
struct assay_demands {
    bool later; /* it is computed from parts that are not there yet */
    struct assay_active reason;
    bool given; /* its text is one of these */
    struct assay_str *texts;
    uint32_t ntexts;
    bool is_number; /* its text is a number, of a base, in lo..hi */
    int64_t lo, hi, base;
    struct assay_rest number_rest;
    bool is_sized; /* its length in bytes */
    uint32_t min, max;
    struct assay_rest size_rest;
    struct assay_condition conditions[8];
    uint32_t nconditions;
    bool counted;
    struct assay_want want;
    bool constrained; /* something speaks of it: another try may help */
};

enum assay_node_state { ASSAY_NODE_CLOSED, ASSAY_NODE_OPEN, ASSAY_NODE_HOLE };

struct assay_hole_node {
    uint32_t node;
    struct assay_active reason;
};

/* An automaton for a rule under conditions, made once. */
struct assay_drawer {
    struct assay_regular regular;
    struct assay_sampler sampler;
    bool usable;
};

struct assay_solver {
    const struct assay_alloc *mem;
    const struct assay_lang *lang;
    const struct assay_grammar *g;
    /* Of each rule. */
    uint8_t *leaf;  /* calls no rule */
    uint8_t *inner; /* calls, perhaps through others, a rule with a constraint */
    struct assay_shape *shapes; /* of expressions */
    bool paths; /* some constraint selects parts, so nodes inside nodes matter */
    struct assay_arena arena; /* the above, and what lives as long */

    struct assay_acceptance *acceptance;
    size_t nacceptance;
    uint32_t *acceptance_of; /* of terms, or ASSAY_NONE */
    uint64_t misjudged;

    struct assay_map drawers; /* number + 1 by rule and conditions */
    struct assay_drawer **drawer;
    size_t ndrawers, drawers_cap;
    struct assay_drawer passing; /* the last one under conditions that pass */
    struct assay_buf passing_key;
    struct assay_buf key; /* of the drawer that is looked for */

    /* The sentence being made. */
    struct assay_test *t;
    struct assay_buf text;
    struct assay_tree tree;
    uint8_t *states; /* of nodes */
    size_t states_cap;
    uint32_t *open; /* nodes, the outermost first */
    uint32_t nopen;
    size_t open_cap;
    struct assay_active *actives;
    uint32_t nactives;
    size_t actives_cap;
    struct assay_hole_node *holes;
    uint32_t nholes;
    size_t holes_cap;
    bool postponed; /* a hole waited for one of a node around its own */
    uint32_t effort;
    enum assay_status failed;   /* sticky: out of memory where only yes or no is asked */
    struct assay_arena values;  /* texts of demands, until the sentence is done */
    struct assay_arena scratch; /* of one evaluation */
};

/* A place to go back to. */
struct assay_mark {
    size_t text;
    uint32_t nodes, open, actives, holes;
    uint32_t spans; /* of the choices */
};
struct assay_mark assay_solver_mark(const struct assay_solver *s);
/* The choices made since are marked as not used. */
enum assay_status assay_solver_undo(struct assay_solver *s, struct assay_mark mark);

/* Opens a node at the end of the text. */
enum assay_status assay_solver_open(struct assay_solver *s, uint32_t sym,
                                    uint32_t *ret_node);
/* Makes the tree whole for an evaluation: open nodes reach to the end of the text. */
void assay_solver_settle_tree(struct assay_solver *s);
/* Makes one node: the call of a rule under a name. */
enum assay_status assay_solver_call(struct assay_solver *s, uint32_t sym,
                                    uint32_t budget);

/* ---- shape.c */

/* Makes what an expression of the innermost node's rule stands for. `want` (may be NULL)
 * says how many children of a name it shall have. */
enum assay_status assay_solver_expr(struct assay_solver *s, uint32_t expr,
                                    uint32_t budget, const struct assay_want *want);

/* Finds the lists of all sequences. */
void assay_solver_find_shapes(struct assay_solver *s);

/* ---- active.c */

/* Adds the conjuncts of a term: a rule's constraint, or (conjunct != ASSAY_NONE) what is
 * left of a part of one. */
enum assay_status assay_actives_add(struct assay_solver *s, uint32_t term,
                                    uint32_t conjunct, const uint32_t *variables);
/* Adds what quantified constraints say of the node that was just opened. */
enum assay_status assay_actives_meet(struct assay_solver *s, uint32_t node);
/* Whether the part that a PART term stands for is, or will be, this open node. */
bool assay_active_plays(struct assay_solver *s, const struct assay_active *a,
                        uint32_t part, uint32_t node);
/* The same for what the first steps of its path select. */
bool assay_active_plays_first(struct assay_solver *s, const struct assay_active *a,
                              uint32_t part, uint32_t steps, uint32_t node);
/* Whether a term speaks of the node: has a PART that it plays. */
bool assay_active_mentions(struct assay_solver *s, const struct assay_active *a,
                           uint32_t term, uint32_t node);
/* Whether a term's value is known already and will not change any more. */
bool assay_active_ready(struct assay_solver *s, const struct assay_active *a,
                        uint32_t term);
struct assay_term_value assay_active_value(struct assay_solver *s,
                                           const struct assay_active *a, uint32_t term,
                                           enum assay_status *ret_status);
/* The nodes of a PART, in the scratch arena. */
enum assay_status assay_active_nodes(struct assay_solver *s, const struct assay_active *a,
                                     uint32_t part, const uint32_t **ret_nodes,
                                     uint32_t *ret_count);
/* Whether the constraints that speak of the innermost node, complete by now, hold as far
 * as they are known: those from number `first` on, and those before that it plays a part
 * in. */
enum assay_status assay_actives_check(struct assay_solver *s, uint32_t node,
                                      uint32_t first);
/* Counts a try of a conjunct. */
void assay_solver_count(struct assay_solver *s, uint32_t term, bool held);

/* ---- demand.c */

/* What the active constraints demand of the node that was just opened; those from number
 * `first` on became active with it. */
enum assay_status assay_demands_find(struct assay_solver *s, uint32_t node,
                                     uint32_t first, struct assay_demands *ret_demands);

/* ---- isolate.c */

/* Of a comparison with *term, arithmetic in which one term speaks of the node, what it
 * says of that, which becomes *term. False: nothing. */
bool assay_target_isolate(struct assay_solver *s, const struct assay_active *a,
                          uint32_t node, struct assay_target *target, uint32_t *term,
                          enum assay_status *ret_status);
/* a op b as b op a. */
static inline enum assay_term_op assay_op_flipped(enum assay_term_op op)
{
    return op == ASSAY_TERM_LT   ? ASSAY_TERM_GT
           : op == ASSAY_TERM_LE ? ASSAY_TERM_GE
           : op == ASSAY_TERM_GT ? ASSAY_TERM_LT
           : op == ASSAY_TERM_GE ? ASSAY_TERM_LE
                                 : op;
}

/* ---- drawer.c */

/* The automaton of a rule under conditions, until the next is asked for.
 * ASSAY_EMPTY_RANGE: there is none. */
enum assay_status assay_drawer_find(struct assay_solver *s, uint32_t rule,
                                    const struct assay_condition *conditions,
                                    uint32_t count, struct assay_drawer **ret);
void assay_drawers_free(struct assay_solver *s);

/* ---- fill.c */

/* Makes the innermost node by its demands. */
enum assay_status assay_fill_given(struct assay_solver *s, const struct assay_demands *d);
enum assay_status assay_fill_number(struct assay_solver *s,
                                    const struct assay_demands *d);
/* ASSAY_EMPTY_RANGE: no automaton can; ASSAY_NO_MATCH: there is no such text. */
enum assay_status assay_fill_drawn(struct assay_solver *s, const struct assay_demands *d,
                                   uint32_t budget);
/* Fills the holes whose constraint belongs to the node, all of whose parts are there. */
enum assay_status assay_fill_holes(struct assay_solver *s, uint32_t node);

#endif
