/*
 * Models: specs that are made of others. Each has a model that holds, and models whose
 * candidate has a mistake, of which the shortest program is known.
 */
#include "model_fixture.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

ASSAY_INTERVAL(digit, int, 0, 9);

/* ---- Arrays that are read */

ASSAY_ARRAY(digits, digit, 0, 6);
ASSAY_LENGTH(digits_n, size_t, digits);
ASSAY_BYTES(octets, 0, 20);
ASSAY_LENGTH(octets_n, int, octets);

static int ref_sum(const int *xs, size_t n)
{
    int total = 0;

    for (size_t i = 0; i < n; i++)
        total += xs[i];
    return total;
}
static int sum_of_two(const int *xs, size_t n)
{
    return ref_sum(xs, n < 2 ? n : 2);
}
static int ref_high(int n, const unsigned char *at)
{
    int count = 0;

    while (n-- > 0)
        count += *at++ >= 0x80;
    return count;
}
static int first_high(int n, const unsigned char *at)
{
    return n > 0 && at[0] >= 0x80;
}

ASSAY_OPERATION(sum, (digits, digits_n), int, ref_sum, ref_sum);
ASSAY_OPERATION(sum_of_two, (digits, digits_n), int, ref_sum, sum_of_two);
ASSAY_OPERATION(high, (octets_n, octets), int, ref_high, ref_high);
ASSAY_OPERATION(first_high, (octets_n, octets), int, ref_high, first_high);
ASSAY_MODEL(reads, (sum, high));
ASSAY_MODEL(reads_two, (sum_of_two));
ASSAY_MODEL(reads_first, (first_high));

TEST(model_arrays_are_read)
{
    CHECK_HOLDS(&reads);
    CHECK_MODEL(&reads_two, "operation 1 (sum_of_two) differs: expected 1, got 0",
                "    assert(sum_of_two((int[]){0, 0, 1}, 3) == 1);   /* 1: is 0 */\n");
    CHECK_MODEL(&reads_first, "operation 1 (first_high) differs: expected 1, got 0",
                "    assert(first_high(2, (unsigned char[]){0x00, 0x80}) == 1);  /* 1: "
                "is 0 */\n");
}

/* ---- Arrays that are changed, and filled in */

ASSAY_ARRAY_INOUT(mixed, digit, 0, 5);
ASSAY_LENGTH(mixed_n, size_t, mixed);
ASSAY_ARRAY_OUT(room, int, 0, 5);
ASSAY_LENGTH(room_n, int, room);

static void ref_sort(int *xs, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t k = i; k > 0 && xs[k - 1] > xs[k]; k--) {
            int x = xs[k];
            xs[k] = xs[k - 1];
            xs[k - 1] = x;
        }
}
static void sort_most(int *xs, size_t n)
{
    ref_sort(xs, n > 2 ? n - 1 : n);
}
/* Fills in the squares up to a number; -1 where there is no room. */
static int ref_squares(int *out, int n, int limit)
{
    int i = 0;

    for (; (i + 1) * (i + 1) <= limit; i++) {
        if (i == n)
            return -1;
        out[i] = (i + 1) * (i + 1);
    }
    return i;
}
static int squares_untidy(int *out, int n, int limit)
{
    int i = ref_squares(out, n, limit);

    if (i >= 0 && i < n)
        out[i] = 77; /* behind what is filled in: nobody looks */
    return i;
}
static int squares_odd(int *out, int n, int limit)
{
    int i = ref_squares(out, n, limit);

    if (i > 1)
        out[1] = 5;
    return i;
}
static int squares_many(int *out, int n, int limit)
{
    int i = ref_squares(out, n, limit);

    return i == -1 ? n : i;
}

ASSAY_OPERATION(sort, (mixed, mixed_n), void, ref_sort, ref_sort);
ASSAY_OPERATION(sort_most, (mixed, mixed_n), void, ref_sort, sort_most);
ASSAY_OPERATION(squares, (room, room_n, digit), room_n, ref_squares, squares_untidy);
ASSAY_OPERATION(squares_odd, (room, room_n, digit), room_n, ref_squares, squares_odd);
ASSAY_OPERATION(squares_many, (room, room_n, digit), room_n, ref_squares, squares_many);
ASSAY_MODEL(fills, (sort, squares));
ASSAY_MODEL(sorts_most, (sort_most));
ASSAY_MODEL(fills_odd, (squares_odd));
ASSAY_MODEL(fills_many, (squares_many));

