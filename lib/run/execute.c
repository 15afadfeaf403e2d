/*
 * The loops that execute a property. The one for random tests is the hot path: an
 * execution that passes costs no system call, no lock and no message.
 */
#include "run/execute.h"
#include "base/hash.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void assay_executor_init(struct assay_executor *x, const struct assay_property *property,
                         struct assay_shared *shared, const struct assay_alloc *mem)
{
    *x = (struct assay_executor){.property = property, .shared = shared, .statm = -1};
    x->body = (struct assay_body){.journal = shared->journal, .property = property};
    assay_arena_init(&x->arena, mem, 0);
    assay_arena_fence(&x->arena);
    assay_values_init(&x->mutant, NULL);
}

void assay_executor_done(struct assay_executor *x)
{
    assay_arena_done(&x->arena);
    assay_values_done(&x->mutant);
    if (x->statm >= 0)
        close(x->statm);
}

/* ---- Size of a process */

uint64_t assay_page_size(void)
{
    long size = sysconf(_SC_PAGESIZE);

    return size > 0 ? (uint64_t)size : 4096;
}

uint64_t assay_pages_of(int statm)
{
    char text[128];
    ssize_t len = statm < 0 ? -1 : pread(statm, text, sizeof text - 1, 0);
    unsigned long long resident = 0, data = 0;

    if (len <= 0)
        return 0;
    text[len] = '\0';
    if (sscanf(text, "%*u %llu %*u %*u %*u %llu", &resident, &data) != 2)
        return 0;
    return resident > data ? resident : data;
}

void assay_executor_watch(struct assay_executor *x, uint64_t memory)
{
    x->memory = memory;
    x->statm = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    x->pages = assay_pages_of(x->statm);
}

static uint64_t grown_since(const struct assay_executor *x, uint64_t pages)
{
    uint64_t now = assay_pages_of(x->statm);

    return now > pages ? (now - pages) * assay_page_size() : 0;
}

/* ---- One execution */

/* Apart from its caller, so that no variable of that is live across setjmp. */
static __attribute__((noinline)) void call_property(struct assay_executor *x)
{
    if (_setjmp(x->escape) == 0)
        x->property->run(&x->test);
}

static enum assay_end how_it_ended(struct assay_executor *x)
{
    struct assay_journal *j = x->shared->journal;

    if (atomic_load_explicit(&j->wreck.set, memory_order_relaxed))
        return ASSAY_END_FAILED;
    if (atomic_load_explicit(&j->reported, memory_order_relaxed)) {
        j->wreck.failure = ASSAY_SANITIZER; /* the runner reads its report */
        return ASSAY_END_FAILED;
    }
    switch (x->test.status) {
    case ASSAY_OK:
        return ASSAY_END_PASSED;
    case ASSAY_REJECTED:
        return ASSAY_END_REJECTED;
    case ASSAY_NO_MEMORY:
        return x->arena.mem ? ASSAY_END_NO_MEMORY : ASSAY_END_TOO_LARGE;
    case ASSAY_TOO_LARGE:
        return ASSAY_END_TOO_LARGE;
    default:
        j->wreck.misuse = x->test.status;
        return ASSAY_END_MISUSED;
    }
}

enum assay_end assay_execute(struct assay_executor *x, struct assay_source *source,
                             const struct assay_hooks *hooks)
{
    struct assay_journal *j = x->shared->journal;

    assay_journal_begin(j);
    assay_test_init(&x->test, x->shared->live, source, &x->arena);
    x->test.escape = &x->escape;
    x->test.client = &x->body;
    x->test.hooks = hooks;
    x->test.program_max = x->program_max;
    x->test.program_only = x->program_only;
    atomic_store_explicit(&j->running, 1, memory_order_relaxed);
    call_property(x);
    if (x->mine && !*x->mine) /* the property forked, and this is not the child */
        _exit(0);
    atomic_store_explicit(&j->running, 0, memory_order_relaxed);
    return how_it_ended(x);
}

/* ---- Counting */

static uint64_t hash_record(const struct assay_record *r)
{
    uint64_t hash = r->nchoices;

    for (uint32_t i = 0; i < r->nchoices; i++) {
        const struct assay_choice *c = &r->choices[i];
        unsigned kind = assay_record_domain(r, i)->kind;
        hash = assay_hash_step(hash, kind);
        if (kind >= ASSAY_KIND_BYTES)
            hash = assay_hash_bytes(hash, r->pool + c->value, c->len);
        else
            hash = assay_hash_step(hash, c->value);
    }
    return hash;
}

