/*
 * Sentences as values of tests.
 */
#include "lang/sentence.h"
#include "base/mem.h"
#include "lang/generate.h"
#include "lang/keeper.h"
#include "lang/mutate.h"
#include "lang/near.h"
#include <string.h>

#define NUL_TRIES 16 /* sentences drawn until one has no NUL inside */

/* ---- Makers. */

enum assay_status assay_maker_init(struct assay_maker *m, const struct assay_lang *lang,
                                   const struct assay_sentences *how)
{
    enum assay_status status = ASSAY_OK;

    if (!assay_lang_is_usable(lang))
        return ASSAY_BAD_USE;
    *m = (struct assay_maker){
        .lang = lang, .size = assay_sentences_size(how), .near = how && how->near};
    assay_buf_init(&m->solved, lang->mem, ASSAY_SENTENCE_MAX);
    if (m->near && assay_near_is_none(lang))
        status = ASSAY_EMPTY_RANGE;
    if (!status && how && how->seed)
        status = assay_tree_new(lang, how->seed, how->seed_len, &m->seed, NULL);
    if (!status && lang->constrained && !m->seed)
        status = assay_solver_new(lang, &m->solver);
    if (status)
        assay_maker_done(m);
    return status;
}

void assay_maker_done(struct assay_maker *m)
{
    assay_solver_free(m->solver);
    assay_tree_free(m->seed);
    assay_buf_done(&m->solved);
}

static enum assay_status draw_solved(struct assay_maker *m, struct assay_test *t,
                                     const char **ret_text, uint32_t *ret_len)
{
    char *copy;
    enum assay_status status;

    assay_buf_clear(&m->solved);
    status = assay_solver_draw(m->solver, t, m->size, &m->solved);
    if (!status)
        status = m->solved.status;
    if (status)
        return status;
    copy = assay_test_new(t, m->solved.len + 1, 1);
    if (!copy)
        return ASSAY_NO_MEMORY;
    memcpy(copy, m->solved.at, m->solved.len);
    *ret_text = copy;
    *ret_len = (uint32_t)m->solved.len;
    return ASSAY_OK;
}

static enum assay_status draw_sound(void *maker, struct assay_test *t,
                                    const char **ret_text, uint32_t *ret_len)
{
    struct assay_maker *m = maker;

    if (m->seed)
        return assay_mutate(t, m->lang, m->seed, m->size, ret_text, ret_len);
    if (m->solver)
        return draw_solved(m, t, ret_text, ret_len);
    return assay_generate_rule(t, m->lang->facts.program, m->lang->grammar.start, m->size,
                               ret_text, ret_len);
}

enum assay_status assay_maker_draw(struct assay_maker *m, struct assay_test *t,
                                   const char **ret_text, uint32_t *ret_len)
{
    const char *text = NULL;
    uint32_t len = 0;
    enum assay_status status = assay_span_begin(t, "sentence");

    if (!status)
        status = m->near ? assay_near(t, m->lang, m->size, draw_sound, m, &text, &len)
                         : draw_sound(m, t, &text, &len);
    if (!status)
        status = assay_span_end(t);
    if (status)
        return status;
    *ret_text = text;
    *ret_len = len;
    return ASSAY_OK;
}

enum assay_status assay_choose_sentence(struct assay_test *t,
                                        const struct assay_lang *lang,
                                        const struct assay_sentences *how,
                                        const char **ret_text, uint32_t *ret_len)
{
    struct assay_maker maker;
    enum assay_status status = assay_maker_init(&maker, lang, how);

    if (status)
        return status;
    status = assay_maker_draw(&maker, t, ret_text, ret_len);
    assay_maker_done(&maker);
    return status;
}

/* ---- A maker that is kept. */

struct assay_keeper {
    struct assay_maker maker;
};

enum assay_status assay_keeper_choose(struct assay_keeper **keeper, struct assay_test *t,
                                      const struct assay_lang *lang,
                                      const struct assay_sentences *how,
                                      const char **ret_text, uint32_t *ret_len)
{
    struct assay_keeper *k = *keeper;
    enum assay_status status;

    if (!k) {
        k = assay_lang_is_usable(lang) ? assay_mem_new(lang->mem, sizeof *k) : NULL;
        if (!k)
            return assay_lang_is_usable(lang) ? ASSAY_NO_MEMORY : ASSAY_BAD_USE;
        status = assay_maker_init(&k->maker, lang, how);
        if (status) {
            assay_mem_free(lang->mem, k, sizeof *k);
            return status;
        }
        *keeper = k;
    }
    k->maker.size = assay_sentences_size(how);
    return assay_maker_draw(&k->maker, t, ret_text, ret_len);
}

void assay_keeper_free(struct assay_keeper *keeper)
{
    if (!keeper)
        return;
    assay_maker_done(&keeper->maker);
    assay_mem_free(keeper->maker.lang->mem, keeper, sizeof *keeper);
}

/* ---- A generator of strings. */

static const struct assay_lang *language_of(const struct assay_sentence_ctx *ctx)
{
    return ctx && ctx->lang ? ctx->lang() : NULL;
}

/* The property may write to its string, so it gets a copy where the choices do not. A
 * sentence with a NUL inside cannot be told as a string: another one is drawn. */
enum assay_status assay_sentence_draw(struct assay_test *t, const void *ctx,
                                      void *ret_text)
{
    const struct assay_sentence_ctx *c = ctx;
    const char *text;
    char *copy;
    uint32_t len;
    enum assay_status status;

    for (int i = 0; i < NUL_TRIES; i++) {
        status = assay_span_begin(t, "string");
        if (!status)
            status =
                assay_choose_sentence(t, language_of(c), c ? &c->how : NULL, &text, &len);
        if (status)
            return status;
        if (!memchr(text, '\0', len)) {
            copy = assay_test_new(t, (size_t)len + 1, 1);
            if (!copy)
                return ASSAY_NO_MEMORY;
            memcpy(copy, text, len);
            memcpy(ret_text, &copy, sizeof copy);
            return assay_span_end(t);
        }
        status = assay_span_discard(t);
        if (status)
            return status;
    }
    return ASSAY_REJECTED;
}

enum assay_answer assay_sentence_contains(const void *ctx, const void *text)
{
    const struct assay_sentence_ctx *c = ctx;
    const struct assay_lang *lang = language_of(c);
    const char *at;
    bool sound;

    memcpy(&at, text, sizeof at);
    if (!at || !assay_lang_is_usable(lang))
        return ASSAY_NO;
    sound = assay_lang_accepts(lang, at, strlen(at));
    if (sound == c->how.near)
        return ASSAY_NO;
    return c->how.near || c->how.seed ? ASSAY_UNKNOWN : ASSAY_YES;
}

/* As C: an array, which the code under test may write to. */
void assay_sentence_print(const void *ctx, const void *text, struct assay_buf *out)
{
    const char *at;

    (void)ctx;
    memcpy(&at, text, sizeof at);
    if (!at) {
        assay_buf_puts(out, "NULL");
        return;
    }
    assay_buf_puts(out, "(char[]){");
    assay_buf_c_string(out, at, strlen(at));
    assay_buf_putc(out, '}');
}
