/*
 * Calls FUNCTION, which returns a RESULT, with each of the inputs on standard input,
 * which end with NULs; prints how many calls broke no promise, how many there were, and
 * CPU seconds.
 *
 * A violation is counted and the call goes on. The function is compiled with
 * -Dexit=leave: an exit ends the call, after the exits clauses were checked.
 */
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define INPUT_MAX (1 << 22)
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

RESULT FUNCTION(const char *);
_Noreturn void leave(int status);

static jmp_buf back;
static bool violated;

#ifdef CHECKED
#include <assay/contract.h>

static void count_violation(const struct assay_says *s)
{
    (void)s;
    violated = true;
}

static void check_exit(int status)
{
    const struct assay_call *call = assay_call_of(TEXT(FUNCTION));

    if (call && call->exits)
        call->exits(call, status);
}
#endif

_Noreturn void leave(int status)
{
#ifdef CHECKED
    check_exit(status);
#endif
    longjmp(back, status + 1);
}

static double cpu(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static bool passes(const char *input)
{
    violated = false;
    if (setjmp(back) == 0)
        (void)FUNCTION(input);
    return !violated;
}

int main(void)
{
    static char inputs[INPUT_MAX];
    size_t len = fread(inputs, 1, sizeof inputs, stdin);
    unsigned passed = 0, total = 0;
    double start;

#ifdef CHECKED
    assay_set_violation_hook(count_violation);
#endif
    start = cpu();
    for (const char *p = inputs; p < inputs + len; p += strlen(p) + 1) {
        passed += passes(p);
        total++;
    }
    printf("%u %u %.6f\n", passed, total, cpu() - start);
    return 0;
}
