/*
 * Formulas are evaluated by the functions that generators in C use, too.
 */
#include "synth/interpret.h"
#include "base/mem.h"
#include <assay/languages.h>

typedef struct assay_trace_value Value_;

/* What the library is given along with the specification. */
typedef struct {
    Synth *x;
    const Property *property;
    Oracle oracle;
} Interpreter;

typedef struct {
    const Binding *var;
    Value_ value;
} Bound;

typedef struct {
    const Interpreter *in;
    struct assay_trace *t;
    const Program *program; /* NULL: the property is judged */
    Bound *bound;           /* the innermost last */
    uint32_t count;
} Run;

#define BOUND_MAX 4096 /* variables at once */

static Value_ number(int64_t n)
{
    return (Value_){.number = n};
}

/* ---- Evaluating. */

static Value_ eval(Run *r, Formula f);

static int64_t eval_number(Run *r, Formula f)
{
    return eval(r, f).number;
}

/* x + -y is a difference: -y alone may be too large. */
static int64_t eval_sum(Run *r, const Formula *args)
{
    const Logic *l = &r->in->x->logic;
    const LogicNode *second = logic_node(l, args[1]);

    if (second->kind == LOGIC_OP && second->as.op == OP_NEG)
        return assay_trace_minus(r->t, eval_number(r, args[0]),
                                 eval_number(r, logic_args(l, args[1])[0]));
    return assay_trace_plus(r->t, eval_number(r, args[0]), eval_number(r, args[1]));
}

static int64_t eval_op(Run *r, const LogicNode *node, const Formula *args)
{
    switch (node->as.op) {
    case OP_AND:
        return eval_number(r, args[0]) && eval_number(r, args[1]);
    case OP_OR:
        return eval_number(r, args[0]) || eval_number(r, args[1]);
    case OP_NOT:
        return !eval_number(r, args[0]);
    case OP_EQ:
        return assay_trace_same(eval(r, args[0]), eval(r, args[1]));
    case OP_LT:
        return eval_number(r, args[0]) < eval_number(r, args[1]);
    case OP_LE:
        return eval_number(r, args[0]) <= eval_number(r, args[1]);
    case OP_ADD:
        return eval_sum(r, args);
    case OP_MUL:
        return assay_trace_times(r->t, eval_number(r, args[0]), eval_number(r, args[1]));
    case OP_NEG:
        return assay_trace_minus(r->t, 0, eval_number(r, args[0]));
    case OP_DIV:
        return assay_trace_quotient(r->t, eval_number(r, args[0]),
                                    eval_number(r, args[1]));
    default: /* MOD */
        return assay_trace_remainder(r->t, eval_number(r, args[0]),
                                     eval_number(r, args[1]));
    }
}

static Value_ eval_var(Run *r, const Binding *var)
{
    uint32_t constant;

    for (uint32_t i = r->count; i-- > 0;)
        if (r->bound[i].var == var)
            return r->bound[i].value;
    return number(trace_constant(r->in->x->spec, var, &constant) ? constant : 0);
}

static uint32_t function_number(const TraceSpec *spec, const Function *f)
{
    uint32_t i = 0;

    while (spec->reader.functions.at[i] != f)
        i++;
    return i;
}

static uint32_t sort_number(const TraceSpec *spec, const Type *type)
{
    const TraceSort *sort = trace_sort(spec, type);
    uint32_t i = 0;

    while (spec->sorts[i] != sort)
        i++;
    return i;
}

/* How many values a type has whose values are counted. */
static uint32_t values_of(Run *r, const Type *type)
{
    const TraceSort *sort = trace_sort(r->in->x->spec, type);

    if (!sort)
        return 2; /* true and false */
    return sort->kind == SORT_ENUM
               ? sort->nconstants
               : assay_trace_members(r->t, sort_number(r->in->x->spec, type));
}

static void bind(Run *r, const Binding *var, Value_ value)
{
    if (r->count == BOUND_MAX)
        assay_trace_discard(r->t, "too many values at once");
    r->bound[r->count++] = (Bound){var, value};
}

