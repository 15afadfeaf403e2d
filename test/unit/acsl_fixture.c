#include "acsl_fixture.h"
#include "diag/render.h"
#include "harness.h"
#include "torture.h"
#include <string.h>

void acsl_fixture_init(struct acsl_fixture *f)
{
    *f = (struct acsl_fixture){0};
    cfront_fixture_init(&f->c, checked_mem());
}

void acsl_fixture_done(struct acsl_fixture *f)
{
    acsl_done(f->file);
    cfront_fixture_done(&f->c);
}

void acsl_fixture_read(struct acsl_fixture *f, const char *text)
{
    cfront_fixture_read(&f->c, text, NULL);
    CHECK(f->c.unit != NULL);
    f->file = acsl_read(f->c.unit);
    CHECK(f->file != NULL);
}

static const char *take(struct acsl_fixture *f, struct assay_buf *buf)
{
    const char *copy = assay_arena_text(&f->c.arena, buf->at, buf->len);

    CHECK(copy && !buf->status);
    assay_buf_done(buf);
    return copy;
}

/* ---- Parts. */

void acsl_fixture_sort(const AcslSort *s, struct assay_buf *out)
{
    static const char *const names[] = {"integer", "real", "boolean"};

    CHECK(s != NULL);
    if (s->kind <= SORT_BOOLEAN)
        assay_buf_puts(out, names[s->kind]);
    else if (s->kind == SORT_TEXT || s->kind == SORT_TEXTS)
        assay_buf_puts(out, s->kind == SORT_TEXT ? "text" : "texts");
    else if (s->kind == SORT_C)
        assay_buf_printf(out, "'%s'", s->c->spelling);
    else if (s->kind == SORT_NAMED)
        assay_buf_printf(out, "type %s", s->name);
    else {
        assay_buf_puts(out, s->kind == SORT_SET ? "set of " : "lambda to ");
        acsl_fixture_sort(s->of, out);
    }
}

static void put_labels(struct assay_buf *out, const char *const *labels, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        assay_buf_printf(out, "%s%s", i > 0 ? ", " : "{", labels[i]);
    if (count > 0)
        assay_buf_putc(out, '}');
}

static void put_cases(struct assay_buf *out, const AcslCase *cases, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        assay_buf_printf(out, "  %s", cases[i].name);
        put_labels(out, cases[i].labels, cases[i].nlabels);
        assay_buf_puts(out, ": ");
        acsl_print(cases[i].body, out);
        assay_buf_putc(out, '\n');
    }
}

static void put_logic(struct assay_buf *out, const AcslLogic *l)
{
    assay_buf_printf(out, "%s", l->name);
    put_labels(out, l->labels, l->nlabels);
    for (uint32_t i = 0; i < l->nparams; i++) {
        assay_buf_puts(out, i > 0 ? ", " : "(");
        acsl_fixture_sort(l->params[i]->sort, out);
        assay_buf_printf(out, " %s", l->params[i]->name);
    }
    assay_buf_printf(out, "%s: ", l->nparams > 0 ? ")" : "");
    acsl_fixture_sort(l->result, out);
    assay_buf_printf(out, "%s%s", l->reads_memory ? " reads" : "",
                     l->recursive ? " recursive" : "");
    if (l->within)
        assay_buf_printf(out, " in %s", l->within->name);
    if (l->body) {
        assay_buf_puts(out, " = ");
        acsl_print(l->body, out);
    }
    assay_buf_putc(out, '\n');
    put_cases(out, l->cases, l->ncases);
}

static void put_language(struct assay_buf *out, const AcslLanguage *l)
{
    assay_buf_printf(out, "%slanguage %s", l->inner ? "inner " : "", l->name);
    if (l->alias)
        assay_buf_printf(out, " of %s", l->alias->name);
    if (l->builtin)
        assay_buf_printf(out, " = %s", l->builtin);
    for (uint32_t i = 0; i < l->nuses; i++)
        assay_buf_printf(out, "%s %s", i > 0 ? "," : " uses", l->uses[i]->name);
    assay_buf_putc(out, '\n');
}

/* ---- Contracts. */

static void put_usings(struct assay_buf *out, const AcslClause *c)
{
    for (uint32_t i = 0; i < c->nusings; i++) {
        assay_buf_printf(out, ", %s = ", c->usings[i].target->name);
        if (c->usings[i].language) {
            assay_buf_printf(out, "language %s", c->usings[i].language->name);
            continue;
        }
        acsl_fixture_sort(c->usings[i].value->sort, out);
        assay_buf_putc(out, ' ');
        acsl_print(c->usings[i].value, out);
    }
}

static void put_content(struct assay_buf *out, const AcslClause *c)
{
    if (c->body) {
        assay_buf_putc(out, ' ');
        acsl_print(c->body, out);
    }
    for (uint32_t i = 0; i < c->nlocations; i++) {
        assay_buf_puts(out, i > 0 ? ", " : " ");
        acsl_print(c->locations[i], out);
    }
    if (c->measure)
        assay_buf_printf(out, " for %s", c->measure);
    if (c->maker)
        assay_buf_printf(out, " %s = %s/%u", c->target->name, c->maker->name,
                         c->nmaker_args);
    if (c->kind == CLAUSE_CONFIG)
        assay_buf_printf(out, " %g s, %u runs", c->seconds, (unsigned)c->runs);
    put_usings(out, c);
}

