/*
 * The text buffer and the forms of values it prints. Appends go through reserve(), which
 * keeps the status; nothing else allocates.
 */
#include "base/buf.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/utf8.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define DEFAULT_MAX ((size_t)1 << 30)

/* The text of every buffer that has no memory yet. It is never written: a write happens
 * only behind reserve(), or by truncation of a text that is not empty. */
static char no_text[1];

void assay_buf_init(struct assay_buf *b, const struct assay_alloc *mem, size_t max)
{
    if (max == 0)
        max = DEFAULT_MAX;
    if (max == SIZE_MAX)
        max--; /* room for the NUL in a size_t */
    *b = (struct assay_buf){.at = no_text, .max = max, .mem = mem};
}

void assay_buf_done(struct assay_buf *b)
{
    if (b->cap > 0)
        assay_mem_free(b->mem, b->at, b->cap);
    assay_buf_init(b, b->mem, b->max);
}

void assay_buf_truncate(struct assay_buf *b, size_t len)
{
    if (len >= b->len)
        return;
    b->len = len;
    b->at[len] = '\0';
}

void assay_buf_clear(struct assay_buf *b)
{
    assay_buf_truncate(b, 0);
    b->status = ASSAY_OK;
}

/* Makes room for `len` more bytes and the NUL. */
/*@ requires Buf(b);
    assigns b->at, b->cap, b->status;
    ensures \result <==> b->status == ASSAY_OK;
    ensures \result ==> b->len + len < b->cap <= b->max + 1 && Owned(b->at, b->cap) &&
                        SameBytes{Old, Post}(\old(b->at), b->at, b->len);
    ensures !\result ==> b->at == \old(b->at) && b->cap == \old(b->cap) &&
      b->status == (\old(b->status) != ASSAY_OK ? \old(b->status)
                    : len > b->max - b->len ? ASSAY_TOO_LARGE : ASSAY_NO_MEMORY);
*/
static bool reserve(struct assay_buf *b, size_t len)
{
    if (b->status)
        return false;
    if (len > b->max - b->len) {
        b->status = ASSAY_TOO_LARGE;
        return false;
    }
    void *at = b->cap > 0 ? b->at : NULL;
    b->status = assay_mem_grow(b->mem, &at, &b->cap, b->len + len + 1, 1, b->max + 1);
    if (b->status)
        return false;
    b->at = at;
    return true;
}

void assay_buf_add(struct assay_buf *b, const void *bytes, size_t len)
{
    if (len == 0 || !reserve(b, len))
        return;
    memcpy(b->at + b->len, bytes, len);
    b->len += len;
    b->at[b->len] = '\0';
}

void assay_buf_puts(struct assay_buf *b, const char *text)
{
    assay_buf_add(b, text, strlen(text));
}

void assay_buf_putc(struct assay_buf *b, char c)
{
    assay_buf_add(b, &c, 1);
}

void assay_buf_vprintf(struct assay_buf *b, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (len < 0) {
        /* A wide character without a multibyte form, or a text past INT_MAX. */
        if (!b->status)
            b->status = ASSAY_BAD_USE;
        return;
    }
    if (!reserve(b, (size_t)len))
        return;
    vsnprintf(b->at + b->len, (size_t)len + 1, format, args);
    b->len += (size_t)len;
}

void assay_buf_printf(struct assay_buf *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    assay_buf_vprintf(b, format, args);
    va_end(args);
}

/* The letter after the backslash for bytes that have one, else 0. */
/*@ assigns \nothing;
    ensures \result != 0 ==> Escape(\result) == c;
    ensures \result == 0 ==> !(7 <= c <= 13) && c != '"' && c != '\\';
*/
static char escape_letter(char c)
{
    static const char bytes[] = "\a\b\f\n\r\t\v\\\"", letters[] = "abfnrtv\\\"";
    const char *found = c ? strchr(bytes, c) : NULL;
    return found ? letters[found - bytes] : '\0';
}

