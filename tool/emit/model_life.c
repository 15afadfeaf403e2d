/*
 * The lives of abstract values, as far as a header shows: which function ends one, to
 * what others they belong, whether a function gives a new one, and types that have none
 * to begin with because NULL is the empty one. Contracts are certain; the rest goes by
 * types and by the words of names, so that a usual library is not accused of what its
 * caller did.
 */
#include "emit/model_parts.h"
#include <string.h>

static const char *const ends[] = {"free",  "destroy", "delete",  "close",    "release",
                                   "unref", "dispose", "dealloc", "destruct", NULL};
static const char *const certain_ends[] = {"free",    "destroy",  "dispose",
                                           "dealloc", "destruct", NULL};
static const char *const leaves[] = {"deinit",   "done",     "fini",
                                     "uninit",   "finish",   "cleanup",
                                     "teardown", "shutdown", NULL};
static const char *const takes_out[] = {"remove", "erase", "del", "drop", "unlink", NULL};
static const char *const allocates[] = {"alloc",   "malloc",   "calloc",
                                        "realloc", "allocate", NULL};
static const char *const copies[] = {"copy", "clone", "dup", "from", "of", "to", NULL};
static const char *const shares[] = {"ref",   "retain",  "addref", "incref",
                                     "share", "acquire", "hold",   NULL};
static const char *const looks_up[] = {
    "find", "search", "lookup", "get", "min",    "max",  "next",  "prev", "first", "last",
    "head", "tail",   "nth",    "at",  "parent", "left", "right", "root", NULL};

/* ---- Blocks of memory. */

static bool is_plain_void(Model *m, const CType *t)
{
    return t->kind == C_POINTER && t->of->kind == C_VOID && !t->of->is_const &&
           (!t->alias || (!t->alias->system && !model_abstract_key(m, t)));
}

/* A library that allocates: what it gives is a void *, and nothing is known of it. */
void model_find_blocks(Model *m)
{
    m->blocks = -1;
    for (uint32_t i = 0; i < m->noperations && m->blocks < 0; i++) {
        const CFunction *f = m->operations[i].candidate;
        if (!is_plain_void(m, f->result) || !model_has_word(f->name, allocates) ||
            m->nabstracts == MODEL_ABSTRACTS)
            continue;
        m->blocks = (int)m->nabstracts;
        m->abstracts[m->nabstracts++] = (ModelAbstract){.key = "void *",
                                                        .wish = "block",
                                                        .candidate = "void *",
                                                        .reference = "void *",
                                                        .reference_key = "void *",
                                                        .pointers = true};
    }
}

void model_find_items(Model *m)
{
    for (uint32_t i = 0; i < m->noperations; i++) {
        const CFunction *f = m->operations[i].candidate;
        for (uint32_t k = 0; k < f->nparams; k++)
            m->items |= m->blocks < 0 &&
                        (model_is_item(m, f->params[k].type) ||
                         (is_plain_void(m, f->params[k].type) &&
                          !model_follows_callback(f, k) && !model_has_length(f, k)));
    }
}

/* A void * with a length beside it is an array, but for the block that gets that length.
 */
static bool is_block(Model *m, const CFunction *f, uint32_t i)
{
    static const char *const gives_another[] = {"realloc", "reallocate", "resize", NULL};

    return is_plain_void(m, f->params[i].type) && !model_follows_callback(f, i) &&
           (!model_has_length(f, i) ||
            (is_plain_void(m, f->result) && model_has_word(f->name, gives_another)));
}

int model_abstract_param(Model *m, const CFunction *f, uint32_t i)
{
    return m->blocks >= 0 && is_block(m, f, i) ? m->blocks
                                               : model_abstract(m, f->params[i].type);
}

int model_abstract_result(Model *m, const CFunction *f)
{
    return m->blocks >= 0 && is_plain_void(m, f->result) ? m->blocks
                                                         : model_abstract(m, f->result);
}

/* ---- Owners. */

