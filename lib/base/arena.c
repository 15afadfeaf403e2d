/*
 * The arena: a list of blocks, each twice as large as the one before it. After a reset
 * the largest block is at least half of what was held, so the next round adds at most one
 * block that holds everything, and later rounds need none.
 */
#include "base/arena.h"
#include "base/mem.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define DEFAULT_MAX ((size_t)1 << 30)
#define FIRST_BLOCK ((size_t)4096)

/*
 * In a program with AddressSanitizer, what lies behind a piece is out of bounds, as it is
 * behind a block of malloc's, and so is everything after a reset. Elsewhere these are
 * NULL.
 */
void __asan_poison_memory_region(const volatile void *at, size_t size)
    __attribute__((weak));
void __asan_unpoison_memory_region(const volatile void *at, size_t size)
    __attribute__((weak));

#define FENCE ((size_t)32) /* bytes behind each piece */

void assay_arena_fence(struct assay_arena *a)
{
    if (__asan_poison_memory_region && __asan_unpoison_memory_region)
        a->fence = FENCE;
}

static void forbid(const struct assay_arena *a, const void *at, size_t size)
{
    if (a->fence)
        __asan_poison_memory_region(at, size);
}

static void allow(const struct assay_arena *a, const void *at, size_t size)
{
    if (a->fence)
        __asan_unpoison_memory_region(at, size);
}

struct assay_arena_block {
    struct assay_arena_block *older;
    size_t size; /* in bytes, with this head */
    _Alignas(max_align_t) char bytes[];
};

/*@ predicate Blocks(struct assay_arena_block *b, integer used) =
      b == \null ? used == 0
      : \freeable(b) && \valid((char *)b + (0 .. b->size - 1)) &&
        sizeof(struct assay_arena_block) <= b->size <= used &&
        Blocks(b->older, used - b->size);

    // The free part is at the end of the newest block.
    predicate Held(struct assay_arena *a) =
      Blocks(a->blocks, a->used) &&
      (a->blocks == \null
         ? a->next == \null && a->end == \null
         : a->end == (char *)a->blocks + a->blocks->size &&
           (char *)a->blocks + sizeof(struct assay_arena_block) <= a->next <= a->end);
*/

void assay_arena_init(struct assay_arena *a, const struct assay_alloc *mem, size_t max)
{
    if (max == 0)
        max = DEFAULT_MAX;
    if (max > SIZE_MAX / 2)
        max = SIZE_MAX / 2; /* so that sums of two sizes cannot overflow */
    *a = (struct assay_arena){.mem = mem, .max = max};
}

/* Makes `block`, or NULL, the only one and all of it free. */
static void start_over(struct assay_arena *a, struct assay_arena_block *block)
{
    a->blocks = block;
    a->used = 0;
    a->next = a->end = NULL;
    if (!block)
        return;
    block->older = NULL;
    a->used = block->size;
    a->next = block->bytes;
    a->end = (char *)block + block->size;
    forbid(a, a->next, (size_t)(a->end - a->next));
}

/*@ predicate NoneLarger(struct assay_arena_block *b, integer size) =
      b == \null || b->size <= size && NoneLarger(b->older, size);
    predicate Among(struct assay_arena_block *x, struct assay_arena_block *b) =
      x == b || b != \null && Among(x, b->older);
*/

/*@ requires Arena(a) && Held(a) && a->fence == 0;
    assigns \nothing;
    ensures a->blocks == \null ? \result == \null
      : \result != \null && Among(\result, a->blocks) && NoneLarger(a->blocks,
   \result->size);
*/
static struct assay_arena_block *largest_block(const struct assay_arena *a)
{
    struct assay_arena_block *largest = a->blocks;
    for (struct assay_arena_block *b = a->blocks; b; b = b->older) {
        if (b->size > largest->size)
            largest = b;
    }
    return largest;
}

static void free_blocks_but(struct assay_arena *a, const struct assay_arena_block *kept)
{
    struct assay_arena_block *older;
    for (struct assay_arena_block *b = a->blocks; b; b = older) {
        older = b->older;
        if (b != kept) {
            allow(a, b, b->size);
            assay_mem_free(a->mem, b, b->size);
        }
    }
}

