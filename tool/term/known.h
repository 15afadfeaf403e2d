/*
 * What types and facts say on their face of a term, without asking the prover.
 */
#ifndef TERM_KNOWN_H
#define TERM_KNOWN_H

#include "term/prover.h"

#define KNOWN_MAX 32

/* Types that a term is known to have. */
typedef struct {
    const Type *at[KNOWN_MAX];
    uint32_t count;
} Known;

void known_types(const Scope *scope, const Term *t, Known *ret);

/* Whether every value of a type surely has a field. */
bool known_has_field(const Type *t, const char *name);
/* All fields that a type speaks of, required or not. */
void known_each_field(const Type *t, void (*visit)(void *ctx, const TypeField *f),
                      void *ctx);
/* The field that the type speaks of whose name is this one, or resembles it (str.h); NULL
 * if none does. */
const char *known_similar_field(const Type *t, const char *name, size_t *nearest);
/* Whether every value of one type is surely of the other, by their shape alone. */
bool known_subtype(const Type *t, const Type *of);
/* Whether a term surely has a type. */
bool known_in(const Scope *scope, const Term *t, const Type *type);

#endif
