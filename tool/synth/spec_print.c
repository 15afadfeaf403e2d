/*
 * A specification in its notation: abbreviations written out, rules with all they leave
 * to be understood. It reads as the same.
 */
#include "base/buf.h"
#include "synth/spec.h"

static void put_variables(const Binding *const *vars, uint32_t count,
                          struct assay_buf *out)
{
    for (uint32_t i = 0; i < count; i++) {
        assay_buf_printf(out, "%s%s: ", i > 0 ? ", " : "", vars[i]->name);
        type_print(vars[i]->type, out);
    }
}

static void put_names(const Binding *const *vars, uint32_t count, struct assay_buf *out)
{
    for (uint32_t i = 0; i < count; i++)
        assay_buf_printf(out, "%s%s", i > 0 ? ", " : "", vars[i]->name);
}

static void put_sort(const TraceSort *sort, struct assay_buf *out)
{
    static const char *const words[] = {"sort", "enum", "id"};

    assay_buf_printf(out, "%s %s", words[sort->kind], sort->resource->name);
    if (sort->kind == SORT_ENUM) {
        assay_buf_puts(out, " { ");
        put_names(sort->constants, sort->nconstants, out);
        assay_buf_puts(out, " }");
    }
    assay_buf_puts(out, ";\n");
}

static void put_function(const Function *f, struct assay_buf *out)
{
    assay_buf_printf(out, "function %s(", f->name);
    put_variables(f->params, f->count, out);
    assay_buf_puts(out, "): ");
    type_print(f->result, out);
    assay_buf_puts(out, ";\n");
}

static void put_axiom(const Axiom *a, struct assay_buf *out)
{
    assay_buf_printf(out, "axiom %s%s", a->name, a->name[0] ? ": " : "");
    term_print(a->term, out);
    assay_buf_puts(out, ";\n");
}

static void put_event(const Event *e, struct assay_buf *out)
{
    static const char *const words[] = {"event", "observed", "ghost"};

    assay_buf_printf(out, "%s %s(", words[e->kind], e->name);
    put_variables(e->fields, e->count, out);
    assay_buf_puts(out, ");\n");
}

static void put_rule(const Rule *r, struct assay_buf *out)
{
    assay_buf_printf(out, "rule %s(", r->event->name);
    put_names(r->fields, r->event->count, out);
    assay_buf_puts(out, ") {\n");
    if (r->nghosts > 0) {
        assay_buf_puts(out, "    ghosts ");
        put_variables(r->ghosts, r->nghosts, out);
        assay_buf_puts(out, ";\n");
    }
    if (r->where) {
        assay_buf_puts(out, "    where ");
        term_print(r->where, out);
        assay_buf_puts(out, ";\n");
    }
    assay_buf_puts(out, "    history ");
    sre_print(r->history, out);
    assay_buf_puts(out, ";\n    future ");
    sre_print(r->future, out);
    assay_buf_puts(out, ";\n}\n");
}

static void put_property(const Property *p, struct assay_buf *out)
{
    assay_buf_printf(out, "%s %s(", p->invariant ? "invariant" : "violation", p->name);
    put_variables(p->vars, p->nvars, out);
    assay_buf_puts(out, ") = ");
    sre_print(p->traces, out);
    assay_buf_puts(out, ";\n");
}

/* ---- Generators. */

static void put_block(const WrittenBlock *b, uint32_t depth, struct assay_buf *out);

static void put_arguments(const Term *const *args, uint32_t count, struct assay_buf *out)
{
    assay_buf_putc(out, '(');
    for (uint32_t i = 0; i < count; i++) {
        assay_buf_puts(out, i > 0 ? ", " : "");
        term_print(args[i], out);
    }
    assay_buf_putc(out, ')');
}

static void put_condition(const char *word, const Term *t, struct assay_buf *out)
{
    if (t) {
        assay_buf_puts(out, word);
        term_print(t, out);
    }
}

static void put_indent(uint32_t depth, struct assay_buf *out)
{
    for (uint32_t i = 0; i < depth; i++)
        assay_buf_puts(out, "    ");
}

static void put_ways(const WrittenStatement *w, uint32_t depth, struct assay_buf *out)
{
    for (uint32_t i = 0; i < w->nways; i++) {
        assay_buf_puts(out, i > 0 ? " or " : "choose ");
        put_block(w->ways[i], depth, out);
    }
    assay_buf_putc(out, '\n');
}

static void put_statement(const WrittenStatement *w, uint32_t depth,
                          struct assay_buf *out)
{
    put_indent(depth, out);
    switch (w->kind) {
    case STATEMENT_LET:
        assay_buf_puts(out, "let ");
        put_variables(w->vars, w->nvars, out);
        put_condition(" where ", w->where, out);
        break;
    case STATEMENT_DO:
    case STATEMENT_CALL:
        assay_buf_puts(out, w->name);
        put_arguments(w->args, w->nargs, out);
        break;
    case STATEMENT_SEE:
        assay_buf_puts(out, "see ");
        sre_print(w->seen, out);
        break;
    case STATEMENT_ASSERT:
        put_condition("assert ", w->where, out);
        break;
    case STATEMENT_CHOOSE:
        put_ways(w, depth, out);
        return;
    }
    assay_buf_puts(out, ";\n");
}

static void put_block(const WrittenBlock *b, uint32_t depth, struct assay_buf *out)
{
    assay_buf_puts(out, "{\n");
    for (uint32_t i = 0; i < b->count; i++)
        put_statement(b->at[i], depth + 1, out);
    put_indent(depth, out);
    assay_buf_putc(out, '}');
}

static void put_procedure(const WrittenProcedure *x, struct assay_buf *out)
{
    if (x->property)
        assay_buf_printf(out, "generator %s for %s ", x->name, x->property);
    else {
        assay_buf_printf(out, "procedure %s(", x->name);
        put_variables(x->params, x->nparams, out);
        assay_buf_puts(out, ") ");
    }
    put_block(&x->body, 0, out);
    assay_buf_putc(out, '\n');
}

/* ---- The whole. */

void trace_spec_print(const TraceSpec *s, struct assay_buf *out)
{
    for (uint32_t i = 0; i < s->nsorts; i++)
        put_sort(s->sorts[i], out);
    for (uint32_t i = 0; i < s->reader.aliases.count; i++) {
        assay_buf_printf(out, "type %s = ", s->reader.aliases.at[i]->name);
        type_print(s->reader.aliases.at[i]->type, out);
        assay_buf_puts(out, ";\n");
    }
    for (uint32_t i = 0; i < s->reader.functions.count; i++)
        put_function(s->reader.functions.at[i], out);
    for (uint32_t i = 0; i < s->naxioms; i++)
        put_axiom(s->axioms[i], out);
    for (uint32_t i = 0; i < s->nevents; i++)
        put_event(s->events[i], out);
    for (uint32_t i = 0; i < s->nrules; i++)
        put_rule(s->rules[i], out);
    for (uint32_t i = 0; i < s->nproperties; i++)
        put_property(s->properties[i], out);
    for (uint32_t i = 0; i < s->nprocedures; i++)
        put_procedure(s->procedures[i], out);
}
