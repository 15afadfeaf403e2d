/*
 * Saying what texts are, and why one is no sentence:
 *
 *     \result = "-a.org"
 *                ^ Host expects a letter or digit at byte 0, not '-'
 *
 * Of a long text the two ends are shown, and what is around the byte in question.
 */
#include "base/ascii.h"
#include "contract/language.h"
#include "contract/says.h"
#include "contract/text.h"
#include <string.h>

#define SHOWN 100 /* bytes of a text that is shown as a whole */
#define EDGE 24   /* bytes on either side that are shown of others */
#define NOWHERE SIZE_MAX
#define COLUMN_MAX 500     /* that a caret is put in */
#define CONSTRAINT_MAX 200 /* bytes shown of a constraint */

static struct assay_buf fixed(char *room, size_t size)
{
    room[0] = '\0';
    return (struct assay_buf){.at = room, .cap = size, .max = size - 1};
}

/* ---- Values */

struct piece {
    size_t from, to;
};

/* The start of the character that a byte is in. */
static size_t to_character(struct assay_text a, size_t at)
{
    for (int i = 0;
         i < 3 && at > 0 && at < a.len && ((unsigned char)a.at[at] & 0xc0) == 0x80; i++)
        at--;
    return at;
}

/* Adds a piece behind others. Pieces that are near each other become one. */
static unsigned add_piece(struct piece *pieces, unsigned count, struct piece p)
{
    if (count > 0 && p.from <= pieces[count - 1].to + 5) {
        if (p.to > pieces[count - 1].to)
            pieces[count - 1].to = p.to;
        return count;
    }
    pieces[count] = p;
    return count + 1;
}

static unsigned find_pieces(struct assay_text a, size_t byte, struct piece pieces[3])
{
    unsigned count;

    pieces[0] = (struct piece){0, a.len};
    if (a.len <= SHOWN)
        return 1;
    pieces[0].to = to_character(a, EDGE);
    count = 1;
    if (byte != NOWHERE)
        count = add_piece(
            pieces, count,
            (struct piece){to_character(a, byte > EDGE ? byte - EDGE : 0),
                           to_character(a, byte < a.len - EDGE ? byte + EDGE : a.len)});
    return add_piece(pieces, count, (struct piece){to_character(a, a.len - EDGE), a.len});
}

/* Columns that a text takes. */
static size_t width(const char *text)
{
    size_t columns = 0;

    for (; *text; text++)
        columns += ((unsigned char)*text & 0xc0) != 0x80;
    return columns;
}

static size_t column_of(struct assay_buf *out, const char *from, size_t len,
                        const char *line)
{
    size_t mark = out->len, column;

    assay_buf_c_string(out, from, len);
    column = width(line) - 1; /* the quote */
    assay_buf_truncate(out, mark);
    return column;
}

/* Returns the column, in the line, that the byte is in. */
static size_t put_text(struct assay_buf *out, struct assay_text a, size_t byte,
                       const char *line)
{
    struct piece pieces[3];
    unsigned count = find_pieces(a, byte, pieces);
    size_t column = 0;

    for (unsigned i = 0; i < count; i++) {
        const struct piece *p = &pieces[i];
        assay_buf_puts(out, i > 0 ? " ... " : "");
        if (byte >= p->from && byte <= p->to)
            column = column_of(out, a.at + p->from, byte - p->from, line);
        assay_buf_c_string(out, a.at + p->from, p->to - p->from);
    }
    if (count > 1)
        assay_buf_printf(out, " (%zu bytes)", (size_t)a.len);
    return column;
}

static void put_none(struct assay_buf *out)
{
    struct assay_no_text none = assay_text_why_none();
    size_t shown = none.count < SHOWN ? none.count : SHOWN;

    if (none.why == ASSAY_NONE_NULL) {
        assay_buf_puts(out, "NULL");
    } else if (none.why == ASSAY_NONE_ENDLESS) {
        assay_buf_c_string(out, none.at, shown);
        assay_buf_puts(out,
                       shown < none.count ? " ..., without a NUL" : ", without a NUL");
    } else if (none.why == ASSAY_NONE_UNREADABLE) {
        assay_buf_printf(out, "%p", (const void *)none.at);
    } else {
        assay_buf_puts(out, "none");
    }
}

void assay_say_text(struct assay_says *s, const char *term, struct assay_text a)
{
    struct assay_buf out;

    if (!assay_says_line(s, term, &out))
        return;
    if (a.at)
        put_text(&out, a, NOWHERE, s->text + s->len);
    else
        put_none(&out);
    assay_says_done(s, &out);
}

/* ---- Reasons */

static bool is_expected(const struct assay_mismatch *why, int byte)
{
    return why->expected[byte / 8] >> (byte % 8) & 1;
}

/* The name of just these bytes; NULL if there is none. */
static const char *name_of_set(const struct assay_mismatch *why)
{
    static const char *const names[] = {"", "a digit", "a letter", "a letter or digit"};
    bool digits = is_expected(why, '0'), letters = is_expected(why, 'a');

    for (int c = 0; c < 256; c++) {
        bool digit = assay_is_digit((char)c), letter = assay_is_letter((char)c);
        if (is_expected(why, c) != ((digit && digits) || (letter && letters)))
            return NULL;
    }
    return digits || letters ? names[digits + 2 * letters] : NULL;
}

