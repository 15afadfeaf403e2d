/*
 * Calls of logic functions, predicates and built-ins.
 *
 * Definitions may have the same name: those with as many parameters as there are
 * arguments are looked at, and the one that fits best is taken.
 */
#include "acsl/parse.h"
#include <string.h>

/* ---- Which definition. */

#define FIT_NOT (-1)

/* How well the arguments fit; 0 is best, FIT_NOT not at all. */
static int fit_of(const Def *d, const List *args)
{
    int sum = 0;

    for (uint32_t i = 0; i < args->count; i++) {
        const AcslNode *arg = args->at[i];
        const AcslSort *want = d->logic.params[i]->sort;
        int fit = acsl_is_bad(arg) || !want ? 0 : acsl_fits(arg, want);
        if (fit < 0)
            return FIT_NOT;
        sum += fit;
    }
    return sum;
}

typedef struct {
    Def *best; /* that fits, or NULL */
    Def *only; /* the last with that many parameters */
    uint32_t of_count, of_name;
    uint32_t wants; /* parameters of the last of that name */
} Choice;

static Choice choose(const Reader *r, Token name, const List *args)
{
    Choice c = {0};
    int best = INT32_MAX;

    for (uint32_t i = 0; i < r->defs.count; i++) {
        Def *d = r->defs.at[i];
        int fit;
        if (!assay_str_equal(name.text, assay_str(d->logic.name)))
            continue;
        c.of_name++;
        c.wants = d->logic.nparams;
        if (d->logic.nparams != args->count)
            continue;
        c.of_count++;
        c.only = d;
        fit = fit_of(d, args);
        if (fit >= 0 && fit < best) {
            best = fit;
            c.best = d;
        }
    }
    return c;
}

static void wrong_count(Reader *r, Span span, Token name, const Choice *c, uint32_t count)
{
    Diagnostic *d;

    if (c->of_name > 1) {
        acsl_wrong(r, DIAG_ACSL_ARGUMENTS, span,
                   "no '%s' of the %u there are takes %u argument%s", name.text.at,
                   c->of_name, count, count == 1 ? "" : "s");
        return;
    }
    d = acsl_wrong(r, DIAG_ACSL_ARGUMENTS, span, "'%s' takes %u argument%s, not %u",
                   name.text.at, c->wants, c->wants == 1 ? "" : "s", count);
    if (d)
        diag_related(r->unit->diags, d, acsl_find_def(r, name.text.at)->logic.span,
                     "it is defined here");
}

/* One definition, and an argument that does not fit; or several. */
static void wrong_sort(Reader *r, Span span, const Choice *c, const List *args)
{
    const AcslLogic *l = &c->only->logic;

    if (c->of_count > 1) {
        acsl_wrong(r, DIAG_ACSL_SORT, span,
                   "no '%s' of the %u there are fits these sorts", l->name, c->of_count);
        return;
    }
    for (uint32_t i = 0; i < args->count; i++) {
        const AcslNode *arg = args->at[i];
        if (acsl_is_bad(arg) || !l->params[i]->sort ||
            acsl_fits(arg, l->params[i]->sort) >= 0)
            continue;
        acsl_wrong(r, DIAG_ACSL_SORT, arg->span,
                   "'%s' wants sort %s for '%s'; this is of sort %s", l->name,
                   acsl_sort_text(r, l->params[i]->sort), l->params[i]->name,
                   acsl_sort_text(r, arg->sort));
        return;
    }
}

static Def *chosen(Reader *r, Token name, Span span, const List *args)
{
    Choice c = choose(r, name, args);

    for (uint32_t i = 0; i < args->count; i++)
        if (acsl_is_bad(args->at[i]))
            return NULL;
    if (c.best)
        return c.best;
    if (c.of_count == 0)
        wrong_count(r, span, name, &c, args->count);
    else
        wrong_sort(r, span, &c, args);
    return NULL;
}

static bool is_usable(Reader *r, const Def *d, Token name)
{
    if (d->beyond)
        acsl_beyond(r, name.span, "%s, in '%s'", d->beyond, d->logic.name);
    return !d->beyond && !d->bad;
}

