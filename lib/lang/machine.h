/*
 * The inside of the fast recogniser: what ll.c builds, lookahead.c decides and machine.c
 * runs.
 */
#ifndef ASSAY_LANG_MACHINE_H
#define ASSAY_LANG_MACHINE_H

#include "lang/first.h"
#include "lang/ll.h"

enum assay_op_kind {
    ASSAY_OP_BYTES,  /* a byte of sets[a], then `next` */
    ASSAY_OP_CALL,   /* the rule that starts at `b` as sym `a`, then `next` */
    ASSAY_OP_SWITCH, /* rows[a + class of the next byte] */
    ASSAY_OP_LOOK,   /* automaton looks[a] over the bytes ahead, then row `b` */
    ASSAY_OP_LOOP,   /* loops[a] */
    ASSAY_OP_WRAP,   /* what the rule matched so far becomes a node, sym `a` */
    ASSAY_OP_END,
};

struct assay_op {
    uint32_t kind;
    uint32_t a, b, next;
};

/* Entries of rows: where to go on. */
#define ASSAY_ROW_CONSUME 0x80000000u /* and past the next byte */
#define ASSAY_ROW_FAIL 0x7fffffffu

struct assay_loop {
    uint32_t min, max;
    uint32_t body, end;
    uint32_t row; /* which of them, where the count allows both */
};

/* An automaton that looks ahead. Its entries: the state after a byte of a class, or what
 * was decided: ASSAY_LOOK_DONE + target, ASSAY_LOOK_FAIL. */
#define ASSAY_LOOK_DONE 0x40000000u
#define ASSAY_LOOK_FAIL 0x7fffffffu
struct assay_look_table {
    uint32_t *edges; /* states * (classes + 1); state 0 is the start */
    uint32_t states;
};

struct assay_ll {
    const struct assay_alloc *mem;
    struct assay_arena arena;
    struct assay_network net; /* a copy, without left recursion */
    struct assay_first first;
    /* The states that call rule r: callers[first_caller[r] .. first_caller[r + 1]). */
    uint32_t *callers, *first_caller;
    /* Of bytes that no set tells apart; the end of the word is class nclasses. */
    uint8_t classes[256];
    uint8_t sample[256]; /* a byte of each class */
    uint32_t nclasses;
    struct assay_op *ops; /* by state */
    uint32_t *rows;
    uint32_t nrows;
    size_t rows_cap;
    struct assay_loop *loops;
    uint32_t nloops;
    struct assay_look_table *looks;
    uint32_t nlooks;
    uint32_t look_work; /* that looking ahead has taken so far, in places */
    bool left;          /* some rule was left-recursive */
    bool nonempty;      /* some call must match something */
    bool preferred;     /* some choice was settled by preference */
};

/* Turns direct left recursion into loops: r: r a | b becomes b a*. A state that stands
 * for "the part so far is a node" is a SPLIT with one target, `nonempty` set, and the sym
 * in `next`. Sets *ret_found when there was any. */
enum assay_status assay_left_remove(struct assay_network *net, bool *ret_found);
/* Whether a rule can still call itself before it reads a byte. */
enum assay_status assay_left_remains(const struct assay_network *net, bool *ret_remains);

/* Builds the automaton that decides between the targets. ASSAY_NO_MATCH: it would need
 * more than is sensible. Sets *ret_preferred when a target was preferred to another that
 * leads to the same future. */
enum assay_status assay_look_build(struct assay_ll *ll, uint32_t state,
                                   const uint32_t *targets, uint32_t count,
                                   struct assay_look_table *ret_table,
                                   bool *ret_preferred);

#endif
