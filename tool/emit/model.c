#include "emit/model.h"
#include "base/path.h"
#include "emit/model_parts.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- Texts and names. */

static const char *format_text(Model *m, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
static const char *format_text(Model *m, const char *format, va_list args)
{
    const char *text = assay_arena_vprintf(m->arena, format, args);

    m->no_memory = m->no_memory || !text;
    return text ? text : "";
}

const char *model_text(Model *m, const char *format, ...)
{
    const char *text;
    va_list args;

    va_start(args, format);
    text = format_text(m, format, args);
    va_end(args);
    return text;
}

const char *model_a(Model *m, const char *noun)
{
    bool vowel = strchr("aeiou", noun[0]) && strncmp(noun, "union", 5) != 0;

    return model_text(m, "%s %s", vowel ? "an" : "a", noun);
}

const char *model_cannot(Model *m, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    if (m->now && !m->now->why)
        m->now->why = format_text(m, format, args);
    va_end(args);
    return NULL;
}

/* queue|_push, Queue|Push, SDL|Free. */
bool model_word_begins(const char *name, size_t i)
{
    const unsigned char *at = (const unsigned char *)name + i;

    if (i == 0 || at[-1] == '_')
        return at[0] != '_';
    return isupper(at[0]) && (!isupper(at[-1]) || islower(at[1]));
}

static size_t word_length(const char *name, size_t start)
{
    size_t end = start + 1;

    while (name[end] && name[end] != '_' && !model_word_begins(name, end))
        end++;
    return end - start;
}

bool model_has_word(const char *name, const char *const *words)
{
    for (size_t i = 0; name[i]; i++) {
        size_t len = model_word_begins(name, i) ? word_length(name, i) : 0;
        for (const char *const *w = words; len > 0 && *w; w++)
            if (strlen(*w) == len && strncasecmp(*w, name + i, len) == 0)
                return true;
    }
    return false;
}

/* ---- The library's functions. */

static bool is_in_header(const CUnit *u, const CFunction *f)
{
    for (uint32_t i = 0; i < f->ndeclarations; i++)
        if (f->declarations[i].name.source == u->sources[0].number)
            return true;
    return false;
}

/* Whether the library has a symbol of this name. */
static bool is_shared(const ModelInput *in, const char *symbol)
{
    const CFunction *f = cfront_function(in->candidate, symbol);
    const CFunction *declared = cfront_function(in->library->unit, symbol);
    const CGlobal *g = cfront_global(in->candidate, symbol);

    return in->opaque || (f && f->definition && !f->is_static) ||
           (declared && is_in_header(in->library->unit, declared)) ||
           (g && !g->is_static && !g->is_extern);
}

bool emit_model_renames(const ModelInput *in)
{
    const CUnit *u = in->reference;

    for (uint32_t i = 0; i < u->nfunctions; i++)
        if (u->functions[i].definition && !u->functions[i].is_static &&
            strcmp(u->functions[i].name, "main") != 0 &&
            is_shared(in, u->functions[i].name))
            return true;
    for (uint32_t i = 0; i < u->nglobals; i++)
        if (!u->globals[i].is_static && !u->globals[i].is_extern &&
            is_shared(in, u->globals[i].name))
            return true;
    return false;
}

static void list_functions(Model *m)
{
    const CUnit *u = m->library;

    m->operations = assay_arena_new(m->arena, u->nfunctions + 1, sizeof *m->operations);
    m->no_memory = m->no_memory || !m->operations;
    for (uint32_t i = 0; m->operations && i < u->nfunctions; i++)
        if (is_in_header(u, &u->functions[i]))
            m->operations[m->noperations++] = (ModelOperation){
                .candidate = &u->functions[i],
                .contract = acsl_contract(m->in->library, &u->functions[i])};
}

/* What all names begin with, up to a word. */
static const char *common_stem(Model *m)
{
    const char *first = m->noperations > 1 ? m->operations[0].candidate->name : "";
    size_t len = strlen(first);

    for (uint32_t i = 1; i < m->noperations; i++) {
        const char *name = m->operations[i].candidate->name;
        size_t same = 0;
        while (same < len && name[same] == first[same])
            same++;
        len = same;
    }
    while (len > 0 && !model_word_begins(first, len))
        len--;
    return model_text(m, "%.*s", (int)len, first);
}

static void name_operations(Model *m)
{
    size_t len = strlen(m->stem);

    for (uint32_t i = 0; i < m->noperations; i++) {
        const char *full = m->operations[i].candidate->name, *name = full + len;
        bool good = (isalpha((unsigned char)*name) || *name == '_') &&
                    !cfront_macro(m->library, name);
        m->operations[i].name = good ? name : full;
    }
}

static bool is_declared(const CUnit *u, const char *name)
{
    return cfront_function(u, name) || cfront_global(u, name) ||
           cfront_typedef(u, name) || cfront_enumerator(u, name) || cfront_macro(u, name);
}

/* "queue" of "queue.h", unless something else is called so. */
static const char *model_name(Model *m)
{
    const char *base = assay_path_base(m->in->header);
    char name[64];
    size_t len = 0;

    for (; *base && *base != '.' && len + 1 < sizeof name; base++)
        name[len++] = isalnum((unsigned char)*base) ? *base : '_';
    name[len] = '\0';
    if (len == 0 || isdigit((unsigned char)name[0]) || is_declared(m->library, name) ||
        is_declared(m->reference, name) || is_declared(m->in->candidate, name))
        return model_text(m, "model_of_%s", name);
    return model_text(m, "%s", name);
}

/* ---- What can be called. */

static uint32_t available(const Model *m)
{
    uint32_t there = 0, before;

    do {
        before = there;
        for (uint32_t i = 0; i < m->noperations; i++) {
            const ModelOperation *o = &m->operations[i];
            if (!o->why && (o->needs & ~there) == 0)
                there |= o->gives;
        }
    } while (there != before);
    return there;
}

static bool drop_unreachable(Model *m)
{
    uint32_t there = available(m);
    bool dropped = false;

    if (model_thread(m, there))
        return true;
    for (uint32_t i = 0; i < m->noperations; i++) {
        ModelOperation *o = &m->operations[i];
        uint32_t missing = o->needs & ~there;
        if (o->why || missing == 0)
            continue;
        o->why = model_text(m, "no function that is tested gives %s",
                            model_a(m, m->abstracts[__builtin_ctz(missing)].candidate));
        dropped = true;
    }
    return dropped;
}

/* Specs are made again when operations fall away, so that none is there for nothing. */
static void make_specs(Model *m)
{
    do {
        uint32_t count = 0;
        m->specs = NULL;
        m->last_spec = &m->specs;
        for (uint32_t i = 0; i < m->noperations; i++) {
            ModelOperation *o = &m->operations[i];
            if (!o->why && count == MODEL_OPERATIONS)
                o->why =
                    model_text(m, "a model has %d operations at most", MODEL_OPERATIONS);
            if (!o->why)
                model_specs(m, o);
            count += !o->why;
        }
    } while (!m->no_memory && drop_unreachable(m));
}

static void read_code(Model *m)
{
    const CUnit *u = m->in->candidate;

    for (uint32_t i = 0; i < u->nfunctions; i++)
        if (u->functions[i].definition && !u->functions[i].system)
            constants_read(&m->code, u, diag_text(u->diags, u->functions[i].body));
}

/* ---- What is told. */

static bool is_used(const Model *m, const CFunction *f)
{
    for (uint32_t i = 0; i < m->nused; i++)
        if (m->used[i] == f)
            return true;
    return false;
}

static const char *against(Model *m, const ModelOperation *o)
{
    switch (o->pairing) {
    case PAIR_BOTH:
        return o->reference->name;
    case PAIR_JUDGED:
        if (o->judge)
            return "its contract";
        return model_text(m, "%s, which judges the answer", o->reference->name);
    case PAIR_JUDGED_OWN:
        return model_text(m, "%s, which judges the answer", o->reference->name);
    case PAIR_ALONE:
    case PAIR_KEPT:
        if (m->in->alone)
            return model_ensures(o) ? "its contract, and sanitizers" : "sanitizers";
        return model_is_kept(m, o) ? "nothing: the reference frees nothing"
                                   : "its contract";
    }
    return "";
}

static void summarise(Model *m, ModelSummary *ret)
{
    uint32_t most = m->noperations + m->reference->nfunctions;
    ModelGap *gaps = assay_arena_new(m->arena, most + 1, sizeof *gaps);
    ModelTest *tests = assay_arena_new(m->arena, m->noperations + 1, sizeof *tests);

    *ret = (ModelSummary){.name = m->name, .tests = tests, .gaps = gaps};
    ret->nfunctions = m->noperations;
    if (!gaps || !tests) {
        m->no_memory = true;
        return;
    }
    for (uint32_t i = 0; i < m->noperations; i++) {
        const ModelOperation *o = &m->operations[i];
        if (!o->why)
            tests[ret->noperations++] =
                (ModelTest){o->candidate->name, against(m, o), o->judged_wholly};
        ret->contracts = ret->contracts || (!o->why && o->contract);
        if (o->why)
            gaps[ret->ngaps++] =
                (ModelGap){o->candidate->name, model_text(m, "not tested: %s", o->why)};
    }
    for (uint32_t i = 0; i < m->reference->nfunctions; i++) {
        const CFunction *f = &m->reference->functions[i];
        if (f->definition && !f->is_static && !is_used(m, f) &&
            strcmp(f->name, "main") != 0)
            gaps[ret->ngaps++] = (ModelGap){
                f->name, "not used: the library has no function for this one of the "
                         "reference"};
    }
}

bool emit_model(const ModelInput *in, struct assay_buf *out, ModelSummary *ret)
{
    Model m = {.in = in,
               .library = in->library->unit,
               .reference = in->reference,
               .arena = in->library->unit->arena};

    m.last_spec = &m.specs;
    read_code(&m);
    list_functions(&m);
    m.stem = common_stem(&m);
    m.name = model_name(&m);
    name_operations(&m);
    model_find_abstracts(&m);
    model_find_blocks(&m);
    model_find_items(&m);
    model_find_owners(&m);
    model_pair(&m);
    if (!m.no_memory)
        make_specs(&m);
    summarise(&m, ret);
    if (!m.no_memory && ret->noperations > 0)
        model_write(&m, out);
    return !m.no_memory && out->status == ASSAY_OK;
}
