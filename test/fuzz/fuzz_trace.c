/*
 * Specifications of traces under a fuzzer: whatever the text is, what is wrong with it is
 * at a place in it and can be shown; what is good is printed as one that prints the same.
 */
#include "report.h"
#include "synth/spec.h"
#include <stdio.h>
#include <string.h>

#define LEN_MAX 4096

struct reading {
    struct assay_arena arena;
    Diags diags;
    TraceSpec spec;
    struct assay_buf printed; /* "" when there are errors */
};

static void reading_init(struct reading *r, struct assay_str text)
{
    assay_arena_init(&r->arena, NULL, 0);
    assay_arena_fence(&r->arena);
    assay_buf_init(&r->printed, NULL, 0);
    diag_init(&r->diags);
    demand(trace_spec_read(&r->spec, &r->diags, diag_source(&r->diags, "fuzz", text),
                           "/nonexistent", &r->arena),
           "not read");
    check_report(&r->diags, text);
    if (r->diags.errors == 0)
        trace_spec_print(&r->spec, &r->printed);
}

static void reading_done(struct reading *r)
{
    assay_buf_done(&r->printed);
    trace_spec_done(&r->spec);
    diag_done(&r->diags);
    assay_arena_done(&r->arena);
}

static void check_printed(const struct reading *first)
{
    struct reading again;
    struct assay_buf out;

    reading_init(&again, (struct assay_str){first->printed.at, first->printed.len});
    assay_buf_init(&out, NULL, 0);
    if (again.diags.errors > 0) {
        render_text(&again.diags, &out);
        fprintf(stderr, "%s%s", first->printed.at, out.at);
    }
    demand(again.diags.errors == 0, "does not read what it wrote");
    if (strcmp(again.printed.at, first->printed.at) != 0)
        fprintf(stderr, "%s\n%s", first->printed.at, again.printed.at);
    demand(strcmp(again.printed.at, first->printed.at) == 0, "reads as something else");
    assay_buf_done(&out);
    reading_done(&again);
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len)
{
    struct reading r;

    if (len > LEN_MAX)
        return -1;
    reading_init(&r, (struct assay_str){(const char *)bytes, len});
    if (r.diags.errors == 0)
        check_printed(&r);
    reading_done(&r);
    return 0;
}
