#include "run/child.h"
#include "base/file.h"
#include "base/mem.h"
#include "run/trap.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TICK 0.02         /* seconds between two looks at the child */
#define DEATH_TICK 0.0005 /* and for a while after it closed its socket, */
#define GRACE 0.25        /* which is this long */

double assay_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

enum assay_status assay_child_init(struct assay_child *c, const struct assay_alloc *mem)
{
    *c = (struct assay_child){.socket = -1, .output = -1, .statm = -1};
    c->tail = assay_mem_new(mem, 2 * ASSAY_TAIL);
    return c->tail ? ASSAY_OK : ASSAY_NO_MEMORY;
}

void assay_child_done(struct assay_child *c, const struct assay_alloc *mem)
{
    assay_child_end(c);
    assay_keeper_end(&c->keeper);
    assay_mem_free(mem, c->tail, 2 * ASSAY_TAIL);
    c->tail = NULL;
}

/* ---- In the child */

/*
 * Orders and replies are in the journal; the socket only rings. A property that writes to
 * descriptors which are not its own can ring too, but it can say nothing wrong.
 */
static bool ring(int socket)
{
    ssize_t n;

    do
        n = send(socket, "", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (n < 0 && errno == EINTR);
    return n == 1 || (n < 0 && errno == EAGAIN); /* full: it rings already */
}

static bool await_ring(int socket)
{
    char bell;
    ssize_t n;

    do
        n = recv(socket, &bell, 1, 0);
    while (n < 0 && errno == EINTR);
    return n == 1;
}

/* Standard streams, limits and signals as the child wants them. What the program printed
 * before left standard output with a buffer that only a new one makes end with lines. */
static bool settle_in(int output, pid_t runner)
{
    static char line[BUFSIZ];
    struct rlimit no_core = {0, 0};
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

    setpgid(0, 0);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != runner)
        return false; /* the runner is gone already */
    setrlimit(RLIMIT_CORE, &no_core);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0 ||
        dup2(output, STDERR_FILENO) < 0)
        return false;
    close(null);
    setvbuf(stdout, line, _IOLBF, sizeof line);
    return true;
}

static _Noreturn void serve(int socket, const struct assay_property *property,
                            struct assay_shared *shared,
                            const struct assay_options *options)
{
    struct assay_executor x;
    struct assay_journal *j = shared->journal;
    struct assay_command command;

    assay_executor_init(&x, property, shared, NULL);
    x.leaks = options->leaks;
    x.exhausted = options->exhausted;
    x.in_rows = true;
    if (assay_trap_install(j, &x.mine))
        _exit(1);
    assay_executor_watch(&x, options->memory);
    for (uint32_t i = 0; i < ASSAY_LABELS_MAX; i++)
        j->labels[i].label = NULL; /* addresses of another process */
    while (ring(socket) && await_ring(socket)) {
        command = j->command;
        j->reply = assay_executor_obey(&x, &command);
        atomic_store(&j->answered, atomic_load(&j->ordered));
    }
    _exit(0);
}

/* ---- Starting and ending */

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static int open_statm(pid_t pid)
{
    char path[64];

    snprintf(path, sizeof path, "/proc/%ld/statm", (long)pid);
    return open(path, O_RDONLY | O_CLOEXEC);
}

static enum assay_status fork_child(int ours[2], int theirs[2], pid_t *ret_pid)
{
    int sockets[2], pipes[2];

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
        return ASSAY_IO;
    if (pipe2(pipes, O_CLOEXEC) != 0) {
        close(sockets[0]);
        close(sockets[1]);
        return ASSAY_IO;
    }
    fcntl(pipes[0], F_SETFL, O_NONBLOCK);
    ours[0] = sockets[0];
    ours[1] = pipes[0];
    theirs[0] = sockets[1];
    theirs[1] = pipes[1];
    fflush(NULL); /* or what is buffered might be written twice */
    *ret_pid = fork();
    return ASSAY_OK;
}

