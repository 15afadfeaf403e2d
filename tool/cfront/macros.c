/*
 * Macros as they are at the end of the unit: a compiler that is asked for them (-E -dM)
 * knows those that are defined before the first line, too. It runs by itself, without a
 * shell, and for a limited time.
 */
#include "base/buf.h"
#include "cfront/parts.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SECONDS 10
#define OUTPUT_MAX ((size_t)64 << 20) /* bytes */
#define PARAMS_MAX 256

extern char **environ;

/* ---- The compiler. */

static int spawn(const char *const *command, int output)
{
    posix_spawn_file_actions_t actions;
    pid_t pid = 0;
    char **argv;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return 0;
    memcpy(&argv, &command, sizeof argv); /* posix_spawn changes no word */
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    if (posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ) != 0)
        pid = 0;
    posix_spawn_file_actions_destroy(&actions);
    return (int)pid;
}

MacroRun cfront_macros_start(Front *f, const char *path)
{
    static const char *const compilers[] = {"clang", "cc", "gcc"};
    const char **command = cfront_new(f, f->narguments + 5, sizeof *command);
    uint32_t n = f->narguments;
    MacroRun run = {0, -1};
    int ends[2];
    if (!command || pipe2(ends, O_CLOEXEC) != 0)
        return run;
    command[1] = "-E";
    command[2] = "-dM";
    memcpy(command + 3, f->arguments, n * sizeof *command);
    command[n + 3] = path;
    for (size_t i = 0; i < sizeof compilers / sizeof compilers[0] && !run.process; i++) {
        command[0] = compilers[i];
        run.process = spawn(command, ends[1]);
    }
    close(ends[1]);
    run.output = ends[0];
    return run;
}

static int milliseconds_to(const struct timespec *end)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double left = (double)(end->tv_sec - now.tv_sec) * 1e3 +
                  (double)(end->tv_nsec - now.tv_nsec) * 1e-6;
    return left > 0 ? (int)left : 0;
}

/* False when the time is up. */
static bool read_output(int fd, struct assay_buf *out)
{
    struct timespec end;
    char block[65536];
    ssize_t got = 1;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += SECONDS;
    while (got != 0 && !out->status) {
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        int left = milliseconds_to(&end);
        if (left == 0 || (poll(&ready, 1, left) < 0 && errno != EINTR))
            return false;
        if (!(ready.revents & (POLLIN | POLLHUP)))
            continue;
        got = read(fd, block, sizeof block);
        if (got < 0 && errno != EINTR)
            return false;
        if (got > 0)
            assay_buf_add(out, block, (size_t)got);
    }
    return !out->status;
}

/* ---- Its output: lines "#define NAME body" or "#define NAME(a,b) body". */

static char *copy(Front *f, const char *start, const char *end)
{
    char *text = assay_arena_text(f->arena, start, (size_t)(end - start));
    f->no_memory |= !text;
    return text;
}

/* One of the parameters between two places. */
static void add_param(Front *f, CMacro *m, const char **params, const char *start,
                      const char *end)
{
    while (start < end && *start == ' ')
        start++;
    while (end > start && end[-1] == ' ')
        end--;
    if (end - start >= 3 && memcmp(end - 3, "...", 3) == 0) {
        m->variadic = true;
        end -= 3;
    }
    if (end > start && m->nparams < PARAMS_MAX)
        params[m->nparams++] = copy(f, start, end);
}

/* Behind the parenthesis at `at`. */
static const char *read_params(Front *f, CMacro *m, const char *at, const char *end)
{
    const char *close = memchr(at, ')', (size_t)(end - at)), *start = at + 1;
    const char *stop = close ? close : end;
    uint32_t most = 1;
    for (const char *c = at; c < stop; c++)
        most += *c == ',';
    const char **params = cfront_new(f, most, sizeof *params);
    for (const char *c = start; c <= stop && params; c++) {
        if (c < stop && *c != ',')
            continue;
        add_param(f, m, params, start, c);
        start = c + 1;
    }
    m->params = params;
    return stop < end ? stop + 1 : end;
}

static void read_line(Front *f, List *macros, const char *at, const char *end)
{
    static const char define[] = "#define ";
    const size_t len = sizeof define - 1;
    if ((size_t)(end - at) <= len || memcmp(at, define, len) != 0)
        return;
    CMacro *m = cfront_add(f, macros, sizeof *m);
    if (!m)
        return;
    const char *name = at + len, *stop = name;
    while (stop < end && *stop != ' ' && *stop != '(')
        stop++;
    m->name = copy(f, name, stop);
    if (stop < end && *stop == '(')
        stop = read_params(f, m, stop, end);
    m->body = copy(f, stop < end ? stop + 1 : end, end);
}

static void read_lines(Front *f, const struct assay_buf *text)
{
    const char *end = text->at + text->len;
    List macros = {0};
    for (const char *at = text->at; at < end && !f->no_memory;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        read_line(f, &macros, at, stop);
        at = stop + 1;
    }
    f->unit->macros = macros.at;
    f->unit->nmacros = macros.count;
}

bool cfront_macros_finish(Front *f, MacroRun run)
{
    struct assay_buf output;
    int status;
    assay_buf_init(&output, f->arena->mem, OUTPUT_MAX);
    if (run.process) {
        bool all = read_output(run.output, &output);
        if (!all)
            kill(run.process, SIGKILL);
        while (waitpid(run.process, &status, 0) < 0 && errno == EINTR)
            continue;
        if (all)
            read_lines(f, &output);
        f->no_memory |= output.status == ASSAY_NO_MEMORY;
    }
    if (run.output >= 0)
        close(run.output);
    assay_buf_done(&output);
    return !f->no_memory;
}
