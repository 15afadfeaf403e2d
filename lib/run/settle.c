/*
 * From a failure to a finding: verified in a new child, shrunk, explained and saved.
 */
#include "run/session.h"
#include "shrink/shrink.h"
#include <signal.h>
#include <string.h>

#define SHORTEST_TIMEOUT 0.05 /* seconds, while shrinking what does not end */
#define PATIENCE 20.0         /* slowest passing executions */
#define COMMON_TIMEOUT 0.25   /* seconds, while shrinking anything else */
#define QUICK_SHRINK 300      /* executions for a failure that was shrunk before */
#define FRESH_SHRINK 1000     /* executions when each needs a new child */
#define RECENT 16             /* failures of a shrinking that can be gone back to */

/* ---- Verifying */

static enum assay_status replay_explained(struct assay_session *s,
                                          const struct assay_values *values,
                                          struct assay_result *ret)
{
    struct assay_command command = {.explain = true};

    assay_engine_renew(&s->engine);
    return assay_engine_replay(&s->engine, values, command, s->options.timeout, ret);
}

static bool same_way(const struct assay_case *c, const struct assay_result *result)
{
    return result->end == ASSAY_END_FAILED && result->failed.key == c->failed.key;
}

static const char *end_text(const struct assay_result *result)
{
    switch (result->end) {
    case ASSAY_END_FAILED:
        return result->failed.message;
    case ASSAY_END_REJECTED:
        return "an assumption did not hold";
    case ASSAY_END_TOO_LARGE:
        return "it was too large";
    case ASSAY_END_MISUSED:
        return result->misused[0] ? result->misused : assay_status_text(result->misuse);
    default:
        return "it held";
    }
}

/* Died by SIGKILL that was not ours, and only once: somebody else's doing. */
static bool was_killed_from_outside(const struct assay_case *c)
{
    return c->failed.failure == ASSAY_SIGNAL && c->failed.code == SIGKILL;
}

static enum assay_status declare_flaky(struct assay_session *s, struct assay_case *c,
                                       const struct assay_result *second)
{
    enum assay_status status = ASSAY_OK;
    struct assay_buf *text = &s->scratch;

    if (c->tentative) {
        c->dropped = true;
        return ASSAY_OK;
    }
    if (was_killed_from_outside(c)) {
        c->dropped = true;
        return assay_session_warn(s, "the child was killed (SIGKILL) by somebody else; "
                                     "the test was executed again and the run went on");
    }
    c->flaky = true;
    assay_buf_clear(text);
    assay_buf_printf(text, "the second time, with the same choices: %s\n",
                     end_text(second));
    status = text->status ? text->status : assay_case_explain(s, c);
    if (status == ASSAY_OK)
        status =
            assay_session_keep(s, &c->notes, (struct assay_str){text->at, text->len});
    return status;
}

/*
 * Executes the case again, in a new child. Failing in another way, twice in a row, counts
 * as that other failure: memory that was corrupted shows at different places.
 */
static enum assay_status verify(struct assay_session *s, struct assay_case *c,
                                struct assay_result *second)
{
    struct assay_result third;
    enum assay_status status = replay_explained(s, &c->values, second);

    if (status)
        return status;
    if (same_way(c, second)) {
        c->failed = second->failed;
        return assay_case_explain(s, c);
    }
    if (second->end == ASSAY_END_FAILED) {
        status = replay_explained(s, &c->values, &third);
        if (status)
            return status;
        if (third.end == ASSAY_END_FAILED && third.failed.key == second->failed.key) {
            c->dropped = assay_session_find(s, third.failed.key) != NULL;
            c->failed = third.failed;
            *second = third;
            return assay_case_explain(s, c);
        }
    }
    return declare_flaky(s, c, second);
}

/* ---- Shrinking */

/* The last cases that failed while another was shrunk: what fails at a limit that is not
 * always the same, as the end of the stack, does so for one that is a little larger. */
struct recent {
    struct assay_values at[RECENT];
    uint32_t count; /* of all there were */
};

