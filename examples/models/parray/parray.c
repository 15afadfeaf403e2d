/*
 * All versions of an array share one block of memory, which belongs to the version that
 * was used last. Each other version says where it differs from the next one on the way
 * there, and the way is turned round when an older version is used (Baker's trick).
 *
 * A version is kept by its user and by the versions that differ from it.
 */
#include "parray.h"
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

struct parray {
    int keepers;
    int *data;           /* NULL: it differs from `next` */
    struct parray *next; /* at `index`, where it has `value` */
    int index, value;
};

static void *allocate(size_t size)
{
    void *memory = malloc(size > 0 ? size : 1);

    if (!memory)
        abort();
    return memory;
}

static struct parray *new_version(int *data)
{
    struct parray *a = allocate(sizeof *a);

    *a = (struct parray){.keepers = 1, .data = data};
    return a;
}

static void drop(struct parray *a)
{
    while (a && --a->keepers == 0) {
        struct parray *next = a->next;
        free(a->data);
        free(a);
        a = next;
    }
}

/* Moves the memory from `from` to `to`, which differs from it at one index; `from` then
 * differs from `to` there. */
static void hand_over(struct parray *from, struct parray *to, int i, int x)
{
    to->data = from->data;
    to->next = NULL;
    from->data = NULL;
    from->next = to;
    from->index = i;
    from->value = to->data[i];
    to->data[i] = x;
    to->keepers++;
}

/* Makes `a` the version that has the memory. */
static void reroot(struct parray *a)
{
    struct parray *next = a->next, *owner = next;

    if (a->data)
        return;
#if BUG == 2
    while (!owner->data)
        owner = owner->next;
#else
    reroot(owner);
#endif
    hand_over(owner, a, a->index, a->value);
    drop(next); /* `a` does not differ from it any more */
}

struct parray *parray_make(int length, int x)
{
    int *data = allocate((size_t)length * sizeof *data);

    for (int i = 0; i < length; i++)
        data[i] = x;
    return new_version(data);
}

int parray_get(struct parray *a, int i)
{
    reroot(a);
    return a->data[i];
}

#if BUG == 1
struct parray *parray_set(struct parray *a, int i, int x)
{
    reroot(a);
    a->data[i] = x;
    a->keepers++;
    return a;
}
#else
struct parray *parray_set(struct parray *a, int i, int x)
{
    struct parray *made = new_version(NULL);

    reroot(a);
    hand_over(a, made, i, x);
    return made;
}
#endif

void parray_free(struct parray *a)
{
    drop(a);
}