static void count(struct assay_executor *x, enum assay_end end)
{
    struct assay_journal *j = x->shared->journal;
    struct assay_tally *tally = &j->tally;

    if (end == ASSAY_END_REJECTED) {
        tally->rejected++;
        return;
    }
    if (end == ASSAY_END_TOO_LARGE) {
        tally->too_large++;
        return;
    }
    tally->runs++;
    if (tally->compared < ASSAY_SEEN_MAX) {
        tally->compared++;
        tally->duplicates += assay_journal_seen(j, hash_record(x->shared->live));
    }
    assay_journal_commit_labels(j);
    if (j->ntargets > 0 && end == ASSAY_END_PASSED)
        assay_search_keep(x);
}

/* Too few got through, and there was time to see that. */
static bool is_starved(const struct assay_tally *t, uint32_t rejects)
{
    return t->rejected + t->too_large > rejects * (t->runs + 100);
}

/* ---- The row of random tests */

struct pick {
    struct assay_random random;
    struct assay_replay replay;
};

/* Where the choices of a test come from: in the second half of the runs every other one
 * is a mutation of the best so far, if the property has a target. */
static struct assay_source *pick_source(struct assay_executor *x,
                                        const struct assay_command *c, uint64_t test,
                                        struct pick *pick)
{
    struct assay_journal *j = x->shared->journal;

    assay_random_init(&pick->random, c->seed, test);
    if (j->ntargets == 0 || j->tally.runs < c->runs / 2 || test % 2 == 0 ||
        !assay_search_mutate(x, &pick->random.prng))
        return &pick->random.base;
    assay_replay_init(&pick->replay, &x->mutant, &pick->random, NULL);
    return &pick->replay.base;
}

/* Looks at this process when the runner asks for it. */
static bool has_grown(struct assay_executor *x, uint64_t test)
{
    struct assay_journal *j = x->shared->journal;

    atomic_store_explicit(&j->tick, 0, memory_order_relaxed);
    if (x->statm < 0)
        return false;
    if (grown_since(x, x->pages) > x->memory / 2)
        return true;
    atomic_store_explicit(&j->steady, test, memory_order_relaxed);
    return false;
}

/* Whether it is time for a look, before this test: often in the beginning, so that a leak
 * that shows soon is found soon. */
static bool leak_is_due(const struct assay_executor *x, uint64_t test)
{
    uint64_t waiting =
        test - atomic_load_explicit(&x->shared->journal->unchecked, memory_order_relaxed);

    return waiting >= ASSAY_UNCHECKED_MAX || waiting > test / 4;
}

/* The tests before this one were not all checked, and something is left of them. */
static bool has_leaked(struct assay_executor *x, uint64_t test)
{
    struct assay_journal *j = x->shared->journal;

    if (atomic_load(&j->unchecked) >= test)
        return false;
    if (assay_leak_suspect(x))
        return true;
    atomic_store(&j->unchecked, test);
    return false;
}

/* Tests that are mutations of others cannot be made again from their number: each is
 * checked at once. */
static bool checks_rows(const struct assay_executor *x)
{
    return x->leaks && x->in_rows && x->shared->journal->ntargets == 0;
}

/* Looks for leaks after a test: in it, if it has to be at once. */
static enum assay_end check_test(struct assay_executor *x, enum assay_end end)
{
    struct assay_journal *j = x->shared->journal;

    if (!x->leaks || checks_rows(x))
        return end;
    if (end == ASSAY_END_PASSED && assay_leak_check(x))
        end = ASSAY_END_FAILED;
    atomic_store_explicit(&j->unchecked, UINT64_MAX, memory_order_relaxed);
    return end;
}

