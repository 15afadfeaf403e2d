/*
 * Tables: what was tested and how inputs were distributed, what was covered, what was
 * not tested, and where all this was read.
 */
#include "base/xml.h"
#include "report/page_parts.h"
#include <string.h>

#define PATH_SHORT 30 /* letters of a path in a table */

static void put_text_cell(struct assay_buf *out, const char *text)
{
    assay_buf_puts(out, "<td>");
    assay_xml_text(out, text ? text : "");
    assay_buf_puts(out, "</td>");
}

/* Of a long path the last part but one is enough; the rest shows when one points at it.
 */
static const char *short_path(const char *file)
{
    const char *before = strrchr(file, '/');

    while (before && before > file && before[-1] != '/')
        before--;
    return before && strlen(file) > PATH_SHORT && strlen(before) < PATH_SHORT ? before
                                                                              : file;
}

static void put_place_cell(struct assay_buf *out, const char *file, uint32_t line)
{
    const char *shown = short_path(file);

    assay_buf_puts(out, "<td");
    if (shown != file) {
        assay_buf_puts(out, " title=\"");
        assay_xml_text(out, file);
        assay_buf_puts(out, "\"");
    }
    assay_buf_puts(out, ">");
    page_place(out, shown, line);
    assay_buf_puts(out, "</td>");
}

/* ---- Behaviors and properties. */

static void put_verdict(struct assay_buf *out, const char *verdict)
{
    bool held = strcmp(verdict, "held") == 0, broken = strcmp(verdict, "broken") == 0;

    assay_buf_printf(out,
                     "<td class=\"verdict %s\"><span aria-hidden=\"true\">%s</span> ",
                     held     ? "held"
                     : broken ? "broken"
                              : "other",
                     held     ? "\xe2\x9c\x93"
                     : broken ? "\xe2\x9c\x97"
                              : "\xe2\x80\x93");
    assay_xml_text(out, verdict[0] ? verdict : "not run");
    assay_buf_puts(out, "</td>");
}

static void put_remarks(const ReportTest *t, struct assay_buf *out)
{
    page_tag(out, "p", "remark", t->error);
    page_tag(out, "p", "remark", t->warnings);
    if (t->unevaluated > 0) {
        assay_buf_puts(out, "<p class=\"remark\">a clause could not be evaluated in ");
        assay_buf_count(out, t->unevaluated);
        assay_buf_puts(out, " runs</p>");
    }
}

static void put_test(const ReportTest *t, struct assay_buf *out)
{
    assay_buf_puts(out, "<tr>");
    put_verdict(out, t->verdict);
    assay_buf_puts(out, "<th scope=\"row\">");
    page_tag(out, "b", "name", t->name);
    page_tag(out, "span", "part", t->part);
    put_remarks(t, out);
    assay_buf_printf(out, "</th><td><span class=\"tag\">%s</span></td>",
                     report_capability_text(t->capability));
    page_count(out, t->runs);
    page_count(out, t->rejected);
    page_seconds(out, t->seconds);
    put_place_cell(out, t->file, t->line);
    assay_buf_puts(out, "</tr>\n");
}

void page_tests(const Report *r, struct assay_buf *out)
{
    if (PAGE_CURRENT(r, tests) == 0)
        return;
    page_section(out, "tests", "Tested", PAGE_CURRENT(r, tests));
    page_table(out, (const char *const[]){"verdict", "what", "capability", "#executions",
                                          "#rejected", "#seconds", "place", NULL});
    for (uint32_t i = 0; i < r->tests.count; i++)
        if (report_is_current(r, r->tests.at[i].run))
            put_test(&r->tests.at[i], out);
    page_table_end(out);
    page_more(out, r->tests.more, "tests are");
    page_section_end(out);
}

/* ---- Distributions. */

