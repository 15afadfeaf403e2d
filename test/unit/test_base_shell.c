/*
 * Words for a shell, and what a shell makes of them.
 */
#include "base/shell.h"
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

static void check_word(const char *word, const char *expected)
{
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    assay_shell_word(&out, assay_str(word));
    CHECK_STR(out.at, expected);
    assay_buf_done(&out);
}

TEST(shell_words)
{
    check_word("", "''");
    check_word("a-Z_09+=./,:@%", "a-Z_09+=./,:@%");
    check_word("a b", "'a b'");
    check_word("~", "'~'");
    check_word("$x`y`\\\"*?&", "'$x`y`\\\"*?&'");
    check_word("it's", "'it'\\''s'");
    check_word("'", "''\\'''");
    check_word("\xc3\xa9\n", "'\xc3\xa9\n'");
}

/* Every byte but NUL, by itself and all together. */
TEST(shell_words_are_read_back)
{
    char all[256], got[256] = "";
    struct assay_buf command;
    size_t len;
    FILE *shell;

    for (int i = 0; i < 255; i++)
        all[i] = (char)(i + 1);
    all[255] = '\0';
    assay_buf_init(&command, NULL, 0);
    assay_buf_puts(&command, "LC_ALL=C; printf %s ");
    assay_shell_word(&command, assay_str(all));
    for (int i = 0; i < 255; i++) {
        assay_buf_puts(&command, i == 0 ? "; : " : " ");
        assay_shell_word(&command, (struct assay_str){all + i, 1});
    }
    shell = popen(command.at, "r");
    CHECK(shell != NULL);
    len = fread(got, 1, sizeof got, shell);
    CHECK_INT(pclose(shell), 0);
    CHECK_UINT(len, 255);
    CHECK_MEM(got, all, 255);
    assay_buf_done(&command);
}
