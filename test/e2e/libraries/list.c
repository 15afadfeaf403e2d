/* The empty list is NULL, and a list is what the last call gave. */
#include "list.h"
#include <stdlib.h>

struct list {
    int x;
    list *next;
};

list *list_prepend(list *l, int x)
{
    list *n = malloc(sizeof *n);
    n->x = x;
    n->next = l;
#ifdef BUG
    if (l && l->x == x)
        n->next = l->next;
#endif
    return n;
}

list *list_pop(list *l)
{
    list *next = l ? l->next : 0;

    free(l);
    return next;
}

list *list_tail(list *l)
{
    return l ? l->next : 0;
}

int list_head(const list *l)
{
    return l ? l->x : -1;
}

int list_length(const list *l)
{
    int n = 0;
    for (; l; l = l->next)
        n++;
    return n;
}

void list_free(list *l)
{
    while (l) {
        list *n = l->next;
        free(l);
        l = n;
    }
}
