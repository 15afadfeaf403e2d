/*
 * What a run leaves: the blocks of the test, the variables outside of functions, and what
 * pointers in the result and in blocks lead to: strings, lists, trees.
 *
 * The size of what a pointer leads to may be unknown; then some bytes are kept, as far as
 * there is memory. Of variables the type is not known: whatever looks like a pointer
 * to a string is taken for one. Both keep too much at times, which does no harm.
 */
#include "contract/runs.h"
#include "contract/walk.h"
#include <string.h>

#define TARGETS_MAX 64                  /* objects that pointers are followed to */
#define WINDOW ((size_t)4096)           /* bytes of what has no known size */
#define STRING_BYTES ((size_t)1 << 20)  /* of one string */
#define GUESSED_BYTES ((size_t)1 << 12) /* of one that may be none */
#define GUESSED_SIZE ((size_t)1 << 12)  /* of a variable that pointers are guessed in */

/* What is kept of a run, and other memory that was found by pointers. */
struct keeper {
    struct assay_state *state;
    const void *targets[TARGETS_MAX];
    unsigned ntargets;
};

/* ---- Strings */

/* Those in blocks are kept with them. One without an end is kept up to the limit. */
static void keep_string(struct assay_state *s, const char *p, size_t most)
{
    size_t len = 0;

    if (!p || assay_undecided(p) || assay_blocks_find(p))
        return;
    while (len < most && assay_blocks_reach(p + len, 1)) {
        len++;
        if (p[len - 1] == '\0')
            break;
    }
    assay_state_keep_bytes(s, p, len);
}

/* ---- What pointers lead to */

/* As much of a window as there is, in whole pages. */
static size_t reachable(const char *p, size_t size)
{
    size_t len = 0, step = WINDOW - (uintptr_t)p % WINDOW;

    while (len < size &&
           assay_blocks_reach(p + len, step < size - len ? step : size - len)) {
        len += step < size - len ? step : size - len;
        step = WINDOW;
    }
    return len;
}

/* The block that p is in, or a window behind it. */
static void keep_around(struct assay_state *s, const struct assay_layout *of,
                        const char *p)
{
    size_t size = of && of->size > WINDOW ? of->size : WINDOW;
    char *at;

    if (assay_memory_extent(p, &at, &size)) {
        if (assay_blocks_reach(at, size))
            assay_state_keep_bytes(s, at, size);
        return;
    }
    assay_state_keep_bytes(s, p, reachable(p, size));
}

/* Whether it is new, and there is room for more. */
static bool add_target(struct keeper *k, const void *p)
{
    for (unsigned i = 0; i < k->ntargets; i++)
        if (k->targets[i] == p)
            return false;
    if (k->ntargets == TARGETS_MAX)
        return false;
    k->targets[k->ntargets++] = p;
    return true;
}

static void keep_values(struct keeper *k, const struct assay_layout *element,
                        const char *at, size_t count);

/* Lists and trees are followed; every target is another one. */
static void keep_target(struct assay_walk *walk, const struct assay_layout *layout,
                        void *slot)
{
    struct keeper *k = walk->ctx;
    const struct assay_layout *of = layout->of;
    const char *p = assay_value_pointer(slot);

    if (of && of->is_char)
        keep_string(k->state, p, STRING_BYTES);
    if (!p || assay_undecided(p) || assay_blocks_find(p) || !add_target(k, p))
        return;
    keep_around(k->state, of, p);
    if (of && of->size > 0 && assay_blocks_reach(p, of->size))
        keep_values(k, of, p, 1);
}

/* What the pointers in values lead to. */
static void keep_values(struct keeper *k, const struct assay_layout *element,
                        const char *at, size_t count)
{
    struct assay_walk walk = {.pointer = keep_target, .ctx = k};

    assay_buf_init(&walk.path, NULL, 1); /* nobody reads it */
    for (size_t i = 0; assay_value_has_pointer(element) && i < count; i++)
        assay_walk_value(&walk, element, (void *)(uintptr_t)(at + i * element->size),
                         false);
    assay_buf_done(&walk.path);
}

/* ---- Inputs and variables */

static void keep_inputs(struct assay_inputs *in, struct keeper *k)
{
    assay_state_keep_inputs(k->state);
    for (unsigned i = 0; i < assay_blocks_count(); i++) {
        const struct assay_block *b = assay_blocks_get(i);
        if (!assay_blocks_is_freed(b))
            keep_values(k, b->element, b->at, assay_blocks_elements(b));
    }
    for (unsigned i = 0; i < in->count; i++)
        keep_values(k, in->at[i].layout, in->at[i].at, 1);
}

static void keep_variable(void *ctx, const void *at, size_t size)
{
    const char *word = at;

    assay_state_keep_bytes(ctx, at, size);
    if (size > GUESSED_SIZE || (uintptr_t)at % sizeof(void *) != 0)
        return;
    for (; size >= sizeof(void *); size -= sizeof(void *), word += sizeof(void *))
        keep_string(ctx, assay_value_pointer(word), GUESSED_BYTES);
}

void assay_run_keep(struct assay_inputs *in, struct assay_state *s,
                    const struct assay_layout *result, const void *at)
{
    struct keeper k = {.state = s};

    assay_blocks_forget();
    if (result)
        keep_values(&k, result, at, 1);
    keep_inputs(in, &k);
    assay_world_each(keep_variable, s);
}

/* ---- Inputs as they were before a run that another follows */

static struct assay_state remembered;

void assay_run_remember(struct assay_inputs *in)
{
    (void)in;
    assay_state_begin(&remembered);
    assay_state_keep_inputs(&remembered);
    assay_state_take(&remembered);
}

void assay_run_recall(struct assay_inputs *in)
{
    for (unsigned i = 0; i < assay_blocks_count(); i++) {
        const struct assay_block *b = assay_blocks_get(i);
        assay_inputs_assume(in, !assay_blocks_is_freed(b));
        memcpy(b->at, assay_at(&remembered, b->at, b->size), b->size);
    }
    assay_memo_clear();
}
