/*
 * The types of requests and responses: figures 3.15 and 3.16 of the thesis.
 */
#include "rest/message_types.h"
#include "term/template.h"
#include <string.h>

static const Type *simple(struct assay_arena *a, TypeKind kind)
{
    return type_simple(a, span_nowhere(), kind);
}

static const Type *empty_object(struct assay_arena *a)
{
    return type_object(a, span_nowhere(), NULL, 0);
}

/* Variables of the query and the fragment may be left out. */
static bool is_optional(const TemplatePart *part)
{
    return part->op == '?' || part->op == '&' || part->op == '#';
}

static uint32_t count_variables(const Template *t)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < t->count; i++)
        count += t->parts[i].count;
    return count;
}

/* Adds it, unless it is there: then it may be left out if it may be in both places. */
static void add_variable(TypeField *fields, uint32_t *count, TypeField f)
{
    for (uint32_t i = 0; i < *count; i++)
        if (strcmp(fields[i].name, f.name) == 0) {
            fields[i].optional &= f.optional;
            return;
        }
    fields[(*count)++] = f;
}

/* {v: Any, ?w: Any}; *required says whether one of them must be there. NULL when there is
 * no memory. */
static const Type *variables(struct assay_arena *a, const Template *t, bool *required)
{
    uint32_t most = t ? count_variables(t) : 0, count = 0;
    TypeField *fields = assay_arena_new(a, most, sizeof *fields);

    *required = false;
    for (uint32_t i = 0; t && fields && i < t->count; i++)
        for (uint32_t k = 0; k < t->parts[i].count; k++) {
            struct assay_str name = t->parts[i].variables[k].name;
            const char *copy = assay_arena_text(a, name.at, name.len);
            const Type *any = simple(a, TYPE_ANY);
            bool optional = is_optional(&t->parts[i]);
            if (!copy || !any)
                return NULL;
            *required |= !optional;
            add_variable(fields, &count,
                         (TypeField){copy, span_nowhere(), any, optional});
        }
    return fields ? type_object(a, span_nowhere(), fields, count) : NULL;
}

const Type *rest_request_type(struct assay_arena *a, const Template *t)
{
    bool required, failed = false;
    const Type *vars = variables(a, t, &required);
    TypeField fields[] = {
        {"location", span_nowhere(), simple(a, TYPE_STRING), false},
        {"template", span_nowhere(), vars, !required},
        {"header", span_nowhere(), empty_object(a), false},
        {"body", span_nowhere(), simple(a, TYPE_ANY), true},
    };

    for (size_t i = 0; i < 4; i++)
        failed |= !fields[i].type;
    return failed ? NULL : type_object(a, span_nowhere(), fields, 4);
}

const Type *rest_response_type(struct assay_arena *a)
{
    TypeField fields[] = {
        {"code", span_nowhere(), simple(a, TYPE_INTEGER), false},
        {"header", span_nowhere(), empty_object(a), false},
        {"body", span_nowhere(), simple(a, TYPE_ANY), true},
    };

    for (size_t i = 0; i < 3; i++)
        if (!fields[i].type)
            return NULL;
    return type_object(a, span_nowhere(), fields, 3);
}
