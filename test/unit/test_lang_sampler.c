/* Words of regular languages, drawn. */
#include "base/buf.h"
#include "regular_fixture.h"
#include "shrink_fixture.h"
#include "torture.h"
#include <string.h>

#define SEED 7
#define DRAWS 3000

struct drawn {
    struct fixture f;
    struct assay_regular r;
    struct assay_sampler s;
    struct assay_buf word;
};

static void drawn_init_in(struct drawn *d, const char *grammar,
                          const struct assay_alloc *mem)
{
    CHECK_INT(regular_build(grammar, mem, ASSAY_REGULAR_STATES, &d->r), ASSAY_OK);
    fixture_init(&d->f, mem);
    assay_sampler_init(&d->s, &d->r);
    assay_buf_init(&d->word, mem, 0);
}

static void drawn_init(struct drawn *d, const char *grammar)
{
    drawn_init_in(d, grammar, checked_mem());
}

static void drawn_done(struct drawn *d)
{
    assay_buf_done(&d->word);
    assay_sampler_done(&d->s);
    assay_regular_done(&d->r);
    fixture_done(&d->f);
}

static enum assay_status draw(struct drawn *d, uint64_t number, uint32_t min,
                              uint32_t max)
{
    assay_buf_clear(&d->word);
    return assay_sampler_draw(&d->s, fixture_start(&d->f, SEED, number), min, max,
                              &d->word);
}

/* The lengths drawn must be exactly those in the list, which ends with UINT32_MAX. */
static void check_lengths(const char *grammar, uint32_t min, uint32_t max,
                          const uint32_t *lengths)
{
    struct drawn d;
    bool seen[ASSAY_REGULAR_LENGTH + 1] = {false};

    drawn_init(&d, grammar);
    for (uint64_t n = 0; n < DRAWS; n++) {
        CHECK_INT(draw(&d, n, min, max), ASSAY_OK);
        CHECK_INT(assay_regular_match(&d.r, d.word.at, d.word.len, NULL), ASSAY_OK);
        CHECK(d.word.len >= min && d.word.len <= max);
        seen[d.word.len] = true;
    }
    for (uint32_t len = 0; len <= ASSAY_REGULAR_LENGTH; len++) {
        bool listed = len == *lengths;

        if (seen[len] != listed)
            harness_fail(HARNESS_HERE, "%s: length %u", grammar, len);
        lengths += listed;
    }
    drawn_done(&d);
}

#define LENGTHS(...) ((const uint32_t[]){__VA_ARGS__, UINT32_MAX})

