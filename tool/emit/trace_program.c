/*
 * Generators and procedures as functions. Each is written twice: the first time shows
 * which of its variables are read, and those that are not are left out the second time.
 *
 * Variables are declared at the top of the block that binds them.
 */
#include "emit/trace_parts.h"
#include <string.h>

/* Kinds of variables: those of values, and the fields that were seen. */
enum { KIND_SEEN = TRACE_TEXT + 1, KINDS };

/* A variable of a block. */
typedef struct Local Local;
struct Local {
    Local *next;        /* in its block */
    Local *after;       /* in its function */
    const Binding *var; /* NULL: the fields that were seen */
    unsigned kind;
    const char *name;
    uint32_t uses;
    bool left_out;
};

typedef struct {
    Local *first, *last;
} Locals;

typedef struct {
    TraceEmit *e;
    const Program *program;
    const char **procedures; /* their names; NULL: never called */
    TraceFunction f;
    Local *first, *last;  /* variables of the function so far */
    const Local *earlier; /* the next one of the first time; NULL: this is that */
    bool again;           /* it is the second time */
    Locals *block;        /* the innermost */
    const char *before;   /* the first statements */
} Writer;

/* ---- Variables. */

static Local *declare(Writer *w, const Binding *var, unsigned kind, const char *like)
{
    Local *new = gen_new(w->e, 1, sizeof *new);

    if (!new)
        return NULL;
    *new = (Local){.var = var, .kind = kind};
    if (w->again && w->earlier) {
        new->left_out = w->earlier->uses == 0;
        w->earlier = w->earlier->after;
    }
    new->name = !var ? like : new->left_out ? "" : gen_name(w->e, &w->f.locals, like);
    *(w->last ? &w->last->after : &w->first) = new;
    w->last = new;
    *(w->block->last ? &w->block->last->next : &w->block->first) = new;
    w->block->last = new;
    return new;
}

/* The variable, which its value can be assigned to; NULL if no one reads it. */
static const char *bind(Writer *w, const Binding *var)
{
    Local *local = w->block->first;

    while (local && local->var != var)
        local = local->next;
    if (!local)
        local = declare(w, var, gen_kind(var->type), var->name);
    if (!local || local->left_out)
        return NULL;
    gen_know(&w->f, var, local->name, &local->uses);
    return local->name;
}

static const char *fields_seen(Writer *w)
{
    Local *local = w->block->first;

    while (local && local->var)
        local = local->next;
    if (!local)
        local = declare(w, NULL, KIND_SEEN, "seen");
    if (local)
        local->uses++;
    return "seen";
}

static void put_locals(Writer *w, const Locals *block, size_t indent,
                       struct assay_buf *out)
{
    size_t before = out->len;

    for (unsigned kind = 0; kind < KINDS; kind++) {
        const char *list = "";
        for (const Local *l = block->first; l; l = l->next)
            if (l->kind == kind && !l->left_out)
                list = gen_text(w->e, "%s%s%s", list, *list ? ", " : "", l->name);
        if (*list)
            gen_line(out, indent, 4,
                     gen_text(w->e, "%s%s;",
                              kind == KIND_SEEN ? "const struct assay_trace_value *"
                                                : gen_type((TraceKind)kind),
                              list));
    }
    if (out->len > before)
        assay_buf_putc(out, '\n');
}

/* ---- Statements. */

static void put_notation(Writer *w, const Statement *s, size_t indent,
                         struct assay_buf *out)
{
    struct assay_buf text;

    assay_buf_init(&text, NULL, 0);
    statement_print(&w->e->x->logic, s, &text);
    gen_comment(out, indent, text.at);
    w->e->no_memory = w->e->no_memory || text.status;
    assay_buf_done(&text);
}

/* do BODY while (CONDITION); the body is so many lines, indented for it. */
static void put_loop(Writer *w, const struct assay_buf *body, uint32_t lines,
                     const char *condition, size_t indent, struct assay_buf *out)
{
    assay_buf_printf(out, "%*sdo%s\n%s", (int)indent, "", lines > 1 ? " {" : "",
                     body->at);
    gen_line(out, indent, 4,
             gen_text(w->e, "%swhile (%s);", lines > 1 ? "} " : "", condition));
}

