/* A map from strings to integers, with functions of the test's own called for each key.
 */
#include "hashmap.h"
#include "reference.h"
#include <assay/model.h>

/* Few keys, so that most operations meet one that is there; enough to share slots. */
static const struct assay_codes few[] = {{'a', 'd'}};
static const struct assay_alphabet letters = {few, 1};

ASSAY_ABSTRACT(map, struct ref *, struct hashmap *);
ASSAY_DESTRUCTOR(map, assay_keep, hashmap_free);
ASSAY_STRING_OF(key, &letters, 0, 2);
ASSAY_SEQUENTIAL(value, int);
ASSAY_POINTER_TO(cell, value);
ASSAY_OPTION(found, cell);
ASSAY_CALLBACK(visit, (string, int, context), bool);

ASSAY_OPERATION(new, (void), map, ref_new, hashmap_new);
ASSAY_OPERATION(size, (map), size_t, ref_size, hashmap_size);
ASSAY_OPERATION(find, (map, key), found, ref_find, hashmap_find);
ASSAY_OPERATION(put, (map, key, value), bool, ref_put, hashmap_put, .weight = 4);
ASSAY_OPERATION(remove, (map, key), bool, ref_remove, hashmap_remove, .weight = 2);
ASSAY_OPERATION(each, (map, visit, context), size_t, ref_each, hashmap_each);
ASSAY_MODEL(maps, (new, size, find, put, remove, each), .header = "hashmap.h",
            .sources = "hashmap.c");

int main(int argc, char **argv)
{
    return assay_model_main(&maps, argc, argv);
}
