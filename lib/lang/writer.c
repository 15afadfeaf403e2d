/*
 * Sentences without a test around them. Plain ones come straight from the machine;
 * everything else is drawn over the choices of loose tests, one for each sentence.
 */
#include "choice/prng.h"
#include "lang/generate_core.h"
#include "lang/loose.h"
#include "lang/sentence.h"

struct assay_writer {
    const struct assay_alloc *mem;
    struct assay_maker maker;
    char *seed; /* a copy */
    size_t seed_len;
    struct assay_program *program; /* NULL: not plain */
    struct assay_cover *cover;     /* NULL: not asked for */
    struct assay_machine machine;
    size_t stock_size;
    struct assay_loose *loose; /* NULL: plain */
};

/* Lengths are spread as in the mixes of random.c. */
static const uint8_t reaches[8] = {3, 4, 5, 4, 3, 3, 4, 6};

/* ---- Making. */

static enum assay_status use_program(struct assay_writer *w, enum assay_purpose purpose)
{
    const struct assay_lang *lang = w->maker.lang;
    struct assay_program *program;
    enum assay_status status =
        assay_program_new(&lang->grammar, &lang->facts, purpose, &program);

    if (status)
        return status;
    assay_program_free(w->program);
    w->program = program;
    w->machine.program = program;
    return ASSAY_OK;
}

/* The caller's seed need not outlive the call. */
static enum assay_status copy_seed(struct assay_writer *w, struct assay_sentences *how)
{
    if (!how->seed)
        return ASSAY_OK;
    w->seed_len = how->seed_len;
    w->seed = assay_mem_new(w->mem, w->seed_len + 1);
    if (!w->seed)
        return ASSAY_NO_MEMORY;
    memcpy(w->seed, how->seed, w->seed_len);
    how->seed = w->seed;
    return ASSAY_OK;
}

static enum assay_status be_plain(struct assay_writer *w)
{
    enum assay_status status = use_program(w, ASSAY_PROGRAM_PLAIN);
    uint32_t called;

    if (status)
        return status;
    called = w->program->ncalled;
    w->stock_size =
        (called < STOCK_RULES ? called : STOCK_RULES) * sizeof(struct assay_stock);
    if (w->stock_size == 0)
        return ASSAY_OK;
    w->machine.stock = assay_mem_new(w->mem, w->stock_size);
    if (!w->machine.stock)
        return ASSAY_NO_MEMORY;
    memset(w->machine.stock, 0, w->stock_size);
    return ASSAY_OK;
}

static enum assay_status fill(struct assay_writer *w, const struct assay_lang *lang,
                              uint64_t seed, struct assay_sentences how)
{
    struct assay_prng prng;
    enum assay_status status = copy_seed(w, &how);

    if (!status)
        status = assay_maker_init(&w->maker, lang, &how);
    if (status)
        return status;
    assay_prng_init(&prng, seed, 0);
    w->machine.mem = w->mem;
    w->machine.random = assay_prng_next(&prng);
    if (w->maker.near || w->maker.seed || w->maker.solver)
        return assay_loose_new(w->mem, seed, w->maker.size, &w->loose);
    if (lang->facts.shortest[lang->grammar.rules[lang->grammar.start].body] >=
        ASSAY_SENTENCE_MAX)
        return ASSAY_TOO_LARGE;
    return be_plain(w);
}

enum assay_status assay_writer_new(const struct assay_lang *lang, uint64_t seed,
                                   const struct assay_sentences *how,
                                   struct assay_writer **ret_writer)
{
    struct assay_writer *w;
    enum assay_status status;

    if (!lang)
        return ASSAY_BAD_USE;
    w = assay_mem_new(lang->mem, sizeof *w);
    if (!w)
        return ASSAY_NO_MEMORY;
    *w = (struct assay_writer){.mem = lang->mem};
    status = fill(w, lang, seed, how ? *how : (struct assay_sentences){.near = false});
    if (status)
        assay_writer_free(w);
    else
        *ret_writer = w;
    return status;
}

