/*
 * What each parameter and result of an operation is: the spec that makes or compares it.
 */
#include "emit/model_parts.h"
#include <stdio.h>
#include <string.h>

#define ELEMENTS 8 /* of an array, at most */

/* What parameters are for each other. */
typedef struct {
    int length[MODEL_ARGUMENTS]; /* of an array: the parameter with its length, or -1 */
    int array[MODEL_ARGUMENTS];  /* of a length: the array's parameter, or -1 */
    int consumed;
} Roles;

/* ---- Which parameters belong together. */

static bool is_integer(const CType *t)
{
    return t->kind == C_INT && !t->is_char;
}

static bool says_length(const CParam *length, const CParam *array)
{
    static const char *const words[] = {"n",        "len",   "length", "size",
                                        "sz",       "count", "num",    "cap",
                                        "capacity", "nmemb", "elems",  NULL};
    size_t len = strlen(array->name);

    if (!is_integer(length->type))
        return false;
    return *length->name
               ? model_has_word(length->name, words) ||
                     (len > 0 && length->name[0] == 'n' &&
                      strncmp(length->name + 1, array->name, len) == 0)
               : length->type->alias && strcmp(length->type->alias->name, "size_t") == 0;
}

static bool is_text(const CType *t)
{
    return t->kind == C_POINTER && t->of->kind == C_INT && t->of->is_char &&
           t->of->size == 1;
}

static bool is_const_text(const CType *t)
{
    return is_text(t) && t->of->is_const;
}

static bool may_be_array(const CType *t)
{
    return t->kind == C_POINTER && (model_is_scalar(t->of) || t->of->kind == C_STRUCT ||
                                    t->of->kind == C_VOID || is_const_text(t->of));
}

bool model_has_length(const CFunction *f, uint32_t i)
{
    return (i + 1 < f->nparams && says_length(&f->params[i + 1], &f->params[i])) ||
           (i > 0 && says_length(&f->params[i - 1], &f->params[i]));
}

static bool is_for_output(const char *name)
{
    static const char *const words[] = {"out", "dst",    "dest", "result", "ret",
                                        "buf", "buffer", "into", "to",     NULL};

    return model_has_word(name, words);
}

/* const char *bytes, size_t len, int *ret: the length is that of what stands before it.
 */
static bool is_filled_in(const CFunction *f, uint32_t i)
{
    const CType *of = f->params[i].type->of;

    return i > 1 && model_is_scalar(of) && !of->is_const &&
           is_for_output(f->params[i].name) && may_be_array(f->params[i - 2].type) &&
           says_length(&f->params[i - 1], &f->params[i - 2]);
}

static int length_of(Model *m, const ModelOperation *o, uint32_t i)
{
    const CFunction *f = o->candidate;
    int by_contract = model_length_by_contract(m, o, i);

    if (by_contract >= 0)
        return by_contract;
    if (i + 1 < f->nparams && says_length(&f->params[i + 1], &f->params[i]))
        return (int)i + 1;
    if (i > 0 && says_length(&f->params[i - 1], &f->params[i]) && !is_filled_in(f, i))
        return (int)i - 1;
    return -1;
}

/* Two pointers of one type before a length: it may be that of both, unless it is named
 * after the second: buf and buf_size. */
static bool is_alike(Model *m, const CFunction *f, uint32_t i)
{
    const CType *a = f->params[i - 1].type, *b = f->params[i].type;

    return may_be_array(a) && model_abstract(m, a) < 0 && a->of->kind == b->of->kind &&
           a->of->size == b->of->size && a->of->is_const == b->of->is_const &&
           !strstr(f->params[i + 1].name, f->params[i].name);
}

static void find_roles(Model *m, const ModelOperation *o, Roles *r)
{
    const CFunction *f = o->candidate;

    for (uint32_t i = 0; i < MODEL_ARGUMENTS; i++)
        r->length[i] = r->array[i] = -1;
    r->consumed = model_consumes(m, o);
    for (uint32_t i = 0; i < f->nparams; i++) {
        int k = -1;
        if (may_be_array(f->params[i].type) && model_abstract_param(m, f, i) < 0)
            k = length_of(m, o, i);
        if (k >= 0 && r->array[k] >= 0)
            model_cannot(m, "parameters '%s' and '%s' have one length",
                         f->params[r->array[k]].name, f->params[i].name);
        if (k < 0)
            continue;
        r->length[i] = k;
        r->array[k] = (int)i;
        if (i > 0 && k == (int)i + 1 && is_alike(m, f, i))
            model_cannot(m, "parameters '%s' and '%s' seem to have one length",
                         f->params[i - 1].name, f->params[i].name);
    }
}

/* ---- Parts. */

