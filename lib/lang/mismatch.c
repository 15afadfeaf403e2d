/*
 * Why a word is no sentence, as text: "expected one of , . E e } after '0'".
 *
 * What could be there is listed in the order of the bytes: characters as themselves,
 * three or more successive ones as a range (of digits, of letters of one case; four of
 * punctuation; all that are visible), blanks by name, other bytes as the notation has
 * them (%x80-BF). Where any character that is not ASCII fits, this is said rather than
 * its first bytes; where nearly all fit, the few that do not are listed.
 */
#include "base/ascii.h"
#include "base/buf.h"
#include <assay/lang.h>
#include <stdio.h>
#include <string.h>

#define MOST_ITEMS 12        /* of the list; then "..." */
#define MOST_MISSING 6       /* characters named in "any character except" */
#define BEFORE 8             /* bytes shown of the word before the offset */
#define SHOWN_TEXT 40        /* bytes shown of a part that breaks a constraint */
#define SHOWN_CONSTRAINT 200 /* bytes shown of the constraint */
#define ROOM 2048            /* more than all of it takes, each byte escaped */

/* Memory of fixed size, so that no allocator is needed: an allocation is all of it. */
struct fixed {
    char bytes[ROOM];
};

static void *resize_fixed(void *ctx, void *ptr, size_t old, size_t now)
{
    struct fixed *fixed = ctx;

    (void)ptr;
    (void)old;
    return now > 0 && now <= sizeof fixed->bytes ? fixed->bytes : NULL;
}

/* ---- Quoted texts */

/* Appends a text with the escapes of C, but without its quotes. */
static void put_escaped(struct assay_buf *b, const char *text, size_t len)
{
    size_t from = b->len;

    assay_buf_c_string(b, text, len);
    if (b->status)
        return;
    memmove(b->at + from, b->at + from + 1, b->len - from - 1);
    assay_buf_truncate(b, b->len - 2);
}

/* Appends a text for people, in which a quote " needs no backslash. */
static void put_text(struct assay_buf *b, const char *text, size_t len)
{
    while (len > 0) {
        const char *quote = memchr(text, '"', len);
        size_t plain = quote ? (size_t)(quote - text) : len;
        put_escaped(b, text, plain);
        if (quote)
            assay_buf_putc(b, '"');
        text += plain + (quote != NULL);
        len -= plain + (quote != NULL);
    }
}

