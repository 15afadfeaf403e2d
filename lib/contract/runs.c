/*
 * Runs of hyperproperties, each in a process of its own that is forked from the test's,
 * so that all start from the same state whatever they change. A run that ends well leaves
 * its result and memory in a slot of memory that both processes share; one that does not
 * is made again in place.
 *
 * The process of a run has nothing to say to the runner: it has no test to draw from or
 * to note to, its hooks end it, and so does what the program does when it exits. It dies
 * with the test's process. What it reads from files that were open is read for all.
 */
#include "contract/runs.h"
#include "contract/call.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define STAIN 16384     /* bytes of the stack */
#define FAILED 86       /* exit status of a run that did not end well */
#define FORK_TRIES 6    /* before the execution is given up, */
#define FORK_PAUSE 1000 /* microseconds after the first, then twice as long each time */

extern void __sanitizer_set_report_fd(void *) __attribute__((weak));

enum mode {
    OUTSIDE,  /* no run is being made */
    APART,    /* this is the process of a run */
    IN_PLACE, /* it touches no state */
    AGAIN     /* it failed in its own process */
};

/* What a run leaves in its slot; its memory is behind the result. */
struct outcome {
    _Atomic uint32_t done; /* last */
    _Alignas(16) char result[];
};

static struct {
    char *slots; /* of all runs; made once in a process, and shared with those it forks */
    struct assay_state states[ASSAY_RUNS_MAX];
    bool has_state[ASSAY_RUNS_MAX];
    enum mode mode;
    unsigned run; /* that is being made */
    pid_t self;   /* of its process */
    int reports;  /* of sanitizers in it, or -1 */
    const struct assay_layout *result;
    void *at; /* where the result is, while the run is made */
} runs;

void assay_runs_reset(void)
{
    memset(runs.has_state, 0, sizeof runs.has_state);
    runs.mode = OUTSIDE;
    assay_run_draws_reset();
}

/* ---- Slots */

static bool map_slots(void)
{
    void *at;

    if (runs.slots)
        return true;
    at = mmap(NULL, ASSAY_RUNS_MAX * ASSAY_RUN_BYTES, PROT_READ | PROT_WRITE,
              MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED)
        return false;
    runs.slots = at;
    return true;
}

static struct outcome *slot_of(unsigned run)
{
    return (void *)(runs.slots + (run - 1) * ASSAY_RUN_BYTES);
}

/* Where the memory is packed, and how much room is there. */
static char *memory_of(unsigned run, size_t *ret_room)
{
    size_t size = runs.result ? (runs.result->size + 15) & ~(size_t)15 : 0;

    *ret_room = ASSAY_RUN_BYTES - sizeof(struct outcome) - size;
    return slot_of(run)->result + size;
}

/* ---- In the process of a run */

void assay_run_leave(void)
{
    if (runs.mode == APART)
        _exit(FAILED);
}

static void leave_violated(const struct assay_says *s)
{
    (void)s;
    _exit(FAILED);
}

static void leave_exited(int status)
{
    (void)status;
    _exit(FAILED);
}

static void leave_unknown(void)
{
    _exit(FAILED);
}

/* Processes that the tested function forks have the handler, too. */
static void leave_at_exit(int status, void *unused)
{
    (void)unused;
    _exit(runs.self == getpid() ? FAILED : status);
}

static bool go_quiet(void)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    bool good =
        null >= 0 && dup2(null, STDOUT_FILENO) >= 0 && dup2(null, STDERR_FILENO) >= 0;

    if (null > STDERR_FILENO)
        close(null);
    return good;
}

/* A sanitizer may report and go on: what it writes is seen at the end of the run. */
static void collect_reports(void)
{
    runs.reports = -1;
    if (!__sanitizer_set_report_fd)
        return;
    runs.reports = memfd_create("reports", MFD_CLOEXEC);
    if (runs.reports >= 0)
        __sanitizer_set_report_fd((void *)(intptr_t)runs.reports);
}

static bool has_reports(void)
{
    return runs.reports >= 0 && lseek(runs.reports, 0, SEEK_END) > 0;
}

static void settle_in(struct assay_inputs *in, pid_t parent)
{
    struct rlimit no_core = {0, 0};

    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent || !go_quiet() ||
        on_exit(leave_at_exit, NULL) != 0)
        _exit(FAILED);
    setrlimit(RLIMIT_CORE, &no_core);
    collect_reports();
    runs.mode = APART;
    runs.self = getpid();
    in->t = NULL;
    assay_set_violation_hook(leave_violated);
    assay_set_exit_hook(leave_exited);
    assay_set_unknown_hook(leave_unknown);
}

