/*
 * The simply typed lambda calculus with numbers, its variables de Bruijn indices: [0] is
 * bound by the innermost abstraction, [1] by the one around it. A term comes token by
 * token, functions before their arguments: (\int. [0]) 3 is
 *
 *     app abs(int) variable(0) endAbs constant(3)
 *
 * It is read, its type is checked, and it is evaluated by value in small steps. A term
 * that has a type never gets stuck.
 *
 * BUG_FO and BUG_HO are in substitute().
 */
#ifndef DEBRUIJN_H
#define DEBRUIJN_H

#include <assay/trace.h>
#include <stdlib.h>

enum { TOKENS = 256, NODES = 1 << 12, STEPS = 1000, NONE = -1 };

/* Types and terms are nodes, which never change: they refer to others by number. */
enum kind { INT, ARROW, CONSTANT, VARIABLE, ABS, APP };

struct node {
    enum kind kind;
    int left, right; /* ARROW: domain and range; APP: function and argument */
                     /* ABS: type and body; VARIABLE: left is the index */
};

/* What the tester says, in the order of its tokens. */
enum word { W_APP, W_ABS, W_END_ABS, W_VARIABLE, W_CONSTANT };
struct token {
    enum word word;
    int64_t value; /* of an abstraction its type: int, int -> int, (int -> int) -> int */
};

struct calculus {
    struct token tokens[TOKENS];
    int ntokens;
    int next; /* token to be read */
    struct node nodes[NODES];
    int nnodes;
    bool overflow; /* more tokens or nodes than fit */
};

static int node_new(struct calculus *c, struct node node)
{
    if (c->nnodes == NODES) {
        c->overflow = true;
        return NODES - 1;
    }
    c->nodes[c->nnodes] = node;
    return c->nnodes++;
}

/* ---- Reading: NONE if it is no term */

static int read_type(struct calculus *c, int64_t type)
{
    int number = node_new(c, (struct node){INT, NONE, NONE});

    if (type == 0)
        return number;
    return node_new(c, (struct node){ARROW, read_type(c, type - 1), number});
}

static int read_term(struct calculus *c);

static int read_abs(struct calculus *c, int64_t type)
{
    int body = read_term(c);

    if (body == NONE || c->next == c->ntokens || c->tokens[c->next++].word != W_END_ABS)
        return NONE;
    return node_new(c, (struct node){ABS, read_type(c, type), body});
}

static int read_app(struct calculus *c)
{
    int function = read_term(c), argument = function == NONE ? NONE : read_term(c);

    if (argument == NONE)
        return NONE;
    return node_new(c, (struct node){APP, function, argument});
}

static int read_term(struct calculus *c)
{
    struct token token;

    if (c->next == c->ntokens)
        return NONE;
    token = c->tokens[c->next++];
    switch (token.word) {
    case W_APP:
        return read_app(c);
    case W_ABS:
        return read_abs(c, token.value);
    case W_VARIABLE:
        return node_new(c, (struct node){VARIABLE, (int)token.value, NONE});
    case W_CONSTANT:
        return node_new(c, (struct node){CONSTANT, NONE, NONE});
    case W_END_ABS:
        break;
    }
    return NONE;
}

/* ---- Types: NONE if it has none */

/* The abstractions around a term, from the inside out. */
struct scope {
    int type;
    const struct scope *outer;
};

static bool same_type(const struct calculus *c, int a, int b)
{
    const struct node *x = &c->nodes[a], *y = &c->nodes[b];

    if (x->kind != y->kind || x->kind == INT)
        return x->kind == y->kind;
    return same_type(c, x->left, y->left) && same_type(c, x->right, y->right);
}

static int type_of_variable(const struct scope *scope, int index)
{
    while (scope && index-- > 0)
        scope = scope->outer;
    return scope ? scope->type : NONE;
}

static int type_of(struct calculus *c, int term, const struct scope *scope);

static int type_of_abs(struct calculus *c, struct node abs, const struct scope *scope)
{
    struct scope inner = {abs.left, scope};
    int range = type_of(c, abs.right, &inner);

    return range == NONE ? NONE : node_new(c, (struct node){ARROW, abs.left, range});
}

static int type_of_app(struct calculus *c, struct node app, const struct scope *scope)
{
    int function = type_of(c, app.left, scope), argument = type_of(c, app.right, scope);

    if (function == NONE || argument == NONE || c->nodes[function].kind != ARROW ||
        !same_type(c, c->nodes[function].left, argument))
        return NONE;
    return c->nodes[function].right;
}