/* As the library says it of a word without a place in it. */
static void put_expected(struct assay_buf *out, const struct assay_mismatch *why)
{
    static const char expected[] = "expected ";
    const char *name = name_of_set(why);
    struct assay_mismatch only = *why;
    char text[600];

    if (name) {
        assay_buf_printf(out, "%s%s", name, why->end ? " or the end" : "");
        return;
    }
    only.offset = 0;
    assay_mismatch_text(&only, "", 1, text, sizeof text);
    assay_buf_puts(out, strncmp(text, expected, sizeof expected - 1) == 0
                            ? text + sizeof expected - 1
                            : text);
}

/* Whether any character beyond ASCII would do, and the byte begins none. */
static bool begins_no_character(const struct assay_mismatch *why, unsigned byte)
{
    return byte >= 0x80 && !is_expected(why, (int)byte) && is_expected(why, 0xc2) &&
           is_expected(why, 0xf4);
}

static void put_found(struct assay_buf *out, struct assay_text a,
                      const struct assay_mismatch *why)
{
    size_t offset = why->offset;
    unsigned byte;

    if (offset >= a.len) {
        assay_buf_puts(out, a.len > 0 ? ", but it ends" : ", but it is empty");
        return;
    }
    byte = (unsigned char)a.at[offset];
    if (byte > ' ' && byte <= '~')
        assay_buf_printf(out, ", not '%c'", (int)byte);
    else if (byte == ' ')
        assay_buf_puts(out, ", not a space");
    else
        assay_buf_printf(out, ", not the byte 0x%02x%s", byte,
                         begins_no_character(why, byte) ? ", which begins no UTF-8" : "");
}

static void put_constraint(struct assay_buf *out, const struct assay_mismatch *why)
{
    size_t len = strlen(why->constraint);
    bool cut = len > CONSTRAINT_MAX;

    assay_buf_printf(out, ": the constraint `%.*s%s` is false of ",
                     cut ? CONSTRAINT_MAX : (int)len, why->constraint, cut ? "..." : "");
    if (why->until <= why->offset)
        assay_buf_printf(out, "nothing, at byte %zu", why->offset);
    else if (why->until == why->offset + 1)
        assay_buf_printf(out, "byte %zu", why->offset);
    else
        assay_buf_printf(out, "bytes %zu to %zu", why->offset, why->until - 1);
}

static void put_reason(struct assay_buf *out, const char *name, struct assay_text a,
                       const struct assay_mismatch *why)
{
    assay_buf_puts(out, name);
    if (why->constraint) {
        put_constraint(out, why);
        return;
    }
    assay_buf_puts(out, " expects ");
    put_expected(out, why);
    assay_buf_printf(out, " at byte %zu", why->offset);
    put_found(out, a, why);
}

static void put_reason_of_none(struct assay_buf *out, const char *name)
{
    struct assay_no_text none = assay_text_why_none();

    switch (none.why) {
    case ASSAY_NONE_NULL:
        assay_buf_printf(out, "%s expects a string, not NULL", name);
        break;
    case ASSAY_NONE_UNREADABLE:
        assay_buf_printf(out, "%s expects a string, which cannot be read there", name);
        break;
    case ASSAY_NONE_ENDLESS:
        assay_buf_printf(out, "%s expects a string, not terminated within its %zu bytes",
                         name, (size_t)none.count);
        break;
    case ASSAY_NONE_SELECTED:
        assay_buf_printf(out, "%s expects a text, but %zu are selected", name,
                         (size_t)none.count);
        break;
    case ASSAY_NONE_DERIVED:
        assay_buf_printf(out, "%s expects a text, but it is a part of no sentence", name);
        break;
    }
}

static void say_none(struct assay_says *s, const char *term, const char *name)
{
    char line[400];
    struct assay_buf out = fixed(line, sizeof line);

    assay_say_text(s, term, (struct assay_text){NULL, 0});
    put_reason_of_none(&out, name);
    assay_say(s, line);
}

/* The reason stands behind a caret under the byte, where the value is said right above.
 */
static void say_mismatch(struct assay_says *s, const char *term, const char *name,
                         struct assay_text a, const struct assay_mismatch *why)
{
    char line[1200];
    struct assay_buf out, value;
    size_t column = 0;
    bool said = assay_says_line(s, term, &value);

    if (said) {
        column = put_text(&value, a, why->offset, s->text + s->len);
        assay_says_done(s, &value);
    }
    out = fixed(line, sizeof line);
    if (said && !s->cut && column < COLUMN_MAX)
        assay_buf_printf(&out, "%*s^ ", (int)column, "");
    put_reason(&out, name, a, why);
    assay_say(s, line);
}

void assay_say_language(struct assay_says *s, const char *term,
                        struct assay_language *language, struct assay_text a)
{
    const struct assay_lang *lang = a.at ? assay_language_get(language) : NULL;
    struct assay_mismatch why;

    if (!a.at)
        say_none(s, term, language->name);
    else if (lang && assay_lang_match(lang, a.at, a.len, &why) == ASSAY_NO_MATCH)
        say_mismatch(s, term, language->name, a, &why);
    else
        assay_say_text(s, term, a);
}
