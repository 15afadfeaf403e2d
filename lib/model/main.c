/*
 * A model as a property, and as a test program of its own.
 */
#include "base/str.h"
#include "model/run.h"
#include "model/scenario.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The model whose plan is known. One at a time is enough: a run is about one model. */
static struct assay_plan *known;

static const struct assay_plan *plan_of(const struct assay_model *model)
{
    if (!known || known->model != model) {
        assay_plan_free(known);
        known = assay_plan_new(model);
    }
    return known;
}

void assay_model_run(struct assay_test *t)
{
    const struct assay_plan *plan = plan_of(assay_test_context(t));

    if (!plan)
        assay_test_stop(t, ASSAY_NO_MEMORY);
    else if (plan->problems)
        assay_test_stop(t, ASSAY_BAD_USE);
    else
        assay_scenario_run(t, plan);
}

/* What is allocated in the end is a leak where everything that was made is destroyed. */
static bool can_leak(const struct assay_model *model)
{
    const struct assay_plan *plan = plan_of(model);
    bool all = plan && plan->nabstract > 0 && !model->ignore_leaks;

    for (uint32_t i = 0; all && i < plan->nabstract; i++)
        all = plan->abstract[i]->as.abstract->destructor->text != NULL ||
              *plan->abstract[i]->as.abstract->owner != NULL;
    return all;
}

struct assay_property assay_model_property(const struct assay_model *model)
{
    struct assay_property property = {
        .name = model->name,
        .run = assay_model_run,
        .file = model->file,
        .line = model->line,
        .unit = "scenarios",
        .runs = ASSAY_MODEL_RUNS,
        .context = model,
        .options = model->options,
    };

    if (can_leak(model))
        property.options.leaks = true;
    return property;
}

/* ---- The test program */

/* What --fuel=N or --fuel N at argument *i says, whose last part *i is then; NULL when it
 * is another argument. */
static const char *fuel_text(int argc, char **argv, int *i)
{
    if (strncmp(argv[*i], "--fuel=", 7) == 0)
        return argv[*i] + 7;
    if (strcmp(argv[*i], "--fuel") != 0)
        return NULL;
    return *i + 1 < argc ? argv[++*i] : "";
}

/* Takes --fuel=N out of the arguments; false when N is no number of operations. */
static bool take_fuel(int *argc, char **argv, uint32_t *ret_fuel)
{
    int kept = 1;
    uint64_t fuel;

    for (int i = 1; i < *argc; i++) {
        const char *text = fuel_text(*argc, argv, &i);
        if (!text) {
            argv[kept++] = argv[i];
        } else if (assay_str_u64(assay_str(text), &fuel) && fuel > 0 && fuel <= 100000) {
            *ret_fuel = (uint32_t)fuel;
        } else {
            fprintf(stderr, "%s: --fuel takes a number of operations, 1 to 100000\n",
                    argv[0]);
            return false;
        }
    }
    argv[kept] = NULL;
    *argc = kept;
    return true;
}

static bool has_option(int argc, char **argv, const char *start)
{
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], start, strlen(start)) == 0)
            return true;
    return false;
}

static bool is_sound(const struct assay_model *model)
{
    char *problems = assay_model_problems(model);

    if (problems)
        fputs(problems, stderr);
    free(problems);
    return !problems;
}

/* Operations that are not tested although the model holds. */
static void say_what_was_left_out(const struct assay_plan *plan)
{
    uint64_t all = 0;

    for (uint32_t i = 0; i < plan->model->count; i++)
        all += plan->performed[i];
    for (uint32_t i = 0; all > 0 && i < plan->model->count; i++) {
        const struct assay_operation *o = plan->model->operations[i];
        if (plan->performed[i] == 0)
            fprintf(stderr,
                    "%s:%d: operation %s: it was never called: there was no value for "
                    "its arguments, or a condition never held\n",
                    o->file, o->line, o->name);
    }
}

int assay_model_main(const struct assay_model *model, int argc, char **argv)
{
    static struct assay_model copy;
    struct assay_property table[2] = {{0}};
    int code;

    copy = *model;
    if (!take_fuel(&argc, argv, &copy.fuel) || !is_sound(model))
        return 2;
    table[0] = assay_model_property(&copy);
    code = assay_main(table, argc, argv);
    if (code == 0 && plan_of(&copy) && !has_option(argc, argv, "--replay"))
        say_what_was_left_out(plan_of(&copy));
    if (has_option(argc, argv, "--help"))
        puts("      --fuel=N        operations of one scenario at most: 20, and now and "
             "then 200");
    return code;
}
