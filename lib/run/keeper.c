#include "run/keeper.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* Waits for the other end to close: nothing is ever written. */
static _Noreturn void keep(int pipe, const _Atomic int *group)
{
    char nothing;
    int pid;

    setpgid(0, 0); /* what is sent to the runner's group is not for the keeper */
    while (read(pipe, &nothing, 1) < 0 && errno == EINTR)
        continue;
    pid = atomic_load(group);
    if (pid > 0)
        kill(-pid, SIGKILL);
    _exit(0);
}

enum assay_status assay_keeper_start(struct assay_keeper *k, const _Atomic int *group)
{
    int pipes[2];
    pid_t pid;

    if (k->pid > 0)
        return ASSAY_OK;
    if (pipe2(pipes, O_CLOEXEC) != 0)
        return ASSAY_IO;
    pid = fork();
    if (pid == 0) {
        close(pipes[1]);
        signal(SIGINT, SIG_IGN);
        signal(SIGTERM, SIG_IGN);
        keep(pipes[0], group);
    }
    close(pipes[0]);
    if (pid < 0) {
        close(pipes[1]);
        return ASSAY_IO;
    }
    *k = (struct assay_keeper){pid, pipes[1], group};
    return ASSAY_OK;
}

void assay_keeper_forget(struct assay_keeper *k)
{
    if (k->pid > 0)
        close(k->pipe);
    k->pid = 0;
}

void assay_keeper_end(struct assay_keeper *k)
{
    pid_t pid = k->pid;

    if (pid == 0)
        return;
    kill(pid, SIGKILL);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    assay_keeper_forget(k);
}
