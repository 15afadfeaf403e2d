/*
 * A specification as a test program of its own, and runs by hand.
 */
#include "run/front.h"
#include "trace/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The test program */

struct program {
    struct assay_trace_job job;
    struct assay_property table[2];
    char random[256]; /* the name of random runs */
};

/* Random runs go by a name of their own: their choices mean nothing to a generator. So a
 * replay needs no --random. */
static bool ready(void *ctx, const char *replay, struct assay_buf *error)
{
    struct program *p = ctx;

    (void)error;
    p->job.random |= p->job.pct || (replay && strstr(replay, p->random));
    if (p->job.random)
        p->table[0].name = p->random;
    return true;
}

int assay_trace_main(const struct assay_trace_spec *spec,
                     const struct assay_trace_system *system, int argc, char **argv)
{
    struct program p = {.job = {.spec = spec, .system = system}};
    const struct assay_opt options[] = {
        {"random", 0, ASSAY_OPT_FLAG, &p.job.random, NULL,
         "any events in any order, not those of the generators", NULL},
        {"pct", 0, ASSAY_OPT_FLAG, &p.job.pct, NULL,
         "the same, by priorities that change now and then", NULL},
        {"between", 0, ASSAY_OPT_FLAG, &p.job.between, NULL,
         "now and then random events between theirs", NULL},
        {"count", 0, ASSAY_OPT_FLAG, &p.job.count, NULL,
         "violations are no failures: how runs end is counted", NULL},
        {0},
    };
    const struct assay_front front = {options, ready, NULL, &p};

    snprintf(p.random, sizeof p.random, "%s-random", spec->property->name);
    p.table[0] = (struct assay_property){
        .name = spec->property->name, .run = assay_trace_run, .context = &p.job};
    return assay_main_with(p.table, &front, argc, argv);
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
