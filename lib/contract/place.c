/*
 * The line of an address: addr2line is asked, which is where compilers are. It is given a
 * few seconds; what it does not know is left as an offset, for who wants to ask himself.
 */
#include "contract/place.h"
#include "contract/violation.h"
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_MS 5000
#define BODY "assay_body_" /* what instrumented functions are called, inside */

extern char **environ;

/* ---- Asking */

static pid_t start(const char *module, const char *offset, int out)
{
    const char *const list[] = {"addr2line", "-f", "-e", module, offset, NULL};
    char *words[sizeof list / sizeof list[0]];
    posix_spawn_file_actions_t actions;
    pid_t pid = 0;

    memcpy(words, list, sizeof words); /* posix_spawnp changes no word */
    if (posix_spawn_file_actions_init(&actions) != 0)
        return 0;
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out, 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    if (posix_spawnp(&pid, words[0], &actions, NULL, words, environ) != 0)
        pid = 0;
    posix_spawn_file_actions_destroy(&actions);
    return pid;
}

static long long now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* All that comes out of a pipe in time. */
static void read_all(int in, char *text, size_t size)
{
    long long end = now_ms() + PATIENCE_MS, left;
    size_t len = 0;
    ssize_t got = 1;

    while (got > 0 && len + 1 < size && (left = end - now_ms()) > 0) {
        struct pollfd one = {in, POLLIN, 0};
        got = poll(&one, 1, (int)left) > 0 ? read(in, text + len, size - 1 - len) : 0;
        len += got > 0 ? (size_t)got : 0;
    }
    text[len] = '\0';
}

/* The name of a function and a place, a line each; "" if nobody knows. */
static void ask(const char *module, unsigned long long offset, char *text, size_t size)
{
    char number[32];
    int ends[2];
    pid_t pid;

    text[0] = '\0';
    if (getauxval(AT_SECURE) || pipe2(ends, O_CLOEXEC) != 0)
        return;
    snprintf(number, sizeof number, "0x%llx", offset);
    pid = start(module, number, ends[1]);
    close(ends[1]);
    if (pid > 0) {
        read_all(ends[0], text, size);
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
    }
    close(ends[0]);
}

/* ---- Telling */

/* What is in the current folder is called as from there. */
static const char *shortened(const char *path)
{
    char folder[PATH_MAX];
    size_t len = getcwd(folder, sizeof folder) ? strlen(folder) : 0;

    if (len > 1 && strncmp(path, folder, len) == 0 && path[len] == '/')
        return path + len + 1;
    return path;
}

/* Splits an answer. False if it does not tell the line. */
static bool split(char *text, const char **ret_function, const char **ret_place)
{
    char *line = strchr(text, '\n'), *end;

    *ret_function = *ret_place = "";
    if (!line)
        return false;
    *line++ = '\0';
    if (text[0] != '?')
        *ret_function =
            strncmp(text, BODY, strlen(BODY)) == 0 ? text + strlen(BODY) : text;
    if ((end = strstr(line, " (discriminator")) || (end = strchr(line, '\n')))
        *end = '\0';
    *ret_place = line;
    end = strrchr(line, ':');
    return line[0] != '?' && end && end[1] != '?' && strcmp(end, ":0") != 0;
}

void assay_place_put(struct assay_buf *out, const void *address)
{
    char own[PATH_MAX], answer[2 * PATH_MAX];
    const char *module, *function, *place;
    unsigned long long offset;
    ssize_t len = readlink("/proc/self/exe", own, sizeof own - 1);

    if (!assay_where(address, &offset, &module)) {
        if (address)
            assay_buf_printf(out, "%p", address);
        return;
    }
    own[len > 0 ? len : 0] = '\0';
    ask(module[0] ? module : own, offset - 1, answer, sizeof answer);
    if (split(answer, &function, &place))
        assay_buf_puts(out, shortened(place));
    else
        assay_buf_printf(out, "%s%s%s+0x%llx%s", function, function[0] ? " (" : "",
                         module[0] ? module : "the program", offset,
                         function[0] ? ")" : "");
}
