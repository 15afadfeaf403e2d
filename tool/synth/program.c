/*
 * Statements, made and printed.
 */
#include "synth/program.h"
#include "base/buf.h"
#include <string.h>

static Statement *new_statement(struct assay_arena *a, StatementKind kind)
{
    Statement *s = assay_arena_new(a, 1, sizeof *s);

    if (s) {
        s->kind = kind;
        s->span = span_nowhere();
    }
    return s;
}

static bool is_and(const Logic *l, Formula f)
{
    const LogicNode *node = logic_node(l, f);

    return node->kind == LOGIC_OP && node->as.op == OP_AND;
}

/* Whether a formula is one of those that are joined. */
static bool is_part(const Logic *l, Formula joined, Formula f)
{
    if (joined == f || !is_and(l, joined))
        return joined == f;
    return is_part(l, logic_args(l, joined)[0], f) ||
           is_part(l, logic_args(l, joined)[1], f);
}

/* A conjunction without what is part of another one. */
static Formula without(Logic *l, Formula f, Formula known)
{
    Formula second;

    if (is_part(l, known, f))
        return LOGIC_TRUE;
    if (!is_and(l, f))
        return f;
    second = logic_args(l, f)[1];
    f = without(l, logic_args(l, f)[0], known);
    return logic_and(l, f, without(l, second, known));
}

Statement *statement_let(Logic *l, struct assay_arena *a, const Binding *const *vars,
                         uint32_t count, Formula where)
{
    Statement *s = new_statement(a, STATEMENT_LET);
    Range *ranges = assay_arena_new(a, count, sizeof *ranges);

    if (!s || !ranges)
        return NULL;
    s->as.let.said = where;
    for (uint32_t i = 0; i < count; i++)
        s->as.let.said =
            without(l, s->as.let.said, logic_in(l, logic_var(l, vars[i]), vars[i]->type));
    for (uint32_t i = 0; i < count; i++)
        if (logic_type_kind(vars[i]->type) == TYPE_INTEGER)
            ranges[i] = range_of(l, where, vars, count, i);
    s->as.let.vars = vars;
    s->as.let.count = count;
    s->as.let.where = where;
    s->as.let.ranges = ranges;
    return s;
}

Statement *statement_do(struct assay_arena *a, const Event *of, const Formula *fields)
{
    Statement *s = new_statement(a, STATEMENT_DO);

    if (s) {
        s->as.act.of = of;
        s->as.act.fields = fields;
    }
    return s;
}

Statement *statement_see(struct assay_arena *a, const Event *of,
                         const Binding *const *vars, const Formula *expected,
                         Formula where)
{
    Statement *s = new_statement(a, STATEMENT_SEE);

    if (s) {
        s->as.see.of = of;
        s->as.see.vars = vars;
        s->as.see.expected = expected;
        s->as.see.where = where;
    }
    return s;
}

Statement *statement_assert(struct assay_arena *a, Formula condition)
{
    Statement *s = new_statement(a, STATEMENT_ASSERT);

    if (s)
        s->as.condition = condition;
    return s;
}

Statement *statement_choose(struct assay_arena *a, const Block *ways, uint32_t count)
{
    Statement *s = new_statement(a, STATEMENT_CHOOSE);

    if (s) {
        s->as.choose.ways = ways;
        s->as.choose.count = count;
    }
    return s;
}

Statement *statement_call(struct assay_arena *a, const Procedure *of, const Formula *args)
{
    Statement *s = new_statement(a, STATEMENT_CALL);

    if (s) {
        s->as.call.of = of;
        s->as.call.args = args;
    }
    return s;
}

/* ---- Printing. */

typedef struct {
    const Logic *logic;
    struct assay_buf *out;
    struct assay_arena arena; /* of terms */
} Printer;

static void indent(Printer *p, uint32_t depth)
{
    for (uint32_t i = 0; i < depth; i++)
        assay_buf_puts(p->out, "    ");
}

static void print_formula(Printer *p, Formula f)
{
    const Term *t = logic_as_term(p->logic, f, &p->arena);

    if (t)
        term_print(t, p->out);
}