static bool eval_quantifier(Run *r, const LogicNode *node, Formula body)
{
    uint32_t count = values_of(r, node->as.var->type);
    bool all = node->all, result = all;

    for (uint32_t i = 0; i < count && result == all; i++) {
        bind(r, node->as.var, number(i));
        result = eval_number(r, body) != 0;
        r->count--;
    }
    return result;
}

static Value_ eval(Run *r, Formula f)
{
    const Logic *l = &r->in->x->logic;
    const LogicNode *node = logic_node(l, f);
    const Formula *args = logic_args(l, f);
    int64_t values[LOGIC_ARGS];
    int64_t n;
    Value_ text;

    switch (node->kind) {
    case LOGIC_BOOLEAN:
        return number(f == LOGIC_TRUE);
    case LOGIC_LITERAL:
        if (node->as.literal->kind == VALUE_STRING)
            return (Value_){.text = node->as.literal->as.string.at,
                            .length = node->as.literal->as.string.len};
        return number(logic_number(l, f, &n) ? n : assay_trace_too_large(r->t));
    case LOGIC_VAR:
        return eval_var(r, node->as.var);
    case LOGIC_OP:
        return number(eval_op(r, node, args));
    case LOGIC_CALL:
        for (uint32_t i = 0; i < node->count; i++)
            values[i] = eval_number(r, args[i]);
        return number(assay_trace_apply(
            r->t, function_number(r->in->x->spec, node->as.function), values));
    case LOGIC_COND:
        return eval(r, eval_number(r, args[0]) ? args[1] : args[2]);
    case LOGIC_IN:
        text = eval(r, args[0]);
        return number(assay_lang_accepts(node->as.language->as.language.lang, text.text,
                                         text.length));
    case LOGIC_QUANT:
        return number(eval_quantifier(r, node, args[0]));
    }
    return number(0);
}

/* ---- Drawing. */

static int64_t draw_integer(Run *r, const Range *range)
{
    int64_t low = 0, high = 0;

    for (uint32_t i = 0; i < range->nlows; i++) {
        int64_t n = eval_number(r, range->lows[i]);
        low = i == 0 || n > low ? n : low;
    }
    for (uint32_t i = 0; i < range->nhighs; i++) {
        int64_t n = eval_number(r, range->highs[i]);
        high = i == 0 || n < high ? n : high;
    }
    if (range->nlows > 0)
        return range->nhighs > 0 ? assay_trace_integer(r->t, low, high)
                                 : assay_trace_at_least(r->t, low);
    return range->nhighs > 0 ? assay_trace_at_most(r->t, high) : assay_trace_any(r->t);
}

/* The member that the world has for a variable, or any. */
static int64_t draw_member(Run *r, const Binding *var)
{
    const ProgramWorld *w = r->program->worlds;
    uint32_t count = assay_trace_members(r->t, sort_number(r->in->x->spec, var->type));

    for (uint32_t i = 0; r->program->nworlds > 0 && i < w->count; i++)
        if (w->vars[i] == var)
            return assay_trace_member(r->t, i);
    return assay_trace_choice(r->t, count);
}

static Value_ draw(Run *r, const Statement *let, uint32_t which)
{
    const Binding *var = let->as.let.vars[which];
    const TraceSort *sort = trace_sort(r->in->x->spec, var->type);
    const Type *type = type_resolve(var->type);

    while (type->kind == TYPE_REFINE)
        type = type_resolve(type->as.refine.var->type);
    switch (type->kind) {
    case TYPE_INTEGER:
        return number(draw_integer(r, &let->as.let.ranges[which]));
    case TYPE_BOOLEAN:
        return number(assay_trace_choice(r->t, 2));
    case TYPE_STRING:
        return assay_trace_text(r->t, NULL);
    case TYPE_LANGUAGE:
        return assay_trace_sentence(r->t, type->as.language.lang);
    default:
        if (sort->kind == SORT_ENUM)
            return number(assay_trace_choice(r->t, sort->nconstants));
        return number(sort->kind == SORT_ID ? assay_trace_at_least(r->t, 1)
                                            : draw_member(r, var));
    }
}

