/*
 * What the actions of assay trace are.
 */
#ifndef CLI_TRACE_H
#define CLI_TRACE_H

#include "cli/command.h"

extern const Command trace_check_command;

#endif
