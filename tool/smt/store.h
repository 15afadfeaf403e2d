/*
 * What was proved, kept between runs and shared between processes. Only that a question
 * was proved is kept, and that something is not known to be impossible, on which no more
 * than a warning depends, by a hash of 128 bits of its text, so a stored answer never
 * depends on how much time there was. Questions mean the same only for the same solver
 * and the same encoding: both are part of the hash.
 */
#ifndef SMT_STORE_H
#define SMT_STORE_H

#include "smt/smt.h"

#define STORE_SLOTS (1u << 16) /* of 16 bytes; half of them are used at most */

/* In memory that children share. NULL when there is none. */
ProofStore *proof_store_new(void);
void proof_store_free(ProofStore *s); /* NULL is fine */

/* Adds what a file has; one that is not there, or is no such file, has nothing. */
void proof_store_load(ProofStore *s, const char *path);
/* Writes all to a file, which is either the old one or the new one at any time. False
 * when it cannot be written, which matters to nobody. */
bool proof_store_save(const ProofStore *s, const char *path);

/* What is kept of a question. */
typedef enum {
    PROOF_HOLDS,    /* it was proved */
    PROOF_POSSIBLE, /* whether a scope can hold at all: nothing says that it cannot */
} ProofKind;

bool proof_store_has(const ProofStore *s, ProofKind kind, const char *text, size_t len);
void proof_store_add(ProofStore *s, ProofKind kind, const char *text, size_t len);
uint32_t proof_store_count(const ProofStore *s);

#endif
