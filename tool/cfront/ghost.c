/*
 * Ghost code is C in comments. It is opened: its marks become blanks, and the annotations
 * in it, which stand between slash-at and at-slash, become comments. The text keeps its
 * length and its lines.
 */
#include "base/ascii.h"
#include "cfront/code.h"
#include "cfront/parts.h"
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static void blank(char *text, uint32_t start, uint32_t end)
{
    for (uint32_t i = start; i < end; i++)
        if (text[i] != '\n')
            text[i] = ' ';
}

/* Behind the word that makes a comment ghost code; 0 when it is none. */
static uint32_t code_start(const char *text, const Comment *c)
{
    uint32_t at = c->start + 3;

    if (c->directive || c->end < at || text[at - 1] != '@')
        return 0;
    while (at < c->end && strchr(" \t\r\n@*", text[at]))
        at++;
    if (c->end - at < 6 || strncmp(text + at, "ghost", 5) != 0 ||
        assay_is_word(text[at + 5]))
        return 0;
    return at + 5;
}

static uint32_t code_end(const char *text, const Comment *c)
{
    uint32_t end = c->line ? c->end : c->end - 2;

    while (end > c->start && strchr(" \t\r\n@", text[end - 1]))
        end--;
    return end;
}

/* Whether all lines but the first begin with a star. */
static bool has_stars(const char *text, const Comment *c)
{
    uint32_t lines = 0, at = c->start;

    for (const char *end; (end = memchr(text + at, '\n', c->end - at)); lines++) {
        at = (uint32_t)(end - text) + 1;
        while (at < c->end && is_blank(text[at]))
            at++;
        if (at >= c->end || text[at] != '*')
            return false;
    }
    return lines > 0;
}

/* An annotation's first mark needs room for a star: of a blank beside it. */
static bool open_mark(char *text, uint32_t at)
{
    bool before = is_blank(text[at - 1]);

    if (!before && !is_blank(text[at + 2]))
        return false;
    memcpy(text + at - before, "/*@", 3);
    return true;
}

static bool open_comment(char *text, const Comment *c, uint32_t start)
{
    uint32_t end = code_end(text, c);
    bool stars = has_stars(text, c), fresh = false, fits = true;

    blank(text, c->start, start);
    for (uint32_t i = start; i < end; i++) {
        char next = i + 1 < end ? text[i + 1] : '\0';
        bool gap = is_blank(text[i]);
        if (text[i] == '@' && next == '/')
            text[i] = '*';
        else if (text[i] == '/' && next == '@' && i > start && text[i - 1] != '/')
            fits = open_mark(text, i) && fits;
        else if (fresh && (text[i] == '@' || (stars && text[i] == '*')))
            text[i] = ' ';
        else if (strncmp(text + i, "\\ghost", 6) == 0)
            blank(text, i, i + 6);
        fresh = text[i] == '\n' || (fresh && gap);
    }
    blank(text, end, c->end);
    return fits;
}

bool cfront_ghost_open(struct assay_arena *a, struct assay_str text, char **ret_opened)
{
    Code code;
    bool any = false;

    *ret_opened = assay_arena_text(a, text.at, text.len);
    if (!*ret_opened || !cfront_code_read(a, text, &code))
        return false;
    for (uint32_t i = 0; i < code.ncomments; i++) {
        uint32_t start = code_start(text.at, &code.comments[i]);
        if (start > 0 && !open_comment(*ret_opened, &code.comments[i], start))
            return false;
        any = any || start > 0;
    }
    return any;
}
