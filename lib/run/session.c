#include "run/session.h"
#include "base/mem.h"
#include "run/options.h"
#include <string.h>

/* ---- The session */

void assay_session_tick(void *ctx)
{
    struct assay_session *s = ctx;
    double now = assay_now();

    if (!s->options.progress || now < s->progress_due)
        return;
    s->progress_due = now + 0.1;
    s->options.progress(s->options.progress_ctx,
                        &(struct assay_progress){
                            .property = s->property,
                            .runs = s->engine.shared.journal->tally.runs,
                            .of = s->options.runs,
                            .seconds = now - s->start,
                            .findings = s->ncases,
                            .shrinking = s->shrinking,
                        });
}

enum assay_status assay_session_init(struct assay_session *s,
                                     const struct assay_property *property,
                                     const struct assay_options *options,
                                     struct assay_arena *arena)
{
    enum assay_status status;

    *s = (struct assay_session){.property = property, .arena = arena, .error = ""};
    s->options = assay_options_resolve(property, options);
    s->max_cases = s->options.findings < ASSAY_FINDINGS_MAX ? s->options.findings
                                                            : ASSAY_FINDINGS_MAX;
    s->start = assay_now();
    s->cases = assay_mem_new(s->options.mem, ASSAY_FINDINGS_MAX * sizeof *s->cases);
    if (!s->cases)
        return ASSAY_NO_MEMORY;
    status = assay_engine_init(&s->engine, property, &s->options);
    if (status) {
        assay_mem_free(s->options.mem, s->cases, ASSAY_FINDINGS_MAX * sizeof *s->cases);
        return status;
    }
    assay_buf_init(&s->scratch, s->options.mem, 0);
    s->engine.watch.deadline = s->start + s->options.seconds;
    s->engine.watch.tick = assay_session_tick;
    s->engine.watch.ctx = s;
    return ASSAY_OK;
}

void assay_session_done(struct assay_session *s)
{
    for (size_t i = 0; i < s->ncases; i++)
        assay_values_done(&s->cases[i].values);
    assay_mem_free(s->options.mem, s->cases, ASSAY_FINDINGS_MAX * sizeof *s->cases);
    assay_buf_done(&s->scratch);
    assay_engine_done(&s->engine);
}

const char *assay_session_text(struct assay_session *s, struct assay_str text)
{
    return assay_arena_text(s->arena, text.at, text.len);
}

/* The formatted text in the arena, NULL when out of memory. */
static const char *format_text(struct assay_session *s, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
static const char *format_text(struct assay_session *s, const char *format, va_list args)
{
    struct assay_buf text;
    const char *kept = NULL;

    assay_buf_init(&text, s->options.mem, 0);
    assay_buf_vprintf(&text, format, args);
    if (text.status == ASSAY_OK)
        kept = assay_arena_text(s->arena, text.at, text.len);
    assay_buf_done(&text);
    return kept;
}

enum assay_status assay_session_warn(struct assay_session *s, const char *format, ...)
{
    const char *text;
    va_list args;

    if (s->nwarnings == ASSAY_WARNINGS_MAX)
        return ASSAY_OK;
    va_start(args, format);
    text = format_text(s, format, args);
    va_end(args);
    if (!text)
        return ASSAY_NO_MEMORY;
    for (size_t i = 0; i < s->nwarnings; i++)
        if (strcmp(s->warnings[i], text) == 0)
            return ASSAY_OK; /* once is enough */
    s->warnings[s->nwarnings++] = text;
    return ASSAY_OK;
}

enum assay_status assay_session_error(struct assay_session *s, const char *format, ...)
{
    const char *text;
    va_list args;

    if (s->misused)
        return ASSAY_OK;
    va_start(args, format);
    text = format_text(s, format, args);
    va_end(args);
    if (!text)
        return ASSAY_NO_MEMORY;
    s->error = text;
    s->misused = true;
    return ASSAY_OK;
}

/* ---- Meeting */

struct assay_case *assay_session_find(struct assay_session *s, uint64_t key)
{
    for (size_t i = 0; i < s->ncases; i++)
        if (s->cases[i].failed.key == key && !s->cases[i].dropped)
            return &s->cases[i];
    return NULL;
}

size_t assay_session_standing(const struct assay_session *s)
{
    size_t n = 0;

    for (size_t i = 0; i < s->ncases; i++)
        n += !s->cases[i].dropped;
    return n;
}

enum assay_status assay_session_meet(struct assay_session *s,
                                     const struct assay_result *result,
                                     struct assay_case **ret_case)
{
    struct assay_case *c = assay_session_find(s, result->failed.key);
    const struct assay_record *drawn = s->engine.shared.drawn;
    uint64_t runs = s->engine.shared.journal->tally.runs;
    enum assay_status status;

    *ret_case = NULL;
    if (c)
        c->repeats++;
    if (c || assay_session_standing(s) >= s->max_cases || s->ncases == ASSAY_FINDINGS_MAX)
        return ASSAY_OK;
    c = &s->cases[s->ncases];
    *c = (struct assay_case){.failed = result->failed,
                             .after = assay_engine_executions(&s->engine),
                             .lost = result->damaged,
                             .saved = "",
                             .reproducer = "",
                             .chart = "",
                             .shown = "",
                             .program = "",
                             .notes = "",
                             .picture = "",
                             .page = "",
                             .output = "",
                             .choices = "",
                             .explanation = ""};
    assay_values_init(&c->values, s->options.mem);
    s->ncases++;
    status = assay_values_add_record(&c->values, drawn, 0, drawn->nchoices);
    if (status)
        return status;
    s->first_at = s->first_at ? s->first_at : runs;
    s->last_at = runs;
    *ret_case = c;
    return ASSAY_OK;
}

/* ---- Explaining */

enum assay_status assay_session_keep(struct assay_session *s, const char **into,
                                     struct assay_str text)
{
    const char *copy = assay_session_text(s, text);

    if (!copy)
        return ASSAY_NO_MEMORY;
    *into = copy;
    return ASSAY_OK;
}

enum assay_status assay_case_explain(struct assay_session *s, struct assay_case *c)
{
    const struct assay_journal *j = s->engine.shared.journal;
    enum assay_status status =
        assay_session_keep(s, &c->shown, assay_area_text(&j->values));

    if (status == ASSAY_OK)
        status = assay_session_keep(s, &c->program, assay_area_text(&j->program));
    if (status == ASSAY_OK)
        status = assay_session_keep(s, &c->notes, assay_area_text(&j->notes));
    if (status == ASSAY_OK)
        status = assay_session_keep(s, &c->picture, assay_area_text(&j->picture));
    if (status == ASSAY_OK)
        status = assay_session_keep(s, &c->page, assay_area_text(&j->page));
    if (status == ASSAY_OK)
        status = assay_session_keep(s, &c->output, assay_child_output(&s->engine.child));
    return status;
}
