/*
 * What happened in a run as a C program that does it by hand: the prelude of the
 * specification, and a main() with a line for each event. An event of the system is
 * awaited where it happened, by its values.
 */
#include "run/body.h"
#include "trace/run.h"
#include <inttypes.h>
#include <string.h>

enum {
    COMMENT_COLUMN = 40, /* where the numbers stand, if the line is short enough */
    MACRO_FIELDS = 8,    /* that the macros take */
};

/* ---- The world */

static void put_numbers(struct assay_buf *out, const int64_t *numbers, size_t count)
{
    assay_buf_puts(out, "(const int64_t[]){");
    for (size_t i = 0; i < count; i++)
        assay_buf_printf(out, "%s%" PRId64, i > 0 ? ", " : "", numbers[i]);
    assay_buf_putc(out, '}');
}

static void put_table(struct assay_buf *out, const struct assay_trace_function *f,
                      const struct assay_trace_table *table)
{
    size_t count = (size_t)table->nrows * (f->nargs + 1);

    assay_buf_printf(out, "        {%" PRIu32 ", ", table->nrows);
    if (count > 0)
        put_numbers(out, table->rows, count);
    else
        assay_buf_puts(out, "NULL");
    assay_buf_printf(out, ", %" PRId64 "}, /* %s */\n", table->otherwise, f->name);
}

/* It is outside of main(), where the arrays in it are constants. */
static void put_world(const struct assay_trace *t, struct assay_buf *out)
{
    const struct assay_trace_spec *spec = t->spec;

    assay_buf_puts(out, "\nstatic const struct assay_trace_world world = {\n");
    if (spec->nsorts > 0) {
        assay_buf_puts(out, "    .members = (const uint32_t[]){");
        for (uint32_t i = 0; i < spec->nsorts; i++)
            assay_buf_printf(out, "%s%" PRIu32, i > 0 ? ", " : "", t->world->members[i]);
        assay_buf_puts(out, "},\n");
    }
    if (spec->nfunctions > 0) {
        assay_buf_puts(out, "    .tables = (const struct assay_trace_table[]){\n");
        for (uint32_t i = 0; i < spec->nfunctions; i++)
            put_table(out, &spec->functions[i], &t->world->tables[i]);
        assay_buf_puts(out, "    },\n");
    }
    assay_buf_puts(out, "};\n");
}

/* ---- Events */

static void put_text(struct assay_buf *out, const struct assay_trace_value *v)
{
    bool plain = memchr(v->text, '\0', v->length) == NULL;

    if (!plain)
        assay_buf_puts(out, "((struct assay_trace_value){0, ");
    assay_buf_c_string(out, v->text, v->length);
    if (!plain)
        assay_buf_printf(out, ", %zu})", v->length);
}

static void put_value(struct assay_buf *out, const struct assay_trace_field *f,
                      const struct assay_trace_value *v)
{
    if (v->text)
        put_text(out, v);
    else if (f->type == ASSAY_TRACE_BOOLEAN)
        assay_buf_puts(out, v->number ? "true" : "false");
    else if (v->number == INT64_MIN)
        assay_buf_puts(out, "INT64_MIN");
    else
        assay_buf_printf(out, "%" PRId64, v->number);
}

static void put_call(struct assay_buf *out, const struct assay_trace_operation *o,
                     const struct assay_trace_value *fields)
{
    const char *verb = o->kind == ASSAY_TRACE_GENERATED ? "do" : "see";
    bool many = o->nfields > MACRO_FIELDS;

    if (many)
        assay_buf_printf(out, "    assay_trace_%s_named(t, \"%s\", %" PRIu32 ", ", verb,
                         o->name, o->nfields);
    else
        assay_buf_printf(out, "    assay_%s(t, \"%s\"%s", verb, o->name,
                         o->nfields > 0 ? ", " : "");
    if (many)
        assay_buf_puts(out, "(const struct assay_trace_value[]){");
    for (uint32_t i = 0; i < o->nfields; i++) {
        assay_buf_puts(out, i > 0 ? ", " : "");
        if (many)
            assay_buf_puts(out, "ASSAY_TRACE_VALUE_(");
        put_value(out, &o->fields[i], &fields[i]);
        assay_buf_puts(out, many ? ")" : "");
    }
    assay_buf_puts(out, many ? "});" : ");");
}

/* What would end the comment is taken apart. */
static void put_comment(struct assay_buf *out, size_t width, uint32_t number,
                        const char *text)
{
    for (; width < COMMENT_COLUMN; width++)
        assay_buf_putc(out, ' ');
    assay_buf_printf(out, " /* %" PRIu32 ". ", number);
    for (; *text; text++) {
        assay_buf_putc(out, *text);
        if ((text[0] == '*' && text[1] == '/') || (text[0] == '/' && text[1] == '*'))
            assay_buf_putc(out, ' ');
    }
    assay_buf_puts(out, " */\n");
}

/* Steps that are no events, up to this place of the log. */
static size_t put_passes(const struct assay_trace *t, struct assay_buf *out, size_t from,
                         size_t before)
{
    for (; from < t->npasses && t->passes[from].before <= before; from++) {
        const struct assay_trace_pass *p = &t->passes[from];
        assay_buf_printf(out, "    assay_pass(t, \"%s\", \"%s\", \"%s\", %" PRIu32 ");\n",
                         assay_sim_name(t->sim, (uint32_t)(p->line >> 32)),
                         assay_sim_name(t->sim, (uint32_t)p->line), p->name, p->number);
    }
    return from;
}

static void put_log(const struct assay_trace *t, struct assay_buf *out)
{
    struct assay_buf shown;
    size_t passes = 0;

    assay_buf_init(&shown, NULL, 0);
    for (size_t i = 0; i < t->nlog; i++) {
        passes = put_passes(t, out, passes, i);
        const struct assay_trace_event *e = &t->log[i];
        size_t start = out->len;
        put_call(out, &t->spec->operations[e->operation], e->fields);
        assay_buf_clear(&shown);
        assay_trace_show_event(t, e, &shown);
        put_comment(out, out->len - start, (uint32_t)i + 1, shown.at);
    }
    put_passes(t, out, passes, t->nlog);
    assay_buf_done(&shown);
}

void assay_trace_write(struct assay_trace *t)
{
    struct assay_buf out;

    if (!t->writes || !assay_body_explains(t->test))
        return;
    assay_buf_init(&out, NULL, 0);
    assay_buf_puts(&out, t->spec->prelude);
    if (t->world)
        put_world(t, &out);
    assay_buf_puts(&out, "\nint main(void)\n{\n");
    assay_buf_printf(&out,
                     "    struct assay_trace *t = assay_trace_open(&spec, &assay_system, "
                     "%s);\n\n",
                     t->world ? "&world" : "NULL");
    put_log(t, &out);
    assay_buf_puts(&out, "    return assay_trace_close(t);\n}\n");
    assay_body_program(t->test, out.at, out.len);
    assay_buf_done(&out);
}
