#include "challenges.h"
#include <stdlib.h>
#include <string.h>

#define LIST_MAX 10000

struct challenge_log challenge_log;

static struct assay_array draw_list(struct assay_test *t, const char *name,
                                    const struct assay_gen *element)
{
    struct assay_array list;

    assay_draw(t, name, assay_arrays(element, 0, LIST_MAX), &list);
    return list;
}

/* Ends a challenge: a failure is noted with whether it is the known minimum. */
static void judge(struct assay_test *t, bool holds, bool minimal)
{
    if (!holds)
        challenge_log.minimal = minimal;
    ASSAY_ASSERT(t, holds);
}

static void bound5(struct assay_test *t)
{
    static const char *const names[5] = {"a", "b", "c", "d", "e"};
    struct assay_array lists[5];
    int16_t total = 0, single[5];
    bool small = true, minimal;
    size_t elements = 0;

    challenge_log.executions++;
    for (int i = 0; i < 5; i++) {
        int16_t sum = 0;
        lists[i] = draw_list(t, names[i], assay_any(int16_t));
        for (size_t k = 0; k < lists[i].len; k++)
            sum = (int16_t)(sum + ((int16_t *)lists[i].at)[k]);
        if (lists[i].len > 0)
            single[elements < 5 ? elements : 4] = ((int16_t *)lists[i].at)[0];
        elements += lists[i].len;
        small &= sum < 256;
        total = (int16_t)(total + sum);
    }
    assay_assume(t, small);
    minimal = elements == 2 && ((single[0] == -32768 && single[1] == -1) ||
                                (single[0] == -1 && single[1] == -32768));
    judge(t, total < 5 * 256, minimal);
}

static void large_union_list(struct assay_test *t)
{
    struct assay_array outer;
    int seen[5];
    size_t distinct = 0, total = 0;
    int sum = 0;

    challenge_log.executions++;
    outer = draw_list(t, "xss", assay_arrays(assay_any(int), 0, LIST_MAX));
    for (size_t i = 0; i < outer.len; i++) {
        struct assay_array *inner = (struct assay_array *)outer.at + i;
        total += inner->len;
        for (size_t k = 0; k < inner->len && distinct < 5; k++) {
            int x = ((int *)inner->at)[k];
            size_t j = 0;
            while (j < distinct && seen[j] != x)
                j++;
            if (j == distinct) {
                seen[distinct++] = x;
                sum += abs(x) < 100 ? abs(x) : 100;
            }
        }
    }
    judge(t, distinct < 5, outer.len == 1 && total == 5 && sum == 6);
}

static void reverse(struct assay_test *t)
{
    struct assay_array list;
    const int *xs;
    bool same = true;

    challenge_log.executions++;
    list = draw_list(t, "xs", assay_any(int));
    xs = list.at;
    for (size_t i = 0; i < list.len; i++)
        same &= xs[i] == xs[list.len - 1 - i];
    judge(t, same, list.len == 2 && xs[0] == 0 && xs[1] == 1);
}

/* ---- calculator */

struct expr {
    enum { LITERAL, ADD, DIVIDE } op;
    int64_t value;
    struct expr *left, *right;
};

static enum assay_status draw_expr(struct assay_test *t, struct expr **ret)
{
    static const uint32_t weights[3] = {2, 1, 1}, leaf[3] = {1, 0, 0};
    struct expr *e = assay_test_new(t, 1, sizeof *e);
    uint32_t op;
    enum assay_status status = assay_span_begin(t, "expr");

    if (status || !e)
        return status ? status : ASSAY_NO_MEMORY;
    status = assay_choose_index(t, 3, weights, &op);
    (void)leaf;
    if (status)
        return status;
    e->op = op;
    if (op == LITERAL)
        status = assay_choose_int(t, INT32_MIN, INT32_MAX, 0, ASSAY_BIASED, &e->value);
    else if ((status = draw_expr(t, &e->left)) == ASSAY_OK)
        status = draw_expr(t, &e->right);
    if (status)
        return status;
    *ret = e;
    return assay_span_end(t);
}

