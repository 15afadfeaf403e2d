/*
 * Models: functions that are made up, whose calls are compared.
 */
#include "model_fixture.h"
#include <pthread.h>
#include <string.h>

ASSAY_INTERVAL(digit, int, 0, 9);
ASSAY_ARRAY(digits, digit, 0, 6);
ASSAY_LENGTH(digits_n, size_t, digits);

struct point {
    int x, y;
};
ASSAY_STRUCT(point, struct point, struct point, (x, digit), (y, digit));
ASSAY_POINTER_TO(point_at, point);

/* ---- Calls of both sides */

ASSAY_CALLBACK(visit, (context, digit), bool);
ASSAY_CALLBACK(note, (digit), void);
ASSAY_CALLBACK_PURE(compare, (digit, digit), digit);
typedef bool visit_fn(void *, int);
typedef void note_fn(int);
typedef int compare_fn(int, int);

/* Visits elements until it is told to stop. */
static size_t ref_each(const int *xs, size_t n, visit_fn *visit, void *context)
{
    size_t i = 0;

    while (i < n && !visit(context, xs[i]))
        i++;
    return i;
}
static size_t each_on(const int *xs, size_t n, visit_fn *visit, void *context)
{
    size_t i = ref_each(xs, n, visit, context);

    if (i + 1 < n)
        visit(context, xs[i + 1]);
    return i;
}
static size_t each_less(const int *xs, size_t n, visit_fn *visit, void *context)
{
    return ref_each(xs, n > 1 ? n - 1 : n, visit, context);
}
static size_t each_other(const int *xs, size_t n, visit_fn *visit, void *context)
{
    size_t i = 0;

    while (i < n && !visit(context, xs[i] + (xs[i] == 6)))
        i++;
    return i;
}
static size_t each_bare(const int *xs, size_t n, visit_fn *visit, void *context)
{
    return ref_each(xs, n, visit, n > 0 ? NULL : context);
}
static size_t each_miscounts(const int *xs, size_t n, visit_fn *visit, void *context)
{
    size_t i = ref_each(xs, n, visit, context);

    return i == 1 && n == 2 ? 2 : i;
}
static void ref_tell(const int *xs, size_t n, note_fn *note)
{
    for (size_t i = 0; i < n; i++)
        note(xs[i]);
}
static void tell_backwards(const int *xs, size_t n, note_fn *note)
{
    while (n-- > 0)
        note(xs[n]);
}
static int ref_best(const int *xs, size_t n, compare_fn *compare)
{
    int best = 0;

    for (size_t i = 0; i < n; i++)
        best = compare(xs[i], best) > compare(best, xs[i]) ? xs[i] : best;
    return best;
}
/* Calls it in another order, and more often. */
static int best_again(const int *xs, size_t n, compare_fn *compare)
{
    int best = 0;

    for (size_t i = 0; i < n; i++) {
        int back = compare(best, xs[i]);
        best = compare(xs[i], best) > back && compare(best, xs[i]) == back ? xs[i] : best;
    }
    return best;
}
static int best_swapped(const int *xs, size_t n, compare_fn *compare)
{
    int best = 0;

    for (size_t i = 0; i < n; i++)
        best = compare(xs[i], best) >= compare(best, xs[i]) ? xs[i] : best;
    return best;
}

ASSAY_OPERATION(each, (digits, digits_n, visit, context), size_t, ref_each, ref_each);
ASSAY_OPERATION(each_on, (digits, digits_n, visit, context), size_t, ref_each, each_on);
ASSAY_OPERATION(each_less, (digits, digits_n, visit, context), size_t, ref_each,
                each_less);
ASSAY_OPERATION(each_other, (digits, digits_n, visit, context), size_t, ref_each,
                each_other);
ASSAY_OPERATION(each_bare, (digits, digits_n, visit, context), size_t, ref_each,
                each_bare);
ASSAY_OPERATION(each_miscounts, (digits, digits_n, visit, context), size_t, ref_each,
                each_miscounts);
