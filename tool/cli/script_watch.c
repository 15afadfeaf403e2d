/*
 * Files are looked at five times a second: that works on all file systems, and for
 * editors that write a new file and rename it.
 */
#include "cli/script_watch.h"
#include "base/hash.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define PAUSE_NS 200000000

static uint64_t stamp_of(const char *path)
{
    struct stat s;
    uint64_t hash;

    if (stat(path, &s) != 0)
        return 0;
    hash = assay_hash_step((uint64_t)s.st_mtim.tv_sec, (uint64_t)s.st_mtim.tv_nsec);
    hash = assay_hash_step(hash, (uint64_t)s.st_size);
    return assay_hash_step(hash, (uint64_t)s.st_ino) | 1;
}

static void add(WatchedFiles *w, const char *path)
{
    char *copy;

    for (uint32_t i = 0; i < w->count; i++)
        if (strcmp(w->at[i].path, path) == 0)
            return;
    copy = w->count < WATCHED_MAX ? strdup(path) : NULL;
    if (copy)
        w->at[w->count++] = (Watched){copy, stamp_of(path)};
}

/* Sources of the diags are the files that were read. */
void script_watch_add(WatchedFiles *w, const ScriptFile *f)
{
    add(w, f->path);
    for (uint32_t i = 0; i < f->diags.nsources; i++)
        add(w, f->diags.sources[i].name);
}

static bool has_changed(WatchedFiles *w)
{
    bool changed = false;

    for (uint32_t i = 0; i < w->count; i++) {
        uint64_t stamp = stamp_of(w->at[i].path);
        changed |= stamp != w->at[i].stamp;
        w->at[i].stamp = stamp;
    }
    return changed;
}

int script_watch(Console *console, WatchedFiles *w, int (*once)(void *ctx), void *ctx)
{
    for (;;) {
        once(ctx);
        assay_buf_printf(&console->out, "waiting for changes of %u file%s\n", w->count,
                         w->count == 1 ? "" : "s");
        console_flush(console);
        do {
            struct timespec pause = {.tv_nsec = PAUSE_NS};
            if (nanosleep(&pause, NULL) != 0)
                return COMMAND_HELD;
        } while (!has_changed(w));
    }
}
