#include "contract/walk.h"

#define DEPTH_MAX 2000 /* of values inside each other, and blocks behind each other */

static void walk_fields(struct assay_walk *walk, const struct assay_layout *layout,
                        char *at, bool arrow)
{
    unsigned count =
        layout->kind == ASSAY_LAYOUT_UNION && layout->nfields > 0 ? 1 : layout->nfields;
    size_t len = walk->path.len;

    for (unsigned i = 0; i < count; i++) {
        const struct assay_layout_field *f = &layout->fields[i];
        if (f->bits)
            continue;
        if (f->name[0])
            assay_buf_printf(&walk->path, "%s%s", arrow ? "->" : ".", f->name);
        assay_walk_value(walk, f->layout, at + f->offset, arrow && !f->name[0]);
        assay_buf_truncate(&walk->path, len);
    }
}

static void walk_elements(struct assay_walk *walk, const struct assay_layout *element,
                          char *at, size_t count, ptrdiff_t first)
{
    size_t len = walk->path.len;

    for (size_t i = 0; i < count; i++) {
        assay_buf_printf(&walk->path, "[%td]", first + (ptrdiff_t)i);
        assay_walk_value(walk, element, at + i * element->size, false);
        assay_buf_truncate(&walk->path, len);
    }
}

void assay_walk_value(struct assay_walk *walk, const struct assay_layout *layout,
                      void *at, bool arrow)
{
    if (walk->depth == DEPTH_MAX || !assay_value_has_pointer(layout))
        return;
    walk->depth++;
    if (layout->kind == ASSAY_LAYOUT_POINTER)
        walk->pointer(walk, layout, at);
    else if (layout->kind == ASSAY_LAYOUT_ARRAY)
        walk_elements(walk, layout->of, at, layout->count, 0);
    else
        walk_fields(walk, layout, at, arrow);
    walk->depth--;
}

void assay_walk_block(struct assay_walk *walk, const struct assay_block *block,
                      const char *at)
{
    const struct assay_layout *element = block->element;
    size_t count = assay_blocks_elements(block);

    if (!assay_value_has_pointer(element))
        return;
    if (count == 1 && element->kind == ASSAY_LAYOUT_STRUCT && at == block->at)
        assay_walk_value(walk, element, block->at, true);
    else
        walk_elements(walk, element, block->at, count,
                      -((at - block->at) / (ptrdiff_t)element->size));
}
