/*
 * Systems under test: a C file compiled to a library of its own, and loaded.
 */
#ifndef CLI_TRACE_SYSTEM_H
#define CLI_TRACE_SYSTEM_H

#include "base/arena.h"
#include "cli/console.h"
#include <assay/trace.h>

typedef struct {
    const struct assay_trace_system *system;
    void *library;
    const char *folder;
} TraceSystem;

/* Compiles and loads it, with these flags, ended by NULL. False: it is said why not. */
bool trace_system_load(TraceSystem *s, Console *console, struct assay_arena *arena,
                       const char *path, const char *const *flags);
void trace_system_unload(TraceSystem *s);

#endif
