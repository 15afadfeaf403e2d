#include "idpool.h"
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
struct idpool {
    uint32_t cap;
    bool used[];
};
struct idpool *idpool_create(uint32_t capacity)
{
    struct idpool *p = capacity ? calloc(1, sizeof *p + capacity) : NULL;
    if (p)
        p->cap = capacity;
    return p;
}
void idpool_destroy(struct idpool *p)
{
    free(p);
}
uint32_t idpool_acquire_run(struct idpool *p, uint32_t n)
{
    if (n == 0)
        return IDPOOL_NONE;
    for (uint32_t at = 0; at + (uint64_t)n <= p->cap; at++) {
        uint32_t k = 0;
        while (k < n && !p->used[at + k])
            k++;
        if (k == n) {
            for (k = 0; k < n; k++)
                p->used[at + k] = true;
            return at;
        }
    }
    return IDPOOL_NONE;
}
uint32_t idpool_acquire(struct idpool *p)
{
    return idpool_acquire_run(p, 1);
}
int idpool_is_used(const struct idpool *p, uint32_t id)
{
    return id < p->cap && p->used[id];
}
int idpool_release(struct idpool *p, uint32_t id)
{
    if (!idpool_is_used(p, id))
        return -EINVAL;
    p->used[id] = false;
    return 0;
}
uint32_t idpool_available(const struct idpool *p)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->cap; i++)
        n += !p->used[i];
    return n;
}
