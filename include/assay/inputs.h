/*
 * Inputs for functions with contracts: what generated tests call. Values are drawn by
 * their layout, then a precondition, compiled into calls of assay_make_...(), changes
 * them until it holds: pointers get blocks of the size asked for, elements are put in
 * order, numbers into their bounds. All of it is a function of the choices, so it
 * shrinks.
 *
 * Like contract.h it stands in one file with the user's code: it includes nothing else.
 */
#ifndef ASSAY_INPUTS_H
#define ASSAY_INPUTS_H

#include <assay/contract.h>

struct assay_test;
struct assay_inputs;

#define ASSAY_INPUT_ELEMENTS 4096 /* of a block */

/* Both included. */
struct assay_range {
    assay_wide lo, hi;
};

/* ---- An execution. */

/* Starts one: forgets the blocks of the one before, puts globals back (below). From here
 * on a violation fails the execution, and an exit inside of a call that has exits
 * clauses, which it keeps, ends it well. One test runs at a time in a process. */
struct assay_inputs *assay_inputs_begin(struct assay_test *t);
/* Numbers in the code that is tested: drawn now and then. Right after begin; they stay
 * where they are. */
void assay_inputs_constants(struct assay_inputs *in, const long long *list,
                            unsigned count);
/* Blocks may overlap in part: nothing that is tested frees its arguments. Right after
 * begin. */
void assay_inputs_loose(struct assay_inputs *in);
/* Floats may be infinite, and NaN: the contract tells them apart. Right after begin. */
void assay_inputs_special(struct assay_inputs *in);
/* All that was drawn is final: values are told to the report, as values and as notes:
 * "c: STATEMENT" to build them in C, the last being "c: call", and "function: NAME".
 * Right before the call. A violation adds notes "clause:
 * KIND|FUNCTION|BEHAVIOR|FILE|LINE| COLUMN|LENGTH" and "caller: ADDRESS OFFSET [MODULE]",
 * the offset being for addr2line. */
void assay_inputs_ready(struct assay_inputs *in, const char *function);
/* After the call: blocks are given back. What the function returned (NULL: nothing), for
 * the report: a note "returned: VALUE". */
void assay_inputs_end(struct assay_inputs *in, const struct assay_layout *result,
                      const void *at);
/* The function under test called one that is in no file of the program: the execution
 * does not count. Does not return. */
void assay_inputs_missing(const char *function);
/* The execution does not count unless the condition holds. */
void assay_inputs_assume(struct assay_inputs *in, _Bool condition);

/* A variable outside of functions: its value is kept when the first execution begins and
 * put back at the start of every other one. Once for each, before or after begin. */
void assay_world_keep(void *at, assay_size_ size);

/* ---- Drawing. Inputs are told in this order, under these names. Pointers are undecided
 * at first: neither NULL nor valid. */

/* Draws a value of the layout at `at`, a parameter. */
void assay_input(struct assay_inputs *in, const char *name,
                 const struct assay_layout *layout, void *at);
/* A variable outside of functions that others know: pointers may be made to lead to it.
 */
void assay_input_variable(struct assay_inputs *in, const char *name,
                          const struct assay_layout *layout, void *at);
/* An integer in one of the ranges (ascending, not touching; the larger one is, the
 * likelier); `length`: it says how long something is, so small ones are much more likely,
 * and none is above 40 that can be below. With no range the execution does not count. */
void assay_input_in(struct assay_inputs *in, const char *name,
                    const struct assay_layout *layout, void *at,
                    const struct assay_range *ranges, unsigned count, _Bool length);
/* One that is not told, and is final at once: an argument of a function that makes an
 * input. */
void assay_input_argument(struct assay_inputs *in, const char *name,
                          const struct assay_layout *layout, void *at);

struct assay_argument {
    const struct assay_layout *layout;
    const void *at;
};

/* A C function made it: only told. */
void assay_input_made(struct assay_inputs *in, const char *name,
                      const struct assay_layout *layout, void *at);
/* The same by a call with these arguments. What has pointers is told as the call, for
 * what they lead to is the function's. */