static void put_label(const ReportTest *t, const ReportLabel *l, struct assay_buf *out)
{
    double percent = t->runs > 0 ? 100.0 * (double)l->count / (double)t->runs : 0;

    assay_buf_puts(out, "<tr><th scope=\"row\">");
    assay_xml_text(out, l->label ? l->label : "");
    assay_buf_puts(out, "</th><td class=\"bars\">");
    page_bar(out, (double)l->count, (double)t->runs, l->label ? l->label : "");
    assay_buf_printf(out, "</td><td class=\"n\">%.1f %%</td>", percent);
    page_count(out, l->count);
    assay_buf_puts(out, "<td>");
    if (l->required > 0)
        assay_buf_printf(out, "%s at least %g %%",
                         percent >= l->required ? "\xe2\x9c\x93" : "\xe2\x9c\x97",
                         l->required);
    assay_buf_puts(out, "</td></tr>\n");
}

bool page_has_labels(const Report *r)
{
    for (uint32_t i = 0; i < r->tests.count; i++)
        if (r->tests.at[i].nlabels > 0 && report_is_current(r, r->tests.at[i].run))
            return true;
    return false;
}

void page_labels(const Report *r, struct assay_buf *out)
{
    if (!page_has_labels(r))
        return;
    page_section(out, "labels", "Inputs, by label", 0);
    page_table(out, (const char *const[]){"label", "share", "#of runs", "#count",
                                          "wanted", NULL});
    for (uint32_t i = 0; i < r->tests.count; i++) {
        const ReportTest *t = &r->tests.at[i];
        if (t->nlabels == 0 || !report_is_current(r, t->run))
            continue;
        assay_buf_puts(out, "<tr class=\"group\"><th colspan=\"5\" scope=\"colgroup\">");
        assay_xml_text(out, t->name);
        page_tag(out, "span", "part", t->part);
        assay_buf_puts(out, "</th></tr>\n");
        for (uint32_t k = 0; k < t->nlabels; k++)
            put_label(t, &t->labels[k], out);
    }
    page_table_end(out);
    page_section_end(out);
}

/* ---- Traces. */

static void put_chance(const ReportTest *t, const ReportChance *c, struct assay_buf *out)
{
    assay_buf_puts(out, "<tr><th scope=\"row\">");
    assay_xml_text(out, t->name);
    assay_buf_printf(out, "</th><td>%s</td><td class=\"bars\">", c->name);
    page_bar(out, (double)c->violated, (double)(c->violated + c->passed), "violated");
    assay_buf_puts(out, "</td>");
    page_count(out, c->violated);
    page_count(out, c->passed);
    page_count(out, c->discarded);
    if (c->violated > 0)
        assay_buf_printf(out, "<td class=\"n\">%.1f</td></tr>\n",
                         (double)(c->violated + c->passed) / (double)c->violated);
    else
        assay_buf_puts(out, "<td class=\"n\">\xe2\x80\x93</td></tr>\n");
}

static bool shows_chances(const Report *r, const ReportTest *t)
{
    return t->nchances > 0 && report_is_current(r, t->run);
}

bool page_has_chances(const Report *r)
{
    for (uint32_t i = 0; i < r->tests.count; i++)
        if (shows_chances(r, &r->tests.at[i]))
            return true;
    return false;
}

void page_chances(const Report *r, struct assay_buf *out)
{
    if (!page_has_chances(r))
        return;
    page_section(out, "chances", "Traces, by who decides", 0);
    page_table(out, (const char *const[]){"property", "events by", "share", "#violated",
                                          "#passed", "#discarded",
                                          "#executions per detection", NULL});
    for (uint32_t i = 0; i < r->tests.count; i++) {
        const ReportTest *t = &r->tests.at[i];
        for (uint32_t k = 0; shows_chances(r, t) && k < t->nchances; k++)
            put_chance(t, &t->chances[k], out);
    }
    page_table_end(out);
    page_section_end(out);
}

/* ---- Triples of REST. */

