/*
 * The list of findings. Each is a place, the promise that broke, the smallest case, what
 * was seen, and how to see it again; what else is known is folded away.
 */
#include "base/xml.h"
#include "report/page_parts.h"
#include <string.h>

#define CASE_LENGTH 200 /* bytes of a case in the line of its finding */

/* ---- Blocks of text. */

static void put_heading(struct assay_buf *out, const char *heading)
{
    assay_buf_printf(out, "<h3>%s</h3>", heading);
}

static void put_block(struct assay_buf *out, const char *heading, const char *of,
                      const char *text)
{
    if (!text[0])
        return;
    put_heading(out, heading);
    assay_buf_puts(out, "<div class=\"wide\" tabindex=\"0\">");
    page_tag(out, "pre", of, text);
    assay_buf_puts(out, "</div>\n");
}

static void put_folded(struct assay_buf *out, const char *heading, const char *text)
{
    if (!text[0])
        return;
    assay_buf_printf(out, "<details class=\"more\"><summary>%s</summary>", heading);
    page_tag(out, "pre", "text", text);
    assay_buf_puts(out, "</details>\n");
}

/* Lines "name = value" as a table; other lines have no name. */
static void put_values(struct assay_buf *out, const char *heading, const char *lines)
{
    struct assay_buf text;

    if (!lines[0])
        return;
    put_heading(out, heading);
    assay_buf_init(&text, NULL, 0);
    assay_buf_puts(out, "<div class=\"wide\" tabindex=\"0\"><table class=\"values\">");
    while (*lines) {
        size_t len = strcspn(lines, "\n");
        const char *equals = memmem(lines, len, " = ", 3);
        size_t name = equals ? (size_t)(equals - lines) : 0;
        size_t skip = equals ? name + 3 : 0;
        assay_buf_clear(&text);
        assay_buf_add(&text, lines, name);
        assay_buf_puts(out, "<tr><th scope=\"row\">");
        assay_xml_text(out, text.at);
        assay_buf_puts(out, "</th><td>");
        assay_buf_clear(&text);
        assay_buf_add(&text, lines + skip, len - skip);
        assay_xml_text(out, text.at);
        assay_buf_puts(out, "</td></tr>");
        lines += len + (lines[len] == '\n');
    }
    assay_buf_puts(out, "</table></div>\n");
    assay_buf_done(&text);
}

/* ---- Runs of a hyperproperty, side by side. */

typedef struct {
    const ReportRow *(*rows)(const ReportSide *side, uint32_t *ret_count);
    const char *heading, *different;
} SidePart;

static const ReportRow *inputs_of(const ReportSide *s, uint32_t *ret_count)
{
    *ret_count = s->ninputs;
    return s->inputs;
}

static const ReportRow *outputs_of(const ReportSide *s, uint32_t *ret_count)
{
    *ret_count = s->noutputs;
    return s->outputs;
}

static const char *value_in(const SidePart *part, const ReportSide *side,
                            const char *name)
{
    uint32_t n;
    const ReportRow *rows = part->rows(side, &n);

    for (uint32_t i = 0; i < n; i++)
        if (strcmp(rows[i].name, name) == 0)
            return rows[i].value;
    return "";
}

/* Bytes that a letter of a C string may have behind its backslash, and UTF-8 behind the
 * first byte of one. */
#define LETTER 3

static bool begins_letter(const char *text, size_t at)
{
    if (((unsigned char)text[at] & 0xc0) == 0x80)
        return false;
    for (size_t i = 1; i <= LETTER && i <= at; i++)
        if (text[at - i] == '\\')
            return false;
    return true;
}

/* How many bytes at the begin, or the end, all sides have alike, in whole letters. */
typedef struct {
    size_t begin, end;
} Alike;