static void recent_init(struct recent *r, const struct assay_alloc *mem)
{
    r->count = 0;
    for (size_t i = 0; i < RECENT; i++)
        assay_values_init(&r->at[i], mem);
}

static void recent_done(struct recent *r)
{
    for (size_t i = 0; i < RECENT; i++)
        assay_values_done(&r->at[i]);
}

static enum assay_status recent_add(struct recent *r, const struct assay_record *drawn)
{
    struct assay_values *to = &r->at[r->count++ % RECENT];

    assay_values_clear(to);
    return assay_values_add_record(to, drawn, 0, drawn->nchoices);
}

struct shrinking {
    struct assay_session *session;
    struct assay_case *of;
    struct recent *recent; /* or NULL */
    double timeout, deadline;
    enum assay_status status;
};

static enum assay_outcome outcome_of(struct shrinking *sh,
                                     const struct assay_result *result)
{
    struct assay_case *new_case;
    double full = sh->session->options.timeout;

    switch (result->end) {
    case ASSAY_END_PASSED:
        return ASSAY_OUTCOME_PASSES;
    case ASSAY_END_FAILED:
        if (same_way(sh->of, result)) {
            if (result->damaged)
                return ASSAY_OUTCOME_OTHER;
            if (sh->recent)
                sh->status = recent_add(sh->recent, sh->session->engine.shared.drawn);
            return sh->status ? ASSAY_OUTCOME_STOP : ASSAY_OUTCOME_FAILS;
        }
        if (result->damaged)
            return ASSAY_OUTCOME_OTHER;
        sh->status = assay_session_meet(sh->session, result, &new_case);
        if (sh->status)
            return ASSAY_OUTCOME_STOP;
        if (new_case && result->failed.failure == ASSAY_TIMEOUT)
            new_case->tentative = sh->timeout < full;
        if (new_case && !new_case->tentative)
            sh->status = assay_store_save(sh->session, new_case);
        return sh->status ? ASSAY_OUTCOME_STOP : ASSAY_OUTCOME_OTHER;
    default:
        return ASSAY_OUTCOME_REJECTED;
    }
}

static enum assay_outcome execute(void *ctx, const struct assay_proposal *proposal,
                                  const struct assay_record **ret_drawn)
{
    struct shrinking *sh = ctx;
    struct assay_engine *e = &sh->session->engine;
    struct assay_command command = {.seed = proposal->hole_seed};
    struct assay_result result;
    enum assay_status status;

    if (assay_now() > sh->deadline || assay_engine_interrupted(e))
        return ASSAY_OUTCOME_STOP;
    assay_session_tick(sh->session);
    if (proposal->hole) {
        command.has_hole = true;
        command.hole = *proposal->hole;
    }
    *ret_drawn = e->shared.drawn;
    status = assay_engine_replay(e, proposal->values, command, sh->timeout, &result);
    if (status == ASSAY_TOO_LARGE) {
        assay_record_clear(e->shared.drawn);
        return ASSAY_OUTCOME_PASSES;
    }
    if (status) {
        sh->status = status;
        return ASSAY_OUTCOME_STOP;
    }
    return outcome_of(sh, &result);
}

static enum assay_status keep_explanation(struct assay_session *s, struct assay_case *c,
                                          const struct assay_shrink_report *report)
{
    struct assay_buf *b = &s->scratch;

    assay_buf_clear(b);
    assay_buf_printf(b, "shrinking: %u executions, %u improvements%s\n",
                     report->executions, report->improvements,
                     report->exhausted ? ", stopped by its limit" : "");
    for (uint32_t i = 0; i < report->passes; i++) {
        const struct assay_pass_report *p = &report->pass[i];
        if (p->tried == 0)
            continue;
        assay_buf_printf(b,
                         "  %-24s %5u tried, %5u kept; %u held, %u were rejected, "
                         "%u failed otherwise\n",
                         p->name, p->tried, p->kept, p->outcomes[ASSAY_OUTCOME_PASSES],
                         p->outcomes[ASSAY_OUTCOME_REJECTED],
                         p->outcomes[ASSAY_OUTCOME_OTHER]);
    }
    return b->status ? b->status
                     : assay_session_keep(s, &c->explanation,
                                          (struct assay_str){b->at, b->len});
}

