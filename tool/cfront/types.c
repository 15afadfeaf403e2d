/*
 * Types. libclang has one object for every way to write a type, which is the key here, so
 * each is made once. Records may contain pointers to themselves: they are made without
 * their members, and get them when all types are known.
 */
#include "base/buf.h"
#include "cfront/parts.h"
#include <string.h>

#define DEPTH_MAX 64 /* of pointers, arrays and typedefs in each other */

typedef struct {
    CXType type; /* as its declaration makes it */
    CField *fields;
    uint32_t count;
} Record;

/* One of several types for a record: with a typedef, const ... */
typedef struct {
    CType *type;
    uint32_t record;
} Variant;

typedef struct {
    const CType *type; /* as its declaration makes it */
    CEnumerator *values;
    uint32_t count;
} Enum;

static const CType *get(Front *f, CXType type, unsigned depth);
static CTypedef *get_alias(Front *f, CXCursor declaration, unsigned depth);

/* The number of something libclang knows by its address, from 0. *ret_new: it had none.
 */
static uint32_t number_of(Front *f, const void *address, uint32_t next, bool *ret_new)
{
    uint64_t *slot = assay_map_put(&f->tags, &address, sizeof address);
    *ret_new = slot && *slot == 0;
    if (!slot) {
        f->no_memory = true;
        return 0;
    }
    if (*ret_new)
        *slot = next + (uint64_t)1;
    return (uint32_t)(*slot - 1);
}

static CXCursor declaration_of(CXType canonical)
{
    return clang_getCanonicalCursor(clang_getTypeDeclaration(canonical));
}

/* The type of a declaration is spelled with the word struct, union or enum if it has a
 * tag, else with a typedef's name or, in parentheses, its place. */
static const char *tag_of(Front *f, CXCursor declaration)
{
    const char *text =
        cfront_text(f, clang_getTypeSpelling(clang_getCursorType(declaration)));
    const char *blank = strchr(text, ' ');
    return blank && !strchr(text, '(') ? blank + 1 : "";
}

/* ---- Enums. */

typedef struct {
    Front *front;
    List values; /* CEnumerator */
} EnumVisit;

static enum CXChildVisitResult visit_value(CXCursor c, CXCursor parent, CXClientData data)
{
    EnumVisit *v = data;
    (void)parent;
    if (clang_getCursorKind(c) != CXCursor_EnumConstantDecl)
        return CXChildVisit_Continue;
    CEnumerator *e = cfront_add(v->front, &v->values, sizeof *e);
    if (!e)
        return CXChildVisit_Break;
    e->name = cfront_text(v->front, clang_getCursorSpelling(c));
    e->value = clang_getEnumConstantDeclValue(c);
    e->span = cfront_parse_name(v->front, c);
    return CXChildVisit_Continue;
}

static void fill_enum(Front *f, CType *t, CXType canonical, unsigned depth)
{
    CXCursor declaration = declaration_of(canonical);
    bool is_new;
    uint32_t number = number_of(f, declaration.data[0], f->enums.count, &is_new);
    if (f->no_memory)
        return;
    if (is_new) {
        EnumVisit v = {.front = f};
        clang_visitChildren(clang_getCursorDefinition(declaration), visit_value, &v);
        Enum *e = cfront_add(f, &f->enums, sizeof *e);
        if (!e)
            return;
        *e = (Enum){.values = v.values.at, .count = v.values.count};
    }
    Enum *e = (Enum *)f->enums.at + number;
    t->tag = tag_of(f, declaration);
    t->values = e->values;
    t->nvalues = e->count;
    t->of = get(f, clang_getEnumDeclIntegerType(declaration), depth + 1);
    t->is_signed = t->of && t->of->is_signed;
    e = (Enum *)f->enums.at + number;
    if (!e->type && !t->alias && !t->is_const && !t->is_volatile)
        e->type = t;
}

/* ---- Records. */

static void fill_record(Front *f, CType *t, CXType canonical)
{
    CXCursor declaration = declaration_of(canonical);
    bool is_new;
    uint32_t number = number_of(f, declaration.data[0], f->records.count, &is_new);
    Variant *v = f->no_memory ? NULL : cfront_add(f, &f->variants, sizeof *v);
    if (!v)
        return;
    *v = (Variant){t, number};
    t->tag = tag_of(f, declaration);
    if (is_new) {
        Record *r = cfront_add(f, &f->records, sizeof *r);
        if (r)
            r->type = clang_getCursorType(declaration);
    }
}

