/*
 * Completion: what can be written at a place of a program, for editors. The program may
 * be unfinished there.
 */
#ifndef SCRIPT_COMPLETE_H
#define SCRIPT_COMPLETE_H

#include "script/program.h"
#include "term/check.h"

typedef enum {
    COMPLETE_NOTHING,
    COMPLETE_METHOD,   /* behind await or synch */
    COMPLETE_ENDPOINT, /* behind a method */
    COMPLETE_FIELD,    /* behind a point */
} CompleteKind;

/* What is wanted at a place. */
typedef struct {
    CompleteKind kind;
    RestMethod method;     /* ENDPOINT */
    struct assay_str part; /* what of it is written already */
    bool quoted;           /* ENDPOINT: a quote is written already */
    size_t at;             /* where the part begins */
} CompleteWish;

/* Something that can be written. */
typedef struct {
    const char *text;   /* instead of the part */
    const char *detail; /* its type, or the methods of an endpoint; NULL: none */
} Completion;

typedef struct {
    Completion *at;
    uint32_t count, cap;
} Completions;

/* Looks at the text before byte `at`. */
CompleteWish complete_wish(struct assay_str text, size_t at);
/* What to put at the place of a FIELD before the program is read: a name. */
extern const char complete_placeholder[];

/* Methods and endpoints that begin with what is written. False when out of memory. */
bool complete_call(const Script *s, const CompleteWish *wish, Completions *ret);
/* Fields of what stands before byte `at`, where the placeholder is. */
bool complete_field(const Script *s, const CompleteWish *wish, Checker *c,
                    Completions *ret);

#endif
