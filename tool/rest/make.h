/*
 * Values made of shapes by choices of a test; on wish with one part wrong. Values that
 * were seen before, under the name of a field, are used again now and then: that is how
 * an operation finds what another one made.
 */
#ifndef REST_MAKE_H
#define REST_MAKE_H

#include "rest/secret.h"
#include "rest/shape.h"

#define MAKE_SEEN 128 /* values kept */

typedef struct {
    struct {
        struct assay_str name;
        const Value *value;
    } at[MAKE_SEEN];
    uint32_t count, next;
    const Secrets *secrets; /* NULL, or what is not kept, as requests are shown */
} Seen;

/* Keeps what is in a value by the names of fields: numbers and strings. */
void seen_add(Seen *s, const Value *v);

typedef struct {
    struct assay_test *test;
    struct assay_arena *arena;
    const Seen *seen;
    uint32_t wrong; /* the number of the part that is to be wrong; 0: none */
    bool at_edges;  /* the longest texts are as likely as short ones */
    uint32_t depth, parts;
} Maker;

/* A value of a shape; `name` is what it is called, or NULL. NULL: there is none, or the
 * test has ended. */
const Value *make_value(Maker *m, const Shape *s, const char *name);

#endif
