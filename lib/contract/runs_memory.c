/*
 * What a run leaves: the blocks of the test, the variables outside of functions, what the
 * result points to, and strings that pointers in all these lead to.
 *
 * Of what the result points to the size may be unknown; then some bytes are kept, as far
 * as there is memory. Of variables the type is not known: whatever looks like a pointer
 * to a string is taken for one. Both keep too much at times, which does no harm.
 */
#include "contract/runs.h"
#include "contract/walk.h"
#include <string.h>

#define WINDOW ((size_t)4096)           /* bytes of what has no known size */
#define STRING_BYTES ((size_t)1 << 20)  /* of one string */
#define GUESSED_BYTES ((size_t)1 << 12) /* of one that may be none */
#define GUESSED_SIZE ((size_t)1 << 12)  /* of a variable that pointers are guessed in */

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

static void keep_target(struct assay_walk *walk, const struct assay_layout *layout,
                        void *slot)
{
    if (layout->of && layout->of->is_char)
        keep_string(walk->ctx, assay_value_pointer(slot), STRING_BYTES);
}

static void keep_strings(struct assay_state *s, const struct assay_layout *element,
                         const char *at, size_t count)
{
    struct assay_walk walk = {.pointer = keep_target, .ctx = s};

    assay_buf_init(&walk.path, NULL, 1); /* nobody reads it */
    for (size_t i = 0; assay_value_has_pointer(element) && i < count; i++)
        assay_walk_value(&walk, element, (void *)(uintptr_t)(at + i * element->size),
                         false);
    assay_buf_done(&walk.path);
}

/* ---- Inputs and variables */

static void keep_inputs(struct assay_inputs *in, struct assay_state *s)
{
    assay_state_keep_inputs(s);
    for (unsigned i = 0; i < assay_blocks_count(); i++) {
        const struct assay_block *b = assay_blocks_get(i);
        if (!assay_blocks_is_freed(b))
            keep_strings(s, b->element, b->at, assay_blocks_elements(b));
    }
    for (unsigned i = 0; i < in->count; i++)
        keep_strings(s, in->at[i].layout, in->at[i].at, 1);
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

/* ---- The result */

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

static void keep_result(struct assay_state *s, const struct assay_layout *result,
                        const void *at)
{
    const struct assay_layout *of = result->of;
    const char *p;

    keep_strings(s, result, at, 1);
    if (result->kind != ASSAY_LAYOUT_POINTER)
        return;
    p = assay_value_pointer(at);
    if (!p || assay_undecided(p) || assay_blocks_find(p))
        return;
    keep_around(s, of, p);
    if (of && of->size > 0 && assay_blocks_reach(p, of->size))
        keep_strings(s, of, p, 1);
}

void assay_run_keep(struct assay_inputs *in, struct assay_state *s,
                    const struct assay_layout *result, const void *at)
{
    assay_blocks_forget();
    keep_inputs(in, s);
    assay_world_each(keep_variable, s);
    if (result)
        keep_result(s, result, at);
}
