/*
 * A whole run of a property: saved failures, examples, seeds, then random tests, until
 * there is nothing left to run, no time, or enough was found.
 */
#include "run/check.h"
#include "base/mem.h"
#include "run/session.h"
#include <signal.h>
#include <string.h>

/* How far to go on after a finding, for another: as long again, but within these. */
#define MORE_LEAST 100
#define MORE_MOST 1000

/* ---- Misuse */

static const char *misuse_text(enum assay_status misuse, bool drawing)
{
    if (misuse == ASSAY_EMPTY_RANGE)
        return "the range is empty";
    if (misuse == ASSAY_BAD_USE && drawing)
        return "a generator in it does not fit: a part is of another TYPE, that of "
               "pointers is no pointer's, or a function is missing";
    return assay_status_text(misuse);
}

/* Executes what was just drawn again, to learn which value was being drawn. */
static enum assay_status report_status(struct assay_session *s, enum assay_status misuse)
{
    const struct assay_property *p = s->property;
    const struct assay_record *drawn = s->engine.shared.drawn;
    struct assay_command command = {.explain = true};
    struct assay_values values;
    struct assay_result again;
    struct assay_str name = {"", 0};
    enum assay_status status;

    assay_values_init(&values, s->options.mem);
    status = assay_values_add_record(&values, drawn, 0, drawn->nchoices);
    if (status == ASSAY_OK)
        status =
            assay_engine_replay(&s->engine, &values, command, s->options.timeout, &again);
    assay_values_done(&values);
    if (status)
        return status;
    if (again.end == ASSAY_END_MISUSED)
        name = assay_area_text(&s->engine.shared.journal->drawing);
    return assay_session_error(s, "%s:%d: property %s: %s%.*s%s%s",
                               p->file ? p->file : "?", p->line, p->name,
                               name.len ? "value '" : "", (int)name.len, name.at,
                               name.len ? "': " : "", misuse_text(misuse, name.len > 0));
}

static enum assay_status report_misuse(struct assay_session *s,
                                       const struct assay_result *result)
{
    if (result->misused[0])
        return assay_session_error(s, "%s", result->misused);
    return report_status(s, result->misuse);
}

/* ---- Single executions before the search */

/* A failure that was met gets saved and settled at once, one of misuse ends the run. */
static enum assay_status take_in(struct assay_session *s,
                                 const struct assay_result *result)
{
    struct assay_case *c;
    enum assay_status status;

    if (result->end == ASSAY_END_MISUSED)
        return report_misuse(s, result);
    if (result->end != ASSAY_END_FAILED)
        return ASSAY_OK;
    status = assay_session_meet(s, result, &c);
    if (status || !c)
        return status;
    /* A SIGKILL may be somebody else's doing: that one is saved when it was verified. */
    if (c->failed.failure != ASSAY_SIGNAL || c->failed.code != SIGKILL)
        status = assay_store_save(s, c);
    return status ? status : assay_session_settle(s);
}

static enum assay_status run_examples(struct assay_session *s)
{
    struct assay_command command = {.order = ASSAY_ORDER_EXAMPLE, .explain = true};
    enum assay_status status = ASSAY_OK;

    if (!s->property->examples)
        return ASSAY_OK;
    for (uint32_t i = 0; s->property->examples[i] && status == ASSAY_OK && !s->misused;
         i++) {
        struct assay_result result;
        struct assay_case *c = NULL;
        command.example = i;
        status = assay_engine_run(&s->engine, &command, s->options.timeout, &result);
        if (status == ASSAY_OK && result.end == ASSAY_END_MISUSED)
            status = report_misuse(s, &result);
        if (status || result.end != ASSAY_END_FAILED)
            continue;
        status = assay_session_meet(s, &result, &c);
        if (!c)
            continue;
        c->example = i + 1;
        status = assay_case_explain(s, c);
    }
    return status ? status : assay_session_settle(s);
}

/* Seeds that take their time fail in the same way: not all of them are needed. */
static bool ends_seeds(const struct assay_session *s)
{
    for (size_t i = 0; i < s->ncases; i++)
        if (s->cases[i].repeats >= 2 && (s->cases[i].failed.failure == ASSAY_TIMEOUT ||
                                         s->cases[i].failed.failure == ASSAY_MEMORY))
            return true;
    return s->misused || assay_now() > s->engine.watch.deadline ||
           assay_engine_interrupted(&s->engine);
}