static struct assay_reply search_row(struct assay_executor *x,
                                     const struct assay_command *c)
{
    struct assay_journal *j = x->shared->journal;
    struct pick pick;
    uint64_t test = c->from;

    for (; test < c->to && j->tally.runs < c->runs; test++) {
        struct assay_source *source;
        enum assay_end end;
        if (atomic_load_explicit(&j->stop, memory_order_relaxed) ||
            (x->exhausted && *x->exhausted))
            return (struct assay_reply){ASSAY_END_STOPPED, test};
        if (atomic_load_explicit(&j->tick, memory_order_relaxed) && has_grown(x, test))
            return (struct assay_reply){ASSAY_END_GREW, test};
        if (checks_rows(x) && leak_is_due(x, test) && has_leaked(x, test))
            return (struct assay_reply){ASSAY_END_LEAKED, test};
        atomic_store_explicit(&j->test, test, memory_order_relaxed);
        source = pick_source(x, c, test, &pick);
        end = check_test(x, assay_execute(x, source, NULL));
        if (end == ASSAY_END_MISUSED || end == ASSAY_END_NO_MEMORY)
            return (struct assay_reply){end, test + 1};
        count(x, end);
        if (end == ASSAY_END_FAILED)
            return (struct assay_reply){end, test + 1};
        if (end != ASSAY_END_PASSED && is_starved(&j->tally, c->rejects))
            return (struct assay_reply){ASSAY_END_STARVED, test + 1};
    }
    return (struct assay_reply){ASSAY_END_DONE, test};
}

static struct assay_reply search(struct assay_executor *x, const struct assay_command *c)
{
    struct assay_journal *j = x->shared->journal;
    struct assay_reply reply;

    atomic_store(&j->steady, c->from);
    atomic_store(&j->unchecked, checks_rows(x) ? c->from : UINT64_MAX);
    if (x->leaks)
        assay_leak_start(x);
    reply = search_row(x, c);
    if ((reply.end == ASSAY_END_DONE || reply.end == ASSAY_END_STOPPED ||
         reply.end == ASSAY_END_STARVED) &&
        has_leaked(x, reply.next))
        reply.end = ASSAY_END_LEAKED;
    return reply;
}

/* ---- Looking for a failure among short programs */

static struct assay_reply search_short(struct assay_executor *x,
                                       const struct assay_command *c)
{
    struct assay_random random;

    for (uint64_t test = c->from; test < c->to; test++) {
        assay_random_init(&random, c->seed, test);
        x->program_only = test % 8 ? c->program_only : 0;
        if (assay_execute(x, &random.base, NULL) == ASSAY_END_FAILED)
            return (struct assay_reply){ASSAY_END_FAILED, test + 1};
    }
    return (struct assay_reply){ASSAY_END_DONE, c->to};
}

/* ---- Looking for the one test that leaks */

/* Ends before the first that leaks; or after one that is no leak but looks like it from
 * now on, one that was rejected with memory in its hands. */
static struct assay_reply search_leak(struct assay_executor *x,
                                      const struct assay_command *c)
{
    struct assay_journal *j = x->shared->journal;
    struct pick pick;

    for (uint64_t test = c->from; test < c->to; test++) {
        struct assay_source *source = pick_source(x, c, test, &pick);
        enum assay_end end;
        atomic_store_explicit(&j->test, test, memory_order_relaxed);
        assay_leak_start(x);
        end = assay_execute(x, source, NULL);
        if (end == ASSAY_END_PASSED && assay_leak_check_again(x, true))
            return (struct assay_reply){ASSAY_END_FAILED, test + 1};
        if (end != ASSAY_END_PASSED && assay_leak_litters() && assay_leak_suspect(x))
            return (struct assay_reply){ASSAY_END_LEAKED, test + 1};
    }
    return (struct assay_reply){ASSAY_END_DONE, c->to};
}

/* ---- Looking for the one test that grows */

/* A test that ended well is a failure when it left a quarter of the limit behind. */
static enum assay_end judge_growth(struct assay_executor *x, uint64_t before,
                                   enum assay_end end)
{
    struct assay_wreck *w = &x->shared->journal->wreck;
    uint64_t grown;

    if (x->statm < 0 || before == 0 || end == ASSAY_END_FAILED)
        return end;
    grown = grown_since(x, before);
    if (grown <= x->memory / 4)
        return end;
    w->failure = ASSAY_MEMORY;
    w->file[0] = '\0';
    w->line = 0;
    snprintf(w->message, sizeof w->message, "left %llu MiB of memory behind",
             (unsigned long long)(grown >> 20));
    atomic_store(&w->set, 1);
    return ASSAY_END_FAILED;
}