/* ---- Statements. */

static void run_let(Run *r, const Statement *s)
{
    uint32_t before = r->count;

    do {
        r->count = before;
        for (uint32_t i = 0; i < s->as.let.count; i++)
            bind(r, s->as.let.vars[i], draw(r, s, i));
    } while (!eval_number(r, s->as.let.where) && assay_trace_again(r->t));
}

static void run_do(Run *r, const Statement *s)
{
    Value_ fields[LOGIC_ARGS];

    for (uint32_t i = 0; i < s->as.act.of->count; i++)
        fields[i] = eval(r, s->as.act.fields[i]);
    assay_trace_do(r->t, s->as.act.of->number, fields);
}

static void run_see(Run *r, const Statement *s)
{
    uint32_t before = r->count;

    do {
        const Value_ *fields = assay_trace_await(r->t, s->as.see.of->number);
        r->count = before;
        for (uint32_t i = 0; i < s->as.see.of->count; i++)
            bind(r, s->as.see.vars[i], fields[i]);
    } while (!eval_number(r, s->as.see.where));
    assay_trace_take(r->t);
}

static void run_block(Run *r, const Block *b);

static void run_call(Run *r, const Statement *s)
{
    const Procedure *f = s->as.call.of;
    Value_ values[LOGIC_ARGS];
    uint32_t before = r->count;

    for (uint32_t i = 0; i < f->count; i++)
        values[i] = eval(r, s->as.call.args[i]);
    for (uint32_t i = 0; i < f->count; i++)
        bind(r, f->params[i], values[i]);
    assay_trace_descend(r->t);
    run_block(r, &f->body);
    assay_trace_ascend(r->t);
    r->count = before;
}

static void run_statement(Run *r, const Statement *s)
{
    switch (s->kind) {
    case STATEMENT_LET:
        run_let(r, s);
        break;
    case STATEMENT_DO:
        run_do(r, s);
        break;
    case STATEMENT_SEE:
        run_see(r, s);
        break;
    case STATEMENT_ASSERT:
        assay_trace_assert(r->t, eval_number(r, s->as.condition) != 0);
        break;
    case STATEMENT_CHOOSE:
        run_block(r, &s->as.choose.ways[assay_trace_choice(r->t, s->as.choose.count)]);
        break;
    case STATEMENT_CALL:
        run_call(r, s);
        break;
    }
}

/* What is bound in a block is forgotten behind it. */
static void run_block(Run *r, const Block *b)
{
    uint32_t before = r->count;

    for (uint32_t i = 0; i < b->count; i++)
        run_statement(r, b->at[i]);
    r->count = before;
}

/* A generator with the worlds that the library has of it. */
typedef struct {
    const Interpreter *in;
    const Program *program;
    const struct assay_trace_world *worlds;
} Runnable;

static void run_program(struct assay_trace *t)
{
    const Runnable *g = assay_trace_context(t);
    Run r = {.in = g->in, .t = t, .program = g->program};

    r.bound = assay_test_new(assay_trace_test(t), BOUND_MAX, sizeof *r.bound);
    if (!r.bound)
        assay_trace_discard(t, "out of memory");
    if (g->program->nworlds > 0)
        assay_trace_enter(t, g->worlds, g->program->nworlds);
    run_block(&r, &g->program->body);
}

/* ---- The property. */

static bool holds(struct assay_trace *t, uint32_t condition, const Value_ *fields,
                  const Value_ *vars)
{
    const Interpreter *in = assay_trace_spec_of(t)->context;
    const OracleCondition *c = &in->oracle.conditions[condition];
    Bound bound[4 * LOGIC_ARGS];
    Run r = {.in = in, .t = t, .bound = bound};

    for (uint32_t i = 0; c->of && i < c->of->count; i++)
        bind(&r, c->of->fields[i], fields[i]);
    for (uint32_t i = 0; i < in->property->nvars; i++)
        bind(&r, in->property->vars[i], vars[i]);
    return eval_number(&r, c->is) != 0;
}

