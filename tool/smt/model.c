/*
 * Reading models. An object has of the fields that the query names those that the model
 * says it has, and one of another name where the query speaks of all fields. Values are
 * candidates: who uses them evaluates the question with them.
 */
#include "smt/model.h"
#include "base/utf8.h"
#include "term/template.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Value *read_value(Model *m, Z3_ast ast, uint32_t depth);

/* ---- Strings. */

/* One character, which may be written \u{61}. */
static const char *read_char(const char *p, uint32_t *ret_code)
{
    char *end = NULL;
    if (p[0] == '\\' && p[1] == 'u' && p[2] == '{')
        *ret_code = (uint32_t)strtoul(p + 3, &end, 16);
    if (end && end > p + 3 && *end == '}')
        return end + 1;
    *ret_code = (unsigned char)*p;
    return p + 1;
}

static bool is_scalar(uint32_t code)
{
    return code <= 0x10FFFF && !(code >= 0xD800 && code <= 0xDFFF);
}

/* The text of a string; the string must be a literal. */
static bool read_string(Model *m, Z3_ast ast, struct assay_str *ret_text)
{
    if (!Z3_is_string(m->z3, ast))
        ast = Z3_simplify(m->z3, ast); /* characters put together */
    if (!ast || !Z3_is_string(m->z3, ast))
        return false;
    const char *source = Z3_get_string(m->z3, ast);
    char *text = assay_arena_new(m->arena, strlen(source) + 1, 1), *p = text;
    uint32_t code;
    if (!text)
        return false;
    while (*source) {
        source = read_char(source, &code);
        if (!is_scalar(code))
            code = '?';
        /* What is not ASCII was written with at least as many bytes. */
        p += assay_utf8_encode(code, p);
    }
    *ret_text = (struct assay_str){text, (size_t)(p - text)};
    return true;
}

/* A far literal is a constant whose value is some other string; back to the literal. */
static struct assay_str far_literal(Model *m, struct assay_str s)
{
    char name[24];
    for (uint32_t i = 0; i < m->query->far.count; i++) {
        struct assay_str text;
        snprintf(name, sizeof name, "far!%u", i);
        Z3_ast c = Z3_mk_const(m->z3, Z3_mk_string_symbol(m->z3, name),
                               Z3_mk_string_sort(m->z3)),
               is = NULL;
        if (Z3_model_eval(m->z3, m->model, c, true, &is) && read_string(m, is, &text) &&
            assay_str_equal(text, s))
            return m->query->far.at[i];
    }
    return s;
}

static const Value *string_value(Model *m, Z3_ast ast)
{
    struct assay_str s;
    if (!read_string(m, ast, &s))
        return NULL;
    return value_string(m->arena, far_literal(m, s));
}

/* ---- Numbers. */

static const Value *integer_value(Model *m, Z3_ast ast)
{
    if (!Z3_is_numeral_ast(m->z3, ast))
        return NULL;
    const char *digits = Z3_get_numeral_string(m->z3, ast);
    return value_integer(m->arena, integer_read(m->arena, assay_str(digits)));
}

static const Value *number_value(Model *m, Z3_ast ast)
{
    Decimal x;
    if (!ast || !Z3_is_numeral_ast(m->z3, ast))
        return NULL;
    /* Ends in '?' if it has no end. */
    struct assay_str text = assay_str(Z3_get_numeral_decimal_string(m->z3, ast, 30));
    if (text.len && text.at[text.len - 1] == '?')
        text.len--;
    return decimal_read(m->arena, text, &x) ? value_number(m->arena, x) : NULL;
}

/* ---- Arrays and objects. */

/* The function of this name; NULL if the model does not say anything of it. */
static Z3_func_decl function(Model *m, const char *name)
{
    unsigned n = Z3_model_get_num_funcs(m->z3, m->model);
    for (unsigned i = 0; i < n; i++) {
        Z3_func_decl f = Z3_model_get_func_decl(m->z3, m->model, i);
        Z3_symbol symbol = Z3_get_decl_name(m->z3, f);
        if (Z3_get_symbol_kind(m->z3, symbol) == Z3_STRING_SYMBOL &&
            strcmp(Z3_get_symbol_string(m->z3, symbol), name) == 0)
            return f;
    }
    return NULL;
}

