/*
 * Diagnostics as text and as JSON: exact texts.
 */
#include "diag/render.h"
#include "harness.h"

static const char spec[] = "specification Employees\n"
                           "type Employee = {name: String}\n"
                           "{ request in {body: Employee} }\n"
                           "post '/employees'\n"
                           "{\n"
                           "    response.body.salary == request.body.salary\n"
                           "}\n";

static void start(Diags *d, const char *text)
{
    diag_init(d);
    diag_source(d, "employees.hrest", assay_str(text));
}

/* Where a text is in the first source. */
static Span find(const Diags *d, const char *what)
{
    struct assay_str all = d->sources[0].text, word = assay_str(what);

    for (uint32_t i = 0; i + word.len <= all.len; i++) {
        if (assay_str_equal((struct assay_str){all.at + i, word.len}, word))
            return (Span){0, i, i + (uint32_t)word.len};
    }
    harness_fail(HARNESS_HERE, "no '%s'", what);
}

static void finish(Diags *d, void (*render)(const Diags *, struct assay_buf *),
                   const char *expected)
{
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    render(d, &out);
    CHECK_INT(out.status, ASSAY_OK);
    CHECK_STR(out.at, expected);
    assay_buf_done(&out);
    diag_done(d);
}

static Diagnostic *report_salary(Diags *d)
{
    return diag_report(d, DIAG_NO_FIELD, find(d, "salary"),
                       "'response.body' may have no field '%s'", "salary");
}

TEST(diag_text_nothing)
{
    Diags d;

    start(&d, spec);
    finish(&d, render_text, "");
}

TEST(diag_text_labels_in_a_column)
{
    Diags d;
    Diagnostic *one;

    start(&d, spec);
    one = report_salary(&d);
    diag_note(&d, one, "known here", "response.body in {name: String}");
    diag_note(&d, one, "when", "response = {code = 200}");
    diag_fix(&d, one, find(&d, "response.body"), "x",
             "add  response in {} &&  before it");
    finish(&d, render_text,
           "employees.hrest:6:19: error: 'response.body' may have no field 'salary' "
           "[E0207]\n"
           "    6 |     response.body.salary == request.body.salary\n"
           "      |                   ^^^^^^\n"
           "  known here: response.body in {name: String}\n"
           "  when:       response = {code = 200}\n"
           "  help:       add  response in {} &&  before it\n");
}

/* The column is that of each diagnostic's own labels. */
TEST(diag_text_labels_of_each)
{
    Diags d;
    Diagnostic *one;

    start(&d, "a b");
    one = diag_report(&d, DIAG_OPERAND, find(&d, "a"), "first");
    diag_note(&d, one, "help", "one");
    diag_note(&d, one, "when", "two");
    one = diag_report(&d, DIAG_UNUSED, find(&d, "b"), "second");
    diag_note(&d, one, "help", "three");
    diag_note(&d, one, "known", "four");
    finish(&d, render_text,
           "employees.hrest:1:1: error: first [E0221]\n"
           "    1 | a b\n"
           "      | ^\n"
           "  help: one\n"
           "  when: two\n"
           "employees.hrest:1:3: warning: second [W0204]\n"
           "    1 | a b\n"
           "      |   ^\n"
           "  help:  three\n"
           "  known: four\n");
}

TEST(diag_text_related)
{
    Diags d;
    Diagnostic *one;

    start(&d, spec);
    one = report_salary(&d);
    diag_note(&d, one, "when", "x = 1");
    diag_related(&d, one, find(&d, "Employee ="), "the type is declared here");
    diag_related(&d, one, span_nowhere(), "it is built in");
    diag_note(&d, one, "help", "do");
    finish(&d, render_text,
           "employees.hrest:6:19: error: 'response.body' may have no field 'salary' "
           "[E0207]\n"
           "    6 |     response.body.salary == request.body.salary\n"
           "      |                   ^^^^^^\n"
           "  when: x = 1\n"
           "  note: the type is declared here\n"
           "    employees.hrest:2:6\n"
           "    2 | type Employee = {name: String}\n"
           "      |      ^^^^^^^^^^\n"
           "  note: it is built in\n"
           "  help: do\n");
}

/* A related place has no part in the column of the labels. */
TEST(diag_text_related_is_not_aligned)
{
    Diags d;
    Diagnostic *one;

    start(&d, "a b");
    one = diag_report(&d, DIAG_OPERAND, find(&d, "a"), "m");
    diag_note(&d, one, "if", "i");
    diag_related(&d, one, find(&d, "b"), "r");
    finish(&d, render_text,
           "employees.hrest:1:1: error: m [E0221]\n"
           "    1 | a b\n"
           "      | ^\n"
           "  if: i\n"
           "  note: r\n"
           "    employees.hrest:1:3\n"
           "    1 | a b\n"
           "      |   ^\n");
}

TEST(diag_text_several_lines)
{
    Diags d;

    start(&d, "  {\r\n  a &&\r\n}");
    diag_report(&d, DIAG_NOT_BOOLEAN, (Span){0, 7, 14}, "m");
    diag_report(&d, DIAG_SYNTAX, (Span){0, 3, 14}, "from the line end");
    finish(&d, render_text,
           "employees.hrest:2:3: error: m [E0224]\n"
           "    2 |   a &&\n"
           "      |   ^^^^\n"
           "employees.hrest:1:4: error: from the line end [E0206]\n"
           "    1 |   {\n"
           "      |    ^\n");
}

