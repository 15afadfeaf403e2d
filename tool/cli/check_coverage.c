/*
 * Which lines of the functions under test were executed, by gcov.
 *
 * Children of the test program end in all sorts of ways, often without the end of a
 * program at which counts are saved: so they are saved after every execution, and when a
 * sanitizer or exit() ends one. Only the counts of an execution that was killed, for its
 * time or by a signal, are lost. Each behavior has counts of its own. Branches are not
 * counted: checks of loops and those of sanitizers have branches, too.
 */
#include "cli/check.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define GCOV_SECONDS 60
#define GCOV_OUTPUT ((size_t)256 << 20)

/* ---- For the build. */

void check_coverage_copy(const struct assay_buf *copy, struct assay_buf *out)
{
    static const char mark[] = "\nASSAY_QUIET_\n"; /* begins what is generated */
    const char *at = copy->at, *next;

    while ((next = strstr(at, mark))) {
        size_t len = (size_t)(next - at) + sizeof mark - 1;
        assay_buf_add(out, at, len);
        assay_buf_puts(out, "#line 1 \"(generated checks)\"\n");
        at += len;
    }
    assay_buf_puts(out, at);
}

void check_coverage_source(const CheckJob *j, struct assay_buf *out)
{
    assay_buf_puts(
        out, "#include <stdlib.h>\n#include <unistd.h>\n\n"
             "struct assay_test;\n"
             "void __gcov_dump(void);\nvoid __gcov_reset(void);\n"
             "void __sanitizer_set_death_callback(void (*f)(void)) "
             "__attribute__((weak));\n\n"
             "static void save(void)\n{\n    __gcov_dump();\n    __gcov_reset();\n}\n\n"
             "static void begin(void)\n{\n"
             "    static pid_t owner;\n\n"
             "    save(); /* of one that was left by longjmp */\n"
             "    if (owner == getpid())\n        return;\n"
             "    owner = getpid();\n"
             "    atexit(save);\n"
             "    if (__sanitizer_set_death_callback)\n"
             "        __sanitizer_set_death_callback(save);\n}\n\n"
             "#define COVER(TEST) \\\n"
             "    void __real_##TEST(struct assay_test *t); \\\n"
             "    void __wrap_##TEST(struct assay_test *t); \\\n"
             "    void __wrap_##TEST(struct assay_test *t) \\\n"
             "    { \\\n        begin(); \\\n        __real_##TEST(t); \\\n"
             "        save(); \\\n    }\n");
    for (uint32_t i = 0; i < j->summary.ntests; i++)
        assay_buf_printf(out, "COVER(%s)\n", j->summary.tests[i].symbol);
}

void check_coverage_options(const CheckJob *j, struct assay_buf *out)
{
    assay_buf_puts(out, "--coverage\n");
    for (uint32_t i = 0; i < j->summary.ntests; i++)
        assay_buf_printf(out, "-Wl,--wrap=%s\n", j->summary.tests[i].symbol);
}

const char *check_coverage_folder(CheckJob *j, uint32_t test)
{
    return check_text(j, "%s/coverage.%u", j->folder, test);
}

/* ---- What gcov says. */

typedef struct {
    uint32_t source, first, last; /* lines of the body */
    const char *name;             /* of the body in the copy */
    CheckLine *lines;
    uint32_t count;
} Reading;

static const Value *items_of(const Value *object, const char *name)
{
    const Value *v = value_find(object, assay_str(name));

    return v && v->kind == VALUE_ARRAY ? v : NULL;
}

static uint64_t number_of(const Value *object, const char *name)
{
    const Value *v = value_find(object, assay_str(name));
    int64_t n = 0;

    if (v && v->kind == VALUE_INTEGER && integer_to_i64(v->as.integer, &n) && n > 0)
        return (uint64_t)n;
    return 0;
}

/* Braces alone are no code, nor is a contract that is checked there. */
static bool is_code(const CheckJob *j, uint32_t source, uint32_t number)
{
    uint32_t start;
    struct assay_str line = diag_line(&j->diags, source, number, &start);
    bool word = false;

    for (size_t i = 0; i < line.len; i++)
        word = word || isalnum((unsigned char)line.at[i]);
    while (line.len > 0 && isspace((unsigned char)*line.at)) {
        line.at++;
        line.len--;
    }
    return word && !assay_str_starts(line, "/*@") && !assay_str_starts(line, "//@");
}

