#include "stored.h"
#include <stdlib.h>

void chain_init(struct chain *c)
{
    c->head.previous = c->head.next = &c->head;
    c->length = 0;
}

void chain_push(struct chain *c, int x)
{
    struct link *new = calloc(1, sizeof *new);

    *new = (struct link){c->head.previous, &c->head, x};
    new->previous->next = c->head.previous = new;
    c->length++;
}

bool chain_shift(struct chain *c, int *out)
{
    struct link *first = c->head.next;

    if (first == &c->head)
        return false;
    *out = first->x;
    c->head.next = first->next;
    first->next->previous = &c->head;
    free(first);
    c->length--;
    return true;
}

bool chain_is_done(const struct chain *c)
{
    return c->length == 0;
}

void chain_done(struct chain *c)
{
    int x;

    while (chain_shift(c, &x))
#ifdef LEAKS
        break
#endif
            ;
}

int stack_setup(struct stack *s, int first)
{
    if (first < 0)
        return -1;
    s->items[s->top = 0] = first;
    return 0;
}

int stack_top(const struct stack *s)
{
    return s->items[s->top];
}
void stack_start(struct stack *s)
{
    s->top = 0;
}

void cursor_init(struct cursor *cursor, const struct chain *of)
{
    *cursor = (struct cursor){of, NULL};
}

bool cursor_next(struct cursor *cursor, int *out)
{
    *out = 0;
    return !cursor->chain;
}

bool door_open(struct door *d)
{
    d->hinges = NULL;
    return true;
}

void door_close(struct door *d)
{
    (void)d;
}
void point_init(struct point *p)
{
    *p = (struct point){0, 0};
}
