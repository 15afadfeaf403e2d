/* Arenas on the heap, and what is in their pieces: for the test and the programs it
 * prints. */
#include "base/arena.h"
#include <stdlib.h>

static inline struct assay_arena *arena_new(size_t max)
{
    struct assay_arena *a = malloc(sizeof *a);

    assay_arena_init(a, NULL, max);
    return a;
}

static inline void arena_free(struct assay_arena *a)
{
    assay_arena_done(a);
    free(a);
}

/* The arena without its pieces: as good as a new one. */
static inline struct assay_arena *arena_reset(struct assay_arena *a)
{
    assay_arena_reset(a);
    return a;
}

static inline void piece_fill(char *piece, size_t size, char byte)
{
    for (size_t i = 0; i < size; i++)
        piece[i] = byte;
}