static void put_triple(const ReportTriple *t, struct assay_buf *out)
{
    assay_buf_puts(out, "<tr>");
    put_verdict(out, t->broken > 0 ? "broken" : t->held > 0 ? "held" : "never exercised");
    assay_buf_puts(out, "<th scope=\"row\"><code class=\"method\">");
    assay_xml_text(out, t->method);
    assay_buf_puts(out, "</code> <code>");
    assay_xml_text(out, t->template);
    assay_buf_puts(out, "</code>");
    page_tag(out, "p", "remark", t->never);
    assay_buf_puts(out, "</th>");
    page_count(out, t->held);
    page_count(out, t->broken);
    page_count(out, t->unknown);
    put_place_cell(out, t->file, t->line);
    assay_buf_puts(out, "</tr>\n");
}

void page_triples(const Report *r, struct assay_buf *out)
{
    if (PAGE_CURRENT(r, triples) == 0)
        return;
    page_section(out, "triples", "Triples of REST", PAGE_CURRENT(r, triples));
    page_table(out, (const char *const[]){"verdict", "request", "#held", "#broken",
                                          "#not known", "place", NULL});
    for (uint32_t i = 0; i < r->triples.count; i++)
        if (report_is_current(r, r->triples.at[i].run))
            put_triple(&r->triples.at[i], out);
    page_table_end(out);
    page_more(out, r->triples.more, "triples are");
    page_section_end(out);
}

/* ---- Coverage. */

void page_coverage(const Report *r, struct assay_buf *out)
{
    if (PAGE_CURRENT(r, coverages) == 0)
        return;
    page_section(out, "coverage", "Lines executed", PAGE_CURRENT(r, coverages));
    page_table(out, (const char *const[]){"function", "lines", "#executed", "#of",
                                          "never executed", "file", NULL});
    for (uint32_t i = 0; i < r->coverages.count; i++) {
        const ReportCoverage *c = &r->coverages.at[i];
        if (!report_is_current(r, c->run))
            continue;
        assay_buf_puts(out, "<tr><th scope=\"row\">");
        assay_xml_text(out, c->name);
        assay_buf_puts(out, "</th><td class=\"bars\">");
        page_bar(out, (double)c->executed, (double)c->lines, "lines executed");
        assay_buf_puts(out, "</td>");
        page_count(out, c->executed);
        page_count(out, c->lines);
        put_text_cell(out, c->never);
        put_place_cell(out, c->file, 0);
        assay_buf_puts(out, "</tr>\n");
    }
    page_table_end(out);
    page_more(out, r->coverages.more, "functions are");
    page_section_end(out);
}

static void put_reached(struct assay_buf *out, uint64_t reached, uint64_t all)
{
    assay_buf_puts(out, "<td class=\"bars\">");
    if (all > 0)
        page_bar(out, (double)reached, (double)all, "reached");
    assay_buf_puts(out, "</td><td class=\"n\">");
    if (all > 0) {
        assay_buf_count(out, reached);
        assay_buf_puts(out, " / ");
        assay_buf_count(out, all);
    }
    assay_buf_puts(out, "</td>");
}

void page_languages(const Report *r, struct assay_buf *out)
{
    if (PAGE_CURRENT(r, languages) == 0)
        return;
    page_section(out, "languages", "Languages", PAGE_CURRENT(r, languages));
    page_table(out, (const char *const[]){"language", "class", "ambiguous", "#rules",
                                          "alternatives", "#reached", "pairs", "#reached",
                                          "shortest sentence", NULL});
    for (uint32_t i = 0; i < r->languages.count; i++) {
        const ReportLanguage *l = &r->languages.at[i];
        if (!report_is_current(r, l->run))
            continue;
        assay_buf_puts(out, "<tr><th scope=\"row\">");
        assay_xml_text(out, l->name);
        assay_buf_puts(out, "</th>");
        put_text_cell(out, l->class_name);
        put_text_cell(out, l->ambiguous);
        page_count(out, l->rules);
        put_reached(out, l->alternatives_reached, l->alternatives);
        put_reached(out, l->pairs_reached, l->pairs);
        assay_buf_puts(out, "<td>");
        page_tag(out, "code", "", l->shortest);
        assay_buf_puts(out, "</td></tr>\n");
    }
    page_table_end(out);
    page_more(out, r->languages.more, "languages are");
    page_section_end(out);
}

