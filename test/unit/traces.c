#include "traces.h"
#include "harness.h"

static void read_spec(Traces *t, const char *text)
{
    assay_arena_init(&t->arena, NULL, 0);
    diag_init(&t->diags);
    CHECK(trace_spec_read(&t->spec, &t->diags,
                          diag_source(&t->diags, "t", assay_str(text)), NULL, &t->arena));
}

static void free_spec(Traces *t)
{
    trace_spec_done(&t->spec);
    diag_done(&t->diags);
    assay_arena_done(&t->arena);
}

bool traces_try(Traces *t, const char *text)
{
    read_spec(t, text);
    if (t->diags.errors > 0) {
        free_spec(t);
        return false;
    }
    CHECK(synth_init(&t->synth, &t->spec, &(SmtOptions){0}));
    return true;
}

void traces_init(Traces *t, const char *text)
{
    read_spec(t, text);
    for (uint32_t i = 0; i < t->diags.count; i++)
        if (t->diags.errors > 0 && diag_severity(t->diags.at[i]->code) == DIAG_ERROR)
            harness_fail(HARNESS_HERE, "%s\n%s", text, t->diags.at[i]->message);
    CHECK(synth_init(&t->synth, &t->spec, &(SmtOptions){0}));
}

void traces_done(Traces *t)
{
    synth_done(&t->synth);
    free_spec(t);
}

/* ---- Terms. */

static int64_t value_of_variable(const TraceSpec *spec, const Binding *var,
                                 const Known *known)
{
    uint32_t number;

    if (trace_constant(spec, var, &number))
        return number;
    while (known && known->var != var)
        known = known->outer;
    if (!known)
        harness_fail(HARNESS_HERE, "%s has no value", var->name);
    return known->is;
}

static int64_t value_of_literal(const Value *v)
{
    int64_t number = 0;

    if (v->kind == VALUE_BOOLEAN)
        return v->as.boolean;
    CHECK(v->kind == VALUE_INTEGER && integer_to_i64(v->as.integer, &number));
    return number;
}

static int64_t value_of_operation(TermOp op, int64_t a, int64_t b)
{
    switch (op) {
    case OP_AND:
    case OP_ALSO:
        return a && b;
    case OP_OR:
    case OP_ELSE:
        return a || b;
    case OP_IMPLIES:
    case OP_THEN:
        return !a || b;
    case OP_IFF:
    case OP_EQ:
        return a == b;
    case OP_NE:
        return a != b;
    case OP_NOT:
        return !a;
    case OP_LT:
        return a < b;
    case OP_LE:
        return a <= b;
    case OP_GT:
        return a > b;
    case OP_GE:
        return a >= b;
    case OP_ADD:
        return a + b;
    case OP_SUB:
        return a - b;
    case OP_MUL:
        return a * b;
    case OP_NEG:
        return -a;
    default:
        harness_fail(HARNESS_HERE, "the operator %s", op_text(op));
    }
}

int64_t traces_value(const TraceSpec *spec, const Term *t, const Known *known)
{
    int64_t a, b;

    switch (t->kind) {
    case TERM_VAR:
        return value_of_variable(spec, t->as.var, known);
    case TERM_LITERAL:
        return value_of_literal(t->as.literal);
    case TERM_OP:
        a = traces_value(spec, t->as.op.args[0], known);
        b = t->as.op.count > 1 ? traces_value(spec, t->as.op.args[1], known) : 0;
        return value_of_operation(t->as.op.op, a, b);
    case TERM_COND:
        return traces_value(spec,
                            traces_value(spec, t->as.cond.test, known) ? t->as.cond.then
                                                                       : t->as.cond.other,
                            known);
    default:
        harness_fail(HARNESS_HERE, "a term of kind %d", (int)t->kind);
    }
}

bool traces_is_of(const TraceSpec *spec, const Type *type, int64_t value)
{
    const Type *t = type_resolve(type);
    const TraceSort *sort;
    Known known;

    switch (t->kind) {
    case TYPE_INTEGER:
        return true;
    case TYPE_BOOLEAN:
        return value == 0 || value == 1;
    case TYPE_REFINE:
        known = (Known){t->as.refine.var, value, NULL};
        return traces_is_of(spec, t->as.refine.var->type, value) &&
               traces_value(spec, t->as.refine.where, &known);
    default:
        sort = trace_sort(spec, type);
        CHECK(sort && sort->kind == SORT_ENUM);
        return value >= 0 && value < sort->nconstants;
    }
}

int64_t traces_last_of(const TraceSpec *spec, const Type *type, int64_t most)
{
    const TraceSort *sort = trace_sort(spec, type);

    return sort                                    ? sort->nconstants - (int64_t)1
           : logic_type_kind(type) == TYPE_BOOLEAN ? 1
                                                   : most;
}

/* ---- Expressions. */

typedef struct {
    const TraceSpec *spec;
    const Known *known;
    bool names; /* what is to be named is */
} Meaning;

#define LONGEST 24

static bool has(const Meaning *m, const Sre *e, const Happened *trace, uint32_t len);