static Alike alike_of(const ReportFinding *f, const SidePart *part, const char *name)
{
    const char *first = value_in(part, &f->sides[0], name);
    size_t len = strlen(first), shortest = len;
    Alike a = {len, len};

    for (uint32_t i = 1; i < f->nsides; i++) {
        const char *other = value_in(part, &f->sides[i], name);
        size_t of = strlen(other), n = 0;
        shortest = of < shortest ? of : shortest;
        while (n < a.begin && first[n] == other[n])
            n++;
        a.begin = n;
        for (n = 0; n < a.end && n < of && first[len - 1 - n] == other[of - 1 - n];)
            n++;
        a.end = n;
    }
    while (a.begin > 0 && !begins_letter(first, a.begin))
        a.begin--;
    a.end = a.begin + a.end > shortest ? shortest - a.begin : a.end;
    while (a.end > 0 && !begins_letter(first, len - a.end))
        a.end--;
    return a;
}

static void put_piece(struct assay_buf *out, const char *tag, const char *at, size_t len)
{
    struct assay_buf text;

    assay_buf_init(&text, NULL, 0);
    assay_buf_add(&text, at, len);
    if (*tag)
        page_tag(out, tag, "", text.at);
    else
        assay_xml_text(out, len > 0 ? text.at : "");
    assay_buf_done(&text);
}

/* What is not alike is marked, unless that is all of it. */
static void put_side(struct assay_buf *out, const char *value, Alike alike)
{
    const char *mark = alike.begin + alike.end > 0 ? "mark" : "";
    size_t len = strlen(value);

    assay_buf_puts(out, "<td>");
    put_piece(out, "", value, alike.begin);
    put_piece(out, mark, value + alike.begin, len - alike.begin - alike.end);
    put_piece(out, "", value + len - alike.end, alike.end);
    assay_buf_puts(out, "</td>");
}

static void put_side_row(const ReportFinding *f, const SidePart *part, const char *name,
                         struct assay_buf *out)
{
    const char *first = value_in(part, &f->sides[0], name);
    Alike alike = alike_of(f, part, name);
    bool same = true;

    for (uint32_t i = 1; i < f->nsides; i++)
        same = same && strcmp(value_in(part, &f->sides[i], name), first) == 0;
    assay_buf_printf(out, "<tr%s><th scope=\"row\">", same ? "" : part->different);
    assay_xml_text(out, name);
    assay_buf_puts(out, "</th>");
    for (uint32_t i = 0; i < f->nsides; i++)
        put_side(out, value_in(part, &f->sides[i], name), alike);
    assay_buf_printf(out, "<td class=\"same\">%s</td></tr>\n", same ? "" : "differs");
}

static void put_sides(const ReportFinding *f, struct assay_buf *out)
{
    static const SidePart parts[] = {{inputs_of, "given", " class=\"varied\""},
                                     {outputs_of, "seen", " class=\"differs\""}};

    if (f->nsides == 0)
        return;
    put_heading(out, "side by side");
    assay_buf_puts(out, "<div class=\"wide\" tabindex=\"0\"><table class=\"sides\">"
                        "<thead><tr><th scope=\"col\"></th>");
    for (uint32_t i = 0; i < f->nsides; i++) {
        assay_buf_printf(out, "<th scope=\"col\">run %u", i + 1);
        if (f->sides[i].follows > 0)
            assay_buf_printf(out, ", after run %u", f->sides[i].follows);
        assay_buf_puts(out, "</th>");
    }
    assay_buf_puts(out, "<th scope=\"col\"></th></tr></thead>");
    for (size_t p = 0; p < sizeof parts / sizeof parts[0]; p++) {
        uint32_t n;
        const ReportRow *rows = parts[p].rows(&f->sides[0], &n);
        if (n == 0)
            continue;
        assay_buf_printf(out,
                         "<tbody><tr class=\"group\"><th colspan=\"%u\" "
                         "scope=\"colgroup\">%s</th></tr>\n",
                         f->nsides + 2, parts[p].heading);
        for (uint32_t i = 0; i < n; i++)
            put_side_row(f, &parts[p], rows[i].name, out);
        assay_buf_puts(out, "</tbody>");
    }
    assay_buf_puts(out, "</table></div>\n");
}

/* ---- Sequences. */

/* The lines behind a request in the notes, "# 200 {...}", are its answer. Returns where
 * they end, or NULL when the notes do not have the request here. */