/* What the model has for a function; the caller releases it. */
static Z3_func_interp interpretation(Model *m, const char *name)
{
    Z3_func_decl f = function(m, name);
    Z3_func_interp found = f ? Z3_model_get_func_interp(m->z3, m->model, f) : NULL;
    if (found)
        Z3_func_interp_inc_ref(m->z3, found);
    return found;
}

/* What a function gives for a value and, if it takes one, a number; NULL: not known. */
static Z3_ast apply(Model *m, Z3_func_decl f, Z3_ast value, int64_t number)
{
    if (!f)
        return NULL;
    unsigned n = Z3_get_domain_size(m->z3, f);
    Z3_ast args[] = {value, Z3_mk_int64(m->z3, number, Z3_mk_int_sort(m->z3))};
    Z3_ast is = NULL;
    if (n > 2 || !Z3_model_eval(m->z3, m->model, Z3_mk_app(m->z3, f, n, args), true, &is))
        return NULL;
    return is;
}

static const Value *array_value(Model *m, Z3_ast array, uint32_t depth)
{
    const Value *items[MODEL_ITEMS];
    Z3_ast length = apply(m, m->len, array, 0);
    int64_t count = 0;
    if (length && (!Z3_get_numeral_int64(m->z3, length, &count) || count < 0))
        return NULL;
    if (count > MODEL_ITEMS)
        count = MODEL_ITEMS;
    for (int64_t i = 0; i < count; i++) {
        Z3_ast item = apply(m, m->at, array, i);
        items[i] = item ? read_value(m, item, depth) : value_null();
        if (!items[i])
            return NULL;
    }
    return value_array(m->arena, items, (uint32_t)count);
}

static bool is_call(Model *m, Z3_ast ast, const char *name)
{
    if (!ast || Z3_get_ast_kind(m->z3, ast) != Z3_APP_AST)
        return false;
    Z3_func_decl f = Z3_get_app_decl(m->z3, Z3_to_app(m->z3, ast));
    Z3_symbol symbol = Z3_get_decl_name(m->z3, f);
    return Z3_get_symbol_kind(m->z3, symbol) == Z3_STRING_SYMBOL &&
           strcmp(Z3_get_symbol_string(m->z3, symbol), name) == 0;
}

static Z3_ast argument(Model *m, Z3_ast ast, unsigned i)
{
    return Z3_get_app_arg(m->z3, Z3_to_app(m->z3, ast), i);
}

static const Value *object_value(Model *m, Z3_ast object, uint32_t depth)
{
    const EncodeNames *names = &m->query->fields;
    uint32_t all = names->count + m->query->maps, count = 0;
    ValueMember *members = assay_arena_new(m->arena, all, sizeof *members);
    for (uint32_t i = 0; members && i < all; i++) {
        Z3_ast has = apply(m, m->has, object, i);
        if (!has || Z3_get_bool_value(m->z3, has) != Z3_L_TRUE)
            continue;
        Z3_ast is = apply(m, m->field, object, i);
        ValueMember *to = &members[count++];
        to->name = i < names->count ? names->at[i] : assay_str("other");
        to->value = is ? read_value(m, is, depth) : value_null();
        if (!to->value)
            return NULL;
    }
    return members ? value_object(m->arena, members, count) : NULL;
}

/* ---- Others. */

static const Value *template_value(Model *m, Z3_ast ast)
{
    struct assay_str source;
    size_t at;
    const char *why;
    if (!read_string(m, ast, &source))
        return NULL;
    const Template *t = template_read(m->arena, source, &at, &why);
    return t ? value_template(m->arena, t) : NULL;
}

static const Value *regexp_value(Model *m, Z3_ast ast)
{
    struct assay_str source;
    Regexp *r;
    size_t at;
    const char *why;
    if (!read_string(m, ast, &source))
        return NULL;
    for (uint32_t i = 0; i < m->query->nregexps; i++) {
        if (assay_str_equal(m->query->regexps[i]->source, source))
            return value_regexp(m->arena, m->query->regexps[i]);
    }
    if (m->nregexps == MODEL_REGEXPS ||
        regexp_read(m->arena, source, &r, &at, &why) != REGEXP_OK)
        return NULL;
    m->regexps[m->nregexps++] = r;
    return value_regexp(m->arena, r);
}

