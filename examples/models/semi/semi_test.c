/* Semi-persistent arrays: some of the values that are there may not be used. */
#include "reference.h"
#include "semi.h"
#include <assay/model.h>

ASSAY_ABSTRACT(array, struct ref *, struct semi *);
ASSAY_DESTRUCTOR(array, assay_keep, semi_free);
ASSAY_SUBSET(valid, array, ref_valid);
ASSAY_INTERVAL(length, int, 0, 8);
ASSAY_INTERVAL(element, int, 0, 9);
ASSAY_INDEX(index, int, array, ref_length);

ASSAY_OPERATION(make, (length, element), array, ref_make, semi_make);
ASSAY_OPERATION(length_of, (array), length, ref_length, semi_length);
ASSAY_OPERATION(get, (valid, index), element, ref_get, semi_get);
ASSAY_OPERATION(set, (valid, index, element), array, ref_set, semi_set);
ASSAY_MODEL(semi, (make, length_of, get, set), .header = "semi.h", .sources = "semi.c");

int main(int argc, char **argv)
{
    return assay_model_main(&semi, argc, argv);
}