static enum assay_status run_seeds(struct assay_session *s)
{
    const char *const *seeds = s->property->seeds;
    struct assay_command command = {.fill = true, .seed = s->options.seed};
    struct assay_buf name, error;
    struct assay_values values;
    enum assay_status status = ASSAY_OK;

    if (!seeds)
        return ASSAY_OK;
    assay_values_init(&values, s->options.mem);
    assay_buf_init(&name, s->options.mem, 0);
    assay_buf_init(&error, s->options.mem, 0);
    for (size_t i = 0; seeds[i] && status == ASSAY_OK && !ends_seeds(s); i++) {
        struct assay_result result;
        command.seed = s->options.seed + i; /* each goes on in another way */
        status = assay_values_decode(&values, seeds[i], strlen(seeds[i]), &name, &error);
        if (status == ASSAY_BAD_FORMAT || status == ASSAY_BAD_VERSION) {
            status = assay_session_error(s, "property %s: seed %zu: %s",
                                         s->property->name, i + 1, error.at);
            continue;
        }
        if (status == ASSAY_OK)
            status = assay_engine_replay(&s->engine, &values, command, s->options.timeout,
                                         &result);
        if (status == ASSAY_OK) {
            s->seeded += result.end == ASSAY_END_PASSED || result.end == ASSAY_END_FAILED;
            status = take_in(s, &result);
        }
    }
    assay_values_done(&values);
    assay_buf_done(&name);
    assay_buf_done(&error);
    return status;
}

/* ---- The search */

/* A known failure that ends the child costs time; after so many the search ends. */
static uint64_t repeats_allowed(enum assay_failure failure)
{
    switch (failure) {
    case ASSAY_ASSERTION:
    case ASSAY_LEAK:
        return UINT64_MAX;
    case ASSAY_SIGNAL:
    case ASSAY_EXIT:
        return 50;
    case ASSAY_SANITIZER: /* reports are slow: symbols are looked up */
        return 5;
    case ASSAY_TIMEOUT:
    case ASSAY_MEMORY:
        break;
    }
    return 2;
}

static bool has_enough(const struct assay_session *s)
{
    for (size_t i = 0; i < s->ncases; i++)
        if (s->cases[i].repeats >= repeats_allowed(s->cases[i].failed.failure))
            return true;
    return assay_session_standing(s) >= s->max_cases;
}

/* The runs after which the search ends: all, or a while after the last finding. */
static uint64_t last_run(const struct assay_session *s)
{
    uint64_t twice = 2 * s->last_at, more = s->last_at + MORE_LEAST;
    uint64_t most = s->first_at + MORE_MOST, end = twice > more ? twice : more;

    if (assay_session_standing(s) == 0)
        return s->options.runs;
    end = end < most ? end : most;
    return end < s->options.runs ? end : s->options.runs;
}

/*
 * The child became too large somewhere in the tests since the last time it was measured.
 * They are executed again one by one; if none of them is to blame all of them are.
 */
static enum assay_status find_growth(struct assay_session *s, uint64_t from, uint64_t to)
{
    struct assay_command command = {.order = ASSAY_ORDER_SEARCH,
                                    .seed = s->options.seed,
                                    .from = from,
                                    .to = to,
                                    .runs = s->options.runs,
                                    .rejects = s->options.rejects,
                                    .one_by_one = true};
    struct assay_result result;
    uint64_t tests = to > from ? to - from : 1;

    while (command.from < to) {
        enum assay_status status;
        assay_engine_renew(&s->engine);
        status = assay_engine_run(&s->engine, &command, s->options.timeout, &result);
        if (status)
            return status;
        if (result.end == ASSAY_END_FAILED)
            return take_in(s, &result);
        if (result.end == ASSAY_END_GREW) {
            tests = result.next > command.from ? result.next - command.from : 1;
            s->growing = true;
            s->growth = s->options.memory / 2 / tests;
        }
        if (result.end != ASSAY_END_GREW || result.next <= command.from)
            break;
        command.from = result.next;
    }
    if (!s->growing) {
        s->growing = true;
        s->growth = s->options.memory / 2 / tests;
    }
    assay_engine_renew(&s->engine);
    return ASSAY_OK;
}

