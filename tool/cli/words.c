#include "cli/words.h"
#include <string.h>

void words_add(Words *w, const char *word)
{
    if (w->count + 1 < WORDS_MAX)
        w->at[w->count++] = word;
    w->at[w->count] = NULL;
}

void words_add_sanitizers(Words *w)
{
    words_add(w, "-fsanitize=address,undefined");
    words_add(w, "-fno-sanitize-recover=all");
    words_add(w, "-fno-sanitize=nonnull-attribute"); /* memset(NULL, 0, 0) harms nobody */
}

static bool ends_in(const char *word, const char *end)
{
    size_t len = strlen(word), n = strlen(end);

    return len > n && strcmp(word + len - n, end) == 0;
}

bool words_is_built(const char *word)
{
    const char *slash = strrchr(word, '/');

    return strncmp(word, "-l", 2) == 0 || ends_in(word, ".o") || ends_in(word, ".a") ||
           ends_in(word, ".so") || strstr(slash ? slash : word, ".so.");
}

bool words_is_for_linker(const char *word)
{
    if (word[0] == '-')
        return word[1] == 'l' || word[1] == 'L' || strncmp(word, "-Wl,", 4) == 0;
    return ends_in(word, ".c") || words_is_built(word);
}

void words_quote(const char *word, struct assay_buf *out)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_-+=./,:@%";

    if (*word && strspn(word, plain) == strlen(word)) {
        assay_buf_puts(out, word);
        return;
    }
    assay_buf_putc(out, '\'');
    for (; *word; word++)
        if (*word == '\'')
            assay_buf_puts(out, "'\\''");
        else
            assay_buf_putc(out, *word);
    assay_buf_putc(out, '\'');
}
