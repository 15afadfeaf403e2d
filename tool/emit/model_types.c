/*
 * C types as the harness sees them. The harness includes the library's header, never the
 * reference: types of the reference alone are opaque there, or written out.
 */
#include "emit/model_parts.h"
#include <ctype.h>
#include <string.h>

bool model_is_scalar(const CType *t)
{
    return t->kind == C_BOOL || t->kind == C_INT || t->kind == C_ENUM ||
           t->kind == C_FLOAT;
}

/* ---- Texts. */

static bool is_record(const CType *t)
{
    return t->kind == C_STRUCT || t->kind == C_UNION;
}

/* `struct queue`; one without a tag goes by its typedef. */
static const char *record_text(Model *m, const CType *t)
{
    if (t->tag && *t->tag)
        return model_text(m, "%s %s", t->kind == C_UNION ? "union" : "struct", t->tag);
    return t->alias ? t->alias->name : "";
}

static const char *bare_text(Model *m, const CType *t)
{
    if (t->alias && cfront_typedef(m->library, t->alias->name))
        return t->alias->name;
    if (is_record(t))
        return record_text(m, t);
    if (t->alias)
        return model_plain_type(m, t->alias->type);
    if (t->kind == C_POINTER && t->of->kind != C_FUNCTION)
        return model_text(m, "%s%s*", model_type(m, t->of),
                          t->of->kind == C_POINTER && !t->of->alias ? "" : " ");
    if (t->kind == C_BOOL)
        return "bool";
    if (t->kind == C_ENUM)
        return t->tag && cfront_record(m->library, C_ENUM, t->tag)
                   ? model_text(m, "enum %s", t->tag)
                   : model_plain_type(m, t->of);
    return t->spelling;
}

/* What a basic type's spelling has before it. */
static const char *without_qualifiers(const char *text)
{
    for (;;) {
        if (strncmp(text, "const ", 6) == 0)
            text += 6;
        else if (strncmp(text, "volatile ", 9) == 0)
            text += 9;
        else
            return text;
    }
}

const char *model_plain_type(Model *m, const CType *t)
{
    return without_qualifiers(bare_text(m, t));
}

const char *model_type(Model *m, const CType *t)
{
    const char *text =
        t->kind == C_POINTER && !t->alias ? bare_text(m, t) : model_plain_type(m, t);

    return t->is_const && (t->kind != C_POINTER || t->alias)
               ? model_text(m, "const %s", text)
               : text;
}

/* ---- Abstract types. */

static bool is_item_type(const Model *m, const char *name)
{
    for (uint32_t i = 0; i < m->nitem_types; i++)
        if (strcmp(m->item_types[i], name) == 0)
            return true;
    return false;
}

const char *model_abstract_key(Model *m, const CType *t)
{
    if (t->kind != C_POINTER)
        return NULL;
    if (is_record(t->of) && !(t->of->alias && t->of->alias->system))
        return record_text(m, t->of);
    return t->of->kind == C_VOID && t->alias && !t->alias->system && !t->of->is_const &&
                   !is_item_type(m, t->alias->name)
               ? t->alias->name
               : NULL;
}

int model_abstract(Model *m, const CType *t)
{
    const char *key = model_abstract_key(m, t);

    for (uint32_t i = 0; key && i < m->nabstracts; i++)
        if (strcmp(m->abstracts[i].key, key) == 0)
            return (int)i;
    return -1;
}

/* "queue" of "struct queue", "queue_t", "struct Queue_s" and "QueuePtr". */
static const char *abstract_name(Model *m, const CType *t, const char *key)
{
    static const char *const endings[] = {"_t", "_s", "_ptr", "Ptr"};
    const char *space = strrchr(key, ' ');
    const char *name = t->alias ? t->alias->name : space ? space + 1 : key;
    size_t len;

    while (*name == '_' && name[1])
        name++;
    len = strlen(name);

    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t n = strlen(endings[i]);
        if (len > n && strcmp(name + len - n, endings[i]) == 0) {
            len -= n;
            break;
        }
    }
    return model_text(m, "%c%.*s", tolower((unsigned char)*name), (int)len - 1, name + 1);
}

