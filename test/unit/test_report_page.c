/* The page of a report: what it shows, and that nothing of the input becomes markup. */
#include "harness.h"
#include "page_check.h"
#include "report/page.h"
#include <stdio.h>
#include <string.h>

static struct assay_buf page;

static const char *page_of(const char *lines)
{
    Report r;

    CHECK(report_init(&r));
    report_begin(&r, "run.jsonl");
    report_feed(&r, lines, strlen(lines));
    report_end(&r);
    assay_buf_done(&page);
    assay_buf_init(&page, NULL, 0);
    report_page(&r, &page);
    report_done(&r);
    CHECK_INT(page.status, ASSAY_OK);
    return page.at;
}

static void check_good(const char *at)
{
    const char *wrong = page_wrong(at);

    if (wrong)
        harness_fail(HARNESS_HERE, "%s:\n%s", wrong, at);
}

#define CHECK_HAS(PAGE, TEXT) CHECK(strstr(PAGE, TEXT) != NULL)

/* Every member of every event that is shown. */
static const char *const shown[] = {
    "file",      "message",    "function",   "property", "behavior",
    "hyper",     "hyper_kind", "kind",       "failure",  "chance",
    "replay",    "saved",      "reproducer", "chart",    "excerpt",
    "call",      "caller",     "program",    "picture",  "notes",
    "values",    "details",    "choices",    "output",   "explanation",
    "source",    "verdict",    "unit",       "error",    "reason",
    "clause",    "method",     "template",   "language", "class",
    "ambiguous", "shortest",   "code",       "severity", "never_exercised",
    "command",   "started",    "version",
};
static const char *const events[] = {
    "behavior",  "coverage", "diagnostic", "dropped", "finding",
    "language",  "property", "run",        "sampled", "summary",
    "synthesis", "triple",   "untested",   "word",    "odd",
};

/* All events with the same text everywhere. */
static const char *everywhere(const char *text)
{
    static struct assay_buf lines;

    assay_buf_done(&lines);
    assay_buf_init(&lines, NULL, 0);
    for (size_t e = 0; e < sizeof events / sizeof events[0]; e++) {
        assay_buf_printf(&lines, "{\"event\":\"%s\"", events[e]);
        for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++)
            assay_buf_printf(&lines, ",\"%s\":\"%s\"", shown[i], text);
        assay_buf_printf(
            &lines,
            ",\"labels\":[{\"label\":\"%s\",\"count\":1}],\"warnings\":[\"%s\"]"
            ",\"requests\":[\"%s\"],\"runs\":[{\"inputs\":{\"%s\":\"%s\"}}],"
            "\"generators\":[{\"name\":\"%s\",\"program\":\"%s\"}],"
            "\"never_executed\":[\"%s\"],\"generated\":{\"violated\":1},"
            "\"coverage\":{\"pairs\":3}}\n",
            text, text, text, text, text, text, text, text);
    }
    assay_buf_printf(&lines, "{\"event\":\"%s\"}\n", text);
    return lines.at;
}

TEST(report_page_escapes_everything)
{
    static const char *const hostile[] = {
        "<script>alert(1)</script>",
        "</pre></details></script></style><img src=x onerror=alert(1)>",
        "\\\" onclick=\\\"alert(1)",
        "' onmouseover='alert(1)",
        "<!--",
        "--><b>",
        "]]>",
        "&lt;script&gt;&#60;",
        "javascript:alert(1)",
        "%s%n%5000000d",
        "\\u0000<\\u0001\\u001b[31m",
        "\\ufeff\\u202e\\u2028<",
        "a\\nb = <i>\\n = \\n",
        "\xff\xfe<\xc0\xbc",
        "  \\u2502\\u251c\\u2500>\\u2502 <b>&\\n",
    };

    for (size_t i = 0; i < sizeof hostile / sizeof hostile[0]; i++) {
        const char *at = page_of(everywhere(hostile[i]));
        check_good(at);
        CHECK(strstr(at, "alert(1)</script>") == NULL);
        CHECK(strstr(at, "<img") == NULL);
        CHECK(strstr(at, "\" onclick") == NULL);
    }
}

TEST(report_page_of_nothing)
{
    const char *at = page_of("{\"event\":\"summary\",\"held\":3,\"seconds\":1.25}\n");

    check_good(at);
    CHECK_HAS(at, "None: nothing that was tried broke a promise.");
    CHECK_HAS(at, "<dt>held</dt><dd>3</dd>");
    CHECK_HAS(at, "<title>0 findings");
}

TEST(report_page_has_a_policy)
{
    const char *at = page_of("{\"event\":\"summary\"}\n");

    CHECK_HAS(at, "default-src 'none'; style-src 'sha256-");
    CHECK_HAS(at, "script-src 'sha256-");
    CHECK(strstr(at, "unsafe-inline") == NULL);
    CHECK(strstr(at, "http://") == NULL && strstr(at, "https://") == NULL);
}

