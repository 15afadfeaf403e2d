#include "rle.h"
#include <stdio.h>
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Characters that would be read as something else have a backslash before them. */
static bool is_special(char c)
{
#ifdef FIXED
    return is_digit(c) || c == '\\';
#else
    (void)c;
    return false;
#endif
}

void rle_encode(const char *text, char *code)
{
    while (*text) {
        size_t run = 1;
        while (text[run] == *text)
            run++;
        if (run > 1)
            code += sprintf(code, "%zu", run);
        if (is_special(*text))
            *code++ = '\\';
        *code++ = *text;
        text += run;
    }
    *code = '\0';
}

bool rle_decode(const char *code, char *text, size_t room)
{
    while (*code) {
        size_t run = is_digit(*code) ? 0 : 1;
        for (; is_digit(*code); code++)
            if ((run = 10 * run + (size_t)(*code - '0')) >= room)
                return false;
#ifdef FIXED
        code += *code == '\\';
#endif
        if (!*code || run >= room)
            return false;
        memset(text, *code++, run);
        text += run;
        room -= run;
    }
    *text = '\0';
    return true;
}

bool rle_push(struct rle_stack *s, char what)
{
    if (s->used > 0 && s->runs[s->used - 1].what == what) {
        s->runs[s->used - 1].count++;
        return true;
    }
    if (s->used == RLE_RUNS)
        return false;
    s->runs[s->used].what = what;
    s->runs[s->used++].count = 1;
    return true;
}

char rle_top(const struct rle_stack *s)
{
    return s->used > 0 ? s->runs[s->used - 1].what : '\0';
}

void rle_pop(struct rle_stack *s)
{
    s->runs[s->used - 1].count--;
#ifdef FIXED
    if (s->runs[s->used - 1].count == 0)
        s->used--;
#endif
}
