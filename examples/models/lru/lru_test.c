/*
 * A model of lru.h. The order of use shows in what is evicted, in the array that
 * lru_keys fills, and in the calls that lru_each makes of a function that Assay made up.
 */
#include "lru.h"
#include "reference.h"
#include <assay/model.h>

ASSAY_ABSTRACT(cache, struct ref *, struct lru *);
ASSAY_DESTRUCTOR(cache, assay_keep, lru_free);
ASSAY_CONSUMED(freed, cache);

ASSAY_INTERVAL(capacity, size_t, 1, REF_MOST);
ASSAY_INTERVAL(key, int, 0,
               9); /* more than there is room for, few enough to meet again */
ASSAY_SEQUENTIAL(value, int);
ASSAY_OUT(found_value, value);
ASSAY_OUT(evicted_key, key);
ASSAY_RESULT(filled_in, bool, true);
ASSAY_ARRAY_OUT(keys, key, 0, REF_MOST + 1);
ASSAY_LENGTH(room, size_t, keys);
ASSAY_CALLBACK(visit, (key, value, context), bool);

ASSAY_OPERATION(make, (capacity), cache, ref_new, lru_new);
ASSAY_OPERATION(end, (freed), void, assay_keep, lru_free);
ASSAY_OPERATION(put, (cache, key, value, evicted_key), filled_in, ref_put, lru_put,
                .weight = 3);
ASSAY_OPERATION(get, (cache, key, found_value), filled_in, ref_get, lru_get, .weight = 2);
ASSAY_OPERATION(contains, (cache, key), bool, ref_contains, lru_contains);
ASSAY_OPERATION(take, (cache, key), bool, ref_remove, lru_remove);
ASSAY_OPERATION(size, (cache), size_t, ref_size, lru_size);
ASSAY_OPERATION(list, (cache, keys, room), room, ref_keys, lru_keys);
ASSAY_OPERATION(each, (cache, visit, context), void, ref_each, lru_each);

ASSAY_MODEL(lru, (make, end, put, get, contains, take, size, list, each),
            .header = "lru.h", .sources = "lru.c", .fuel = 30);

int main(int argc, char **argv)
{
    return assay_model_main(&lru, argc, argv);
}
