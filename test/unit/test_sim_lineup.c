/*
 * Messages by priority, against a look at all of them.
 */
#include "harness.h"
#include "sim/sim.h"

struct token {
    uint32_t left;
};
ASSAY_MESSAGE(token, left);

static void on_token(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct token *token = mail->body;
    uint32_t id = assay_self_id(self);

    (void)state;
    if (token->left == 0)
        return;
    assay_tell(self, (id * 3 + token->left) % 5, token, .left = token->left - 1);
    if (token->left % 3 == 0)
        assay_tell(self, id, token, .left = token->left / 2);
}

static const struct assay_actor station = {.name = "station",
                                           .handlers = {ASSAY_ON(token, on_token)}};

/* The first of those with the highest priority. */
static uint32_t look_at_all(const struct assay_sim *sim, const struct assay_scheduler *s)
{
    uint32_t best = sim->ready[0];
    uint64_t most = 0;

    for (uint32_t i = 0; i < sim->nready; i++) {
        const struct assay_flight *f = &sim->flights[sim->ready[i]];
        uint64_t p = assay_scheduler_priority(s, assay_sim_line(f->from, f->to));
        if (p > most) {
            most = p;
            best = sim->ready[i];
        }
    }
    return best;
}

static uint32_t below(uint32_t n)
{
    static uint64_t state = 1;

    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 32) * n >> 32);
}

/* A line that was lowered before sinks again, or another one does. */
static void change(struct assay_sim *sim, struct assay_scheduler *s)
{
    const struct assay_flight *f = &sim->flights[sim->ready[below(sim->nready)]];

    s->lowered[s->nlowered < 3 ? s->nlowered++ : below(3)] =
        assay_sim_line(f->from, f->to);
    assay_lineup_clear(&s->lineup);
}

/* Mostly the first one arrives, sometimes another one; one is lost, one is doubled. */
static void check_order(bool ordered)
{
    struct assay_simulation of = {.name = "tokens", .ordered = ordered};
    struct assay_scheduler s = {.seed = 7 + ordered};
    struct assay_arena arena;
    struct assay_sim *sim;
    uint32_t steps = 0;

    assay_arena_init(&arena, NULL, 0);
    sim = assay_sim_begin(NULL, &arena, &of, NULL);
    for (int i = 0; i < 5; i++)
        assay_sim_add(sim, &station);
    for (uint32_t i = 0; i < 40; i++)
        assay_sim_tell(sim, i % 5, token, .left = 12);
    for (; sim->nready > 0; steps++) {
        const struct assay_waiting *first = assay_lineup_first(sim, &s);
        uint32_t slot = sim->ready[below(sim->nready)];
        CHECK(first != NULL);
        CHECK_UINT(first->slot, look_at_all(sim, &s));
        CHECK_UINT(sim->ready[assay_flight_place(sim, first->turn)], first->slot);
        if (below(8) > 0)
            slot = first->slot;
        if (below(50) == 0)
            assay_flight_drop(sim, slot);
        else if (below(50) == 0)
            assay_flight_copy(sim, slot);
        else
            assay_flight_arrive(sim, slot);
        if (sim->nready > 0 && below(100) == 0)
            change(sim, &s);
    }
    CHECK(steps > 500);
    CHECK(assay_lineup_first(sim, &s) == NULL);
    assay_sim_end(sim);
    assay_arena_done(&arena);
}

TEST(lineup_is_by_priority)
{
    check_order(false);
}

TEST(lineup_is_by_priority_where_messages_keep_their_order)
{
    check_order(true);
}
