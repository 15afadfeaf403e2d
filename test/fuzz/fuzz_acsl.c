/*
 * Annotations under a fuzzer: whatever the text is, what is wrong with it is at a place
 * in it and can be shown, and what was read is well formed. The clauses of a good
 * contract are printed as ones that read the same.
 *
 * The C around them is read once. Each text stands before a function and before a loop in
 * it.
 */
#include "acsl/acsl.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "diag/render.h"
#include "target.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LEN_MAX 4096

static const char code[] =
    "#define N 10\n"
    "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n"
    "#define DEEP DEEP + MAX(DEEP, N)\n"
    "#define GLUE(a, b) a##b\n"
    "struct node { struct node *next; int v; union { int i; float f; }; int data[4]; };\n"
    "typedef unsigned char byte;\n"
    "enum color { RED, GREEN = 5 };\n"
    "int g, arr[N];\n"
    "struct node *root;\n"
    "int *make(int n);\n"
    "int *f(int *p, int n, struct node s, double d)\n"
    "{\n"
    "    for (int i = 0; i < n; i++) {\n"
    "        g += p[i];\n"
    "    }\n"
    "    return p;\n"
    "}\n";

/* ---- The code. */

static const CUnit *read_code(void)
{
    static struct assay_arena arena;
    static Diags diags;
    char path[] = "/tmp/fuzz-acsl-XXXXXX.c";
    const CUnit *unit;
    FILE *file;
    int fd = mkstemps(path, 2);

    demand(fd >= 0, "no file");
    file = fdopen(fd, "w");
    demand(file && fputs(code, file) >= 0 && fclose(file) == 0, "no file");
    assay_arena_init(&arena, NULL, 0);
    diag_init(&diags);
    unit = cfront_read(&diags, &arena, path, NULL, 0);
    demand(unit && diags.errors == 0, "no code");
    unlink(path);
    return unit;
}

struct reading {
    struct assay_arena arena;
    Diags diags;
    CUnit unit;
    CAnnotation annotations[2];
    const AcslFile *file;
};

static void reading_init(struct reading *r, const CUnit *around, struct assay_str text)
{
    const CFunction *f = cfront_function(around, "f");
    Span span;

    assay_arena_init(&r->arena, NULL, 0);
    assay_arena_fence(&r->arena);
    diag_init(&r->diags);
    diag_source(&r->diags, "code", assay_str(code));
    span = (Span){diag_source(&r->diags, "fuzz", text), 0, (uint32_t)text.len};
    r->annotations[0] = (CAnnotation){.span = span,
                                      .comment = span,
                                      .place = C_CONTRACT,
                                      .function = f,
                                      .declaration = f->definition};
    r->annotations[1] = (CAnnotation){.span = span,
                                      .comment = span,
                                      .place = C_LOOP,
                                      .function = f,
                                      .loop = &f->loops[0]};
    r->unit = *around;
    r->unit.arena = &r->arena;
    r->unit.diags = &r->diags;
    r->unit.annotations = r->annotations;
    r->unit.nannotations = 2;
    r->file = acsl_read(&r->unit);
    demand(r->file != NULL, "not read");
}

static void reading_done(struct reading *r)
{
    acsl_done(r->file);
    diag_done(&r->diags);
    assay_arena_done(&r->arena);
}

/* ---- Demands. */

static void check_report(struct reading *r, struct assay_str text)
{
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    diag_sort(&r->diags);
    for (uint32_t i = 0; i < r->diags.count; i++) {
        Span span = r->diags.at[i]->span;
        size_t end = span.source == 0 ? strlen(code) : text.len;
        demand(r->diags.at[i]->message[0] != '\0', "a report without words");
        demand(span.source == DIAG_NOWHERE || (span.start <= span.end && span.end <= end),
               "a place outside of the text");
    }
    render_text(&r->diags, &out);
    demand(out.status || assay_utf8_valid(out.at, out.len), "a report that is no text");
    assay_buf_done(&out);
}

