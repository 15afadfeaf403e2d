/*
 * Tests of checked functions, through the runner: what is found, what it is shrunk to,
 * what is told.
 */
#include "contract_fixture.h"
#include "harness.h"
#include "run_fixture.h"
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct assay_range lengths = {0, INT_MAX};

static const struct assay_clause ensures = {
    "ensures", "a[\\result] == v", "find", "present", "find.c", 7, 13, 16};

static void violate(const struct assay_clause *clause, const char *term, assay_wide value)
{
    struct assay_says s;

    assay_says_begin(&s, clause, __builtin_return_address(0));
    assay_say_int(&s, term, value);
    assay_violated(&s);
}

static bool has_line(const char *text, const char *line)
{
    size_t len = strlen(line);

    for (const char *p = text; p && *p; p = strchr(p, '\n') ? strchr(p, '\n') + 1 : NULL)
        if (strncmp(p, line, len) == 0 && (p[len] == '\n' || p[len] == '\0'))
            return true;
    return false;
}

/* ---- Violations */

/* Wrong at index 2. */
static int find(const int *a, int n, int v)
{
    for (int i = 0; i < n; i++)
        if (a[i] == v)
            return i == 2 ? 1 : i;
    return -1;
}

static void find_is_right(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    int n, v, *a, result;

    assay_input(in, "a", &layout_int_pointer, &a);
    assay_input_in(in, "n", &layout_int, &n, &lengths, 1, 1);
    assay_input(in, "v", &layout_int, &v);
    assay_inputs_assume(in, assay_make_valid(in, &layout_int, &a, 0, n - 1));
    assay_inputs_ready(in, "find");
    result = find(a, n, v);
    if (result >= 0 && a[result] != v)
        violate(&ensures, "\\result", result);
    assay_inputs_end(in, &layout_int, &result);
}

TEST(contract_violation_is_found_shrunk_and_told)
{
    static const struct assay_property property = ASSAY_PROPERTY(find_is_right);
    struct assay_report *report = run(&property, NULL);
    const struct assay_finding *f = only_finding(report);

    CHECK_STR(f->message, "ensures a[\\result] == v is false");
    CHECK_STR(f->file, "find.c");
    CHECK_INT(f->line, 7);
    CHECK(strcmp(f->values, "a = {1, 1, 0}\nn = 3\nv = 0\n") == 0 ||
          strcmp(f->values, "a = {0, 0, 1}\nn = 3\nv = 1\n") == 0);
    CHECK(has_line(f->notes, "c: int *a = a_at;"));
    CHECK(has_line(f->notes, "c: int n = 3;"));
    CHECK(has_line(f->notes, "c: call"));
    CHECK(has_line(f->notes, "\\result = 1"));
    CHECK(has_line(f->notes, "clause: ensures|find|present|find.c|7|13|16"));
    CHECK(strstr(f->notes, "\ncaller: 0x") != NULL);
    check_replay(&property, f);
    assay_report_free(report);
}

static void two_clauses(struct assay_test *t)
{
    static const struct assay_clause first = {"ensures", "x < 50", "f", "",
                                              "f.c",     3,        13,  6},
                                     second = {"ensures", "x > -50", "f", "",
                                               "f.c",     4,         13,  7};
    struct assay_inputs *in = assay_inputs_begin(t);
    int x;

    assay_input(in, "x", &layout_int, &x);
    assay_inputs_ready(in, "f");
    if (x >= 50)
        violate(&first, "x", x);
    if (x <= -50)
        violate(&second, "x", x);
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_clauses_are_findings_of_their_own)
{
    static const struct assay_property property = ASSAY_PROPERTY(two_clauses);
    struct assay_report *report = run(&property, NULL);

    CHECK_UINT(report->nfindings, 2);
    for (unsigned i = 0; i < 2; i++) {
        const struct assay_finding *f = &report->findings[i];
        CHECK_STR(f->values, f->line == 3 ? "x = 50\n" : "x = -50\n");
        CHECK_INT(f->code, 13); /* the column */
    }
    assay_report_free(report);
}

