/*
 * Values that a run is given, to be written over those that are there when it is made,
 * and memory as it is then found. They live in the execution's memory.
 *
 * About half of the time a single part (an element, a member) is drawn, and the others
 * stay as they are: two runs that differ in little say more. That is also what others
 * shrink to.
 */
#include "contract/runs.h"
#include "contract/walk.h"
#include <limits.h>
#include <string.h>

#define DEPTH_MAX 32     /* of layouts inside each other */
#define NEAR 16          /* at most so far from what is there */
#define NEARBY (1.0 / 4) /* chance of that */

struct drawn {
    struct drawn *before, *after; /* in the order they were given */
    unsigned run;
    char *at;
    size_t size;
    char *bytes, *old; /* that are to be there; that were there, once written */
    bool written;
};

static struct drawn *first, *last;

/* Memory as each run finds it, when `of` was the last that was given. */
static struct {
    struct assay_state state;
    const struct drawn *of;
} starts[ASSAY_RUNS_MAX];

void assay_run_draws_reset(void)
{
    first = last = NULL;
    memset(starts, 0, sizeof starts);
}

/* ---- Parts of a value: all in it that can be drawn by itself */

static size_t count_parts(const struct assay_layout *layout, int depth)
{
    size_t count = 0;
    unsigned fields;

    if (depth == DEPTH_MAX || layout->kind == ASSAY_LAYOUT_POINTER)
        return 0;
    if (layout->kind == ASSAY_LAYOUT_ARRAY)
        return layout->count * count_parts(layout->of, depth + 1);
    if (layout->kind != ASSAY_LAYOUT_STRUCT && layout->kind != ASSAY_LAYOUT_UNION)
        return 1;
    fields =
        layout->kind == ASSAY_LAYOUT_UNION && layout->nfields > 0 ? 1 : layout->nfields;
    for (unsigned i = 0; i < fields; i++)
        if (!layout->fields[i].bits)
            count += count_parts(layout->fields[i].layout, depth + 1);
    return count;
}

/* The n-th part, n being below their number; *at goes to where it is. */
static const struct assay_layout *find_part(const struct assay_layout *layout, size_t n,
                                            char **at)
{
    for (int depth = 0; layout->kind >= ASSAY_LAYOUT_ARRAY &&
                        layout->kind != ASSAY_LAYOUT_OPAQUE && depth < DEPTH_MAX;
         depth++) {
        const struct assay_layout *in = layout->of;
        size_t each, offset = 0;
        if (layout->kind == ASSAY_LAYOUT_ARRAY) {
            each = count_parts(in, depth + 1);
            offset = n / each * in->size;
            n %= each;
        }
        for (unsigned i = 0; layout->kind != ASSAY_LAYOUT_ARRAY; i++) {
            in = layout->fields[i].layout;
            offset = layout->fields[i].offset;
            each = layout->fields[i].bits ? 0 : count_parts(in, depth + 1);
            if (n < each)
                break;
            n -= each;
        }
        layout = in;
        *at += offset;
    }
    return layout;
}

/* ---- Drawing */

struct originals {
    const char *from, *to; /* the same value, as it was and as it was drawn */
};

static void keep_pointer(struct assay_walk *walk, const struct assay_layout *layout,
                         void *slot)
{
    const struct originals *o = walk->ctx;

    (void)layout;
    memcpy(slot, o->from + ((char *)slot - o->to), sizeof(void *));
}

static void keep_pointers(const struct assay_layout *element, char *at, const char *from,
                          size_t count)
{
    struct originals originals = {from, at};
    struct assay_walk walk = {.pointer = keep_pointer, .ctx = &originals};

    assay_buf_init(&walk.path, NULL, 1); /* nobody reads it */
    for (size_t i = 0; assay_value_has_pointer(element) && i < count; i++)
        assay_walk_value(&walk, element, at + i * element->size, false);
    assay_buf_done(&walk.path);
}

/* The integer at `at` becomes one close to another. */
static void draw_near(struct assay_inputs *in, const struct assay_layout *layout,
                      void *at, const void *other)
{
    assay_wide value = assay_value_int(layout, other) + assay_make_pick(in, -NEAR, NEAR);

    if (assay_value_fits(layout, value))
        assay_value_set_int(layout, at, value);
}

void assay_run_near(struct assay_inputs *in, const struct assay_layout *layout, void *at,
                    const void *other)
{
    if (assay_value_is_int(layout) && assay_inputs_flip(in, NEARBY))
        draw_near(in, layout, at, other);
}

