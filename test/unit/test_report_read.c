/* Reading events for a report: runs, findings over runs, damage, limits. */
#include "harness.h"
#include "report/page.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void read_text(Report *r, const char *name, const char *text)
{
    report_begin(r, name);
    report_feed(r, text, strlen(text));
    report_end(r);
}

static void start(Report *r, const char *text)
{
    CHECK(report_init(r));
    read_text(r, "run.jsonl", text);
}

#define FINDING                                                                          \
    "{\"event\":\"finding\",\"property\":\"sorts\",\"failure\":\"assertion\","           \
    "\"message\":\"1 is above 0\",\"file\":\"a.c\",\"line\":20,\"values\":\"xs = {1, "   \
    "0}\\n\",\"replay\":\"./t --replay=x\",\"after\":2,\"shrink_executions\":27,"        \
    "\"flaky\":false}\n"
#define PROPERTY(VERDICT, RUNS)                                                          \
    "{\"event\":\"property\",\"property\":\"sorts\",\"file\":\"a.c\",\"line\":4,"        \
    "\"verdict\":\"" VERDICT "\",\"runs\":" RUNS ",\"unit\":\"runs\",\"seconds\":0.5,"   \
    "\"labels\":[{\"label\":\"empty\",\"count\":7,\"required\":2.5}]}\n"
#define SUMMARY(HELD, SECONDS)                                                           \
    "{\"event\":\"summary\",\"properties\":1,\"held\":" HELD                             \
    ",\"seed\":9,\"seconds\":" SECONDS "}\n"

TEST(report_reads_a_run)
{
    Report r;
    ReportTotals t;

    start(&r, PROPERTY("broken", "12") FINDING SUMMARY("0", "0.75"));
    t = report_totals(&r);
    CHECK_INT(r.runs.count, 1);
    CHECK(r.runs.at[0].ended);
    CHECK_INT(r.runs.at[0].capability, REPORT_PROPERTY);
    CHECK_STR(r.runs.at[0].source, "a.c");
    CHECK_INT(r.runs.at[0].seed, 9);
    CHECK_INT(t.findings, 1);
    CHECK_INT(t.held, 0);
    CHECK_INT(t.runs, 12);
    CHECK(t.seconds == 0.75);
    CHECK_INT(r.tests.count, 1);
    CHECK_INT(r.tests.at[0].nlabels, 1);
    CHECK_STR(r.tests.at[0].labels[0].label, "empty");
    CHECK(r.tests.at[0].labels[0].required == 2.5);
    CHECK_INT(r.findings.count, 1);
    CHECK_STR(r.findings.at[0].texts[TEXT_VALUES], "xs = {1, 0}\n");
    CHECK_STR(r.findings.at[0].texts[TEXT_REPLAY], "./t --replay=x");
    CHECK_STR(r.findings.at[0].texts[TEXT_PROGRAM], "");
    CHECK_INT(r.findings.at[0].shrink_executions, 27);
    CHECK_INT(r.findings.at[0].line, 20);
    report_done(&r);
}

/* One byte at a time is the same. */
TEST(report_reads_pieces)
{
    static const char text[] =
        PROPERTY("broken", "12") FINDING SUMMARY("0", "1") "{\"eve";
    Report r;

    CHECK(report_init(&r));
    report_begin(&r, "-");
    for (size_t i = 0; i < sizeof text - 1; i++)
        report_feed(&r, text + i, 1);
    report_end(&r);
    CHECK_INT(r.findings.count, 1);
    CHECK_INT(r.runs.count, 1);
    CHECK_INT(r.inputs.at[0].lines, 4);
    CHECK_INT(r.inputs.at[0].damaged, 1);
    CHECK_INT(r.damages.at[0].line, 4);
    report_done(&r);
}

