/*
 * What the actions of assay script share: a program that is read.
 */
#ifndef CLI_SCRIPT_H
#define CLI_SCRIPT_H

#include "cli/command.h"
#include "script/program.h"

extern const Command script_check_command;
extern const Command script_build_command;
extern const Command script_run_command;
extern const Command script_complete_command;

/* A program and all that is made of it. */
typedef struct {
    Console *console;
    const char *path;
    struct assay_arena arena;
    struct assay_buf text;
    Diags diags;
    Script script;
    bool has_script; /* it is there, to be freed */
} ScriptFile;

/* Reads a program. False: it cannot be read or memory is out, said so. What is wrong with
 * it is in the diags. */
bool script_file_open(ScriptFile *f, Console *console, const char *path);
/* The same of a text that stands for what is in the file; it is copied. */
bool script_file_open_text(ScriptFile *f, Console *console, const char *path,
                           struct assay_str text);
void script_file_close(ScriptFile *f);
/* Prints what is wrong, as text or JSON lines. */
void script_file_report(ScriptFile *f, bool json);

#endif