const char *model_abstract_spec(Model *m, int number)
{
    ModelAbstract *a = &m->abstracts[number];

    return a->name = model_spec(m, a->wish, "ASSAY_ABSTRACT", "%s, %s",
                                a->reference ? a->reference : a->candidate, a->candidate);
}

/* A value of the type, or NULL. */
static const char *optional_spec(Model *m, int number)
{
    const char *of = model_abstract_spec(m, number);

    if (!of || (m->abstracts[number].reference && !m->abstracts[number].pointers))
        return of;
    return model_spec(m, model_text(m, "%s_or_null", of), "ASSAY_OPTION", "%s", of);
}

/* A string, or a sentence of the language that its type is of. */
static const char *string_spec(Model *m, const CType *t, const char *wish)
{
    const AcslLanguage *language = NULL;
    char name[64];

    if (acsl_languages_of(m->in->library, t, &language, 1) == 0)
        return "string";
    if (!language->builtin)
        return model_cannot(m, "a sentence of %s, which is not a built-in language",
                            language->name);
    snprintf(name, sizeof name, "%s", language->builtin);
    for (char *c = name; *c; c++)
        *c = *c == '-' ? '_' : *c;
    return model_spec(m, wish, "ASSAY_SENTENCE", "assay_language_%s", name);
}

/* What a pointer leads to. */
static const char *target_spec(Model *m, const CType *t, const CParam *p)
{
    if (model_is_scalar(t))
        return model_scalar_spec(m, t, NULL);
    return is_const_text(t) ? string_spec(m, t, "text") : model_struct_spec(m, t, p);
}

/* ---- Arrays. */

static void element_bounds(Model *m, const CParam *length, int64_t *ret_min,
                           int64_t *ret_max)
{
    int64_t lo, hi;

    *ret_min = 0;
    *ret_max = ELEMENTS;
    if (!model_bounds(m, length, &lo, &hi))
        return;
    *ret_min = lo > 0 ? lo : 0;
    *ret_max = hi < *ret_min + ELEMENTS ? hi : *ret_min + ELEMENTS;
}

/* Characters whose number is said may be any: also NUL, and what is not ASCII. */
static const char *array_of(Model *m, const CParam *p, int64_t min, int64_t max)
{
    const CType *t = p->type->of;
    const char *macro = t->is_const || is_text(t) ? "ASSAY_ARRAY"
                        : is_for_output(p->name)  ? "ASSAY_ARRAY_OUT"
                                                  : "ASSAY_ARRAY_INOUT";
    const char *element;

    if (max < min || max > 4096)
        return model_cannot(m, "parameter '%s' is an array of %lld elements", p->name,
                            (long long)(max < min ? max : min));
    if (t->kind == C_VOID && t->is_const)
        return model_spec(m, p->name, "ASSAY_BYTES", "%lld, %lld", (long long)min,
                          (long long)max);
    element = t->kind == C_VOID ? "byte_"
              : is_text(p->type)
                  ? model_spec(m, "any_char", "ASSAY_VALUES", "%s, assay_any(%s)",
                               model_plain_type(m, t), model_plain_type(m, t))
                  : target_spec(m, t, NULL);
    return element ? model_spec(m, p->name, macro, "%s, %lld, %lld", element,
                                (long long)min, (long long)max)
                   : NULL;
}

static const char *array_spec(Model *m, const CParam *p, const CParam *length)
{
    int64_t min, max;

    element_bounds(m, length, &min, &max);
    return array_of(m, p, min, max);
}

/* ---- Arguments. */

static const char *pointer_spec(Model *m, ModelOperation *o, uint32_t i)
{
    const CParam *p = &o->candidate->params[i];
    const CType *t = p->type->of;
    int64_t fixed = model_fixed_length(m, o, i);
    const char *of;

    if (fixed < 0)
        return model_cannot(m, "parameter '%s' is an array of a length that is not known",
                            p->name);
    if (fixed > 1 && may_be_array(p->type))
        return array_of(m, p, fixed, fixed);
    if (is_text(p->type))
        return t->is_const ? string_spec(m, p->type, p->name)
               : is_for_output(p->name)
                   ? model_cannot(m,
                                  "parameter '%s' is a char *, and "
                                  "how long it is is not said",
                                  p->name)
                   : model_spec(m, p->name, "ASSAY_STRING_INOUT", "0, 8");
    if (!model_is_scalar(t) && t->kind != C_STRUCT && !is_const_text(t))
        return model_cannot(m, "%s", model_a(m, p->type->spelling));
    of = target_spec(m, t, p);
    if (!of)
        return NULL;
    if (t->is_const)
        return model_spec(m, p->name, "ASSAY_POINTER_TO", "%s", of);
    return model_spec(m, p->name,
                      t->kind == C_STRUCT && !is_for_output(p->name) ? "ASSAY_INOUT"
                                                                     : "ASSAY_OUT",
                      "%s", of);
}