static void troubled(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    int x;

    assay_input(in, "x", &layout_int, &x);
    assay_evaluating(&ensures);
    assay_inputs_ready(in, "f");
    assay_div(10, (assay_wide)x - 3);
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_trouble_is_a_finding)
{
    static const struct assay_property property = ASSAY_PROPERTY(troubled);
    struct assay_report *report = run(&property, NULL);
    const struct assay_finding *f = only_finding(report);

    CHECK_STR(f->message, "a[\\result] == v cannot be evaluated: division by zero");
    CHECK_STR(f->values, "x = 3\n");
    CHECK(has_line(f->notes, "clause: specification|find|present|find.c|7|13|16"));
    assay_report_free(report);
}

static void *violate_there(void *x)
{
    if (*(int *)x > 9)
        violate(&ensures, "x", *(int *)x);
    return NULL;
}

static void other_thread(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    pthread_t thread;
    int x;

    assay_input(in, "x", &layout_int, &x);
    assay_inputs_ready(in, "f");
    if (pthread_create(&thread, NULL, violate_there, &x) == 0)
        pthread_join(thread, NULL);
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_violation_in_another_thread_is_found)
{
    static const struct assay_property property = ASSAY_PROPERTY(other_thread);
    struct assay_report *report = run(&property, NULL);

    CHECK_STR(only_finding(report)->values, "x = 10\n");
    assay_report_free(report);
}

/* ---- Blocks */

static void reads_past(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    volatile int last = 0;
    int n, *a;

    assay_input(in, "a", &layout_int_pointer, &a);
    assay_input_in(in, "n", &layout_int, &n, &lengths, 1, 1);
    assay_inputs_assume(in, assay_make_valid(in, &layout_int, &a, 0, n - 1) && a);
    assay_inputs_ready(in, "sum");
    if (n == *(const int *)assay_test_context(t))
        last = a[n];
    (void)last;
    assay_inputs_end(in, NULL, NULL);
}

static struct assay_report *run_reads_past(const int *n)
{
    struct assay_property property = ASSAY_PROPERTY_WITH(reads_past, .context = n);

    return run(&property, NULL);
}

TEST(contract_reads_past_a_block_are_found)
{
    struct assay_report *report = run_reads_past(&(int){2});
    const struct assay_finding *f = only_finding(report);

    CHECK_INT(f->failure, HAS_ASAN ? ASSAY_SANITIZER : ASSAY_SIGNAL);
    CHECK_STR(f->values, "a = {0, 0}\nn = 2\n");
    assay_report_free(report);
}

TEST(contract_reads_of_an_empty_block_are_found)
{
    struct assay_report *report = run_reads_past(&(int){0});
    const struct assay_finding *f = only_finding(report);

    CHECK_INT(f->failure, HAS_ASAN ? ASSAY_SANITIZER : ASSAY_SIGNAL);
    CHECK_STR(f->values, "a = {}\nn = 0\n");
    CHECK(has_line(f->notes, "c: int a_at[1];"));
    CHECK(has_line(f->notes, "c: int *a = a_at + 1;"));
    assay_report_free(report);
}

static void frees_its_input(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    int *a, *b;

    assay_input(in, "a", &layout_int_pointer, &a);
    assay_input(in, "b", &layout_int_pointer, &b);
    assay_make_valid(in, &layout_int, &a, 0, 5);
    assay_make_valid(in, &layout_int, &b, 0, 5);
    assay_make_separate(in, &layout_int, &b, 0, 5);
    assay_inputs_ready(in, "f");
    free(a);
    b = realloc(b, 1000);
    free(b);
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_inputs_can_be_freed_with_asan)
{
    if (HAS_ASAN)
        for_inputs(frees_its_input, 300);
}

/* ---- Exits */

static const struct assay_clause exits = {
    "exits", "\\exit_status == 3", "die", "", "die.c", 2, 9, 17};

static void check_status(const struct assay_call *call, int status)
{
    if (status != 3)
        violate(&exits, "\\exit_status", status);
    CHECK_STR(call->function, "die");
}

