/*
 * Charts of an execution: who told whom what, in which order it arrived, and what was
 * lost; as text, and as a page of HTML that needs nothing else.
 *
 * A chart has a column for each actor and a row for each thing that happens. A message is
 * a row when it arrives, or is lost; when it was sent is a mark that its sender takes,
 * assay_sim_chart_sent(). Rows are added while an execution is explained, and only then.
 * Of a long one the first and the last rows are kept, so the memory of a chart is
 * bounded.
 *
 *     mail->sent = assay_sim_chart_sent(chart);
 *     ...
 *     assay_sim_chart_add(chart, &(struct assay_sim_chart_row){
 *         .kind = ASSAY_CHART_ARRIVED, .from = 0, .at = 1, .sent = mail->sent,
 *         .text = "prepare(ballot = 1)"});
 *
 * Texts are copied, and cut when they are long; they may hold any bytes but NUL. Where
 * there is no memory rows are missing, and `status` says so. The chart owns its memory.
 */
#ifndef ASSAY_SIM_CHART_H
#define ASSAY_SIM_CHART_H

#include "base/buf.h"
#include <assay/sim.h>

enum assay_sim_chart_kind {
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

struct assay_sim_chart_row {
    enum assay_sim_chart_kind kind;
    uint32_t from, at;
    uint64_t sent; /* of a message: its mark; 0: it is sent at this moment */
    uint64_t time; /* of the simulation; shown when any is not 0 */
    bool marked;   /* an event of the specification */
    const char *text;
};

enum {
    ASSAY_CHART_FIRST = 300, /* rows that are kept of a long chart: the first, */
    ASSAY_CHART_LAST = 300,  /* and the last */
    ASSAY_CHART_TEXT = 160,  /* bytes kept of a text, or of a name */
    ASSAY_CHART_COLUMNS = 4096,
};

struct assay_sim_chart_column {
    char name[ASSAY_CHART_TEXT];
    bool used;    /* by a row */
    bool changed; /* it crashed, or started again, in a row that is not kept any more, */
    bool down;    /* and so it was then */
};

struct assay_sim_chart_kept {
    struct assay_sim_chart_row row;
    char text[ASSAY_CHART_TEXT];
};

struct assay_sim_chart {
    const struct assay_alloc *mem;
    struct assay_sim_chart_column *columns;
    size_t ncolumns, room_columns;
    struct assay_sim_chart_kept *kept; /* the first ones, and behind them a ring */
    size_t room;
    uint64_t nrows, nsent; /* so many happened */
    uint64_t due;          /* with so many rows it is shown again */
    bool outside, timed;   /* a row has it */
    enum assay_status status;
};

/* `mem` may be NULL (libc). Allocates nothing yet. */
void assay_sim_chart_init(struct assay_sim_chart *c, const struct assay_alloc *mem);
void assay_sim_chart_done(struct assay_sim_chart *c);

/* Adds a column; they are numbered from 0. */
uint32_t assay_sim_chart_column(struct assay_sim_chart *c, const char *name);
void assay_sim_chart_add(struct assay_sim_chart *c,
                         const struct assay_sim_chart_row *row);
/* The mark of a message that is sent now: in the row that was added last, after all that
 * was sent before. */
uint64_t assay_sim_chart_sent(struct assay_sim_chart *c);

/* Gives the chart, as it is now, to the finding: for an execution that dies, before each
 * handler runs; `last` at the end. While a long one goes on not all calls do something.
 */
void assay_sim_chart_show(struct assay_sim_chart *c, struct assay_test *t,
                          const char *title, bool last);

/* Lines, about 96 columns wide; of a long chart the first and the last rows. Nothing when
 * there are none. (chart_text.c) */
void assay_sim_chart_text(const struct assay_sim_chart *c, struct assay_buf *out);
/* A whole page. Rows are left out of the middle until it fits into the buffer.
 * (chart_html.c) */
void assay_sim_chart_html(const struct assay_sim_chart *c, const char *title,
                          struct assay_buf *out);

/* ---- For those two. Rows are numbered from 1. */

/* False: it is not kept. */
bool assay_sim_chart_get(const struct assay_sim_chart *c, uint64_t number,
                         struct assay_sim_chart_row *ret_row);
/* The one to look at next: of those that are not kept only the last. */
uint64_t assay_sim_chart_next(const struct assay_sim_chart *c, uint64_t number);
/* How many of the first and of the last rows are shown where at most `most` are. */
void assay_sim_chart_ends(const struct assay_sim_chart *c, uint64_t most,
                          uint64_t *ret_first, uint64_t *ret_last);

bool assay_sim_chart_is_message(enum assay_sim_chart_kind kind);
/* The row that a message was sent in; 0: before the first one; `number`, its own: in it.
 */
uint64_t assay_sim_chart_sent_in(const struct assay_sim_chart_row *row, uint64_t number);
/* Whether it arrives at once: nothing happened since it was sent. */
bool assay_sim_chart_is_prompt(const struct assay_sim_chart_row *row, uint64_t number);
/* Whether a column is down after a row, if it was before. */
bool assay_sim_chart_is_down(const struct assay_sim_chart *c, uint64_t number,
                             uint32_t column, bool before);

/* The name of a column, or of the outside. */
const char *assay_sim_chart_name(const struct assay_sim_chart *c, uint32_t column);
/* What a row says: "timer: retry()". */
void assay_sim_chart_label(const struct assay_sim_chart_row *row, struct assay_buf *out);
/* What there is to know of a message beside that: "sent in 3, overtaken by 7". */
void assay_sim_chart_remark(const struct assay_sim_chart *c, uint64_t number,
                            struct assay_buf *out);

#endif
