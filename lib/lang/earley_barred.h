/*
 * Derivations without cycles. In a grammar where a rule can derive just itself (a: a |
 * "x") the preferred derivation would never end; so a call is barred from being over the
 * same bytes as another of the same rule around it. Of all derivations without such, the
 * walk still finds the first.
 *
 * As the ends of calls are found on the way, each end that a frame may have knows its
 * run: how many frames, the frame itself and those around it, would be over the same
 * bytes if it ended there and they as early as they can. None of them may be of a rule
 * that the frame calls over these bytes, and what is called must have a way out that
 * needs none of them. Where a caller may end there or later, the called frame need not
 * care; the caller then may not end there if that made a cycle.
 */
#ifndef ASSAY_LANG_EARLEY_BARRED_H
#define ASSAY_LANG_EARLEY_BARRED_H

#include "lang/earley_walk.h"

void assay_barred_init(struct assay_walk *w);
void assay_barred_done(struct assay_walk *w);

/* Whether the call's rule is in a cycle. For others the functions below do nothing. */
static inline bool assay_barred_applies(const struct assay_walk *w, uint32_t call)
{
    return w->words > 0 &&
           w->chart->tables->cycles[w->chart->calls[call].rule].number != ASSAY_NONE;
}

/* The frame on top is new: finds out which of its edges are barred. */
void assay_barred_push(struct assay_walk *w);
/* Whether the frame on top may use an edge of its mark. */
bool assay_barred_usable(const struct assay_walk *w, const struct assay_walk_frame *f,
                         uint32_t edge);
/* The run of the end of the call that the edge is over. */
uint32_t assay_barred_run(const struct assay_walk *w, const struct assay_walk_frame *f,
                          uint32_t edge);
/* The frame on top goes over an edge that is no call. */
void assay_barred_move(struct assay_walk *w, struct assay_walk_frame *f, uint32_t edge);
/* The frame on top goes on behind a call, whose frame was just popped. */
void assay_barred_resume(struct assay_walk *w, struct assay_walk_frame *f, uint32_t edge);

#endif