enum assay_status assay_child_start(struct assay_child *c,
                                    const struct assay_property *property,
                                    struct assay_shared *shared,
                                    const struct assay_options *options)
{
    int ours[2], theirs[2];
    pid_t runner = getpid(), pid;
    enum assay_status status;

    assay_shared_mend(shared);
    c->journal = shared->journal;
    status = assay_keeper_start(&c->keeper, &shared->journal->group);
    if (status == ASSAY_OK)
        status = fork_child(ours, theirs, &pid);
    if (status)
        return status;
    if (pid == 0) {
        assay_keeper_forget(&c->keeper);
        close(ours[0]);
        close(ours[1]);
        if (settle_in(theirs[1], runner))
            serve(theirs[0], property, shared, options);
        _exit(1);
    }
    close(theirs[0]);
    close(theirs[1]);
    if (pid < 0) {
        close(ours[0]);
        close(ours[1]);
        return ASSAY_IO;
    }
    setpgid(pid, pid); /* whichever of the two is first */
    atomic_store(&shared->journal->group, (int)pid);
    c->pid = pid;
    c->socket = ours[0];
    c->output = ours[1];
    c->show_output = options->show_output;
    assay_child_forget_output(c);
    if (!await_ring(c->socket)) {
        assay_child_end(c);
        return ASSAY_IO;
    }
    c->statm = open_statm(pid);
    c->pages = assay_pages_of(c->statm);
    return ASSAY_OK;
}

static void close_all(struct assay_child *c)
{
    close_fd(&c->socket);
    close_fd(&c->output);
    close_fd(&c->statm);
    if (c->pid > 0)
        atomic_store(&c->journal->group, 0); /* the number may come again */
    c->pid = 0;
}