/* ---- What the library is told. */

static enum assay_trace_type field_type(const TraceSpec *spec, const Type *type)
{
    const TraceSort *sort = trace_sort(spec, type);

    switch (logic_type_kind(type)) {
    case TYPE_INTEGER:
        return ASSAY_TRACE_INTEGER;
    case TYPE_BOOLEAN:
        return ASSAY_TRACE_BOOLEAN;
    case TYPE_STRING:
        return ASSAY_TRACE_TEXT;
    default:
        return sort->kind == SORT_ENUM ? ASSAY_TRACE_ENUM
               : sort->kind == SORT_ID ? ASSAY_TRACE_ID
                                       : ASSAY_TRACE_SORT;
    }
}

static const char *const *constants_of(Synth *x, const TraceSort *sort)
{
    const char **names =
        assay_arena_new(&x->arena, sort->nconstants + (size_t)1, sizeof *names);

    for (uint32_t i = 0; names && i < sort->nconstants; i++)
        names[i] = sort->constants[i]->name;
    x->no_memory = x->no_memory || !names;
    return names;
}

const char *interpret_built_in(const Type *language)
{
    const char *name = language->as.language.name;

    return assay_language(name) == language->as.language.lang ? name : NULL;
}

static struct assay_trace_field field_of(Synth *x, const Binding *var)
{
    struct assay_trace_field f = {.name = var->name,
                                  .type = field_type(x->spec, var->type)};
    const TraceSort *sort = trace_sort(x->spec, var->type);
    const Type *bare = type_resolve(var->type);

    while (bare->kind == TYPE_REFINE)
        bare = type_resolve(bare->as.refine.var->type);
    if (f.type == ASSAY_TRACE_INTEGER)
        f.range.is_set = range_of_type(&x->logic, var->type, &f.range.low, &f.range.high);
    if (f.type == ASSAY_TRACE_ENUM)
        f.constants = constants_of(x, sort);
    if (f.type == ASSAY_TRACE_SORT)
        f.sort = sort_number(x->spec, var->type);
    if (bare->kind == TYPE_LANGUAGE) {
        f.language = interpret_built_in(bare);
        f.lang = f.language ? NULL : bare->as.language.lang;
    }
    return f;
}

static const struct assay_trace_field *fields_of(Synth *x, const Binding *const *vars,
                                                 uint32_t count)
{
    struct assay_trace_field *fields = assay_arena_new(&x->arena, count, sizeof *fields);

    for (uint32_t i = 0; fields && i < count; i++)
        fields[i] = field_of(x, vars[i]);
    x->no_memory = x->no_memory || !fields;
    return fields;
}

static void add_operations(Synth *x, struct assay_trace_spec *spec)
{
    static const enum assay_trace_kind kinds[] = {
        ASSAY_TRACE_GENERATED, ASSAY_TRACE_OBSERVED, ASSAY_TRACE_GHOST};
    uint32_t count = x->spec->nevents;
    struct assay_trace_operation *all = assay_arena_new(&x->arena, count, sizeof *all);

    for (uint32_t i = 0; all && i < count; i++) {
        const Event *e = x->spec->events[i];
        all[i] = (struct assay_trace_operation){e->name, kinds[e->kind], e->count,
                                                fields_of(x, e->fields, e->count)};
    }
    x->no_memory = x->no_memory || !all;
    spec->operations = all;
    spec->noperations = count;
}

