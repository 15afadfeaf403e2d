/*
 * Terms as C expressions.
 *
 * A place is a C lvalue for a location of memory: what is read to get there is read in
 * the current state, the location itself is today's address. Its value is then read at
 * the place, or, in a state, where the state keeps it.
 */
#include "base/hash.h"
#include "emit/contract_parts.h"
#include <string.h>

const AcslNode *c_bare(const AcslNode *n)
{
    while (n->kind == NODE_NAMED)
        n = n->args[0];
    return n;
}

const char *c_number(Emit *e, Wide value)
{
    assay_u128 u = value < 0 ? -(assay_u128)value : (assay_u128)value;

    if (value == INT64_MIN)
        return "(-9223372036854775807LL - 1)";
    if (value >= INT64_MIN && value <= INT64_MAX)
        return c_text(e, value < 0 ? "(%lldLL)" : "%lldLL", (long long)value);
    return c_text(e, "(%s((assay_wide)%lluULL << 64 | %lluULL))", value < 0 ? "-" : "",
                  (unsigned long long)(u >> 64), (unsigned long long)u);
}

bool c_is_lvalue(const AcslNode *n)
{
    switch (n->kind) {
    case NODE_PARAM:
    case NODE_LOCAL:
    case NODE_GLOBAL:
    case NODE_GHOST:
    case NODE_INDEX:
    case NODE_DEREF:
        return true;
    case NODE_VAR:
        return n->as.var->sort->kind == SORT_C;
    case NODE_FIELD:
        return n->as.field.arrow || c_is_lvalue(n->args[0]);
    case NODE_NAMED:
        return c_is_lvalue(n->args[0]);
    default:
        return false;
    }
}

bool c_is_bit_field(const AcslNode *n)
{
    return n->kind == NODE_FIELD && n->as.field.field && n->as.field.field->bits > 0;
}

/* Whether a location is in memory that states keep, not in a variable of the call. */
static bool is_memory(const AcslNode *n)
{
    switch (n->kind) {
    case NODE_GLOBAL:
    case NODE_DEREF:
        return true;
    case NODE_INDEX:
        return acsl_is_pointer(n->args[0]->sort) && n->args[0]->sort->c->kind == C_POINTER
                   ? true
                   : is_memory(n->args[0]);
    case NODE_FIELD:
        return n->as.field.arrow || is_memory(n->args[0]);
    case NODE_NAMED:
        return is_memory(n->args[0]);
    default:
        return false;
    }
}

const CType *c_pointee(const AcslSort *sort)
{
    if (sort->kind == SORT_SET)
        return c_pointee(sort->of);
    if (sort->kind == SORT_C && (sort->c->kind == C_POINTER || sort->c->kind == C_ARRAY))
        return sort->c->of;
    return NULL;
}

/* ---- Places. */

static bool is_old(const Emit *e)
{
    return e->state && e->state[0] != '\0';
}

static const char *param_place(Emit *e, const AcslNode *n)
{
    const char *name = n->as.param.param->name;

    if (e->run > 1)
        return c_run_name(e, e->run, name);
    if (e->by_pointer)
        return c_text(e, "(*%s)", name);
    if (e->in_body && is_old(e))
        return c_text(e, "assay_%s_%s",
                      strcmp(e->state, C_LOOP_ENTRY) == 0 ? "entry" : "pre", name);
    return name;
}

static const char *local_place(Emit *e, const AcslNode *n)
{
    if (is_old(e))
        return c_cannot(e, n->span, "the value of a local variable at another place");
    return n->as.local->name;
}

static const char *var_place(Emit *e, const AcslNode *n)
{
    const Name *name = c_name(e, n->as.var);

    return name ? name->text
                : c_cannot(e, n->span, "nothing is known of '%s'", n->as.var->name);
}

static const char *c_place(Emit *e, const AcslNode *n);

static const char *index_place(Emit *e, const AcslNode *n)
{
    const char *base =
        n->args[0]->sort->kind == SORT_C && n->args[0]->sort->c->kind == C_ARRAY
            ? c_place(e, n->args[0])
            : c_pointer(e, n->args[0]);

    if (c_rep(e, n->args[1]) == REP_NARROW)
        return c_text(e, "%s[%s]", base, c_integer(e, n->args[1], REP_NARROW));
    return c_text(e, "%s[assay_index(%s)]", base, c_integer(e, n->args[1], REP_WIDE));
}

