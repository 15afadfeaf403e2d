#include "lang/earley_chart.h"
#include "base/mem.h"
#include <string.h>

#define DEFAULT_LIMIT ((size_t)4 << 30)
#define FIRST_SLOTS 64
#define OLD_ITEMS 4096 /* that need not be kept are thrown away when as many */
#define MAX_LEN (ASSAY_NONE - 4)

/* ---- Memory. */

bool assay_chart_room(struct assay_chart *c, void **at, size_t *cap, size_t need,
                      size_t size)
{
    size_t before = *cap * size;
    size_t max = (c->limit - (c->held - before)) / size;
    enum assay_status status = assay_mem_grow(c->net->mem, at, cap, need, size,
                                              max < ASSAY_NONE ? max : ASSAY_NONE);

    if (status && !c->status)
        c->status = status;
    c->held += *cap * size - before;
    return !status;
}

/* Room for one more element of an array of the chart. */
#define ROOM(c, ARRAY)                                                                   \
    ((c)->n##ARRAY < (c)->cap.ARRAY ||                                                   \
     assay_chart_room(c, (void **)&(c)->ARRAY, &(c)->cap.ARRAY,                          \
                      (size_t)(c)->n##ARRAY + 1, sizeof *(c)->ARRAY))

uint32_t assay_chart_new_item(struct assay_chart *c, uint32_t state, uint32_t call,
                              uint32_t at, struct assay_chart_link link)
{
    if (!ROOM(c, items))
        return ASSAY_NONE;
    c->items[c->nitems] = (struct assay_chart_item){
        .state = state, .call = call, .at = at, .link = link, .mark = ASSAY_NONE};
    return c->nitems++;
}

uint32_t assay_chart_add_link(struct assay_chart *c, uint32_t item, uint32_t pred,
                              uint32_t end)
{
    if (!ROOM(c, links))
        return ASSAY_NONE;
    c->links[c->nlinks] = (struct assay_chart_link){pred, end, c->items[item].link.more};
    c->items[item].link.more = c->nlinks;
    return c->nlinks++;
}

static uint32_t new_call(struct assay_chart *c, struct assay_chart_call call)
{
    if (!ROOM(c, calls))
        return ASSAY_NONE;
    c->calls[c->ncalls] = call;
    return c->ncalls++;
}

enum assay_status assay_chart_init(struct assay_chart *c,
                                   const struct assay_earley_tables *t, const char *text,
                                   size_t len, size_t limit)
{
    size_t nrules = t->net->nrules;

    *c = (struct assay_chart){
        .tables = t,
        .net = t->net,
        .text = (const unsigned char *)text,
        .len = (uint32_t)len,
        .limit = limit > 0 ? limit : DEFAULT_LIMIT,
    };
    if (len > MAX_LEN || nrules * sizeof *c->now > c->limit)
        return ASSAY_TOO_LARGE;
    c->now = assay_mem_new(t->net->mem, nrules * sizeof *c->now);
    if (!c->now)
        return ASSAY_NO_MEMORY;
    memset(c->now, 0xff, nrules * sizeof *c->now);
    c->held = nrules * sizeof *c->now;
    return ASSAY_OK;
}

void assay_chart_done(struct assay_chart *c)
{
    const struct assay_alloc *mem = c->net->mem;

    assay_mem_free(mem, c->items, c->cap.items * sizeof *c->items);
    assay_mem_free(mem, c->links, c->cap.links * sizeof *c->links);
    assay_mem_free(mem, c->calls, c->cap.calls * sizeof *c->calls);
    assay_mem_free(mem, c->waiters, c->cap.waiters * sizeof *c->waiters);
    assay_mem_free(mem, c->scans, c->cap.scans * sizeof *c->scans);
    assay_mem_free(mem, c->slots, c->cap.slots * sizeof *c->slots);
    assay_mem_free(mem, c->now, c->net->nrules * sizeof *c->now);
}

/* ---- The current set. */

static void begin_set(struct assay_chart *c, uint32_t at)
{
    c->old = c->begin;
    c->begin = c->nitems;
    c->at = at;
    c->byte = at < c->len ? c->text[at] : -1;
    c->serial++;
}

/* The slot an item has or would have. */
static struct assay_chart_slot *slot_of(const struct assay_chart *c, uint32_t state,
                                        uint32_t call)
{
    uint64_t key = ((uint64_t)state << 32 | call) * 0x9e3779b97f4a7c15u;
    size_t mask = c->cap.slots - 1;

    for (size_t i = (size_t)(key >> 32);; i++) {
        struct assay_chart_slot *slot = &c->slots[i & mask];
        if (slot->serial != c->serial ||
            (c->items[slot->item].state == state && c->items[slot->item].call == call))
            return slot;
    }
}

static bool grow_slots(struct assay_chart *c)
{
    size_t before = c->cap.slots;

    if (!assay_chart_room(c, (void **)&c->slots, &c->cap.slots,
                          before > 0 ? 2 * before : FIRST_SLOTS, sizeof *c->slots))
        return false;
    memset(c->slots, 0, c->cap.slots * sizeof *c->slots);
    for (uint32_t i = c->begin; i < c->nitems; i++)
        *slot_of(c, c->items[i].state, c->items[i].call) =
            (struct assay_chart_slot){c->serial, i};
    return true;
}

static uint32_t find_item(const struct assay_chart *c, uint32_t state, uint32_t call)
{
    struct assay_chart_slot *slot = slot_of(c, state, call);

    return slot->serial == c->serial ? slot->item : ASSAY_NONE;
}

static bool can_go_on(const struct assay_chart *c, uint32_t state)
{
    if (!c->prune)
        return true;
    if (c->byte < 0)
        return c->tables->first.states[state].end;
    return assay_byteset_has(&c->tables->live[state], (unsigned char)c->byte);
}

/* The item is there already: keeps the link when it is another one. */
static void reach_again(struct assay_chart *c, uint32_t item, uint32_t pred, uint32_t end)
{
    const struct assay_chart_link *first = &c->items[item].link;
    const struct assay_chart_link *last =
        first->more == ASSAY_NONE ? first : &c->links[first->more];

    if ((first->pred != pred || first->end != end) &&
        (last->pred != pred || last->end != end))
        assay_chart_add_link(c, item, pred, end);
}

/* Adds an item to the current set, unless it is there or has no future. */
static void add(struct assay_chart *c, uint32_t state, uint32_t call, uint32_t pred,
                uint32_t end)
{
    struct assay_chart_slot *slot;

    if (!can_go_on(c, state))
        return;
    if ((c->nitems - c->begin) * (size_t)2 >= c->cap.slots && !grow_slots(c))
        return;
    slot = slot_of(c, state, call);
    if (slot->serial != c->serial) {
        struct assay_chart_link link = {pred, end, ASSAY_NONE};
        slot->item = assay_chart_new_item(c, state, call, c->at, link);
        slot->serial = slot->item == ASSAY_NONE ? 0 : c->serial;
    } else if (c->keep) {
        reach_again(c, slot->item, pred, end);
    }
}

/* The call with one iteration more. Past a minimum without a maximum the number does not
 * matter. */
static uint32_t count_on(struct assay_chart *c, uint32_t call)
{
    const struct assay_chart_call *from = &c->calls[call];
    const struct assay_net_rule *rule = &c->net->rules[from->rule];
    uint32_t next = from->next;

    if (rule->max == ASSAY_MANY && from->count >= rule->min)
        return call;
    if (next == ASSAY_NONE) {
        next = new_call(c, (struct assay_chart_call){.rule = from->rule,
                                                     .origin = from->origin,
                                                     .waiters = ASSAY_NONE,
                                                     .top = assay_chart_base(c, call),
                                                     .count = from->count + 1,
                                                     .next = ASSAY_NONE});
        if (next != ASSAY_NONE)
            c->calls[call].next = next;
    }
    return next;
}

/* Comes to a state of a call's rule. */
static void arrive(struct assay_chart *c, uint32_t state, uint32_t call, uint32_t pred,
                   uint32_t end)
{
    uint8_t kind = c->net->states[state].kind;

    if (kind == ASSAY_STATE_LOOP)
        call = count_on(c, call);
    else if (kind == ASSAY_STATE_END)
        call = assay_chart_base(c, call);
    if (call != ASSAY_NONE)
        add(c, state, call, pred, end);
}

/* ---- Calls. */

static uint32_t begin_call(struct assay_chart *c, uint32_t rule)
{
    uint32_t call = new_call(c, (struct assay_chart_call){.rule = rule,
                                                          .origin = c->at,
                                                          .waiters = ASSAY_NONE,
                                                          .top = ASSAY_NONE,
                                                          .next = ASSAY_NONE});

    if (call == ASSAY_NONE)
        return call;
    c->now[rule] = (struct assay_chart_now){call, ASSAY_NONE};
    add(c, c->net->rules[rule].start, call, ASSAY_NONE, ASSAY_NONE);
    return call;
}

static bool is_current(const struct assay_chart *c, uint32_t call)
{
    return call != ASSAY_NONE && call >= c->floor && c->calls[call].origin == c->at;
}

/* Two leaves of one item that call the same and go on alike are one waiter. */
static void wait_for(struct assay_chart *c, uint32_t call, uint32_t item, uint32_t state)
{
    uint32_t last = c->calls[call].waiters;

    if (last != ASSAY_NONE && c->waiters[last].item == item) {
        const struct assay_net_state *s = &c->net->states[state];
        const struct assay_net_state *other = &c->net->states[c->waiters[last].state];
        if (s->next == other->next && s->nonempty == other->nonempty)
            return;
    }
    if (!ROOM(c, waiters))
        return;
    c->waiters[c->nwaiters] =
        (struct assay_chart_waiter){state, c->items[item].call, item, last};
    c->calls[call].waiters = c->nwaiters++;
}

static bool begins_here(const struct assay_chart *c, uint32_t rule)
{
    const struct assay_ahead *first = &c->tables->first.states[c->net->rules[rule].start];

    return c->byte >= 0 && assay_byteset_has(&first->bytes, (unsigned char)c->byte);
}

static void predict(struct assay_chart *c, uint32_t item, uint32_t state)
{
    const struct assay_net_state *s = &c->net->states[state];
    uint32_t call = c->now[s->b].call;

    /* Only the empty string can come of it, and nobody will ask how. */
    if (!c->keep && c->prune && !begins_here(c, s->b)) {
        arrive(c, s->next, c->items[item].call, item, ASSAY_NONE);
        return;
    }
    if (!is_current(c, call))
        call = begin_call(c, s->b);
    if (call == ASSAY_NONE)
        return;
    wait_for(c, call, item, state);
    if (c->now[s->b].end != ASSAY_NONE && !s->nonempty)
        arrive(c, s->next, c->items[item].call, item, c->now[s->b].end);
}

/* The waiter of a call that is the only one and will do nothing but end; else ASSAY_NONE.
 * The call of the whole word has somebody else waiting, too. */
static uint32_t only_waiter(const struct assay_chart *c, uint32_t call)
{
    uint32_t waiter = c->calls[call].waiters;
    const struct assay_net_state *s;

    if (call == 0 || waiter == ASSAY_NONE || c->waiters[waiter].more != ASSAY_NONE)
        return ASSAY_NONE;
    s = &c->net->states[c->waiters[waiter].state];
    return c->net->states[s->next].kind == ASSAY_STATE_END ? waiter : ASSAY_NONE;
}

static uint32_t above(const struct assay_chart *c, uint32_t waiter)
{
    return assay_chart_base(c, c->waiters[waiter].call);
}

/*
 * The end of the chain that begins with a call of an earlier set. It is no circle: what
 * made the first call of a circle waits for it as well.
 */
static uint32_t find_top(struct assay_chart *c, uint32_t call)
{
    uint32_t top = call, waiter, next;

    while (c->calls[top].top == ASSAY_NONE &&
           (waiter = only_waiter(c, top)) != ASSAY_NONE)
        top = above(c, waiter);
    if (c->calls[top].top != ASSAY_NONE)
        top = c->calls[top].top;
    for (; c->calls[call].top == ASSAY_NONE && call != top; call = next) {
        next = above(c, c->calls[call].waiters);
        c->calls[call].top = top;
    }
    c->calls[top].top = top;
    return top;
}

static void complete(struct assay_chart *c, uint32_t item)
{
    uint32_t call = c->items[item].call;
    bool empty = c->calls[call].origin == c->at;
    uint32_t waiter = c->calls[call].waiters;

    if (empty && is_current(c, call))
        c->now[c->calls[call].rule].end = item;
    if (!empty && only_waiter(c, call) != ASSAY_NONE) {
        uint32_t top = find_top(c, call);
        if (top != above(c, waiter)) {
            add(c, c->net->rules[c->calls[top].rule].end, top, ASSAY_NONE, item);
            return;
        }
    }
    for (; waiter != ASSAY_NONE && !c->status; waiter = c->waiters[waiter].more) {
        struct assay_chart_waiter w = c->waiters[waiter];
        if (!empty || !c->net->states[w.state].nonempty)
            arrive(c, c->net->states[w.state].next, w.call, w.item, item);
    }
}

/* ---- Sets. */

static void add_scan(struct assay_chart *c, uint32_t item, uint32_t state)
{
    const struct assay_byteset *set = &c->net->sets[c->net->states[state].a];

    if (!c->prune) {
        for (unsigned i = 0; i < 4; i++)
            c->expected.bits[i] |= set->bits[i];
        return;
    }
    if (ROOM(c, scans))
        c->scans[c->nscans++] = (struct assay_chart_scan){item, state};
}

static void follow_leaves(struct assay_chart *c, uint32_t item, uint32_t state)
{
    struct assay_earley_leaves leaves = c->tables->closures[state];

    for (uint32_t i = 0; i < leaves.count; i++) {
        uint32_t leaf = c->tables->leaves[leaves.first + i] & ~ASSAY_LEAF_TWICE;

        if (!can_go_on(c, leaf))
            continue;
        switch ((enum assay_state_kind)c->net->states[leaf].kind) {
        case ASSAY_STATE_BYTES:
            add_scan(c, item, leaf);
            break;
        case ASSAY_STATE_CALL:
            predict(c, item, leaf);
            break;
        case ASSAY_STATE_SPLIT:
        case ASSAY_STATE_LOOP:
        case ASSAY_STATE_END:
            arrive(c, leaf, c->items[item].call, item, ASSAY_NONE);
            break;
        }
    }
}

static void follow_loop(struct assay_chart *c, uint32_t item)
{
    const struct assay_net_state *s = &c->net->states[c->items[item].state];
    uint32_t count = c->calls[c->items[item].call].count;

    if (count < c->net->rules[s->rule].max)
        follow_leaves(c, item, s->a);
    if (count >= c->net->rules[s->rule].min)
        follow_leaves(c, item, s->next);
}

/* Adds all that follows from the items of the set without another byte. */
static void close_set(struct assay_chart *c)
{
    c->nscans = 0;
    for (uint32_t item = c->begin; item < c->nitems && !c->status; item++) {
        uint32_t state = c->items[item].state;

        switch ((enum assay_state_kind)c->net->states[state].kind) {
        case ASSAY_STATE_END:
            complete(c, item);
            break;
        case ASSAY_STATE_LOOP:
            follow_loop(c, item);
            break;
        case ASSAY_STATE_BYTES:
        case ASSAY_STATE_CALL:
        case ASSAY_STATE_SPLIT:
            follow_leaves(c, item, state);
            break;
        }
    }
}

/* Throws away the items before the current set, which only a derivation would need. */
static void forget(struct assay_chart *c)
{
    uint32_t gone = c->begin;

    if (c->keep || gone < OLD_ITEMS)
        return;
    memmove(c->items, c->items + gone, (c->nitems - gone) * sizeof *c->items);
    c->nitems -= gone;
    c->begin = c->old = 0;
    for (uint32_t i = 0; i < c->nscans; i++)
        c->scans[i].item -= gone;
}

static void next_set(struct assay_chart *c)
{
    forget(c);
    begin_set(c, c->at + 1);
    for (uint32_t i = 0; i < c->nscans && !c->status; i++) {
        struct assay_chart_scan s = c->scans[i];
        arrive(c, c->net->states[s.state].next, c->items[s.item].call, s.item,
               ASSAY_NONE);
    }
}

enum assay_status assay_chart_run(struct assay_chart *c, uint32_t rule, uint32_t *ret_end)
{
    uint32_t end;

    c->prune = true;
    begin_set(c, 0);
    begin_call(c, rule);
    close_set(c);
    while (c->at < c->len && c->nscans > 0 && !c->status) {
        next_set(c);
        close_set(c);
    }
    if (c->status)
        return c->status;
    if (c->at < c->len || c->nitems == c->begin)
        return ASSAY_NO_MATCH;
    end = find_item(c, c->net->rules[rule].end, 0);
    if (end == ASSAY_NONE)
        return ASSAY_NO_MATCH;
    *ret_end = end;
    return ASSAY_OK;
}

/* ---- Why not. The last set was reached, so the word is fine up to there: what could
 * have been next is what the whole set, with all that was pruned, can read. */

static void scan_again(struct assay_chart *c, uint32_t item, uint32_t state)
{
    struct assay_earley_leaves leaves = c->tables->closures[state];

    for (uint32_t i = 0; i < leaves.count; i++) {
        const struct assay_net_state *s =
            &c->net->states[c->tables->leaves[leaves.first + i] & ~ASSAY_LEAF_TWICE];
        if (s->kind == ASSAY_STATE_BYTES &&
            assay_byteset_has(&c->net->sets[s->a], c->text[c->at - 1]))
            arrive(c, s->next, c->items[item].call, item, ASSAY_NONE);
    }
}

static void scan_loop_again(struct assay_chart *c, uint32_t item)
{
    const struct assay_net_state *s = &c->net->states[c->items[item].state];
    uint32_t count = c->calls[c->items[item].call].count;

    if (count < c->net->rules[s->rule].max)
        scan_again(c, item, s->a);
    if (count >= c->net->rules[s->rule].min)
        scan_again(c, item, s->next);
}

/* Makes the current set again, of the one before and without a look at the byte ahead.
 * Calls made for it before are not met again. */
static void remake_set(struct assay_chart *c)
{
    uint32_t item = c->old, end = c->begin;

    c->prune = false;
    c->floor = c->ncalls;
    begin_set(c, c->at);
    if (c->at == 0)
        add(c, c->net->rules[c->calls[0].rule].start, 0, ASSAY_NONE, ASSAY_NONE);
    for (; item < end && !c->status; item++) {
        uint32_t state = c->items[item].state;
        if (c->net->states[state].kind == ASSAY_STATE_LOOP)
            scan_loop_again(c, item);
        else
            scan_again(c, item, state);
    }
    close_set(c);
}

enum assay_status assay_chart_explain(struct assay_chart *c, struct assay_mismatch *why)
{
    uint32_t end = c->net->rules[c->calls[0].rule].end;

    remake_set(c);
    if (c->status)
        return c->status;
    *why = (struct assay_mismatch){.offset = c->at};
    for (unsigned byte = 0; byte < 256; byte++)
        if (assay_byteset_has(&c->expected, (unsigned char)byte))
            why->expected[byte >> 3] |= (unsigned char)(1u << (byte & 7));
    why->end = find_item(c, end, 0) != ASSAY_NONE;
    return ASSAY_OK;
}