static void add_abstract(Model *m, const CType *t)
{
    const char *key = model_abstract_key(m, t);
    ModelAbstract *a;

    if (!key || !*key || model_abstract(m, t) >= 0 || m->nabstracts == MODEL_ABSTRACTS)
        return;
    a = &m->abstracts[m->nabstracts++];
    *a = (ModelAbstract){.key = key, .wish = abstract_name(m, t, key)};
    a->candidate = t->of->kind == C_VOID || (t->alias && !t->of->is_const)
                       ? model_plain_type(m, t)
                       : model_text(m, "%s *", model_plain_type(m, t->of));
}

/* ---- typedef void *item_t: what containers hold, if nothing makes or takes one but with
 * a container, and something puts one in. All others are handles. */

static bool is_alias(const CType *t, const char *name)
{
    return t->kind == C_POINTER && t->alias && strcmp(t->alias->name, name) == 0;
}

static bool has_container(const CFunction *f)
{
    for (uint32_t i = 0; i < f->nparams; i++)
        if (f->params[i].type->kind == C_POINTER && is_record(f->params[i].type->of))
            return true;
    return false;
}

static bool is_held(const Model *m, const char *name)
{
    static const char *const puts_in[] = {"push",    "add",     "insert", "append", "put",
                                          "prepend", "enqueue", "set",    "store",  NULL};
    bool put = false;

    for (uint32_t i = 0; i < m->noperations; i++) {
        const CFunction *f = m->operations[i].candidate;
        bool gives = is_alias(f->result, name), takes = false;
        for (uint32_t k = 0; k < f->nparams; k++)
            takes |= is_alias(f->params[k].type, name);
        if ((gives || takes) && !has_container(f))
            return false;
        put |= takes && model_has_word(f->name, puts_in);
    }
    return put;
}

bool model_is_item(const Model *m, const CType *t)
{
    return t->kind == C_POINTER && t->alias && is_item_type(m, t->alias->name);
}

static void find_item_type(Model *m, const CType *t)
{
    if (t->kind == C_POINTER && t->of->kind == C_VOID && t->alias && !t->alias->system &&
        m->nitem_types < MODEL_ITEM_TYPES && !is_item_type(m, t->alias->name) &&
        is_held(m, t->alias->name))
        m->item_types[m->nitem_types++] = t->alias->name;
}

static void find_item_types(Model *m)
{
    for (uint32_t i = 0; i < m->noperations; i++) {
        const CFunction *f = m->operations[i].candidate;
        for (uint32_t k = 0; k < f->nparams; k++)
            find_item_type(m, f->params[k].type);
    }
}

/* ---- Structs of the caller's: ring_init(struct ring *r) makes a value in one, and what
 * is in it is the library's affair. */

/* The parameter that may be storage: the first that leads to such a struct. */
static int storage_of(const CFunction *f)
{
    for (uint32_t i = 0; i < f->nparams; i++) {
        const CType *t = f->params[i].type;
        if (t->kind == C_POINTER && !t->alias && t->of->kind == C_STRUCT &&
            t->of->size > 0 && !t->of->is_const &&
            !(t->of->alias && t->of->alias->system))
            return (int)i;
    }
    return -1;
}

static bool gives_no_pointer(const CFunction *f)
{
    return model_is_scalar(f->result) || f->result->kind == C_VOID;
}

static bool is_surely_initialiser(const CFunction *f)
{
    static const char *const words[] = {"init",      "initialize", "initialise", "setup",
                                        "construct", "ctor",       NULL};

    return gives_no_pointer(f) && storage_of(f) >= 0 && model_has_word(f->name, words);
}

