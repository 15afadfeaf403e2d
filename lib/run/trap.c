/*
 * Signal handlers get no context, so this file has the one static pointer that they need;
 * it is set in the child only.
 */
#include "run/trap.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#define STACK_SIZE ((size_t)64 << 10)
#define NEAR ((uint64_t)64 << 10) /* of the stack pointer: the stack overflowed */

static struct assay_journal *trapped;
static const unsigned char *trapped_mine;

/* UBSan calls this, if it is there, for each report; by default it then goes on. */
void __ubsan_on_report(void);
void __ubsan_on_report(void)
{
    if (trapped && *trapped_mine)
        atomic_store(&trapped->reported, 1);
}

static uint64_t program_counter(const ucontext_t *u)
{
#if defined __x86_64__
    return (uint64_t)u->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
    return (uint64_t)u->uc_mcontext.pc;
#else
    (void)u;
    return 0;
#endif
}

static uint64_t stack_pointer(const ucontext_t *u)
{
#if defined __x86_64__
    return (uint64_t)u->uc_mcontext.gregs[REG_RSP];
#elif defined __aarch64__
    return (uint64_t)u->uc_mcontext.sp;
#else
    (void)u;
    return 0;
#endif
}

/* The handler is reset already (SA_RESETHAND), so raising the signal again ends the
 * process as it would have ended without us. */
static void on_signal(int number, siginfo_t *info, void *context)
{
    struct assay_wreck *w = &trapped->wreck;
    uint64_t sp = stack_pointer(context);

    if (*trapped_mine && atomic_load(&trapped->running)) {
        w->failure = ASSAY_SIGNAL;
        w->code = number;
        w->line = 0;
        w->file[0] = w->message[0] = '\0';
        w->address = (uint64_t)(uintptr_t)info->si_addr;
        w->pc = program_counter(context);
        w->overflow = number == SIGSEGV && sp && info->si_code > 0 &&
                      w->address - (sp - NEAR) < 2 * NEAR;
        atomic_store(&w->set, 1);
    }
    raise(number);
}

/* Ends at once: handlers that the program registered before belong to the runner. */
static void on_exit_called(int status, void *journal)
{
    struct assay_journal *j = journal;

    if (!*trapped_mine || !atomic_load(&j->running))
        return;
    j->wreck.failure = ASSAY_EXIT;
    j->wreck.code = status & 0xff;
    j->wreck.line = 0;
    j->wreck.file[0] = j->wreck.message[0] = '\0';
    atomic_store(&j->wreck.set, 1);
    fflush(NULL);
    _exit(status);
}

/* Sanitizers have handlers, and a stack for them, of their own: those stay. */
static bool install_handlers(void *stack)
{
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS};
    stack_t ours = {.ss_sp = stack, .ss_size = STACK_SIZE}, theirs;
    struct sigaction action = {
        .sa_flags = (int)(SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESETHAND)};
    struct sigaction before;

    action.sa_sigaction = on_signal;
    sigemptyset(&action.sa_mask);
    if (sigaltstack(NULL, &theirs) != 0 ||
        ((theirs.ss_flags & SS_DISABLE) && sigaltstack(&ours, NULL) != 0))
        return false;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (sigaction(numbers[i], NULL, &before) != 0 ||
            (before.sa_handler == SIG_DFL && sigaction(numbers[i], &action, NULL) != 0))
            return false;
    return true;
}

enum assay_status assay_trap_install(struct assay_journal *journal,
                                     const unsigned char **ret_mine)
{
    size_t page = 4096;
    unsigned char *block = mmap(NULL, STACK_SIZE + page, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (block == MAP_FAILED)
        return ASSAY_IO;
    *block = 1;
    madvise(block, page, MADV_WIPEONFORK); /* an old kernel: forks count as the child */
    trapped = journal;
    trapped_mine = block;
    *ret_mine = block;
    if (!install_handlers(block + page))
        return ASSAY_IO;
    return on_exit(on_exit_called, journal) == 0 ? ASSAY_OK : ASSAY_NO_MEMORY;
}
