/*
 * Making claims about memory true: pointers get blocks, blocks get long enough, strings
 * get their NUL. A block that is too short is replaced by a longer one with what it had;
 * other pointers into it stay.
 */
#include "contract/inputs.h"
#include "contract/walk.h"
#include <string.h>

#define SHARED (1.0 / 8)      /* chance of pointing into a block that is there */
#define OVERLAPPING (1.0 / 4) /* of a part of it being shared, then */
#define VARIABLE (1.0 / 16)   /* of pointing to a variable of the file */
#define ABSENT (1.0 / 8)      /* of NULL where nothing is to be read */
#define STRING_MAX 30         /* characters of a string that may have any length */
#define SETTLED_MAX 64        /* blocks, above which what is left becomes NULL */
#define DEPTH_MAX 32

static bool is_nowhere(const void *at)
{
    return (uintptr_t)at < 4096 || assay_undecided(at);
}

_Bool assay_reach(const void *p, assay_size_ size)
{
    return assay_blocks_reach(p, size);
}

const void *assay_safe(const void *p, assay_size_ size)
{
    static const _Alignas(16) char zeros[4096];

    return size > sizeof zeros || assay_reach(p, size) ? p : zeros;
}

struct assay_block *assay_inputs_block(struct assay_inputs *in,
                                       const struct assay_layout *element, size_t count)
{
    struct assay_block *block;
    size_t size;

    if (count > ASSAY_INPUT_ELEMENTS ||
        __builtin_mul_overflow(element->size, count, &size) ||
        size > ASSAY_INPUT_BYTES - in->bytes)
        return NULL;
    block = assay_blocks_new(element, count);
    if (block)
        in->bytes += size;
    return block;
}

void assay_inputs_point(void *slot, struct assay_block *block, char *at)
{
    struct assay_block *before = assay_blocks_find(assay_value_pointer(slot));

    if (before && before->pointers > 0)
        before->pointers--;
    block->pointers++;
    assay_value_set_pointer(slot, at);
    assay_memo_clear(); /* logic that was computed reads memory */
}

/* A block of drawn elements. */
static struct assay_block *new_block(struct assay_inputs *in,
                                     const struct assay_layout *element, size_t count)
{
    struct assay_block *block = assay_inputs_block(in, element, count);

    if (block)
        assay_inputs_elements(in, element, block->at, count);
    return block;
}

/* ---- Replacing blocks */

/* A block that takes the place of another. */
struct move {
    const char *from;
    size_t size;
    struct assay_block *to;
    size_t before; /* bytes in front of what was there */
};

static void move_pointer(struct assay_walk *walk, const struct assay_layout *layout,
                         void *slot)
{
    const struct move *m = walk->ctx;
    const char *p = assay_value_pointer(slot);

    (void)layout;
    if (p && p >= m->from && p <= m->from + m->size)
        assay_inputs_point(slot, m->to, m->to->at + m->before + (p - m->from));
}

/* Every pointer of the inputs that leads into the old block leads into the new one. */
static void move_pointers(struct assay_inputs *in, struct move *m)
{
    struct assay_walk walk = {.pointer = move_pointer, .ctx = m};

    assay_buf_init(&walk.path, NULL, 4096);
    for (unsigned i = 0; i < in->count; i++)
        assay_walk_value(&walk, in->at[i].layout, in->at[i].at, false);
    for (unsigned i = 0; i < assay_blocks_count(); i++)
        if (!assay_blocks_is_freed(assay_blocks_get(i)))
            assay_walk_block(&walk, assay_blocks_get(i), assay_blocks_get(i)->at);
    assay_buf_done(&walk.path);
}

/* A block with what another has and more elements on either side takes its place; NULL
 * when that is too much. */
static struct assay_block *replace(struct assay_inputs *in, struct assay_block *old,
                                   const struct assay_layout *element, size_t before,
                                   size_t behind)
{
    size_t size = old->size, kept = size / element->size;
    const char *from = old->at; /* a new block may move the list that `old` is in */
    struct assay_block *block = assay_inputs_block(in, element, before + kept + behind);
    char *behind_at;

    if (!block)
        return NULL;
    memcpy(block->at + before * element->size, from, kept * element->size);
    behind_at = block->at + (before + kept) * element->size;
    assay_inputs_elements(in, element, block->at, before);
    assay_inputs_elements(in, element, behind_at, behind);
    move_pointers(in, &(struct move){from, size, block, before * element->size});
    return block;
}

