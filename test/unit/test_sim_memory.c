/*
 * Simulations without memory: whichever allocation fails, the execution ends, nodes are
 * stopped, sessions are dropped, and nothing is left.
 */
#include "harness.h"
#include "torture.h"
#include <assay/store.h>

static int started, stopped;
static bool fails;

struct word {
    char text[60]; /* more than fits into a slot */
};
ASSAY_MESSAGE(word, text);
ASSAY_SIGNAL(tick);

static void start(struct assay_self *self, void *state)
{
    (void)state;
    started++;
    assay_alarm(self, 3, tick);
    assay_tell(self, 0, word, .text = "a word");
    assay_self_note(self, "here I am");
}

static void stop(struct assay_self *self, void *state)
{
    (void)self, (void)state;
    stopped++;
}

static void on_tick(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    (void)state, (void)mail;
    assay_remark(self, tick);
    for (int i = 0; i < 10 && assay_self_id(self) == 0; i++)
        assay_tell(self, 0, word, .text = "more of them");
}

static const struct assay_actor talker = {.name = "talker",
                                          .size = 100,
                                          .start = start,
                                          .stop = stop,
                                          .handlers = {ASSAY_ON(tick, on_tick)}};

static void work(struct assay_session *s, const void *args)
{
    int64_t value = 0;

    (void)args;
    assay_begin(s, 1);
    for (int64_t key = 0; key < 3; key++) {
        assay_get(s, "rows", key, &value);
        assay_put(s, "rows", key, value + 1);
    }
    assay_commit(s);
}

static void setup(struct assay_sim *sim)
{
    struct assay_store *store = assay_store_open(sim, ASSAY_CAUSAL);

    for (int i = 0; i < 3; i++)
        assay_sim_add(sim, &talker);
    assay_store_fill(store, "rows", 1, 7);
    for (uint32_t i = 0; i < 2; i++)
        assay_session_run(store, i, work, NULL, 0);
    assay_sim_cut(sim, 0, 1);
    assay_sim_double(sim, "word", 2, 0);
    assay_sim_crash(sim, 2);
}

static void finish(struct assay_sim *sim)
{
    ASSAY_ASSERT(assay_sim_test(sim), !fails);
}

static enum assay_status run_once(const struct assay_alloc *mem, void *job)
{
    struct assay_property property = {
        .name = "memory", .run = assay_sim_run, .context = job};
    struct assay_options options = {
        .mem = mem, .runs = 1, .seed = 1, .no_fork = true, .no_store = true, .shrink = 1};
    struct assay_report *report = NULL;
    enum assay_status status = assay_check(&property, &options, &report);

    if (status == ASSAY_OK)
        CHECK_UINT(report->nfindings, fails);
    assay_report_free(report);
    CHECK_INT(stopped, started);
    return status;
}

static const struct assay_simulation simulation = {
    .name = "memory",
    .setup = setup,
    .finish = finish,
    .ordered = true,
    .faults = {.losses = 1, .crashes = 1, .partitions = 2}};

TEST(sim_runs_survive_failing_allocations)
{
    for (int schedule = ASSAY_SCHEDULE_RANDOM; schedule <= ASSAY_SCHEDULE_PRIORITIES;
         schedule++)
        for (int round = 0; round < 2; round++) {
            struct assay_sim_job job = {.simulation = &simulation,
                                        .schedule = (enum assay_schedule)schedule};
            fails = round == 1;
            checked_mem(); /* each piece is a block of its own */
            torture(run_once, &job);
        }
    CHECK(started > 100);
}
