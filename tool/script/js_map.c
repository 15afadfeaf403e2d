/*
 * Source maps, version 3: for each line of the module, where its pieces come from.
 * Columns are in units of UTF-16, as browsers count them.
 */
#include "base/json.h"
#include "script/js_parts.h"

/* ---- Places. */

/* The program; there are specifications, too. */
static uint32_t program_of(const Js *j)
{
    return j->script->reader.parser.tokens[0].span.source;
}

/* A place in a text, that only goes on. */
typedef struct {
    struct assay_str text;
    size_t at;
    int64_t line, column;
} Cursor;

static void advance(Cursor *c, size_t to)
{
    while (c->at < to && c->at < c->text.len) {
        unsigned char byte = (unsigned char)c->text.at[c->at++];
        if (byte == '\n') {
            c->line++;
            c->column = 0;
        } else if ((byte & 0xc0) != 0x80) { /* the first byte of a character */
            c->column += byte >= 0xf0 ? 2 : 1;
        }
    }
}

static int64_t column_of(const Diags *diags, Span span, int64_t line)
{
    uint32_t start;
    Cursor c = {.text = diag_line(diags, span.source, (uint32_t)line + 1, &start)};

    advance(&c, span.start - start);
    return c.column;
}

/* ---- Numbers in base 64, the sign in the lowest bit. */

static void put_number(struct assay_buf *out, int64_t n)
{
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint64_t rest = n < 0 ? (uint64_t)-n << 1 | 1 : (uint64_t)n << 1;

    do {
        unsigned digit = rest & 31;
        rest >>= 5;
        assay_buf_putc(out, digits[digit | (rest > 0 ? 32u : 0u)]);
    } while (rest > 0);
}

typedef struct {
    int64_t column, source_line, source_column;
} Last;

static void put_segment(struct assay_buf *out, Last *last, Last now)
{
    put_number(out, now.column - last->column);
    put_number(out, 0); /* the only source */
    put_number(out, now.source_line - last->source_line);
    put_number(out, now.source_column - last->source_column);
    *last = now;
}

static void put_mappings(const Js *j, const struct assay_buf *text, size_t shift,
                         struct assay_buf *out)
{
    Cursor c = {.text = {text->at, text->len}};
    Last last = {0, 0, 0};
    int64_t line = 0;
    bool first = true;
    uint32_t source = program_of(j);

    for (uint32_t i = 0; i < j->nmarks; i++) {
        const JsMark *m = &j->marks[i];
        Last now;
        if (m->span.source != source ||
            (i + 1 < j->nmarks && j->marks[i + 1].at == m->at))
            continue; /* of several marks at a place the innermost is taken */
        advance(&c, m->at + shift);
        for (; line < c.line; line++) {
            assay_buf_putc(out, ';');
            last.column = 0;
            first = true;
        }
        if (!first)
            assay_buf_putc(out, ',');
        first = false;
        now.column = c.column;
        now.source_line =
            (int64_t)diag_position(j->diags, source, m->span.start).line - 1;
        now.source_column = column_of(j->diags, m->span, now.source_line);
        put_segment(out, &last, now);
    }
}

void js_source_map(const Js *j, const struct assay_buf *text, size_t shift,
                   struct assay_buf *out)
{
    struct assay_json json;
    struct assay_buf mappings;
    Span all = {program_of(j), 0, UINT32_MAX};
    struct assay_str content = diag_text(j->diags, all);

    assay_buf_init(&mappings, j->arena->mem, JS_MAX);
    put_mappings(j, text, shift, &mappings);
    assay_json_init(&json, out);
    assay_json_object(&json, NULL);
    assay_json_uint(&json, "version", 3);
    assay_json_text(&json, "file", j->options->file);
    assay_json_array(&json, "sources");
    assay_json_text(&json, NULL, j->options->source);
    assay_json_array_end(&json);
    assay_json_array(&json, "sourcesContent");
    assay_json_bytes(&json, NULL, content.at, content.len);
    assay_json_array_end(&json);
    assay_json_array(&json, "names");
    assay_json_array_end(&json);
    assay_json_bytes(&json, "mappings", mappings.at, mappings.len);
    assay_json_object_end(&json);
    assay_buf_putc(out, '\n');
    if (mappings.status && !out->status)
        out->status = mappings.status;
    assay_buf_done(&mappings);
}