static struct assay_reply search_one_by_one(struct assay_executor *x,
                                            const struct assay_command *c)
{
    struct assay_journal *j = x->shared->journal;
    struct pick pick;

    for (uint64_t test = c->from; test < c->to; test++) {
        struct assay_source *source = pick_source(x, c, test, &pick);
        uint64_t before = assay_pages_of(x->statm);
        enum assay_end end;
        if (grown_since(x, x->pages) > x->memory / 2)
            return (struct assay_reply){ASSAY_END_GREW, test};
        atomic_store_explicit(&j->test, test, memory_order_relaxed);
        end = judge_growth(x, before, assay_execute(x, source, NULL));
        if (end == ASSAY_END_FAILED)
            return (struct assay_reply){end, test + 1};
    }
    return (struct assay_reply){ASSAY_END_DONE, c->to};
}

/* ---- Single executions */

static void clear_explanation(struct assay_journal *j)
{
    assay_area_clear(&j->values);
    assay_area_clear(&j->code);
    assay_area_clear(&j->given);
    assay_area_clear(&j->notes);
    assay_area_clear(&j->drawing);
    assay_area_clear(&j->program);
    assay_area_clear(&j->picture);
    assay_area_clear(&j->page);
    j->unprintable = 0;
    j->declared = 0;
}

/* What an execution that failed left allocated is no leak of a later one that passes, but
 * LeakSanitizer cannot tell them apart. */
static enum assay_end check_single(struct assay_executor *x, enum assay_end end,
                                   bool explained)
{
    if (x->leaks && !x->littered && end == ASSAY_END_PASSED &&
        assay_leak_check_again(x, explained))
        end = ASSAY_END_FAILED;
    x->littered |= end != ASSAY_END_PASSED && assay_leak_litters();
    return end;
}

/* Executes once, explained if so ordered, and judged for growth. */
static enum assay_end execute_watched(struct assay_executor *x,
                                      const struct assay_command *c,
                                      struct assay_source *source)
{
    struct assay_journal *j = x->shared->journal;
    bool hooked = c->explain || x->body.given;
    uint64_t before = assay_pages_of(x->statm);
    enum assay_end end;

    if (hooked)
        clear_explanation(j);
    x->body.explain = c->explain;
    x->body.steps = x->body.accounted = 0;
    if (x->leaks)
        assay_leak_start(x);
    end = assay_execute(x, source, hooked ? &assay_body_hooks : NULL);
    if (hooked && x->shared->live->nchoices != x->body.accounted)
        j->unprintable++;
    x->body.explain = false;
    end = check_single(x, end, c->explain);
    return judge_growth(x, before, end);
}

static enum assay_end replay(struct assay_executor *x, const struct assay_command *c)
{
    struct assay_values values = {
        .at = x->shared->values,
        .count = c->nvalues,
        .pool = {.at = (char *)x->shared->pool, .len = c->npool},
    };
    struct assay_random fill;
    struct assay_replay source;

    if (c->has_hole)
        assay_random_small(&fill, c->seed, 1);
    else
        assay_random_init(&fill, c->seed, 1);
    assay_replay_init(&source, &values, c->fill || c->has_hole ? &fill : NULL,
                      c->has_hole ? &c->hole : NULL);
    return execute_watched(x, c, &source.base);
}

/* What an example does not give is as simple as possible. */
static enum assay_end run_example(struct assay_executor *x, const struct assay_command *c)
{
    struct assay_random simplest;
    enum assay_end end;

    assay_random_init(&simplest, 0, 0);
    x->body.given = x->property->examples[c->example];
    end = execute_watched(x, c, &simplest.base);
    x->body.given = NULL;
    return end;
}

static enum assay_end run_bytes(struct assay_executor *x, const struct assay_command *c)
{
    struct assay_bytes_source source;

    assay_bytes_source_init(&source, x->shared->pool, c->npool);
    return execute_watched(x, c, &source.base);
}

struct assay_reply assay_executor_obey(struct assay_executor *x,
                                       const struct assay_command *c)
{
    struct assay_reply reply = {ASSAY_END_DONE, 0};

    x->program_max = c->program_max;
    x->program_only = 0;
    switch (c->order) {
    case ASSAY_ORDER_SEARCH:
        if (c->program_max)
            return search_short(x, c);
        if (!c->one_by_one)
            return search(x, c);
        return c->leaks ? search_leak(x, c) : search_one_by_one(x, c);
    case ASSAY_ORDER_REPLAY:
        reply.end = replay(x, c);
        break;
    case ASSAY_ORDER_EXAMPLE:
        reply.end = run_example(x, c);
        break;
    case ASSAY_ORDER_BYTES:
        reply.end = run_bytes(x, c);
        break;
    }
    return reply;
}
