/*
 * Models: comparisons that are made up, kept by the code under test.
 */
#include "model_fixture.h"
#include <stdint.h>

ASSAY_INTERVAL(digit, int, 0, 9);
ASSAY_CALLBACK_ORDER(order, (digit, digit), int);
typedef int order_fn(int, int);

/* ---- Bags that keep their comparison and give the first element of it */

struct bag {
    order_fn *order;
    int count, at[64];
};

static struct bag *bag_new(order_fn *order)
{
    struct bag *b = assay_model_new(1, sizeof *b);

    b->order = order;
    return b;
}
static void bag_add(struct bag *b, int x)
{
    b->at[b->count++] = x;
}
static int bag_first(struct bag *b)
{
    int first = b->count ? b->at[0] : -1;

    for (int i = 1; i < b->count; i++)
        first = b->order(b->at[i], first) < 0 ? b->at[i] : first;
    return first;
}
/* From behind, with more comparisons than it needs. */
static int bag_first_again(struct bag *b)
{
    int first = -1;

    for (int i = b->count; i-- > 0;)
        if (first < 0 || (b->order(first, b->at[i]) >= 0 && !b->order(first, first)))
            first = b->at[i];
    return first;
}
static int bag_first_by_number(struct bag *b)
{
    int first = b->count ? b->at[0] : -1;

    for (int i = 1; i < b->count; i++)
        first = b->at[i] < first ? b->at[i] : first;
    return first;
}
static int bag_first_by_one(struct bag *b)
{
    int first = b->count ? b->at[0] : -1;

    for (int i = 1; i < b->count; i++)
        first = b->order(b->at[i], first) == -1 ? b->at[i] : first;
    return first;
}
static int bag_first_or_equal(struct bag *b)
{
    int first = b->count ? b->at[0] : -1;

    for (int i = 1; i < b->count; i++)
        first = b->order(b->at[i], first) <= 0 ? b->at[i] : first;
    return first;
}
/* The comparison of the bag that was made last. */
static order_fn *newest;
static struct bag *bag_new_shared(order_fn *order)
{
    newest = order;
    return bag_new(order);
}
static int bag_first_shared(struct bag *b)
{
    b->order = newest;
    return bag_first(b);
}

ASSAY_ABSTRACT(bag, struct bag *, struct bag *);
ASSAY_OPERATION(new, (order), bag, bag_new, bag_new);
ASSAY_OPERATION(new_shared, (order), bag, bag_new, bag_new_shared);
ASSAY_OPERATION(add, (bag, digit), void, bag_add, bag_add);
ASSAY_OPERATION(first, (bag), int, bag_first, bag_first_again);
ASSAY_OPERATION(by_number, (bag), int, bag_first, bag_first_by_number);
ASSAY_OPERATION(by_one, (bag), int, bag_first, bag_first_by_one);
ASSAY_OPERATION(or_equal, (bag), int, bag_first, bag_first_or_equal);
ASSAY_OPERATION(shared, (bag), int, bag_first, bag_first_shared);
ASSAY_MODEL(bags, (new, add, first));
ASSAY_MODEL(bags_by_number, (new, add, by_number));
ASSAY_MODEL(bags_by_one, (new, add, by_one));
ASSAY_MODEL(bags_or_equal, (new, add, or_equal));
ASSAY_MODEL(bags_shared, (new_shared, add, shared));

