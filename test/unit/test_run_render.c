/*
 * The four forms of a report, of one that was made by hand.
 */
#include "harness.h"
#include "run/render.h"
#include <string.h>

static const struct assay_property good = {.name = "good", .file = "a.c", .line = 3};
static const struct assay_property bad = {.name = "bad#1", .file = "a.c", .line = 9};

static const struct assay_finding finding = {
    .failure = ASSAY_ASSERTION,
    .file = "a.c",
    .line = 12,
    .message = "x < \"3\": 'y' & z",
    .values = "x = 1\ny = 2\n",
    .program = "",
    .notes = "",
    .output = "",
    .choices = "assay1 pbad i1 .0",
    .saved = ".assay/bad-0001.choices",
    .reproducer = ".assay/bad-0001.c",
    .picture = "",
    .chart = "",
    .explanation = "",
    .after = 1234,
    .shrink_executions = 31,
};
static const struct assay_label_count labels[] = {{"even", 500, 0}, {"zero", 10, 0.5}};
static const char *const warnings[] = {"beware"};
static const struct assay_report reports[] = {
    {.property = &good,
     .verdict = ASSAY_HELD,
     .seed = 7,
     .runs = 2000,
     .seconds = 0.5,
     .labels = labels,
     .nlabels = 2,
     .warnings = warnings,
     .nwarnings = 1,
     .error = ""},
    {.property = &bad,
     .verdict = ASSAY_BROKEN,
     .seed = 7,
     .runs = 1234,
     .seconds = 0.25,
     .findings = &finding,
     .nfindings = 1,
     .error = ""},
};

static void check_rendering(const struct assay_renderer *renderer, const char *expected)
{
    const struct assay_report *both[] = {&reports[0], &reports[1]};
    struct assay_results results = {.reports = both, .count = 2, .seed = 7, .seconds = 1};
    struct assay_buf out;
    struct assay_render r = {.out = &out, .program = "./t", .count = 2, .name_width = 5};

    assay_buf_init(&out, NULL, 0);
    renderer->begin(&r);
    renderer->property(&r, &reports[0]);
    renderer->property(&r, &reports[1]);
    renderer->end(&r, &results);
    CHECK_STR(out.at, expected);
    assay_buf_done(&out);
}

TEST(render_text)
{
    check_rendering(
        &assay_render_text,
        "a.c\n"
        "  good   ✓  held                                        2 000 runs, 0.50 s\n"
        "       25.0 %  even\n"
        "        0.5 %  zero (required: 0.5 %)\n"
        "      warning: beware\n"
        "  bad#1  ✗  x < \"3\": 'y' & z                            1 234 runs, shrunk in "
        "31\n"
        "\n"
        "finding 1: a.c:12  bad#1\n"
        "  x < \"3\": 'y' & z\n"
        "    x = 1\n"
        "    y = 2\n"
        "  replay: ./t --replay=.assay/bad-0001.choices\n"
        "  as C:   .assay/bad-0001.c\n"
        "\n"
        "2 properties: 1 finding, 1 held; seed 7\n");
}

TEST(render_tap)
{
    check_rendering(&assay_render_tap, "TAP version 13\n"
                                       "1..2\n"
                                       "ok 1 - good\n"
                                       "# warning: beware\n"
                                       "not ok 2 - bad\\#1\n"
                                       "  ---\n"
                                       "  message: \"x < \\\"3\\\": 'y' & z\"\n"
                                       "  failure: \"assertion\"\n"
                                       "  at: \"a.c:12\"\n"
                                       "  values: |\n"
                                       "    x = 1\n"
                                       "    y = 2\n"
                                       "  replay: \".assay/bad-0001.choices\"\n"
                                       "  reproducer: \".assay/bad-0001.c\"\n"
                                       "  ...\n"
                                       "# seed 7\n");
}

