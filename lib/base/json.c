/*
 * The JSON writer, compact, as in RFC 8259.
 */
#include "base/json.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

void assay_json_init(struct assay_json *j, struct assay_buf *out)
{
    *j = (struct assay_json){.out = out};
}

/*@ requires Buf(out);
    ensures Writes{Old, Post}(out);
    ensures \let at = out->at + \old(out->len);
      \let n = out->len - \old(out->len);
      out->status == ASSAY_OK ==>
      (n == 1 ? *at == c && c != '"' && c != '\\' && !(0 <= c < 0x20)
       : n == 2 ? at[0] == '\\' && at[1] != 'a' && at[1] != 'v' && Escape(at[1]) == c
       : n == 6 && at[0] == '\\' && at[1] == 'u' && Number(at + 2, 4, 16) == c);
    behavior room:
      assumes out->status == ASSAY_OK && out->max - out->len >= 6;
      ensures out->status == ASSAY_OK || out->status == ASSAY_NO_MEMORY;
*/
static void write_escaped(struct assay_buf *out, char c)
{
    static const char bytes[] = "\b\f\n\r\t\\\"", letters[] = "bfnrt\\\"";
    const char *found = c ? strchr(bytes, c) : NULL;
    if (found)
        assay_buf_printf(out, "\\%c", letters[found - bytes]);
    else if ((unsigned char)c < 0x20)
        assay_buf_printf(out, "\\u%04x", (unsigned)c);
    else
        assay_buf_putc(out, c);
}

/*@ requires Buf(out) && \valid_read(at + (0 .. len - 1)) && Apart(out, at, len);
    ensures Writes{Old, Post}(out);
    ensures \let n = out->len - \old(out->len);
      out->status == ASSAY_OK ==> out->at[\old(out->len)] == '"' && n >= len + 2 &&
        \text(out->at + \old(out->len), n) \in JsonValue;
    behavior room:
      assumes out->status == ASSAY_OK && out->max - out->len >= 6 * len + 2;
      ensures out->status == ASSAY_OK || out->status == ASSAY_NO_MEMORY;
*/
static void write_string(struct assay_buf *out, const char *at, size_t len)
{
    assay_buf_putc(out, '"');
    for (size_t i = 0; i < len;) {
        uint32_t code;
        size_t n = assay_utf8_decode(at + i, len - i, &code);
        if (n == 0)
            assay_buf_puts(out, "\xef\xbf\xbd"); /* U+FFFD */
        else if (n == 1)
            write_escaped(out, at[i]);
        else
            assay_buf_add(out, at + i, n);
        i += n > 0 ? n : 1;
    }
    assay_buf_putc(out, '"');
}

/* Writes what comes before any value: the comma after the one before it, and the key. */
static void begin_value(struct assay_json *j, const char *key)
{
    if (j->need_comma)
        assay_buf_putc(j->out, ',');
    j->need_comma = true;
    if (key) {
        write_string(j->out, key, strlen(key));
        assay_buf_putc(j->out, ':');
    }
}

static void open_nest(struct assay_json *j, const char *key, char bracket)
{
    begin_value(j, key);
    assay_buf_putc(j->out, bracket);
    j->need_comma = false;
}

static void close_nest(struct assay_json *j, char bracket)
{
    assay_buf_putc(j->out, bracket);
    j->need_comma = true;
}

void assay_json_object(struct assay_json *j, const char *key)
{
    open_nest(j, key, '{');
}

void assay_json_object_end(struct assay_json *j)
{
    close_nest(j, '}');
}

void assay_json_array(struct assay_json *j, const char *key)
{
    open_nest(j, key, '[');
}

void assay_json_array_end(struct assay_json *j)
{
    close_nest(j, ']');
}

void assay_json_bytes(struct assay_json *j, const char *key, const char *at, size_t len)
{
    begin_value(j, key);
    write_string(j->out, at, len);
}

void assay_json_text(struct assay_json *j, const char *key, const char *text)
{
    assay_json_bytes(j, key, text, strlen(text));
}

void assay_json_uint(struct assay_json *j, const char *key, uint64_t value)
{
    begin_value(j, key);
    assay_buf_printf(j->out, "%" PRIu64, value);
}

void assay_json_int(struct assay_json *j, const char *key, int64_t value)
{
    begin_value(j, key);
    assay_buf_printf(j->out, "%" PRId64, value);
}

void assay_json_double(struct assay_json *j, const char *key, double value)
{
    begin_value(j, key);
    if (isfinite(value))
        assay_buf_double(j->out, value);
    else
        assay_buf_puts(j->out, "null");
}

void assay_json_bool(struct assay_json *j, const char *key, bool value)
{
    begin_value(j, key);
    assay_buf_puts(j->out, value ? "true" : "false");
}
