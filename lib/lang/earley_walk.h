/*
 * The walk that derives: from the start of the whole word down into each call, always the
 * preferred way of those that lead to a complete parse.
 *
 * A call is walked knowing the ends it may have, which are those its caller can go on
 * from; where it ends is found out on the way.
 */
#ifndef ASSAY_LANG_EARLEY_WALK_H
#define ASSAY_LANG_EARLEY_WALK_H

#include "lang/earley_marks.h"
#include "lang/tree.h"

/* A call being walked. */
struct assay_walk_frame {
    uint32_t call;
    uint32_t node;         /* in the tree; ASSAY_NONE: hidden */
    uint32_t marks, edges; /* where its own begin... */
    uint32_t nends;        /* ...the first of which are its ends */
    uint32_t at;           /* a mark: where the walk is */
    uint32_t next;         /* the state behind the call that is being walked */
    uint32_t end;          /* its END item when that is known already: no marks then */
    bool barred;           /* it must not end here: see earley_barred.h */
};

struct assay_walk {
    struct assay_chart *chart;
    struct assay_marks marks;
    struct assay_tree *tree;
    struct assay_walk_frame *frames;
    uint32_t nframes;
    size_t frames_cap;
    bool ambiguous;

    /* For earley_barred.c. */
    uint64_t *inside; /* of each frame, a set of rules... */
    size_t inside_cap;
    uint32_t words; /* ...of so many words; 0: no rule is in a cycle */
    struct assay_barred_node {
        uint32_t end;
        bool good;
    } * nodes;
    uint32_t nnodes;
    size_t nodes_cap;
};

/* Derives the word of a chart that was run with all items kept: `end` is the END item of
 * the whole. Appends to the tree, the root under `sym`. */
enum assay_status assay_earley_walk(struct assay_chart *c, uint32_t end,
                                    struct assay_tree *tree, uint32_t sym,
                                    bool *ret_ambiguous);

#endif