TEST(model_orders_that_are_kept)
{
    CHECK_HOLDS(&bags);
    CHECK_PROGRAM(&bags_by_number,
                  "#include <assert.h>\n"
                  "\n"
                  "static int descending_1(int x, int y)\n"
                  "{\n"
                  "    return 7 * ((x < y) - (x > y));\n"
                  "}\n"
                  "\n"
                  "int main(void)\n"
                  "{\n"
                  "    struct bag *b0 = bag_new(descending_1);         /* 1 */\n"
                  "    bag_add(b0, 0);                                 /* 2 */\n"
                  "    bag_add(b0, 1);                                 /* 3 */\n"
                  "    assert(bag_first_by_number(b0) == 1);           /* 4: is 0 */\n"
                  "}\n");
    CHECK_PROGRAM(&bags_by_one,
                  "#include <assert.h>\n"
                  "\n"
                  "static int descending_1(int x, int y)\n"
                  "{\n"
                  "    return 7 * ((x < y) - (x > y));\n"
                  "}\n"
                  "\n"
                  "int main(void)\n"
                  "{\n"
                  "    struct bag *b0 = bag_new(descending_1);         /* 1 */\n"
                  "    bag_add(b0, 0);                                 /* 2 */\n"
                  "    bag_add(b0, 1);                                 /* 3 */\n"
                  "    assert(bag_first_by_one(b0) == 1);              /* 4: is 0 */\n"
                  "}\n");
    CHECK_PROGRAM(&bags_or_equal,
                  "#include <assert.h>\n"
                  "\n"
                  "static int coarse_1(int x, int y)\n"
                  "{\n"
                  "    int a = x / 4;\n"
                  "    int b = y / 4;\n"
                  "\n"
                  "    return (a > b) - (a < b);\n"
                  "}\n"
                  "\n"
                  "int main(void)\n"
                  "{\n"
                  "    struct bag *b0 = bag_new(coarse_1);             /* 1 */\n"
                  "    bag_add(b0, 0);                                 /* 2 */\n"
                  "    bag_add(b0, 1);                                 /* 3 */\n"
                  "    assert(bag_first_or_equal(b0) == 0);            /* 4: is 1 */\n"
                  "}\n");
    CHECK_PROGRAM(&bags_shared,
                  "#include <assert.h>\n"
                  "\n"
                  "static int ascending_1(int x, int y)\n"
                  "{\n"
                  "    return (x > y) - (x < y);\n"
                  "}\n"
                  "\n"
                  "static int descending_2(int x, int y)\n"
                  "{\n"
                  "    return 7 * ((x < y) - (x > y));\n"
                  "}\n"
                  "\n"
                  "int main(void)\n"
                  "{\n"
                  "    struct bag *b0 = bag_new_shared(ascending_1);   /* 1 */\n"
                  "    struct bag *b1 = bag_new_shared(descending_2);  /* 2 */\n"
                  "    bag_add(b0, 0);                                 /* 3 */\n"
                  "    bag_add(b0, 1);                                 /* 4 */\n"
                  "    assert(bag_first_shared(b0) == 0);              /* 5: is 1 */\n"
                  "}\n");
}

/* ---- What can be compared: the later of two is asked for, and given wrongly */

static const char *latest(const char *first, const char *second, bool swap)
{
    return swap ? second : first;
}

ASSAY_CALLBACK_ORDER(by_text, (string, string, context), int);
typedef int text_fn(const char *, const char *, void *);
static const char *text_max(const char *a, const char *b, text_fn *order, void *context)
{
    return latest(a, b, order(a, b, context) < 0);
}
static const char *text_max_last(const char *a, const char *b, text_fn *order,
                                 void *context)
{
    return latest(a, b, order(a, b, context) <= 0);
}
ASSAY_OPERATION(text_max, (string, string, by_text, context), string, text_max, text_max);
ASSAY_OPERATION(text_last, (string, string, by_text, context), string, text_max,
                text_max_last);

ASSAY_VALUES(real, double, assay_doubles(-9, 0));
ASSAY_CALLBACK_ORDER(less, (real, real), bool);
typedef bool less_fn(double, double);
static double real_max(double a, double b, less_fn *less)
{
    return less(a, b) ? b : a;
}
static double real_max_last(double a, double b, less_fn *less)
{
    return less(b, a) ? a : b;
}
ASSAY_OPERATION(real_max, (real, real, less), double, real_max, real_max);
ASSAY_OPERATION(real_last, (real, real, less), double, real_max, real_max_last);

/* As qsort() has it, of numbers and of structs. */
typedef int compare_fn(const void *, const void *);
ASSAY_POINTER_AS(number_at, const void *, digit);
ASSAY_CALLBACK_ORDER(by_number, (number_at, number_at), int);
ASSAY_ARRAY_INOUT(digits, digit, 0, 6);
ASSAY_LENGTH(digits_n, size_t, digits);
static void sort(int *xs, size_t n, compare_fn *order)
{
    for (size_t i = 1; i < n; i++)
        for (size_t k = i; k > 0 && order(&xs[k - 1], &xs[k]) > 0; k--) {
            int x = xs[k];
            xs[k] = xs[k - 1];
            xs[k - 1] = x;
        }
}
static void sort_unstably(int *xs, size_t n, compare_fn *order)
{
    for (size_t i = 0; i + 1 < n; i++)
        for (size_t k = i + 1; k < n; k++)
            if (order(&xs[i], &xs[k]) > 0) {
                int x = xs[k];
                xs[k] = xs[i];
                xs[i] = x;
            }
}
ASSAY_OPERATION(sort, (digits, digits_n, by_number), void, sort, sort);
ASSAY_OPERATION(unstable, (digits, digits_n, by_number), void, sort, sort_unstably);