/* A pointer to a pointer: the call gives a value there. */
static const char *given_spec(Model *m, ModelOperation *o, const CParam *p)
{
    int number = model_abstract(m, p->type->of);
    const char *of = optional_spec(m, number);

    if (model_has_word(o->candidate->name,
                       (const char *const[]){"free", "destroy", "delete", NULL}))
        return model_cannot(m, "parameter '%s' is %s that is freed", p->name,
                            model_a(m, p->type->spelling));
    o->gives |= 1u << number;
    return of ? model_spec(m, p->name, "ASSAY_OUT", "%s", of) : NULL;
}

static const char *abstract_argument(Model *m, ModelOperation *o, int number,
                                     bool consumed)
{
    const char *of = model_abstract_spec(m, number);

    if (of && consumed)
        of = model_spec(m, model_text(m, "%s_consumed", of), "ASSAY_CONSUMED", "%s", of);
    if (of && m->abstracts[number].threaded)
        return model_spec(m, model_text(m, "%s_or_null", of), "ASSAY_OPTION", "%s", of);
    o->needs |= 1u << number;
    return of;
}

bool model_follows_callback(const CFunction *f, uint32_t i)
{
    const CType *before = i > 0 ? f->params[i - 1].type : NULL;
    const CType *after = i + 1 < f->nparams ? f->params[i + 1].type : NULL;

    return (before && before->kind == C_POINTER && before->of->kind == C_FUNCTION) ||
           (after && after->kind == C_POINTER && after->of->kind == C_FUNCTION);
}

static bool has_context(const CFunction *f, uint32_t callback)
{
    for (uint32_t i = callback > 0 ? callback - 1 : 0;
         i < f->nparams && i <= callback + 1; i++)
        if (i != callback && f->params[i].type->kind == C_POINTER &&
            f->params[i].type->of->kind == C_VOID)
            return true;
    return false;
}

static const char *argument_spec(Model *m, ModelOperation *o, const Roles *r, uint32_t i)
{
    const CFunction *f = o->candidate;
    const CParam *p = &f->params[i];
    const CType *t = p->type;
    int number = model_abstract_param(m, f, i);

    if (number >= 0)
        return abstract_argument(m, o, number, r->consumed == (int)i);
    if (r->length[i] >= 0)
        return array_spec(m, p, &f->params[r->length[i]]);
    if (r->array[i] >= 0)
        return model_spec(m, p->name, "ASSAY_LENGTH", "%s, %s", model_plain_type(m, t),
                          o->arguments[r->array[i]]);
    if (model_is_scalar(t))
        return model_scalar_spec(m, t, p);
    if (t->kind == C_STRUCT)
        return model_struct_spec(m, t, p);
    if (t->kind != C_POINTER)
        return model_cannot(m, "%s", model_a(m, t->spelling));
    if (t->of->kind == C_FUNCTION)
        return model_callback_spec(m, t, p, has_context(f, i));
    if (t->of->kind == C_VOID && (!t->of->is_const || m->items))
        return model_follows_callback(f, i) ? "context"
                                            : model_item_spec(m, t->of->is_const);
    if (t->of->kind == C_POINTER && model_abstract(m, t->of) >= 0)
        return given_spec(m, o, p);
    if (t->of->alias && t->of->alias->system && t->of->kind == C_STRUCT)
        return model_cannot(m, "%s", model_a(m, t->spelling));
    return pointer_spec(m, o, i);
}

/* Reasons begin with "a ..." where they are about the type alone. */
static void blame(Model *m, ModelOperation *o, const char *about)
{
    if (o->why && (strncmp(o->why, "a ", 2) == 0 || strncmp(o->why, "an ", 3) == 0))
        o->why = model_text(m, "%s is %s", about, o->why);
}

/* Arrays come before their lengths, which name them. */
static void make_arguments(Model *m, ModelOperation *o, const Roles *r)
{
    const CFunction *f = o->candidate;

    for (int lengths = 0; lengths <= 1; lengths++)
        for (uint32_t i = 0; i < f->nparams && !o->why; i++) {
            if ((r->array[i] >= 0) != (lengths == 1))
                continue;
            o->arguments[i] = argument_spec(m, o, r, i);
            blame(m, o,
                  *f->params[i].name ? model_text(m, "parameter '%s'", f->params[i].name)
                                     : model_text(m, "parameter %u", i + 1));
        }
}

/* ---- Results. */

static const char *text_result(Model *m, ModelOperation *o)
{
    if (o->candidate->result->of->is_const || !model_allocates(m, o))
        return string_spec(m, o->candidate->result, "text");
    return model_spec(m, "text", "ASSAY_FREED", "%s, free, free",
                      model_spec(m, "made_text", "ASSAY_COMPARED", "char *"));
}

