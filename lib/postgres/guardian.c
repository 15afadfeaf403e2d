#include "postgres/guardian.h"
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <grp.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LOOK 5            /* ms between two looks while it starts or stops */
#define WATCH 100         /* ms between two looks at the parent */
#define START_LIMIT 60000 /* ms for initdb, and for the server */
#define STOP_LIMIT 2000   /* ms to stop in good order */
#define PORTS 3           /* tried, as another process may take a free one first */
#define LOG_SHOWN 1024    /* bytes of its end */
#define POSTMASTER "data/postmaster.pid"

struct guardian {
    const struct assay_pg_setup *setup;
    const char *folder; /* NULL: it is not made yet */
    pid_t server;       /* 0: none */
    struct assay_pg_news news;
};

static long now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Whether it is still wanted after so many milliseconds. */
static bool is_wanted(const struct guardian *g, int milliseconds)
{
    struct pollfd socket = {g->setup->socket, POLLIN, 0};

    return poll(&socket, 1, milliseconds) <= 0 && getppid() == g->setup->parent;
}

/* ---- Errors */

/* The end of the log, each line after two blanks. */
static void add_log(char *text, size_t size)
{
    char tail[LOG_SHOWN + 1];
    int log = open("log", O_RDONLY | O_CLOEXEC);
    off_t length = log < 0 ? 0 : lseek(log, 0, SEEK_END);
    ssize_t n = length <= 0 ? 0
                            : pread(log, tail, LOG_SHOWN,
                                    length > LOG_SHOWN ? length - LOG_SHOWN : 0);
    size_t at = strlen(text);

    if (log >= 0)
        close(log);
    tail[n > 0 ? n : 0] = 0;
    for (char *line = strtok(tail, "\n"); line && at < size; line = strtok(NULL, "\n"))
        at += (size_t)snprintf(text + at, size - at, "\n  %s", line);
}

static bool fail(struct guardian *g, const char *what, const char *why)
{
    snprintf(g->news.error, sizeof g->news.error, "%.500s: %s", what, why);
    return false;
}

static bool fail_with_log(struct guardian *g, const char *what, const char *why)
{
    fail(g, what, why);
    add_log(g->news.error, sizeof g->news.error);
    return false;
}

/* ---- Programs */

static void become(const struct assay_pg_user *user)
{
    if (user->other &&
        (setgroups(0, NULL) != 0 || setgid(user->group) != 0 || setuid(user->user) != 0))
        _exit(127);
}

/* Runs a program of the server's, with its output in the log. It ends with the guardian,
 * even if that is killed. It is told its whole path, as it looks for others beside it. */
static pid_t run(const struct guardian *g, const char *name, const char **arguments)
{
    char path[PATH_MAX + 16];
    pid_t guardian = getpid(), pid;

    snprintf(path, sizeof path, "%s/%s", g->setup->programs, name);
    pid = fork();
    if (pid != 0)
        return pid;
    arguments[0] = path;
    become(&g->setup->user);
    prctl(PR_SET_PDEATHSIG, SIGQUIT);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    if (getppid() == guardian)
        execv(path, (char *const *)(const void *)arguments);
    fprintf(stderr, "%s: %s\n", path, strerror(errno));
    _exit(127);
}

static bool make_database(struct guardian *g)
{
    const char *arguments[] = {"initdb",
                               "--pgdata=data",
                               "--auth=scram-sha-256",
                               "--pwfile=password",
                               "--username=" ASSAY_PG_ROLE,
                               "--encoding=UTF8",
                               "--no-locale",
                               "--nosync",
                               "--wal-segsize=1",
                               NULL};
    long until = now() + START_LIMIT;
    pid_t pid = run(g, "initdb", arguments), ended = 0;
    int status = 0;

    while (pid > 0 && ended == 0 && now() < until && is_wanted(g, LOOK))
        ended = waitpid(pid, &status, WNOHANG);
    if (ended == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    if (ended == pid)
        return fail_with_log(g, "initdb fails", "its output ends");
    return fail(g, "initdb", pid < 0 ? strerror(errno) : "it does not end");
}

/* One that nobody listens at now; 0: none. */
static int find_port(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), port = 0;

    if (fd >= 0 && bind(fd, (struct sockaddr *)&address, size) == 0 &&
        getsockname(fd, (struct sockaddr *)&address, &size) == 0)
        port = ntohs(address.sin_port);
    if (fd >= 0)
        close(fd);
    return port;
}

/* Nothing need survive a crash, and sessions are few. Whoever waits for a lock looks for
 * a deadlock at once: the backend says why. Shared memory that has a name is in the
 * folder. */
static pid_t run_server(const struct guardian *g)
{
    char port[32];
    const char *arguments[] = {"postgres",
                               "-D",
                               "data",
                               port,
                               "--listen_addresses=127.0.0.1",
                               "--unix_socket_directories=",
                               "--fsync=off",
                               "--synchronous_commit=off",
                               "--full_page_writes=off",
                               "--shared_buffers=4MB",
                               "--max_connections=150",
                               "--dynamic_shared_memory_type=mmap",
                               "--wal_level=minimal",
                               "--max_wal_senders=0",
                               "--min_wal_size=4MB",
                               "--max_wal_size=32MB",
                               "--max_logical_replication_workers=0",
                               "--jit=off",
                               "--deadlock_timeout=1ms",
                               "--log_min_messages=log",
                               NULL};

    snprintf(port, sizeof port, "--port=%d", g->news.port);
    return run(g, "postgres", arguments);
}

