/*
 * Specifications under a fuzzer: whatever the text is, what is wrong with it is at a
 * place in it and can be shown; what was read is printed, and checked with a prover that
 * decides nothing. A condition of a good specification is printed as one that reads the
 * same.
 */
#include "report.h"
#include "rest/check.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEN_MAX 4096

/* ---- A prover that decides nothing. */

static ProverVerdict prove(void *ctx, const Scope *scope, const Term *goal,
                           struct assay_arena *arena)
{
    (void)ctx;
    (void)scope;
    (void)goal;
    (void)arena;
    return (ProverVerdict){.answer = PROVER_UNDECIDED, .why = "nothing is"};
}

static ProverVerdict possible(void *ctx, const Scope *scope, struct assay_arena *arena)
{
    return prove(ctx, scope, NULL, arena);
}

/* ---- Reading. */

struct reading {
    struct assay_arena arena;
    Diags diags;
    Spec spec;
};

static void reading_init(struct reading *r, struct assay_str text)
{
    assay_arena_init(&r->arena, NULL, 0);
    assay_arena_fence(&r->arena);
    diag_init(&r->diags);
    demand(rest_spec_read(&r->spec, &r->diags, diag_source(&r->diags, "fuzz", text),
                          "/nonexistent", &r->arena),
           "not read");
}

static void reading_done(struct reading *r)
{
    rest_spec_done(&r->spec);
    diag_done(&r->diags);
    assay_arena_done(&r->arena);
}

/* ---- Printing. */

/* The specification as it is printed. */
static void print_spec(const Spec *spec, struct assay_buf *out)
{
    for (uint32_t i = 0; i < spec->reader.resources.count; i++)
        assay_buf_printf(out, "resource %s\n", spec->reader.resources.at[i]->name);
    for (uint32_t i = 0; i < spec->nvars; i++) {
        assay_buf_printf(out, "var %s: ", spec->vars[i]->name);
        type_print(spec->vars[i]->type, out);
        assay_buf_putc(out, '\n');
    }
    for (uint32_t i = 0; i < spec->reader.aliases.count; i++) {
        const Alias *alias = spec->reader.aliases.at[i];
        if (!alias->type)
            continue;
        assay_buf_printf(out, "type %s = ", alias->name);
        type_print(alias->type, out);
        assay_buf_putc(out, '\n');
    }
    for (uint32_t i = 0; i < spec->ntriples; i++) {
        const Triple *t = spec->triples[i];
        assay_buf_puts(out, "{ ");
        term_print(t->pre, out);
        assay_buf_printf(out, " } %s ", rest_method_text(t->method));
        term_print(t->url, out);
        assay_buf_puts(out, " { ");
        term_print(t->post, out);
        assay_buf_puts(out, " }\n");
    }
}

static void dump_spec(const Spec *spec, struct assay_buf *out)
{
    for (uint32_t i = 0; i < spec->reader.aliases.count; i++)
        if (spec->reader.aliases.at[i]->type)
            type_dump(spec->reader.aliases.at[i]->type, out);
    for (uint32_t i = 0; i < spec->ntriples; i++) {
        term_dump(spec->triples[i]->pre, out);
        term_dump(spec->triples[i]->post, out);
    }
}

/* ---- Demands. */

static void check_spec(struct reading *r)
{
    Prover prover = {NULL, prove, possible, NULL};
    Checker c = {.diags = &r->diags, .arena = &r->arena, .prover = &prover};
    uint32_t errors = r->diags.errors;
    bool good = rest_check(&r->spec, &c, &(RestCheck){.coverage = true});

    demand(good || r->diags.errors > 0, "wrong, but nothing is said");
    demand(errors == 0 || !good, "errors, but nothing is wrong");
}

/* What is printed must read as the same trees. */
static void check_printed(const struct assay_buf *text, const struct assay_buf *dump)
{
    struct reading again;
    struct assay_buf out;

    reading_init(&again, (struct assay_str){text->at, text->len});
    if (again.diags.errors > 0) {
        assay_buf_init(&out, NULL, 0);
        render_text(&again.diags, &out);
        fprintf(stderr, "%s%s", text->at, out.at);
    }
    demand(again.diags.errors == 0, "does not read what it wrote");
    assay_buf_init(&out, NULL, 0);
    dump_spec(&again.spec, &out);
    demand(strcmp(out.at, dump->at) == 0, "another tree");
    assay_buf_done(&out);
    reading_done(&again);
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len)
{
    struct assay_str text = {(const char *)bytes, len};
    struct assay_buf printed, dumped;
    struct reading r;
    bool good;

    if (len > LEN_MAX)
        return -1;
    reading_init(&r, text);
    good = r.diags.errors == 0;
    assay_buf_init(&printed, NULL, 0);
    assay_buf_init(&dumped, NULL, 0);
    print_spec(&r.spec, &printed);
    dump_spec(&r.spec, &dumped);
    check_spec(&r);
    check_report(&r.diags, text);
    if (good)
        check_printed(&printed, &dumped);
    assay_buf_done(&printed);
    assay_buf_done(&dumped);
    reading_done(&r);
    return 0;
}