static bool is_of(const Meaning *m, const Sre *e, const Happened *event)
{
    Known fields[TRACES_FIELDS];
    const Known *known = m->known;

    if (event->of != e->as.event.of)
        return false;
    for (uint32_t i = 0; i < event->of->count; i++) {
        fields[i] = (Known){e->as.event.fields[i], event->fields[i], known};
        known = &fields[i];
    }
    return !e->as.event.where || traces_value(m->spec, e->as.event.where, known);
}

/* Whether a set of events has some of an operation, by its form. */
static bool has_operation(const Sre *e, const Event *of)
{
    if (e->kind == SRE_UNION) {
        for (uint32_t i = 0; i < e->as.list.count; i++)
            if (has_operation(e->as.list.of[i], of))
                return true;
        return false;
    }
    CHECK(e->kind == SRE_EVENT || e->kind == SRE_ANY);
    return e->kind == SRE_ANY || e->as.event.of == of;
}

static bool has_sequence(const Meaning *m, const Sre *const *of, uint32_t count,
                         const Happened *trace, uint32_t len)
{
    if (count == 1)
        return has(m, of[0], trace, len);
    for (uint32_t k = 0; k <= len; k++)
        if (has(m, of[0], trace, k) &&
            has_sequence(m, of + 1, count - 1, trace + k, len - k))
            return true;
    return false;
}

static bool has_shuffled(const Meaning *m, const Sre *const *of, uint32_t count,
                         const Happened *trace, uint32_t len)
{
    if (count == 1)
        return has(m, of[0], trace, len);
    CHECK(len <= LONGEST);
    for (unsigned mask = 0; mask < 1u << len; mask++) {
        Happened first[LONGEST], rest[LONGEST];
        uint32_t n = 0, k = 0;
        for (uint32_t i = 0; i < len; i++)
            *(mask >> i & 1 ? &first[n++] : &rest[k++]) = trace[i];
        if (has(m, of[0], first, n) && has_shuffled(m, of + 1, count - 1, rest, k))
            return true;
    }
    return false;
}

static bool has_repeated(const Meaning *m, const Sre *e, uint32_t min, uint32_t max,
                         const Happened *trace, uint32_t len)
{
    if (len == 0)
        return min == 0 || has(m, e, trace, 0);
    for (uint32_t k = 1; max > 0 && k <= len; k++)
        if (has(m, e, trace, k) &&
            has_repeated(m, e, min ? min - 1 : 0, max == SRE_MANY ? max : max - 1,
                         trace + k, len - k))
            return true;
    return false;
}

/* Those of all: what is to be named is named by one of them at least. */
static bool has_all(const Meaning *m, const Sre *const *of, uint32_t count,
                    const Happened *trace, uint32_t len)
{
    Happened here[LONGEST] = {0}, later[LONGEST] = {0};
    unsigned named = 0, part;

    CHECK(len <= LONGEST);
    if (count == 1)
        return has(m, of[0], trace, len);
    for (uint32_t i = 0; i < len; i++)
        named |= (unsigned)(m->names && trace[i].named) << i;
    for (part = named;; part = (part - 1) & named) {
        for (uint32_t i = 0; i < len; i++) {
            here[i] = later[i] = trace[i];
            here[i].named = part >> i & 1;
            later[i].named = trace[i].named && !here[i].named;
        }
        if (has(m, of[0], here, len) && has_all(m, of + 1, count - 1, later, len))
            return true;
        if (part == 0)
            return false;
    }
}

static bool has_minus(const Meaning *m, const Sre *e, const Happened *trace, uint32_t len)
{
    Meaning plain = {m->spec, m->known, false};

    return has(m, e->as.minus.of, trace, len) &&
           !has(&plain, e->as.minus.without, trace, len);
}

static bool has(const Meaning *m, const Sre *e, const Happened *trace, uint32_t len)
{
    switch (e->kind) {
    case SRE_EMPTY:
        return len == 0;
    case SRE_ANY:
        return len == 1 && !(m->names && trace->named);
    case SRE_EVENT:
        return len == 1 && is_of(m, e, trace);
    case SRE_OPS:
        return len == 1 && !(m->names && trace->named) &&
               has_operation(e->as.of, trace->of);
    case SRE_UNION:
        for (uint32_t i = 0; i < e->as.list.count; i++)
            if (has(m, e->as.list.of[i], trace, len))
                return true;
        return false;
    case SRE_BOTH:
        return has_all(m, e->as.list.of, e->as.list.count, trace, len);
    case SRE_CONCAT:
        return has_sequence(m, e->as.list.of, e->as.list.count, trace, len);
    case SRE_SHUFFLE:
        return has_shuffled(m, e->as.list.of, e->as.list.count, trace, len);
    case SRE_MINUS:
        return has_minus(m, e, trace, len);
    case SRE_REPEAT:
        return has_repeated(m, e->as.repeat.of, e->as.repeat.min, e->as.repeat.max, trace,
                            len);
    case SRE_BAD:
    case SRE_NONE:
    case SRE_PARAM:
        break;
    }
    return false;
}

bool traces_has(const TraceSpec *spec, const Sre *e, const Happened *trace,
                uint32_t count, const Known *known)
{
    return has(&(Meaning){spec, known, true}, e, trace, count);
}