/* A global that a parameter of some function hides, and a pointer to it. */
struct Hidden {
    const CGlobal *global;
    const char *name;
    struct Hidden *next;
};

static const char *hidden_place(Emit *e, const CGlobal *g)
{
    struct Hidden *h = e->hidden;

    while (h && h->global != g)
        h = h->next;
    if (!h) {
        h = assay_arena_new(e->arena, 1, sizeof *h);
        if (!h) {
            e->no_memory = true;
            return "";
        }
        *h = (struct Hidden){g, c_temp(e, "hidden"), e->hidden};
        e->hidden = h;
        assay_buf_printf(&e->declarations,
                         "static __typeof__(%s) *const %s __attribute__((unused)) = "
                         "&%s;\n",
                         g->name, h->name, g->name);
    }
    return c_text(e, "(*%s)", h->name);
}

const char *c_global(Emit *e, const CGlobal *g)
{
    for (uint32_t i = 0; e->function && i < e->function->nparams; i++)
        if (strcmp(e->function->params[i].name, g->name) == 0)
            return hidden_place(e, g);
    return g->name;
}

static const char *c_place(Emit *e, const AcslNode *n)
{
    switch (n->kind) {
    case NODE_PARAM:
        return param_place(e, n);
    case NODE_LOCAL:
        return local_place(e, n);
    case NODE_GLOBAL:
        return c_global(e, n->as.global);
    case NODE_GHOST:
        return n->as.var->span.source == e->unit->sources[0].number
                   ? n->as.var->name
                   : c_cannot(e, n->span, "'%s' is a ghost variable of another file",
                              n->as.var->name);
    case NODE_VAR:
        return var_place(e, n);
    case NODE_RESULT:
        return e->result ? e->result : c_cannot(e, n->span, "there is no \\result here");
    case NODE_DEREF:
        return c_text(e, "(*%s)", c_pointer(e, n->args[0]));
    case NODE_INDEX:
        return index_place(e, n);
    case NODE_FIELD:
        return n->as.field.arrow
                   ? c_text(e, "%s->%s", c_pointer(e, n->args[0]), n->as.field.name)
                   : c_text(e, "%s.%s", c_place(e, n->args[0]), n->as.field.name);
    case NODE_NAMED:
        return c_place(e, n->args[0]);
    default:
        return c_value(e, n);
    }
}

const char *c_address(Emit *e, const AcslNode *n)
{
    if (!c_is_lvalue(n))
        return c_cannot(e, n->span, "this has no address");
    if (c_is_bit_field(c_bare(n)))
        return c_cannot(e, n->span, "a bit field has no address");
    return c_text(e, "(&%s)", c_place(e, n));
}

/* Where an address is read in the current state: a C expression of type void pointer. */
static const char *read_at(Emit *e, const char *address, const char *type)
{
    return c_text(e, "%s(%s%s%s, sizeof(%s))", is_old(e) ? "assay_at" : "assay_safe",
                  e->state, is_old(e) ? ", " : "", address, type);
}

/* A bit field has no address: its struct is read. */
static const char *read_bits(Emit *e, const AcslNode *n)
{
    const AcslNode *of = n->args[0];
    bool arrow = n->as.field.arrow;
    const char *type = c_type(e, arrow ? c_pointee(of->sort) : of->sort->c);
    const char *address = arrow ? c_pointer(e, of) : c_text(e, "&%s", c_place(e, of));

    return c_text(e, "(((%s *)%s)->%s)", type, read_at(e, address, type),
                  n->as.field.name);
}

/* What is at a place, in the current state. */
static const char *read_place(Emit *e, const AcslNode *n)
{
    const char *place = c_place(e, n), *type;

    if (!e->state || !is_memory(n) || n->sort->c->kind == C_ARRAY)
        return place;
    if (c_is_bit_field(n))
        return read_bits(e, n);
    type = c_type(e, n->sort->c);
    return c_text(e, "(*(%s *)%s)", type, read_at(e, c_text(e, "&%s", place), type));
}

/* ---- What all sorts of terms share. */

static const char *c_at(Emit *e, const AcslNode *n, Emitter *inner)
{
    Where before = c_where(e);
    const char *text;

    if (c_is_saved(e, n))
        return c_saved(e, n);
    if (!c_enter(e, &n->as.label))
        return c_cannot(e, n->span, "the state at '%s' is not kept", n->as.label.name);
    text = inner(e, n->args[0]);
    c_leave(e, before);
    return text;
}

