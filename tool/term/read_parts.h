/*
 * What the files of the reader share.
 */
#ifndef TERM_READ_PARTS_H
#define TERM_READ_PARTS_H

#include "term/read.h"

static inline Reader *read_from(const Parser *p)
{
    return p->client;
}

/* A text in the reader's arena; "" when out of memory. read.c */
const char *read_text(Reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* For the table of the dialect: read_term.c. */
Term *read_operand(Parser *p);
Term *read_prefix(Parser *p, const Operator *op, Token mark, Term *of);
Term *read_special(Parser *p, const Operator *op, Token mark, Term *left);
Term *read_infix(Parser *p, const Operator *op, Token mark, Term *left, Term *right);

/* A type without & and | outside of brackets: what stands behind `in`. read_type.c */
const Type *read_operand_type(Reader *r);
/* A simple type as the dialect writes it. */
const Type *read_simple_type(Reader *r, Span span, TypeKind kind);
/* The language of this name; NULL if there is none. */
const Type *read_language_type(Reader *r, struct assay_str name, Span span);
/* The name of a field: a word or a string. NULL, reported, if there is none. */
const char *read_field_name(Reader *r, Span *ret_span);

/* What other languages have: read_refuse.c. Where an operand is expected, the rest of an
 * operator, ===; true if it was one. */
bool read_refuse_sign(Parser *p);
/* Behind a field, a.push(3). */
void read_refuse_method(Reader *r, const Term *t);
/* Behind an expression, x and y. */
void read_refuse_word(Parser *p);
/* Whether it is a function of the language: length, size. */
bool read_is_function(struct assay_str name);
/* Reads elements between commas up to the closing mark, which is read, too. */
void read_list(Reader *r, const char *close, void (*element)(Reader *r, void *ctx),
               void *ctx);

#endif
