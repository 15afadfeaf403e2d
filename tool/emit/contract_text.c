/*
 * Texts, names and types of the contract emitter.
 */
#include "emit/contract_parts.h"
#include <stdio.h>
#include <string.h>

static const char *format_text(Emit *e, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
static const char *format_text(Emit *e, const char *format, va_list args)
{
    va_list again;
    int len;
    char *text;

    va_copy(again, args);
    len = vsnprintf(NULL, 0, format, again);
    va_end(again);
    text = len < 0 ? NULL : assay_arena_new(e->arena, (size_t)len + 1, 1);
    if (!text) {
        e->no_memory = true;
        return "";
    }
    vsnprintf(text, (size_t)len + 1, format, args);
    return text;
}

const char *c_text(Emit *e, const char *format, ...)
{
    va_list args;
    const char *text;

    va_start(args, format);
    text = format_text(e, format, args);
    va_end(args);
    return text;
}

const char *c_temp(Emit *e, const char *prefix)
{
    return c_text(e, "assay_%s_%u", prefix, ++e->ntemps);
}

const char *c_cannot(Emit *e, Span span, const char *format, ...)
{
    va_list args;

    if (!e->why) {
        va_start(args, format);
        e->why = format_text(e, format, args);
        va_end(args);
        e->why_span = span;
    }
    return "0";
}

/* Runs of blanks, and the at signs and stars that lines begin with, become one blank. */
static void add_on_one_line(struct assay_buf *out, struct assay_str text, bool stars)
{
    bool blank = false, fresh = false, star = false;

    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (c == '\n') {
            fresh = true;
            star = stars;
        }
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || (c == '@' && fresh) ||
            (c == '*' && fresh && star)) {
            star = star && c != '*';
            blank = true;
            continue;
        }
        if (blank && out->len > 0)
            assay_buf_putc(out, ' ');
        blank = fresh = false;
        assay_buf_putc(out, c);
    }
}

const char *c_quoted(Emit *e, Span span)
{
    struct assay_buf line, quoted;
    const char *text;

    assay_buf_init(&line, NULL, 0);
    assay_buf_init(&quoted, NULL, 0);
    add_on_one_line(&line, diag_text(e->unit->diags, span),
                    acsl_has_stars(e->unit, span));
    assay_buf_c_string(&quoted, line.at, line.len);
    e->no_memory = e->no_memory || line.status || quoted.status;
    text = c_text(e, "%s", quoted.at);
    assay_buf_done(&line);
    assay_buf_done(&quoted);
    return text;
}

/* ---- Types that have no name: that of something which has it. */

#define WAY_MAX 4 /* steps to a part of that type */

/* The same but for const. */
static bool is_same_record(const CType *a, const CType *b)
{
    if (a == b)
        return true;
    if (a->kind != b->kind || a->size != b->size || a->nfields != b->nfields ||
        a->nfields == 0)
        return false;
    for (uint32_t i = 0; i < a->nfields; i++)
        if (a->fields[i].type != b->fields[i].type ||
            strcmp(a->fields[i].name, b->fields[i].name) != 0)
            return false;
    return true;
}

/* An expression of the wanted type, from one of another type; NULL: there is none. */
static const char *way_to(Emit *e, const CType *wanted, const CType *from,
                          const char *text, int steps)
{
    const char *way = NULL;

    if (is_same_record(wanted, from) || steps == 0)
        return is_same_record(wanted, from) ? text : NULL;
    if (from->kind == C_ARRAY || from->kind == C_POINTER)
        return way_to(e, wanted, from->of, c_text(e, "(%s)[0]", text), steps - 1);
    for (uint32_t i = 0; !way && i < from->nfields; i++)
        if (from->fields[i].name[0] && from->fields[i].bits == 0)
            way = way_to(e, wanted, from->fields[i].type,
                         c_text(e, "(%s).%s", text, from->fields[i].name), steps - 1);
    return way;
}