TEST(lang_sampler_draws_the_lengths_there_are)
{
    check_lengths("a: (\"ab\" | \"xyz\"){1,2};", 0, 20, LENGTHS(2, 3, 4, 5, 6));
    check_lengths("a: (\"ab\" | \"xyz\"){1,2};", 3, 5, LENGTHS(3, 4, 5));
    check_lengths("a: (\"ab\" | \"xyz\")*;", 0, 10,
                  LENGTHS(0, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    check_lengths("a: \"x\" | \"y\"{63} | \"z\"{64} | \"q\"{1000};", 0, 4096,
                  LENGTHS(1, 63, 64, 1000));
    check_lengths("a: \"x\" | \"y\"{63} | \"z\"{64} | \"q\"{1000};", 2, 999,
                  LENGTHS(63, 64));
    check_lengths("a: \"x\" | \"y\"{63} | \"z\"{64} | \"q\"{1000};", 64, 64, LENGTHS(64));
    check_lengths("a: (\"x\"{100})*;", 150, 450, LENGTHS(200, 300, 400));
    check_lengths("a: \"x\"*;", 4096, 4096, LENGTHS(4096));
    check_lengths("a: \"\";", 0, 4096, LENGTHS(0));
    /* At length 2 the second of three ways is closed. */
    check_lengths("a: \"a\" \"x\"* | \"b\" | \"c\" \"y\"*;", 2, 2, LENGTHS(2));
}

/* What was learned for one draw must not show in another. */
TEST(lang_sampler_keeps_to_its_lengths)
{
    struct drawn d;

    drawn_init(&d, "a: [a-z]*;");
    for (uint64_t n = 0; n < DRAWS; n++) {
        uint32_t min = (uint32_t)(n * 7919 % 200), max = min + (uint32_t)(n % 71);

        CHECK_INT(draw(&d, n, min, max), ASSAY_OK);
        CHECK(d.word.len >= min && d.word.len <= max);
    }
    drawn_done(&d);
}

static void check_none(struct drawn *d, uint32_t min, uint32_t max,
                       enum assay_status expected)
{
    assay_buf_puts(&d->word, "as it was");
    CHECK_INT(
        assay_sampler_draw(&d->s, fixture_start(&d->f, SEED, 1), min, max, &d->word),
        expected);
    CHECK_STR(d->word.at, "as it was");
    CHECK_UINT(d->f.record->nchoices, 0);
    CHECK_UINT(d->f.record->nspans, 0);
    CHECK_INT(d->f.test.status, ASSAY_OK);
    assay_buf_clear(&d->word);
}

TEST(lang_sampler_says_when_there_is_none)
{
    struct drawn d;
    struct assay_regular x, none;

    drawn_init(&d, "a: \"y\"{63} | \"z\"{130};");
    check_none(&d, 0, 62, ASSAY_EMPTY_RANGE);
    check_none(&d, 64, 129, ASSAY_EMPTY_RANGE);
    check_none(&d, 131, 4096, ASSAY_EMPTY_RANGE);
    check_none(&d, 64, 63, ASSAY_EMPTY_RANGE);
    check_none(&d, 0, 4097, ASSAY_BAD_USE);
    assay_sampler_done(&d.s);
    x = regular_of("a: \"x\";");
    CHECK_INT(assay_regular_both(&d.r, &x, 10, &none), ASSAY_OK);
    assay_sampler_init(&d.s, &none);
    check_none(&d, 0, 4096, ASSAY_EMPTY_RANGE);
    assay_sampler_done(&d.s);
    assay_regular_done(&none);
    assay_regular_done(&x);
    assay_sampler_init(&d.s, &d.r);
    drawn_done(&d);
}

TEST(lang_sampler_appends)
{
    struct drawn d;
    struct assay_test *t;

    drawn_init(&d, "a: \"xy\";");
    t = fixture_start(&d.f, SEED, 1);
    CHECK_INT(assay_sampler_draw(&d.s, t, 0, 9, &d.word), ASSAY_OK);
    CHECK_INT(assay_sampler_draw(&d.s, t, 0, 9, &d.word), ASSAY_OK);
    CHECK_STR(d.word.at, "xyxy");
    t->status = ASSAY_REJECTED;
    CHECK_INT(assay_sampler_draw(&d.s, t, 0, 9, &d.word), ASSAY_REJECTED);
    CHECK_STR(d.word.at, "xyxy");
    drawn_done(&d);
}

/* ---- Everything is reached. */

static uint32_t count_edges(const struct assay_regular *r)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < r->nstates * r->nclasses; i++)
        count += r->edges[i] != ASSAY_REGULAR_DEAD;
    return count;
}

/* Follows the word; counts the edges that were not taken before. */
static uint32_t take_edges(const struct assay_regular *r, const struct assay_buf *word,
                           bool *taken)
{
    uint32_t state = ASSAY_REGULAR_START, fresh = 0;

    for (size_t i = 0; i < word->len; i++) {
        size_t edge =
            (size_t)state * r->nclasses + r->classes[(unsigned char)word->at[i]];

        fresh += !taken[edge];
        taken[edge] = true;
        state = r->edges[edge];
    }
    return fresh;
}

static void check_all_edges(const char *grammar, uint32_t max)
{
    struct drawn d;
    bool taken[4096] = {false};
    uint32_t left;

    drawn_init(&d, grammar);
    CHECK(d.r.nstates * d.r.nclasses <= sizeof taken / sizeof *taken);
    left = count_edges(&d.r);
    for (uint64_t n = 0; n < DRAWS && left > 0; n++) {
        CHECK_INT(draw(&d, n, 0, max), ASSAY_OK);
        left -= take_edges(&d.r, &d.word, taken);
    }
    if (left > 0)
        harness_fail(HARNESS_HERE, "%s: %u edges not taken", grammar, left);
    drawn_done(&d);
}

TEST(lang_sampler_takes_all_edges)
{
    check_all_edges(
        "a: \"-\"? (\"0\" | [1-9] [0-9]*) (\".\" [0-9]+)? ([eE] [+-]? [0-9]+)?;", 20);
    check_all_edges("a: [^\"\\\\]* (\"\\\\\" [\"\\\\nrt] [^\"\\\\]*)*;", 20);
    check_all_edges(
        "a: o \".\" o \".\" o \".\" o; o: [0-9] | [1-9] [0-9] | \"1\" [0-9]{2} |"
        "\"2\" [0-4] [0-9] | \"25\" [0-5];",
        20);
    check_all_edges("a: \"stay\" | \"play\" | \"may\" | \"today\";", 20);
    check_all_edges("%bytes; a: %x00-FF* \"end\";", 100);
}

