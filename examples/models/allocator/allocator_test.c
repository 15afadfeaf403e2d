/*
 * A model of allocator.h, whose answers are not known beforehand: the reference judges
 * them. Blocks are aligned, do not overlap, and keep what is in them.
 */
#include "allocator.h"
#include "bytes.h"
#include "reference.h"
#include <assay/model.h>
#include <string.h>

static bool is_there(const struct ref_block *block)
{
    return block->heap != NULL;
}

ASSAY_ABSTRACT(heap, struct ref_heap *, struct heap *);
ASSAY_DESTRUCTOR(heap, assay_keep, heap_destroy);
ASSAY_CONSUMED(destroyed, heap);

ASSAY_ABSTRACT(block, struct ref_block *, void *);
ASSAY_OPTION(block_or_null, block);
ASSAY_SUBSET(there, block, is_there);
ASSAY_CONSUMED(gone, block);

ASSAY_INTERVAL(heap_size, size_t, 32, 512);
ASSAY_INTERVAL(size, size_t, 0, 160);
ASSAY_INTERVAL(byte, int, 0, 255);
ASSAY_INTERVAL_OF(whole, size_t, block, b, b->size, b->size);
ASSAY_INTERVAL_OF(filled, size_t, block, b, 0, (int64_t)b->filled - 1);
ASSAY_IGNORED(same, void *, void *);
ASSAY_COMPARED(content, unsigned char);

static bool block_is_of_heap(const struct assay_arguments *args)
{
    return ASSAY_ARGUMENT(args, gone)->heap == ASSAY_ARGUMENT(args, heap);
}

ASSAY_OPERATION(make, (heap_size), heap, ref_heap_new, heap_new);
ASSAY_OPERATION(end, (destroyed), void, ref_heap_destroy, heap_destroy);
ASSAY_JUDGED_OWN(allocate, (heap, size), block_or_null, ref_alloc, heap_alloc,
                 .weight = 5);
ASSAY_OPERATION(release, (heap, gone), void, ref_free, heap_free, .weight = 3,
                .when = block_is_of_heap);
ASSAY_JUDGED_OWN(reallocate, (heap, gone, size), block_or_null, ref_realloc, heap_realloc,
                 .weight = 3, .when = block_is_of_heap);
ASSAY_JUDGED(usable, (there), size_t, ref_usable, heap_usable);
ASSAY_OPERATION(fill, (there, byte, whole), same, ref_fill, memset, .weight = 2);
ASSAY_OPERATION(look, (there, filled), content, ref_byte_at, byte_at, .weight = 2);

ASSAY_MODEL(allocator, (make, end, allocate, release, reallocate, usable, fill, look),
            .header = "allocator.h bytes.h <string.h>", .sources = "allocator.c",
            .fuel = 30);

int main(int argc, char **argv)
{
    return assay_model_main(&allocator, argc, argv);
}
