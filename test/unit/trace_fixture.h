/*
 * What the tests of traces share: a stack that is specified, two systems that are one,
 * and runs of jobs with fixed seeds.
 */
#ifndef ASSAY_UNIT_TRACE_FIXTURE_H
#define ASSAY_UNIT_TRACE_FIXTURE_H

#include "harness.h"
#include "run_fixture.h"
#include <assay/trace.h>

/* The stack of doc/traces.md: what is pushed must be popped before it is empty. */
enum { PUSH, POP, IS_EMPTY, POPPED, EMPTINESS };

extern const struct assay_trace_property lost;
/* With a generator that pushes three, pops two and asks whether it is empty. */
extern const struct assay_trace_spec stack_spec;
/* The first one forgets what is pushed on two. They count their starts and stops. */
extern const struct assay_trace_system small_stack, good_stack;
extern int stacks_started, stacks_stopped;

/* Runs a job; what is 0 in `options` is as run_options() has it. NULL: all of them. */
struct assay_report *run_job(const struct assay_trace_job *job,
                             const struct assay_options *options);
/* How many executions have the label. */
uint64_t label_count(const struct assay_report *report, const char *label);

/* The fields of an event, numbers. */
#define FIELDS(...) ((struct assay_trace_value[]){__VA_ARGS__})
#define NUMBER(N) assay_trace_number_(N)
#define TEXT(S) assay_trace_text_(S)

#endif
