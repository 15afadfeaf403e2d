/*
 * Specs of values: numbers, enums, structs, callbacks, and pointers that are only kept.
 */
#include "emit/model_parts.h"
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SMALL 8   /* the greatest size, count or position, where no contract says more */
#define LIMIT 256 /* a number in the code that may be the limit of one, at most */

/* ---- The list of specs. */

static bool is_predefined(const char *name)
{
    static const char *const names[] = {"void",   "bool",   "_Bool",   "int",
                                        "long",   "size_t", "char",    "unsigned",
                                        "double", "string", "context", "byte_"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* A macro of that name would be in the way. */
static bool is_taken(const Model *m, const char *name)
{
    if (is_predefined(name) || cfront_macro(m->library, name))
        return true;
    for (const ModelSpec *s = m->specs; s; s = s->next)
        if (strcmp(s->name, name) == 0)
            return true;
    return false;
}

/* Abstract types have the first claim to a name: their values are called by it. */
static bool is_claimed(const Model *m, const char *name)
{
    for (uint32_t i = 0; i < m->nabstracts; i++)
        if (strcmp(m->abstracts[i].wish, name) == 0)
            return true;
    return false;
}

static const char *new_name(Model *m, const char *wish, bool abstract)
{
    const char *name = wish;

    if ((is_taken(m, name) || (!abstract && is_claimed(m, name))) && m->now)
        name = model_text(m, "%s_%s", m->now->name, wish);
    for (int i = 2; is_taken(m, name) && i < 1000; i++)
        name = model_text(m, "%s_%d", wish, i);
    return name;
}

const char *model_spec(Model *m, const char *wish, const char *macro, const char *format,
                       ...)
{
    char *rest = NULL;
    va_list args;
    ModelSpec *s;
    int len;

    va_start(args, format);
    len = vasprintf(&rest, format, args);
    va_end(args);
    if (len < 0) {
        m->no_memory = true;
        return NULL;
    }
    for (s = m->specs; s; s = s->next)
        if (strcmp(s->wish, wish) == 0 && strcmp(s->macro, macro) == 0 &&
            strcmp(s->rest, rest) == 0)
            break;
    if (!s && (s = assay_arena_new(m->arena, 1, sizeof *s))) {
        s->name =
            new_name(m, *wish ? wish : "value", strcmp(macro, "ASSAY_ABSTRACT") == 0);
        s->wish = wish;
        s->macro = macro;
        s->rest = model_text(m, "%s", rest);
        *m->last_spec = s;
        m->last_spec = &s->next;
    }
    free(rest);
    m->no_memory = m->no_memory || !s;
    return s ? s->name : NULL;
}

/* ---- Numbers. */

/* "uint32" of "uint32_t", "long_long" of "long long". */
static const char *name_of_type(Model *m, const char *type)
{
    char name[64];
    size_t len = strlen(type);

    if (len > 2 && strcmp(type + len - 2, "_t") == 0)
        len -= 2;
    len = len < sizeof name ? len : sizeof name - 1;
    memcpy(name, type, len);
    name[len] = '\0';
    for (size_t i = 0; i < len; i++)
        if (!isalnum((unsigned char)name[i]))
            name[i] = '_';
    return model_text(m, "%s", name);
}

static const char *predefined(const char *type)
{
    static const char *const known[][2] = {
        {"int", "int"},      {"unsigned int", "unsigned"}, {"unsigned", "unsigned"},
        {"long", "long"},    {"size_t", "size_t"},         {"char", "char"},
        {"double", "double"}};

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i][0], type) == 0)
            return known[i][1];
    return NULL;
}

static const char *enum_spec(Model *m, const CType *t, const char *type)
{
    const char *list = "";

    if (t->nvalues == 0)
        return model_cannot(m, "an enum without values: %s", type);
    for (uint32_t i = 0; i < t->nvalues; i++)
        list = model_text(m, "%s, %s", list, t->values[i].name);
    return model_spec(m, name_of_type(m, *t->tag ? t->tag : type), "ASSAY_ONE_OF", "%s%s",
                      type, list);
}

static const char *float_spec(Model *m, const CType *t, const char *type)
{
    if (t->size == sizeof(double))
        return model_spec(m, name_of_type(m, type), "ASSAY_VALUES",
                          "%s, assay_doubles(-1e6, 1e6)", type);
    if (t->size == sizeof(float))
        return model_spec(m, "single", "ASSAY_VALUES", "%s, assay_singles(-1e6, 1e6)",
                          type);
    return model_cannot(m, "%s", model_a(m, t->spelling));
}

/* Sizes, counts and positions are small: what they are of is made of real memory. A
 * size_t is one of them whatever it is called, but for those. */
static bool is_small(const CType *t, const char *name)
{
    static const char *const large[] = {"key", "value", "val",  "hash", "seed", "id",
                                        "x",   "mask",  "bits", "word", NULL};
    static const char *const words[] = {
        "n",        "len", "length",   "size", "sz",     "count", "num",
        "capacity", "cap", "limit",    "i",    "j",      "k",     "index",
        "idx",      "pos", "position", "at",   "offset", "depth", "width",
        "height",   "max", "min",      "room", "slots",  NULL};

    return model_has_word(name, words) ||
           (t->alias && strcmp(t->alias->name, "size_t") == 0 &&
            !model_has_word(name, large));
}