ASSAY_OPERATION(tell, (digits, digits_n, note), void, ref_tell, ref_tell);
ASSAY_OPERATION(tell_backwards, (digits, digits_n, note), void, ref_tell, tell_backwards);
ASSAY_OPERATION(best, (digits, digits_n, compare), int, ref_best, best_again);
ASSAY_OPERATION(best_swapped, (digits, digits_n, compare), int, ref_best, best_swapped);
ASSAY_MODEL(callbacks, (each, tell, best));
ASSAY_MODEL(visits_more, (each_on));
ASSAY_MODEL(visits_less, (each_less));
ASSAY_MODEL(visits_others, (each_other));
ASSAY_MODEL(visits_barely, (each_bare));
ASSAY_MODEL(miscounts, (each_miscounts));
ASSAY_MODEL(tells_backwards, (tell_backwards));
ASSAY_MODEL(bests_swapped, (best_swapped));

/* ---- More calls than are written */

ASSAY_CALLBACK(rate, (digit), digit);
ASSAY_CALLBACK(locate, (digit), point);
typedef int rate_fn(int);
typedef struct point locate_fn(int);

static int ref_rate(rate_fn *rate)
{
    int sum = 0;

    for (int i = 0; i < 102; i++)
        sum += rate(0);
    return sum;
}
static int rate_wrongly(rate_fn *rate)
{
    return ref_rate(rate) + 1;
}
static int rate_on(rate_fn *rate)
{
    int sum = ref_rate(rate);

    rate(0);
    return sum;
}
static int ref_locate(locate_fn *locate)
{
    int sum = 0;

    for (int i = 0; i < 101; i++)
        sum += locate(0).x;
    return sum;
}
static int locate_wrongly(locate_fn *locate)
{
    return ref_locate(locate) + 1;
}

ASSAY_OPERATION(rate_wrongly, (rate), int, ref_rate, rate_wrongly);
ASSAY_OPERATION(rate_on, (rate), int, ref_rate, rate_on);
ASSAY_OPERATION(locate_wrongly, (locate), int, ref_locate, locate_wrongly);
ASSAY_MODEL(rates_wrongly, (rate_wrongly));
ASSAY_MODEL(rates_on, (rate_on));
ASSAY_MODEL(locates_wrongly, (locate_wrongly));

/* That the program of the model's finding has a text. */
static void check_has(const struct assay_model *model, const char *text)
{
    struct assay_report *report = run_model(model, NULL);

    CHECK_UINT(report->nfindings, 1);
    if (!strstr(report->findings->program, text))
        harness_fail(HARNESS_HERE, "no\n%s in\n%s", text, report->findings->program);
    assay_report_free(report);
}

TEST(model_callbacks_called_often)
{
    check_has(&rates_wrongly, "0, 0, 0};\n"
                              "    static unsigned calls;\n"
                              "\n"
                              "    (void)x;\n"
                              "    /* 2 more calls are left out */\n"
                              "    return calls < 100 ? returns[calls++] : 0;\n"
                              "}\n");
    check_has(&rates_on, "    case 99:\n"
                         "        assert(x == 0);\n"
                         "        return 0;\n"
                         "    }\n"
                         "    /* 2 more calls are left out */\n"
                         "    return 0;\n"
                         "}\n");
    check_has(&locates_wrongly, "    case 99:\n"
                                "        return (struct point){.x = 0, .y = 0};\n"
                                "    }\n"
                                "    /* 1 more call is left out */\n"
                                "    return (struct point){0};\n"
                                "}\n");
}

