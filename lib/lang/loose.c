#include "lang/loose.h"
#include "base/mem.h"
#include "choice/test.h"

#define CHOICES_LEAST 4096
#define CHOICES_BYTE 8 /* choices, and spans, that a byte may take */
#define POOL_LEAST 65536
#define POOL_BYTE 64

struct assay_loose {
    const struct assay_alloc *mem;
    struct assay_limits limits;
    struct assay_record *record;
    struct assay_arena arena;
    struct assay_random random;
    struct assay_test test;
    uint64_t seed, number;
};

/*@ assigns \nothing;
    ensures \result == \min(size * each + least, 1 << 30);
*/
static uint32_t room_for(uint32_t size, uint32_t each, uint32_t least)
{
    uint64_t room = (uint64_t)size * each + least;
    uint64_t most = (uint64_t)1 << 30;

    return (uint32_t)(room < most ? room : most);
}

enum assay_status assay_loose_new(const struct assay_alloc *mem, uint64_t seed,
                                  uint32_t size, struct assay_loose **ret_loose)
{
    struct assay_loose *l = assay_mem_new(mem, sizeof *l);
    uint32_t choices = room_for(size, CHOICES_BYTE, CHOICES_LEAST);
    void *block;

    if (!l)
        return ASSAY_NO_MEMORY;
    *l = (struct assay_loose){
        .mem = mem,
        .limits = {choices, choices, room_for(size, POOL_BYTE, POOL_LEAST)},
        .seed = seed,
    };
    assay_arena_init(&l->arena, mem, 0);
    block = assay_mem_new(mem, assay_record_size(&l->limits));
    if (!block) {
        assay_loose_free(l);
        return ASSAY_NO_MEMORY;
    }
    l->record = assay_record_init(block, &l->limits);
    *ret_loose = l;
    return ASSAY_OK;
}

void assay_loose_free(struct assay_loose *l)
{
    if (!l)
        return;
    assay_mem_free(l->mem, l->record, assay_record_size(&l->limits));
    assay_arena_done(&l->arena);
    assay_mem_free(l->mem, l, sizeof *l);
}

/* Number 0 would be the simplest test there is. */
struct assay_test *assay_loose_next(struct assay_loose *l)
{
    assay_random_init(&l->random, l->seed, ++l->number);
    assay_test_init(&l->test, l->record, &l->random.base, &l->arena);
    return &l->test;
}
