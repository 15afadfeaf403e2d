/*
 * An operation that may end the process is tried in a copy of it, side by side. What
 * returns there has no effect here; it is then called again, for good.
 */
#include "model/death.h"
#include "model/write.h"
#include "run/failure.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static const int fatal[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};

/* Says in shared memory that the call returned: an exit code alone says nothing. */
static _Noreturn void try_here(struct assay_scenario *s, enum assay_side side,
                               int *returned)
{
    const struct assay_operation *o = s->args.operation;

    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
        signal(fatal[i], SIG_DFL);
    (side == ASSAY_REFERENCE ? o->reference : o->candidate)(s->args.at[side],
                                                            s->result[side]);
    *(volatile int *)returned = 1;
    _exit(0);
}

/* The wait status, or -1 when the call returned. */
static int try_side(struct assay_scenario *s, enum assay_side side)
{
    int *returned = mmap(NULL, sizeof *returned, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int status = 0, answer;
    pid_t pid;

    if (returned == MAP_FAILED)
        assay_test_stop(s->t, ASSAY_NO_MEMORY);
    fflush(NULL);
    pid = fork();
    if (pid == 0)
        try_here(s, side, returned);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    answer = *(volatile int *)returned ? -1 : status;
    munmap(returned, sizeof *returned);
    if (pid < 0)
        assay_test_stop(s->t, ASSAY_NO_MEMORY);
    return answer;
}

static const char *death_text(struct assay_scenario *s, int status)
{
    if (status == -1)
        return "a return";
    if (WIFSIGNALED(status))
        return assay_scenario_text(s, "death by %s", assay_signal_name(WTERMSIG(status)));
    return assay_scenario_text(s, "exit with %d", WEXITSTATUS(status));
}

/* Core dumps do not matter. */
static bool is_same(int a, int b)
{
    if (a == -1 || b == -1 || WIFSIGNALED(a) != WIFSIGNALED(b))
        return a == b;
    return WIFSIGNALED(a) ? WTERMSIG(a) == WTERMSIG(b) : WEXITSTATUS(a) == WEXITSTATUS(b);
}

/* The call in the program, in a process of its own, and how it must end. */
static void write_death(struct assay_scenario *s, const char *call, int expected,
                        const char *observed)
{
    const char *name = assay_write_name(s, "status");
    const char *how =
        WIFSIGNALED(expected)
            ? assay_scenario_text(s, "WIFSIGNALED(%s) && WTERMSIG(%s) == %s", name, name,
                                  assay_signal_name(WTERMSIG(expected)))
            : assay_scenario_text(s, "WIFEXITED(%s) && WEXITSTATUS(%s) == %d", name, name,
                                  WEXITSTATUS(expected));

    assay_write_needs(s, "<signal.h>");
    assay_write_needs(s, "<sys/wait.h>");
    assay_write_needs(s, "<unistd.h>");
    assay_write_before(s, "int %s = 0;", name);
    assay_write_before(s, "if (fork() == 0) {");
    assay_write_call(s, "    %s;", call);
    assay_write_after(s, "    _exit(0);");
    assay_write_after(s, "}");
    assay_write_after(s, "wait(&%s);", name);
    assay_write_difference(s, how, observed);
}

static _Noreturn void differ(struct assay_scenario *s, const char *call, int expected,
                             int observed)
{
    const char *was = death_text(s, observed);

    if (s->writer && expected != -1)
        write_death(s, call, expected, was);
    else
        assay_write_remark(s, ": got %s", was);
    assay_fail(s, assay_scenario_text(s, "operation %u (%s) differs: expected %s, got %s",
                                      s->number, s->args.operation->text,
                                      death_text(s, expected), was));
}

bool assay_death(struct assay_scenario *s, const char *call)
{
    int expected, observed;

    if (!s->args.operation->reference)
        return false;
    assay_doing(s, "operation %u, %s, which may die", s->number, s->args.operation->text);
    expected = try_side(s, ASSAY_REFERENCE);
    observed = try_side(s, ASSAY_CANDIDATE);
    assay_did(s);
    if (!is_same(expected, observed))
        differ(s, call, expected, observed);
    s->ended = expected != -1;
    if (s->ended)
        assay_write_remark(s, ": %s", death_text(s, expected));
    return s->ended;
}
