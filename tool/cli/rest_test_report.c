/*
 * What came of testing a server: findings, a line for each triple, a summary.
 */
#include "base/json.h"
#include "cli/rest_test.h"
#include "cli/summary.h"
#include "run/render.h"
#include "term/template.h"
#include <string.h>

/* ---- Text. */

/* Notes: lines with @ are of the specification, those with # answers, others commands. */
static void print_notes(struct assay_buf *out, const char *notes, char mark)
{
    while (*notes) {
        size_t len = strcspn(notes, "\n");
        bool marked = *notes == '@';
        if (marked == (mark == '@'))
            assay_buf_printf(out, "  %s%.*s\n", marked ? "" : "  ", (int)(len - marked),
                             notes + marked);
        notes += len + (notes[len] == '\n');
    }
}

/* What did not happen again has other notes. */
static unsigned requests_of(const struct assay_finding *f)
{
    const char *notes = f->flaky ? "" : f->notes;
    unsigned count = 0;

    while (*notes) {
        count += *notes != '@' && *notes != '#';
        notes += strcspn(notes, "\n");
        notes += *notes == '\n';
    }
    return count;
}

static void print_finding(const RestTestSettings *s, const struct assay_finding *f,
                          size_t number, struct assay_buf *out)
{
    unsigned requests = requests_of(f);
    struct assay_buf script;

    if (f->file[0])
        assay_buf_printf(out, "finding %zu: %s:%d\n", number, f->file, f->line);
    else
        assay_buf_printf(out, "finding %zu: a bug of Assay\n", number);
    print_notes(out, f->notes, '@');
    assay_buf_printf(out, "  %s\n", f->message);
    if (f->flaky)
        assay_buf_puts(out, "  it did not happen again with the same choices\n");
    else if (f->from_store)
        assay_buf_puts(out, "  as saved before; ");
    else
        assay_buf_printf(out, "  shrunk in %u executions; ", f->shrink_executions);
    if (!f->flaky)
        assay_buf_printf(out, "%u request%s:\n", requests, requests == 1 ? "" : "s");
    print_notes(out, f->notes, 0);
    if ((f->saved[0] || f->choices[0]) && !s->replay) {
        assay_buf_init(&script, NULL, 0);
        assay_buf_puts(out, "  replay: ");
        assay_put_replay(out, s->command, f);
        assay_buf_putc(out, '\n');
        if (f->saved[0] && rest_test_script(s, f, &script))
            assay_buf_printf(out, "  script: %s\n", script.at);
        assay_buf_done(&script);
    }
    assay_buf_putc(out, '\n');
}

static const char *why_not(const TripleCount *c)
{
    if (c->unknown > 0)
        return "of no request it is known that it applies";
    if (c->wished == 0)
        return "no request was wanted for it: more --runs";
    return "no request satisfies its precondition with the resources seen";
}

static void print_triple(const Drive *d, uint32_t i, struct assay_buf *out)
{
    const Triple *t = d->spec->triples[i];
    const TripleCount *c = &d->counts->triples[i];
    Position at = diag_position(d->diags, t->span.source, t->span.start);
    const Template *u = rest_template(t);

    assay_buf_printf(out, "  %5u  %-6s '%.*s'", at.line, rest_method_text(t->method),
                     (int)u->source.len, u->source.at);
    for (size_t n = u->source.len; n < 30; n++)
        assay_buf_putc(out, ' ');
    if (d->excluded[i])
        assay_buf_puts(out, " -  excluded\n");
    else if (c->held + c->broken == 0)
        assay_buf_printf(out, " -  never exercised: %s\n", why_not(c));
    else {
        assay_buf_puts(out, c->broken > 0 ? " ✗  broken, held " : " ✓  held ");
        summary_count(out, c->held, "time");
        assay_buf_putc(out, '\n');
    }
}

static void count_triples(const Drive *d, uint32_t *ret_exercised, uint32_t *ret_broken)
{
    *ret_exercised = *ret_broken = 0;
    for (uint32_t i = 0; i < d->spec->ntriples; i++) {
        const TripleCount *c = &d->counts->triples[i];
        *ret_exercised += c->held + c->broken > 0;
        *ret_broken += c->broken > 0;
    }
}

static uint32_t count_pairs(const Drive *d)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < d->noperations; i++)
        for (uint32_t k = 0; k < d->noperations; k++)
            count += drive_pair(d, i, k);
    return count;
}

