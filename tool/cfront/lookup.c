/*
 * Finding things of a unit by name, and types that nothing in it has to have.
 */
#include "cfront/cfront.h"
#include "cfront/parts.h"
#include <string.h>

#define DEPTH_MAX 32 /* of unnamed members in each other */

const CFunction *cfront_function(const CUnit *u, const char *name)
{
    for (uint32_t i = 0; i < u->nfunctions; i++)
        if (strcmp(u->functions[i].name, name) == 0)
            return &u->functions[i];
    return NULL;
}

const CGlobal *cfront_global(const CUnit *u, const char *name)
{
    for (uint32_t i = 0; i < u->nglobals; i++)
        if (strcmp(u->globals[i].name, name) == 0)
            return &u->globals[i];
    return NULL;
}

const CTypedef *cfront_typedef(const CUnit *u, const char *name)
{
    for (uint32_t i = 0; i < u->ntypedefs; i++)
        if (strcmp(u->typedefs[i].name, name) == 0)
            return &u->typedefs[i];
    return NULL;
}

const CType *cfront_record(const CUnit *u, CTypeKind kind, const char *tag)
{
    for (uint32_t i = 0; i < u->nrecords; i++)
        if (u->records[i]->kind == kind && strcmp(u->records[i]->tag, tag) == 0)
            return u->records[i];
    return NULL;
}

const CEnumerator *cfront_enumerator(const CUnit *u, const char *name)
{
    for (uint32_t i = 0; i < u->nenumerators; i++)
        if (strcmp(u->enumerators[i].name, name) == 0)
            return &u->enumerators[i];
    return NULL;
}

const CMacro *cfront_macro(const CUnit *u, const char *name)
{
    for (uint32_t i = 0; i < u->nmacros; i++)
        if (strcmp(u->macros[i].name, name) == 0)
            return &u->macros[i];
    return NULL;
}

/* Of several that are known there, the one declared last hides the others. */
const CLocal *cfront_local(const CFunction *f, const char *name, uint32_t at)
{
    const CLocal *found = NULL;
    for (uint32_t i = 0; i < f->nlocals; i++) {
        const CLocal *l = &f->locals[i];
        if (l->scope.start <= at && at < l->scope.end && strcmp(l->name, name) == 0 &&
            (!found || l->scope.start >= found->scope.start))
            found = l;
    }
    return found;
}

static const CField *find_field(const CType *of, const char *name, uint64_t *offset,
                                unsigned depth)
{
    for (uint32_t i = 0; depth < DEPTH_MAX && i < of->nfields; i++) {
        const CField *field = &of->fields[i];
        const CField *inner = NULL;
        uint64_t at = *offset + field->offset;
        if (strcmp(field->name, name) == 0) {
            *offset = at;
            return field;
        }
        if (field->name[0] == '\0' && field->type)
            inner = find_field(field->type, name, &at, depth + 1);
        if (inner) {
            *offset = at;
            return inner;
        }
    }
    return NULL;
}

const CField *cfront_field(const CUnit *u, const CType *of, const char *name)
{
    uint64_t offset = 0;
    const CField *field = name[0] != '\0' ? find_field(of, name, &offset, 0) : NULL;
    if (!field || field->offset == offset)
        return field;
    CField *moved = assay_arena_new(u->arena, 1, sizeof *moved);
    if (moved) {
        *moved = *field;
        moved->offset = offset;
    }
    return moved;
}

/* ---- Types on demand. */

/* How often each word is in the name of a basic type. */
typedef struct {
    int is_signed, is_unsigned, is_short, is_long, is_char, is_int, is_float, is_double,
        is_bool, is_void;
} Words;

static bool count_word(Words *w, struct assay_str word)
{
    const struct {
        const char *word;
        int *count;
    } words[] = {
        {"signed", &w->is_signed}, {"unsigned", &w->is_unsigned}, {"short", &w->is_short},
        {"long", &w->is_long},     {"char", &w->is_char},         {"int", &w->is_int},
        {"float", &w->is_float},   {"double", &w->is_double},     {"_Bool", &w->is_bool},
        {"bool", &w->is_bool},     {"void", &w->is_void},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (!assay_str_equal(word, assay_str(words[i].word)))
            continue;
        ++*words[i].count;
        return true;
    }
    return false;
}

