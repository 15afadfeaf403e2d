/*
 * A model of lib/base/buf.h: the reference has room for all there can be, and keeps a
 * status. What is in both is compared after every operation.
 *
 * candidate: lib/base/buf.c lib/base/mem.c lib/base/str.c lib/base/utf8.c
 */
#include "buf.h"
#include <assay/model.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST 300

struct ref {
    size_t len, max;
    enum assay_status status;
    char at[MOST];
};

static struct ref *ref_new(size_t max)
{
    struct ref *r = assay_model_new(1, sizeof *r);

    r->max = max;
    return r;
}

static void ref_add(struct ref *r, const char *bytes, size_t len)
{
    if (r->status == ASSAY_OK && len > r->max - r->len)
        r->status = ASSAY_TOO_LARGE;
    if (r->status != ASSAY_OK)
        return;
    memcpy(r->at + r->len, bytes, len);
    r->len += len;
}

static void ref_puts(struct ref *r, const char *text)
{
    ref_add(r, text, strlen(text));
}

static void ref_putc(struct ref *r, char c)
{
    ref_add(r, &c, 1);
}

static void ref_print(struct ref *r, const char *text, int number)
{
    char all[MOST];

    ref_add(r, all, (size_t)snprintf(all, sizeof all, "%s:%d", text, number));
}

static void ref_count(struct ref *r, uint64_t n)
{
    char digits[32], text[64];
    int count = snprintf(digits, sizeof digits, "%llu", (unsigned long long)n), len = 0;

    for (int i = 0; i < count; i++) {
        if (i > 0 && (count - i) % 3 == 0)
            text[len++] = ' ';
        text[len++] = digits[i];
    }
    ref_add(r, text, (size_t)len);
}

/* With the fewest digits that read back the same, and without an exponent below 1e15. */
static void ref_double(struct ref *r, double x)
{
    char text[64];
    int digits = 0;

    do
        snprintf(text, sizeof text, "%.*g", ++digits, x);
    while (isfinite(x) && strtod(text, NULL) != x);
    if (isnormal(x) && digits < 15)
        snprintf(text, sizeof text, "%.15g", x);
    if (isnan(x))
        strcpy(text, "nan");
    if (isfinite(x) && !strpbrk(text, ".e"))
        strcat(text, ".0");
    ref_puts(r, text);
}

/* A C string, of ASCII. */
static void ref_c_string(struct ref *r, const char *bytes, size_t len)
{
    static const char letters[] = "a\ab\bf\fn\nr\rt\tv\v\\\\\"\"";
    char text[MOST] = "\"";

    for (size_t i = 0; i < len; i++) {
        char *end = text + strlen(text);
        const char *letter = letters;
        while (*letter && letter[1] != bytes[i])
            letter += 2;
        if (*letter && bytes[i])
            sprintf(end, "\\%c", *letter);
        else
            sprintf(end, bytes[i] >= ' ' && bytes[i] <= '~' ? "%c" : "\\%03o",
                    (unsigned char)bytes[i]);
    }
    ref_puts(r, strcat(text, "\""));
}

static void ref_truncate(struct ref *r, size_t len)
{
    r->len = len < r->len ? len : r->len;
}

static void ref_clear(struct ref *r)
{
    r->len = 0;
    r->status = ASSAY_OK;
}

static const char *is_same(const struct ref *r, const struct assay_buf *b)
{
    if (r->len != b->len || memcmp(r->at, b->at, r->len) != 0)
        return "the text differs";
    if (b->at[b->len] != '\0')
        return "no NUL behind it";
    return r->status == b->status ? NULL : "the status differs";
}

ASSAY_ABSTRACT(buf, struct ref *, struct assay_buf *);
ASSAY_DESTRUCTOR(buf, assay_keep, buf_free);
ASSAY_CHECK(buf, is_same);
ASSAY_CONSUMED(old_buf, buf);
ASSAY_INTERVAL(max, size_t, 1, MOST);
ASSAY_INTERVAL(length, size_t, 0, 50);
ASSAY_VALUES(any_char, char, assay_any(char));
ASSAY_ARRAY(bytes, any_char, 0, 40);
ASSAY_LENGTH(count, size_t, bytes);
ASSAY_INTERVAL(ascii, char, 0, 127);
ASSAY_ARRAY(code, ascii, 0, 40);
ASSAY_LENGTH(code_length, size_t, code);
ASSAY_VALUES(real, double, assay_any(double));
ASSAY_VALUES(number, uint64_t, assay_any(uint64_t));

ASSAY_OPERATION(new, (max), buf, ref_new, buf_new);
ASSAY_OPERATION(add, (buf, bytes, count), void, ref_add, assay_buf_add, .weight = 3);
ASSAY_OPERATION(puts, (buf, string), void, ref_puts, assay_buf_puts, .weight = 3);
ASSAY_OPERATION(putc, (buf, char), void, ref_putc, assay_buf_putc, .weight = 3);
ASSAY_OPERATION(print, (buf, string, int), void, ref_print, buf_print, .weight = 2);
ASSAY_OPERATION(number, (buf, number), void, ref_count, assay_buf_count, .weight = 2);
ASSAY_OPERATION(real, (buf, real), void, ref_double, assay_buf_double, .weight = 2);
ASSAY_OPERATION(c_string, (buf, code, code_length), void, ref_c_string,
                assay_buf_c_string, .weight = 2);
ASSAY_OPERATION(truncate, (buf, length), void, ref_truncate, assay_buf_truncate);
ASSAY_OPERATION(clear, (buf), void, ref_clear, assay_buf_clear);
ASSAY_OPERATION(done, (buf), void, ref_clear, assay_buf_done);
ASSAY_OPERATION(free, (old_buf), void, assay_keep, buf_free);
ASSAY_MODEL(buffers,
            (new, add, puts, putc, print, number, real, c_string, truncate, clear, done,
             free),
            .header = "buf.h");

int main(int argc, char **argv)
{
    return assay_model_main(&buffers, argc, argv);
}
