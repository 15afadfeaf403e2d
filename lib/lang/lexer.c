/*
 * The lexer. What is no token is a BAD one that ends where the next may begin: an
 * unterminated string ends with its line, an unterminated comment with the text.
 */
#include "lang/lexer.h"
#include "base/ascii.h"
#include "base/utf8.h"

#include <string.h>

void assay_lexer_init(struct assay_lexer *lx, const char *text, uint32_t len)
{
    *lx = (struct assay_lexer){.text = text, .len = len, .line_start = true};
    if (len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        lx->at = lx->end = 3; /* a byte order mark */
}

static bool is_name_part(char c)
{
    return assay_is_word(c) || c == '-';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

/* The character `ahead` of the next one; NUL behind the end. */
static char peek(const struct assay_lexer *lx, uint32_t ahead)
{
    return lx->len - lx->at > ahead ? lx->text[lx->at + ahead] : '\0';
}

static bool starts(const struct assay_lexer *lx, const char *with)
{
    size_t len = strlen(with);

    return lx->len - lx->at >= len && memcmp(lx->text + lx->at, with, len) == 0;
}

static struct assay_token token(struct assay_lexer *lx, enum assay_token_kind kind,
                                uint32_t len)
{
    struct assay_token t = {.kind = kind, .at = lx->at, .len = len};

    lx->at += len;
    lx->end = lx->at;
    return t;
}

static struct assay_token bad(struct assay_lexer *lx, enum assay_problem_id problem,
                              uint32_t len)
{
    struct assay_token t = token(lx, ASSAY_TOKEN_BAD, len);

    t.problem = problem;
    return t;
}

static void skip_line(struct assay_lexer *lx)
{
    const char *end = memchr(lx->text + lx->at, '\n', lx->len - lx->at);

    lx->at = end ? (uint32_t)(end - lx->text) : lx->len;
}

/* Skips a comment in slashes and stars; false when it does not end. */
static bool skip_comment(struct assay_lexer *lx)
{
    for (uint32_t at = lx->at + 2; at + 1 < lx->len; at++) {
        if (lx->text[at] == '*' && lx->text[at + 1] == '/') {
            lx->at = at + 2;
            return true;
        }
        lx->line_start = lx->line_start || lx->text[at] == '\n';
    }
    return false;
}

/* Skips blanks and comments; false at a comment that does not end. */
static bool skip_blanks(struct assay_lexer *lx)
{
    while (lx->at < lx->len) {
        char c = peek(lx, 0);
        if (is_blank(c)) {
            lx->line_start = lx->line_start || c == '\n';
            lx->at++;
        } else if (c == '#' || starts(lx, "//")) {
            skip_line(lx);
        } else if (!starts(lx, "/*")) {
            break;
        } else if (!skip_comment(lx)) {
            return false;
        }
    }
    return true;
}

size_t assay_lexer_name(const char *text, size_t len)
{
    size_t n = 0;

    if (len == 0 || !assay_is_word_start(text[0]))
        return 0;
    while (n < len && is_name_part(text[n]))
        n++;
    while (text[n - 1] == '-')
        n--;
    return n;
}

static enum assay_token_kind word_kind(const char *at, size_t len)
{
    static const char *const words[] = {"where", "in", "forall", "exists", "self"};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strlen(words[i]) == len && memcmp(words[i], at, len) == 0)
            return (enum assay_token_kind)(ASSAY_TOKEN_WHERE + i);
    }
    return ASSAY_TOKEN_NAME;
}

static struct assay_token name(struct assay_lexer *lx, enum assay_lexer_mode mode)
{
    const char *at = lx->text + lx->at;
    uint32_t len = (uint32_t)assay_lexer_name(at, lx->len - lx->at);
    struct assay_token t;
    bool colon = peek(lx, len) == ':';
    bool blank = lx->len - lx->at <= len + 1 || is_blank(peek(lx, len + 1));

    if (colon && !blank && mode == ASSAY_LEX_EXPRESSION &&
        word_kind(at, len) == ASSAY_TOKEN_NAME) {
        t = token(lx, ASSAY_TOKEN_LABEL, len);
        lx->at++;
        return t;
    }
    t = token(lx, word_kind(at, len), len);
    t.rule = colon && blank && lx->line_start;
    return t;
}

static struct assay_token string(struct assay_lexer *lx)
{
    char quote = peek(lx, 0);
    uint32_t n = 1;

    while (lx->len - lx->at > n && peek(lx, n) != quote && peek(lx, n) != '\n')
        n += peek(lx, n) == '\\' && lx->len - lx->at > n + 1 && peek(lx, n + 1) != '\n'
                 ? 2
                 : 1;
    if (peek(lx, n) != quote)
        return bad(lx, ASSAY_PROBLEM_UNTERMINATED, n);
    n++;
    if (peek(lx, n) == 'i' && !is_name_part(peek(lx, n + 1)) && peek(lx, n + 1) != ':')
        n++;
    return token(lx, ASSAY_TOKEN_STRING, n);
}

static struct assay_token set(struct assay_lexer *lx)
{
    uint32_t n = 1;

