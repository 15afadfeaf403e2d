#include "cli/words.h"
#include "base/shell.h"
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
    assay_shell_word(out, assay_str(word));
}

/* ---- Flags among the arguments of a command. */

/* Whether a word is for the compiler, and how many words it is. */
static int compiler_words(const char *word, bool more)
{
    static const char *const starts[] = {"-I", "-D", "-U"};

    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (strncmp(word, starts[i], 2) == 0)
            return word[2] || !more ? 1 : 2;
    return strncmp(word, "-std=", 5) == 0 ? 1 : 0;
}

int words_take_flags(int argc, char **argv, const char **flags, uint32_t *ret_count)
{
    int kept = 1, i = 1;
    uint32_t count = 0;

    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
        int n = compiler_words(argv[i], i + 1 < argc);
        if (strncmp(argv[i], "--flag=", 7) == 0)
            flags[count++] = argv[i] + 7;
        else if (strcmp(argv[i], "--flag") == 0 && i + 1 < argc)
            flags[count++] = argv[++i];
        else if (n == 0)
            argv[kept++] = argv[i];
        for (int k = 0; k < n; k++)
            flags[count++] = argv[i + k];
        i += n > 0 ? n - 1 : 0;
    }
    for (i++; i < argc; i++)
        flags[count++] = argv[i];
    *ret_count = count;
    return kept;
}

void words_put_flags(const char *const *flags, uint32_t count, struct assay_buf *out)
{
    struct assay_buf word;

    assay_buf_init(&word, NULL, 0);
    for (uint32_t i = 0; i < count; i++) {
        int words = compiler_words(flags[i], i + 1 < count);
        assay_buf_clear(&word);
        assay_buf_printf(&word, "%s%s", words == 0 ? "--flag=" : "", flags[i]);
        assay_buf_putc(out, ' ');
        words_quote(word.at, out);
        if (words == 2) {
            assay_buf_putc(out, ' ');
            words_quote(flags[++i], out);
        }
    }
    assay_buf_done(&word);
}