/*
 * Executes tests that were not checked for leaks again, one by one. Where a leak is seen
 * ever after, by LeakSanitizer, that takes a new child.
 */
static enum assay_status find_leak(struct assay_session *s, uint64_t from, uint64_t to)
{
    struct assay_command command = {.order = ASSAY_ORDER_SEARCH,
                                    .seed = s->options.seed,
                                    .from = from,
                                    .to = to,
                                    .runs = s->options.runs,
                                    .one_by_one = true,
                                    .leaks = true};
    struct assay_result result = {.end = ASSAY_END_LEAKED, .next = from};
    enum assay_status status = ASSAY_OK;

    while (status == ASSAY_OK && result.end == ASSAY_END_LEAKED && command.from < to) {
        if (assay_leak_is_global())
            assay_engine_renew(&s->engine);
        status = assay_engine_run(&s->engine, &command, s->options.timeout, &result);
        command.from = result.next > command.from ? result.next : to;
    }
    if (status || result.end != ASSAY_END_FAILED)
        return status;
    status = take_in(s, &result);
    if (assay_leak_is_global())
        assay_engine_renew(&s->engine);
    return status;
}

/* What a row of tests left unchecked when it ended like this. */
static enum assay_status check_rest(struct assay_session *s,
                                    const struct assay_result *result)
{
    uint64_t from = atomic_load(&s->engine.shared.journal->unchecked), to = result->next;

    if (!s->options.leaks || s->misused)
        return ASSAY_OK;
    to -= result->end == ASSAY_END_FAILED && to > 0;
    if (from >= to || to - from > ASSAY_UNCHECKED_MAX)
        return ASSAY_OK;
    return find_leak(s, from, to);
}

static bool is_exhausted(const struct assay_session *s)
{
    return s->options.exhausted && *s->options.exhausted;
}

static enum assay_status search(struct assay_session *s)
{
    struct assay_command command = {.order = ASSAY_ORDER_SEARCH,
                                    .seed = s->options.seed,
                                    .to = UINT64_MAX,
                                    .rejects = s->options.rejects};
    const struct assay_journal *j = s->engine.shared.journal;
    struct assay_result result;
    enum assay_status status = ASSAY_OK;

    while (status == ASSAY_OK && !s->misused && !has_enough(s)) {
        command.runs = last_run(s);
        if (j->tally.runs >= command.runs || assay_now() > s->engine.watch.deadline ||
            assay_engine_interrupted(&s->engine) || is_exhausted(s))
            return ASSAY_OK;
        status = assay_engine_run(&s->engine, &command, s->options.timeout, &result);
        if (status)
            return status;
        command.from = result.next;
        if (result.end == ASSAY_END_GREW)
            status = find_growth(s, atomic_load(&j->steady), result.next);
        else
            status = take_in(s, &result);
        if (status == ASSAY_OK)
            status = check_rest(s, &result);
        s->starved = result.end == ASSAY_END_STARVED;
        if (result.end == ASSAY_END_DONE || s->starved)
            return status;
    }
    return status;
}

/* ---- The calls */

struct box {
    struct assay_report report; /* first: it is what the caller has */
    struct assay_arena arena;
    const struct assay_alloc *mem;
};

void assay_report_free(struct assay_report *report)
{
    struct box *box = (struct box *)report;
    const struct assay_alloc *mem;

    if (!box)
        return;
    mem = box->mem;
    assay_arena_done(&box->arena);
    assay_mem_free(mem, box, sizeof *box);
}

static enum assay_status run_all(struct assay_session *s)
{
    enum assay_status status = assay_store_replay(s);

    if (status == ASSAY_OK && !s->misused)
        status = run_examples(s);
    if (status == ASSAY_OK && !s->misused)
        status = run_seeds(s);
    if (status == ASSAY_OK && !s->misused)
        status = search(s);
    return status;
}

