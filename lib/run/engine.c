#include "run/engine.h"
#include <string.h>

#define ROW 64        /* tests between two looks at the clock, in this process */
#define LEARNED_MAX 8 /* reports whose names are looked up in this process */

/* A caller that ignores SIGCHLD would have the kernel forget how children ended. */
static void set_child_signal(struct assay_engine *e)
{
    struct sigaction usual = {.sa_handler = SIG_DFL};

    sigaction(SIGCHLD, NULL, &e->child_signal);
    if (e->child_signal.sa_handler == SIG_IGN || e->child_signal.sa_flags & SA_NOCLDWAIT)
        sigaction(SIGCHLD, &usual, NULL);
}

enum assay_status assay_engine_init(struct assay_engine *e,
                                    const struct assay_property *property,
                                    const struct assay_options *options)
{
    enum assay_status status;

    *e = (struct assay_engine){.property = property, .options = options};
    status = assay_shared_init(&e->shared);
    if (status)
        return status;
    status = assay_child_init(&e->child, options->mem);
    if (status) {
        assay_shared_done(&e->shared);
        return status;
    }
    set_child_signal(e);
    e->watch = (struct assay_watch){.options = options, .journal = e->shared.journal};
    assay_executor_init(&e->here, property, &e->shared, options->mem);
    return ASSAY_OK;
}

void assay_engine_done(struct assay_engine *e)
{
    assay_executor_done(&e->here);
    assay_child_done(&e->child, e->options->mem);
    assay_shared_done(&e->shared);
    sigaction(SIGCHLD, &e->child_signal, NULL);
}

void assay_engine_renew(struct assay_engine *e)
{
    assay_child_end(&e->child);
}

uint64_t assay_engine_executions(const struct assay_engine *e)
{
    return atomic_load(&e->shared.journal->executions);
}

bool assay_engine_interrupted(const struct assay_engine *e)
{
    return e->options->interrupted && *e->options->interrupted;
}

/* ---- In this process */

static bool is_over(const struct assay_engine *e)
{
    return assay_now() > e->watch.deadline || assay_engine_interrupted(e);
}

/* A search is cut into short rows, so that somebody looks at the clock. */
static struct assay_reply obey_here(struct assay_engine *e,
                                    const struct assay_command *command)
{
    struct assay_command part = *command;
    struct assay_reply reply;

    if (command->order != ASSAY_ORDER_SEARCH)
        return assay_executor_obey(&e->here, command);
    for (;;) {
        part.to = command->to - part.from < ROW ? command->to : part.from + ROW;
        reply = assay_executor_obey(&e->here, &part);
        if (reply.end != ASSAY_END_DONE || part.to == command->to ||
            e->shared.journal->tally.runs >= command->runs)
            return reply;
        if (is_over(e))
            return (struct assay_reply){ASSAY_END_STOPPED, part.to};
        if (e->watch.tick)
            e->watch.tick(e->watch.ctx);
        part.from = part.to;
    }
}

/* ---- In the child */

/* So that the next child need not look up what this one did. */
static void learn(struct assay_engine *e, const struct assay_failed *failed)
{
    if ((failed->failure == ASSAY_SANITIZER || failed->failure == ASSAY_LEAK) &&
        e->options->own_process && !e->options->no_fork && e->learned++ < LEARNED_MAX)
        assay_sanitizer_learn(assay_child_output(&e->child));
}

/* The child is alive and has said how it went. */
static void read_reply(struct assay_engine *e, const struct assay_reply *reply,
                       struct assay_result *ret)
{
    struct assay_journal *j = e->shared.journal;

    ret->end = reply->end;
    ret->next = reply->next;
    ret->alive = true;
    ret->misuse = j->wreck.misuse;
    memcpy(ret->misused, j->wreck.misused, sizeof ret->misused - 1);
    if (reply->end != ASSAY_END_FAILED)
        return;
    assay_failed_read(&ret->failed, &j->wreck);
    if (ret->failed.failure == ASSAY_SANITIZER)
        assay_failed_sanitizer(&ret->failed, assay_child_output(&e->child));
    learn(e, &ret->failed);
}

