/*
 * Formulas as expressions in C, with as few parentheses as compilers are content with.
 * A quantifier is a function of its own, with a loop.
 */
#include "emit/trace_parts.h"
#include "synth/project.h"
#include <string.h>

/* ---- Types. */

TraceKind gen_kind(const Type *type)
{
    switch (logic_type_kind(type)) {
    case TYPE_BOOLEAN:
        return TRACE_TRUTH;
    case TYPE_STRING:
        return TRACE_TEXT;
    default:
        return TRACE_NUMBER;
    }
}

const char *gen_type(TraceKind kind)
{
    static const char *const types[] = {"int64_t ", "bool ", "struct assay_trace_value "};

    return types[kind];
}

uint32_t gen_sort_number(const TraceEmit *e, const Type *type)
{
    const TraceSort *sort = trace_sort(e->x->spec, type);
    uint32_t i = 0;

    while (e->x->spec->sorts[i] != sort)
        i++;
    return i;
}

/* ---- Variables. */

void gen_know(TraceFunction *f, const Binding *var, const char *text, uint32_t *uses)
{
    TraceKnown *new = gen_new(f->e, 1, sizeof *new);

    if (!new)
        return;
    *new = (TraceKnown){f->known, var, text, uses};
    f->known = new;
}

static const char *parenthesized(TraceEmit *e, const char *text, bool needed)
{
    return needed ? gen_text(e, "(%s)", text) : text;
}

static const char *variable(TraceFunction *f, const Binding *var)
{
    const TraceKnown *k = f->known;
    uint32_t number;

    while (k && k->var != var)
        k = k->next;
    if (k) {
        ++*k->uses;
        return k->text;
    }
    if (trace_constant(f->e->x->spec, var, &number))
        return f->e->constants[gen_sort_number(f->e, var->type)][number];
    return "0";
}

/* A variable that is true or false, as a condition: it holds, or it does not. */
static const char *truth(TraceFunction *f, const Binding *var, bool holds, int level)
{
    const char *text = variable(f, var);

    if (!f->raw)
        return gen_text(f->e, "%s%s", holds ? "" : "!", text);
    return parenthesized(f->e, gen_text(f->e, "%s %s 0", text, holds ? "!=" : "=="),
                         level > LEVEL_COMPARE);
}

static bool is_truth(const Logic *l, Formula f)
{
    const LogicNode *node = logic_node(l, f);

    return node->kind == LOGIC_VAR && gen_kind(node->as.var->type) == TRACE_TRUTH;
}

/* ---- Literals. */

static bool has_nul(const Value *v)
{
    return memchr(v->as.string.at, '\0', v->as.string.len) != NULL;
}

/* In quotes. */
static const char *quoted(TraceEmit *e, const Value *v)
{
    struct assay_buf text;
    const char *kept;

    assay_buf_init(&text, NULL, 0);
    assay_buf_c_string(&text, v->as.string.at, v->as.string.len);
    e->no_memory = e->no_memory || text.status;
    kept = gen_text(e, "%s", text.at);
    assay_buf_done(&text);
    return kept;
}

static const char *text_literal(TraceEmit *e, const Value *v)
{
    if (!has_nul(v))
        return gen_text(e, "assay_trace_text_(%s)", quoted(e, v));
    return gen_text(e, "((struct assay_trace_value){0, %s, %zu})", quoted(e, v),
                    v->as.string.len);
}

static const char *literal(TraceFunction *f, Formula formula)
{
    const Logic *l = &f->e->x->logic;
    const Value *v = logic_node(l, formula)->as.literal;
    int64_t number;

    if (v->kind == VALUE_STRING)
        return text_literal(f->e, v);
    if (logic_number(l, formula, &number))
        return gen_number(f->e, number);
    f->uses_run++;
    return "assay_trace_too_large(t)";
}

/* ---- Operators. */

static bool is_text(const Logic *l, Formula f)
{
    const LogicNode *node = logic_node(l, f);

    switch (node->kind) {
    case LOGIC_LITERAL:
        return node->as.literal->kind == VALUE_STRING;
    case LOGIC_VAR:
        return gen_kind(node->as.var->type) == TRACE_TEXT;
    case LOGIC_COND:
        return is_text(l, logic_args(l, f)[1]);
    default:
        return false;
    }
}

static bool is_op(const Logic *l, Formula f, TermOp op)
{
    return logic_node(l, f)->kind == LOGIC_OP && logic_node(l, f)->as.op == op;
}

