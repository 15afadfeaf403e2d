/*
 * The unit-test harness. A test registers itself:
 *
 *     TEST(buf_starts_empty)
 *     {
 *         struct assay_buf b;
 *         assay_buf_init(&b, NULL, 0);
 *         CHECK_INT(b.len, 0);
 *     }
 *
 * Each test runs in a process of its own with a deadline of HARNESS_SECONDS, so a crash
 * or a loop fails that test only. Its standard output goes to standard error, so that it
 * cannot damage the report, which is TAP. A failed check ends its test; arguments of the
 * checks are evaluated once.
 *
 * Link the test files with harness.c, which has main(): `prog [--list] [--share=K/N]
 * [PART-OF-NAME...]`.
 */
#ifndef ASSAY_UNIT_HARNESS_H
#define ASSAY_UNIT_HARNESS_H

#include <stddef.h>
#include <stdint.h>

#define HARNESS_SECONDS 240

struct harness_test {
    const char *name;
    const char *file;
    int line;
    void (*run)(void);
    struct harness_test *next;
};

/* Called before main() by TEST; keeps `test`. */
void harness_add(struct harness_test *test);

/* The place of a check, for its report. */
struct harness_site {
    const char *file;
    int line;
};

/* Zeroed memory for the rest of the test, for what is large: a static array would be
 * scanned for pointers after each of all tests. */
void *harness_room(size_t size);

/* How often something random is tried, of n times. Sanitizers look at the same code, not
 * for the same faults: a quarter of it is enough for them, and for quick tests
 * (ASSAY_QUICK). */
unsigned harness_rounds(unsigned n);

/* Reports a failure and ends the calling process. */
_Noreturn void harness_fail(struct harness_site site, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void harness_check_int(struct harness_site site, const char *what, intmax_t actual,
                       intmax_t expected);
void harness_check_uint(struct harness_site site, const char *what, uintmax_t actual,
                        uintmax_t expected);
/* Either text may be NULL. */
void harness_check_str(struct harness_site site, const char *what, const char *actual,
                       const char *expected);
void harness_check_mem(struct harness_site site, const char *what, const void *actual,
                       const void *expected, size_t len);

#define TEST(NAME)                                                                       \
    static void test_##NAME(void);                                                       \
    __attribute__((constructor)) static void register_##NAME(void)                       \
    {                                                                                    \
        static struct harness_test test = {#NAME, __FILE__, __LINE__, test_##NAME,       \
                                           NULL};                                        \
        harness_add(&test);                                                              \
    }                                                                                    \
    static void test_##NAME(void)

#define HARNESS_HERE ((struct harness_site){__FILE__, __LINE__})

#define CHECK(COND) ((COND) ? (void)0 : harness_fail(HARNESS_HERE, "not so: %s", #COND))
#define CHECK_INT(ACTUAL, EXPECTED)                                                      \
    harness_check_int(HARNESS_HERE, #ACTUAL, (intmax_t)(ACTUAL), (intmax_t)(EXPECTED))
#define CHECK_UINT(ACTUAL, EXPECTED)                                                     \
    harness_check_uint(HARNESS_HERE, #ACTUAL, (uintmax_t)(ACTUAL), (uintmax_t)(EXPECTED))
#define CHECK_STR(ACTUAL, EXPECTED)                                                      \
    harness_check_str(HARNESS_HERE, #ACTUAL, ACTUAL, EXPECTED)
#define CHECK_MEM(ACTUAL, EXPECTED, LEN)                                                 \
    harness_check_mem(HARNESS_HERE, #ACTUAL, ACTUAL, EXPECTED, LEN)

#endif
