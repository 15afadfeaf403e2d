/*
 * Questions of contracts about memory: answered from the blocks that tests made, the
 * variables that units told of and, with AddressSanitizer, from what that knows.
 */
#include "contract/blocks.h"
#include "contract/objects.h"
#include <string.h>

extern const char *__asan_locate_address(void *, char *, size_t, void **, size_t *)
    __attribute__((weak));
extern int __sanitizer_get_ownership(const volatile void *) __attribute__((weak));

_Bool assay_memory_known;

__attribute__((constructor)) static void ask_for_asan(void)
{
    if (assay_has_asan())
        assay_memory_known = 1;
}

struct extent {
    char *at;
    size_t size;
};

/* What AddressSanitizer knows of it: blocks of the heap, variables. */
static bool locate(const void *p, struct extent *ret)
{
    char name[2];
    void *at = NULL;
    size_t size = 0;

    if (!__asan_locate_address)
        return false;
    __asan_locate_address((void *)(uintptr_t)p, name, sizeof name, &at, &size);
    *ret = (struct extent){at, size};
    return at != NULL;
}

static struct extent extent_of(const void *p)
{
    const struct assay_block *block = assay_blocks_find(p);
    const struct assay_object *object = block ? NULL : assay_objects_find(p);
    struct extent extent = {(char *)(uintptr_t)p, 0};

    if (block)
        return (struct extent){block->at, block->size};
    if (object)
        return (struct extent){(char *)(uintptr_t)object->at, object->size};
    if (!locate(p, &extent))
        assay_spec_trouble("it is not known which block a pointer is in");
    return extent;
}

char *assay_base_addr(const void *p)
{
    return extent_of(p).at;
}

assay_wide assay_block_length(const void *p)
{
    return (assay_wide)extent_of(p).size;
}

assay_wide assay_offset(const void *p)
{
    return (const char *)p - extent_of(p).at;
}

_Bool assay_freeable(const void *p)
{
    const struct assay_block *block = assay_blocks_find(p);

    if ((uintptr_t)p < 4096 || assay_undecided(p) || assay_objects_find(p))
        return 0;
    if (block)
        return block->at == p && !assay_blocks_is_freed(block);
    return !__sanitizer_get_ownership || __sanitizer_get_ownership(p);
}

/* The NUL, or NULL where memory ends before one. */
static const char *end_of(const char *s, _Bool write)
{
    const struct assay_block *block = assay_blocks_find(s);

    if (block && assay_valid_known(s, block->size - (size_t)(s - block->at), write))
        return memchr(s, '\0', block->size - (size_t)(s - block->at));
    for (;; s++) {
        if (!(write ? assay_valid(s, 1) : assay_valid_read(s, 1)))
            return NULL;
        if (!*s)
            return s;
    }
}

_Bool assay_valid_string(const char *s, _Bool write)
{
    return end_of(s, write) != NULL;
}

assay_wide assay_strlen(const char *s)
{
    const char *end = end_of(s, 0);

    return end ? end - s : assay_spec_trouble("the length of what is no valid string");
}
