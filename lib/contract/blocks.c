/*
 * Memory for tests, made so that an access past a block's end is seen.
 *
 * With AddressSanitizer each block is a malloc() of its exact size: the tested code may
 * free or resize it. Without, a block ends where a page begins that cannot be touched.
 * Such pages are kept: places come in four sizes, lie in one region of addresses, are
 * opened when first used, and are used again by the next execution, so that a block costs
 * nothing but being cleared.
 */
#include "contract/blocks.h"
#include "contract/objects.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#define SIZES 4
#define MAPPED 256                  /* a power of 2 */
#define TOO_LARGE ((size_t)1 << 24) /* bytes that no input has: not looked through */
#define STACK 4096                  /* bytes above a function that are surely in use */

extern int __asan_address_is_poisoned(const volatile void *) __attribute__((weak));
extern void __asan_poison_memory_region(const volatile void *, size_t)
    __attribute__((weak));
extern int __sanitizer_get_ownership(const volatile void *) __attribute__((weak));

/* Places of one size: pages for the block, then one that cannot be touched. */
static const struct places {
    unsigned pages, count;
} places[SIZES] = {{1, ASSAY_BLOCKS_MAX}, {4, 256}, {32, 64}, {257, 8}};

static struct {
    struct assay_block at[ASSAY_BLOCKS_MAX];
    unsigned count, last; /* the one found last */
    size_t page;          /* its size, once known */
    char *region;
    size_t region_size;
    unsigned used[SIZES], opened[SIZES]; /* places */
    bool in_test;             /* elsewhere the system is not asked about each pointer */
    uintptr_t mapped[MAPPED]; /* pages elsewhere that could be read in this execution */
} blocks;

bool assay_has_asan(void)
{
    return __asan_address_is_poisoned != NULL;
}

static size_t page_size(void)
{
    if (blocks.page == 0)
        blocks.page = (size_t)sysconf(_SC_PAGESIZE);
    return blocks.page;
}

/* ---- Places before pages that cannot be touched */

static size_t stride(unsigned size)
{
    return (places[size].pages + 1) * page_size();
}

static bool map_region(void)
{
    size_t size = 0;
    void *at;

    for (unsigned i = 0; i < SIZES; i++)
        size += places[i].count * stride(i);
    at = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED)
        return false;
    blocks.region = at;
    blocks.region_size = size;
    return true;
}

/* The next free place of a size, its pages open; NULL if there is none. */
static char *place(unsigned size)
{
    char *at = blocks.region;
    unsigned number = blocks.used[size];

    if (number == places[size].count)
        return NULL;
    for (unsigned i = 0; i < size; i++)
        at += places[i].count * stride(i);
    at += number * stride(size);
    if (number == blocks.opened[size]) {
        if (mprotect(at, places[size].pages * page_size(), PROT_READ | PROT_WRITE) != 0)
            return NULL;
        blocks.opened[size]++;
    }
    blocks.used[size]++;
    return at;
}

static char *take_place(size_t size)
{
    unsigned i = 0;
    char *at;

    if (!blocks.region && !map_region())
        return NULL;
    while (i < SIZES && size > places[i].pages * page_size())
        i++;
    at = i < SIZES ? place(i) : NULL;
    if (!at)
        return NULL;
    at += places[i].pages * page_size() - size;
    memset(at, 0, size);
    return at;
}

/* ---- Blocks of AddressSanitizer */

/* One of size 0 is a byte that cannot be touched. */
static char *take_heap(size_t size)
{
    char *at = calloc(1, size > 0 ? size : 1);

    if (at && size == 0 && __asan_poison_memory_region)
        __asan_poison_memory_region(at, 1);
    return at;
}

bool assay_blocks_is_freed(const struct assay_block *block)
{
    return assay_has_asan() && __sanitizer_get_ownership &&
           !__sanitizer_get_ownership(block->at);
}

/* ---- The blocks */

struct assay_block *assay_blocks_new(const struct assay_layout *element, size_t count)
{
    size_t size = element->size * count;
    char *at;

    if (blocks.count == ASSAY_BLOCKS_MAX)
        return NULL;
    at = assay_has_asan() ? take_heap(size) : take_place(size);
    if (!at)
        return NULL;
    assay_memory_known = 1;
    blocks.at[blocks.count] =
        (struct assay_block){.at = at, .size = size, .element = element};
    return &blocks.at[blocks.count++];
}

