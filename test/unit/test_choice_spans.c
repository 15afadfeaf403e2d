/*
 * Spans, lists and elements, as the test records them.
 */
#include "fixture.h"
#include <string.h>

#define SEED 20240229

/* A source that gives one answer to everything and counts spans. */
struct oracle {
    struct assay_source base;
    uint64_t scalar;
    struct assay_domain domain; /* as last asked */
    enum assay_spread spread;
    unsigned begins, ends;
    uint32_t depth, nspans; /* as seen by the last call of the span hook */
};

static uint64_t oracle_scalar(struct assay_source *s, const struct assay_test *t,
                              const struct assay_ask *ask)
{
    struct oracle *o = (struct oracle *)s;

    (void)t;
    o->domain = *ask->domain;
    o->spread = ask->spread;
    return o->scalar;
}

static void oracle_span(struct assay_source *s, const struct assay_test *t, bool begins)
{
    struct oracle *o = (struct oracle *)s;

    o->begins += begins;
    o->ends += !begins;
    o->depth = t->depth;
    o->nspans = t->record->nspans;
}

static const struct assay_source_ops oracle_ops = {.scalar = oracle_scalar,
                                                   .span = oracle_span};

struct asked {
    struct fixture f;
    struct oracle o;
    struct assay_test *t;
};

static void asked_init(struct asked *a)
{
    fixture_init(&a->f, NULL);
    a->o = (struct oracle){.base.ops = &oracle_ops};
    assay_test_init(&a->f.test, a->f.record, &a->o.base, &a->f.arena);
    a->t = &a->f.test;
}

static void asked_done(struct asked *a)
{
    fixture_done(&a->f);
}

TEST(test_records_spans)
{
    static const char label[] = "label";
    struct asked a;
    const struct assay_span *s;
    bool b;

    asked_init(&a);
    s = a.f.record->spans;
    CHECK_INT(assay_choose_bool(a.t, 0.5, &b), ASSAY_OK);
    CHECK_INT(assay_span_begin(a.t, label), ASSAY_OK);
    CHECK_UINT(a.t->depth, 1);
    CHECK_UINT(a.t->open, 0);
    CHECK_UINT(s[0].start, 1);
    CHECK_UINT(s[0].end, UINT32_MAX);
    CHECK_UINT(s[0].parent, ASSAY_NO_SPAN);
    CHECK_UINT(s[0].flags, 0);
    CHECK_INT(assay_choose_bool(a.t, 0.5, &b), ASSAY_OK);
    CHECK_INT(assay_span_begin(a.t, "other"), ASSAY_OK);
    CHECK_UINT(a.t->depth, 2);
    CHECK_UINT(s[1].start, 2);
    CHECK_UINT(s[1].parent, 0);
    CHECK(s[1].label != s[0].label);
    CHECK_INT(assay_choose_bool(a.t, 0.5, &b), ASSAY_OK);
    CHECK_INT(assay_span_discard(a.t), ASSAY_OK);
    CHECK_UINT(s[1].end, 3);
    CHECK_UINT(s[1].flags, ASSAY_SPAN_DISCARDED);
    CHECK_UINT(a.t->depth, 1);
    CHECK_UINT(a.t->open, 0);
    CHECK_INT(assay_span_begin(a.t, label), ASSAY_OK);
    CHECK_UINT(s[2].parent, 0);
    CHECK_UINT(s[2].label, s[0].label);
    CHECK_INT(assay_span_end(a.t), ASSAY_OK);
    CHECK_UINT(s[2].start, 3);
    CHECK_UINT(s[2].end, 3);
    CHECK_UINT(s[2].flags, 0);
    CHECK_INT(assay_span_end(a.t), ASSAY_OK);
    CHECK_UINT(s[0].end, 3);
    CHECK_UINT(s[0].flags, 0);
    CHECK_UINT(a.t->depth, 0);
    CHECK_UINT(a.t->open, ASSAY_NO_SPAN);
    CHECK_UINT(a.f.record->nspans, 3);
    asked_done(&a);
}