typedef struct {
    Front *front;
    List fields; /* CField */
} FieldVisit;

static enum CXVisitorResult visit_field(CXCursor c, CXClientData data)
{
    FieldVisit *v = data;
    const char *name = cfront_text(v->front, clang_getCursorSpelling(c));
    int bits = clang_getFieldDeclBitWidth(c);
    long long offset = clang_Cursor_getOffsetOfField(c);
    bool named = name[0] != '\0' && name[0] != '(';
    if (!named && clang_Cursor_isBitField(c))
        return CXVisit_Continue; /* only padding */
    CField *field = cfront_add(v->front, &v->fields, sizeof *field);
    if (!field)
        return CXVisit_Break;
    field->name = named ? name : "";
    field->type = cfront_types_get(v->front, clang_getCursorType(c));
    field->bits = bits > 0 ? bits : 0;
    field->offset = offset > 0 ? (uint64_t)offset / 8 : 0;
    field->first_bit = offset > 0 ? (int)(offset % 8) : 0;
    return CXVisit_Continue;
}

static void add_fields(Front *f, uint32_t number)
{
    FieldVisit v = {.front = f};
    clang_Type_visitFields(((Record *)f->records.at)[number].type, visit_field, &v);
    Record *r = (Record *)f->records.at + number; /* it may have moved */
    r->fields = v.fields.at;
    r->count = v.fields.count;
}

/* ---- All types. */

static CTypeKind kind_of(enum CXTypeKind kind)
{
    switch (kind) {
    case CXType_Void:
        return C_VOID;
    case CXType_Bool:
        return C_BOOL;
    case CXType_Char_S:
    case CXType_Char_U:
    case CXType_SChar:
    case CXType_UChar:
    case CXType_Short:
    case CXType_UShort:
    case CXType_Int:
    case CXType_UInt:
    case CXType_Long:
    case CXType_ULong:
    case CXType_LongLong:
    case CXType_ULongLong:
        return C_INT;
    case CXType_Enum:
        return C_ENUM;
    case CXType_Float:
    case CXType_Double:
    case CXType_LongDouble:
        return C_FLOAT;
    case CXType_Pointer:
        return C_POINTER;
    case CXType_ConstantArray:
    case CXType_IncompleteArray:
    case CXType_VariableArray:
        return C_ARRAY;
    case CXType_FunctionProto:
    case CXType_FunctionNoProto:
        return C_FUNCTION;
    default:
        return C_OTHER;
    }
}

static bool is_signed(enum CXTypeKind kind)
{
    return kind == CXType_Char_S || kind == CXType_SChar || kind == CXType_Short ||
           kind == CXType_Int || kind == CXType_Long || kind == CXType_LongLong;
}

/* What a type is without the ways to write it, as far as libclang can tell. */
CXType cfront_types_strip(CXType t)
{
    for (unsigned i = 0; i < DEPTH_MAX; i++) {
        if (t.kind == CXType_Typedef)
            t = clang_getTypedefDeclUnderlyingType(clang_getTypeDeclaration(t));
        else if (t.kind == CXType_Elaborated)
            t = clang_Type_getNamedType(t);
        else if (t.kind == CXType_Attributed)
            t = clang_Type_getModifiedType(t);
        else
            break;
    }
    CXType canonical = clang_getCanonicalType(t);
    return t.kind == canonical.kind ? t : canonical;
}

static void fill_derived(Front *f, CType *t, CXType type, unsigned depth)
{
    if (t->kind == C_POINTER)
        type = clang_getPointeeType(type);
    else if (t->kind == C_FUNCTION)
        type = clang_getResultType(type);
    else
        type = clang_getArrayElementType(type);
    t->of = get(f, type, depth + 1);
}

static void fill_other(CType *t, CXType canonical)
{
    t->is_signed = is_signed(canonical.kind);
    t->is_char = canonical.kind == CXType_Char_S || canonical.kind == CXType_Char_U;
}

