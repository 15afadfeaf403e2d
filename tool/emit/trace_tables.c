/*
 * The specification as tables: what the interpreter has in memory, as text. Conditions of
 * the property are a function.
 */
#include "emit/trace_parts.h"
#include <string.h>

/* ---- Names. */

static void name_enum(TraceEmit *e, uint32_t number)
{
    const TraceSort *sort = e->x->spec->sorts[number];
    const char **names = gen_new(e, sort->nconstants, sizeof *names);

    for (uint32_t i = 0; names && i < sort->nconstants; i++)
        names[i] = gen_constant_name(e, sort->constants[i]->name);
    e->constants[number] = names;
}

void gen_tables_name(TraceEmit *e)
{
    const TraceSpec *spec = e->x->spec;

    e->operations = gen_new(e, spec->nevents, sizeof *e->operations);
    e->constants = gen_new(e, spec->nsorts, sizeof *e->constants);
    e->enum_names = gen_new(e, spec->nsorts, sizeof *e->enum_names);
    e->functions = gen_new(e, spec->reader.functions.count, sizeof *e->functions);
    e->called = gen_new(e, spec->reader.functions.count, sizeof *e->called);
    e->quantifiers = gen_new(e, TRACE_QUANTIFIERS, sizeof *e->quantifiers);
    if (e->no_memory)
        return;
    for (uint32_t i = 0; i < spec->nevents; i++)
        e->operations[i] = gen_constant_name(e, spec->events[i]->name);
    for (uint32_t i = 0; i < spec->nsorts; i++)
        name_enum(e, i);
    for (uint32_t i = 0; i < spec->reader.functions.count; i++)
        e->functions[i] = gen_name(e, &e->globals, spec->reader.functions.at[i]->name);
}

/* ---- Enums. */

static void put_enum(struct assay_buf *out, TraceEmit *e, const char *const *names,
                     uint32_t count)
{
    const char *list = "";
    bool wide;

    for (uint32_t i = 0; i < count; i++)
        list = gen_text(e, "%s%s%s", list, i > 0 ? ", " : "", names[i]);
    wide = strlen(list) + strlen("enum {  };") > TRACE_COLUMNS;
    if (!wide)
        assay_buf_printf(out, "enum { %s };\n", list);
    else
        assay_buf_puts(out, "enum {\n");
    for (uint32_t i = 0; wide && i < count; i++)
        assay_buf_printf(out, "    %s,\n", names[i]);
    assay_buf_puts(out, wide ? "};\n" : "");
}

static const char *lower(TraceEmit *e, const char *name)
{
    char *text = gen_new(e, strlen(name) + 1, 1);

    for (size_t i = 0; text && name[i]; i++)
        text[i] =
            name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] - 'A' + 'a') : name[i];
    return text ? text : "";
}

static void put_enum_names(TraceEmit *e, uint32_t number, struct assay_buf *out)
{
    const TraceSort *sort = e->x->spec->sorts[number];
    const char *list = "";

    e->enum_names[number] =
        gen_name(e, &e->globals, gen_text(e, "%s_names", lower(e, sort->resource->name)));
    for (uint32_t i = 0; i < sort->nconstants; i++)
        list = gen_text(e, "%s\"%s\", ", list, sort->constants[i]->name);
    gen_line(out, 0, 4,
             gen_text(e, "static const char *const %s[] = {%sNULL};",
                      e->enum_names[number], list));
}

/* ---- Fields. */

static const char *const type_words[] = {
    [ASSAY_TRACE_INTEGER] = "INTEGER", [ASSAY_TRACE_BOOLEAN] = "BOOLEAN",
    [ASSAY_TRACE_ENUM] = "ENUM",       [ASSAY_TRACE_SORT] = "SORT",
    [ASSAY_TRACE_ID] = "ID",           [ASSAY_TRACE_TEXT] = "TEXT",
};

