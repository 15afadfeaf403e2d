/*
 * What stands at the beginning of the lines of an annotation and is no ACSL.
 *
 * Stars: a comment may have one at the beginning of each line but the first, below that
 * of its opening mark. They are no multiplications, and are left out. Directives: the
 * preprocessor does not look into comments, so #ifdef, #ifndef, #if of a number or of
 * defined(NAME), #else and #endif are followed here; others are errors.
 */
#include "acsl/parse.h"
#include <string.h>

#define NESTED_MAX 32 /* conditions inside of each other */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* ---- Stars. */

/* Where the line begins that a place is in. */
static size_t line_start(struct assay_str text, size_t at)
{
    while (at > 0 && text.at[at - 1] != '\n')
        at--;
    return at;
}

/* Whether a line of a comment that ends at `end` begins with a star in that column, or
 * closes it. */
static bool is_starred(struct assay_str text, size_t line, size_t end, size_t column)
{
    size_t at = line;

    while (at < end && is_blank(text.at[at]))
        at++;
    if (end - at <= 3)
        return true; /* the closing mark, maybe with an at sign */
    return at == line + column && text.at[at] == '*' &&
           (is_blank(text.at[at + 1]) || strchr("\n@", text.at[at + 1]));
}

static bool all_starred(struct assay_str text, Span comment)
{
    size_t column = comment.start - line_start(text, comment.start) + 1;
    uint32_t lines = 0;

    for (size_t i = comment.start; i + 1 < comment.end; i++) {
        if (text.at[i] != '\n')
            continue;
        if (!is_starred(text, i + 1, comment.end, column))
            return false;
        lines++;
    }
    return lines > 1;
}

bool acsl_has_stars(const CUnit *unit, Span span)
{
    for (uint32_t i = 0; i < unit->nannotations; i++) {
        Span comment = unit->annotations[i].comment;
        if (comment.source == span.source && comment.start <= span.start &&
            span.start < comment.end)
            return all_starred(unit->diags->sources[span.source].text, comment);
    }
    return false;
}

/* ---- Lines. */

typedef struct {
    Reader *r;
    struct assay_str text; /* of the source */
    size_t from;           /* where the annotation begins in it */
    bool stars;
    bool taken[NESTED_MAX]; /* of the conditions around: what is read now, */
    bool over[NESTED_MAX];  /* and whether a branch was read before */
    Span open[NESTED_MAX];
    uint32_t depth;
} Lines;

/* Whether a token is the first of a line but for its star, the annotation's first line
 * aside. */
static bool is_first(const Lines *l, const Token *t)
{
    bool star = l->stars && l->text.at[t->span.start] != '*';
    size_t at = t->span.start;

    for (; at > l->from && l->text.at[at - 1] != '\n'; at--) {
        char c = l->text.at[at - 1];
        if (!is_blank(c) && c != '@' && !(c == '*' && star))
            return false;
        star = star && c != '*';
    }
    return at > l->from;
}

static bool is_mark(const Token *t, char mark)
{
    return t->kind == TOKEN_MARK && t->text.len == 1 && t->text.at[0] == mark;
}

static bool is_word(const Token *t, const char *word)
{
    return t->kind == TOKEN_NAME && assay_str_equal(t->text, assay_str(word));
}

/* The number of tokens on the line that begins with this one. */
static uint32_t on_line(const Lines *l, const Token *t)
{
    uint32_t n = 0;
    size_t at = t->span.start;

    while (t[n].kind != TOKEN_END) {
        for (; at < t[n].span.start; at++)
            if (l->text.at[at] == '\n')
                return n;
        n++;
    }
    return n;
}

/* ---- Conditions. */

static bool is_defined(const Lines *l, const Token *name)
{
    return cfront_macro(l->r->unit, name->text.at) != NULL;
}

