/*
 * Growing arrays over an assay_alloc. Every growing thing has a maximum fixed by its
 * owner.
 */
#ifndef ASSAY_BASE_MEM_H
#define ASSAY_BASE_MEM_H

#include <assay/status.h>
#include <stdbool.h>

/*@ // The allocators that are tested: a NULL one means libc.
    predicate Libc(struct assay_alloc *mem) = mem == \null || mem == &assay_alloc_libc;

    // A block of `size` bytes that can be given back; NULL stands for none.
    predicate Owned(void *at, integer size) =
      at == \null ? size == 0 : \freeable(at) && \valid((char *)at + (0 .. size - 1));

    predicate SameBytes{K, L}(char *was, char *is, integer size) =
      \forall integer i; 0 <= i < size ==> \at(was[i], K) == \at(is[i], L);
*/

/* Not zeroed. NULL when out of memory. */
/*@ requires Libc(mem) && 0 < size;
    assigns \nothing;
    ensures \result == \null || \fresh(\result, size);
*/
void *assay_mem_new(const struct assay_alloc *mem, size_t size);

/*@ requires Libc(mem) && Owned(ptr, size);
    assigns \nothing;
    ensures !\freeable(ptr);
*/
void assay_mem_free(const struct assay_alloc *mem, void *ptr, size_t size);

/*
 * Makes room for `need` elements of `size` bytes in the array *at, which has room for
 * *cap. Doubles; never past `max` elements (ASSAY_TOO_LARGE). On failure nothing changes.
 * Release with assay_mem_free(mem, at, cap * size).
 */
/*@ requires Libc(mem) && 0 < size && \valid(at) && \valid(cap) && \separated(at, cap);
    requires Owned(*at, *cap * size) && (*at == \null <==> *cap == 0);

    behavior enough:
      assumes need <= *cap;
      assigns \nothing;
      ensures \result == ASSAY_OK;
    behavior too_many:
      assumes need > *cap && (need > max || need * size > SIZE_MAX);
      assigns \nothing;
      ensures \result == ASSAY_TOO_LARGE;
    behavior grows:
      assumes *cap < need <= max && need * size <= SIZE_MAX;
      assigns *at, *cap;
      ensures \result == ASSAY_OK && Owned(*at, *cap * size) && need <= *cap <= max &&
                (*cap == max || *cap == SIZE_MAX / size || *cap >= 2 * \old(*cap)) &&
                SameBytes{Old, Post}(\old((char *)*at), (char *)*at, \old(*cap) * size) ||
              \result == ASSAY_NO_MEMORY && *at == \old(*at) && *cap == \old(*cap);
    complete behaviors;
    disjoint behaviors;
*/
enum assay_status assay_mem_grow(const struct assay_alloc *mem, void **at, size_t *cap,
                                 size_t need, size_t size, size_t max);

#endif
