/*
 * assay-postgres COMMAND...: runs a command beside a server for tests, whose connection
 * string is in $ASSAY_POSTGRES. Its exit status is the command's; 2: there is no server.
 */
#include <assay/postgres.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs it to its end, its exit status as a shell tells it. An interrupt from the keyboard
 * is for the command. */
static int run(char **command)
{
    pid_t pid = fork();
    int status = 0;

    if (pid == 0) {
        execvp(command[0], command);
        fprintf(stderr, "assay-postgres: %s: %s\n", command[0], strerror(errno));
        _exit(127);
    }
    if (pid < 0)
        return 127;
    signal(SIGINT, SIG_IGN);
    signal(SIGQUIT, SIG_IGN);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int main(int argc, char **argv)
{
    char error[4096];
    struct assay_postgres_server *server;
    int status;

    if (argc < 2) {
        fputs("usage: assay-postgres COMMAND...\n"
              "runs it beside a PostgreSQL server, which $ASSAY_POSTGRES connects to\n",
              stderr);
        return 2;
    }
    server = assay_postgres_start(error, sizeof error);
    if (!server) {
        fprintf(stderr, "assay-postgres: %s\n", error);
        return 2;
    }
    setenv("ASSAY_POSTGRES", assay_postgres_connection(server), 1);
    status = run(argv + 1);
    assay_postgres_stop(server);
    return status;
}
