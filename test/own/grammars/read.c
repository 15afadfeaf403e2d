/*
 * Reads the texts on standard input, each ended by a NUL, and prints a line for each: the
 * code of its first error, or "ok". What is true of all texts is checked on the way.
 */
#include "read.h"
#include "base/buf.h"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    struct assay_buf text;
    int c;

    assay_buf_init(&text, NULL, 0);
    while ((c = getchar()) != EOF) {
        const char *error;
        char *copy;
        if (c != '\0') {
            assay_buf_putc(&text, (char)c);
            continue;
        }
        copy = malloc(text.len > 0 ? text.len : 1); /* for sanitizers */
        for (size_t i = 0; copy && i < text.len; i++)
            copy[i] = text.at[i];
        LLVMFuzzerTestOneInput((const unsigned char *)copy, text.len);
        error = first_error(copy, text.len);
        printf("%s\n", error ? error : "ok");
        free(copy);
        assay_buf_clear(&text);
    }
    assay_buf_done(&text);
    return 0;
}
