/*
 * Growing arrays over an assay_alloc. Every growing thing has a maximum fixed by its
 * owner.
 */
#ifndef ASSAY_BASE_MEM_H
#define ASSAY_BASE_MEM_H

#include <assay/status.h>
#include <stdbool.h>

/* `size` > 0 bytes, not zeroed; NULL when out of memory. A NULL `mem` means libc. */
void *assay_mem_new(const struct assay_alloc *mem, size_t size);
/* `size` is the size it was made with. A NULL `ptr` is left alone. */
void assay_mem_free(const struct assay_alloc *mem, void *ptr, size_t size);

/*
 * Makes room for `need` elements of `size` bytes in the array *at, which has room for
 * *cap. Doubles; never past `max` elements (ASSAY_TOO_LARGE). On failure nothing changes.
 * Release with assay_mem_free(mem, at, cap * size).
 */
enum assay_status assay_mem_grow(const struct assay_alloc *mem, void **at, size_t *cap,
                                 size_t need, size_t size, size_t max);

#endif