static bool continues_character(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* Appends at most `max` bytes of a text, no part of a character, and whether that is all.
 */
static void put_cut(struct assay_buf *b, const char *text, size_t len, size_t max)
{
    size_t cut = len > max ? max : len;

    for (int i = 0; i < 3 && cut < len && continues_character(text[cut]); i++)
        cut--;
    put_text(b, text, cut);
    assay_buf_puts(b, cut < len ? "..." : "");
}

/* ---- What is expected */

struct item {
    unsigned first, last; /* bytes */
};

struct items {
    struct item at[MOST_ITEMS];
    size_t count; /* of all, listed or not */
    bool beyond_ascii;
};

static bool is_expected(const struct assay_mismatch *why, unsigned byte)
{
    return why->expected[byte / 8] >> (byte % 8) & 1;
}

/* The last byte of the kind that a byte is of: no range goes past it. */
/*@ requires byte <= 0xff;
    assigns \nothing;
    ensures byte <= \result <= 0xff;
    ensures 'a' <= byte <= 'z' <==> \result == 'z';
    ensures 'A' <= byte <= 'Z' <==> \result == 'Z';
    ensures '0' <= byte <= '9' <==> \result == '9';
    hyper last: idempotent byte;
*/
static unsigned last_of_kind(unsigned byte)
{
    static const unsigned char last[] = {0x1f, ' ', '/', '9',  '@', 'Z',
                                         '`',  'z', '~', 0x7f, 0xff};
    size_t i = 0;

    while (last[i] < byte)
        i++;
    return last[i];
}

static void add_item(struct items *items, unsigned first, unsigned last)
{
    if (items->count < MOST_ITEMS)
        items->at[items->count] = (struct item){first, last};
    items->count++;
}

static bool is_punctuation(unsigned byte)
{
    return byte > ' ' && byte < 0x7f && !(byte >= '0' && byte <= '9') &&
           !(byte >= 'A' && byte <= 'Z') && !(byte >= 'a' && byte <= 'z');
}

/* Whether successive bytes are shown as a range: --/ is harder to read than - . / */
static bool is_range(unsigned first, unsigned last)
{
    return last - first >= (is_punctuation(first) ? 3 : 2);
}

static bool is_all_expected(const struct assay_mismatch *why, unsigned first,
                            unsigned last)
{
    while (first <= last && is_expected(why, first))
        first++;
    return first > last;
}

static void add_run(struct items *items, unsigned first, unsigned last)
{
    if (first == 0xc2 && last == 0xf4) /* what UTF-8 begins with beyond ASCII */
        items->beyond_ascii = true;
    else if (is_range(first, last))
        add_item(items, first, last);
    else
        for (unsigned byte = first; byte <= last; byte++)
            add_item(items, byte, byte);
}

static void find_items(const struct assay_mismatch *why, struct items *items)
{
    *items = (struct items){.count = 0};
    for (unsigned byte = 0; byte < 256; byte++) {
        unsigned first = byte;
        if (!is_expected(why, byte))
            continue;
        if (first == '!' && is_all_expected(why, '!', '~'))
            byte = '~';
        while (byte < last_of_kind(first) && is_expected(why, byte + 1))
            byte++;
        add_run(items, first, byte);
    }
}

static bool is_visible(unsigned byte)
{
    return byte > ' ' && byte <= '~';
}

static void put_byte(struct assay_buf *b, unsigned byte)
{
    if (is_visible(byte))
        assay_buf_putc(b, (char)byte);
    else if (byte == ' ')
        assay_buf_puts(b, "space");
    else if (byte == '\t')
        assay_buf_puts(b, "tab");
    else if (byte == '\n' || byte == '\r')
        assay_buf_puts(b, byte == '\n' ? "\\n" : "\\r");
    else
        assay_buf_printf(b, "%%x%02X", byte);
}

static void put_item(struct assay_buf *b, struct item item)
{
    if (item.first == item.last)
        put_byte(b, item.first);
    else if (is_visible(item.first))
        assay_buf_printf(b, "%c-%c", (int)item.first, (int)item.last);
    else
        assay_buf_printf(b, "%%x%02X-%02X", item.first, item.last);
}

static void put_items(struct assay_buf *b, const struct items *items)
{
    if (items->count == 1 && items->at[0].first == items->at[0].last) {
        const char *quote = is_visible(items->at[0].first) ? "'" : "";
        assay_buf_puts(b, quote);
        put_byte(b, items->at[0].first);
        assay_buf_puts(b, quote);
        return;
    }
    assay_buf_puts(b, "one of");
    for (size_t i = 0; i < items->count && i < MOST_ITEMS; i++) {
        assay_buf_putc(b, ' ');
        put_item(b, items->at[i]);
    }
    assay_buf_puts(b, items->count > MOST_ITEMS ? " ..." : "");
}

/* What is not expected, of all ASCII characters or of all bytes. */
static struct assay_mismatch missing(const struct assay_mismatch *why, bool characters)
{
    struct assay_mismatch others = {.offset = why->offset};

    for (unsigned i = 0; i < (characters ? 16 : 32); i++)
        others.expected[i] = (unsigned char)~why->expected[i];
    return others;
}

/* "any character except tab \n", where that is shorter than `instead` items; false: it is
 * not. */
static bool put_all_but(struct assay_buf *b, const struct assay_mismatch *why,
                        bool characters, size_t instead)
{
    struct assay_mismatch others = missing(why, characters);
    struct items items;

    find_items(&others, &items);
    if (items.count > MOST_MISSING || items.count >= instead)
        return false;
    assay_buf_printf(b, "any %s", characters ? "character" : "byte");
    assay_buf_puts(b, items.count > 0 ? " except" : "");
    for (size_t i = 0; i < items.count; i++) {
        assay_buf_putc(b, ' ');
        put_item(b, items.at[i]);
    }
    return true;
}

static void put_expected(struct assay_buf *b, const struct assay_mismatch *why)
{
    struct items items;
    const char * or = "";

    find_items(why, &items);
    assay_buf_puts(b, "expected ");
    if (put_all_but(b, why, items.beyond_ascii, items.count)) {
        assay_buf_puts(b, why->end ? " or the end" : "");
        return;
    }
    if (items.count > 0) {
        put_items(b, &items);
        or = " or ";
    }
    if (items.beyond_ascii) {
        assay_buf_printf(b, "%sa non-ASCII character", or);
        or = " or ";
    }
    if (why->end)
        assay_buf_printf(b, "%sthe end", or);
    else if (!* or)
        assay_buf_puts(b, "nothing");
}

/* Whether a character may stand there, and what does is not the first byte of any. */
static bool begins_no_character(const struct assay_mismatch *why, unsigned char byte)
{
    return is_all_expected(why, 0xc2, 0xf4) && !is_expected(why, 0x80) && byte >= 0x80 &&
           !is_expected(why, byte);
}

/* ---- Where */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_of_word(char c)
{
    return assay_is_word(c) || (unsigned char)c >= 0x80;
}

/* Whether what is shown before the offset may begin one byte earlier than `from`. */
static bool goes_on(const char *text, size_t from, size_t offset)
{
    return from > 0 && offset - from < BEFORE && text[from - 1] != '\n';
}

/* Where the last word, or what else there is, begins before the offset in its line. */
static size_t last_word(const char *text, size_t offset)
{
    size_t from = offset;

    while (goes_on(text, from, offset) && is_blank(text[from - 1]))
        from--;
    if (goes_on(text, from, offset) && !is_of_word(text[from - 1]))
        return from - 1;
    while (goes_on(text, from, offset) && is_of_word(text[from - 1]))
        from--;
    if (offset - from == BEFORE)
        for (int i = 0; i < 3 && continues_character(text[from]); i++)
            from++;
    return from;
}

static void put_before(struct assay_buf *b, const char *text, size_t offset)
{
    size_t from = last_word(text, offset);

    if (offset == 0)
        return;
    if (from == offset) {
        assay_buf_puts(b, " at the start of the line");
        return;
    }
    assay_buf_puts(b, " after '");
    put_text(b, text + from, offset - from);
    assay_buf_putc(b, '\'');
}

int assay_mismatch_text(const struct assay_mismatch *why, const char *text, size_t len,
                        char *into, size_t size)
{
    struct fixed fixed;
    struct assay_alloc mem = {resize_fixed, &fixed};
    struct assay_buf b;

    assay_buf_init(&b, &mem, sizeof fixed.bytes - 1);
    if (why->constraint) {
        assay_buf_puts(&b, "constraint ");
        put_cut(&b, why->constraint, strlen(why->constraint), SHOWN_CONSTRAINT);
        assay_buf_puts(&b, " is false for '");
        put_cut(&b, text ? text + why->offset : "", why->until - why->offset, SHOWN_TEXT);
        assay_buf_putc(&b, '\'');
        assay_buf_puts(&b, why->because[0] ? ": " : "");
        assay_buf_puts(&b, why->because);
    } else {
        put_expected(&b, why);
        put_before(&b, text, why->offset);
        if (why->offset < len &&
            begins_no_character(why, (unsigned char)text[why->offset]))
            assay_buf_printf(&b, ", but %%x%02X begins no UTF-8",
                             (unsigned)(unsigned char)text[why->offset]);
        if (why->offset == len)
            assay_buf_puts(&b,
                           len > 0 ? ", but the word ends" : ", but the word is empty");
    }
    return snprintf(into, size, "%s", b.at);
}
