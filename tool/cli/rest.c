/*
 * assay rest: specifications of REST APIs at the command line.
 */
#include "cli/rest.h"

static const Command *const actions[] = {&rest_check_command, &rest_import_command,
                                         &rest_test_command, NULL};

const Command command_rest = {
    .name = "rest",
    .summary = "check specifications of REST APIs, and servers against them",
    .arguments = "ACTION [OPTION]... FILE...",
    .about =
        "Specifications are written in HeadREST: types and, for each endpoint, what\n"
        "holds before and after a call. doc/headrest.md has the language.\n",
    .actions = actions,
    .run = command_run_action,
};
