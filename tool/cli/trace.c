/*
 * assay trace: specifications of traces at the command line.
 */
#include "cli/trace.h"

static const Command *const actions[] = {&trace_check_command, &trace_test_command, NULL};

const Command command_trace = {
    .name = "trace",
    .summary = "check specifications of traces, and test systems against them",
    .arguments = "ACTION [OPTION]... FILE...",
    .about =
        "A specification of traces says what the operations of a system need to have\n"
        "happened before them, what follows, and what must not happen. doc/traces.md "
        "has\n"
        "the language.\n",
    .actions = actions,
    .run = command_run_action,
};
