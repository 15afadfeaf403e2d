#include "lang/languages.h"
#include <stdatomic.h>
#include <string.h>

#define NUMBER(ID, NAME) LANGUAGE_##ID,
enum { ASSAY_LANGUAGES(NUMBER) LANGUAGES };

#define NAME_OF(ID, NAME) NAME,
static const char *const names[] = {ASSAY_LANGUAGES(NAME_OF) NULL};

struct text {
    const unsigned char *at;
    const size_t *len;
};
#define TEXT_OF(ID, NAME) {assay_language_text_##ID, &assay_language_text_##ID##_len},
static const struct text texts[] = {ASSAY_LANGUAGES(TEXT_OF)};

/*
 * The languages compiled so far. This is the one state of the library that hangs off no
 * object: a caller of assay_language_json() has none to hang it off. A slot is set once,
 * by whoever is first, and never changes or is freed after.
 */
static _Atomic(struct assay_lang *) compiled[LANGUAGES];

static enum assay_status compile(size_t number, struct assay_lang **ret_lang)
{
    struct assay_lang *lang = NULL;
    enum assay_status status = assay_lang_new(
        &(struct assay_lang_source){
            .name = names[number],
            .text = (const char *)texts[number].at,
            .len = *texts[number].len,
        },
        &lang);

    if (status)
        assay_lang_free(lang);
    else
        *ret_lang = lang;
    return status;
}

/* Several threads may compile the same language at first; all get the one that wins. */
static const struct assay_lang *language(size_t number)
{
    struct assay_lang *lang = atomic_load(&compiled[number]), *mine = NULL;

    if (lang || compile(number, &mine))
        return lang;
    if (atomic_compare_exchange_strong(&compiled[number], &lang, mine))
        return mine;
    assay_lang_free(mine);
    return lang;
}

/* LANGUAGES for a name that is none. */
static size_t find(const char *name)
{
    size_t number = 0;

    while (number < LANGUAGES && strcmp(names[number], name) != 0)
        number++;
    return number;
}

#define FUNCTION(ID, NAME)                                                               \
    const struct assay_lang *assay_language_##ID(void)                                   \
    {                                                                                    \
        return language(LANGUAGE_##ID);                                                  \
    }
ASSAY_LANGUAGES(FUNCTION)

const struct assay_lang *assay_language(const char *name)
{
    size_t number = find(name);

    return number < LANGUAGES ? language(number) : NULL;
}

const char *const *assay_language_names(void)
{
    return names;
}

const char *assay_language_source(const char *name, size_t *ret_len)
{
    size_t number = find(name);

    if (number == LANGUAGES)
        return NULL;
    *ret_len = *texts[number].len;
    return (const char *)texts[number].at;
}