/* The abstract type that a function gives, by its result or through a pointer; -1. */
static int given(Model *m, const CFunction *f)
{
    int number = model_abstract_result(m, f);

    for (uint32_t i = 0; number < 0 && i < f->nparams; i++) {
        const CType *t = f->params[i].type;
        if (t->kind == C_POINTER && t->of->kind == C_POINTER)
            number = model_abstract(m, t->of);
        else if (model_is_storage(m, f, i))
            number = model_abstract(m, t);
    }
    return number;
}

typedef struct {
    int owner;  /* the type of another value that it takes, the first one; -1 */
    bool again; /* it takes a value of the type that it gives */
} Origin;

static Origin origin_of(Model *m, const CFunction *f, int gives)
{
    Origin s = {.owner = -1};

    for (uint32_t i = 0; i < f->nparams; i++) {
        int number = model_abstract_param(m, f, i);
        s.again |= number == gives;
        if (number >= 0 && number != gives && s.owner < 0)
            s.owner = number;
    }
    return s;
}

/* The one type of which every function takes a value that gives one of this; -1. */
static int owner_of(Model *m, int number)
{
    int owner = -1;

    for (uint32_t i = 0; i < m->noperations; i++) {
        const CFunction *f = m->operations[i].candidate;
        Origin s;
        if (given(m, f) != number)
            continue;
        s = origin_of(m, f, number);
        if (s.again && s.owner < 0)
            continue;
        if (s.owner < 0 || (owner >= 0 && owner != s.owner) ||
            model_has_word(f->name, copies))
            return -1;
        owner = s.owner;
    }
    return owner;
}

void model_find_owners(Model *m)
{
    for (uint32_t i = 0; i < m->nabstracts; i++) {
        int owner = owner_of(m, (int)i);
        m->abstracts[i].owner =
            owner >= 0 && owner < (int)i && m->abstracts[owner].owner == (int)i ? -1
                                                                                : owner;
    }
}

/* ---- Ends. */

/* What a function that frees may return. */
static bool is_verdict(const CType *t)
{
    return t->kind == C_VOID || t->kind == C_BOOL || t->kind == C_ENUM ||
           (t->kind == C_INT && t->is_signed && t->size == 4);
}

static bool may_end(const CFunction *f, uint32_t param)
{
    return !f->params[param].type->of->is_const;
}

/* A function of one value alone, named by one of the words. Storage of the caller's is
 * taken leave of by other words, too. */
static bool is_called_an_end(Model *m, const CFunction *f, const char *const *words)
{
    int number = f->nparams == 1 ? model_abstract_param(m, f, 0) : -1;

    return number >= 0 && may_end(f, 0) && is_verdict(f->result) &&
           (model_has_word(f->name, words) ||
            (m->abstracts[number].stored && f->result->kind == C_VOID &&
             model_has_word(f->name, leaves)));
}

static bool has_certain_end(Model *m, int number)
{
    for (uint32_t i = 0; i < m->noperations; i++) {
        const CFunction *f = m->operations[i].candidate;
        if (is_called_an_end(m, f, certain_ends) &&
            model_abstract_param(m, f, 0) == number)
            return true;
    }
    return false;
}

/* Whether the candidate's code gives its parameter to something that ends in "free". */
static bool frees_its_parameter(Model *m, const CFunction *declared)
{
    const CFunction *f = cfront_function(m->in->candidate, declared->name);
    struct assay_str code;
    const char *call;

    if (!f || !f->definition || f->nparams != 1)
        return false;
    call = model_text(m, "free(%s)", f->params[0].name);
    code = diag_text(m->in->candidate->diags, f->body);
    return memmem(code.at, code.len, call, strlen(call)) != NULL;
}

/* buffer_delete(b) may delete a character: where buffer_free is there, too, the code is
 * asked. */
