#include "cfront_fixture.h"
#include "harness.h"
#include "torture.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void cfront_fixture_init(struct cfront_fixture *f, const struct assay_alloc *mem)
{
    *f = (struct cfront_fixture){.folder = "/tmp/assay-cfront-XXXXXX"};
    assay_arena_init(&f->arena, mem, 0);
    diag_init(&f->diags);
    CHECK(mkdtemp(f->folder) != NULL);
}

void cfront_fixture_done(struct cfront_fixture *f)
{
    DIR *folder = opendir(f->folder);
    const struct dirent *entry;

    CHECK(folder != NULL);
    while ((entry = readdir(folder)))
        if (entry->d_name[0] != '.')
            CHECK(unlinkat(dirfd(folder), entry->d_name, 0) == 0);
    closedir(folder);
    CHECK(rmdir(f->folder) == 0);
    diag_done(&f->diags);
    assay_arena_done(&f->arena);
}

static const char *take(struct cfront_fixture *f, struct assay_buf *buf)
{
    const char *copy = assay_arena_text(&f->diags.arena, buf->at, buf->len);

    CHECK(copy && !buf->status);
    assay_buf_done(buf);
    return copy;
}

const char *cfront_fixture_write(struct cfront_fixture *f, const char *name,
                                 const char *text)
{
    struct assay_buf path;
    FILE *file;

    assay_buf_init(&path, NULL, 0);
    assay_buf_printf(&path, "%s/%s", f->folder, name);
    file = fopen(path.at, "wb");
    CHECK(file && fwrite(text, 1, strlen(text), file) == strlen(text));
    CHECK(fclose(file) == 0);
    return take(f, &path);
}

void cfront_fixture_read(struct cfront_fixture *f, const char *text,
                         const char *const *arguments)
{
    const char *path = cfront_fixture_write(f, "t.c", text);
    uint32_t count = 0;

    while (arguments && arguments[count])
        count++;
    f->unit = cfront_read(&f->diags, &f->arena, path, arguments, count);
}

const char *cfront_fixture_text(struct cfront_fixture *f, Span span)
{
    struct assay_str text = diag_text(&f->diags, span);
    const char *copy = assay_arena_text(&f->diags.arena, text.at, text.len);

    CHECK(copy != NULL);
    return span.source == DIAG_NOWHERE ? "-" : copy;
}

/* ---- What was read. */

static void put_params(struct assay_buf *out, const CParam *params, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        assay_buf_printf(out, "%s%s: %s", i > 0 ? ", " : "", params[i].name,
                         params[i].type->spelling);
}

static void put_declaration(struct cfront_fixture *f, struct assay_buf *out,
                            const CFunction *fn, const CDeclaration *d)
{
    assay_buf_printf(out, "  %s%s [%s]", d == fn->definition ? "definition" : "prototype",
                     d->rewritable ? "" : " fixed", cfront_fixture_text(f, d->span));
    if (d->rewritable)
        CHECK_STR(cfront_fixture_text(f, d->name), fn->name);
    assay_buf_puts(out, " (");
    put_params(out, d->params, fn->nparams);
    assay_buf_puts(out, ")\n");
}

const char *cfront_fixture_functions(struct cfront_fixture *f)
{
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    CHECK(f->unit != NULL);
    for (uint32_t i = 0; i < f->unit->nfunctions; i++) {
        const CFunction *fn = &f->unit->functions[i];
        if (fn->system)
            continue;
        assay_buf_printf(&out, "%s(", fn->name);
        put_params(&out, fn->params, fn->nparams);
        assay_buf_printf(&out, "%s): %s%s%s%s\n", fn->variadic ? ", ..." : "",
                         fn->result->spelling, fn->is_static ? " static" : "",
                         fn->is_inline ? " inline" : "",
                         fn->no_return ? " noreturn" : "");
        for (uint32_t k = 0; k < fn->ndeclarations; k++)
            put_declaration(f, &out, fn, &fn->declarations[k]);
    }
    return take(f, &out);
}

