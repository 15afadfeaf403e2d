#include <string.h>

/* Runs of slashes become one, and one at the end goes; in place. */
/*@
  requires \valid(s) && valid_read_string(s) && strlen(s) < 30;
  assigns s[0 .. strlen(s)];
  ensures strlen(s) <= \old(strlen(s));
  ensures \forall integer i; 0 <= i < strlen(s) - 1 ==> s[i] != '/' || s[i + 1] != '/';
  ensures strlen(s) > 1 ==> s[strlen(s) - 1] != '/';
*/
void path_normal(char *s)
{
    char *out = s;

    for (char *p = s; *p; p++)
        if (*p != '/' || out == s || out[-1] != '/')
            *out++ = *p;
    if (out - s > 1 && out[-1] == '/')
        out--;
    *out = '\0';
}

/*@
  requires valid_read_string(s) && \valid_read(s + (0 .. strlen(s)));
  assigns \nothing;
  ensures \result == \numof(0, strlen(s) - 1, \lambda integer i; s[i] == '/');
*/
size_t depth(const char *s)
{
    size_t n = 0;

    for (; *s; s++)
        n += *s == '/';
    return n;
}

/* The last slash, or the end. */
/*@
  requires valid_read_string(s);
  assigns \nothing;
  ensures \result \in s + (0 .. strlen(s));
  ensures \subset(\result, s + (0 .. strlen(s)));
  ensures *\result == '/' || *\result == '\0';
*/
const char *last(const char *s)
{
    const char *at = s + strlen(s);

    for (const char *p = s; *p; p++)
        if (*p == '/')
            at = p;
    return at;
}