static const char *abstract_result(Model *m, ModelOperation *o, int number)
{
    const char *of = model_abstract_spec(m, number);
    const char *type = m->abstracts[number].candidate;
    ModelGift gift = model_gift(m, o->candidate);

    if (!of)
        return NULL;
    if (gift == GIFT_SEEN &&
        (!m->abstracts[number].reference || m->abstracts[number].pointers))
        return model_spec(
            m, model_text(m, "%s_seen_or_null", of), "ASSAY_OPTION", "%s",
            model_spec(m, model_text(m, "%s_seen", of), "ASSAY_IGNORED", "%s, %s",
                       m->abstracts[number].reference ? m->abstracts[number].reference
                                                      : type,
                       type));
    o->gives |= 1u << number;
    if (gift == GIFT_PERHAPS_KNOWN && (o->pairing == PAIR_BOTH || m->in->alone))
        return model_spec(m, model_text(m, "some_%s", of), "ASSAY_PERHAPS_EXISTING", "%s",
                          of);
    return optional_spec(m, number);
}

static const char *pointer_result(Model *m, ModelOperation *o)
{
    const CType *t = o->candidate->result;
    int number = model_abstract_result(m, o->candidate);
    const char *of;

    if (number >= 0 && t->of->is_const && !t->alias)
        return model_cannot(m, "its result is %s, which belongs to something else",
                            model_a(m, t->spelling));
    if (number >= 0)
        return abstract_result(m, o, number);
    if (is_text(t))
        return text_result(m, o);
    if (t->of->kind == C_VOID)
        return t->of->is_const && !m->items
                   ? model_cannot(m, "%s", model_a(m, t->spelling))
                   : model_item_spec(m, t->of->is_const);
    if (!model_is_scalar(t->of) && t->of->kind != C_STRUCT)
        return model_cannot(m, "%s", model_a(m, t->spelling));
    of = target_spec(m, t->of, NULL);
    of = of ? model_spec(m, model_text(m, "%s_at", of), "ASSAY_POINTER_TO", "%s", of)
            : NULL;
    return of ? model_spec(m, model_text(m, "%s_or_null", of), "ASSAY_OPTION", "%s", of)
              : NULL;
}

/* Whether the call fills something in, which counts only when it succeeds. */
static bool fills_in(const Model *m, const ModelOperation *o)
{
    for (uint32_t i = 0; i < o->candidate->nparams; i++)
        for (const ModelSpec *s = m->specs; s; s = s->next)
            if (strcmp(s->name, o->arguments[i]) == 0 &&
                (strcmp(s->macro, "ASSAY_OUT") == 0 ||
                 strcmp(s->macro, "ASSAY_ARRAY_OUT") == 0))
                return true;
    return false;
}

/* The value of a type that says "done", as it is written; NULL: there is none. */
static const char *done_text(const CType *t)
{
    static const char *const words[] = {"ok",   "okay", "success", "succeeded", "good",
                                        "done", "none", "no",      NULL};

    if (t->kind == C_BOOL)
        return "true";
    for (uint32_t i = 0; t->kind == C_ENUM && i < t->nvalues; i++)
        if (t->values[i].value == 0 && model_has_word(t->values[i].name, words))
            return t->values[i].name;
    return NULL;
}

static const char *result_spec(Model *m, ModelOperation *o)
{
    const CType *t = o->candidate->result;
    const char *done = fills_in(m, o) ? done_text(t) : NULL;

    if (done)
        return model_spec(m, "done", "ASSAY_RESULT", "%s, %s", model_plain_type(m, t),
                          done);
    if (t->kind == C_VOID)
        return "void";
    if (model_is_scalar(t))
        return model_scalar_spec(m, t, NULL);
    if (t->kind == C_STRUCT)
        return model_struct_spec(m, t, NULL);
    return t->kind == C_POINTER ? pointer_result(m, o)
                                : model_cannot(m, "%s", model_a(m, t->spelling));
}

/* ---- Operations. */

void model_specs(Model *m, ModelOperation *o)
{
    const CFunction *f = o->candidate;
    ModelSpec **last = m->last_spec;
    Roles roles;

    m->now = o;
    o->needs = o->gives = 0;
    o->condition = NULL;
    if (f->variadic)
        o->why = "it takes any number of arguments";
    else if (f->nparams > MODEL_ARGUMENTS)
        o->why = model_text(m, "it has more than %d parameters", MODEL_ARGUMENTS);
    else if (f->no_return)
        o->why = "it does not return";
    if (!o->why) {
        find_roles(m, o, &roles);
        make_arguments(m, o, &roles);
    }
    if (!o->why) {
        o->result = result_spec(m, o);
        blame(m, o, "its result");
    }
    if (!o->why)
        model_condition(m, o);
    if (!o->why)
        model_judge(m, o);
    if (o->why) { /* what was made for it goes again */
        m->last_spec = last;
        *last = NULL;
    }
    m->now = NULL;
}
