/*
 * Values of the dialects whose data is JSON-like: what terms evaluate to, and what
 * counterexamples are made of. Immutable, in an arena; constructors return NULL when it
 * is out of memory, when arrays and objects are nested more than VALUE_DEPTH deep, and
 * for an argument that is NULL.
 */
#ifndef TERM_VALUE_H
#define TERM_VALUE_H

#include "term/integer.h"

typedef struct Value Value;
typedef struct Regexp Regexp;     /* regexp.h */
typedef struct Template Template; /* template.h */

typedef enum {
    VALUE_NULL,
    VALUE_BOOLEAN,
    VALUE_INTEGER,
    VALUE_NUMBER, /* with a fraction; others are integers */
    VALUE_STRING, /* UTF-8 */
    VALUE_ARRAY,
    VALUE_OBJECT,
    VALUE_TEMPLATE,
    VALUE_REGEXP,
    VALUE_RESOURCE,  /* one of the resources of a type */
    VALUE_UNDEFINED, /* what is no value of JSON (SafeScript) */
} ValueKind;

typedef struct {
    struct assay_str name;
    const Value *value;
} ValueMember;

#define VALUE_DEPTH 500

struct Value {
    ValueKind kind;
    uint32_t depth; /* of arrays and objects inside each other; 0: none */
    union {
        bool boolean;
        const Integer *integer;
        Decimal number;
        struct assay_str string;
        struct {
            const Value *const *items;
            uint32_t count;
        } array;
        struct {
            const ValueMember *members; /* by name, in the order of bytes; no two alike */
            uint32_t count;
        } object;
        const Template *template;
        const Regexp *regexp;
        struct {
            const char *type;
            uint32_t id;
        } resource;
    } as;
};

const Value *value_null(void);
const Value *value_undefined(void);
const Value *value_boolean(bool x);
const Value *value_integer(struct assay_arena *a, const Integer *x);
const Value *value_int(struct assay_arena *a, int64_t x);
/* An integer if it has no fraction. */
const Value *value_number(struct assay_arena *a, Decimal x);
const Value *value_string(struct assay_arena *a, struct assay_str bytes); /* copied */
const Value *value_array(struct assay_arena *a, const Value *const *items,
                         uint32_t count); /* copied */
/* Sorted here; of two members with a name the last one stays. */
const Value *value_object(struct assay_arena *a, const ValueMember *members,
                          uint32_t count);
const Value *value_template(struct assay_arena *a, const Template *t);
const Value *value_regexp(struct assay_arena *a, const Regexp *r);
const Value *value_resource(struct assay_arena *a, const char *type, uint32_t id);

/* The value of a field, or NULL. */
const Value *value_find(const Value *object, struct assay_str name);
/* A number as a double; 0 for what is none, or too large. */
double value_to_double(const Value *x);
/* Structural. 1 and 1.0 are equal. */
bool value_equal(const Value *x, const Value *y);
/* How much there is to read: for choosing the simplest counterexample. At most
 * VALUE_WEIGHT. */
#define VALUE_WEIGHT 1000000
uint32_t value_weight(const Value *x);

/* As HeadREST writes it: {name = "a", n = [1, 2]}, a field name that is no word quoted.
 */
void value_print(const Value *x, struct assay_buf *out);
/* As JSON; templates, regular expressions and resources as strings, undefined as null. */
void value_print_json(const Value *x, struct assay_buf *out);
/* Reads JSON. NULL, with *ret_offset where it went wrong, if it is none, is nested too
 * deep, or memory is out. */
const Value *value_read_json(struct assay_arena *a, struct assay_str text,
                             size_t *ret_offset);

#endif
