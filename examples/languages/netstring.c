/*
 * Reads words, each ended by a NUL, and prints those that it takes for netstrings of
 * printable text. It trusts its input more than it should.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef FIXED
static bool is_printable(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (text[i] < ' ' || text[i] > '~')
            return false;
    }
    return true;
}

static bool is_netstring(const char *word, size_t len)
{
    bool zero = word[0] == '0' && word[1] == ':';
    char *end;
    size_t length;

    if (!zero && (word[0] < '1' || word[0] > '9'))
        return false;
    length = strtoul(word, &end, 10);
    return *end == ':' && end + 1 + length + 1 == word + len && word[len - 1] == ',' &&
           is_printable(end + 1, length);
}
#else
static bool is_netstring(const char *word, size_t len)
{
    char *end;
    size_t length = strtoul(word, &end, 10), left = (size_t)(word + len - end);

    return *end == ':' && length < left && end[1 + length] == ',';
}
#endif

int main(void)
{
    char *word = NULL;
    size_t cap = 0;
    ssize_t len;

    while ((len = getdelim(&word, &cap, '\0', stdin)) > 0) {
        if (is_netstring(word, (size_t)len - 1))
            puts(word);
    }
    free(word);
    return 0;
}
