/*
 * Plain C values: numbers, bool, characters, strings. Compared as C compares them, but
 * that a NaN equals itself, and written as C.
 */
#include "gen/ops.h"
#include "model/scenario.h"
#include <math.h>
#include <string.h>

/* Of AddressSanitizer, if it is there. */
extern int __asan_address_is_poisoned(const volatile void *at) __attribute__((weak));

double assay_scalar_floating(size_t size, const void *at)
{
    float single;
    double whole;

    if (size == sizeof single) {
        memcpy(&single, at, sizeof single);
        return (double)single;
    }
    memcpy(&whole, at, sizeof whole);
    return whole;
}

static const char *load_string(const void *at)
{
    const char *text;

    memcpy(&text, at, sizeof text);
    return text;
}

static bool is_signed(enum assay_scalar scalar)
{
    return scalar == ASSAY_SCALAR_SIGNED ||
           (scalar == ASSAY_SCALAR_CHAR && (char)-1 < (char)1);
}

int64_t assay_scalar_load(enum assay_scalar scalar, size_t size, const void *at)
{
    return (int64_t)assay_int_load(at, size, is_signed(scalar));
}

void assay_scalar_store(enum assay_scalar scalar, size_t size, void *at, int64_t value)
{
    (void)scalar;
    assay_int_store(at, size, (uint64_t)value);
}

/* A text without an end is one more wrong answer: reading on would be a finding in here,
 * where nobody could do anything about it. Seen with AddressSanitizer. */
static bool is_behind_end(const char *at)
{
    return __asan_address_is_poisoned && __asan_address_is_poisoned(at);
}

static size_t readable(const char *text)
{
    size_t len = 0;

    while (!is_behind_end(text + len) && text[len])
        len++;
    return len;
}

static bool same_text(const char *a, const char *b)
{
    size_t i = 0;

    if (!__asan_address_is_poisoned)
        return strcmp(a, b) == 0;
    while (!is_behind_end(a + i) && !is_behind_end(b + i) && a[i] == b[i]) {
        if (a[i] == '\0')
            return true;
        i++;
    }
    return false;
}

static void print_string(struct assay_printer *p, const char *text)
{
    size_t len = text ? readable(text) : 0;

    if (!text) {
        assay_buf_puts(p->out, "NULL");
        return;
    }
    assay_buf_c_string(p->out, text, len);
    if (is_behind_end(text + len))
        assay_buf_puts(p->out, " without an end");
}

bool assay_scalar_equal(enum assay_scalar scalar, size_t size, const void *a,
                        const void *b)
{
    const char *left, *right;
    double x, y;

    switch (scalar) {
    case ASSAY_SCALAR_FLOATING:
        x = assay_scalar_floating(size, a);
        y = assay_scalar_floating(size, b);
        return x == y || (isnan(x) && isnan(y));
    case ASSAY_SCALAR_STRING:
        left = load_string(a);
        right = load_string(b);
        return left == right || (left && right && same_text(left, right));
    default:
        return memcmp(a, b, size) == 0;
    }
}

/* 'a', '\n', '\x80'; bytes that are no letters as C writes them. */
static void print_char(char c, struct assay_buf *out)
{
    static const char plain[] = "\n\t\r\f\v\b\a\\'", letters[] = "ntrfvba\\'";
    const char *escape = c ? strchr(plain, c) : NULL;

    if (escape)
        assay_buf_printf(out, "'\\%c'", letters[escape - plain]);
    else if (c >= ' ' && c < 127)
        assay_buf_printf(out, "'%c'", c);
    else if (c == '\0')
        assay_buf_puts(out, "'\\0'");
    else
        assay_buf_printf(out, "'\\x%02x'", (unsigned)(unsigned char)c);
}

bool assay_scalar_print(enum assay_scalar scalar, size_t size, const void *value,
                        struct assay_buf *out)
{
    struct assay_printer p = {.out = out, .style = ASSAY_STYLE_C};

