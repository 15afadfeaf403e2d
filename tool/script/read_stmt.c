/*
 * Statements:
 *
 *     block     = "{" { statement } "}"
 *     statement = block | ";"
 *               | type name [ "where" term ] "=" term ";"
 *               | place ( "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "++=" ) term ";"
 *               | place ( "++" | "--" ) ";"
 *               | call ";"
 *               | "if" "(" term ")" statement [ "else" statement ]
 *               | "while" "(" term ")" clauses statement
 *               | "for" "(" [ simple ] ";" [ term ] ";" [ simple ] ")" clauses statement
 *               | "for" "(" [ type ] name "of" term ")" clauses statement
 *               | "return" [ term ] ";"
 *     clauses   = { "inv" term | "decreases" term }
 *
 * The ; behind the last statement of a block may be missing.
 */
#include "script/read.h"
#include <string.h>

static Stmt *read_statement(Script *s);

static Parser *parser(Script *s)
{
    return &s->reader.parser;
}

static Stmt *new_stmt(Script *s, StmtKind kind, Span span)
{
    static Stmt none = {.kind = STMT_BAD, .span = {DIAG_NOWHERE, 0, 0}};
    Stmt *stmt = assay_arena_new(parser(s)->arena, 1, sizeof *stmt);

    if (!stmt) {
        parser(s)->diags->no_memory = true;
        return &none;
    }
    stmt->kind = kind;
    stmt->span = span;
    return stmt;
}

static Span here(Script *s)
{
    return parser_peek(parser(s))->span;
}

/* Ends a statement that began at `start`. */
static Stmt *ended(Script *s, Stmt *stmt, Span start)
{
    stmt->span = span_join(start, parser_last(parser(s)));
    return stmt;
}

/* The ; behind a statement. */
static void read_end(Script *s)
{
    static const char *const until[] = {";", "}", NULL};
    Parser *p = parser(s);
    Diagnostic *d;

    if (parser_accept(p, ";"))
        return;
    if (!parser_is(p, "}") && !p->panic) {
        d = parser_error(p, DIAG_SYNTAX, span_behind(parser_last(p)),
                         "expected ';' before %s", parser_describe(p, parser_peek(p)));
        if (d)
            diag_fix(p->diags, d, span_behind(parser_last(p)), ";",
                     "a statement ends with ';'");
    }
    if (p->panic) {
        parser_recover(p, until);
        parser_accept(p, ";");
    }
}

/* ---- Variables. */

static Stmt *read_local(Script *s)
{
    Reader *r = &s->reader;
    Span start = here(s);
    Stmt *stmt = new_stmt(s, STMT_BAD, start);
    bool outer = s->in_spec;
    const Type *type;
    const Binding *var;
    const Term *value;

    s->in_spec = true;
    type = read_type(r);
    var = r->parser.panic ? NULL : script_read_binding(s, type, "the name of a variable");
    s->in_spec = outer;
    if (!var || r->parser.panic)
        return stmt;
    if (parser_is(parser(s), ";")) {
        parser_error(&r->parser, DIAG_SYNTAX, span_behind(var->span),
                     "'%s' needs a value: there is none that all types have", var->name);
        return stmt;
    }
    if (!parser_expect(&r->parser, "="))
        return stmt;
    value = read_term(r);
    script_show_var(s, var);
    stmt->kind = STMT_LOCAL;
    stmt->as.local.var = var;
    stmt->as.local.value = value;
    return ended(s, stmt, start);
}

static bool is_place(const Term *t)
{
    return term_root(t)->kind == TERM_VAR;
}

/* += and the like; *ret_op is TERM_OPS for =. */
static bool accept_assignment(Script *s, TermOp *ret_op)
{
    static const struct {
        const char *mark;
        TermOp op;
    } all[] = {{"=", TERM_OPS}, {"+=", OP_ADD}, {"-=", OP_SUB}, {"*=", OP_MUL},
               {"/=", OP_DIV},  {"%=", OP_MOD}, {"++=", OP_CAT}};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (parser_accept(parser(s), all[i].mark)) {
            *ret_op = all[i].op;
            return true;
        }
    return false;
}