/* Resources are numbered as they are met: what the solver calls them is of no use. */
static const Value *resource_value(Model *m, Z3_ast type, Z3_ast id)
{
    const EncodeNames *kinds = &m->query->kinds;
    int64_t kind, number;
    if (!Z3_get_numeral_int64(m->z3, type, &kind) || kind < 0 || kind >= kinds->count ||
        !Z3_get_numeral_int64(m->z3, id, &number) || number < 0 || number > UINT32_MAX)
        return NULL;
    struct assay_str name = kinds->at[kind];
    char *text = assay_arena_text(m->arena, name.at, name.len);
    const Value *v = text ? value_resource(m->arena, text, (uint32_t)number) : NULL;
    for (uint32_t i = 0; v && i < m->nresources; i++) {
        if (value_equal(m->resources[i], v))
            return m->resources[i];
    }
    if (v && m->nresources < MODEL_RESOURCES)
        m->resources[m->nresources++] = v;
    return v;
}

/* Where the model does not say which: one half. */
static const Value *fraction_value(Model *m, Z3_ast ast)
{
    const Value *v = number_value(m, apply(m, m->frac, ast, 0));
    Decimal half;
    if (v && v->kind == VALUE_NUMBER)
        return v;
    return decimal_read(m->arena, assay_str("0.5"), &half) ? value_number(m->arena, half)
                                                           : NULL;
}

static const Value *read_value(Model *m, Z3_ast ast, uint32_t depth)
{
    if (!ast || Z3_get_ast_kind(m->z3, ast) != Z3_APP_AST)
        return NULL;
    if (depth == 0 || m->nodes++ > MODEL_NODES) /* a model may go round in circles */
        return value_null();
    unsigned n = Z3_get_app_num_args(m->z3, Z3_to_app(m->z3, ast));
    Z3_ast x = n ? argument(m, ast, 0) : NULL;
    if (is_call(m, ast, "VVoid"))
        return value_undefined();
    if (is_call(m, ast, "VNull"))
        return value_null();
    if (is_call(m, ast, "VBool"))
        return value_boolean(Z3_get_bool_value(m->z3, x) == Z3_L_TRUE);
    if (is_call(m, ast, "VInt"))
        return integer_value(m, x);
    if (is_call(m, ast, "VFrac"))
        return fraction_value(m, ast);
    if (is_call(m, ast, "VStr"))
        return string_value(m, x);
    if (is_call(m, ast, "VArr"))
        return array_value(m, ast, depth - 1);
    if (is_call(m, ast, "VObj"))
        return object_value(m, ast, depth - 1);
    if (is_call(m, ast, "VTemplate"))
        return template_value(m, x);
    if (is_call(m, ast, "VRegexp"))
        return regexp_value(m, x);
    if (is_call(m, ast, "VRes"))
        return resource_value(m, x, argument(m, ast, 1));
    return NULL;
}

/* What the model says of a constant; NULL: nothing, any value will do. */
static Z3_ast constant(Model *m, const char *name)
{
    unsigned n = Z3_model_get_num_consts(m->z3, m->model);
    for (unsigned i = 0; i < n; i++) {
        Z3_func_decl f = Z3_model_get_const_decl(m->z3, m->model, i);
        Z3_symbol symbol = Z3_get_decl_name(m->z3, f);
        if (Z3_get_symbol_kind(m->z3, symbol) == Z3_STRING_SYMBOL &&
            strcmp(Z3_get_symbol_string(m->z3, symbol), name) == 0)
            return Z3_model_get_const_interp(m->z3, m->model, f);
    }
    return NULL;
}

const Value *smt_model_variable(Model *m, Encoded x)
{
    Z3_ast ast = constant(m, x.text);
    switch (x.sort) {
    case SORT_VALUE:
        return ast ? read_value(m, ast, MODEL_DEPTH) : value_null();
    case SORT_BOOL:
        return value_boolean(ast && Z3_get_bool_value(m->z3, ast) == Z3_L_TRUE);
    case SORT_INT:
        return ast ? integer_value(m, ast) : value_int(m->arena, 0);
    case SORT_STRING:
        return ast ? string_value(m, ast) : value_string(m->arena, assay_str(""));
    }
    return NULL;
}

/* ---- The world: repof and uriof as the model has them. */

