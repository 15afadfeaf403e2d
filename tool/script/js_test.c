/*
 * Tests of types: `e in T`. A test is an expression over the value, so the value has to
 * be something that can be written several times; otherwise it becomes the parameter of
 * an arrow function. Types with names have functions: isUser(value).
 */
#include "script/js_parts.h"
#include <string.h>

static void test(Js *j, const Type *t, const char *value, int tight);

/* ---- Simple types. */

/* A test around one mention of the value; NULL: it takes more. */
static bool simple_test(TypeKind kind, const char **ret_before, const char **ret_behind)
{
    switch (kind) {
    case TYPE_INTEGER:
        *ret_before = "Number.isSafeInteger(";
        *ret_behind = ")";
        return true;
    case TYPE_NUMBER:
        *ret_before = "Number.isFinite(";
        *ret_behind = ")";
        return true;
    case TYPE_STRING:
        *ret_before = "typeof ";
        *ret_behind = " === \"string\"";
        return true;
    case TYPE_BOOLEAN:
        *ret_before = "typeof ";
        *ret_behind = " === \"boolean\"";
        return true;
    case TYPE_VOID:
        *ret_before = "";
        *ret_behind = " === undefined";
        return true;
    default:
        return false;
    }
}

static int simple_tightness(TypeKind kind)
{
    return kind == TYPE_INTEGER || kind == TYPE_NUMBER ? JS_MEMBER : JS_EQUALITY;
}

/* ---- Types with names. */

/* The test of a name, which is written at the end of the module. */
static const char *test_name(Js *j, const Alias *alias)
{
    for (uint32_t i = 0; i < j->ntested; i++)
        if (j->tested[i] == alias)
            return js_name(j, alias);
    if (read_grow(j->arena, &j->tested, &j->tested_cap, j->ntested, sizeof alias))
        j->tested[j->ntested++] = alias;
    else
        j->diags->no_memory = true;
    return js_name(j, alias);
}

/* ---- Types with parts. */

static const char *place(Js *j, const char *value, const char *field)
{
    Js part = {.diags = j->diags, .arena = j->arena};
    const char *text;

    assay_buf_init(&part.out, j->arena->mem, JS_MAX);
    js_put(&part, value);
    js_field(&part, field);
    text = part.out.status ? NULL : assay_arena_text(j->arena, part.out.at, part.out.len);
    assay_buf_done(&part.out);
    if (!text)
        j->diags->no_memory = true;
    return text ? text : "";
}

static void has_field(Js *j, const char *value, const char *name)
{
    js_helper(j, JS_HAS);
    js_printf(j, "(%s, ", value);
    js_string(j, name, strlen(name));
    js_put(j, ")");
}

/* && between the fields of an object, on lines of their own in the test of a name. */
static void and_then(Js *j)
{
    js_put(j, j->in_lines ? " &&" : " && ");
    if (j->in_lines)
        js_line(j);
}

static void field_test(Js *j, const TypeField *f, const char *value)
{
    bool any = type_resolve(f->type)->kind == TYPE_ANY, in_lines = j->in_lines;

    if (f->optional && any)
        return;
    and_then(j);
    js_put(j, f->optional ? "(!" : "");
    has_field(j, value, f->name);
    js_put(j, f->optional ? " || " : any ? "" : " && ");
    j->in_lines = false;
    if (!any)
        test(j, f->type, place(j, value, f->name), f->optional ? JS_OR + 1 : JS_AND);
    js_put(j, f->optional ? ")" : "");
    j->in_lines = in_lines;
}

static void fields_test(Js *j, const Type *t, const char *value)
{
    js_helper(j, JS_IS_OBJECT);
    js_printf(j, "(%s)", value);
    for (uint32_t i = 0; i < t->as.object.count; i++)
        field_test(j, &t->as.object.fields[i], value);
}

static void object_test(Js *j, const Type *t, const char *value, int tight)
{
    bool opened = js_open(j, t->as.object.count > 0 ? JS_AND : JS_MEMBER, tight);
    JsTry try = js_try(j);

    fields_test(j, t, value);
    if (!js_fits(j, try)) {
        j->depth++;
        j->in_lines = true;
        fields_test(j, t, value);
        j->in_lines = false;
        j->depth--;
    }
    js_close(j, opened);
}

