/*
 * Regular expressions as ECMAScript writes them, without what is not regular
 * (backreferences, look-around, \b, anchors in the middle). Matching is of the whole
 * string unless the expression is open: as in JavaScript, /a/ finds an `a` anywhere, ^
 * and $ anchor it.
 *
 * A Regexp is a tree over code points, ready to be translated (smt) and, compiled to a
 * deterministic automaton by lib/lang, to be matched in linear time.
 */
#ifndef TERM_REGEXP_H
#define TERM_REGEXP_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"

struct assay_lang;

typedef enum {
    REGEXP_EMPTY, /* "" */
    REGEXP_SET,   /* one character of the ranges; none: nothing matches */
    REGEXP_SEQUENCE,
    REGEXP_CHOICE,
    REGEXP_REPEAT, /* min to max times; max REGEXP_MANY: any number */
} RegexpKind;

#define REGEXP_MANY UINT32_MAX
#define REGEXP_REPEAT_MAX 1000 /* a bound in {n,m} */
#define REGEXP_NODES_MAX 10000 /* with every {n,m} written out */
#define REGEXP_DEPTH_MAX 200   /* groups inside each other */

typedef struct RegexpNode RegexpNode;
struct RegexpNode {
    RegexpKind kind;
    union {
        struct {
            const uint32_t (*ranges)[2]; /* in order, not touching */
            uint32_t count;
        } set;
        struct {
            const RegexpNode *const *items;
            uint32_t count;
        } list; /* SEQUENCE, CHOICE */
        struct {
            const RegexpNode *of;
            uint32_t min, max;
        } repeat;
    } as;
};

/* What matches; made when it is first asked. */
typedef struct {
    const struct assay_alloc *mem;
    struct assay_lang *lang; /* has an automaton; NULL: not tried, too large, or nothing
                                matches */
    bool too_large;
} RegexpMatcher;

typedef struct Regexp {
    struct assay_str source; /* as written, between the slashes */
    const RegexpNode *whole; /* what the whole string must match: .* added at open ends */
    RegexpMatcher *matcher;
} Regexp;

typedef enum {
    REGEXP_OK,
    REGEXP_MALFORMED,
    REGEXP_UNSUPPORTED,
    REGEXP_TOO_LARGE,
    REGEXP_NO_MEMORY,
} RegexpStatus;

/* Reads one. Otherwise *ret_at is the offset of what is wrong and *ret_why says it:
 * "a ')' is missing". */
RegexpStatus regexp_read(struct assay_arena *a, struct assay_str source, Regexp **ret,
                         size_t *ret_at, const char **ret_why);
/* Frees the automaton; the rest is the arena's. NULL is fine. */
void regexp_done(Regexp *r);

typedef enum {
    REGEXP_NO,
    REGEXP_YES,
    REGEXP_UNKNOWN, /* the automaton is too large, or out of memory */
} RegexpAnswer;
/* Whether the whole text, UTF-8, matches. Not for two threads at once. */
RegexpAnswer regexp_matches(const Regexp *r, struct assay_str text);

#endif