void page_generators(const Report *r, struct assay_buf *out)
{
    if (PAGE_CURRENT(r, generators) == 0)
        return;
    page_section(out, "generators", "Generators", PAGE_CURRENT(r, generators));
    for (uint32_t i = 0; i < r->generators.count; i++) {
        const ReportGenerator *g = &r->generators.at[i];
        if (!report_is_current(r, g->run))
            continue;
        assay_buf_puts(out, "<details class=\"more\"><summary>");
        page_tag(out, "b", "name", g->name);
        page_tag(out, "span", "part", g->property);
        assay_buf_puts(out, "</summary>");
        page_tag(out, "pre", "text", g->program);
        assay_buf_puts(out, "</details>\n");
    }
    page_more(out, r->generators.more, "generators are");
    page_section_end(out);
}

/* ---- What is not tested, and what is wrong. */

static const char *sort_text(const char *sort)
{
    return strcmp(sort, "untested") == 0  ? "not tested"
           : strcmp(sort, "sampled") == 0 ? "not for all values"
                                          : "not checked";
}

void page_gaps(const Report *r, struct assay_buf *out)
{
    if (PAGE_CURRENT(r, gaps) == 0)
        return;
    page_section(out, "gaps", "Not tested, not checked", PAGE_CURRENT(r, gaps));
    page_table(out,
               (const char *const[]){"", "function", "clause", "why", "place", NULL});
    for (uint32_t i = 0; i < r->gaps.count; i++) {
        const ReportGap *g = &r->gaps.at[i];
        if (!report_is_current(r, g->run))
            continue;
        assay_buf_printf(out, "<tr><td class=\"sort\">%s</td><th scope=\"row\">",
                         sort_text(g->sort));
        assay_xml_text(out, g->name);
        assay_buf_puts(out, "</th>");
        put_text_cell(out, g->clause);
        put_text_cell(out, g->reason);
        put_place_cell(out, g->file, g->line);
        assay_buf_puts(out, "</tr>\n");
    }
    page_table_end(out);
    page_more(out, r->gaps.more, "are");
    page_section_end(out);
}

void page_diagnostics(const Report *r, struct assay_buf *out)
{
    if (PAGE_CURRENT(r, diagnostics) == 0)
        return;
    page_section(out, "diagnostics", "Diagnostics", PAGE_CURRENT(r, diagnostics));
    page_table(out, (const char *const[]){"", "code", "message", "place", NULL});
    for (uint32_t i = 0; i < r->diagnostics.count; i++) {
        const ReportDiagnostic *d = &r->diagnostics.at[i];
        if (!report_is_current(r, d->run))
            continue;
        assay_buf_printf(out, "<tr><td class=\"verdict %s\">",
                         strcmp(d->severity, "error") == 0 ? "broken" : "other");
        assay_xml_text(out, d->severity);
        assay_buf_puts(out, "</td><td><code>");
        assay_xml_text(out, d->code);
        assay_buf_puts(out, "</code></td><th scope=\"row\">");
        assay_xml_text(out, d->message);
        page_tag(out, "pre", "remark", d->notes);
        assay_buf_puts(out, "</th>");
        put_place_cell(out, d->file, d->line);
        assay_buf_puts(out, "</tr>\n");
    }
    page_table_end(out);
    page_more(out, r->diagnostics.more, "diagnostics are");
    page_section_end(out);
}

/* ---- Where it is from. */

