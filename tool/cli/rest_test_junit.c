/*
 * JUnit XML of what came of testing a server: a suite, a case for each triple.
 */
#include "base/xml.h"
#include "cli/folder.h"
#include "cli/rest_test.h"
#include "term/template.h"
#include <errno.h>
#include <string.h>

static uint32_t line_of(const Drive *d, uint32_t triple)
{
    Span span = d->spec->triples[triple]->span;

    return diag_position(d->diags, span.source, span.start).line;
}

/* The triple that a line of the specification is in: the last that begins before it. */
static uint32_t triple_at(const Drive *d, int line)
{
    uint32_t at = 0;

    for (uint32_t i = 0; i < d->spec->ntriples; i++)
        if ((int)line_of(d, i) <= line)
            at = i;
    return at;
}

static void put_failures(const Drive *d, uint32_t triple, const struct assay_report *r,
                         struct assay_buf *out)
{
    for (size_t i = 0; i < r->nfindings; i++) {
        const struct assay_finding *f = &r->findings[i];
        if (triple_at(d, f->line) != triple)
            continue;
        assay_buf_puts(out, "      <failure message=\"");
        assay_xml_text(out, f->message);
        assay_buf_puts(out, "\">");
        assay_xml_text(out, f->notes);
        assay_buf_puts(out, "</failure>\n");
    }
}

static void put_case(const Drive *d, uint32_t triple, const struct assay_report *r,
                     struct assay_buf *out)
{
    const Triple *t = d->spec->triples[triple];
    const TripleCount *c = &d->counts->triples[triple];
    struct assay_buf name;

    assay_buf_init(&name, NULL, 0);
    assay_buf_printf(&name, "%s '%.*s', line %u", rest_method_text(t->method),
                     (int)rest_template(t)->source.len, rest_template(t)->source.at,
                     line_of(d, triple));
    assay_buf_puts(out, "    <testcase classname=\"");
    assay_xml_text(out, d->path);
    assay_buf_puts(out, "\" name=\"");
    assay_xml_text(out, name.at);
    assay_buf_puts(out, "\">\n");
    put_failures(d, triple, r, out);
    if (c->held + c->broken == 0)
        assay_buf_puts(out, "      <skipped message=\"never exercised\"/>\n");
    assay_buf_puts(out, "    </testcase>\n");
    assay_buf_done(&name);
}

static uint32_t count_skipped(const Drive *d)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < d->spec->ntriples; i++)
        count += d->counts->triples[i].held + d->counts->triples[i].broken == 0;
    return count;
}

bool rest_test_junit(const RestTestSettings *s, const Drive *d,
                     const struct assay_report *r)
{
    struct assay_buf out;
    bool good;

    assay_buf_init(&out, NULL, 0);
    assay_buf_puts(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
                         "  <testsuite name=\"");
    assay_xml_text(&out, d->path);
    assay_buf_printf(&out,
                     "\" tests=\"%u\" failures=\"%zu\" errors=\"0\" skipped=\"%u\" "
                     "time=\"%.3f\">\n",
                     d->spec->ntriples, r->nfindings, count_skipped(d), r->seconds);
    for (uint32_t i = 0; i < d->spec->ntriples; i++)
        put_case(d, i, r, &out);
    assay_buf_puts(&out, "  </testsuite>\n</testsuites>\n");
    good = out.status == ASSAY_OK && folder_write(s->junit, &out);
    assay_buf_done(&out);
    if (!good)
        console_error(s->console, s->junit, "cannot write: %s", strerror(errno));
    return good;
}