static const char *put_request(const char *notes, const char *request,
                               struct assay_buf *out)
{
    size_t len = strlen(request);
    struct assay_buf answer;

    assay_buf_puts(out, "<li>");
    page_copied(out, request);
    assay_buf_init(&answer, NULL, 0);
    if (notes)
        notes = strncmp(notes, request, len) == 0 ? notes + len : NULL;
    while (notes && strncmp(notes, "\n# ", 3) == 0) {
        size_t line = strcspn(notes + 1, "\n");
        assay_buf_puts(&answer, answer.len > 0 ? "\n" : "");
        assay_buf_add(&answer, notes + 3, line - 2);
        notes += 1 + line;
    }
    page_tag(out, "code", "answer", answer.at);
    assay_buf_done(&answer);
    assay_buf_puts(out, "</li>");
    return notes ? notes + (*notes == '\n') : NULL;
}

/* Whether all that the notes tell is shown by it. */
static bool put_requests(const ReportFinding *f, struct assay_buf *out)
{
    const char *notes = f->texts[TEXT_NOTES];

    if (f->nrequests == 0)
        return false;
    put_heading(out, f->nrequests == 1 ? "request" : "requests, in order");
    assay_buf_puts(out, "<ol class=\"requests\">");
    for (uint32_t i = 0; i < f->nrequests; i++)
        notes = put_request(notes, f->requests[i], out);
    assay_buf_puts(out, "</ol>\n");
    return notes && *notes == '\0';
}

static void put_picture(const ReportFinding *f, struct assay_buf *out)
{
    const char *picture = f->texts[TEXT_PICTURE];

    if (!picture[0])
        return;
    put_heading(out, "sequence");
    assay_buf_puts(out, "<div class=\"wide\" tabindex=\"0\">");
    if (report_chart(picture, out)) {
        assay_buf_puts(out, "</div>\n");
        put_folded(out, "the sequence as text", picture);
    } else {
        page_tag(out, "pre", "picture", picture);
        assay_buf_puts(out, "</div>\n");
    }
}

/* ---- Its story. */

static void put_effort(const ReportFinding *f, struct assay_buf *out)
{
    const char *before = "";

    if (f->after + f->shrink_executions == 0 && !f->from_store && !f->flaky)
        return;
    assay_buf_puts(out, "<p class=\"effort\">");
    if (f->after > 0) {
        assay_buf_puts(out, "found after ");
        assay_buf_count(out, f->after);
        assay_buf_printf(out, " execution%s", f->after == 1 ? "" : "s");
        before = ", ";
    }
    if (f->shrink_executions > 0) {
        assay_buf_printf(out, "%sshrunk in ", before);
        assay_buf_count(out, f->shrink_executions);
        before = ", ";
    }
    if (f->from_store) {
        assay_buf_printf(out, "%ssaved by an earlier run", before);
        before = ", ";
    }
    if (f->flaky)
        assay_buf_printf(out,
                         "%s<b>flaky</b>: it did not happen again with the same "
                         "choices",
                         before);
    assay_buf_puts(out, "</p>\n");
}

static void put_files(const ReportFinding *f, struct assay_buf *out)
{
    if (f->texts[TEXT_REPLAY][0]) {
        put_heading(out, "see it again");
        page_copied(out, f->texts[TEXT_REPLAY]);
    } else if (f->texts[TEXT_SAVED][0]) {
        put_heading(out, "saved choices");
        page_copied(out, f->texts[TEXT_SAVED]);
    }
    if (f->texts[TEXT_REPRODUCER][0] || f->texts[TEXT_CHART][0]) {
        assay_buf_puts(out, "<p class=\"files\">");
        page_tag(out, "span", "key", f->texts[TEXT_REPRODUCER][0] ? "as C" : "");
        page_tag(out, "code", "", f->texts[TEXT_REPRODUCER]);
        page_tag(out, "span", "key", f->texts[TEXT_CHART][0] ? "chart" : "");
        page_tag(out, "code", "", f->texts[TEXT_CHART]);
        assay_buf_puts(out, "</p>\n");
    }
}

