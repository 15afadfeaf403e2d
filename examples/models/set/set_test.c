/* Sets: choose and take may answer with any member, and what is removed is drawn from the
 * set that comes after it. */
#include "reference.h"
#include "set.h"
#include <assay/model.h>

ASSAY_ABSTRACT(set, struct ref *, struct set *);
ASSAY_DESTRUCTOR(set, assay_keep, set_free);
ASSAY_SUBSET(not_empty, set, ref_not_empty);
ASSAY_INTERVAL(element, int, 0, MEMBERS - 1);

/* The k-th member of the set, for some k. */
static int draw_member(struct assay_test *t, const struct assay_arguments *args)
{
    const struct ref *s = ASSAY_ARGUMENT(args, set);
    size_t k;
    int x = 0;

    if (ref_size(s) == 0)
        assay_back_off();
    for (k = assay_size(t, "k", 0, ref_size(s) - 1); k > 0 || !s->has[x]; x++)
        k -= s->has[x];
    return x;
}
ASSAY_DRAWN(member, int, draw_member);

ASSAY_OPERATION(new, (void), set, ref_new, set_new);
ASSAY_OPERATION(size, (set), size_t, ref_size, set_size);
ASSAY_OPERATION(contains, (set, element), bool, ref_contains, set_contains);
ASSAY_OPERATION(add, (set, element), bool, ref_add, set_add, .weight = 3);
ASSAY_OPERATION(remove, (member, set), bool, ref_remove, set_remove);
ASSAY_OPERATION(remove_any, (element, set), bool, ref_remove, set_remove);
ASSAY_OPERATION(join, (set, set), set, ref_union, set_union);
ASSAY_JUDGED(choose, (not_empty), int, ref_choose, set_choose);
ASSAY_JUDGED(take, (not_empty), int, ref_take, set_take);
ASSAY_MODEL(sets, (new, size, contains, add, remove, remove_any, join, choose, take),
            .header = "set.h", .sources = "set.c");

int main(int argc, char **argv)
{
    return assay_model_main(&sets, argc, argv);
}
