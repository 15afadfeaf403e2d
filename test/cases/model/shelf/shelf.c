/* Right with BUGS 0; each bit is a bug. */
#include "shelf.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUG(n) (BUGS >> (n)&1)

struct shelf {
    struct item at[SIZE];
    size_t count;
    char label[20];
};

struct shelf *shelf_new(void)
{
    return calloc(1, sizeof(struct shelf));
}

void shelf_free(struct shelf *s)
{
    free(s);
}

size_t shelf_count(const struct shelf *s)
{
    return s->count;
}

int shelf_put(struct shelf *s, int weight, unsigned char kind)
{
    if (s->count == SIZE)
        return -1;
    s->at[s->count++] = (struct item){weight, BUG(1) && kind > 9 ? 9 : kind};
    return 0;
}

struct item shelf_get(const struct shelf *s, size_t i)
{
    return s->at[i];
}

int shelf_fill(struct shelf *s, const int *weights, size_t n)
{
    if (s->count + n > SIZE)
        return -1;
    for (size_t i = 0; i < n; i++)
        shelf_put(s, weights[BUG(2) && i == 1 ? 0 : i], 0);
    return (int)n;
}

void shelf_move(struct shelf *to, struct shelf *from)
{
    size_t n = SIZE - to->count < from->count ? SIZE - to->count : from->count;

    memcpy(to->at + to->count, from->at, n * sizeof *to->at);
    memmove(from->at, from->at + n, (from->count - n) * sizeof *from->at);
    to->count += n;
    from->count -= BUG(3) && n > 1 ? n - 1 : n;
}

static int above(const void *a, const void *b)
{
    const struct item *x = a, *y = b;

    return x->weight != y->weight ? (x->weight > y->weight) - (x->weight < y->weight)
                                  : (x->kind > y->kind) - (x->kind < y->kind);
}

static int below(const void *a, const void *b)
{
    return above(b, a);
}

void shelf_sort(struct shelf *s, enum order order)
{
    qsort(s->at, s->count, sizeof *s->at, order == UP || BUG(4) ? above : below);
}

int shelf_find(const struct shelf *s, int (*wanted)(int weight, void *context),
               void *context)
{
    for (size_t i = BUG(5); i < s->count; i++)
        if (wanted(s->at[i].weight, context))
            return (int)i;
    return -1;
}

int shelf_first(const struct shelf *s, struct item *ret_item)
{
    if (s->count == 0)
        return BUG(6) ? 0 : -1;
    *ret_item = s->at[0];
    return 0;
}

const char *shelf_label(struct shelf *s)
{
    snprintf(s->label, sizeof s->label,
             BUG(7) && s->count == 2 ? "%zu item" : "%zu items", s->count);
    return s->label;
}