const char *c_let_open(Emit *e, const AcslNode *let)
{
    const AcslVar *var = let->vars[0];
    Interval bound = var->sort->kind == SORT_INTEGER ? interval_of(e, let->args[0])
                     : acsl_is_integral(var->sort)   ? interval_of_type(var->sort->c)
                                                     : interval_narrow_all();
    Rep rep = interval_is_narrow(bound) ? REP_NARROW : REP_WIDE;
    const char *name = c_temp(e, var->name), *type, *value;
    Name *storage = assay_arena_new(e->arena, 1, sizeof *storage);

    type = c_sort(e, var->sort, rep, let->span);
    value = c_as(e, let->args[0], var->sort, rep);
    if (storage)
        c_bind(e, storage, var, name, bound, rep);
    else
        e->no_memory = true;
    return c_text(e, "%s %s = %s;", type, name, value);
}

static const char *c_let(Emit *e, const AcslNode *n, Emitter *inner)
{
    const Name *before = e->names;
    const char *open = c_let_open(e, n), *body = inner(e, n->args[1]);

    e->names = before;
    return c_text(e, "__extension__({ %s %s; })", open, body);
}

static const char *c_if(Emit *e, const AcslNode *n, Emitter *inner)
{
    const char *test = c_truth(e, n->args[0]), *then = inner(e, n->args[1]);

    return c_text(e, "(%s ? %s : %s)", test, then, inner(e, n->args[2]));
}

const char *c_undefined(Emit *e)
{
    e->checked = true;
    return "assay_spec_unknown()";
}

const char *c_other(Emit *e, const AcslNode *n, Emitter *self)
{
    switch (n->kind) {
    case NODE_IF:
        return c_if(e, n, self);
    case NODE_AT:
        return c_at(e, n, self);
    case NODE_LET:
        return c_let(e, n, self);
    case NODE_NAMED:
        return self(e, n->args[0]);
    case NODE_CALL:
        return c_call(e, n);
    case NODE_VAR:
        return var_place(e, n);
    default:
        return c_cannot(e, n->span, "this cannot be computed");
    }
}

/* ---- Integers. */

Rep c_rep(Emit *e, const AcslNode *n)
{
    return interval_is_narrow(interval_of(e, n)) ? REP_NARROW : REP_WIDE;
}

static const char *type_of_rep(Rep rep)
{
    return rep == REP_NARROW ? "long long" : "assay_wide";
}

static const char *as_narrow(Emit *e, const AcslNode *n)
{
    return c_integer(e, n, REP_NARROW);
}

static const char *as_wide(Emit *e, const AcslNode *n)
{
    return c_integer(e, n, REP_WIDE);
}

/* The function of contract.h for an operator that may overflow even 128 bits. */
static const char *checked_function(AcslOp op)
{
    switch (op) {
    case ACSL_ADD:
        return "assay_add";
    case ACSL_SUB:
        return "assay_sub";
    case ACSL_MUL:
        return "assay_mul";
    case ACSL_DIV:
        return "assay_div";
    case ACSL_MOD:
        return "assay_mod";
    case ACSL_SHL:
        return "assay_shl";
    case ACSL_SHR:
        return "assay_shr";
    default:
        return NULL;
    }
}

static bool has_zero(Interval i)
{
    return i.lo <= 0 && i.hi >= 0;
}

/* Whether an operation must be checked: its result, or its divisor. */
static bool must_check(Emit *e, const AcslNode *n, Interval result)
{
    switch (n->as.op.op) {
    case ACSL_SHL:
    case ACSL_SHR:
        return true;
    case ACSL_DIV:
    case ACSL_MOD:
        return has_zero(interval_of(e, n->args[1])) || !interval_is_bounded(result);
    case ACSL_ADD:
    case ACSL_SUB:
    case ACSL_MUL:
        return !interval_is_bounded(result);
    default:
        return false;
    }
}

