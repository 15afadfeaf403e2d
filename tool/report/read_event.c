/*
 * Events but findings: what was tested, what was not, and how runs ended. What comes
 * again in a later run of the same series replaces what was known of it.
 */
#include "report/read.h"
#include <stdio.h>
#include <string.h>

typedef void take_fn(Report *r, const Value *event);

static bool is_there(const Value *event, const char *name)
{
    return report_text_of(event, name).len > 0;
}

/* A member as a text that lives as long as the line. */
static const char *scratch_of(Report *r, const Value *event, const char *name)
{
    struct assay_str s = report_text_of(event, name);
    const char *text = assay_arena_text(&r->scratch, s.at, s.len);

    return text ? text : "";
}

/* ---- What was tested. */

static void take_labels(Report *r, const Value *event, ReportTest *t)
{
    const Value *all = report_array_of(event, "labels");
    uint32_t n = all ? all->as.array.count : 0;

    n = n < REPORT_LABELS ? n : REPORT_LABELS;
    if (n > 0 && !t->labels)
        t->labels = assay_arena_new(&r->arena, REPORT_LABELS, sizeof *t->labels);
    t->nlabels = t->labels ? n : 0;
    for (uint32_t i = 0; i < t->nlabels; i++) {
        const Value *one = all->as.array.items[i];
        ReportLabel *l = &t->labels[i];
        if (one->kind != VALUE_OBJECT)
            continue;
        l->label = report_keep_of(r, one, "label", l->label);
        l->count = report_count_of(one, "count");
        l->required = report_number_of(one, "required");
    }
}

/* What is there of the lists of texts and numbers, in one text. */
static const char *joined(Report *r, const Value *event, const char *name,
                          const char *between, const char *before)
{
    const Value *all = report_array_of(event, name);
    struct assay_buf text;
    const char *kept;

    assay_buf_init(&text, NULL, 0);
    for (uint32_t i = 0; all && i < all->as.array.count && text.len < REPORT_TEXT; i++) {
        const Value *one = all->as.array.items[i];
        assay_buf_puts(&text, i > 0 ? between : "");
        if (one->kind == VALUE_STRING)
            assay_buf_add(&text, one->as.string.at, one->as.string.len);
        else
            value_print_json(one, &text);
    }
    kept = report_keep(r, (struct assay_str){text.at, text.len}, before, REPORT_TEXT);
    assay_buf_done(&text);
    return kept;
}

static void take_numbers(const Value *event, ReportTest *t)
{
    t->line = (uint32_t)report_count_of(event, "line");
    t->runs = report_count_of(event, "runs");
    t->rejected = report_count_of(event, "rejected");
    t->too_large = report_count_of(event, "too_large");
    t->duplicates = report_count_of(event, "duplicates");
    t->unevaluated = report_count_of(event, "unevaluated");
    t->lines = report_count_of(event, "lines");
    t->lines_executed = report_count_of(event, "lines_executed");
    t->seconds = report_seconds_of(event);
}

static void take_chances(const Value *event, ReportTest *t)
{
    static const char *const names[REPORT_CHANCES] = {"generated", "between", "random",
                                                      "pct"};

    t->nchances = 0;
    for (uint32_t i = 0; i < REPORT_CHANCES; i++) {
        const Value *one = report_object_of(event, names[i]);
        if (one)
            t->chances[t->nchances++] = (ReportChance){
                names[i], report_count_of(one, "violated"),
                report_count_of(one, "passed"), report_count_of(one, "discarded")};
    }
}

/* The test of these names, in the run; NULL past the limit. */
static ReportTest *test_of(Report *r, ReportRun *run, const Value *event,
                           const char *name, const char *part)
{
    const char *words[] = {"test", scratch_of(r, event, "file"), name, part, NULL};
    uint32_t place = report_place_of(r, run->series, r->tests.count, words);
    ReportTest *t =
        place < r->tests.count ? &r->tests.at[place] : report_add(r, tests, REPORT_TESTS);

    if (!t)
        return NULL;
    t->run = report_run_number(r);
    t->name = report_keep(r, assay_str(name), t->name, REPORT_TEXT);
    t->part = report_keep(r, assay_str(part), t->part, REPORT_TEXT);
    t->file = report_keep_of(r, event, "file", t->file);
    t->verdict = report_keep_of(r, event, "verdict", t->verdict);
    t->unit = report_keep_of(r, event, "unit", t->unit);
    t->error = report_keep_of(r, event, "error", t->error);
    t->warnings = joined(r, event, "warnings", "\n", t->warnings);
    take_numbers(event, t);
    take_labels(r, event, t);
    take_chances(event, t);
    return t;
}