/* What is further known of a field. */
static const char *field_rest(TraceEmit *e, const struct assay_trace_field *f,
                              const Type *type)
{
    if (f->lang)
        e->why = gen_text(e, "'%s' is of a language that is not built in", f->name);
    if (f->type == ASSAY_TRACE_ENUM)
        return gen_text(e, ", .constants = %s", e->enum_names[gen_sort_number(e, type)]);
    if (f->type == ASSAY_TRACE_SORT && f->sort > 0)
        return gen_text(e, ", .sort = %u", f->sort);
    if (f->type == ASSAY_TRACE_TEXT && f->language)
        return gen_text(e, ", .language = \"%s\"", f->language);
    if (f->range.is_set)
        return gen_text(e, ", .range = {true, %s, %s}", gen_number(e, f->range.low),
                        gen_number(e, f->range.high));
    return "";
}

static void need_names(TraceEmit *e, const Binding *const *vars, uint32_t count,
                       struct assay_buf *out)
{
    for (uint32_t i = 0; i < count; i++) {
        const TraceSort *sort = trace_sort(e->x->spec, vars[i]->type);
        if (sort && sort->kind == SORT_ENUM &&
            !e->enum_names[gen_sort_number(e, vars[i]->type)])
            put_enum_names(e, gen_sort_number(e, vars[i]->type), out);
    }
}

/* An array of fields; of variables, too. Its name is returned. */
static const char *put_fields(TraceEmit *e, const char *name,
                              const struct assay_trace_field *fields,
                              const Binding *const *vars, uint32_t count,
                              struct assay_buf *out)
{
    if (count == 0)
        return "NULL";
    name = gen_name(e, &e->globals, name);
    need_names(e, vars, count, out);
    assay_buf_printf(out, "static const struct assay_trace_field %s[] = {\n", name);
    for (uint32_t i = 0; i < count; i++)
        gen_line(out, 4, 4,
                 gen_text(e, "{.name = \"%s\", .type = ASSAY_TRACE_%s%s},",
                          fields[i].name, type_words[fields[i].type],
                          field_rest(e, &fields[i], vars[i]->type)));
    assay_buf_puts(out, "};\n");
    return name;
}

/* ---- Operations. */

static void put_operations(TraceEmit *e, struct assay_buf *out)
{
    static const char *const kinds[] = {"GENERATED", "OBSERVED", "GHOST"};
    const TraceSpec *spec = e->x->spec;
    const struct assay_trace_operation *o = e->in->spec->operations;
    const char **fields = gen_new(e, spec->nevents, sizeof *fields);

    if (!fields)
        return;
    for (uint32_t i = 0; i < spec->nevents; i++)
        fields[i] = put_fields(e, gen_text(e, "%s_fields", o[i].name), o[i].fields,
                               spec->events[i]->fields, o[i].nfields, out);
    assay_buf_puts(out, "\nstatic const struct assay_trace_operation operations[] = {\n");
    for (uint32_t i = 0; i < spec->nevents; i++)
        gen_line(out, 4, 4,
                 gen_text(e, "[%s] = {\"%s\", ASSAY_TRACE_%s, %u, %s},", e->operations[i],
                          o[i].name, kinds[o[i].kind], o[i].nfields, fields[i]));
    assay_buf_puts(out, "};\n");
}

static void put_function_table(TraceEmit *e, struct assay_buf *out)
{
    const struct assay_trace_spec *spec = e->in->spec;

    if (spec->nfunctions == 0)
        return;
    assay_buf_puts(out, "\nstatic const struct assay_trace_function functions[] = {\n");
    for (uint32_t i = 0; i < spec->nfunctions; i++)
        assay_buf_printf(out, "    {\"%s\", %u},\n", spec->functions[i].name,
                         spec->functions[i].nargs);
    assay_buf_puts(out, "};\n");
}

