#pragma once
#include <stdint.h>

#define IDPOOL_NONE UINT32_MAX

/* Numbers 0 .. capacity - 1, each given out at most once at a time. */
struct idpool;

struct idpool *idpool_create(uint32_t capacity); /* NULL if capacity is 0 */
void idpool_destroy(struct idpool *pool);

/* The lowest number that is free, or IDPOOL_NONE. */
uint32_t idpool_acquire(struct idpool *pool);
/* The lowest n numbers in a row that are free; the first of them, or IDPOOL_NONE. */
uint32_t idpool_acquire_run(struct idpool *pool, uint32_t n);
/* Gives a number back: 0, or -EINVAL if it was not given out. */
int idpool_release(struct idpool *pool, uint32_t id);
int idpool_is_used(const struct idpool *pool, uint32_t id);
uint32_t idpool_available(const struct idpool *pool);
