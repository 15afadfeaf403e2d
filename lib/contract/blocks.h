/*
 * The blocks of memory that tests made: which there are, and what is known about other
 * memory. Blocks are made and given back by the one thread that runs the test.
 */
#ifndef ASSAY_CONTRACT_BLOCKS_H
#define ASSAY_CONTRACT_BLOCKS_H

#include <assay/contract.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ASSAY_BLOCKS_MAX 1024

struct assay_block {
    char *at;
    size_t size; /* bytes; may be 0 */
    const struct assay_layout *element;
    unsigned pointers; /* given out, to it */
    bool is_text;      /* bytes of a text, which no NUL ends */
    /* For reports: how the first pointer to it is called, where that pointer is, and
     * where it points; NULL before values are told. */
    const char *path;
    const void *path_slot;
    const char *path_at;
    /* The array in a reproducer, and when it was declared: from 1, 0 for not yet. */
    const char *c_name;
    unsigned declared;
};

/* A new block, filled with zeros, where any access behind its end is seen. NULL when
 * there is no memory, or there are too many. */
struct assay_block *assay_blocks_new(const struct assay_layout *element, size_t count);
/* Gives all back. */
void assay_blocks_clear(void);
unsigned assay_blocks_count(void);
/* In the order they were made. */
struct assay_block *assay_blocks_get(unsigned number);
/* The one the pointer is in, or at the end of; NULL if none. */
struct assay_block *assay_blocks_find(const void *p);
/* Whether the tested code gave it back by itself. */
bool assay_blocks_is_freed(const struct assay_block *block);
size_t assay_blocks_elements(const struct assay_block *block);

/* Whether memory can be read, asking the system where nothing else is known. */
bool assay_blocks_reach(const void *p, size_t size);

/* Other memory may have come and gone: the system is to be asked again. */
void assay_blocks_forget(void);
/* The block that a pointer is in: of the test, a variable, or one that AddressSanitizer
 * knows. False when it is not known. (memory.c) */
bool assay_memory_extent(const void *p, char **ret_at, size_t *ret_size);

/* Whether more can be asked about memory that is in no block and no variable than its
 * address tells. */
bool assay_blocks_asked(const void *p);
/* The NUL of a string (memory.c); NULL where memory ends before one. */
const char *assay_string_end(const char *s, _Bool write);

/* Pointers that are neither NULL nor valid yet. They are far from all memory, so that
 * what is computed from one is undecided, too. */
#define ASSAY_UNDECIDED ((uintptr_t)1 << 54)
static inline bool assay_undecided(const void *p)
{
    return (uintptr_t)p - ASSAY_UNDECIDED / 2 < ASSAY_UNDECIDED;
}

/* Whether the program runs with AddressSanitizer. */
bool assay_has_asan(void);

#endif
