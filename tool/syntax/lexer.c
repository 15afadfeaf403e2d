/*
 * The lexer. A mark is the longest of the dialect's that fits. A slash begins a regular
 * expression where no operand is in front of it.
 */
#include "syntax/lexer.h"
#include "base/ascii.h"
#include "base/buf.h"
#include "base/utf8.h"
#include <stdio.h>
#include <string.h>

typedef struct {
    Diags *diags;
    const LexRules *rules;
    struct assay_arena *arena;
    struct assay_buf text; /* of a literal being read */
    const char *start, *at, *end;
    uint32_t source;
    const Span *place; /* of all tokens, or NULL */
    Token *tokens;
    size_t count, cap;
    bool no_memory;
} Lexer;

static Span span_from(const Lexer *l, const char *from)
{
    if (l->place)
        return *l->place;
    return (Span){l->source, (uint32_t)(from - l->start), (uint32_t)(l->at - l->start)};
}

/* ---- Tokens. */

static bool grow(Lexer *l)
{
    size_t cap = l->cap ? 2 * l->cap : 256;
    Token *tokens;

    if (l->count < l->cap)
        return true;
    tokens = assay_arena_new(l->arena, cap, sizeof *tokens);
    if (!tokens) {
        l->no_memory = true;
        return false;
    }
    if (l->count > 0)
        memcpy(tokens, l->tokens, l->count * sizeof *tokens);
    l->tokens = tokens;
    l->cap = cap;
    return true;
}

static void add(Lexer *l, TokenKind kind, const char *from, const char *bytes, size_t len)
{
    char *copy = assay_arena_text(l->arena, bytes, len);

    if (!copy || !grow(l)) {
        l->no_memory = true;
        return;
    }
    l->tokens[l->count++] = (Token){kind, span_from(l, from), {copy, len}};
}

static void add_as_written(Lexer *l, TokenKind kind, const char *from)
{
    add(l, kind, from, from, (size_t)(l->at - from));
}

/* Words that an operand follows, unless they are the name of a field: x.in */
static bool is_word_before_operand(const Lexer *l, const Token *t)
{
    static const char *const words[] = {"in", "where", "repof", "uriof", "if", NULL};

    if (t > l->tokens && t[-1].kind == TOKEN_MARK && t[-1].text.at[0] == '.')
        return false;
    for (const char *const *w = words; *w; w++)
        if (assay_str_equal(t->text, assay_str(*w)))
            return true;
    return false;
}

/* Whether what comes next is an operand's place: then a slash is no division. */
static bool wants_operand(const Lexer *l)
{
    const Token *last = l->count > 0 ? &l->tokens[l->count - 1] : NULL;

    if (!last)
        return true;
    if (last->kind == TOKEN_NAME)
        return is_word_before_operand(l, last);
    return last->kind == TOKEN_MARK && !strchr(")]}", last->text.at[0]);
}

/* ---- Characters. */

/* Names of fields are any language's: what is not ASCII is a letter, but in C. */
static bool begins_name(const Lexer *l, char c)
{
    return assay_is_word_start(c) || ((unsigned char)c >= 0x80 && !l->rules->c_words);
}

static int peek(const Lexer *l, size_t ahead)
{
    return (size_t)(l->end - l->at) > ahead ? (unsigned char)l->at[ahead] : -1;
}

/* The bytes of the character here, at least one. */
static size_t character(const Lexer *l)
{
    uint32_t code;
    size_t len = assay_utf8_decode(l->at, (size_t)(l->end - l->at), &code);

    return len > 0 ? len : 1;
}

/* In C: at signs, and ends of lines that are spliced. */
static bool is_c_blank(const Lexer *l)
{
    if (!l->rules->c_words)
        return false;
    return *l->at == '@' || *l->at == '\v' ||
           (*l->at == '\\' &&
            (peek(l, 1) == '\n' || (peek(l, 1) == '\r' && peek(l, 2) == '\n')));
}

static void skip_line_comment(Lexer *l)
{
    while (l->at < l->end && *l->at != '\n')
        l->at++;
}

static void skip_block_comment(Lexer *l)
{
    const char *from = l->at;
    Span open;

    l->at += 2;
    open = span_from(l, from);
    for (; l->at < l->end; l->at++)
        if (l->at[0] == '*' && peek(l, 1) == '/') {
            l->at += 2;
            return;
        }
    diag_report(l->diags, DIAG_UNTERMINATED, open, "this comment has no end");
}