/* Arrays and maps. */
static void parts_test(Js *j, const Type *t, const char *value)
{
    JsName *outer = j->names;
    const Type *of = t->as.of, *bare = type_resolve(of);
    const char *item;

    if (bare->kind == TYPE_ANY) {
        if (t->kind == TYPE_MAP)
            js_helper(j, JS_IS_OBJECT);
        else
            js_put(j, "Array.isArray");
        js_printf(j, "(%s)", value);
        return;
    }
    js_helper(j, t->kind == TYPE_MAP ? JS_IS_MAP : JS_IS_ARRAY);
    if (of->kind == TYPE_INTEGER || of->kind == TYPE_NUMBER) {
        js_printf(j, "(%s, %s)", value,
                  of->kind == TYPE_INTEGER ? "Number.isSafeInteger" : "Number.isFinite");
        return;
    }
    if (of->kind == TYPE_ALIAS) {
        js_printf(j, "(%s, %s)", value, test_name(j, of->as.alias));
        return;
    }
    item = js_declare(j, NULL, "item");
    js_printf(j, "(%s, (%s) => ", value, item);
    test(j, of, item, JS_CONDITIONAL);
    js_put(j, ")");
    j->names = outer;
}

static void list_test(Js *j, const Type *t, const char *value, int tight)
{
    int is = t->kind == TYPE_UNION ? JS_OR : JS_AND;
    bool opened = js_open(j, is, tight);

    for (uint32_t i = 0; i < t->as.list.count; i++) {
        js_put(j, i == 0 ? "" : t->kind == TYPE_UNION ? " || " : " && ");
        test(j, t->as.list.of[i], value, is);
    }
    js_close(j, opened);
}

static void refinement_test(Js *j, const Type *t, const char *value, int tight)
{
    JsName *outer = j->names;
    bool any = type_resolve(t->as.refine.var->type)->kind == TYPE_ANY;
    bool opened = !any && js_open(j, JS_AND, tight);

    if (!any) {
        test(j, t->as.refine.var->type, value, JS_AND);
        js_put(j, " && ");
    }
    js_bind(j, t->as.refine.var, value);
    js_term(j, t->as.refine.where, any ? tight : JS_AND);
    j->names = outer;
    js_close(j, opened);
}

static void only_test(Js *j, const Type *t, const char *value, int tight)
{
    bool both = t->as.only.of != NULL, opened = both && js_open(j, JS_AND, tight);
    bool scalar = js_is_scalar(t->as.only.value), inner;

    inner = scalar && js_open(j, JS_EQUALITY, both ? JS_AND + 1 : tight);
    if (!scalar)
        js_helper(j, JS_EQUAL);
    js_printf(j, scalar ? "%s === " : "(%s, ", value);
    js_term(j, t->as.only.value, scalar ? JS_EQUALITY + 1 : JS_LOOSEST);
    js_put(j, scalar ? "" : ")");
    js_close(j, inner);
    if (both) {
        js_put(j, " && ");
        test(j, t->as.only.of, value, JS_AND + 1);
    }
    js_close(j, opened);
}

static void choice_test(Js *j, const Type *t, const char *value, int tight)
{
    bool opened = js_open(j, JS_CONDITIONAL, tight);

    js_term(j, t->as.choice.test, JS_CONDITIONAL + 1);
    js_put(j, " ? ");
    test(j, t->as.choice.then, value, JS_CONDITIONAL);
    js_put(j, " : ");
    test(j, t->as.choice.other, value, JS_CONDITIONAL);
    js_close(j, opened);
}

static void plain_test(Js *j, TypeKind kind, const char *value, int tight)
{
    const char *before, *behind;
    bool opened;

    if (!simple_test(kind, &before, &behind))
        return; /* refused before */
    opened = js_open(j, simple_tightness(kind), tight);
    js_printf(j, "%s%s%s", before, value, behind);
    js_close(j, opened);
}