TEST(diag_text_at_the_end)
{
    Diags d;

    start(&d, "ab\n");
    diag_report(&d, DIAG_SYNTAX, (Span){0, 3, 3}, "m");
    diag_report(&d, DIAG_OPERAND, (Span){0, 99, 120}, "past it");
    finish(&d, render_text,
           "employees.hrest:2:1: error: m [E0206]\n"
           "    2 |\n"
           "      | ^\n"
           "employees.hrest:2:1: error: past it [E0221]\n"
           "    2 |\n"
           "      | ^\n");
}

TEST(diag_text_empty_source)
{
    Diags d;

    start(&d, "");
    diag_report(&d, DIAG_SYNTAX, (Span){0, 0, 0}, "m");
    finish(&d, render_text,
           "employees.hrest:1:1: error: m [E0206]\n"
           "    1 |\n"
           "      | ^\n");
}

TEST(diag_text_nowhere)
{
    Diags d;
    Diagnostic *one;

    start(&d, "x");
    one = diag_report(&d, DIAG_UNCOVERED, span_nowhere(), "m");
    diag_note(&d, one, "help", "h");
    finish(&d, render_text, "warning: m [W0203]\n  help: h\n");
}

TEST(diag_text_wide_and_tabs)
{
    Diags d;

    start(&d, "\t\u65e5\u672c e\u0301 = \"a\tb\" z");
    diag_report(&d, DIAG_OPERAND, find(&d, "\u672c"), "wide");
    diag_report(&d, DIAG_OPERAND, find(&d, "e\u0301"), "combined");
    diag_report(&d, DIAG_OPERAND, find(&d, "\"a\tb\""), "a tab inside");
    diag_report(&d, DIAG_OPERAND, find(&d, "z"), "behind");
    finish(&d, render_text,
           "employees.hrest:1:11: error: wide [E0221]\n"
           "    1 | \t\u65e5\u672c e\u0301 = \"a\tb\" z\n"
           "      | \t  ^^\n"
           "employees.hrest:1:14: error: combined [E0221]\n"
           "    1 | \t\u65e5\u672c e\u0301 = \"a\tb\" z\n"
           "      | \t     ^\n"
           "employees.hrest:1:18: error: a tab inside [E0221]\n"
           "    1 | \t\u65e5\u672c e\u0301 = \"a\tb\" z\n"
           "      | \t         ^^^^^^^^^\n" /* columns 18 and 19, the tab to 24, 25, 26 */
           "employees.hrest:1:28: error: behind [E0221]\n"
           "    1 | \t\u65e5\u672c e\u0301 = \"a\tb\" z\n"
           "      | \t           \t   ^\n");
}

TEST(diag_text_disturbing)
{
    static const char text[] = "a\0\xff\033z";
    Diags d;
    Diagnostic *one;

    diag_init(&d);
    diag_source(&d, "n\n.hrest", (struct assay_str){text, sizeof text - 1});
    one = diag_report(&d, DIAG_OPERAND, (Span){0, 4, 5}, "bell \a");
    diag_note(&d, one, "help", "two\nlines");
    finish(&d, render_text,
           "n\ufffd.hrest:1:5: error: bell \ufffd [E0221]\n"
           "    1 | a\ufffd\ufffd\ufffdz\n"
           "      |     ^\n"
           "  help: two\ufffdlines\n");
}

static void report_too_many(Diags *d)
{
    start(d, "x");
    for (uint32_t i = 0; i < DIAG_MAX + 3; i++)
        diag_report(d, DIAG_OPERAND, span_nowhere(), "m");
    d->count = 1; /* one is enough to see */
}

TEST(diag_text_more)
{
    Diags d;

    report_too_many(&d);
    finish(&d, render_text, "error: m [E0221]\n... and 102 more\n");
}

TEST(diag_json_all)
{
    Diags d;
    Diagnostic *one;

    start(&d, "\u65e5 x\ny");
    one = diag_report(&d, DIAG_OPERAND, find(&d, "x"), "say \"x\"");
    diag_note(&d, one, "when", "x = 1");
    diag_related(&d, one, find(&d, "y"), "here");
    diag_fix(&d, one, find(&d, "x"), "z", "write z");
    diag_report(&d, DIAG_UNUSED, find(&d, "y"), "m");
    finish(
        &d, render_json,
        "{\"event\":\"diagnostic\",\"code\":\"E0221\",\"severity\":\"error\",\"message\":"
        "\"say \\\"x\\\"\","
        "\"file\":\"employees.hrest\",\"line\":1,\"column\":4,\"byte_column\":5,"
        "\"start\":4,\"end\":5,\"notes\":[{\"label\":\"when\",\"text\":\"x = 1\"},"
        "{\"label\":\"note\",\"text\":\"here\",\"file\":\"employees.hrest\",\"line\":2,"
        "\"column\":1,\"byte_column\":1,\"start\":6,\"end\":7},"
        "{\"label\":\"help\",\"text\":\"write z\"}],"
        "\"fixes\":[{\"title\":\"write "
        "z\",\"file\":\"employees.hrest\",\"line\":1,\"column\":4,"
        "\"byte_column\":5,\"start\":4,\"end\":5,\"replacement\":\"z\"}]}\n"
        "{\"event\":\"diagnostic\",\"code\":\"W0204\",\"severity\":\"warning\","
        "\"message\":\"m\","
        "\"file\":\"employees.hrest\",\"line\":2,\"column\":1,\"byte_column\":1,"
        "\"start\":6,\"end\":7,\"notes\":[]}\n");
}

TEST(diag_json_nowhere_and_more)
{
    Diags d;

    report_too_many(&d);
    finish(&d, render_json,
           "{\"event\":\"diagnostic\",\"code\":\"E0221\",\"severity\":\"error\","
           "\"message\":\"m\",\"notes\":[]}\n"
           "{\"event\":\"more\",\"more\":102}\n");
}
