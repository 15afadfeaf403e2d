/*
 * Drawing sentences of one language again and again: what need not be made anew for each
 * is kept. One thread at a time.
 */
#ifndef ASSAY_LANG_KEEPER_H
#define ASSAY_LANG_KEEPER_H

#include <assay/lang.h>

struct assay_keeper;

/* As assay_choose_sentence(); *keeper is NULL at first, and for this language only. Of
 * `how` only the size may change from one call to the next. */
enum assay_status assay_keeper_choose(struct assay_keeper **keeper, struct assay_test *t,
                                      const struct assay_lang *lang,
                                      const struct assay_sentences *how,
                                      const char **ret_text, uint32_t *ret_len);
void assay_keeper_free(struct assay_keeper *keeper); /* NULL is fine */

#endif
