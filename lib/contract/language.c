/*
 * Languages of instrumented code, compiled once for all threads: several may compile one
 * at first, all get the one that is there first.
 *
 * A grammar refers to other languages by the names that they have in the C file. A
 * built-in one that is called otherwise there is compiled under that name, too, but only
 * for as long as the grammar is read.
 */
#include "contract/language.h"
#include "lang/languages.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 200 /* of languages that use others */

static enum assay_status compile(struct assay_language *l, unsigned depth);

/* What a grammar refers to. Those in `own` are only there for it. */
struct uses {
    const struct assay_lang **others;
    struct assay_lang **own;
    size_t count;
};

static void uses_done(struct uses *u)
{
    for (size_t i = 0; u->own && i < u->count; i++)
        assay_lang_free(u->own[i]);
    free(u->own);
    free(u->others);
}

static enum assay_status compile_renamed(const struct assay_language *l,
                                         struct assay_lang **ret_lang)
{
    struct assay_lang_source source = {.name = l->name};

    source.text = assay_language_source(l->builtin, &source.len);
    return source.text ? assay_lang_new(&source, ret_lang) : ASSAY_BAD_USE;
}

static enum assay_status add_use(struct uses *u, struct assay_language *use,
                                 unsigned depth)
{
    enum assay_status status;

    if (use->builtin && strcmp(use->builtin, use->name) != 0) {
        status = compile_renamed(use, &u->own[u->count]);
        u->others[u->count] = u->own[u->count];
    } else {
        status = compile(use, depth + 1);
        u->others[u->count] = __atomic_load_n(&use->lang, __ATOMIC_ACQUIRE);
    }
    u->count++;
    return status;
}

static enum assay_status find_uses(const struct assay_language *l, unsigned depth,
                                   struct uses *u)
{
    enum assay_status status = ASSAY_OK;

    if (l->nuses == 0)
        return ASSAY_OK;
    u->others = calloc(l->nuses, sizeof *u->others);
    u->own = calloc(l->nuses, sizeof *u->own);
    if (!u->others || !u->own)
        return ASSAY_NO_MEMORY;
    for (unsigned i = 0; !status && i < l->nuses; i++)
        status = add_use(u, l->uses[i], depth);
    return status;
}

static enum assay_status compile_grammar(const struct assay_language *l, unsigned depth,
                                         struct assay_lang **ret_lang)
{
    struct uses uses = {.count = 0};
    enum assay_status status = find_uses(l, depth, &uses);

    if (!status)
        status = assay_lang_new(&(struct assay_lang_source){.name = l->name,
                                                            .text = l->text,
                                                            .len = l->len,
                                                            .others = uses.others,
                                                            .nothers = uses.count},
                                ret_lang);
    uses_done(&uses);
    return status;
}

static enum assay_status compile(struct assay_language *l, unsigned depth)
{
    const void *before = NULL, *made;
    struct assay_lang *mine = NULL;
    enum assay_status status = ASSAY_OK;

    if (__atomic_load_n(&l->lang, __ATOMIC_ACQUIRE))
        return ASSAY_OK;
    if (depth == DEPTH_MAX)
        return ASSAY_TOO_LARGE;
    if (!l->builtin)
        status = compile_grammar(l, depth, &mine);
    made = l->builtin ? assay_language(l->builtin) : mine;
    if (!status && !made)
        status = ASSAY_NO_MEMORY;
    if (status || !__atomic_compare_exchange_n(&l->lang, &before, made, false,
                                               __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        assay_lang_free(mine);
    return status;
}

const struct assay_lang *assay_language_make(struct assay_language *language)
{
    enum assay_status status = compile(language, 0);
    char text[200];

    if (!status)
        return __atomic_load_n(&language->lang, __ATOMIC_ACQUIRE);
    snprintf(text, sizeof text, "the language %s cannot be used: %s", language->name,
             assay_status_text(status));
    assay_spec_trouble(text);
    return NULL;
}
