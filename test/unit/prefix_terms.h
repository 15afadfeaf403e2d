/*
 * Terms and types for tests, written with the operator first, so that each kind of node
 * can be had without a dialect:
 *
 *     (+ 1 x)  (? c a b)  (in e T)  (obj a 1 b 2)  (arr 1 2)  (. e a)  (@ e 0)
 *     (all x T e)  (some x T e)  "text"  /regexp/  'template'
 *     Integer  (rec a T ?b U)  (map T)  (list T)  (ref x T e)  (| T U)  (& T U)  (! T)
 *     (only e)  (only e T)  (if e T U)  (res Name)  an alias
 *
 * The test fails if the text is wrong.
 */
#ifndef ASSAY_UNIT_PREFIX_TERMS_H
#define ASSAY_UNIT_PREFIX_TERMS_H

#include "term/term.h"

#define PREFIX_NAMES 32

struct prefix_terms {
    struct assay_arena arena;
    const Binding *vars[PREFIX_NAMES];
    uint32_t nvars;
    Alias *aliases[PREFIX_NAMES];
    uint32_t naliases;
    struct Regexp *regexps[PREFIX_NAMES];
    uint32_t nregexps;
    const char *at;
};

void prefix_init(struct prefix_terms *f);
void prefix_done(struct prefix_terms *f);

/* A variable that may be used from now on. */
const Binding *prefix_var(struct prefix_terms *f, const char *name);
/* An alias that may be used from now on, in its own type, too. */
const Type *prefix_alias(struct prefix_terms *f, const char *name, const char *type);
const Term *prefix_term(struct prefix_terms *f, const char *text);
const Type *prefix_type(struct prefix_terms *f, const char *text);
const Value *prefix_json(struct prefix_terms *f, const char *text);

#endif
