/*
 * Targeted search: what is kept as the best, and what is made of it.
 */
#include "choice/order.h"
#include "harness.h"
#include "run/execute.h"
#include "run_fixture.h"
#include <string.h>

static struct assay_shared shared;
static struct assay_executor x;
static struct assay_journal *j;

static void nothing(struct assay_test *t)
{
    (void)t;
}

static const struct assay_property property = ASSAY_PROPERTY(nothing);

static void start(void)
{
    CHECK_INT(assay_shared_init(&shared), ASSAY_OK);
    assay_executor_init(&x, &property, &shared, NULL);
    j = shared.journal;
}

static void end(void)
{
    assay_executor_done(&x);
    assay_shared_done(&shared);
}

static void add_choice(struct assay_record *r, struct assay_domain d, uint64_t value,
                       uint32_t len)
{
    r->domains[r->ndomains] = d;
    r->choices[r->nchoices++] =
        (struct assay_choice){.value = value, .domain = r->ndomains++, .len = len};
}

static const struct assay_domain byte = {.kind = ASSAY_KIND_UINT, .hi = 255};

/* ---- The best */

/* An execution of `n` choices of this value reaches a score. */
static void reach(double score, uint32_t n, uint64_t value)
{
    struct assay_target_slot *slot = assay_journal_target(j, "score");

    assay_journal_begin(j);
    assay_record_clear(shared.live);
    for (uint32_t i = 0; i < n; i++)
        add_choice(shared.live, byte, value, 0);
    slot->stamp = j->executions;
    slot->reached = score;
    assay_search_keep(&x);
}

static void check_best(double score, uint32_t n, uint64_t value)
{
    CHECK(j->targets[0].score == score);
    CHECK(j->targets[0].any);
    CHECK_UINT(shared.best[0]->nchoices, n);
    CHECK_UINT(shared.best[0]->choices[0].value, value);
}

TEST(search_keeps_the_best)
{
    start();
    reach(-5, 3, 1);
    check_best(-5, 3, 1);
    reach(-6, 1, 2);
    check_best(-5, 3, 1);
    reach(-5, 4, 2); /* as good, but larger */
    check_best(-5, 3, 1);
    reach(-5, 3, 2); /* the latest of those that are as good and as large */
    check_best(-5, 3, 2);
    reach(-5, 2, 3);
    check_best(-5, 2, 3);
    reach(7, 5, 4);
    check_best(7, 5, 4);
    assay_journal_begin(j); /* one that does not say */
    assay_record_clear(shared.live);
    assay_search_keep(&x);
    check_best(7, 5, 4);
    end();
}

/* ---- Mutants */

static void add_text(struct assay_record *r, const char *text)
{
    struct assay_domain d = {.kind = ASSAY_KIND_BYTES, .hi = 9};

    memcpy(r->pool + r->npool, text, strlen(text));
    add_choice(r, d, r->npool, (uint32_t)strlen(text));
    r->npool += (uint32_t)strlen(text);
}

/* The choices of a mutant, one after the other. */
static void put_mutant(struct assay_buf *out)
{
    for (size_t i = 0; i < x.mutant.count; i++) {
        const struct assay_value *v = &x.mutant.at[i];
        assay_buf_puts(out, i > 0 ? " " : "");
        if (v->kind == ASSAY_KIND_FLOAT)
            assay_buf_printf(out, "%.3f", assay_double_of(v->bits));
        else if (v->kind == ASSAY_KIND_BYTES)
            assay_buf_c_string(out, x.mutant.pool.at + v->bits, v->len);
        else
            assay_buf_printf(out, "%lld", (long long)v->bits);
    }
    assay_buf_putc(out, '\n');
}

/* What so many mutants of the best record are. */
static void put_mutants(unsigned times, struct assay_buf *out)
{
    struct assay_prng prng;

    assay_prng_init(&prng, 1, 1);
    for (unsigned i = 0; i < times; i++) {
        CHECK(assay_search_mutate(&x, &prng));
        for (size_t k = 0; k < x.mutant.count; k++)
            CHECK(x.mutant.at[k].kind > ASSAY_KIND_INDEX ||
                  assay_domain_has(assay_record_domain(shared.best[0], (uint32_t)k),
                                   x.mutant.at[k].bits));
        put_mutant(out);
    }
}

/* One to three changes: a step of up to 16, or of an eighth, either way, to an end, or to
 * anywhere; now and then the rest is left out. */
TEST(search_changes_integers)
{
    struct assay_domain wide = {
        .kind = ASSAY_KIND_INT, .lo = (uint64_t)-1000, .hi = 1000};
    struct assay_buf out;

    start();
    reach(1, 0, 0);
    add_choice(shared.best[0], byte, 2, 0);
    add_choice(shared.best[0], wide, 800, 0);
    add_choice(shared.best[0], byte, 250, 0);
    assay_buf_init(&out, NULL, 0);
    put_mutants(60, &out);
    CHECK_STR(out.at, "1 1000 238\n"
                      "155 800 250\n"
                      "2 800 255\n"
                      "2 459 250\n"
                      "2 1000 250\n"
                      "2 800 250\n"
                      "2 823 250\n"
                      "82 800 241\n"
                      "2 795 242\n"
                      "0\n"
                      "2 792 255\n"
                      "17 787 250\n"
                      "0 809 0\n"
                      "2 1000 218\n"
                      "2 811 117\n"
                      "2 794 255\n"
                      "0 792 250\n"
                      "3 -1000 250\n"
                      "255\n"
                      "2 800 236\n"
                      "2 990 255\n"
                      "0 800 250\n"
                      "3 808 250\n"
                      "2 793 233\n"
                      "34 800\n"
                      "1 800 141\n"
                      "2 799 218\n"
                      "2 808 239\n"
                      "2 -48 250\n"
                      "0 789 250\n"
                      "2 800 56\n"
                      "6 805 250\n"
                      "3 1000 250\n"
                      "0\n"
                      "4 784 250\n"
                      "3 795 250\n"
                      "2 -778 250\n"
                      "2 574 249\n"
                      "0 -1000 255\n"
                      "1 815 250\n"
                      "4 800 255\n"
                      "2 601 250\n"
                      "38\n"
                      "255 801 250\n"
                      "2 814 255\n"
                      "8 811 250\n"
                      "2 122 253\n"
                      "2 574\n"
                      "2 574 250\n"
                      "1 796 250\n"
                      "0 800 255\n"
                      "10 1000 250\n"
                      "0 800 235\n"
                      "2 803 250\n"
                      "3 800 250\n"
                      "1 800 250\n"
                      "0 800 34\n"
                      "4 800 250\n"
                      "\n"
                      "3 -112 250\n");
    assay_buf_done(&out);
    end();
}

