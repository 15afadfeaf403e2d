/*
 * Primes: x' is x in the second run of a hyperproperty, x'' in the third.
 *
 * The lexer takes a quote for the begin of a character. One that stands directly behind a
 * name, a ')' or a ']' is a prime instead: the text is read in pieces, with the primes
 * between them. To find these, strings, characters and comments are skipped over.
 */
#include "acsl/parse.h"
#include "base/ascii.h"
#include <string.h>

static size_t skip_line(struct assay_str s, size_t at)
{
    while (at < s.len && s.at[at] != '\n')
        at++;
    return at;
}

static size_t skip_comment(struct assay_str s, size_t at)
{
    if (s.at[at + 1] == '/')
        return skip_line(s, at);
    for (at += 2; at + 1 < s.len; at++)
        if (s.at[at] == '*' && s.at[at + 1] == '/')
            return at + 2;
    return s.len;
}

/* To behind the second quote, or to the end of the line. */
static size_t skip_quoted(struct assay_str s, size_t at)
{
    char quote = s.at[at++];

    for (; at < s.len && s.at[at] != '\n'; at++) {
        if (s.at[at] == quote)
            return at + 1;
        if (s.at[at] == '\\' && at + 1 < s.len && s.at[at + 1] != '\n')
            at++;
    }
    return at;
}

/* Whether one character is between the quote here and the next. */
static bool is_character(struct assay_str s, size_t at)
{
    at++;
    if (at + 1 < s.len && s.at[at] == '\\') {
        for (at += 2; at < s.len && assay_is_word(s.at[at]);)
            at++;
    } else if (at < s.len && s.at[at] != '\'' && s.at[at] != '\n') {
        at++;
        while (at < s.len && ((unsigned char)s.at[at] & 0xc0) == 0x80)
            at++;
    } else {
        return false;
    }
    return at < s.len && s.at[at] == '\'';
}

/* L'a', u8'a' */
static bool is_encoded(struct assay_str s, size_t from, size_t quote)
{
    static const char *const all[] = {"L", "u", "U", "u8", NULL};
    struct assay_str word = {s.at + from, quote - from};

    for (const char *const *e = all; *e; e++)
        if (assay_str_equal(word, assay_str(*e)))
            return is_character(s, quote);
    return false;
}

/* To behind a name or number; whether primes may follow. */
static size_t skip_word(struct assay_str s, size_t at, bool *ret_primes)
{
    size_t from = at;
    bool name = assay_is_word_start(s.at[at]) || s.at[at] == '\\';

    for (at++; at < s.len && assay_is_word(s.at[at]);)
        at++;
    *ret_primes = name && !is_encoded(s, from, at);
    return at;
}

/* The first prime from a place on; the end if there is none. `after` says whether one may
 * stand at that place. */
static size_t find_prime(struct assay_str s, size_t at, bool after)
{
    while (at < s.len) {
        char c = s.at[at], next = at + 1 < s.len ? s.at[at + 1] : '\0';
        if (c == '\'' && after)
            return at;
        after = c == ')' || c == ']';
        if (c == '"' || c == '\'')
            at = skip_quoted(s, at);
        else if (c == '/' && (next == '/' || next == '*'))
            at = skip_comment(s, at);
        else if (assay_is_word(c) || (c == '\\' && assay_is_letter(next)))
            at = skip_word(s, at, &after);
        else
            at++;
    }
    return s.len;
}

/* ---- Pieces. */

typedef struct {
    Token *at;
    size_t count, cap;
} Pieces;

static bool add(Reader *r, Pieces *p, const Token *tokens, uint32_t count)
{
    size_t cap = 2 * (p->count + count) + 16;
    Token *at;

    if (count == 0)
        return true;
    if (p->count + count > p->cap) {
        at = acsl_new(r, cap, sizeof *at);
        if (!at)
            return false;
        if (p->count > 0)
            memcpy(at, p->at, p->count * sizeof *at);
        p->at = at;
        p->cap = cap;
    }
    memcpy(p->at + p->count, tokens, count * sizeof *tokens);
    p->count += count;
    return true;
}

static bool add_span(Reader *r, Pieces *p, Span span, bool last)
{
    uint32_t count = 0;
    const Token *tokens =
        lexer_read_span(r->unit->diags, span, &acsl_lex_rules, r->unit->arena, &count);

    r->no_memory |= !tokens;
    return tokens && add(r, p, tokens, last ? count : count - 1);
}

Token *acsl_lex_primes(Reader *r, Span span, uint32_t *ret_count)
{
    struct assay_str text = diag_text(r->unit->diags, span);
    size_t from = 0, at = find_prime(text, 0, false);
    Pieces p = {0};

    while (at < text.len) {
        uint32_t prime = span.start + (uint32_t)at;
        Token mark = {TOKEN_MARK, {span.source, prime, prime + 1}, assay_str("'")};
        if (!add_span(r, &p, (Span){span.source, span.start + (uint32_t)from, prime},
                      false) ||
            !add(r, &p, &mark, 1))
            return NULL;
        from = at + 1;
        at = find_prime(text, from, true);
    }
    span.start += (uint32_t)from;
    if (!add_span(r, &p, span, true))
        return NULL;
    *ret_count = (uint32_t)p.count;
    return p.at;
}
