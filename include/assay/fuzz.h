/*
 * The same property under libFuzzer and AFL++: the fuzzer's bytes answer the property's
 * draws.
 *
 *     #include <assay/fuzz.h>
 *     ASSAY_FUZZ_TARGET(my_property)
 *
 *     clang -fsanitize=fuzzer,address target.c code.c -lassay      (libFuzzer)
 *     afl-clang-fast -fsanitize=fuzzer target.c code.c -lassay     (AFL++)
 *
 * Where AFL++ has no driver for that (afl-gcc-fast, say), ASSAY_AFL_MAIN(my_property)
 * takes the place of ASSAY_FUZZ_TARGET: a main() in AFL++'s persistent mode.
 *
 * A failed assertion prints what failed and aborts, which is what fuzzers look for. A
 * file the fuzzer wrote replays, and shrinks, by the property's test program:
 *
 *     ./tests --fuzzed=crash-1234 my_property
 */
#ifndef ASSAY_FUZZ_H
#define ASSAY_FUZZ_H

#include <assay/run.h>

/* Executes the property on a fuzzer's input. Returns 0, or -1 when the input was rejected
 * (libFuzzer then drops it); aborts when the property fails. */
int assay_fuzz(const struct assay_property *property, const unsigned char *bytes,
               size_t len);

/* Defines the function that libFuzzer and AFL++ call, for a property function. */
#define ASSAY_FUZZ_TARGET(FUNCTION) ASSAY_FUZZ_PROPERTY(ASSAY_PROPERTY(FUNCTION))
/* The same for an initialiser of a struct assay_property. */
#define ASSAY_FUZZ_PROPERTY(...)                                                         \
    int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len);                  \
    int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len)                   \
    {                                                                                    \
        static const struct assay_property property = __VA_ARGS__;                       \
        return assay_fuzz(&property, bytes, len);                                        \
    }

#ifdef __AFL_COMPILER
#include <unistd.h> /* for what AFL++'s macros call */

/* Executions in one process: what rejected ones leave allocated goes with it. */
#define ASSAY_AFL_ROUNDS 10000

/* Defines a main() that AFL++ drives, for a property function; for an initialiser of a
 * struct assay_property. Only with AFL++'s compilers. */
#define ASSAY_AFL_MAIN(FUNCTION) ASSAY_AFL_PROPERTY(ASSAY_PROPERTY(FUNCTION))
#define ASSAY_AFL_PROPERTY(...)                                                          \
    __AFL_FUZZ_INIT();                                                                   \
    int main(void)                                                                       \
    {                                                                                    \
        static const struct assay_property property = __VA_ARGS__;                       \
        const unsigned char *bytes;                                                      \
                                                                                         \
        __AFL_INIT();                                                                    \
        bytes = __AFL_FUZZ_TESTCASE_BUF;                                                 \
        while (__AFL_LOOP(ASSAY_AFL_ROUNDS)) {                                           \
            size_t len = (size_t)__AFL_FUZZ_TESTCASE_LEN;                                \
            assay_fuzz(&property, bytes, len);                                           \
        }                                                                                \
        return 0;                                                                        \
    }
#endif

#endif