static int reap(pid_t pid)
{
    int status = 0;

    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

void assay_child_end(struct assay_child *c)
{
    if (c->pid > 0) {
        kill(-c->pid, SIGKILL);
        kill(c->pid, SIGKILL);
        reap(c->pid);
    }
    close_all(c);
}

/* ---- Output */

struct assay_str assay_child_output(const struct assay_child *c)
{
    size_t len = c->tail_len < ASSAY_TAIL ? c->tail_len : ASSAY_TAIL;

    return (struct assay_str){c->tail + c->tail_len - len, len};
}

void assay_child_forget_output(struct assay_child *c)
{
    c->tail_len = 0;
}

/* Takes what there is. A child that prints without end must not keep us here. */
static void drain(struct assay_child *c)
{
    for (int rounds = 0; rounds < 64; rounds++) {
        ssize_t n;
        if (c->tail_len == 2 * ASSAY_TAIL) {
            memcpy(c->tail, c->tail + ASSAY_TAIL, ASSAY_TAIL);
            c->tail_len = ASSAY_TAIL;
        }
        n = read(c->output, c->tail + c->tail_len, 2 * ASSAY_TAIL - c->tail_len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return;
        if (c->show_output)
            assay_file_write(STDOUT_FILENO, c->tail + c->tail_len, (size_t)n);
        c->tail_len += (size_t)n;
    }
}

/* ---- Watching */

struct vigil {
    double next_tick;
    double since;    /* when the current execution was first seen */
    double stopped;  /* when the row was told to stop, 0 if not */
    double closed;   /* when the socket was, 0 if not: the child dies, or meddles */
    uint64_t number; /* of the current execution */
};

static bool was_interrupted(const struct assay_watch *w)
{
    return w->options->interrupted && *w->options->interrupted;
}

/* Tells a row to stop when it is time to. */
static void look_at_clock(struct assay_watch *w, struct vigil *v, double now)
{
    if (v->stopped > 0 || (now < w->deadline && !was_interrupted(w)))
        return;
    v->stopped = now;
    atomic_store(&w->journal->stop, 1);
}

static bool takes_too_long(struct assay_watch *w, struct vigil *v, double now)
{
    uint64_t number = atomic_load(&w->journal->executions);

    if (number != v->number) {
        if (now - v->since - TICK > w->slowest && v->since > 0)
            w->slowest = now - v->since - TICK;
        v->number = number;
        v->since = now;
        return false;
    }
    return now - v->since > w->timeout;
}

static bool is_too_large(const struct assay_child *c, const struct assay_watch *w)
{
    uint64_t pages = assay_pages_of(c->statm);

    return c->pages > 0 && pages > c->pages &&
           (pages - c->pages) * assay_page_size() > w->options->memory;
}

/* Waits for a moment for its own end, then ends it; the wait status. */
static int finish_off(struct assay_child *c, double patience)
{
    double until = assay_now() + patience;
    struct timespec nap = {0, 1000000};
    int status = 0;

    while (waitpid(c->pid, &status, WNOHANG) == 0) {
        if (assay_now() > until) {
            kill(c->pid, SIGKILL);
            status = reap(c->pid);
            break;
        }
        drain(c);
        nanosleep(&nap, NULL);
    }
    kill(-c->pid, SIGKILL); /* what it started */
    drain(c);
    close_all(c);
    return status;
}

static void gone(struct assay_child *c, enum assay_end_of_child how,
                 struct assay_child_result *ret)
{
    ret->replied = false;
    ret->how = how;
    ret->wait_status = finish_off(c, how == ASSAY_CHILD_DIED ? GRACE : 0);
}

/* One look at a working child; false when it had to be ended. */
static bool look_after(struct assay_child *c, struct assay_watch *w, struct vigil *v,
                       struct assay_child_result *ret)
{
    double now = assay_now();
    bool dying = v->closed > 0 && now - v->closed < GRACE;
    siginfo_t info = {0};

    v->next_tick = now + (dying ? DEATH_TICK : TICK);
    atomic_store(&w->journal->tick, 1);
    look_at_clock(w, v, now);
    if (w->tick)
        w->tick(w->ctx);
    if (waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        info.si_pid == c->pid)
        gone(c, ASSAY_CHILD_DIED, ret); /* what it forked may hold the socket open */
    else if (takes_too_long(w, v, now))
        gone(c, ASSAY_CHILD_TIMED_OUT, ret);
    else if (is_too_large(c, w))
        gone(c, ASSAY_CHILD_GREW, ret);
    else
        return true;
    return false;
}

static bool has_answered(const struct assay_journal *j)
{
    return atomic_load(&j->answered) == atomic_load(&j->ordered);
}

/* Takes all the rings there are; closes the socket when the other end is closed. */
static void hear(struct assay_child *c, struct vigil *v)
{
    char bells[4096];
    ssize_t n;

    do
        n = recv(c->socket, bells, sizeof bells, MSG_DONTWAIT);
    while (n == (ssize_t)sizeof bells || (n < 0 && errno == EINTR));
    if (n > 0 || (n < 0 && errno == EAGAIN))
        return;
    close_fd(&c->socket);
    v->closed = assay_now();
    v->next_tick = v->closed;
}

/* Waits for something to happen, until the next tick at most. False when poll fails. */
static bool listen_to(struct assay_child *c, struct vigil *v)
{
    struct pollfd fds[2] = {{c->socket, POLLIN, 0}, {c->output, POLLIN, 0}};
    double left = v->next_tick - assay_now();
    struct timespec wait = {0, left > 0 ? (long)(left * 1e9) : 0};
    int n = ppoll(fds, 2, &wait, NULL);

    if (n < 0 && errno != EINTR)
        return false;
    if (n > 0 && fds[1].revents) {
        drain(c);
        if (fds[1].revents & POLLHUP)
            close_fd(&c->output); /* the property closed it */
    }
    if (n > 0 && fds[0].revents)
        hear(c, v);
    return true;
}

static enum assay_status await_reply(struct assay_child *c, struct assay_watch *w,
                                     struct assay_child_result *ret)
{
    struct vigil v = {.next_tick = assay_now() + TICK};

    v.since = v.next_tick - TICK;
    v.number = atomic_load(&w->journal->executions);
    for (;;) {
        if (!listen_to(c, &v))
            return ASSAY_IO;
        if (has_answered(w->journal)) {
            ret->replied = true;
            ret->reply = w->journal->reply;
            drain(c);
            return ASSAY_OK;
        }
        if (assay_now() >= v.next_tick && !look_after(c, w, &v, ret))
            return ASSAY_OK;
    }
}

enum assay_status assay_child_order(struct assay_child *c,
                                    const struct assay_command *command,
                                    struct assay_watch *watch,
                                    struct assay_child_result *ret)
{
    struct assay_journal *j = watch->journal;

    j->command = *command;
    atomic_fetch_add(&j->ordered, 1);
    if (c->socket < 0 || !ring(c->socket)) {
        gone(c, ASSAY_CHILD_DIED, ret); /* killed, or deaf, while it had nothing to do */
        return ASSAY_IO;
    }
    return await_reply(c, watch, ret);
}