TEST(report_compares_runs)
{
    Report r;

    start(&r, PROPERTY("broken", "10") FINDING SUMMARY("0", "1"));
    read_text(&r, "b", PROPERTY("broken", "20") FINDING SUMMARY("0", "2"));
    CHECK_INT(r.nseries, 1);
    CHECK_INT(r.findings.count, 1);
    CHECK_INT(r.findings.at[0].seen, 2);
    CHECK(report_is_current(&r, r.findings.at[0].last_run));
    CHECK(!report_is_current(&r, r.findings.at[0].first_run));
    CHECK_INT(r.tests.count, 1);
    CHECK_INT(r.tests.at[0].runs, 20);
    read_text(&r, "c", PROPERTY("held", "30") SUMMARY("1", "3"));
    CHECK(!report_is_current(&r, r.findings.at[0].last_run));
    CHECK_INT(report_totals(&r).findings, 0);
    CHECK_INT(report_totals(&r).gone, 1);
    CHECK_INT(report_totals(&r).held, 1);
    CHECK_INT(report_totals(&r).runs, 30);
    report_done(&r);
}

/* A run that was killed has no summary: the next one begins another. */
TEST(report_begins_runs)
{
#define CALLED(SOURCE) "{\"event\":\"run\",\"command\":\"c\",\"source\":\"" SOURCE "\"}\n"
    Report r;

    start(
        &r,
        CALLED("a.c") "{\"event\":\"behavior\",\"source\":\"a.c\"}\n" CALLED(
            "a.c") "{\"event\":\"behavior\",\"source\":\"a.c\"}\n" CALLED("b.ss") "{\"eve"
                                                                                  "nt\":"
                                                                                  "\"unte"
                                                                                  "sted\""
                                                                                  ",\"sou"
                                                                                  "rce\":"
                                                                                  "\"q."
                                                                                  "h\","
                                                                                  "\"func"
                                                                                  "tion\""
                                                                                  ":\"f\""
                                                                                  "}\n");

    CHECK_INT(r.runs.count, 3);
    CHECK(!r.runs.at[0].last && r.runs.at[1].last);
    CHECK_STR(r.runs.at[2].source, "b.ss");
    report_done(&r);
}

/* Which functions a model leaves out comes before the run of its program. */
TEST(report_joins_gaps_with_their_run)
{
    Report r;

    start(&r,
          "{\"event\":\"untested\",\"source\":\"q.h\",\"function\":\"f\"}\n" CALLED(
              "") "{\"event\":\"property\",\"file\":\"q.h\",\"unit\":\"scenarios\"}\n");

    CHECK_INT(r.runs.count, 1);
    CHECK_INT(r.runs.at[0].untested, 1);
    CHECK_STR(r.runs.at[0].command, "c");
    report_done(&r);
}

/* What is alike in one run is not the same; what is of another file is another series. */
TEST(report_tells_findings_apart)
{
    Report r;

    start(&r, PROPERTY("broken", "10") FINDING FINDING SUMMARY("0", "1")
                  PROPERTY("broken", "10") FINDING FINDING SUMMARY("0", "1"));
    CHECK_INT(r.findings.count, 2);
    CHECK_INT(r.findings.at[0].seen, 2);
    CHECK_INT(r.findings.at[1].seen, 2);
    read_text(&r, "other",
              "{\"event\":\"property\",\"property\":\"p\",\"file\":\"b.c\",\"verdict\":"
              "\"held\"}\n");
    CHECK_INT(r.nseries, 2);
    CHECK_INT(report_totals(&r).findings, 2);
    CHECK_INT(report_totals(&r).held, 1);
    report_done(&r);
}

TEST(report_knows_capabilities)
{
    static const struct {
        const char *members;
        ReportCapability capability;
    } cases[] = {
        {"\"function\":\"f\"", REPORT_CONTRACT},
        {"\"function\":\"f\",\"hyper\":\"h\"", REPORT_HYPER},
        {"\"property\":\"p\",\"program\":\"int main;\"", REPORT_MODEL},
        {"\"property\":\"p\",\"picture\":\"x\"", REPORT_SIMULATION},
        {"\"property\":\"p\",\"chance\":\"random\",\"picture\":\"x\"", REPORT_TRACE},
        {"\"requests\":[\"curl -s x\",3]", REPORT_REST},
        {"\"property\":\"p\"", REPORT_PROPERTY},
    };
    char line[300];

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Report r;
        snprintf(line, sizeof line, "{\"event\":\"finding\",%s}", cases[i].members);
        start(&r, line);
        CHECK_INT(r.findings.count, 1);
        CHECK_INT(r.findings.at[0].capability, cases[i].capability);
        report_done(&r);
    }
}

