#include "run/failure.h"
#include "base/hash.h"
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

void assay_failed_set_key(struct assay_failed *f, const char *format, ...)
{
    char text[2 * ASSAY_FILE_TEXT];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    f->key = assay_hash_bytes((uint64_t)f->failure + 1, text, strlen(text));
    f->name = f->key;
}

void assay_failed_set_name(struct assay_failed *f, const char *text)
{
    f->name = assay_hash_bytes((uint64_t)f->failure + 1, text, strlen(text));
}

const char *assay_signal_name(int number)
{
    static const struct {
        int number;
        const char *name;
    } names[] = {
        {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},
        {SIGILL, "SIGILL"},   {SIGABRT, "SIGABRT"}, {SIGSYS, "SIGSYS"},
        {SIGKILL, "SIGKILL"}, {SIGTERM, "SIGTERM"}, {SIGINT, "SIGINT"},
        {SIGPIPE, "SIGPIPE"}, {SIGALRM, "SIGALRM"}, {SIGTRAP, "SIGTRAP"},
        {SIGHUP, "SIGHUP"},   {SIGQUIT, "SIGQUIT"}, {SIGXCPU, "SIGXCPU"},
        {SIGUSR1, "SIGUSR1"}, {SIGUSR2, "SIGUSR2"}, {SIGXFSZ, "SIGXFSZ"},
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].number == number)
            return names[i].name;
    return "a signal";
}

/* ---- Where a program counter is, the same in every process: its offset in a module. */

struct module_search {
    uint64_t pc, offset;
    const char *name;
};

static int look_in_module(struct dl_phdr_info *info, size_t size, void *ctx)
{
    struct module_search *s = ctx;

    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        uint64_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        if (info->dlpi_phdr[i].p_type != PT_LOAD || s->pc < start ||
            s->pc - start >= info->dlpi_phdr[i].p_memsz)
            continue;
        s->offset = s->pc - info->dlpi_addr;
        s->name = info->dlpi_name;
        return 1;
    }
    return 0;
}

static void set_signal_key(struct assay_failed *f, uint64_t pc)
{
    struct module_search s = {.pc = pc, .name = ""};
    const char *slash;

    dl_iterate_phdr(look_in_module, &s);
    slash = strrchr(s.name, '/');
    assay_failed_set_key(f, "%d %s %llx", f->code, slash ? slash + 1 : s.name,
                         (unsigned long long)s.offset);
    assay_failed_set_name(f, assay_signal_name(f->code));
}

/* ---- Reading */

void assay_failed_read(struct assay_failed *f, const struct assay_wreck *w)
{
    memset(f, 0, sizeof *f);
    f->failure = w->failure;
    f->line = w->line;
    f->code = w->code;
    memcpy(f->file, w->file, sizeof f->file - 1);
    memcpy(f->message, w->message, sizeof f->message - 1);
    if (f->failure == ASSAY_ASSERTION && w->same[0])
        assay_failed_set_key(f, "%.*s", ASSAY_LABEL_TEXT, w->same);
    else if (f->failure == ASSAY_ASSERTION)
        assay_failed_set_key(f, f->code ? "%s:%d:%d" : "%s:%d", f->file, f->line,
                             f->code);
    else
        assay_failed_set_key(f, "%s", "");
}

static void read_signal(struct assay_failed *f, const struct assay_wreck *w, bool traced,
                        struct assay_str output)
{
    const char *name = assay_signal_name(f->code);

    f->failure = ASSAY_SIGNAL;
    if (f->code == SIGABRT && assay_failed_abort(f, output))
        return;
    if (traced && w->overflow) {
        snprintf(f->message, sizeof f->message, "%s: the stack overflowed", name);
        assay_failed_set_key(f, "stack");
        return;
    }
    if (traced && (f->code == SIGSEGV || f->code == SIGBUS))
        snprintf(f->message, sizeof f->message, "%s at address 0x%llx", name,
                 (unsigned long long)w->address);
    else if (f->code == SIGFPE)
        snprintf(f->message, sizeof f->message, "%s: division by zero or overflow", name);
    else
        snprintf(f->message, sizeof f->message, "died by %s", name);
    set_signal_key(f, traced ? w->pc : 0);
}

static void read_exit(struct assay_failed *f, bool traced)
{
    f->failure = ASSAY_EXIT;
    if (traced)
        snprintf(f->message, sizeof f->message, "called exit(%d)", f->code);
    else
        snprintf(f->message, sizeof f->message, "ended with exit status %d", f->code);
    assay_failed_set_key(f, "%d", f->code);
}

void assay_failed_autopsy(struct assay_failed *f, const struct assay_wreck *w,
                          enum assay_end_of_child how, int wait_status,
                          struct assay_str output)
{
    bool traced = atomic_load(&w->set) != 0;

    memset(f, 0, sizeof *f);
    if (how != ASSAY_CHILD_DIED) {
        f->failure = how == ASSAY_CHILD_GREW ? ASSAY_MEMORY : ASSAY_TIMEOUT;
        assay_failed_set_key(f, "%s", "");
        return;
    }
    if (traced && w->failure == ASSAY_EXIT && WIFEXITED(wait_status)) {
        f->code = w->code & 0xff;
        read_exit(f, true);
        return;
    }
    if (assay_failed_sanitizer(f, output))
        return;
    if (WIFSIGNALED(wait_status)) {
        f->code = WTERMSIG(wait_status);
        read_signal(f, w, traced && w->failure == ASSAY_SIGNAL && w->code == f->code,
                    output);
    } else {
        f->code = WEXITSTATUS(wait_status);
        read_exit(f, false);
    }
}

void assay_failed_deserted(struct assay_failed *f)
{
    memset(f, 0, sizeof *f);
    f->failure = ASSAY_EXIT;
    snprintf(f->message, sizeof f->message,
             "the child ended after the execution: did it close descriptors of others?");
    assay_failed_set_key(f, "deserted");
}

void assay_failed_limits(struct assay_failed *f, const struct assay_options *options)
{
    if (f->message[0])
        return;
    if (f->failure == ASSAY_TIMEOUT)
        snprintf(f->message, sizeof f->message, "no end within %g s", options->timeout);
    if (f->failure == ASSAY_MEMORY)
        snprintf(f->message, sizeof f->message, "grew by more than %llu MiB",
                 (unsigned long long)(options->memory >> 20));
}

void assay_failed_in(struct assay_failed *f, const char doing[ASSAY_DOING_TEXT])
{
    size_t len = strnlen(doing, ASSAY_DOING_TEXT), at = strlen(f->message);

    if (len > 0 && at > 0)
        snprintf(f->message + at, sizeof f->message - at, " in %.*s", (int)len, doing);
}