/* How it ended, if there is more to say than that it did. */
static const char *end_of(const ReportRun *run)
{
    bool silent =
        run->capability == REPORT_SPECIFICATION || run->capability == REPORT_LANGUAGE;

    return run->interrupted       ? "interrupted"
           : run->ended || silent ? ""
                                  : "it has no summary: it did not come to its end";
}

static void put_run(const ReportRun *run, uint32_t number, struct assay_buf *out)
{
    assay_buf_printf(out, "<tr><td class=\"n\">%u</td><th scope=\"row\">", number);
    assay_xml_text(out, run->source);
    page_tag(out, "p", "remark command", run->command);
    page_tag(out, "p", "remark", end_of(run));
    assay_buf_printf(out, "</th><td><span class=\"tag\">%s</span></td>",
                     report_capability_text(run->capability));
    page_count(out, run->findings);
    page_count(out, run->held);
    page_count(out, run->untested);
    page_count(out, run->runs);
    page_seconds(out, run->seconds);
    assay_buf_puts(out, "<td class=\"n\">");
    if (run->seed > 0)
        assay_buf_printf(out, "%llu", (unsigned long long)run->seed);
    assay_buf_puts(out, "</td><td class=\"when\">");
    page_when(out, run->started);
    assay_buf_puts(out, "</td></tr>\n");
}

void page_runs(const Report *r, struct assay_buf *out)
{
    if (r->runs.count == 0)
        return;
    page_section(out, "runs", "Runs", r->runs.count);
    page_table(out, (const char *const[]){"#run", "what", "capability", "#findings",
                                          "#held", "#not tested", "#executions",
                                          "#seconds", "#seed", "when", NULL});
    for (uint32_t i = 0; i < r->runs.count; i++)
        put_run(&r->runs.at[i], i + 1, out);
    page_table_end(out);
    page_more(out, r->runs.more, "runs are");
    page_section_end(out);
}

static void put_damages(const Report *r, struct assay_buf *out)
{
    for (uint32_t i = 0; i < r->damages.count; i++) {
        const ReportDamage *d = &r->damages.at[i];
        assay_buf_puts(out, "<li>");
        assay_xml_text(out, r->inputs.at[d->input].name);
        assay_buf_printf(out, ", line %llu: ", (unsigned long long)d->line);
        assay_xml_text(out, d->reason);
        assay_buf_puts(out, "</li>");
    }
}

void page_inputs(const Report *r, struct assay_buf *out)
{
    page_section(out, "inputs", "Input", 0);
    page_table(out, (const char *const[]){"file", "#lines", "#damaged", NULL});
    for (uint32_t i = 0; i < r->inputs.count; i++) {
        assay_buf_puts(out, "<tr><th scope=\"row\">");
        page_input(out, &r->inputs.at[i]);
        assay_buf_puts(out, "</th>");
        page_count(out, r->inputs.at[i].lines);
        page_count(out, r->inputs.at[i].damaged);
        assay_buf_puts(out, "</tr>\n");
    }
    page_table_end(out);
    if (r->damages.count > 0) {
        assay_buf_puts(out, "<h3>damaged lines</h3><ul>");
        put_damages(r, out);
        assay_buf_puts(out, "</ul>\n");
        page_more(out, r->damages.more, "damaged lines are");
    }
    if (r->unknowns.count > 0) {
        assay_buf_puts(out, "<h3>events that are not known here</h3><ul>");
        for (uint32_t i = 0; i < r->unknowns.count; i++) {
            const ReportUnknown *u = &r->unknowns.at[i];
            assay_buf_puts(out, "<li>");
            assay_xml_text(out, u->event[0] ? u->event : "(no \"event\")");
            assay_buf_puts(out, " \xc3\x97 ");
            assay_buf_count(out, u->count);
            assay_buf_puts(out, "</li>");
        }
        assay_buf_puts(out, "</ul>\n");
        page_more(out, r->unknowns.more, "unknown events are");
    }
    page_section_end(out);
}