/*@ requires Buf(b);
    assigns *b, b->at[b->len .. b->cap - 1];
    ensures Writes{Old, Post}(b);
    ensures b->status == ASSAY_OK ==> b->at[\old(b->len)] == '\\' &&
      (b->len - \old(b->len) == 2
         ? Escape(b->at[b->len - 1]) == c
         : b->len - \old(b->len) == 4 && Octal(b->at + b->len - 3) &&
           Number(b->at + b->len - 3, 3, 8) == (unsigned char)c);
    behavior room:
      assumes b->status == ASSAY_OK && b->max - b->len >= 4;
      ensures b->status == ASSAY_OK || b->status == ASSAY_NO_MEMORY;
*/
static void add_escaped(struct assay_buf *b, char c)
{
    char letter = escape_letter(c);
    if (letter)
        assay_buf_printf(b, "\\%c", letter);
    else /* three octal digits, the most C reads, so a digit that follows is not read */
        assay_buf_printf(b, "\\%03o", (unsigned)(unsigned char)c);
}

/* The length of the printable character that needs no escape at `at`, else 0. */
/*@ requires len > 0 && \valid_read(at + (0 .. len - 1));
    assigns \nothing;
    ensures \result > 0 ==> \result <= len && Utf8Char(at, \result) && Byte(at, 0) >= 32
   && *at != '"' && *at != '\\'; ensures \result == 0 ==> !(Byte(at, 0) >= 0x20 &&
   Byte(at, 0) < 0x7f) || *at == '"' || *at == '\\';
*/
static size_t plain_length(const char *at, size_t len)
{
    size_t n = assay_utf8_printable(at, len);
    return n > 0 && !escape_letter(*at) ? n : 0;
}

void assay_buf_c_string(struct assay_buf *b, const char *bytes, size_t len)
{
    size_t before = b->len;
    assay_buf_putc(b, '"');
    for (size_t i = 0; i < len;) {
        size_t n = plain_length(bytes + i, len - i);
        if (n > 0) {
            assay_buf_add(b, bytes + i, n);
            i += n;
        } else {
            add_escaped(b, bytes[i++]);
        }
    }
    assay_buf_putc(b, '"');
    if (b->status)
        assay_buf_truncate(b, before); /* all of it or nothing */
}

/* Room for a sign, 17 digits, a point, an exponent of three digits and ".0", amply. */
#define DOUBLE_TEXT 40

/*
 * The shortest decimal of a finite double. A decimal of up to 15 digits survives the way
 * through a normal double, so %.15g finds it; subnormals carry fewer digits.
 */
/*@ requires \is_finite(x) && \valid(text + (0 .. DOUBLE_TEXT - 1));
    assigns text[0 .. DOUBLE_TEXT - 1];
    ensures valid_read_string(&text[0]) && \text(&text[0], strlen(&text[0])) \in Decimal;
    ensures 0 < x < 1e15 && x == \truncate(x) ==>
      Number(&text[0], strlen(&text[0]), 10) == \truncate(x);
*/
static void shortest(double x, char text[DOUBLE_TEXT])
{
    double back = 0;
    int digits = fabs(x) < DBL_MIN ? 1 : DBL_DIG;
    do {
        snprintf(text, DOUBLE_TEXT, "%.*g", digits++, x);
    } while (!(assay_str_double(assay_str(text), &back) && back == x) &&
             digits <= DBL_DECIMAL_DIG);
}

void assay_buf_double(struct assay_buf *b, double x)
{
    if (!isfinite(x)) {
        assay_buf_puts(b, isnan(x) ? "nan" : x < 0 ? "-inf" : "inf");
        return;
    }
    /* The program under test may have set a locale whose decimal point is a comma. */
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!c_locale) {
        if (!b->status)
            b->status = ASSAY_NO_MEMORY;
        return;
    }
    char text[DOUBLE_TEXT];
    locale_t before = uselocale(c_locale);
    shortest(x, text);
    uselocale(before);
    freelocale(c_locale);

    if (!strpbrk(text, ".e"))
        strcat(text, ".0"); /* without it C would read an int */
    assay_buf_puts(b, text);
}

void assay_buf_count(struct assay_buf *b, uint64_t n)
{
    char text[32];
    char *at = text + sizeof text;
    for (int digits = 0; n > 0 || digits == 0; digits++) {
        if (digits > 0 && digits % 3 == 0)
            *--at = ' ';
        *--at = (char)('0' + n % 10);
        n /= 10;
    }
    assay_buf_add(b, at, (size_t)(text + sizeof text - at));
}
