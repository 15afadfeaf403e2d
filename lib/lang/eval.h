/*
 * The inside of the evaluator of terms: what eval.c and functions.c share.
 */
#ifndef ASSAY_LANG_EVAL_H
#define ASSAY_LANG_EVAL_H

#include "base/buf.h"
#include "lang/where.h"

/*
 * What a term keeps from one evaluation to the next: its memory, and the set it had for a
 * node. So a loop over many nodes needs no more memory than its largest round, and what
 * does not depend on its variable is selected once. A value of a term is no longer used
 * when the term is evaluated again.
 */
struct assay_eval_room {
    struct assay_eval_room *next;
    uint32_t term;
    uint32_t node; /* that `set` is of; ASSAY_NONE: of none */
    struct assay_selection set;
    struct assay_buf text;
    struct assay_part *parts;
    size_t parts_cap;
};
/* The room of a term; NULL when out of memory, which is then the status. */
struct assay_eval_room *assay_eval_room(struct assay_eval *e, uint32_t term);

/* Ends the evaluation with a status that is no ASSAY_OK. */
void assay_eval_fail(struct assay_eval *e, enum assay_status status);
/* As assay_eval_term(), within an evaluation. */
struct assay_term_value assay_eval_inner(struct assay_eval *e, uint32_t term);
/* The value of an ASSAY_TERM_APPLY. */
struct assay_term_value assay_eval_apply(struct assay_eval *e, uint32_t term);

/* Says in `into`, which is empty where there is nothing to say, why a term is not what it
 * should be, with the variables as they are. (because.c) */
void assay_where_because(struct assay_eval *e, uint32_t term, char *into, size_t size);

/* ---- Values. */

static inline struct assay_term_value assay_value_undefined(void)
{
    return (struct assay_term_value){.kind = ASSAY_VALUE_UNDEFINED};
}
static inline struct assay_term_value assay_value_bool(bool value)
{
    return (struct assay_term_value){.kind = ASSAY_VALUE_BOOL, .number = value};
}
static inline struct assay_term_value assay_value_int(int64_t number)
{
    return (struct assay_term_value){.kind = ASSAY_VALUE_INT, .number = number};
}
static inline struct assay_term_value assay_value_text(struct assay_str text)
{
    return (struct assay_term_value){.kind = ASSAY_VALUE_TEXT, .text = text};
}
static inline struct assay_term_value assay_value_nodes(const uint32_t *nodes,
                                                        size_t count)
{
    return (struct assay_term_value){
        .kind = ASSAY_VALUE_NODES, .nodes = nodes, .count = (uint32_t)count};
}

/* A value as what is wanted; false: it is none, which makes the term undefined. */
bool assay_value_is_number(const struct assay_term_value *v, int64_t *ret_number);
bool assay_value_is_text(const struct assay_eval *e, const struct assay_term_value *v,
                         struct assay_str *ret_text);
/* Whether a text is a decimal number, as int() reads it. */
bool assay_text_is_number(struct assay_str text, int64_t *ret_number);
/* The text of a node. */
struct assay_str assay_eval_node_text(const struct assay_eval *e, uint32_t node);

/* Whether a function is of a set of nodes: it takes any number of them. */
static inline bool assay_term_takes_set(const struct assay_term *t)
{
    return t->kind == ASSAY_TERM_APPLY &&
           (t->as.apply.function == ASSAY_FUNCTION_COUNT ||
            t->as.apply.function == ASSAY_FUNCTION_UNIQUE ||
            t->as.apply.function == ASSAY_FUNCTION_EQUAL ||
            t->as.apply.function == ASSAY_FUNCTION_SUM ||
            t->as.apply.function == ASSAY_FUNCTION_CAT);
}

#endif
