/*
 * Names, literals and comments of HeadREST from what a document has.
 */
#include "base/ascii.h"
#include "base/utf8.h"
#include "rest/import_parts.h"
#include "term/read.h"
#include <assay/languages.h>
#include <string.h>

#define NAME_MAX_BYTES 80
#define LITERAL_MAX 65536 /* bytes */
#define LITERAL_DEPTH 16

/* ---- Names. */

static bool is_reserved(struct assay_str name)
{
    static const char *const own[] = {"type",    "resource", "var",  "specification",
                                      "request", "response", "root", NULL};
    Reader headrest = {.own = &read_headrest};

    for (const char *const *word = own; *word; word++)
        if (assay_str_equal(name, assay_str(*word)))
            return true;
    for (const char *const *word = assay_language_names(); *word; word++)
        if (assay_str_equal(name, assay_str(*word)))
            return true;
    return read_is_word(name) || read_is_basic_type(&headrest, name);
}

/* The letters and digits that a name keeps; what is between them is _. */
static void put_word(struct assay_str wanted, struct assay_buf *out)
{
    if (wanted.len == 0 || assay_is_digit(wanted.at[0]))
        assay_buf_putc(out, 'T');
    for (size_t i = 0; i < wanted.len && out->len < NAME_MAX_BYTES; i++) {
        bool word = assay_is_word(wanted.at[i]);
        bool gap = !word && i > 0 && !assay_is_word(wanted.at[i - 1]);
        if (!gap)
            assay_buf_putc(out, word ? wanted.at[i] : '_');
    }
    if (is_reserved((struct assay_str){out->at, out->len}))
        assay_buf_puts(out, "Type");
}

const char *import_new_name(Import *im, struct assay_str wanted)
{
    struct assay_buf b;
    uint64_t *taken;
    size_t len;
    const char *name;

    assay_buf_init(&b, im->arena->mem, 0);
    put_word(wanted, &b);
    len = b.len;
    taken = assay_map_put(&im->names, b.at, b.len);
    for (uint32_t n = 2; taken && *taken; n++) {
        assay_buf_truncate(&b, len);
        assay_buf_printf(&b, "_%u", n);
        taken = assay_map_put(&im->names, b.at, b.len);
    }
    name = taken && !b.status ? assay_arena_text(im->arena, b.at, b.len) : NULL;
    if (taken)
        *taken = 1;
    assay_buf_done(&b);
    im->no_memory |= !name;
    return name ? name : "";
}

static bool is_word(struct assay_str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (!assay_is_word(s.at[i]) || (i == 0 && assay_is_digit(s.at[i])))
            return false;
    return s.len > 0;
}

bool import_can_be_field(struct assay_str name)
{
    return memchr(name.at, '\0', name.len) == NULL;
}

/* A value as HeadREST writes it. */
static const char *print(Import *im, const Value *v)
{
    struct assay_buf b;
    const char *text;

    assay_buf_init(&b, im->arena->mem, LITERAL_MAX);
    value_print(v, &b);
    im->no_memory |= b.status == ASSAY_NO_MEMORY;
    text = b.status ? NULL : assay_arena_text(im->arena, b.at, b.len);
    im->no_memory |= !b.status && !text;
    assay_buf_done(&b);
    return text;
}

const char *import_field_name(Import *im, struct assay_str name)
{
    const Value string = {.kind = VALUE_STRING, .as.string = name};
    const char *text = is_word(name) ? assay_arena_text(im->arena, name.at, name.len)
                                     : print(im, &string);

    im->no_memory |= !text && is_word(name);
    if (!text)
        import_fault(im, "#", "the name of a field has more than %d bytes", LITERAL_MAX);
    return text ? text : "_";
}

static bool has_good_names(const Value *v)
{
    for (uint32_t i = 0; v->kind == VALUE_ARRAY && i < v->as.array.count; i++)
        if (!has_good_names(v->as.array.items[i]))
            return false;
    for (uint32_t i = 0; v->kind == VALUE_OBJECT && i < v->as.object.count; i++)
        if (!import_can_be_field(v->as.object.members[i].name) ||
            !has_good_names(v->as.object.members[i].value))
            return false;
    return true;
}

const char *import_literal(Import *im, Node n)
{
    const char *text = n.value->depth <= LITERAL_DEPTH ? print(im, n.value) : NULL;

    if (text && has_good_names(n.value))
        return text;
    import_leave(im, n.at, "a value that is too large, or has a field with U+0000");
    return NULL;
}

/* ---- Comments. */

#define COMMENT_COLUMNS 90

/* How many bytes of a text are its first line. */
static size_t first_line(struct assay_str s)
{
    size_t n = 0;

    while (n < s.len && s.at[n] != '\n' && s.at[n] != '\r')
        n++;
    return n;
}

static void put_comment_text(struct assay_str s, size_t column, struct assay_buf *out)
{
    size_t blank = out->len, start = out->len;
    uint32_t code;

    for (size_t i = 0, n; i < s.len; i += n, column++) {
        n = assay_utf8_decode(s.at + i, s.len - i, &code);
        if (column >= COMMENT_COLUMNS - 4) { /* cut between words if there are some */
            assay_buf_truncate(out, blank > start ? blank : out->len);
            assay_buf_puts(out, " ...");
            return;
        }
        if (s.at[i] == ' ')
            blank = out->len;
        if (n == 0 || code < ' ' || code == 0x7f) {
            n = n == 0 ? 1 : n;
            assay_buf_putc(out, ' ');
        } else {
            assay_buf_add(out, s.at + i, n);
        }
    }
}

void import_comment(struct assay_str text, const char *before, struct assay_buf *out)
{
    while (text.len > 0 && strchr(" \t\r\n", text.at[0]) && text.at[0] != '\0')
        text = (struct assay_str){text.at + 1, text.len - 1};
    text.len = first_line(text);
    while (text.len > 0 && text.at[text.len - 1] == ' ')
        text.len--;
    if (text.len == 0 && !*before)
        return;
    assay_buf_printf(out, "// %s", before);
    put_comment_text(text, 3 + strlen(before), out);
    assay_buf_putc(out, '\n');
}