TEST(test_tells_its_source_of_spans)
{
    struct asked a;

    asked_init(&a);
    CHECK_INT(assay_span_begin(a.t, "span"), ASSAY_OK);
    CHECK_UINT(a.o.begins, 1);
    CHECK_UINT(a.o.ends, 0);
    CHECK_UINT(a.o.depth, 1); /* after it began */
    CHECK_UINT(a.o.nspans, 1);
    CHECK_INT(assay_element_begin(a.t), ASSAY_OK);
    CHECK_UINT(a.o.depth, 2);
    CHECK_INT(assay_span_end(a.t), ASSAY_OK);
    CHECK_UINT(a.o.depth, 1); /* after it ended */
    CHECK_INT(assay_span_discard(a.t), ASSAY_OK);
    CHECK_UINT(a.o.begins, 2);
    CHECK_UINT(a.o.ends, 2);
    CHECK_UINT(a.o.depth, 0);
    CHECK_INT(assay_span_end(a.t), ASSAY_BAD_USE);
    CHECK_INT(assay_span_begin(a.t, "span"), ASSAY_BAD_USE);
    CHECK_UINT(a.o.begins, 2);
    CHECK_UINT(a.o.ends, 2);
    asked_done(&a);
}

TEST(test_labels_are_told_apart_by_their_address)
{
    static const char labels[1000];
    struct fixture f;
    struct assay_test *t;

    fixture_init(&f, NULL);
    t = fixture_start(&f, SEED, 1);
    for (size_t i = 0; i < sizeof labels; i++)
        CHECK_INT(assay_span_begin(t, labels + i), ASSAY_OK);
    for (size_t i = 0; i < sizeof labels; i++)
        for (size_t k = 0; k < i; k++)
            CHECK(f.record->spans[i].label != f.record->spans[k].label);
    fixture_done(&f);
}

TEST(test_records_lists)
{
    static const char label[] = "label";
    struct asked a;
    const struct assay_span *s;
    uint32_t n = 0;

    asked_init(&a);
    s = a.f.record->spans;
    a.o.scalar = 4;
    CHECK_INT(assay_list_begin(a.t, label, 2, 9, &n), ASSAY_OK);
    CHECK_UINT(n, 4);
    CHECK_INT(a.o.spread, ASSAY_LENGTH);
    CHECK_UINT(a.o.domain.lo, 2);
    CHECK_UINT(a.o.domain.hi, 9);
    CHECK_UINT(a.o.domain.toward, 2);
    CHECK_INT(a.o.domain.kind, ASSAY_KIND_UINT);
    CHECK_UINT(s[0].start, 0); /* the length is inside */
    CHECK_UINT(s[0].flags, ASSAY_SPAN_LIST | ASSAY_SPAN_COUNTED);
    CHECK_UINT(a.f.record->nchoices, 1);
    CHECK_INT(assay_element_begin(a.t), ASSAY_OK);
    CHECK_UINT(s[1].flags, ASSAY_SPAN_ELEMENT);
    CHECK_UINT(s[1].parent, 0);
    CHECK_UINT(s[1].start, 1);
    CHECK_INT(assay_span_end(a.t), ASSAY_OK);
    CHECK_INT(assay_element_begin(a.t), ASSAY_OK);
    CHECK_UINT(s[2].label, s[1].label);
    CHECK_INT(assay_span_end(a.t), ASSAY_OK);
    CHECK_INT(assay_span_discard(a.t), ASSAY_OK);
    CHECK_UINT(s[0].flags, ASSAY_SPAN_LIST | ASSAY_SPAN_COUNTED | ASSAY_SPAN_DISCARDED);
    CHECK_INT(assay_span_begin(a.t, label), ASSAY_OK);
    CHECK_UINT(s[3].label, s[0].label);
    asked_done(&a);
}

TEST(test_lists_of_a_given_length_choose_none)
{
    struct asked a;
    uint32_t n = 0;

    asked_init(&a);
    CHECK_INT(assay_list_begin(a.t, "list", 5, 5, &n), ASSAY_OK);
    CHECK_UINT(n, 5);
    CHECK_UINT(a.f.record->nchoices, 0);
    CHECK_UINT(a.f.record->spans[0].flags, ASSAY_SPAN_LIST);
    CHECK_INT(assay_list_begin(a.t, "list", 0, 0, &n), ASSAY_OK);
    CHECK_UINT(n, 0);
    a.o.scalar = 99;
    CHECK_INT(assay_list_begin(a.t, "list", 0, 9, &n), ASSAY_OK);
    CHECK_UINT(n, 9);
    asked_done(&a);
}

/* ---- Elements at once */

static const struct assay_domain numbers = {
    .lo = (uint64_t)-1000, .hi = 1000, .kind = ASSAY_KIND_INT};

