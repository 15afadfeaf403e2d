/*
 * config using x = ...: where the values of a parameter come from in tests.
 */
#include "acsl/parse.h"

/* A language is of strings. */
static void check_language(Reader *r, const AcslUsing *u)
{
    const AcslSort sort = {.kind = SORT_C, .c = u->target->type};

    if (!acsl_is_string(&sort))
        acsl_wrong(r, DIAG_ACSL_SORT, u->span,
                   "'%s' is a language, of strings; '%s' is of sort %s",
                   u->language->name, u->target->name, acsl_sort_text(r, &sort));
}

/* A term that is of the parameter's sort, or a set of such. */
static void set_value(Reader *r, AcslUsing *u, AcslNode *value)
{
    const AcslSort *sort = acsl_sort_c(r, u->target->type);

    if (!sort || acsl_is_bad(value) || !acsl_is_small(r, value))
        return;
    sort = acsl_is_string(sort) ? &acsl_text : sort;
    u->value = value;
    if (!acsl_adapt(r, &u->value,
                    acsl_is_set(value->sort) ? acsl_sort_set(r, sort) : sort))
        acsl_wrong(r, DIAG_ACSL_SORT, value->span,
                   "'%s' is of sort %s; this is of sort %s", u->target->name,
                   acsl_sort_text(r, sort), acsl_sort_text(r, value->sort));
}

/* Behind the '='. */
static void read_value(Reader *r, AcslUsing *u)
{
    Span from = parser_peek(&r->parser)->span;
    AcslNode *value;
    bool bad;

    u->language = acsl_language_name(r, &bad);
    u->span = span_join(from, parser_last(&r->parser));
    r->failed |= bad;
    if (u->language || bad) {
        if (u->language && u->target)
            check_language(r, u);
        return;
    }
    r->language_wanted = parser_is_kind(&r->parser, TOKEN_NAME) && u->target &&
                         acsl_is_string(acsl_sort_c(r, u->target->type));
    value = acsl_inside(r);
    u->span = value->span;
    if (u->target)
        set_value(r, u, value);
}

bool acsl_is_using(const Reader *r)
{
    return parser_is(&r->parser, "using") || (parser_is_kind(&r->parser, TOKEN_NAME) &&
                                              parser_ahead_is(&r->parser, 1, "="));
}

void acsl_using(Reader *r, List *ret_usings)
{
    AcslUsing *u = acsl_new(r, 1, sizeof *u);
    Token name;

    parser_accept(&r->parser, "using");
    if (!u || !parser_expect_kind(&r->parser, TOKEN_NAME, "a parameter", &name) ||
        !parser_expect(&r->parser, "="))
        return;
    u->target = acsl_find_param(r, name);
    read_value(r, u);
    if (!r->failed)
        acsl_list_add(r, ret_usings, u);
}
