/*
 * Random programs are programs, and neither all right nor all wrong.
 */
#include "harness.h"
#include "script_fixture.h"
#include "script_random.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROGRAMS = 400, CALLS = 12 };

/* Whether a program survives some calls with checks. */
static bool survives(struct script_fixture *f, uint64_t seed, uint32_t *calls)
{
    struct assay_prng prng;
    ScriptRun run;
    const Value *v;

    assay_prng_init(&prng, seed, 1);
    for (uint32_t i = 0; i < CALLS * f->script.nfunctions; i++) {
        const ScriptFunction *function = f->script.functions[i % f->script.nfunctions];
        const Value *const *args;
        ScriptOutcome outcome;
        assay_arena_reset(&f->runs);
        CHECK(script_run_init(&run, &f->script, &f->runs,
                              &(ScriptRunOptions){.check = true, .steps = 100000}));
        if (script_run_globals(&run) != SCRIPT_RUN_VALUE)
            return false;
        args = script_random_arguments(&run, function, &prng);
        if (!args)
            continue;
        ++*calls;
        outcome = script_run_call(&run, function, args, &v);
        if (outcome == SCRIPT_RUN_FAULT || outcome == SCRIPT_RUN_VIOLATION)
            return false;
    }
    return true;
}

TEST(script_random_programs)
{
    struct assay_arena arena;
    uint32_t good = 0, calls = 0;

    assay_arena_init(&arena, NULL, 0);
    for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
        struct script_fixture f;
        const char *text = script_random_program(&arena, seed);
        CHECK(text != NULL);
        script_fixture_init(&f, text, NULL);
        if (!f.read || f.diags.errors > 0)
            harness_fail(HARNESS_HERE, "program %u\n%s\n%s", (unsigned)seed, text,
                         script_fixture_reports(&f));
        good += survives(&f, seed, &calls);
        script_fixture_done(&f);
        assay_arena_reset(&arena);
    }
    printf("%u of %d programs survive, %u calls\n", good, PROGRAMS, calls);
    CHECK(good > PROGRAMS * 35 / 100 && good < PROGRAMS * 80 / 100);
    CHECK(calls > PROGRAMS * 20);
    assay_arena_done(&arena);
}

TEST(script_random_is_repeatable)
{
    struct assay_arena arena;

    assay_arena_init(&arena, NULL, 0);
    for (uint64_t seed = 0; seed < 20; seed++) {
        const char *x = script_random_program(&arena, seed);
        const char *y = script_random_program(&arena, seed);
        CHECK_STR(x, y);
        CHECK(strcmp(script_random_program(&arena, seed + 1), x) != 0);
    }
    assay_arena_done(&arena);
}