/* What a summary does not tell. */
static void count_test(ReportRun *run, const Value *event)
{
    run->tested++;
    run->held += assay_str_equal(report_text_of(event, "verdict"), assay_str("held"));
    run->runs += report_count_of(event, "runs");
    run->seconds += report_seconds_of(event);
    run->seed = report_count_of(event, "seed");
}

static void take_behavior(Report *r, const Value *event)
{
    bool hyper = is_there(event, "hyper");
    ReportRun *run = report_run(r, REPORT_CONTRACT, scratch_of(r, event, "source"));
    ReportTest *t;
    const char *part = scratch_of(r, event, "behavior");

    if (!run)
        return;
    count_test(run, event);
    if (hyper)
        part = assay_arena_printf(&r->scratch, "%s%shyper %s", part, part[0] ? ", " : "",
                                  scratch_of(r, event, "hyper"));
    t = test_of(r, run, event, scratch_of(r, event, "function"), part);
    if (t)
        t->capability = hyper ? REPORT_HYPER : REPORT_CONTRACT;
}

static void take_property(Report *r, const Value *event)
{
    struct assay_str unit = report_text_of(event, "unit");
    ReportCapability c = assay_str_equal(unit, assay_str("scenarios")) ? REPORT_MODEL
                         : assay_str_equal(unit, assay_str("schedules"))
                             ? REPORT_SIMULATION
                         : value_find(event, assay_str("solver_calls")) ? REPORT_TRACE
                                                                        : REPORT_PROPERTY;
    const char *file = scratch_of(r, event, "file"),
               *name = scratch_of(r, event, "property");
    ReportRun *run = report_run(r, c, file[0] ? file : name);
    ReportTest *t;

    if (!run)
        return;
    count_test(run, event);
    t = test_of(r, run, event, name, "");
    if (t)
        t->capability = c;
}

static void take_triple(Report *r, const Value *event)
{
    const char *file = scratch_of(r, event, "file");
    ReportRun *run = report_run(r, REPORT_REST, file);
    char line[24];
    const char *words[] = {"triple", file, line, NULL};
    ReportTriple *t;
    uint32_t place;

    if (!run)
        return;
    snprintf(line, sizeof line, "%u", (uint32_t)report_count_of(event, "line"));
    place = report_place_of(r, run->series, r->triples.count, words);
    t = place < r->triples.count ? &r->triples.at[place]
                                 : report_add(r, triples, REPORT_TRIPLES);
    run->tested++;
    run->held +=
        report_count_of(event, "broken") == 0 && report_count_of(event, "held") > 0;
    run->untested += is_there(event, "never_exercised");
    if (!t)
        return;
    t->run = report_run_number(r);
    t->line = (uint32_t)report_count_of(event, "line");
    t->file = report_keep_of(r, event, "file", t->file);
    t->method = report_keep_of(r, event, "method", t->method);
    t->template = report_keep_of(r, event, "template", t->template);
    t->never = report_keep_of(r, event, "never_exercised", t->never);
    t->held = report_count_of(event, "held");
    t->broken = report_count_of(event, "broken");
    t->unknown = report_count_of(event, "unknown");
}

/* Lines of a function over all of its behaviors. */
static void take_coverage(Report *r, const Value *event)
{
    const char *source = scratch_of(r, event, "source");
    ReportRun *run = report_run(r, REPORT_CONTRACT, source);
    const char *words[] = {"coverage", source, scratch_of(r, event, "function"), NULL};
    ReportCoverage *c;
    uint32_t place;

    if (!run)
        return;
    place = report_place_of(r, run->series, r->coverages.count, words);
    c = place < r->coverages.count ? &r->coverages.at[place]
                                   : report_add(r, coverages, REPORT_TESTS);
    if (!c)
        return;
    c->run = report_run_number(r);
    c->file = report_keep_of(r, event, "source", c->file);
    c->name = report_keep_of(r, event, "function", c->name);
    c->lines = report_count_of(event, "lines");
    c->executed = report_count_of(event, "lines_executed");
    c->never = joined(r, event, "never_executed", ", ", c->never);
}

