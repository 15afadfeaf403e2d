/*
 * Findings. One that was in an earlier run of the series, at the same place and of the
 * same kind, is the same one: of two in one run that look alike the second is another.
 */
#include "report/read.h"
#include <stdio.h>
#include <string.h>

#define ALIKE 32 /* that are told apart in a run */

static bool has(const Value *event, const char *name)
{
    return report_text_of(event, name).len > 0;
}

/* Events have no word for it: what a finding tells is of its capability. */
static ReportCapability capability_of(const Report *r, const Value *event)
{
    if (has(event, "function"))
        return has(event, "hyper") ? REPORT_HYPER : REPORT_CONTRACT;
    if (has(event, "chance"))
        return REPORT_TRACE;
    if (report_array_of(event, "requests"))
        return REPORT_REST;
    if (value_find(event, assay_str("accepted")))
        return REPORT_LANGUAGE;
    if (has(event, "picture"))
        return REPORT_SIMULATION;
    if (has(event, "program"))
        return REPORT_MODEL;
    return r->open && r->runs.count > 0 &&
                   r->runs.at[r->runs.count - 1].capability == REPORT_MODEL
               ? REPORT_MODEL
               : REPORT_PROPERTY;
}

/* ---- Parts of it. */

static const char *value_text(Report *r, const Value *v)
{
    struct assay_buf text;
    const char *kept;

    if (v->kind == VALUE_STRING)
        return report_keep(r, v->as.string, NULL, REPORT_TEXT / 8);
    assay_buf_init(&text, NULL, 0);
    value_print_json(v, &text);
    kept = report_keep(r, (struct assay_str){text.at, text.len}, NULL, REPORT_TEXT / 8);
    assay_buf_done(&text);
    return kept;
}

static ReportRow *rows_of(Report *r, const Value *side, const char *name,
                          uint32_t *ret_count)
{
    const Value *all = report_object_of(side, name);
    uint32_t n = all ? all->as.object.count : 0;
    ReportRow *rows;

    n = n < REPORT_ROWS ? n : REPORT_ROWS;
    rows = assay_arena_new(&r->arena, n, sizeof *rows);
    *ret_count = rows ? n : 0;
    for (uint32_t i = 0; i < *ret_count; i++) {
        const ValueMember *m = &all->as.object.members[i];
        rows[i].name = report_keep(r, m->name, NULL, 200);
        rows[i].value = value_text(r, m->value);
    }
    return rows;
}

static void take_sides(Report *r, const Value *event, ReportFinding *f)
{
    const Value *all = report_array_of(event, "runs");
    uint32_t n = all ? all->as.array.count : 0;

    n = n < REPORT_SIDES ? n : REPORT_SIDES;
    f->sides = assay_arena_new(&r->arena, n, sizeof *f->sides);
    for (uint32_t i = 0; f->sides && i < n; i++) {
        const Value *one = all->as.array.items[i];
        ReportSide *s = &f->sides[f->nsides];
        if (one->kind != VALUE_OBJECT)
            continue;
        s->follows = (uint32_t)report_count_of(one, "follows");
        s->inputs = rows_of(r, one, "inputs", &s->ninputs);
        s->outputs = rows_of(r, one, "outputs", &s->noutputs);
        f->nsides++;
    }
}

static void take_requests(Report *r, const Value *event, ReportFinding *f)
{
    const Value *all = report_array_of(event, "requests");
    uint32_t n = all ? all->as.array.count : 0;

    n = n < REPORT_REQUESTS ? n : REPORT_REQUESTS;
    f->requests = assay_arena_new(&r->arena, n, sizeof *f->requests);
    for (uint32_t i = 0; f->requests && i < n; i++)
        f->requests[f->nrequests++] = value_text(r, all->as.array.items[i]);
}

