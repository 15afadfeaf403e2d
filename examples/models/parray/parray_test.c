/* Persistent arrays: the first example. With -DBUG=1 parray_set() changes its argument.
 */
#include "parray.h"
#include "reference.h"
#include <assay/model.h>

ASSAY_ABSTRACT(array, struct ref *, struct parray *);
ASSAY_DESTRUCTOR(array, assay_keep, parray_free);
ASSAY_INTERVAL(length, int, 0, 15);
ASSAY_SEQUENTIAL(element, int);
ASSAY_INDEX(index, int, array, ref_length);

ASSAY_OPERATION(make, (length, element), array, ref_make, parray_make);
ASSAY_OPERATION(get, (array, index), element, ref_get, parray_get);
ASSAY_OPERATION(set, (array, index, element), array, ref_set, parray_set);
ASSAY_MODEL(parray, (make, get, set), .header = "parray.h", .sources = "parray.c");

int main(int argc, char **argv)
{
    return assay_model_main(&parray, argc, argv);
}
