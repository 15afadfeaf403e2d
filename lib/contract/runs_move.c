/*
 * Inputs at other addresses: a run that is given copies of what another was given, and
 * tells something else, has looked at where its inputs are.
 *
 * The copies are new blocks of the process; when the run ends, what is in them goes back
 * to where it is looked for.
 */
#include "contract/blocks.h"
#include "contract/runs.h"
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

    (void)in;
    if (!block || count == MOVED_MAX || block->size == 0)
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