static bool has_literal_division(const struct expr *e)
{
    if (e->op == LITERAL)
        return false;
    if (e->op == DIVIDE && e->right->op == LITERAL && e->right->value == 0)
        return true;
    return has_literal_division(e->left) || has_literal_division(e->right);
}

static bool evaluate(const struct expr *e, int64_t *ret)
{
    int64_t a, b;

    if (e->op == LITERAL) {
        *ret = e->value;
        return true;
    }
    if (!evaluate(e->left, &a) || !evaluate(e->right, &b) || (e->op == DIVIDE && b == 0))
        return false;
    *ret = e->op == ADD ? (int64_t)((uint64_t)a + (uint64_t)b) : b == -1 ? -a : a / b;
    return true;
}

static bool is_zero(const struct expr *e)
{
    return e->op == LITERAL && e->value == 0;
}

static void calculator(struct assay_test *t)
{
    struct expr *e = NULL;
    int64_t result;
    bool holds;

    challenge_log.executions++;
    assay_assume(t, draw_expr(t, &e) == ASSAY_OK && !has_literal_division(e));
    holds = evaluate(e, &result);
    judge(t, holds,
          e->op == DIVIDE && is_zero(e->left) && e->right->op == ADD &&
              is_zero(e->right->left) && is_zero(e->right->right));
}

static void lengthlist(struct assay_test *t)
{
    struct assay_array list;
    int max = 0;

    challenge_log.executions++;
    assay_draw(
        t, "xs",
        assay_arrays_of_length(assay_ints(int, 0, 1000), assay_ints(size_t, 1, 100)),
        &list);
    for (size_t i = 0; i < list.len; i++)
        if (((int *)list.at)[i] > max)
            max = ((int *)list.at)[i];
    judge(t, max < 900, list.len == 1 && max == 900);
}

/* ---- difference 1, 2, 3 */

static void difference(struct assay_test *t, int64_t low, int64_t high, int64_t least)
{
    int64_t a, b, apart;

    challenge_log.executions++;
    a = assay_int64(t, "a", 1, INT32_MAX);
    b = assay_int64(t, "b", 1, INT32_MAX);
    apart = a > b ? a - b : b - a;
    judge(t, a < 10 || apart < low || apart > high, a == 10 && b == least);
}

static void difference1(struct assay_test *t)
{
    difference(t, 0, 0, 10);
}

static void difference2(struct assay_test *t)
{
    difference(t, 1, 4, 6);
}

static void difference3(struct assay_test *t)
{
    difference(t, 1, 1, 9);
}

/* ---- binheap */

struct heap {
    int64_t key;
    struct heap *left, *right;
};

static enum assay_status draw_heap(struct assay_test *t, uint64_t size, int64_t parent,
                                   struct heap **ret)
{
    struct heap *h = NULL;
    bool there = false;
    enum assay_status status = assay_span_begin(t, "heap");

    if (status == ASSAY_OK && size > 0)
        status = assay_choose_bool(t, 7.0 / 8, &there);
    if (status == ASSAY_OK && there) {
        h = assay_test_new(t, 1, sizeof *h);
        if (!h)
            return ASSAY_NO_MEMORY;
        status = assay_choose_int(t, parent, INT32_MAX, parent, ASSAY_BIASED, &h->key);
        if (status == ASSAY_OK)
            status = draw_heap(t, size / 2, h->key, &h->left);
        if (status == ASSAY_OK)
            status = draw_heap(t, size / 2, h->key, &h->right);
    }
    if (status)
        return status;
    *ret = h;
    return assay_span_end(t);
}

static const struct heap *merge(struct assay_test *t, const struct heap *a,
                                const struct heap *b)
{
    struct heap *h;

    if (!a || !b)
        return a ? a : b;
    if (a->key > b->key)
        return merge(t, b, a);
    h = assay_test_new(t, 1, sizeof *h);
    h->key = a->key;
    h->left = (struct heap *)(uintptr_t)merge(t, a->right, b);
    h->right = a->left;
    return h;
}