static const char *binary_integer(Emit *e, const AcslNode *n, Rep rep)
{
    AcslOp op = n->as.op.op;
    Interval result = interval_of(e, n);
    bool check = must_check(e, n, result);
    Rep in = !check && rep == REP_NARROW && c_rep(e, n->args[0]) == REP_NARROW &&
                     c_rep(e, n->args[1]) == REP_NARROW
                 ? REP_NARROW
                 : REP_WIDE;
    const char *a = c_integer(e, n->args[0], in);
    const char *b = c_integer(e, n->args[1], in), *text;

    if (op == ACSL_BIT_IMPLIES)
        text = c_text(e, "(~%s | %s)", a, b);
    else if (op == ACSL_BIT_IFF)
        text = c_text(e, "(~(%s ^ %s))", a, b);
    else if (check)
        text = c_text(e, "%s(%s, %s)", checked_function(op), a, b);
    else
        text = c_text(e, "(%s %s %s)", a, acsl_op_text(op), b);
    e->checked = e->checked || check;
    return in == rep ? text : c_text(e, "(long long)%s", text);
}

static const char *op_integer(Emit *e, const AcslNode *n, Rep rep)
{
    AcslOp op = n->as.op.op;

    if (n->nargs == 1 && (op == ACSL_NEG || op == ACSL_BIT_NOT))
        return c_text(e, "(%s%s)", acsl_op_text(op), c_integer(e, n->args[0], rep));
    if (op == ACSL_SUB && c_pointee(n->args[0]->sort))
        return c_text(e, "(%s)(%s - %s)", type_of_rep(rep), c_pointer(e, n->args[0]),
                      c_pointer(e, n->args[1]));
    return binary_integer(e, n, rep);
}

static bool is_rounding(const AcslNode *n)
{
    return n->kind == NODE_BUILTIN && (n->as.builtin.builtin == BUILTIN_FLOOR ||
                                       n->as.builtin.builtin == BUILTIN_CEIL ||
                                       n->as.builtin.builtin == BUILTIN_ROUND ||
                                       n->as.builtin.builtin == BUILTIN_TRUNCATE);
}

/* \floor(x) and its kin, as a real. */
static const char *rounded(Emit *e, const AcslNode *n)
{
    const char *name = acsl_builtin_text(n->as.builtin.builtin) + 1;

    if (n->as.builtin.builtin == BUILTIN_TRUNCATE)
        name = "trunc";
    return c_text(e, "__builtin_%sl(%s)", name, c_real(e, n->args[0]));
}

/* Whether it may be cut: a sum, a difference or a product that can be too long. */
static bool can_cut(Emit *e, const AcslNode *n)
{
    return n->kind == NODE_OP && n->nargs == 2 && acsl_is_integral(n->args[0]->sort) &&
           (n->as.op.op == ACSL_ADD || n->as.op.op == ACSL_SUB ||
            n->as.op.op == ACSL_MUL) &&
           !interval_is_bounded(interval_of(e, n));
}

const char *c_integer_cut(Emit *e, const AcslNode *n)
{
    const char *a;

    n = c_bare(n);
    if (is_rounding(n))
        return c_text(e, "assay_from_real_cut(%s)", rounded(e, n));
    if (!can_cut(e, n))
        return c_integer(e, n, REP_WIDE);
    a = c_integer(e, n->args[0], REP_WIDE);
    return c_text(e, "%s_cut(%s, %s)", checked_function(n->as.op.op), a,
                  c_integer(e, n->args[1], REP_WIDE));
}

/* The least or the greatest may be narrow where what it is chosen from is not. */
static const char *two_integers(Emit *e, const AcslNode *n, Rep rep, const char *op)
{
    Rep in = c_rep(e, n->args[0]) == REP_NARROW && c_rep(e, n->args[1]) == REP_NARROW
                 ? rep
                 : REP_WIDE;
    bool cut = can_cut(e, c_bare(n->args[0])) || can_cut(e, c_bare(n->args[1]));
    const char *a = cut ? c_integer_cut(e, n->args[0]) : c_integer(e, n->args[0], in);
    const char *b = cut ? c_integer_cut(e, n->args[1]) : c_integer(e, n->args[1], in);
    const char *x = c_temp(e, "x"), *y = c_temp(e, "y"), *t = type_of_rep(in);
    const char *text =
        c_text(e, "__extension__({ %s %s = %s, %s = %s; %s %s %s ? %s : %s; })", t, x, a,
               y, b, x, op, y, x, y);

    e->checked = e->checked || cut;
    if (cut)
        text = c_text(e, "assay_no_end(%s)", text);
    return in == rep ? text : c_text(e, "(long long)%s", text);
}