/* What has no summary ends where something else begins. */
TEST(report_parts_words_from_runs)
{
    Report r;

    start(&r, "{\"event\":\"word\",\"file\":\"w\",\"accepted\":true}\n"
              "{\"event\":\"word\",\"file\":\"w\",\"accepted\":false,\"reason\":\"no\"}"
              "\n" PROPERTY("held", "12") SUMMARY(
                  "1", "1") "{\"event\":\"word\",\"file\":\"v\",\"accepted\":true}\n");
    CHECK_INT(r.runs.count, 3);
    CHECK_INT(r.runs.at[0].capability, REPORT_LANGUAGE);
    CHECK_INT(r.runs.at[0].tested, 2);
    CHECK_INT(r.runs.at[0].held, 1);
    CHECK_INT(r.runs.at[1].runs, 12);
    CHECK_STR(r.runs.at[2].source, "v");
    CHECK_INT(r.findings.count, 1);
    CHECK_STR(r.findings.at[0].texts[TEXT_MESSAGE], "no");
    report_done(&r);
}

/* Functions that are not tested come first: what the run is of comes after them. */
TEST(report_knows_whose_gaps_they_are)
{
#define UNTESTED                                                                         \
    "{\"event\":\"untested\",\"source\":\"q.h\",\"function\":\"f\",\"reason\":\"why\"}"  \
    "\n"
    Report r;

    start(&r, UNTESTED "{\"event\":\"property\",\"property\":\"q\",\"file\":\"q.h\","
                       "\"unit\":\"scenarios\",\"verdict\":\"held\"}\n" SUMMARY("1", "1")
                           UNTESTED "{\"event\":\"summary\",\"functions\":1}\n");
    CHECK_INT(r.runs.count, 2);
    CHECK_INT(r.runs.at[0].capability, REPORT_MODEL);
    CHECK_INT(r.runs.at[1].capability, REPORT_CONTRACT);
    CHECK_INT(r.runs.at[0].untested, 1);
    CHECK_INT(report_totals(&r).untested, 2);
    CHECK_STR(r.gaps.at[0].reason, "why");
    report_done(&r);
}

TEST(report_has_both_sides)
{
    Report r;

    start(&r, "{\"event\":\"finding\",\"function\":\"f\",\"hyper\":\"h\",\"runs\":["
              "{\"run\":1,\"inputs\":{\"x\":\"1\"},\"outputs\":{\"\\\\result\":\"2\"}},"
              "{\"run\":2,\"follows\":1,\"inputs\":{\"x\":\"3\"},\"outputs\":{}},5]}\n");
    CHECK_INT(r.findings.at[0].nsides, 2);
    CHECK_STR(r.findings.at[0].sides[0].outputs[0].name, "\\result");
    CHECK_STR(r.findings.at[0].sides[1].inputs[0].value, "3");
    CHECK_INT(r.findings.at[0].sides[1].follows, 1);
    report_done(&r);
}

TEST(report_counts_what_it_does_not_know)
{
    Report r;

    start(&r, "{\"event\":\"future\"}\n{\"event\":\"future\"}\n{\"a\":1}\n[1]\nnot json\n"
              "\n  \r\n{\"event\":7}\n" PROPERTY("held", "3"));
    CHECK_INT(r.unknowns.count, 2);
    CHECK_STR(r.unknowns.at[0].event, "future");
    CHECK_INT(r.unknowns.at[0].count, 2);
    CHECK_INT(r.unknowns.at[1].count, 2);
    CHECK_INT(r.inputs.at[0].damaged, 2);
    CHECK_INT(r.damages.at[0].line, 4);
    CHECK_STR(r.damages.at[0].reason, "it is no object");
    CHECK_INT(r.damages.at[1].line, 5);
    CHECK_STR(r.damages.at[1].reason, "it is no JSON from byte 1 on");
    CHECK_INT(r.tests.count, 1);
    report_done(&r);
}

