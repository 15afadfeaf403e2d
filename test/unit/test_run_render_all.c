/*
 * Everything that a report can have, in its four forms; columns, colours and limits.
 */
#include "harness.h"
#include "run/render.h"
#include <string.h>

static const char sanitizer_report[] =
    "some output\n"
    "==1==ERROR: AddressSanitizer: heap-buffer-overflow\n"
    "    #0 0x1 in f a.c:1\n"
    "    #1 0x2 in g a.c:2\n"
    "    #2 0x3 in call_property run/execute.c:70\n"
    "    #3 0x4 in main a.c:9\n"
    "\n"
    "allocated here:\n"
    "    #0 0x1 in a\n    #1 0x1 in b\n    #2 0x1 in c\n    #3 0x1 in d\n"
    "    #4 0x1 in e\n    #5 0x1 in f\n    #6 0x1 in g\n    #7 0x1 in h\n"
    "    #8 0x1 in i\n"
    "    #x no frame\n"
    "before:\n"
    "    #0 0x1 in k\n    #1 0x1 in assay_calls_3 x.c:1\n    #2 0x1 in l\n"
    "SUMMARY: AddressSanitizer: heap-buffer-overflow\n"
    "Shadow bytes\n";

static const struct assay_finding several[] = {
    {.failure = ASSAY_SANITIZER,
     .file = "",
     .message = "AddressSanitizer: heap-buffer-overflow in f, with more than fits",
     .values = "x = 1\n\ny = 2\n",
     .program = "",
     .notes = "1. push\n",
     .output = sanitizer_report,
     .choices = "",
     .saved = "",
     .reproducer = "",
     .picture = "",
     .chart = "",
     .explanation = "shrinking: 3 executions\n",
     .after = 1,
     .shrink_executions = 0,
     .flaky = true},
    {.failure = ASSAY_TIMEOUT,
     .file = "b.c",
     .line = 7,
     .message = "no end within 1 s",
     .values = "",
     .program = "",
     .notes = "",
     .output = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n",
     .choices = "assay1 .0",
     .saved = "",
     .reproducer = "",
     .picture = "",
     .chart = "",
     .explanation = "",
     .after = 3,
     .shrink_executions = 1234,
     .from_store = true},
};
static const struct assay_finding stored = {.failure = ASSAY_LEAK,
                                            .file = "",
                                            .message = "left memory allocated",
                                            .values = "",
                                            .program = "",
                                            .notes = "",
                                            .output = "==1==ERROR: LeakSanitizer\n",
                                            .choices = "",
                                            .saved = "s.choices",
                                            .reproducer = "",
                                            .picture = "",
                                            .chart = "",
                                            .explanation = "",
                                            .after = 1,
                                            .from_store = true};

static const struct assay_property plain = {.name = "a_long_name_of_a_property"};
static const struct assay_property placed = {
    .name = "a\\b\nc", .file = "b.c", .line = 4, .unit = "inputs"};
static const struct assay_property other_place = {.name = "e", .file = "c.c", .line = 5};
static const struct assay_label_count rare = {"rare \"<&>'\t\x01", 1, 0};
static const char *const two_warnings[] = {"one\nline", "two"};

static const struct assay_report all_sorts[] = {
    {.property = &plain,
     .verdict = ASSAY_BROKEN,
     .runs = 5,
     .findings = several,
     .nfindings = 2,
     .error = ""},
    {.property = &placed,
     .verdict = ASSAY_BROKEN,
     .runs = 5,
     .findings = &stored,
     .nfindings = 1,
     .stored = 3,
     .stored_passing = 2,
     .error = ""},
    {.property = &placed,
     .verdict = ASSAY_STARVED,
     .runs = 1,
     .rejected = 9,
     .seconds = 9.949,
     .warnings = two_warnings,
     .nwarnings = 2,
     .error = ""},
    {.property = &other_place,
     .verdict = ASSAY_SPARSE,
     .runs = 0,
     .too_large = 8,
     .duplicates = 7,
     .seconds = 9.95,
     .labels = &rare,
     .nlabels = 1,
     .stored = 1,
     .stored_passing = 1,
     .error = ""},
    {.property = &plain, .verdict = ASSAY_MISUSED, .seconds = 59.6, .error = "a\nb"},
    {.property = &plain, .verdict = ASSAY_HELD, .runs = 1, .seconds = 0.006, .error = ""},
};

