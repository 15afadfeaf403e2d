/*
 * The library's languages behind those of instrumented code.
 */
#ifndef ASSAY_CONTRACT_LANGUAGE_H
#define ASSAY_CONTRACT_LANGUAGE_H

#include <assay/lang.h>
#include <assay/texts.h>

/* Compiles it. NULL, and trouble, where that cannot be. */
const struct assay_lang *assay_language_make(struct assay_language *language);

/* Compiled when it is first asked for. */
static inline const struct assay_lang *assay_language_get(struct assay_language *language)
{
    const void *lang = __atomic_load_n(&language->lang, __ATOMIC_ACQUIRE);

    return lang ? lang : assay_language_make(language);
}

#endif