/* Of what is undefined, or leaks, nobody wrote a clause. */
static bool has_promise(const ReportFinding *f)
{
    return f->texts[TEXT_CLAUSE][0] || f->capability != REPORT_CONTRACT;
}

/* Something tells the smallest case better than the values by themselves. */
static bool has_case(const ReportFinding *f)
{
    return f->texts[TEXT_CALL][0] || f->texts[TEXT_PROGRAM][0] || f->nsides > 0;
}

static void put_body(const ReportFinding *f, struct assay_buf *out)
{
    bool answered;

    assay_buf_puts(out, "<div class=\"body\">\n");
    if (f->texts[TEXT_KIND][0]) /* else the line above has it */
        page_tag(out, "p", "message", f->texts[TEXT_MESSAGE]);
    put_block(out, has_promise(f) ? "promise" : "where", "excerpt",
              f->texts[TEXT_EXCERPT]);
    if (f->nsides == 0)
        put_block(out, "smallest case", "call", f->texts[TEXT_CALL]);
    put_block(out, "smallest scenario", "program", f->texts[TEXT_PROGRAM]);
    if (!has_case(f))
        put_values(out, "smallest case", f->texts[TEXT_VALUES]);
    answered = put_requests(f, out);
    put_picture(f, out);
    put_sides(f, out);
    if (!answered)
        put_block(out, "steps and notes", "notes", f->texts[TEXT_NOTES]);
    put_block(out, "seen", "details", f->texts[TEXT_DETAILS]);
    if (f->texts[TEXT_CALLER][0]) {
        put_heading(out, "called from");
        page_tag(out, "code", "", f->texts[TEXT_CALLER]);
    }
    put_files(f, out);
    put_effort(f, out);
    if (has_case(f))
        put_folded(out, "all values that were drawn", f->texts[TEXT_VALUES]);
    put_folded(out, "what it wrote", f->texts[TEXT_OUTPUT]);
    put_folded(out, "shrinking", f->texts[TEXT_EXPLANATION]);
    put_folded(out, "choices", f->texts[TEXT_CHOICES]);
    if (f->cut)
        assay_buf_puts(out, "<p class=\"more\">Long texts are cut.</p>\n");
    assay_buf_puts(out, "</div></details>\n");
}

/* ---- The line that opens it. */

static const char *name_of(const ReportFinding *f)
{
    return f->texts[TEXT_FUNCTION][0] ? f->texts[TEXT_FUNCTION] : f->texts[TEXT_PROPERTY];
}

/* The last test of what it is a finding of; NULL if no event tells of one. */
static const ReportTest *test_of(const Report *r, const ReportFinding *f)
{
    const ReportTest *last = NULL;

    for (uint32_t i = 0; i < r->tests.count; i++) {
        const ReportTest *t = &r->tests.at[i];
        if (r->runs.at[t->run].series == r->runs.at[f->last_run].series &&
            strcmp(t->name, name_of(f)) == 0 && (!last || t->run > last->run))
            last = t;
    }
    return last;
}

/* Why it is not in the last run, which may have been of other tests. */
static const char *absence(const Report *r, const ReportFinding *f)
{
    const ReportTest *t = test_of(r, f);

    return t && !report_is_current(r, t->run) ? "not run" : "gone";
}

/* How often it was there, where there are several runs to compare. */
static void put_state(const Report *r, const ReportFinding *f, struct assay_buf *out)
{
    uint32_t series = r->runs.at[f->last_run].series, runs = 0, before = 0;
    const char *state;

    for (uint32_t i = 0; i < r->runs.count; i++)
        if (r->runs.at[i].series == series) {
            runs++;
            before += i < f->first_run;
        }
    if (runs < 2)
        return;
    state = !report_is_current(r, f->last_run)                 ? absence(r, f)
            : report_is_current(r, f->first_run) && before > 0 ? "new"
                                                               : "still";
    assay_buf_printf(out, "<span class=\"state %s\" title=\"in %u of %u runs\">%s</span>",
                     state, f->seen, runs, state);
}