static const char *draw_statement(Writer *w, const Statement *s, uint32_t i)
{
    const char *drawn = gen_draw(&w->f, w->program, s, i);
    const char *name = bind(w, s->as.let.vars[i]);

    if (name)
        return gen_text(w->e, "%s = %s;", name, drawn);
    return gen_kind(s->as.let.vars[i]->type) == TRACE_TRUTH
               ? "assay_trace_choice(t, 2);" /* no one asks what it was */
               : gen_text(w->e, "%s;", drawn);
}

static void put_draws(Writer *w, const Statement *s, size_t indent, struct assay_buf *out)
{
    for (uint32_t i = 0; i < s->as.let.count; i++)
        gen_line(out, indent, 4, draw_statement(w, s, i));
}

static void put_let(Writer *w, const Statement *s, size_t indent, struct assay_buf *out)
{
    struct assay_buf draws, loop;
    const char *fails;

    if (s->as.let.said != LOGIC_TRUE)
        put_notation(w, s, indent, out);
    assay_buf_init(&draws, NULL, 0);
    assay_buf_init(&loop, NULL, 0);
    put_draws(w, s, indent + 4, &loop);
    fails = gen_let_fails(&w->f, s);
    if (fails)
        put_loop(w, &loop, s->as.let.count,
                 gen_text(w->e, "%s && assay_trace_again(t)", fails), indent, &draws);
    else
        put_draws(w, s, indent, &draws);
    assay_buf_add(out, draws.at, draws.len);
    w->e->no_memory = w->e->no_memory || draws.status || loop.status;
    assay_buf_done(&draws);
    assay_buf_done(&loop);
}

static const char *operation(const Writer *w, const Event *of)
{
    return w->e->operations[of->number];
}

static void put_do(Writer *w, const Statement *s, size_t indent, struct assay_buf *out)
{
    gen_line(out, indent, 4,
             gen_text(w->e, "assay_trace_do(t, %s, %s);", operation(w, s->as.act.of),
                      gen_fields(&w->f, s->as.act.fields, s->as.act.of->count)));
}

/* ---- Seeing. */

static bool is_conjunct(const Logic *l, Formula of, Formula f)
{
    const LogicNode *node = logic_node(l, of);

    if (of == f || f == LOGIC_TRUE)
        return true;
    return node->kind == LOGIC_OP && node->as.op == OP_AND &&
           (is_conjunct(l, logic_args(l, of)[0], f) ||
            is_conjunct(l, logic_args(l, of)[1], f));
}

/* Whether every part of a condition is one of these. */
static bool consists_of(const Logic *l, Formula f, const Formula *parts, uint32_t count)
{
    const LogicNode *node = logic_node(l, f);

    if (f == LOGIC_TRUE)
        return true;
    for (uint32_t i = 0; i < count; i++)
        if (parts[i] == f)
            return true;
    return node->kind == LOGIC_OP && node->as.op == OP_AND &&
           consists_of(l, logic_args(l, f)[0], parts, count) &&
           consists_of(l, logic_args(l, f)[1], parts, count);
}

/* Whether nothing is computed: evaluating it sooner or later is the same. */
static bool is_plain(const Logic *l, Formula f)
{
    const LogicNode *node = logic_node(l, f);
    int64_t number;

    return node->kind == LOGIC_VAR || node->kind == LOGIC_BOOLEAN ||
           logic_number(l, f, &number) ||
           (node->kind == LOGIC_LITERAL && node->as.literal->kind == VALUE_STRING);
}

/* Whether the condition is that the fields are what is expected, and no more. */
static bool is_expectation(Writer *w, const Statement *s)
{
    Logic *l = &w->e->x->logic;
    Formula equal[LOGIC_ARGS];
    uint32_t count = s->as.see.of->count;

    if ((!s->as.see.expected && count > 0) || count > LOGIC_ARGS)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        Formula is = s->as.see.expected[i];
        if (is == LOGIC_MAX || !is_plain(l, is))
            return false;
        equal[i] = logic_equal(l, logic_var(l, s->as.see.vars[i]), is);
        if (!is_conjunct(l, s->as.see.where, equal[i]))
            return false;
    }
    return consists_of(l, s->as.see.where, equal, count);
}

