/*
 * The text form of values under a fuzzer: whatever is read must be written so that it is
 * read as the same again.
 *
 * The checksum would keep a fuzzer out, so an input that starts with '=' gets the right
 * one here.
 */
#include "base/hash.h"
#include "choice/values.h"
#include "target.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEN_MAX 4096

struct decoded {
    struct assay_values values;
    struct assay_buf property, error;
};

static void decoded_init(struct decoded *d)
{
    assay_values_init(&d->values, NULL);
    assay_buf_init(&d->property, NULL, 0);
    assay_buf_init(&d->error, NULL, 0);
}

static void decoded_done(struct decoded *d)
{
    assay_values_done(&d->values);
    assay_buf_done(&d->property);
    assay_buf_done(&d->error);
}

static enum assay_status decode(struct decoded *d, const struct assay_buf *text)
{
    return assay_values_decode(&d->values, text->at, text->len, &d->property, &d->error);
}

static void demand_same(const struct decoded *a, const struct decoded *b)
{
    demand(a->values.count == b->values.count, "another number of values");
    demand(a->property.len == b->property.len &&
               memcmp(a->property.at, b->property.at, a->property.len) == 0,
           "another property");
    for (size_t i = 0; i < a->values.count; i++) {
        const struct assay_value *x = &a->values.at[i], *y = &b->values.at[i];
        demand(x->kind == y->kind && x->len == y->len, "another kind or length");
        demand(x->kind >= ASSAY_KIND_BYTES
                   ? memcmp(a->values.pool.at + x->bits, b->values.pool.at + y->bits,
                            x->len) == 0
                   : x->bits == y->bits,
               "another value");
    }
}

static bool is_separator(char c)
{
    return c != '\0' && strchr(" \n\t\r,", c);
}

/* The checksum of the tokens of a text. */
static uint32_t checksum(const struct assay_buf *text)
{
    uint32_t crc = 0;

    for (size_t at = 0; at < text->len;) {
        size_t start = at;
        while (at < text->len && !is_separator(text->at[at]))
            at++;
        if (at > start)
            crc = assay_crc32(assay_crc32(crc, text->at + start, at - start), " ", 1);
        while (at < text->len && is_separator(text->at[at]))
            at++;
    }
    return crc;
}

/* The input; what comes behind a '=' is put between a version and a checksum. */
static void add_input(struct assay_buf *text, const char *bytes, size_t len)
{
    if (len == 0 || bytes[0] != '=') {
        assay_buf_add(text, bytes, len);
        return;
    }
    assay_buf_puts(text, "assay1 ");
    assay_buf_add(text, bytes + 1, len - 1);
    assay_buf_printf(text, " .%08x", checksum(text));
}

/* Writes what was read, and reads it again. A name that C cannot hold is left out. */
static void check_again(struct decoded *first)
{
    struct decoded second;
    struct assay_buf text;
    const char *name = first->property.at;

    if (strlen(name) != first->property.len) {
        assay_buf_clear(&first->property);
        name = NULL;
    }
    decoded_init(&second);
    assay_buf_init(&text, NULL, 0);
    assay_values_encode(&first->values, name, '\n', &text);
    demand(decode(&second, &text) == ASSAY_OK, "does not read what it wrote");
    demand_same(first, &second);
    decoded_done(&second);
    assay_buf_done(&text);
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len)
{
    struct decoded d;
    struct assay_buf text;
    enum assay_status status;

    if (len > LEN_MAX)
        return -1;
    decoded_init(&d);
    assay_buf_init(&text, NULL, 0);
    add_input(&text, (const char *)bytes, len);
    status = decode(&d, &text);
    if (status == ASSAY_OK) {
        check_again(&d);
    } else {
        demand(status == ASSAY_BAD_FORMAT || status == ASSAY_BAD_VERSION,
               "an unexpected status");
        demand(d.error.len > 0, "an error without words");
        demand(d.values.count == 0, "values in spite of an error");
    }
    decoded_done(&d);
    assay_buf_done(&text);
    return 0;
}