static void put_locals(struct cfront_fixture *f, struct assay_buf *out,
                       const CFunction *fn)
{
    for (uint32_t i = 0; i < fn->nlocals; i++) {
        const CLocal *l = &fn->locals[i];
        assay_buf_printf(out, "%s%s: %s in [%s]\n", l->is_static ? "static " : "",
                         l->name, l->type->spelling, cfront_fixture_text(f, l->scope));
    }
}

const char *cfront_fixture_body(struct cfront_fixture *f, const char *function)
{
    static const char *const loops[] = {"for", "while", "do"};
    const CFunction *fn = cfront_function(f->unit, function);
    struct assay_buf out;

    CHECK(fn != NULL);
    assay_buf_init(&out, NULL, 0);
    put_locals(f, &out, fn);
    for (uint32_t i = 0; i < fn->nloops; i++) {
        const CLoop *l = &fn->loops[i];
        assay_buf_printf(&out, "%s%s [%s]", loops[l->kind], l->rewritable ? "" : " fixed",
                         cfront_fixture_text(f, l->span));
        assay_buf_printf(&out, " (%s)", cfront_fixture_text(f, l->condition));
        assay_buf_printf(&out, " [%s]\n", cfront_fixture_text(f, l->body));
    }
    for (uint32_t i = 0; i < fn->nlabels; i++) {
        const CLabel *l = &fn->labels[i];
        CHECK_STR(cfront_fixture_text(f, l->span), l->name);
        assay_buf_printf(&out, "%s: [%s]\n", l->name,
                         cfront_fixture_text(f, l->statement));
    }
    return take(f, &out);
}

static const char *kind_name(const CType *t)
{
    static const char *const names[] = {
        "void",  "bool",   "int",   "enum",     "float", "pointer",
        "array", "struct", "union", "function", "other",
    };
    return names[t->kind];
}

static void put_type(struct assay_buf *out, const CType *t, int depth)
{
    assay_buf_printf(out, "%s%s%s%s %u", t->is_const ? "const " : "",
                     t->is_volatile ? "volatile " : "",
                     t->kind == C_INT || t->kind == C_ENUM
                         ? (t->is_signed ? "signed " : "unsigned ")
                         : "",
                     t->is_char ? "char" : kind_name(t), (unsigned)t->size);
    if (t->alias)
        assay_buf_printf(out, " as %s", t->alias->name);
    if (t->tag[0] != '\0')
        assay_buf_printf(out, " tag %s", t->tag);
    if (t->kind == C_ARRAY)
        assay_buf_printf(out, " of %u", (unsigned)t->count);
    if (t->of && depth < 4) {
        assay_buf_puts(out, " -> ");
        put_type(out, t->of, depth + 1);
    }
}

static void put_members(struct assay_buf *out, const CType *t)
{
    for (uint32_t i = 0; i < t->nfields; i++) {
        const CField *m = &t->fields[i];
        assay_buf_printf(out, "  %s %s @%u", m->name, m->type->spelling,
                         (unsigned)m->offset);
        if (m->bits > 0)
            assay_buf_printf(out, " bits %d", m->bits);
        assay_buf_putc(out, '\n');
    }
    for (uint32_t i = 0; i < t->nvalues; i++)
        assay_buf_printf(out, "  %s = %lld\n", t->values[i].name,
                         (long long)t->values[i].value);
}

const char *cfront_fixture_types(struct cfront_fixture *f)
{
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    CHECK(f->unit != NULL);
    for (uint32_t i = 0; i < f->unit->ntypedefs; i++) {
        const CTypedef *t = &f->unit->typedefs[i];
        if (t->system)
            continue;
        CHECK_STR(cfront_fixture_text(f, t->span), t->name);
        assay_buf_printf(&out, "typedef %s: %s: ", t->name, t->type->spelling);
        put_type(&out, t->type, 0);
        assay_buf_putc(&out, '\n');
    }
    for (uint32_t i = 0; i < f->unit->nrecords; i++) {
        const CType *t = f->unit->records[i];
        if (t->tag[0] == '_')
            continue;
        assay_buf_printf(&out, "%s %s %u\n", kind_name(t), t->tag, (unsigned)t->size);
        put_members(&out, t);
    }
    return take(f, &out);
}

