/*
 * Sorts: what goes with what.
 */
#include "acsl/typing.h"
#include <stdio.h>
#include <string.h>

const AcslSort acsl_integer = {.kind = SORT_INTEGER};
const AcslSort acsl_real = {.kind = SORT_REAL};
const AcslSort acsl_boolean = {.kind = SORT_BOOLEAN};
const AcslSort acsl_text = {.kind = SORT_TEXT};
const AcslSort acsl_texts = {.kind = SORT_TEXTS};

#define TYPE_DEPTH 32 /* of pointers to pointers that are compared */

/* ---- Making. */

static const AcslSort *make(Reader *r, AcslSort of)
{
    AcslSort *s = acsl_new(r, 1, sizeof *s);

    if (s)
        *s = of;
    return s;
}

const AcslSort *acsl_sort_c(Reader *r, const CType *type)
{
    return type ? make(r, (AcslSort){.kind = SORT_C, .c = type}) : NULL;
}

const AcslSort *acsl_sort_set(Reader *r, const AcslSort *of)
{
    if (!of || of->kind == SORT_SET)
        return of;
    return make(r, (AcslSort){.kind = SORT_SET, .of = of});
}

const AcslSort *acsl_sort_lambda(Reader *r, const AcslSort *of)
{
    return of ? make(r, (AcslSort){.kind = SORT_LAMBDA, .of = of}) : NULL;
}

const AcslSort *acsl_sort_named(Reader *r, const char *name)
{
    return make(r, (AcslSort){.kind = SORT_NAMED, .name = name});
}

/* ---- Asking. */

static bool is_c(const AcslSort *s, CTypeKind kind)
{
    return s && s->kind == SORT_C && s->c->kind == kind;
}

bool acsl_is_integral(const AcslSort *s)
{
    return s && (s->kind == SORT_INTEGER || is_c(s, C_INT) || is_c(s, C_ENUM) ||
                 is_c(s, C_BOOL));
}

bool acsl_is_float(const AcslSort *s)
{
    return s && (s->kind == SORT_REAL || is_c(s, C_FLOAT));
}

bool acsl_is_pointer(const AcslSort *s)
{
    return is_c(s, C_POINTER) || is_c(s, C_ARRAY) || is_c(s, C_FUNCTION);
}

bool acsl_is_set(const AcslSort *s)
{
    return s && s->kind == SORT_SET;
}

bool acsl_is_text(const AcslSort *s)
{
    return s && s->kind == SORT_TEXT;
}

bool acsl_is_string(const AcslSort *s)
{
    const CType *to = acsl_pointee(s);

    return to && to->is_char;
}

bool acsl_is_record(const AcslSort *s)
{
    return is_c(s, C_STRUCT) || is_c(s, C_UNION);
}

bool acsl_is_boolean(const AcslSort *s)
{
    return s && (s->kind == SORT_BOOLEAN || is_c(s, C_BOOL));
}

bool acsl_is_number(const AcslSort *s)
{
    return acsl_is_integral(s) || acsl_is_float(s);
}

const AcslSort *acsl_element(const AcslSort *s)
{
    return acsl_is_set(s) ? s->of : s;
}

const CType *acsl_pointee(const AcslSort *s)
{
    return is_c(s, C_POINTER) || is_c(s, C_ARRAY) ? s->c->of : NULL;
}

const AcslSort *acsl_decay(Reader *r, const AcslSort *s)
{
    if (is_c(s, C_ARRAY))
        return acsl_sort_c(r, cfront_pointer(r->unit, s->c->of));
    if (is_c(s, C_FUNCTION))
        return acsl_sort_c(r, cfront_pointer(r->unit, s->c));
    return s;
}

/* ---- Comparing. */

static bool same_tag(const CType *a, const CType *b)
{
    if (a->tag && b->tag && (a->tag[0] || b->tag[0]))
        return strcmp(a->tag, b->tag) == 0;
    return a->fields == b->fields && a->size == b->size;
}

static bool same(const CType *a, const CType *b, int depth)
{
    if (a == b || depth == 0)
        return true;
    if (!a || !b || a->kind != b->kind)
        return false;
    switch (a->kind) {
    case C_INT:
        return a->size == b->size && a->is_signed == b->is_signed;
    case C_ENUM:
        return same_tag(a, b);
    case C_FLOAT:
        return a->size == b->size;
    case C_POINTER:
        return same(a->of, b->of, depth - 1);
    case C_ARRAY:
        return same(a->of, b->of, depth - 1) && a->count == b->count;
    case C_STRUCT:
    case C_UNION:
        return same_tag(a, b);
    case C_OTHER:
        return strcmp(a->spelling, b->spelling) == 0;
    case C_VOID:
    case C_BOOL:
    case C_FUNCTION:
        return true;
    }
    return true;
}

bool acsl_same_type(const CType *a, const CType *b)
{
    return same(a, b, TYPE_DEPTH);
}

bool acsl_same_sort(const AcslSort *a, const AcslSort *b)
{
    if (a == b)
        return true;
    if (!a || !b || a->kind != b->kind)
        return false;
    if (a->kind == SORT_C)
        return acsl_same_type(a->c, b->c);
    if (a->kind == SORT_NAMED)
        return strcmp(a->name, b->name) == 0;
    if (a->kind == SORT_SET || a->kind == SORT_LAMBDA)
        return acsl_same_sort(a->of, b->of);
    return true;
}