static void take_language(Report *r, const Value *event)
{
    const char *name = scratch_of(r, event, "language");
    ReportRun *run = report_run(r, REPORT_LANGUAGE, name);
    const char *words[] = {"language", name, NULL};
    const Value *c = report_object_of(event, "coverage");
    ReportLanguage *l;
    uint32_t place;

    if (!run)
        return;
    place = report_place_of(r, run->series, r->languages.count, words);
    l = place < r->languages.count ? &r->languages.at[place]
                                   : report_add(r, languages, REPORT_LANGUAGES);
    if (!l)
        return;
    l->run = report_run_number(r);
    l->name = report_keep(r, assay_str(name), l->name, REPORT_TEXT);
    l->class_name = report_keep_of(r, event, "class", l->class_name);
    l->ambiguous = report_keep_of(r, event, "ambiguous", l->ambiguous);
    l->shortest = report_keep_of(r, event, "shortest", l->shortest);
    l->rules = report_count_of(event, "rules");
    if (c) {
        l->alternatives = report_count_of(c, "alternatives");
        l->alternatives_reached = report_count_of(c, "alternatives_reached");
        l->pairs = report_count_of(c, "pairs");
        l->pairs_reached = report_count_of(c, "pairs_reached");
    }
}

static void take_synthesis(Report *r, const Value *event)
{
    const char *property = scratch_of(r, event, "property");
    ReportRun *run = report_run(r, REPORT_TRACE, property);
    const Value *all = report_array_of(event, "generators");

    for (uint32_t i = 0; run && all && i < all->as.array.count; i++) {
        const Value *one = all->as.array.items[i];
        ReportGenerator *g = one->kind == VALUE_OBJECT
                                 ? report_add(r, generators, REPORT_GENERATORS)
                                 : NULL;
        if (!g)
            continue;
        g->run = report_run_number(r);
        g->property = report_keep(r, assay_str(property), NULL, REPORT_TEXT);
        g->name = report_keep_of(r, one, "name", NULL);
        g->program = report_keep_of(r, one, "program", NULL);
    }
}

/* A word of a language; one that is none of it is a finding. */
static void take_word(Report *r, const Value *event)
{
    ReportRun *run = report_run(r, REPORT_LANGUAGE, scratch_of(r, event, "file"));

    if (!run)
        return;
    run->tested++;
    run->held += report_bool_of(event, "accepted");
    if (!report_bool_of(event, "accepted"))
        report_finding(r, event);
}

/* ---- What was not. */

static void take_gap(Report *r, const Value *event)
{
    const char *source = scratch_of(r, event, "source");
    const char *sort = scratch_of(r, event, "event");
    bool untested = strcmp(sort, "untested") == 0; /* models have these, too */
    ReportRun *run =
        report_run(r, untested ? REPORT_SPECIFICATION : REPORT_CONTRACT, source);
    ReportGap *g;

    if (!run)
        return;
    run->untested += untested;
    g = report_add(r, gaps, REPORT_GAPS);
    if (!g)
        return;
    g->run = report_run_number(r);
    g->sort = report_keep(r, assay_str(sort), NULL, REPORT_TEXT);
    g->line = (uint32_t)report_count_of(event, "line");
    g->file = report_keep_of(r, event, is_there(event, "file") ? "file" : "source", NULL);
    g->name = report_keep_of(r, event, "function", NULL);
    g->clause = report_keep_of(r, event, "clause", NULL);
    g->reason = report_keep_of(r, event, "reason", NULL);
}