/*
 * Many times what the slowest passing execution took is as good as for ever; `patience`
 * is how many. An execution that fails otherwise may take its time too: a sanitizer's
 * report, say.
 */
static double short_timeout(const struct assay_session *s, const struct assay_case *c,
                            double patience)
{
    double limit = patience * s->engine.watch.slowest, least = SHORTEST_TIMEOUT;

    if (c->failed.failure != ASSAY_TIMEOUT)
        least = COMMON_TIMEOUT + 4 * c->seconds;
    else if (patience > PATIENCE)
        least = COMMON_TIMEOUT;
    limit = limit < least ? least : limit;
    return limit < s->options.timeout ? limit : s->options.timeout;
}

/* Shrinks the record in shared.kept; the values of the case follow. */
static enum assay_status shrink(struct assay_session *s, struct assay_case *c,
                                uint32_t budget, double patience, struct recent *recent)
{
    struct assay_record *kept = s->engine.shared.kept;
    struct shrinking sh = {.session = s,
                           .of = c,
                           .recent = recent,
                           .timeout = short_timeout(s, c, patience)};
    struct assay_shrink_client client = {.execute = execute, .ctx = &sh};
    struct assay_shrink_options options = {
        .mem = s->options.mem, .max_executions = budget, .seed = s->options.seed};
    struct assay_shrink_report report = {0};
    enum assay_status status;

    sh.deadline = assay_now() + s->options.seconds / 2;
    s->shrinking = true;
    status = assay_shrink(kept, &client, &options, &report);
    s->shrinking = false;
    if (status == ASSAY_OK)
        status = sh.status;
    if (status == ASSAY_OK && s->options.explain)
        status = keep_explanation(s, c, &report);
    return status;
}

static enum assay_status values_of_kept(struct assay_session *s,
                                        struct assay_values *values)
{
    const struct assay_record *kept = s->engine.shared.kept;

    assay_values_clear(values);
    return assay_values_add_record(values, kept, 0, kept->nchoices);
}

static uint32_t budget_of(const struct assay_session *s, const struct assay_case *c,
                          bool fresh)
{
    uint32_t most = c->from_store ? QUICK_SHRINK : fresh ? FRESH_SHRINK : UINT32_MAX;

    return s->options.shrink < most ? s->options.shrink : most;
}

/* Executes values in a new child; if they fail like the case, they become its. */
static enum assay_status confirm(struct assay_session *s, struct assay_case *c,
                                 const struct assay_values *values, bool *ret_good)
{
    struct assay_result result;
    enum assay_status status = replay_explained(s, values, &result);

    *ret_good = status == ASSAY_OK && same_way(c, &result);
    if (!*ret_good)
        return status;
    c->failed = result.failed;
    status = assay_values_copy(&c->values, values);
    return status ? status : assay_case_explain(s, c);
}

/* The smallest of the last failures that is one in a new child, too. */
static enum assay_status confirm_recent(struct assay_session *s, struct assay_case *c,
                                        const struct recent *r, bool *ret_good)
{
    enum assay_status status = ASSAY_OK;

    for (uint32_t i = 1; i <= r->count && i <= RECENT && !*ret_good && !status; i++)
        status = confirm(s, c, &r->at[(r->count - i) % RECENT], ret_good);
    return status;
}

/*
 * Shrinks what was drawn last, and executes the result once more in a new child.
 * *ret_good is false, and the case as it was, when that does not fail.
 */
