/*
 * What generating needs to know of a grammar: how short each expression can be, what it
 * can become long by, which rules lead back to themselves; and the program that draws its
 * sentences over the choices of a test.
 */
#ifndef ASSAY_LANG_FACTS_H
#define ASSAY_LANG_FACTS_H

#include "lang/grammar.h"

struct assay_program;

/* What makes the sentences of an expression longer, the greatest that applies. */
enum assay_growth {
    ASSAY_GROWS_NOT, /* it is only ever the empty string */
    ASSAY_GROWS_LITTLE /* alternatives, short counts: a few bytes more or less */,
    ASSAY_GROWS_FLAT,  /* a repetition of something that grows little */
    ASSAY_GROWS_PARTS, /* a repetition of something that grows, or recursion */
};

struct assay_facts {
    const struct assay_alloc *mem;
    struct assay_arena arena;
    uint32_t nexprs, nrules;
    uint32_t *shortest; /* of each expression: bytes of its shortest sentence */
    uint32_t *height;   /* of each expression: rules inside each other that one of its
                           shortest sentences needs at least */
    uint8_t *endless;   /* of each expression: repeats or recurs without a bound */
    uint8_t *grows;     /* of each expression: enum assay_growth */
    uint8_t *recursive; /* of each rule: can contain itself */
    uint8_t *anchor;    /* of each rule: chosen so that every cycle of rules has one */
    struct assay_program *program;
};

/* Saturates: no sentence that can be made is this long. */
#define ASSAY_SHORTEST_MAX (UINT32_MAX - 1)

/* The grammar must be free of errors; it must stay in place. After a failure, too,
 * assay_facts_done() is due. */
enum assay_status assay_facts_build(struct assay_facts *f, const struct assay_grammar *g);
void assay_facts_done(struct assay_facts *f);

#endif
