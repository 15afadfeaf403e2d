/*
 * Words: what a name stands for where it is written.
 *
 * Innermost first: what logic binds, locals, the parameters (as the declaration names
 * them that the annotation stands before), ghost variables, globals, enumerators, logic
 * constants, functions of C.
 */
#include "acsl/parse.h"
#include <math.h>
#include <string.h>

static bool is_word(Token t, const char *text)
{
    return assay_str_equal(t.text, assay_str(text));
}

/* ---- Variables. */

static AcslNode *bound(Reader *r, Token name)
{
    for (const Bound *b = r->scope; b; b = b->outer)
        if (is_word(name, b->var->name)) {
            AcslNode *n = acsl_node(r, NODE_VAR, name.span, b->var->sort);
            n->as.var = b->var;
            return n;
        }
    return NULL;
}

static AcslNode *param(Reader *r, Token name)
{
    const CFunction *f = r->function;
    const CParam *names;

    if (!f)
        return NULL;
    names = r->declaration && r->declaration->params ? r->declaration->params : f->params;
    for (uint32_t i = 0; i < f->nparams; i++)
        if (is_word(name, names[i].name)) {
            AcslNode *n =
                acsl_node(r, NODE_PARAM, name.span, acsl_sort_c(r, f->params[i].type));
            n->as.param.param = &f->params[i];
            n->as.param.number = i;
            return n;
        }
    return NULL;
}

static AcslNode *local(Reader *r, Token name)
{
    const CLocal *l = r->function && r->position != UINT32_MAX
                          ? cfront_local(r->function, name.text.at, r->position)
                          : NULL;
    AcslNode *n;

    if (!l)
        return NULL;
    n = acsl_node(r, NODE_LOCAL, name.span, acsl_sort_c(r, l->type));
    n->as.local = l;
    return n;
}

static AcslNode *ghost(Reader *r, Token name)
{
    for (uint32_t i = r->ghosts.count; i-- > 0;) {
        const Ghost *g = r->ghosts.at[i];
        AcslNode *n;
        if (!is_word(name, g->var.name) || (g->function && g->function != r->function))
            continue;
        if (!g->function && cfront_global(r->unit, g->var.name))
            return NULL; /* a header's, that is declared here */
        n = acsl_node(r, NODE_GHOST, name.span, g->var.sort);
        n->as.var = &g->var;
        return n;
    }
    return NULL;
}

static AcslNode *global(Reader *r, Token name)
{
    const CGlobal *g = cfront_global(r->unit, name.text.at);
    const CEnumerator *e = g ? NULL : cfront_enumerator(r->unit, name.text.at);
    AcslNode *n;

    if (g) {
        n = acsl_node(r, NODE_GLOBAL, name.span, acsl_sort_c(r, g->type));
        n->as.global = g;
        return n;
    }
    if (!e)
        return NULL;
    n = acsl_node(r, NODE_INT, name.span, &acsl_integer);
    n->as.integer = e->value;
    return n;
}

static AcslNode *function(Reader *r, Token name)
{
    const CFunction *f = cfront_function(r->unit, name.text.at);
    CType *type;
    AcslNode *n;

    if (!f)
        return NULL;
    type = acsl_new(r, 1, sizeof *type);
    if (!type)
        return acsl_bad(r, name.span);
    *type = (CType){.kind = C_FUNCTION, .spelling = f->name, .tag = "", .of = f->result};
    n = acsl_node(r, NODE_FUNCTION, name.span, acsl_sort_c(r, type));
    n->as.function = f;
    return n;
}

const Def *acsl_find_def(const Reader *r, const char *name)
{
    for (uint32_t i = 0; i < r->defs.count; i++) {
        const Def *d = r->defs.at[i];
        if (strcmp(d->logic.name, name) == 0)
            return d;
    }
    return NULL;
}

/* ---- Names that are not there. */

typedef struct {
    struct assay_str name;
    const char *near;
    size_t nearest;
} Search;

static void consider(Search *s, const char *known)
{
    if (known && known[0] && assay_str_resembles(s->name, assay_str(known), &s->nearest))
        s->near = known;
}