static size_t to_list(const struct heap *h, int64_t *out)
{
    size_t n = 0;

    if (!h)
        return 0;
    out[n++] = h->key;
    n += to_list(h->left, out + n);
    return n + to_list(h->right, out + n);
}

static int compare_keys(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return x < y ? -1 : x > y;
}

static void binheap(struct assay_test *t)
{
    int64_t wrong[64], right[64], sum = 0;
    struct heap *h = NULL;
    uint64_t size = 0;
    size_t n = 0;

    challenge_log.executions++;
    assay_assume(t, assay_choose_uint(t, 0, 20, 0, ASSAY_UNIFORM, &size) == ASSAY_OK &&
                        draw_heap(t, size, 0, &h) == ASSAY_OK);
    if (!h)
        return;
    wrong[n++] = h->key;
    n += to_list(merge(t, h->left, h->right), wrong + n);
    to_list(h, right);
    qsort(right, n, sizeof *right, compare_keys);
    for (size_t i = 0; i < n; i++)
        sum += right[i];
    judge(t, memcmp(wrong, right, n * sizeof *right) == 0, n == 4 && sum == 1);
}

static void coupling(struct assay_test *t)
{
    struct assay_array list;
    const int *xs;
    bool small = true, coupled = false;

    challenge_log.executions++;
    list = draw_list(t, "xs", assay_ints(int, 0, 10));
    xs = list.at;
    for (size_t i = 0; i < list.len; i++)
        small &= (size_t)xs[i] < list.len;
    assay_assume(t, small);
    for (int i = 0; i < (int)list.len; i++)
        coupled |= xs[i] != i && xs[xs[i]] == i;
    judge(t, !coupled, list.len == 2 && xs[0] == 1 && xs[1] == 0);
}

static void deletion(struct assay_test *t)
{
    struct assay_array list;
    const int *xs;
    size_t at, count = 0;

    challenge_log.executions++;
    list = draw_list(t, "xs", assay_any(int));
    assay_assume(t, list.len > 0);
    at = assay_size(t, "at", 0, list.len - 1);
    xs = list.at;
    for (size_t i = 0; i < list.len; i++)
        count += xs[i] == xs[at];
    judge(t, count < 2, list.len == 2 && xs[0] == 0 && xs[1] == 0 && at == 0);
}

static void distinct(struct assay_test *t)
{
    struct assay_array list;
    const int *xs;
    int seen[3];
    size_t count = 0;

    challenge_log.executions++;
    list = draw_list(t, "xs", assay_any(int));
    xs = list.at;
    for (size_t i = 0; i < list.len && count < 3; i++) {
        size_t k = 0;
        while (k < count && seen[k] != xs[i])
            k++;
        if (k == count)
            seen[count++] = xs[i];
    }
    judge(t, count < 3,
          list.len == 3 && xs[0] == 0 && xs[1] == 1 && (xs[2] == -1 || xs[2] == 2));
}

static void nestedlists(struct assay_test *t)
{
    struct assay_array outer;
    size_t total = 0;
    bool zeros = true;

    challenge_log.executions++;
    outer = draw_list(t, "xss", assay_arrays(assay_any(int), 0, LIST_MAX));
    for (size_t i = 0; i < outer.len; i++) {
        struct assay_array *inner = (struct assay_array *)outer.at + i;
        total += inner->len;
        for (size_t k = 0; k < inner->len; k++)
            zeros &= ((int *)inner->at)[k] == 0;
    }
    judge(t, total <= 10, outer.len == 1 && total == 11 && zeros);
}

const struct challenge challenges[] = {
    {"bound5", bound5, 236, 14},
    {"large_union_list", large_union_list, 444, 20},
    {"reverse", reverse, 56, 20},
    {"calculator", calculator, 324, 20},
    {"lengthlist", lengthlist, 80, 20},
    {"difference1", difference1, 95, 20},
    {"difference2", difference2, 882, 20},
    {"difference3", difference3, 2846, 20},
    {"binheap", binheap, 276, 16},
    {"coupling", coupling, 156, 17},
    {"deletion", deletion, 129, 20},
    {"distinct", distinct, 135, 20},
    {"nestedlists", nestedlists, 397, 20},
    {0},
};
