/*
 * The words of an annotation: tokens, with the macros of C expanded.
 *
 * Expansion is D. Prosser's algorithm, which C's standard describes: each token has the
 * set of macros that it came out of, and is not expanded by one of them again. All that
 * comes out of a use has the place of that use. Words of ACSL that begin an item are not
 * expanded (assert.h makes a macro of one), nor are true, false and NULL, which logic
 * has, and errno, which raise_if has.
 */
#include "acsl/parse.h"
#include <string.h>

#define EXPANSIONS_MAX 20000u /* of an annotation */
#define ARGUMENT_DEPTH 64     /* macros in arguments of macros */

static const char *const marks[] = {
    "<==>", "<-->", "==>", "-->", "...", "<<=", ">>=", "||", "^^", "&&", "==", "!=", "<=",
    ">=",   "<<",   ">>",  "->",  "..",  "##",  "++",  "--", "+=", "-=", "*=", "/=", "%=",
    "&=",   "|=",   "^=",  "::",  "<",   ">",   "+",   "-",  "*",  "/",  "%",  "!",  "~",
    "&",    "|",    "^",   "?",   ":",   ";",   ",",   ".",  "(",  ")",  "[",  "]",  "{",
    "}",    "=",    "#",   "$",   "∀",   "∃",   "≤",   "≥",  "≠",  "≡",  "⇒",  "⇔",  "∧",
    "∨",    "¬",    "⊻",   "ℤ",   "ℝ",   "𝔹",   "∈",   "π",  NULL,
};

const LexRules acsl_lex_rules = {.marks = marks,
                                 .line_comments = true,
                                 .block_comments = true,
                                 .backslash_names = true,
                                 .c_words = true};

/* Signs and what they are in ASCII. */
static const struct {
    const char *sign, *text;
    TokenKind kind;
} signs[] = {
    {"∀", "\\forall", TOKEN_NAME}, {"∃", "\\exists", TOKEN_NAME},
    {"≤", "<=", TOKEN_MARK},       {"≥", ">=", TOKEN_MARK},
    {"≠", "!=", TOKEN_MARK},       {"≡", "==", TOKEN_MARK},
    {"⇒", "==>", TOKEN_MARK},      {"⇔", "<==>", TOKEN_MARK},
    {"∧", "&&", TOKEN_MARK},       {"∨", "||", TOKEN_MARK},
    {"¬", "!", TOKEN_MARK},        {"⊻", "^^", TOKEN_MARK},
    {"ℤ", "integer", TOKEN_NAME},  {"ℝ", "real", TOKEN_NAME},
    {"𝔹", "boolean", TOKEN_NAME},  {"∈", "\\in", TOKEN_NAME},
    {"π", "\\pi", TOKEN_NAME},
};

/* What an item begins with. */
static const char *const keywords[] = {
    "requires",  "assumes",    "ensures",   "exits",     "assigns",   "frees",
    "allocates", "terminates", "decreases", "behavior",  "complete",  "disjoint",
    "check",     "admit",      "assert",    "invariant", "loop",      "breaks",
    "continues", "returns",    "generator", "config",    "for",       "predicate",
    "logic",     "axiomatic",  "axiom",     "lemma",     "inductive", "case",
    "type",      "strong",     "weak",      "global",    "ghost",     "model",
    "volatile",  "reads",      "import",    "module",    "\\import",  "variant",
    "hyper",     "raise_if",   "language",  NULL,
};

bool acsl_is_keyword(struct assay_str word)
{
    for (const char *const *k = keywords; *k; k++)
        if (assay_str_equal(word, assay_str(*k)))
            return true;
    return false;
}

const char *acsl_near_keyword(struct assay_str word)
{
    const char *near = NULL;
    size_t nearest = SIZE_MAX;

    for (const char *const *k = keywords; *k; k++)
        if (assay_str_resembles(word, assay_str(*k), &nearest))
            near = *k;
    return nearest > 0 ? near : NULL; /* a keyword where none belongs is not misspelt */
}

/* ---- Lists of words. */

/* Macros that a word came out of. */
typedef struct Hidden {
    const CMacro *macro;
    const struct Hidden *more;
} Hidden;

typedef struct Word {
    Token token;
    const Hidden *hidden;
    struct Word *next;
} Word;

typedef struct {
    Word *first, **end;
    uint32_t count;
} Words;

typedef struct {
    Reader *r;
    uint32_t expansions;
    Span use; /* what is being expanded */
    int depth;
} Expander;

static void words_init(Words *w)
{
    *w = (Words){.end = &w->first};
}

static Word *word_new(Expander *e, Token token, const Hidden *hidden)
{
    Word *w = acsl_new(e->r, 1, sizeof *w);

    if (w)
        *w = (Word){.token = token, .hidden = hidden};
    return w;
}

static void words_add(Words *list, Word *w)
{
    if (!w)
        return;
    w->next = NULL;
    *list->end = w;
    list->end = &w->next;
    list->count++;
}