/* -1: the model does not say it of values one by one. */
static int truth(Model *m, Z3_ast ast)
{
    Z3_lbool b = ast ? Z3_get_bool_value(m->z3, ast) : Z3_L_UNDEF;
    return b == Z3_L_UNDEF ? -1 : b == Z3_L_TRUE;
}

static ModelPair read_pair(Model *m, Z3_func_interp f, unsigned i)
{
    Z3_func_entry entry = Z3_func_interp_get_entry(m->z3, f, i);
    if (!entry)
        return (ModelPair){NULL, NULL, -1};
    Z3_func_entry_inc_ref(m->z3, entry);
    ModelPair p = {
        read_value(m, Z3_func_entry_get_arg(m->z3, entry, 0), MODEL_DEPTH),
        read_value(m, Z3_func_entry_get_arg(m->z3, entry, 1), MODEL_DEPTH),
        truth(m, Z3_func_entry_get_value(m->z3, entry)),
    };
    Z3_func_entry_dec_ref(m->z3, entry);
    return p;
}

static void read_relation(Model *m, const char *name, ModelRelation *to)
{
    Z3_func_interp f = interpretation(m, name);
    if (!f)
        return;
    unsigned n = Z3_func_interp_get_num_entries(m->z3, f);
    to->otherwise = truth(m, Z3_func_interp_get_else(m->z3, f));
    to->pairs = assay_arena_new(m->arena, n, sizeof *to->pairs);
    for (unsigned i = 0; to->pairs && i < n; i++)
        to->pairs[to->count++] = read_pair(m, f, i);
    Z3_func_interp_dec_ref(m->z3, f);
}

static int related(const ModelRelation *r, const Value *x, const Value *y)
{
    for (uint32_t i = 0; i < r->count; i++) {
        const ModelPair *p = &r->pairs[i];
        if (p->x && p->y && value_equal(p->x, x) && value_equal(p->y, y))
            return p->holds;
    }
    return r->otherwise;
}

static int repof(void *ctx, const Value *x, const Value *y, bool pre)
{
    return related(&((Model *)ctx)->repof[pre], x, y);
}

static int uriof(void *ctx, const Value *x, const Value *y, bool pre)
{
    return related(&((Model *)ctx)->uriof[pre], x, y);
}

/* A world may have any resources: those that the model speaks of are taken. */
static bool resources(void *ctx, const char *type, const Value *const **ret_items,
                      uint32_t *ret_count)
{
    Model *m = ctx;
    uint32_t count = 0;
    const Value **items = assay_arena_new(m->arena, m->nresources, sizeof *items);
    if (!items)
        return false;
    for (uint32_t i = 0; i < m->nresources; i++) {
        if (strcmp(m->resources[i]->as.resource.type, type) == 0)
            items[count++] = m->resources[i];
    }
    *ret_items = items;
    *ret_count = count;
    return true;
}

/* Meets the resources that constants are, those of the solver's own among them. */
static void meet_resources(Model *m)
{
    unsigned n = Z3_model_get_num_consts(m->z3, m->model);
    for (unsigned i = 0; i < n; i++) {
        Z3_func_decl f = Z3_model_get_const_decl(m->z3, m->model, i);
        Z3_ast is = Z3_model_get_const_interp(m->z3, m->model, f);
        if (is_call(m, is, "VRes"))
            read_value(m, is, MODEL_DEPTH);
    }
}

void smt_model_init(Model *m, Z3_context z3, Z3_model model, const Encoder *query,
                    struct assay_arena *arena)
{
    *m = (Model){.z3 = z3, .model = model, .query = query, .arena = arena};
    m->world =
        (EvalWorld){.ctx = m, .repof = repof, .uriof = uriof, .resources = resources};
    Z3_model_inc_ref(z3, model);
    m->len = function(m, "len");
    m->at = function(m, "at");
    m->has = function(m, "has");
    m->field = function(m, "field");
    m->frac = function(m, "frac");
    meet_resources(m);
    read_relation(m, "repof", &m->repof[0]);
    read_relation(m, "pre_repof", &m->repof[1]);
    read_relation(m, "uriof", &m->uriof[0]);
    read_relation(m, "pre_uriof", &m->uriof[1]);
}

void smt_model_done(Model *m)
{
    for (uint32_t i = 0; i < m->nregexps; i++)
        regexp_done(m->regexps[i]);
    Z3_model_dec_ref(m->z3, m->model);
}