static void fill(Front *f, CType *t, CXType type, unsigned depth)
{
    CXType canonical = clang_getCanonicalType(type);
    CXCursor declaration = clang_getTypeDeclaration(canonical);
    bool is_union = clang_getCursorKind(declaration) == CXCursor_UnionDecl;
    long long size = clang_Type_getSizeOf(canonical), count;

    t->kind = kind_of(canonical.kind);
    if (canonical.kind == CXType_Record)
        t->kind = is_union ? C_UNION : C_STRUCT;
    t->size = size > 0 && t->kind != C_VOID && t->kind != C_FUNCTION ? (uint64_t)size : 0;
    t->is_const = clang_isConstQualifiedType(canonical) != 0;
    t->is_volatile = clang_isVolatileQualifiedType(canonical) != 0;
    t->tag = "";
    if (t->kind == C_ENUM)
        fill_enum(f, t, canonical, depth);
    else if (t->kind == C_STRUCT || t->kind == C_UNION)
        fill_record(f, t, canonical);
    else if (t->kind == C_POINTER || t->kind == C_ARRAY || t->kind == C_FUNCTION)
        fill_derived(f, t, cfront_types_strip(type), depth);
    else
        fill_other(t, canonical);
    count = t->kind == C_ARRAY ? clang_getArraySize(canonical) : 0;
    t->count = count > 0 ? (uint64_t)count : 0;
}

static CXType named_type(CXType type)
{
    while (type.kind == CXType_Elaborated)
        type = clang_Type_getNamedType(type);
    return type;
}

/* Where the part "(unnamed struct at file.c:1:2)" begins, with names before it and "::".
 */
static const char *unnamed_start(const char *text, const char *place)
{
    while (place > text && *place != '(')
        place--;
    while (place > text && place[-1] != ' ')
        place--;
    return place;
}

/* A type without a tag is not spelled with the place of its declaration, and one that has
 * its name from a typedef not with the word struct. */
static const char *spell(Front *f, CXType type)
{
    CXType named = named_type(type);
    bool taggable = named.kind == CXType_Record || named.kind == CXType_Enum;
    bool tagless = taggable && tag_of(f, clang_getTypeDeclaration(named))[0] == '\0';
    const char *text = cfront_text(f, clang_getTypeSpelling(tagless ? named : type));
    const char *place = strstr(text, " at "), *end = place ? strchr(place, ')') : NULL;
    const char *start = end ? unnamed_start(text, place) : NULL;
    struct assay_buf buf;
    if (!start)
        return text;
    assay_buf_init(&buf, f->arena->mem, 0);
    assay_buf_printf(&buf, "%.*s{...}%s", (int)(start - text), text, end + 1);
    const char *copy = buf.status ? NULL : assay_arena_text(f->arena, buf.at, buf.len);
    assay_buf_done(&buf);
    f->no_memory |= !copy;
    return copy ? copy : "";
}

static const CType *get(Front *f, CXType type, unsigned depth)
{
    const void *key = type.data[0];
    uint64_t *slot = f->no_memory ? NULL : assay_map_put(&f->types, &key, sizeof key);
    CType *t = slot && *slot ? (CType *)(uintptr_t)*slot : NULL;
    if (t)
        return t;
    t = slot ? cfront_new(f, 1, sizeof *t) : NULL;
    if (!t) {
        f->no_memory = true;
        return NULL;
    }
    *slot = (uintptr_t)t;
    t->spelling = spell(f, type);
    t->kind = C_OTHER;
    t->tag = "";
    if (depth > DEPTH_MAX)
        return t;
    CXType named = named_type(type);
    if (named.kind == CXType_Typedef)
        t->alias = get_alias(f, clang_getTypeDeclaration(named), depth);
    fill(f, t, type, depth);
    return t;
}

const CType *cfront_types_get(Front *f, CXType type)
{
    return get(f, type, 0);
}

/* ---- Typedefs. */

/* Room for one: in the unit's array while its own are read. */
static CTypedef *new_alias(Front *f)
{
    return f->ntypedefs < f->typedefs_cap ? &f->typedefs[f->ntypedefs++]
                                          : cfront_new(f, 1, sizeof(CTypedef));
}

static CTypedef *get_alias(Front *f, CXCursor declaration, unsigned depth)
{
    const void *key = clang_getCanonicalCursor(declaration).data[0];
    uint64_t *slot = assay_map_put(&f->tags, &key, sizeof key);
    if (slot && *slot)
        return (CTypedef *)(uintptr_t)*slot;
    CTypedef *t = slot ? new_alias(f) : NULL;
    if (!t) {
        f->no_memory = true;
        return NULL;
    }
    *slot = (uintptr_t)t;
    t->name = cfront_text(f, clang_getCursorSpelling(declaration));
    t->span = cfront_parse_name(f, declaration);
    t->system = cfront_parse_is_system(declaration);
    t->type = get(f, clang_getTypedefDeclUnderlyingType(declaration), depth + 1);
    return t;
}

