/*
 * Inputs at other addresses: a run that is given copies of what another was given, and
 * tells something else, has looked at where its inputs are.
 *
 * The copies are new blocks of the process; when the run ends, what is in them goes back
 * to where it is looked for. A block that something else points into stays: rings, and
 * what compares its pointers, would come apart.
 */
#include "contract/runs.h"
#include "contract/walk.h"
#include <stdlib.h>
#include <string.h>

#define MOVED_MAX 16

/* A pointer that was changed, and the copy that was made for it; one that was there
 * already is another's. */
static struct {
    void *slot;
    char *was, *at, *copy;
    size_t size;
    bool own;
} moved[MOVED_MAX];
static unsigned count;

/* ---- Whether a block is pointed to by more than arguments */

struct search {
    const struct assay_block *block;
    bool found;
};

static void look_at(struct search *s, const char *p)
{
    s->found = s->found || (p && assay_blocks_find(p) == s->block);
}

static void look_at_slot(struct assay_walk *walk, const struct assay_layout *layout,
                         void *slot)
{
    (void)layout;
    look_at(walk->ctx, assay_value_pointer(slot));
}

/* What looks like a pointer is taken for one. */
static void look_at_variable(void *ctx, const void *at, size_t size)
{
    const char *word = at;

    if ((uintptr_t)at % sizeof(void *) != 0)
        return;
    for (; size >= sizeof(void *); size -= sizeof(void *), word += sizeof(void *))
        look_at(ctx, assay_value_pointer(word));
}

static bool is_pointed_to(const struct assay_inputs *in, const struct assay_block *block)
{
    struct search search = {.block = block};
    struct assay_walk walk = {.pointer = look_at_slot, .ctx = &search};

    assay_buf_init(&walk.path, NULL, 1); /* nobody reads it */
    for (unsigned i = 0; i < assay_blocks_count(); i++) {
        const struct assay_block *b = assay_blocks_get(i);
        if (!assay_blocks_is_freed(b) && assay_value_has_pointer(b->element))
            assay_walk_block(&walk, b, b->at);
    }
    for (unsigned i = 0; i < in->count; i++)
        if (in->at[i].layout->kind != ASSAY_LAYOUT_POINTER)
            assay_walk_value(&walk, in->at[i].layout, in->at[i].at, false);
    assay_world_each(look_at_variable, &search);
    assay_buf_done(&walk.path);
    return search.found;
}

/* ---- Moving */

static char *copy_of(const struct assay_block *block, bool *ret_own)
{
    char *copy;

    *ret_own = false;
    for (unsigned i = 0; i < count; i++)
        if (moved[i].at == block->at)
            return moved[i].copy;
    copy = malloc(block->size);
    *ret_own = copy != NULL;
    if (copy)
        memcpy(copy, block->at, block->size);
    return copy;
}

void assay_run_move(struct assay_inputs *in, void *slot)
{
    char *p = *(char **)slot, *copy;
    const struct assay_block *block = p ? assay_blocks_find(p) : NULL;
    bool own;

    if (!block || count == MOVED_MAX || block->size == 0 || is_pointed_to(in, block))
        return;
    copy = copy_of(block, &own);
    if (!copy)
        return;
    moved[count].slot = slot;
    moved[count].was = p;
    moved[count].at = block->at;
    moved[count].copy = copy;
    moved[count].size = block->size;
    moved[count++].own = own;
    *(char **)slot = copy + (p - block->at);
}

void assay_run_unmove(bool in_place)
{
    while (count > 0) {
        count--;
        *(char **)moved[count].slot = moved[count].was;
        if (!moved[count].own)
            continue;
        if (assay_reach(moved[count].copy, moved[count].size))
            memcpy(moved[count].at, moved[count].copy, moved[count].size);
        if (in_place)
            free(moved[count].copy);
    }
}