/* Members of another kind, and out of range. */
TEST(report_survives_odd_members)
{
    Report r;

    start(&r, "{\"event\":\"finding\",\"file\":[],\"line\":-7,\"message\":{},\"values\":"
              "null,\"runs\":7,\"requests\":{},\"after\":1e400,\"flaky\":\"yes\"}\n"
              "{\"event\":\"property\",\"property\":1,\"runs\":1e30,\"labels\":[1,{}],"
              "\"seconds\":\"x\",\"warnings\":{}}\n"
              "{\"event\":\"triple\"}\n{\"event\":\"language\",\"coverage\":[]}\n"
              "{\"event\":\"synthesis\",\"generators\":[1,{\"name\":\"g\"}]}\n"
              "{\"event\":\"diagnostic\",\"notes\":[1,{}]}\n{\"event\":\"summary\"}\n");
    CHECK_INT(r.inputs.at[0].damaged, 0);
    CHECK_INT(r.findings.at[0].line, 0);
    CHECK_STR(r.findings.at[0].texts[TEXT_FILE], "");
    CHECK(!r.findings.at[0].flaky);
    CHECK_INT(r.generators.count, 1);
    report_done(&r);
}

/* A line that is too long is damaged; what follows is read. */
TEST(report_passes_over_a_huge_line)
{
    size_t len = (size_t)REPORT_LINE + 100;
    char *text = harness_room(len + 1);
    Report r;

    memset(text, 'x', len);
    CHECK(report_init(&r));
    report_begin(&r, "huge");
    report_feed(&r, text, len);
    report_feed(&r, "\n" FINDING, strlen("\n" FINDING));
    report_end(&r);
    CHECK_INT(r.inputs.at[0].damaged, 1);
    CHECK_STR(r.damages.at[0].reason, "it is longer than 16 MiB");
    CHECK_INT(r.findings.count, 1);
    report_done(&r);
}

/* What is kept is bounded, and what is not is counted. */
TEST(report_has_limits)
{
    enum { EVENTS = 100000 };
    static char line[4000];
    char *most = harness_room(20001);
    struct assay_buf page;
    Report r;

    memset(most, 'v', 20000);
    CHECK(report_init(&r));
    report_begin(&r, "many");
    for (int i = 0; i < EVENTS; i++) {
        snprintf(
            line, sizeof line,
            "{\"event\":\"finding\",\"property\":\"p%d\",\"file\":\"a.c\",\"line\":%d"
            ",\"values\":\"%.1000s\"}\n",
            i, i, most);
        report_feed(&r, line, strlen(line));
    }
    report_end(&r);
    CHECK_INT(r.events, EVENTS);
    CHECK_INT(r.findings.count, REPORT_FINDINGS);
    CHECK_INT(r.findings.more, EVENTS - REPORT_FINDINGS);
    CHECK_INT(report_totals(&r).findings, EVENTS);
    CHECK(r.arena.used < (8U << 20));
    assay_buf_init(&page, NULL, 0);
    report_page(&r, &page);
    CHECK(page.len < (4U << 20));
    CHECK(strstr(page.at, ">99 500 more findings are left out of this page.<") != NULL);
    assay_buf_done(&page);
    report_done(&r);
}

/* So is a text, at the end of a character. */
TEST(report_cuts_long_texts)
{
    size_t len = 3 * (size_t)REPORT_TEXT;
    char *line = harness_room(len + 100);
    Report r;
    size_t n = (size_t)sprintf(line, "{\"event\":\"finding\",\"values\":\"a");

    while (n < len)
        n += (size_t)sprintf(line + n, "\xc3\xa9");
    memcpy(line + n, "\"}\n", 4);
    start(&r, line);
    CHECK_INT(strlen(r.findings.at[0].texts[TEXT_VALUES]), REPORT_TEXT - 1);
    CHECK(r.findings.at[0].cut);
    report_done(&r);
}
