/*
 * Events and values as a reader of reports likes them.
 */
#include "trace/run.h"
#include <inttypes.h>

static void show_value(const struct assay_trace_field *f,
                       const struct assay_trace_value *v, struct assay_buf *out)
{
    if (v->text)
        assay_buf_c_string(out, v->text, v->length);
    else if (f->type == ASSAY_TRACE_BOOLEAN)
        assay_buf_puts(out, v->number ? "true" : "false");
    else if (f->type == ASSAY_TRACE_ENUM && v->number >= 0 &&
             v->number < assay_trace_constants(f))
        assay_buf_puts(out, f->constants[v->number]);
    else
        assay_buf_printf(out, f->type == ASSAY_TRACE_SORT ? "#%" PRId64 : "%" PRId64,
                         v->number);
}

void assay_trace_show_event(const struct assay_trace *t,
                            const struct assay_trace_event *event, struct assay_buf *out)
{
    const struct assay_trace_operation *o = &t->spec->operations[event->operation];

    assay_buf_printf(out, "%s(", o->name);
    for (uint32_t i = 0; i < o->nfields; i++) {
        assay_buf_puts(out, i > 0 ? ", " : "");
        show_value(&o->fields[i], &event->fields[i], out);
    }
    assay_buf_putc(out, ')');
}

void assay_trace_show_property(const struct assay_trace_property *property,
                               const struct assay_trace_value *vars,
                               struct assay_buf *out)
{
    assay_buf_puts(out, property->name);
    for (uint32_t i = 0; i < property->nvars; i++) {
        assay_buf_printf(out, "%s%s = ", i > 0 ? ", " : "(", property->vars[i].name);
        show_value(&property->vars[i], &vars[i], out);
    }
    if (property->nvars > 0)
        assay_buf_putc(out, ')');
}

static void show_row(const char *name, uint32_t nargs, const int64_t *row,
                     struct assay_buf *out)
{
    assay_buf_printf(out, "%s(", name);
    for (uint32_t i = 0; i < nargs; i++)
        assay_buf_printf(out, "%s%" PRId64, i > 0 ? ", " : "", row[i]);
    assay_buf_printf(out, ") = %" PRId64 ", ", row[nargs]);
}

void assay_trace_show_world(const struct assay_trace *t, struct assay_buf *out)
{
    assay_buf_puts(out, "in a world where ");
    for (uint32_t i = 0; i < t->spec->nfunctions; i++) {
        const struct assay_trace_function *f = &t->spec->functions[i];
        const struct assay_trace_table *table = &t->world->tables[i];
        assay_buf_puts(out, i > 0 ? "; " : "");
        for (uint32_t k = 0; k < table->nrows; k++)
            show_row(f->name, f->nargs, &table->rows[(size_t)k * (f->nargs + 1)], out);
        assay_buf_printf(out, "%s%s %" PRId64, f->name,
                         table->nrows > 0 ? " else" : " is", table->otherwise);
    }
}
