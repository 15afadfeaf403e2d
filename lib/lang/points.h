/*
 * Where a network without recursion can be: a point is one of its states and the calls
 * around it, each with the iterations it has counted. There are finitely many, numbered
 * as they are met; what can be reached from a point without reading a byte is found once.
 *
 * All memory hangs off one struct assay_points. The status is sticky: after a failure the
 * numbers that are returned mean nothing.
 */
#ifndef ASSAY_LANG_POINTS_H
#define ASSAY_LANG_POINTS_H

#include "lang/network.h"

/* A growing list of numbers. */
struct assay_numbers {
    uint32_t *at;
    size_t count, cap;
};

/* A call that is going on. */
struct assay_frame {
    uint32_t parent; /* the frame around it */
    uint32_t call;   /* a CALL state */
    uint32_t count;  /* iterations that are over, when the rule counts them */
};

struct assay_point {
    uint32_t state, frame;
    bool fresh;                  /* no byte was read since a `nonempty` call began */
    bool is_followed, is_closed; /* what is said below is known */
    bool ends;                   /* the end can be reached without reading a byte */
    uint32_t ways, nways;        /* followed: points one step away, in `ways` */
    uint32_t bytes, nbytes;      /* closed: points any number of steps away whose state is
                                    a BYTES, in `bytes` */
    uint32_t next; /* the point after the byte, or ASSAY_NONE: not known yet */
    uint32_t mark; /* the search that met it last */
};

struct assay_points {
    const struct assay_network *net;
    const struct assay_alloc *mem;
    enum assay_status status;
    size_t limit;        /* of each list: ASSAY_TOO_LARGE */
    uint64_t steps_left; /* from point to point; then ASSAY_TOO_LARGE */
    struct assay_map frame_ids, point_ids;
    struct assay_frame *frames;
    size_t nframes, frames_cap;
    struct assay_point *points;
    size_t npoints, points_cap;
    struct assay_numbers ways, bytes;
    struct assay_numbers found; /* by the current search */
    uint32_t mark;
    bool ends; /* it met the end of the rule */
};

void assay_points_init(struct assay_points *p, const struct assay_network *net,
                       size_t limit, uint64_t steps);
void assay_points_done(struct assay_points *p);

void assay_points_fail(struct assay_points *p, enum assay_status status);
void assay_numbers_push(struct assay_points *p, struct assay_numbers *list,
                        uint32_t number);

/* The start of a rule that nothing called. */
uint32_t assay_points_start(struct assay_points *p, uint32_t rule);
/* Makes known where the byte at a point leads. */
void assay_points_look_ahead(struct assay_points *p, uint32_t point);

/* A search: gathers in `found`, each once, the points with bytes to read that can be
 * reached from some points, which are closed. */
void assay_points_search(struct assay_points *p);
void assay_points_gather(struct assay_points *p, uint32_t point);

#endif