/* ---- Fitting. */

bool acsl_is_null(const AcslNode *n)
{
    return n->kind == NODE_NULL || (n->kind == NODE_INT && n->as.integer == 0);
}

/* Pointers to char of any kind go together, and void with all. */
static int pointers_fit(const AcslSort *a, const AcslSort *b)
{
    const CType *x = acsl_pointee(a), *y = acsl_pointee(b);

    if (!x || !y)
        return 1; /* functions */
    if (acsl_same_type(x, y))
        return x->is_const == y->is_const && a->c->kind == b->c->kind ? 0 : 1;
    if (x->kind == C_VOID || y->kind == C_VOID)
        return 3;
    if (x->kind == C_INT && y->kind == C_INT && x->size == y->size)
        return 4;
    if (x->kind == C_ARRAY && acsl_same_type(x->of, y))
        return 4;
    return x->kind == y->kind && (x->kind == C_ARRAY || x->kind == C_POINTER) ? 4 : -1;
}

static int numbers_fit(const AcslSort *have, const AcslSort *want)
{
    if (acsl_same_sort(have, want))
        return 0;
    if (acsl_is_integral(have) && acsl_is_integral(want))
        return want->kind == SORT_INTEGER ? 1 : 2;
    if (acsl_is_float(want))
        return acsl_is_float(have) ? 1 : 3;
    return -1;
}

static int sorts_fit(const AcslSort *have, const AcslSort *want)
{
    if (acsl_is_pointer(have) && acsl_is_pointer(want))
        return pointers_fit(have, want);
    if (have->kind == SORT_BOOLEAN && want->kind == SORT_BOOLEAN)
        return 0;
    if (acsl_is_boolean(have) && acsl_is_boolean(want))
        return 1;
    if (acsl_is_number(have) && acsl_is_number(want))
        return numbers_fit(have, want);
    if (acsl_is_integral(have) && want->kind == SORT_BOOLEAN)
        return 4;
    if (have->kind == SORT_BOOLEAN && acsl_is_integral(want))
        return 4;
    return acsl_same_sort(have, want) ? 0 : -1;
}

/* A string fits where a text is wanted, but where a string is, better. */
static int texts_fit(const AcslNode *value, const AcslSort *wanted)
{
    if (!acsl_has_text(value) || (acsl_is_set(value->sort) && !acsl_is_set(wanted)))
        return -1;
    return acsl_same_sort(value->sort, wanted) ? 0 : 2;
}

int acsl_fits(const AcslNode *value, const AcslSort *wanted)
{
    const AcslSort *have = value->sort;
    int fit;

    if (value->kind == NODE_SET && value->nargs == 0 && wanted->kind == SORT_SET)
        return 0;
    if (acsl_is_null(value) && acsl_is_pointer(wanted))
        return value->kind == NODE_NULL ? 1 : 3;
    if (wanted->kind == SORT_LAMBDA && have->kind == SORT_LAMBDA)
        return 0;
    if (acsl_is_text(acsl_element(wanted)))
        return texts_fit(value, wanted);
    if (wanted->kind == SORT_SET) {
        fit = sorts_fit(acsl_element(have), wanted->of);
        return fit < 0 || have->kind == SORT_SET ? fit : fit + 1;
    }
    return sorts_fit(have, wanted);
}

/* ---- Joining. */

static const AcslSort *join_numbers(const AcslSort *a, const AcslSort *b)
{
    if (acsl_same_sort(a, b))
        return a;
    return acsl_is_integral(a) && acsl_is_integral(b) ? &acsl_integer : &acsl_real;
}

const AcslSort *acsl_join(const AcslNode *a, const AcslNode *b)
{
    const AcslSort *x = a->sort, *y = b->sort;

    if (acsl_is_number(x) && acsl_is_number(y))
        return join_numbers(x, y);
    if (acsl_is_null(a) && acsl_is_pointer(y))
        return y;
    if (acsl_is_set(x) != acsl_is_set(y) &&
        acsl_fits(acsl_is_set(x) ? b : a, acsl_is_set(x) ? x : y) >= 0)
        return acsl_is_set(x) ? x : y;
    return acsl_fits(b, x) >= 0 ? x : acsl_fits(a, y) >= 0 ? y : NULL;
}

/* ---- Naming. */

static const char *formatted(Reader *r, const char *format, const char *text)
{
    size_t len = strlen(format) + strlen(text) + 1;
    char *out = acsl_new(r, len, 1);

    if (!out)
        return "";
    snprintf(out, len, "%.*s%s%s", (int)(strstr(format, "%s") - format), format, text,
             strstr(format, "%s") + 2);
    return out;
}

const char *acsl_sort_text(Reader *r, const AcslSort *s)
{
    switch (s->kind) {
    case SORT_INTEGER:
        return "integer";
    case SORT_REAL:
        return "real";
    case SORT_BOOLEAN:
        return "boolean";
    case SORT_C:
        return formatted(r, "'%s'", s->c->spelling);
    case SORT_SET:
        return formatted(r, "set of %s", acsl_sort_text(r, s->of));
    case SORT_NAMED:
        return formatted(r, "'%s'", s->name);
    case SORT_LAMBDA:
        return "\\lambda";
    case SORT_TEXT:
        return "text";
    case SORT_TEXTS:
        return "texts";
    }
    return "";
}