TEST(report_page_shows_both_sides)
{
    const char *at = page_of(
        "{\"event\":\"finding\",\"function\":\"f\",\"hyper\":\"h\",\"kind\":\"hyper h "
        "broken\",\"runs\":[{\"run\":1,\"inputs\":{\"x\":\"1\",\"y\":\"0\"},\"outputs\":"
        "{\"r\":\"2\"}},{\"run\":2,\"inputs\":{\"x\":\"3\",\"y\":\"0\"},\"outputs\":"
        "{\"r\":\"4\"}}]}\n");

    check_good(at);
    CHECK_HAS(at,
              "<th scope=\"row\">x</th><td>1</td><td>3</td><td class=\"same\">differs");
    CHECK_HAS(at, "<th scope=\"row\">y</th><td>0</td><td>0</td><td class=\"same\"></td>");
    CHECK_HAS(at, "<tr class=\"differs\"><th scope=\"row\">r</th><td>2</td><td>4</td>");
}

TEST(report_page_marks_what_differs)
{
#define SIDE(VALUE) "{\"outputs\":{\"s\":\"" VALUE "\",\"n\":\"7\"}}"
    const char *at = page_of(
        "{\"event\":\"finding\",\"function\":\"f\",\"hyper\":\"h\",\"runs\":[" SIDE(
            "<a\\\\000b>") "," SIDE("<a\\\\001b>") "]}\n");

    check_good(at);
    CHECK_HAS(at, "<td>&#60;a<mark class=\"\">\\000</mark>b&#62;</td>"
                  "<td>&#60;a<mark class=\"\">\\001</mark>b&#62;</td>");
    CHECK_HAS(at, "<td>7</td>");
}

/* Of several findings in a function the case is what tells them apart. */
TEST(report_page_has_the_case_in_the_line)
{
    const char *at = page_of("{\"event\":\"finding\",\"function\":\"f\",\"kind\":\"k\","
                             "\"call\":\"f(1)\",\"values\":\"n = 1\\n\"}\n"
                             "{\"event\":\"finding\",\"property\":\"p\","
                             "\"values\":\"n = 1\\nm = 2\\n\"}\n");

    check_good(at);
    CHECK_HAS(at, "k</span><code class=\"case\">f(1)</code>");
    CHECK_HAS(at, "<code class=\"case\">n = 1, m = 2</code>");
}

TEST(report_page_has_answers_with_requests)
{
#define REQUESTS                                                                         \
    "{\"event\":\"finding\",\"requests\":[\"curl a\",\"curl b\"],\"notes\":\"curl "      \
    "a\\n# 200 x\\n"                                                                     \
    "# y\\ncurl b\\n# 404"
    const char *at = page_of(REQUESTS "\"}\n");

    check_good(at);
    CHECK_HAS(at, "<code class=\"answer\">200 x&#10;y</code></li>");
    CHECK_HAS(at, "<code class=\"answer\">404</code></li>");
    CHECK(strstr(at, "steps and notes") == NULL);
    at = page_of(REQUESTS "\\nthe server is gone\"}\n");
    check_good(at);
    CHECK_HAS(at, "steps and notes");
}

TEST(report_page_counts_errors)
{
    const char *at = page_of(
        "{\"event\":\"diagnostic\",\"severity\":\"error\",\"file\":\"a.ss\",\"notes\":["
        "{\"label\":\"when\",\"text\":\"a = 1\"},{\"label\":\"\",\"text\":\"b = 2\"}]}\n"
        "{\"event\":\"diagnostic\",\"severity\":\"warning\",\"file\":\"a.ss\"}\n");

    check_good(at);
    CHECK_HAS(at, "<title>0 findings, 1 error ");
    CHECK_HAS(at, "<dt>errors</dt><dd>1</dd>");
    CHECK_HAS(at, "None, but there are errors");
    CHECK_HAS(at, "when: a = 1&#10;      b = 2&#10;");
}

TEST(report_page_says_what_was_called)
{
    const char *at = page_of(
        "{\"event\":\"run\",\"command\":\"./t -s 1\",\"source\":\"\","
        "\"started\":\"2026-01-02T03:04:05Z\",\"version\":\"9.8\"}\n"
        "{\"event\":\"property\",\"property\":\"p\",\"file\":\"t.c\",\"runs\":3}\n");

    check_good(at);
    CHECK_HAS(at, "1 run from run.jsonl, on 2026-01-02 03:04 UTC, by Assay 9.8</p>");
    CHECK_HAS(at, "t.c<p class=\"remark command\">./t -s 1</p>"
                  "<p class=\"remark\">it has no summary");
    CHECK_HAS(at, "<td class=\"when\">2026-01-02 03:04 UTC</td>");
}