struct entry {
    int key, value;
};
ASSAY_STRUCT(entry, struct entry, struct entry, (key, digit), (value, digit));
ASSAY_POINTER_AS(entry_at, const void *, entry);
ASSAY_CALLBACK_ORDER(by_entry, (entry_at, entry_at), int);
static int entry_max(const void *a, const void *b, compare_fn *order)
{
    const struct entry *later = order(a, b) < 0 ? b : a;

    return later->value;
}
static int entry_max_last(const void *a, const void *b, compare_fn *order)
{
    const struct entry *later = order(a, b) <= 0 ? b : a;

    return later->value;
}
ASSAY_OPERATION(entry_max, (entry_at, entry_at, by_entry), int, entry_max, entry_max);
ASSAY_OPERATION(entry_last, (entry_at, entry_at, by_entry), int, entry_max,
                entry_max_last);

/* Pointers that point nowhere, seen as numbers or just as they are. */
typedef int item_fn(void *, void *);
ASSAY_INTERVAL(item_number, intptr_t, 1, 9);
ASSAY_MAP_OUTOF(item_in, void *, void *, item_number, (void *)(intptr_t),
                (void *)(intptr_t));
ASSAY_MAP_INTO(item_out, void *, void *, item_number, (intptr_t), (intptr_t));
ASSAY_IFPOL(item, item_in, item_out);
ASSAY_CALLBACK_ORDER(by_item, (item, item), int);
ASSAY_CALLBACK_ORDER(by_item_in, (item_in, item_in), int);
ASSAY_CALLBACK_ORDER(by_address, (context, context, context), long);
typedef long address_fn(void *, void *, void *);
static void *item_max(void *a, void *b, item_fn *order)
{
    return order(a, b) < 0 ? b : a;
}
static void *item_max_last(void *a, void *b, item_fn *order)
{
    return order(a, b) <= 0 ? b : a;
}
static void *address_max(void *a, void *b, address_fn *order)
{
    return order(a, b, NULL) < 0 ? b : a;
}
static void *address_max_last(void *a, void *b, address_fn *order)
{
    return order(a, b, NULL) <= 0 ? b : a;
}
ASSAY_OPERATION(item_max, (item, item, by_item), item, item_max, item_max);
ASSAY_OPERATION(item_in_max, (item, item, by_item_in), item, item_max, item_max);
ASSAY_OPERATION(address_max, (item, item, by_address), item, address_max, address_max);
ASSAY_OPERATION(item_last, (item, item, by_item), item, item_max, item_max_last);
ASSAY_OPERATION(item_in_last, (item, item, by_item_in), item, item_max, item_max_last);
ASSAY_OPERATION(address_last, (item, item, by_address), item, address_max,
                address_max_last);

ASSAY_MODEL(maxima,
            (text_max, real_max, sort, entry_max, item_max, item_in_max, address_max));
ASSAY_MODEL(text_lasts, (text_last));
ASSAY_MODEL(real_lasts, (real_last));
ASSAY_MODEL(unstables, (unstable));
ASSAY_MODEL(entry_lasts, (entry_last));
ASSAY_MODEL(item_lasts, (item_last));
ASSAY_MODEL(item_in_lasts, (item_in_last));
ASSAY_MODEL(address_lasts, (address_last));

