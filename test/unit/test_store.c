/*
 * The store: which histories each isolation has, by the anomalies that are known, and by
 * the axioms, both ways: all that they allow happens, and nothing else. And exploring
 * schedules meets all of it.
 */
#include "choice/prng.h"
#include "harness.h"
#include "sim/sim.h"
#include "store_histories.h"
#include <stdio.h>
#include <string.h>

static const char *const names[] = {"serialisable", "snapshot", "causal",
                                    "read committed"};

/* ---- Anomalies */

enum {
    NEVER = 0,
    RC = 1 << ASSAY_READ_COMMITTED,
    CAUSAL = RC | 1 << ASSAY_CAUSAL, /* and whatever is weaker */
    SNAPSHOT = CAUSAL | 1 << ASSAY_SNAPSHOT,
    ALWAYS = SNAPSHOT | 1 << ASSAY_SERIALISABLE,
};

struct anomaly {
    const char *name;
    struct program program;
    const char *history;
    unsigned levels; /* that have it */
};

static const struct anomaly anomalies[] = {
    {"dirty read", {{"wx !", "rx"}, true, false}, "wx ! | rx11 c", NEVER},
    {"intermediate read", {{"wx wx", "rx"}, true, false}, "wx wx c | rx11 c", NEVER},
    {"own write", {{"wx rx"}, true, false}, "wx rx11 c", ALWAYS},
    {"own write not seen", {{"wx rx"}, true, false}, "wx rx0 c", NEVER},
    {"last write seen", {{"wx wx", "rx"}, true, false}, "wx wx c | rx12 c", ALWAYS},
    {"lost update", {{"rx wx", "rx wx"}, true, false}, "rx0 wx c | rx0 wx c", CAUSAL},
    {"lost update prevented",
     {{"rx wx", "rx wx"}, true, false},
     "rx0 wx c | rx0 wx a",
     1 << ASSAY_SNAPSHOT | 1 << ASSAY_SERIALISABLE},
    {"write skew",
     {{"rx ry wx", "rx ry wy"}, true, false},
     "rx0 ry0 wx c | rx0 ry0 wy c",
     SNAPSHOT},
    {"long fork",
     {{"wx", "wy", "rx ry", "ry rx"}, true, false},
     "wx c | wy c | rx11 ry0 c | ry21 rx0 c",
     CAUSAL},
    {"non-repeatable read", {{"wx", "rx rx"}, true, false}, "wx c | rx0 rx11 c", RC},
    {"reads go back", {{"wx", "rx rx"}, true, false}, "wx c | rx11 rx0 c", NEVER},
    {"missing, then found", {{"wx", "rx rx"}, false, false}, "wx c | rx- rx11 c", RC},
    {"found, then missing", {{"ex", "rx rx"}, true, false}, "ex c | rx0 rx- c", RC},
    {"found again", {{"ex", "rx rx"}, true, false}, "ex c | rx- rx0 c", NEVER},
    {"fractured read, the old first",
     {{"wx wy", "rx ry"}, true, false},
     "wx wy c | rx0 ry11 c",
     NEVER}, /* ry12 is what it wrote */
    {"fractured read", {{"wx wy", "rx ry"}, true, false}, "wx wy c | rx0 ry12 c", RC},
    {"fractured read, the new first",
     {{"wx wy", "rx ry"}, true, false},
     "wx wy c | rx11 ry0 c",
     NEVER},
    {"cause not seen",
     {{"wx", "rx wy", "ry rx"}, true, false},
     "wx c | rx11 wy c | ry21 rx0 c",
     RC},
    {"cause not seen, asked first",
     {{"wx", "rx wy", "rx ry"}, true, false},
     "wx c | rx11 wy c | rx0 ry21 c",
     RC},
    {"session forgets what it wrote", {{"wx; rx"}, true, false}, "wx c; rx0 c", RC},
    {"session forgets what it read",
     {{"wx", "rx; rx"}, true, false},
     "wx c | rx11 c; rx0 c",
     RC},
    {"session forgets what it saw by the way",
     {{"wx", "rx wy", "ry; rx"}, true, false},
     "wx c | rx11 wy c | ry21 c; rx0 c",
     RC},
    {"stale read", {{"wx", "rx"}, true, true}, "wx c | rx0 c", SNAPSHOT},
    {"stale read, then a write",
     {{"wx", "rx wx"}, true, true},
     "wx c | rx0 wx c",
     CAUSAL},
    {"stale reads of a session",
     {{"wx", "rx; rx"}, true, true},
     "wx c | rx0 c; rx0 c",
     SNAPSHOT},
    {"stale write fails", {{"wx", "wx"}, true, true}, "wx c | wx a", 1 << ASSAY_SNAPSHOT},
    {"blind writes", {{"wx", "wx"}, true, false}, "wx c | wx c", ALWAYS},
    {"blind write fails",
     {{"wx", "wx"}, true, false},
     "wx c | wx a",
     1 << ASSAY_SNAPSHOT},
    {"read-only fails",
     {{"wx", "rx"}, true, false},
     "wx c | rx0 a",
     1 << ASSAY_SERIALISABLE},
    {"both fail", {{"rx wx", "rx wx"}, true, false}, "rx0 wx a | rx0 wx a", NEVER},
};