/* The value of a field, of an expression for all of them. */
static const char *field_value(Writer *w, const Binding *var, const char *of, uint32_t i)
{
    static const char *const ends[] = {".number", ".number != 0", ""};

    return gen_text(w->e, "%s[%u]%s", of, i, ends[gen_kind(var->type)]);
}

typedef struct {
    const char *at[LOGIC_ARGS]; /* NULL: no one reads it */
    uint32_t count;             /* that are read */
    uint32_t last;              /* of them */
} Seen;

static Seen bind_fields(Writer *w, const Statement *s)
{
    Seen seen = {.count = 0};

    for (uint32_t i = 0; i < s->as.see.of->count; i++) {
        seen.at[i] = bind(w, s->as.see.vars[i]);
        seen.count += seen.at[i] != NULL;
        seen.last = seen.at[i] ? i : seen.last;
    }
    return seen;
}

/* Waits and binds what is read; returns how many lines that are. */
static uint32_t put_await(Writer *w, const Statement *s, const Seen *seen, size_t indent,
                          struct assay_buf *out)
{
    const Binding *const *vars = s->as.see.vars;
    const char *await =
        gen_text(w->e, "assay_trace_await(t, %s)", operation(w, s->as.see.of));

    if (seen->count == 0)
        gen_line(out, indent, 4, gen_text(w->e, "%s;", await));
    else if (seen->count == 1)
        gen_line(out, indent, 4,
                 gen_text(w->e, "%s = %s;", seen->at[seen->last],
                          field_value(w, vars[seen->last], await, seen->last)));
    if (seen->count <= 1)
        return 1;
    gen_line(out, indent, 4, gen_text(w->e, "%s = %s;", fields_seen(w), await));
    for (uint32_t i = 0; i < s->as.see.of->count; i++)
        if (seen->at[i])
            gen_line(out, indent, 4,
                     gen_text(w->e, "%s = %s;", seen->at[i],
                              field_value(w, vars[i], "seen", i)));
    return seen->count + 1;
}

static void put_see_loop(Writer *w, const Statement *s, size_t indent,
                         struct assay_buf *out)
{
    Seen seen = bind_fields(w, s);
    struct assay_buf await;
    uint32_t lines;

    if (s->as.see.where == LOGIC_TRUE) {
        put_await(w, s, &seen, indent, out);
        return;
    }
    put_notation(w, s, indent, out);
    assay_buf_init(&await, NULL, 0);
    lines = put_await(w, s, &seen, indent + 4, &await);
    put_loop(w, &await, lines, gen_negated(&w->f, s->as.see.where, LEVEL_ANY), indent,
             out);
    w->e->no_memory = w->e->no_memory || await.status;
    assay_buf_done(&await);
}

static void put_see(Writer *w, const Statement *s, size_t indent, struct assay_buf *out)
{
    const Event *of = s->as.see.of;

    if (is_expectation(w, s)) {
        gen_line(out, indent, 4,
                 gen_text(w->e, "assay_trace_see(t, %s, %s);", operation(w, of),
                          gen_fields(&w->f, s->as.see.expected, of->count)));
        return;
    }
    put_see_loop(w, s, indent, out);
    assay_buf_printf(out, "%*sassay_trace_take(t);\n", (int)indent, "");
}

/* ---- Blocks. */

static void put_block(Writer *w, const Block *b, size_t indent, struct assay_buf *out);

/* A way of several: in braces, behind what was written. */
static void put_way(Writer *w, const Block *way, size_t indent, struct assay_buf *out)
{
    assay_buf_puts(out, " {\n");
    put_block(w, way, indent + 4, out);
}

static void put_two_ways(Writer *w, const Statement *s, size_t indent,
                         struct assay_buf *out)
{
    assay_buf_printf(out, "%*sif (assay_trace_choice(t, 2) == 0)", (int)indent, "");
    put_way(w, &s->as.choose.ways[0], indent, out);
    assay_buf_printf(out, "%*s} else", (int)indent, "");
    put_way(w, &s->as.choose.ways[1], indent, out);
    assay_buf_printf(out, "%*s}\n", (int)indent, "");
}

static void put_choose(Writer *w, const Statement *s, size_t indent,
                       struct assay_buf *out)
{
    uint32_t count = s->as.choose.count;