/* The child died. The test it died in counts as one that ran. */
static void read_death(struct assay_engine *e, const struct assay_command *c,
                       const struct assay_child_result *outcome, struct assay_result *ret)
{
    struct assay_journal *j = e->shared.journal;
    bool row = c->order == ASSAY_ORDER_SEARCH && !c->one_by_one;

    ret->end = ASSAY_END_FAILED;
    ret->next = atomic_load(&j->test) + 1;
    if (row && outcome->how == ASSAY_CHILD_GREW) {
        ret->end = ASSAY_END_GREW; /* which test did it is not known yet */
        return;
    }
    ret->died = outcome->how != ASSAY_CHILD_DIED || atomic_load(&j->running);
    if (!ret->died)
        assay_failed_deserted(&ret->failed);
    else
        assay_failed_autopsy(&ret->failed, &j->wreck, outcome->how, outcome->wait_status,
                             assay_child_output(&e->child));
    learn(e, &ret->failed);
    atomic_store(&j->running, 0);
    if (row) {
        j->tally.runs++;
        assay_journal_commit_labels(j);
    }
}

/* A property that corrupts memory can corrupt the counts: then those before it stand. */
static void check_counts(struct assay_engine *e)
{
    struct assay_journal *j = e->shared.journal;
    const struct assay_tally *now = &j->tally, *old = &e->tally;
    uint64_t executions = atomic_load(&j->executions),
             most = executions - e->executions + 1; /* and one that died */

    if (now->runs - old->runs <= most && now->rejected - old->rejected <= most &&
        now->too_large - old->too_large <= most && most < (uint64_t)1 << 48) {
        e->tally = *now;
        e->executions = executions;
        return;
    }
    e->miscounted = true;
    j->tally = e->tally;
    atomic_store(&j->executions, ++e->executions);
}

static enum assay_status run_in_child(struct assay_engine *e,
                                      const struct assay_command *c,
                                      struct assay_result *ret)
{
    struct assay_child_result outcome = {0};
    enum assay_status status = ASSAY_IO;

    if (e->fresh)
        assay_engine_renew(e);
    for (int attempt = 0; attempt < 2 && status; attempt++) {
        status = ASSAY_OK;
        if (e->child.pid == 0)
            status = assay_child_start(&e->child, e->property, &e->shared, e->options);
        if (c->order != ASSAY_ORDER_SEARCH)
            assay_child_forget_output(&e->child);
        if (status == ASSAY_OK) /* it fails if the child was killed in the meantime */
            status = assay_child_order(&e->child, c, &e->watch, &outcome);
    }
    if (status)
        return status;
    check_counts(e);
    if (outcome.replied)
        read_reply(e, &outcome.reply, ret);
    else
        read_death(e, c, &outcome, ret);
    e->meddled |= outcome.replied && e->child.socket < 0;
    return ASSAY_OK;
}

enum assay_status assay_engine_run(struct assay_engine *e,
                                   const struct assay_command *command, double timeout,
                                   struct assay_result *ret)
{
    enum assay_status status = ASSAY_OK;
    struct assay_reply reply;
    double start = assay_now();

    memset(ret, 0, sizeof *ret);
    atomic_store(&e->shared.journal->stop, 0);
    e->watch.timeout = timeout;
    if (e->options->no_fork) {
        e->here.leaks = e->options->leaks;
        e->here.exhausted = e->options->exhausted;
        e->here.in_rows = !assay_leak_is_global(); /* there is no other process */
        reply = obey_here(e, command);
        read_reply(e, &reply, ret);
    } else {
        status = run_in_child(e, command, ret);
    }
    if (status)
        return status;
    ret->seconds = assay_now() - start;
    if (ret->end == ASSAY_END_NO_MEMORY)
        return ASSAY_NO_MEMORY;
    if (ret->end == ASSAY_END_FAILED)
        assay_failed_limits(&ret->failed, e->options);
    if (ret->end == ASSAY_END_FAILED && ret->died)
        assay_failed_in(&ret->failed, e->shared.journal->doing);
    if (ret->end <= ASSAY_END_MISUSED)
        ret->damaged = !assay_shared_copy_drawn(&e->shared);
    return ASSAY_OK;
}

enum assay_status assay_engine_replay(struct assay_engine *e,
                                      const struct assay_values *values,
                                      struct assay_command command, double timeout,
                                      struct assay_result *ret)
{
    enum assay_status status = assay_shared_propose(&e->shared, values);

    if (status)
        return status;
    command.order = ASSAY_ORDER_REPLAY;
    command.nvalues = (uint32_t)values->count;
    command.npool = (uint32_t)values->pool.len;
    return assay_engine_run(e, &command, timeout, ret);
}