TEST(model_arrays_are_filled_in)
{
    CHECK_HOLDS(&fills);
    CHECK_MODEL(&sorts_most, "operation 1 (sort_most) differs: expected 0, got 1",
                "    int xs1[] = {0, 1, 0};\n"
                "    sort_most(xs1, 3);                              /* 1 */\n"
                "    assert(xs1[0] == 0);\n"
                "    assert(xs1[1] == 0);                            /* is 1 */\n");
    CHECK_MODEL(&fills_odd, "operation 1 (squares_odd) differs: expected 4, got 5",
                "    int out1[2] = {0};\n"
                "    assert(squares_odd(out1, 2, 4) == 2);           /* 1 */\n"
                "    assert(out1[0] == 1);\n"
                "    assert(out1[1] == 4);                           /* is 5 */\n");
    CHECK_MODEL(&fills_many, "operation 1 (squares_many) differs: expected -1, got 0",
                "    int out1[1] = {0};\n"
                "    assert(squares_many(out1 + 1, 0, 1) == -1);     /* 1: is 0 */\n");
}

/* ---- Arrays of operations that are judged, or alone */

static int evens(int *out, int n)
{
    int i = 0;

    for (; i < n; i++)
        out[i] = 2 * (n - i);
    return i;
}
static int evens_odd(int *out, int n)
{
    evens(out, n);
    if (n == 3)
        out[2]++;
    return n;
}
static const char *judge_evens(const int *out, int n, int answer)
{
    for (int i = 0; i < answer && i < n; i++)
        if (out[i] % 2)
            return "an odd number";
    return answer == n ? NULL : "too few";
}

ASSAY_JUDGED(evens, (room, room_n), room_n, judge_evens, evens);
ASSAY_JUDGED(evens_odd, (room, room_n), room_n, judge_evens, evens_odd);
ASSAY_OPERATION_ALONE(sort_alone, (mixed, mixed_n), void, ref_sort);
ASSAY_MODEL(judges, (evens, sort_alone));
ASSAY_MODEL(judges_odd, (evens_odd));

TEST(model_arrays_are_judged)
{
    CHECK_HOLDS(&judges);
    CHECK_MODEL(&judges_odd, "operation 1 (evens_odd) gave 3: an odd number",
                "    int out1[3] = {0};\n"
                "    int r1 = evens_odd(out1, 3);                    /* 1: gave 3, an "
                "odd number */\n");
}

/* ---- Lengths behind a pointer, and arrays that are returned */

ASSAY_LENGTH_AT(room_at, size_t, room);
ASSAY_LENGTH_AT(digits_at, int, digits);
ASSAY_FREED(digits_freed, digits, free, free);

static void ref_ones(int *out, size_t *n)
{
    *n = *n < 3 ? *n : 3;
    for (size_t i = 0; i < *n; i++)
        out[i] = 1;
}
static void ones_less(int *out, size_t *n)
{
    ref_ones(out, n);
    *n -= *n == 3;
}
static void ref_ones_of(size_t *n, int *out)
{
    ref_ones(out, n);
}
static void ones_and_more(size_t *n, int *out)
{
    size_t room = *n;

    ref_ones(out, n);
    for (size_t i = *n; i < room; i++)
        out[i] = 2;
}
static int *ref_down(int from, int *n)
{
    int *at = calloc((size_t)from + 1, sizeof *at);

    *n = from;
    for (int i = 0; i < from; i++)
        at[i] = from - i;
    return at;
}
static int *down_wrong(int from, int *n)
{
    int *at = ref_down(from, n);

    if (from == 3)
        at[2] = 0;
    return at;
}

ASSAY_OPERATION(ones, (room, room_at), void, ref_ones, ref_ones);
ASSAY_OPERATION(ones_less, (room, room_at), void, ref_ones, ones_less);
ASSAY_OPERATION(ones_of, (room_at, room), void, ref_ones_of, ones_and_more);
ASSAY_OPERATION(down, (digit, digits_at), digits_freed, ref_down, ref_down);
ASSAY_OPERATION(down_wrong, (digit, digits_at), digits_freed, ref_down, down_wrong);
ASSAY_MODEL(tells, (ones, ones_of, down));
ASSAY_MODEL(tells_less, (ones_less));
ASSAY_MODEL(returns_wrong, (down_wrong));