static void words_copy(Expander *e, Words *list, const Word *from, const Word *until)
{
    for (; from && from != until; from = from->next)
        words_add(list, word_new(e, from->token, from->hidden));
}

static bool is_mark(const Word *w, const char *text)
{
    return w && w->token.kind == TOKEN_MARK &&
           assay_str_equal(w->token.text, assay_str(text));
}

/* ---- Sets of macros. */

static bool is_hidden(const Hidden *h, const CMacro *m)
{
    for (; h; h = h->more)
        if (h->macro == m)
            return true;
    return false;
}

static const Hidden *hide(Expander *e, const Hidden *in, const CMacro *m)
{
    Hidden *h;

    if (is_hidden(in, m))
        return in;
    h = acsl_new(e->r, 1, sizeof *h);
    if (h)
        *h = (Hidden){m, in};
    return h;
}

static const Hidden *both(Expander *e, const Hidden *a, const Hidden *b)
{
    const Hidden *out = NULL;

    for (; a; a = a->more)
        if (is_hidden(b, a->macro))
            out = hide(e, out, a->macro);
    return out;
}

/* ---- Expanding. */

static Words expand(Expander *e, Word *in);

/* The macro that a word is a use of, or NULL. */
static const CMacro *macro_of(const Expander *e, const Word *w)
{
    static const char *const kept[] = {"true", "false", "NULL", "bool", "errno", NULL};
    const CMacro *m;

    if (w->token.kind != TOKEN_NAME || w->token.text.at[0] == '\\' ||
        acsl_is_keyword(w->token.text))
        return NULL;
    for (const char *const *k = kept; *k; k++)
        if (assay_str_equal(w->token.text, assay_str(*k)))
            return NULL;
    m = cfront_macro(e->r->unit, w->token.text.at);
    if (!m || is_hidden(w->hidden, m) || (m->params && !is_mark(w->next, "(")))
        return NULL;
    return m;
}

/* The words of a text, at the place of the use. */
static Words read_text(Expander *e, const char *text, const Hidden *hidden)
{
    uint32_t count = 0;
    Token *tokens = lexer_read_text(e->r->unit->diags, assay_str(text), e->use,
                                    &acsl_lex_rules, e->r->unit->arena, &count);
    Words out;

    words_init(&out);
    e->r->no_memory |= !tokens;
    for (uint32_t i = 0; tokens && i + 1 < count; i++)
        words_add(&out, word_new(e, tokens[i], hidden));
    return out;
}

typedef struct {
    Words at[ACSL_ARGS_MAX];
    uint32_t count;
} Arguments;

/* The arguments from behind the '(' on; the word ')', or NULL without one. */
static Word *read_arguments(Expander *e, Word *w, const CMacro *m, Arguments *args)
{
    int depth = 0;

    args->count = 1;
    words_init(&args->at[0]);
    for (; w; w = w->next) {
        if (depth == 0 && is_mark(w, ")"))
            return w;
        depth += is_mark(w, "(") - is_mark(w, ")");
        if (depth == 0 && is_mark(w, ",") &&
            !(m->variadic && args->count >= m->nparams)) {
            if (args->count == ACSL_ARGS_MAX)
                return NULL;
            words_init(&args->at[args->count++]);
            continue;
        }
        words_add(&args->at[args->count - 1], word_new(e, w->token, w->hidden));
    }
    return NULL;
}

/* The number of the parameter that a word is, or -1. */
static int parameter(const CMacro *m, const Word *w)
{
    for (uint32_t i = 0; w->token.kind == TOKEN_NAME && i < m->nparams; i++)
        if (assay_str_equal(w->token.text, assay_str(m->params[i])) ||
            (m->variadic && i + 1 == m->nparams &&
             assay_str_equal(w->token.text, assay_str("__VA_ARGS__"))))
            return (int)i;
    return -1;
}

/* a ## b: the last word of what there is and the first of what follows become one. */
static void paste(Expander *e, Words *out, const Word *right)
{
    Word *last = out->first;
    Words made;
    char *text;

    while (last && last->next)
        last = last->next;
    if (!last || !right) {
        words_copy(e, out, right, NULL);
        return;
    }
    text = acsl_new(e->r, last->token.text.len + right->token.text.len + 1, 1);
    if (!text)
        return;
    memcpy(text, last->token.text.at, last->token.text.len);
    memcpy(text + last->token.text.len, right->token.text.at, right->token.text.len);
    made = read_text(e, text, last->hidden);
    if (made.count > 0)
        last->token = made.first->token;
    words_copy(e, out, right->next, NULL);
}

