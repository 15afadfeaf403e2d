/*
 * What the tests of models share: a model is run with a fixed seed and its only finding
 * is compared, message and program, word by word.
 */
#ifndef ASSAY_UNIT_MODEL_FIXTURE_H
#define ASSAY_UNIT_MODEL_FIXTURE_H

#include "harness.h"
#include "run_fixture.h"
#include <assay/model.h>

/* Runs it; what is 0 in `options` is as run_options() has it. NULL: all of them. */
struct assay_report *run_model(const struct assay_model *model,
                               const struct assay_options *options);
/* The same in this process, so that what the model counts is seen: `runs` scenarios, all
 * of which must hold. Returns how many were rejected. */
uint64_t run_here(const struct assay_model *model, uint64_t seed, uint64_t runs);

/* Fails unless the model has one finding, with this message and program, that replays.
 * The first form looks at what stands between the braces of main(), the second at all. */
void check_model(struct harness_site site, const struct assay_model *model,
                 const char *message, const char *body);
/* The same where it is one line, `code`, with a remark behind it. */
void check_model_line(struct harness_site site, const struct assay_model *model,
                      const char *message, const char *code, const char *remark);
void check_model_program(struct harness_site site, const struct assay_model *model,
                         const char *program);
/* Fails unless it holds in 2 000 scenarios. */
void check_model_holds(struct harness_site site, const struct assay_model *model);
/* Fails unless these are its problems, a line each, without file and line. */
void check_problems(struct harness_site site, const struct assay_model *model,
                    const char *problems);

#define CHECK_MODEL(MODEL, MESSAGE, BODY) check_model(HARNESS_HERE, MODEL, MESSAGE, BODY)
#define CHECK_LINE(MODEL, MESSAGE, CODE, REMARK)                                         \
    check_model_line(HARNESS_HERE, MODEL, MESSAGE, CODE, REMARK)
#define CHECK_PROGRAM(MODEL, PROGRAM) check_model_program(HARNESS_HERE, MODEL, PROGRAM)
#define CHECK_HOLDS(MODEL) check_model_holds(HARNESS_HERE, MODEL)
#define CHECK_PROBLEMS(MODEL, TEXT) check_problems(HARNESS_HERE, MODEL, TEXT)

#endif