/* The smallest case as one line: what tells findings of one function apart. */
static void put_case(const ReportFinding *f, struct assay_buf *out)
{
    const char *of = f->texts[f->texts[TEXT_CALL][0] ? TEXT_CALL : TEXT_VALUES];
    size_t len = strlen(of);
    struct assay_buf line;

    while (len > 0 && of[len - 1] == '\n')
        len--;
    if (len > CASE_LENGTH)
        for (len = CASE_LENGTH; len > 0 && ((unsigned char)of[len] & 0xc0) == 0x80;)
            len--;
    assay_buf_init(&line, NULL, 0);
    for (size_t i = 0; i < len; i++)
        assay_buf_add(&line, of[i] == '\n' ? ", " : of + i, of[i] == '\n' ? 2 : 1);
    page_tag(out, "code", "case", line.at);
    assay_buf_done(&line);
}

/* A crash is nowhere but in its property. */
static void put_place(const Report *r, const ReportFinding *f, struct assay_buf *out)
{
    const ReportTest *t = f->texts[TEXT_FILE][0] ? NULL : test_of(r, f);

    if (t)
        page_place(out, t->file, t->line);
    else
        page_place(out, f->texts[TEXT_FILE], f->line);
}

static void put_summary(const Report *r, const ReportFinding *f, uint32_t number,
                        struct assay_buf *out)
{
    bool gone = !report_is_current(r, f->last_run);
    const char *what =
        f->texts[TEXT_KIND][0] ? f->texts[TEXT_KIND] : f->texts[TEXT_MESSAGE];

    assay_buf_printf(out,
                     "<details class=\"finding%s\" id=\"f%u\"%s><summary><span "
                     "class=\"number\">%u</span><span class=\"tag\">%s</span><span "
                     "class=\"what\">",
                     gone ? " past" : "", number, number == 1 ? " open=\"\"" : "", number,
                     report_capability_text(f->capability));
    page_tag(out, "b", "name", name_of(f));
    page_tag(out, "span", "part", f->texts[TEXT_BEHAVIOR]);
    assay_buf_putc(out, ' '); /* lines break here */
    page_tag(out, "span", "broken", what);
    put_case(f, out);
    assay_buf_puts(out, "</span>");
    put_state(r, f, out);
    put_place(r, f, out);
    assay_buf_puts(out, "</summary>\n");
}

static void put_filter(struct assay_buf *out)
{
    assay_buf_puts(out, "<div class=\"filter\" id=\"filter\" hidden=\"\"><label "
                        "for=\"words\">filter</label><input id=\"words\" type=\"search\" "
                        "autocomplete=\"off\" spellcheck=\"false\" placeholder=\"words "
                        "of a finding\" /><output id=\"shown\" for=\"words\"></output>"
                        "</div>\n");
}

/* Those that are there now, then those of earlier runs. */
static void put_list(const Report *r, bool current, uint32_t *number,
                     struct assay_buf *out)
{
    for (uint32_t i = 0; i < r->findings.count; i++) {
        const ReportFinding *f = &r->findings.at[i];
        if (report_is_current(r, f->last_run) != current)
            continue;
        put_summary(r, f, ++*number, out);
        put_body(f, out);
    }
}

static const char *why_none(const Report *r, const ReportTotals *t)
{
    if (t->errors > 0)
        return "None, but there are errors: see the diagnostics.";
    if (t->tested + t->held + t->runs > 0)
        return "None: nothing that was tried broke a promise.";
    for (uint32_t i = 0; i < r->runs.count; i++)
        if (r->runs.at[i].capability == REPORT_SPECIFICATION)
            return "None, and no errors in what was checked.";
    return "None, and no executions either.";
}

void page_findings(const Report *r, struct assay_buf *out)
{
    ReportTotals t = report_totals(r);
    uint32_t number = 0;

    page_section(out, "findings", "Findings", t.findings);
    if (r->findings.count + r->findings.more == 0)
        assay_buf_printf(out, "<p class=\"none\">%s</p>\n", why_none(r, &t));
    else
        put_filter(out);
    put_list(r, true, &number, out);
    put_list(r, false, &number, out);
    page_more(out, r->findings.more, "findings are");
    page_section_end(out);
}