/* Up to twice as large, down to half, off by up to 1, or with the other sign; a string
 * has one other byte. */
TEST(search_changes_floats_and_strings)
{
    struct assay_domain d = {
        .kind = ASSAY_KIND_FLOAT, .lo = assay_bits_of(-1000), .hi = assay_bits_of(1000)};
    struct assay_buf out;

    start();
    reach(1, 0, 0);
    add_choice(shared.best[0], d, assay_bits_of(100), 0);
    add_text(shared.best[0], "");
    add_text(shared.best[0], "abcd");
    assay_buf_init(&out, NULL, 0);
    put_mutants(40, &out);
    CHECK_STR(out.at, "100.000 \"\" \"abcd\"\n"
                      "122.276 \"\" \"abcd\"\n"
                      "100.000 \"\" \"abYd\"\n"
                      "100.000 \"\" \"abcd\"\n"
                      "100.000 \"\" \"aKcd\"\n"
                      "100.000 \"\" \"aEcd\"\n"
                      "77.518 \"\" \"abcm\"\n"
                      "114.293 \"\" \"abcd\"\n"
                      "100.000 \"\" \")bcd\"\n"
                      "100.000 \"\" \"abcd\"\n"
                      "51.116 \"\" \"abcd\"\n"
                      "100.190 \"\" \"abcd\"\n"
                      "100.000 \"\" \"ab_d\"\n"
                      "100.000 \"\" \"abcd\"\n"
                      "-100.000 \"\" \"ab@d\"\n"
                      "\n"
                      "-100.000 \"\" \"abcd\"\n"
                      "-100.390 \"\" \"abcd\"\n"
                      "100.000 \"\" \"ajcW\"\n"
                      "100.937 \"\" \"a:cd\"\n"
                      "100.000 \"\" \"abcd\"\n"
                      "100.000 \"\" \"abcd\"\n"
                      "99.279 \"\" \"abcd\"\n"
                      "100.000 \"\" \"lbcd\"\n"
                      "60.592\n"
                      "-100.397 \"\" \"abcd\"\n"
                      "100.000 \"\" \"abcF\"\n"
                      "100.000 \"\" \"abcd\"\n"
                      "124.490 \"\" \"abcd\"\n"
                      "99.943 \"\" \"abcd\"\n"
                      "100.000 \"\" \"abcd\"\n"
                      "100.000 \"\" \"abcd\"\n"
                      "100.000 \"\" \"LLcd\"\n"
                      "100.000 \"\" \"~bcd\"\n"
                      "-100.000 \"\" \"_^cd\"\n"
                      "100.000 \"\" \"rFcd\"\n"
                      "\n"
                      "100.000 \"\" \"abcd\"\n"
                      "100.000 \"\" \"abc\\031\"\n"
                      "193.283 \"\" \"abcd\"\n");
    assay_buf_done(&out);
    end();
}

TEST(search_needs_something_to_change)
{
    struct assay_prng prng;

    start();
    assay_prng_init(&prng, 1, 1);
    assay_journal_target(j, "score");
    CHECK(!assay_search_mutate(&x, &prng));
    reach(1, 0, 0);
    CHECK(!assay_search_mutate(&x, &prng));
    add_choice(shared.best[0], byte, 5, 0);
    CHECK(assay_search_mutate(&x, &prng));
    j->targets[0].any = false;
    CHECK(!assay_search_mutate(&x, &prng));
    end();
}

/* ---- In a row: from the middle on, every other test. */

static int executed, others;

static void counts_mutants(struct assay_test *t)
{
    int a = assay_int(t, "a", 0, 1000000);

    others += a < 900000;
    executed++;
    assay_target(t, "a", a);
}

TEST(search_is_half_of_the_second_half)
{
    static const struct assay_property climbing = ASSAY_PROPERTY(counts_mutants);
    struct assay_command row = {.seed = 1, .to = 500, .runs = 1000};

    CHECK_INT(assay_shared_init(&shared), ASSAY_OK);
    assay_executor_init(&x, &climbing, &shared, NULL);
    j = shared.journal;
    CHECK_INT(assay_executor_obey(&x, &row).end, ASSAY_END_DONE);
    CHECK_INT(executed - others, 37);
    row.from = 500;
    row.to = 1000;
    CHECK_INT(assay_executor_obey(&x, &row).end, ASSAY_END_DONE);
    CHECK_INT(executed - others, 185);
    CHECK(j->targets[0].score > 999000);
    end();
}