void assay_input_called(struct assay_inputs *in, const char *name,
                        const struct assay_layout *layout, void *at, const char *function,
                        const struct assay_argument *arguments, unsigned count);

/* ---- Making something true. Each returns whether it is true now. */

enum assay_make_op {
    ASSAY_MAKE_EQ,
    ASSAY_MAKE_NE,
    ASSAY_MAKE_LT,
    ASSAY_MAKE_LE,
    ASSAY_MAKE_GT,
    ASSAY_MAKE_GE
};

/* The integer at `at` compared with a number. */
_Bool assay_make_int(struct assay_inputs *in, const struct assay_layout *layout, void *at,
                     enum assay_make_op op, assay_wide target);
/* Two integers, or two floats, compared: exchanged if that helps, else one is set. */
_Bool assay_make_two(struct assay_inputs *in, const struct assay_layout *left_layout,
                     void *left, enum assay_make_op op,
                     const struct assay_layout *right_layout, void *right);
_Bool assay_make_real(struct assay_inputs *in, const struct assay_layout *layout,
                      void *at, enum assay_make_op op, long double target);
/* The pointer at `slot`; `target` NULL: compared with NULL (NE: gets one element). */
_Bool assay_make_pointer(struct assay_inputs *in, const struct assay_layout *layout,
                         void *slot, enum assay_make_op op, const void *target);
/* The pointer at `slot` plus lo..hi elements can be read, and written: undecided ones get
 * a block of their own that ends right behind element hi, or sometimes share one. Too
 * short a block is replaced by a longer one. With hi < lo there is nothing to be read: an
 * undecided pointer gets an empty block, or NULL. */
_Bool assay_make_valid_in(struct assay_inputs *in, const struct assay_layout *element,
                          void *slot, const struct assay_range *range);
/* Compilers differ in how they pass the last of so many numbers: not to the library. */
static __inline__ _Bool assay_make_valid(struct assay_inputs *in,
                                         const struct assay_layout *element, void *slot,
                                         assay_wide lo, assay_wide hi)
{
    struct assay_range range;

    range.lo = lo;
    range.hi = hi;
    return assay_make_valid_in(in, element, slot, &range);
}
/* A NUL-terminated string of up to 30 characters, in a block that ends with it. */
_Bool assay_make_string(struct assay_inputs *in, const struct assay_layout *element,
                        void *slot);
/* The string at the slot has this length. */
_Bool assay_make_strlen(struct assay_inputs *in, const struct assay_layout *element,
                        void *slot, enum assay_make_op op, assay_wide target);
/* The slot's block of its own, if it shares one. */
_Bool assay_make_separate_in(struct assay_inputs *in, const struct assay_layout *element,
                             void *slot);
static __inline__ _Bool assay_make_separate(struct assay_inputs *in,
                                            const struct assay_layout *element,
                                            void *slot, assay_wide lo, assay_wide hi)
{
    (void)lo;
    (void)hi;
    return assay_make_separate_in(in, element, slot);
}

/* Which of n alternatives to make true; shrinks towards the first. */
unsigned assay_make_choice(struct assay_inputs *in, unsigned n);
/* A number in lo..hi, lo <= hi, to make something true for. */
assay_wide assay_make_pick(struct assay_inputs *in, assay_wide lo, assay_wide hi);

/* Can be read: for terms in what is being made true, where nothing is sure yet. */
_Bool assay_reach(const void *p, assay_size_ size);
/* p, or zeros that can be read where p cannot. At most 4096 bytes. */
const void *assay_safe(const void *p, assay_size_ size);

/* The last of a bound variable's values, while nothing is sure yet: a range that no block
 * can have is taken for empty. */
static __inline__ long long assay_short_end(long long first, assay_wide last)
{
    return last < first || last - first >= ASSAY_INPUT_ELEMENTS ? first - 1
                                                                : (long long)last;
}

/* Pointers still undecided become NULL, or point to a new object (a string for chars).
 * Returns whether there were any. */
_Bool assay_inputs_settle(struct assay_inputs *in);

#endif