static bool read_words(Words *w, const char *name)
{
    while (*name != '\0') {
        size_t len = strcspn(name, " ");
        if (len > 0 && !count_word(w, (struct assay_str){name, len}))
            return false;
        name += len + (name[len] == ' ');
    }
    return true;
}

/* A number that the compiler defines, else what it is here. */
static uint64_t defined(const CUnit *u, const char *macro, uint64_t otherwise)
{
    const CMacro *m = cfront_macro(u, macro);
    uint64_t value;
    return m && assay_str_u64(assay_str(m->body), &value) ? value : otherwise;
}

/* C_VOID, C_BOOL, C_FLOAT with their spelling and size; false: no such type. */
static bool make_simple(const CUnit *u, const Words *w, CType *t)
{
    int sum = w->is_signed + w->is_unsigned + w->is_short + w->is_char + w->is_int +
              w->is_long + w->is_float + w->is_double + w->is_bool + w->is_void;
    if (w->is_double == 1 && w->is_long == 1 && sum == 2)
        *t = (CType){.kind = C_FLOAT,
                     .spelling = "long double",
                     .size = defined(u, "__SIZEOF_LONG_DOUBLE__", sizeof(long double))};
    else if (sum != 1)
        return false;
    else if (w->is_void)
        *t = (CType){.kind = C_VOID, .spelling = "void"};
    else if (w->is_bool)
        *t = (CType){.kind = C_BOOL, .spelling = "_Bool", .size = 1};
    else if (w->is_float)
        *t = (CType){.kind = C_FLOAT, .spelling = "float", .size = 4};
    else if (w->is_double)
        *t = (CType){.kind = C_FLOAT,
                     .spelling = "double",
                     .size = defined(u, "__SIZEOF_DOUBLE__", sizeof(double))};
    else
        return false;
    return true;
}

static void make_char(const CUnit *u, const Words *w, CType *t)
{
    bool plain = w->is_signed + w->is_unsigned == 0;
    t->spelling = plain ? "char" : w->is_signed ? "signed char" : "unsigned char";
    t->size = 1;
    t->is_char = plain;
    t->is_signed = plain ? !cfront_macro(u, "__CHAR_UNSIGNED__") : w->is_signed;
}

static bool make_integer(const CUnit *u, const Words *w, CType *t)
{
    static const char *const names[2][4] = {
        {"short", "int", "long", "long long"},
        {"unsigned short", "unsigned int", "unsigned long", "unsigned long long"}};
    static const char *const macros[] = {"__SIZEOF_SHORT__", "__SIZEOF_INT__",
                                         "__SIZEOF_LONG__", "__SIZEOF_LONG_LONG__"};
    static const uint64_t here[] = {sizeof(short), sizeof(int), sizeof(long),
                                    sizeof(long long)};
    int length = w->is_short ? 0 : 1 + w->is_long;
    int sum =
        w->is_signed + w->is_unsigned + w->is_short + w->is_char + w->is_int + w->is_long;
    if (w->is_float + w->is_double + w->is_bool + w->is_void > 0 || sum == 0 ||
        w->is_signed + w->is_unsigned > 1 || w->is_short > 1 || w->is_long > 2 ||
        (w->is_short && w->is_long) || w->is_int + w->is_char > 1 ||
        (w->is_char && w->is_short + w->is_long > 0))
        return false;
    t->kind = C_INT;
    t->is_signed = !w->is_unsigned;
    t->spelling = names[w->is_unsigned][length];
    t->size = defined(u, macros[length], here[length]);
    if (w->is_char)
        make_char(u, w, t);
    return true;
}

const CType *cfront_basic(const CUnit *u, const char *name)
{
    Words words = {0};
    CType type = {0};
    if (!read_words(&words, name) ||
        (!make_simple(u, &words, &type) && !make_integer(u, &words, &type)))
        return NULL;
    CType *t = assay_arena_new(u->arena, 1, sizeof *t);
    if (t) {
        *t = type;
        t->tag = "";
    }
    return t;
}

const CType *cfront_pointer(const CUnit *u, const CType *to)
{
    return cfront_types_pointer(u->arena, to,
                                defined(u, "__SIZEOF_POINTER__", sizeof(void *)));
}
