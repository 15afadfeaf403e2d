/*
 * What stands in braces: sets, comprehensions, records with a field changed.
 */
#include "acsl/parse.h"
#include <string.h>

/* Whether a set in braces is a comprehension: { e | T x; p }. Where its '|' is. */
static bool find_such_that(const Reader *r, uint32_t *ret_ahead)
{
    int depth = 0;

    for (uint32_t i = 0; acsl_token(r, i)->kind != TOKEN_END; i++) {
        const Token *t = acsl_token(r, i);
        if (t->kind != TOKEN_MARK || t->text.len != 1)
            continue;
        if (depth == 0 && t->text.at[0] == '|' && acsl_is_type(r, i + 1)) {
            *ret_ahead = i;
            return true;
        }
        depth += (strchr("([{", t->text.at[0]) != NULL) -
                 (strchr(")]}", t->text.at[0]) != NULL);
        if (depth < 0 || t->text.at[0] == ';')
            return false;
    }
    return false;
}

/* The variables are read first, then the element in front of them. */
static AcslNode *comprehension(Reader *r, Span open, uint32_t bar)
{
    uint32_t start = r->parser.at;
    const Bound *outer;
    AcslNode *n, *args[2] = {NULL, NULL};
    List vars = {0};
    uint32_t behind;

    r->parser.at = start + bar + 1;
    acsl_binders(r, &vars);
    behind = r->parser.at;
    outer = acsl_bind(r, &vars);
    if (!r->parser.panic) {
        r->parser.at = start;
        args[0] = acsl_element_term(r);
        if (!r->parser.panic && r->parser.at != start + bar)
            parser_expected(&r->parser, "'|'");
        r->parser.at = r->parser.panic ? r->parser.at : behind;
    }
    if (!r->parser.panic && parser_accept(&r->parser, ";"))
        args[1] = acsl_predicate(r);
    r->scope = outer;
    parser_expect(&r->parser, "}");
    if (!args[0] || acsl_is_bad(args[0]))
        return acsl_bad(r, open);
    n = acsl_node_of(r, NODE_COMPREHEND, span_join(open, parser_last(&r->parser)),
                     acsl_sort_set(r, acsl_element(args[0]->sort)), args, 2);
    acsl_set_vars(n, &vars);
    return n;
}

/* {s \with .f = e} or [i] = e, the record being read. */
static AcslNode *update(Reader *r, Span open, AcslNode *of)
{
    AcslNode *args[3] = {of, NULL, NULL}, *part, *n;
    uint32_t count = 2;
    Token name = {.kind = TOKEN_END};
    const CField *field = NULL;

    if (parser_accept(&r->parser, "[")) {
        args[count++] = acsl_inside(r);
        parser_expect(&r->parser, "]");
        part = acsl_index(r, args[2]->span, of, args[2]);
    } else {
        parser_expect(&r->parser, ".");
        if (!parser_expect_kind(&r->parser, TOKEN_NAME, "a field", &name))
            return acsl_bad(r, open);
        part = acsl_field(r, name.span, of, name, false);
        field = acsl_is_bad(part) ? NULL : part->as.field.field;
    }
    parser_expect(&r->parser, "=");
    args[1] = acsl_inside(r);
    parser_expect(&r->parser, "}");
    n = acsl_node_of(r, NODE_UPDATE, span_join(open, parser_last(&r->parser)), of->sort,
                     args, count);
    if (acsl_is_bad(part) || acsl_is_bad(n))
        return acsl_bad(r, n->span);
    if (!acsl_adapt(r, &n->args[1], part->sort)) {
        acsl_wrong(r, DIAG_ACSL_SORT, args[1]->span, "this is %s, not %s",
                   acsl_sort_text(r, args[1]->sort), acsl_sort_text(r, part->sort));
        return acsl_bad(r, n->span);
    }
    n->as.field.name = count == 2 ? name.text.at : NULL;
    n->as.field.field = field;
    return n;
}

AcslNode *acsl_braces(Reader *r)
{
    Span open = parser_next(&r->parser).span;
    uint32_t bar, thens = r->thens;
    AcslNode *n;
    List of = {0};

    r->thens = 0;
    if (find_such_that(r, &bar)) {
        n = comprehension(r, open, bar);
        r->thens = thens;
        return n;
    }
    if (!parser_is(&r->parser, "}")) {
        n = acsl_inside(r);
        if (parser_accept(&r->parser, "\\with")) {
            r->thens = thens;
            return update(r, open, n);
        }
        acsl_list_add(r, &of, n);
        if (parser_accept(&r->parser, ","))
            acsl_terms(r, "}", &of);
        else
            parser_expect(&r->parser, "}");
    } else {
        parser_next(&r->parser);
    }
    r->thens = thens;
    return acsl_set(r, NODE_SET, span_join(open, parser_last(&r->parser)), &of);
}