static void consider_function(Reader *r, Search *s)
{
    const CFunction *f = r->function;
    const CParam *names;

    if (!f)
        return;
    names = r->declaration && r->declaration->params ? r->declaration->params : f->params;
    for (uint32_t i = 0; i < f->nlocals && r->position != UINT32_MAX; i++)
        if (cfront_local(f, f->locals[i].name, r->position))
            consider(s, f->locals[i].name);
    for (uint32_t i = 0; i < f->nparams; i++)
        consider(s, names[i].name);
}

static void unknown(Reader *r, Token name, bool called)
{
    Search s = {.name = name.text, .nearest = SIZE_MAX};
    Diagnostic *d = acsl_wrong(r, DIAG_ACSL_NAME, name.span,
                               called ? "there is no logic function or predicate '%s'"
                                      : "there is no '%s' here",
                               name.text.at);

    for (uint32_t i = 0; i < r->defs.count; i++)
        consider(&s, ((const Def *)r->defs.at[i])->logic.name);
    for (uint32_t i = 0; !called && i < r->unit->nglobals; i++)
        if (!r->unit->globals[i].system)
            consider(&s, r->unit->globals[i].name);
    if (!called)
        consider_function(r, &s);
    for (const Bound *b = called ? NULL : r->scope; b; b = b->outer)
        consider(&s, b->var->name);
    acsl_suggest(r, d, name.span, s.near);
}

/* Words of ACSL, and of Frama-C, that mean something else than a mistake. */
static bool is_beyond(Token name)
{
    static const char *const words[] = {"\\typeof",      "\\type",
                                        "\\Nil",         "\\Cons",
                                        "\\nth",         "\\concat",
                                        "\\repeat",      "\\match",
                                        "\\allocation",  "\\sign",
                                        "\\round_float", "\\round_double",
                                        "\\exact",       "\\round_error",
                                        "\\total_error", "\\acos",
                                        "\\asin",        "\\atan",
                                        "\\atan2",       "\\sinh",
                                        "\\cosh",        "\\tanh",
                                        "\\log10",       "\\fmod",
                                        "\\model",       "\\pointer_comparable",
                                        "\\points_to",   "\\specified",
                                        "\\callback",    NULL};

    for (const char *const *w = words; *w; w++)
        if (assay_str_equal(name.text, assay_str(*w)))
            return true;
    return false;
}

static void suggest_builtin(Reader *r, Token name)
{
    static const char *const others[] = {
        "\\result",      "\\old",     "\\at",         "\\forall", "\\exists", "\\let",
        "\\lambda",      "\\null",    "\\true",       "\\false",  "\\union",  "\\inter",
        "\\empty",       "\\nothing", "\\subset",     "\\from",   "\\in",     "\\with",
        "\\exit_status", "\\select",  "\\select_all", "\\text",   NULL};
    Search s = {.name = name.text, .nearest = SIZE_MAX};
    Diagnostic *d =
        acsl_wrong(r, DIAG_ACSL_NAME, name.span, "there is no '%s'", name.text.at);

    for (const char *const *o = others; *o; o++)
        consider(&s, *o);
    for (int i = 0; i < ACSL_BUILTINS; i++)
        consider(&s, acsl_builtin_text((AcslBuiltin)i));
    acsl_suggest(r, d, name.span, s.near);
}

/* ---- Words with a backslash. */

static AcslNode *result(Reader *r, Token name)
{
    const CFunction *f = r->function;

    if (!f || !r->result) {
        acsl_wrong(r, DIAG_ACSL_RESULT, name.span,
                   "there is no result here; '\\result' is for 'ensures' and 'assigns'");
        return acsl_bad(r, name.span);
    }
    if (f->result->kind == C_VOID) {
        acsl_wrong(r, DIAG_ACSL_RESULT, name.span, "'%s' returns nothing", f->name);
        return acsl_bad(r, name.span);
    }
    return acsl_node(r, NODE_RESULT, name.span, acsl_sort_c(r, f->result));
}

static AcslNode *exit_status(Reader *r, Token name)
{
    if (r->exit)
        return acsl_node(r, NODE_EXIT_STATUS, name.span, &acsl_integer);
    acsl_wrong(r, DIAG_ACSL_RESULT, name.span,
               "'\\exit_status' is known in 'exits' and 'assigns' only");
    return acsl_bad(r, name.span);
}