TEST(model_lengths_are_told_by_pointers)
{
    CHECK_HOLDS(&tells);
    CHECK_MODEL(&tells_less, "operation 1 (ones_less) differs: expected 3, got 2",
                "    int out1[3] = {0};\n"
                "    size_t n1 = 3;\n"
                "    ones_less(out1, &n1);                           /* 1 */\n"
                "    assert(n1 == 3);                                /* is 2 */\n");
    CHECK_MODEL(&returns_wrong, "operation 1 (down_wrong) differs: expected 1, got 0",
                "    int n1 = 0;\n"
                "    int *r1 = down_wrong(3, &n1);                   /* 1 */\n"
                "    assert(n1 == 3);\n"
                "    assert(r1[0] == 3);\n"
                "    assert(r1[1] == 2);\n"
                "    assert(r1[2] == 1);                             /* is 0 */\n");
}

/* ---- Structs */

struct point {
    int x, y;
};
struct slice {
    int n;
    int *at;
};
ASSAY_STRUCT(point, struct point, struct point, (x, digit), (y, digit));
ASSAY_POINTER_TO(point_at, point);
ASSAY_ARRAY(points, point, 0, 3);
ASSAY_LENGTH(points_n, size_t, points);
ASSAY_LENGTH(digits_int, int, digits);
ASSAY_STRUCT(slice, struct slice, struct slice, (n, digits_int), (at, digits));

static struct point ref_mirror(struct point p)
{
    return (struct point){p.y, p.x};
}
static struct point mirror_not(struct point p)
{
    return p.x == 2 ? p : ref_mirror(p);
}
static struct slice ref_tail(struct slice s)
{
    return s.n ? (struct slice){s.n - 1, s.at + 1} : s;
}
static struct slice tail_less(struct slice s)
{
    return s.n > 1 ? (struct slice){s.n - 2, s.at + 1} : ref_tail(s);
}
static struct slice tail_late(struct slice s)
{
    return s.n > 2 ? (struct slice){s.n - 1, s.at} : ref_tail(s);
}
static int ref_widest(const struct point *at, size_t n)
{
    int widest = 0;

    for (size_t i = 0; i < n; i++)
        widest = at[i].x > widest ? at[i].x : widest;
    return widest;
}
static int widest_last(const struct point *at, size_t n)
{
    return n ? at[n - 1].x : 0;
}
static struct point *ref_same(struct point *p)
{
    return p;
}
static struct point *same_but(struct point *p)
{
    static struct point other = {0, 4};

    return p->y == 3 ? &other : p;
}

ASSAY_OPERATION(mirror, (point), point, ref_mirror, ref_mirror);
ASSAY_OPERATION(mirror_not, (point), point, ref_mirror, mirror_not);
ASSAY_OPERATION(tail, (slice), slice, ref_tail, ref_tail);
ASSAY_OPERATION(tail_less, (slice), slice, ref_tail, tail_less);
ASSAY_OPERATION(tail_late, (slice), slice, ref_tail, tail_late);
ASSAY_OPERATION(widest, (points, points_n), int, ref_widest, ref_widest);
ASSAY_OPERATION(widest_last, (points, points_n), int, ref_widest, widest_last);
ASSAY_OPERATION(same, (point_at), point_at, ref_same, ref_same);
ASSAY_OPERATION(same_but, (point_at), point_at, ref_same, same_but);
ASSAY_MODEL(structs, (mirror, tail, widest, same));
ASSAY_MODEL(mirrors_not, (mirror_not));
ASSAY_MODEL(slices_less, (tail_less));
ASSAY_MODEL(slices_late, (tail_late));
ASSAY_MODEL(widests_last, (widest_last));
ASSAY_MODEL(points_wrong, (same_but));