/* The body with its parameters replaced. */
static Words substitute(Expander *e, const CMacro *m, Arguments *args)
{
    Words body = read_text(e, m->body, NULL), out;

    words_init(&out);
    for (Word *w = body.first; w && !e->r->no_memory; w = w->next) {
        bool pasted = is_mark(w, "##") && w->next;
        int i;
        if (pasted)
            w = w->next;
        i = args ? parameter(m, w) : -1;
        if (pasted && i >= 0)
            paste(e, &out, (uint32_t)i < args->count ? args->at[i].first : NULL);
        else if (pasted) {
            Word one = *w;
            one.next = NULL;
            paste(e, &out, &one);
        } else if (i >= 0 && (uint32_t)i < args->count) {
            Words copy, full;
            words_init(&copy);
            words_copy(e, &copy, args->at[i].first, NULL);
            full = is_mark(w->next, "##") ? copy : expand(e, copy.first);
            words_copy(e, &out, full.first, NULL);
        } else if (i < 0) {
            words_add(&out, word_new(e, w->token, w->hidden));
        }
        if (out.count > ACSL_WORDS_MAX)
            break;
    }
    return out;
}

/* All words of the expansion stand at the use, and are hidden from `hidden`. */
static void mark_all(Expander *e, Words *out, const Hidden *hidden)
{
    for (Word *w = out->first; w; w = w->next) {
        w->token.span = e->use;
        for (const Hidden *h = hidden; h; h = h->more)
            w->hidden = hide(e, w->hidden, h->macro);
    }
}

/* What a use becomes, in front of the rest; NULL for "not a use after all". */
static Word *expand_use(Expander *e, Word *w, const CMacro *m, bool *ret_used)
{
    Arguments *args = m->params ? acsl_new(e->r, 1, sizeof *args) : NULL;
    const Hidden *hidden = w->hidden;
    Word *rest = w->next, *close;
    Words out;

    *ret_used = false;
    if (e->depth == 1)
        e->use = w->token.span;
    if (m->params) {
        close = args ? read_arguments(e, w->next->next, m, args) : NULL;
        if (!close)
            return w;
        if (e->depth == 1 && close->token.span.end > e->use.end)
            e->use = span_join(e->use, close->token.span);
        hidden = both(e, hidden, close->hidden);
        rest = close->next;
    }
    *ret_used = true;
    out = substitute(e, m, args);
    mark_all(e, &out, hide(e, hidden, m));
    if (out.count == 0)
        return rest;
    *out.end = rest;
    return out.first;
}

static bool may_expand(Expander *e, const Word *w)
{
    if (e->depth > ARGUMENT_DEPTH || e->r->no_memory)
        return false;
    if (e->expansions++ < EXPANSIONS_MAX)
        return true;
    if (e->expansions == EXPANSIONS_MAX + 1)
        diag_report(e->r->unit->diags, DIAG_TOO_LONG, w->token.span,
                    "the macros of this annotation expand more than %u times",
                    EXPANSIONS_MAX);
    return false;
}

static Words expand(Expander *e, Word *in)
{
    Words out;

    words_init(&out);
    e->depth++;
    while (in && out.count < ACSL_WORDS_MAX) {
        const CMacro *m = macro_of(e, in);
        Word *next = in->next;
        bool used = false;
        if (m && may_expand(e, in))
            in = expand_use(e, in, m, &used);
        if (used)
            continue;
        next = in->next;
        words_add(&out, in);
        in = next;
    }
    e->depth--;
    return out;
}

/* ---- The whole. */

static void replace_signs(Token *tokens, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (size_t s = 0;
             tokens[i].kind == TOKEN_MARK && s < sizeof signs / sizeof *signs; s++)
            if (assay_str_equal(tokens[i].text, assay_str(signs[s].sign))) {
                tokens[i].text = assay_str(signs[s].text);
                tokens[i].kind = signs[s].kind;
            }
}

static bool has_macros(const Reader *r, const Token *tokens, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (tokens[i].kind == TOKEN_NAME && tokens[i].text.at[0] != '\\' &&
            cfront_macro(r->unit, tokens[i].text.at))
            return true;
    return false;
}

/* The list as an array, with an end behind it. */
static const Token *flatten(Reader *r, const Words *words, Token end)
{
    Token *tokens = acsl_new(r, words->count + 1, sizeof *tokens);
    uint32_t n = 0;

    if (!tokens)
        return NULL;
    for (const Word *w = words->first; w; w = w->next)
        tokens[n++] = w->token;
    tokens[n] = end;
    return tokens;
}

const Token *acsl_words(Reader *r, Span span)
{
    uint32_t count = 0;
    Token *tokens = acsl_lex(r, span, &count);
    Expander e = {.r = r};
    Words in, out;

    if (!tokens) {
        r->no_memory = true;
        return NULL;
    }
    count = acsl_clear_lines(r, span, tokens, count);
    replace_signs(tokens, count);
    if (!has_macros(r, tokens, count))
        return tokens;
    words_init(&in);
    for (uint32_t i = 0; i + 1 < count; i++)
        words_add(&in, word_new(&e, tokens[i], NULL));
    out = expand(&e, in.first);
    return flatten(r, &out, tokens[count - 1]);
}
