#include "smt_fixture.h"
#include "harness.h"
#include "term/regexp.h"
#include "term/template.h"

#include <string.h>

struct smt_regexp {
    Regexp *is;
    struct smt_regexp *next;
};

void smt_fixture_init(struct smt_fixture *f, FILE *dump, uint32_t time_limit_ms)
{
    memset(f, 0, sizeof *f);
    assay_arena_init(&f->arena, NULL, 0);
    f->smt = smt_new(&(SmtOptions){.dump = dump, .time_limit_ms = time_limit_ms});
    CHECK(f->smt);
    f->prover = smt_prover(f->smt);
}

void smt_fixture_done(struct smt_fixture *f)
{
    smt_free(f->smt);
    for (struct smt_regexp *r = f->regexps; r; r = r->next)
        regexp_done(r->is);
    assay_arena_done(&f->arena);
}

Scope *smt_frame(struct smt_fixture *f)
{
    CHECK(f->nframes < FIXTURE_SCOPE);
    Scope *s = &f->frames[f->nframes++];
    *s = (Scope){.outer = f->scope};
    f->scope = s;
    return s;
}

const Term *smt_var(struct smt_fixture *f, const char *name, const Type *type)
{
    const Binding *var = t_binding(&f->arena, name, type);
    smt_frame(f)->var = var;
    return t_use(&f->arena, var);
}

void smt_fact(struct smt_fixture *f, const Term *fact)
{
    smt_frame(f)->fact = fact;
}

void smt_forget(struct smt_fixture *f)
{
    f->scope = NULL;
    f->nframes = 0;
}

ProverVerdict smt_ask(struct smt_fixture *f, const Term *goal)
{
    CHECK(goal);
    return f->prover.prove(f->prover.ctx, f->scope, goal, &f->arena);
}

static const char *values_text(struct assay_buf *b, const ProverVerdict *v)
{
    for (uint32_t i = 0; i < v->count; i++) {
        assay_buf_printf(b, "%s%s = ", i ? ", " : "", v->values[i].var->name);
        value_print(v->values[i].value, b);
    }
    return b->at;
}

void smt_expect(struct smt_fixture *f, const Term *goal, ProverAnswer answer)
{
    ProverVerdict v = smt_ask(f, goal);
    if (v.answer == answer)
        return;
    struct assay_buf b;
    assay_buf_init(&b, NULL, 0);
    term_print(goal, &b);
    assay_buf_puts(&b, " :: ");
    values_text(&b, &v);
    harness_fail(HARNESS_HERE, "answer %d, expected %d (%s): %s", v.answer, answer,
                 v.why ? v.why : "", b.at);
}

void smt_expect_values(struct smt_fixture *f, const Term *goal, const char *values)
{
    struct assay_buf b;
    ProverVerdict v = smt_ask(f, goal);
    CHECK_STR(v.why, NULL);
    CHECK_INT(v.answer, PROVER_REFUTED);
    assay_buf_init(&b, NULL, 0);
    CHECK_STR(values_text(&b, &v), values);
    assay_buf_done(&b);
}

/* ---- Terms. */

static const Term *literal(A a, const Value *v)
{
    return term_literal(a, span_nowhere(), v);
}

const Term *t_int(A a, int64_t x)
{
    return literal(a, value_int(a, x));
}

const Term *t_dec(A a, const char *x)
{
    Decimal d;
    CHECK(decimal_read(a, assay_str(x), &d));
    return literal(a, value_number(a, d));
}

const Term *t_str(A a, const char *x)
{
    return literal(a, value_string(a, assay_str(x)));
}

const Term *t_bool(A a, bool x)
{
    return literal(a, value_boolean(x));
}

const Term *t_null(A a)
{
    return literal(a, value_null());
}

