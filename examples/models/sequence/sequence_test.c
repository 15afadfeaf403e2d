/* Generators of increasing numbers, where many answers are right. */
#include "reference.h"
#include "sequence.h"
#include <assay/model.h>

ASSAY_ABSTRACT(sequence, struct ref *, struct sequence *);
ASSAY_DESTRUCTOR(sequence, assay_keep, sequence_free);
ASSAY_INTERVAL(count, int, 1, 10);
ASSAY_INTERVAL(number, int, 0, INT_MAX);

ASSAY_OPERATION(create, (void), sequence, ref_create, sequence_create);
ASSAY_JUDGED(next, (sequence), int, ref_next, sequence_next);
ASSAY_JUDGED(reserve, (sequence, count), int, ref_reserve, sequence_reserve);
ASSAY_OPERATION(skip, (sequence, number), void, ref_skip, sequence_skip);
ASSAY_MODEL(tickets, (create, next, reserve, skip), .header = "sequence.h",
            .sources = "sequence.c");

int main(int argc, char **argv)
{
    return assay_model_main(&tickets, argc, argv);
}
