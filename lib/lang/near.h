/*
 * Words that are almost sentences: a sentence with one small fault in it, certainly none
 * of the language's.
 */
#ifndef ASSAY_LANG_NEAR_H
#define ASSAY_LANG_NEAR_H

#include "lang/lang.h"

/* Whether every word is known to be a sentence. */
bool assay_near_is_none(const struct assay_lang *lang);

/* Replaces the sentence by one with a fault, terminated and the test's. ASSAY_REJECTED:
 * whatever was tried gave a sentence again. */
enum assay_status assay_near(struct assay_test *t, const struct assay_lang *lang,
                             const char **text, uint32_t *len);

#endif