/* "label: text" lines; one without a label goes on below the text before it. */
static const char *notes_of(Report *r, const Value *event)
{
    const Value *all = report_array_of(event, "notes");
    struct assay_buf text;
    const char *kept, *label;
    size_t width = 0;

    assay_buf_init(&text, NULL, 0);
    for (uint32_t i = 0; all && i < all->as.array.count; i++) {
        const Value *one = all->as.array.items[i];
        if (one->kind != VALUE_OBJECT || text.len > REPORT_TEXT)
            continue;
        label = scratch_of(r, one, "label");
        if (label[0])
            width = strlen(label);
        assay_buf_printf(&text, "%*s%s ", (int)width, label, label[0] ? ":" : " ");
        assay_buf_printf(&text, "%s\n", scratch_of(r, one, "text"));
    }
    kept = report_keep(r, (struct assay_str){text.at, text.len}, NULL, REPORT_TEXT);
    assay_buf_done(&text);
    return kept;
}

static void take_diagnostic(Report *r, const Value *event)
{
    ReportRun *run = report_run(r, REPORT_SPECIFICATION, scratch_of(r, event, "file"));
    ReportDiagnostic *d = run ? report_add(r, diagnostics, REPORT_DIAGNOSTICS) : NULL;

    if (!d)
        return;
    d->run = report_run_number(r);
    d->line = (uint32_t)report_count_of(event, "line");
    d->column = (uint32_t)report_count_of(event, "column");
    d->code = report_keep_of(r, event, "code", NULL);
    d->severity = report_keep_of(r, event, "severity", NULL);
    d->message = report_keep_of(r, event, "message", NULL);
    d->file = report_keep_of(r, event, "file", NULL);
    d->notes = notes_of(r, event);
}

static void take_more(Report *r, const Value *event)
{
    r->diagnostics.more += report_count_of(event, "more");
}

/* ---- The begin and the end. */

/* What a model does not test is told before its program begins. */
static bool has_only_gaps(const Report *r)
{
    const ReportRun *run = &r->runs.at[r->runs.count - 1];

    return r->open && run->untested > 0 && !run->command[0] &&
           run->tested + run->findings == 0;
}

static void take_run(Report *r, const Value *event)
{
    const char *source = scratch_of(r, event, "source");
    ReportRun *run;

    if (r->runs.count == 0 || !has_only_gaps(r))
        r->open = false;
    run = report_run(r, REPORT_SPECIFICATION, source);
    if (!run)
        return;
    run->command = report_keep_of(r, event, "command", NULL);
    run->started = report_keep_of(r, event, "started", NULL);
    run->version = report_keep_of(r, event, "version", NULL);
}

static void take_summary(Report *r, const Value *event)
{
    bool functions = value_find(event, assay_str("functions")) != NULL;
    ReportRun *run =
        report_run(r, functions ? REPORT_CONTRACT : REPORT_SPECIFICATION, "");

    r->open = false;
    if (!run)
        return;
    run->ended = true;
    run->interrupted = report_bool_of(event, "interrupted");
    if (value_find(event, assay_str("held")))
        run->held = report_count_of(event, "held");
    if (value_find(event, assay_str("seconds")))
        run->seconds = report_seconds_of(event);
    if (value_find(event, assay_str("runs")))
        run->runs = report_count_of(event, "runs");
    else if (value_find(event, assay_str("requests")))
        run->runs = report_count_of(event, "requests");
    if (value_find(event, assay_str("seed")))
        run->seed = report_count_of(event, "seed");
}

bool report_event(Report *r, const Value *event)
{
    static const struct {
        const char *name;
        take_fn *take;
    } events[] = {
        {"behavior", take_behavior},
        {"coverage", take_coverage},
        {"diagnostic", take_diagnostic},
        {"dropped", take_gap},
        {"finding", report_finding},
        {"language", take_language},
        {"more", take_more},
        {"property", take_property},
        {"run", take_run},
        {"sampled", take_gap},
        {"summary", take_summary},
        {"synthesis", take_synthesis},
        {"triple", take_triple},
        {"untested", take_gap},
        {"word", take_word},
    };
    struct assay_str name = report_text_of(event, "event");

    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++)
        if (assay_str_equal(name, assay_str(events[i].name))) {
            events[i].take(r, event);
            return true;
        }
    return false;
}