    if (count == 2) {
        put_two_ways(w, s, indent, out);
        return;
    }
    assay_buf_printf(out, "%*sswitch (assay_trace_choice(t, %u)) {\n", (int)indent, "",
                     count);
    for (uint32_t i = 0; i < count; i++) {
        if (i + 1 < count)
            assay_buf_printf(out, "%*scase %u:", (int)indent, "", i);
        else
            assay_buf_printf(out, "%*sdefault:", (int)indent, "");
        put_way(w, &s->as.choose.ways[i], indent, out);
        assay_buf_printf(out, "%*sbreak;\n%*s}\n", (int)indent + 4, "", (int)indent, "");
    }
    assay_buf_printf(out, "%*s}\n", (int)indent, "");
}

static const char *procedure_name(const Writer *w, const Procedure *of)
{
    uint32_t i = 0;

    while (w->program->procedures[i] != of)
        i++;
    return w->procedures[i];
}

static void put_call(Writer *w, const Statement *s, size_t indent, struct assay_buf *out)
{
    const char *list = "t";

    for (uint32_t i = 0; i < s->as.call.of->count; i++)
        list = gen_text(w->e, "%s, %s", list,
                        gen_term(&w->f, s->as.call.args[i], LEVEL_ANY));
    gen_line(out, indent, 4,
             gen_text(w->e, "%s(%s);", procedure_name(w, s->as.call.of), list));
}

static void put_statement(Writer *w, const Statement *s, size_t indent,
                          struct assay_buf *out)
{
    w->f.uses_run++;
    switch (s->kind) {
    case STATEMENT_LET:
        put_let(w, s, indent, out);
        break;
    case STATEMENT_DO:
        put_do(w, s, indent, out);
        break;
    case STATEMENT_SEE:
        put_see(w, s, indent, out);
        break;
    case STATEMENT_ASSERT:
        gen_line(out, indent, 4,
                 gen_text(w->e, "assay_trace_assert(t, %s);",
                          gen_term(&w->f, s->as.condition, LEVEL_ANY)));
        break;
    case STATEMENT_CHOOSE:
        put_choose(w, s, indent, out);
        break;
    case STATEMENT_CALL:
        put_call(w, s, indent, out);
        break;
    }
}

/* Parameters that are not used, which are all that is known now, and what comes first. */
static void put_start(Writer *w, struct assay_buf *out)
{
    for (const TraceKnown *k = w->f.known; k; k = k->next)
        if (*k->uses == 0)
            assay_buf_printf(out, "    (void)%s;\n", k->text);
    if (w->f.uses_run == 0 && !*w->before)
        assay_buf_puts(out, "    (void)t;\n");
    assay_buf_puts(out, w->before);
}

/* What is bound in a block is forgotten behind it. */
static void put_block(Writer *w, const Block *b, size_t indent, struct assay_buf *out)
{
    const TraceKnown *known = w->f.known;
    Locals *around = w->block, own = {NULL, NULL};
    struct assay_buf body;

    assay_buf_init(&body, NULL, 0);
    w->block = &own;
    for (uint32_t i = 0; i < b->count && !w->e->no_memory; i++)
        put_statement(w, b->at[i], indent, &body);
    put_locals(w, &own, indent, out);
    w->block = around;
    w->f.known = known;
    if (!around)
        put_start(w, out);
    assay_buf_add(out, body.at, body.len);
    w->e->no_memory = w->e->no_memory || body.status;
    assay_buf_done(&body);
}

/* ---- Functions. */

static void begin(Writer *w)
{
    w->f = (TraceFunction){.e = w->e, .locals = {.above = &w->e->globals.first}};
    w->first = w->last = NULL;
}

static const char *parameters(Writer *w, const Procedure *p, uint32_t *uses)
{
    const char *list = "struct assay_trace *t";

    for (uint32_t i = 0; p && i < p->count; i++) {
        const char *name = gen_name(w->e, &w->f.locals, p->params[i]->name);
        gen_know(&w->f, p->params[i], name, &uses[i]);
        list = gen_text(w->e, "%s, %s%s", list, gen_type(gen_kind(p->params[i]->type)),
                        name);
    }
    return list;
}