/* The term of \at or \old, in another state. */
static AcslNode *in_state(Reader *r, AcslLabel label)
{
    AcslLabel here = r->here;
    bool in_at = r->in_at;
    uint32_t thens = r->thens;
    AcslNode *n;

    r->here = label;
    r->in_at = true;
    r->thens = 0;
    n = acsl_term(r);
    r->chain = NULL;
    r->thens = thens;
    r->here = here;
    r->in_at = in_at;
    return n;
}

static AcslNode *at_node(Reader *r, Token name, AcslLabel label, AcslNode *of)
{
    AcslNode *n = acsl_node_of(r, NODE_AT, span_join(name.span, parser_last(&r->parser)),
                               of->sort, &of, 1);

    n->as.label = label;
    return n;
}

static AcslNode *old(Reader *r, Token name)
{
    Token label_name = name;
    AcslLabel label;
    AcslNode *of;
    bool good;

    label_name.text = assay_str("Old");
    good = acsl_label(r, label_name, &label);
    if (!parser_expect(&r->parser, "("))
        return acsl_bad(r, name.span);
    of = in_state(r, good ? label : r->here);
    parser_expect(&r->parser, ")");
    return good ? at_node(r, name, label, of) : acsl_bad(r, name.span);
}

/* The label stands behind the term that is read in it: it is looked for first. */
static bool find_at_label(Reader *r, AcslLabel *ret_label)
{
    uint32_t i = 0, last = 0;
    int depth = 0;

    for (; acsl_token(r, i)->kind != TOKEN_END; i++) {
        const Token *t = acsl_token(r, i);
        if (t->kind != TOKEN_MARK || t->text.len != 1)
            continue;
        if (depth == 0 && t->text.at[0] == ',')
            last = i + 1;
        depth += (strchr("([{", t->text.at[0]) != NULL) -
                 (strchr(")]}", t->text.at[0]) != NULL);
        if (depth < 0)
            break;
    }
    if (last == 0 || last + 1 != i || acsl_token(r, last)->kind != TOKEN_NAME) {
        parser_error(&r->parser, DIAG_SYNTAX, parser_peek(&r->parser)->span,
                     "'\\at' takes a term and a label: \\at(x, Pre)");
        return false;
    }
    return acsl_label(r, *parser_ahead(&r->parser, last), ret_label);
}

static AcslNode *at(Reader *r, Token name)
{
    AcslLabel label;
    AcslNode *of;
    bool good;

    if (!parser_expect(&r->parser, "("))
        return acsl_bad(r, name.span);
    good = find_at_label(r, &label);
    if (r->parser.panic)
        return acsl_bad(r, name.span);
    of = in_state(r, good ? label : r->here);
    if (parser_expect(&r->parser, ","))
        parser_next(&r->parser);
    parser_expect(&r->parser, ")");
    return good ? at_node(r, name, label, of) : acsl_bad(r, name.span);
}

/* \union(a, b) */
static AcslNode *set_of(Reader *r, Token name, NodeKind kind)
{
    List of = {0};

    if (!parser_expect(&r->parser, "("))
        return acsl_bad(r, name.span);
    acsl_terms(r, ")", &of);
    return acsl_set(r, kind, span_join(name.span, parser_last(&r->parser)), &of);
}

static AcslNode *null_pointer(Reader *r, Token name)
{
    const CType *type = cfront_basic(r->unit, "void");

    return acsl_node(r, NODE_NULL, name.span,
                     acsl_sort_c(r, type ? cfront_pointer(r->unit, type) : NULL));
}

/* Reals that have a name. */
static AcslNode *special_real(Reader *r, Token name)
{
    static const struct {
        const char *name;
        double value;
    } all[] = {
        {"\\plus_infinity", INFINITY}, {"\\minus_infinity", -INFINITY}, {"\\NaN", NAN}};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (is_word(name, all[i].name)) {
            AcslNode *n = acsl_node(r, NODE_REAL, name.span, &acsl_real);
            n->as.real = all[i].value;
            return n;
        }
    return NULL;
}

