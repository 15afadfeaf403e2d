/*
 * What of a grammar a writer's sentences reached, and which way leads to the rest.
 *
 * A target is one way to go at a choice of the grammar: an alternative; an optional part
 * absent or present; a repetition none, one or many times, or as often as its bounds say.
 * A pair is a target and one at a choice directly inside it, through calls of rules. Only
 * what is drawn at all counts: alternatives of weight 0 do not.
 *
 * While something new can be reached the way there is preferred: of each target it is
 * known how many choices inside it are to be made until then.
 */
#ifndef ASSAY_LANG_COVERAGE_H
#define ASSAY_LANG_COVERAGE_H

#include "lang/program.h"

struct assay_cover;

enum assay_status assay_cover_new(const struct assay_grammar *g,
                                  const struct assay_facts *f, uint64_t seed,
                                  struct assay_cover **ret_cover);
void assay_cover_free(struct assay_cover *c); /* NULL is fine */

/* A sentence begins: the ways are looked at again. */
void assay_cover_begin(struct assay_cover *c);

struct assay_cover_offer {
    const struct assay_alternative *alternatives;
    uint32_t count;
    uint32_t drawn;  /* the one to take where none is better */
    uint32_t afford; /* only those that cost no more may be taken instead */
};

/* Takes an alternative, and notes that. `parent` is the target around, or ASSAY_NONE. */
uint32_t assay_cover_pick(struct assay_cover *c, uint32_t parent, uint32_t expr,
                          const struct assay_cover_offer *offer);
/* Takes the number of times something is there, at most `most` unless it was drawn. */
uint32_t assay_cover_count(struct assay_cover *c, uint32_t parent, uint32_t expr,
                           uint32_t drawn, uint32_t most);

/* The target that alternative number `place`, or so many times, is; where the expression
 * is no choice, or the number none that is told apart: `parent`, or ASSAY_NONE. */
uint32_t assay_cover_alternative(const struct assay_cover *c, uint32_t expr,
                                 uint32_t place);
uint32_t assay_cover_times(const struct assay_cover *c, uint32_t expr, uint32_t count,
                           uint32_t parent);

struct assay_coverage assay_cover_counts(const struct assay_cover *c);
/* Appends the targets that were not reached, one a line. */
void assay_cover_report(const struct assay_cover *c, struct assay_buf *out);

#endif