void assay_writer_free(struct assay_writer *w)
{
    struct assay_machine *m;

    if (!w)
        return;
    m = &w->machine;
    assay_mem_free(w->mem, m->text, m->cap);
    assay_mem_free(w->mem, m->frames, m->frames_cap * sizeof *m->frames);
    assay_mem_free(w->mem, m->stock, w->stock_size);
    assay_program_free(w->program);
    assay_cover_free(w->cover);
    assay_loose_free(w->loose);
    if (w->maker.lang)
        assay_maker_done(&w->maker);
    assay_mem_free(w->mem, w->seed, w->seed_len + 1);
    assay_mem_free(w->mem, w, sizeof *w);
}

/* ---- Writing. */

static void measure(struct assay_writer *w)
{
    struct assay_machine *m = &w->machine;
    const struct assay_grammar *g = m->program->grammar;
    uint32_t shortest = m->program->facts->shortest[g->rules[g->start].body];
    uint64_t r = next_random(&m->random);
    struct assay_measure measure =
        assay_measure_of(shortest, w->maker.size, (uint32_t)(r % ASSAY_SENTENCE_LEVELS));

    m->len = 0;
    m->left = measure.left;
    m->one_way = measure.one_way;
    m->reach = reaches[r >> 61];
    m->fuel = assay_machine_fuel(m->left);
}

static enum assay_status plain_next(struct assay_writer *w)
{
    measure(w);
    return machine_run(&w->machine, w->machine.program->grammar->start,
                       ASSAY_PROGRAM_PLAIN);
}

static enum assay_status covering_next(struct assay_writer *w)
{
    measure(w);
    assay_cover_begin(w->cover);
    w->machine.cover = w->cover;
    w->machine.parent = ASSAY_NONE;
    w->machine.overdraw = w->maker.size;
    return machine_run(&w->machine, w->machine.program->grammar->start,
                       ASSAY_PROGRAM_COVERING);
}

static enum assay_status loose_next(struct assay_writer *w, const char **ret_text,
                                    size_t *ret_len)
{
    uint32_t len = 0;
    enum assay_status status =
        assay_maker_draw(&w->maker, assay_loose_next(w->loose), ret_text, &len);

    if (!status)
        *ret_len = len;
    /* What was tried in vain has filled the record. */
    return status == ASSAY_TOO_LARGE && w->maker.solver ? ASSAY_REJECTED : status;
}

enum assay_status assay_writer_next(struct assay_writer *w, const char **ret_text,
                                    size_t *ret_len)
{
    enum assay_status status;

    if (w->loose)
        return loose_next(w, ret_text, ret_len);
    status = w->cover ? covering_next(w) : plain_next(w);
    if (status)
        return status;
    *ret_text = w->machine.text;
    *ret_len = w->machine.len;
    return ASSAY_OK;
}

const struct assay_acceptance *assay_writer_acceptance(const struct assay_writer *w,
                                                       size_t *ret_count)
{
    *ret_count = 0;
    return w->maker.solver ? assay_solver_acceptance(w->maker.solver, ret_count) : NULL;
}

/* ---- Covering. */

uint64_t assay_writer_misjudged(const struct assay_writer *w)
{
    return w->maker.solver ? assay_solver_misjudged(w->maker.solver) : 0;
}

enum assay_status assay_writer_cover(struct assay_writer *w)
{
    const struct assay_lang *lang = w->maker.lang;
    enum assay_status status;

    if (w->cover)
        return ASSAY_OK;
    if (w->loose)
        return ASSAY_BAD_USE;
    status = use_program(w, ASSAY_PROGRAM_COVERING);
    return status ? status
                  : assay_cover_new(&lang->grammar, &lang->facts,
                                    next_random(&w->machine.random), &w->cover);
}

struct assay_coverage assay_writer_coverage(const struct assay_writer *w)
{
    return w->cover ? assay_cover_counts(w->cover)
                    : (struct assay_coverage){.alternatives = 0};
}

void assay_writer_coverage_report(const struct assay_writer *w, struct assay_buf *out)
{
    if (w->cover)
        assay_cover_report(w->cover, out);
}
