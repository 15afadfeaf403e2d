#include "base/shell.h"
#include "base/ascii.h"
#include <string.h>

static bool is_plain(struct assay_str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (!assay_is_word(word.at[i]) && !memchr("-+=./,:@%", word.at[i], 9))
            return false;
    return word.len > 0;
}

void assay_shell_word(struct assay_buf *out, struct assay_str word)
{
    if (is_plain(word)) {
        assay_buf_add(out, word.at, word.len);
        return;
    }
    assay_buf_putc(out, '\'');
    for (size_t i = 0; i < word.len; i++)
        if (word.at[i] == '\'')
            assay_buf_puts(out, "'\\''");
        else
            assay_buf_putc(out, word.at[i]);
    assay_buf_putc(out, '\'');
}