static void print_formulas(Printer *p, const Formula *all, uint32_t count)
{
    assay_buf_putc(p->out, '(');
    for (uint32_t i = 0; i < count; i++) {
        assay_buf_puts(p->out, i ? ", " : "");
        if (all[i] == LOGIC_MAX)
            assay_buf_putc(p->out, '_');
        else
            print_formula(p, all[i]);
    }
    assay_buf_putc(p->out, ')');
}

static void print_variables(Printer *p, const Binding *const *vars, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        assay_buf_printf(p->out, "%s%s: ", i ? ", " : "", vars[i]->name);
        type_print(vars[i]->type, p->out);
    }
}

static bool is_variable(const Logic *l, Formula f, const Binding *var)
{
    const LogicNode *node = logic_node(l, f);

    return node->kind == LOGIC_VAR && node->as.var == var;
}

/* The other side of the equation that a field is written as, =x; LOGIC_MAX: it has a
 * name. */
static Formula other_side(const Logic *l, const Statement *s, uint32_t field)
{
    Formula f = s->as.see.equations ? s->as.see.equations[field] : LOGIC_MAX;
    const Formula *sides;

    if (f == LOGIC_MAX || logic_node(l, f)->kind != LOGIC_OP ||
        logic_node(l, f)->as.op != OP_EQ || !is_part(l, s->as.see.where, f))
        return LOGIC_MAX;
    sides = logic_args(l, f);
    if (is_variable(l, sides[0], s->as.see.vars[field]))
        return sides[1];
    return is_variable(l, sides[1], s->as.see.vars[field]) ? sides[0] : LOGIC_MAX;
}

static bool is_written(const Logic *l, const Statement *s, Formula part)
{
    for (uint32_t i = 0; i < s->as.see.of->count; i++)
        if (other_side(l, s, i) != LOGIC_MAX && s->as.see.equations[i] == part)
            return true;
    return false;
}

/* Whether it can stand beside && as it is. */
static bool binds_tightly(const Logic *l, Formula f)
{
    const LogicNode *node = logic_node(l, f);

    if (node->kind != LOGIC_OP)
        return node->kind != LOGIC_QUANT;
    if (node->as.op == OP_EQ) /* of truths: <=> */
        return logic_node(l, logic_args(l, f)[0])->kind != LOGIC_OP ||
               op_result(logic_node(l, logic_args(l, f)[0])->as.op) != 'b';
    return node->as.op != OP_OR;
}

static void print_operand(Printer *p, Formula f)
{
    bool binds = binds_tightly(p->logic, f);

    assay_buf_puts(p->out, binds ? "" : "(");
    print_formula(p, f);
    assay_buf_puts(p->out, binds ? "" : ")");
}

/* What can stand behind =. */
static void print_sum(Printer *p, Formula f)
{
    const LogicNode *node = logic_node(p->logic, f);
    bool plain = node->kind == LOGIC_OP
                     ? op_result(node->as.op) != 'b'
                     : node->kind != LOGIC_COND && node->kind != LOGIC_QUANT;

    assay_buf_puts(p->out, plain ? "" : "(");
    print_formula(p, f);
    assay_buf_puts(p->out, plain ? "" : ")");
}

/* The parts of the condition that no field was written as, counted. */
static uint32_t count_rest(const Logic *l, const Statement *s, Formula of)
{
    if (of == LOGIC_TRUE || is_written(l, s, of))
        return 0;
    return is_and(l, of) ? count_rest(l, s, logic_args(l, of)[0]) +
                               count_rest(l, s, logic_args(l, of)[1])
                         : 1;
}

static void print_rest(Printer *p, const Statement *s, Formula of, const char **mark)
{
    if (count_rest(p->logic, s, of) == 0)
        return;
    if (is_and(p->logic, of)) {
        print_rest(p, s, logic_args(p->logic, of)[0], mark);
        print_rest(p, s, logic_args(p->logic, of)[1], mark);
        return;
    }
    assay_buf_puts(p->out, *mark);
    *mark = " && ";
    if (count_rest(p->logic, s, s->as.see.where) == 1)
        print_formula(p, of);
    else
        print_operand(p, of);
}