static void render_all_sorts(const struct assay_renderer *renderer, bool color,
                             struct assay_buf *out)
{
    enum { COUNT = sizeof all_sorts / sizeof *all_sorts };
    const struct assay_report *all[COUNT];
    struct assay_results results = {
        .reports = all, .count = COUNT, .seed = 9, .seconds = 2.5, .interrupted = true};
    struct assay_render r = {
        .out = out, .program = "./a'b", .count = COUNT, .name_width = 10, .color = color};

    assay_buf_init(out, NULL, 0);
    renderer->begin(&r);
    for (size_t i = 0; i < COUNT; i++) {
        all[i] = &all_sorts[i];
        renderer->property(&r, all[i]);
    }
    renderer->end(&r, &results);
}

static void check_all_sorts(const struct assay_renderer *renderer, const char *expected)
{
    struct assay_buf out;

    render_all_sorts(renderer, false, &out);
    CHECK_STR(out.at, expected);
    assay_buf_done(&out);
}

TEST(render_text_of_all_sorts)
{
    check_all_sorts(
        &assay_render_text,
        "  a_long_nam..✗  AddressSanitizer: heap-buffer-overflow i..  1 run, flaky; 2 "
        "findings\n"
        "b.c\n"
        "  a\\b         ✗  left memory allocated                       a saved failure\n"
        "      2 of 3 saved failures hold now\n"
        "  a\\b         –  not tested: nearly all were rejected        1 input, 9.95 s\n"
        "      warning: one\n"
        "line\n"
        "      warning: two\n"
        "c.c\n"
        "  e           ✗  held, but not on the inputs required        0 runs, 10 s\n"
        "        0.0 %  rare \"<&>'\t\001\n"
        "      1 of 1 saved failure holds now\n"
        "  a_long_nam..–  not tested: see the error below             0 runs, 60 s\n"
        "      error: a\n"
        "b\n"
        "  a_long_nam..✓  held                                        1 run, 0.01 s\n"
        "\n"
        "finding 1: a_long_name_of_a_property  (flaky)\n"
        "  AddressSanitizer: heap-buffer-overflow in f, with more than fits\n"
        "    x = 1\n"
        "\n"
        "    y = 2\n"
        "    1. push\n"
        "  the sanitizer's report:\n"
        "    | some output\n"
        "    | ==1==ERROR: AddressSanitizer: heap-buffer-overflow\n"
        "    |     #0 0x1 in f a.c:1\n"
        "    |     #1 0x2 in g a.c:2\n"
        "    | allocated here:\n"
        "    |     #0 0x1 in a\n"
        "    |     #1 0x1 in b\n"
        "    |     #2 0x1 in c\n"
        "    |     #3 0x1 in d\n"
        "    |     #4 0x1 in e\n"
        "    |     #5 0x1 in f\n"
        "    |     #6 0x1 in g\n"
        "    |     #7 0x1 in h\n"
        "    |     #x no frame\n"
        "    | before:\n"
        "    |     #0 0x1 in k\n"
        "    | SUMMARY: AddressSanitizer: heap-buffer-overflow\n"
        "  shrinking: 3 executions\n"
        "  replay: ./a'b --seed=0 a_long_name_of_a_property\n"
        "\n"
        "finding 2: b.c:7  a_long_name_of_a_property  (a saved failure that fails "
        "still)\n"
        "  no end within 1 s\n"
        "  it printed:\n"
        "    | ..\n"
        "    | 2\n"
        "    | 3\n"
        "    | 4\n"
        "    | 5\n"
        "    | 6\n"
        "    | 7\n"
        "    | 8\n"
        "    | 9\n"
        "    | 10\n"
        "    | 11\n"
        "  replay: ./a'b --replay='assay1 .0'\n"
        "\n"
        "finding 3: b.c:4  a\\b\n"
        "c  (a saved failure that fails still)\n"
        "  left memory allocated\n"
        "  the sanitizer's report:\n"
        "    | ==1==ERROR: LeakSanitizer\n"
        "  replay: ./a'b --replay=s.choices\n"
        "\n"
        "6 properties: 3 findings, 1 held, 1 starved, 1 too sparse, 1 not tested "
        "(interrupted); seed 9\n");
}

