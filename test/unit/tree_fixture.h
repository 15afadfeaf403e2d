/*
 * Trees and terms without a grammar's text: both are written down as what they are, and
 * the grammar has the rules, names and terms that come up.
 *
 *     list("[" x:item("a") "," item("b") sign:("+") "]")
 *
 * is a tree over the word "[a,b+]". Terms are in prefix form; $1 is a variable and 'x the
 * number of a name:
 *
 *     (forall 1 ..item (=> (== $1.name "a") (inside $1 (scope $1 'list))))
 */
#ifndef ASSAY_UNIT_TREE_FIXTURE_H
#define ASSAY_UNIT_TREE_FIXTURE_H

#include "base/buf.h"
#include "lang/where.h"

struct tree_fixture {
    const struct assay_alloc *mem;
    struct assay_grammar grammar;
    struct assay_tree tree;
    struct assay_buf word;
    enum assay_status status; /* sticky: NO_MEMORY */
    const char *at;           /* what is read next */
};

/* Anything but memory that fails, fails the test. */
void tree_fixture_init(struct tree_fixture *f, const char *tree,
                       const struct assay_alloc *mem);
void tree_fixture_done(struct tree_fixture *f);

/* A chain of `depth` nodes of the rule, each inside the one before, around "a". */
void tree_fixture_chain(struct tree_fixture *f, const char *rule, uint32_t depth);

/* The sym of a rule under a label, both made when new; "" is none. */
uint32_t tree_fixture_sym(struct tree_fixture *f, const char *rule, const char *label);
/* The number of a term. */
uint32_t tree_fixture_term(struct tree_fixture *f, const char *text);
/* Gives a rule a constraint, that of its text. */
void tree_fixture_where(struct tree_fixture *f, const char *rule, const char *term);

#endif