/* target op value; TERM_OPS for = */
static Stmt *assignment(Script *s, const Term *target, Span start, TermOp op, Span mark,
                        const Term *value)
{
    Reader *r = &s->reader;
    Stmt *stmt = new_stmt(s, STMT_ASSIGN, start);
    const Term *args[] = {target, value};

    if (target->kind != TERM_BAD && !is_place(target)) {
        parser_report(&r->parser, DIAG_SCRIPT_TARGET, target->span,
                      "only a variable, or fields and elements of one, can be assigned");
        stmt->kind = STMT_BAD;
    }
    stmt->as.assign.target = target;
    stmt->as.assign.mark = mark;
    stmt->as.assign.compound = op != TERM_OPS;
    stmt->as.assign.value = value;
    if (op != TERM_OPS)
        stmt->as.assign.value = read_good_term(
            r, term_op(r->parser.arena, span_join(target->span, parser_last(&r->parser)),
                       mark, op, args, 2));
    return ended(s, stmt, start);
}

static Stmt *read_assignment(Script *s, const Term *target, Span start, TermOp op)
{
    Span mark = parser_last(parser(s));

    return assignment(s, target, start, op, mark, read_term(&s->reader));
}

/* i++ and i--, which are i += 1 and i -= 1. */
static bool accept_step(Script *s, TermOp *ret_op)
{
    Parser *p = parser(s);
    bool up =
        parser_is(p, "++") && (parser_ahead_is(p, 1, ";") || parser_ahead_is(p, 1, ")"));
    bool down = parser_is(p, "-") && parser_ahead_is(p, 1, "-");

    if (!up && !down)
        return false;
    *ret_op = up ? OP_ADD : OP_SUB;
    parser_next(p);
    if (down)
        parser_next(p);
    return true;
}

static Stmt *read_step(Script *s, const Term *target, Span start, TermOp op)
{
    Parser *p = parser(s);
    Span last = parser_last(p);
    Span mark = {last.source, last.end - 2, last.end};
    const Term *one = read_good_term(
        &s->reader, term_literal(p->arena, span_nowhere(), value_int(p->arena, 1)));

    return assignment(s, target, start, op, mark, one);
}

/* An assignment or a call. */
static Stmt *read_simple(Script *s)
{
    Reader *r = &s->reader;
    Span start = here(s);
    const Term *t = read_operand_term(r);
    Stmt *stmt = new_stmt(s, STMT_CALL, start);
    TermOp op;

    stmt->as.value = t;
    stmt->kind = STMT_BAD;
    if (r->parser.panic)
        return stmt;
    if (accept_step(s, &op))
        return read_step(s, t, start, op);
    if (accept_assignment(s, &op))
        return read_assignment(s, t, start, op);
    if (t->kind == TERM_CALL)
        stmt->kind = STMT_CALL;
    else if (t->kind != TERM_BAD && parser_is(parser(s), ";"))
        parser_report(&r->parser, DIAG_SCRIPT_TARGET, t->span,
                      "this does nothing: a statement assigns something or calls a "
                      "function");
    else if (t->kind != TERM_BAD)
        parser_expected(&r->parser, "'=' or ';'");
    return ended(s, stmt, start);
}

static Stmt *read_simple_or_local(Script *s)
{
    uint32_t at = parser(s)->at, name = script_declared_name(s, at);

    return name && parser_ahead_is(parser(s), name + 1 - at, "(") ? read_simple(s)
           : name                                                 ? read_local(s)
                                                                  : read_simple(s);
}

/* ---- Branches and loops. */

/* What is done under a condition. Here {} is a block, whatever comes behind it: a
 * variable whose type it would be could not be used. */
static Stmt *read_body(Script *s)
{
    Parser *p = parser(s);

    return parser_is(p, "{") && parser_ahead_is(p, 1, "}") ? script_read_block(s)
                                                           : read_statement(s);
}

