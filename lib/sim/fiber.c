/*
 * A context of libc starts a fiber; from then on _setjmp() and _longjmp() change between
 * the stacks, because swapcontext() asks the kernel for the mask of signals each time. A
 * fiber whose function has ended waits for the next one, so a stack is started once.
 *
 * The lowest page of a stack is a guard, the struct is at its top. AddressSanitizer has
 * to be told of every change. A shadow stack of the hardware is not handled.
 */
#undef _FORTIFY_SOURCE /* its longjmp() takes another stack for a mistake */
#include "sim/fiber.h"
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

enum {
    STACK = 256 << 10, /* bytes */
    IDLE = 64,         /* stacks kept at most */
};

struct assay_fiber {
    struct assay_fiber *next; /* among those kept */
    struct assay_test *test;
    void (*run)(void *ctx);
    void *ctx;
    jmp_buf inside, outside; /* where each side goes on */
    jmp_buf base;            /* under the function */
    jmp_buf *escape;         /* of the test, where the fiber goes on */
    bool started;            /* its stack is in use */
    bool dropped;
    enum assay_fiber_state state;
    char *memory; /* from the guard up to this struct, and it */
    char *stack;
    size_t size; /* of the stack */
    ucontext_t start;
    void *fake_inside, *fake_outside; /* AddressSanitizer's */
    const void *outer_stack;
    size_t outer_size;
};

static _Thread_local struct assay_fiber *idle;
static _Thread_local uint32_t nidle;

/* ---- What AddressSanitizer wants to know; NULL without it. */

void __sanitizer_start_switch_fiber(void **ret_fake, const void *stack, size_t size)
    __attribute__((weak));
void __sanitizer_finish_switch_fiber(void *fake, const void **ret_old, size_t *ret_size)
    __attribute__((weak));
void __asan_unpoison_memory_region(const volatile void *at, size_t size)
    __attribute__((weak));

static void leaves_for(void **ret_fake, const void *stack, size_t size)
{
    if (__sanitizer_start_switch_fiber)
        __sanitizer_start_switch_fiber(ret_fake, stack, size);
}

static void arrives(void *fake, const void **ret_old, size_t *ret_size)
{
    if (__sanitizer_finish_switch_fiber)
        __sanitizer_finish_switch_fiber(fake, ret_old, ret_size);
}

/* ---- Changing sides */

static void go_out(struct assay_fiber *f)
{
    leaves_for(&f->fake_inside, f->outer_stack, f->outer_size);
    if (_setjmp(f->inside) == 0)
        _longjmp(f->outside, 1);
    arrives(f->fake_inside, &f->outer_stack, &f->outer_size);
}

static void go_in(struct assay_fiber *f)
{
    leaves_for(&f->fake_outside, f->stack, f->size);
    if (_setjmp(f->outside) == 0) {
        if (f->started)
            _longjmp(f->inside, 1);
        f->started = true;
        setcontext(&f->start);
    }
    arrives(f->fake_outside, NULL, NULL);
}

/* ---- Inside */

static void call(struct assay_fiber *f)
{
    if (_setjmp(f->base) != 0) {
        f->state = ASSAY_FIBER_LEFT;
        return;
    }
    if (f->test)
        f->test->escape = &f->base;
    f->run(f->ctx);
    f->state = ASSAY_FIBER_ENDED;
}

/* The pointer comes in two halves, as makecontext() passes on int only. */
static void live(unsigned high, unsigned low)
{
    struct assay_fiber *f =
        (struct assay_fiber *)(uintptr_t)((uint64_t)high << 32 | (uint64_t)low);

    arrives(NULL, &f->outer_stack, &f->outer_size);
    for (;;) {
        call(f);
        go_out(f);
    }
}

void assay_fiber_wait(struct assay_fiber *f)
{
    f->state = ASSAY_FIBER_WAITS;
    go_out(f);
    if (f->dropped)
        _longjmp(f->base, 1);
}

/* ---- Stacks */

static void prepare(struct assay_fiber *f)
{
    uint64_t self = (uintptr_t)f;

    getcontext(&f->start);
    f->start.uc_stack.ss_sp = f->stack;
    f->start.uc_stack.ss_size = f->size;
    f->start.uc_link = NULL;
    makecontext(&f->start, (void (*)(void))live, 2, (unsigned)(self >> 32),
                (unsigned)self);
}

static struct assay_fiber *make_stack(void)
{
    size_t guard = (size_t)sysconf(_SC_PAGESIZE);
    char *memory = mmap(NULL, guard + STACK, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    struct assay_fiber *f;

    if (memory == MAP_FAILED)
        return NULL;
    if (mprotect(memory, guard, PROT_NONE) != 0) {
        munmap(memory, guard + STACK);
        return NULL;
    }
    f = (struct assay_fiber *)(void *)(memory + guard + STACK -
                                       (sizeof *f + 63) / 64 * 64);
    f->memory = memory;
    f->stack = memory + guard;
    f->size = (size_t)((char *)f - f->stack);
    prepare(f);
    return f;
}

static void keep(struct assay_fiber *f)
{
    if (nidle == IDLE) {
        if (__asan_unpoison_memory_region)
            __asan_unpoison_memory_region(f->stack, f->size);
        munmap(f->memory, (size_t)(f->stack - f->memory) + STACK);
        return;
    }
    f->next = idle;
    idle = f;
    nidle++;
}

/* ---- Outside */

struct assay_fiber *assay_fiber_new(struct assay_test *test, void (*run)(void *ctx),
                                    void *ctx)
{
    struct assay_fiber *f = idle;

    if (f) {
        idle = f->next;
        nidle--;
    } else {
        f = make_stack();
    }
    if (!f)
        return NULL;
    f->test = test;
    f->run = run;
    f->ctx = ctx;
    f->dropped = false;
    f->state = ASSAY_FIBER_ENDED; /* as the one before it: it is not under way */
    return f;
}

enum assay_fiber_state assay_fiber_resume(struct assay_fiber *f)
{
    struct assay_test *test = f->test;
    jmp_buf *outer = test ? test->escape : NULL;
    enum assay_fiber_state state;

    if (test && f->state == ASSAY_FIBER_WAITS)
        test->escape = f->escape;
    go_in(f);
    state = f->state;
    if (test) {
        f->escape = test->escape;
        test->escape = outer;
    }
    if (state != ASSAY_FIBER_WAITS)
        keep(f);
    return state;
}

void assay_fiber_drop(struct assay_fiber *f)
{
    f->dropped = true;
    if (f->state == ASSAY_FIBER_WAITS)
        assay_fiber_resume(f);
    else
        keep(f);
}