/* A proof finds nothing, and executes nothing. */
TEST(report_page_of_a_proof)
{
    const char *at = page_of("{\"event\":\"run\",\"source\":\"a.ss\"}\n");

    check_good(at);
    CHECK_HAS(at, "None, and no errors in what was checked.");
    CHECK(strstr(at, "by capability") == NULL);
}

TEST(report_page_has_no_endless_numbers)
{
    const char *at = page_of("{\"event\":\"summary\",\"seconds\":1e300}\n"
                             "{\"event\":\"summary\",\"seconds\":-7}\n");

    check_good(at);
    CHECK_HAS(at, ">1000000000.0 s<");
    CHECK_HAS(at, ">0.0 s<");
}

/* What only an earlier run had leaves no empty table. */
TEST(report_page_leaves_out_what_is_past)
{
#define BEHAVIOR "{\"event\":\"behavior\",\"source\":\"a.c\",\"function\":\"f\"}\n"
    const char *at = page_of(
        BEHAVIOR "{\"event\":\"coverage\",\"source\":\"a.c\",\"function\":\"f\"}\n"
                 "{\"event\":\"untested\",\"source\":\"a.c\",\"function\":\"g\"}\n"
                 "{\"event\":\"summary\"}\n" BEHAVIOR "{\"event\":\"summary\"}\n");

    check_good(at);
    CHECK_HAS(at, "id=\"tests\"");
    CHECK(strstr(at, "id=\"coverage\"") == NULL && strstr(at, "\"#coverage\"") == NULL);
    CHECK(strstr(at, "id=\"gaps\"") == NULL && strstr(at, "\"#gaps\"") == NULL);
}

TEST(report_page_says_new_still_gone)
{
#define RUN(FINDINGS)                                                                    \
    "{\"event\":\"property\",\"property\":\"p\",\"file\":\"a.c\"}\n" FINDINGS            \
    "{\"event\":\"summary\"}\n"
#define ONE(LINE)                                                                        \
    "{\"event\":\"finding\",\"property\":\"p\",\"file\":\"a.c\",\"line\":" LINE "}\n"
    const char *at = page_of(RUN(ONE("1") ONE("2")) RUN(ONE("2") ONE("3")));

    check_good(at);
    CHECK_HAS(at, "class=\"state new\" title=\"in 1 of 2 runs\">new</span><span "
                  "class=\"place\">a.c:3<");
    CHECK_HAS(at, "class=\"state still\" title=\"in 2 of 2 runs\">still</span><span "
                  "class=\"place\">a.c:2<");
    CHECK_HAS(at, "class=\"state gone\" title=\"in 1 of 2 runs\">gone</span><span "
                  "class=\"place\">a.c:1<");
    CHECK_HAS(at, "<section id=\"trend\"");
    CHECK_HAS(at, "aria-label=\"findings: 2, 2\"");
}

/* Lanes and arrows become lines; names and what rows say stay text. */
TEST(report_chart_draws)
{
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    CHECK(report_chart("     a    b\n  1  \u251c\u2500\u2500\u2500>\u2502  hi > there\n"
                       "  2  \u2502<\u254c\u254c\u254c\u2524  bye\n",
                       &out));
    CHECK_HAS(out.at, ">hi &#62; there</text>");
    CHECK_HAS(out.at, ">bye</text>");
    CHECK(strstr(out.at, "\u251c") == NULL && strstr(out.at, "\u254c") == NULL);
    CHECK_HAS(out.at, "<path class=\"prompt\" d=\"M52 38H");
    CHECK_HAS(out.at, "<path class=\"late\" d=\"M");
    CHECK_HAS(out.at, "<path class=\"head\" d=\"M");
    assay_buf_clear(&out);
    CHECK(!report_chart("no lanes\n", &out));
    CHECK(!report_chart("", &out));
    CHECK(!report_chart("\xff\u2502", &out));
    CHECK_INT(out.len, 0);
    assay_buf_done(&out);
}

/* One that is too large stays text. */
TEST(report_chart_has_limits)
{
    struct assay_buf text, out;

    assay_buf_init(&text, NULL, 0);
    assay_buf_init(&out, NULL, 0);
    for (int i = 0; i < 300; i++)
        assay_buf_puts(&text, "\u2502\n");
    CHECK(!report_chart(text.at, &out));
    assay_buf_clear(&text);
    for (int i = 0; i < 300; i++)
        assay_buf_puts(&text, "\u2502");
    CHECK(!report_chart(text.at, &out));
    CHECK_INT(out.len, 0);
    assay_buf_done(&text);
    assay_buf_done(&out);
}