/* ---- Sharing */

/* A type without its const. */
static const char *plain_name(const struct assay_layout *layout)
{
    return strncmp(layout->name, "const ", 6) == 0 ? layout->name + 6 : layout->name;
}

static bool is_of_type(const struct assay_layout *e, const struct assay_layout *element)
{
    return e == element || (e->kind == element->kind && e->size == element->size &&
                            strcmp(plain_name(e), plain_name(element)) == 0);
}

/* Whether it can be replaced by a longer one. What is in it may be what a pointer is
 * being made for, unless it has none. */
static bool can_grow(const struct assay_block *block)
{
    return block->pointers > 0 && !assay_value_has_pointer(block->element);
}

static bool can_share(const struct assay_block *block, const struct assay_layout *element,
                      size_t count)
{
    size_t have = assay_blocks_elements(block);

    return count > 0 && have > 0 && is_of_type(block->element, element) &&
           (have >= count || can_grow(block));
}

/* A place for `count` elements of which some are those of the block, which is replaced;
 * NULL when that is too much. */
static char *overlap(struct assay_inputs *in, struct assay_block **block, size_t count)
{
    const struct assay_layout *element = (*block)->element;
    size_t have = assay_blocks_elements(*block), shift, behind;

    if (count > 1 && assay_inputs_flip(in, 0.25)) { /* it begins before the block */
        shift = (size_t)assay_make_pick(in, 1, (assay_wide)count - 1);
        behind = count > shift + have ? count - shift - have : 0;
        *block = replace(in, *block, element, shift, behind);
        return *block ? (*block)->at : NULL;
    }
    shift = (size_t)assay_make_pick(in, 0, (assay_wide)have - 1);
    if (shift + count > have)
        *block = replace(in, *block, element, 0, shift + count - have);
    return *block ? (*block)->at + shift * element->size : NULL;
}

/* A place for `count` elements in a block that is there; NULL when there is none, or it
 * is not to be. */
static char *share(struct assay_inputs *in, const struct assay_layout *element,
                   size_t count, struct assay_block **ret_block)
{
    unsigned found[ASSAY_BLOCKS_MAX], nfound = 0;
    struct assay_block *block;
    size_t spare;

    for (unsigned i = 0; i < assay_blocks_count(); i++)
        if (can_share(assay_blocks_get(i), element, count) &&
            (in->loose || assay_blocks_elements(assay_blocks_get(i)) >= count))
            found[nfound++] = i;
    if (nfound == 0 || !assay_inputs_flip(in, SHARED))
        return NULL;
    block = assay_blocks_get(found[assay_make_choice(in, nfound)]);
    *ret_block = block;
    if (assay_blocks_elements(block) < count ||
        (in->loose && can_grow(block) && assay_inputs_flip(in, OVERLAPPING)))
        return overlap(in, ret_block, count);
    spare = assay_blocks_elements(block) - count;
    if (spare == 0 || !assay_inputs_flip(in, 0.5))
        return block->at;
    return block->at + (size_t)assay_make_pick(in, 0, (assay_wide)spare) * element->size;
}

/* A variable with so many elements; NULL when there is none, or it is not to be. */
static char *share_variable(struct assay_inputs *in, const struct assay_layout *element,
                            size_t count)
{
    unsigned found[ASSAY_INPUTS_MAX], nfound = 0;
    const struct assay_named *variable;
    size_t have;

    for (unsigned i = 0; count > 0 && i < in->count; i++)
        if (in->at[i].is_variable &&
            is_of_type(assay_inputs_elements_of(&in->at[i], &have), element) &&
            have >= count)
            found[nfound++] = i;
    if (nfound == 0 || !assay_inputs_flip(in, VARIABLE))
        return NULL;
    variable = &in->at[found[assay_make_choice(in, nfound)]];
    assay_inputs_elements_of(variable, &have);
    return (char *)variable->at +
           (size_t)assay_make_pick(in, 0, (assay_wide)(have - count)) * element->size;
}

/* ---- Blocks for pointers */

/* Elements lo..hi around a pointer: how many there are before it, and in all. */
struct extent {
    size_t before, count;
};

