/*
 * What draws sentences as struct assay_sentences asks for: plain ones, with constraints,
 * like a seed, or almost sentences.
 *
 * A maker keeps what need not be made again for each sentence; it is used by one thread.
 */
#ifndef ASSAY_LANG_SENTENCE_H
#define ASSAY_LANG_SENTENCE_H

#include "lang/lang.h"
#include "lang/solve.h"

struct assay_maker {
    const struct assay_lang *lang;
    uint32_t size;
    bool near;
    struct assay_solver *solver; /* NULL: there are no constraints */
    struct assay_tree *seed;     /* NULL: none */
    struct assay_buf solved;     /* what the solver writes */
};

/* ASSAY_BAD_USE: no language, or one with errors. ASSAY_NO_MATCH: the seed is no
 * sentence. ASSAY_EMPTY_RANGE: every word is a sentence, so none is almost one. The seed
 * must outlive the maker. On failure there is nothing to be done away with. */
enum assay_status assay_maker_init(struct assay_maker *m, const struct assay_lang *lang,
                                   const struct assay_sentences *how);
void assay_maker_done(struct assay_maker *m);

/* The text is terminated and the test's. */
enum assay_status assay_maker_draw(struct assay_maker *m, struct assay_test *t,
                                   const char **ret_text, uint32_t *ret_len);

#endif