TEST(render_junit)
{
    check_rendering(
        &assay_render_junit,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuites>\n"
        "  <testsuite name=\"assay\" tests=\"2\" failures=\"1\" errors=\"0\" "
        "time=\"1.000\">\n"
        "    <properties><property name=\"seed\" value=\"7\"/></properties>\n"
        "    <testcase classname=\"a.c\" name=\"good\" time=\"0.500\">\n"
        "    </testcase>\n"
        "    <testcase classname=\"a.c\" name=\"bad#1\" time=\"0.250\">\n"
        "      <failure type=\"assertion\" message=\"x &#60; &#34;3&#34;: &#39;y&#39; "
        "&#38; z\">a.c:12&#10;x = 1&#10;y = 2&#10;replay: ./t "
        "--replay=.assay/bad-0001.choices</failure>\n"
        "    </testcase>\n"
        "  </testsuite>\n"
        "</testsuites>\n");
}

TEST(render_json)
{
    check_rendering(
        &assay_render_jsonl,
        "{\"event\":\"property\",\"property\":\"good\",\"file\":\"a.c\",\"line\":3,"
        "\"verdict\":\"held\",\"seed\":7,\"runs\":2000,\"unit\":\"runs\",\"rejected\":0,"
        "\"too_large\":0,"
        "\"duplicates\":0,\"stored\":0,\"stored_passing\":0,\"seconds\":0.5,"
        "\"findings\":0,\"labels\":[{\"label\":\"even\",\"count\":500,\"required\":0.0},"
        "{\"label\":\"zero\",\"count\":10,\"required\":0.5}],\"warnings\":[\"beware\"]}\n"
        "{\"event\":\"property\",\"property\":\"bad#1\",\"file\":\"a.c\",\"line\":9,"
        "\"verdict\":\"broken\",\"seed\":7,\"runs\":1234,\"unit\":\"runs\",\"rejected\":"
        "0,\"too_large\":0,"
        "\"duplicates\":0,\"stored\":0,\"stored_passing\":0,\"seconds\":0.25,"
        "\"findings\":1,\"labels\":[],\"warnings\":[]}\n"
        "{\"event\":\"finding\",\"property\":\"bad#1\",\"failure\":\"assertion\","
        "\"message\":\"x < \\\"3\\\": 'y' & z\",\"file\":\"a.c\",\"line\":12,\"code\":0,"
        "\"values\":\"x = 1\\ny = 2\\n\",\"notes\":\"\",\"output\":\"\","
        "\"choices\":\"assay1 pbad i1 .0\",\"saved\":\".assay/bad-0001.choices\","
        "\"replay\":\"./t "
        "--replay=.assay/bad-0001.choices\",\"reproducer\":\".assay/"
        "bad-0001.c\",\"after\":1234,\"shrink_executions\":31,"
        "\"flaky\":false,\"from_store\":false}\n"
        "{\"event\":\"summary\",\"properties\":2,\"held\":1,\"findings\":1,\"runs\":3234,"
        "\"seed\":7,"
        "\"seconds\":1.0,\"interrupted\":false}\n");
}

/* The line that says how to see a finding again. */
static void check_replay_line(const char *choices, const char *saved,
                              const char *expected)
{
    struct assay_finding f = finding;
    struct assay_report report = reports[1];
    const struct assay_report *one[] = {&report};
    struct assay_results results = {.reports = one, .count = 1, .seed = 7, .seconds = 1};
    struct assay_buf out;
    struct assay_render r = {.out = &out, .program = "./t", .count = 1, .name_width = 5};

    f.choices = choices;
    f.saved = saved;
    report.findings = &f;
    assay_buf_init(&out, NULL, 0);
    assay_render_text.end(&r, &results);
    CHECK(strstr(out.at, expected) != NULL);
    assay_buf_done(&out);
}