static const char *builtin_integer(Emit *e, const AcslNode *n, Rep rep)
{
    const char *t = type_of_rep(rep), *x;

    switch (n->as.builtin.builtin) {
    case BUILTIN_ABS:
        x = c_temp(e, "x");
        return c_text(e, "__extension__({ %s %s = %s; %s < 0 ? -%s : %s; })", t, x,
                      c_integer(e, n->args[0], rep), x, x, x);
    case BUILTIN_MIN:
        return two_integers(e, n, rep, "<");
    case BUILTIN_MAX:
        return two_integers(e, n, rep, ">");
    case BUILTIN_BLOCK_LENGTH:
        return c_text(e, "(%s)assay_block_length(%s)", t, c_pointer(e, n->args[0]));
    case BUILTIN_OFFSET:
        return c_text(e, "(%s)assay_offset(%s)", t, c_pointer(e, n->args[0]));
    case BUILTIN_STRLEN:
        e->loops = true;
        if (is_old(e)) {
            e->texts = true;
            return c_text(e, "(%s)assay_text_of(%s, (const char *)%s).len", t, e->state,
                          c_pointer(e, n->args[0]));
        }
        return c_text(e, "(%s)assay_strlen((const char *)%s)", t,
                      c_pointer(e, n->args[0]));
    case BUILTIN_STRCMP:
    case BUILTIN_STRNCMP:
    case BUILTIN_MEMCMP:
        if (is_old(e))
            break;
        e->loops = true;
        x = c_temp(e, "x");
        return c_text(e,
                      "__extension__({ int %s = __builtin_%s(%s, %s%s%s); (%s)(%s > 0) "
                      "- (%s < 0); })",
                      x, acsl_builtin_text(n->as.builtin.builtin),
                      c_pointer(e, n->args[0]), c_pointer(e, n->args[1]),
                      n->nargs > 2 ? ", (assay_size_)" : "",
                      n->nargs > 2 ? c_integer(e, n->args[2], REP_NARROW) : "", t, x, x);
    case BUILTIN_FLOOR:
    case BUILTIN_CEIL:
    case BUILTIN_ROUND:
    case BUILTIN_TRUNCATE:
        return c_text(e, "(%s)assay_from_real(%s)", t, rounded(e, n));
    case BUILTIN_LENGTH:
    case BUILTIN_COUNT:
    case BUILTIN_NUMBER:
    case BUILTIN_ERRNO:
        return c_text(e, "(%s)%s", t, c_text_integer(e, n));
    default:
        break;
    }
    return c_cannot(e, n->span, "%s cannot be computed here",
                    acsl_builtin_text(n->as.builtin.builtin));
}

/* \sum(lo, hi, \lambda integer i; e) and its kin: a loop. */
static const char *fold(Emit *e, const AcslNode *n, bool real)
{
    const Name *before = e->names;
    const AcslNode *f = c_bare(n->args[2]);
    Interval lo = interval_of(e, n->args[0]), hi = interval_of(e, n->args[1]);
    const char *i, *r = c_temp(e, "r"), *from, *to, *body, *step, *start = "0";
    const char *type = real ? "long double" : "assay_wide";
    Name name;

    if (f->kind != NODE_LAMBDA || f->nvars != 1)
        return c_cannot(e, n->span, "the last argument is no \\lambda of one variable");
    from = c_integer(e, n->args[0], REP_NARROW);
    to = c_integer(e, n->args[1], REP_WIDE);
    i = c_temp(e, f->vars[0]->name);
    lo.hi = hi.hi;
    if (!interval_is_narrow(lo))
        lo = interval_narrow_all();
    c_bind(e, &name, f->vars[0], i, lo, REP_NARROW);
    if (n->as.fold == BUILTIN_NUMOF)
        body = c_truth(e, f->args[0]);
    else
        body = real ? c_real(e, f->args[0]) : c_integer(e, f->args[0], REP_WIDE);
    e->names = before;
    e->loops = e->checked = true;
    switch (n->as.fold) {
    case BUILTIN_NUMOF:
        step = c_text(e, "%s += %s", r, body);
        break;
    case BUILTIN_SUM:
        step = c_text(e, real ? "%s = %s + %s" : "%s = assay_add(%s, %s)", r, r, body);
        break;
    case BUILTIN_PRODUCT:
        start = "1";
        step = c_text(e, real ? "%s = %s * %s" : "%s = assay_mul(%s, %s)", r, r, body);
        break;
    default: /* an empty one has no maximum: 0 */
        step = c_text(e,
                      "{ %s assay_new = %s; if (!%s_any || assay_new %s %s) %s = "
                      "assay_new; %s_any = 1; }",
                      type, body, r, n->as.fold == BUILTIN_FOLD_MAX ? ">" : "<", r, r, r);
        break;
    }
    return c_text(e,
                  "__extension__({ %s %s = %s; _Bool %s_any = 0; (void)%s_any; "
                  "%s %s; %s; })",
                  type, r, start, r, r, c_for(e, i, from, to, "1"), step, r);
}