static void exits_as_it_says(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    struct assay_call call = {.function = "die", .exits = check_status};
    int x;

    assay_input(in, "x", &layout_int, &x);
    assay_inputs_ready(in, "die");
    assay_call_begin(&call);
    if (x > 20)
        exit(3);
    if (*(const bool *)assay_test_context(t) && x == 20)
        exit(4);
    assay_call_end(&call);
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_exits_that_keep_their_clause_hold)
{
    static const bool wrong = false;
    static const struct assay_property property =
        ASSAY_PROPERTY_WITH(exits_as_it_says, .context = &wrong);
    struct assay_report *report = run(&property, NULL);

    CHECK_INT(report->verdict, ASSAY_HELD);
    CHECK_UINT(report->runs, 2000);
    assay_report_free(report);
}

TEST(contract_exits_that_break_their_clause_are_found)
{
    static const bool wrong = true;
    static const struct assay_property property =
        ASSAY_PROPERTY_WITH(exits_as_it_says, .context = &wrong);
    struct assay_report *report = run(&property, NULL);
    const struct assay_finding *f = only_finding(report);

    CHECK_STR(f->message, "exits \\exit_status == 3 is false");
    CHECK_STR(f->values, "x = 20\n");
    assay_report_free(report);
}

static void exits_unsaid(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    struct assay_call call = {.function = "f"};

    assay_inputs_ready(in, "f");
    assay_call_begin(&call);
    exit(0);
}

TEST(contract_exits_that_nothing_is_said_of_are_found)
{
    static const struct assay_property property = ASSAY_PROPERTY(exits_unsaid);
    struct assay_report *report = run(&property, NULL);

    CHECK_INT(only_finding(report)->failure, ASSAY_EXIT);
    assay_report_free(report);
}

/* ---- What is told */

/* Values of every sort, some of them in circles, which are told whenever it fails. */
static void tell_all(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    int data[2] = {5, -6};
    struct buffer *b;
    struct node *ring, *list;
    struct point p = {'x', 1, INT_MIN};
    const char *text, *result;
    int *inner, *none = NULL;
    enum color color = BLUE;
    float f = -0.5f;
    unsigned long most = ULONG_MAX;

    assay_input(in, "b", &layout_buffer_pointer, &b);
    assay_make_valid(in, &layout_buffer, &b, 0, 0);
    b->size = 2;
    assay_make_valid(in, &layout_int, &b->data, 0, 1);
    memcpy(b->data, data, sizeof data);
    memset(b->grid, 0, sizeof b->grid);
    assay_input(in, "ring", &layout_node_pointer, &ring);
    assay_make_valid(in, &layout_node, &ring, 0, 0);
    ring->value = 1;
    ring->next = (struct node *)((uintptr_t)1 << 54);
    assay_make_valid(in, &layout_node, &ring->next, 0, 0);
    assay_inputs_assume(in, ring->next != ring);
    *ring->next = (struct node){2, ring};
    assay_input(in, "list", &layout_node_pointer, &list);
    assay_make_pointer(in, &layout_node_pointer, &list, ASSAY_MAKE_NE, NULL);
    assay_make_separate(in, &layout_node, &list, 0, 0);
    *list = (struct node){3, NULL};
    assay_input(in, "text", &layout_string, &text);
    assay_make_string(in, &layout_char, &text);
    assay_make_strlen(in, &layout_char, &text, ASSAY_MAKE_EQ, 3);
    inner = b->data + 1;
    memcpy((void *)(uintptr_t)text, "a\"\n", 3);
    assay_input_made(in, "inner", &layout_int_pointer, &inner);
    assay_input_made(in, "none", &layout_int_pointer, &none);
    assay_input_made(in, "p", &layout_point, &p);
    assay_input_made(in, "color", &layout_color, &color);
    assay_input_made(in, "f", &layout_float, &f);
    assay_input_made(in, "most", &layout_size, &most);
    assay_inputs_ready(in, "all");
    result = text;
    assay_inputs_end(in, &layout_string, &result);
    ASSAY_FAIL(t, "told");
}

static const struct assay_property telling = ASSAY_PROPERTY(tell_all);

