/*
 * The terms of `where`: reading them, and checking that they make sense.
 */
#ifndef ASSAY_LANG_TERMS_H
#define ASSAY_LANG_TERMS_H

#include "lang/reader.h"
#include "lang/where.h"

#define ASSAY_TERM_DEPTH 500 /* of terms inside each other */

/* How tight terms bind: the greater the tighter. */
enum assay_term_level {
    ASSAY_LEVEL_ANY, /* forall and exists: as far as they can reach */
    ASSAY_LEVEL_IMPLIES,
    ASSAY_LEVEL_OR,
    ASSAY_LEVEL_AND,
    ASSAY_LEVEL_NOT,
    ASSAY_LEVEL_COMPARE,
    ASSAY_LEVEL_SUM,
    ASSAY_LEVEL_PRODUCT,
    ASSAY_LEVEL_SIGN,
    ASSAY_LEVEL_PRIMARY,
};

struct assay_op_info {
    const char *text;
    enum assay_term_level level;
    enum assay_token_kind token;
};
extern const struct assay_op_info assay_op_infos[ASSAY_TERM_MOD + 1];

/* Reads the `where` that is the next token and its term; false on a problem. */
bool assay_read_where(struct assay_reader *r, uint32_t *ret_term);
/* Makes the term just read the conjunction of the one read before it and itself. */
bool assay_join_terms(struct assay_reader *r, uint32_t first, uint32_t *term);

/*
 * Checks the constraints of the rules in modules that were read here: that paths lead to
 * parts that can be there, and that operands are what their operators want. All names
 * are resolved.
 */
enum assay_status assay_terms_check(struct assay_reading *all);

#endif
