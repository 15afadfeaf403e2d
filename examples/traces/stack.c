/*
 * A stack of numbers in an array.
 *
 * The bug: the array has room for two and does not grow. A push onto a full stack takes
 * the top away instead, and nothing is pushed.
 */
#include <assay/trace.h>
#include <stdlib.h>

enum { ROOM = 2 };

struct stack {
    int64_t *items;
    size_t count, room;
};

#ifdef FIXED
static void grow(struct stack *s)
{
    s->room *= 2;
    s->items = realloc(s->items, s->room * sizeof *s->items);
    if (!s->items)
        abort();
}
#endif

static void stack_push(struct stack *s, int64_t item)
{
    if (s->count == s->room) {
#ifdef FIXED
        grow(s);
#else
        s->count--;
        return;
#endif
    }
    s->items[s->count++] = item;
}

/* ---- Handlers */

static void *start(struct assay_trace *t)
{
    struct stack *s = malloc(sizeof *s);

    (void)t;
    if (!s)
        abort();
    *s = (struct stack){calloc(ROOM, sizeof *s->items), 0, ROOM};
    if (!s->items)
        abort();
    return s;
}

static void stop(void *state)
{
    struct stack *s = state;

    free(s->items);
    free(s);
}

static void init(struct assay_trace *t, void *state,
                 const struct assay_trace_value *fields)
{
    struct stack *s = state;

    (void)t, (void)fields;
    s->count = 0;
}

static void push(struct assay_trace *t, void *state,
                 const struct assay_trace_value *fields)
{
    (void)t;
    stack_push(state, fields[0].number);
}

/* Nothing comes out of an empty stack, and nothing is said. */
static void pop(struct assay_trace *t, void *state,
                const struct assay_trace_value *fields)
{
    struct stack *s = state;

    (void)fields;
    if (s->count > 0)
        assay_answer(t, "popped", s->items[--s->count]);
}

static void is_empty(struct assay_trace *t, void *state,
                     const struct assay_trace_value *fields)
{
    const struct stack *s = state;

    (void)fields;
    assay_answer(t, "emptiness", s->count == 0);
}

const struct assay_trace_system assay_system = {
    .start = start,
    .stop = stop,
    .handlers = {{"init", init}, {"push", push}, {"pop", pop}, {"isEmpty", is_empty}},
};
