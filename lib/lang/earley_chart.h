/*
 * The chart of Earley's algorithm (CACM 13(2), 1970) over a network, with Leo's treatment
 * of right recursion (TCS 82, 1991).
 *
 * A call is a rule begun at a place of the word: the origin of Earley's items. An item is
 * a state of a call's rule, reached at a place: set number `at` has the items reached
 * with `at` bytes read. A call knows its waiters, the items that made it; when it ends,
 * they go on. When it has just one, which has nothing to do but end as well, so has the
 * one waiting for that, and so on: only the topmost of such a chain ends then,
 * and the calls between are filled in when a derivation asks for them.
 *
 * The byte ahead keeps out what cannot be part of a parse. The chart either keeps all
 * items with the links that say how each was reached, to derive from, or only what the
 * next set needs.
 */
#ifndef ASSAY_LANG_EARLEY_CHART_H
#define ASSAY_LANG_EARLEY_CHART_H

#include "lang/earley_tables.h"

/*
 * How an item was reached: from item `pred`, over a call that ended with the item `end`
 * of its END state. No `end`: over a byte, `pred` being in the set before, or over
 * nothing. No `pred`: by a chain of calls that all end here, the first of them with item
 * `end`. Neither: it is where a call begins. (None is ASSAY_NONE.)
 */
struct assay_chart_link {
    uint32_t pred, end;
    uint32_t more; /* another link of the same item */
};

struct assay_chart_item {
    uint32_t state;
    uint32_t call;
    uint32_t at;
    struct assay_chart_link link;
    uint32_t mark; /* for who derives; ASSAY_NONE at first */
};

/*
 * A counted rule has a call for each count. Only the first of them, with count 0, has
 * waiters; its END state belongs to it, too.
 */
struct assay_chart_call {
    uint32_t rule;
    uint32_t origin;
    uint32_t waiters;
    uint32_t top; /* count 0: the end of the chain, ASSAY_NONE when not known yet; else
                     the call with count 0 */
    uint32_t count;
    uint32_t next; /* the call with count + 1 */
};

struct assay_chart_waiter {
    uint32_t state; /* a CALL */
    uint32_t call;  /* it is in */
    uint32_t item;  /* meaningful when the items are kept */
    uint32_t more;
};

struct assay_chart_scan {
    uint32_t item, state; /* a BYTES state that has the next byte */
};

struct assay_chart_slot {
    uint32_t serial; /* of the set it is used for */
    uint32_t item;
};

struct assay_chart {
    const struct assay_earley_tables *tables;
    const struct assay_network *net;
    const unsigned char *text;
    uint32_t len;
    bool keep;
    bool prune; /* by the byte ahead */
    enum assay_status status;
    size_t held, limit; /* bytes */

    struct assay_chart_item *items;
    struct assay_chart_link *links;
    struct assay_chart_call *calls; /* number 0 is the whole word */
    struct assay_chart_waiter *waiters;
    struct assay_chart_scan *scans; /* of the current set */
    struct assay_chart_slot *slots; /* a hash of the items of the current set */
    uint32_t nitems, nlinks, ncalls, nwaiters, nscans;
    struct {
        size_t items, links, calls, waiters, scans, slots;
    } cap;
    /* By rule: its call at the current place, when that is one made since `floor`, and
     * its END item there, if it can be empty. */
    struct assay_chart_now {
        uint32_t call, end;
    } * now;
    uint32_t floor;

    uint32_t at;         /* the current set... */
    int byte;            /* ...the byte ahead, -1 at the end... */
    uint32_t begin, old; /* ...where it begins, and the one before */
    uint32_t serial;
    struct assay_byteset expected; /* collected while nothing is pruned */
};

/* `limit` 0: 4 GiB. */
enum assay_status assay_chart_init(struct assay_chart *c,
                                   const struct assay_earley_tables *t, const char *text,
                                   size_t len, size_t limit);
void assay_chart_done(struct assay_chart *c);

/* Recognises the word: ASSAY_OK or ASSAY_NO_MATCH. *ret_end is the END item of the whole,
 * which is only there when the items are kept. */
enum assay_status assay_chart_run(struct assay_chart *c, uint32_t rule,
                                  uint32_t *ret_end);
/* After ASSAY_NO_MATCH: why. */
enum assay_status assay_chart_explain(struct assay_chart *c, struct assay_mismatch *why);

/* ---- For who derives. */

/* Room for `need` elements in one of the arrays, counted against the limit; the status
 * says what went wrong. */
bool assay_chart_room(struct assay_chart *c, void **at, size_t *cap, size_t need,
                      size_t size);
/* Both give ASSAY_NONE, and set the status, when there is no room. */
uint32_t assay_chart_new_item(struct assay_chart *c, uint32_t state, uint32_t call,
                              uint32_t at, struct assay_chart_link link);
uint32_t assay_chart_add_link(struct assay_chart *c, uint32_t item, uint32_t pred,
                              uint32_t end);

static inline uint32_t assay_chart_base(const struct assay_chart *c, uint32_t call)
{
    return c->calls[call].count == 0 ? call : c->calls[call].top;
}

#endif
