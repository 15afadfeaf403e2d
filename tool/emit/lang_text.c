/*
 * Pieces of C: identifiers, literals, comments, tables.
 */
#include "base/ascii.h"
#include "base/path.h"
#include "emit/lang.h"
#include "emit/lang_parts.h"
#include <ctype.h>
#include <string.h>

#define LINE_WIDTH 90
#define COMMENT_MAX 600 /* bytes of a rule that is told in a comment */

const char *emit_text(Emit *e, const char *format, ...)
{
    struct assay_buf text;
    const char *copy = NULL;
    va_list args;

    assay_buf_init(&text, e->arena.mem, 0);
    va_start(args, format);
    assay_buf_vprintf(&text, format, args);
    va_end(args);
    if (!text.status)
        copy = assay_arena_text(&e->arena, text.at, text.len);
    assay_buf_done(&text);
    e->failed |= !copy;
    return copy ? copy : "";
}

/* ---- Identifiers. */

static bool is_reserved(const char *word)
{
    static const char *const words[] = {
        "auto",    "break",  "case",   "char",     "const",  "continue", "default",
        "do",      "double", "else",   "enum",     "extern", "float",    "for",
        "goto",    "if",     "inline", "int",      "long",   "register", "restrict",
        "return",  "short",  "signed", "sizeof",   "static", "struct",   "switch",
        "typedef", "union",  "void",   "volatile", "while",  "main",     "unsigned",
    };

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

bool emit_lang_is_prefix(const char *text)
{
    if (!assay_is_word_start(text[0]) || is_reserved(text))
        return false;
    for (const char *c = text; *c; c++)
        if (!assay_is_word(*c))
            return false;
    return true;
}

/* A name as (a part of) an identifier: what cannot be in one becomes '_'. */
static char *identifier_of(Emit *e, const char *name, bool in_capitals)
{
    size_t len = strlen(name);
    char *text = assay_arena_text(&e->arena, name, len);

    e->failed |= !text;
    for (size_t i = 0; text && i < len; i++) {
        if (!assay_is_word(text[i]))
            text[i] = '_';
        else if (in_capitals && text[i] >= 'a' && text[i] <= 'z')
            text[i] = (char)(text[i] - 'a' + 'A');
    }
    return text;
}

const char *emit_name(Emit *e, const char *like)
{
    const char *name = like;
    uint64_t *used = assay_map_put(&e->names, name, strlen(name));

    for (unsigned n = 2; used && *used && !e->failed; n++) {
        name = emit_text(e, "%s_%u", like, n);
        used = assay_map_put(&e->names, name, strlen(name));
    }
    e->failed |= !used;
    if (used)
        *used = 1;
    return name;
}

/* The file's or the language's name: without folder and ending. */
static const char *prefix_of(Emit *e, const char *name)
{
    const char *base = assay_path_base(name);
    const char *dot = strrchr(base, '.');
    int len = (int)(dot && dot > base ? (size_t)(dot - base) : strlen(base));
    const char *prefix = identifier_of(
        e, emit_text(e, "%s%.*s", assay_is_word_start(base[0]) ? "" : "lang_", len, base),
        false);

    return prefix && is_reserved(prefix) ? emit_text(e, "%s_", prefix) : prefix;
}

/* The label of a part that is only named, which is called once. */
static const char *label_of(const struct assay_grammar *g, uint32_t rule)
{
    for (uint32_t i = 0; i < g->nsyms; i++)
        if (g->syms[i].rule == rule && g->syms[i].label != ASSAY_NONE)
            return g->names[g->syms[i].label];
    return "part";
}

/* Names that rules and sets cannot have: with what comes before them, they would be those
 * of other functions. */
static void reserve_names(Emit *e)
{
    static const char *const reserved[] = {"accepts", "generate", "set_word", "set_code"};

    for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++)
        emit_name(e, reserved[i]);
}

bool emit_names_init(Emit *e, const char *prefix)
{
    const struct assay_grammar *g = e->g;

    reserve_names(e);
    e->prefix = prefix ? prefix : prefix_of(e, assay_lang_name(e->lang));
    e->capitals = e->prefix ? identifier_of(e, e->prefix, true) : NULL;
    e->rule_names = assay_arena_new(&e->arena, g->nrules, sizeof *e->rule_names);
    e->failed |= !e->rule_names;
    for (uint32_t i = 0; i < g->nrules && !e->failed; i++) {
        uint32_t name = g->rules[i].name;
        const char *like =
            identifier_of(e, name != ASSAY_NONE ? g->names[name] : label_of(g, i), false);

        if (like)
            e->rule_names[i] = emit_name(e, like);
    }
    return !e->failed;
}

/* ---- Literals and comments. */

/* Where a literal is to be interrupted: before a question mark that follows another, for
 * C has trigraphs, after a line end, and where the line gets long. */
static size_t piece_length(const char *bytes, size_t len)
{
    size_t n = 1;

    while (n < len && n < 64 && !(bytes[n] == '?' && bytes[n - 1] == '?') &&
           bytes[n - 1] != '\n')
        n++;
    return n;
}

