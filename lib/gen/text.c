/*
 * Strings and byte buffers. What was chosen stays in the record; the property gets a copy
 * of its own, which it may write to.
 */
#include "base/utf8.h"
#include "choice/order.h"
#include "gen/ops.h"
#include <string.h>

/* ---- Strings */

static enum assay_status strings_draw(const struct assay_gen *gen, struct assay_test *t,
                                      void *ret_value)
{
    const char *chosen = NULL;
    uint32_t len = 0;
    char *copy;
    enum assay_status status;

    if (!gen->as.strings.alphabet)
        return ASSAY_BAD_USE;
    status = assay_choose_text(t, gen->as.strings.alphabet, gen->as.strings.min,
                               gen->as.strings.max, &chosen, &len);
    if (status)
        return status;
    copy = assay_test_new(t, (size_t)len + 1, 1);
    if (!copy)
        return ASSAY_NO_MEMORY;
    memcpy(copy, chosen, len);
    memcpy(ret_value, &copy, sizeof copy);
    return ASSAY_OK;
}

/* Whether all is in the alphabet, and how many code points that are. */
/*@ requires Alphabet(alphabet) && valid_read_string(text) && \valid(ret_count);
    assigns *ret_count;
    ensures \result ==> *ret_count <= strlen(text);
    ensures !\result ==> *ret_count == \old(*ret_count);

    behavior ascii:
      assumes \forall integer i; 0 <= i < strlen(text) ==> text[i] > 0;
      ensures \result <==>
        \forall integer i; 0 <= i < strlen(text) ==> Has(alphabet, text[i]);
      ensures \result ==> *ret_count == strlen(text);
*/
static bool is_written_in(const struct assay_alphabet *alphabet, const char *text,
                          size_t *ret_count)
{
    size_t len = strlen(text), count = 0, n;
    uint32_t code;

    for (size_t i = 0; i < len; i += n, count++) {
        n = assay_utf8_decode(text + i, len - i, &code);
        if (n == 0 || !assay_alphabet_has(alphabet, code))
            return false;
    }
    *ret_count = count;
    return true;
}

static enum assay_answer strings_contain(const struct assay_gen *gen, const void *value,
                                         struct assay_look *look)
{
    const char *text;
    size_t count;

    (void)look;
    memcpy(&text, value, sizeof text);
    if (!text || !gen->as.strings.alphabet ||
        !is_written_in(gen->as.strings.alphabet, text, &count))
        return ASSAY_NO;
    return count >= gen->as.strings.min && count <= gen->as.strings.max ? ASSAY_YES
                                                                        : ASSAY_NO;
}

static enum assay_status strings_count(const struct assay_gen *gen, uint64_t *ret_count)
{
    const struct assay_alphabet *alphabet = gen->as.strings.alphabet;
    uint64_t letters = 0;

    if (!alphabet)
        return ASSAY_BAD_USE;
    for (uint32_t i = 0; i < alphabet->count; i++)
        letters += (uint64_t)alphabet->ranges[i].hi - alphabet->ranges[i].lo + 1;
    if (letters == 0)
        return ASSAY_EMPTY_RANGE;
    return assay_count_sequences(letters, gen->as.strings.min, gen->as.strings.max,
                                 ret_count);
}

/* In C an array, not a literal: the code under test may write to its string. */
static bool strings_print(const struct assay_gen *gen, const void *value,
                          struct assay_printer *p)
{
    const char *text;
    bool writable;

    (void)gen;
    memcpy(&text, value, sizeof text);
    writable = p->style == ASSAY_STYLE_C && text;
    if (writable)
        assay_buf_puts(p->out, "(char[]){");
    assay_put_string(p, text);
    if (writable)
        assay_buf_putc(p->out, '}');
    return true;
}

const struct assay_gen_ops assay_gen_strings = {
    .name = "strings",
    .draw = strings_draw,
    .contains = strings_contain,
    .count = strings_count,
    .print = strings_print,
};

/* ---- Byte buffers */

static enum assay_status bytes_draw(const struct assay_gen *gen, struct assay_test *t,
                                    void *ret_value)
{
    const unsigned char *chosen = NULL;
    uint32_t len = 0;
    struct assay_bytes bytes;
    enum assay_status status =
        assay_choose_bytes(t, gen->as.strings.min, gen->as.strings.max, &chosen, &len);

    if (status)
        return status;
    bytes.at = assay_test_new(t, len, 1);
    bytes.len = len;
    if (!bytes.at)
        return ASSAY_NO_MEMORY;
    memcpy(bytes.at, chosen, len);
    memcpy(ret_value, &bytes, sizeof bytes);
    return ASSAY_OK;
}

/*@ requires \valid_read(gen) && \valid_read((struct assay_bytes *)value);
    assigns \nothing;
    ensures \result != ASSAY_UNKNOWN;
    ensures \result == ASSAY_YES <==> ((struct assay_bytes *)value)->at != \null &&
      gen->as.strings.min <= ((struct assay_bytes *)value)->len <= gen->as.strings.max;
*/
static enum assay_answer bytes_contain(const struct assay_gen *gen, const void *value,
                                       struct assay_look *look)
{
    const struct assay_bytes *bytes = value;

    (void)look;
    return bytes->at && bytes->len >= gen->as.strings.min &&
                   bytes->len <= gen->as.strings.max
               ? ASSAY_YES
               : ASSAY_NO;
}

static enum assay_status bytes_count(const struct assay_gen *gen, uint64_t *ret_count)
{
    return assay_count_sequences(256, gen->as.strings.min, gen->as.strings.max,
                                 ret_count);
}

static void put_hex(struct assay_printer *p, const struct assay_bytes *bytes,
                    const char *separator, const char *prefix)
{
    for (size_t i = 0; i < assay_put_limit(p, bytes->len); i++) {
        assay_buf_puts(p->out, i > 0 ? separator : "");
        assay_buf_printf(p->out, "%s%02x", prefix, bytes->at[i]);
    }
}

static bool bytes_print(const struct assay_gen *gen, const void *value,
                        struct assay_printer *p)
{
    const struct assay_bytes *bytes = value;

    (void)gen;
    if (!bytes->at)
        return false;
    if (p->style == ASSAY_STYLE_SHORT) {
        assay_buf_putc(p->out, '{');
        put_hex(p, bytes, " ", "0x");
        assay_put_rest(p, " ", bytes->len);
        assay_buf_putc(p->out, '}');
        return true;
    }
    if (bytes->len == 0) {
        assay_buf_puts(p->out, "(struct assay_bytes){(unsigned char[1]){0}, 0}");
        return true;
    }
    assay_buf_puts(p->out, "(struct assay_bytes){(unsigned char[]){");
    put_hex(p, bytes, ", ", "0x");
    assay_buf_printf(p->out, "}, %zu}", bytes->len);
    return true;
}

const struct assay_gen_ops assay_gen_bytes = {
    .name = "bytes",
    .compound = true,
    .draw = bytes_draw,
    .contains = bytes_contain,
    .count = bytes_count,
    .print = bytes_print,
};