void gen_tables_put(TraceEmit *e, struct assay_buf *out)
{
    const TraceSpec *spec = e->x->spec;

    put_enum(out, e, e->operations, spec->nevents);
    for (uint32_t i = 0; i < spec->nsorts; i++)
        if (spec->sorts[i]->kind == SORT_ENUM)
            put_enum(out, e, e->constants[i], spec->sorts[i]->nconstants);
    assay_buf_putc(out, '\n');
    put_operations(e, out);
    put_function_table(e, out);
}

/* ---- Worlds. */

static const char *numbers(TraceEmit *e, const int64_t *values, size_t count)
{
    const char *list;
    struct assay_buf text;

    if (count == 0)
        return "NULL";
    assay_buf_init(&text, NULL, 0);
    for (size_t i = 0; i < count; i++) {
        gen_comma(&text);
        assay_buf_puts(&text, gen_number(e, values[i]));
    }
    list = gen_text(e, "(const int64_t[]){%s}", text.at);
    e->no_memory = e->no_memory || text.status;
    assay_buf_done(&text);
    return list;
}

static void put_table(TraceEmit *e, uint32_t function,
                      const struct assay_trace_table *table, struct assay_buf *out)
{
    const struct assay_trace_function *f = &e->in->spec->functions[function];

    gen_comment(out, 9, f->name);
    gen_line(out, 9, 4,
             gen_text(e, "{%u, %s, %s},", table->nrows,
                      numbers(e, table->rows, table->nrows * (f->nargs + (size_t)1)),
                      gen_number(e, table->otherwise)));
}

static void put_world(TraceEmit *e, const ProgramWorld *w, struct assay_buf *out)
{
    const struct assay_trace_spec *spec = e->in->spec;
    const char *members = "";

    for (uint32_t i = 0; i < spec->nsorts; i++)
        members = gen_text(e, "%s%s%u", members, i > 0 ? ", " : "", w->members[i]);
    assay_buf_puts(out, "    {");
    if (spec->nsorts > 0)
        assay_buf_printf(out, ".members = (const uint32_t[]){%s},\n     ", members);
    if (w->count > 0)
        assay_buf_printf(out, ".values = %s,\n     ", numbers(e, w->values, w->count));
    if (spec->nfunctions == 0) {
        assay_buf_puts(out, ".tables = NULL},\n");
        return;
    }
    assay_buf_puts(out, ".tables = (const struct assay_trace_table[]){\n");
    for (uint32_t i = 0; i < spec->nfunctions; i++)
        put_table(e, i, &(struct assay_trace_table){w->nrows[i], w->rows[i], 0}, out);
    assay_buf_puts(out, "     }},\n");
}

void gen_worlds_put(TraceEmit *e, const Program *p, const char *name,
                    struct assay_buf *out)
{
    assay_buf_printf(out, "\nstatic const struct assay_trace_world %s[] = {\n", name);
    for (uint32_t i = 0; i < p->nworlds; i++)
        put_world(e, &p->worlds[i], out);
    assay_buf_puts(out, "};\n");
}

/* ---- Functions. */

static void put_function(TraceEmit *e, uint32_t number, struct assay_buf *out)
{
    const Function *f = e->x->spec->reader.functions.at[number];
    bool truth = gen_kind(f->result) == TRACE_TRUTH;
    TraceNames locals = {.above = &e->globals.first};
    const char *list = "", *args = "";

    for (uint32_t i = 0; i < f->count; i++) {
        const char *name = gen_name(e, &locals, f->params[i]->name);
        list =
            gen_text(e, "%s, %s%s", list, gen_type(gen_kind(f->params[i]->type)), name);
        args = gen_text(e, "%s%s%s", args, i > 0 ? ", " : "", name);
    }
    args = f->count > 0 ? gen_text(e, "(const int64_t[]){%s}", args) : "NULL";
    assay_buf_putc(out, '\n');
    gen_line(out, 0, 4,
             gen_text(e, "static %s%s(const struct assay_trace *t%s)",
                      truth ? "bool " : "int64_t ", e->functions[number], list));
    assay_buf_puts(out, "{\n");
    gen_line(out, 4, 4,
             gen_text(e, "return assay_trace_apply(t, %u, %s)%s;", number, args,
                      truth ? " != 0" : ""));
    assay_buf_puts(out, "}\n");
}