/* What is painted, and how; without that it is the same. */
TEST(render_text_in_colours)
{
    struct assay_buf plain_text, text, stripped, painted;

    assay_buf_init(&stripped, NULL, 0);
    assay_buf_init(&painted, NULL, 0);
    render_all_sorts(&assay_render_text, false, &plain_text);
    render_all_sorts(&assay_render_text, true, &text);
    for (const char *at = text.at; *at; at++) {
        if (strncmp(at, "\033[0m", 4) == 0) {
            assay_buf_putc(&painted, '\n');
            at += 3;
        } else if (*at == '\033') {
            size_t len = strcspn(at, "m");
            const char *end = strstr(at + len, "\033[0m");
            assay_buf_add(&painted, at + 2, len - 2);
            assay_buf_putc(&painted, ' ');
            assay_buf_add(&painted, at + len + 1, (size_t)(end - at) - len - 1);
            at += len;
        } else {
            assay_buf_putc(&stripped, *at);
        }
    }
    CHECK_STR(stripped.at, plain_text.at);
    CHECK_STR(painted.at,
              "31 ✗\n"
              "1 b.c\n"
              "31 ✗\n"
              "33 –\n"
              "33 warning: \n"
              "33 warning: \n"
              "1 c.c\n"
              "33 ✗\n"
              "31 –\n"
              "31 error: \n"
              "32 ✓\n"
              "1 finding 1: a_long_name_of_a_property\n"
              "31 AddressSanitizer: heap-buffer-overflow in f, with more than fits\n"
              "1 finding 2: b.c:7  a_long_name_of_a_property\n"
              "31 no end within 1 s\n"
              "1 finding 3: b.c:4  a\\b\n"
              "c\n"
              "31 left memory allocated\n");
    assay_buf_done(&plain_text);
    assay_buf_done(&text);
    assay_buf_done(&stripped);
    assay_buf_done(&painted);
}

TEST(render_tap_of_all_sorts)
{
    check_all_sorts(&assay_render_tap,
                    "TAP version 13\n"
                    "1..6\n"
                    "not ok 1 - a_long_name_of_a_property\n"
                    "  ---\n"
                    "  message: \"AddressSanitizer: heap-buffer-overflow in f, with more "
                    "than fits\"\n"
                    "  failure: \"sanitizer\"\n"
                    "  values: |\n"
                    "    x = 1\n"
                    "\n"
                    "    y = 2\n"
                    "  notes: |\n"
                    "    1. push\n"
                    "  flaky: true\n"
                    "  ...\n"
                    "  ---\n"
                    "  message: \"no end within 1 s\"\n"
                    "  failure: \"timeout\"\n"
                    "  at: \"b.c:7\"\n"
                    "  ...\n"
                    "not ok 2 - a\\\\b c\n"
                    "  ---\n"
                    "  message: \"left memory allocated\"\n"
                    "  failure: \"leak\"\n"
                    "  replay: \"s.choices\"\n"
                    "  ...\n"
                    "not ok 3 - a\\\\b c\n"
                    "  ---\n"
                    "  verdict: starved\n"
                    "  ...\n"
                    "# warning: one\n"
                    "# warning: line\n"
                    "# warning: two\n"
                    "not ok 4 - e\n"
                    "  ---\n"
                    "  verdict: sparse\n"
                    "  ...\n"
                    "not ok 5 - a_long_name_of_a_property\n"
                    "  ---\n"
                    "  verdict: misused\n"
                    "  ...\n"
                    "# error: a\n"
                    "# error: b\n"
                    "ok 6 - a_long_name_of_a_property\n"
                    "# seed 9\n"
                    "Bail out! interrupted\n");
}

