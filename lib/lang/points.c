/*
 * Points of a network, and what can be reached from them without reading a byte.
 */
#include "lang/points.h"
#include "base/mem.h"

#define ROOT 0 /* the frame of the rule that nothing called */

void assay_points_init(struct assay_points *p, const struct assay_network *net,
                       size_t limit, uint64_t steps)
{
    *p = (struct assay_points){
        .net = net, .mem = net->mem, .limit = limit, .steps_left = steps};
    assay_map_init(&p->frame_ids, p->mem);
    assay_map_init(&p->point_ids, p->mem);
}

void assay_points_done(struct assay_points *p)
{
    assay_map_done(&p->frame_ids);
    assay_map_done(&p->point_ids);
    assay_mem_free(p->mem, p->frames, p->frames_cap * sizeof *p->frames);
    assay_mem_free(p->mem, p->points, p->points_cap * sizeof *p->points);
    assay_mem_free(p->mem, p->ways.at, p->ways.cap * sizeof *p->ways.at);
    assay_mem_free(p->mem, p->bytes.at, p->bytes.cap * sizeof *p->bytes.at);
    assay_mem_free(p->mem, p->found.at, p->found.cap * sizeof *p->found.at);
}

void assay_points_fail(struct assay_points *p, enum assay_status status)
{
    if (!p->status)
        p->status = status;
}

void assay_numbers_push(struct assay_points *p, struct assay_numbers *list,
                        uint32_t number)
{
    enum assay_status status =
        assay_mem_grow(p->mem, (void **)&list->at, &list->cap, list->count + 1,
                       sizeof *list->at, p->limit);

    if (status)
        assay_points_fail(p, status);
    else
        list->at[list->count++] = number;
}

static void count_steps(struct assay_points *p, uint64_t steps)
{
    if (steps > p->steps_left)
        assay_points_fail(p, ASSAY_TOO_LARGE);
    else
        p->steps_left -= steps;
}

/* ---- Numbers for frames and points. */

static uint32_t frame_number(struct assay_points *p, struct assay_frame frame)
{
    uint64_t *number = assay_map_put(&p->frame_ids, &frame, sizeof frame);
    enum assay_status status = ASSAY_NO_MEMORY;

    if (number && *number > 0)
        return (uint32_t)*number - 1;
    if (number)
        status = assay_mem_grow(p->mem, (void **)&p->frames, &p->frames_cap,
                                p->nframes + 1, sizeof *p->frames, p->limit);
    if (status) {
        assay_points_fail(p, status);
        return ROOT;
    }
    p->frames[p->nframes++] = frame;
    *number = p->nframes;
    return (uint32_t)p->nframes - 1;
}

static uint32_t point_number(struct assay_points *p, uint32_t state, uint32_t frame,
                             bool fresh)
{
    uint32_t key[3] = {state, frame, fresh};
    uint64_t *number = assay_map_put(&p->point_ids, key, sizeof key);
    enum assay_status status = ASSAY_NO_MEMORY;

    if (number && *number > 0)
        return (uint32_t)*number - 1;
    if (number)
        status = assay_mem_grow(p->mem, (void **)&p->points, &p->points_cap,
                                p->npoints + 1, sizeof *p->points, p->limit);
    if (status) {
        assay_points_fail(p, status);
        return ASSAY_NONE;
    }
    p->points[p->npoints++] = (struct assay_point){
        .state = state, .frame = frame, .fresh = fresh, .next = ASSAY_NONE};
    *number = p->npoints;
    return (uint32_t)p->npoints - 1;
}

/* ---- Steps without a byte. */

static void add_way(struct assay_points *p, uint32_t point)
{
    assay_numbers_push(p, &p->ways, point);
}

/* The frame after one more iteration. Counts that make no difference any more are not
 * told apart. */
static uint32_t count_on(struct assay_points *p, uint32_t rule, uint32_t frame)
{
    const struct assay_net_rule *r = &p->net->rules[rule];
    struct assay_frame f = p->frames[frame];

    if (r->max == ASSAY_MANY && f.count >= r->min)
        return frame;
    f.count++;
    return frame_number(p, f);
}

/* The point where an edge to `state` leads. One to the start of a loop ends an iteration.
 */
static uint32_t arrive(struct assay_points *p, uint32_t state, uint32_t frame, bool fresh)
{
    const struct assay_net_state *s = &p->net->states[state];

    if (s->kind == ASSAY_STATE_LOOP)
        frame = count_on(p, s->rule, frame);
    return point_number(p, state, frame, fresh);
}

static void go(struct assay_points *p, const struct assay_point *from, uint32_t state)
{
    add_way(p, arrive(p, state, from->frame, from->fresh));
}