static AcslNode *backslash(Reader *r, Token name)
{
    AcslBuiltin builtin;
    AcslNode *real = special_real(r, name);
    List none = {0};

    if (real)
        return real;
    if (is_word(name, "\\result"))
        return result(r, name);
    if (is_word(name, "\\old"))
        return old(r, name);
    if (is_word(name, "\\at"))
        return at(r, name);
    if (is_word(name, "\\true") || is_word(name, "\\false"))
        return acsl_node(r, name.text.at[1] == 't' ? NODE_TRUE : NODE_FALSE, name.span,
                         &acsl_boolean);
    if (is_word(name, "\\null"))
        return null_pointer(r, name);
    if (is_word(name, "\\exit_status"))
        return exit_status(r, name);
    if (is_word(name, "\\union"))
        return set_of(r, name, NODE_SET);
    if (is_word(name, "\\inter"))
        return set_of(r, name, NODE_INTER);
    if (is_word(name, "\\empty") || is_word(name, "\\nothing"))
        return acsl_set(r, NODE_SET, name.span, &none);
    if (is_word(name, "\\select") || is_word(name, "\\select_all"))
        return acsl_select(r, name);
    if (is_word(name, "\\text"))
        return acsl_text_of(r, name);
    if (acsl_find_builtin(name.text, &builtin))
        return acsl_builtin_call(r, name);
    if (is_beyond(name))
        return acsl_beyond(r, name.span, "'%s' is not supported", name.text.at);
    suggest_builtin(r, name);
    r->parser.panic = parser_is(&r->parser, "(") || parser_is(&r->parser, "{");
    return acsl_bad(r, name.span);
}

/* ---- All words. */

static AcslNode *variable(Reader *r, Token name)
{
    AcslNode *n = bound(r, name);

    n = n || r->owner ? n : local(r, name);
    n = n || r->owner ? n : param(r, name);
    n = n ? n : ghost(r, name);
    return n ? n : global(r, name);
}

/* What stands between parentheses behind a name that means nothing. */
static void skip_arguments(Reader *r)
{
    List args = {0};

    if (parser_accept(&r->parser, "("))
        acsl_terms(r, ")", &args);
}

static AcslNode *plain(Reader *r, Token name, bool language)
{
    const Def *def = acsl_find_def(r, name.text.at);
    AcslBuiltin builtin;
    AcslNode *n;

    if (def)
        return acsl_call(r, name);
    if (parser_is(&r->parser, "(") || (parser_is(&r->parser, "{") && !acsl_is_run(r))) {
        if (acsl_find_builtin(name.text, &builtin))
            return acsl_builtin_call(r, name);
        if (cfront_function(r->unit, name.text.at))
            acsl_note(r,
                      acsl_wrong(r, DIAG_ACSL_NAME, name.span,
                                 "'%s' is a function of C; a contract can only call "
                                 "logic functions",
                                 name.text.at),
                      "help",
                      "say what it returns by a logic function or predicate; assay model "
                      "takes axiomatic A { logic integer %s(...) reads ...; }",
                      name.text.at);
        else
            unknown(r, name, true);
        skip_arguments(r);
        return acsl_bad(r, name.span);
    }
    n = acsl_language_node(r, name);
    n = n ? n : function(r, name);
    if (n)
        return n;
    if (language)
        acsl_no_language(r, name);
    else
        unknown(r, name, false);
    return acsl_bad(r, name.span);
}

/* Whether a variable that points to a function stands before a call's parenthesis. */
static bool is_called(const Reader *r, const AcslNode *n)
{
    return parser_is(&r->parser, "(") && n->sort->kind == SORT_C &&
           n->sort->c->kind == C_POINTER && n->sort->c->of->kind == C_FUNCTION;
}

static AcslNode *no_call(Reader *r, Token name)
{
    acsl_wrong(r, DIAG_ACSL_NAME, name.span,
               "'%s' points to a function of C; a contract can only call logic functions",
               name.text.at);
    skip_arguments(r);
    return acsl_bad(r, name.span);
}

AcslNode *acsl_word(Reader *r)
{
    Token name = parser_next(&r->parser);
    bool language = r->language_wanted;
    AcslNode *n;

    r->parser.panic = false;
    r->language_wanted = false;
    if (name.text.at[0] == '\\')
        return backslash(r, name);
    n = variable(r, name);
    if (n && is_called(r, n) && !acsl_find_def(r, name.text.at))
        return no_call(r, name);
    if (n && !(parser_is(&r->parser, "(") && acsl_find_def(r, name.text.at)))
        return n;
    if (is_word(name, "true") || is_word(name, "false"))
        return acsl_node(r, name.text.at[0] == 't' ? NODE_TRUE : NODE_FALSE, name.span,
                         &acsl_boolean);
    if (is_word(name, "NULL"))
        return null_pointer(r, name);
    return plain(r, name, language);
}