static const char *call_integer(Emit *e, const AcslNode *n, Rep rep)
{
    const char *call = c_call(e, n);

    if (n->sort->kind == SORT_INTEGER)
        return rep == REP_WIDE ? call : c_text(e, "assay_narrow(%s)", call);
    return c_text(e, "(%s)%s", type_of_rep(rep), call);
}

static const char *cast_integer(Emit *e, const AcslNode *n, Rep rep)
{
    const AcslNode *of = n->args[0];
    const char *from, *type;

    if (acsl_is_integral(of->sort) || of->sort->kind == SORT_BOOLEAN)
        from = c_integer(e, of, c_rep(e, of));
    else
        from = acsl_is_float(of->sort)
                   ? c_text(e, "assay_from_real(__builtin_truncl(%s))", c_real(e, of))
                   : c_text(e, "(assay_size_)%s", c_pointer(e, of));
    if (n->sort->kind != SORT_C)
        return c_text(e, "(%s)%s", type_of_rep(rep), from);
    type = c_type(e, n->sort->c);
    return c_text(e, "(%s)(%s)%s", type_of_rep(rep), type, from);
}

/* In the narrowest representation that holds it. */
static const char *natural_integer(Emit *e, const AcslNode *n, Rep rep)
{
    Emitter *self = rep == REP_NARROW ? as_narrow : as_wide;

    if (n->sort->kind == SORT_BOOLEAN && n->kind != NODE_IF && n->kind != NODE_AT)
        return c_text(e, "(%s)%s", type_of_rep(rep), c_truth(e, n));
    switch (n->kind) {
    case NODE_INT:
        return c_number(e, n->as.integer);
    case NODE_UNDEFINED:
        return c_text(e, "(%s)%s", type_of_rep(rep), c_undefined(e));
    case NODE_OP:
        return op_integer(e, n, rep);
    case NODE_IF:
    case NODE_AT:
    case NODE_LET:
        return c_other(e, n, self);
    case NODE_NAMED:
        return c_integer(e, n->args[0], rep);
    case NODE_CALL:
        return call_integer(e, n, rep);
    case NODE_BUILTIN:
        return builtin_integer(e, n, rep);
    case NODE_FOLD:
        return c_text(e, "(%s)%s", type_of_rep(rep), fold(e, n, false));
    case NODE_CAST:
        return cast_integer(e, n, rep);
    case NODE_SIZEOF:
        return c_number(e, (Wide)n->as.type->size);
    case NODE_EXIT_STATUS:
        return "(long long)assay_status";
    case NODE_VAR:
        if (n->as.var->sort->kind != SORT_C)
            return var_place(e, n);
        break;
    case NODE_INDEX:
        if (n->args[0]->sort->kind == SORT_TEXT)
            return c_text(e, "(%s)%s", type_of_rep(rep), c_text_integer(e, n));
        break;
    case NODE_UPDATE:
    case NODE_LAMBDA:
    case NODE_RANGE:
    case NODE_SET:
    case NODE_INTER:
    case NODE_COMPREHEND:
        return c_cannot(e, n->span, "this is no number that could be computed");
    default:
        break;
    }
    return c_text(e, "(%s)%s", type_of_rep(rep), c_value(e, n));
}

const char *c_integer(Emit *e, const AcslNode *n, Rep rep)
{
    Rep natural = c_rep(e, n);
    const char *text;

    if (n->kind == NODE_VAR && n->as.var->sort->kind != SORT_C) {
        const Name *name = c_name(e, n->as.var);
        natural = name ? name->rep : REP_WIDE;
    }
    text = natural_integer(e, n, natural);
    if (natural == rep)
        return text;
    if (rep == REP_WIDE)
        return c_text(e, "(assay_wide)%s", text);
    if (interval_is_narrow(interval_of(e, n)))
        return c_text(e, "(long long)%s", text);
    e->checked = true;
    return c_text(e, "assay_narrow(%s)", text);
}

