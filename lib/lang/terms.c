/*
 * Terms: precedence climbing. How deep terms are is bounded by ASSAY_TERM_DEPTH, chains
 * such as a && b && ... included, because they are walked recursively here and elsewhere.
 */
#include "lang/terms.h"
#include "lang/path.h"

#include <string.h>

const struct assay_op_info assay_op_infos[] = {
    [ASSAY_TERM_OR] = {"||", ASSAY_LEVEL_OR, ASSAY_TOKEN_OR},
    [ASSAY_TERM_AND] = {"&&", ASSAY_LEVEL_AND, ASSAY_TOKEN_AND},
    [ASSAY_TERM_IMPLIES] = {"=>", ASSAY_LEVEL_IMPLIES, ASSAY_TOKEN_IMPLIES},
    [ASSAY_TERM_EQ] = {"==", ASSAY_LEVEL_COMPARE, ASSAY_TOKEN_EQ},
    [ASSAY_TERM_NE] = {"!=", ASSAY_LEVEL_COMPARE, ASSAY_TOKEN_NE},
    [ASSAY_TERM_LT] = {"<", ASSAY_LEVEL_COMPARE, ASSAY_TOKEN_LT},
    [ASSAY_TERM_LE] = {"<=", ASSAY_LEVEL_COMPARE, ASSAY_TOKEN_LE},
    [ASSAY_TERM_GT] = {">", ASSAY_LEVEL_COMPARE, ASSAY_TOKEN_GT},
    [ASSAY_TERM_GE] = {">=", ASSAY_LEVEL_COMPARE, ASSAY_TOKEN_GE},
    [ASSAY_TERM_ADD] = {"+", ASSAY_LEVEL_SUM, ASSAY_TOKEN_PLUS},
    [ASSAY_TERM_SUB] = {"-", ASSAY_LEVEL_SUM, ASSAY_TOKEN_MINUS},
    [ASSAY_TERM_MUL] = {"*", ASSAY_LEVEL_PRODUCT, ASSAY_TOKEN_STAR},
    [ASSAY_TERM_DIV] = {"/", ASSAY_LEVEL_PRODUCT, ASSAY_TOKEN_SLASH},
    [ASSAY_TERM_MOD] = {"%", ASSAY_LEVEL_PRODUCT, ASSAY_TOKEN_PERCENT},
};

#define OPS (sizeof assay_op_infos / sizeof assay_op_infos[0])

static bool read_term(struct assay_reader *r, enum assay_term_level least,
                      uint32_t *ret_term);

