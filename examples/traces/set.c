/*
 * A set of numbers, in a list that begins with the newest.
 *
 * The bug: the set holds one element and no more. When it is full the head of the list
 * is dropped for the new one.
 */
#include <assay/trace.h>
#include <stdlib.h>

struct node {
    int64_t elem;
    struct node *next;
};

struct set {
    struct node *head;
    size_t count;
};

/* The link to the node of the element, or to the end of the list. */
static struct node **find(struct set *s, int64_t elem)
{
    struct node **link = &s->head;

    while (*link && (*link)->elem != elem)
        link = &(*link)->next;
    return link;
}

static void drop(struct set *s, struct node **link)
{
    struct node *node = *link;

    *link = node->next;
    free(node);
    s->count--;
}

static void set_clear(struct set *s)
{
    while (s->head)
        drop(s, &s->head);
}

static void set_insert(struct set *s, int64_t elem)
{
    struct node *node;

    if (*find(s, elem))
        return;
#ifndef FIXED
    enum { ROOM = 1 };
    if (s->count == ROOM)
        drop(s, &s->head);
#endif
    node = malloc(sizeof *node);
    if (!node)
        abort();
    *node = (struct node){elem, s->head};
    s->head = node;
    s->count++;
}

static bool set_delete(struct set *s, int64_t elem)
{
    struct node **link = find(s, elem);
    bool was = *link != NULL;

    if (was)
        drop(s, link);
    return was;
}

/* ---- Handlers */

static void *start(struct assay_trace *t)
{
    struct set *s = calloc(1, sizeof *s);

    (void)t;
    if (!s)
        abort();
    return s;
}

static void stop(void *state)
{
    set_clear(state);
    free(state);
}

static void init(struct assay_trace *t, void *state,
                 const struct assay_trace_value *fields)
{
    (void)t, (void)fields;
    set_clear(state);
}

static void insert(struct assay_trace *t, void *state,
                   const struct assay_trace_value *fields)
{
    (void)t;
    set_insert(state, fields[0].number);
}

static void delete_elem(struct assay_trace *t, void *state,
                        const struct assay_trace_value *fields)
{
    assay_answer(t, "deleted", set_delete(state, fields[0].number));
}

static void is_empty(struct assay_trace *t, void *state,
                     const struct assay_trace_value *fields)
{
    const struct set *s = state;

    (void)fields;
    assay_answer(t, "emptiness", s->count == 0);
}

const struct assay_trace_system assay_system = {
    .start = start,
    .stop = stop,
    .handlers = {{"init", init},
                 {"insert", insert},
                 {"delete", delete_elem},
                 {"isEmpty", is_empty}},
};