TEST(model_callbacks)
{
    CHECK_HOLDS(&callbacks);
    CHECK_MODEL(&visits_more,
                "operation 1 (each_on): call 2 of visit: expected none, got "
                "visit(context, 0)",
                "    assert(each_on((int[]){0, 0}, 2, visit_1, &(char){0}) == 0);  /* "
                "1: call 2 of visit: expected none, got visit(context, 0) */\n");
    CHECK_PROGRAM(&visits_more,
                  "#include <stdbool.h>\n"
                  "#include <assert.h>\n"
                  "\n"
                  "static bool visit_1(void *context, int x)\n"
                  "{\n"
                  "    static unsigned calls;\n"
                  "\n"
                  "    (void)context;\n"
                  "    (void)x;\n"
                  "    switch (calls++) {\n"
                  "    case 0:\n"
                  "        assert(context != 0);\n"
                  "        assert(x == 0);\n"
                  "        return true;\n"
                  "    }\n"
                  "    assert(!\"called too often\");\n"
                  "    return 0;\n"
                  "}\n"
                  "\n"
                  "int main(void)\n"
                  "{\n"
                  "    assert(each_on((int[]){0, 0}, 2, visit_1, &(char){0}) == 0);  /* "
                  "1: call 2 of visit: expected none, got visit(context, 0) */\n"
                  "}\n");
    CHECK_MODEL(&visits_less,
                "operation 1 (each_less): call 2 of visit: expected visit(context, 0), "
                "got none",
                "    assert(each_less((int[]){0, 0}, 2, visit_1, &(char){0}) == 2);  /* "
                "1: call 2 of visit: expected visit(context, 0), got none */\n"
                "    assert(visit_1_calls == 2);\n");
    CHECK_MODEL(&visits_others,
                "operation 1 (each_other): call 1 of visit: expected visit(context, 6), "
                "got visit(context, 7)",
                "    assert(each_other((int[]){6}, 1, visit_1, &(char){0}) == 1);  /* "
                "1: call 1 of visit: expected visit(context, 6), got visit(context, 7) "
                "*/\n");
    CHECK_MODEL(
        &visits_barely,
        "operation 1 (each_bare): call 1 of visit: expected visit(context, 0), "
        "got visit(NULL, 0)",
        "    assert(each_bare((int[]){0}, 1, visit_1, &(char){0}) == 1);  /* "
        "1: call 1 of visit: expected visit(context, 0), got visit(NULL, 0) */\n");
    CHECK_MODEL(&tells_backwards,
                "operation 1 (tell_backwards): call 1 of note: expected note(0), got "
                "note(1)",
                "    tell_backwards((int[]){0, 1}, 2, note_1);       /* 1: call 1 of "
                "note: expected note(0), got note(1) */\n");
    CHECK_PROGRAM(&tells_backwards,
                  "#include <assert.h>\n"
                  "\n"
                  "static void note_1(int x)\n"
                  "{\n"
                  "    static unsigned calls;\n"
                  "\n"
                  "    (void)x;\n"
                  "    switch (calls++) {\n"
                  "    case 0:\n"
                  "        assert(x == 0);\n"
                  "        return;\n"
                  "    case 1:\n"
                  "        assert(x == 1);\n"
                  "        return;\n"
                  "    }\n"
                  "    assert(!\"called too often\");\n"
                  "}\n"
                  "\n"
                  "int main(void)\n"
                  "{\n"
                  "    tell_backwards((int[]){0, 1}, 2, note_1);       /* 1: call 1 of "
                  "note: expected note(0), got note(1) */\n"
                  "}\n");
    CHECK_PROGRAM(&miscounts,
                  "#include <stdbool.h>\n"
                  "#include <assert.h>\n"
                  "\n"
                  "static bool visit_1(void *context, int x)\n"
                  "{\n"
                  "    static const bool returns[] = {false, true};\n"
                  "    static unsigned calls;\n"
                  "\n"
                  "    (void)context;\n"
                  "    (void)x;\n"
                  "    return calls < 2 ? returns[calls++] : 0;\n"
                  "}\n"
                  "\n"
                  "int main(void)\n"
                  "{\n"
                  "    assert(each_miscounts((int[]){0, 0}, 2, visit_1, &(char){0}) == "
                  "1);  /* 1: is 2 */\n"
                  "}\n");
    CHECK_PROGRAM(
        &bests_swapped,
        "#include <assert.h>\n"
        "\n"
        "static int compare_1(int x, int y)\n"
        "{\n"
        "    (void)x;\n"
        "    (void)y;\n"
        "    return 0;\n"
        "}\n"
        "\n"
        "int main(void)\n"
        "{\n"
        "    assert(best_swapped((int[]){1}, 1, compare_1) == 0);  /* 1: is 1 */\n"
        "}\n");
}

/* Of two functions each has its own calls. */

static void tell_and_ask(const int *xs, size_t n, note_fn *note, compare_fn *other)
{
    for (size_t i = 0; i < n; i++) {
        note(xs[i]);
        other(xs[i], 0);
    }
}
static void tell_and_ask_less(const int *xs, size_t n, note_fn *note, compare_fn *other)
{
    tell_and_ask(xs, n > 1 ? 1 : n, note, other);
}
ASSAY_CALLBACK(other, (digit, digit), digit);
ASSAY_OPERATION(tells_less, (digits, digits_n, note, other), void, tell_and_ask,
                tell_and_ask_less);