TEST(model_orders_of_values)
{
    CHECK_HOLDS(&maxima);
    CHECK_PROGRAM(&text_lasts,
                  "#include <string.h>\n"
                  "#include <stddef.h>\n"
                  "#include <assert.h>\n"
                  "\n"
                  "static int coarse_1(const char *x, const char *y, void *context)\n"
                  "{\n"
                  "    size_t a = strlen(x);\n"
                  "    size_t b = strlen(y);\n"
                  "\n"
                  "    (void)context;\n"
                  "    return (a > b) - (a < b);\n"
                  "}\n"
                  "\n"
                  "int main(void)\n"
                  "{\n"
                  "    assert(strcmp(text_max_last(\"a\", \"b\", coarse_1, &(char){0}), "
                  "\"a\") == 0);  /* 1: is \"b\" */\n"
                  "}\n");
    CHECK_PROGRAM(
        &real_lasts,
        "#include <stdbool.h>\n"
        "#include <assert.h>\n"
        "\n"
        "static bool coarse_1(double x, double y)\n"
        "{\n"
        "    bool a = x > 0;\n"
        "    bool b = y > 0;\n"
        "\n"
        "    return a < b;\n"
        "}\n"
        "\n"
        "int main(void)\n"
        "{\n"
        "    assert(real_max_last(0.0, -1.0, coarse_1) == 0.0);  /* 1: is -1.0 */\n"
        "}\n");
    CHECK_PROGRAM(&unstables,
                  "#include <assert.h>\n"
                  "\n"
                  "static int coarse_1(const void *x, const void *y)\n"
                  "{\n"
                  "    int a = *(const int *)x / 4;\n"
                  "    int b = *(const int *)y / 4;\n"
                  "\n"
                  "    return (a > b) - (a < b);\n"
                  "}\n"
                  "\n"
                  "int main(void)\n"
                  "{\n"
                  "    int xs1[] = {4, 5, 0};\n"
                  "    sort_unstably(xs1, 3, coarse_1);                /* 1 */\n"
                  "    assert(xs1[0] == 0);\n"
                  "    assert(xs1[1] == 4);                            /* is 5 */\n"
                  "}\n");
    CHECK_PROGRAM(
        &entry_lasts,
        "#include <assert.h>\n"
        "\n"
        "static int ascending_1(const void *x, const void *y)\n"
        "{\n"
        "    int a = ((const struct entry *)x)->key;\n"
        "    int b = ((const struct entry *)y)->key;\n"
        "\n"
        "    return (a > b) - (a < b);\n"
        "}\n"
        "\n"
        "int main(void)\n"
        "{\n"
        "    assert(entry_max_last(&(struct entry){.key = 0, .value = 0}, &(struct "
        "entry){.key = 0, .value = 1}, ascending_1) == 0);  /* 1: is 1 */\n"
        "}\n");
    CHECK_PROGRAM(&item_lasts,
                  "#include <stdint.h>\n"
                  "#include <assert.h>\n"
                  "\n"
                  "static int coarse_1(void *x, void *y)\n"
                  "{\n"
                  "    intptr_t a = (intptr_t)(x) / 4;\n"
                  "    intptr_t b = (intptr_t)(y) / 4;\n"
                  "\n"
                  "    return (a > b) - (a < b);\n"
                  "}\n"
                  "\n"
                  "int main(void)\n"
                  "{\n"
                  "    assert((intptr_t)(item_max_last((void *)(intptr_t)(1), (void "
                  "*)(intptr_t)(2), coarse_1)) == 1);  /* 1: is 2 */\n"
                  "}\n");
    CHECK_PROGRAM(&item_in_lasts,
                  "#include <stdint.h>\n"
                  "#include <assert.h>\n"
                  "\n"
                  "static int coarse_1(void *x, void *y)\n"
                  "{\n"
                  "    uintptr_t a = (uintptr_t)x / 4;\n"
                  "    uintptr_t b = (uintptr_t)y / 4;\n"
                  "\n"
                  "    return (a > b) - (a < b);\n"
                  "}\n"
                  "\n"
                  "int main(void)\n"
                  "{\n"
                  "    assert((intptr_t)(item_max_last((void *)(intptr_t)(1), (void "
                  "*)(intptr_t)(2), coarse_1)) == 1);  /* 1: is 2 */\n"
                  "}\n");
    CHECK_PROGRAM(&address_lasts,
                  "#include <stdint.h>\n"
                  "#include <assert.h>\n"
                  "\n"
                  "static long coarse_1(void *x, void *y, void *context)\n"
                  "{\n"
                  "    uintptr_t a = (uintptr_t)x / 4;\n"
                  "    uintptr_t b = (uintptr_t)y / 4;\n"
                  "\n"
                  "    (void)context;\n"
                  "    return (a > b) - (a < b);\n"
                  "}\n"
                  "\n"
                  "int main(void)\n"
                  "{\n"
                  "    assert((intptr_t)(address_max_last((void *)(intptr_t)(1), (void "
                  "*)(intptr_t)(2), coarse_1)) == 1);  /* 1: is 2 */\n"
                  "}\n");
}