TEST(contract_values_are_told_by_layout)
{
    struct assay_report *report = run(&telling, NULL);
    const struct assay_finding *f = only_finding(report);

    CHECK_STR(
        f->values,
        "b = &(struct buffer){.size = 2, .data = {5, -6}, .grid = {{0, 0, 0}, {0, 0, "
        "0}}}\n"
        "ring = &(struct node){.value = 1, .next = &(struct node){.value = 2, .next "
        "= ring}}\n"
        "list = &(struct node){.value = 3, .next = NULL}\n"
        "text = \"a\\\"\\n\"\n"
        "inner = b->data + 1\n"
        "none = NULL\n"
        "p = {.tag = 'x', .x = 1, .y = -2147483648}\n"
        "color = BLUE\n"
        "f = -0.5\n"
        "most = 18446744073709551615\n");
    CHECK(has_line(f->notes, "c: int b_data_at[2] = {5, -6};"));
    CHECK(has_line(f->notes, "c: struct node *ring = ring_at;"));
    CHECK(has_line(f->notes, "c: ring_next_at->next = ring_at;"));
    CHECK(has_line(f->notes, "c: int *inner = b_data_at + 1;"));
    CHECK(has_line(f->notes, "returned: text"));
    assay_report_free(report);
}

TEST(contract_values_told_as_c_compile_and_are_the_same)
{
    struct assay_report *report = run(&telling, NULL);
    const char *folder = make_folder();
    char path[256], command[1024];
    FILE *out;

    snprintf(path, sizeof path, "%s/told.c", folder);
    out = fopen(path, "w");
    CHECK(out != NULL);
    fprintf(out, "#include <string.h>\n"
                 "struct point { char tag; int x, y; };\n"
                 "struct node { int value; struct node *next; };\n"
                 "struct buffer { unsigned size; int *data; int grid[2][3]; };\n"
                 "enum color { RED = 1, GREEN = 2, BLUE = 4 };\n"
                 "int main(void)\n{\n");
    write_statements(out, only_finding(report)->notes);
    fprintf(out, "    return !(b->size == 2 && b->data[1] == -6 && inner == b->data + 1 "
                 "&& list->value == 3 && !list->next && ring->value == 1 && "
                 "ring->next->value == 2 && ring->next->next == "
                 "ring && strcmp(text, \"a\\\"\\n\") == 0 && !none && p.tag == 'x' && "
                 "p.y == -2147483647 - 1 && color == BLUE && f == -0.5f && most == "
                 "-1ul);\n}\n");
    fclose(out);
    snprintf(command, sizeof command,
             "cc -std=c99 -Wall -Werror -o %s/told %s && %s/told", folder, path, folder);
    CHECK_INT(system(command), 0);
    remove_folder();
    assay_report_free(report);
}

/* ---- The headers, as users' programs meet them */

static int compile(const char *options, const char *text)
{
    const char *folder = make_folder();
    char path[256], command[1024];
    FILE *out;
    int status;

    snprintf(path, sizeof path, "%s/user.c", folder);
    out = fopen(path, "w");
    CHECK(out != NULL);
    fputs(text, out);
    fclose(out);
    snprintf(command, sizeof command,
             "cc -Werror -Wall -Wextra -I" TEST_DATA
             "/../../include %s -c -o %s/user.o %s",
             options, folder, path);
    status = system(command);
    remove_folder();
    return status;
}

TEST(contract_headers_stand_in_front_of_any_program)
{
    static const char text[] = "#include <assay/runs.h>\n"
                               "typedef int bool;\n"
                               "typedef unsigned size_t_;\n"
                               "enum { true = 1, false = 0, line, text, from };\n"
                               "typedef unsigned long size_t;\n"
                               "bool f(bool x);\n"
                               "bool f(bool x) { return (bool)assay_add(x, 1); }\n";
    static const char behind[] = "#define inline\n"
                                 "typedef int bool;\n"
                                 "typedef unsigned size_t_;\n"
                                 "#include <assay/contract.h>\n"
                                 "#include <assay/inputs.h>\n"
                                 "#include <assay/runs.h>\n"
                                 "bool f(bool x);\n"
                                 "bool f(bool x) { return (bool)assay_add(x, 1); }\n";
    static const char *const options[] = {
        "-std=c89",   "-std=gnu89 -Wstrict-prototypes",           "-std=c99 -pedantic",
        "-std=gnu99", "-std=c11 -pedantic -Wconversion -Wshadow", "-std=gnu11 -O2",
    };

    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        CHECK_INT(compile(options[i], text), 0);
        CHECK_INT(compile(options[i], behind), 0);
    }
}
