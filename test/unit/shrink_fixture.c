#include "shrink_fixture.h"
#include <stdio.h>
#include <string.h>

static enum assay_outcome execute(struct problem_run *p, struct assay_source *source)
{
    struct assay_test *t = &p->f.test;
    bool fails;

    p->executions++;
    assay_test_init(t, p->f.record, source, &p->f.arena);
    fails = p->fails(t);
    CHECK(assay_record_repair(p->f.record)); /* spans left open by a rejection */
    if (t->status)
        return ASSAY_OUTCOME_REJECTED;
    return fails ? ASSAY_OUTCOME_FAILS : ASSAY_OUTCOME_PASSES;
}

static enum assay_outcome execute_proposal(void *ctx,
                                           const struct assay_proposal *proposal,
                                           const struct assay_record **ret_drawn)
{
    struct problem_run *p = ctx;
    struct assay_random fill;
    struct assay_replay replay;
    enum assay_outcome outcome;

    if (p->stop_after > 0 && p->executions >= p->stop_after)
        return ASSAY_OUTCOME_STOP;
    assay_random_small(&fill, proposal->hole_seed, 0);
    assay_replay_init(&replay, proposal->values, proposal->hole ? &fill : NULL,
                      proposal->hole);
    outcome = execute(p, &replay.base);
    *ret_drawn = p->f.record;
    return outcome;
}

void problem_init(struct problem_run *p, problem_fn *fails, const struct assay_alloc *mem)
{
    void *block = malloc(assay_record_size(&assay_limits_default));

    CHECK(block != NULL);
    *p = (struct problem_run){.fails = fails, .mem = mem};
    p->best = assay_record_init(block, &assay_limits_default);
    fixture_init(&p->f, NULL);
}

void problem_done(struct problem_run *p)
{
    fixture_done(&p->f);
    free(p->best);
}

void problem_find(struct problem_run *p, uint64_t seed)
{
    for (uint64_t n = 0; n < 100000; n++) {
        assay_random_init(&p->f.random, seed, n);
        if (execute(p, &p->f.random.base) == ASSAY_OUTCOME_FAILS) {
            CHECK_INT(assay_record_copy(p->best, p->f.record), ASSAY_OK);
            return;
        }
    }
    harness_fail(HARNESS_HERE, "seed %llu finds no failure", (unsigned long long)seed);
}

enum assay_status problem_shrink(struct problem_run *p)
{
    struct assay_shrink_client client = {.execute = execute_proposal, .ctx = p};
    struct assay_shrink_options options = {.mem = p->mem, .max_executions = p->budget};

    return assay_shrink(p->best, &client, &options, &p->report);
}

void problem_show(const struct assay_record *r, struct assay_buf *out)
{
    struct assay_values values;

    assay_values_init(&values, NULL);
    CHECK_INT(assay_values_add_record(&values, r, 0, r->nchoices), ASSAY_OK);
    assay_values_encode(&values, NULL, ' ', out);
    assay_values_done(&values);
    assay_buf_truncate(out, out->len - strlen(" .00000000"));
    if (out->len > strlen("assay1"))
        memmove(out->at, out->at + strlen("assay1 "), out->len - strlen("assay1 ") + 1);
    else
        assay_buf_truncate(out, 0);
}

/* "name: 12 15 9", the executions from each seed, is a line of the file. With BLESS in
 * the environment it becomes one. */
static void check_costs(const char *name, const char *costs)
{
    static const char path[] = TEST_DATA "/expected/shrink_costs.txt";
    static char line[1000];
    struct assay_buf all;
    FILE *file = fopen(path, "r");
    bool found = false;

    CHECK(file != NULL);
    assay_buf_init(&all, NULL, 0);
    while (fgets(line, sizeof line, file)) {
        bool is_it = strncmp(line, name, strlen(name)) == 0 && line[strlen(name)] == ':';
        if (is_it && !getenv("BLESS"))
            CHECK_STR(costs, line);
        found = found || is_it;
        assay_buf_puts(&all, is_it ? costs : line);
    }
    fclose(file);
    if (getenv("BLESS")) {
        assay_buf_puts(&all, found ? "" : costs);
        file = fopen(path, "w");
        CHECK(file && fputs(all.at, file) >= 0 && fclose(file) == 0);
    }
    CHECK(found || getenv("BLESS"));
    assay_buf_done(&all);
}

void check_minimum(struct harness_site site, const char *name, problem_fn *fails,
                   int seeds, const char *minimum)
{
    struct assay_buf costs;

    assay_buf_init(&costs, NULL, 0);
    assay_buf_printf(&costs, "%s:", name);
    for (int seed = 1; seed <= seeds; seed++) {
        struct problem_run p;
        struct assay_buf shown;

        problem_init(&p, fails, NULL);
        assay_buf_init(&shown, NULL, 0);
        problem_find(&p, (uint64_t)seed);
        harness_check_int(site, "status", problem_shrink(&p), ASSAY_OK);
        problem_show(p.best, &shown);
        if (strcmp(shown.at, minimum) != 0)
            harness_fail(site, "seed %d: \"%s\" after %u executions, not \"%s\"", seed,
                         shown.at, p.report.executions, minimum);
        assay_buf_printf(&costs, " %u", p.report.executions);
        assay_buf_done(&shown);
        problem_done(&p);
    }
    assay_buf_putc(&costs, '\n');
    check_costs(name, costs.at);
    assay_buf_done(&costs);
}