static void count_negated(const Drive *d, uint32_t *ret_negated, uint32_t *ret_all)
{
    *ret_negated = *ret_all = 0;
    for (uint32_t i = 0; i < d->spec->ntriples; i++) {
        *ret_all += drive_conjuncts(d->spec->triples[i]);
        *ret_negated += (uint32_t)__builtin_popcountll(d->counts->triples[i].negated);
    }
}

static void print_coverage(const Drive *d, struct assay_buf *out)
{
    uint32_t negated, conditions;

    assay_buf_puts(out, "requests:");
    for (uint32_t i = 0; i < PHASES; i++) {
        assay_buf_puts(out, i > 0 ? ", " : " ");
        assay_buf_count(out, d->counts->in_phase[i]);
        assay_buf_printf(out, " in %s", phase_name(i));
    }
    count_negated(d, &negated, &conditions);
    assay_buf_printf(out, "; %u of %u pairs of operations in turn", count_pairs(d),
                     d->noperations * d->noperations);
    assay_buf_printf(out, "; %u of %u conditions negated alone\n", negated, conditions);
}

/* If the server is gone they cannot be shrunk. */
static void print_last(const Drive *d, struct assay_buf *out)
{
    if (!d->counts->gone || d->counts->nlast == 0)
        return;
    assay_buf_puts(out, "the last requests before the server was gone:\n");
    for (const char *at = d->counts->last; at < d->counts->last + d->counts->nlast;) {
        size_t len = strcspn(at, "\n");
        assay_buf_printf(out, "    %.*s\n", (int)len, at);
        at += len + 1;
    }
    assay_buf_putc(out, '\n');
}

static void print_summary(const Drive *d, const struct assay_report *r,
                          struct assay_buf *out)
{
    uint32_t exercised, broken;

    count_triples(d, &exercised, &broken);
    assay_buf_printf(out, "%u triple%s: ", d->spec->ntriples,
                     d->spec->ntriples == 1 ? "" : "s");
    if (r->nfindings > 0)
        assay_buf_printf(out, "%zu finding%s, ", r->nfindings,
                         r->nfindings == 1 ? "" : "s");
    assay_buf_printf(out, "%u exercised, %u broken, %u never exercised; ", exercised,
                     broken, d->spec->ntriples - exercised);
    summary_count(out, d->counts->requests, "request");
    assay_buf_puts(out, ", ");
    assay_buf_count(out, d->counts->uncovered);
    assay_buf_printf(out, " that no triple covers; %.1f s, seed %llu\n", r->seconds,
                     (unsigned long long)r->seed);
}

static void report_text(const RestTestSettings *s, const Drive *d,
                        const struct assay_report *r, struct assay_buf *out)
{
    for (size_t i = 0; i < r->nfindings; i++)
        print_finding(s, &r->findings[i], i + 1, out);
    assay_put_unsaved(out, "", r);
    if (s->replay) {
        if (r->nfindings == 0)
            assay_buf_puts(out, "it does not happen\n");
        return;
    }
    print_last(d, out);
    if (!s->quiet) {
        assay_buf_printf(out, "%s\n", d->path);
        for (uint32_t i = 0; i < d->spec->ntriples; i++)
            print_triple(d, i, out);
        print_coverage(d, out);
    }
    print_summary(d, r, out);
}

/* ---- JSON: a line for each finding and each triple, and the summary. */

/* Requests: a line for each. */
static void json_requests(struct assay_json *j, const char *notes)
{
    assay_json_array(j, "requests");
    while (*notes) {
        size_t len = strcspn(notes, "\n");
        if (*notes != '@' && *notes != '#')
            assay_json_bytes(j, NULL, notes, len);
        notes += len + (notes[len] == '\n');
    }
    assay_json_array_end(j);
}

/* Requests with their answers, or what else is told below the message; or lines of the
 * specification. */
static void json_lines(struct assay_json *j, const char *name, const char *notes,
                       char mark)
{
    struct assay_buf text;

    assay_buf_init(&text, NULL, 0);
    while (*notes) {
        size_t len = strcspn(notes, "\n");
        bool marked = *notes == '@';
        if (marked == (mark == '@')) {
            assay_buf_add(&text, notes + marked, len - marked);
            assay_buf_putc(&text, '\n');
        }
        notes += len + (notes[len] == '\n');
    }
    if (text.len > 0)
        assay_json_bytes(j, name, text.at, text.len - 1);
    assay_buf_done(&text);
}