TEST(test_elements_at_once_are_the_same_as_one_by_one)
{
    struct assay_ask ask = {.domain = &numbers, .spread = ASSAY_UNIFORM};
    struct fixture f, g;
    struct assay_test *t;
    int64_t values[10], value;
    uint32_t n;

    fixture_init(&f, NULL);
    fixture_init(&g, NULL);
    t = fixture_start(&f, SEED, 1);
    CHECK_INT(assay_list_begin(t, "list", 10, 10, &n), ASSAY_OK);
    CHECK_INT(assay_choose_elements(t, &ask, 10, values, sizeof *values), ASSAY_OK);
    CHECK_INT(assay_span_end(t), ASSAY_OK);
    CHECK_UINT(f.record->nspans, 1);
    CHECK_UINT(f.record->spans[0].flags, ASSAY_SPAN_LIST | ASSAY_SPAN_PLAIN);
    CHECK_UINT(f.record->spans[0].end, 10);
    CHECK_UINT(f.record->ndomains, 1);
    t = fixture_start(&g, SEED, 1);
    for (int i = 0; i < 10; i++) {
        CHECK_INT(assay_choose_int(t, -1000, 1000, 0, ASSAY_UNIFORM, &value), ASSAY_OK);
        CHECK_INT(values[i], value);
    }
    CHECK_UINT(f.record->nchoices, 10);
    CHECK_MEM(f.record->choices, g.record->choices, 10 * sizeof *f.record->choices);
    CHECK_UINT(f.record->domains[0].lo, g.record->domains[0].lo);
    CHECK_UINT(f.record->domains[0].hi, g.record->domains[0].hi);
    CHECK_UINT(f.record->domains[0].kind, g.record->domains[0].kind);
    fixture_done(&f);
    fixture_done(&g);
}

TEST(test_elements_have_the_size_of_their_type)
{
    static const size_t sizes[] = {1, 2, 4, 8};
    struct assay_ask ask = {.domain = &numbers};
    struct asked a;
    uint32_t n;

    asked_init(&a);
    a.o.scalar = (uint64_t)-3;
    CHECK_INT(assay_list_begin(a.t, "list", 3, 3, &n), ASSAY_OK);
    for (int i = 0; i < 4; i++) {
        unsigned char room[26], expected[26];
        memset(room, 0xa5, sizeof room);
        memset(expected, 0xa5, sizeof expected);
        for (int k = 0; k < 3; k++) {
            int64_t minus_three = -3;
            memcpy(expected + (size_t)k * sizes[i], &minus_three, sizes[i]);
        }
        CHECK_INT(assay_choose_elements(a.t, &ask, 3, room, sizes[i]), ASSAY_OK);
        CHECK_MEM(room, expected, sizeof room);
    }
    CHECK_UINT(a.f.record->nchoices, 12);
    asked_done(&a);
}

TEST(test_elements_are_clamped)
{
    struct assay_ask ask = {.domain = &numbers};
    struct asked a;
    int64_t values[2] = {0, 0};
    uint32_t n;

    asked_init(&a);
    a.o.scalar = (uint64_t)-5000;
    CHECK_INT(assay_list_begin(a.t, "list", 2, 2, &n), ASSAY_OK);
    CHECK_INT(assay_choose_elements(a.t, &ask, 2, values, 8), ASSAY_OK);
    CHECK_INT(values[0], -1000);
    CHECK_INT(values[1], -1000);
    CHECK_INT((int64_t)a.f.record->choices[1].value, -1000);
    asked_done(&a);
}

TEST(test_elements_need_room_in_the_record)
{
    struct assay_limits max = {.choices = 3, .spans = 3, .pool = 16};
    struct assay_ask ask = {.domain = &numbers};
    struct asked a;
    struct assay_record *r = malloc(assay_record_size(&max));
    int64_t values[4];
    uint32_t n;

    CHECK(r != NULL);
    asked_init(&a);
    for (uint32_t count = 0; count <= 3; count++) {
        bool fits = count <= 2;
        assay_test_init(a.t, assay_record_init(r, &max), &a.o.base, &a.f.arena);
        CHECK_INT(assay_list_begin(a.t, "list", 0, 9, &n), ASSAY_OK);
        CHECK_INT(assay_choose_elements(a.t, &ask, count, values, 8),
                  fits ? ASSAY_OK : ASSAY_TOO_LARGE);
        CHECK_UINT(r->nchoices, fits ? 1 + count : 1);
        CHECK_UINT(r->ndomains, fits && count > 0 ? 2 : 1);
        CHECK_INT(assay_test_status(a.t), fits ? ASSAY_OK : ASSAY_TOO_LARGE);
    }
    free(r);
    asked_done(&a);
}