ASSAY_MODEL(tell_less, (tells_less));

static void tell_twice(const int *xs, size_t n, note_fn *note)
{
    ref_tell(xs, n, note);
    note(9);
}
static void tell_nothing(const int *xs, size_t n, note_fn *note)
{
    (void)xs;
    (void)n;
    (void)note;
}
ASSAY_OPERATION(tells_twice, (digits, digits_n, note), void, tell_nothing, tell_twice);
ASSAY_MODEL(tell_without_need, (tells_twice));

TEST(model_callbacks_are_counted_by_function)
{
    CHECK_MODEL(&tell_less,
                "operation 1 (tell_and_ask_less): call 2 of note: expected note(0), got "
                "none",
                "    tell_and_ask_less((int[]){0, 0}, 2, note_1, other_1);  /* 1: call 2 "
                "of note: expected note(0), got none */\n"
                "    assert(note_1_calls == 2);\n");
    CHECK_PROGRAM(&tell_without_need,
                  "#include <assert.h>\n"
                  "\n"
                  "static void note_1(int x)\n"
                  "{\n"
                  "    (void)x;\n"
                  "    assert(!\"called too often\");\n"
                  "}\n"
                  "\n"
                  "int main(void)\n"
                  "{\n"
                  "    tell_twice((int[1]){0}, 0, note_1);             /* 1: call 1 of "
                  "note: expected none, got note(9) */\n"
                  "}\n");
}

/* What a function is called with is said of structs, of arrays and behind void *. */

ASSAY_ARRAY(points, point, 0, 4);
ASSAY_LENGTH(points_n, size_t, points);
ASSAY_POINTER_AS(any_point, const void *, point);
ASSAY_CALLBACK_PURE(wanted, (any_point), bool);
typedef bool wanted_fn(const void *);
static int ref_count(const struct point *points, size_t n, wanted_fn *wanted)
{
    int count = 0;

    while (n-- > 0)
        count += wanted(&points[n]);
    return count;
}
static int count_to_1(const struct point *points, size_t n, wanted_fn *wanted)
{
    int count = ref_count(points, n, wanted);

    return count > 1 ? 1 : count;
}
ASSAY_CALLBACK_PURE(weigh, (digits, digits_n), digit);
typedef int weigh_fn(int *, size_t);
static int ref_weigh(int *xs, size_t n, weigh_fn *weigh)
{
    return weigh(xs, n) + weigh(xs, n / 2);
}
static int weigh_badly(int *xs, size_t n, weigh_fn *weigh)
{
    return n == 2 ? 2 * weigh(xs, 1) : ref_weigh(xs, n, weigh);
}
ASSAY_OPERATION(count_points, (points, points_n, wanted), int, ref_count, count_to_1);
ASSAY_OPERATION(weigh, (digits, digits_n, weigh), int, ref_weigh, weigh_badly);
ASSAY_MODEL(counts_to_1, (count_points));
ASSAY_MODEL(weighs_badly, (weigh));

TEST(model_callbacks_say_parts)
{
    CHECK_PROGRAM(&counts_to_1,
                  "#include <stdbool.h>\n"
                  "#include <assert.h>\n"
                  "\n"
                  "static bool wanted_1(const void *x)\n"
                  "{\n"
                  "    if (((const struct point *)x)->x == 0 && ((const struct point "
                  "*)x)->y == 0)\n"
                  "        return true;\n"
                  "    return 0;\n"
                  "}\n"
                  "\n"
                  "int main(void)\n"
                  "{\n"
                  "    assert(count_to_1((struct point[]){{.x = 0, .y = 0}, {.x = 0, .y "
                  "= 0}}, 2, wanted_1) == 2);  /* 1: is 1 */\n"
                  "}\n");
    CHECK_PROGRAM(
        &weighs_badly,
        "#include <stddef.h>\n"
        "#include <assert.h>\n"
        "\n"
        "static int weigh_1(int *x, size_t y)\n"
        "{\n"
        "    if (y == 1 && x[0] == 0)\n"
        "        return 1;\n"
        "    return 0;\n"
        "}\n"
        "\n"
        "int main(void)\n"
        "{\n"
        "    assert(weigh_badly((int[]){0, 0}, 2, weigh_1) == 1);  /* 1: is 2 */\n"
        "}\n");
}