/* One list of choices, explained, neither shrunk nor saved. */
static enum assay_status run_choices(struct assay_session *s,
                                     const struct assay_plan *plan)
{
    struct assay_command command = {.explain = true};
    struct assay_result result;
    struct assay_case *c;
    enum assay_status status;

    s->options.no_store = true;
    status = assay_engine_replay(&s->engine, plan->values, command, s->options.timeout,
                                 &result);
    if (status)
        return status;
    if (result.end == ASSAY_END_MISUSED)
        return report_misuse(s, &result);
    s->engine.shared.journal->tally.runs +=
        result.end == ASSAY_END_PASSED || result.end == ASSAY_END_FAILED;
    s->engine.shared.journal->tally.rejected += result.end == ASSAY_END_REJECTED;
    s->starved = result.end == ASSAY_END_REJECTED;
    if (result.end != ASSAY_END_FAILED)
        return ASSAY_OK;
    status = assay_session_meet(s, &result, &c);
    if (status || !c)
        return status;
    c->settled = true;
    c->saved = plan->path ? assay_session_text(s, assay_str(plan->path)) : "";
    assay_buf_clear(&s->scratch);
    assay_values_encode(&c->values, s->property->name, ' ', &s->scratch);
    if (s->scratch.status)
        return s->scratch.status;
    c->choices = assay_session_text(s, assay_str(s->scratch.at));
    return c->saved && c->choices ? assay_case_explain(s, c) : ASSAY_NO_MEMORY;
}

/* A fuzzer's input: found as any other failure, then shrunk. */
static enum assay_status run_bytes(struct assay_session *s, struct assay_str bytes)
{
    struct assay_command command = {.order = ASSAY_ORDER_BYTES};
    struct assay_result result;
    enum assay_status status;

    if (bytes.len > s->engine.shared.max_pool)
        return ASSAY_TOO_LARGE;
    memcpy(s->engine.shared.pool, bytes.at, bytes.len);
    command.npool = (uint32_t)bytes.len;
    status = assay_engine_run(&s->engine, &command, s->options.timeout, &result);
    if (status)
        return status;
    s->engine.shared.journal->tally.runs +=
        result.end == ASSAY_END_PASSED || result.end == ASSAY_END_FAILED;
    s->engine.shared.journal->tally.rejected += result.end == ASSAY_END_REJECTED;
    return take_in(s, &result);
}

static enum assay_status run_plan(struct assay_session *s, const struct assay_plan *plan)
{
    if (plan->values)
        return run_choices(s, plan);
    return plan->bytes.at ? run_bytes(s, plan->bytes) : run_all(s);
}

enum assay_status assay_check_plan(const struct assay_property *property,
                                   const struct assay_options *options,
                                   const struct assay_plan *plan,
                                   struct assay_report **ret_report)
{
    const struct assay_alloc *mem = property->options.mem ? property->options.mem
                                    : options             ? options->mem
                                                          : NULL;
    struct box *box;
    struct assay_session session;
    enum assay_status status;

    if (!property->name || !property->run)
        return ASSAY_BAD_USE;
    box = assay_mem_new(mem, sizeof *box);
    if (!box)
        return ASSAY_NO_MEMORY;
    *box = (struct box){.mem = mem};
    assay_arena_init(&box->arena, mem, 0);
    status = assay_session_init(&session, property, options, &box->arena);
    if (status == ASSAY_OK) {
        status = run_plan(&session, plan);
        if (status == ASSAY_OK)
            status = assay_session_report(&session, &box->report);
        assay_session_done(&session);
    }
    if (status)
        assay_report_free(&box->report);
    else
        *ret_report = &box->report;
    return status;
}

enum assay_status assay_check(const struct assay_property *property,
                              const struct assay_options *options,
                              struct assay_report **ret_report)
{
    struct assay_plan plan = {0};

    return assay_check_plan(property, options, &plan, ret_report);
}

enum assay_status assay_replay(const struct assay_property *property, const char *choices,
                               const struct assay_options *options,
                               struct assay_report **ret_report)
{
    const struct assay_alloc *mem = options ? options->mem : NULL;
    struct assay_values values;
    struct assay_buf name, error;
    struct assay_plan plan = {.values = &values};
    enum assay_status status;

    assay_values_init(&values, mem);
    assay_buf_init(&name, mem, 0);
    assay_buf_init(&error, mem, 0);
    status = assay_values_decode(&values, choices, strlen(choices), &name, &error);
    if (status == ASSAY_OK)
        status = assay_check_plan(property, options, &plan, ret_report);
    assay_buf_done(&name);
    assay_buf_done(&error);
    assay_values_done(&values);
    return status;
}