static void skip_blanks(Lexer *l)
{
    while (l->at < l->end) {
        if ((strchr(" \t\r\n\f", *l->at) && *l->at) || is_c_blank(l))
            l->at++;
        else if (l->rules->line_comments && peek(l, 0) == '/' && peek(l, 1) == '/')
            skip_line_comment(l);
        else if (l->rules->block_comments && peek(l, 0) == '/' && peek(l, 1) == '*')
            skip_block_comment(l);
        else
            return;
    }
}

/* ---- Names and numbers. */

static void read_name(Lexer *l)
{
    const char *from = l->at;

    if (*l->at == '\\')
        l->at++;
    while (l->at < l->end && (begins_name(l, *l->at) || assay_is_digit(*l->at)))
        l->at++;
    add_as_written(l, TOKEN_NAME, from);
}

static void skip_digits(Lexer *l)
{
    while (l->at < l->end && assay_is_digit(*l->at))
        l->at++;
}

static bool has_exponent(const Lexer *l)
{
    size_t sign = peek(l, 1) == '-' || peek(l, 1) == '+';

    return (peek(l, 0) == 'e' || peek(l, 0) == 'E') && peek(l, 1 + sign) >= '0' &&
           peek(l, 1 + sign) <= '9';
}

static void read_number(Lexer *l)
{
    const char *from = l->at;
    TokenKind kind = TOKEN_INTEGER;

    skip_digits(l);
    if (peek(l, 0) == '.' && assay_is_digit((char)peek(l, 1))) {
        kind = TOKEN_NUMBER;
        l->at++;
        skip_digits(l);
    }
    if (has_exponent(l)) {
        kind = TOKEN_NUMBER;
        l->at += 2;
        skip_digits(l);
    }
    if (l->at < l->end && begins_name(l, *l->at)) {
        while (l->at < l->end && (begins_name(l, *l->at) || assay_is_digit(*l->at)))
            l->at++;
        diag_report(l->diags, DIAG_NUMBER, span_from(l, from),
                    "a number cannot go on with letters");
        kind = TOKEN_BAD;
    }
    add_as_written(l, kind, from);
}

/* A number of C with all its letters; what it is worth is found by who reads it. */
static void read_c_number(Lexer *l)
{
    const char *from = l->at;
    bool hex = *l->at == '0' && (peek(l, 1) == 'x' || peek(l, 1) == 'X');
    TokenKind kind = TOKEN_INTEGER;

    for (; l->at < l->end; l->at++) {
        bool exponent = strchr(hex ? "pP" : "eE", *l->at) && *l->at;
        if (*l->at == '.' && peek(l, 1) == '.')
            break;
        if (*l->at == '.' || exponent)
            kind = TOKEN_NUMBER;
        else if (!assay_is_digit(*l->at) && !begins_name(l, *l->at))
            break;
        if (exponent && (peek(l, 1) == '+' || peek(l, 1) == '-'))
            l->at++;
    }
    add_as_written(l, kind, from);
}

/* ---- Literals. */

static void put_code(Lexer *l, uint32_t code)
{
    char bytes[ASSAY_UTF8_MAX];

    assay_buf_add(&l->text, bytes, assay_utf8_encode(code, bytes));
}

/* The hexadecimal digits of \uXXXX. */
static bool read_hex(Lexer *l, uint32_t *ret_code)
{
    uint64_t code;

    if (l->end - l->at < 4 || !assay_str_hex((struct assay_str){l->at, 4}, &code))
        return false;
    l->at += 4;
    *ret_code = (uint32_t)code;
    return true;
}

