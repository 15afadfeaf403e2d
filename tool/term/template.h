/*
 * URI templates: RFC 6570, all four levels.
 */
#ifndef TERM_TEMPLATE_H
#define TERM_TEMPLATE_H

#include "term/value.h"

typedef struct {
    struct assay_str name;
    uint32_t prefix; /* :n, or 0 */
    bool explode;    /* * */
} TemplateVariable;

/* A literal, or an expression: {op v, v, ...}. */
typedef struct {
    struct assay_str literal; /* as written; empty for an expression */
    char op;                  /* 0 + # . / ; ? & */
    const TemplateVariable *variables;
    uint32_t count; /* 0: a literal */
} TemplatePart;

struct Template {
    struct assay_str source; /* between the quotes */
    const TemplatePart *parts;
    uint32_t count;
};

/* Reads one. NULL when it is malformed, with the offset and the reason ("a '}' is
 * missing"), or out of memory, with no reason. */
const Template *template_read(struct assay_arena *a, struct assay_str source,
                              size_t *ret_at, const char **ret_why);

/* Appends the expansion with the fields of an object. What is absent or null is left out;
 * false if a value cannot be expanded (an object inside an array, a prefix of a list),
 * and *ret_variable is then its name. Numbers and booleans are expanded as JSON writes
 * them. */
bool template_expand(const Template *t, const Value *object, struct assay_buf *out,
                     struct assay_str *ret_variable);

#endif
