#include "idpool.h"
#include <errno.h>
#include <stdlib.h>

struct idpool {
    uint32_t capacity, used, words;
    uint64_t bits[];
};

struct idpool *idpool_create(uint32_t capacity)
{
    uint32_t words = (capacity + 63) / 64;
    struct idpool *p;
    if (!capacity)
        return NULL;
    p = calloc(1, sizeof *p + words * sizeof *p->bits);
    p->capacity = capacity;
    p->words = words;
    return p;
}
void idpool_destroy(struct idpool *pool)
{
    free(pool);
}

uint32_t idpool_acquire(struct idpool *p)
{
    for (uint32_t w = 0; w < p->words; w++) {
        if (p->bits[w] != UINT64_MAX) {
            uint32_t id = w * 64 + (uint32_t)__builtin_ctzll(~p->bits[w]);
            if (id >= p->capacity)
                return IDPOOL_NONE;
            p->bits[w] |= UINT64_C(1) << id % 64;
            p->used++;
            return id;
        }
    }
    return IDPOOL_NONE;
}

static int is_set(const struct idpool *p, uint32_t id)
{
    return p->bits[id / 64] >> id % 64 & 1;
}

uint32_t idpool_acquire_run(struct idpool *p, uint32_t n)
{
    uint32_t run = 0;
    if (n == 0 || n > p->capacity)
        return IDPOOL_NONE;
    for (uint32_t id = 0; id < p->capacity; id++) {
#ifdef BUG
        if (id % 64 == 0)
            run = 0;
#endif
        run = is_set(p, id) ? 0 : run + 1;
        if (run == n) {
            for (uint32_t k = id + 1 - n; k <= id; k++)
                p->bits[k / 64] |= UINT64_C(1) << k % 64;
            p->used += n;
            return id + 1 - n;
        }
    }
    return IDPOOL_NONE;
}

int idpool_release(struct idpool *p, uint32_t id)
{
    if (id >= p->capacity)
        return -EINVAL;
    if (!is_set(p, id))
        return -EINVAL;
    p->bits[id / 64] &= ~(UINT64_C(1) << id % 64);
    p->used--;
    return 0;
}
int idpool_is_used(const struct idpool *p, uint32_t id)
{
    return id < p->capacity && is_set(p, id);
}
uint32_t idpool_available(const struct idpool *p)
{
    return p->capacity - p->used;
}
