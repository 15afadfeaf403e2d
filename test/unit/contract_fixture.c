#include "contract_fixture.h"
#include "harness.h"
#include "run/execute.h"
#include "run_fixture.h"
#include <string.h>

const struct assay_layout layout_int = {
    .kind = ASSAY_LAYOUT_SIGNED, .name = "int", .size = sizeof(int)};
const struct assay_layout layout_unsigned = {
    .kind = ASSAY_LAYOUT_UNSIGNED, .name = "unsigned int", .size = sizeof(unsigned)};
const struct assay_layout layout_char = {
    .kind = ASSAY_LAYOUT_SIGNED, .name = "char", .size = 1, .is_char = 1};
const struct assay_layout layout_long = {
    .kind = ASSAY_LAYOUT_SIGNED, .name = "long", .size = sizeof(long)};
const struct assay_layout layout_size = {
    .kind = ASSAY_LAYOUT_UNSIGNED, .name = "unsigned long", .size = sizeof(size_t)};
const struct assay_layout layout_bool = {
    .kind = ASSAY_LAYOUT_BOOL, .name = "_Bool", .size = 1};
const struct assay_layout layout_short = {
    .kind = ASSAY_LAYOUT_SIGNED, .name = "short", .size = 2};
const struct assay_layout layout_float = {
    .kind = ASSAY_LAYOUT_FLOAT, .name = "float", .size = sizeof(float)};
const struct assay_layout layout_double = {
    .kind = ASSAY_LAYOUT_FLOAT, .name = "double", .size = sizeof(double)};

static const struct assay_layout_value colors[] = {{"RED", 1}, {"GREEN", 2}, {"BLUE", 4}};
const struct assay_layout layout_color = {.kind = ASSAY_LAYOUT_UNSIGNED,
                                          .name = "enum color",
                                          .size = sizeof(enum color),
                                          .values = colors,
                                          .nvalues = 3};

#define POINTER(NAME, OF)                                                                \
    {                                                                                    \
        .kind = ASSAY_LAYOUT_POINTER, .name = NAME, .size = sizeof(void *), .of = OF     \
    }
const struct assay_layout layout_int_pointer = POINTER("int *", &layout_int);
const struct assay_layout layout_string = POINTER("const char *", &layout_char);
const struct assay_layout layout_void_pointer = POINTER("void *", NULL);
const struct assay_layout layout_point_pointer = POINTER("struct point *", &layout_point);
const struct assay_layout layout_node_pointer = POINTER("struct node *", &layout_node);
const struct assay_layout layout_buffer_pointer =
    POINTER("struct buffer *", &layout_buffer);

static const struct assay_layout_field either_fields[] = {{"s", 0, &layout_short, 0, 0},
                                                          {"i", 0, &layout_int, 0, 0}};
const struct assay_layout layout_either = {.kind = ASSAY_LAYOUT_UNION,
                                           .name = "union either",
                                           .size = sizeof(union either),
                                           .fields = either_fields,
                                           .nfields = 2};

static const struct assay_layout_field point_fields[] = {
    {"tag", offsetof(struct point, tag), &layout_char, 0, 0},
    {"x", offsetof(struct point, x), &layout_int, 0, 0},
    {"y", offsetof(struct point, y), &layout_int, 0, 0},
};
const struct assay_layout layout_point = {.kind = ASSAY_LAYOUT_STRUCT,
                                          .name = "struct point",
                                          .size = sizeof(struct point),
                                          .fields = point_fields,
                                          .nfields = 3};

static const struct assay_layout_field node_fields[] = {
    {"value", offsetof(struct node, value), &layout_int, 0, 0},
    {"next", offsetof(struct node, next), &layout_node_pointer, 0, 0},
};
const struct assay_layout layout_node = {.kind = ASSAY_LAYOUT_STRUCT,
                                         .name = "struct node",
                                         .size = sizeof(struct node),
                                         .fields = node_fields,
                                         .nfields = 2};

static const struct assay_layout row = {.kind = ASSAY_LAYOUT_ARRAY,
                                        .name = "int [3]",
                                        .size = 3 * sizeof(int),
                                        .of = &layout_int,
                                        .count = 3};
static const struct assay_layout grid = {.kind = ASSAY_LAYOUT_ARRAY,
                                         .name = "int [2][3]",
                                         .size = 6 * sizeof(int),
                                         .of = &row,
                                         .count = 2};