static const char *unnamed_type(Emit *e, const CType *type)
{
    const CUnit *u = e->unit;
    const char *way = NULL;

    if (type->kind == C_ENUM)
        return type->of->spelling;
    if (type->kind == C_ARRAY)
        return c_text(e, "__typeof__(%s)[%llu]", unnamed_type(e, type->of),
                      (unsigned long long)type->count);
    if (type->kind == C_POINTER)
        return c_text(e, "__typeof__(%s) *", unnamed_type(e, type->of));
    for (uint32_t i = 0; !way && i < u->nglobals; i++)
        way = way_to(e, type, u->globals[i].type, u->globals[i].name, WAY_MAX);
    for (uint32_t i = 0; !way && i < u->nrecords; i++)
        if (u->records[i]->nfields > 0)
            way = way_to(e, type, u->records[i],
                         c_text(e, "*(%s *)0", u->records[i]->spelling), WAY_MAX);
    for (uint32_t i = 0; !way && i < u->ntypedefs; i++)
        if (u->typedefs[i].type->nfields > 0)
            way = way_to(e, type, u->typedefs[i].type,
                         c_text(e, "*(%s *)0", u->typedefs[i].name), WAY_MAX);
    return way ? way : type->spelling;
}

const char *c_type(Emit *e, const CType *type)
{
    return c_text(e, "__typeof__(%s)",
                  strstr(type->spelling, "{...}") ? unnamed_type(e, type)
                                                  : type->spelling);
}

/* ---- Names and states. */

void c_begin(Emit *e)
{
    e->version = NULL;
    e->names = NULL;
    e->state = e->here = e->old = e->result = e->kept = NULL;
    e->real = "long double";
    e->failing = "assay_s";
    e->at_call = true;
    e->by_pointer = e->in_body = false;
    e->run_state = NULL;
    e->run = 0;
    e->reads_old = e->loops = e->checked = e->memo = e->sampled = e->texts = false;
    e->why = e->unseen = NULL;
}

const Name *c_name(const Emit *e, const AcslVar *var)
{
    for (const Name *name = e->names; name; name = name->up)
        if (name->var == var)
            return name;
    return NULL;
}

void c_bind(Emit *e, Name *storage, const AcslVar *var, const char *text,
            Interval interval, Rep rep)
{
    *storage = (Name){var, text, interval, rep, e->names};
    e->names = storage;
}

bool c_label(Emit *e, const AcslLabel *label, const char **ret_state)
{
    *ret_state = e->state;
    switch (label->kind) {
    case LABEL_HERE:
        return true;
    case LABEL_POST:
        *ret_state = e->here;
        return true;
    case LABEL_OLD:
        if (e->run > 0) { /* all runs start from what is there */
            *ret_state = NULL;
            return true;
        }
        *ret_state = e->at_call ? e->here : e->old;
        e->reads_old = true;
        return e->at_call || e->old != NULL;
    case LABEL_PARAM:
        *ret_state = e->version && (e->version->states >> label->number & 1)
                         ? c_text(e, "assay_state_%u", label->number)
                         : e->here;
        return true;
    case LABEL_LOOP_ENTRY:
        *ret_state = C_LOOP_ENTRY;
        e->uses_entry = e->in_body;
        return e->in_body;
    default:
        return false;
    }
}

Where c_where(const Emit *e)
{
    return (Where){e->state, e->result, e->run};
}

void c_leave(Emit *e, Where before)
{
    e->state = before.state;
    e->result = before.result;
    e->run = before.run;
}

void c_enter_run(Emit *e, uint32_t run)
{
    e->run = run;
    e->result = c_text(e, "assay_result_%u", run);
    e->state = e->run_state ? c_text(e, "%s(assay_in, %u)", e->run_state, run) : NULL;
}

bool c_enter(Emit *e, const AcslLabel *label)
{
    const char *state;

    if (label->kind == LABEL_RUN) {
        c_enter_run(e, label->number);
        return true;
    }
    if (!c_label(e, label, &state))
        return false;
    e->state = state;
    return true;
}

const char *c_run_name(Emit *e, uint32_t run, const char *name)
{
    return run > 1 ? c_text(e, "assay_%u_%s", run, name) : name;
}

/* ---- Layouts. */

