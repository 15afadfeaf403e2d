/*
 * Constraints: what the functions of `where` are, and whether a tree satisfies them.
 *
 * Values are integers (64 bits, overflow makes the term undefined), texts, booleans and
 * sets of nodes. Where a text is wanted, a set of exactly one node is its text; any other
 * set makes the term undefined. An undefined term makes the comparison or predicate it is
 * in undefined, too, and so is `!` of it; &&, || and => are decided by the other side
 * where they can be, forall by a body that is false and exists by one that is true. A
 * constraint that ends undefined does not hold.
 */
#ifndef ASSAY_LANG_WHERE_H
#define ASSAY_LANG_WHERE_H

#include "lang/tree.h"

/* The functions of the notation: name, and number of arguments (min, max). */
#define ASSAY_FUNCTIONS(F)                                                               \
    F(LEN, "len", 1, 1)           /* bytes of a text */                                  \
    F(CHARS, "chars", 1, 1)       /* code points of a text, which is UTF-8 */            \
    F(INT, "int", 1, 2)           /* a text as a number: decimal, or of a base 2..36 */  \
    F(COUNT, "count", 1, 1)       /* nodes of a set */                                   \
    F(STARTS, "starts", 2, 2)     /* the text begins with the other */                   \
    F(ENDS, "ends", 2, 2)         /* ends with */                                        \
    F(CONTAINS, "contains", 2, 2) /* has it somewhere */                                 \
    F(UNIQUE, "unique", 1, 1)     /* the texts of a set are pairwise different */        \
    F(EQUAL, "equal", 1, 1)       /* they are all the same */                            \
    F(BEFORE, "before", 2, 2)     /* a node is left of the other, not around it */       \
    F(INSIDE, "inside", 2, 2)     /* a node is a descendant of the other */              \
    F(SCOPE, "scope", 2, 2)       /* scope(x, RULE): the nearest RULE around node x; */  \
    /* it is self or inside self */                                                      \
    F(DEC, "dec", 1, 2)     /* a number as decimal text, zeros up to a width */          \
    F(HEX, "hex", 1, 2)     /* lower-case hexadecimal */                                 \
    F(UPPER, "upper", 1, 1) /* ASCII letters of a text in upper case */                  \
    F(LOWER, "lower", 1, 1)                                                              \
    F(CAT, "cat", 1, 8)     /* texts joined; of a set, in order */                       \
    F(SUM, "sum", 1, 1)     /* of the bytes of a text; of parts, of their numbers */     \
    F(XOR, "xor", 1, 1)     /* of the bytes of a text */                                 \
    F(CRC32, "crc32", 1, 1) /* of a text, as in zip */                                   \
    F(ADLER32, "adler32", 1, 1)                                                          \
    F(LUHN, "luhn", 1, 1) /* the check digit of decimal digits, 0..9 */

#define ASSAY_FUNCTION_ENUM(ID, NAME, MIN, MAX) ASSAY_FUNCTION_##ID,
enum assay_function { ASSAY_FUNCTIONS(ASSAY_FUNCTION_ENUM) ASSAY_FUNCTION_OWN };

struct assay_function_info {
    const char *name;
    uint32_t min, max; /* arguments */
};
extern const struct assay_function_info assay_function_infos[ASSAY_FUNCTION_OWN];

#define ASSAY_TERM_VARIABLES 16 /* quantifiers inside each other, and self */

/* A value of a term. Texts point into the tree's word, the grammar or the arena. */
struct assay_term_value {
    enum {
        ASSAY_VALUE_UNDEFINED,
        ASSAY_VALUE_BOOL,
        ASSAY_VALUE_INT,
        ASSAY_VALUE_TEXT,
        ASSAY_VALUE_NODES,
    } kind;
    int64_t number; /* BOOL: 0 or 1 */
    struct assay_str text;
    const uint32_t *nodes;
    uint32_t count;
};

/* Past these limits an evaluation ends with ASSAY_TOO_LARGE. */
#define ASSAY_EVAL_DEPTH 2000              /* of terms; an `in` counts 125 */
#define ASSAY_EVAL_TEXT ((size_t)64 << 20) /* bytes of a text that a function makes */

struct assay_eval_room;

/* Everything an evaluation needs. Its memory goes with the arena; what is not named when
 * it is initialised is zero. */
struct assay_eval {
    const struct assay_lang *lang; /* for `in` */
    const struct assay_tree *tree;
    struct assay_arena *arena;
    uint32_t variables[ASSAY_TERM_VARIABLES]; /* nodes; [0] is self */
    enum assay_status status;                 /* sticky: NO_MEMORY, TOO_LARGE */

    uint32_t depth;         /* from here on for the evaluation itself */
    struct assay_alloc mem; /* the arena's */
    struct assay_eval_room *rooms[16];
};

/* The value of a term; undefined when the status is not ASSAY_OK. */
struct assay_term_value assay_eval_term(struct assay_eval *e, uint32_t term);
/* Whether the term is defined and true. */
bool assay_eval_holds(struct assay_eval *e, uint32_t term);

/* Whether all constraints hold of a word of the grammar, as far as can be told without
 * its parts. (obvious.c) */
bool assay_where_is_obvious(const struct assay_lang *lang, const char *text, size_t len);

/* The first node, in the order of closing, whose rule's constraint does not hold; then
 * ASSAY_NO_MATCH, and *ret_node and *ret_term say which part of the constraint (one of
 * the conjuncts) is false where. */
enum assay_status assay_where_check(const struct assay_lang *lang,
                                    const struct assay_tree *tree, uint32_t *ret_node,
                                    uint32_t *ret_term);
/* The part of such a node that is to blame, as far as that can be told; else the node.
 * What makes the term false is said, as far as there is room. (blame.c) */
uint32_t assay_where_blame(const struct assay_lang *lang, const struct assay_tree *tree,
                           uint32_t node, uint32_t term, char because[ASSAY_BECAUSE]);

#endif
