/*
 * Servers for tests: they start, and however their end comes about nothing is left.
 */
#include "../unit/harness.h"
#include "postgres/programs.h"
#include <assay/postgres.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const struct assay_store_backend *const pg = &assay_postgres;

/* What can be left of a server. */
struct remains {
    pid_t pid;
    char folder[PATH_MAX];
};

/* The server works in a folder of its folder. */
static struct remains remains_of(const struct assay_postgres_server *server)
{
    struct remains r = {.pid = (pid_t)assay_postgres_pid(server)};
    char path[64], *slash;
    ssize_t n;

    snprintf(path, sizeof path, "/proc/%ld/cwd", (long)r.pid);
    n = readlink(path, r.folder, sizeof r.folder - 1);
    CHECK(n > 0);
    slash = strrchr(r.folder, '/');
    CHECK(slash && strcmp(slash, "/data") == 0);
    *slash = 0;
    CHECK_INT(access(r.folder, F_OK), 0);
    return r;
}

static bool is_left(const struct remains *r)
{
    return kill(r->pid, 0) == 0 || access(r->folder, F_OK) == 0;
}

static void nap(void)
{
    nanosleep(&(struct timespec){0, 10000000}, NULL);
}

/* Of a guardian that nobody can wait for. */
static void await_end(const struct remains *r)
{
    for (int i = 0; i < 1000 && is_left(r); i++)
        nap();
    CHECK(!is_left(r));
}

static struct assay_postgres_server *start(void)
{
    char error[4096] = "";
    struct assay_postgres_server *server = assay_postgres_start(error, sizeof error);

    CHECK_STR(error, "");
    CHECK(server);
    return server;
}

static const char *start_error(void)
{
    static char error[4096];

    CHECK(!assay_postgres_start(error, sizeof error));
    return error;
}

/* A folder for what servers leave; it must be empty in the end. */
static void use_folder(char *template)
{
    CHECK(mkdtemp(template));
    CHECK_INT(chmod(template, 0755), 0);
    setenv("TMPDIR", template, 1);
}

/* initdb looks for the server beside itself, and need not be in $PATH for that. */
TEST(postgres_server_starts_from_outside_of_the_path)
{
    struct assay_postgres_server *server;

    setenv("PATH", "/none", 1);
    server = start();
    CHECK(server);
    assay_postgres_stop(server);
}

TEST(postgres_server_stops)
{
    struct assay_postgres_server *server = start();
    struct remains r = remains_of(server);
    char error[512];
    void *db =
        pg->open(assay_postgres_connection(server), ASSAY_SNAPSHOT, error, sizeof error);

    CHECK(db);
    CHECK_INT(pg->begin(db, 0), ASSAY_STORE_DONE);
    assay_postgres_stop(server);
    CHECK(!is_left(&r));
    assay_postgres_stop(NULL);
    pg->close(db);
}

/* The processes of a server take a moment to notice that it was killed. */
static void await_loss(void *db)
{
    bool found;
    int64_t value;

    for (int i = 0; i < 500; i++) {
        if (pg->get(db, 0, "t", 1, &found, &value) == ASSAY_STORE_LOST)
            return;
        nap();
    }
    CHECK(false);
}

TEST(postgres_server_that_is_killed_is_lost)
{
    struct assay_postgres_server *server = start();
    struct remains r = remains_of(server);
    char error[512];
    void *db =
        pg->open(assay_postgres_connection(server), ASSAY_SNAPSHOT, error, sizeof error);

    CHECK(db);
    CHECK_INT(pg->begin(db, 0), ASSAY_STORE_DONE);
    CHECK_INT(pg->put(db, 0, "t", 1, 1), ASSAY_STORE_DONE);
    CHECK_INT(pg->begin(db, 1), ASSAY_STORE_DONE);
    CHECK_INT(pg->put(db, 1, "t", 1, 2), ASSAY_STORE_BLOCKED);
    CHECK_INT(kill(r.pid, SIGKILL), 0);
    await_loss(db);
    CHECK(strlen(pg->error(db)) > 20 && !strchr(pg->error(db), '\n'));
    CHECK_INT(pg->put(db, 1, "t", 1, 2), ASSAY_STORE_LOST);
    CHECK_INT(pg->begin(db, 2), ASSAY_STORE_LOST);
    CHECK(strstr(pg->error(db), "Connection refused"));
    pg->close(db);
    CHECK(!pg->open(assay_postgres_connection(server), ASSAY_SNAPSHOT, error,
                    sizeof error));
    CHECK(strstr(error, "Connection refused"));
    assay_postgres_stop(server);
    CHECK(!is_left(&r));
}