/* A function: of a procedure, or of the program. */
typedef struct {
    const char *name;
    const Procedure *procedure; /* NULL: it is the program's */
    const Block *body;
    const char *before, *behind; /* statements around it */
} Definition;

static void put_once(Writer *w, const Definition *d, struct assay_buf *out)
{
    uint32_t *uses = gen_new(w->e, d->procedure ? d->procedure->count : 0, sizeof *uses);

    if (!uses)
        return;
    begin(w);
    w->before = d->before;
    gen_line(
        out, 0, 4,
        gen_text(w->e, "static void %s(%s)", d->name, parameters(w, d->procedure, uses)));
    assay_buf_puts(out, "{\n");
    put_block(w, d->body, 4, out);
    assay_buf_printf(out, "%s}\n", d->behind);
}

static void put_function(Writer *w, const Definition *d, struct assay_buf *out)
{
    size_t start;

    assay_buf_putc(out, '\n');
    start = out->len;
    w->again = false;
    put_once(w, d, out);
    w->again = true;
    w->earlier = w->first;
    assay_buf_truncate(out, start);
    put_once(w, d, out);
}

/* ---- Procedures. */

static bool calls(const Block *b, const Procedure *p)
{
    for (uint32_t i = 0; i < b->count; i++) {
        const Statement *s = b->at[i];
        if (s->kind == STATEMENT_CALL && s->as.call.of == p)
            return true;
        for (uint32_t k = 0; s->kind == STATEMENT_CHOOSE && k < s->as.choose.count; k++)
            if (calls(&s->as.choose.ways[k], p))
                return true;
    }
    return false;
}

/* Names for those that are called by a block, and by those. */
static void name_called(Writer *w, const Block *b)
{
    for (uint32_t i = 0; i < w->program->nprocedures && !w->e->no_memory; i++) {
        const Procedure *p = w->program->procedures[i];
        if (w->procedures[i] || !calls(b, p))
            continue;
        w->procedures[i] = gen_name(w->e, &w->e->globals, p->name);
        name_called(w, &p->body);
    }
}

/* Whether a procedure that is written before calls it. */
static bool is_called_before(const Writer *w, uint32_t number)
{
    const Program *p = w->program;

    for (uint32_t i = 0; i < number; i++)
        if (w->procedures[i] && calls(&p->procedures[i]->body, p->procedures[number]))
            return true;
    return false;
}

static void declare_procedure(Writer *w, uint32_t number, struct assay_buf *out)
{
    const Procedure *p = w->program->procedures[number];
    uint32_t *uses = gen_new(w->e, p->count, sizeof *uses);

    if (!uses)
        return;
    begin(w);
    gen_line(out, 0, 4,
             gen_text(w->e, "static void %s(%s);", w->procedures[number],
                      parameters(w, p, uses)));
}

static void put_procedures(Writer *w, struct assay_buf *out)
{
    const Program *p = w->program;
    bool first = true;

    for (uint32_t i = 0; i < p->nprocedures; i++)
        if (w->procedures[i] && is_called_before(w, i)) {
            assay_buf_puts(out, first ? "\n" : "");
            first = false;
            declare_procedure(w, i, out);
        }
    for (uint32_t i = 0; i < p->nprocedures; i++)
        if (w->procedures[i])
            put_function(w,
                         &(Definition){w->procedures[i], p->procedures[i],
                                       &p->procedures[i]->body,
                                       "    assay_trace_descend(t);\n",
                                       "    assay_trace_ascend(t);\n"},
                         out);
}

const char *gen_program_put(TraceEmit *e, const Program *p, const char *worlds,
                            struct assay_buf *out)
{
    Writer w = {.e = e, .program = p};
    const char *name = gen_name(e, &e->globals, p->name), *before = "";

    w.procedures = gen_new(e, p->nprocedures, sizeof *w.procedures);
    if (!w.procedures)
        return name;
    if (p->nworlds > 0)
        before = gen_text(e, "    assay_trace_enter(t, %s, %u);\n", worlds, p->nworlds);
    name_called(&w, &p->body);
    put_procedures(&w, out);
    put_function(&w, &(Definition){name, NULL, &p->body, before, ""}, out);
    return name;
}