static enum assay_status shrink_once(struct assay_session *s, struct assay_case *c,
                                     bool fresh, bool *ret_good)
{
    struct assay_engine *e = &s->engine;
    struct assay_values smaller;
    struct recent recent;
    enum assay_status status = assay_record_copy(e->shared.kept, e->shared.drawn);

    *ret_good = true;
    assay_values_init(&smaller, s->options.mem);
    recent_init(&recent, s->options.mem);
    if (status == ASSAY_OK) {
        e->fresh = fresh && c->failed.failure != ASSAY_TIMEOUT;
        status = shrink(s, c, budget_of(s, c, fresh), fresh ? 4 * PATIENCE : PATIENCE,
                        fresh ? &recent : NULL);
        e->fresh = false;
    }
    if (status == ASSAY_OK)
        status = values_of_kept(s, &smaller);
    if (status == ASSAY_OK &&
        assay_values_hash(&smaller) != assay_values_hash(&c->values)) {
        status = confirm(s, c, &smaller, ret_good);
        if (status == ASSAY_OK && !*ret_good)
            status = confirm_recent(s, c, &recent, ret_good);
    }
    assay_values_done(&smaller);
    recent_done(&recent);
    return status;
}

/*
 * When the result of shrinking does not fail in a new child, what executions leave behind
 * in a child mattered, or its clock: once more, then, with a new child for each execution
 * and more patience. As a last resort the case stays as it was met.
 */
static enum assay_status shrink_and_confirm(struct assay_session *s, struct assay_case *c,
                                            bool fresh)
{
    struct assay_result result;
    bool good;
    enum assay_status status = shrink_once(s, c, fresh, &good);

    for (int attempt = 0; status == ASSAY_OK && !good && attempt < 2; attempt++) {
        status = replay_explained(s, &c->values, &result);
        if (status == ASSAY_OK)
            status = assay_case_explain(s, c);
        if (status || fresh || attempt > 0 || !same_way(c, &result))
            break;
        status = shrink_once(s, c, true, &good);
    }
    return status;
}

/* ---- Narrowing: a shorter program that fails in the same way, looked for at random */

#define NARROW_ROW 1000    /* executions between looks at the clock */
#define NARROW_ROWS 400    /* for one length */
#define NARROW_SECONDS 0.5 /* for one length */
#define NARROW_PART 0.125  /* of all seconds, for all lengths */

/* The length of the program that the record is; 0 when it is none. */
static uint32_t program_length(const struct assay_record *r)
{
    for (uint32_t i = 0; i < r->nspans; i++)
        if (r->spans[i].flags & ASSAY_SPAN_PROGRAM)
            return (uint32_t)r->choices[r->spans[i].start].value;
    return 0;
}

/* The operations it is made of, a bit for each: an element begins with its number. */
static uint64_t program_operations(const struct assay_record *r)
{
    uint64_t used = 0;

    for (uint32_t i = 0; i < r->nspans; i++) {
        const struct assay_span *span = &r->spans[i];
        if (span->flags & ASSAY_SPAN_ELEMENT && span->start < span->end &&
            r->spans[span->parent].flags & ASSAY_SPAN_PROGRAM &&
            assay_record_domain(r, span->start)->kind == ASSAY_KIND_INDEX)
            used |= (uint64_t)1 << r->choices[span->start].value % 64;
    }
    return used;
}

/* Whether a program of fewer operations fails like the case; it is then what was drawn
 * last. */
static enum assay_status find_shorter(struct assay_session *s, const struct assay_case *c,
                                      uint32_t length, double deadline, bool *ret_found)
{
    struct assay_command command = {.order = ASSAY_ORDER_SEARCH,
                                    .seed = s->options.seed + 1,
                                    .program_max = length - 1,
                                    .program_only =
                                        program_operations(s->engine.shared.kept)};
    struct assay_result result;
    enum assay_status status = ASSAY_OK;
    double end = assay_now() + NARROW_SECONDS;

    *ret_found = false;
    end = end < deadline ? end : deadline;
    while (status == ASSAY_OK && !*ret_found && command.from < NARROW_ROW * NARROW_ROWS &&
           assay_now() < end && !assay_engine_interrupted(&s->engine)) {
        command.to = command.from - command.from % NARROW_ROW + NARROW_ROW;
        status = assay_engine_run(&s->engine, &command, s->options.timeout, &result);
        command.from = result.next > command.from ? result.next : command.to;
        *ret_found = status == ASSAY_OK && same_way(c, &result) && !result.damaged;
    }
    return status;
}