TEST(render_junit_of_all_sorts)
{
    check_all_sorts(
        &assay_render_junit,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuites>\n"
        "  <testsuite name=\"assay\" tests=\"6\" failures=\"2\" errors=\"3\" "
        "time=\"2.500\">\n"
        "    <properties><property name=\"seed\" value=\"9\"/></properties>\n"
        "    <testcase classname=\"\" name=\"a_long_name_of_a_property\" "
        "time=\"0.000\">\n"
        "      <error type=\"sanitizer\" message=\"AddressSanitizer: "
        "heap-buffer-overflow in f, with more than fits\">x = 1&#10;&#10;y = 2&#10;1. "
        "push&#10;</error>\n"
        "      <system-out>some output&#10;==1==ERROR: AddressSanitizer: "
        "heap-buffer-overflow&#10;    #0 0x1 in f a.c:1&#10;    #1 0x2 in g a.c:2&#10;   "
        " #2 0x3 in call_property run/execute.c:70&#10;    #3 0x4 in main "
        "a.c:9&#10;&#10;allocated here:&#10;    #0 0x1 in a&#10;    #1 0x1 in b&#10;    "
        "#2 0x1 in c&#10;    #3 0x1 in d&#10;    #4 0x1 in e&#10;    #5 0x1 in f&#10;    "
        "#6 0x1 in g&#10;    #7 0x1 in h&#10;    #8 0x1 in i&#10;    #x no "
        "frame&#10;before:&#10;    #0 0x1 in k&#10;    #1 0x1 in assay_calls_3 "
        "x.c:1&#10;    #2 0x1 in l&#10;SUMMARY: AddressSanitizer: "
        "heap-buffer-overflow&#10;Shadow bytes&#10;</system-out>\n"
        "      <error type=\"timeout\" message=\"no end within 1 s\">b.c:7&#10;</error>\n"
        "      "
        "<system-out>1&#10;2&#10;3&#10;4&#10;5&#10;6&#10;7&#10;8&#10;9&#10;10&#10;11&#10;"
        "</system-out>\n"
        "    </testcase>\n"
        "    <testcase classname=\"b.c\" name=\"a\\b&#10;c\" time=\"0.000\">\n"
        "      <error type=\"leak\" message=\"left memory allocated\">replay: ./a&#39;b "
        "--replay=s.choices</error>\n"
        "      <system-out>==1==ERROR: LeakSanitizer&#10;</system-out>\n"
        "    </testcase>\n"
        "    <testcase classname=\"b.c\" name=\"a\\b&#10;c\" time=\"9.949\">\n"
        "      <failure message=\"one&#10;line\"/>\n"
        "    </testcase>\n"
        "    <testcase classname=\"c.c\" name=\"e\" time=\"9.950\">\n"
        "      <failure message=\"sparse\"/>\n"
        "    </testcase>\n"
        "    <testcase classname=\"\" name=\"a_long_name_of_a_property\" "
        "time=\"59.600\">\n"
        "      <error message=\"a&#10;b\"/>\n"
        "    </testcase>\n"
        "    <testcase classname=\"\" name=\"a_long_name_of_a_property\" "
        "time=\"0.006\">\n"
        "    </testcase>\n"
        "  </testsuite>\n"
        "</testsuites>\n");
}

