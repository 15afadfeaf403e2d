/* Members in ascending order, in one block that doubles when it is full. */
#include "set.h"
#include <stdlib.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

struct set {
    size_t size, capacity;
    int *at;
};

struct set *set_new(void)
{
    struct set *s = calloc(1, sizeof *s);

    if (!s)
        abort();
    return s;
}

static void make_room(struct set *s, size_t size)
{
    size_t capacity = s->capacity > 0 ? s->capacity : 2;

    while (capacity < size)
        capacity *= 2;
    if (capacity == s->capacity)
        return;
#if BUG == 3
    s->at = realloc(s->at, capacity);
#else
    s->at = realloc(s->at, capacity * sizeof *s->at);
#endif
    if (!s->at)
        abort();
    s->capacity = capacity;
}

/* Where x is, or else belongs. */
static size_t position(const struct set *s, int x)
{
    size_t lo = 0, hi = s->size;

    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        if (s->at[middle] < x)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

static bool is_at(const struct set *s, size_t i, int x)
{
    return i < s->size && s->at[i] == x;
}

size_t set_size(const struct set *s)
{
    return s->size;
}

bool set_contains(const struct set *s, int x)
{
    return is_at(s, position(s, x), x);
}

bool set_add(struct set *s, int x)
{
    size_t i = position(s, x);

    if (is_at(s, i, x))
        return false;
    make_room(s, s->size + 1);
    memmove(s->at + i + 1, s->at + i, (s->size - i) * sizeof *s->at);
    s->at[i] = x;
    s->size++;
    return true;
}

static void remove_at(struct set *s, size_t i)
{
    s->size--;
#if BUG == 2
    for (; i + 1 < s->size; i++)
        s->at[i] = s->at[i + 1];
#else
    for (; i < s->size; i++)
        s->at[i] = s->at[i + 1];
#endif
}

bool set_remove(int x, struct set *s)
{
    size_t i = position(s, x);

    if (!is_at(s, i, x))
        return false;
    remove_at(s, i);
    return true;
}

/* The one in the middle: as good as any. */
int set_choose(const struct set *s)
{
    return s->at[s->size / 2];
}

/* The last one: nothing needs to move. */
int set_take(struct set *s)
{
    return s->at[--s->size];
}

struct set *set_union(const struct set *a, const struct set *b)
{
    struct set *both = set_new();
    size_t i = 0, j = 0;

    make_room(both, a->size + b->size);
    while (i < a->size && j < b->size) {
        int x = a->at[i], y = b->at[j];
        both->at[both->size++] = x < y ? x : y;
        i += x <= y;
        j += y <= x;
    }
    while (i < a->size)
        both->at[both->size++] = a->at[i++];
#if BUG != 1
    while (j < b->size)
        both->at[both->size++] = b->at[j++];
#endif
    return both;
}

void set_free(struct set *s)
{
    if (!s)
        return;
    free(s->at);
    free(s);
}