/* Whether the value, a variable or fields of one, is of a type. */
static void test(Js *j, const Type *t, const char *value, int tight)
{
    bool opened;

    switch (t->kind) {
    case TYPE_ANY:
        js_put(j, "true");
        break;
    case TYPE_OBJECT:
        object_test(j, t, value, tight);
        break;
    case TYPE_MAP:
    case TYPE_ARRAY:
        parts_test(j, t, value);
        break;
    case TYPE_REFINE:
        refinement_test(j, t, value, tight);
        break;
    case TYPE_UNION:
    case TYPE_BOTH:
        list_test(j, t, value, tight);
        break;
    case TYPE_NOT:
        opened = js_open(j, JS_UNARY, tight);
        js_put(j, "!");
        test(j, t->as.of, value, JS_UNARY);
        js_close(j, opened);
        break;
    case TYPE_ONLY:
        only_test(j, t, value, tight);
        break;
    case TYPE_IF:
        choice_test(j, t, value, tight);
        break;
    case TYPE_ALIAS:
        js_printf(j, "%s(%s)", test_name(j, t->as.alias), value);
        break;
    case TYPE_INTEGER:
    case TYPE_NUMBER:
    case TYPE_STRING:
    case TYPE_BOOLEAN:
    case TYPE_VOID:
    case TYPE_BAD:
    case TYPE_REGEXP:
    case TYPE_TEMPLATE:
    case TYPE_RESOURCE:
    case TYPE_LANGUAGE:
    case TYPE_FUNCTION:
        plain_test(j, t->kind, value, tight);
        break;
    }
}

/* ---- e in T */

/* A variable, or fields of one: it can be written as often as wanted. */
static const char *as_place(Js *j, const Term *t)
{
    const char *of;

    if (t->kind == TERM_VAR)
        return js_name(j, t->as.var);
    if (t->kind != TERM_FIELD)
        return NULL;
    of = as_place(j, t->as.field.of);
    return of ? place(j, of, t->as.field.name) : NULL;
}

/* One mention of the value is enough, and it may be any expression. */
static bool test_expression(Js *j, const Term *t, int tight)
{
    const char *before, *behind;
    const Type *type = t->as.in.type;
    bool opened;

    if (type->kind == TYPE_ALIAS) {
        js_printf(j, "%s(", test_name(j, type->as.alias));
        js_term(j, t->as.in.of, JS_LOOSEST);
        js_put(j, ")");
        return true;
    }
    if (!simple_test(type->kind, &before, &behind))
        return false;
    opened = js_open(j, simple_tightness(type->kind), tight);
    js_put(j, before);
    js_term(j, t->as.in.of, type->kind == TYPE_VOID ? JS_EQUALITY : JS_UNARY);
    js_put(j, behind);
    js_close(j, opened);
    return true;
}

void js_in(Js *j, const Term *t, int tight)
{
    JsName *outer = j->names;
    const char *value = as_place(j, t->as.in.of);

    js_mark(j, t->span);
    if (test_expression(j, t, tight))
        return;
    if (value) {
        test(j, t->as.in.type, value, tight);
        return;
    }
    value = js_declare(j, NULL, "value");
    js_printf(j, "((%s) => ", value);
    test(j, t->as.in.type, value, JS_CONDITIONAL);
    js_put(j, ")(");
    j->names = outer;
    js_term(j, t->as.in.of, JS_LOOSEST);
    js_put(j, ")");
}

void js_tests(Js *j)
{
    JsName *outer = j->names;

    for (uint32_t i = 0; i < j->ntested; i++) { /* which may become more */
        const Alias *alias = j->tested[i];
        const char *value;
        js_note_mentions(j, NULL, NULL, alias->type);
        value = js_declare(j, NULL, "value");
        js_line(j);
        js_mark(j, alias->span);
        js_printf(j, "function %s(%s) {", js_name(j, alias), value);
        j->depth++;
        js_line(j);
        js_put(j, "return ");
        test(j, alias->type, value, JS_LOOSEST);
        js_put(j, ";");
        j->depth--;
        js_line(j);
        js_put(j, "}");
        js_line(j);
        j->names = outer;
    }
}