TEST(model_structs)
{
    CHECK_HOLDS(&structs);
    CHECK_MODEL(&mirrors_not, "operation 1 (mirror_not) differs: expected 0, got 2",
                "    struct point r1 = mirror_not((struct point){.x = 2, .y = 0});  /* "
                "1 */\n"
                "    assert(r1.x == 0);                              /* is 2 */\n");
    CHECK_MODEL(&slices_less, "operation 1 (tail_less) differs: expected 1, got 0",
                "    struct slice r1 = tail_less((struct slice){.n = 2, .at = "
                "(int[]){0, 0}});  /* 1 */\n"
                "    assert(r1.n == 1);                              /* is 0 */\n");
    CHECK_MODEL(&slices_late, "operation 1 (tail_late) differs: expected 1, got 0",
                "    struct slice r1 = tail_late((struct slice){.n = 3, .at = "
                "(int[]){0, 0, 1}});  /* 1 */\n"
                "    assert(r1.n == 2);\n"
                "    assert(r1.at[0] == 0);\n"
                "    assert(r1.at[1] == 1);                          /* is 0 */\n");
    CHECK_MODEL(&widests_last, "operation 1 (widest_last) differs: expected 1, got 0",
                "    assert(widest_last((struct point[]){{.x = 1, .y = 0}, {.x = 0, .y "
                "= 0}}, 2) == 1);  /* 1: is 0 */\n");
    CHECK_MODEL(&points_wrong, "operation 1 (same_but) differs: expected 3, got 4",
                "    struct point *r1 = same_but(&(struct point){.x = 0, .y = 3});  /* "
                "1 */\n"
                "    assert(r1->x == 0);\n"
                "    assert(r1->y == 3);                             /* is 4 */\n");
}

/* ---- Pointers to be filled in or changed, and error codes */

struct cell {
    int value;
};
enum outcome { FINE, TOO_SMALL, TOO_LARGE };
ASSAY_ABSTRACT(cell, struct cell *, struct cell *);
ASSAY_DESTRUCTOR(cell, free, free);
ASSAY_OUT(new_cell, cell);
ASSAY_OUT(int_out, int);
ASSAY_INOUT(point_inout, point);
ASSAY_INOUT(cell_inout, cell);
ASSAY_RESULT(outcome, enum outcome, FINE);

static enum outcome ref_make(int value, struct cell **ret_cell)
{
    if (value > 7)
        return TOO_LARGE;
    *ret_cell = calloc(1, sizeof **ret_cell);
    (*ret_cell)->value = value;
    return FINE;
}
static enum outcome make_small(int value, struct cell **ret_cell)
{
    return value == 8 ? TOO_SMALL : ref_make(value, ret_cell);
}
static enum outcome ref_value(const struct cell *c, int *ret_value)
{
    *ret_value = c->value;
    return c->value ? FINE : TOO_SMALL;
}
static enum outcome value_odd(const struct cell *c, int *ret_value)
{
    *ret_value = c->value % 2 ? c->value : 0;
    return c->value ? FINE : TOO_SMALL; /* zero then: nobody looks at the value */
}
static void ref_grow(struct point *p)
{
    p->x++;
}
static void grow_both(struct point *p)
{
    p->x++;
    p->y += p->y == 5;
}
static void ref_replace(struct cell **c)
{
    struct cell *other = malloc(sizeof *other);

    other->value = (*c)->value + 1;
    free(*c);
    *c = other;
}

static void replace_twice(struct cell **c)
{
    ref_replace(c);
    if ((*c)->value == 4)
        ref_replace(c);
}

ASSAY_OPERATION(make, (digit, new_cell), outcome, ref_make, ref_make);
ASSAY_OPERATION(make_small, (digit, new_cell), outcome, ref_make, make_small);
ASSAY_OPERATION(value, (cell, int_out), outcome, ref_value, ref_value);
ASSAY_OPERATION(value_odd, (cell, int_out), outcome, ref_value, value_odd);
ASSAY_OPERATION(grow, (point_inout), void, ref_grow, ref_grow);
ASSAY_OPERATION(grow_both, (point_inout), void, ref_grow, grow_both);
ASSAY_OPERATION(replace, (cell_inout), void, ref_replace, ref_replace);
ASSAY_OPERATION(replace_twice, (cell_inout), void, ref_replace, replace_twice);
ASSAY_MODEL(cells, (make, value, grow, replace));
ASSAY_MODEL(makes_small, (make_small));
ASSAY_MODEL(values_odd, (make, value_odd));
ASSAY_MODEL(replaces_twice, (make, value, replace_twice));
ASSAY_MODEL(grows_both, (grow_both));

