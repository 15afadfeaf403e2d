/*
 * Texts: strings by their content, the parts that languages select, and what goes with
 * them. A string where a text is wanted is wrapped in a node that says so.
 */
#include "acsl/parse.h"
#include <assay/lang.h>
#include <string.h>

/* ---- Strings as texts. */

bool acsl_has_text(const AcslNode *of)
{
    if (acsl_is_bad(of))
        return false;
    if (acsl_is_text(acsl_element(of->sort)))
        return true;
    if (of->kind != NODE_SET)
        return acsl_is_string(of->sort);
    for (uint32_t i = 0; i < of->nargs; i++)
        if (!acsl_has_text(of->args[i]))
            return false;
    return true;
}

static AcslNode *as_texts(Reader *r, AcslNode *set)
{
    AcslNode *n = acsl_node_of(r, NODE_SET, set->span, acsl_sort_set(r, &acsl_text),
                               set->args, set->nargs);

    for (uint32_t i = 0; i < n->nargs; i++)
        n->args[i] = acsl_as_text(r, n->args[i]);
    return n;
}

AcslNode *acsl_as_text(Reader *r, AcslNode *of)
{
    AcslNode *args[2] = {of, NULL};

    if (!acsl_has_text(of) || acsl_is_text(acsl_element(of->sort)))
        return of;
    if (of->kind == NODE_SET)
        return as_texts(r, of);
    return acsl_node_of(r, NODE_TEXT, of->span, &acsl_text, args, 2);
}

/* ---- Comparing. */

static bool is_null_pointer(const AcslNode *n)
{
    while (n->kind == NODE_CAST || n->kind == NODE_NAMED)
        n = n->args[0];
    return acsl_is_null(n);
}

/* Of a type with a language, as it is: the sum of one and an integer is a pointer. */
static bool has_language(const Reader *r, const AcslNode *n)
{
    while (n->kind == NODE_NAMED || n->kind == NODE_AT)
        n = n->args[0];
    return n->kind != NODE_OP && n->sort->kind == SORT_C &&
           acsl_has_language(r, n->sort->c);
}

bool acsl_by_content(const Reader *r, const AcslNode *a, const AcslNode *b)
{
    const AcslSort *x = acsl_element(a->sort), *y = acsl_element(b->sort);

    if (acsl_is_text(x) || acsl_is_text(y))
        return acsl_has_text(a) && acsl_has_text(b);
    return acsl_has_text(a) && acsl_has_text(b) && acsl_is_string(x) &&
           acsl_is_string(y) && !is_null_pointer(a) && !is_null_pointer(b) &&
           (has_language(r, a) || has_language(r, b));
}

/* ---- Parts. */

AcslNode *acsl_text_index(Reader *r, Span span, AcslNode *of, AcslNode *index)
{
    AcslNode *args[2] = {of, index};

    if (!acsl_is_integral(index->sort)) {
        acsl_wrong(r, DIAG_ACSL_SORT, index->span,
                   "an index of a text is an integer; this is of sort %s",
                   acsl_sort_text(r, index->sort));
        return acsl_bad(r, span);
    }
    return acsl_node_of(r, NODE_INDEX, span,
                        acsl_is_text(of->sort) ? &acsl_integer : &acsl_text, args, 2);
}

/* A string or text that a built-in takes; false, reported, for something else. */
static bool take_text(Reader *r, Token name, AcslNode **of)
{
    if (acsl_is_bad(*of))
        return false;
    if (!acsl_has_text(*of) || acsl_is_set((*of)->sort)) {
        acsl_wrong(r, DIAG_ACSL_SORT, (*of)->span,
                   "'%s' takes a string or text; this is of sort %s", name.text.at,
                   acsl_sort_text(r, (*of)->sort));
        return false;
    }
    *of = acsl_as_text(r, *of);
    return true;
}

/* \text(s, n) */
AcslNode *acsl_text_of(Reader *r, Token name)
{
    List args = {0};
    AcslNode *n;

    if (parser_expect(&r->parser, "("))
        acsl_terms(r, ")", &args);
    n = acsl_node_of(r, NODE_TEXT, span_join(name.span, parser_last(&r->parser)),
                     &acsl_text, (AcslNode *const *)args.at, args.count);
    if (r->parser.panic || acsl_is_bad(n))
        return acsl_bad(r, name.span);
    if (args.count != 2)
        acsl_wrong(r, DIAG_ACSL_ARGUMENTS, n->span, "'%s' takes 2 arguments, not %u",
                   name.text.at, args.count);
    else if (!acsl_is_string(n->args[0]->sort))
        acsl_wrong(r, DIAG_ACSL_SORT, n->args[0]->span,
                   "'%s' takes a pointer to char; this is of sort %s", name.text.at,
                   acsl_sort_text(r, n->args[0]->sort));
    else if (!acsl_is_integral(n->args[1]->sort))
        acsl_wrong(r, DIAG_ACSL_SORT, n->args[1]->span,
                   "'%s' takes a length, an integer; this is of sort %s", name.text.at,
                   acsl_sort_text(r, n->args[1]->sort));
    else
        return n;
    return acsl_bad(r, n->span);
}

/* ---- Selecting. */

/* L, "path" behind the comma; NULL, reported, if one of them is not there. */
static const AcslLanguage *read_language(Reader *r)
{
    bool bad;
    const AcslLanguage *l = acsl_language_name(r, &bad);
    Token name;

    if (l || bad)
        return l;
    if (parser_expect_kind(&r->parser, TOKEN_NAME, "the name of a language", &name))
        acsl_no_language(r, name);
    return NULL;
}

/* The path, if it is one of the language; NULL, reported, if it is none. */
static const char *read_path(Reader *r, const AcslLanguage *l)
{
    char problem[300] = "";
    AcslNode *path;

    if (!parser_is_kind(&r->parser, TOKEN_STRING)) {
        parser_expected(&r->parser, "a path, as in \"..host\"");
        return NULL;
    }
    path = acsl_string(r);
    if (!l || acsl_is_bad(path))
        return NULL;
    if (strlen(path->as.string.at) != path->as.string.len)
        strcpy(problem, "a path has no zero bytes");
    else
        assay_path_problem(l->lang, path->as.string.at, problem, sizeof problem);
    if (problem[0])
        acsl_wrong(r, DIAG_ACSL_PATH, path->span, "%s: %s", l->name, problem);
    return problem[0] ? NULL : path->as.string.at;
}

/* \select(s, L, "path"), \select_all(s, L, "path") */
AcslNode *acsl_select(Reader *r, Token name)
{
    bool all = name.text.len > strlen("\\select");
    const AcslLanguage *l = NULL;
    const char *path = NULL;
    AcslNode *of, *n;

    if (!parser_expect(&r->parser, "("))
        return acsl_bad(r, name.span);
    of = acsl_inside(r);
    if (parser_expect(&r->parser, ","))
        l = read_language(r);
    if (parser_expect(&r->parser, ","))
        path = read_path(r, l);
    parser_expect(&r->parser, ")");
    if (!take_text(r, name, &of) || !path)
        return acsl_bad(r, name.span);
    n = acsl_node_of(r, NODE_SELECT, span_join(name.span, parser_last(&r->parser)),
                     all ? &acsl_texts : &acsl_text, &of, 1);
    n->as.select.language = l;
    n->as.select.path = path;
    n->as.select.all = all;
    return n;
}