/* Counts the bytes up to the first `until` of words that are `len` long. */
static void count_bytes(const char *grammar, uint32_t len, char until,
                        uint32_t counts[256])
{
    struct drawn d;

    drawn_init(&d, grammar);
    memset(counts, 0, 256 * sizeof *counts);
    for (uint64_t n = 0; n < DRAWS; n++) {
        CHECK_INT(draw(&d, n, len, len), ASSAY_OK);
        for (size_t i = 0; i < len && (i == 0 || d.word.at[i - 1] != until); i++)
            counts[(unsigned char)d.word.at[i]]++;
    }
    drawn_done(&d);
}

/* Every byte is drawn, however much more is behind others; one that means something
 * elsewhere is drawn more often. */
TEST(lang_sampler_draws_all_bytes)
{
    uint32_t counts[256];

    count_bytes("%bytes; a: %x00-FF* \"e\";", 16, 0, counts);
    for (unsigned byte = 0; byte < 256; byte++)
        CHECK(counts[byte] > DRAWS / 64);
    CHECK(counts['e'] > DRAWS);
    count_bytes("a: [b-z]* \"-\" [b-yz]* \"z\";", 16, '-', counts);
    for (unsigned byte = 'b'; byte < 'z'; byte++)
        CHECK(counts[byte] > DRAWS / 256);
    CHECK(counts['z'] > counts['y'] * 8);
    count_bytes("a: [a-z] (\"x\" [a-e] \"y\"){12} | [0-9] [a-z]*;", 37, 'x', counts);
    for (unsigned byte = '0'; byte <= '9'; byte++)
        CHECK(counts[byte] > DRAWS / 256);
}

/* A way to much is likelier than a way to little. */
TEST(lang_sampler_goes_where_more_is)
{
    struct drawn d;
    int much = 0;

    drawn_init(&d, "a: [a-z]+ | \"<\" (\"x\" [a-e] \"y\"){12} [a-z]* \">\";");
    for (uint64_t n = 0; n < DRAWS; n++) {
        CHECK_INT(draw(&d, n, 38, 60), ASSAY_OK);
        much += d.word.at[0] == '<';
    }
    CHECK(much > DRAWS * 3 / 4 && much < DRAWS * 19 / 20);
    drawn_done(&d);
}

/* Short words are the rule, long ones the exception. */
TEST(lang_sampler_draws_mostly_short_words)
{
    struct drawn d;
    int shorter = 0, longer = 0;

    drawn_init(&d, "a: [a-z]*;");
    for (uint64_t n = 0; n < DRAWS; n++) {
        CHECK_INT(draw(&d, n, 0, 1000), ASSAY_OK);
        shorter += d.word.len < 16;
        longer += d.word.len > 40;
    }
    CHECK(shorter > DRAWS / 2 && longer > DRAWS / 50);
    drawn_done(&d);
}

/* ---- Simple and small. */

static void check_simplest(const char *grammar, uint32_t min, uint32_t max,
                           const char *expected)
{
    struct drawn d;

    drawn_init(&d, grammar);
    CHECK_INT(draw(&d, 0, min, max), ASSAY_OK); /* number 0 is the simplest there is */
    CHECK_STR(d.word.at, expected);
    drawn_done(&d);
}

TEST(lang_sampler_simplest)
{
    check_simplest("%bytes; a: %x00-FF*;", 3, 9, "aaa");
    check_simplest("a: [0-9A-Z]*;", 2, 9, "00");
    check_simplest("a: [~.A-Z]+;", 0, 9, "A");
    check_simplest("a: [~.\\t]+;", 0, 9, ".");
    check_simplest("a: [\\x7f\\t]+;", 0, 9, "\t");
    check_simplest("a: \"zz\" | \"x\" [b-d];", 0, 9, "xb");
    check_simplest("a: \"zz\" | \"x\" [b-d] \"!\";", 0, 9, "zz");
    check_simplest("a: \"a\" \"bc\"* | \"b\"* ;", 0, 9, "");
}

/* A choice for the length, then one for each byte: that of a byte without alternative
 * too, so that bytes can be taken out together with their choices. */
TEST(lang_sampler_is_a_list_of_choices)
{
    struct drawn d;

    drawn_init(&d, "a: (\"k\" [0-9])*;");
    CHECK_INT(draw(&d, 0, 3, 9), ASSAY_OK);
    CHECK_STR(d.word.at, "k0k0");
    CHECK_UINT(d.f.record->nspans, 1);
    CHECK_UINT(d.f.record->spans[0].flags,
               ASSAY_SPAN_LIST | ASSAY_SPAN_COUNTED | ASSAY_SPAN_PLAIN);
    CHECK_UINT(d.f.record->nchoices, 5);
    CHECK_UINT(assay_record_domain(d.f.record, 0)->lo, 4);
    CHECK_UINT(assay_record_domain(d.f.record, 0)->hi, 8);
    CHECK_UINT(assay_record_domain(d.f.record, 1)->hi, 0);
    CHECK_UINT(assay_record_domain(d.f.record, 2)->hi, 9);
    drawn_done(&d);
}