AcslNode *acsl_call(Reader *r, Token name)
{
    List labels = {0}, args = {0};
    Span span;
    Def *d;
    AcslNode *n;

    acsl_written_labels(r, &labels);
    if (parser_accept(&r->parser, "("))
        acsl_terms(r, ")", &args);
    span = span_join(name.span, parser_last(&r->parser));
    if (r->parser.panic || !is_usable(r, acsl_find_def(r, name.text.at), name))
        return acsl_bad(r, span);
    d = chosen(r, name, span, &args);
    if (!d || !is_usable(r, d, name))
        return acsl_bad(r, span);
    n = acsl_node_of(r, NODE_CALL, span, d->logic.result, (AcslNode *const *)args.at,
                     args.count);
    for (uint32_t i = 0; i < n->nargs; i++)
        acsl_adapt(r, &n->args[i], d->logic.params[i]->sort);
    n->as.call.logic = &d->logic;
    acsl_note_call(r, n, d, &labels);
    return n;
}

/* ---- Built-ins. */

typedef struct {
    const char *text, *args;
    char result;
} Builtin;

static const Builtin builtins[] = {
#define ACSL_BUILTIN(ID, TEXT, ARGUMENTS, RESULT) {TEXT, ARGUMENTS, RESULT},
#include "acsl/kinds.def"
};

bool acsl_find_builtin(struct assay_str name, AcslBuiltin *ret_builtin)
{
    static const struct {
        const char *text;
        AcslBuiltin is;
    } others[] = {{"\\eq_float", BUILTIN_EQ_FLOAT}, {"\\ne_float", BUILTIN_NE_FLOAT},
                  {"\\lt_float", BUILTIN_LT_FLOAT}, {"\\le_float", BUILTIN_LE_FLOAT},
                  {"\\gt_float", BUILTIN_GT_FLOAT}, {"\\ge_float", BUILTIN_GE_FLOAT}};

    for (int i = 0; i < ACSL_BUILTINS; i++)
        if (assay_str_equal(name, assay_str(builtins[i].text))) {
            *ret_builtin = (AcslBuiltin)i;
            return true;
        }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (assay_str_equal(name, assay_str(others[i].text))) {
            *ret_builtin = others[i].is;
            return true;
        }
    return false;
}

/* Arguments it takes; with a '+' that many or more. */
static uint32_t least(const Builtin *b, bool *ret_more)
{
    size_t len = strlen(b->args);

    *ret_more = len > 0 && b->args[len - 1] == '+';
    return (uint32_t)(len - *ret_more);
}

static bool check_count(Reader *r, const Builtin *b, Span span, uint32_t count)
{
    bool more;
    uint32_t wants = least(b, &more);

    if (count == wants || (more && count > wants))
        return true;
    acsl_wrong(r, DIAG_ACSL_ARGUMENTS, span, "'%s' takes %s%u argument%s, not %u",
               b->text, more ? "at least " : "", wants, wants == 1 ? "" : "s", count);
    return false;
}

/* NULL if the argument is of the letter, else what the letter wants. */
static const char *mismatch(const AcslNode *arg, char letter)
{
    const AcslSort *s = arg->sort;

    switch (letter) {
    case 'l':
        s = acsl_element(s);
        return acsl_is_pointer(s) || arg->kind == NODE_SET ? NULL
                                                           : "a pointer or set of them";
    case 'p':
        return acsl_is_pointer(s) ? NULL : "a pointer";
    case 'i':
        return acsl_is_integral(s) ? NULL : "an integer";
    case 'r':
    case 'n':
        return acsl_is_number(s) ? NULL : "a number";
    case 'f':
        return s->kind == SORT_LAMBDA ? NULL : "a \\lambda";
    case 't':
        return acsl_has_text(arg) && !acsl_is_set(s) ? NULL : "a string or text";
    case 'T':
        return s->kind == SORT_TEXTS ? NULL : "a list of texts, as of \\select_all";
    default:
        return NULL;
    }
}

/* A single value stands for the set of it. */
static AcslNode *as_set(Reader *r, AcslNode *n)
{
    List of = {0};

    if (acsl_is_bad(n) || acsl_is_set(n->sort))
        return n;
    acsl_list_add(r, &of, n);
    return acsl_set(r, NODE_SET, n->span, &of);
}

/* The length of a text is another word than that of a string. */
static void note_length(Reader *r, const AcslNode *arg, const char *name, Diagnostic *d)
{
    if (arg->sort->kind == SORT_TEXT && strcmp(name, "strlen") == 0)
        acsl_note(r, d, "help", "the length of a text is \\length(t)");
}

