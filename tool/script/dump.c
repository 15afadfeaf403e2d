/*
 * Programs as text, one statement a line.
 */
#include "script/program.h"

static void indent(struct assay_buf *out, uint32_t depth)
{
    for (uint32_t i = 0; i < depth; i++)
        assay_buf_puts(out, "  ");
}

static void dump_binding(const Binding *var, struct assay_buf *out)
{
    type_print(var->type, out);
    assay_buf_printf(out, " %s", var->name);
}

static void dump_labelled(const char *label, const Term *t, struct assay_buf *out)
{
    if (!t)
        return;
    assay_buf_printf(out, " %s ", label);
    term_print(t, out);
}

static void dump_clauses(const LoopClauses *c, struct assay_buf *out)
{
    for (uint32_t i = 0; i < c->count; i++)
        dump_labelled("inv", c->invariants[i], out);
    dump_labelled("decreases", c->decreases, out);
    assay_buf_putc(out, '\n');
}

static void dump_stmt(const Stmt *stmt, uint32_t depth, struct assay_buf *out);

static void dump_loop(const Stmt *stmt, uint32_t depth, struct assay_buf *out)
{
    bool is_for = stmt->kind == STMT_FOR;

    assay_buf_puts(out, is_for ? "for" : "while");
    dump_labelled("", stmt->as.loop.test, out);
    dump_clauses(&stmt->as.loop.clauses, out);
    if (stmt->as.loop.init)
        dump_stmt(stmt->as.loop.init, depth + 1, out);
    if (stmt->as.loop.step)
        dump_stmt(stmt->as.loop.step, depth + 1, out);
    dump_stmt(stmt->as.loop.body, depth + 1, out);
}

static void dump_if(const Stmt *stmt, uint32_t depth, struct assay_buf *out)
{
    assay_buf_puts(out, "if ");
    term_print(stmt->as.branch.test, out);
    assay_buf_putc(out, '\n');
    dump_stmt(stmt->as.branch.then, depth + 1, out);
    if (stmt->as.branch.other) {
        indent(out, depth);
        assay_buf_puts(out, "else\n");
        dump_stmt(stmt->as.branch.other, depth + 1, out);
    }
}

static void dump_stmt(const Stmt *stmt, uint32_t depth, struct assay_buf *out)
{
    indent(out, depth);
    switch (stmt->kind) {
    case STMT_BAD:
        assay_buf_puts(out, "?\n");
        break;
    case STMT_LOCAL:
        dump_binding(stmt->as.local.var, out);
        dump_labelled("=", stmt->as.local.value, out);
        assay_buf_putc(out, '\n');
        break;
    case STMT_ASSIGN:
        term_print(stmt->as.assign.target, out);
        dump_labelled("=", stmt->as.assign.value, out);
        assay_buf_putc(out, '\n');
        break;
    case STMT_IF:
        dump_if(stmt, depth, out);
        break;
    case STMT_WHILE:
    case STMT_FOR:
        dump_loop(stmt, depth, out);
        break;
    case STMT_FOR_OF:
        assay_buf_puts(out, "for ");
        dump_binding(stmt->as.each.var, out);
        dump_labelled("of", stmt->as.each.of, out);
        dump_clauses(&stmt->as.each.clauses, out);
        dump_stmt(stmt->as.each.body, depth + 1, out);
        break;
    case STMT_RETURN:
        assay_buf_puts(out, "return");
        dump_labelled("", stmt->as.value, out);
        assay_buf_putc(out, '\n');
        break;
    case STMT_CALL:
        term_print(stmt->as.value, out);
        assay_buf_putc(out, '\n');
        break;
    case STMT_BLOCK:
        assay_buf_puts(out, "block\n");
        for (uint32_t i = 0; i < stmt->as.block.count; i++)
            dump_stmt(stmt->as.block.at[i], depth + 1, out);
        break;
    }
}

static void dump_function(const ScriptFunction *f, struct assay_buf *out)
{
    static const char *const kinds[] = {"", "pure ", "external ", "value ", "rest "};

    assay_buf_printf(out, "%s%s", kinds[f->kind], f->async ? "async " : "");
    if (f->function.result) {
        type_print(f->function.result, out);
        assay_buf_putc(out, ' ');
    }
    assay_buf_printf(out, "%s(", f->function.name);
    for (uint32_t i = 0; i < f->function.count; i++) {
        assay_buf_puts(out, i > 0 ? ", " : "");
        dump_binding(f->function.params[i], out);
    }
    assay_buf_putc(out, ')');
    dump_labelled("decreases", f->decreases, out);
    dump_labelled("=", f->function.body, out);
    assay_buf_putc(out, '\n');
    if (f->body)
        dump_stmt(f->body, 1, out);
}

void script_dump(const Script *s, struct assay_buf *out)
{
    for (uint32_t i = 0; i < s->nimports; i++)
        assay_buf_printf(out, "specification %s of %s\n", s->imports[i]->path,
                         s->imports[i]->base);
    for (uint32_t i = 0; i < s->nglobals; i++) {
        dump_binding(s->globals[i]->var, out);
        dump_labelled("=", s->globals[i]->value, out);
        assay_buf_putc(out, '\n');
    }
    for (uint32_t i = 0; i < s->nfunctions; i++)
        if (s->functions[i]->sound)
            dump_function(s->functions[i], out);
}