static void stop_processes_of(pid_t server)
{
    char path[64];
    FILE *all;
    int pid;

    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)server,
             (long)server);
    all = fopen(path, "r");
    CHECK(all);
    while (fscanf(all, "%d", &pid) == 1)
        CHECK_INT(kill(pid, SIGSTOP), 0);
    fclose(all);
}

/* Nobody waits for ever, and what does not end by itself is ended. */
TEST(postgres_server_that_does_not_answer_is_lost)
{
    struct assay_postgres_server *server = start();
    struct remains r = remains_of(server);
    char error[512], connection[512];
    void *db;

    snprintf(connection, sizeof connection, "%s connect_timeout=1",
             assay_postgres_connection(server));
    db = pg->open(connection, ASSAY_SNAPSHOT, error, sizeof error);
    CHECK(db);
    CHECK_INT(pg->begin(db, 0), ASSAY_STORE_DONE);
    stop_processes_of(r.pid);
    CHECK_INT(pg->put(db, 0, "t", 1, 1), ASSAY_STORE_LOST);
    CHECK_STR(pg->error(db), "no answer within 1 s");
    pg->close(db);
    assay_postgres_stop(server);
    CHECK(!is_left(&r));
}

/* A process starts a server, tells what there is, and waits for its end. Its own child
 * outlives it, and has all that it had open. */
static _Noreturn void start_and_wait(int told)
{
    struct remains r = remains_of(start());
    pid_t lingers = fork();

    if (lingers == 0) {
        sleep(20);
        _exit(0);
    }
    if (lingers < 0 || write(told, &r, sizeof r) != (ssize_t)sizeof r)
        _exit(1);
    for (;;)
        pause();
}

TEST(postgres_server_ends_with_a_killed_process)
{
    struct remains r;
    int told[2];
    pid_t pid;

    CHECK_INT(pipe(told), 0);
    pid = fork();
    if (pid == 0)
        start_and_wait(told[1]);
    CHECK_INT(read(told[0], &r, sizeof r), sizeof r);
    CHECK(is_left(&r));
    CHECK_INT(kill(pid, SIGKILL), 0);
    CHECK_INT(waitpid(pid, NULL, 0), pid);
    await_end(&r);
}

/* In the middle of its beginning, too. */
TEST(postgres_server_ends_with_a_process_that_waits_for_it)
{
    char folder[] = "/tmp/assay-test-XXXXXX";
    struct stat about;
    pid_t pid;

    use_folder(folder);
    pid = fork();
    if (pid == 0)
        start_and_wait(STDERR_FILENO);
    for (int i = 0; i < 500 && (stat(folder, &about) != 0 || about.st_nlink == 2); i++)
        nap();
    nap();
    CHECK_INT(kill(pid, SIGKILL), 0);
    CHECK_INT(waitpid(pid, NULL, 0), pid);
    for (int i = 0; i < 1000 && rmdir(folder) != 0; i++)
        nap();
    CHECK_INT(access(folder, F_OK), -1);
}

TEST(postgres_server_is_not_stopped_by_a_copy)
{
    struct assay_postgres_server *server = start();
    struct remains r = remains_of(server);
    pid_t pid = fork();

    if (pid == 0) {
        assay_postgres_stop(server);
        _exit(0);
    }
    CHECK_INT(waitpid(pid, NULL, 0), pid);
    nap();
    CHECK_INT(kill(r.pid, 0), 0);
    assay_postgres_stop(server);
    CHECK(!is_left(&r));
}

/* ---- No server */