const Term *smt_regexp(struct smt_fixture *f, const char *source)
{
    size_t at;
    const char *why;
    struct smt_regexp *r = assay_arena_new(&f->arena, 1, sizeof *r);
    CHECK(r);
    CHECK_INT(regexp_read(&f->arena, assay_str(source), &r->is, &at, &why), REGEXP_OK);
    r->next = f->regexps;
    f->regexps = r;
    return literal(&f->arena, value_regexp(&f->arena, r->is));
}

const Term *t_template(A a, const char *source)
{
    size_t at;
    const char *why;
    return literal(a, value_template(a, template_read(a, assay_str(source), &at, &why)));
}

const Term *t_op(A a, TermOp op, const Term *x, const Term *y)
{
    return term_op2(a, op, x, y);
}

const Term *t_op1(A a, TermOp op, const Term *x)
{
    return term_op1(a, op, x);
}

const Term *t_in(A a, const Term *x, const Type *t)
{
    return term_in(a, span_nowhere(), x, t);
}

const Term *t_field(A a, const Term *x, const char *name)
{
    return term_field(a, span_nowhere(), span_nowhere(), x, name);
}

const Term *t_index(A a, const Term *x, const Term *i)
{
    return term_index(a, span_nowhere(), x, i);
}

const Term *t_if(A a, const Term *test, const Term *x, const Term *y)
{
    return term_cond(a, span_nowhere(), test, x, y);
}

const Term *t_array(A a, const Term *x, const Term *y)
{
    const Term *items[] = {x, y};
    return term_array(a, span_nowhere(), items, x ? y ? 2 : 1 : 0);
}

const Term *t_object(A a, const char *n, const Term *x, const char *m, const Term *y)
{
    TermMember members[] = {{n, span_nowhere(), x}, {m, span_nowhere(), y}};
    return term_object(a, span_nowhere(), members, x ? y ? 2 : 1 : 0);
}

Binding *t_binding(A a, const char *name, const Type *type)
{
    return binding_new(a, name, type, span_nowhere());
}

const Term *t_use(A a, const Binding *var)
{
    return term_var(a, span_nowhere(), var);
}

const Term *t_all(A a, const Binding *var, const Term *body)
{
    return term_quant(a, span_nowhere(), true, var, body);
}

const Term *t_some(A a, const Binding *var, const Term *body)
{
    return term_quant(a, span_nowhere(), false, var, body);
}

/* ---- Types. */

const Type *ty(A a, TypeKind kind)
{
    return type_simple(a, span_nowhere(), kind);
}

const Type *ty_of(A a, TypeKind kind, const Type *of)
{
    return type_of(a, span_nowhere(), kind, of);
}

const Type *ty_where(A a, const Binding *var, const Term *where)
{
    return type_refine(a, span_nowhere(), var, where);
}

const Type *ty_two(A a, TypeKind kind, const Type *x, const Type *y)
{
    const Type *of[] = {x, y};
    return type_list(a, span_nowhere(), kind, of, 2);
}

const Type *ty_only(A a, const Term *value)
{
    return type_only(a, span_nowhere(), value, NULL);
}

static TypeField type_field(const char *name, const Type *t)
{
    bool optional = name && *name == '?';
    return (TypeField){optional ? name + 1 : name, span_nowhere(), t, optional};
}

const Type *ty_object(A a, const char *n, const Type *x, const char *m, const Type *y)
{
    TypeField fields[] = {type_field(n, x), type_field(m, y)};
    return type_object(a, span_nowhere(), fields, x ? y ? 2 : 1 : 0);
}

const Type *ty_resource(A a, const char *name)
{
    Resource *r = assay_arena_new(a, 1, sizeof *r);
    CHECK(r);
    r->name = name;
    return type_resource(a, span_nowhere(), r);
}

const Type *ty_nat(A a)
{
    const Binding *n = t_binding(a, "n", ty(a, TYPE_INTEGER));
    return ty_where(a, n, t_op(a, OP_GE, t_use(a, n), t_int(a, 0)));
}