/* One part, one part that is a number close to what it was, or all. */
static void draw_values(struct assay_inputs *in, const struct assay_layout *element,
                        struct drawn *d, size_t count)
{
    const struct assay_layout all = {.kind = ASSAY_LAYOUT_ARRAY,
                                     .name = element->name,
                                     .size = d->size,
                                     .of = element,
                                     .count = count};
    size_t parts = count_parts(&all, 0);
    unsigned way = parts > 0 ? assay_make_choice(in, parts == 1 ? 4 : 8) : 0;
    const struct assay_layout *part = &all;
    char *at = d->bytes;

    if (parts == 0)
        return;
    if (way >= 4 || parts > UINT_MAX) {
        assay_inputs_elements(in, element, at, count);
        keep_pointers(element, at, d->at, count);
        return;
    }
    part = find_part(&all, assay_make_choice(in, (unsigned)parts), &at);
    if (way == 3 && assay_value_is_int(part))
        draw_near(in, part, at, d->at + (at - d->bytes));
    else
        assay_inputs_draw(in, part, at);
}

/* Room for `size` bytes at p, filled with what is there; NULL: p cannot be read. */
static struct drawn *new_drawn(struct assay_inputs *in, unsigned run, void *p,
                               size_t size)
{
    struct drawn *d;

    if (size == 0 || !assay_reach(p, size))
        return NULL;
    d = assay_test_new(in->t, 1, sizeof *d);
    if (d) {
        *d = (struct drawn){.before = last, .run = run, .at = p, .size = size};
        d->bytes = assay_test_new(in->t, size, 1);
        d->old = assay_test_new(in->t, size, 1);
    }
    assay_inputs_assume(in, d && d->bytes && d->old);
    memcpy(d->bytes, p, size);
    return d;
}

static void add_drawn(struct drawn *d)
{
    if (last)
        last->after = d;
    else
        first = d;
    last = d;
}

/* The size of all elements; 0 when there are none, or too many. */
static size_t size_of(const struct assay_layout *element, assay_size_ count)
{
    size_t size;

    return __builtin_mul_overflow(element->size, count, &size) || count > UINT32_MAX
               ? 0
               : size;
}

void assay_run_draw(struct assay_inputs *in, unsigned run,
                    const struct assay_layout *element, void *p, assay_size_ count)
{
    struct drawn *d = new_drawn(in, run, p, size_of(element, count));

    if (!d)
        return;
    draw_values(in, element, d, count);
    add_drawn(d);
}

void assay_run_redraw(struct assay_inputs *in, const struct assay_layout *element,
                      void *p, assay_size_ count)
{
    struct drawn *d = new_drawn(in, 0, p, size_of(element, count));

    if (!d)
        return;
    draw_values(in, element, d, count);
    memcpy(p, d->bytes, d->size);
}

void assay_run_give(struct assay_inputs *in, unsigned run, void *p, const void *value,
                    assay_size_ size)
{
    struct drawn *d = new_drawn(in, run, p, size);

    assay_inputs_assume(in, d != NULL);
    memcpy(d->bytes, value, size);
    add_drawn(d);
}

/* ---- Writing */

void assay_run_write(struct assay_inputs *in, unsigned run)
{
    (void)in;
    for (struct drawn *d = first; d; d = d->after)
        if (d->run == run) {
            memcpy(d->old, d->at, d->size);
            memcpy(d->at, d->bytes, d->size);
            d->written = true;
        }
}

void assay_run_unwrite(unsigned run)
{
    for (struct drawn *d = last; d; d = d->before)
        if (d->run == run && d->written) {
            memcpy(d->at, d->old, d->size);
            d->written = false;
        }
}

const void *assay_run_drawn(unsigned run, const void *p, size_t size)
{
    for (const struct drawn *d = last; d; d = d->before) {
        size_t offset = (size_t)((uintptr_t)p - (uintptr_t)d->at);
        if (d->run == run && offset <= d->size && size <= d->size - offset)
            return d->bytes + offset;
    }
    return NULL;
}

/* ---- Memory as a run finds it */

static bool is_given_any(unsigned run)
{
    for (const struct drawn *d = first; d; d = d->after)
        if (d->run == run)
            return true;
    return false;
}

const struct assay_state *assay_run_start(struct assay_inputs *in, unsigned run)
{
    if (run < 1 || run > ASSAY_RUNS_MAX || !is_given_any(run))
        return NULL;
    if (starts[run - 1].of != last) {
        assay_run_write(in, run);
        assay_state_begin(&starts[run - 1].state);
        assay_run_keep(in, &starts[run - 1].state, NULL, NULL);
        assay_state_take(&starts[run - 1].state);
        assay_run_unwrite(run);
        starts[run - 1].of = last;
    }
    return &starts[run - 1].state;
}
