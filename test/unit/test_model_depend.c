/*
 * Models: arguments that depend on others by some part of theirs, and are drawn after
 * them wherever they stand.
 */
#include "model_fixture.h"
#include <stdlib.h>

struct row {
    int length, at[8];
};
static struct row *row_new(int length)
{
    struct row *r = assay_model_new(1, sizeof *r);

    r->length = length;
    for (int i = 0; i < length; i++)
        r->at[i] = i;
    return r;
}
static int row_length(const struct row *r)
{
    return r->length;
}

ASSAY_ABSTRACT(row, struct row *, struct row *);
ASSAY_INTERVAL(length, int, 1, 8);
ASSAY_INDEX(index, int, row, row_length);
ASSAY_OPERATION(new, (length), row, row_new, row_new);

/* ---- Around the part */

static bool is_even(int i)
{
    return i % 2 == 0;
}
static int twice(int i)
{
    return 2 * i;
}
static int at(int i, const struct row *r)
{
    if (i >= r->length)
        abort();
    return r->at[i];
}
static int at_half(int twice, const struct row *r)
{
    return at(twice / 2, r);
}
static int at_or_first(int *i, const struct row *r)
{
    return at(i ? *i : 0, r);
}
static int sum(int *is, int n, const struct row *r)
{
    int all = 0;

    for (int i = 0; i < n; i++)
        all += at(is[i], r);
    return all;
}
static int sum_but_9(int *is, int n, const struct row *r)
{
    int all = sum(is, n, r);

    return all == 9 ? 0 : all;
}
ASSAY_SUBSET(even_index, index, is_even);
ASSAY_MAP_OUTOF(twice_index, int, int, index, twice, twice);
ASSAY_POINTER_TO(index_at, index);
ASSAY_OPTION(index_or_null, index_at);
ASSAY_ARRAY(indices, index, 0, 3);
ASSAY_LENGTH(indices_n, int, indices);
ASSAY_OPERATION(at, (even_index, row), int, at, at);
ASSAY_OPERATION(at_half, (twice_index, row), int, at_half, at_half);
ASSAY_OPERATION(at_or_first, (index_or_null, row), int, at_or_first, at_or_first);
ASSAY_OPERATION(sum, (indices, indices_n, row), int, sum, sum);
ASSAY_OPERATION(sum_but_9, (indices, indices_n, row), int, sum, sum_but_9);

/* ---- Members that depend on each other, too */

struct range {
    int from, to;
};
static int sum_range(struct range range, const struct row *r)
{
    int all = 0;

    if (range.from > range.to || range.to > r->length)
        abort();
    for (int i = range.from; i < range.to; i++)
        all += r->at[i];
    return all;
}
ASSAY_INTERVAL(any_start, int, 0, 3);
ASSAY_INTERVAL_OF(end_of_start, int, any_start, from, from, from + 3);
ASSAY_STRUCT(some_range, struct range, struct range, (from, any_start),
             (to, end_of_start));
static bool fits(const struct assay_arguments *args)
{
    return ASSAY_ARGUMENT(args, some_range).to <= ASSAY_ARGUMENT(args, row)->length;
}
ASSAY_OPERATION(sum_range, (some_range, row), int, sum_range, sum_range, .when = fits);
ASSAY_MODEL(rows, (new, at, at_half, at_or_first, sum, sum_range));
ASSAY_MODEL(rows_but_9, (new, sum_but_9));

TEST(model_depends_by_a_part)
{
    CHECK_HOLDS(&rows);
    CHECK_PROGRAM(&rows_but_9,
                  "#include <assert.h>\n"
                  "\n"
                  "int main(void)\n"
                  "{\n"
                  "    struct row *row0 = row_new(6);                  /* 1 */\n"
                  "    assert(sum_but_9((int[]){4, 5}, 2, row0) == 9);  /* 2: is 0 */\n"
                  "}\n");
}

static void end_later(struct range *range)
{
    range->to++;
}
static void end_later_but_2(struct range *range)
{
    range->to += range->to != 2;
}
ASSAY_INOUT(changed_range, some_range);
ASSAY_OPERATION(end_later, (changed_range), void, end_later, end_later);
ASSAY_OPERATION(end_later_but_2, (changed_range), void, end_later, end_later_but_2);
ASSAY_MODEL(ranges, (end_later));
ASSAY_MODEL(ranges_but_2, (end_later_but_2));

TEST(model_depends_and_is_compared)
{
    CHECK_HOLDS(&ranges);
    CHECK_MODEL(&ranges_but_2, "operation 1 (end_later_but_2) differs: expected 3, got 2",
                "    struct range x1 = {.from = 0, .to = 2};\n"
                "    end_later_but_2(&x1);                           /* 1 */\n"
                "    assert(x1.to == 3);                             /* is 2 */\n");
}

static int first_of(struct range range)
{
    return range.from;
}
ASSAY_STRUCT(index_range, struct range, struct range, (from, index), (to, length));
ASSAY_OPERATION(rangeless, (index_range), int, first_of, first_of);
ASSAY_MODEL(rowless, (new, rangeless));

TEST(model_depends_on_what_is_not_there)
{
    CHECK_PROBLEMS(&rowless, "operation rangeless: argument 1, index_range, depends on "
                             "row, which is no argument here\n");
}

/* ---- What is called while arguments are drawn */

static int length_crashes(const struct row *r)
{
    if (r->length > 2)
        abort();
    return r->length;
}
static bool when_crashes(const struct assay_arguments *args)
{
    return length_crashes(ASSAY_ARGUMENT(args, row)) > 0;
}
ASSAY_INDEX(index_crashes, int, row, length_crashes);
ASSAY_OPERATION(at_crash, (index_crashes, row), int, at, at);
ASSAY_OPERATION(when_crash, (index, row), int, at, at, .when = when_crashes);
ASSAY_MODEL(crashing_index, (new, at_crash));
ASSAY_MODEL(crashing_when, (new, when_crash));

TEST(model_depends_crashing)
{
    CHECK_LINE(&crashing_index, "died by SIGABRT in the arguments of operation 2, at",
               "struct row *row0 = row_new(3);", "1");
    CHECK_LINE(&crashing_when, "died by SIGABRT in the arguments of operation 2, at",
               "struct row *row0 = row_new(3);", "1");
}
