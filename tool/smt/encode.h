/*
 * Queries as text: what is known and what is asked, in SMT-LIB. encode.c has the encoding
 * and why it is consistent. Everything lives in the encoder's arena.
 */
#ifndef SMT_ENCODE_H
#define SMT_ENCODE_H

#include "base/buf.h"
#include "term/prover.h"
#include "term/regexp.h"

#define ENCODE_DEPTH 400         /* of terms and types inside each other */
#define ENCODE_ITEMS 4096        /* variables and facts of a scope, bound variables */
#define ENCODE_NAMES 256         /* field names, strings, languages, ... of a query */
#define ENCODE_TEXT (256u << 10) /* bytes of a query */
#define ENCODE_UNFOLDINGS 2      /* of a recursive function, in a row */
#define ENCODE_CHAR_MAX 0x2FFFF  /* the last character of Z3's strings */

typedef enum { SORT_VALUE, SORT_BOOL, SORT_INT, SORT_STRING } EncodeSort;

/* A term as SMT-LIB: a Value, or what is in one, without its box. */
typedef struct {
    EncodeSort sort;
    const char *text;
} Encoded;

/* Whether what is encoded is known to hold where the whole is asserted, or known to fail:
 * what is known may be said in more words, what is to be found out in fewer. */
typedef enum { SENSE_EITHER, SENSE_HOLDS, SENSE_FAILS } EncodeSense;

static inline EncodeSense encode_opposite(EncodeSense sense)
{
    return sense == SENSE_HOLDS   ? SENSE_FAILS
           : sense == SENSE_FAILS ? SENSE_HOLDS
                                  : SENSE_EITHER;
}

typedef struct {
    const Binding *var;
    Encoded is;
} EncodeVariable;

/* Texts that occur in a query, no two alike. */
typedef struct {
    struct assay_str at[ENCODE_NAMES];
    uint32_t count;
} EncodeNames;

typedef struct {
    struct assay_arena *arena;
    struct assay_buf declarations, assertions;
    EncodeVariable variables[ENCODE_ITEMS]; /* the innermost last */
    uint32_t nvariables;
    EncodeNames fields, kinds, strings, far;
    bool maps;                           /* it speaks of all fields of an object */
    const Regexp *regexps[ENCODE_NAMES]; /* literals */
    uint32_t nregexps;
    const Type *languages[ENCODE_NAMES];
    uint32_t nlanguages;
    const Alias *aliases[ENCODE_NAMES]; /* the recursive ones */
    uint32_t naliases;
    const Function *functions[ENCODE_NAMES]; /* the recursive ones */
    uint32_t nfunctions;
    uint32_t unfoldings; /* of recursive functions that are left */
    EncodeSense sense;
    uint32_t fresh; /* for new names */
    uint32_t depth;
    bool before;     /* repof and uriof are those before the call */
    const char *why; /* it cannot be encoded; NULL: all is well */
} Encoder;

/* The arena must outlive what is encoded; `e` is large, keep it off the stack. */
void encode_init(Encoder *e, struct assay_arena *arena);
void encode_done(Encoder *e);

/* Adds a scope, `items` outermost first. Its variables are the first `variables`. */
void encode_scope(Encoder *e, const Scope *const *items, uint32_t count);
/* Adds that a condition holds or does not. */
void encode_assert(Encoder *e, const Term *condition, bool holds);
/* Adds what is known of the literals; the last call. */
void encode_finish(Encoder *e);
/* Adds whether a string is a sentence of a language, if that is known. */
void encode_sentence(Encoder *e, uint32_t string, uint32_t language);
/* What a query begins with: what it needs to know of values. NULL: all of it. */
void encode_prelude(const char *query, struct assay_buf *out);

/* ---- Between the files of the encoder. */

/* Text of the encoder's arena; "" and `why` when it is out of memory. */
const char *encode_text(Encoder *e, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A string as SMT-LIB. */
const char *encode_string(Encoder *e, struct assay_str s);
/* The number of a text, which is added if it is new. */
uint32_t encode_name(Encoder *e, EncodeNames *names, struct assay_str s);
/* The constant that stands for a name, of a field or a type of resources. Its value is
 * the name's place among them. */
const char *encode_key(Encoder *e, EncodeNames *names, struct assay_str s);
Encoded encode_term(Encoder *e, const Term *t);
Encoded encode_literal(Encoder *e, const Value *v);
/* A function that has a definition (encode_call.c). */
Encoded encode_call(Encoder *e, const Term *t);
/* Of a quantifier that says of neighbours in an array that they are in order: that any
 * two elements are, which follows by induction; NULL if it says something else
 * (encode_sorted.c). */
const char *encode_sorted(Encoder *e, const Term *t);

/* Arrays and objects are built part by part, from these. */
#define ENCODE_NO_ITEMS "nil"
#define ENCODE_NO_FIELDS "empty"
const char *encode_add_item(Encoder *e, const char *items, Encoded x);
const char *encode_add_field(Encoder *e, const char *fields, struct assay_str name,
                             Encoded x);
/* Whether no more may be encoded; `why` is set. */
bool encode_too_deep(Encoder *e);
/* The same in another sort. */
const char *encode_as(Encoder *e, Encoded x, EncodeSort sort);
/* That a value has a type. */
const char *encode_in(Encoder *e, Encoded x, const Type *t);
/* The sort that holds all values of a type. */
EncodeSort encode_sort_of(const Type *t);
const char *encode_sort_name(EncodeSort sort);
void encode_push(Encoder *e, const Binding *var, Encoded is);
/* The expression as one of Z3; NULL when it tells characters apart that Z3 has not. */
const char *encode_regexp(Encoder *e, const Regexp *r);

#endif