/* ---- Reals. */

static const char *builtin_real(Emit *e, const AcslNode *n)
{
    const char *name = acsl_builtin_text(n->as.builtin.builtin) + 1, *a, *b;

    switch (n->as.builtin.builtin) {
    case BUILTIN_ABS:
        return c_text(e, "__builtin_fabsl(%s)", c_real(e, n->args[0]));
    case BUILTIN_MIN:
    case BUILTIN_MAX:
        a = c_real(e, n->args[0]);
        b = c_real(e, n->args[1]);
        return c_text(e, "__builtin_f%sl(%s, %s)", name, a, b);
    case BUILTIN_PI:
        return "3.14159265358979323846264338327950288L";
    case BUILTIN_POW:
    case BUILTIN_HYPOT:
        a = c_real(e, n->args[0]);
        b = c_real(e, n->args[1]);
        return c_text(e, "__builtin_%sl(%s, %s)", name, a, b);
    case BUILTIN_SQRT:
    case BUILTIN_EXP:
    case BUILTIN_LOG:
    case BUILTIN_SIN:
    case BUILTIN_COS:
    case BUILTIN_TAN:
        return c_text(e, "__builtin_%sl(%s)", name, c_real(e, n->args[0]));
    default:
        return c_cannot(e, n->span, "\\%s cannot be computed here", name);
    }
}

static const char *op_real(Emit *e, const AcslNode *n)
{
    const char *a = c_real(e, n->args[0]), *b;

    if (n->as.op.op == ACSL_NEG)
        return c_text(e, "(-%s)", a);
    b = c_real(e, n->args[1]);
    return c_text(e, "((%s)(%s %s %s))", e->real, a, acsl_op_text(n->as.op.op), b);
}

static const char *real_literal(Emit *e, double value)
{
    struct assay_buf out;
    const char *text;

    assay_buf_init(&out, NULL, 0);
    assay_buf_double(&out, value);
    text = c_text(e, "((%s)%s)", e->real, out.at);
    assay_buf_done(&out);
    return text;
}

/* A real may be too large for integers; rounded, it is a real all the same. */
const char *c_real(Emit *e, const AcslNode *n)
{
    if (is_rounding(n))
        return c_text(e, "((%s)%s)", e->real, rounded(e, n));
    if (acsl_is_integral(n->sort) || n->sort->kind == SORT_BOOLEAN)
        return c_text(e, "((%s)%s)", e->real, c_integer(e, n, c_rep(e, n)));
    switch (n->kind) {
    case NODE_REAL:
        return real_literal(e, n->as.real);
    case NODE_UNDEFINED:
        return c_text(e, "((%s)%s)", e->real, c_undefined(e));
    case NODE_OP:
        return op_real(e, n);
    case NODE_IF:
    case NODE_AT:
    case NODE_LET:
        return c_other(e, n, c_real);
    case NODE_NAMED:
        return c_real(e, n->args[0]);
    case NODE_CALL:
        return c_text(e, "((%s)%s)", e->real, c_call(e, n));
    case NODE_BUILTIN:
        return builtin_real(e, n);
    case NODE_FOLD:
        return fold(e, n, true);
    case NODE_CAST:
        return n->sort->kind == SORT_C
                   ? c_text(e, "((%s)(%s)%s)", e->real, c_type(e, n->sort->c),
                            c_real(e, n->args[0]))
                   : c_real(e, n->args[0]);
    case NODE_VAR:
        if (n->as.var->sort->kind != SORT_C)
            return var_place(e, n);
        break;
    default:
        break;
    }
    return c_text(e, "((%s)%s)", e->real, c_value(e, n));
}

/* ---- Pointers and other values of C. */

static const char *string_literal(Emit *e, struct assay_str bytes)
{
    struct assay_buf out;
    const char *text;

    assay_buf_init(&out, NULL, 0);
    assay_buf_c_string(&out, bytes.at, bytes.len);
    text = c_text(e, "%s", out.at);
    assay_buf_done(&out);
    return text;
}

static const char *op_pointer(Emit *e, const AcslNode *n)
{
    const AcslNode *p = n->args[0], *by = n->args[1];
    const char *base;

    if (!c_pointee(p->sort)) {
        p = n->args[1];
        by = n->args[0];
    }
    base = c_pointer(e, p);
    return c_text(e, "(%s %s %s)", base, acsl_op_text(n->as.op.op),
                  c_integer(e, by, REP_NARROW));
}