static uint32_t max_of(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Makes a term of what was read since `at`, with others of some height inside. */
static bool make(struct assay_reader *r, uint32_t at, uint32_t height,
                 struct assay_term term, uint32_t *ret_term)
{
    term.place = assay_reader_since(r, at);
    r->height = height + 1;
    if (r->height > ASSAY_TERM_DEPTH)
        return assay_reader_problem(
            r, ASSAY_PROBLEM_TOO_DEEP, term.place,
            assay_problems_text(r->problems, "more than %d terms inside each other",
                                ASSAY_TERM_DEPTH),
            "a list of words is better a rule of its own, and 'in' that");
    *ret_term = assay_reader_made(r, assay_grammar_term(r->g, &term));
    return !assay_reader_failed(r);
}

static bool expect(struct assay_reader *r, enum assay_token_kind kind, const char *what)
{
    if (r->token.kind != kind)
        return assay_reader_unexpected(r, what, NULL);
    assay_reader_advance(r);
    return true;
}

static bool is_word(const struct assay_token *token)
{
    return token->kind >= ASSAY_TOKEN_WHERE && token->kind <= ASSAY_TOKEN_SELF;
}

/* The number of the name that is the next token. */
static bool read_name(struct assay_reader *r, const char *what, uint32_t *ret_name)
{
    if (is_word(&r->token))
        return assay_reader_keyword(r, what);
    if (r->token.kind != ASSAY_TOKEN_NAME)
        return assay_reader_unexpected(r, what, NULL);
    *ret_name = assay_reader_name(r, &r->token);
    assay_reader_advance(r);
    return !assay_reader_failed(r);
}

/* ---- Numbers and texts. */

static bool read_integer(struct assay_reader *r, uint32_t *ret_term)
{
    struct assay_str text = {assay_reader_text(r, &r->token), r->token.len};
    struct assay_place place = assay_reader_place(r, &r->token);
    uint64_t value = 0;
    bool hex = assay_str_starts(text, "0x") || assay_str_starts(text, "0X");
    size_t digits = hex ? strspn(text.at + 2, "0123456789abcdefABCDEF") + 2
                        : strspn(text.at, "0123456789");

    if (digits < text.len || (hex && text.len == 2))
        return assay_reader_problem(r, ASSAY_PROBLEM_NUMBER, place, "not a number",
                                    "numbers are written 31 or 0x1F");
    if (!(hex ? assay_str_hex((struct assay_str){text.at + 2, text.len - 2}, &value)
              : assay_str_u64(text, &value)) ||
        value > INT64_MAX)
        return assay_reader_problem(r, ASSAY_PROBLEM_NUMBER, place,
                                    "the number is too large: numbers have 64 bits",
                                    NULL);
    assay_reader_advance(r);
    return make(r, place.at, 0,
                (struct assay_term){.kind = ASSAY_TERM_INT, .as.number = (int64_t)value},
                ret_term);
}

static bool read_text(struct assay_reader *r, uint32_t *ret_term)
{
    struct assay_literal l = {r->g, r->problems, assay_reader_place(r, &r->token),
                              r->g->modules[r->module].bytes};
    struct assay_term term = {.kind = ASSAY_TERM_TEXT};
    enum assay_status status;
    bool fold;

    assay_buf_clear(&r->bytes);
    status = assay_literal_string(&l, &r->bytes, &fold);
    if (status) {
        r->all->status = status;
        return false;
    }
    if (fold)
        return assay_reader_problem(r, ASSAY_PROBLEM_SYNTAX, l.place,
                                    "a text to compare with has no i behind it",
                                    "compare lower(x) with a text in lower case");
    term.as.text.len = (uint32_t)r->bytes.len;
    term.as.text.at = assay_reader_made(
        r, assay_grammar_bytes(r->g, r->bytes.at, (uint32_t)r->bytes.len));
    assay_reader_advance(r);
    return !assay_reader_failed(r) && make(r, l.place.at, 0, term, ret_term);
}

/* ---- Paths. */

struct path {
    struct assay_step steps[ASSAY_PATH_STEPS];
    uint32_t count;
};

/* Reads [k] if it is there. */
static bool read_index(struct assay_reader *r, uint32_t *ret_index)
{
    uint32_t at = r->token.at;

    if (r->token.kind != ASSAY_TOKEN_BRACKET)
        return true;
    assay_reader_advance(r);
    if (!assay_read_count(r, INT32_MAX, ret_index) ||
        !expect(r, ASSAY_TOKEN_BRACKET_CLOSE, "']'"))
        return false;
    if (*ret_index == 0)
        return assay_reader_problem(r, ASSAY_PROBLEM_NUMBER, assay_reader_since(r, at),
                                    "parts are counted from 1", NULL);
    return true;
}

static bool add_step(struct assay_reader *r, struct path *path, struct assay_step step)
{
    if (path->count == ASSAY_PATH_STEPS)
        return assay_reader_problem(
            r, ASSAY_PROBLEM_TOO_DEEP, assay_reader_place(r, &r->token),
            assay_problems_text(r->problems, "a path of more than %d steps",
                                ASSAY_PATH_STEPS),
            NULL);
    path->steps[path->count++] = step;
    return true;
}

static bool read_steps(struct assay_reader *r, struct path *path)
{
    while (r->token.kind == ASSAY_TOKEN_DOT || r->token.kind == ASSAY_TOKEN_DOTS) {
        struct assay_step step = {.deep = r->token.kind == ASSAY_TOKEN_DOTS};
        assay_reader_advance(r);
        if (!read_name(r, "a part's name", &step.name) || !read_index(r, &step.index) ||
            !add_step(r, path, step))
            return false;
    }
    return true;
}

/* The rest of a path that starts at a variable, or at self with a step already. */
static bool read_path(struct assay_reader *r, uint32_t at, uint32_t variable,
                      struct path *path, uint32_t *ret_term)
{
    struct assay_term term = {.kind = ASSAY_TERM_PART, .as.part.variable = variable};

    if (!read_steps(r, path))
        return false;
    term.as.part.count = path->count;
    term.as.part.first =
        assay_reader_made(r, assay_grammar_steps(r->g, path->steps, path->count));
    return !assay_reader_failed(r) && make(r, at, 0, term, ret_term);
}

/* The innermost variable of a name, or 0. */
static uint32_t find_variable(const struct assay_reader *r, uint32_t name)
{
    uint32_t i = r->nvariables - 1;

    while (i > 0 && r->variables[i] != name)
        i--;
    return i;
}

/* A path that begins with a name, which is behind us. */
static bool read_named_path(struct assay_reader *r, uint32_t at, uint32_t name,
                            uint32_t *ret_term)
{
    struct path path = {.count = 0};
    struct assay_step step = {.name = name};
    uint32_t variable = find_variable(r, name);

    if (variable == 0) {
        if (!read_index(r, &step.index))
            return false;
        path.steps[path.count++] = step;
    }
    return read_path(r, at, variable, &path, ret_term);
}

static bool read_self_path(struct assay_reader *r, uint32_t *ret_term)
{
    struct path path = {.count = 0};
    uint32_t at = r->token.at;

    if (r->token.kind == ASSAY_TOKEN_SELF)
        assay_reader_advance(r);
    return read_path(r, at, 0, &path, ret_term);
}

/* ---- Functions. */

/* The user's functions that this text may call, which are the first of all: how many. */
static uint32_t count_own(const struct assay_reader *r)
{
    return r->own ? r->all->nfunctions : 0;
}

static uint32_t find_function(const struct assay_reader *r, struct assay_str name)
{
    for (uint32_t i = 0; i < ASSAY_FUNCTION_OWN; i++) {
        if (assay_str_equal(name, assay_str(assay_function_infos[i].name)))
            return i;
    }
    for (uint32_t i = 0; i < count_own(r); i++) {
        if (assay_str_equal(name, assay_str(r->g->functions[i].name)))
            return ASSAY_FUNCTION_OWN + i;
    }
    return ASSAY_NONE;
}

static bool unknown_function(struct assay_reader *r, struct assay_str name,
                             struct assay_place place)
{
    struct assay_guess guess = assay_guess(r->all, name);

    for (uint32_t i = 0; i < ASSAY_FUNCTION_OWN; i++)
        assay_guess_offer(&guess, assay_function_infos[i].name);
    for (uint32_t i = 0; i < count_own(r); i++)
        assay_guess_offer(&guess, r->g->functions[i].name);
    return assay_reader_problem(
        r, ASSAY_PROBLEM_FUNCTION, place,
        assay_problems_text(r->problems, "no function '%.*s'", (int)name.len, name.at),
        assay_guess_help(&guess));
}

/* A call is read: whether it has as many arguments as it takes. */
static bool check_count(struct assay_reader *r, uint32_t at, uint32_t function,
                        uint32_t count)
{
    const struct assay_lang_function *own = r->g->functions;
    bool builtin = function < ASSAY_FUNCTION_OWN;
    const char *name = builtin ? assay_function_infos[function].name
                               : own[function - ASSAY_FUNCTION_OWN].name;
    uint32_t min = builtin ? assay_function_infos[function].min
                           : own[function - ASSAY_FUNCTION_OWN].arity;
    uint32_t max = builtin ? assay_function_infos[function].max : min;
    const char *message;

    if (count >= min && count <= max)
        return true;
    message = min == max
                  ? assay_problems_text(
                        r->problems, "%s() takes %u argument%s, here %s %u", name, min,
                        min == 1 ? "" : "s", count == 1 ? "is" : "are", count)
                  : assay_problems_text(r->problems,
                                        "%s() takes %u to %u arguments, here %s %u", name,
                                        min, max, count == 1 ? "is" : "are", count);
    return assay_reader_problem(r, ASSAY_PROBLEM_ARGUMENTS, assay_reader_since(r, at),
                                message, NULL);
}

/* The name of a rule or part as an argument. */
static bool read_name_argument(struct assay_reader *r, uint32_t *ret_term)
{
    uint32_t at = r->token.at, name = 0;

    if (!read_name(r, "the name of a rule or part", &name))
        return false;
    return make(r, at, 0, (struct assay_term){.kind = ASSAY_TERM_INT, .as.number = name},
                ret_term);
}

/* The arguments up to the ')', onto the stack of them. */
static bool read_arguments(struct assay_reader *r, uint32_t function, uint32_t *height)
{
    uint32_t first = r->args.count, arg;

    while (r->token.kind != ASSAY_TOKEN_CLOSE) {
        bool is_name = function == ASSAY_FUNCTION_SCOPE && r->args.count == first + 1;
        if (r->args.count > first && !expect(r, ASSAY_TOKEN_COMMA, "',' or ')'"))
            return false;
        if (!(is_name ? read_name_argument(r, &arg)
                      : read_term(r, ASSAY_LEVEL_ANY, &arg)) ||
            !assay_reader_push(r, &r->args, arg))
            return false;
        *height = max_of(*height, r->height);
    }
    assay_reader_advance(r);
    return true;
}

/* A call whose name is behind us; the '(' is next. */
static bool read_call(struct assay_reader *r, const struct assay_token *name,
                      uint32_t *ret_term)
{
    struct assay_str text = {assay_reader_text(r, name), name->len};
    struct assay_term term = {.kind = ASSAY_TERM_APPLY};
    uint32_t first = r->args.count, height = 0;

    term.as.apply.function = find_function(r, text);
    if (term.as.apply.function == ASSAY_NONE)
        return unknown_function(r, text, assay_reader_place(r, name));
    assay_reader_advance(r);
    if (!read_arguments(r, term.as.apply.function, &height))
        return false;
    term.as.apply.count = r->args.count - first;
    r->args.count = first;
    if (!check_count(r, name->at, term.as.apply.function, term.as.apply.count))
        return false;
    term.as.apply.first = assay_reader_made(
        r, assay_grammar_items(r->g, term.as.apply.count ? r->args.at + first : NULL,
                               term.as.apply.count));
    return !assay_reader_failed(r) && make(r, name->at, height, term, ret_term);
}

/* ---- Quantifiers. */

/* PATH of `forall v in PATH`, where a name may look like the beginning of a rule. */
static bool read_domain(struct assay_reader *r, uint32_t *ret_term)
{
    uint32_t at = r->token.at, name = 0;

    if (r->token.kind == ASSAY_TOKEN_SELF || r->token.kind == ASSAY_TOKEN_DOT ||
        r->token.kind == ASSAY_TOKEN_DOTS)
        return read_self_path(r, ret_term);
    return read_name(r, "a path", &name) && read_named_path(r, at, name, ret_term);
}

static bool push_variable(struct assay_reader *r, uint32_t name, struct assay_place place)
{
    if (r->nvariables == ASSAY_TERM_VARIABLES)
        return assay_reader_problem(
            r, ASSAY_PROBLEM_TOO_DEEP, place,
            assay_problems_text(r->problems, "more than %d quantifiers inside each other",
                                ASSAY_TERM_VARIABLES - 1),
            NULL);
    r->variables[r->nvariables++] = name;
    return true;
}

/* forall v in PATH: TERM, or exists. */
static bool read_quantifier(struct assay_reader *r, uint32_t *ret_term)
{
    struct assay_term term = {.kind = r->token.kind == ASSAY_TOKEN_FORALL
                                          ? ASSAY_TERM_FORALL
                                          : ASSAY_TERM_EXISTS,
                              .as.quantifier.variable = r->nvariables};
    struct assay_place place = assay_reader_place(r, &r->token);
    uint32_t name = 0;

    assay_reader_advance(r);
    if (!read_name(r, "a variable", &name) || !expect(r, ASSAY_TOKEN_IN, "'in'") ||
        !read_domain(r, &term.as.quantifier.a) || !expect(r, ASSAY_TOKEN_COLON, "':'") ||
        !push_variable(r, name, place) ||
        !read_term(r, ASSAY_LEVEL_ANY, &term.as.quantifier.b))
        return false;
    r->nvariables--;
    return make(r, place.at, r->height, term, ret_term);
}

/* ---- Operators. */

static bool read_prefix(struct assay_reader *r, enum assay_term_kind kind,
                        enum assay_term_level level, uint32_t *ret_term)
{
    struct assay_term term = {.kind = kind};
    uint32_t at = r->token.at;

    assay_reader_advance(r);
    return read_term(r, level, &term.as.binary.a) &&
           make(r, at, r->height, term, ret_term);
}

static bool read_parentheses(struct assay_reader *r, uint32_t *ret_term)
{
    assay_reader_advance(r);
    return read_term(r, ASSAY_LEVEL_ANY, ret_term) && expect(r, ASSAY_TOKEN_CLOSE, "')'");
}

static bool read_word(struct assay_reader *r, uint32_t *ret_term)
{
    struct assay_token name = r->token;
    uint32_t number;

    assay_reader_advance(r);
    if (r->token.kind == ASSAY_TOKEN_OPEN)
        return read_call(r, &name, ret_term);
    number = assay_reader_name(r, &name);
    return !assay_reader_failed(r) && read_named_path(r, name.at, number, ret_term);
}

/* A term without a binary operator outside of parentheses. */
static bool read_operand(struct assay_reader *r, uint32_t *ret_term)
{
    switch (r->token.kind) {
    case ASSAY_TOKEN_INT:
        return read_integer(r, ret_term);
    case ASSAY_TOKEN_STRING:
        return read_text(r, ret_term);
    case ASSAY_TOKEN_SELF:
    case ASSAY_TOKEN_DOT:
    case ASSAY_TOKEN_DOTS:
        return read_self_path(r, ret_term);
    case ASSAY_TOKEN_FORALL:
    case ASSAY_TOKEN_EXISTS:
        return read_quantifier(r, ret_term);
    case ASSAY_TOKEN_OPEN:
        return read_parentheses(r, ret_term);
    case ASSAY_TOKEN_NOT:
        return read_prefix(r, ASSAY_TERM_NOT, ASSAY_LEVEL_NOT, ret_term);
    case ASSAY_TOKEN_MINUS:
        return read_prefix(r, ASSAY_TERM_NEGATE, ASSAY_LEVEL_SIGN, ret_term);
    case ASSAY_TOKEN_NAME:
        if (!r->token.rule)
            return read_word(r, ret_term);
        break;
    default:
        break;
    }
    return assay_reader_unexpected(r, "a term", NULL);
}

/* The operator of a token, or OPS. */
static size_t find_op(enum assay_token_kind kind)
{
    size_t op = 0;

    while (op < OPS && assay_op_infos[op].token != kind)
        op++;
    return op;
}

static bool read_in(struct assay_reader *r, uint32_t at, uint32_t *term)
{
    struct assay_term in = {.kind = ASSAY_TERM_IN, .as.in.a = *term};
    uint32_t height = r->height;

    assay_reader_advance(r);
    return read_name(r, "a rule or language", &in.as.in.rule) &&
           make(r, at, height, in, term) && assay_reader_push(r, &r->ins, *term);
}

static bool read_binary(struct assay_reader *r, uint32_t at, enum assay_term_op op,
                        uint32_t *term)
{
    struct assay_term binary = {.kind = ASSAY_TERM_BINARY, .as.binary = {op, *term, 0}};
    enum assay_term_level level = assay_op_infos[op].level;
    uint32_t height = r->height;

    assay_reader_advance(r);
    return read_term(r, op == ASSAY_TERM_IMPLIES ? level : level + 1,
                     &binary.as.binary.b) &&
           make(r, at, max_of(height, r->height), binary, term);
}

static bool is_comparison(enum assay_token_kind kind)
{
    size_t op = find_op(kind);

    return kind == ASSAY_TOKEN_IN ||
           (op < OPS && assay_op_infos[op].level == ASSAY_LEVEL_COMPARE);
}

/* What may follow an operand: operators that bind at least as tight as `least`. */
static bool read_operators(struct assay_reader *r, uint32_t at,
                           enum assay_term_level least, uint32_t *term)
{
    for (;;) {
        size_t op = find_op(r->token.kind);
        bool comparison = is_comparison(r->token.kind);
        enum assay_term_level level = comparison ? ASSAY_LEVEL_COMPARE
                                      : op < OPS ? assay_op_infos[op].level
                                                 : ASSAY_LEVEL_ANY;
        if (level == ASSAY_LEVEL_ANY || level < least)
            return true;
        if (!(r->token.kind == ASSAY_TOKEN_IN
                  ? read_in(r, at, term)
                  : read_binary(r, at, (enum assay_term_op)op, term)))
            return false;
        if (comparison && is_comparison(r->token.kind))
            return assay_reader_unexpected(r, "the end of the comparison",
                                           "join comparisons: a < b && b < c");
    }
}

static bool read_term(struct assay_reader *r, enum assay_term_level least,
                      uint32_t *ret_term)
{
    uint32_t at = r->token.at;
    bool good;

    if (r->depth == ASSAY_TERM_DEPTH)
        return assay_reader_problem(
            r, ASSAY_PROBLEM_TOO_DEEP, assay_reader_place(r, &r->token),
            assay_problems_text(r->problems, "more than %d terms inside each other",
                                ASSAY_TERM_DEPTH),
            NULL);
    r->depth++;
    good = read_operand(r, ret_term) && read_operators(r, at, least, ret_term);
    r->depth--;
    return good;
}

bool assay_join_terms(struct assay_reader *r, uint32_t first, uint32_t *term)
{
    struct assay_term both = {.kind = ASSAY_TERM_BINARY,
                              .as.binary = {ASSAY_TERM_AND, first, *term}};

    return make(r, r->g->terms[first].place.at, max_of(r->where_height, r->height), both,
                term);
}

bool assay_read_where(struct assay_reader *r, uint32_t *ret_term)
{
    bool good;

    r->where_height = r->height;
    r->mode = ASSAY_LEX_TERM;
    r->nvariables = 1;
    r->variables[0] = ASSAY_NONE;
    r->depth = r->height = r->args.count = 0;
    assay_reader_advance(r);
    good = read_term(r, ASSAY_LEVEL_ANY, ret_term);
    r->mode = ASSAY_LEX_EXPRESSION;
    return good;
}