static void put_clauses(struct assay_buf *out, const char *indent,
                        const AcslClause *clauses, uint32_t count)
{
    static const char *const takes[] = {"", "check ", "admit "};

    for (uint32_t i = 0; i < count; i++) {
        const AcslClause *c = &clauses[i];
        assay_buf_puts(out, indent);
        for (uint32_t k = 0; k < c->nbehaviors; k++)
            assay_buf_printf(out, "for %s: ", c->behaviors[k]);
        assay_buf_printf(out, "%s%s", takes[c->take], acsl_clause_text(c->kind));
        put_content(out, c);
        assay_buf_putc(out, '\n');
    }
}

static void put_contract(struct assay_buf *out, const AcslContract *c)
{
    assay_buf_printf(out, "%s:\n", c->function->name);
    for (uint32_t i = 0; i < c->nbehaviors; i++) {
        if (i > 0)
            assay_buf_printf(out, " behavior %s:\n", c->behaviors[i].name);
        put_clauses(out, "  ", c->behaviors[i].clauses, c->behaviors[i].nclauses);
    }
    for (uint32_t i = 0; i < c->ncovers; i++) {
        assay_buf_puts(out, c->covers[i].disjoint ? " disjoint" : " complete");
        for (uint32_t k = 0; k < c->covers[i].nbehaviors; k++)
            assay_buf_printf(out, " %s", c->behaviors[c->covers[i].behaviors[k]].name);
        assay_buf_putc(out, '\n');
    }
}

static void put_code(struct acsl_fixture *f, struct assay_buf *out, const AcslCode *c)
{
    static const char *const kinds[] = {"clause", "loop", "ghost", "contract"};

    assay_buf_printf(out, "%s in %s", kinds[c->kind],
                     c->function ? c->function->name : "the file");
    if (c->kind == CODE_GHOST)
        assay_buf_printf(out, " [%s]", cfront_fixture_text(&f->c, c->ghost));
    assay_buf_putc(out, '\n');
    put_clauses(out, "  ", c->clauses, c->nclauses);
}

static void put_invariant(struct assay_buf *out, const AcslInvariant *v)
{
    assay_buf_printf(out, "invariant %s", v->name);
    if (v->about) {
        assay_buf_puts(out, " of ");
        acsl_fixture_sort(v->about->sort, out);
    }
    assay_buf_puts(out, ": ");
    acsl_print(v->body, out);
    assay_buf_putc(out, '\n');
}

const char *acsl_fixture_dump(struct acsl_fixture *f)
{
    const AcslFile *file = f->file;
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    for (uint32_t i = 0; i < file->nlanguages; i++)
        put_language(&out, file->languages[i]);
    for (uint32_t i = 0; i < file->nlogic; i++)
        put_logic(&out, file->logic[i]);
    for (uint32_t i = 0; i < file->ncontracts; i++)
        put_contract(&out, &file->contracts[i]);
    for (uint32_t i = 0; i < file->ninvariants; i++)
        put_invariant(&out, &file->invariants[i]);
    for (uint32_t i = 0; i < file->ncodes; i++)
        put_code(f, &out, &file->codes[i]);
    for (uint32_t i = 0; i < file->nasides; i++)
        assay_buf_printf(&out, "aside: %s %s\n", file->asides[i].what,
                         file->asides[i].name);
    return take(f, &out);
}

/* ---- Reports. */

const char *acsl_fixture_report(struct acsl_fixture *f)
{
    struct assay_buf all, out;
    size_t len = strlen(f->c.folder);

    assay_buf_init(&all, NULL, 0);
    assay_buf_init(&out, NULL, 0);
    diag_sort(&f->c.diags);
    render_text(&f->c.diags, &all);
    for (const char *at = all.at; *at; at++) {
        if (strncmp(at, f->c.folder, len) == 0)
            at += len;
        else
            assay_buf_putc(&out, *at);
    }
    assay_buf_done(&all);
    return take(f, &out);
}

const char *acsl_fixture_codes(struct acsl_fixture *f)
{
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    diag_sort(&f->c.diags);
    for (uint32_t i = 0; i < f->c.diags.count; i++)
        assay_buf_printf(&out, "%s%s", i > 0 ? " " : "",
                         diag_code_text(f->c.diags.at[i]->code));
    return take(f, &out);
}

void acsl_fixture_check(const char *text, const char *dump)
{
    struct acsl_fixture f;

    acsl_fixture_init(&f);
    acsl_fixture_read(&f, text);
    CHECK_STR(acsl_fixture_report(&f), "");
    CHECK_STR(acsl_fixture_dump(&f), dump);
    acsl_fixture_done(&f);
}

void acsl_fixture_check_report(const char *text, const char *report)
{
    struct acsl_fixture f;

    acsl_fixture_init(&f);
    acsl_fixture_read(&f, text);
    CHECK_STR(acsl_fixture_report(&f), report);
    acsl_fixture_done(&f);
}
