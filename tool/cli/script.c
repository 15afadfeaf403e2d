/*
 * assay script: programs of SafeScript and SafeRESTScript at the command line.
 */
#include "cli/script.h"

static const Command *const actions[] = {&script_build_command, &script_check_command,
                                         &script_complete_command, &script_run_command,
                                         NULL};

const Command command_script = {
    .name = "script",
    .summary = "prove clients of REST APIs right, and compile them to JavaScript",
    .arguments = "ACTION [OPTION]... FILE...",
    .about = "Programs are written in SafeScript: JavaScript with types that can say "
             "anything\n"
             "about a value, and calls of endpoints of a HeadREST specification.\n"
             "doc/safescript.md has the language.\n",
    .actions = actions,
    .run = command_run_action,
};
