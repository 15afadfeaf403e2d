/*
 * A model of lib/base/arena.h. Where a piece lies is the arena's choice, so the reference
 * judges: it is aligned, zeroed or a copy, and keeps what is in it, whatever is asked of
 * this arena and others, until a reset. That is looked at after every operation.
 *
 * candidate: lib/base/arena.c lib/base/mem.c
 */
#include "arena.h"
#include <assay/model.h>
#include <string.h>

#define HEAD 64 /* what a block may need beside its pieces, amply */

struct arena {
    size_t max, sum; /* bytes in pieces since the last reset */
    bool used;       /* it may hold blocks */
};

struct piece {
    size_t size;
    char *bytes; /* what is in it */
};

static struct arena *ref_new(size_t max)
{
    struct arena *a = assay_model_new(1, sizeof *a);

    a->max = max;
    return a;
}

static struct arena *ref_reset(struct arena *a)
{
    a->sum = 0;
    return a;
}

/* A new piece, and what is wrong with it. */
static const char *take(struct arena *a, const char *bytes, size_t size, char *answer,
                        struct piece **own)
{
    bool first = !a->used;

    *own = NULL;
    a->used = true;
    if (!answer)
        return first && size <= a->max && a->max - size >= HEAD
                   ? "an empty arena has room for it"
                   : NULL;
    a->sum += size;
    if (a->sum > a->max)
        return "the pieces are larger than the maximum";
    *own = assay_model_new(1, sizeof **own);
    (*own)->size = size;
    (*own)->bytes = assay_model_new(size + 1, 1);
    memcpy((*own)->bytes, bytes, size);
    return NULL;
}

static const char *ref_piece(struct arena *a, size_t count, size_t size, char *answer,
                             struct piece **own)
{
    *own = NULL;
    if (size > 0 && count > SIZE_MAX / size)
        return answer ? "it is larger than all memory" : NULL;
    if ((uintptr_t)answer % _Alignof(max_align_t) != 0)
        return "it is not aligned";
    return take(a, count * size > a->max ? NULL : assay_model_new(count * size + 1, 1),
                count * size, answer, own);
}

static const char *ref_text(struct arena *a, const char *text, size_t len, char *answer,
                            struct piece **own)
{
    char *copy = assay_model_new(len + 1, 1);

    memcpy(copy, text, len);
    return take(a, copy, len + 1, answer, own);
}

static void ref_fill(struct piece *p, size_t size, char byte)
{
    memset(p->bytes, byte, size);
}

static const char *keeps(const struct piece *p, const char *piece)
{
    return memcmp(p->bytes, piece, p->size) == 0 ? NULL : "a piece has other bytes";
}

static const char *stays_small(const struct arena *a, const struct assay_arena *arena)
{
    return arena->used <= a->max ? NULL : "the arena is larger than its maximum";
}

ASSAY_ABSTRACT(arena, struct arena *, struct assay_arena *);
ASSAY_DESTRUCTOR(arena, assay_keep, arena_free);
ASSAY_CHECK(arena, stays_small);
ASSAY_CONSUMED(old_arena, arena);
ASSAY_ABSTRACT(piece, struct piece *, char *);
ASSAY_BELONGS(piece, arena);
ASSAY_CHECK(piece, keeps);
ASSAY_OPTION(piece_or_null, piece);

ASSAY_INTERVAL(maximum, size_t, 1, 40000);
ASSAY_INTERVAL(count, size_t, 0, 300);
ASSAY_INTERVAL(size, size_t, 0, 100);
ASSAY_ONE_OF(huge, size_t, SIZE_MAX, SIZE_MAX / 2 + 1, SIZE_MAX / 8 + 1, SIZE_MAX - 15);
ASSAY_VALUES(any_char, char, assay_any(char));
ASSAY_ARRAY(text, any_char, 0, 40);
ASSAY_LENGTH(length, size_t, text);
ASSAY_INTERVAL_OF(whole, size_t, piece, p, p->size, p->size);

ASSAY_OPERATION(make, (maximum), arena, ref_new, arena_new);
ASSAY_JUDGED_OWN(new, (arena, count, size), piece_or_null, ref_piece, assay_arena_new,
                 .weight = 6);
ASSAY_JUDGED_OWN(new_huge, (arena, huge, size), piece_or_null, ref_piece,
                 assay_arena_new);
ASSAY_JUDGED_OWN(text, (arena, text, length), piece_or_null, ref_text, assay_arena_text,
                 .weight = 3);
ASSAY_OPERATION(fill, (piece, whole, char), void, ref_fill, piece_fill, .weight = 3);
ASSAY_OPERATION(reset, (old_arena), arena, ref_reset, arena_reset);
ASSAY_OPERATION(free, (old_arena), void, assay_keep, arena_free);
ASSAY_MODEL(arenas, (make, new, new_huge, text, fill, reset, free), .header = "arena.h");

int main(int argc, char **argv)
{
    return assay_model_main(&arenas, argc, argv);
}