const CTypedef *cfront_types_alias(Front *f, CXCursor declaration)
{
    return get_alias(f, declaration, 0);
}

/* ---- Pointers. */

/* "int" is "int *", "int[3]" is "int (*)[3]". */
static void spell_pointer(struct assay_buf *out, const CType *to)
{
    const char *s = to->spelling;
    size_t len = strlen(s), cut = len;
    if (!to->alias && to->kind == C_ARRAY)
        cut = strcspn(s, "[");
    else if (!to->alias && to->kind == C_FUNCTION)
        cut = strcspn(s, "(");
    if (cut < len) {
        assay_buf_printf(out, "%.*s%s(*)%s", (int)cut, s,
                         cut > 0 && s[cut - 1] != ' ' ? " " : "", s + cut);
        return;
    }
    assay_buf_printf(out, "%s%s*", s, len > 0 && s[len - 1] == '*' ? "" : " ");
}

const CType *cfront_types_pointer(struct assay_arena *a, const CType *to, uint64_t size)
{
    struct assay_buf spelling;
    CType *t = to ? assay_arena_new(a, 1, sizeof *t) : NULL;
    if (!t)
        return NULL;
    *t = (CType){.kind = C_POINTER, .tag = "", .size = size, .of = to};
    assay_buf_init(&spelling, a->mem, 0);
    spell_pointer(&spelling, to);
    t->spelling = spelling.status ? NULL : assay_arena_text(a, spelling.at, spelling.len);
    assay_buf_done(&spelling);
    return t->spelling ? t : NULL;
}

const CType *cfront_types_of_parameter(Front *f, CXCursor parameter)
{
    const CType *t = cfront_types_get(f, clang_getCursorType(parameter));
    if (t && (t->kind == C_ARRAY || t->kind == C_FUNCTION)) {
        const CTypedef *alias = t->alias;
        CType *pointer = (CType *)(uintptr_t)cfront_types_pointer(
            f->arena, t->kind == C_ARRAY ? t->of : t, f->pointer_size);
        if (pointer)
            pointer->alias = alias; /* what it is written with says what it is */
        t = pointer;
    }
    f->no_memory |= !t;
    return t;
}

/* ---- The lists of the unit. */

static void list_tags(Front *f)
{
    uint32_t most = f->records.count + f->enums.count, n = 0;
    const CType **tagged = cfront_new(f, most, sizeof *tagged);
    const Enum *enums = f->enums.at;
    for (uint32_t i = 0; i < f->records.count && tagged; i++) {
        const CType *t = cfront_types_get(f, ((Record *)f->records.at)[i].type);
        if (t && t->tag[0] != '\0')
            tagged[n++] = t;
    }
    for (uint32_t i = 0; i < f->enums.count && tagged; i++)
        if (enums[i].type && enums[i].type->tag[0] != '\0')
            tagged[n++] = enums[i].type;
    f->unit->records = tagged;
    f->unit->nrecords = n;
}

static void list_enumerators(Front *f)
{
    const Enum *enums = f->enums.at;
    uint32_t count = 0, n = 0;
    for (uint32_t i = 0; i < f->enums.count; i++)
        count += enums[i].count;
    CEnumerator *all = cfront_new(f, count, sizeof *all);
    for (uint32_t i = 0; i < f->enums.count && all; n += enums[i++].count)
        if (enums[i].count > 0)
            memcpy(all + n, enums[i].values, enums[i].count * sizeof *all);
    f->unit->enumerators = all;
    f->unit->nenumerators = n;
}

bool cfront_types_finish(Front *f)
{
    for (uint32_t i = 0; i < f->records.count && !f->no_memory; i++)
        add_fields(f, i); /* which may add records */
    if (!f->no_memory)
        list_tags(f); /* which may add variants */
    if (f->no_memory)
        return false;
    for (uint32_t i = 0; i < f->variants.count; i++) {
        Variant v = ((Variant *)f->variants.at)[i];
        v.type->fields = ((Record *)f->records.at)[v.record].fields;
        v.type->nfields = ((Record *)f->records.at)[v.record].count;
    }
    list_enumerators(f);
    return !f->no_memory;
}