/* What the code does in pieces of 64, or up to 100, goes wrong there and not before: now
 * and then they are as large as the numbers in it. */
static const char *size_spec(Model *m, const char *name, const char *type)
{
    long long most = SMALL;

    for (uint32_t i = 0; i < m->code.count; i++)
        if (m->code.at[i] >= most && m->code.at[i] <= LIMIT)
            most = m->code.at[i] + 1;
    if (most == SMALL)
        return model_spec(m, name, "ASSAY_INTERVAL", "%s, 0, %d", type, SMALL);
    return model_spec(m, name, "ASSAY_VALUES",
                      "%s, assay_weighted(%s, {4, assay_ints(%s, 0, %d)}, {1, "
                      "assay_ints(%s, 0, %lld)})",
                      type, type, type, SMALL, type, most);
}

static const char *number_text(Model *m, const CType *t, int64_t value)
{
    if (value == INT64_MIN)
        return "INT64_MIN";
    if (value == INT32_MIN && t->size == 4)
        return "INT32_MIN";
    return model_text(m, "%" PRId64, value);
}

const char *model_scalar_spec(Model *m, const CType *t, const CParam *p)
{
    const char *type = model_plain_type(m, t), *known = predefined(type), *dependent;
    int64_t lo, hi;

    if (t->kind == C_BOOL)
        return "bool";
    if (t->kind == C_ENUM)
        return enum_spec(m, t, type);
    if (t->kind == C_FLOAT)
        return known ? known : float_spec(m, t, type);
    dependent = p ? model_dependent_spec(m, p) : NULL;
    if (dependent)
        return dependent;
    if (p && model_bounds(m, p, &lo, &hi))
        return model_spec(m, p->name, "ASSAY_INTERVAL", "%s, %s, %s", type,
                          number_text(m, t, lo), number_text(m, t, hi));
    if (p && is_small(t, p->name) && !t->is_char)
        return size_spec(m, p->name, type);
    return known ? known
                 : model_spec(m, name_of_type(m, type), "ASSAY_VALUES",
                              "%s, assay_any(%s)", type, type);
}

/* ---- Structs. */

static const char *member_spec(Model *m, const CType *t, const CField *f, const CParam *p)
{
    const char *of = *t->tag ? t->tag : t->spelling;
    int64_t lo, hi;

    if (f->bits > 0 || !*f->name)
        return model_cannot(m, "a struct %s, whose member '%s' is %s", of, f->name,
                            f->bits > 0 ? "a bit field" : "unnamed");
    if (p && f->type->kind == C_INT && model_field_bounds(m, p, f, &lo, &hi))
        return model_spec(m, f->name, "ASSAY_INTERVAL", "%s, %s, %s",
                          model_plain_type(m, f->type), number_text(m, f->type, lo),
                          number_text(m, f->type, hi));
    if (model_is_scalar(f->type))
        return model_scalar_spec(m, f->type, NULL);
    if (f->type->kind == C_POINTER && f->type->of->is_char && f->type->of->is_const)
        return "string";
    if (f->type->kind == C_STRUCT)
        return model_struct_spec(m, f->type, NULL);
    return model_cannot(m, "a struct %s, whose member '%s' is %s", of, f->name,
                        model_a(m, f->type->spelling));
}

const char *model_struct_spec(Model *m, const CType *t, const CParam *p)
{
    const char *type = model_plain_type(m, t), *list = "";

    if (t->kind != C_STRUCT || t->size == 0 || t->nfields == 0)
        return model_cannot(m, "%s", model_a(m, t->spelling));
    for (uint32_t i = 0; i < t->nfields; i++) {
        const char *spec = member_spec(m, t, &t->fields[i], p);
        if (!spec)
            return NULL;
        list = model_text(m, "%s, (%s, %s)", list, t->fields[i].name, spec);
    }
    return model_spec(m, name_of_type(m, *t->tag ? t->tag : type), "ASSAY_STRUCT",
                      "%s, %s%s", type, type, list);
}

/* ---- Pointers that the library keeps and gives back: small numbers will do. */

const char *model_item_spec(Model *m, bool is_const)
{
    const char *type = is_const ? "const void *" : "void *";
    const char *stem = is_const ? "const_item" : "item";
    const char *number = model_spec(m, "item_number", "ASSAY_INTERVAL", "intptr_t, 1, 9");
    const char *in = model_spec(m, model_text(m, "%s_in", stem), "ASSAY_MAP_OUTOF",
                                "%s, %s, %s, (%s)(intptr_t), (%s)(intptr_t)", type, type,
                                number, type, type);
    const char *out =
        model_spec(m, model_text(m, "%s_out", stem), "ASSAY_MAP_INTO",
                   "%s, %s, %s, (intptr_t), (intptr_t)", type, type, number);

    return model_spec(m, stem, "ASSAY_IFPOL", "%s, %s", in, out);
}

