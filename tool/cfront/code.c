/*
 * A scanner that knows as much of C as is needed to tell comments, literals, directives
 * and the rest apart. A backslash before a line end joins lines in literals, directives
 * and line comments, but not inside of a comment's mark.
 */
#include "cfront/code.h"
#include <ctype.h>
#include <string.h>

typedef struct {
    struct assay_str text;
    Code *code;
    uint32_t cap; /* of the comments; 0: they are only counted */
    uint32_t at;
    bool directive, fresh; /* in one; nothing on the line yet */
} Scanner;

static bool looking_at(const Scanner *s, const char *what)
{
    struct assay_str rest = {s->text.at + s->at, s->text.len - s->at};
    return assay_str_starts(rest, what);
}

static void blank(const Code *c, uint32_t start, uint32_t end)
{
    for (uint32_t i = start; i < end; i++)
        if (c->at[i] != '\n')
            c->at[i] = ' ';
}

/* How long the line end at `at` is that a backslash stands before; 0: there is none. */
static uint32_t splice(const Scanner *s, uint32_t at)
{
    const char *t = s->text.at + at;
    size_t left = s->text.len - at;
    if (left > 1 && t[0] == '\\' && t[1] == '\n')
        return 2;
    return left > 2 && t[0] == '\\' && t[1] == '\r' && t[2] == '\n' ? 3 : 0;
}

static uint32_t line_comment_end(const Scanner *s)
{
    uint32_t i = s->at;
    while (i < s->text.len && s->text.at[i] != '\n')
        i += splice(s, i) ? splice(s, i) : 1;
    if (i > s->at && i < s->text.len && s->text.at[i - 1] == '\r')
        i--;
    return i;
}

static uint32_t block_comment_end(const Scanner *s)
{
    size_t from = s->at + 2;
    const char *end = memmem(s->text.at + from, s->text.len - from, "*/", 2);
    return end ? (uint32_t)(end - s->text.at) + 2 : (uint32_t)s->text.len;
}

static void read_comment(Scanner *s, bool line)
{
    uint32_t end = line ? line_comment_end(s) : block_comment_end(s);
    if (s->cap > 0) {
        s->code->comments[s->code->ncomments] =
            (Comment){s->at, end, line, s->directive, false};
        blank(s->code, s->at, end);
    }
    s->code->ncomments++;
    s->at = end;
}

/* A string or a character; one without its end stops with the line. */
static void read_literal(Scanner *s)
{
    uint32_t start = s->at;
    char quote = s->text.at[s->at++];
    while (s->at < s->text.len && s->text.at[s->at] != quote &&
           s->text.at[s->at] != '\n') {
        uint32_t joined = splice(s, s->at);
        bool escape = s->text.at[s->at] == '\\' && s->at + 1 < s->text.len;
        s->at += joined ? joined : escape ? 2 : 1;
    }
    if (s->cap > 0 && s->directive)
        blank(s->code, start, s->at);
    else if (s->cap > 0)
        memset(s->code->at + start + 1, 'x', s->at - start - 1);
    if (s->at < s->text.len && s->text.at[s->at] == quote && s->cap > 0 && s->directive)
        blank(s->code, s->at, s->at + 1);
    if (s->at < s->text.len && s->text.at[s->at] == quote)
        s->at++;
    s->fresh = false;
}

/* One byte that is neither in a comment nor in a literal. */
static void read_byte(Scanner *s)
{
    char c = s->text.at[s->at];
    uint32_t joined = splice(s, s->at);
    if (c == '\n') {
        s->directive = false;
        s->fresh = true;
    } else if (c == '#' && s->fresh) {
        s->directive = true;
    }
    if (!isspace((unsigned char)c) && joined == 0)
        s->fresh = false;
    if (s->cap > 0 && (s->directive || joined > 0))
        blank(s->code, s->at, s->at + (joined ? joined : 1));
    s->at += joined ? joined : 1;
}

static void scan(Scanner *s)
{
    s->code->ncomments = s->at = 0;
    s->directive = false;
    s->fresh = true;
    while (s->at < s->text.len) {
        char c = s->text.at[s->at];
        if (looking_at(s, "//") || looking_at(s, "/*")) {
            read_comment(s, s->text.at[s->at + 1] == '/');
        } else if (c == '"' || c == '\'') {
            read_literal(s);
        } else {
            read_byte(s);
        }
    }
}

bool cfront_code_read(struct assay_arena *a, struct assay_str text, Code *ret_code)
{
    Scanner s = {.text = text, .code = ret_code};
    *ret_code = (Code){.len = (uint32_t)text.len};
    if (text.len > CODE_MAX)
        return false;
    ret_code->at = assay_arena_text(a, text.at, text.len);
    if (!ret_code->at)
        return false;
    scan(&s);
    s.cap = ret_code->ncomments + 1;
    ret_code->comments = assay_arena_new(a, s.cap, sizeof(Comment));
    if (!ret_code->comments)
        return false;
    scan(&s);
    return true;
}

void cfront_code_skip(const Code *c, uint32_t start, uint32_t end)
{
    end = end < c->len ? end : c->len;
    blank(c, start, end);
    for (uint32_t i = 0; i < c->ncomments; i++)
        if (c->comments[i].start >= start && c->comments[i].start < end)
            c->comments[i].skipped = true;
}

/* ---- Finding one's way. */

uint32_t cfront_code_next(const Code *c, uint32_t at)
{
    while (at < c->len && isspace((unsigned char)c->at[at]))
        at++;
    return at < c->len ? at : c->len;
}

uint32_t cfront_code_before(const Code *c, uint32_t at)
{
    while (at > 0 && isspace((unsigned char)c->at[at - 1]))
        at--;
    return at;
}

uint32_t cfront_code_close(const Code *c, uint32_t at)
{
    uint32_t depth = 0;
    for (; at < c->len; at++) {
        char b = c->at[at];
        if (b == '(' || b == '[' || b == '{')
            depth++;
        else if ((b == ')' || b == ']' || b == '}') && --depth == 0)
            return at + 1;
    }
    return c->len;
}

uint32_t cfront_code_find(const Code *c, uint32_t at, const char *marks)
{
    while (at < c->len) {
        char b = c->at[at];
        if (b != '\0' && (strchr(marks, b) || strchr(")]}", b)))
            return at;
        at = b != '\0' && strchr("([{", b) ? cfront_code_close(c, at) : at + 1;
    }
    return c->len;
}

static bool is_word_byte(char b)
{
    return isalnum((unsigned char)b) || b == '_' || b == '$' || (unsigned char)b >= 0x80;
}

uint32_t cfront_code_word(const Code *c, uint32_t at)
{
    while (at < c->len && is_word_byte(c->at[at]))
        at++;
    return at;
}

bool cfront_code_has_word(const Code *c, uint32_t at, const char *word)
{
    size_t len = strlen(word);
    return at < c->len && cfront_code_word(c, at) - at == len &&
           memcmp(c->at + at, word, len) == 0;
}
