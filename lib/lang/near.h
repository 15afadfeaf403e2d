/*
 * Words that are almost sentences: a sentence with one small fault in it, certainly none
 * of the language's.
 */
#ifndef ASSAY_LANG_NEAR_H
#define ASSAY_LANG_NEAR_H

#include "lang/lang.h"

/* Whether every word is known to be a sentence. */
bool assay_near_is_none(const struct assay_lang *lang);

/* Draws a sentence, terminated. */
typedef enum assay_status assay_near_sentence(void *ctx, struct assay_test *t,
                                              const char **ret_text, uint32_t *ret_len);

/* Draws a sentence of about `size` bytes and puts a fault in it. The word is terminated
 * and the test's. ASSAY_REJECTED: whatever was tried gave a sentence again. */
enum assay_status assay_near(struct assay_test *t, const struct assay_lang *lang,
                             uint32_t size, assay_near_sentence *sentence, void *ctx,
                             const char **ret_text, uint32_t *ret_len);

#endif