static const char *cast_pointer(Emit *e, const AcslNode *n)
{
    const AcslNode *of = n->args[0];
    const char *from = acsl_is_integral(of->sort)
                           ? c_text(e, "(assay_size_)%s", c_integer(e, of, c_rep(e, of)))
                           : c_pointer(e, of);

    return c_text(e, "((%s)%s)", c_type(e, n->sort->c), from);
}

const char *c_pointer(Emit *e, const AcslNode *n)
{
    switch (n->kind) {
    case NODE_NULL:
        return "((void *)0)";
    case NODE_UNDEFINED:
        return c_text(e, "((void *)(assay_size_)%s)", c_undefined(e));
    case NODE_INT: /* 0 */
        return c_text(e, "((void *)%s)", c_number(e, n->as.integer));
    case NODE_STRING:
        return string_literal(e, n->as.string);
    case NODE_FUNCTION:
        return n->as.function->name;
    case NODE_OP:
        return op_pointer(e, n);
    case NODE_ADDRESS:
        return c_address(e, n->args[0]);
    case NODE_CAST:
        return cast_pointer(e, n);
    case NODE_BUILTIN:
        if (n->as.builtin.builtin == BUILTIN_BASE_ADDR)
            return c_text(e, "assay_base_addr(%s)", c_pointer(e, n->args[0]));
        return c_cannot(e, n->span, "%s cannot be computed",
                        acsl_builtin_text(n->as.builtin.builtin));
    default:
        return c_value(e, n);
    }
}

const char *c_value(Emit *e, const AcslNode *n)
{
    switch (n->kind) {
    case NODE_IF:
    case NODE_AT:
    case NODE_LET:
    case NODE_NAMED:
    case NODE_CALL:
        return c_other(e, n, c_value);
    case NODE_RESULT:
        return c_place(e, n);
    case NODE_NULL:
    case NODE_UNDEFINED:
    case NODE_STRING:
    case NODE_OP:
    case NODE_ADDRESS:
    case NODE_CAST:
    case NODE_FUNCTION:
        return c_pointer(e, n);
    case NODE_FIELD:
        if (!c_is_lvalue(n))
            return c_text(e, "%s.%s", c_value(e, n->args[0]), n->as.field.name);
        return read_place(e, n);
    default:
        break;
    }
    if (!c_is_lvalue(n))
        return c_cannot(e, n->span, "this cannot be computed");
    return read_place(e, n);
}

/* ---- By sort. */

const char *c_sort(Emit *e, const AcslSort *sort, Rep rep, Span span)
{
    switch (sort->kind) {
    case SORT_INTEGER:
        return type_of_rep(rep);
    case SORT_REAL:
        return "long double";
    case SORT_BOOLEAN:
        return "_Bool";
    case SORT_C:
        return sort->c->kind == C_ARRAY ? c_text(e, "%s *", c_type(e, sort->c->of))
                                        : c_type(e, sort->c);
    case SORT_TEXT:
        return "struct assay_text";
    case SORT_TEXTS:
        return "struct assay_texts";
    default:
        return c_cannot(e, span, "values of this sort cannot be computed");
    }
}

const char *c_as(Emit *e, const AcslNode *n, const AcslSort *sort, Rep rep)
{
    switch (sort->kind) {
    case SORT_INTEGER:
        return c_integer(e, n, rep);
    case SORT_REAL:
        return c_real(e, n);
    case SORT_BOOLEAN:
        return c_truth(e, n);
    case SORT_TEXT:
        return c_bytes(e, n);
    case SORT_TEXTS:
        return c_texts(e, n);
    case SORT_C:
        break;
    default:
        return c_cannot(e, n->span, "values of this sort cannot be computed");
    }
    if (acsl_is_integral(sort))
        return c_text(e, "(%s)%s", c_type(e, sort->c), c_integer(e, n, c_rep(e, n)));
    if (acsl_is_float(sort))
        return c_text(e, "(%s)%s", c_type(e, sort->c), c_real(e, n));
    if (c_pointee(sort))
        return c_text(e, "(%s)%s", c_sort(e, sort, rep, n->span), c_pointer(e, n));
    return c_value(e, n);
}