static const char *kind_of_layout(const CType *type)
{
    switch (type->kind) {
    case C_BOOL:
        return "BOOL";
    case C_INT:
    case C_ENUM:
        return type->is_signed ? "SIGNED" : "UNSIGNED";
    case C_FLOAT:
        return "FLOAT";
    case C_POINTER:
        return "POINTER";
    case C_ARRAY:
        return "ARRAY";
    case C_STRUCT:
        return type->nfields > 0 ? "STRUCT" : "OPAQUE";
    case C_UNION:
        return type->nfields > 0 ? "UNION" : "OPAQUE";
    default:
        return "OPAQUE";
    }
}

static bool same_type(const CType *a, const CType *b)
{
    return a == b || (a->kind == b->kind && strcmp(a->spelling, b->spelling) == 0);
}

static void add_fields(Emit *e, const CType *type, const char *symbol,
                       struct assay_buf *out)
{
    assay_buf_printf(out, "static const struct assay_layout_field %s_fields[] = {\n",
                     symbol);
    for (uint32_t i = 0; i < type->nfields; i++) {
        const CField *f = &type->fields[i];
        assay_buf_printf(out, "    {\"%s\", %llu, %s, %d, %d},\n", f->name,
                         (unsigned long long)f->offset, c_layout(e, f->type), f->bits,
                         f->first_bit);
    }
    assay_buf_puts(out, "};\n");
}

static void add_values(const CType *type, const char *symbol, struct assay_buf *out)
{
    assay_buf_printf(out, "static const struct assay_layout_value %s_values[] = {\n",
                     symbol);
    for (uint32_t i = 0; i < type->nvalues; i++)
        assay_buf_printf(out, "    {\"%s\", %lldLL},\n", type->values[i].name,
                         (long long)type->values[i].value);
    assay_buf_puts(out, "};\n");
}

static void add_table(struct assay_buf *out, const char *symbol, const char *what,
                      uint32_t count)
{
    if (count > 0)
        assay_buf_printf(out, "%s_%s, %u, ", symbol, what, count);
    else
        assay_buf_puts(out, "0, 0, ");
}

/* What points to a struct may stand in it: layouts are declared before they are defined.
 */
static void add_layout(Emit *e, const CType *type, const char *symbol)
{
    struct assay_buf out;
    const char *of = "0";

    assay_buf_printf(&e->layouts, "static const struct assay_layout %s;\n", symbol);
    assay_buf_init(&out, NULL, 0);
    if (type->kind == C_ARRAY || (type->kind == C_POINTER && type->of->kind != C_VOID &&
                                  type->of->kind != C_FUNCTION))
        of = c_layout(e, type->of);
    if (type->nfields > 0)
        add_fields(e, type, symbol, &out);
    if (type->nvalues > 0)
        add_values(type, symbol, &out);
    assay_buf_printf(
        &out,
        "static const struct assay_layout %s = {ASSAY_LAYOUT_%s, \"%s\", %llu, "
        "%s, %llu, ",
        symbol, kind_of_layout(type), type->spelling, (unsigned long long)type->size, of,
        (unsigned long long)type->count);
    add_table(&out, symbol, "fields", type->nfields);
    add_table(&out, symbol, "values", type->nvalues);
    assay_buf_printf(&out, "%d};\n", type->is_char);
    assay_buf_add(&e->layouts, out.at, out.len);
    e->no_memory = e->no_memory || out.status || e->layouts.status;
    assay_buf_done(&out);
}

const char *c_layout(Emit *e, const CType *type)
{
    LayoutName *name;

    for (name = e->names_of_layouts; name; name = name->next)
        if (same_type(name->type, type))
            return c_text(e, "&%s", name->symbol);
    name = assay_arena_new(e->arena, 1, sizeof *name);
    if (!name) {
        e->no_memory = true;
        return "0";
    }
    *name = (LayoutName){type, c_text(e, "assay_layout_%u", ++e->nlayouts),
                         e->names_of_layouts};
    e->names_of_layouts = name;
    add_layout(e, type, name->symbol);
    return c_text(e, "&%s", name->symbol);
}
