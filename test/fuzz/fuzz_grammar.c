/*
 * Grammars under a fuzzer: whatever the text is, its problems are in it and can be shown;
 * and a good grammar's dump reads as a grammar of the same dump.
 */
#include "base/buf.h"
#include "base/utf8.h"
#include "lang/notation.h"
#include "target.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEN_MAX 4096

struct reading {
    struct assay_grammar g;
    struct assay_problems problems;
    struct assay_buf report, dump;
    enum assay_status status;
};

static void reading_init(struct reading *r, const char *text, size_t len)
{
    static const struct assay_lang_function functions[] = {{.name = "own", .arity = 2},
                                                           {.name = NULL}};
    struct assay_lang_source source = {
        .name = "fuzz", .text = text, .len = len, .functions = functions};

    assay_grammar_init(&r->g, NULL);
    assay_problems_init(&r->problems, NULL);
    assay_buf_init(&r->report, NULL, 0);
    assay_buf_init(&r->dump, NULL, 0);
    r->status = assay_notation_read(&r->g, &r->problems, &source);
    demand(r->status == ASSAY_OK || r->status == ASSAY_BAD_FORMAT,
           "an unexpected status");
    assay_problems_render(&r->problems, &r->g, &r->report);
    if (r->status == ASSAY_OK)
        assay_grammar_dump(&r->g, &r->dump);
    demand(!r->report.status && !r->dump.status, "no text");
}

static void reading_done(struct reading *r)
{
    assay_grammar_done(&r->g);
    assay_problems_done(&r->problems);
    assay_buf_done(&r->report);
    assay_buf_done(&r->dump);
}

static void check_problems(const struct reading *r)
{
    size_t errors = 0;

    for (size_t i = 0; i < r->problems.count; i++) {
        const struct assay_problem *p = &r->problems.at[i];
        const struct assay_source_text *source =
            &r->g.sources[r->problems.places[i].source];
        errors += p->severity == ASSAY_ERROR;
        demand(p->offset <= source->len && p->len <= source->len - p->offset,
               "a problem outside of its text");
        demand(p->line > 0 && p->column > 0 && p->source == source->name, "no place");
        demand(p->message[0] != '\0', "a problem without words");
    }
    demand((r->status == ASSAY_OK) == (r->problems.errors == 0), "errors, or none?");
    demand(errors <= r->problems.errors, "more errors than were counted");
    demand(assay_utf8_valid(r->report.at, r->report.len), "a report that is no text");
    demand(strlen(r->report.at) == r->report.len, "a zero byte in the report");
}

static void check_dump(const struct reading *first)
{
    struct reading second;

    reading_init(&second, first->dump.at, first->dump.len);
    if (second.status)
        fprintf(stderr, "%s", second.report.at);
    demand(second.status == ASSAY_OK, "does not read what it wrote");
    demand(strcmp(first->dump.at, second.dump.at) == 0, "another dump");
    demand(second.g.nterms == first->g.nterms, "another number of terms");
    reading_done(&second);
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len)
{
    struct reading r;

    if (len > LEN_MAX)
        return -1;
    reading_init(&r, (const char *)bytes, len);
    check_problems(&r);
    if (r.status == ASSAY_OK)
        check_dump(&r);
    reading_done(&r);
    return 0;
}