/* door_open(d) makes a door only where nothing is called door_init. */
static bool is_initialiser(Model *m, const CFunction *f)
{
    static const char *const words[] = {"create", "new", "make", "open", NULL};
    int k = storage_of(f);
    const char *key;

    if (k < 0 || is_surely_initialiser(f))
        return k >= 0;
    key = model_abstract_key(m, f->params[k].type);
    for (uint32_t i = 0; key && i < m->noperations; i++) {
        const CFunction *other = m->operations[i].candidate;
        if (is_surely_initialiser(other) &&
            strcmp(model_abstract_key(m, other->params[storage_of(other)].type), key) ==
                0)
            return false;
    }
    return key && gives_no_pointer(f) && model_has_word(f->name, words);
}

bool model_is_storage(Model *m, const CFunction *f, uint32_t i)
{
    int number = model_abstract(m, f->params[i].type);

    return number >= 0 && m->abstracts[number].stored && is_initialiser(m, f) &&
           storage_of(f) == (int)i;
}

/* Whether its members are more than a test could make up. */
static bool is_private(Model *m, const ModelOperation *o, const CType *t)
{
    ModelOperation probe = *o;
    bool can;

    m->specs = NULL;
    m->last_spec = &m->specs;
    m->now = &probe;
    can = model_struct_spec(m, t, NULL) != NULL;
    m->now = NULL;
    return !can;
}

static void find_stored(Model *m)
{
    for (uint32_t i = 0; i < m->noperations; i++) {
        const CFunction *f = m->operations[i].candidate;
        int k = is_initialiser(m, f) ? storage_of(f) : -1;
        uint32_t known = m->nabstracts;
        if (k < 0 || model_abstract(m, f->params[k].type) >= 0 ||
            !is_private(m, &m->operations[i], f->params[k].type->of))
            continue;
        add_abstract(m, f->params[k].type);
        if (m->nabstracts > known)
            m->abstracts[known].stored = true;
    }
}

/*
 * Pointers to incomplete structs are, and those to complete ones which a function of the
 * library gives: what is in them is then the library's affair.
 */
void model_find_abstracts(Model *m)
{
    find_item_types(m);
    for (uint32_t i = 0; i < m->noperations; i++) {
        const CFunction *f = m->operations[i].candidate;
        if (f->result->kind == C_POINTER && !f->result->of->is_const)
            add_abstract(m, f->result);
        for (uint32_t k = 0; k < f->nparams; k++) {
            const CType *t = f->params[k].type;
            if (t->kind == C_POINTER && t->of->kind == C_POINTER && !t->of->of->is_const)
                add_abstract(m, t->of);
            if (t->kind == C_POINTER && (t->of->size == 0 || t->alias))
                add_abstract(m, t);
        }
    }
    find_stored(m);
}

/* ---- Types of a text: clang's spelling of the parameters of a function's type. */

const CType *model_type_of_text(Model *m, const char *text, size_t len)
{
    const CType *to;
    const char *name;
    size_t space;

    while (len > 0 && text[len - 1] == ' ')
        len--;
    while (len > 0 && *text == ' ') {
        text++;
        len--;
    }
    if (len > 0 && text[len - 1] == '*') {
        to = model_type_of_text(m, text, len - 1);
        return to ? cfront_pointer(m->library, to) : NULL;
    }
    name = without_qualifiers(model_text(m, "%.*s", (int)len, text));
    space = strcspn(name, " ");
    if (strncmp(name, "struct ", 7) == 0)
        return cfront_record(m->library, C_STRUCT, name + 7);
    if (strncmp(name, "enum ", 5) == 0)
        return cfront_record(m->library, C_ENUM, name + 5);
    if (!name[space]) {
        const CTypedef *alias = cfront_typedef(m->library, name);
        if (alias)
            return alias->type;
    }
    return cfront_basic(m->library, name);
}