TEST(render_text_says_how_to_replay_anything)
{
    char many[2000];

    memset(many, 'x', sizeof many);
    many[sizeof many - 1] = '\0';
    check_replay_line("assay1 .0", "a.choices", "  replay: ./t --replay=a.choices\n");
    check_replay_line("assay1 .0", "", "  replay: ./t --replay='assay1 .0'\n");
    check_replay_line(many, "", "  replay: ./t --seed=7 bad#1\n");
    check_replay_line("", "", "  replay: ./t --seed=7 bad#1\n");
}

/* ---- Findings with a program of their own */

static const struct assay_property model = {
    .name = "parray", .file = "parray_test.c", .line = 21, .unit = "scenarios"};
static const struct assay_finding scenario = {
    .failure = ASSAY_ASSERTION,
    .file = "parray_test.c",
    .line = 21,
    .message = "operation 3 (parray_get) differs: expected 0, got 1",
    .values = "x = 1\n",
    .program = "#include \"parray.h\"\n\nint main(void) { return 0; }\n",
    .notes = "a note\n",
    .output = "",
    .choices = "assay1 pparray u1 .0",
    .saved = ".assay/parray-1f3a.choices",
    .reproducer = ".assay/parray-1f3a.c",
    .picture = "",
    .chart = "",
    .explanation = "",
    .after = 5,
    .shrink_executions = 40,
};

static void render_scenario(const struct assay_renderer *renderer,
                            const struct assay_finding *f, struct assay_buf *out)
{
    struct assay_report report = {.property = &model,
                                  .verdict = ASSAY_BROKEN,
                                  .seed = 7,
                                  .runs = 5,
                                  .findings = f,
                                  .nfindings = 1,
                                  .error = ""};
    const struct assay_report *one[] = {&report};
    struct assay_results results = {.reports = one, .count = 1, .seed = 7, .seconds = 1};
    struct assay_render r = {
        .out = out, .program = "./parray_test", .count = 1, .name_width = 6};

    assay_buf_init(out, NULL, 0);
    renderer->begin(&r);
    renderer->property(&r, &report);
    renderer->end(&r, &results);
}

TEST(render_text_of_a_program)
{
    struct assay_finding once = scenario;
    struct assay_buf out;

    render_scenario(&assay_render_text, &scenario, &out);
    CHECK_STR(out.at, "parray_test.c\n"
                      "  parray  ✗  operation 3 (parray_get) differs: expected 0, got 1  "
                      "5 scenarios, shrunk in 40\n"
                      "\n"
                      "finding 1: parray_test.c:21  parray\n"
                      "  operation 3 (parray_get) differs: expected 0, got 1\n"
                      "    #include \"parray.h\"\n"
                      "\n"
                      "    int main(void) { return 0; }\n"
                      "    a note\n"
                      "  replay: ./parray_test --replay=.assay/parray-1f3a.choices\n"
                      "  as C:   .assay/parray-1f3a.c\n"
                      "\n"
                      "1 property: 1 finding; seed 7\n");
    assay_buf_done(&out);
    once.after = 1;
    render_scenario(&assay_render_text, &once, &out);
    CHECK(strstr(out.at, "  1 scenario, shrunk in 40\n") != NULL);
    assay_buf_done(&out);
}

TEST(render_of_a_program_for_machines)
{
    struct assay_buf out;

    render_scenario(&assay_render_jsonl, &scenario, &out);
    CHECK(strstr(out.at, "\"program\":\"#include \\\"parray.h\\\"\\n\\nint main(void) "
                         "{ return 0; }\\n\"") != NULL);
    assay_buf_done(&out);
    render_scenario(&assay_render_junit, &scenario, &out);
    CHECK(strstr(out.at, ">parray_test.c:21&#10;#include &#34;parray.h&#34;&#10;&#10;int "
                         "main(void) { return 0; }&#10;a note&#10;replay: ") != NULL);
    assay_buf_done(&out);
    render_scenario(&assay_render_tap, &scenario, &out);
    CHECK(strstr(out.at, "  program: |\n    #include \"parray.h\"\n\n    int main(void) "
                         "{ return 0; }\n") != NULL);
    assay_buf_done(&out);
}