/* Arguments that have parts, and a result that is no constant. */

ASSAY_ARRAY(few, digit, 0, 3);
ASSAY_LENGTH(few_n, int, few);
ASSAY_POINTER_TO(digit_at, digit);
ASSAY_CALLBACK(gather, (few, few_n, point_at), point);
ASSAY_CALLBACK_PURE(less, (digit_at, digit_at), bool);
typedef struct point gather_fn(int *, int, struct point *);
typedef bool less_fn(int *, int *);

static int gather_prefixes(int *xs, int n, gather_fn *gather, int wrong)
{
    struct point at = {0, 0};
    int copy[3];

    for (int i = 0; i < n; i++) {
        memcpy(copy, xs, sizeof *xs * (size_t)n);
        if (i == wrong)
            copy[i]++;
        at = gather(copy, i + 1, &at);
        memset(copy, 0, sizeof copy); /* what was passed is gone */
    }
    return at.x;
}
static int ref_gather(int *xs, int n, gather_fn *gather)
{
    return gather_prefixes(xs, n, gather, -1);
}
static int gather_wrong(int *xs, int n, gather_fn *gather)
{
    return gather_prefixes(xs, n, gather, 1);
}
static int gather_minus(int *xs, int n, gather_fn *gather)
{
    return n == 2 ? -ref_gather(xs, n, gather) : ref_gather(xs, n, gather);
}
static int *ref_least(int *xs, size_t n, less_fn *less)
{
    int *least = xs;

    for (size_t i = 1; i < n; i++)
        least = less(&xs[i], least) ? &xs[i] : least;
    return n ? least : NULL;
}
static int *least_not(int *xs, size_t n, less_fn *less)
{
    int *least = xs;

    for (size_t i = 1; i < n; i++)
        least = less(least, &xs[i]) ? least : &xs[i];
    return n ? least : NULL;
}
ASSAY_OPTION(digit_or_null, digit_at);
ASSAY_OPERATION(gather, (few, few_n, gather), int, ref_gather, ref_gather);
ASSAY_OPERATION(gather_wrong, (few, few_n, gather), int, ref_gather, gather_wrong);
ASSAY_OPERATION(gather_minus, (few, few_n, gather), int, ref_gather, gather_minus);
ASSAY_OPERATION(least, (digits, digits_n, less), digit_or_null, ref_least, ref_least);
ASSAY_OPERATION(least_not, (digits, digits_n, less), digit_or_null, ref_least, least_not);
ASSAY_MODEL(gathers, (gather, least));
ASSAY_MODEL(gathers_wrong, (gather_wrong));
ASSAY_MODEL(gathers_minus, (gather_minus));
ASSAY_MODEL(leasts_not, (least_not));

TEST(model_callbacks_with_parts)
{
    CHECK_HOLDS(&gathers);
    CHECK_MODEL(&gathers_wrong,
                "operation 1 (gather_wrong): call 2 of gather: expected gather({0, 0}, "
                "2, &{.x = 0, .y = 0}), got gather({0, 1}, 2, &{.x = 0, .y = 0})",
                "    assert(gather_wrong((int[]){0, 0}, 2, gather_1) == 0);  /* 1: call "
                "2 of gather: expected gather({0, 0}, 2, &{.x = 0, .y = 0}), got "
                "gather({0, 1}, 2, &{.x = 0, .y = 0}) */\n");
    CHECK_PROGRAM(&gathers_minus,
                  "#include <assert.h>\n"
                  "\n"
                  "static struct point gather_1(int *x, int y, struct point *z)\n"
                  "{\n"
                  "    static unsigned calls;\n"
                  "\n"
                  "    (void)x;\n"
                  "    (void)y;\n"
                  "    (void)z;\n"
                  "    switch (calls++) {\n"
                  "    case 0:\n"
                  "        return (struct point){.x = 0, .y = 0};\n"
                  "    case 1:\n"
                  "        return (struct point){.x = 1, .y = 0};\n"
                  "    }\n"
                  "    return (struct point){0};\n"
                  "}\n"
                  "\n"
                  "int main(void)\n"
                  "{\n"
                  "    assert(gather_minus((int[]){0, 0}, 2, gather_1) == 1);  /* 1: is "
                  "-1 */\n"
                  "}\n");
    CHECK_PROGRAM(
        &leasts_not,
        "#include <stdbool.h>\n"
        "#include <assert.h>\n"
        "#include <stddef.h>\n"
        "\n"
        "static bool less_1(int *x, int *y)\n"
        "{\n"
        "    (void)x;\n"
        "    (void)y;\n"
        "    return 0;\n"
        "}\n"
        "\n"
        "int main(void)\n"
        "{\n"
        "    assert(*least_not((int[]){0, 1}, 2, less_1) == 0);  /* 1: is 1 */\n"
        "}\n");
}

