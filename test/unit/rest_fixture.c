#include "rest_fixture.h"
#include "diag/render.h"
#include "harness.h"
#include <string.h>

static const char *take(struct rest_fixture *f, struct assay_buf *buf)
{
    const char *copy = assay_arena_text(&f->arena, buf->at, buf->len);

    CHECK(copy && !buf->status);
    assay_buf_done(buf);
    return copy;
}

/* ---- The prover. */

/* What is known, outermost first: variables by name, facts as text. */
static void put_scope(struct rest_fixture *f, const Scope *s)
{
    if (!s)
        return;
    put_scope(f, s->outer);
    if (s->outer)
        assay_buf_puts(&f->asked, ", ");
    if (s->var) {
        assay_buf_puts(&f->asked, s->var->name);
        return;
    }
    assay_buf_printf(&f->asked, "%s%s", s->before ? "before " : "",
                     s->negated ? "not " : "");
    term_print(s->fact, &f->asked);
}

static ProverVerdict answer(struct rest_fixture *f, ProverAnswer otherwise)
{
    static const Value zero = {.kind = VALUE_NULL};
    ProverVerdict v = {.answer = otherwise};
    ProverValue *value = assay_arena_new(&f->arena, 1, sizeof *value);

    assay_buf_putc(&f->asked, '\n');
    f->questions++;
    if (*f->answers)
        v.answer = *f->answers == 'p'   ? PROVER_PROVED
                   : *f->answers == 'r' ? PROVER_REFUTED
                                        : PROVER_UNDECIDED;
    f->answers += *f->answers != '\0';
    if (v.answer == PROVER_UNDECIDED)
        v.why = "the script says so";
    if (v.answer == PROVER_REFUTED && value && f->spec.ntriples > 0) {
        *value = (ProverValue){f->spec.triples[f->spec.ntriples - 1]->request, &zero};
        v.values = value;
        v.count = 1;
    }
    return v;
}

static ProverVerdict prove(void *ctx, const Scope *scope, const Term *goal,
                           struct assay_arena *arena)
{
    struct rest_fixture *f = ctx;

    CHECK(arena == &f->arena);
    put_scope(f, scope);
    assay_buf_puts(&f->asked, " |- ");
    term_print(goal, &f->asked);
    return answer(f, PROVER_PROVED);
}

static ProverVerdict possible(void *ctx, const Scope *scope, struct assay_arena *arena)
{
    struct rest_fixture *f = ctx;

    CHECK(arena == &f->arena);
    put_scope(f, scope);
    assay_buf_puts(&f->asked, " ?");
    return answer(f, PROVER_REFUTED);
}

/* ---- The fixture. */

void rest_fixture_init(struct rest_fixture *f, const char *text,
                       const struct assay_alloc *mem)
{
    *f = (struct rest_fixture){.answers = ""};
    assay_arena_init(&f->arena, mem, 0);
    diag_init(&f->diags);
    assay_buf_init(&f->asked, NULL, 0);
    f->prover = (Prover){f, prove, possible, NULL};
    f->checker = (Checker){.diags = &f->diags, .arena = &f->arena, .prover = &f->prover};
    f->read = rest_spec_read(&f->spec, &f->diags,
                             diag_source(&f->diags, "t.hrest", assay_str(text)), NULL,
                             &f->arena);
}

void rest_fixture_done(struct rest_fixture *f)
{
    rest_spec_done(&f->spec);
    assay_buf_done(&f->asked);
    diag_done(&f->diags);
    assay_arena_done(&f->arena);
}

bool rest_fixture_check(struct rest_fixture *f, const char *answers, bool coverage)
{
    f->answers = answers;
    return rest_check(&f->spec, &f->checker, &(RestCheck){.coverage = coverage});
}

const char *rest_fixture_reports(struct rest_fixture *f)
{
    struct assay_buf buf;

    assay_buf_init(&buf, NULL, 0);
    diag_sort(&f->diags);
    render_text(&f->diags, &buf);
    return take(f, &buf);
}

const char *rest_fixture_codes(struct rest_fixture *f)
{
    struct assay_buf buf;

    assay_buf_init(&buf, NULL, 0);
    diag_sort(&f->diags);
    for (uint32_t i = 0; i < f->diags.count; i++) {
        const Diagnostic *d = f->diags.at[i];
        Position at = diag_position(&f->diags, d->span.source, d->span.start);
        assay_buf_printf(&buf, "%s%s@%u:%u", i > 0 ? " " : "", diag_code_text(d->code),
                         at.line, at.column);
    }
    return take(f, &buf);
}

const char *rest_fixture_type(struct rest_fixture *f, const Type *t)
{
    struct assay_buf buf;

    assay_buf_init(&buf, NULL, 0);
    type_print(t, &buf);
    return take(f, &buf);
}

const Alias *rest_fixture_alias(struct rest_fixture *f, const char *name)
{
    const Alias *alias = reader_alias(&f->spec.reader, assay_str(name));

    CHECK(alias != NULL);
    return alias;
}
