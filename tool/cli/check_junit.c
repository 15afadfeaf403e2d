/*
 * JUnit XML, as continuous integration servers read it: a suite for each file, a case for
 * each behavior.
 */
#include "base/xml.h"
#include "cli/check.h"
#include "cli/folder.h"
#include <errno.h>
#include <string.h>

static bool holds(const CheckResult *r)
{
    return strcmp(r->verdict, "held") == 0;
}

static bool is_broken(const CheckResult *r)
{
    return strcmp(r->verdict, "broken") == 0;
}

static void put_finding(CheckJob *j, uint32_t number, struct assay_buf *out)
{
    const CheckFinding *f = &j->findings[number];
    const char *element = f->clause_kind[0] ? "failure" : "error";
    struct assay_buf text;

    assay_buf_init(&text, NULL, 0);
    check_report_finding(j, number, &text);
    assay_buf_printf(out, "      <%s type=\"", element);
    assay_xml_text(out, check_kind(j, f));
    assay_buf_puts(out, "\" message=\"");
    assay_xml_text(out, f->message);
    assay_buf_puts(out, "\">");
    assay_xml_text(out, text.at);
    assay_buf_printf(out, "</%s>\n", element);
    assay_buf_done(&text);
}

static void begin_case(const CheckJob *j, const char *name, double seconds,
                       struct assay_buf *out)
{
    assay_buf_puts(out, "    <testcase classname=\"");
    assay_xml_text(out, j->path);
    assay_buf_puts(out, "\" name=\"");
    assay_xml_text(out, name);
    assay_buf_printf(out, "\" time=\"%.3f\">\n", seconds);
}

static void put_skipped(const char *why, struct assay_buf *out)
{
    assay_buf_puts(out, "      <skipped message=\"");
    assay_xml_text(out, why);
    assay_buf_puts(out, "\"/>\n");
}

static void put_case(CheckJob *j, const CheckResult *r, struct assay_buf *out)
{
    begin_case(j, r->test->property, r->seconds, out);
    for (uint32_t i = 0; i < j->nfindings; i++)
        if (j->findings[i].test == r->test)
            put_finding(j, i, out);
    if (!holds(r) && !is_broken(r))
        put_skipped(strcmp(r->verdict, "starved") == 0
                        ? "too few inputs satisfy the precondition"
                    : r->error[0] ? r->error
                                  : "did not run",
                    out);
    assay_buf_puts(out, "    </testcase>\n");
}

static void put_suite(CheckJob *j, struct assay_buf *out)
{
    const ContractSummary *s = &j->summary;
    uint32_t failures = 0, errors = 0, skipped = s->nuntested;
    double seconds = 0;

    for (uint32_t i = 0; i < j->nfindings; i++)
        *(j->findings[i].clause_kind[0] ? &failures : &errors) += 1;
    for (uint32_t i = 0; j->results && i < s->ntests; i++) {
        skipped += !holds(&j->results[i]) && !is_broken(&j->results[i]);
        seconds += j->results[i].seconds;
    }
    assay_buf_puts(out, "  <testsuite name=\"");
    assay_xml_text(out, j->path);
    assay_buf_printf(out,
                     "\" tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\" "
                     "time=\"%.3f\">\n",
                     s->ntests + s->nuntested, failures, errors, skipped, seconds);
    for (uint32_t i = 0; j->results && i < s->ntests; i++)
        put_case(j, &j->results[i], out);
    for (uint32_t i = 0; i < s->nuntested; i++) {
        begin_case(j, s->untested[i].function->name, 0, out);
        put_skipped(s->untested[i].reason, out);
        assay_buf_puts(out, "    </testcase>\n");
    }
    assay_buf_puts(out, "  </testsuite>\n");
}

/* A file that could not be read or built is a case that failed. */
static void put_failed_suite(const CheckJob *j, struct assay_buf *out)
{
    assay_buf_puts(out, "  <testsuite name=\"");
    assay_xml_text(out, j->path);
    assay_buf_puts(out, "\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\">\n");
    begin_case(j, "build", 0, out);
    assay_buf_puts(out, "      <error message=\"the tests could not be built\"/>\n"
                        "    </testcase>\n  </testsuite>\n");
}

/* Whether there is something to tell of a file, though it may be that nothing is tested.
 */
static bool is_told(const CheckJob *j)
{
    return j->acsl && j->diags.errors == 0 && (j->results || j->summary.ntests == 0);
}

int check_junit(CheckJob *jobs, uint32_t count, const CheckSettings *s)
{
    struct assay_buf out;
    bool good;

    assay_buf_init(&out, NULL, 0);
    assay_buf_puts(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    for (uint32_t i = 0; i < count; i++)
        if (is_told(&jobs[i]))
            put_suite(&jobs[i], &out);
        else
            put_failed_suite(&jobs[i], &out);
    assay_buf_puts(&out, "</testsuites>\n");
    good = out.status == ASSAY_OK && folder_write(s->junit, &out);
    assay_buf_done(&out);
    if (!good)
        console_error(&s->cli->console, s->junit, "cannot write: %s", strerror(errno));
    return good ? COMMAND_HELD : COMMAND_BAD_USE;
}
