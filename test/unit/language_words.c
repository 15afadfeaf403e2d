#include "language_words.h"
#include "base/utf8.h"
#include "harness.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Words, in the form that test/data/languages/README.md defines. */

static void bad_line(const char *line)
{
    harness_fail(HARNESS_HERE, "not a word: %s", line);
}

/* A number in hexadecimal digits up to the byte `end`, or of `max` digits. */
static const char *decode_hex(const char *at, int max, uint32_t *ret_number)
{
    char digits[8] = "";
    int count = 0;

    while (count < max && strchr("0123456789abcdefABCDEF", at[count]) && at[count]) {
        digits[count] = at[count];
        count++;
    }
    if (count == 0)
        bad_line(at);
    *ret_number = (uint32_t)strtoul(digits, NULL, 16);
    return at + count;
}

static const char *decode_code_point(const char *at, struct assay_buf *out)
{
    char bytes[ASSAY_UTF8_MAX];
    uint32_t code = 0;

    if (*at != '{' || *(at = decode_hex(at + 1, 6, &code)) != '}')
        bad_line(at);
    assay_buf_add(out, bytes, assay_utf8_encode(code, bytes));
    return at + 1;
}

/* What follows a backslash. */
static const char *decode_escape(const char *at, struct assay_buf *out)
{
    static const char letters[] = "\\#nrt0s", bytes[] = "\\#\n\r\t\0 ";
    const char *letter = *at ? strchr(letters, *at) : NULL;
    uint32_t code = 0;

    if (letter) {
        assay_buf_putc(out, bytes[letter - letters]);
        return at + 1;
    }
    if (*at == 'e')
        return at + 1;
    if (*at == 'u')
        return decode_code_point(at + 1, out);
    if (*at != 'x')
        bad_line(at);
    at = decode_hex(at + 1, 2, &code);
    assay_buf_putc(out, (char)code);
    return at;
}

/* Decodes up to the byte `end`. */
static const char *decode_until(const char *at, char end, struct assay_buf *out)
{
    while (*at && *at != end) {
        if (*at == '\\')
            at = decode_escape(at + 1, out);
        else
            assay_buf_putc(out, *at++);
    }
    if (*at != end)
        bad_line(at);
    return at;
}

/* The N(TEXT) of a repetition. */
static const char *decode_repetition(const char *at, struct assay_buf *out)
{
    struct assay_buf text;
    char *open = NULL;
    unsigned long count = strtoul(at, &open, 10);

    if (*open != '(')
        bad_line(at);
    assay_buf_init(&text, NULL, 0);
    at = decode_until(open + 1, ')', &text);
    while (count-- > 0)
        assay_buf_add(out, text.at, text.len);
    assay_buf_done(&text);
    return at + 1;
}

void language_word_decode(const char *line, struct assay_buf *ret_word)
{
    const char *at = line;

    assay_buf_clear(ret_word);
    while (*at) {
        if (at[0] == '\\' && at[1] == '*')
            at = decode_repetition(at + 2, ret_word);
        else if (*at == '\\')
            at = decode_escape(at + 1, ret_word);
        else
            assay_buf_putc(ret_word, *at++);
    }
    CHECK_INT(ret_word->status, ASSAY_OK);
}

/* ---- Files. */

static FILE *open_words(const struct language_word *word)
{
    char path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s/languages/%s.%s", TEST_DATA, word->language,
             word->accept ? "accept" : "reject");
    file = fopen(path, "r");
    if (!file)
        harness_fail(HARNESS_HERE, "%s: %s", path, strerror(errno));
    return file;
}

static void visit_words(struct language_word word, language_word_fn *visit, void *ctx)
{
    FILE *file = open_words(&word);
    char *line = NULL;
    size_t cap = 0;
    struct assay_buf text;

    assay_buf_init(&text, NULL, 0);
    for (word.line = 1; getline(&line, &cap, file) > 0; word.line++) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '\0' || line[0] == '#')
            continue;
        language_word_decode(line, &text);
        word.at = text.at;
        word.len = text.len;
        visit(&word, ctx);
    }
    free(line);
    fclose(file);
    assay_buf_done(&text);
}

void language_words(const char *language, language_word_fn *visit, void *ctx)
{
    visit_words((struct language_word){.language = language, .accept = true}, visit, ctx);
    visit_words((struct language_word){.language = language}, visit, ctx);
}
