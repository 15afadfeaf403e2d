/*
 * What a property says: assumptions, assertions, labels, notes.
 *
 * A property is a function of a struct assay_test. It draws its inputs (gen.h), calls the
 * code under test, and asserts. A failed assertion or assumption ends the execution on
 * the spot, from any depth of calls, by longjmp: memory the property itself took from
 * malloc in that execution is then not given back (use assay_test_new() for memory that
 * is).
 */
#ifndef ASSAY_TEST_H
#define ASSAY_TEST_H

#include <assay/gen.h>

/* An execution for which the condition is false does not count. */
void assay_assume(struct assay_test *t, bool condition);

/* ---- Assertions. Messages are built only when one fails. */

/* Fails when the condition is false; the message is the condition. */
#define ASSAY_ASSERT(T, CONDITION)                                                       \
    ((CONDITION) ? (void)0                                                               \
                 : assay_fail_at(T, __FILE__, __LINE__, "%s", #CONDITION " is false"))
/* Fails with a message of your own, as printf does. */
#define ASSAY_FAIL(T, ...) assay_fail_at(T, __FILE__, __LINE__, __VA_ARGS__)

/* Compare numbers or pointers of any type by value, and show both when it fails. */
#define ASSAY_EQ(T, A, B) ASSAY_COMPARE_(T, A, #A, ASSAY_OP_EQ, B, #B)
#define ASSAY_NE(T, A, B) ASSAY_COMPARE_(T, A, #A, ASSAY_OP_NE, B, #B)
#define ASSAY_LT(T, A, B) ASSAY_COMPARE_(T, A, #A, ASSAY_OP_LT, B, #B)
#define ASSAY_LE(T, A, B) ASSAY_COMPARE_(T, A, #A, ASSAY_OP_LE, B, #B)
#define ASSAY_GT(T, A, B) ASSAY_COMPARE_(T, A, #A, ASSAY_OP_GT, B, #B)
#define ASSAY_GE(T, A, B) ASSAY_COMPARE_(T, A, #A, ASSAY_OP_GE, B, #B)
/* Compare NUL-terminated strings (NULL equals NULL only); LEN bytes of memory. */
#define ASSAY_STR_EQ(T, A, B) assay_str_eq_at(T, __FILE__, __LINE__, A, B, #A " == " #B)
#define ASSAY_MEM_EQ(T, A, B, LEN)                                                       \
    assay_mem_eq_at(T, __FILE__, __LINE__, A, B, LEN, #A " == " #B)

/* ---- What the inputs looked like. Labels are constant strings. */

/* Counts the executions with this label; reports show the share of each. */
void assay_label(struct assay_test *t, const char *label);
/* Requires that at least `percent` of the executions that count satisfy the condition. */
void assay_cover(struct assay_test *t, double percent, bool condition, const char *label);
/* Asks the runner to look for inputs that make the value larger. */
void assay_target(struct assay_test *t, const char *label, double value);

/* ---- What the failing execution did. Both cost next to nothing in all others. */

/* A line of the report. */
void assay_note(struct assay_test *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The next operation, numbered; written before it is executed, so that a crash names it.
 */
void assay_step(struct assay_test *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The `context` of the property's entry in the table. */
const void *assay_test_context(const struct assay_test *t);

/* ---- Behind the macros. */

enum assay_op {
    ASSAY_OP_EQ,
    ASSAY_OP_NE,
    ASSAY_OP_LT,
    ASSAY_OP_LE,
    ASSAY_OP_GT,
    ASSAY_OP_GE
};

struct assay_operand {
    enum { ASSAY_SIGNED, ASSAY_UNSIGNED, ASSAY_FLOATING, ASSAY_POINTER } kind;
    union {
        int64_t i;
        uint64_t u;
        double f;
        const void *p;
    } as;
    const char *text;
};

static inline struct assay_operand assay_operand_i(int64_t x, const char *text)
{
    return (struct assay_operand){ASSAY_SIGNED, {.i = x}, text};
}
static inline struct assay_operand assay_operand_u(uint64_t x, const char *text)
{
    return (struct assay_operand){ASSAY_UNSIGNED, {.u = x}, text};
}
static inline struct assay_operand assay_operand_f(double x, const char *text)
{
    return (struct assay_operand){ASSAY_FLOATING, {.f = x}, text};
}
static inline struct assay_operand assay_operand_p(const void *x, const char *text)
{
    return (struct assay_operand){ASSAY_POINTER, {.p = x}, text};
}

/* clang-format off */
#define ASSAY_OPERAND_(X, TEXT)                                                               \
    _Generic((X),                                                                        \
        _Bool: assay_operand_u, char: assay_operand_i, signed char: assay_operand_i,     \
        unsigned char: assay_operand_u, short: assay_operand_i,                          \
        unsigned short: assay_operand_u, int: assay_operand_i,                           \
        unsigned: assay_operand_u, long: assay_operand_i,                                \
        unsigned long: assay_operand_u, long long: assay_operand_i,                      \
        unsigned long long: assay_operand_u, float: assay_operand_f,                     \
        double: assay_operand_f, long double: assay_operand_f,                           \
        default: assay_operand_p)((X), TEXT)
/* clang-format on */
#define ASSAY_COMPARE_(T, A, A_TEXT, OP, B, B_TEXT)                                      \
    assay_compare_at(T, __FILE__, __LINE__, ASSAY_OPERAND_(A, A_TEXT), OP,               \
                     ASSAY_OPERAND_(B, B_TEXT))

void assay_fail_at(struct assay_test *t, const char *file, int line, const char *format,
                   ...) __attribute__((format(printf, 4, 5)));
void assay_compare_at(struct assay_test *t, const char *file, int line,
                      struct assay_operand a, enum assay_op op, struct assay_operand b);
void assay_str_eq_at(struct assay_test *t, const char *file, int line, const char *a,
                     const char *b, const char *text);
void assay_mem_eq_at(struct assay_test *t, const char *file, int line, const void *a,
                     const void *b, size_t len, const char *text);

#endif