static void add_functions(Synth *x, struct assay_trace_spec *spec)
{
    uint32_t count = x->spec->reader.functions.count;
    struct assay_trace_function *all = assay_arena_new(&x->arena, count, sizeof *all);

    for (uint32_t i = 0; all && i < count; i++) {
        const Function *f = x->spec->reader.functions.at[i];
        all[i] = (struct assay_trace_function){f->name, f->count};
    }
    x->no_memory = x->no_memory || !all;
    spec->functions = all;
    spec->nfunctions = count;
    spec->nsorts = x->spec->nsorts;
}

static const struct assay_trace_world *worlds_of(Synth *x, const ProgramWorld *from,
                                                 uint32_t count)
{
    uint32_t nfunctions = x->spec->reader.functions.count;
    struct assay_trace_world *all = assay_arena_new(&x->arena, count, sizeof *all);

    for (uint32_t i = 0; all && i < count; i++) {
        struct assay_trace_table *tables =
            assay_arena_new(&x->arena, nfunctions, sizeof *tables);
        for (uint32_t k = 0; tables && k < nfunctions; k++)
            tables[k] = (struct assay_trace_table){from[i].nrows[k], from[i].rows[k], 0};
        x->no_memory = x->no_memory || !tables;
        all[i] = (struct assay_trace_world){from[i].members, tables, from[i].values};
    }
    x->no_memory = x->no_memory || !all;
    return all;
}

static void add_property(Synth *x, Interpreter *in, struct assay_trace_spec *spec)
{
    struct assay_trace_property *p = assay_arena_new(&x->arena, 1, sizeof *p);
    const Property *from = in->property;

    x->no_memory = x->no_memory || !p;
    if (p)
        *p = (struct assay_trace_property){.name = from->name,
                                           .nvars = from->nvars,
                                           .vars = fields_of(x, from->vars, from->nvars),
                                           .nstates = in->oracle.nstates,
                                           .accepts = in->oracle.accepts,
                                           .moves = in->oracle.moves,
                                           .nmoves = in->oracle.nmoves,
                                           .constants = in->oracle.constants,
                                           .nconstants = in->oracle.nconstants,
                                           .holds = holds,
                                           .uses = in->oracle.uses};
    spec->property = p;
}

static void add_generators(Synth *x, const Interpreter *in, struct assay_trace_spec *spec,
                           const Program *const *programs, uint32_t count)
{
    struct assay_trace_generator *all = assay_arena_new(&x->arena, count, sizeof *all);
    Runnable *run = assay_arena_new(&x->arena, count, sizeof *run);

    x->no_memory = x->no_memory || !all || !run;
    for (uint32_t i = 0; all && run && i < count; i++) {
        run[i] = (Runnable){in, programs[i],
                            worlds_of(x, programs[i]->worlds, programs[i]->nworlds)};
        all[i] = (struct assay_trace_generator){programs[i]->name, run_program, &run[i]};
        if (programs[i]->nworlds > 0 && spec->nworlds == 0) {
            spec->worlds = run[i].worlds;
            spec->nworlds = programs[i]->nworlds;
        }
    }
    spec->generators = all;
    spec->ngenerators = count;
}

const struct assay_trace_spec *interpret_spec(Synth *x, const char *name,
                                              const Property *property,
                                              const Program *const *programs,
                                              uint32_t count, const char **ret_why)
{
    struct assay_trace_spec *spec = assay_arena_new(&x->arena, 1, sizeof *spec);
    Interpreter *in = assay_arena_new(&x->arena, 1, sizeof *in);

    *ret_why = "out of memory";
    if (!spec || !in)
        return NULL;
    *in = (Interpreter){.x = x, .property = property};
    if (!oracle_make(x, property, &in->oracle, ret_why))
        return NULL;
    spec->name = name;
    spec->context = in;
    add_operations(x, spec);
    add_functions(x, spec);
    add_property(x, in, spec);
    add_generators(x, in, spec, programs, count);
    *ret_why = "out of memory";
    return synth_failed(x) ? NULL : spec;
}

const Oracle *interpret_oracle(const struct assay_trace_spec *spec)
{
    return &((const Interpreter *)spec->context)->oracle;
}