/* A process that the tested function forked may come here, too. */
static _Noreturn void end_apart(struct assay_inputs *in)
{
    struct outcome *slot = slot_of(runs.run);
    struct assay_state state;
    size_t room;
    char *memory = memory_of(runs.run, &room);

    if (getpid() != runs.self)
        _exit(0);
    if (has_reports())
        _exit(FAILED);
    if (runs.result)
        memcpy(slot->result, runs.at, runs.result->size);
    assay_state_begin(&state);
    assay_run_keep(in, &state, runs.result, runs.at);
    assay_state_pack(&state, memory, room);
    atomic_store(&slot->done, 1);
    _exit(0);
}

/* ---- In the test's process */

static pid_t fork_patiently(void)
{
    struct timespec pause = {0, FORK_PAUSE * 1000L};
    pid_t pid = fork();

    for (int i = 1; i < FORK_TRIES && pid < 0; i++) {
        nanosleep(&pause, NULL);
        pause.tv_nsec *= 2;
        pid = fork();
    }
    return pid;
}

/* Whether it ended by itself, and well. One that stopped is ended. When the program asked
 * not to be told of the ends of processes, nobody knows. */
static bool await(pid_t pid)
{
    int status = 0;
    pid_t got;

    do {
        got = waitpid(pid, &status, WUNTRACED);
        if (got == pid && WIFSTOPPED(status))
            kill(pid, SIGKILL);
    } while ((got < 0 && errno == EINTR) || (got == pid && WIFSTOPPED(status)));
    return got < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static bool take_outcome(unsigned run)
{
    struct outcome *slot = slot_of(run);
    struct assay_state *state = &runs.states[run - 1];
    size_t room;
    const char *memory = memory_of(run, &room);

    if (!atomic_load(&slot->done))
        return false;
    assay_state_begin(state);
    assay_state_keep_inputs(state);
    runs.has_state[run - 1] = assay_state_unpack(state, memory, room);
    if (runs.has_state[run - 1] && runs.result)
        memcpy(runs.at, slot->result, runs.result->size);
    return runs.has_state[run - 1];
}

/* Whether the block is to be entered. */
static bool begin_apart(struct assay_inputs *in, unsigned run)
{
    pid_t parent = getpid(), pid;

    atomic_store(&slot_of(run)->done, 0);
    fflush(NULL); /* or what is buffered might be written twice */
    pid = fork_patiently();
    if (pid == 0) {
        settle_in(in, parent);
        return true;
    }
    if (pid < 0)
        assay_inputs_assume(in, 0);
    if (await(pid) && take_outcome(run)) {
        runs.mode = OUTSIDE;
        return false;
    }
    runs.mode = AGAIN;
    return true;
}

__attribute__((noinline)) void assay_run_stain(void)
{
    unsigned char area[STAIN];

    if (runs.mode == OUTSIDE)
        return;
    memset(area, (int)(0x11 * runs.run), sizeof area);
    __asm__ volatile("" : : "r"(area) : "memory");
}

_Bool assay_run_begin(struct assay_inputs *in, unsigned run, _Bool in_place,
                      const struct assay_layout *result, void *at)
{
    bool possible = run >= 1 && run <= ASSAY_RUNS_MAX &&
                    (!result || result->size < ASSAY_RUN_BYTES / 2);

    assay_inputs_assume(in, possible && (in_place || map_slots()));
    runs.run = run;
    runs.result = result;
    runs.at = at;
    runs.has_state[run - 1] = false;
    runs.mode = IN_PLACE;
    return in_place || begin_apart(in, run);
}

void assay_run_end(struct assay_inputs *in)
{
    enum mode mode = runs.mode;

    assay_run_unmove(mode == IN_PLACE);
    if (mode == APART)
        end_apart(in);
    runs.mode = OUTSIDE;
    if (mode == IN_PLACE)
        assay_run_unwrite(runs.run);
    if (mode != AGAIN)
        return;
    assay_note(in->t, "a run failed in its own process only");
    assay_inputs_assume(in, 0);
}

const struct assay_state *assay_run_state(struct assay_inputs *in, unsigned run)
{
    (void)in;
    if (run < 1 || run > ASSAY_RUNS_MAX || !runs.has_state[run - 1])
        return NULL;
    return &runs.states[run - 1];
}