/* A call that is the last thing in its rule ends with it, and needs no frame. */
static void enter(struct assay_points *p, const struct assay_point *from)
{
    const struct assay_net_state *call = &p->net->states[from->state];
    const struct assay_net_rule *rule = &p->net->rules[call->b];
    bool is_last = p->net->states[call->next].kind == ASSAY_STATE_END;
    uint32_t frame = from->frame;

    if (!is_last || call->nonempty || rule->counted)
        frame = frame_number(p, (struct assay_frame){from->frame, from->state, 0});
    add_way(p, point_number(p, rule->start, frame, from->fresh || call->nonempty));
}

/* The calls in which nothing was read yet are the innermost ones. So while there is a
 * `nonempty` one among them, the innermost `nonempty` call cannot be left. */
static void leave(struct assay_points *p, const struct assay_point *from)
{
    struct assay_frame f = p->frames[from->frame];

    if (from->frame != ROOT && (!from->fresh || !p->net->states[f.call].nonempty))
        add_way(p, arrive(p, p->net->states[f.call].next, f.parent, from->fresh));
}

static void iterate(struct assay_points *p, const struct assay_point *from)
{
    const struct assay_net_state *loop = &p->net->states[from->state];
    const struct assay_net_rule *rule = &p->net->rules[loop->rule];
    uint32_t count = p->frames[from->frame].count;

    if (count < rule->max)
        go(p, from, loop->a);
    if (count >= rule->min)
        go(p, from, loop->next);
}

static void add_ways(struct assay_points *p, const struct assay_point *from)
{
    const struct assay_net_state *s = &p->net->states[from->state];

    switch ((enum assay_state_kind)s->kind) {
    case ASSAY_STATE_BYTES:
        if (from->fresh) /* a byte will be read: it makes no difference any more */
            add_way(p, point_number(p, from->state, from->frame, false));
        break;
    case ASSAY_STATE_CALL:
        enter(p, from);
        break;
    case ASSAY_STATE_SPLIT:
        for (uint32_t i = 0; i < s->b; i++)
            go(p, from, p->net->targets[s->a + i]);
        break;
    case ASSAY_STATE_LOOP:
        iterate(p, from);
        break;
    case ASSAY_STATE_END:
        leave(p, from);
        break;
    }
}

/* ---- Searching. */

static void visit(struct assay_points *p, uint32_t point)
{
    if (p->status || p->points[point].mark == p->mark)
        return;
    p->points[point].mark = p->mark;
    assay_numbers_push(p, &p->found, point);
}

static struct assay_point follow(struct assay_points *p, uint32_t point)
{
    struct assay_point from = p->points[point];

    if (!from.is_followed) {
        from.is_followed = true;
        from.ways = (uint32_t)p->ways.count;
        add_ways(p, &from);
        from.nways = (uint32_t)p->ways.count - from.ways;
        p->points[point] = from;
    }
    return from;
}

static void step(struct assay_points *p, uint32_t point)
{
    struct assay_point from = follow(p, point);
    uint8_t kind = p->net->states[from.state].kind;

    count_steps(p, 1 + (uint64_t)from.nways);
    if (kind == ASSAY_STATE_BYTES && !from.fresh)
        assay_numbers_push(p, &p->bytes, point);
    if (kind == ASSAY_STATE_END && from.frame == ROOT)
        p->ends = true;
    for (uint32_t i = 0; i < from.nways; i++)
        visit(p, p->ways.at[from.ways + i]);
}

static void close_point(struct assay_points *p, uint32_t point)
{
    size_t first = p->bytes.count;

    assay_points_search(p);
    visit(p, point);
    while (p->found.count > 0 && !p->status)
        step(p, p->found.at[--p->found.count]);
    if (p->status)
        return;
    p->points[point].is_closed = true;
    p->points[point].ends = p->ends;
    p->points[point].bytes = (uint32_t)first;
    p->points[point].nbytes = (uint32_t)(p->bytes.count - first);
}

/* ---- */

uint32_t assay_points_start(struct assay_points *p, uint32_t rule)
{
    uint32_t root = frame_number(p, (struct assay_frame){ASSAY_NONE, ASSAY_NONE, 0});
    uint32_t start = point_number(p, p->net->rules[rule].start, root, false);

    if (!p->status)
        close_point(p, start);
    return start;
}

void assay_points_look_ahead(struct assay_points *p, uint32_t point)
{
    struct assay_point at = p->points[point];

    if (at.next != ASSAY_NONE)
        return;
    at.next = arrive(p, p->net->states[at.state].next, at.frame, false);
    p->points[point].next = at.next;
    if (!p->status && !p->points[at.next].is_closed)
        close_point(p, at.next);
}

void assay_points_search(struct assay_points *p)
{
    p->mark++;
    p->ends = false;
    p->found.count = 0;
}

void assay_points_gather(struct assay_points *p, uint32_t point)
{
    struct assay_point from = p->points[point];

    count_steps(p, 1 + (uint64_t)from.nbytes);
    p->ends |= from.ends;
    for (uint32_t i = 0; i < from.nbytes; i++)
        visit(p, p->bytes.at[from.bytes + i]);
}
