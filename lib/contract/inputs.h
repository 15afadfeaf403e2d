/*
 * The inputs of one execution, as the files that draw, make and tell them see it.
 */
#ifndef ASSAY_CONTRACT_INPUTS_H
#define ASSAY_CONTRACT_INPUTS_H

#include "contract/blocks.h"
#include "contract/value.h"
#include "run/body.h"
#include <assay/inputs.h>

#define ASSAY_INPUTS_MAX 256
#define ASSAY_INPUT_BYTES ((size_t)1 << 20) /* of all blocks of an execution */
#define ASSAY_INPUT_LENGTH 40               /* of what can be shorter */

/* How an input was made, in explained executions. */
struct assay_maker {
    const char *function;
    const struct assay_argument *arguments; /* copies */
    unsigned count;
};

struct assay_named {
    const char *name;
    const struct assay_layout *layout;
    void *at;
    const struct assay_maker *maker; /* NULL: it is told by its value */
    bool is_variable;                /* pointers may lead to it */
};

/* How integers are spread in an execution: the fewer values there are, the more often two
 * are equal or in order. */
enum assay_mood { ASSAY_MOOD_ANY, ASSAY_MOOD_FEW, ASSAY_MOOD_SMALL };

struct assay_inputs {
    struct assay_test *t; /* NULL between executions */
    bool explain;
    bool ready;   /* they are made: from now on violations count */
    bool loose;   /* pointers need not be to the start of a block */
    bool special; /* floats may be infinite, and NaN */
    enum assay_mood mood;
    struct assay_named at[ASSAY_INPUTS_MAX];
    unsigned count;
    size_t bytes; /* of its blocks */
};

/* ---- Choices. Where one cannot be made the execution ends. */

bool assay_inputs_flip(struct assay_inputs *in, double probability);
/* An integer in lo..hi that both fit the type, towards the one nearest to `toward`. */
assay_wide assay_inputs_int(struct assay_inputs *in, const struct assay_layout *layout,
                            struct assay_range range, assay_wide toward,
                            enum assay_spread spread);
double assay_inputs_float(struct assay_inputs *in, const struct assay_floats *of);
/* A value of the type; pointers in it are undecided. */
void assay_inputs_draw(struct assay_inputs *in, const struct assay_layout *layout,
                       void *at);
/* `count` of them, as a list. */
void assay_inputs_elements(struct assay_inputs *in, const struct assay_layout *element,
                           void *at, size_t count);
/* Characters of a string: not NUL. */
void assay_inputs_characters(struct assay_inputs *in, const struct assay_layout *element,
                             void *at, size_t count);

/* Ends the execution unless the status is good. */
void assay_inputs_must(struct assay_inputs *in, enum assay_status status);

/* A block of so many elements, all zero; NULL when that is too much. */
struct assay_block *assay_inputs_block(struct assay_inputs *in,
                                       const struct assay_layout *element, size_t count);

/* The variables of assay_world_keep(). */
void assay_world_each(void (*visit)(void *ctx, const void *at, size_t size), void *ctx);

/* Has the pointer at `slot` lead into a block. */
void assay_inputs_point(void *slot, struct assay_block *block, char *at);

/* The variable that a place is in; NULL if none. */
const struct assay_named *assay_inputs_variable(const struct assay_inputs *in,
                                                const void *p);
/* What a variable has elements of: of an array them, else itself; and how many. */
const struct assay_layout *assay_inputs_elements_of(const struct assay_named *variable,
                                                    size_t *ret_count);

/* Decides the pointers in a value. */
bool assay_inputs_settle_value(struct assay_inputs *in, const struct assay_layout *layout,
                               void *at);

/* Tells all values to the report, with the C code that makes them. (tell.c) */
void assay_inputs_tell(struct assay_inputs *in);
/* Tells what the function returned. */
void assay_inputs_tell_result(struct assay_inputs *in, const struct assay_layout *layout,
                              const void *at);

#endif