/* ---- Callbacks. */

typedef struct {
    const char *text; /* clang's spelling of what is between the parentheses */
    size_t len;
    bool context; /* the last void * is what goes along with the callback */
} Callback;

static size_t part_end(const Callback *c, size_t start)
{
    while (start < c->len && c->text[start] != ',')
        start++;
    return start;
}

static bool is_void_pointer(Model *m, const Callback *c, size_t start, size_t end)
{
    const CType *t = model_type_of_text(m, c->text + start, end - start);

    return t && t->kind == C_POINTER && t->of->kind == C_VOID;
}

static bool has_void_pointer_behind(Model *m, const Callback *c, size_t end)
{
    while (end < c->len) {
        size_t start = end + 1;
        end = part_end(c, start);
        if (is_void_pointer(m, c, start, end))
            return true;
    }
    return false;
}

/* One parameter of a callback. */
static const char *callback_part(Model *m, const Callback *c, size_t start, size_t end)
{
    const CType *t = model_type_of_text(m, c->text + start, end - start);

    while (start < end && c->text[start] == ' ')
        start++;
    if (end - start > 11 && strncmp(c->text + start, "const char *", 12) == 0)
        return "string";
    if (is_void_pointer(m, c, start, end))
        return m->items && (!c->context || has_void_pointer_behind(m, c, end))
                   ? model_item_spec(m, strncmp(c->text + start, "const ", 6) == 0)
                   : "context";
    if (t && model_is_scalar(t))
        return model_scalar_spec(m, t, NULL);
    return model_cannot(
        m, "a pointer to a function with %s",
        model_a(m, model_text(m, "%.*s", (int)(end - start), c->text + start)));
}

static const char *callback_result(Model *m, const char *spelling, size_t len)
{
    const CType *t;

    while (len > 0 && spelling[len - 1] == ' ')
        len--;
    if (len == 4 && strncmp(spelling, "void", 4) == 0)
        return "void";
    t = model_type_of_text(m, spelling, len);
    if (t && model_is_scalar(t))
        return model_scalar_spec(m, t, NULL);
    return model_cannot(m, "a pointer to a function that gives %s",
                        model_a(m, model_text(m, "%.*s", (int)len, spelling)));
}

/* The specs of its parameters. */
static const char *callback_parts(Model *m, const Callback *c)
{
    const char *list = "";

    if (memchr(c->text, '(', c->len) ||
        (c->len >= 3 && memcmp(c->text + c->len - 3, "...", 3) == 0))
        return model_cannot(m, "a pointer to a function of (%.*s)", (int)c->len, c->text);
    if (c->len == 0 || (c->len == 4 && strncmp(c->text, "void", 4) == 0))
        return "void";
    for (size_t start = 0; start <= c->len; start = part_end(c, start) + 1) {
        const char *part = callback_part(m, c, start, part_end(c, start));
        if (!part)
            return NULL;
        list = model_text(m, "%s%s%s", list, *list ? ", " : "", part);
    }
    return list;
}

/* Whether the first two of a list are the same, and neither is a context: what an order
 * compares. */
static bool begins_with_two(const char *list)
{
    size_t len = strcspn(list, ",");

    return list[len] && strncmp(list, "context", len) != 0 &&
           strncmp(list + len + 2, list, len) == 0 && strchr(",", list[2 * len + 2]);
}

/* The macro for a callback of this name: an equality that is made up is none. */
static const char *callback_macro(Model *m, const char *name, const char *parts)
{
    static const char *const orders[] = {"cmp",        "compare", "less", "order",
                                         "comparator", "lt",      NULL};
    static const char *const equalities[] = {"equal", "equals", "eq", "same", NULL};
    static const char *const pure[] = {"hash", "key",    "pred", "predicate", "map",
                                       "test", "filter", "keep", NULL};

    if (model_has_word(name, equalities))
        return model_cannot(m, "an equality, and one that is made up is none");
    if (!model_has_word(name, orders))
        return model_has_word(name, pure) ? "ASSAY_CALLBACK_PURE" : "ASSAY_CALLBACK";
    return begins_with_two(parts) ? "ASSAY_CALLBACK_ORDER"
                                  : model_cannot(m, "a comparison, of what is not known");
}

const char *model_callback_spec(Model *m, const CType *t, const CParam *p, bool context)
{
    const CType *f = t->of;
    const char *open, *result, *parts, *macro;

    while (f->alias)
        f = f->alias->type;
    open = strchr(f->spelling, '(');
    if (!open || f->kind != C_FUNCTION)
        return model_cannot(m, "%s", model_a(m, t->spelling));
    result = callback_result(m, f->spelling, (size_t)(open - f->spelling));
    parts = result
                ? callback_parts(m, &(Callback){open + 1, strlen(open + 1) - 1, context})
                : NULL;
    macro = parts ? callback_macro(m, p->name, parts) : NULL;
    return macro ? model_spec(m, p->name, macro, "(%s), %s", parts, result) : NULL;
}
