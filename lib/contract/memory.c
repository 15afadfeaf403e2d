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

static bool find_extent(const void *p, struct extent *ret)
{
    const struct assay_block *block = assay_blocks_find(p);
    const struct assay_object *object = block ? NULL : assay_objects_find(p);

    if (block)
        *ret = (struct extent){block->at, block->size};
    else if (object)
        *ret = (struct extent){(char *)(uintptr_t)object->at, object->size};
    return block || object || locate(p, ret);
}

bool assay_memory_extent(const void *p, char **ret_at, size_t *ret_size)
{
    struct extent extent;

    if (!find_extent(p, &extent))
        return false;
    *ret_at = extent.at;
    *ret_size = extent.size;
    return true;
}

static struct extent extent_of(const void *p)
{
    struct extent extent = {(char *)(uintptr_t)p, 0}; /* that of NULL */

    if (p && !find_extent(p, &extent))
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

#define STEP 32 /* bytes of a string that are looked at together */

/* How far the block or variable goes that a pointer is in; 0 if it is in none. */
static size_t rest_of(const char *p)
{
    const struct assay_block *block = assay_blocks_find(p);
    const struct assay_object *object = block ? NULL : assay_objects_find(p);

    if (block)
        return block->size - (size_t)(p - block->at);
    return object ? object->size - (size_t)(p - (const char *)object->at) : 0;
}

#define TRIED 1000000 /* elements that are looked at one by one */
#define UNDECIDED 8   /* elements of a block that is still to be made */

assay_wide assay_valid_last(const void *p, size_t size, assay_wide from)
{
    const char *first = (const char *)p + (ptrdiff_t)from * (ptrdiff_t)size;
    size_t rest = 0, count = 0;

    if (assay_undecided(p))
        return from + UNDECIDED - 1;
    if ((uintptr_t)p < 4096)
        return from - 1;
    rest = assay_memory_known ? rest_of(first) : 0;
    if (rest > 0 && assay_valid_known(first, rest, 0))
        count = rest / size;
    else if (rest == 0 && !assay_blocks_asked(first))
        count = ASSAY_VALID_MAX;
    else
        while (count < TRIED && assay_valid_known(first + count * size, size, 0))
            count++;
    return from + (assay_wide)(count < ASSAY_VALID_MAX ? count : ASSAY_VALID_MAX) - 1;
}

/* The first NUL of so many bytes, one after the other. */
static const char *end_in_step(const char *s, _Bool write)
{
    for (size_t i = 0; i < STEP && assay_valid_known(s + i, 1, write); i++)
        if (!s[i])
            return s + i;
    return NULL;
}

const char *assay_string_end(const char *s, _Bool write)
{
    size_t rest;
    const char *end = NULL;

    if ((uintptr_t)s < 4096)
        return NULL;
    rest = assay_memory_known ? rest_of(s) : 0;
    if (rest > 0 && assay_valid_known(s, rest, write))
        return memchr(s, '\0', rest);
    if (rest == 0 && !assay_blocks_asked(s))
        return s + strlen(s);
    while (!end && assay_valid_known(s, STEP, write)) {
        end = memchr(s, '\0', STEP);
        s += STEP;
    }
    return end ? end : end_in_step(s, write);
}

_Bool assay_valid_string(const char *s, _Bool write)
{
    return assay_string_end(s, write) != NULL;
}

assay_wide assay_strlen(const char *s)
{
    const char *end = assay_string_end(s, 0);

    return end ? end - s : assay_spec_trouble("the length of what is no valid string");
}