static bool extent_of(assay_wide lo, assay_wide hi, struct extent *ret)
{
    if (lo > 0)
        lo = 0;
    if (hi < -1)
        hi = -1;
    if (lo < -ASSAY_INPUT_ELEMENTS || hi >= ASSAY_INPUT_ELEMENTS)
        return false;
    *ret = (struct extent){(size_t)-lo, (size_t)(hi + 1 - lo)};
    return true;
}

static bool give_block(struct assay_inputs *in, const struct assay_layout *element,
                       void *slot, struct extent extent)
{
    struct assay_block *block = NULL;
    char *at = share(in, element, extent.count, &block);
    char *variable = at ? NULL : share_variable(in, element, extent.count);

    if (variable) {
        assay_value_set_pointer(slot, variable + extent.before * element->size);
        assay_memo_clear();
        return true;
    }
    if (!at) {
        block = new_block(in, element, extent.count);
        if (!block)
            return false;
        at = block->at;
    }
    assay_inputs_point(slot, block, at + extent.before * element->size);
    return true;
}

/* The same for no elements at all: a pointer that must not be followed. */
static bool give_nothing(struct assay_inputs *in, const struct assay_layout *element,
                         void *slot)
{
    if (assay_inputs_flip(in, ABSENT)) {
        assay_value_set_pointer(slot, NULL);
        assay_memo_clear();
        return true;
    }
    return give_block(in, element, slot, (struct extent){0, 0});
}

/* A copy of the slot's block with more elements on either side takes its place. */
static bool lengthen(struct assay_inputs *in, const struct assay_layout *element,
                     void *slot, size_t before, size_t behind)
{
    char *p = assay_value_pointer(slot);
    struct assay_block *old = assay_blocks_find(p), *block;
    size_t offset, size;

    if (!old || assay_blocks_is_freed(old) || element->size == 0)
        return false;
    offset = (size_t)(p - old->at);
    size = old->size;
    p = old->at;
    before = before * element->size > offset ? before - offset / element->size : 0;
    behind = behind * element->size > size - offset
                 ? behind - (size - offset) / element->size
                 : 0;
    block = replace(in, old, element, before, behind);
    if (!block)
        return false;
    if (assay_value_pointer(slot) == p + offset)
        assay_inputs_point(slot, block, block->at + before * element->size + offset);
    return true;
}

static bool covers(const void *p, size_t size, assay_wide lo, assay_wide hi)
{
    const char *first = (const char *)p + (ptrdiff_t)lo * (ptrdiff_t)size;

    return assay_valid_known(first, (size_t)(hi - lo + 1) * size, 1);
}

_Bool assay_make_valid_in(struct assay_inputs *in, const struct assay_layout *element,
                          void *slot, const struct assay_range *range)
{
    assay_wide lo = range->lo, hi = range->hi;
    struct extent extent;
    void *p;

    if (is_nowhere(slot))
        return 0;
    p = assay_value_pointer(slot);
    if (hi < lo)
        return !assay_undecided(p) || give_nothing(in, element, slot);
    if (!p || !extent_of(lo, hi, &extent))
        return 0;
    if (assay_undecided(p))
        return give_block(in, element, slot, extent);
    if (covers(p, element->size, lo, hi))
        return 1;
    return lengthen(in, element, slot, extent.before, extent.count - extent.before) &&
           covers(assay_value_pointer(slot), element->size, lo, hi);
}

/* A block with what is left of the variable that a pointer leads to takes its place. */
static bool leave_variable(struct assay_inputs *in, const struct assay_layout *element,
                           void *slot)
{
    const char *p = assay_value_pointer(slot);
    const struct assay_named *variable = assay_inputs_variable(in, p);
    const char *end =
        variable ? (const char *)variable->at + variable->layout->size : NULL;
    struct assay_block *block;

    if (!variable || element->size == 0)
        return true;
    block = assay_inputs_block(in, element, (size_t)(end - p) / element->size);
    if (!block)
        return false;
    memcpy(block->at, p, block->size);
    assay_inputs_point(slot, block, block->at);
    return true;
}

_Bool assay_make_separate_in(struct assay_inputs *in, const struct assay_layout *element,
                             void *slot)
{
    struct assay_block *old, *block;
    char *p;

    if (is_nowhere(slot))
        return 0;
    p = assay_value_pointer(slot);
    old = assay_blocks_find(p);
    if (!old)
        return leave_variable(in, element, slot);
    if (old->pointers < 2)
        return 1;
    block =
        assay_inputs_block(in, element, old->size / (element->size ? element->size : 1));
    if (!block)
        return 0;
    memcpy(block->at, old->at, block->size);
    assay_inputs_point(slot, block, block->at + (p - old->at));
    return 1;
}