static const char *inner(TraceFunction *f, Formula formula)
{
    return gen_term(f, formula, LEVEL_ANY);
}

static const char *called(TraceFunction *f, const char *name, const char *a,
                          const char *b)
{
    f->uses_run++;
    return gen_text(f->e, "assay_trace_%s(t, %s, %s)", name, a, b);
}

static const char *computed(TraceFunction *f, const char *name, Formula a, Formula b)
{
    const char *first = inner(f, a);

    return called(f, name, first, inner(f, b));
}

/* x + -y and x + -1 are differences. */
static const char *sum(TraceFunction *f, Formula a, Formula b)
{
    const Logic *l = &f->e->x->logic;
    int64_t number;

    if (is_op(l, b, OP_NEG))
        return computed(f, "minus", a, logic_args(l, b)[0]);
    if (logic_number(l, b, &number) && number < 0 && number > INT64_MIN)
        return called(f, "minus", inner(f, a), gen_number(f->e, -number));
    return computed(f, "plus", a, b);
}

static const char *arithmetic(TraceFunction *f, TermOp op, const Formula *args)
{
    switch (op) {
    case OP_ADD:
        return sum(f, args[0], args[1]);
    case OP_NEG:
        return called(f, "minus", "0", inner(f, args[0]));
    case OP_MUL:
        return computed(f, "times", args[0], args[1]);
    case OP_DIV:
        return computed(f, "quotient", args[0], args[1]);
    default: /* MOD */
        return computed(f, "remainder", args[0], args[1]);
    }
}

static const char *comparison(TraceFunction *f, const char *mark, const Formula *args,
                              int level)
{
    const Logic *l = &f->e->x->logic;
    const char *a = gen_term(f, args[0], LEVEL_PRIMARY);
    const char *b = gen_term(f, args[1], LEVEL_PRIMARY);

    if (is_text(l, args[0]) && is_text(l, args[1]))
        return gen_text(f->e, "%sassay_trace_same(%s, %s)",
                        strcmp(mark, "!=") == 0 ? "!" : "", a, b);
    return parenthesized(f->e, gen_text(f->e, "%s %s %s", a, mark, b),
                         level > LEVEL_COMPARE);
}

/* Joined by && or ||; what is inside of the same kind needs no parentheses. */
static const char *joined(TraceFunction *f, TermOp op, const Formula *args, int level)
{
    int own = op == OP_AND ? LEVEL_AND : LEVEL_OR;
    const Logic *l = &f->e->x->logic;
    const char *texts[2];

    for (int i = 0; i < 2; i++) /* in this order: functions may be written on the way */
        texts[i] = gen_term(f, args[i], is_op(l, args[i], op) ? own : LEVEL_COMPARE);
    return parenthesized(
        f->e, gen_text(f->e, "%s %s %s", texts[0], op == OP_AND ? "&&" : "||", texts[1]),
        level > own);
}

const char *gen_negated(TraceFunction *f, Formula formula, int level)
{
    const Logic *l = &f->e->x->logic;
    const Formula *args = logic_args(l, formula);

    if (is_truth(l, formula))
        return truth(f, logic_node(l, formula)->as.var, false, level);
    if (is_op(l, formula, OP_NOT))
        return gen_term(f, args[0], level);
    if (is_op(l, formula, OP_EQ))
        return comparison(f, "!=", args, level);
    if (is_op(l, formula, OP_LT))
        return comparison(f, ">=", args, level);
    if (is_op(l, formula, OP_LE))
        return comparison(f, ">", args, level);
    return gen_text(f->e, "!%s", gen_term(f, formula, LEVEL_PRIMARY));
}

static const char *operation(TraceFunction *f, Formula formula, int level)
{
    const Logic *l = &f->e->x->logic;
    TermOp op = logic_node(l, formula)->as.op;
    const Formula *args = logic_args(l, formula);

    switch (op) {
    case OP_AND:
    case OP_OR:
        return joined(f, op, args, level);
    case OP_NOT:
        return gen_negated(f, args[0], level);
    case OP_EQ:
        return comparison(f, "==", args, level);
    case OP_LT:
        return comparison(f, "<", args, level);
    case OP_LE:
        return comparison(f, "<=", args, level);
    default:
        return arithmetic(f, op, args);
    }
}

/* ---- Functions. */

