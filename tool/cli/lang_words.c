#include "cli/excerpt.h"
#include "cli/input.h"
#include "cli/lang.h"
#include <stdlib.h>
#include <string.h>

#define WORD_MAX ((size_t)1 << 30) /* bytes of a file of words */

struct assay_opt words_lines_option(bool *lines)
{
    return (struct assay_opt){
        .name = "lines",
        .letter = 'l',
        .type = ASSAY_OPT_FLAG,
        .into = lines,
        .help = "each line is a word, without its LF (a CR before it stays)",
    };
}

/* The next line, which begins at *at; false at the end. */
static bool next_line(const struct assay_buf *bytes, size_t *at, Word *word)
{
    const char *end;

    if (*at == bytes->len)
        return false;
    word->at = bytes->at + *at;
    end = memchr(word->at, '\n', bytes->len - *at);
    word->len = end ? (size_t)(end - word->at) : bytes->len - *at;
    word->line++;
    *at += word->len + (end != NULL);
    return true;
}

static int lines_each(const Console *console, const struct assay_buf *bytes, Word *word,
                      WordFn *each, void *ctx)
{
    int worst = COMMAND_HELD;
    size_t at = 0;

    while (!console->failed && next_line(bytes, &at, word)) {
        int code = each(ctx, word);

        worst = code > worst ? code : worst;
    }
    return worst;
}

/* Reads a file of words; false, said, when it cannot be read. */
static bool read_words(const Language *l, const char *path, struct assay_buf *bytes)
{
    enum assay_status status;

    if (l->from_input && strcmp(path, "-") == 0) {
        console_error(l->console, path, "the standard input is the grammar already");
        return false;
    }
    status = input_read(path, bytes);
    if (status)
        console_error(l->console, path, "cannot read: %s",
                      status == ASSAY_TOO_LARGE ? "more than 1 GiB"
                                                : assay_file_error(status));
    return status == ASSAY_OK;
}

int words_each(const Language *l, const char *path, bool lines, WordFn *each, void *ctx)
{
    Word word = {.path = path, .splittable = true};
    struct assay_buf bytes;
    int code = COMMAND_BAD_USE;

    assay_buf_init(&bytes, NULL, WORD_MAX);
    if (read_words(l, path, &bytes)) {
        word.at = bytes.at;
        word.len = bytes.len;
        code =
            lines ? lines_each(l->console, &bytes, &word, each, ctx) : each(ctx, &word);
    }
    assay_buf_done(&bytes);
    console_flush(l->console);
    return code;
}

void word_place(const Word *word, struct assay_buf *out)
{
    assay_buf_puts(out, word->path);
    if (word->line > 0)
        assay_buf_printf(out, ":%zu", word->line);
}

void word_reason(const Word *word, const struct assay_mismatch *why,
                 struct assay_buf *out)
{
    int len = assay_mismatch_text(why, word->at, word->len, NULL, 0);
    char *text = len >= 0 ? malloc((size_t)len + 1) : NULL;

    if (!text) {
        out->status = ASSAY_NO_MEMORY;
        return;
    }
    assay_mismatch_text(why, word->at, word->len, text, (size_t)len + 1);
    assay_buf_add(out, text, (size_t)len);
    free(text);
}

/* What to do about a word that could have ended at its line end, or NULL. */
static const char *line_end_help(const Word *word, const struct assay_mismatch *why)
{
    const char *rest = word->at + why->offset;
    size_t left = word->len - why->offset;
    bool cr = left > 0 && *rest == '\r';

    if (!why->end || why->constraint)
        return NULL;
    if (word->line > 0)
        return cr && left == 1 ? "the line ends in CR LF; the CR is part of the word"
                               : NULL;
    return word->splittable && left > cr && rest[cr] == '\n'
               ? "with --lines each line is a word, without its line end"
               : NULL;
}

void word_reject(const Word *word, const struct assay_mismatch *why,
                 struct assay_buf *out)
{
    const char *help = line_end_help(word, why);

    assay_buf_printf(out, "reject at byte %zu: ", why->offset);
    word_reason(word, why, out);
    assay_buf_putc(out, '\n');
    if (word->len > 0)
        excerpt_add(out, word->at, word->len, why->offset,
                    why->constraint ? why->until : why->offset);
    if (help)
        assay_buf_printf(out, "   help: %s\n", help);
}

int word_refused(const Word *word, enum assay_status status,
                 const struct assay_mismatch *why, Console *console)
{
    struct assay_buf place, text;

    assay_buf_init(&place, NULL, 0);
    assay_buf_init(&text, NULL, 0);
    word_place(word, &place);
    if (status == ASSAY_NO_MATCH)
        word_reject(word, why, &text);
    else
        assay_buf_printf(&text, "cannot decide: %s\n", assay_status_text(status));
    assay_buf_truncate(&text, text.len - (text.len > 0)); /* console_error() ends it */
    console_error(console, place.at, "%s", text.at);
    assay_buf_done(&place);
    assay_buf_done(&text);
    return status == ASSAY_NO_MATCH ? COMMAND_FINDING : COMMAND_BAD_USE;
}