TEST(model_pointers_are_filled_in)
{
    CHECK_HOLDS(&cells);
    CHECK_MODEL(&makes_small, "operation 1 (make_small) differs: expected 2, got 1",
                "    struct cell *c0 = NULL;\n"
                "    assert(make_small(8, &c0) == 2);                /* 1: is 1 */\n");
    CHECK_MODEL(&values_odd, "operation 2 (value_odd) differs: expected 2, got 0",
                "    struct cell *c0 = NULL;\n"
                "    assert(ref_make(2, &c0) == FINE);               /* 1 */\n"
                "    int out2 = 0;\n"
                "    assert(value_odd(c0, &out2) == FINE);           /* 2 */\n"
                "    assert(out2 == 2);                              /* is 0 */\n");
    CHECK_MODEL(&grows_both, "operation 1 (grow_both) differs: expected 5, got 6",
                "    struct point x1 = {.x = 0, .y = 5};\n"
                "    grow_both(&x1);                                 /* 1 */\n"
                "    assert(x1.x == 1);\n"
                "    assert(x1.y == 5);                              /* is 6 */\n");
    CHECK_MODEL(&replaces_twice, "operation 3 (ref_value) differs: expected 4, got 5",
                "    struct cell *c0 = NULL;\n"
                "    assert(ref_make(3, &c0) == FINE);               /* 1 */\n"
                "    replace_twice(&c0);                             /* 2 */\n"
                "    struct cell *c1 = c0;\n"
                "    int out3 = 0;\n"
                "    assert(ref_value(c1, &out3) == FINE);           /* 3 */\n"
                "    assert(out3 == 4);                              /* is 5 */\n");
}

/* ---- NULL, and errno */

ASSAY_OPTION(point_or_null, point_at);
ASSAY_OUT(long_out, long);
ASSAY_OPTION(long_out_or_null, long_out);
ASSAY_OPTION(text_or_null, string);
ASSAY_COMPARED(descriptor, int);
ASSAY_ERRNO(descriptor_or_errno, descriptor, -1);
ASSAY_ERRNO(text_or_errno, text_or_null, NULL);

static const char *ref_name(const struct point *p, long *ret_sum)
{
    if (ret_sum)
        *ret_sum = p ? p->x + p->y : -1;
    return p && p->x ? "point" : NULL;
}
static const char *name_always(const struct point *p, long *ret_sum)
{
    ref_name(p, ret_sum);
    return p ? "point" : NULL;
}
static const char *name_never(const struct point *p, long *ret_sum)
{
    const char *name = ref_name(p, ret_sum);

    return p && p->y == 1 ? NULL : name;
}
static const char *name_sum(const struct point *p, long *ret_sum)
{
    const char *name = ref_name(p, ret_sum);

    if (ret_sum && p)
        *ret_sum = p->x;
    return name;
}
static int ref_both(const struct point *p)
{
    return p ? p->x + p->y : 0;
}
static int both_without(const struct point *p)
{
    return p ? ref_both(p) : -1;
}
static int ref_open(int which)
{
    if (which < 3)
        return which;
    errno = which < 6 ? ENOENT : EACCES;
    return -1;
}
static int open_more(int which)
{
    if (which == 3)
        return 3;
    return ref_open(which);
}
static int open_errs(int which)
{
    int result = ref_open(which);

    if (which > 7)
        errno = EPERM;
    return result;
}
static const char *ref_text(int which)
{
    if (which < 3)
        return "few";
    errno = EDOM;
    return NULL;
}
static const char *text_quiet(int which)
{
    return which < 3 ? "few" : NULL;
}

ASSAY_OPERATION(name, (point_or_null, long_out_or_null), text_or_null, ref_name,
                ref_name);
ASSAY_OPERATION(name_always, (point_or_null, long_out_or_null), text_or_null, ref_name,
                name_always);
ASSAY_OPERATION(name_never, (point_or_null, long_out_or_null), text_or_null, ref_name,
                name_never);
ASSAY_OPERATION(name_sum, (point_or_null, long_out_or_null), text_or_null, ref_name,
                name_sum);
ASSAY_OPERATION(both_without, (point_or_null), int, ref_both, both_without);
ASSAY_OPERATION(open, (digit), descriptor_or_errno, ref_open, ref_open);
ASSAY_OPERATION(open_more, (digit), descriptor_or_errno, ref_open, open_more);
ASSAY_OPERATION(open_errs, (digit), descriptor_or_errno, ref_open, open_errs);
ASSAY_OPERATION(text, (digit), text_or_errno, ref_text, ref_text);
ASSAY_OPERATION(text_quiet, (digit), text_or_errno, ref_text, text_quiet);
ASSAY_MODEL(options, (name, open, text));
ASSAY_MODEL(names_always, (name_always));
ASSAY_MODEL(names_never, (name_never));
ASSAY_MODEL(names_sum, (name_sum));
ASSAY_MODEL(both_less, (both_without));
ASSAY_MODEL(opens_more, (open_more));
ASSAY_MODEL(opens_errs, (open_errs));
ASSAY_MODEL(texts_quiet, (text_quiet));