static void write_program(const char *folder, const char *name, const char *body)
{
    char path[PATH_MAX];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    CHECK(file);
    fprintf(file, "#!/bin/sh\n%s\n", body);
    CHECK_INT(fclose(file), 0);
    CHECK_INT(chmod(path, 0755), 0);
}

static void remove_programs(const char *folder)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/initdb", folder);
    CHECK_INT(unlink(path), 0);
    snprintf(path, sizeof path, "%s/postgres", folder);
    CHECK_INT(unlink(path), 0);
    CHECK_INT(rmdir(folder), 0); /* nothing else is left in it */
}

TEST(postgres_server_programs_are_found)
{
    char folder[] = "/tmp/assay-test-XXXXXX", found[64], path[128];

    use_folder(folder);
    CHECK(!assay_pg_find_programs(NULL, "/nowhere/*", found, sizeof found));
    CHECK(!assay_pg_find_programs("", "/nowhere/*", found, sizeof found));
    CHECK(!assay_pg_find_programs(folder, folder, found, sizeof found));
    write_program(folder, "initdb", "");
    CHECK(!assay_pg_find_programs(folder, folder, found, sizeof found));
    write_program(folder, "postgres", "");
    snprintf(path, sizeof path, "/nowhere::%s:/bin", folder);
    CHECK(assay_pg_find_programs(path, "/nowhere/*", found, sizeof found));
    CHECK_STR(found, folder);
    CHECK(assay_pg_find_programs("/nowhere", "/tmp/assay-test-*", found, sizeof found));
    CHECK(!assay_pg_find_programs(path, folder, found, 5));
    remove_programs(folder);
}

TEST(postgres_server_newest_programs_are_taken)
{
    char folder[] = "/tmp/assay-test-XXXXXX", name[64], pattern[64], found[64];
    const char *const versions[] = {"9.6", "15", "8"};

    use_folder(folder);
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s/%s", folder, versions[i]);
        CHECK_INT(mkdir(name, 0755), 0);
        write_program(name, "initdb", "");
        write_program(name, "postgres", "");
    }
    snprintf(pattern, sizeof pattern, "%s/*", folder);
    CHECK(assay_pg_find_programs(NULL, pattern, found, sizeof found));
    CHECK_STR(strrchr(found, '/'), "/15");
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s/%s", folder, versions[i]);
        remove_programs(name);
    }
    CHECK_INT(rmdir(folder), 0);
}

/* With programs that are in $PATH before the real ones. */
static const char *start_error_of(const char *initdb, const char *postgres)
{
    char folder[] = "/tmp/assay-test-XXXXXX";
    const char *error;

    use_folder(folder);
    setenv("PATH", folder, 1);
    write_program(folder, "initdb", initdb);
    write_program(folder, "postgres", postgres);
    error = start_error();
    remove_programs(folder);
    return error;
}

TEST(postgres_server_says_why_it_has_no_database)
{
    CHECK_STR(start_error_of("echo this; echo that >&2; exit 1", ""),
              "no PostgreSQL for tests: initdb fails: its output ends\n"
              "  this\n"
              "  that");
}

TEST(postgres_server_says_why_it_does_not_start)
{
    CHECK_STR(start_error_of("exit 0", "echo no, not today; exit 1"),
              "no PostgreSQL for tests: the server does not start: its log ends\n"
              "  no, not today\n"
              "  no, not today\n"
              "  no, not today");
}

TEST(postgres_server_shows_the_end_of_a_long_log)
{
    const char *error =
        start_error_of("i=0; while [ $i -lt 999 ]; do i=$((i+1)); echo line $i; done;"
                       "exit 1",
                       "");

    CHECK(strlen(error) < 2000);
    CHECK(strstr(error, "\n  line 999"));
    CHECK(!strstr(error, "line 9\n"));
}

TEST(postgres_server_wants_a_folder)
{
    setenv("TMPDIR", "/nowhere", 1);
    CHECK(strstr(start_error(), "/nowhere/assay-postgres-"));
    CHECK(strstr(start_error(), "No such file or directory"));
}