static const char *call(TraceFunction *f, Formula formula)
{
    const Logic *l = &f->e->x->logic;
    const LogicNode *node = logic_node(l, formula);
    const char *list = "";
    uint32_t number = 0;

    while (f->e->x->spec->reader.functions.at[number] != node->as.function)
        number++;
    for (uint32_t i = 0; i < node->count; i++)
        list = gen_text(f->e, "%s, %s", list, inner(f, logic_args(l, formula)[i]));
    f->e->called[number] = true;
    f->uses_run++;
    return gen_text(f->e, "%s(t%s)", f->e->functions[number], list);
}

static const char *language(TraceFunction *f, Formula formula)
{
    const LogicNode *node = logic_node(&f->e->x->logic, formula);
    const char *name = interpret_built_in(node->as.language);
    const char *of = gen_term(f, logic_args(&f->e->x->logic, formula)[0], LEVEL_PRIMARY);

    if (!name) {
        f->e->why = "a language that is not built in has no name in C";
        return "0";
    }
    f->e->uses_languages = true;
    return gen_text(f->e,
                    "assay_lang_accepts(assay_language(\"%s\"), %s.text, "
                    "%s.length)",
                    name, of, of);
}

/* ---- Quantifiers. */

typedef struct {
    TraceEmit *e;
    TraceQuantifier *q;
    uint32_t cap;
} Free;

static void add_free(void *ctx, const Binding *var)
{
    Free *free = ctx;
    uint32_t number;

    if (trace_constant(free->e->x->spec, var, &number))
        return;
    for (uint32_t i = 0; i < free->q->nvars; i++)
        if (free->q->vars[i] == var)
            return;
    if (free->q->nvars == free->cap)
        free->e->why = "a quantifier has too many variables around it";
    else if (free->q->vars)
        free->q->vars[free->q->nvars++] = var;
}

/* How many values the variable of a quantifier has. */
static const char *value_count(TraceFunction *f, const Type *type)
{
    const TraceSort *sort = trace_sort(f->e->x->spec, type);

    if (!sort)
        return "2";
    if (sort->kind == SORT_ENUM)
        return gen_text(f->e, "%u", sort->nconstants);
    f->uses_run++;
    return gen_text(f->e, "assay_trace_members(t, %u)", gen_sort_number(f->e, type));
}

static const char *parameters(TraceFunction *f, const TraceQuantifier *q, uint32_t *uses)
{
    const char *list = q->takes_run ? "struct assay_trace *t" : "";

    for (uint32_t i = 0; i < q->nvars; i++) {
        const char *name = gen_name(f->e, &f->locals, q->vars[i]->name);
        gen_know(f, q->vars[i], name, uses);
        list = gen_text(f->e, "%s%s%s%s", list, *list ? ", " : "",
                        gen_type(gen_kind(q->vars[i]->type)), name);
    }
    return *list ? list : "void";
}

/* Writes the function; whether it needs the run. */
static bool define_quantifier(TraceEmit *e, const TraceQuantifier *q,
                              struct assay_buf *out)
{
    const LogicNode *node = logic_node(&e->x->logic, q->formula);
    Formula body = logic_args(&e->x->logic, q->formula)[0];
    TraceFunction f = {.e = e, .locals = {.above = &e->globals.first}};
    uint32_t uses = 0;
    const char *list = parameters(&f, q, &uses), *name, *count, *condition;

    name = gen_name(e, &f.locals, node->as.var->name);
    gen_know(&f, node->as.var, name, &uses);
    count = value_count(&f, node->as.var->type);
    condition =
        node->all ? gen_negated(&f, body, LEVEL_ANY) : gen_term(&f, body, LEVEL_ANY);
    assay_buf_putc(out, '\n');
    gen_comment(out, 0, gen_formula_text(e, q->formula));
    gen_line(out, 0, 4, gen_text(e, "static bool %s(%s)", q->name, list));
    assay_buf_puts(out, "{\n");
    gen_line(out, 4, 4,
             gen_text(e, "for (int64_t %s = 0; %s < %s; %s++)", name, name, count, name));
    gen_line(out, 8, 4, gen_text(e, "if (%s)", condition));
    assay_buf_printf(out, "            return %s;\n", node->all ? "false" : "true");
    assay_buf_printf(out, "    return %s;\n}\n", node->all ? "true" : "false");
    return f.uses_run > 0;
}