static void json_replay(struct assay_json *j, const RestTestSettings *s,
                        const struct assay_finding *f)
{
    struct assay_buf text;

    assay_buf_init(&text, NULL, 0);
    assay_put_replay(&text, s->command, f);
    assay_json_bytes(j, "replay", text.at, text.len);
    assay_buf_done(&text);
}

static void json_finding(const RestTestSettings *s, const struct assay_finding *f,
                         struct assay_buf *out)
{
    struct assay_json j;
    const char *notes = f->flaky ? "" : f->notes;

    assay_json_init(&j, out);
    assay_json_object(&j, NULL);
    assay_json_text(&j, "event", "finding");
    assay_json_text(&j, "file", f->file);
    assay_json_uint(&j, "line", (uint64_t)f->line);
    assay_json_text(&j, "message", f->message);
    json_lines(&j, "excerpt", f->notes, '@');
    json_lines(&j, "notes", f->notes, 0);
    json_requests(&j, notes);
    assay_json_uint(&j, "after", f->after);
    assay_json_uint(&j, "shrink_executions", f->shrink_executions);
    assay_json_bool(&j, "flaky", f->flaky);
    assay_json_bool(&j, "from_store", f->from_store);
    assay_json_text(&j, "choices", f->choices);
    assay_json_text(&j, "saved", f->saved);
    json_replay(&j, s, f);
    assay_json_object_end(&j);
    assay_buf_putc(out, '\n');
}

static void json_triple(const Drive *d, uint32_t i, struct assay_buf *out)
{
    const Triple *t = d->spec->triples[i];
    const TripleCount *c = &d->counts->triples[i];
    Position at = diag_position(d->diags, t->span.source, t->span.start);
    struct assay_json j;

    assay_json_init(&j, out);
    assay_json_object(&j, NULL);
    assay_json_text(&j, "event", "triple");
    assay_json_text(&j, "file", d->path);
    assay_json_uint(&j, "line", at.line);
    assay_json_text(&j, "method", rest_method_text(t->method));
    assay_json_bytes(&j, "template", rest_template(t)->source.at,
                     rest_template(t)->source.len);
    assay_json_uint(&j, "held", c->held);
    assay_json_uint(&j, "broken", c->broken);
    assay_json_uint(&j, "unknown", c->unknown);
    if (c->held + c->broken == 0)
        assay_json_text(&j, "never_exercised", why_not(c));
    assay_json_object_end(&j);
    assay_buf_putc(out, '\n');
}

static void json_summary(const Drive *d, const struct assay_report *r,
                         struct assay_buf *out)
{
    struct assay_json j;
    uint32_t negated, conditions, exercised, broken;

    count_triples(d, &exercised, &broken);
    assay_json_init(&j, out);
    assay_json_object(&j, NULL);
    assay_json_text(&j, "event", "summary");
    assay_json_uint(&j, "findings", r->nfindings);
    assay_json_uint(&j, "triples", d->spec->ntriples);
    assay_json_uint(&j, "held", exercised - broken);
    assay_json_uint(&j, "broken", broken);
    assay_json_uint(&j, "runs", d->counts->executions);
    assay_json_uint(&j, "requests", d->counts->requests);
    for (uint32_t i = 0; i < PHASES; i++)
        assay_json_uint(&j, phase_name(i), d->counts->in_phase[i]);
    assay_json_uint(&j, "uncovered", d->counts->uncovered);
    assay_json_uint(&j, "pairs", count_pairs(d));
    assay_json_uint(&j, "pairs_of", (uint64_t)d->noperations * d->noperations);
    count_negated(d, &negated, &conditions);
    assay_json_uint(&j, "negated", negated);
    assay_json_uint(&j, "negated_of", conditions);
    assay_json_double(&j, "seconds", r->seconds);
    assay_json_uint(&j, "seed", r->seed);
    assay_json_object_end(&j);
    assay_buf_putc(out, '\n');
}

void rest_test_report(const RestTestSettings *s, const Drive *d,
                      const struct assay_report *report)
{
    struct assay_buf *out = &s->console->out;

    if (!s->json) {
        report_text(s, d, report, out);
        return;
    }
    for (size_t i = 0; i < report->nfindings; i++)
        json_finding(s, &report->findings[i], out);
    for (uint32_t i = 0; i < d->spec->ntriples; i++)
        json_triple(d, i, out);
    json_summary(d, report, out);
}
