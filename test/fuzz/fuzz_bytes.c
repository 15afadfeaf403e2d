/*
 * A fuzzer's bytes as choices: whatever they are, each draw is in its domain, and the
 * replay of the values drawn gives the identical record.
 */
#include "base/utf8.h"
#include "choice/order.h"
#include "choice/test.h"
#include "target.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEN_MAX 4096
#define DEPTH_MAX 6

static const struct assay_limits limits = {.choices = 512, .spans = 512, .pool = 1 << 13};

static void draw_integers(struct assay_test *t)
{
    int64_t i = 0, lo = 0, hi = 0;
    uint64_t u = 0;
    uint32_t n = 0;
    bool b;

    (void)assay_choose_int(t, INT64_MIN, INT64_MAX, 0, ASSAY_BIASED, &lo);
    (void)assay_choose_int(t, INT64_MIN, INT64_MAX, -1, ASSAY_UNIFORM, &hi);
    if (lo > hi) {
        i = lo;
        lo = hi;
        hi = i;
    }
    if (assay_choose_int(t, lo, hi, 0, ASSAY_BIASED, &i) == ASSAY_OK)
        demand(i >= lo && i <= hi, "an int out of its range");
    if (assay_choose_uint(t, 3, 1000, 70, ASSAY_LENGTH, &u) == ASSAY_OK)
        demand(u >= 3 && u <= 1000, "a uint out of its range");
    if (assay_choose_index(t, 5, NULL, &n) == ASSAY_OK)
        demand(n < 5, "an index out of its range");
    (void)assay_choose_bool(t, 0.5, &b);
}

static void draw_floats(struct assay_test *t)
{
    struct assay_floats of = {.lo = -INFINITY, .hi = INFINITY};
    uint32_t flags = 0;
    double lo = 0, hi = 0, x = 0;

    (void)assay_choose_index(t, 8, NULL, &flags);
    (void)assay_choose_float(t, &of, &lo);
    (void)assay_choose_float(t, &of, &hi);
    if (assay_test_status(t))
        return;
    of = (struct assay_floats){.lo = fmin(lo, hi),
                               .hi = fmax(lo, hi),
                               .nan = flags & 1,
                               .subnormal = flags & 2,
                               .single = flags & 4};
    if (assay_choose_float(t, &of, &x) != ASSAY_OK)
        return; /* no such float in these bounds */
    demand(isnan(x) ? of.nan : x >= of.lo && x <= of.hi, "a float out of its range");
    demand(!of.single || isnan(x) || (double)(float)x == x, "no single float");
}

static void draw_strings(struct assay_test *t)
{
    static const struct assay_codes codes[] = {{'0', '9'}, {'a', 'f'}, {0x3b1, 0x3c9}};
    static const struct assay_alphabet greek = {codes, 3};
    const unsigned char *bytes = NULL;
    const char *text = NULL;
    uint32_t len = 0;

    if (assay_choose_bytes(t, 1, 20, &bytes, &len) == ASSAY_OK)
        demand(len >= 1 && len <= 20, "bytes out of their length");
    if (assay_choose_text(t, &assay_alphabet_unicode, 0, 10, &text, &len) == ASSAY_OK)
        demand(assay_utf8_valid(text, len) && strlen(text) == len, "text of no UTF-8");
    if (assay_choose_text(t, &greek, 2, 9, &text, &len) != ASSAY_OK)
        return;
    demand(assay_utf8_count(text, len) >= 2 && assay_utf8_count(text, len) <= 9,
           "text out of its length");
    for (uint32_t at = 0; at < len;) {
        uint32_t code = 0;
        at += (uint32_t)assay_utf8_decode(text + at, len - at, &code);
        demand(assay_alphabet_has(&greek, code), "text of another alphabet");
    }
}

/* A tree of lists with all sorts of leaves. */
static void draw_tree(struct assay_test *t, int depth)
{
    uint32_t sort = 0, count = 0;

    (void)assay_span_begin(t, "tree");
    (void)assay_choose_index(t, depth < DEPTH_MAX ? 4 : 3, NULL, &sort);
    if (sort == 0)
        draw_integers(t);
    else if (sort == 1)
        draw_floats(t);
    else if (sort == 2)
        draw_strings(t);
    else
        (void)assay_list_begin(t, "branches", 0, 9, &count);
    for (uint32_t i = 0; i < count; i++) {
        (void)assay_element_begin(t);
        draw_tree(t, depth + 1);
        (void)(i % 3 == 2 ? assay_span_discard(t) : assay_span_end(t));
    }
    if (sort == 3)
        (void)assay_span_end(t);
    (void)assay_span_end(t);
}

static struct assay_record *new_record(void)
{
    void *block = calloc(1, assay_record_size(&limits));

    demand(block != NULL, "out of memory");
    return assay_record_init(block, &limits);
}

static void demand_same(const struct assay_record *a, const struct assay_record *b)
{
    demand(a->nchoices == b->nchoices && a->ndomains == b->ndomains &&
               a->nspans == b->nspans && a->npool == b->npool,
           "another number of things");
    demand(memcmp(a->choices, b->choices, a->nchoices * sizeof *a->choices) == 0,
           "other choices");
    demand(memcmp(a->spans, b->spans, a->nspans * sizeof *a->spans) == 0, "other spans");
    demand(memcmp(a->pool, b->pool, a->npool) == 0, "another pool");
    demand(assay_record_compare(a, b) == 0, "not equally simple");
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len)
{
    struct assay_record *first = new_record(), *second = new_record();
    struct assay_bytes_source source;
    struct assay_replay replay;
    struct assay_values values;
    struct assay_arena arena;
    struct assay_test t;
    enum assay_status status;

    if (len > LEN_MAX)
        len = LEN_MAX;
    assay_arena_init(&arena, NULL, 0);
    assay_values_init(&values, NULL);
    assay_bytes_source_init(&source, bytes, len);
    assay_test_init(&t, first, &source.base, &arena);
    draw_tree(&t, 0);
    status = assay_test_status(&t);
    demand(status == ASSAY_OK || status == ASSAY_TOO_LARGE || status == ASSAY_EMPTY_RANGE,
           "an unexpected status");

    demand(assay_values_add_record(&values, first, 0, first->nchoices) == ASSAY_OK,
           "no values");
    assay_replay_init(&replay, &values, NULL, NULL);
    assay_test_init(&t, second, &replay.base, &arena);
    draw_tree(&t, 0);
    demand(assay_test_status(&t) == status, "another status");
    demand_same(first, second);
    demand(assay_record_repair(first), "beyond repair");

    assay_values_done(&values);
    assay_arena_done(&arena);
    free(first);
    free(second);
    return 0;
}
