/*
 * What the actions of assay rest are.
 */
#ifndef CLI_REST_H
#define CLI_REST_H

#include "cli/command.h"

extern const Command rest_check_command;
extern const Command rest_import_command;
extern const Command rest_test_command;

#endif
