/*
 * Terms and types read from texts, for the tests of term. The variables x, y and z are
 * Any, p, q and r Boolean, i, j and k Integer, s and t String, o an object {a: Integer,
 * ?b: String}, l Integer[], e an R; there are the types T, a tree, and N, Natural, and
 * the resources R and Q. Everything lives in the fixture's arena.
 */
#ifndef ASSAY_UNIT_TERM_FIXTURE_H
#define ASSAY_UNIT_TERM_FIXTURE_H

#include "base/buf.h"
#include "term/read.h"

#define TERM_FIXTURE_VARS 16

struct term_reading; /* a reader, kept until the end */

struct term_fixture {
    struct assay_arena arena;
    Diags diags;
    ReadScope vars[TERM_FIXTURE_VARS];
    uint32_t nvars;
    Aliases aliases;
    Resources resources;
    struct term_reading *readings;
};

/* `mem` may be NULL. */
void term_fixture_init(struct term_fixture *f, const struct assay_alloc *mem);
void term_fixture_done(struct term_fixture *f);

/* A further variable; a variable by its name. */
const Binding *term_fixture_add(struct term_fixture *f, const char *name,
                                const char *type);
const Binding *term_fixture_var(const struct term_fixture *f, const char *name);

/* Reads all of a text; what is wrong is in `diags`. NULL if something is behind it. */
const Term *term_fixture_term(struct term_fixture *f, const char *text);
const Type *term_fixture_type(struct term_fixture *f, const char *text);
/* The same, and ends the test unless nothing is wrong. */
const Term *term_fixture_good(struct term_fixture *f, const char *text);
const Type *term_fixture_good_type(struct term_fixture *f, const char *text);

const char *term_fixture_print(struct term_fixture *f, const Term *t);
const char *term_fixture_print_type(struct term_fixture *f, const Type *t);
const char *term_fixture_dump(struct term_fixture *f, const Term *t);
const char *term_fixture_dump_type(struct term_fixture *f, const Type *t);
/* "E0206@4-5 message", a line for each; forgets them. */
const char *term_fixture_reports(struct term_fixture *f);

#endif