    switch (scalar) {
    case ASSAY_SCALAR_SIGNED:
        assay_put_int(&p, assay_int_load(value, size, true), size, true);
        return true;
    case ASSAY_SCALAR_UNSIGNED: /* the suffix says nothing that the type does not */
        assay_buf_printf(out, "%llu",
                         (unsigned long long)assay_int_load(value, size, false));
        if (assay_int_load(value, size, false) > INT64_MAX)
            assay_buf_putc(out, 'u');
        return true;
    case ASSAY_SCALAR_BOOL:
        assay_put_bool(&p, *(const bool *)value);
        return true;
    case ASSAY_SCALAR_CHAR:
        print_char(*(const char *)value, out);
        return true;
    case ASSAY_SCALAR_FLOATING:
        if (size == sizeof(float))
            assay_put_float(&p, (float)assay_scalar_floating(size, value));
        else
            assay_put_double(&p, assay_scalar_floating(size, value));
        return true;
    case ASSAY_SCALAR_STRING:
        print_string(&p, load_string(value));
        return true;
    default:
        return false;
    }
}

/* A path is an operand as it stands unless it is an expression of several. */
static bool is_postfix(const char *path)
{
    int depth = 0;

    for (; *path; path++) {
        depth += *path == '(' || *path == '[';
        depth -= *path == ')' || *path == ']';
        if (depth == 0 && (*path == ' ' || *path == '*' || *path == '&'))
            return false;
    }
    return true;
}

static void expect_string(struct assay_scenario *s, const char *text, const char *path,
                          struct assay_buf *out)
{
    assay_write_needs(s, "<string.h>");
    assay_buf_printf(out, "strcmp(%s, ", path);
    assay_buf_c_string(out, text, strlen(text));
    assay_buf_puts(out, ") == 0");
}

void assay_scalar_expect(struct assay_scenario *s, enum assay_scalar scalar, size_t size,
                         const void *value, const char *path, struct assay_buf *out)
{
    if (scalar == ASSAY_SCALAR_BOOL) {
        bool plain = is_postfix(path);
        assay_buf_puts(out, *(const bool *)value ? "" : plain ? "!" : "!(");
        assay_buf_puts(out, path);
        assay_buf_puts(out, *(const bool *)value || plain ? "" : ")");
    } else if (scalar == ASSAY_SCALAR_STRING && load_string(value)) {
        expect_string(s, load_string(value), path, out);
    } else if (scalar == ASSAY_SCALAR_FLOATING &&
               isnan(assay_scalar_floating(size, value))) {
        assay_write_needs(s, "<math.h>");
        assay_buf_printf(out, "isnan(%s)", path);
    } else {
        assay_buf_printf(out, "%s == ", path);
        if (scalar == ASSAY_SCALAR_FLOATING && isinf(assay_scalar_floating(size, value)))
            assay_write_needs(s, "<math.h>");
        if (!assay_scalar_print(scalar, size, value, out))
            assay_buf_puts(out, "?");
    }
}

static const char *text_of(struct assay_scenario *s, enum assay_scalar scalar,
                           size_t size, const void *value)
{
    struct assay_buf b;
    const char *text;

    assay_buf_init(&b, NULL, 0);
    if (!assay_scalar_print(scalar, size, value, &b))
        for (size_t i = 0; i < size && i < 16; i++)
            assay_buf_printf(&b, "%s%02x", i ? " " : "",
                             ((const unsigned char *)value)[i]);
    text = assay_scenario_text(s, "%s", b.at);
    assay_buf_done(&b);
    return text;
}

static const char *condition_of(struct assay_scenario *s, enum assay_scalar scalar,
                                size_t size, const void *value, const char *path)
{
    struct assay_buf b;
    const char *text;

    if (!path)
        return NULL;
    assay_buf_init(&b, NULL, 0);
    assay_scalar_expect(s, scalar, size, value, path, &b);
    text = assay_scenario_text(s, "%s", b.at);
    assay_buf_done(&b);
    return text;
}

void assay_scalar_compare(struct assay_scenario *s, enum assay_scalar scalar, size_t size,
                          void *const at[2], const char *path)
{
    const char *condition;

    if (!path && assay_scalar_equal(scalar, size, at[0], at[1]))
        return;
    condition = condition_of(s, scalar, size, at[ASSAY_REFERENCE], path);
    if (!assay_scalar_equal(scalar, size, at[0], at[1]))
        assay_differ(s, condition, text_of(s, scalar, size, at[ASSAY_REFERENCE]),
                     text_of(s, scalar, size, at[ASSAY_CANDIDATE]));
    if (condition)
        assay_write_assert(s, condition);
}