static int type_of(struct calculus *c, int term, const struct scope *scope)
{
    struct node node = c->nodes[term];

    if (node.kind == CONSTANT)
        return read_type(c, 0);
    if (node.kind == VARIABLE)
        return type_of_variable(scope, node.left);
    if (node.kind == ABS)
        return type_of_abs(c, node, scope);
    return type_of_app(c, node, scope);
}

/* ---- Evaluation */

/* The term with a closed value for the variable, whose abstraction is gone: indices that
 * go beyond it become one less. */
static int substitute(struct calculus *c, int term, int variable, int value)
{
    struct node node = c->nodes[term];
    int in_function = variable, in_body = variable + 1;

#ifdef BUG_FO
    in_function = variable + 1;
#endif
#ifdef BUG_HO
    in_body = variable;
#endif
    if (node.kind == VARIABLE) {
        if (node.left == variable)
            return value;
        node.left -= node.left > variable;
    } else if (node.kind == ABS) {
        node.right = substitute(c, node.right, in_body, value);
    } else if (node.kind == APP) {
        node.left = substitute(c, node.left, in_function, value);
        node.right = substitute(c, node.right, variable, value);
    }
    return c->overflow ? term : node_new(c, node);
}

static bool is_value(const struct calculus *c, int term)
{
    return c->nodes[term].kind == CONSTANT || c->nodes[term].kind == ABS;
}

/* The term after one step; NONE if it is stuck. It is no value. */
static int step(struct calculus *c, int term)
{
    struct node app = c->nodes[term];

    if (app.kind != APP)
        return NONE;
    if (is_value(c, app.left) && is_value(c, app.right)) {
        struct node function = c->nodes[app.left];
        return function.kind == ABS ? substitute(c, function.right, 0, app.right) : NONE;
    }
    if (!is_value(c, app.left)) {
        app.left = step(c, app.left);
        return app.left == NONE ? NONE : node_new(c, app);
    }
    app.right = step(c, app.right);
    return app.right == NONE ? NONE : node_new(c, app);
}

/* What becomes of the tokens. What takes too long is turned down, too. */
static const char *evaluate_tokens(struct calculus *c)
{
    int term = read_term(c);

    if (term == NONE || c->next != c->ntokens || type_of(c, term, NULL) == NONE)
        return "rejected";
    for (int i = 0; i < STEPS && !c->overflow; i++) {
        if (is_value(c, term))
            return "value";
        term = step(c, term);
        if (term == NONE)
            return c->overflow ? "rejected" : "stuck";
    }
    return "rejected";
}

/* ---- Handlers */

static void *start(struct assay_trace *t)
{
    struct calculus *c = calloc(1, sizeof *c);

    (void)t;
    if (!c)
        abort();
    return c;
}

static void add_token(struct calculus *c, enum word word, int64_t value)
{
    if (c->ntokens == TOKENS)
        c->overflow = true;
    else
        c->tokens[c->ntokens++] = (struct token){word, value};
}

static void app(struct assay_trace *t, void *state,
                const struct assay_trace_value *fields)
{
    (void)t, (void)fields;
    add_token(state, W_APP, 0);
}

static void abstraction(struct assay_trace *t, void *state,
                        const struct assay_trace_value *fields)
{
    (void)t;
    add_token(state, W_ABS, fields[0].number);
}

static void end_abs(struct assay_trace *t, void *state,
                    const struct assay_trace_value *fields)
{
    (void)t, (void)fields;
    add_token(state, W_END_ABS, 0);
}

static void variable(struct assay_trace *t, void *state,
                     const struct assay_trace_value *fields)
{
    (void)t;
    add_token(state, W_VARIABLE, fields[0].number);
}

static void constant(struct assay_trace *t, void *state,
                     const struct assay_trace_value *fields)
{
    (void)t;
    add_token(state, W_CONSTANT, fields[0].number);
}

/* What comes after it is another term. */
static void evaluate(struct assay_trace *t, void *state,
                     const struct assay_trace_value *fields)
{
    struct calculus *c = state;
    const char *result = c->overflow ? "rejected" : evaluate_tokens(c);

    (void)fields;
    c->ntokens = c->next = c->nnodes = 0;
    c->overflow = false;
    assay_answer(t, result);
}

const struct assay_trace_system assay_system = {
    .start = start,
    .stop = free,
    .handlers = {{"app", app},
                 {"abs", abstraction},
                 {"endAbs", end_abs},
                 {"variable", variable},
                 {"constant", constant},
                 {"evaluate", evaluate}},
};

#endif