static bool is_end(Model *m, const CFunction *f)
{
    if (!is_called_an_end(m, f, ends))
        return false;
    return is_called_an_end(m, f, certain_ends) ||
           !has_certain_end(m, model_abstract_param(m, f, 0)) ||
           frees_its_parameter(m, f);
}

/* Whether there is a function just to free values of this type. */
static bool has_destructor(Model *m, int number)
{
    for (uint32_t i = 0; i < m->noperations; i++) {
        const CFunction *f = m->operations[i].candidate;
        if (f->nparams == 1 && model_abstract_param(m, f, 0) == number &&
            (is_end(m, f) || model_is_freed(&m->operations[i], 0)))
            return true;
    }
    return false;
}

/* tree_delete(tree, node): a value that belongs to another goes. */
static int ends_of_its_owner(Model *m, const CFunction *f)
{
    for (uint32_t i = 0; i < f->nparams; i++) {
        int number = model_abstract_param(m, f, i);
        if (number < 0 || m->abstracts[number].owner < 0 || !may_end(f, i))
            continue;
        for (uint32_t k = 0; k < f->nparams; k++)
            if (model_abstract_param(m, f, k) == m->abstracts[number].owner &&
                (model_has_word(f->name, ends) ||
                 (model_has_word(f->name, takes_out) && !has_destructor(m, number))))
                return (int)i;
    }
    return -1;
}

/* realloc(p, n), and p = insert(p, x) where NULL is the empty one. */
static int ends_by_giving(Model *m, const CFunction *f)
{
    int gives = model_abstract_result(m, f);

    if (gives < 0 || (gives != m->blocks && !m->abstracts[gives].threaded) ||
        (m->abstracts[gives].threaded && model_has_word(f->name, looks_up)))
        return -1;
    for (uint32_t i = 0; i < f->nparams; i++)
        if (model_abstract_param(m, f, i) == gives && may_end(f, i))
            return (int)i;
    return -1;
}

int model_consumes(Model *m, const ModelOperation *o)
{
    const CFunction *f = o->candidate;
    int end;

    for (uint32_t i = 0; i < f->nparams; i++)
        if (model_abstract_param(m, f, i) >= 0 && model_is_freed(o, i))
            return (int)i;
    if (is_end(m, f))
        return 0;
    end = ends_by_giving(m, f);
    return end >= 0 ? end : ends_of_its_owner(m, f);
}

bool model_is_destructor(Model *m, const ModelOperation *o)
{
    return o->candidate->nparams == 1 && model_consumes(m, o) == 0 &&
           model_abstract_result(m, o->candidate) < 0;
}

/* ---- What a function gives. */

/* Whether a function gives values of the type that does not just look them up. */
static bool is_made(Model *m, int number)
{
    for (uint32_t i = 0; i < m->noperations; i++) {
        const CFunction *f = m->operations[i].candidate;
        if (given(m, f) == number && !model_has_word(f->name, looks_up))
            return true;
    }
    return false;
}

ModelGift model_gift(Model *m, const CFunction *f)
{
    int number = model_abstract_result(m, f);
    Origin s = origin_of(m, f, number);

    if (model_has_word(f->name, looks_up) && (s.again || s.owner >= 0) &&
        is_made(m, number) &&
        (has_destructor(m, number) || m->abstracts[number].threaded))
        return GIFT_SEEN;
    return m->abstracts[number].threaded || model_has_word(f->name, shares)
               ? GIFT_NEW
               : GIFT_PERHAPS_KNOWN;
}

/* A type without a first value has NULL for it. */
bool model_thread(Model *m, uint32_t there)
{
    for (uint32_t i = 0; i < m->noperations; i++) {
        const ModelOperation *o = &m->operations[i];
        int gives = o->why ? -1 : model_abstract_result(m, o->candidate);
        if (gives >= 0 && !m->abstracts[gives].threaded && o->gives & 1u << gives &&
            (o->needs & ~there) == 1u << gives) {
            m->abstracts[gives].threaded = true;
            return true;
        }
    }
    return false;
}