TEST(render_json_of_all_sorts)
{
    check_all_sorts(
        &assay_render_jsonl,
        "{\"event\":\"property\",\"property\":\"a_long_name_of_a_property\",\"file\":"
        "\"\",\"line\":0,\"verdict\":\"broken\",\"seed\":0,\"runs\":5,\"unit\":\"runs\","
        "\"rejected\":0,"
        "\"too_large\":0,\"duplicates\":0,\"stored\":0,\"stored_passing\":0,\"seconds\":"
        "0.0,\"findings\":2,\"labels\":[],\"warnings\":[]}\n"
        "{\"event\":\"finding\",\"property\":\"a_long_name_of_a_property\",\"failure\":"
        "\"sanitizer\",\"message\":\"AddressSanitizer: heap-buffer-overflow in f, with "
        "more than fits\",\"file\":\"\",\"line\":0,\"code\":0,\"values\":\"x = 1\\n\\ny "
        "= 2\\n\",\"notes\":\"1. push\\n\",\"output\":\"some output\\n==1==ERROR: "
        "AddressSanitizer: heap-buffer-overflow\\n    #0 0x1 in f a.c:1\\n    #1 0x2 in "
        "g a.c:2\\n    #2 0x3 in call_property run/execute.c:70\\n    #3 0x4 in main "
        "a.c:9\\n\\nallocated here:\\n    #0 0x1 in a\\n    #1 0x1 in b\\n    #2 0x1 in "
        "c\\n    #3 0x1 in d\\n    #4 0x1 in e\\n    #5 0x1 in f\\n    #6 0x1 in g\\n    "
        "#7 0x1 in h\\n    #8 0x1 in i\\n    #x no frame\\nbefore:\\n    #0 0x1 in k\\n  "
        "  #1 0x1 in assay_calls_3 x.c:1\\n    #2 0x1 in l\\nSUMMARY: AddressSanitizer: "
        "heap-buffer-overflow\\nShadow "
        "bytes\\n\",\"choices\":\"\",\"saved\":\"\",\"replay\":\"\",\"reproducer\":\"\","
        "\"explanation\":"
        "\"shrinking: 3 "
        "executions\\n\",\"after\":1,\"shrink_executions\":0,\"flaky\":true,\"from_"
        "store\":false}\n"
        "{\"event\":\"finding\",\"property\":\"a_long_name_of_a_property\",\"failure\":"
        "\"timeout\",\"message\":\"no end within 1 "
        "s\",\"file\":\"b.c\",\"line\":7,\"code\":0,\"values\":\"\",\"notes\":\"\","
        "\"output\":\"1\\n2\\n3\\n4\\n5\\n6\\n7\\n8\\n9\\n10\\n11\\n\",\"choices\":"
        "\"assay1 "
        ".0\",\"saved\":\"\",\"replay\":\"./a'b --replay='assay1 "
        ".0'\",\"reproducer\":\"\",\"after\":3,\"shrink_executions\":1234,"
        "\"flaky\":false,\"from_store\":true}\n"
        "{\"event\":\"property\",\"property\":\"a\\\\b\\nc\",\"file\":\"b.c\",\"line\":4,"
        "\"verdict\":\"broken\",\"seed\":0,\"runs\":5,\"unit\":\"inputs\",\"rejected\":0,"
        "\"too_large\":0,"
        "\"duplicates\":0,\"stored\":3,\"stored_passing\":2,\"seconds\":0.0,\"findings\":"
        "1,\"labels\":[],\"warnings\":[]}\n"
        "{\"event\":\"finding\",\"property\":\"a\\\\b\\nc\",\"failure\":\"leak\","
        "\"message\":\"left memory "
        "allocated\",\"file\":\"\",\"line\":0,\"code\":0,\"values\":\"\",\"notes\":\"\","
        "\"output\":\"==1==ERROR: "
        "LeakSanitizer\\n\",\"choices\":\"\",\"saved\":\"s.choices\",\"replay\":\"./a'b "
        "--replay=s.choices\",\"reproducer\":\"\","
        "\"after\":1,\"shrink_executions\":0,\"flaky\":false,\"from_store\":true}\n"
        "{\"event\":\"property\",\"property\":\"a\\\\b\\nc\",\"file\":\"b.c\",\"line\":4,"
        "\"verdict\":\"starved\",\"seed\":0,\"runs\":1,\"unit\":\"inputs\",\"rejected\":"
        "9,\"too_large\":0,"
        "\"duplicates\":0,\"stored\":0,\"stored_passing\":0,\"seconds\":9.949,"
        "\"findings\":0,\"labels\":[],\"warnings\":[\"one\\nline\",\"two\"]}\n"
        "{\"event\":\"property\",\"property\":\"e\",\"file\":\"c.c\",\"line\":5,"
        "\"verdict\":\"sparse\",\"seed\":0,\"runs\":0,\"unit\":\"runs\",\"rejected\":0,"
        "\"too_large\":8,"
        "\"duplicates\":7,\"stored\":1,\"stored_passing\":1,\"seconds\":9.95,"
        "\"findings\":0,\"labels\":[{\"label\":\"rare "
        "\\\"<&>'\\t\\u0001\",\"count\":1,\"required\":0.0}],\"warnings\":[]}\n"
        "{\"event\":\"property\",\"property\":\"a_long_name_of_a_property\",\"file\":"
        "\"\",\"line\":0,\"verdict\":\"misused\",\"seed\":0,\"runs\":0,\"unit\":\"runs\","
        "\"rejected\":0,"
        "\"too_large\":0,\"duplicates\":0,\"stored\":0,\"stored_passing\":0,\"seconds\":"
        "59.6,\"findings\":0,\"labels\":[],\"warnings\":[],\"error\":\"a\\nb\"}\n"
        "{\"event\":\"property\",\"property\":\"a_long_name_of_a_property\",\"file\":"
        "\"\",\"line\":0,\"verdict\":\"held\",\"seed\":0,\"runs\":1,\"unit\":\"runs\","
        "\"rejected\":0,\"too_"
        "large\":0,\"duplicates\":0,\"stored\":0,\"stored_passing\":0,\"seconds\":0.006,"
        "\"findings\":0,\"labels\":[],\"warnings\":[]}\n"
        "{\"event\":\"summary\",\"properties\":6,\"held\":1,\"findings\":3,\"runs\":12,"
        "\"seed\":9,"
        "\"seconds\":2.5,\"interrupted\":true}\n");
}

