#include "text.h"
#include <stdlib.h>
#include <string.h>

void text_reverse(char *s)
{
    size_t n = strlen(s);
    for (size_t i = 0; i < n / 2; i++) {
        char c = s[i];
        s[i] = s[n - 1 - i];
        s[n - 1 - i] = c;
    }
}

char *text_join(const char *const *parts, size_t n, char sep)
{
    size_t t = 1;
    for (size_t i = 0; i < n; i++)
        t += strlen(parts[i]) + 1;
    char *r = calloc(t, 1);
    for (size_t i = 0; i < n; i++) {
        if (i) {
            size_t l = strlen(r);
            r[l] = sep;
        }
        strcat(r, parts[i]);
    }
    return r;
}

bool text_number(const char *s, int *o)
{
    int v = 0;
    if (!*s)
        return false;
    for (; *s; s++) {
        if (*s < '0' || *s > '9' || v > 1000)
            return false;
        v = v * 10 + *s - '0';
    }
    *o = v;
    return true;
}