TEST(model_null_and_errno)
{
    CHECK_HOLDS(&options);
    CHECK_MODEL(&names_always,
                "operation 1 (name_always) differs: expected NULL, got a value",
                "    assert(name_always(&(struct point){.x = 0, .y = 0}, NULL) == "
                "NULL);  /* 1: is a value */\n");
    CHECK_MODEL(&names_never,
                "operation 1 (name_never) differs: expected a value, got NULL",
                "    assert(strcmp(name_never(&(struct point){.x = 1, .y = 1}, NULL), "
                "\"point\") == 0);  /* 1: is NULL */\n");
    CHECK_MODEL(&names_sum, "operation 1 (name_sum) differs: expected 2, got 1",
                "    long out1 = 0;\n"
                "    assert(strcmp(name_sum(&(struct point){.x = 1, .y = 1}, &out1), "
                "\"point\") == 0);  /* 1 */\n"
                "    assert(out1 == 2);                              /* is 1 */\n");
    CHECK_PROGRAM(&both_less,
                  "#include <stddef.h>\n"
                  "#include <assert.h>\n"
                  "\n"
                  "int main(void)\n"
                  "{\n"
                  "    assert(both_without(NULL) == 0);                /* 1: is -1 */\n"
                  "}\n");
    CHECK_MODEL(&opens_more,
                "operation 1 (open_more) differs: expected -1 with ENOENT, got 3",
                "    assert(open_more(3) == -1 && errno == ENOENT);  /* 1: is 3 */\n");
    CHECK_MODEL(&opens_errs,
                "operation 1 (open_errs) differs: expected -1 with EACCES, got -1 with "
                "EPERM",
                "    assert(open_errs(8) == -1 && errno == EACCES);  /* 1: is -1 with "
                "EPERM */\n");
    CHECK_MODEL(&texts_quiet,
                "operation 1 (text_quiet) differs: expected NULL with EDOM, got NULL "
                "without an errno",
                "    assert(text_quiet(3) == NULL && errno == EDOM);  /* 1: is NULL "
                "without an errno */\n");
}

/* ---- Recursion, conversions, one spec or another */

struct node {
    int value;
    struct node *next;
};
#define LONG_DOZENS(N) (12L * (N))
#define IS_ODD(N) ((N) % 2 != 0)
static int dozens_of(int n)
{
    return 12 * n;
}
static bool is_odd(int n)
{
    return n % 2 != 0;
}

ASSAY_FIX(list, struct node *, struct node *);
ASSAY_STRUCT(node, struct node, struct node, (value, digit), (next, list));
ASSAY_POINTER_TO(node_at, node);
ASSAY_OPTION(list_or_end, node_at);
ASSAY_TIE(list, list_or_end);
ASSAY_MAP_OUTOF(dozens, long, int, digit, LONG_DOZENS, dozens_of);
ASSAY_MAP_INTO(parity, long, int, bool, IS_ODD, is_odd);
ASSAY_IFPOL(digit_or_any, digit, int);

static struct node *ref_drop(struct node *list)
{
    return list ? list->next : NULL;
}
static struct node *drop_late(struct node *list)
{
    static struct node other = {8, NULL};

    return list && list->next && list->next->value == 7 ? &other : ref_drop(list);
}
static struct node *cyclic(struct node *list)
{
    if (list)
        list->next = list;
    return list;
}
static long ref_plus(long a, int b)
{
    return a + b;
}
static int plus(int a, int b)
{
    return a + b;
}
static int plus_one(int a, int b)
{
    return a + b + (b == 4 && a == 24);
}

ASSAY_OPERATION(drop, (list), list, ref_drop, ref_drop);
ASSAY_OPERATION(drop_late, (list), list, ref_drop, drop_late);
ASSAY_OPERATION(cyclic, (list), list, cyclic, cyclic);
ASSAY_OPERATION(plus, (dozens, digit_or_any), parity, ref_plus, plus);
ASSAY_OPERATION(plus_one, (dozens, digit_or_any), parity, ref_plus, plus_one);
ASSAY_OPERATION(plus_any, (digit, digit_or_any), digit_or_any, plus, plus);
ASSAY_MODEL(lists, (drop, plus, plus_any));
ASSAY_MODEL(drops_late, (drop_late));
ASSAY_MODEL(lists_cyclic, (cyclic));
ASSAY_MODEL(pluses_one, (plus_one));