void assay_blocks_clear(void)
{
    blocks.in_test = true;
    for (unsigned i = 0; assay_has_asan() && i < blocks.count; i++)
        if (!assay_blocks_is_freed(&blocks.at[i]))
            free(blocks.at[i].at);
    blocks.count = blocks.last = 0;
    memset(blocks.used, 0, sizeof blocks.used);
    assay_blocks_forget();
}

unsigned assay_blocks_count(void)
{
    return blocks.count;
}

struct assay_block *assay_blocks_get(unsigned number)
{
    return &blocks.at[number];
}

size_t assay_blocks_elements(const struct assay_block *block)
{
    return block->element->size > 0 ? block->size / block->element->size : 0;
}

static bool is_in(const struct assay_block *block, const void *p)
{
    return (uintptr_t)p - (uintptr_t)block->at <= block->size;
}

struct assay_block *assay_blocks_find(const void *p)
{
    unsigned last = blocks.last;

    if (last < blocks.count && is_in(&blocks.at[last], p))
        return &blocks.at[last];
    for (unsigned i = 0; i < blocks.count; i++)
        if (is_in(&blocks.at[i], p)) {
            blocks.last = i;
            return &blocks.at[i];
        }
    return NULL;
}

/* ---- Other memory */

/* Addresses where only blocks can be, but there is none. */
static bool is_vacant(const void *p)
{
    return (uintptr_t)p - (uintptr_t)blocks.region < blocks.region_size;
}

/* Memory may be reserved and yet not readable: the system is asked to read it. */
static bool can_read(uintptr_t page)
{
    unsigned char byte;
    struct iovec here = {&byte, 1}, there = {(void *)page, 1};

    if (process_vm_readv(getpid(), &here, 1, &there, 1, 0) == 1)
        return true;
    return errno != EFAULT && mincore((void *)page, page_size(), &byte) == 0;
}

static bool is_page_mapped(uintptr_t page)
{
    uintptr_t *known = &blocks.mapped[page / page_size() % MAPPED];

    if (*known != page && can_read(page))
        *known = page;
    return *known == page;
}

static bool is_mapped(const void *p, size_t size)
{
    uintptr_t page = (uintptr_t)p & ~(uintptr_t)(page_size() - 1);

    if ((uintptr_t)p - (uintptr_t)__builtin_frame_address(0) < STACK && size < STACK)
        return true;
    if ((uintptr_t)p > UINTPTR_MAX - size - page_size())
        return false;
    while (page < (uintptr_t)p + size && is_page_mapped(page))
        page += page_size();
    return page >= (uintptr_t)p + size;
}

void assay_blocks_forget(void)
{
    memset(blocks.mapped, 0, sizeof blocks.mapped);
}

extern void *__asan_region_is_poisoned(void *, size_t) __attribute__((weak));

static bool is_poisoned(const void *p, size_t size)
{
    return size > 0 && __asan_region_is_poisoned &&
           __asan_region_is_poisoned((void *)(uintptr_t)p, size);
}

/* Whether much memory is in one block that AddressSanitizer knows; not all of it is
 * looked at. */
static bool is_in_large(const void *p, size_t size)
{
    char *at;
    size_t all;

    return assay_has_asan() && assay_memory_extent(p, &at, &all) &&
           size <= all - (size_t)((const char *)p - at) && !is_poisoned(p, 1) &&
           !is_poisoned((const char *)p + size - 1, 1);
}

_Bool assay_valid_known(const void *p, assay_size_ size, _Bool write)
{
    const struct assay_block *block;

    if (size == 0)
        return 1;
    if ((uintptr_t)p < 4096 || assay_undecided(p))
        return 0;
    if (size > (blocks.count > 0 ? TOO_LARGE : TOO_LARGE << 6))
        return is_in_large(p, size);
    block = assay_blocks_find(p);
    if (block && size > block->size - (size_t)((const char *)p - block->at))
        return 0;
    if (!block && (is_vacant(p) || !assay_objects_allow(p, size, write)))
        return 0;
    return !is_poisoned(p, size) && (block || !blocks.in_test || is_mapped(p, size));
}

bool assay_blocks_asked(const void *p)
{
    return blocks.in_test || assay_has_asan() || is_vacant(p) || assay_undecided(p);
}

bool assay_blocks_reach(const void *p, size_t size)
{
    return assay_valid_known(p, size, 0) &&
           (blocks.in_test || size == 0 || is_mapped(p, size));
}
