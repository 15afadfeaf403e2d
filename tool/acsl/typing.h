/*
 * What terms of ACSL mean: their sorts, how they go together, in which state they are
 * read, and what the names in them are: definitions and languages.
 */
#ifndef ACSL_TYPING_H
#define ACSL_TYPING_H

#include "acsl/reader.h"

/* ---- sorts.c */

extern const AcslSort acsl_integer, acsl_real, acsl_boolean, acsl_text, acsl_texts;

const AcslSort *acsl_sort_c(Reader *r, const CType *type);
const AcslSort *acsl_sort_set(Reader *r, const AcslSort *of);
const AcslSort *acsl_sort_lambda(Reader *r, const AcslSort *of);
const AcslSort *acsl_sort_named(Reader *r, const char *name);
/* What a set is of; other sorts themselves. */
const AcslSort *acsl_element(const AcslSort *s);
bool acsl_is_set(const AcslSort *s);
bool acsl_is_record(const AcslSort *s);
bool acsl_is_boolean(const AcslSort *s); /* BOOLEAN, and _Bool */
bool acsl_is_number(const AcslSort *s);  /* integral or float */
bool acsl_is_text(const AcslSort *s);
/* A pointer to char, or an array of them. */
bool acsl_is_string(const AcslSort *s);
/* \null, NULL and 0. */
bool acsl_is_null(const AcslNode *n);
/* What a pointer or array leads to; NULL for others. */
const CType *acsl_pointee(const AcslSort *s);
/* Arrays become pointers. */
const AcslSort *acsl_decay(Reader *r, const AcslSort *s);
bool acsl_same_type(const CType *a, const CType *b);
bool acsl_same_sort(const AcslSort *a, const AcslSort *b);
/* How well a value fits where another sort is wanted: 0 is exact; negative: not at all.
 */
int acsl_fits(const AcslNode *value, const AcslSort *wanted);
/* The sort of what is one of two; NULL: they do not go together. */
const AcslSort *acsl_join(const AcslNode *a, const AcslNode *b);
/* "an integer", "a pointer to char (const char *)", "a set of integers" */
const char *acsl_sort_text(Reader *r, const AcslSort *s);

/* ---- typing.c */

AcslNode *acsl_unary(Reader *r, AcslOp op, Token mark, AcslNode *of);
AcslNode *acsl_binary(Reader *r, AcslOp op, Token mark, AcslNode *a, AcslNode *b);
AcslNode *acsl_deref(Reader *r, Token mark, AcslNode *of);
AcslNode *acsl_address(Reader *r, Token mark, AcslNode *of);
AcslNode *acsl_index(Reader *r, Span span, AcslNode *of, AcslNode *index);
AcslNode *acsl_field(Reader *r, Span span, AcslNode *of, Token name, bool arrow);
AcslNode *acsl_cast(Reader *r, Span span, const AcslSort *to, AcslNode *of);
AcslNode *acsl_if(Reader *r, Span span, AcslNode *test, AcslNode *then, AcslNode *other);
AcslNode *acsl_range(Reader *r, Span span, AcslNode *lo, AcslNode *hi);
AcslNode *acsl_set(Reader *r, NodeKind kind, Span span, const List *of);
/* As a predicate: a C integer is != 0. */
AcslNode *acsl_as_predicate(Reader *r, AcslNode *of);
/* As what a parameter or result wants: predicates of integers; false: it does not fit. */
bool acsl_adapt(Reader *r, AcslNode **value, const AcslSort *wanted);
bool acsl_is_lvalue(const AcslNode *n);

/* ---- typing_text.c */

/* A string by its content; a text as it is, and so is a set of one of them. What is
 * something else has no text: the node itself. */
AcslNode *acsl_as_text(Reader *r, AcslNode *of);
/* Whether acsl_as_text makes a text, or a set of texts, of it. */
bool acsl_has_text(const AcslNode *of);
/* Whether two strings or texts are compared by content. */
bool acsl_by_content(const Reader *r, const AcslNode *a, const AcslNode *b);
/* \select(s, L, "path"), \select_all(...), \text(s, n). */
AcslNode *acsl_select(Reader *r, Token name);
AcslNode *acsl_text_of(Reader *r, Token name);
/* An element of a text or texts. */
AcslNode *acsl_text_index(Reader *r, Span span, AcslNode *of, AcslNode *index);

/* ---- labels.c */

/* The label of a name; false, reported, if there is none here. */
bool acsl_label(Reader *r, Token name, AcslLabel *ret_label);
/* {L1, L2} if it is next. */
void acsl_written_labels(Reader *r, List *ret_labels);
/* Gives a call its labels, now or when all definitions are read. */
void acsl_note_call(Reader *r, AcslNode *call, Def *def, const List *written);
/* After all bodies: labels that were not written, those of calls, order and recursion. */
void acsl_finish_definitions(Reader *r);
/* A copy of a term that is read in another state than the one it was written in. */
AcslNode *acsl_moved(Reader *r, const AcslNode *n, AcslLabel to);
/* What a body reads is noted in its owner; memory read in no certain state is wrong. */
void acsl_note_reads(Reader *r, const AcslNode *body);

/* ---- define.c */

/* Bodies for what axioms and cases define. */
void acsl_define(Reader *r);

/* ---- order.c */

void acsl_order(Reader *r);

/* ---- languages.c */

/* By its name or that of its typedef; NULL. Bad ones, too. */
const Language *acsl_find_language(const Reader *r, struct assay_str name);
/* Whether the typedefs that a type is written with have a language. */
bool acsl_has_language(const Reader *r, const CType *type);
/* After PHASE_TYPES: compiles all, reports what is wrong with them. */
void acsl_compile_languages(Reader *r);
/* A file beside the source that a span is in. NULL when out of memory. */
const char *acsl_path_beside(Reader *r, Span span, struct assay_str name);
/* The near name of a built-in language, or NULL. */
const char *acsl_near_language(struct assay_str name, size_t *nearest);
void acsl_publish_languages(Reader *r, AcslFile *file);
/* Of a reading that failed. */
void acsl_free_languages(Reader *r);

#endif