static bool check_sorts(Reader *r, const Builtin *b, const List *args)
{
    bool more;
    uint32_t wants = least(b, &more);

    for (uint32_t i = 0; i < args->count; i++) {
        char letter = b->args[i < wants ? i : wants - 1];
        const AcslNode *arg = args->at[i];
        const char *wanted;
        if (acsl_is_bad(arg))
            return false;
        if (letter == 's')
            args->at[i] = as_set(r, args->at[i]);
        if (letter == 't')
            args->at[i] = acsl_as_text(r, args->at[i]);
        wanted = mismatch(arg, letter);
        if (!wanted)
            continue;
        note_length(r, arg, b->text,
                    acsl_wrong(r, DIAG_ACSL_SORT, arg->span,
                               "'%s' takes %s; this is of sort %s", b->text, wanted,
                               acsl_sort_text(r, arg->sort)));
        return false;
    }
    return true;
}

static const AcslSort *number_sort(const List *args)
{
    for (uint32_t i = 0; i < args->count; i++)
        if (!acsl_is_integral(((const AcslNode *)args->at[i])->sort))
            return &acsl_real;
    return &acsl_integer;
}

static const AcslSort *result_sort(Reader *r, const Builtin *b, const List *args)
{
    const CType *character;

    switch (b->result) {
    case 'b':
        return &acsl_boolean;
    case 'i':
        return &acsl_integer;
    case 'r':
        return &acsl_real;
    case 'c':
        character = cfront_basic(r->unit, "char");
        return acsl_sort_c(r, character ? cfront_pointer(r->unit, character) : NULL);
    default:
        return number_sort(args);
    }
}

/* \sum(lo, hi, \lambda integer i; e) */
static AcslNode *fold(Reader *r, Span span, AcslBuiltin is, const List *args)
{
    AcslNode *lambda = args->at[2], *n, *body;
    const AcslSort *s = lambda->sort->of;

    if (lambda->kind != NODE_LAMBDA || lambda->nvars != 1 ||
        !acsl_is_integral(lambda->vars[0]->sort)) {
        acsl_wrong(r, DIAG_ACSL_SORT, lambda->span,
                   "'%s' takes a \\lambda of one integer here", builtins[is].text);
        return acsl_bad(r, span);
    }
    body = lambda->args[0];
    if (is == BUILTIN_NUMOF) {
        lambda->args[0] = acsl_as_predicate(r, body);
        lambda->sort = acsl_sort_lambda(r, &acsl_boolean);
        s = acsl_is_bad(lambda->args[0]) ? NULL : &acsl_integer;
    } else if (!acsl_is_number(s)) {
        acsl_wrong(r, DIAG_ACSL_SORT, body->span,
                   "'%s' takes numbers; this is of sort %s", builtins[is].text,
                   acsl_sort_text(r, s));
        return acsl_bad(r, span);
    } else {
        s = acsl_is_integral(s) ? &acsl_integer : &acsl_real;
    }
    n = acsl_node_of(r, NODE_FOLD, span, s, (AcslNode *const *)args->at, args->count);
    n->as.fold = is;
    return n;
}

static bool is_fold(AcslBuiltin is)
{
    return is == BUILTIN_SUM || is == BUILTIN_PRODUCT || is == BUILTIN_NUMOF ||
           is == BUILTIN_FOLD_MAX || is == BUILTIN_FOLD_MIN;
}

AcslNode *acsl_builtin_call(Reader *r, Token name)
{
    List labels = {0}, args = {0};
    AcslBuiltin is = BUILTIN_VALID;
    Span span;
    AcslNode *n;

    acsl_find_builtin(name.text, &is);
    acsl_written_labels(r, &labels);
    if (parser_accept(&r->parser, "("))
        acsl_terms(r, ")", &args);
    span = span_join(name.span, parser_last(&r->parser));
    if ((is == BUILTIN_MAX || is == BUILTIN_MIN) && args.count == 3)
        is = is == BUILTIN_MAX ? BUILTIN_FOLD_MAX : BUILTIN_FOLD_MIN;
    if (r->parser.panic || !check_count(r, &builtins[is], span, args.count) ||
        !check_sorts(r, &builtins[is], &args))
        return acsl_bad(r, span);
    if (is == BUILTIN_ERRNO && !r->post) {
        acsl_wrong(r, DIAG_ACSL_RESULT, span,
                   "no call has left '\\errno' here; it is for 'ensures' and 'exits'");
        return acsl_bad(r, span);
    }
    if (is_fold(is))
        return fold(r, span, is, &args);
    n = acsl_node_of(r, NODE_BUILTIN, span, result_sort(r, &builtins[is], &args),
                     (AcslNode *const *)args.at, args.count);
    n->as.builtin.builtin = is;
    n->as.builtin.label = labels.count > 0 ? *(const AcslLabel *)labels.at[0] : r->here;
    return n;
}