static bool new_object(struct assay_inputs *in, const struct assay_layout *element,
                       void *slot)
{
    static const struct assay_layout byte = {
        .kind = ASSAY_LAYOUT_UNSIGNED, .name = "unsigned char", .size = 1};

    if (!element || element->size == 0) /* of a void pointer */
        return give_block(in, &byte, slot, (struct extent){0, 8});
    return give_block(in, element, slot, (struct extent){0, 1});
}

_Bool assay_make_pointer(struct assay_inputs *in, const struct assay_layout *layout,
                         void *slot, enum assay_make_op op, const void *target)
{
    void *p;

    if (is_nowhere(slot))
        return 0;
    p = assay_value_pointer(slot);
    switch (op) {
    case ASSAY_MAKE_EQ:
    case ASSAY_MAKE_LE:
    case ASSAY_MAKE_GE:
        if (target && !is_nowhere(target) && assay_blocks_find(target))
            assay_inputs_point(slot, assay_blocks_find(target),
                               (char *)(uintptr_t)target);
        else
            assay_value_set_pointer(slot, target);
        assay_memo_clear();
        return 1;
    case ASSAY_MAKE_NE:
        if (p != target && !assay_undecided(p))
            return 1;
        return new_object(in, layout->of, slot) && assay_value_pointer(slot) != target;
    default:
        return target && !assay_undecided(p) &&
               (op == ASSAY_MAKE_LT ? p < target : p > target);
    }
}

/* ---- Strings */

static bool ends_string(const struct assay_block *block, const char *p)
{
    static const char nul[16];
    size_t size = block->element->size;

    for (; size > 0 && p + size <= block->at + block->size; p += size)
        if (memcmp(p, nul, size) == 0)
            return true;
    return false;
}

/* A new string of this length, whose first characters stay if it was one. */
static bool give_string(struct assay_inputs *in, const struct assay_layout *element,
                        void *slot, size_t now, size_t len)
{
    struct assay_block *block = assay_inputs_block(in, element, len + 1);
    size_t kept = now < len ? now : len;

    if (!block)
        return false;
    if (kept > 0)
        memcpy(block->at, assay_value_pointer(slot), kept * element->size);
    assay_inputs_characters(in, element, block->at + kept * element->size, len - kept);
    assay_inputs_point(slot, block, block->at);
    return true;
}

static size_t string_length(struct assay_inputs *in, size_t most)
{
    static const struct assay_layout size = {.kind = ASSAY_LAYOUT_UNSIGNED, .size = 8};

    return (size_t)assay_inputs_int(in, &size, (struct assay_range){0, (assay_wide)most},
                                    0, ASSAY_LENGTH);
}

_Bool assay_make_string(struct assay_inputs *in, const struct assay_layout *element,
                        void *slot)
{
    struct assay_block *block;
    char *p;

    if (is_nowhere(slot))
        return 0;
    p = assay_value_pointer(slot);
    if (assay_undecided(p))
        return give_string(in, element, slot, 0, string_length(in, STRING_MAX));
    block = assay_blocks_find(p);
    if (!block || element->size > 16)
        return p && assay_valid_string(p, 0);
    if (ends_string(block, p))
        return 1;
    /* Of one element, as \valid(s) makes it: that says nothing about the length. */
    if ((size_t)(block->at + block->size - p) <= element->size)
        return give_string(in, element, slot, 0, string_length(in, STRING_MAX));
    memset(block->at + block->size - element->size, 0, element->size);
    return 1;
}

static size_t length_of(const char *p, size_t size)
{
    static const char nul[16];
    size_t len = 0;

    while (memcmp(p + len * size, nul, size) != 0)
        len++;
    return len;
}

/* The lengths for which the comparison holds, of those that strings may have. */
static struct assay_range lengths(enum assay_make_op op, assay_wide target, size_t now)
{
    struct assay_range range = {0, STRING_MAX};

