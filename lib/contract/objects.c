/*
 * The variables that instrumented units told of, as a table in the order of addresses. It
 * is made when it is first asked, again after units came or went, and never given back:
 * another thread may still read it. Memory comes from the system, as malloc() may be what
 * is checked.
 */
#include "contract/objects.h"
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

struct table {
    size_t count;
    struct assay_object at[];
};

static const struct table empty;
static struct assay_objects *units;
static _Atomic(const struct table *) the_table = &empty; /* NULL: to be made */
static atomic_flag lock = ATOMIC_FLAG_INIT;

static void enter(void)
{
    while (atomic_flag_test_and_set(&lock))
        continue;
}

static void leave(void)
{
    atomic_flag_clear(&lock);
}

void assay_tell_objects(struct assay_objects *unit)
{
    enter();
    unit->next = units;
    units = unit;
    atomic_store(&the_table, NULL);
    assay_memory_known = 1;
    leave();
}

void assay_forget_objects(struct assay_objects *unit)
{
    enter();
    for (struct assay_objects **at = &units; *at; at = &(*at)->next)
        if (*at == unit) {
            *at = unit->next;
            break;
        }
    atomic_store(&the_table, NULL);
    leave();
}

/* ---- The table */

static int by_address(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t)((const struct assay_object *)a)->at;
    uintptr_t y = (uintptr_t)((const struct assay_object *)b)->at;

    return x < y ? -1 : x > y;
}

/* Sorted by insertion: the lists are short or in order, and qsort() may call malloc(). */
static void add(struct table *t, const struct assay_object *object)
{
    size_t i = t->count++;

    for (; i > 0 && by_address(&t->at[i - 1], object) > 0; i--)
        t->at[i] = t->at[i - 1];
    t->at[i] = *object;
}

static const struct table *make_table(void)
{
    size_t count = 0;
    struct table *t;

    for (const struct assay_objects *u = units; u; u = u->next)
        count += u->count;
    if (count == 0)
        return &empty;
    t = mmap(NULL, sizeof *t + count * sizeof t->at[0], PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (t == MAP_FAILED)
        return &empty;
    for (const struct assay_objects *u = units; u; u = u->next)
        for (unsigned i = 0; i < u->count; i++)
            add(t, &u->list[i]);
    return t;
}

static const struct table *new_table(void)
{
    const struct table *t;

    enter();
    t = atomic_load(&the_table);
    if (!t) {
        t = make_table();
        atomic_store(&the_table, t);
    }
    leave();
    return t;
}

const struct assay_object *assay_objects_find(const void *p)
{
    const struct table *t = atomic_load_explicit(&the_table, memory_order_acquire);
    size_t low = 0, high;

    if (!t)
        t = new_table();
    high = t->count;
    while (low < high) { /* the first that begins behind p */
        size_t middle = low + (high - low) / 2;
        if ((uintptr_t)t->at[middle].at <= (uintptr_t)p)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || (uintptr_t)p - (uintptr_t)t->at[low - 1].at >= t->at[low - 1].size)
        return NULL;
    return &t->at[low - 1];
}

bool assay_objects_allow(const void *p, assay_size_ size, bool write)
{
    const struct assay_object *o = assay_objects_find(p);

    if (!o)
        return true;
    return size <= o->size - ((uintptr_t)p - (uintptr_t)o->at) && !(write && o->is_const);
}