static bool happens(const struct anomaly *a, enum assay_isolation isolation)
{
    struct assay_map texts;
    bool found;

    assay_map_init(&texts, NULL);
    store_histories(&a->program, isolation, &texts);
    found = assay_map_find(&texts, a->history, strlen(a->history)) != NULL;
    assay_map_done(&texts);
    return found;
}

TEST(store_anomalies)
{
    for (size_t i = 0; i < sizeof anomalies / sizeof *anomalies; i++)
        for (int level = ASSAY_SERIALISABLE; level <= ASSAY_READ_COMMITTED; level++) {
            bool expected = anomalies[i].levels >> level & 1;
            if (happens(&anomalies[i], (enum assay_isolation)level) != expected)
                harness_fail(HARNESS_HERE, "%s: %s %s", anomalies[i].name, names[level],
                             expected ? "does not have it" : "has it");
        }
}

/* ---- Ways */

static uint64_t count_executions(const char *program, enum assay_isolation isolation)
{
    struct program p = {{program}, true, false};
    struct assay_map texts;
    uint64_t count;

    assay_map_init(&texts, NULL);
    count = store_histories(&p, isolation, &texts);
    assay_map_done(&texts);
    return count;
}

/* Only versions that may be read are ways, and there is one where it reads its own. */
TEST(store_ways)
{
    for (int level = ASSAY_SERIALISABLE; level <= ASSAY_READ_COMMITTED; level++) {
        uint64_t weak = level == ASSAY_READ_COMMITTED;
        enum assay_isolation isolation = (enum assay_isolation)level;
        CHECK_UINT(count_executions("wx; wx rx", isolation), 1);
        CHECK_UINT(count_executions("wx; rx", isolation), weak ? 2 : 1);
        CHECK_UINT(count_executions("wx; wx; rx", isolation), weak ? 3 : 1);
        CHECK_UINT(count_executions("wx; rx rx", isolation), weak ? 3 : 1);
    }
}

/* ---- Memory */

static void write_again_and_again(struct assay_session *s, const void *args)
{
    (void)args;
    for (int64_t tx = 0; tx < 100; tx++) {
        assay_begin(s, tx);
        assay_put(s, "rows", tx % 20, tx);
        CHECK(assay_commit(s));
    }
}

/* The memory that a transaction takes does not depend on how many there were before. */
TEST(store_memory_is_in_proportion)
{
    static const struct assay_simulation simulation = {.name = "memory"};

    for (int level = ASSAY_SERIALISABLE; level <= ASSAY_READ_COMMITTED; level++) {
        struct assay_arena arena;
        struct assay_sim *sim;
        assay_arena_init(&arena, NULL, 1 << 20);
        sim = assay_sim_begin(NULL, &arena, &simulation, NULL);
        assay_session_run(assay_store_open(sim, (enum assay_isolation)level), 0,
                          write_again_and_again, NULL, 0);
        while (assay_sim_menu(sim) > 0)
            assay_sim_perform(sim, assay_sim_menu_at(sim, 0));
        assay_sim_end(sim);
        assay_arena_done(&arena);
    }
}

/* ---- Axioms */

