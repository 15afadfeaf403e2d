/*
 * A model of lib/choice/values.h: lists of values, written as text and read back. What
 * was damaged on the way is refused, or the same nevertheless: the reference judges.
 *
 * candidate: lib/choice/values.c lib/base/buf.c lib/base/hash.c lib/base/mem.c
 * lib/base/str.c lib/base/utf8.c
 */
#include "values.h"
#include <assay/model.h>

#define MOST 300
#define WHOLE SIZE_MAX /* nothing is damaged */

struct ref {
    size_t count;
    struct value {
        enum assay_kind kind;
        uint64_t bits;
        const char *bytes;
        uint32_t len;
    } at[MOST];
};

static struct ref *ref_new(void)
{
    return assay_model_new(1, sizeof(struct ref));
}

static enum assay_status ref_add(struct ref *r, enum assay_kind kind, uint64_t bits)
{
    if (r->count == MOST)
        assay_back_off();
    r->at[r->count++] = (struct value){.kind = kind, .bits = bits};
    return ASSAY_OK;
}

static enum assay_status ref_add_bytes(struct ref *r, enum assay_kind kind,
                                       const char *bytes, uint32_t len)
{
    char *copy = assay_model_new(len + 1, 1);

    memcpy(copy, bytes, len);
    ref_add(r, kind, 0);
    r->at[r->count - 1].bytes = copy;
    r->at[r->count - 1].len = len;
    return ASSAY_OK;
}

static enum assay_status ref_add_text(struct ref *r, const char *text)
{
    return ref_add_bytes(r, ASSAY_KIND_TEXT, text, (uint32_t)strlen(text));
}

static void ref_clear(struct ref *r)
{
    r->count = 0;
}

static enum assay_status ref_copy(struct ref *to, const struct ref *from)
{
    memcpy(to, from, sizeof *to);
    return ASSAY_OK;
}

static const char *ref_send(struct ref *from, char separator, size_t place, char c,
                            struct ref *to, enum assay_status status)
{
    (void)separator;
    (void)c;
    if (status == ASSAY_OK)
        ref_copy(to, from);
    else
        ref_clear(to);
    if (place == WHOLE && status != ASSAY_OK)
        return "it cannot be read";
    return status == ASSAY_OK || status == ASSAY_BAD_FORMAT || status == ASSAY_BAD_VERSION
               ? NULL
               : "it is read as something else";
}

static const char *is_same(const struct ref *r, const struct assay_values *v)
{
    if (r->count != v->count)
        return "it has another length";
    for (size_t i = 0; i < r->count; i++) {
        const struct value *x = &r->at[i];
        const struct assay_value *y = &v->at[i];
        if (x->kind != y->kind || x->len != y->len ||
            (x->bytes ? memcmp(x->bytes, v->pool.at + y->bits, x->len) != 0
                      : x->bits != y->bits))
            return "a value differs";
    }
    return NULL;
}

ASSAY_ABSTRACT(values, struct ref *, struct assay_values *);
ASSAY_DESTRUCTOR(values, assay_keep, values_free);
ASSAY_CHECK(values, is_same);
ASSAY_CONSUMED(old_values, values);
ASSAY_ONE_OF(kind, enum assay_kind, ASSAY_KIND_INT, ASSAY_KIND_UINT, ASSAY_KIND_FLOAT,
             ASSAY_KIND_BOOL, ASSAY_KIND_INDEX);
ASSAY_ONE_OF(is_bytes, enum assay_kind, ASSAY_KIND_BYTES);
ASSAY_ONE_OF(is_float, enum assay_kind, ASSAY_KIND_FLOAT);
ASSAY_VALUES(bits, uint64_t, assay_any(uint64_t));
ASSAY_VALUES(real, double, assay_any(double));
ASSAY_VALUES(any_char, char, assay_any(char));
ASSAY_ARRAY(bytes, any_char, 0, 12);
ASSAY_LENGTH(length, uint32_t, bytes);
ASSAY_STRING_OF(text, &assay_alphabet_unicode, 0, 12);
ASSAY_ONE_OF(separator, char, ' ', '\n', '\t', ',');
ASSAY_ONE_OF(whole, size_t, WHOLE);
ASSAY_INTERVAL(place, size_t, 0, 120);
ASSAY_COMPARED(status, enum assay_status);
ASSAY_MAP_OUTOF(real_bits, uint64_t, uint64_t, real, assay_bits_of, assay_bits_of);

/* A bool is 0 or 1, an index has 32 bits. */
static bool is_of_kind(const struct assay_arguments *args)
{
    enum assay_kind kind = ASSAY_ARGUMENT(args, kind);
    uint64_t bits = ASSAY_ARGUMENT(args, bits);

    return kind == ASSAY_KIND_BOOL    ? bits <= 1
           : kind == ASSAY_KIND_INDEX ? bits <= UINT32_MAX
                                      : true;
}

ASSAY_OPERATION(new, (void), values, ref_new, values_new);
ASSAY_OPERATION(add, (values, kind, bits), status, ref_add, assay_values_add,
                .when = is_of_kind, .weight = 4);
ASSAY_OPERATION(add_real, (values, is_float, real_bits), status, ref_add,
                assay_values_add, .weight = 2);
ASSAY_OPERATION(add_bytes, (values, is_bytes, bytes, length), status, ref_add_bytes,
                assay_values_add_bytes, .weight = 2);
ASSAY_OPERATION(add_text, (values, text), status, ref_add_text, values_add_text,
                .weight = 2);
ASSAY_OPERATION(clear, (values), void, ref_clear, assay_values_clear);
ASSAY_OPERATION(copy, (values, values), status, ref_copy, assay_values_copy);
ASSAY_JUDGED(send, (values, separator, whole, any_char, values), status, ref_send,
             values_send, .weight = 3);
ASSAY_JUDGED(send_damaged, (values, separator, place, any_char, values), status, ref_send,
             values_send, .weight = 3);
ASSAY_OPERATION(free, (old_values), void, assay_keep, values_free);
ASSAY_MODEL(lists,
            (new, add, add_real, add_bytes, add_text, clear, copy, send, send_damaged,
             free),
            .header = "values.h");

int main(int argc, char **argv)
{
    return assay_model_main(&lists, argc, argv);
}