static const Term *read_test(Script *s, Span *ret_close)
{
    static const char *const until[] = {")", "{", ";", NULL};
    Parser *p = parser(s);
    const Term *t;

    parser_expect(p, "(");
    t = read_term(&s->reader);
    if (p->panic)
        parser_recover(p, until);
    parser_expect(p, ")");
    *ret_close = parser_last(p);
    return t;
}

static Stmt *read_if(Script *s)
{
    Span start = parser_last(parser(s)), close;
    Stmt *stmt = new_stmt(s, STMT_IF, start);

    stmt->as.branch.test = read_test(s, &close);
    stmt->as.branch.then = read_body(s);
    if (parser_accept(parser(s), "else"))
        stmt->as.branch.other = read_body(s);
    return ended(s, stmt, start);
}

static void read_loop_clauses(Script *s, LoopClauses *c)
{
    Reader *r = &s->reader;
    const Term *t;

    for (;;) {
        if (parser_accept(&r->parser, "inv")) {
            t = script_read_condition(s);
            if (!read_grow(r->parser.arena, &c->invariants, &c->cap, c->count, sizeof t))
                r->parser.diags->no_memory = true;
            else
                c->invariants[c->count++] = t;
        } else if (parser_accept(&r->parser, "decreases")) {
            t = script_read_condition(s);
            if (c->decreases)
                parser_report(&r->parser, DIAG_DUPLICATE, t->span,
                              "the loop has a 'decreases' already");
            c->decreases = t;
        } else {
            return;
        }
    }
}

static Stmt *read_while(Script *s)
{
    Span start = parser_last(parser(s));
    Stmt *stmt = new_stmt(s, STMT_WHILE, start);

    stmt->as.loop.test = read_test(s, &stmt->as.loop.clauses.head);
    read_loop_clauses(s, &stmt->as.loop.clauses);
    stmt->as.loop.body = read_body(s);
    return ended(s, stmt, start);
}

/* for (T x = e; e; x = e), behind the parenthesis. */
static Stmt *read_for(Script *s, Span start)
{
    static const char *const until[] = {")", "{", NULL};
    Reader *r = &s->reader;
    Stmt *stmt = new_stmt(s, STMT_FOR, start);

    if (!parser_is(&r->parser, ";"))
        stmt->as.loop.init = read_simple_or_local(s);
    parser_expect(&r->parser, ";");
    stmt->as.loop.test = parser_is(&r->parser, ";")
                             ? read_good_term(r, term_literal(r->parser.arena, here(s),
                                                              value_boolean(true)))
                             : read_term(r);
    parser_expect(&r->parser, ";");
    if (!parser_is(&r->parser, ")") && !r->parser.panic)
        stmt->as.loop.step = read_simple(s);
    if (r->parser.panic)
        parser_recover(&r->parser, until);
    parser_expect(&r->parser, ")");
    stmt->as.loop.clauses.head = parser_last(&r->parser);
    read_loop_clauses(s, &stmt->as.loop.clauses);
    stmt->as.loop.body = read_body(s);
    return ended(s, stmt, start);
}

/* for ([T] x of e), behind the parenthesis. */
static Stmt *read_for_of(Script *s, Span start, bool typed)
{
    Reader *r = &s->reader;
    Stmt *stmt = new_stmt(s, STMT_FOR_OF, start);
    const Type *any = type_simple_word(r->parser.arena, span_nowhere(), TYPE_ANY, "any");
    const Type *type;
    bool outer = s->in_spec;

    s->in_spec = true;
    type = typed ? read_type(r) : read_good_type(r, any);
    s->in_spec = outer;
    stmt->as.each.typed = typed;
    stmt->as.each.var = script_read_binding(s, type, "the name of a variable");
    parser_expect(&r->parser, "of");
    stmt->as.each.of = read_term(r);
    parser_expect(&r->parser, ")");
    stmt->as.each.clauses.head = parser_last(&r->parser);
    if (!stmt->as.each.var)
        stmt->kind = STMT_BAD;
    else
        script_show_var(s, stmt->as.each.var);
    read_loop_clauses(s, &stmt->as.each.clauses);
    stmt->as.each.body = read_body(s);
    return ended(s, stmt, start);
}