static void check_node(const AcslNode *n)
{
    demand(n->sort != NULL, "a node without a sort");
    demand(n->kind != NODE_CALL || n->as.call.nlabels == n->as.call.logic->nlabels,
           "a call without labels");
    for (uint32_t i = 0; i < n->nvars; i++)
        demand(n->vars[i]->sort != NULL, "a variable without a sort");
    for (uint32_t i = 0; i < n->nargs; i++) {
        demand(n->args[i] || n->kind == NODE_RANGE || n->kind == NODE_COMPREHEND ||
                   n->kind == NODE_TEXT,
               "a node without its argument");
        if (n->args[i])
            check_node(n->args[i]);
    }
}

static void check_clause(const AcslClause *c, struct assay_buf *out)
{
    if (c->body)
        check_node(c->body);
    for (uint32_t i = 0; i < c->nlocations; i++)
        check_node(c->locations[i]);
    for (uint32_t i = 0; i < c->nmaker_args; i++)
        check_node(c->maker_args[i]);
    if (c->kind != CLAUSE_REQUIRES && c->kind != CLAUSE_ENSURES)
        return;
    assay_buf_printf(out, "%s ", acsl_clause_text(c->kind));
    acsl_print(c->body, out);
    assay_buf_puts(out, ";\n");
}

/* Looks at everything; the clauses of the contract are printed. */
static void check_file(const AcslFile *file, struct assay_buf *out)
{
    struct assay_buf rest;

    for (uint32_t i = 0; i < file->nlogic; i++) {
        demand(file->logic[i]->number == i, "another number");
        if (file->logic[i]->body)
            check_node(file->logic[i]->body);
        for (uint32_t k = 0; k < file->logic[i]->ncases; k++)
            check_node(file->logic[i]->cases[k].body);
    }
    for (uint32_t i = 0; i < file->ncontracts; i++)
        for (uint32_t b = 0; b < file->contracts[i].nbehaviors; b++)
            for (uint32_t k = 0; k < file->contracts[i].behaviors[b].nclauses; k++)
                check_clause(&file->contracts[i].behaviors[b].clauses[k], out);
    assay_buf_init(&rest, NULL, 0);
    for (uint32_t i = 0; i < file->ncodes; i++)
        for (uint32_t k = 0; k < file->codes[i].nclauses; k++)
            check_clause(&file->codes[i].clauses[k], &rest);
    assay_buf_done(&rest);
    for (uint32_t i = 0; i < file->ninvariants; i++)
        check_node(file->invariants[i].body);
}

/* What is printed must read as the same. */
static void check_printed(const CUnit *around, const struct assay_buf *text)
{
    struct reading again;
    struct assay_buf out;

    reading_init(&again, around, (struct assay_str){text->at, text->len});
    assay_buf_init(&out, NULL, 0);
    if (again.diags.errors > 0) {
        render_text(&again.diags, &out);
        fprintf(stderr, "%s%s", text->at, out.at);
    }
    demand(again.diags.errors == 0, "does not read what it wrote");
    assay_buf_clear(&out);
    check_file(again.file, &out);
    if (strcmp(out.at, text->at) != 0)
        fprintf(stderr, "%s%s", text->at, out.at);
    demand(strcmp(out.at, text->at) == 0, "another term");
    assay_buf_done(&out);
    reading_done(&again);
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len)
{
    static const CUnit *around;
    struct assay_str text = {(const char *)bytes, len};
    struct assay_buf printed;
    struct reading r;

    if (len > LEN_MAX)
        return -1;
    if (!around)
        around = read_code();
    reading_init(&r, around, text);
    assay_buf_init(&printed, NULL, 0);
    check_file(r.file, &printed);
    if (r.diags.errors == 0 && r.file->nlogic == 0 && r.file->ncodes == 0)
        check_printed(around, &printed);
    check_report(&r, text);
    assay_buf_done(&printed);
    reading_done(&r);
    return 0;
}