/* A problem draws from one sampler: it is made when first needed, and never freed. */
static struct assay_buf *draw_of(struct assay_test *t, struct drawn *d,
                                 const char *grammar)
{
    if (!d->s.of)
        drawn_init_in(d, grammar, NULL);
    assay_buf_clear(&d->word);
    (void)assay_sampler_draw(&d->s, t, 0, 40, &d->word);
    return &d->word;
}

static bool has_b(struct assay_test *t)
{
    static struct drawn d;

    return strchr(draw_of(t, &d, "a: [abc]*;")->at, 'b') != NULL;
}

static bool is_long_sentence(struct assay_test *t)
{
    static struct drawn d;

    return draw_of(t, &d, "a: [abc]* | \"x\"{3};")->len > 6;
}

static bool has_seven(struct assay_test *t)
{
    static struct drawn d;

    return strchr(draw_of(t, &d, "a: (\"k\" [0-9]+ \";\")*;")->at, '7') != NULL;
}

/* A dot has few alternatives, and as many choices as the letters around it. */
static bool has_dot_after_c(struct assay_test *t)
{
    static struct drawn d;

    return strstr(draw_of(t, &d, "a: l (\".\" l)*; l: [a-z]+;")->at, "c.") != NULL;
}

static bool has_even_b(struct assay_test *t)
{
    static struct drawn d;
    const char *word = draw_of(t, &d, "a: (\"xx\" | \"xb\")*;")->at;
    int count = 0;

    for (; *word; word++)
        count += *word == 'b';
    return count > 0 && count % 2 == 0;
}

/* Ten digits have as many alternatives as 26 letters; the first that is a 7 is 19. */
static bool has_seven_among_letters(struct assay_test *t)
{
    static struct drawn d;
    const char *grammar = "a: ([a-z] \"-\" | [0-9] \"+\")*;";

    return strchr(draw_of(t, &d, grammar)->at, '7') != NULL;
}

TEST(lang_sampler_shrinks)
{
    CHECK_MINIMUM(has_seven_among_letters, 10, "u2 x45 x0");
    CHECK_MINIMUM(has_b, 10, "u1 x1");
    CHECK_MINIMUM(is_long_sentence, 10, "u7 x0 x0 x0 x0 x0 x0 x0");
    CHECK_MINIMUM(has_seven, 10, "u3 x0 x7 x0");        /* k7; */
    CHECK_MINIMUM(has_dot_after_c, 10, "u3 x2 x26 x0"); /* c.a */
    CHECK_MINIMUM(has_even_b, 10, "u4 x0 x0 x0 x0");    /* xbxb */
}

/* ---- Without memory. */

static enum assay_status draw_twice(const struct assay_alloc *mem, void *ctx)
{
    struct fixture *f = ctx;
    struct assay_regular r = {.mem = mem};
    struct assay_sampler s;
    struct assay_buf out;
    enum assay_status status = regular_build("a: [a-z]* \".\" [0-9]+;", mem, 99, &r);

    if (status)
        return status;
    assay_sampler_init(&s, &r);
    assay_buf_init(&out, mem, 0);
    status = assay_sampler_draw(&s, fixture_start(f, SEED, 1), 2, 5, &out);
    if (!status)
        status = assay_sampler_draw(&s, fixture_start(f, SEED, 2), 90, 90, &out);
    if (!status)
        CHECK(out.len >= 92 && out.len <= 95);
    assay_buf_done(&out);
    assay_sampler_done(&s);
    assay_regular_done(&r);
    return status;
}

TEST(lang_sampler_without_memory)
{
    struct fixture f;

    fixture_init(&f, NULL);
    torture(draw_twice, &f);
    fixture_done(&f);
}

/* A record that is full ends the draw. */
TEST(lang_sampler_without_room)
{
    static const struct assay_limits small = {.choices = 8, .spans = 8, .pool = 8};
    struct drawn d;

    drawn_init(&d, "a: [ab]{8,};");
    d.f.record->max = small;
    CHECK_INT(draw(&d, 1, 8, 8), ASSAY_OK);
    CHECK_UINT(d.word.len, 8);
    CHECK_INT(draw(&d, 1, 9, 9), ASSAY_TOO_LARGE);
    CHECK_UINT(d.word.len, 0);
    drawn_done(&d);
}
