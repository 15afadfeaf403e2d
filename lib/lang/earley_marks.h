/*
 * Which items of a chart lie on a way from the start of a call to one of several of its
 * ends, and how they follow each other there.
 *
 * Marks are a stack: those of a call are made on top of those of the calls around it, and
 * dropped before them. Making them costs what is marked, whatever the length of the call.
 */
#ifndef ASSAY_LANG_EARLEY_MARKS_H
#define ASSAY_LANG_EARLEY_MARKS_H

#include "lang/earley_chart.h"

/* A way on from an item: to the one that is marked `to`, over the call that ends with
 * item `end` unless that is ASSAY_NONE. */
struct assay_mark_edge {
    uint32_t to, end;
    uint32_t more;   /* another way on from the same item */
    uint32_t barred; /* see earley_barred.h */
};

struct assay_mark {
    uint32_t item;
    uint32_t edges;
    uint32_t before; /* the item's mark before this one */
    uint32_t notes;  /* see earley_barred.h */
};

struct assay_marks {
    struct assay_chart *chart;
    struct assay_mark *marks;
    struct assay_mark_edge *edges;
    /* END items, once they are asked for: one of each call, and a hash by call and place
     * of the others; a bit for each set whose items are in there. */
    uint32_t *ends, *others;
    uint8_t *indexed;
    uint32_t nmarks, nedges, nothers;
    struct {
        size_t marks, edges, ends, others, indexed;
    } cap;
    uint32_t nitems; /* of the chart, before those filled in */
};

/* The chart's memory is used, and its status. */
void assay_marks_init(struct assay_marks *m, struct assay_chart *chart);
void assay_marks_done(struct assay_marks *m);

/* The mark of an item, made when there is none from `base` on; ASSAY_NONE when out of
 * memory. */
uint32_t assay_marks_add(struct assay_marks *m, uint32_t base, uint32_t item);
/* Marks all that leads to the marks from `base` on, which are ends of one call. The mark
 * of its start; ASSAY_NONE when out of memory. */
uint32_t assay_marks_spread(struct assay_marks *m, uint32_t base);
/* Drops the marks from `base` and their edges from `edges` on. */
void assay_marks_drop(struct assay_marks *m, uint32_t base, uint32_t edges);

static inline const struct assay_chart_item *assay_marks_item(const struct assay_marks *m,
                                                              uint32_t mark)
{
    return &m->chart->items[m->marks[mark].item];
}

#endif
