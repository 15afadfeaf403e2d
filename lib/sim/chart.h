/*
 * Charts of an execution: who told whom what, in which order it arrived, and what was
 * lost; as text, and as a page of HTML that needs nothing else.
 *
 * A chart has a column for each actor and a row for each thing that happens. A message is
 * a row when it arrives, or is lost; when it was sent is a mark that its sender takes,
 * assay_chart_sent(). Rows are added while an execution is explained, and only then. Of a
 * long one the first and the last rows are kept, so the memory of a chart is bounded.
 *
 *     chart column = the actor's number; what is under way keeps its mark
 *     mail->sent = assay_chart_sent(chart);
 *     assay_chart_add(chart, &(struct assay_chart_row){.kind = ASSAY_CHART_ARRIVED,
 *         .from = 0, .at = 1, .sent = mail->sent, .text = "prepare(ballot = 1)"});
 *
 * Texts are copied, and cut when they are long; they may hold any bytes but NUL. Where
 * there is no memory rows are missing, and `status` says so. The chart owns its memory.
 */
#ifndef ASSAY_SIM_CHART_H
#define ASSAY_SIM_CHART_H

#include "base/buf.h"
#include <assay/sim.h>

enum assay_chart_kind {
    ASSAY_CHART_ARRIVED,   /* a message, of `from`, at `at` */
    ASSAY_CHART_LOST,      /* one that will not arrive there */
    ASSAY_CHART_DOUBLED,   /* one that will arrive there once more */
    ASSAY_CHART_UNDER_WAY, /* one that had not arrived when the execution ended: the last
                              rows */
    ASSAY_CHART_FIRED,     /* a timer, at `at` */
    ASSAY_CHART_SAID,      /* what happens at `at`: assay_say() */
    ASSAY_CHART_STEP,      /* an operation of a session: get("x", 1) = 3 */
    ASSAY_CHART_CRASHED,
    ASSAY_CHART_RESTARTED,
    ASSAY_CHART_CUT,    /* nothing passes between `from` and `at`; both ASSAY_CHART_NONE:
                           between those that the text names */
    ASSAY_CHART_HEALED, /* the same; usually both are ASSAY_CHART_NONE */
    ASSAY_CHART_NOTED,  /* a note, of `at` or of none */
    ASSAY_CHART_FAILED, /* what is wrong, at `at` or at none */
};

/* Beside the numbers of columns; the outside has one of its own as soon as it is used. */
#define ASSAY_CHART_OUTSIDE ASSAY_OUTSIDE
#define ASSAY_CHART_NONE (UINT32_MAX - 1)

struct assay_chart_row {
    enum assay_chart_kind kind;
    uint32_t from, at;
    uint64_t sent; /* of a message: its mark; 0: it is sent at this moment */
    uint64_t time; /* of the simulation; shown when any is not 0 */
    bool marked;   /* an event of the specification */
    const char *text;
};

struct assay_chart_column {
    const char *name; /* the chart's copy */
    bool used;        /* by a row */
    bool down;        /* it has crashed in a row that is not kept any more */
};

struct assay_chart {
    const struct assay_alloc *mem;
    struct assay_chart_column *columns;
    size_t ncolumns, room_columns;
    struct assay_chart_row *kept; /* the first ones, and behind them a ring */
    size_t room;
    uint64_t nrows, nsent; /* so many happened */
    uint64_t due;          /* at this row the chart is shown again */
    bool outside, timed;   /* a row has it */
    enum assay_status status;
};

/* `mem` may be NULL (libc). Allocates nothing yet. */
void assay_chart_init(struct assay_chart *c, const struct assay_alloc *mem);
void assay_chart_done(struct assay_chart *c);

/* Adds a column; they are numbered from 0. */
uint32_t assay_chart_column(struct assay_chart *c, const char *name);
void assay_chart_add(struct assay_chart *c, const struct assay_chart_row *row);
/* The mark of a message that is sent now: in the row that was added last, after all that
 * was sent before. */
uint64_t assay_chart_sent(struct assay_chart *c);

/* Gives the chart, as it is now, to the finding: for an execution that dies, before each
 * handler runs; `last` at the end. While a long one goes on not all calls do something.
 */
void assay_chart_show(struct assay_chart *c, struct assay_test *t, const char *title,
                      bool last);

/* Lines, at most 100 columns wide; of a long chart the first and the last ones. Nothing
 * when there are no rows. (chart_text.c) */
void assay_chart_text(const struct assay_chart *c, struct assay_buf *out);
/* A whole page. (chart_html.c) */
void assay_chart_html(const struct assay_chart *c, const char *title,
                      struct assay_buf *out);

#endif