/* The function of a quantifier, which is written if it is not there. */
static const TraceQuantifier *quantifier(TraceEmit *e, Formula formula)
{
    TraceQuantifier q = {.formula = formula};
    struct assay_buf text;
    Free free = {e, &q, LOGIC_ARGS};

    for (uint32_t i = 0; i < e->nquantifiers; i++)
        if (e->quantifiers[i].formula == formula)
            return &e->quantifiers[i];
    q.vars = gen_new(e, LOGIC_ARGS, sizeof *q.vars);
    logic_variables(&e->x->logic, formula, add_free, &free);
    q.name =
        gen_name(e, &e->globals, logic_node(&e->x->logic, formula)->all ? "all" : "some");
    assay_buf_init(&text, NULL, 0);
    q.takes_run = true;
    q.takes_run = define_quantifier(e, &q, &text);
    if (!q.takes_run) {
        assay_buf_clear(&text);
        define_quantifier(e, &q, &text);
    }
    assay_buf_add(&e->helpers, text.at, text.len);
    e->no_memory = e->no_memory || text.status;
    assay_buf_done(&text);
    if (e->nquantifiers == TRACE_QUANTIFIERS) {
        e->why = "there are too many quantifiers";
        return NULL;
    }
    e->quantifiers[e->nquantifiers] = q;
    return &e->quantifiers[e->nquantifiers++];
}

static const char *quantified(TraceFunction *f, Formula formula)
{
    const TraceQuantifier *q = quantifier(f->e, formula);
    const char *list = q && q->takes_run ? "t" : "";

    if (!q)
        return "0";
    f->uses_run += q->takes_run;
    for (uint32_t i = 0; i < q->nvars; i++)
        list = gen_text(f->e, "%s%s%s", list, *list ? ", " : "", variable(f, q->vars[i]));
    return gen_text(f->e, "%s(%s)", q->name, list);
}

/* ---- All of them. */

static const char *conditional(TraceFunction *f, const Formula *args, int level)
{
    const char *texts[3];

    for (int i = 0; i < 3; i++)
        texts[i] = gen_term(f, args[i], LEVEL_PRIMARY);
    return parenthesized(f->e,
                         gen_text(f->e, "%s ? %s : %s", texts[0], texts[1], texts[2]),
                         level > LEVEL_ANY);
}

const char *gen_term(TraceFunction *f, Formula formula, int level)
{
    const Logic *l = &f->e->x->logic;

    switch (logic_node(l, formula)->kind) {
    case LOGIC_BOOLEAN:
        return formula == LOGIC_TRUE ? "true" : "false";
    case LOGIC_LITERAL:
        return literal(f, formula);
    case LOGIC_VAR:
        return is_truth(l, formula)
                   ? truth(f, logic_node(l, formula)->as.var, true, level)
                   : variable(f, logic_node(l, formula)->as.var);
    case LOGIC_OP:
        return operation(f, formula, level);
    case LOGIC_CALL:
        return call(f, formula);
    case LOGIC_COND:
        return conditional(f, logic_args(l, formula), level);
    case LOGIC_IN:
        return language(f, formula);
    case LOGIC_QUANT:
        return quantified(f, formula);
    }
    return "0";
}

/* ---- Fields. */

#define MACRO_FIELDS 8 /* that assay_fields() takes */

/* As an argument of the macro: a text that has no NUL in it is just that. */
static const char *field(TraceFunction *f, Formula formula)
{
    const LogicNode *node = logic_node(&f->e->x->logic, formula);

    if (node->kind == LOGIC_LITERAL && node->as.literal->kind == VALUE_STRING &&
        !has_nul(node->as.literal))
        return quoted(f->e, node->as.literal);
    return gen_term(f, formula, LEVEL_ANY);
}

const char *gen_fields(TraceFunction *f, const Formula *fields, uint32_t count)
{
    const char *list = "";

    if (count == 0)
        return "NULL";
    for (uint32_t i = 0; i < count; i++) {
        const char *comma = i > 0 ? ", " : "";
        if (count <= MACRO_FIELDS)
            list = gen_text(f->e, "%s%s%s", list, comma, field(f, fields[i]));
        else
            list = gen_text(f->e,
                            is_text(&f->e->x->logic, fields[i]) ? "%s%s%s"
                                                                : "%s%s{.number = %s}",
                            list, comma, gen_term(f, fields[i], LEVEL_ANY));
    }
    return count <= MACRO_FIELDS
               ? gen_text(f->e, "assay_fields(%s)", list)
               : gen_text(f->e, "(const struct assay_trace_value[]){%s}", list);
}