/* ---- Findings with a chart */

TEST(render_of_a_chart)
{
    struct assay_finding f = scenario;
    struct assay_buf out;

    f.program = "";
    f.picture = "      a       b\n  1   |------>|   <hello>\n";
    f.chart = ".assay/parray-1f3a.html";
    render_scenario(&assay_render_text, &f, &out);
    CHECK(strstr(out.at, "    a note\n"
                         "          a       b\n"
                         "      1   |------>|   <hello>\n"
                         "  replay: ./parray_test --replay=.assay/parray-1f3a.choices\n"
                         "  chart:  .assay/parray-1f3a.html\n"
                         "  as C:   .assay/parray-1f3a.c\n") != NULL);
    assay_buf_done(&out);
    render_scenario(&assay_render_jsonl, &f, &out);
    CHECK(strstr(out.at, "\"picture\":\"      a       b\\n  1   |------>|   "
                         "<hello>\\n\",\"output\"") != NULL);
    CHECK(strstr(out.at, "\"chart\":\".assay/parray-1f3a.html\"") != NULL);
    assay_buf_done(&out);
    render_scenario(&assay_render_tap, &f, &out);
    CHECK(strstr(out.at, "  picture: |\n          a       b\n      1   |------>|   "
                         "<hello>\n  replay:") != NULL);
    CHECK(strstr(out.at, "  chart: \".assay/parray-1f3a.html\"\n") != NULL);
    assay_buf_done(&out);
    render_scenario(&assay_render_junit, &f, &out);
    CHECK(strstr(out.at, "a note&#10;      a       b&#10;  1   |------&#62;|   "
                         "&#60;hello&#62;&#10;replay: ") != NULL);
    assay_buf_done(&out);
}

/* Of a program the message has more room. */
TEST(render_text_widens_for_programs)
{
    static const char message[] =
        "1234567890123456789012345678901234567890123456789012345678901234567";
    struct assay_finding f = scenario;
    struct assay_report report = {.property = &model,
                                  .verdict = ASSAY_BROKEN,
                                  .findings = &f,
                                  .nfindings = 1,
                                  .error = ""};
    struct assay_buf out;
    struct assay_render r = {.out = &out, .name_width = 6};

    assay_buf_init(&out, NULL, 0);
    for (size_t len = 41; len < 68; len += len < 44 || len > 61 ? 1 : 18) {
        f.message = message + sizeof message - 1 - len;
        assay_render_text.property(&r, &report);
    }
    CHECK_STR(
        out.at,
        "parray_test.c\n"
        "  parray  ✗  78901234567890123456789012345678901234567   5 scenarios, shrunk in "
        "40\n"
        "  parray  ✗  678901234567890123456789012345678901234567  5 scenarios, shrunk in "
        "40\n"
        "  parray  ✗  5678901234567890123456789012345678901234567  5 scenarios, shrunk "
        "in 40\n"
        "  parray  ✗  45678901234567890123456789012345678901234567  5 scenarios, shrunk "
        "in 40\n"
        "  parray  ✗  67890123456789012345678901234567890123456789012345678901234567  5 "
        "scenarios, shrunk in 40\n"
        "  parray  ✗  567890123456789012345678901234567890123456789012345678901234567  5 "
        "scenarios, shrunk in 40\n"
        "  parray  ✗  4567890123456789012345678901234567890123456789012345678901234567  "
        "5 scenarios, shrunk in 40\n"
        "  parray  ✗  34567890123456789012345678901234567890123456789012345678901234..  "
        "5 scenarios, shrunk in 40\n"
        "  parray  ✗  23456789012345678901234567890123456789012345678901234567890123..  "
        "5 scenarios, shrunk in 40\n"
        "  parray  ✗  12345678901234567890123456789012345678901234567890123456789012..  "
        "5 scenarios, shrunk in 40\n");
    assay_buf_done(&out);
}