static const struct assay_layout_field buffer_fields[] = {
    {"size", offsetof(struct buffer, size), &layout_unsigned, 0, 0},
    {"data", offsetof(struct buffer, data), &layout_int_pointer, 0, 0},
    {"grid", offsetof(struct buffer, grid), &grid, 0, 0},
};
const struct assay_layout layout_buffer = {.kind = ASSAY_LAYOUT_STRUCT,
                                           .name = "struct buffer",
                                           .size = sizeof(struct buffer),
                                           .fields = buffer_fields,
                                           .nfields = 3};

struct assay_says caught;
unsigned ncaught;

static void catch_one(const struct assay_says *s)
{
    caught = *s;
    ncaught++;
}

void catch_violations(void)
{
    ncaught = 0;
    assay_set_violation_hook(catch_one);
}

void for_inputs(void (*property)(struct assay_test *t), unsigned runs)
{
    struct assay_property entry = {.name = "inputs", .run = property};
    struct assay_options options = run_options();
    struct assay_report *report;

    options.no_fork = true;
    options.runs = runs;
    report = run(&entry, &options);
    CHECK_STR(report->nfindings ? report->findings->message : "", "");
    CHECK_INT(report->verdict, ASSAY_HELD);
    assay_report_free(report);
}

static void put_on_a_line(struct assay_buf *out, struct assay_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] != '\n')
            assay_buf_putc(out, text.at[i]);
        else if (i + 1 < text.len)
            assay_buf_puts(out, "; ");
    }
    assay_buf_putc(out, '\n');
}

/* Executes test number `number`, explained; the journal is then in `shared`. */
static enum assay_end explain(void (*property)(struct assay_test *t), uint64_t number,
                              struct assay_shared *shared)
{
    struct assay_property entry = {.name = "inputs", .run = property};
    struct assay_executor x;
    struct assay_random random;
    enum assay_end end;

    assay_executor_init(&x, &entry, shared, NULL);
    assay_area_clear(&shared->journal->values);
    assay_area_clear(&shared->journal->notes);
    x.body.explain = true;
    assay_random_init(&random, 1, number);
    end = assay_execute(&x, &random.base, &assay_body_hooks);
    assay_executor_done(&x);
    return end;
}

void trace_inputs(void (*property)(struct assay_test *t), unsigned count,
                  struct assay_buf *out)
{
    struct assay_shared shared;

    CHECK_INT(assay_shared_init(&shared), ASSAY_OK);
    for (unsigned i = 1; i <= count; i++) {
        enum assay_end end = explain(property, i, &shared);
        if (end == ASSAY_END_PASSED)
            put_on_a_line(out, assay_area_text(&shared.journal->values));
        else
            assay_buf_puts(out, end == ASSAY_END_REJECTED ? "rejected\n" : "failed\n");
    }
    assay_shared_done(&shared);
}

void explain_inputs(void (*property)(struct assay_test *t), struct assay_buf *out)
{
    struct assay_shared shared;
    struct assay_str text;
    enum assay_end end;

    CHECK_INT(assay_shared_init(&shared), ASSAY_OK);
    end = explain(property, 0, &shared);
    text = assay_area_text(&shared.journal->values);
    assay_buf_add(out, text.at, text.len);
    text = assay_area_text(&shared.journal->notes);
    assay_buf_add(out, text.at, text.len);
    if (end == ASSAY_END_FAILED)
        assay_buf_printf(out, "failed at %s:%d:%d: %s\n", shared.journal->wreck.file,
                         shared.journal->wreck.line, shared.journal->wreck.code,
                         shared.journal->wreck.message);
    else if (end != ASSAY_END_PASSED)
        assay_buf_puts(out, end == ASSAY_END_REJECTED ? "rejected\n" : "ended\n");
    assay_shared_done(&shared);
}

void write_statements(FILE *out, const char *notes)
{
    for (const char *p = notes; *p;) {
        int len = (int)strcspn(p, "\n");
        if (strncmp(p, "c: ", 3) == 0 && strncmp(p, "c: call", 7) != 0)
            fprintf(out, "    %.*s\n", len - 3, p + 3);
        p += p[len] ? len + 1 : len;
    }
}