static void add_line(CheckJob *j, Reading *r, const Value *line)
{
    const Value *name = value_find(line, assay_str("function_name"));
    uint64_t number = number_of(line, "line_number");

    if (!name || name->kind != VALUE_STRING ||
        !assay_str_equal(name->as.string, assay_str(r->name)) || number < r->first ||
        number > r->last || !is_code(j, r->source, (uint32_t)number))
        return;
    r->lines[number - r->first].line = (uint32_t)number;
    r->lines[number - r->first].executed |= number_of(line, "count") > 0;
}

static void add_file(CheckJob *j, Reading *r, const Value *file)
{
    const Value *lines = items_of(file, "lines");

    for (uint32_t i = 0; lines && i < lines->as.array.count; i++)
        add_line(j, r, lines->as.array.items[i]);
}

static bool begin_reading(CheckJob *j, const CFunction *f, Reading *r)
{
    Span body = f->body;

    *r = (Reading){.source = body.source};
    r->name = check_text(j, "assay_body_%s", f->name);
    r->first = diag_position(&j->diags, body.source, body.start).line;
    r->last = diag_position(&j->diags, body.source, body.end).line;
    r->lines = assay_arena_new(&j->arena, r->last - r->first + 1, sizeof *r->lines);
    return r->lines != NULL;
}

/* Leaves out what has no code. */
static CheckLines end_reading(Reading *r)
{
    for (uint32_t i = 0; i <= r->last - r->first; i++)
        if (r->lines[i].line > 0)
            r->lines[r->count++] = r->lines[i];
    return (CheckLines){r->lines, r->count};
}

static bool read_gcov(CheckJob *j, const struct assay_buf *said, CheckResult *result)
{
    size_t wrong;
    const Value *all =
        value_read_json(&j->arena, (struct assay_str){said->at, said->len}, &wrong);
    const Value *files = all && all->kind == VALUE_OBJECT ? items_of(all, "files") : NULL;
    Reading r;

    if (!files || !begin_reading(j, result->test->function, &r))
        return false;
    for (uint32_t i = 0; i < files->as.array.count; i++)
        add_file(j, &r, files->as.array.items[i]);
    result->lines = end_reading(&r);
    return true;
}

static bool read_test(CheckJob *j, uint32_t test)
{
    const char *folder = check_coverage_folder(j, test);
    const char *words[] = {"gcov", "--json-format", "--stdout",
                           check_text(j, "%s/copy.gcda", folder), NULL};
    struct assay_buf out, error;
    bool good;

    mkdir(folder, 0777); /* there, unless nothing ran */
    if (symlink("../copy.gcno", check_text(j, "%s/copy.gcno", folder)) != 0)
        return false;
    assay_buf_init(&out, NULL, GCOV_OUTPUT);
    assay_buf_init(&error, NULL, GCOV_OUTPUT);
    good = process_run(words, &out, &error, GCOV_SECONDS).code == 0 &&
           read_gcov(j, &out, &j->results[test]);
    assay_buf_done(&out);
    assay_buf_done(&error);
    return good;
}

bool check_coverage_read(CheckJob *j)
{
    for (uint32_t i = 0; i < j->summary.ntests; i++)
        if (!read_test(j, i)) {
            check_progress_hide(j->settings);
            console_error(&j->settings->cli->console, j->path,
                          "gcov cannot read the counts that a program of %s wrote; "
                          "--coverage needs gcc and its gcov",
                          j->settings->compiler);
            return false;
        }
    return true;
}

CheckLines check_coverage_of(CheckJob *j, const CFunction *f)
{
    CheckLines all = {NULL, 0};
    CheckLine *lines = NULL;

    for (uint32_t i = 0; i < j->summary.ntests; i++) {
        CheckLines one = j->results[i].lines;
        if (j->results[i].test->function != f || one.count == 0)
            continue;
        if (!lines) {
            lines = assay_arena_new(&j->arena, one.count, sizeof *lines);
            if (!lines)
                return all;
            memcpy(lines, one.lines, one.count * sizeof *lines);
            all = (CheckLines){lines, one.count};
        }
        for (uint32_t k = 0; k < one.count && k < all.count; k++)
            lines[k].executed |= one.lines[k].executed;
    }
    return all;
}

uint32_t check_lines_executed(CheckLines l)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < l.count; i++)
        n += l.lines[i].executed;
    return n;
}