    if (op == ASSAY_MAKE_NE)
        return now > 0 ? (struct assay_range){0, target - 1}
                       : (struct assay_range){1, STRING_MAX};
    if (op == ASSAY_MAKE_LT || op == ASSAY_MAKE_LE || op == ASSAY_MAKE_EQ)
        range.hi = target - (op == ASSAY_MAKE_LT);
    if (op == ASSAY_MAKE_GT || op == ASSAY_MAKE_GE || op == ASSAY_MAKE_EQ)
        range.lo = target + (op == ASSAY_MAKE_GT);
    if (range.hi < range.lo && op != ASSAY_MAKE_EQ && range.lo > STRING_MAX)
        range.hi = range.lo + STRING_MAX;
    return range;
}

_Bool assay_make_strlen(struct assay_inputs *in, const struct assay_layout *element,
                        void *slot, enum assay_make_op op, assay_wide target)
{
    static const struct assay_layout any = {.kind = ASSAY_LAYOUT_UNSIGNED, .size = 8};
    struct assay_range range;
    size_t now, len;
    const char *p;

    if (!assay_make_string(in, element, slot))
        return 0;
    p = assay_value_pointer(slot);
    now = length_of(p, element->size);
    range = (struct assay_range){(assay_wide)now, target};
    if ((op == ASSAY_MAKE_EQ && range.lo == target) ||
        (op == ASSAY_MAKE_NE && range.lo != target) ||
        (op == ASSAY_MAKE_LT && range.lo < target) ||
        (op == ASSAY_MAKE_LE && range.lo <= target) ||
        (op == ASSAY_MAKE_GT && range.lo > target) ||
        (op == ASSAY_MAKE_GE && range.lo >= target))
        return 1;
    range = lengths(op, target, now);
    if (range.lo < 0)
        range.lo = 0;
    if (range.hi >= ASSAY_INPUT_ELEMENTS)
        range.hi = ASSAY_INPUT_ELEMENTS - 1;
    if (range.lo > range.hi)
        return 0;
    len = (size_t)assay_inputs_int(in, &any, range, (assay_wide)now, ASSAY_LENGTH);
    return give_string(in, element, slot, now, len);
}

/* ---- What is left */

/* One more level of objects is the less likely the more there are. */
static void settle_pointer(struct assay_inputs *in, const struct assay_layout *layout,
                           void *slot)
{
    const struct assay_layout *of = layout->of;
    double present = assay_blocks_count() < 8 ? 0.75 : 0.5;

    assay_value_set_pointer(slot, NULL);
    if (assay_blocks_count() > SETTLED_MAX || !assay_inputs_flip(in, present))
        return;
    if (of && of->is_char)
        give_string(in, of, slot, 0, string_length(in, STRING_MAX));
    else
        new_object(in, of, slot);
}

static bool settle(struct assay_inputs *in, const struct assay_layout *layout, char *at,
                   int depth)
{
    bool any = false;

    if (depth == DEPTH_MAX || !assay_value_has_pointer(layout))
        return false;
    if (layout->kind == ASSAY_LAYOUT_POINTER) {
        any = assay_undecided(assay_value_pointer(at));
        if (any)
            settle_pointer(in, layout, at);
    } else if (layout->kind == ASSAY_LAYOUT_ARRAY) {
        for (size_t i = 0; i < layout->count; i++)
            any |= settle(in, layout->of, at + i * layout->of->size, depth + 1);
    } else {
        unsigned count = layout->kind == ASSAY_LAYOUT_UNION ? 1 : layout->nfields;
        for (unsigned i = 0; i < count; i++)
            if (!layout->fields[i].bits)
                any |= settle(in, layout->fields[i].layout, at + layout->fields[i].offset,
                              depth + 1);
    }
    return any;
}

bool assay_inputs_settle_value(struct assay_inputs *in, const struct assay_layout *layout,
                               void *at)
{
    return settle(in, layout, at, 0);
}

_Bool assay_inputs_settle(struct assay_inputs *in)
{
    bool any = false;

    for (unsigned i = 0; i < in->count; i++)
        any |= settle(in, in->at[i].layout, in->at[i].at, 0);
    for (unsigned i = 0; i < assay_blocks_count(); i++) { /* new ones, too */
        const struct assay_block *b = assay_blocks_get(i);
        if (!assay_value_has_pointer(b->element))
            continue;
        for (size_t k = 0; k < assay_blocks_elements(b); k++)
            any |= settle(in, b->element, b->at + k * b->element->size, 0);
    }
    return any;
}
