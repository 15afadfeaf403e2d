/*
 * Specifications read from texts, and a prover that follows a script, for the tests of
 * rest: what is asked is written down, and answered from a list.
 */
#ifndef ASSAY_UNIT_REST_FIXTURE_H
#define ASSAY_UNIT_REST_FIXTURE_H

#include "base/buf.h"
#include "rest/check.h"

struct rest_fixture {
    struct assay_arena arena;
    Diags diags;
    Spec spec;
    bool read; /* not out of memory */
    Prover prover;
    Checker checker;
    /* One letter an answer: p proved, r refuted, u undecided. When it is at its end,
     * goals are proved and scopes possible. */
    const char *answers;
    struct assay_buf asked; /* a line for each question */
    uint32_t questions;
};

/* Reads a specification. `mem` may be NULL. */
void rest_fixture_init(struct rest_fixture *f, const char *text,
                       const struct assay_alloc *mem);
void rest_fixture_done(struct rest_fixture *f);

/* Checks it with these answers; whether all is well. */
bool rest_fixture_check(struct rest_fixture *f, const char *answers, bool coverage);
/* What was reported, rendered; in the arena. */
const char *rest_fixture_reports(struct rest_fixture *f);
/* "E0206@3:5 E0210@4:1": codes and places, sorted. */
const char *rest_fixture_codes(struct rest_fixture *f);
/* The variable or type of a name as text: "Integer". */
const char *rest_fixture_type(struct rest_fixture *f, const Type *t);
const Alias *rest_fixture_alias(struct rest_fixture *f, const char *name);

#endif