void emit_string(struct assay_buf *out, const char *bytes, size_t len, int indent)
{
    size_t n = len ? piece_length(bytes, len) : 0;

    assay_buf_c_string(out, bytes, n);
    for (size_t i = n; i < len; i += n) {
        n = piece_length(bytes + i, len - i);
        assay_buf_printf(out, "\n%*s", indent, "");
        assay_buf_c_string(out, bytes + i, n);
    }
}

void emit_char(struct assay_buf *out, unsigned char c)
{
    if (c == '\'' || c == '\\')
        assay_buf_printf(out, "'\\%c'", c);
    else if (c == '\n')
        assay_buf_puts(out, "'\\n'");
    else if (c == '\t')
        assay_buf_puts(out, "'\\t'");
    else if (c == '\r')
        assay_buf_puts(out, "'\\r'");
    else if (c >= ' ' && c <= '~')
        assay_buf_printf(out, "'%c'", c);
    else
        assay_buf_printf(out, "'\\%03o'", c);
}

void emit_comment(struct assay_buf *out, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        char before = i > 0 ? text[i - 1] : ' ';
        bool splits = (before == '*' && text[i] == '/') ||
                      (before == '/' && text[i] == '*') ||
                      (before == '?' && text[i] == '?');

        if (splits)
            assay_buf_putc(out, ' ');
        if (text[i] != '\r')
            assay_buf_putc(out, text[i]);
    }
}

void emit_wrapped(struct assay_buf *out, const char *text, size_t len)
{
    size_t column = 0;

    for (size_t i = 0, word; i < len; i += word) {
        const char *space = memchr(text + i + 1, ' ', len - i - 1);

        word = space ? (size_t)(space - (text + i)) : len - i;
        if (i > COMMENT_MAX) {
            assay_buf_puts(out, " ...");
            return;
        }
        if (column + word > LINE_WIDTH - 4 && text[i] == ' ') {
            assay_buf_puts(out, "\n *");
            column = 2;
        }
        emit_comment(out, text + i, word);
        column += word;
    }
}

/* ---- Lines. */

/* Where a line is best broken: behind the last comma, or before the last operator, that
 * is in its first `most` bytes and not in a literal; 0: nowhere. */
static size_t break_of(const char *text, size_t most)
{
    size_t found = 0;
    char quote = '\0';

    for (size_t i = 0; i < most && text[i]; i++) {
        if (quote && text[i] == '\\')
            i++;
        else if (quote)
            quote = text[i] == quote ? '\0' : quote;
        else if (text[i] == '"' || text[i] == '\'')
            quote = text[i];
        else if (text[i] == ' ' && i > 0 &&
                 (text[i - 1] == ',' || text[i - 1] == '=' ||
                  strchr("?:+&|", text[i + 1])))
            found = i;
    }
    return found;
}

void emit_line(struct assay_buf *out, int indent, const char *text)
{
    size_t most = LINE_WIDTH - (size_t)indent, cut;

    assay_buf_printf(out, "%*s", indent, "");
    for (; strlen(text) > most && !strchr(text, '\n'); text += cut + 1) {
        cut = break_of(text, most);
        if (cut == 0)
            break;
        assay_buf_add(out, text, cut);
        assay_buf_printf(out, "\n%*s", indent + 8, "");
        most = LINE_WIDTH - (size_t)indent - 8;
    }
    assay_buf_printf(out, "%s\n", text);
}

/* ---- Tables. */

const char *emit_type(uint64_t most)
{
    return most <= UINT8_MAX ? "uint8_t" : most <= UINT16_MAX ? "uint16_t" : "uint32_t";
}

void emit_row(struct assay_buf *out, const uint32_t *numbers, size_t count, int indent)
{
    size_t column = (size_t)indent;

    assay_buf_putc(out, '{');
    for (size_t i = 0; i < count; i++) {
        size_t before = out->len;

        assay_buf_printf(out, "%s%u", i > 0 ? ", " : "", (unsigned)numbers[i]);
        column += out->len - before;
        if (column > LINE_WIDTH - 14 && i + 1 < count) {
            assay_buf_printf(out, ",\n%*s%u", indent, "", (unsigned)numbers[++i]);
            column = (size_t)indent + 6;
        }
    }
    assay_buf_putc(out, '}');
}

void emit_numbers(struct assay_buf *out, const char *type, const char *name,
                  const uint32_t *numbers, size_t count)
{
    assay_buf_printf(out, "static const %s %s[%zu] = {\n    ", type, name, count);
    for (size_t i = 0, column = 4; i < count; i++) {
        size_t before = out->len;

        assay_buf_printf(out, "%u,", (unsigned)numbers[i]);
        column += out->len - before;
        if (i + 1 < count && column > LINE_WIDTH - 12) {
            assay_buf_puts(out, "\n    ");
            column = 4;
        } else if (i + 1 < count) {
            assay_buf_putc(out, ' ');
            column++;
        }
    }
    assay_buf_puts(out, "\n};\n");
}