/* A line of the file that the server keeps while it runs, from 1; false: none yet. */
static bool read_line(int number, char *ret_line, int size)
{
    FILE *file = fopen(POSTMASTER, "re");
    bool found = file != NULL;

    for (int i = 0; found && i < number; i++)
        found = fgets(ret_line, size, file) != NULL;
    if (file)
        fclose(file);
    return found;
}

static bool is_ready(void)
{
    char line[64];

    return read_line(8, line, sizeof line) && strncmp(line, "ready", 5) == 0;
}

static bool start_server(struct guardian *g)
{
    long until = now() + START_LIMIT;
    int status;

    g->news.port = find_port();
    g->server = run_server(g);
    if (g->server < 0)
        return fail(g, "postgres", strerror(errno));
    while (!is_ready()) {
        if (!is_wanted(g, LOOK) || now() > until)
            return fail_with_log(g, "the server does not get ready", "its log ends");
        if (waitpid(g->server, &status, WNOHANG) == g->server) {
            g->server = 0;
            return fail_with_log(g, "the server does not start", "its log ends");
        }
    }
    return true;
}

/* ---- Beginning and end */

/* Descriptors of the parent would stay open for those at their other ends. */
static void close_others(const struct assay_pg_setup *setup)
{
    DIR *all = opendir("/proc/self/fd");
    const struct dirent *entry;

    while (all && (entry = readdir(all))) {
        int fd = atoi(entry->d_name);
        if (fd > STDERR_FILENO && fd != setup->socket && fd != dirfd(all))
            close(fd);
    }
    if (all)
        closedir(all);
}

/* A session of its own, so that what is sent to the parent's group is not for it; and
 * processes of the server that lose their parent become its children. */
static void settle_in(const struct assay_pg_setup *setup)
{
    const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
    sigset_t none;

    sigemptyset(&none);
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        signal(ignored[i], SIG_IGN);
    signal(SIGCHLD, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setsid();
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    setenv("LC_ALL", "C", 1);
    umask(077);
    close_others(setup);
}

static bool put_streams(void)
{
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    int log = open("log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    bool good = null >= 0 && log >= 0 && dup2(null, STDIN_FILENO) >= 0 &&
                dup2(log, STDOUT_FILENO) >= 0 && dup2(log, STDERR_FILENO) >= 0;

    if (null >= 0)
        close(null);
    if (log >= 0)
        close(log);
    return good;
}

static bool write_password(const struct assay_pg_setup *setup)
{
    int fd = open("password", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    size_t length = strlen(setup->password);
    bool good = fd >= 0 && write(fd, setup->password, length) == (ssize_t)length &&
                (!setup->user.other || fchown(fd, setup->user.user, -1U) == 0);

    if (fd >= 0)
        close(fd);
    return good;
}

/* The folder becomes the current one: the parent's may be closed to the server's user. */
static bool make_folder(struct guardian *g, struct assay_pg_setup *setup)
{
    const struct assay_pg_user *user = &setup->user;

    g->folder = mkdtemp(setup->folder);
    if (!g->folder || chdir(g->folder) != 0 || !put_streams() || !write_password(setup) ||
        (user->other && chown(g->folder, user->user, user->group) != 0))
        return fail(g, setup->folder, strerror(errno));
    return true;
}

static bool start(struct guardian *g, struct assay_pg_setup *setup)
{
    bool started = false;

    if (!make_folder(g, setup) || !make_database(g))
        return false;
    for (int i = 0; i < PORTS && !started && is_wanted(g, 0); i++)
        started = start_server(g);
    return started;
}

/* Its own, and those that it was left. */
static void kill_children(void)
{
    char path[64];
    int pid;
    FILE *all;

    snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
    all = fopen(path, "re");
    while (all && fscanf(all, "%d", &pid) == 1)
        kill(pid, SIGKILL);
    if (all)
        fclose(all);
}

static bool has_children(void)
{
    pid_t ended;

    do
        ended = waitpid(-1, NULL, WNOHANG);
    while (ended > 0);
    return ended == 0;
}

/* What the server would save is removed in any case: it stops at once. */
static void stop_server(const struct guardian *g)
{
    long begin = now();

    if (g->server > 0)
        kill(g->server, SIGQUIT);
    while (has_children() && now() < begin + 2 * STOP_LIMIT) {
        if (g->server <= 0 || now() > begin + STOP_LIMIT)
            kill_children();
        poll(NULL, 0, LOOK);
    }
}

/* A server that was killed leaves a piece of memory behind, which no folder holds. */
static void remove_memory(void)
{
    char line[64];
    unsigned long key;
    int id;

    if (read_line(7, line, sizeof line) && sscanf(line, "%lu %d", &key, &id) == 2)
        shmctl(id, IPC_RMID, NULL);
}

static int remove_one(const char *path, const struct stat *about, int type,
                      struct FTW *where)
{
    (void)about, (void)type, (void)where;
    remove(path);
    return 0;
}

static void clear_away(const struct guardian *g)
{
    stop_server(g);
    remove_memory();
    if (g->folder && chdir("/") == 0)
        nftw(g->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

_Noreturn void assay_pg_guard(struct assay_pg_setup *setup)
{
    struct guardian g = {.setup = setup};

    settle_in(setup);
    if (start(&g, setup))
        g.news.server = g.server;
    send(setup->socket, &g.news, sizeof g.news, MSG_NOSIGNAL);
    while (g.news.server > 0 && is_wanted(&g, WATCH))
        continue;
    clear_away(&g);
    _exit(0);
}