/* defined X, defined(X), a number; each with a '!' before it. */
static bool plain_condition(const Lines *l, const Token *t, uint32_t n, bool *ret_true)
{
    bool negated = n > 0 && is_mark(t, '!');
    uint64_t value;

    t += negated;
    n -= negated;
    if (n == 1 && t->kind == TOKEN_INTEGER && assay_str_u64(t->text, &value))
        *ret_true = value != 0;
    else if (n == 2 && is_word(t, "defined") && t[1].kind == TOKEN_NAME)
        *ret_true = is_defined(l, &t[1]);
    else if (n == 4 && is_word(t, "defined") && is_mark(&t[1], '(') &&
             t[2].kind == TOKEN_NAME && is_mark(&t[3], ')'))
        *ret_true = is_defined(l, &t[2]);
    else
        return false;
    *ret_true ^= negated;
    return true;
}

static bool condition(const Lines *l, const Token *t, uint32_t n, bool *ret_true)
{
    if (is_word(&t[1], "if"))
        return plain_condition(l, t + 2, n - 2, ret_true);
    if (n != 3 || t[2].kind != TOKEN_NAME)
        return false;
    *ret_true = is_defined(l, &t[2]) == is_word(&t[1], "ifdef");
    return true;
}

static void wrong(Lines *l, Span span, const char *message, const char *help)
{
    Diagnostic *d = diag_report(l->r->unit->diags, DIAG_SYNTAX, span, "%s", message);

    if (d && help)
        diag_note(l->r->unit->diags, d, "help", "%s", help);
}

static void open_condition(Lines *l, const Token *t, uint32_t n)
{
    Span span = span_join(t->span, t[n - 1].span);
    bool taken = true;

    if (l->depth == NESTED_MAX) {
        wrong(l, span, "conditions are nested too deep", NULL);
        return;
    }
    if (!condition(l, t, n, &taken))
        wrong(l, span, "the preprocessor does not look into comments",
              "in one, only #ifdef NAME, #ifndef NAME and #if of a number or of "
              "defined(NAME) are known");
    l->taken[l->depth] = taken;
    l->over[l->depth] = false;
    l->open[l->depth++] = span;
}

/* The line of a directive, n tokens from its '#' on. */
static void directive(Lines *l, const Token *t, uint32_t n)
{
    Span span = n > 1 ? span_join(t->span, t[1].span) : t->span;
    uint32_t last = l->depth - 1;

    if (n > 1 &&
        (is_word(&t[1], "if") || is_word(&t[1], "ifdef") || is_word(&t[1], "ifndef"))) {
        open_condition(l, t, n);
    } else if (n > 1 && is_word(&t[1], "else") && l->depth > 0 && !l->over[last]) {
        l->taken[last] = !l->taken[last];
        l->over[last] = true;
    } else if (n > 1 && is_word(&t[1], "endif") && l->depth > 0) {
        l->depth--;
    } else if (n > 1 && (is_word(&t[1], "else") || is_word(&t[1], "endif"))) {
        wrong(l, span, "there is no #if for this in the comment", NULL);
    } else {
        wrong(l, span, "the preprocessor does not look into comments",
              "write the directive before the comment");
    }
}

static bool is_read(const Lines *l)
{
    for (uint32_t i = 0; i < l->depth; i++)
        if (!l->taken[i])
            return false;
    return true;
}

/* ---- The whole. */

uint32_t acsl_clear_lines(Reader *r, Span span, Token *tokens, uint32_t count)
{
    Lines l = {.r = r,
               .text = r->unit->diags->sources[span.source].text,
               .from = span.start,
               .stars = acsl_has_stars(r->unit, span)};
    uint32_t kept = 0;

    for (uint32_t i = 0; i + 1 < count; i++) {
        bool star = l.stars && is_mark(&tokens[i], '*');
        bool hash = is_mark(&tokens[i], '#');
        if ((star || hash) && is_first(&l, &tokens[i])) {
            uint32_t n = hash ? on_line(&l, &tokens[i]) : 1;
            if (hash)
                directive(&l, &tokens[i], n);
            i += n - 1;
        } else if (is_read(&l)) {
            tokens[kept++] = tokens[i];
        }
    }
    if (l.depth > 0)
        wrong(&l, l.open[l.depth - 1], "there is no #endif for this in the comment",
              NULL);
    tokens[kept++] = tokens[count - 1];
    return kept;
}