static void take_texts(Report *r, const Value *event, ReportFinding *f)
{
#define REPORT_TEXT_ID(ID, NAME) NAME,
    static const char *const names[] = {
#include "report/texts.def"
    };
#undef REPORT_TEXT_ID
    size_t left = REPORT_FINDING;

    for (int i = 0; i < REPORT_TEXTS; i++) {
        struct assay_str text = report_text_of(event, names[i]);
        size_t most = left < REPORT_TEXT ? left : REPORT_TEXT;
        f->texts[i] = report_keep(r, text, NULL, most);
        f->cut |= text.len > most;
        left -= strlen(f->texts[i]);
    }
    if (!f->texts[TEXT_MESSAGE][0])
        f->texts[TEXT_MESSAGE] = report_keep_of(r, event, "reason", NULL);
}

static void take_all(Report *r, const Value *event, ReportFinding *f)
{
    take_texts(r, event, f);
    take_sides(r, event, f);
    take_requests(r, event, f);
    f->line = (uint32_t)report_count_of(event, "line");
    f->column = (uint32_t)report_count_of(event, "column");
    f->after = report_count_of(event, "after");
    f->shrink_executions = report_count_of(event, "shrink_executions");
    f->flaky = report_bool_of(event, "flaky");
    f->from_store = report_bool_of(event, "from_store");
}

/* ---- The same one. */

static void add_word(Report *r, const Value *event, const char *name, const char **words,
                     uint32_t *count)
{
    struct assay_str s = report_text_of(event, name);
    const char *text = assay_arena_text(&r->scratch, s.at, s.len);

    words[(*count)++] = text ? text : "";
}

/* Its place in the list: the end of it if it is new. */
static uint32_t place_of(Report *r, const ReportRun *run, const Value *event)
{
    static const char *const names[] = {"file",  "function", "behavior", "property",
                                        "hyper", "kind",     "failure",  "chance"};
    const char *words[16];
    char line[24], again[24];
    uint32_t n = 0, place, number = report_run_number(r);

    snprintf(line, sizeof line, "%u", (uint32_t)report_count_of(event, "line"));
    words[n++] = "finding";
    words[n++] = line;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        add_word(r, event, names[i], words, &n);
    if (strcmp(line, "0") == 0)
        add_word(r, event, "message", words, &n);
    words[n++] = again;
    words[n] = NULL;
    for (uint32_t i = 0;; i++) {
        snprintf(again, sizeof again, "%u", i);
        place = report_place_of(r, run->series, r->findings.count, words);
        if (place >= r->findings.count || r->findings.at[place].last_run != number)
            return place;
        if (i == ALIKE)
            return REPORT_FINDINGS;
    }
}

/* That a property is a simulation's is known by what its findings have. */
static void tell_test(Report *r, const Value *event, ReportCapability c)
{
    for (uint32_t i = r->tests.count; i > 0; i--) {
        ReportTest *t = &r->tests.at[i - 1];
        if (t->run != report_run_number(r))
            return;
        if (assay_str_equal(assay_str(t->name), report_text_of(event, "property")))
            t->capability = c;
    }
}

void report_finding(Report *r, const Value *event)
{
    ReportCapability c = capability_of(r, event);
    const char *words[3];
    uint32_t n = 0, place;
    ReportRun *run;
    ReportFinding *f;

    add_word(r, event, "source", words, &n);
    add_word(r, event, "file", words, &n);
    run = report_run(r, c, words[0][0] ? words[0] : words[1]);
    if (!run) {
        r->findings.more++;
        return;
    }
    run->findings++;
    place = place_of(r, run, event);
    if (c == REPORT_MODEL || c == REPORT_SIMULATION)
        tell_test(r, event, c);
    if (place == REPORT_FINDINGS) {
        r->findings.more++;
        return;
    }
    f = place < r->findings.count ? &r->findings.at[place]
                                  : report_add(r, findings, REPORT_FINDINGS);
    if (!f)
        return;
    if (f->seen == 0) {
        f->capability = c;
        f->first_run = report_run_number(r);
        take_all(r, event, f);
    }
    f->last_run = report_run_number(r);
    f->seen++;
}
