/*
 * OpenAPI documents under a fuzzer: whatever the bytes are, either there is a fault with
 * a place in them, or what comes out is read as HeadREST without errors.
 */
#include "report.h"
#include "rest/import.h"
#include "rest/spec.h"
#include <stdio.h>
#include <string.h>

#define LEN_MAX 4096

static void check_faults(const ImportReport *r, const struct assay_buf *out)
{
    demand(out->len == 0, "a specification in spite of faults");
    for (uint32_t i = 0; i < r->nfaults; i++) {
        demand(r->faults[i].text && r->faults[i].text[0], "a fault without words");
        demand(r->faults[i].line >= 1 && r->faults[i].column >= 1, "a fault nowhere");
        demand(!strchr(r->faults[i].text, '\n'), "a fault of several lines");
    }
}

static void check_left(const ImportReport *r)
{
    for (uint32_t i = 0; i < r->nleft; i++) {
        demand(r->left[i].place[0] == '#', "no pointer");
        demand(r->left[i].what[0] != '\0', "something left out without words");
        demand(!strchr(r->left[i].place, '\n') && !strchr(r->left[i].what, '\n'),
               "several lines");
    }
}

/* What was made must be a specification with as many triples as were counted. */
static void check_spec(const struct assay_buf *text, const ImportReport *r)
{
    struct assay_arena arena;
    struct assay_buf shown;
    Diags diags;
    Spec spec;

    assay_arena_init(&arena, NULL, 0);
    diag_init(&diags);
    demand(rest_spec_read(
               &spec, &diags,
               diag_source(&diags, "made", (struct assay_str){text->at, text->len}),
               "/nonexistent", &arena),
           "not read");
    if (diags.errors > 0) {
        assay_buf_init(&shown, NULL, 0);
        render_text(&diags, &shown);
        fprintf(stderr, "%s%s", text->at, shown.at);
    }
    demand(diags.errors == 0, "what was made has errors");
    demand(spec.ntriples == r->triples, "not all triples");
    demand(spec.reader.aliases.count == r->types, "not all types");
    rest_spec_done(&spec);
    diag_done(&diags);
    assay_arena_done(&arena);
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len)
{
    struct assay_arena arena;
    struct assay_buf out;
    ImportReport report;

    if (len > LEN_MAX)
        return -1;
    assay_arena_init(&arena, NULL, 0);
    assay_arena_fence(&arena);
    assay_buf_init(&out, NULL, 0);
    demand(
        rest_import((struct assay_str){(const char *)bytes, len}, &arena, &out, &report),
        "out of memory");
    if (report.nfaults > 0)
        check_faults(&report, &out);
    else
        check_spec(&out, &report);
    check_left(&report);
    assay_buf_done(&out);
    assay_arena_done(&arena);
    return 0;
}
