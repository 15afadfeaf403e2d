/*
 * What says who asks must be in no report, not even where a server repeats it: texts are
 * shown without the values of such headers, and without their parts.
 */
#ifndef REST_SECRET_H
#define REST_SECRET_H

#include "base/buf.h"
#include "rest/http.h"

#define SECRETS_MAX 64

typedef struct {
    struct assay_str at[SECRETS_MAX];
    uint32_t count;
} Secrets;

/* Those of headers for Authorization, cookies, keys, tokens and the like. Texts are in
 * the arena or the headers. False when memory is out. */
bool secrets_find(const HttpHeader *headers, uint32_t count, struct assay_arena *arena,
                  Secrets *ret);
bool secrets_are_in(const Secrets *s, struct assay_str text);
/* Appends a text with *** in the place of each. */
void secrets_put_without(const Secrets *s, struct assay_str text, struct assay_buf *out);

#endif