static void check_inside(enum assay_isolation isolation, const struct assay_map *texts)
{
    for (const struct assay_map_entry *e = NULL; (e = assay_map_next(texts, e));)
        if (!axioms_allow(e->key, isolation))
            harness_fail(HARNESS_HERE, "the store has %s, which is not %s", e->key,
                         names[isolation]);
}

static void check_among(const struct assay_map *some, const struct assay_map *all,
                        const char *what)
{
    CHECK(some->count > 0);
    for (const struct assay_map_entry *e = NULL; (e = assay_map_next(some, e));)
        if (!assay_map_find(all, e->key, e->len))
            harness_fail(HARNESS_HERE, "%s has not: %s", what, e->key);
}

static void check_all(const struct program *p, enum assay_isolation isolation)
{
    struct assay_map texts, others;

    assay_map_init(&texts, NULL);
    assay_map_init(&others, NULL);
    store_histories(p, isolation, &texts);
    check_inside(isolation, &texts);
    axiom_histories(p, isolation, &others);
    check_among(&others, &texts, "the store");
    assay_map_clear(&others);
    explored_histories(p, isolation, &others);
    check_among(&texts, &others, "exploring");
    CHECK_UINT(texts.count, others.count);
    assay_map_done(&texts);
    assay_map_done(&others);
}

/* The number-th transaction of so many operations on two rows. */
static void write_transaction(char *text, uint64_t number, uint32_t nops)
{
    static const char *const ops[] = {"rx", "wx", "ry", "wy"};

    for (uint32_t i = 0; i < nops; i++, number /= 4) {
        strcat(text, i > 0 ? " " : "");
        strcat(text, ops[number % 4]);
    }
}

/* All pairs of transactions of up to two operations, in two sessions, or in one. */
static void check_pairs(enum assay_isolation isolation)
{
    char a[40], b[40], both[80];

    for (uint64_t i = 0; i < 16; i++)
        for (uint64_t j = 0; j < 16; j++) {
            struct program apart = {{a, b}, true, false}, one = {{both}, true, false};
            a[0] = b[0] = '\0';
            write_transaction(a, i, 2);
            write_transaction(b, j, 2);
            snprintf(both, sizeof both, "%s; %s", a, b);
            check_all(&apart, isolation);
            check_all(&one, isolation);
        }
}

/* Three or four transactions, in sessions of some shape. */
static void check_some(enum assay_isolation isolation, unsigned count)
{
    static const char *const shapes[] = {"1|2|3", "1;2|3", "1|2;3", "1|2|3;4"};
    struct assay_prng prng;

    assay_prng_init(&prng, 1, (uint64_t)isolation);
    for (unsigned i = 0; i < harness_rounds(count); i++) {
        const char *shape = shapes[assay_prng_upto(&prng, 3)];
        char text[MAX_SESSIONS][80] = {""};
        struct program p = {{text[0]}, true, false};
        for (uint32_t session = 0; *shape; shape++)
            if (*shape == '|') {
                session++;
                p.sessions[session] = text[session];
            } else if (*shape == ';')
                strcat(text[session], "; ");
            else {
                uint32_t nops = 1 + (uint32_t)assay_prng_upto(&prng, 2);
                write_transaction(text[session], assay_prng_next(&prng) >> 8, nops);
            }
        check_all(&p, isolation);
    }
}

/* Two that read what a third writes: exploring is easily one step short of one of these.
 */
TEST(store_readers_and_a_writer)
{
    static const struct program p = {{"wy", "ry", "ry"}, true, false};

    for (int level = ASSAY_SERIALISABLE; level <= ASSAY_READ_COMMITTED; level++)
        check_all(&p, (enum assay_isolation)level);
}

TEST(store_serialisable_is_its_axioms)
{
    check_pairs(ASSAY_SERIALISABLE);
    check_some(ASSAY_SERIALISABLE, 150);
}

TEST(store_snapshot_is_its_axioms)
{
    check_pairs(ASSAY_SNAPSHOT);
    check_some(ASSAY_SNAPSHOT, 150);
}

TEST(store_causal_is_its_axioms)
{
    check_pairs(ASSAY_CAUSAL);
    check_some(ASSAY_CAUSAL, 80);
}

TEST(store_read_committed_is_its_axioms)
{
    check_pairs(ASSAY_READ_COMMITTED);
    check_some(ASSAY_READ_COMMITTED, 60);
}