/* The case gets ever shorter programs until none is found. */
static enum assay_status narrow(struct assay_session *s, struct assay_case *c,
                                uint64_t *ret_executions)
{
    const struct assay_record *drawn = s->engine.shared.drawn;
    double deadline = assay_now() + NARROW_PART * s->options.seconds;
    uint32_t length = program_length(s->engine.shared.kept);
    bool found = length > 1, good;
    enum assay_status status = ASSAY_OK;

    while (status == ASSAY_OK && found) {
        uint64_t before = assay_engine_executions(&s->engine);
        status = find_shorter(s, c, length, deadline, &found);
        *ret_executions += assay_engine_executions(&s->engine) - before;
        if (status || !found)
            break;
        length = program_length(drawn);
        status = shrink_once(s, c, false, &good);
        if (status == ASSAY_OK && good)
            length = program_length(s->engine.shared.kept);
        found = length > 1 && good;
    }
    return status;
}

/* ---- Settling */

/* The C program and the chart, where there are any. */
static enum assay_status save_beside(struct assay_session *s, struct assay_case *c)
{
    struct assay_buf *b = &s->scratch;
    enum assay_status status = ASSAY_OK;

    assay_buf_clear(b);
    if (assay_program_write(s, c, b))
        status = b->status ? b->status
                           : assay_store_save_beside(s, c, ".c", b, &c->reproducer);
    if (status || !c->page[0])
        return status;
    assay_buf_clear(b);
    assay_buf_puts(b, c->page);
    return b->status ? b->status : assay_store_save_beside(s, c, ".html", b, &c->chart);
}

static enum assay_status save_all(struct assay_session *s, struct assay_case *c)
{
    struct assay_buf *b = &s->scratch;
    enum assay_status status;

    assay_buf_clear(b);
    assay_values_encode(&c->values, s->property->name, ' ', b);
    status = b->status
                 ? b->status
                 : assay_session_keep(s, &c->choices, (struct assay_str){b->at, b->len});
    if (status == ASSAY_OK)
        status = assay_store_save(s, c);
    if (status == ASSAY_OK && c->saved[0])
        status = save_beside(s, c);
    return status;
}

static enum assay_status settle(struct assay_session *s, struct assay_case *c)
{
    uint64_t before = assay_engine_executions(&s->engine), narrowing = 0;
    struct assay_result second = {0};
    enum assay_status status = ASSAY_OK;

    c->settled = true;
    if (c->example) /* explained when it was met, and not to be shrunk */
        return ASSAY_OK;
    if (c->lost)
        return assay_session_keep(
            s, &c->notes,
            assay_str("it overwrote the record of its choices: it can be neither shrunk "
                      "nor replayed, but happens again with the same seed\n"));
    s->engine.watch.tick = NULL;
    if (!c->from_store) /* that was in a new child already */
        status = verify(s, c, &second);
    if (status == ASSAY_OK && !c->flaky && !c->dropped) {
        /* UBSan reports a place only once in a process, LeakSanitizer a leak again and
         * again. */
        bool leak = c->failed.failure == ASSAY_LEAK;
        bool fresh = second.alive && (c->failed.failure == ASSAY_SANITIZER ||
                                      (leak && assay_leak_litters()));
        c->seconds = second.seconds;
        status = shrink_and_confirm(s, c, fresh);
        if (status == ASSAY_OK && !fresh && !leak && !c->from_store)
            status = narrow(s, c, &narrowing);
    }
    s->engine.watch.tick = assay_session_tick;
    c->shrink_executions =
        (uint32_t)(assay_engine_executions(&s->engine) - before - narrowing);
    if (status == ASSAY_OK && !c->dropped)
        status = save_all(s, c);
    return status;
}

enum assay_status assay_session_settle(struct assay_session *s)
{
    enum assay_status status = ASSAY_OK;

    for (size_t i = 0; i < s->ncases && status == ASSAY_OK; i++) {
        if (s->cases[i].settled)
            continue;
        status = settle(s, &s->cases[i]);
        assay_engine_renew(&s->engine); /* what shrinking left there is nobody's */
    }
    return status;
}
