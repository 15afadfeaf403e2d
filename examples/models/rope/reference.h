/*
 * Ropes, the plain way: strings, copied every time. Nothing is freed, the memory is the
 * scenario's.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <assay/model.h>
#include <string.h>

struct ref {
    size_t length;
    char text[];
};

/* Three pieces of text, one after the other. */
static inline struct ref *ref_pieces(const char *a, size_t na, const char *b, size_t nb,
                                     const char *c, size_t nc)
{
    struct ref *r = assay_model_new(1, sizeof *r + na + nb + nc + 1);

    r->length = na + nb + nc;
    memcpy(r->text, a, na);
    memcpy(r->text + na, b, nb);
    memcpy(r->text + na + nb, c, nc);
    return r;
}

static inline struct ref *ref_new(const char *text)
{
    return ref_pieces(text, strlen(text), "", 0, "", 0);
}

static inline struct ref *ref_concat(struct ref *left, struct ref *right)
{
    return ref_pieces(left->text, left->length, right->text, right->length, "", 0);
}

static inline struct ref *ref_substring(struct ref *r, size_t from, size_t length)
{
    return ref_pieces(r->text + from, length, "", 0, "", 0);
}

static inline struct ref *ref_insert(struct ref *r, size_t at, const char *text)
{
    return ref_pieces(r->text, at, text, strlen(text), r->text + at, r->length - at);
}

static inline struct ref *ref_delete(struct ref *r, size_t from, size_t length)
{
    size_t end = from + length;

    return ref_pieces(r->text, from, "", 0, r->text + end, r->length - end);
}

static inline size_t ref_length(const struct ref *r)
{
    return r->length;
}

static inline char ref_char_at(const struct ref *r, size_t at)
{
    return r->text[at];
}

static inline char *ref_text(struct ref *r)
{
    return r->text;
}

#endif
