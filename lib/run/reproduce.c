/*
 * One execution in this process, for reproducers under a debugger or valgrind: no child,
 * no handlers, no limits.
 */
#include "run/execute.h"
#include <stdio.h>
#include <string.h>

/* Each line of a text, set off. */
static void print_lines(struct assay_str text)
{
    while (text.len > 0) {
        const char *end = memchr(text.at, '\n', text.len);
        size_t len = end ? (size_t)(end - text.at) : text.len;
        fprintf(stderr, "    %.*s\n", (int)len, text.at);
        text.at += len + (end != NULL);
        text.len -= len + (end != NULL);
    }
}

static int print_end(const struct assay_property *property, enum assay_end end,
                     const struct assay_journal *j)
{
    const struct assay_wreck *w = &j->wreck;

    switch (end) {
    case ASSAY_END_FAILED:
        fprintf(stderr, "%s:%d: %s: %s\n", w->file, w->line, property->name, w->message);
        print_lines(assay_area_text(j->program.len ? &j->program : &j->values));
        print_lines(assay_area_text(&j->notes));
        print_lines(assay_area_text(&j->picture));
        return 1;
    case ASSAY_END_MISUSED:
        fprintf(stderr, "%s: %s\n", property->name,
                w->misused[0] ? w->misused : assay_status_text(w->misuse));
        return 2;
    case ASSAY_END_REJECTED:
        fprintf(stderr, "%s: an assumption did not hold\n", property->name);
        return 0;
    default:
        fprintf(stderr, "%s: held\n", property->name);
        return 0;
    }
}

/* Executes with hooks; `source` answers what is not given. */
static int run_here(const struct assay_property *property,
                    const struct assay_given *given, struct assay_source *source)
{
    struct assay_shared shared;
    struct assay_executor x;
    int code;

    if (assay_shared_init(&shared)) {
        fputs("assay: no memory for the record\n", stderr);
        return 2;
    }
    assay_executor_init(&x, property, &shared, NULL);
    x.body.given = given;
    x.body.explain = true;
    code =
        print_end(property, assay_execute(&x, source, &assay_body_hooks), shared.journal);
    assay_executor_done(&x);
    assay_shared_done(&shared);
    return code;
}

int assay_reproduce(const struct assay_property *property,
                    const struct assay_given *given)
{
    struct assay_random simplest;

    assay_random_init(&simplest, 0, 0);
    return run_here(property, given, &simplest.base);
}

int assay_reproduce_choices(const struct assay_property *property, const char *choices)
{
    struct assay_values values;
    struct assay_buf name, error;
    struct assay_replay source;
    int code = 2;

    assay_values_init(&values, NULL);
    assay_buf_init(&name, NULL, 0);
    assay_buf_init(&error, NULL, 0);
    if (assay_values_decode(&values, choices, strlen(choices), &name, &error)) {
        fprintf(stderr, "assay: the choices: %s\n", error.at);
    } else {
        assay_replay_init(&source, &values, NULL, NULL);
        code = run_here(property, NULL, &source.base);
    }
    assay_values_done(&values);
    assay_buf_done(&name);
    assay_buf_done(&error);
    return code;
}
