/*
 * Programs are started in a process group of their own, so that what they start can be
 * ended with them, and are killed by the system when this process dies, however it does.
 * Their output is read while they run: a full pipe stops nobody.
 */
#include "cli/process.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PROCESSES 64 /* waited for at once */

#define GRACE 5 /* seconds that an interrupted program may take to say what it has */

/* ---- Interrupts. */

/* How often, and by which signal last: a handler has no other way to tell. */
static volatile sig_atomic_t interrupts, last_signal;

static void on_interrupt(int number)
{
    interrupts = interrupts + 1;
    last_signal = number;
}

static void catch_signal(int number)
{
    struct sigaction action = {.sa_handler = on_interrupt}, old;

    if (sigaction(number, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction(number, &action, NULL);
}

void process_catch_interrupts(void)
{
    catch_signal(SIGINT);
    catch_signal(SIGTERM);
}

int process_interrupted(void)
{
    return interrupts > 0 ? 128 + last_signal : 0;
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- Starting. */

static void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Between fork and exec: `streams` are what becomes descriptors 1 and 2, -1 for ours. */
static _Noreturn void become(const char *const *argv, const int streams[2], pid_t parent,
                             int failed)
{
    int null = open("/dev/null", O_RDONLY);
    char **words, wrong = 1;

    memcpy(&words, &argv, sizeof words); /* exec changes no word */
    setpgid(0, 0);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent && null >= 0 &&
        dup2(null, 0) >= 0 && (streams[0] < 0 || dup2(streams[0], 1) >= 0) &&
        (streams[1] < 0 || dup2(streams[1], 2) >= 0))
        execvp(words[0], words);
    if (write(failed, &wrong, 1) < 0)
        _exit(126);
    _exit(127);
}

/* The process, or 0 when the program could not be started. */
static int spawn(const char *const *argv, const int streams[2])
{
    int failed[2];
    pid_t parent = getpid(), pid;
    char wrong;
    ssize_t got;

    if (pipe2(failed, O_CLOEXEC) != 0)
        return 0;
    pid = fork();
    if (pid == 0)
        become(argv, streams, parent, failed[1]);
    close(failed[1]);
    if (pid > 0)
        setpgid(pid, pid); /* here, too: it may be killed before it gets to that */
    do
        got = pid > 0 ? read(failed[0], &wrong, 1) : 1;
    while (got < 0 && errno == EINTR);
    close(failed[0]);
    if (got == 0)
        return (int)pid;
    while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
    return 0;
}

static bool make_pipe(int ends[2])
{
    return pipe2(ends, O_CLOEXEC) == 0;
}

bool process_start(Process *p, const char *const *argv, struct assay_buf *out,
                   struct assay_buf *error, double seconds)
{
    int first[2] = {-1, -1}, second[2] = {-1, -1};
    bool good = !out || make_pipe(first), both = out && error == out;

    *p = (Process){.into = {out, error}, .interrupts = interrupts};
    p->start = now();
    p->deadline = seconds > 0 ? p->start + seconds : 0;
    if (good && error && !both)
        good = make_pipe(second);
    if (good)
        p->pid = spawn(argv, (int[]){first[1], both ? first[1] : second[1]});
    p->ended.started = p->pid > 0;
    close_end(&first[1]);
    close_end(&second[1]);
    if (!p->ended.started) {
        close_end(&first[0]);
        close_end(&second[0]);
    }
    p->out[0] = first[0];
    p->out[1] = second[0];
    return p->ended.started;
}

/* ---- Waiting. */

static void kill_group(const Process *p)
{
    kill(-p->pid, SIGKILL);
    kill(p->pid, SIGKILL);
}

static void read_end(Process *p, int which)
{
    char block[65536];
    ssize_t got = read(p->out[which], block, sizeof block);

    if (got > 0)
        assay_buf_add(p->into[which], block, (size_t)got);
    else if (got == 0 || (errno != EINTR && errno != EAGAIN))
        close_end(&p->out[which]);
}

/* Takes the ended process; what it started ends with it. */
static bool take(Process *p)
{
    int status;

    if (waitpid(p->pid, &status, WNOHANG) != p->pid)
        return false;
    p->ended.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    p->ended.seconds = now() - p->start;
    kill(-p->pid, SIGKILL);
    for (int i = 0; i < 2; i++)
        while (p->out[i] >= 0) {
            struct pollfd one = {p->out[i], POLLIN, 0};
            if (poll(&one, 1, 100) <= 0)
                close_end(&p->out[i]);
            else
                read_end(p, i);
        }
    p->pid = 0;
    return true;
}

static void poll_all(Process *list, int count)
{
    struct pollfd fds[2 * PROCESSES];
    int owner[2 * PROCESSES], which[2 * PROCESSES], n = 0;

    for (int i = 0; i < count; i++)
        for (int k = 0; k < 2; k++)
            if (list[i].pid > 0 && list[i].out[k] >= 0 && n < 2 * PROCESSES) {
                fds[n] = (struct pollfd){list[i].out[k], POLLIN, 0};
                owner[n] = i;
                which[n++] = k;
            }
    if (poll(fds, (nfds_t)n, n > 0 ? 20 : 2) <= 0)
        return;
    for (int i = 0; i < n; i++)
        if (fds[i].revents != 0)
            read_end(&list[owner[i]], which[i]);
}

/* The first interrupt is passed on: programs may have something to say yet. The second
 * kills. */
static void pass_interrupt(Process *p)
{
    double end = now() + GRACE;

    if (p->interrupts == interrupts)
        return;
    if (p->interrupted) {
        kill_group(p);
    } else {
        kill(-p->pid, SIGINT);
        p->interrupted = true;
        if (p->deadline == 0 || p->deadline > end)
            p->deadline = end;
    }
    p->interrupts = interrupts;
}

/* The number of one that ended, -1 when none runs, -2 when all that do run on. */
static int look(Process *list, int count)
{
    int none = -1;

    for (int i = 0; i < count; i++) {
        if (list[i].pid == 0)
            continue;
        none = -2;
        pass_interrupt(&list[i]);
        if (list[i].deadline > 0 && now() > list[i].deadline) {
            list[i].ended.timed_out = true;
            kill_group(&list[i]);
        }
        if (take(&list[i]))
            return i;
    }
    return none;
}

int process_wait_for(Process *list, int count, double seconds)
{
    double end = now() + seconds;
    int which;

    while ((which = look(list, count)) == -2 && now() < end)
        poll_all(list, count);
    return which;
}

int process_wait(Process *list, int count)
{
    int which;

    while ((which = process_wait_for(list, count, 3600)) == -2)
        ;
    return which;
}

Ended process_run(const char *const *argv, struct assay_buf *out, struct assay_buf *error,
                  double seconds)
{
    Process p;

    if (process_start(&p, argv, out, error, seconds))
        while (process_wait(&p, 1) >= 0)
            ;
    return p.ended;
}
