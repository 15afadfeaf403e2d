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

/* What is known of a side, in memory that is shared: an exit code alone says nothing. */
enum outcome {
    DIED,
    RETURNED,
    LEFT, /* by assay_back_off() or the like, which must happen here */
};

/* Calls the sides in turn, beginning with `side`. */
static _Noreturn void try_here(struct assay_scenario *s, enum assay_side side,
                               volatile int *outcomes)
{
    const struct assay_operation *o = s->args.operation;
    assay_call_fn *const calls[2] = {o->reference, o->candidate};
    static volatile int now; /* it outlives the jumps */
    jmp_buf escape;

    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
        signal(fatal[i], SIG_DFL);
    now = (int)side;
    s->t->escape = &escape;
    if (_setjmp(s->retreat) != 0 || _setjmp(escape) != 0) {
        outcomes[now] = LEFT;
        _exit(0);
    }
    for (; now < 2; now++) {
        calls[now](s->args.at[now], s->result[now]);
        outcomes[now] = RETURNED;
    }
    _exit(0);
}

/* The wait status. */
static int try_sides(struct assay_scenario *s, enum assay_side side,
                     volatile int *outcomes)
{
    int status = 0;
    pid_t pid;

    fflush(NULL);
    pid = fork();
    if (pid == 0)
        try_here(s, side, outcomes);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (pid < 0)
        assay_test_stop(s->t, ASSAY_NO_MEMORY);
    return status;
}

/* How each side ends: a wait status, or -1 when the call returned. One process does for
 * both unless the reference dies in it. False: one of them leaves the operation. */
static bool try_both(struct assay_scenario *s, int ret_ends[2])
{
    void *shared = mmap(NULL, 2 * sizeof(int), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    volatile int *outcomes = shared;
    bool left;

    if (shared == MAP_FAILED)
        assay_test_stop(s->t, ASSAY_NO_MEMORY);
    ret_ends[0] = ret_ends[1] = try_sides(s, ASSAY_REFERENCE, outcomes);
    if (outcomes[ASSAY_REFERENCE] == DIED)
        ret_ends[ASSAY_CANDIDATE] = try_sides(s, ASSAY_CANDIDATE, outcomes);
    for (int side = 0; side < 2; side++)
        ret_ends[side] = outcomes[side] == RETURNED ? -1 : ret_ends[side];
    left = outcomes[0] == LEFT || outcomes[1] == LEFT;
    munmap(shared, 2 * sizeof(int));
    return !left;
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

/* The call in the program, in a process of its own. Returns how it must end. */
static const char *write_death(struct assay_scenario *s, const char *call, int expected)
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
    return how;
}

static _Noreturn void differ(struct assay_scenario *s, const char *call, int expected,
                             int observed)
{
    const char *was = death_text(s, observed);

    if (s->writer && expected != -1)
        assay_write_difference(s, write_death(s, call, expected), was);
    else
        assay_write_remark(s, ": got %s", was);
    assay_fail(s, assay_scenario_text(s, "operation %u (%s) differs: expected %s, got %s",
                                      s->number, s->args.operation->text,
                                      death_text(s, expected), was));
}

bool assay_death(struct assay_scenario *s, const char *call)
{
    int ends[2];
    bool known;

    if (!s->args.operation->reference)
        return false;
    assay_doing(s, "operation %u, %s, which may die", s->number, s->args.operation->text);
    known = try_both(s, ends);
    assay_did(s);
    if (!known)
        return false;
    if (!is_same(ends[ASSAY_REFERENCE], ends[ASSAY_CANDIDATE]))
        differ(s, call, ends[ASSAY_REFERENCE], ends[ASSAY_CANDIDATE]);
    if (ends[ASSAY_REFERENCE] == -1)
        return false;
    if (s->writer)
        assay_write_assert(s, write_death(s, call, ends[ASSAY_REFERENCE]));
    return true;
}