/* A callback that is called for ever, from another thread, after its operation. */

static visit_fn *kept[2];

static void ref_none(visit_fn *visit, void *context)
{
    visit(context, 1);
}
static void flood(visit_fn *visit, void *context)
{
    for (;;)
        visit(context, 1);
}
static void *call_kept(void *side)
{
    return kept[*(int *)side](NULL, 3) ? side : NULL;
}
static int call_elsewhere(int side)
{
    pthread_t thread;
    void *result = &side;

    if (pthread_create(&thread, NULL, call_kept, &side) == 0)
        pthread_join(thread, &result);
    return result != NULL;
}
static void ref_keep(visit_fn *visit)
{
    kept[0] = visit;
}
static void keep(visit_fn *visit)
{
    kept[1] = visit;
}
static int ref_thread(int n)
{
    return kept[0] && n ? call_elsewhere(0) : 0;
}
static int thread(int n)
{
    return kept[1] && n ? call_elsewhere(1) : 0;
}
static int ref_later(int n)
{
    return kept[0] && kept[0](NULL, n);
}
static int later(int n)
{
    return kept[1] && kept[1](NULL, n);
}
static int later_not(int n)
{
    return kept[1] && !kept[1](NULL, n);
}
static void forget(void)
{
    kept[0] = kept[1] = NULL;
}

ASSAY_OPERATION(flood, (visit, context), void, flood, flood);
ASSAY_OPERATION(flood_once, (visit, context), void, ref_none, flood);
ASSAY_OPERATION(keep, (visit), void, ref_keep, keep);
ASSAY_OPERATION(thread, (digit), int, ref_thread, thread);
ASSAY_OPERATION(later, (digit), int, ref_later, later);
ASSAY_OPERATION(later_not, (digit), int, ref_later, later_not);
ASSAY_MODEL(keeps, (keep, thread, later), .prologue = forget);
ASSAY_MODEL(later_differs, (keep, later, later_not), .prologue = forget);
ASSAY_MODEL(floods, (flood));
ASSAY_MODEL(floods_once, (flood_once));

TEST(model_callbacks_at_odd_times)
{
    CHECK_HOLDS(&keeps);
    CHECK_PROGRAM(&later_differs,
                  "#include <stdbool.h>\n"
                  "#include <assert.h>\n"
                  "\n"
                  "static bool visit_1(void *context, int x)\n"
                  "{\n"
                  "    static const bool returns[] = {false};\n"
                  "    static unsigned calls;\n"
                  "\n"
                  "    (void)context;\n"
                  "    (void)x;\n"
                  "    return calls < 1 ? returns[calls++] : 0;\n"
                  "}\n"
                  "\n"
                  "int main(void)\n"
                  "{\n"
                  "    keep(visit_1);                                  /* 1 */\n"
                  "    assert(later_not(0) == 0);                      /* 2: is 1 */\n"
                  "}\n");
    CHECK_MODEL(&floods, "operation 1 (flood): visit is called more than 10000 times",
                "    flood(visit_1, &(char){0});                     /* 1: visit is "
                "called more than 10000 times */\n");
    CHECK_MODEL(&floods_once,
                "operation 1 (flood): call 2 of visit: expected none, got "
                "visit(context, 1)",
                "    flood(visit_1, &(char){0});                     /* 1: call 2 of "
                "visit: expected none, got visit(context, 1) */\n");
}
