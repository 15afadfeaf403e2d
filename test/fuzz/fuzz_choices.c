/*
 * The text form of values under a fuzzer: whatever is read must be written so that it is
 * read as the same again.
 *
 * The checksum would keep a fuzzer out, so an input that starts with '=' is taken without
 * one: the right one is added here.
 */
#include "base/hash.h"
#include "choice/values.h"
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

static void demand(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "fuzz_choices: %s\n", what);
    abort();
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

/* The input; behind a '=' tokens that want their version and checksum. */
static void add_input(struct assay_buf *text, const char *bytes, size_t len)
{
    size_t start = 0;
    uint32_t crc = 0;

    if (len == 0 || bytes[0] != '=') {
        assay_buf_add(text, bytes, len);
        return;
    }
    assay_buf_puts(text, "assay1 ");
    assay_buf_add(text, bytes + 1, len - 1);
    for (size_t i = 0; i <= text->len; i++) {
        bool ends = i == text->len || strchr(" \n\t\r,", text->at[i]);
        if (i < text->len && text->at[i] == '\0')
            ends = false;
        if (!ends)
            continue;
        if (i > start)
            crc = assay_crc32(assay_crc32(crc, text->at + start, i - start), " ", 1);
        start = i + 1;
    }
    assay_buf_printf(text, " .%08x", crc);
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len);

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len)
{
    struct decoded first, second;
    struct assay_buf text;
    enum assay_status status;

    if (len > LEN_MAX)
        return -1;
    decoded_init(&first);
    decoded_init(&second);
    assay_buf_init(&text, NULL, 0);
    add_input(&text, (const char *)bytes, len);
    status = decode(&first, &text);
    if (status == ASSAY_OK) {
        bool is_named = first.property.len > 0 &&
                        !memchr(first.property.at, '\0', first.property.len);
        if (!is_named)
            assay_buf_clear(&first.property);
        assay_buf_clear(&text);
        assay_values_encode(&first.values, is_named ? first.property.at : NULL, '\n',
                            &text);
        demand(decode(&second, &text) == ASSAY_OK, "does not read what it wrote");
        demand_same(&first, &second);
    } else {
        demand(status == ASSAY_BAD_FORMAT || status == ASSAY_BAD_VERSION,
               "an unexpected status");
        demand(first.error.len > 0, "an error without words");
        demand(first.values.count == 0, "values in spite of an error");
    }
    decoded_done(&first);
    decoded_done(&second);
    assay_buf_done(&text);
    return 0;
}
