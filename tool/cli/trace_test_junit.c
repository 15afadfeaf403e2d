/*
 * JUnit XML of what came of testing a system: a suite, a case for each property.
 */
#include "base/xml.h"
#include "cli/folder.h"
#include "cli/trace_test.h"
#include "run/render.h"
#include <errno.h>
#include <string.h>

static void put_failure(const TraceVerdict *v, const struct assay_report *report,
                        TraceChance chance, struct assay_buf *out)
{
    const struct assay_finding *f = &report->findings[0];
    const char *sort = f->failure == ASSAY_ASSERTION ? "failure" : "error";
    struct assay_buf command, replay;

    assay_buf_init(&command, NULL, 0);
    assay_buf_init(&replay, NULL, 0);
    assay_buf_printf(&command, "%s%s", v->command, trace_test_option(chance));
    assay_put_replay(&replay, command.at, f);
    assay_buf_printf(out, "      <%s message=\"", sort);
    assay_xml_text(out, f->message);
    assay_buf_puts(out, "\">");
    assay_xml_text(out, f->notes);
    assay_xml_text(out, f->picture);
    assay_buf_puts(out, "replay: ");
    assay_xml_text(out, replay.at);
    assay_buf_printf(out, "</%s>\n", sort);
    assay_buf_done(&replay);
    assay_buf_done(&command);
}

void trace_test_junit_case(TraceTest *t, const Property *p, const TraceVerdict *v,
                           double seconds)
{
    struct assay_buf *out = &t->cases;

    assay_buf_puts(out, "    <testcase classname=\"");
    assay_xml_text(out, t->file.path);
    assay_buf_puts(out, "\" name=\"");
    assay_xml_text(out, p->name);
    assay_buf_printf(out, "\" time=\"%.3f\">\n", seconds);
    if (v && v->report)
        put_failure(v, v->report, TRACE_GENERATED, out);
    if (v && v->random_report)
        put_failure(v, v->random_report, v->found_by, out);
    if (!v)
        assay_buf_puts(out, "      <skipped message=\"not tested\"/>\n");
    assay_buf_puts(out, "    </testcase>\n");
}

/* The specification or the system is wrong: that is no test that passed. */
static void put_nothing(TraceTest *t)
{
    struct assay_buf *out = &t->cases;

    assay_buf_puts(out, "    <testcase classname=\"");
    assay_xml_text(out, t->file.path);
    assay_buf_puts(out, "\" name=\"");
    assay_xml_text(out, t->s->system);
    assay_buf_puts(out, "\">\n      <error message=\"nothing was tested\"/>\n"
                        "    </testcase>\n");
    t->totals.properties = t->totals.crashes = t->totals.findings = 1;
}

bool trace_test_junit(TraceTest *t)
{
    const TraceTotals *all = &t->totals;
    struct assay_buf out;
    bool good;

    if (all->properties == 0)
        put_nothing(t);
    assay_buf_init(&out, NULL, 0);
    assay_buf_puts(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
                         "  <testsuite name=\"");
    assay_xml_text(&out, t->file.path);
    assay_buf_printf(&out,
                     "\" tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\" "
                     "time=\"%.3f\">\n",
                     all->properties, all->findings - all->crashes, all->crashes,
                     all->untested, all->seconds);
    assay_buf_add(&out, t->cases.at ? t->cases.at : "", t->cases.len);
    assay_buf_puts(&out, "  </testsuite>\n</testsuites>\n");
    good = out.status == ASSAY_OK && t->cases.status == ASSAY_OK &&
           folder_write(t->s->junit, &out);
    assay_buf_done(&out);
    if (!good)
        console_error(t->s->console, t->s->junit, "cannot write: %s", strerror(errno));
    return good;
}
