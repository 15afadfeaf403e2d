#include "model_fixture.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct assay_report *run_model(const struct assay_model *model,
                               const struct assay_options *options)
{
    struct assay_property property = assay_model_property(model);
    struct assay_options own = options ? *options : (struct assay_options){0};
    struct assay_options usual = run_options();
    struct assay_report *report;

    own.seed = own.seed ? own.seed : usual.seed;
    own.store = own.store ? own.store : usual.store;
    own.no_store = own.store == NULL;
    report = run(&property, &own);
    report->property = NULL; /* it ends here */
    return report;
}

uint64_t run_here(const struct assay_model *model, uint64_t seed, uint64_t runs)
{
    struct assay_options options = {.runs = runs, .seed = seed, .no_fork = true};
    struct assay_report *report = run_model(model, &options);
    uint64_t rejected = report->rejected;

    if (report->nfindings > 0)
        harness_fail(HARNESS_HERE, "%s: %s\n%s", model->name, report->findings->message,
                     report->findings->program);
    CHECK_INT(report->verdict, ASSAY_HELD);
    CHECK_UINT(report->runs, runs);
    assay_report_free(report);
    return rejected;
}

/* The part of a program between the braces of main(); the caller frees it. */
static char *body_of(const char *program)
{
    static const char start[] = "int main(void)\n{\n";
    const char *from = strstr(program, start);
    size_t len = strlen(program);

    CHECK(from != NULL);
    CHECK(len >= 2 && strcmp(program + len - 2, "}\n") == 0);
    from += sizeof start - 1;
    return strndup(from, (size_t)(program + len - 2 - from));
}

static void check_replays(const struct assay_model *model,
                          const struct assay_finding *finding)
{
    struct assay_property property = assay_model_property(model);
    struct assay_options options = run_options();
    struct assay_report *again;

    CHECK_INT(assay_replay(&property, finding->choices, &options, &again), ASSAY_OK);
    CHECK_UINT(again->nfindings, 1);
    CHECK_STR(again->findings->message, finding->message);
    CHECK_STR(again->findings->program, finding->program);
    assay_report_free(again);
}

/* The only finding of the model. */
static struct assay_report *find(struct harness_site site,
                                 const struct assay_model *model)
{
    struct assay_report *report = run_model(model, NULL);

    if (report->nfindings != 1)
        harness_fail(site, "%s has %zu findings; %s", model->name, report->nfindings,
                     report->error);
    check_replays(model, report->findings);
    return report;
}

void check_model(struct harness_site site, const struct assay_model *model,
                 const char *message, const char *body)
{
    struct assay_report *report = find(site, model);
    char *found = body_of(report->findings->program);

    harness_check_str(site, "the message", report->findings->message, message);
    harness_check_str(site, "the program", found, body);
    free(found);
    assay_report_free(report);
}

void check_model_line(struct harness_site site, const struct assay_model *model,
                      const char *message, const char *code, const char *remark)
{
    char line[512];

    snprintf(line, sizeof line, "    %-46s  /* %s */\n", code, remark);
    check_model(site, model, message, line);
}

void check_model_program(struct harness_site site, const struct assay_model *model,
                         const char *program)
{
    struct assay_report *report = find(site, model);

    harness_check_str(site, "the program", report->findings->program, program);
    assay_report_free(report);
}

void check_model_holds(struct harness_site site, const struct assay_model *model)
{
    struct assay_report *report = run_model(model, &(struct assay_options){.runs = 2000});

    if (report->verdict != ASSAY_HELD)
        harness_fail(site, "%s does not hold: %s", model->name,
                     report->nfindings ? report->findings->message : report->error);
    CHECK_UINT(report->runs, 2000);
    assay_report_free(report);
}

void check_problems(struct harness_site site, const struct assay_model *model,
                    const char *problems)
{
    char *found = assay_model_problems(model), *kept, *to;
    const char *from = found;

    if (!found) {
        harness_check_str(site, "the problems", "", problems);
        return;
    }
    kept = to = calloc(1, strlen(found) + 1);
    CHECK(kept != NULL);
    while (*from) { /* "file:line: problem" */
        const char *line = strchr(from, ':') + 1, *text = strchr(line, ':') + 2;
        size_t len = strcspn(text, "\n") + 1;
        CHECK(strncmp(from, model->file, strlen(model->file)) == 0);
        CHECK(atoi(line) > 0);
        memcpy(to, text, len);
        to += len;
        from = text + len;
    }
    harness_check_str(site, "the problems", kept, problems);
    free(kept);
    free(found);
}