/* A code point behind \u; two halves of a surrogate pair are one. */
static bool read_unicode(Lexer *l)
{
    uint32_t code, low;

    if (!read_hex(l, &code))
        return false;
    if (code >= 0xd800 && code < 0xdc00) {
        if (peek(l, 0) != '\\' || peek(l, 1) != 'u')
            return false;
        l->at += 2;
        if (!read_hex(l, &low) || low < 0xdc00 || low > 0xdfff)
            return false;
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    if (code >= 0xd800 && code <= 0xdfff)
        return false;
    put_code(l, code);
    return true;
}

/* The escape at a backslash, as in JSON. */
static void read_escape(Lexer *l)
{
    static const char letters[] = "nrtbf\"'\\/`", means[] = "\n\r\t\b\f\"'\\/`";
    const char *from = l->at++;
    const char *letter = l->at < l->end && *l->at ? strchr(letters, *l->at) : NULL;

    if (letter) {
        assay_buf_putc(&l->text, means[letter - letters]);
        l->at++;
        return;
    }
    if (peek(l, 0) == 'u') {
        l->at++;
        if (read_unicode(l))
            return;
    } else if (l->at < l->end && *l->at != '\n') {
        l->at += character(l);
    }
    diag_report(
        l->diags, DIAG_ESCAPE, span_from(l, from),
        "no such escape; there are \\n \\r \\t \\b \\f \\\" \\\\ \\/ and \\uXXXX");
}

/* Up to three octal digits, or all hexadecimal ones behind \x; only a byte is kept. */
static void read_code(Lexer *l)
{
    bool hex = *l->at == 'x';
    const char *from = l->at += hex;
    uint64_t code = 0;

    if (hex) {
        while (l->at < l->end && strchr("0123456789abcdefABCDEF", *l->at) && *l->at)
            l->at++;
        if (l->at - from > 2)
            from = l->at - 2;
        assay_str_hex((struct assay_str){from, (size_t)(l->at - from)}, &code);
    } else {
        for (int i = 0; i < 3 && peek(l, 0) >= '0' && peek(l, 0) <= '7'; i++)
            code = code * 8 + (uint64_t)(*l->at++ - '0');
    }
    assay_buf_putc(&l->text, (char)(code & 0xff));
}

/* The escape at a backslash, as in C. */
static void read_c_escape(Lexer *l)
{
    static const char letters[] = "nrtbfav\"'\\?", means[] = "\n\r\t\b\f\a\v\"'\\?";
    const char *from = l->at++;
    const char *letter = l->at < l->end && *l->at ? strchr(letters, *l->at) : NULL;

    if (letter) {
        assay_buf_putc(&l->text, means[letter - letters]);
        l->at++;
        return;
    }
    if ((peek(l, 0) >= '0' && peek(l, 0) <= '7') || peek(l, 0) == 'x') {
        read_code(l);
        return;
    }
    if (l->at < l->end && *l->at != '\n')
        l->at += character(l);
    diag_report(l->diags, DIAG_ESCAPE, span_from(l, from),
                "no such escape; there are those of C, such as \\n and \\x41");
}

/* What is between two quotes, on one line. False, reported, without the second. */
static bool read_quoted(Lexer *l, char quote, const char *what)
{
    const char *from = l->at++;

    assay_buf_clear(&l->text);
    while (l->at < l->end && *l->at != '\n') {
        if (*l->at == quote) {
            l->at++;
            return true;
        }
        if (*l->at == '\\' && l->rules->c_words)
            read_c_escape(l);
        else if (*l->at == '\\')
            read_escape(l);
        else
            assay_buf_putc(&l->text, *l->at++);
    }
    diag_report(l->diags, DIAG_UNTERMINATED, span_from(l, from),
                "this %s has no end on its line", what);
    return false;
}

static void read_literal(Lexer *l, char quote)
{
    const char *from = l->at;
    bool string = quote == '"';
    bool good = read_quoted(l, quote, string ? "string" : "URI template");

    add(l, good ? (string ? TOKEN_STRING : TOKEN_TEMPLATE) : TOKEN_BAD, from, l->text.at,
        l->text.len);
}

/* 'a' is the number of its character. */
static void read_c_character(Lexer *l)
{
    const char *from = l->at;
    char number[16];
    bool good = read_quoted(l, '\'', "character");

    if (good && l->text.len == 1) {
        int len = snprintf(number, sizeof number, "%d", (signed char)l->text.at[0]);
        add(l, TOKEN_INTEGER, from, number, (size_t)len);
        return;
    }
    if (good)
        diag_report(l->diags, DIAG_CHARACTER, span_from(l, from),
                    "one character stands between these quotes");
    add_as_written(l, TOKEN_BAD, from);
}

/* Escapes stay: they are the regular expression's. A slash in a class needs none. */
static void read_regexp(Lexer *l)
{
    const char *from = l->at++;
    bool in_class = false;

    while (l->at < l->end && *l->at != '\n' && (in_class || *l->at != '/')) {
        if (*l->at == '\\' && l->end - l->at > 1 && l->at[1] != '\n')
            l->at++;
        else if (*l->at == '[' || *l->at == ']')
            in_class = *l->at == '[';
        l->at += character(l);
    }
    if (peek(l, 0) == '/') {
        l->at++;
        add(l, TOKEN_REGEXP, from, from + 1, (size_t)(l->at - from) - 2);
        return;
    }
    diag_report(l->diags, DIAG_UNTERMINATED, span_from(l, from),
                "this regular expression has no end on its line");
    add_as_written(l, TOKEN_BAD, from);
}

/* ---- Marks. */

static size_t longest_mark(const Lexer *l)
{
    size_t best = 0;

    for (const char *const *mark = l->rules->marks; *mark; mark++) {
        size_t len = strlen(*mark);
        if (len > best && (size_t)(l->end - l->at) >= len &&
            memcmp(l->at, *mark, len) == 0)
            best = len;
    }
    return best;
}

static void read_mark(Lexer *l)
{
    const char *from = l->at;
    size_t len = longest_mark(l);

    if (len > 0) {
        l->at += len;
        add_as_written(l, TOKEN_MARK, from);
        return;
    }
    l->at += character(l);
    diag_report(l->diags, DIAG_CHARACTER, span_from(l, from),
                "this character means nothing here");
    add_as_written(l, TOKEN_BAD, from);
}

/* L, u, U or u8 in front of a quote says nothing that is kept. */
static void skip_encoding(Lexer *l)
{
    size_t len = peek(l, 0) == 'u' && peek(l, 1) == '8' ? 2 : 1;

    if (strchr("LuU", *l->at) && *l->at && (peek(l, len) == '\'' || peek(l, len) == '"'))
        l->at += len;
}

static void read_token(Lexer *l)
{
    char c;

    if (l->rules->c_words)
        skip_encoding(l);
    c = *l->at;
    if (begins_name(l, c) || (c == '\\' && l->rules->backslash_names &&
                              l->end - l->at > 1 && begins_name(l, l->at[1])))
        read_name(l);
    else if (l->rules->c_words &&
             (assay_is_digit(c) || (c == '.' && assay_is_digit((char)peek(l, 1)))))
        read_c_number(l);
    else if (l->rules->c_words && c == '\'')
        read_c_character(l);
    else if (assay_is_digit(c))
        read_number(l);
    else if (c == '"')
        read_literal(l, c);
    else if (l->rules->templates && (c == '\'' || c == '`'))
        read_literal(l, c);
    else if (l->rules->regexps && c == '/' && wants_operand(l))
        read_regexp(l);
    else
        read_mark(l);
}

/* ---- The whole. */

/* The first byte that is no UTF-8; the length if there is none. */
static size_t first_bad_byte(struct assay_str text)
{
    uint32_t code;
    size_t at = 0, len;

    while (at < text.len) {
        len = assay_utf8_decode(text.at + at, text.len - at, &code);
        if (len == 0)
            break;
        at += len;
    }
    return at;
}

/* False: the text is not to be read at all. */
static bool check_text(const Lexer *l, struct assay_str text)
{
    uint32_t from = (uint32_t)(text.at - l->start);
    Span span = {l->source, from, from};
    size_t bad;

    if (text.len > LEXER_TEXT_MAX) {
        diag_report(l->diags, DIAG_TOO_LONG, l->place ? *l->place : span,
                    "the file has %zu bytes; at most %u are read", text.len,
                    LEXER_TEXT_MAX);
        return false;
    }
    bad = first_bad_byte(text);
    if (bad == text.len)
        return true;
    span.start += (uint32_t)bad;
    span.end = span.start + 1;
    diag_report(l->diags, DIAG_UTF8, l->place ? *l->place : span,
                "byte 0x%02x is not UTF-8 here", (unsigned char)text.at[bad]);
    return false;
}

static Token *read_all(Lexer *l, struct assay_str text, uint32_t *ret_count)
{
    l->at = text.at;
    l->end = text.at + (check_text(l, text) ? text.len : 0);
    assay_buf_init(&l->text, NULL, LEXER_TEXT_MAX);
    for (skip_blanks(l); l->at < l->end && !l->no_memory; skip_blanks(l))
        read_token(l);
    add(l, TOKEN_END, l->at, "", 0);
    l->no_memory |= l->text.status != ASSAY_OK;
    assay_buf_done(&l->text);
    *ret_count = (uint32_t)l->count;
    return l->no_memory ? NULL : l->tokens;
}

Token *lexer_read(Diags *diags, uint32_t source, const LexRules *rules,
                  struct assay_arena *arena, uint32_t *ret_count)
{
    return lexer_read_span(diags, (Span){source, 0, UINT32_MAX}, rules, arena, ret_count);
}

Token *lexer_read_span(Diags *diags, Span span, const LexRules *rules,
                       struct assay_arena *arena, uint32_t *ret_count)
{
    struct assay_str text = diag_text(diags, span);
    Lexer l = {.diags = diags, .rules = rules, .arena = arena, .source = span.source};

    l.start = diag_text(diags, (Span){span.source, 0, UINT32_MAX}).at;
    return read_all(&l, text, ret_count);
}

Token *lexer_read_text(Diags *diags, struct assay_str text, Span span,
                       const LexRules *rules, struct assay_arena *arena,
                       uint32_t *ret_count)
{
    Lexer l = {.diags = diags, .rules = rules, .arena = arena, .source = span.source};

    l.start = text.at;
    l.place = &span;
    return read_all(&l, text, ret_count);
}