void gen_functions_put(TraceEmit *e, struct assay_buf *out)
{
    for (uint32_t i = 0; i < e->in->spec->nfunctions; i++)
        if (e->called[i])
            put_function(e, i, out);
}

/* ---- The property. */

/* A field or variable that a condition speaks of. */
static void know_value(TraceFunction *f, const Binding *var, const char *of,
                       uint32_t number, uint32_t *uses)
{
    const char *text = gen_text(f->e, "%s[%u]", of, number);

    if (gen_kind(var->type) != TRACE_TEXT)
        text = gen_text(f->e, "%s.number", text);
    gen_know(f, var, text, uses);
    f->raw = true;
}

static const char *condition_text(TraceEmit *e, const OracleCondition *c)
{
    const char *names = "";

    for (uint32_t i = 0; i < c->of->count; i++)
        names = gen_text(e, "%s%s%s", names, i > 0 ? ", " : "", c->of->fields[i]->name);
    return gen_text(e, "%s(%s | %s)", c->of->name, names, gen_formula_text(e, c->is));
}

typedef struct {
    uint32_t run, fields, vars; /* how often each is used */
} Uses;

static void put_condition(TraceEmit *e, uint32_t number, Uses *uses,
                          struct assay_buf *out)
{
    const OracleCondition *c = &interpret_oracle(e->in->spec)->conditions[number];
    const Property *p = e->in->property;
    TraceFunction f = {.e = e, .locals = {.above = &e->globals.first}};

    for (uint32_t i = 0; i < c->of->count; i++)
        know_value(&f, c->of->fields[i], "fields", i, &uses->fields);
    for (uint32_t i = 0; i < p->nvars; i++)
        know_value(&f, p->vars[i], "vars", i, &uses->vars);
    assay_buf_printf(out, "    case %u:\n", number);
    gen_comment(out, 8, condition_text(e, c));
    gen_line(out, 8, 7, gen_text(e, "return %s;", gen_term(&f, c->is, LEVEL_ANY)));
    uses->run += f.uses_run;
}

static void put_holds(TraceEmit *e, struct assay_buf *out)
{
    uint32_t count = interpret_oracle(e->in->spec)->nconditions;
    struct assay_buf cases;
    Uses uses = {0};

    assay_buf_init(&cases, NULL, 0);
    for (uint32_t i = 1; i < count; i++)
        put_condition(e, i, &uses, &cases);
    assay_buf_puts(out, "\nstatic bool holds(struct assay_trace *t, uint32_t condition,\n"
                        "                  const struct assay_trace_value *fields,\n"
                        "                  const struct assay_trace_value *vars)\n{\n");
    assay_buf_puts(out, uses.run ? "" : "    (void)t;\n");
    assay_buf_puts(out, uses.fields ? "" : "    (void)fields;\n");
    assay_buf_puts(out, uses.vars ? "" : "    (void)vars;\n");
    assay_buf_printf(out,
                     "    switch (condition) {\n%s    default:\n        return true;\n"
                     "    }\n}\n",
                     cases.at);
    e->no_memory = e->no_memory || cases.status;
    assay_buf_done(&cases);
}

static void put_accepts(TraceEmit *e, struct assay_buf *out)
{
    const struct assay_trace_property *p = e->in->spec->property;
    struct assay_buf text;

    assay_buf_init(&text, NULL, 0);
    assay_buf_puts(&text, "static const bool property_accepts[] = {");
    for (uint32_t i = 0; i < p->nstates; i++)
        assay_buf_printf(&text, "%s%s", i > 0 ? ", " : "",
                         p->accepts[i] ? "true" : "false");
    assay_buf_puts(&text, "};");
    gen_line(out, 0, 4, text.at);
    e->no_memory = e->no_memory || text.status;
    assay_buf_done(&text);
}

