/*
 * Statements are put together from inside, without regard to where they will stand: their
 * lines are indented when all is there, by the braces around them.
 */
#include "emit/contract_parts.h"
#include <string.h>

typedef struct {
    int braces, parentheses; /* open ones */
    int hanging;             /* lines above that this one is the statement of */
} Indent;

/* Past a string or a character that begins here. */
static const char *quoted_end(const char *at, const char *end)
{
    char quote = *at++;

    while (at < end && *at != quote)
        at += *at == '\\' ? 2 : 1;
    return at + 1;
}

static void count(Indent *in, const char *at, const char *end)
{
    while (at < end) {
        if (*at == '"' || *at == '\'') {
            at = quoted_end(at, end);
            continue;
        }
        in->braces += (*at == '{') - (*at == '}');
        in->parentheses += (*at == '(') - (*at == ')');
        at++;
    }
}

static bool begins_with(const char *at, const char *end, const char *word)
{
    size_t len = strlen(word);

    return (size_t)(end - at) >= len && memcmp(at, word, len) == 0;
}

static bool ends_with(const char *at, const char *end, const char *word)
{
    size_t len = strlen(word);

    return (size_t)(end - at) >= len && memcmp(end - len, word, len) == 0;
}

/* A line without its end. What stands in parentheses keeps its place: it is the user's.
 */
static void add_line(Indent *in, const char *at, const char *end, struct assay_buf *out)
{
    const char *start = at;
    bool outside;

    while (at < end && *at == ' ')
        at++;
    while (end > at && end[-1] == ' ')
        end--;
    outside = begins_with(at, end, "}") || begins_with(at, end, "case ");
    if (in->parentheses > 0)
        at = start;
    else if (at < end && *at != '#')
        for (int i = in->braces - outside + in->hanging; i > 0; i--)
            assay_buf_puts(out, "    ");
    assay_buf_add(out, at, (size_t)(end - at));
    assay_buf_putc(out, '\n');
    count(in, at, end);
    if (in->braces > 0 && (ends_with(at, end, ")") || ends_with(at, end, "else")))
        in->hanging++;
    else
        in->hanging = 0;
}

void c_indented(const char *text, struct assay_buf *out)
{
    Indent in = {0};

    while (*text) {
        const char *end = strchrnul(text, '\n');
        add_line(&in, text, end, out);
        text = end + (*end == '\n');
    }
}
