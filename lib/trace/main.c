/*
 * A specification as a test program of its own, and runs by hand.
 */
#include "trace/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The test program */

/* Takes an argument out of the arguments; whether it was there. */
static bool take_argument(int *argc, char **argv, const char *name)
{
    int kept = 1;
    bool found = false;

    for (int i = 1; i < *argc; i++)
        if (strcmp(argv[i], name) == 0)
            found = true;
        else
            argv[kept++] = argv[i];
    argv[kept] = NULL;
    *argc = kept;
    return found;
}

/* Whether an argument begins so and has this text in it. */
static bool has_argument(int argc, char **argv, const char *begin, const char *text)
{
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], begin, strlen(begin)) == 0 && strstr(argv[i], text))
            return true;
    return false;
}

/* Random runs go by a name of their own: their choices mean nothing to a generator. So a
 * replay needs no --random. */
int assay_trace_main(const struct assay_trace_spec *spec,
                     const struct assay_trace_system *system, int argc, char **argv)
{
    struct assay_trace_job job = {.spec = spec, .system = system};
    struct assay_property table[2] = {
        {.name = spec->property->name, .run = assay_trace_run, .context = &job}};
    char name[256];
    int code;

    snprintf(name, sizeof name, "%s-random", spec->property->name);
    job.count = take_argument(&argc, argv, "--count");
    job.random = take_argument(&argc, argv, "--random") ||
                 has_argument(argc, argv, "--replay=", name);
    job.pct = take_argument(&argc, argv, "--pct");
    job.random |= job.pct;
    if (job.random)
        table[0].name = name;
    code = assay_main(table, argc, argv);
    if (has_argument(argc, argv, "--help", ""))
        puts("      --random        any events in any order, not those of the "
             "generators\n"
             "      --pct           the same, by priorities that change now and then\n"
             "      --count         violations are no failures: how runs end is counted");
    return code;
}

/* ---- By hand */

struct assay_trace *assay_trace_open(const struct assay_trace_spec *spec,
                                     const struct assay_trace_system *system,
                                     const struct assay_trace_world *world)
{
    struct assay_trace *t = calloc(1, sizeof *t);

    if (!t) {
        fputs("out of memory\n", stderr);
        exit(2);
    }
    t->spec = spec;
    t->system = system;
    t->world = world;
    t->arena = &t->own;
    t->end = ASSAY_TRACE_PASSED;
    assay_arena_init(&t->own, NULL, 0);
    return t;
}

static uint32_t named(struct assay_trace *t, const char *name, uint32_t count)
{
    uint32_t i = assay_trace_find(t, name);

    if (i == t->spec->noperations)
        assay_trace_misuse(t, "'%s' is no event of %s", name, t->spec->name);
    if (count != t->spec->operations[i].nfields)
        assay_trace_misuse(
            t, "'%s' has %u field%s in %s, not %u", name, t->spec->operations[i].nfields,
            t->spec->operations[i].nfields == 1 ? "" : "s", t->spec->name, count);
    return i;
}

void assay_trace_do_named(struct assay_trace *t, const char *operation, uint32_t count,
                          const struct assay_trace_value *fields)
{
    assay_trace_do(t, named(t, operation, count), fields);
}

void assay_trace_see_named(struct assay_trace *t, const char *operation, uint32_t count,
                           const struct assay_trace_value *fields)
{
    assay_trace_see(t, named(t, operation, count), fields);
}

static void print_log(const struct assay_trace *t, struct assay_buf *text)
{
    for (size_t i = 0; i < t->nlog; i++) {
        assay_buf_clear(text);
        assay_trace_show_event(t, &t->log[i], text);
        puts(text->at);
    }
}

int assay_trace_close(struct assay_trace *t)
{
    const struct assay_trace_property *property = t->spec->property;
    const struct assay_trace_value *vars;
    const char *why = t->why;
    struct assay_buf text;

    assay_trace_stop(t);
    assay_buf_init(&text, NULL, 0);
    print_log(t, &text);
    vars = assay_trace_violation(t);
    assay_buf_clear(&text);
    if (vars)
        assay_trace_show_property(property, vars, &text);
    if (t->why != why) /* it cannot be told */
        puts(t->why);
    printf("%s %s\n", vars ? "violates" : "does not violate",
           vars ? text.at : property->name);
    assay_buf_done(&text);
    assay_arena_done(&t->own);
    free(t);
    return vars != NULL;
}