TEST(model_recursion_and_conversions)
{
    CHECK_HOLDS(&lists);
    CHECK_MODEL(&drops_late, "operation 1 (drop_late) differs: expected 7, got 8",
                "    struct node *r1 = drop_late(&(struct node){.value = 0, .next = "
                "&(struct node){.value = 7, .next = NULL}});  /* 1 */\n"
                "    assert(r1->value == 7);                         /* is 8 */\n");
    CHECK_MODEL(&lists_cyclic,
                "operation 1 (cyclic): a value of list is nested more than 2000 deep: "
                "is it cyclic?",
                "    struct node *r1 = cyclic(&(struct node){.value = 0, .next = "
                "NULL});  /* 1: a value of list is nested more than 2000 deep: is it "
                "cyclic? */\n"
                "    assert(r1->value == 0);\n"
                "    assert(r1->next->value == 0);\n"
                "    assert(r1->next->next->value == 0);\n"
                "    assert(r1->next->next->next->value == 0);\n"
                "    assert(r1->next->next->next->next->value == 0);\n"
                "    assert(r1->next->next->next->next->next->value == 0);\n"
                "    /* what lies deeper is compared, but not asserted here */\n");
    CHECK_MODEL(&pluses_one, "operation 1 (plus_one) differs: expected false, got true",
                "    assert(!is_odd(plus_one(dozens_of(2), 4)));     /* 1: is true */\n");
}

/* ---- Text that is changed in place */

static void upper(char *text)
{
    for (; *text; text++)
        *text = *text >= 'a' && *text <= 'z' ? (char)(*text - 'a' + 'A') : *text;
}
static void upper_but_z(char *text)
{
    for (; *text; text++)
        *text = *text >= 'a' && *text < 'z' ? (char)(*text - 'a' + 'A') : *text;
}
ASSAY_STRING_INOUT(any_case, 0, 5);
ASSAY_OPERATION(raise, (any_case), void, upper, upper);
ASSAY_OPERATION(raise_but_z, (any_case), void, upper, upper_but_z);
ASSAY_MODEL(raises, (raise));
ASSAY_MODEL(raises_badly, (raise_but_z));
TEST(model_texts_are_changed_in_place)
{
    CHECK_HOLDS(&raises);
    CHECK_MODEL(&raises_badly,
                "operation 1 (upper_but_z) differs: expected \"Z\", got \"z\"",
                "    char text1[] = \"z\";\n"
                "    upper_but_z(text1);                             /* 1 */\n"
                "    assert(strcmp(text1, \"Z\") == 0);                /* is \"z\" */\n");
}

static void fill(char *text)
{
    size_t len = strlen(text);

    memset(text, 'x', len + 1);
}
static void fill_with_y(char *text)
{
    size_t len = strlen(text);

    memset(text, 'x', len + 1);
    text[len] = len > 2 ? 'y' : 'x';
}
static void fill_but_the_last(char *text)
{
    size_t len = strlen(text);

    memset(text, 'x', len);
}
ASSAY_OPERATION(fill, (any_case), void, fill, fill);
ASSAY_OPERATION(fill_with_y, (any_case), void, fill, fill_with_y);
ASSAY_OPERATION(fill_but_the_last, (any_case), void, fill, fill_but_the_last);
ASSAY_MODEL(loses_end, (fill));
ASSAY_MODEL(fills_with_y, (fill_with_y));
ASSAY_MODEL(fills_but_the_last, (fill_but_the_last));
TEST(model_texts_may_lose_their_end)
{
    CHECK_HOLDS(&loses_end);
    CHECK_MODEL(
        &fills_with_y,
        "operation 1 (fill_with_y): it leaves other bytes in 'any_case', which has "
        "no NUL",
        "    char text1[] = \"aaa\";\n"
        "    fill_with_y(text1);                             /* 1: it leaves other "
        "bytes in 'any_case', which has no NUL */\n");
    CHECK_MODEL(&fills_but_the_last,
                "operation 1 (fill_but_the_last): it leaves 'any_case' with a NUL, the "
                "reference does not",
                "    char text1[] = \"\";\n"
                "    fill_but_the_last(text1);                       /* 1: it leaves "
                "'any_case' with a NUL, the reference does not */\n");
}
