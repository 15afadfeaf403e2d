/*
 * Models: values inside values of their own kind, and what they shrink to.
 */
#include "model_fixture.h"

struct tree {
    int count;
    struct tree *children, *next;
};

ASSAY_FIX(tree, struct tree, struct tree);
ASSAY_ARRAY(children, tree, 0, 3);
ASSAY_LENGTH(count, int, children);
ASSAY_POINTER_TO(tree_at, tree);
ASSAY_OPTION(tree_or_null, tree_at);
ASSAY_STRUCT(node, struct tree, struct tree, (count, count), (children, children),
             (next, tree_or_null));
ASSAY_TIE(tree, node);

static int size(const struct tree *t)
{
    int all = t ? 1 + size(t->next) : 0;

    for (int i = 0; t && i < t->count; i++)
        all += size(&t->children[i]);
    return all;
}
/* Wherever a node has two children and another one follows it. */
static int size_wrong(const struct tree *t)
{
    int all = t ? 1 + size_wrong(t->next) + (t->count == 2 && t->next) : 0;

    for (int i = 0; t && i < t->count; i++)
        all += size_wrong(&t->children[i]);
    return all;
}

ASSAY_OPERATION(size, (tree_or_null), int, size, size);
ASSAY_OPERATION(size_wrong, (tree_or_null), int, size, size_wrong);
ASSAY_MODEL(sizes, (size));
ASSAY_MODEL(sizes_wrong, (size_wrong));

TEST(model_trees_shrink_to_a_branch)
{
    CHECK_HOLDS(&sizes);
    CHECK_LINE(&sizes_wrong, "operation 1 (size_wrong) differs: expected 4, got 5",
               "assert(size_wrong(&(struct tree){.count = 2, .children = (struct "
               "tree[]){{.count = 0, .children = (struct tree[1]){{0}}, .next = NULL}, "
               "{.count = 0, .children = (struct tree[1]){{0}}, .next = NULL}}, .next = "
               "&(struct tree){.count = 0, .children = (struct tree[1]){{0}}, .next = "
               "NULL}}) == 4);",
               "1: is 5");
}

/* An array of none has room for one, which compilers want in braces of its own. */
static int ref_pairs(const struct tree *ts, int n)
{
    return ts ? n : 0;
}
static int no_pairs(const struct tree *ts, int n)
{
    return ts ? n + 1 : 0;
}
ASSAY_ARRAY(nodes, node, 0, 3);
ASSAY_LENGTH(nodes_n, int, nodes);
ASSAY_OPERATION(no_pairs, (nodes, nodes_n), int, ref_pairs, no_pairs);
ASSAY_MODEL(none_at_all, (no_pairs));

TEST(model_trees_none_at_all)
{
    CHECK_LINE(&none_at_all, "operation 1 (no_pairs) differs: expected 0, got 1",
               "assert(no_pairs((struct tree[1]){{0}}, 0) == 0);", "1: is 1");
}

/* ---- Given up in the middle of a value */

static int draw_below_3(struct assay_test *t, const struct assay_arguments *args)
{
    int x = assay_int(t, "x", 0, 3);

    (void)args;
    if (x == 3)
        assay_back_off();
    return x;
}
ASSAY_DRAWN(below_3, int, draw_below_3);
ASSAY_ARRAY(numbers, below_3, 0, 4);
ASSAY_LENGTH(numbers_n, int, numbers);
static int total(const int *xs, int n)
{
    int all = 0;

    for (int i = 0; i < n; i++)
        all += xs[i];
    return all;
}
static int total_but_5(const int *xs, int n)
{
    return total(xs, n) == 5 ? 0 : total(xs, n);
}
ASSAY_OPERATION(total, (numbers, numbers_n), int, total, total);
ASSAY_OPERATION(total_but_5, (numbers, numbers_n), int, total, total_but_5);
ASSAY_MODEL(totals, (total));
ASSAY_MODEL(totals_but_5, (total_but_5));

TEST(model_draws_that_back_off_inside_of_arrays)
{
    CHECK_UINT(run_here(&totals, 1, 2000), 0);
    CHECK_LINE(&totals_but_5, "operation 1 (total_but_5) differs: expected 5, got 0",
               "assert(total_but_5((int[]){1, 2, 2}, 3) == 5);", "1: is 0");
}