const char *cfront_fixture_globals(struct cfront_fixture *f)
{
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    CHECK(f->unit != NULL);
    for (uint32_t i = 0; i < f->unit->nglobals; i++) {
        const CGlobal *g = &f->unit->globals[i];
        if (g->system)
            continue;
        assay_buf_printf(&out, "%s%s%s%s: %s: ", g->is_static ? "static " : "",
                         g->is_extern ? "extern " : "", g->is_const ? "const " : "",
                         g->name, g->type->spelling);
        put_type(&out, g->type, 0);
        assay_buf_putc(&out, '\n');
    }
    return take(f, &out);
}

static void put_about(struct cfront_fixture *f, struct assay_buf *out,
                      const CAnnotation *a)
{
    if (a->function)
        assay_buf_printf(out, " %s", a->function->name);
    if (a->declaration)
        assay_buf_printf(out, " #%d", (int)(a->declaration - a->function->declarations));
    if (a->loop)
        assay_buf_printf(out, " loop #%d", (int)(a->loop - a->function->loops));
    if (a->alias)
        assay_buf_printf(out, " %s", a->alias->name);
    if (a->variable)
        assay_buf_printf(out, " %s", a->variable->name);
    if (a->next > 0) {
        Span next = {a->span.source, a->next, a->next + 8};
        assay_buf_printf(out, " before [%s]", cfront_fixture_text(f, next));
    }
}

const char *cfront_fixture_annotations(struct cfront_fixture *f)
{
    static const char *const places[] = {"global",   "contract", "type",
                                         "variable", "loop",     "statement"};
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    CHECK(f->unit != NULL);
    for (uint32_t i = 0; i < f->unit->nannotations; i++) {
        const CAnnotation *a = &f->unit->annotations[i];
        assay_buf_printf(&out, "%s[%s] %s", a->line ? "line " : "",
                         cfront_fixture_text(f, a->span), places[a->place]);
        put_about(f, &out, a);
        assay_buf_putc(&out, '\n');
    }
    return take(f, &out);
}

const char *cfront_fixture_errors(struct cfront_fixture *f)
{
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    for (uint32_t i = 0; i < f->diags.count; i++) {
        const Diagnostic *d = f->diags.at[i];
        Position p = diag_position(&f->diags, d->span.source, d->span.start);
        const char *name = d->span.source == DIAG_NOWHERE
                               ? "-"
                               : strrchr(f->diags.sources[d->span.source].name, '/') + 1;
        assay_buf_printf(&out, "%s@%s:%u:%u %s\n", diag_code_text(d->code), name, p.line,
                         p.byte_column, d->message);
    }
    return take(f, &out);
}

static enum assay_status read_text(const struct assay_alloc *mem, void *ctx)
{
    struct cfront_fixture f;
    bool read;

    cfront_fixture_init(&f, mem);
    cfront_fixture_read(&f, ctx, NULL);
    read = f.unit != NULL;
    cfront_fixture_done(&f);
    return read ? ASSAY_OK : ASSAY_NO_MEMORY;
}

void cfront_fixture_torture(const char *text)
{
    torture(read_text, (void *)(uintptr_t)text);
}

void cfront_fixture_torture_pieces(const char *text)
{
    struct cfront_fixture f;
    const char *path;

    cfront_fixture_init(&f, NULL);
    path = cfront_fixture_write(&f, "t.c", text);
    for (size_t max = 4096; max < 60000; max += 1531) {
        struct assay_arena a;
        assay_arena_init(&a, NULL, max);
        cfront_read(&f.diags, &a, path, NULL, 0);
        assay_arena_done(&a);
    }
    cfront_fixture_done(&f);
}
