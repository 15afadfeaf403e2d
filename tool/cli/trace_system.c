/*
 * The library has its own copy of libassay's code, which has no state of its own: what it
 * works on is the run that it is given.
 */
#include "cli/trace_system.h"
#include "cli/folder.h"
#include "cli/home.h"
#include "cli/process.h"
#include "cli/words.h"
#include <dlfcn.h>
#include <stdlib.h>

#define COMPILE_SECONDS 300

static const char *compiler(void)
{
    const char *cc = getenv("CC");

    return cc && *cc ? cc : "cc";
}

static bool compile(Console *console, struct assay_arena *arena, const char *path,
                    const char *const *flags, const char *library)
{
    Words w = {.count = 0};
    struct assay_buf said;
    Home home;
    Ended e;

    if (!home_find(arena, &home)) {
        console_error(console, "libassay", "the library or its headers are not found");
        return false;
    }
    words_add(&w, compiler());
    words_add(&w, "-shared");
    words_add(&w, "-fPIC");
    words_add(&w, "-g");
    words_add(&w, "-O1");
    words_add(&w, "-I");
    words_add(&w, home.include);
    words_add(&w, path);
    for (; flags && *flags; flags++) /* libraries among them are behind what needs them */
        words_add(&w, *flags);
    words_add(&w, home.library);
    words_add(&w, "-lm");
    words_add(&w, "-lpthread");
    words_add(&w, "-o");
    words_add(&w, library);
    assay_buf_init(&said, NULL, 0);
    e = process_run(w.at, &said, &said, COMPILE_SECONDS);
    if (!e.started)
        console_error(console, compiler(), "cannot be started");
    else if (e.code != 0) {
        console_error(console, path, "does not compile");
        console_error_text(console, said.at);
    }
    assay_buf_done(&said);
    return e.started && e.code == 0;
}

static bool load(TraceSystem *s, Console *console, const char *path, const char *library)
{
    s->library = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!s->library) {
        console_error(console, path, "%s", dlerror());
        return false;
    }
    s->system = dlsym(s->library, "assay_system");
    if (!s->system)
        console_error(console, path,
                      "defines no system: const struct assay_trace_system assay_system = "
                      "{...}; of <assay/trace.h>");
    return s->system != NULL;
}

bool trace_system_load(TraceSystem *s, Console *console, struct assay_arena *arena,
                       const char *path, const char *const *flags)
{
    const char *library;

    *s = (TraceSystem){.folder = folder_make(arena)};
    if (!s->folder) {
        console_error(console, path, "no folder to build it in can be made");
        return false;
    }
    library = assay_arena_printf(arena, "%s/system.so", s->folder);
    return compile(console, arena, path, flags, library) &&
           load(s, console, path, library);
}

void trace_system_unload(TraceSystem *s)
{
    if (s->library)
        dlclose(s->library);
    if (s->folder)
        folder_remove(s->folder);
}
