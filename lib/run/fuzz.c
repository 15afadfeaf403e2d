/*
 * A property under a fuzzer. Fuzzers call a function of bytes and nothing else, millions
 * of times, so what executions share is kept in a static variable: it is made by the
 * first call and never freed.
 */
#include "run/execute.h"
#include <assay/fuzz.h>
#include <stdio.h>
#include <stdlib.h>

struct bench {
    struct assay_shared shared;
    struct assay_executor executor;
};

static struct bench *the_bench;

static struct bench *get_bench(const struct assay_property *property)
{
    struct bench *b = the_bench;

    if (!b) {
        b = malloc(sizeof *b);
        if (!b || assay_shared_init(&b->shared)) {
            fputs("assay: no memory for the record\n", stderr);
            abort();
        }
        assay_executor_init(&b->executor, property, &b->shared, NULL);
        the_bench = b;
    }
    b->executor.property = b->executor.body.property = property;
    return b;
}

/* Executes the failing input again for its values, and aborts. */
static _Noreturn void fail(struct bench *b, struct assay_source *source)
{
    struct assay_journal *j = b->shared.journal;
    struct assay_str text;

    b->executor.body.explain = true;
    assay_execute(&b->executor, source, &assay_body_hooks);
    text = assay_area_text(j->program.len ? &j->program : &j->values);
    fprintf(stderr, "%s:%d: %s: %s\n%.*s", j->wreck.file, j->wreck.line,
            b->executor.property->name, j->wreck.message, (int)text.len, text.at);
    text = assay_area_text(&j->notes);
    fprintf(stderr, "%.*s", (int)text.len, text.at);
    text = assay_area_text(&j->picture);
    fprintf(stderr, "%.*s", (int)text.len, text.at);
    abort();
}

int assay_fuzz(const struct assay_property *property, const unsigned char *bytes,
               size_t len)
{
    struct bench *b = get_bench(property);
    const struct assay_wreck *w;
    struct assay_bytes_source source;

    assay_bytes_source_init(&source, bytes, len);
    switch (assay_execute(&b->executor, &source.base, NULL)) {
    case ASSAY_END_PASSED:
        return 0;
    case ASSAY_END_FAILED:
        assay_bytes_source_init(&source, bytes, len);
        fail(b, &source.base);
    case ASSAY_END_MISUSED:
        w = &b->shared.journal->wreck;
        fprintf(stderr, "%s: %s\n", property->name,
                w->misused[0] ? w->misused : assay_status_text(w->misuse));
        abort();
    default:
        return -1;
    }
}