/* What XML cannot hold is replaced. */
TEST(render_junit_is_xml)
{
    static const struct assay_property odd = {
        .name =
            "\x01\x1f\n\t \x7f<>&\"'\xff\xc3\xa9\xef\xbf\xbe\xef\xbf\xbf\xef\xbf\xbc"};
    struct assay_report report = {.property = &odd, .error = ""};
    const struct assay_report *one[] = {&report};
    struct assay_results results = {.reports = one, .count = 1};
    struct assay_buf out;
    struct assay_render r = {.out = &out};

    assay_buf_init(&out, NULL, 0);
    assay_render_junit.end(&r, &results);
    CHECK(strstr(out.at,
                 "name=\"\xef\xbf\xbd\xef\xbf\xbd&#10;&#9; \x7f&#60;&#62;&#38;&#34;&#39;"
                 "\xef\xbf\xbd\xc3\xa9\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbc\"") != NULL);
    assay_buf_done(&out);
}

/* Columns are cut at characters; what fits is not. */
TEST(render_text_has_columns)
{
    static const struct assay_property names[] = {{.name = "1234567890"},
                                                  {.name = "12345678901"},
                                                  {.name = "ää\xffäääääää"},
                                                  {.name = "äääääääää\xffä"},
                                                  {.name = ""}};
    struct assay_report report = {.error = ""};
    struct assay_buf out;
    struct assay_render r = {.out = &out, .name_width = 8};

    assay_buf_init(&out, NULL, 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        report.property = &names[i];
        assay_render_text.property(&r, &report);
    }
    CHECK_STR(
        out.at,
        "  1234567890✓  held                                        0 runs, 0.00 s\n"
        "  12345678..✓  held                                        0 runs, 0.00 s\n"
        "  ää\377äääääää✓  held                                        0 runs, 0.00 s\n"
        "  ääääääää..✓  held                                        0 runs, 0.00 s\n"
        "            ✓  held                                        0 runs, 0.00 s\n");
    assay_buf_done(&out);
}

TEST(render_text_shows_so_much_of_a_report)
{
    struct assay_finding f = stored;
    struct assay_report report = {
        .property = &plain, .findings = &f, .nfindings = 1, .error = ""};
    const struct assay_report *one[] = {&report};
    struct assay_results results = {.reports = one, .count = 1};
    struct assay_buf out, text;
    struct assay_render r = {.out = &out, .program = "t"};

    assay_buf_init(&out, NULL, 0);
    assay_buf_init(&text, NULL, 0);
    for (int i = 1; i <= 30; i++)
        assay_buf_printf(&text, "%d\n", i);
    f.output = text.at;
    assay_render_text.end(&r, &results);
    CHECK(strstr(out.at, "    | 29\n    | 30\n  replay") != NULL);
    assay_buf_puts(&text, "31\n");
    f.output = text.at;
    assay_buf_clear(&out);
    assay_render_text.end(&r, &results);
    CHECK(strstr(out.at, "    | 29\n    | 30\n    | ..\n  replay") != NULL);
    f.failure = ASSAY_SIGNAL;
    f.output = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10";
    assay_buf_clear(&out);
    assay_render_text.end(&r, &results);
    CHECK(strstr(out.at, "  it printed:\n    | 1\n    | 2\n") != NULL);
    CHECK(strstr(out.at, "    | 10\n  replay: t --replay=s.choices\n") != NULL);
    assay_buf_done(&out);
    assay_buf_done(&text);
}