static void print_see(Printer *p, const Statement *s)
{
    const Event *of = s->as.see.of;
    const char *mark = " | ";
    bool any = false;

    assay_buf_printf(p->out, "see %s", of->name);
    if (s->as.see.expected) {
        print_formulas(p, s->as.see.expected, of->count);
        return;
    }
    assay_buf_putc(p->out, '(');
    for (uint32_t i = 0; i < of->count; i++) {
        Formula is = other_side(p->logic, s, i);
        assay_buf_printf(p->out, "%s%s", i ? ", " : "", is == LOGIC_MAX ? "" : "=");
        if (is == LOGIC_MAX)
            assay_buf_puts(p->out, s->as.see.vars[i]->name);
        else
            print_sum(p, is);
        any = any || is != LOGIC_MAX;
    }
    if (any)
        print_rest(p, s, s->as.see.where, &mark);
    else if (of->count > 0) {
        assay_buf_puts(p->out, mark);
        print_formula(p, s->as.see.where);
    }
    assay_buf_putc(p->out, ')');
}

static void print_let(Printer *p, const Statement *s)
{
    assay_buf_puts(p->out, "let ");
    print_variables(p, s->as.let.vars, s->as.let.count);
    if (s->as.let.said == LOGIC_TRUE)
        return;
    assay_buf_puts(p->out, " where ");
    print_formula(p, s->as.let.said);
}

/* One that has no blocks in it, without its end. */
static void print_plain(Printer *p, const Statement *s)
{
    switch (s->kind) {
    case STATEMENT_LET:
        print_let(p, s);
        break;
    case STATEMENT_DO:
        assay_buf_puts(p->out, s->as.act.of->name);
        print_formulas(p, s->as.act.fields, s->as.act.of->count);
        break;
    case STATEMENT_SEE:
        print_see(p, s);
        break;
    case STATEMENT_ASSERT:
        assay_buf_puts(p->out, "assert ");
        print_formula(p, s->as.condition);
        break;
    case STATEMENT_CALL:
        assay_buf_puts(p->out, s->as.call.of->name);
        print_formulas(p, s->as.call.args, s->as.call.of->count);
        break;
    case STATEMENT_CHOOSE:
        assay_buf_puts(p->out, "choose");
        break;
    }
}

static void print_block(Printer *p, const Block *b, uint32_t depth);

static void print_choose(Printer *p, const Statement *s, uint32_t depth)
{
    for (uint32_t i = 0; i < s->as.choose.count; i++) {
        assay_buf_puts(p->out, i ? " or {\n" : "choose {\n");
        print_block(p, &s->as.choose.ways[i], depth + 1);
        indent(p, depth);
        assay_buf_putc(p->out, '}');
    }
    assay_buf_putc(p->out, '\n');
}

static void print_statement(Printer *p, const Statement *s, uint32_t depth)
{
    indent(p, depth);
    if (s->kind == STATEMENT_CHOOSE) {
        print_choose(p, s, depth);
        return;
    }
    print_plain(p, s);
    assay_buf_puts(p->out, ";\n");
}

static void print_block(Printer *p, const Block *b, uint32_t depth)
{
    for (uint32_t i = 0; i < b->count; i++)
        print_statement(p, b->at[i], depth);
}

void statement_print(const Logic *l, const Statement *s, struct assay_buf *out)
{
    Printer printer = {.logic = l, .out = out};

    assay_arena_init(&printer.arena, NULL, 0);
    print_plain(&printer, s);
    assay_arena_done(&printer.arena);
}

void program_print(const Logic *l, const Program *p, struct assay_buf *out)
{
    Printer printer = {.logic = l, .out = out};

    assay_arena_init(&printer.arena, NULL, 0);
    for (uint32_t i = 0; i < p->nprocedures; i++) {
        const Procedure *f = p->procedures[i];
        assay_buf_printf(out, "procedure %s(", f->name);
        print_variables(&printer, f->params, f->count);
        assay_buf_puts(out, ") {\n");
        print_block(&printer, &f->body, 1);
        assay_buf_puts(out, "}\n");
    }
    assay_buf_printf(out, "generator %s for %s {\n", p->name, p->property->name);
    print_block(&printer, &p->body, 1);
    assay_buf_puts(out, "}\n");
    assay_arena_done(&printer.arena);
}