/* Whether `of` comes before the first ; in the parentheses, and behind what. */
static uint32_t find_of(Script *s)
{
    const Parser *p = parser(s);
    uint32_t close = script_closing(s, p->at - 1);

    for (uint32_t at = p->at; at < close; at++) {
        const Token *t = &p->tokens[at];
        if (t->kind == TOKEN_MARK && assay_str_equal(t->text, assay_str(";")))
            return 0;
        if (t->kind == TOKEN_NAME && assay_str_equal(t->text, assay_str("of")))
            return at;
    }
    return 0;
}

static Stmt *read_any_for(Script *s)
{
    const ReadScope *outer = s->reader.scope, *around = s->block;
    Span start = parser_last(parser(s));
    uint32_t of;
    Stmt *stmt;

    parser_expect(parser(s), "(");
    of = find_of(s);
    s->block = outer;
    stmt = of ? read_for_of(s, start, of > parser(s)->at + 1) : read_for(s, start);
    s->reader.scope = outer;
    s->block = around;
    return stmt;
}

/* ---- All of them. */

static Stmt *read_return(Script *s)
{
    Parser *p = parser(s);
    Span start = parser_last(p);
    Stmt *stmt = new_stmt(s, STMT_RETURN, start);

    if (!parser_is(p, ";") && !parser_is(p, "}"))
        stmt->as.value = read_term(&s->reader);
    return ended(s, stmt, start);
}

/* A block, and not the type of a variable: {a: int} x = ... */
static bool is_block(Script *s)
{
    Parser *p = parser(s);
    TokenKind first = parser_ahead(p, 1)->kind;

    if (!parser_is(p, "{"))
        return false;
    if (parser_ahead_is(p, 1, "}"))
        return parser_ahead(p, 2)->kind != TOKEN_NAME ||
               reader_is_word(&s->reader, parser_ahead(p, 2)->text) ||
               !(parser_ahead_is(p, 3, "=") || parser_ahead_is(p, 3, "where"));
    return !parser_ahead_is(p, 1, "?") && !parser_ahead_is(p, 1, "*") &&
           !((first == TOKEN_NAME || first == TOKEN_STRING) &&
             parser_ahead_is(p, 2, ":"));
}

static Stmt *read_statement_deep(Script *s)
{
    Parser *p = parser(s);
    Stmt *stmt;

    if (is_block(s))
        return script_read_block(s);
    if (parser_accept(p, ";"))
        return new_stmt(s, STMT_BLOCK, parser_last(p));
    if (parser_accept(p, "if"))
        return read_if(s);
    if (parser_accept(p, "while"))
        return read_while(s);
    if (parser_accept(p, "for"))
        return read_any_for(s);
    stmt = parser_accept(p, "return") ? read_return(s) : read_simple_or_local(s);
    read_end(s);
    return stmt;
}

static Stmt *read_statement(Script *s)
{
    Parser *p = parser(s);
    Stmt *stmt;

    if (!parser_enter(p))
        return new_stmt(s, STMT_BAD, here(s));
    stmt = read_statement_deep(s);
    parser_leave(p);
    return stmt;
}

Stmt *script_read_block(Script *s)
{
    Parser *p = parser(s);
    const ReadScope *outer = s->reader.scope, *around = s->block;
    Span start = here(s);
    Stmt *block = new_stmt(s, STMT_BLOCK, start);
    Stmts *all = &block->as.block;

    if (!parser_expect(p, "{"))
        return block;
    s->block = outer;
    while (!parser_is(p, "}") && !parser_is_kind(p, TOKEN_END) && !p->diags->no_memory) {
        uint32_t at = p->at;
        read_add(&s->reader, &all->at, &all->count, &all->cap, read_statement(s));
        if (p->panic || p->at == at)
            read_end(s);
        if (p->at == at)
            parser_next(p);
    }
    parser_expect(p, "}");
    s->reader.scope = outer;
    s->block = around;
    return ended(s, block, start);
}
