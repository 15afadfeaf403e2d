/* Maps on the heap: for the test and the programs it prints. */
#include "base/map.h"
#include <stdlib.h>

static inline struct assay_map *map_new(void)
{
    struct assay_map *m = malloc(sizeof *m);

    assay_map_init(m, NULL);
    return m;
}

static inline void map_free(struct assay_map *m)
{
    assay_map_done(m);
    free(m);
}

/* Sets the value of a key; what it was before. */
static inline uint64_t map_put(struct assay_map *m, const char *key, size_t len,
                               uint64_t value)
{
    uint64_t *at = assay_map_put(m, key, len), before = *at;

    *at = value;
    return before;
}
