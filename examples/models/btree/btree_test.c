/*
 * A model of btree.h. After every operation a look inside says whether each tree is still
 * a B-tree: a mistake shows when it is made, before it gives a wrong answer.
 */
#include "btree.h"
#include "btree_inside.h"
#include "reference.h"
#include <assay/model.h>

/* What a subtree of a well-formed tree tells: NULL in `fault`. */
struct finding {
    const char *fault;
    size_t count;
    int depth;
};

/* Its keys are above `low` and below `high`. */
static struct finding look_inside(const struct btree_node *x, bool root, int low,
                                  int high)
{
    struct finding all = {NULL, (size_t)x->n, 0};

    if (x->n > BTREE_MOST || x->n < (root ? 0 : BTREE_FEWEST))
        return (struct finding){.fault = "a node has too few or too many keys"};
    for (int i = 0; i < x->n; i++) {
        if (x->keys[i] <= (i > 0 ? x->keys[i - 1] : low) || x->keys[i] >= high)
            return (struct finding){.fault = "keys are not in order"};
    }
    for (int i = 0; !x->leaf && i <= x->n; i++) {
        struct finding one =
            look_inside(x->children[i], false, i > 0 ? x->keys[i - 1] : low,
                        i < x->n ? x->keys[i] : high);
        if (one.fault)
            return one;
        if (i > 0 && one.depth + 1 != all.depth)
            return (struct finding){.fault = "leaves are not at one depth"};
        all.depth = one.depth + 1;
        all.count += one.count;
    }
    return all;
}

static const char *well_formed(const struct ref *r, const struct btree *t)
{
    struct finding all = look_inside(t->root, true, -1, REF_KEYS);

    if (!all.fault && all.count != ref_count(r))
        return "keys are missing, or too many";
    return all.fault;
}

ASSAY_ABSTRACT(tree, struct ref *, struct btree *);
ASSAY_DESTRUCTOR(tree, assay_keep, btree_free);
ASSAY_CHECK(tree, well_formed);
ASSAY_CONSUMED(freed, tree);

ASSAY_INTERVAL(key, int, 0, REF_KEYS - 1);
ASSAY_SEQUENTIAL(value, int);
ASSAY_OUT(found_value, value);
ASSAY_OUT(found_key, key);
ASSAY_RESULT(found, bool, true);

ASSAY_OPERATION(make, (void), tree, ref_new, btree_new);
ASSAY_OPERATION(end, (freed), void, assay_keep, btree_free);
ASSAY_OPERATION(insert, (tree, key, value), bool, ref_insert, btree_insert, .weight = 8);
ASSAY_OPERATION(take, (tree, key), bool, ref_remove, btree_remove, .weight = 6);
ASSAY_OPERATION(find, (tree, key, found_value), found, ref_find, btree_find);
ASSAY_OPERATION(min, (tree, found_key), found, ref_min, btree_min);
ASSAY_OPERATION(next, (tree, key, found_key), found, ref_next, btree_next);
ASSAY_OPERATION(count, (tree), size_t, ref_count, btree_count);

/* The ninth key at the earliest makes a tree of three levels: there must be fuel for
 * that, and for what is to happen afterwards. */
ASSAY_MODEL(btree, (make, end, insert, take, find, min, next, count), .header = "btree.h",
            .sources = "btree.c", .fuel = 60);

int main(int argc, char **argv)
{
    return assay_model_main(&btree, argc, argv);
}