/*@ requires Held(a) && a->fence == 0;
    ensures Held(a);
*/
void assay_arena_done(struct assay_arena *a)
{
    free_blocks_but(a, NULL);
    start_over(a, NULL);
}

/*@ requires Held(a) && a->fence == 0;
    ensures Held(a);
*/
void assay_arena_reset(struct assay_arena *a)
{
    struct assay_arena_block *kept = largest_block(a);
    free_blocks_but(a, kept);
    start_over(a, kept);
}

/* Puts a block in front that has at least `bytes` free; false when that is too much. */
/*@ requires Arena(a) && Held(a) && a->fence == 0 && bytes <= a->max;
    assigns a->blocks, a->used, a->next, a->end;
    ensures Held(a) && (!\result ==> a->blocks == \old(a->blocks));
    ensures \result ==> a->end - a->next >= bytes && a->blocks->older == \old(a->blocks)
   && (uintptr_t)a->next % 16 == 0;
*/
static bool add_block(struct assay_arena *a, size_t bytes)
{
    size_t left = a->max - a->used;
    size_t need = sizeof(struct assay_arena_block) + bytes;
    size_t size = a->blocks ? a->blocks->size * 2 : FIRST_BLOCK;
    if (need > left)
        return false;
    if (size > left)
        size = left;
    if (size < need || (&assay_arena_apart && assay_arena_apart))
        size = need;

    struct assay_arena_block *block = assay_mem_new(a->mem, size);
    if (!block)
        return false;
    block->older = a->blocks;
    block->size = size;
    a->blocks = block;
    a->used += size;
    a->next = block->bytes;
    a->end = (char *)block + size;
    forbid(a, a->next, (size_t)(a->end - a->next));
    return true;
}

/* Not zeroed, at a multiple of `align`. */
/*@ requires Arena(a) && Held(a) && a->fence == 0 && bytes > 0 && align \in {1, 2, 4, 8,
   16}; assigns a->blocks, a->used, a->next, a->end; ensures Arena(a) && Held(a); ensures
   \result == \null ? a->blocks == \old(a->blocks) && a->next == \old(a->next) : Piece(a,
   (char *)\result, bytes) && (uintptr_t)\result % align == 0;
*/
static void *take(struct assay_arena *a, size_t bytes, size_t align)
{
    size_t pad = (size_t)(-(uintptr_t)a->next & (align - 1));
    size_t left = (size_t)(a->end - a->next), fence = a->fence;
    if (pad > left || bytes > left - pad || fence > left - pad - bytes) {
        if (bytes > a->max || !add_block(a, bytes + fence))
            return NULL;
        pad = 0; /* a block starts aligned for any type */
    }
    char *at = a->next + pad;
    a->next = at + bytes + fence;
    allow(a, at, bytes);
    return at;
}

/*@ requires Held(a) && a->fence == 0;
    ensures Held(a);
*/
void *assay_arena_new(struct assay_arena *a, size_t count, size_t size)
{
    if (size > 0 && count > SIZE_MAX / size)
        return NULL;
    size_t bytes = count * size;
    void *at = take(a, bytes > 0 ? bytes : 1, _Alignof(max_align_t));
    return at ? memset(at, 0, bytes) : NULL;
}

/*@ requires Held(a) && a->fence == 0;
    ensures Held(a);
*/
char *assay_arena_text(struct assay_arena *a, const char *bytes, size_t len)
{
    if (len == SIZE_MAX)
        return NULL;
    char *at = take(a, len + 1, 1);
    if (!at)
        return NULL;
    if (len > 0)
        memcpy(at, bytes, len);
    at[len] = '\0';
    return at;
}

char *assay_arena_vprintf(struct assay_arena *a, const char *format, va_list args)
{
    va_list again;
    int len;
    char *at;

    va_copy(again, args);
    len = vsnprintf(NULL, 0, format, again);
    va_end(again);
    at = len < 0 ? NULL : take(a, (size_t)len + 1, 1);
    if (at)
        vsnprintf(at, (size_t)len + 1, format, args);
    return at;
}

const char *assay_arena_printf(struct assay_arena *a, const char *format, ...)
{
    const char *text;
    va_list args;

    va_start(args, format);
    text = assay_arena_vprintf(a, format, args);
    va_end(args);
    return text ? text : "";
}