/* The moves out of a state begin a line. */
static void put_moves(TraceEmit *e, struct assay_buf *out)
{
    const struct assay_trace_property *p = e->in->spec->property;
    size_t column = 0;

    if (p->nmoves == 0)
        return;
    assay_buf_puts(out, "/* From a state to another, on an operation, if a condition "
                        "holds. */\n"
                        "static const struct assay_trace_move property_moves[] = {");
    for (uint32_t i = 0; i < p->nmoves; i++) {
        const struct assay_trace_move *m = &p->moves[i];
        const char *text = gen_text(e, "{%u, %u, %s, %u},", m->from, m->to,
                                    e->operations[m->operation], m->condition);
        size_t len = strlen(text);
        bool fits = i > 0 && m[-1].from == m->from && column + 1 + len <= TRACE_COLUMNS;
        assay_buf_printf(out, "%s%s", fits ? " " : "\n    ", text);
        column = (fits ? column + 1 : 4) + len;
    }
    assay_buf_puts(out, "\n};\n");
}

static void put_constants(TraceEmit *e, struct assay_buf *out)
{
    const struct assay_trace_property *p = e->in->spec->property;
    struct assay_buf text;

    if (p->nconstants == 0)
        return;
    assay_buf_init(&text, NULL, 0);
    for (uint32_t i = 0; i < p->nconstants; i++) {
        gen_comma(&text);
        assay_buf_puts(&text, gen_number(e, p->constants[i]));
    }
    gen_line(out, 0, 4,
             gen_text(e, "static const int64_t property_constants[] = {%s};", text.at));
    e->no_memory = e->no_memory || text.status;
    assay_buf_done(&text);
}

/* The property in the notation. */
static void put_notation(TraceEmit *e, struct assay_buf *out)
{
    const Property *p = e->in->property;
    struct assay_buf text;

    assay_buf_init(&text, NULL, 0);
    assay_buf_puts(&text, p->invariant ? "What every trace is: " : "What no trace is: ");
    sre_print(p->traces, &text);
    assay_buf_putc(out, '\n');
    gen_comment(out, 0, text.at);
    e->no_memory = e->no_memory || text.status;
    assay_buf_done(&text);
}

void gen_property_put(TraceEmit *e, struct assay_buf *out)
{
    const struct assay_trace_property *p = e->in->spec->property;
    const char *vars;

    if (interpret_oracle(e->in->spec)->nconditions > 1)
        put_holds(e, out);
    put_notation(e, out);
    put_accepts(e, out);
    put_moves(e, out);
    put_constants(e, out);
    vars = put_fields(e, "property_vars", p->vars, e->in->property->vars, p->nvars, out);
    assay_buf_printf(out,
                     "\nstatic const struct assay_trace_property property = {\n"
                     "    .name = \"%s\",\n",
                     p->name);
    if (p->nvars > 0)
        assay_buf_printf(out, "    .nvars = %u,\n    .vars = %s,\n", p->nvars, vars);
    assay_buf_printf(out, "    .nstates = %u,\n    .accepts = property_accepts,\n",
                     p->nstates);
    if (p->nmoves > 0)
        assay_buf_printf(out, "    .moves = property_moves,\n    .nmoves = %u,\n",
                         p->nmoves);
    if (p->nconstants > 0)
        assay_buf_printf(out,
                         "    .constants = property_constants,\n    .nconstants = %u,\n",
                         p->nconstants);
    if (interpret_oracle(e->in->spec)->nconditions > 1)
        assay_buf_puts(out, "    .holds = holds,\n");
    assay_buf_puts(out, "};\n");
}