    while (lx->len - lx->at > n && peek(lx, n) != ']' && peek(lx, n) != '\n')
        n += peek(lx, n) == '\\' && lx->len - lx->at > n + 1 && peek(lx, n + 1) != '\n'
                 ? 2
                 : 1;
    if (peek(lx, n) != ']')
        return bad(lx, ASSAY_PROBLEM_UNTERMINATED, n);
    return token(lx, ASSAY_TOKEN_SET, n + 1);
}

/* %x41-5A and the like, or %word. */
static struct assay_token percent(struct assay_lexer *lx)
{
    bool base = peek(lx, 1) != '\0' && strchr("xXdDbB", peek(lx, 1));
    bool codes = base && (assay_is_digit(peek(lx, 2)) || ((peek(lx, 1) | 32) == 'x'));
    uint32_t n = 1;

    while (is_name_part(peek(lx, n)) || (codes && peek(lx, n) == '.'))
        n++;
    return token(lx, codes ? ASSAY_TOKEN_CODES : ASSAY_TOKEN_DIRECTIVE, n);
}

static struct assay_token integer(struct assay_lexer *lx)
{
    uint32_t n = 1;

    while (assay_is_digit(peek(lx, n)) || assay_is_word_start(peek(lx, n)))
        n++;
    return token(lx, ASSAY_TOKEN_INT, n);
}

/* The sign of two characters that is next, or END. */
static enum assay_token_kind double_sign(char first, char second)
{
    if (first == '.' && second == '.')
        return ASSAY_TOKEN_DOTS;
    if (first == '&' && second == '&')
        return ASSAY_TOKEN_AND;
    if (first == '=' && second == '>')
        return ASSAY_TOKEN_IMPLIES;
    if (second != '=')
        return ASSAY_TOKEN_END;
    return first == '='   ? ASSAY_TOKEN_EQ
           : first == '!' ? ASSAY_TOKEN_NE
           : first == '<' ? ASSAY_TOKEN_LE
           : first == '>' ? ASSAY_TOKEN_GE
                          : ASSAY_TOKEN_END;
}

/* By the order of their characters in single_signs. */
static const char single_signs[] = ":;,@|(){}[]?+-*/%.!=<>";
static const enum assay_token_kind single_kinds[] = {
    ASSAY_TOKEN_COLON,   ASSAY_TOKEN_SEMICOLON,     ASSAY_TOKEN_COMMA,
    ASSAY_TOKEN_AT,      ASSAY_TOKEN_BAR,           ASSAY_TOKEN_OPEN,
    ASSAY_TOKEN_CLOSE,   ASSAY_TOKEN_BRACE,         ASSAY_TOKEN_BRACE_CLOSE,
    ASSAY_TOKEN_BRACKET, ASSAY_TOKEN_BRACKET_CLOSE, ASSAY_TOKEN_QUESTION,
    ASSAY_TOKEN_PLUS,    ASSAY_TOKEN_MINUS,         ASSAY_TOKEN_STAR,
    ASSAY_TOKEN_SLASH,   ASSAY_TOKEN_PERCENT,       ASSAY_TOKEN_DOT,
    ASSAY_TOKEN_NOT,     ASSAY_TOKEN_ASSIGN,        ASSAY_TOKEN_LT,
    ASSAY_TOKEN_GT,
};

static struct assay_token sign(struct assay_lexer *lx, enum assay_lexer_mode mode)
{
    enum assay_token_kind kind = double_sign(peek(lx, 0), peek(lx, 1));
    const char *single = peek(lx, 0) ? strchr(single_signs, peek(lx, 0)) : NULL;
    uint32_t code;
    size_t len;

    if (mode == ASSAY_LEX_TERM && peek(lx, 0) == '|' && peek(lx, 1) == '|')
        kind = ASSAY_TOKEN_OR;
    if (kind != ASSAY_TOKEN_END)
        return token(lx, kind, 2);
    if (single)
        return token(lx, single_kinds[single - single_signs], 1);
    len = assay_utf8_decode(lx->text + lx->at, lx->len - lx->at, &code);
    return bad(lx, ASSAY_PROBLEM_CHARACTER, len > 0 ? (uint32_t)len : 1);
}

static struct assay_token scan(struct assay_lexer *lx, enum assay_lexer_mode mode)
{
    char c = peek(lx, 0);
    bool expression = mode == ASSAY_LEX_EXPRESSION;

    if (assay_is_word_start(c))
        return name(lx, mode);
    if (c == '"' || c == '\'')
        return string(lx);
    if (c == '[' && expression)
        return set(lx);
    if (c == '%' && expression)
        return percent(lx);
    if (assay_is_digit(c))
        return integer(lx);
    return sign(lx, mode);
}

struct assay_token assay_lexer_next(struct assay_lexer *lx, enum assay_lexer_mode mode)
{
    struct assay_token t;

    if (!skip_blanks(lx)) {
        t = bad(lx, ASSAY_PROBLEM_UNTERMINATED, 2);
        lx->at = lx->len;
        return t;
    }
    if (lx->at >= lx->len)
        return (struct assay_token){.kind = ASSAY_TOKEN_END, .at = lx->end};
    t = scan(lx, mode);
    lx->line_start = false;
    return t;
}
