/* Strings with a type: one bug in each function but the last. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*@ language Host from host; */
typedef const char *Host;

/*@ language Url:
      start: scheme "://" Host path;
      scheme: "http" | "https";
      path: ("/" [a-z]*)*; */
typedef const char *Url;

/*@ language TeamName:
      start: char{1,20};
      char: [a-zA-Z0-9_ -]; */
typedef const char *TeamName;

/*@ type invariant bare_ends(TeamName t) = !\starts(t, "-") && !\ends(t, "-") &&
      !\starts(t, "_") && !\ends(t, "_") && !\starts(t, " ") && !\ends(t, " "); */

/*@ language Number: start: [1-9] [0-9]{0,3}; */
typedef const char *Number;

Host host_of(Url url)
{
    const char *start = strstr(url, "://") + 3;
    const char *end = strchr(start, '/');

    return strndup(start, end ? (size_t)(end - start) : 0);
}

/*@ assigns \nothing;
    ensures \result == 1;
*/
int is_team_name(TeamName name)
{
    for (int i = 0; name[i]; i++)
        if (strchr("-_ ", name[i]) && strchr("-_ ", name[i + 1]))
            return 0;
    return 1;
}

/*@ ensures \result == \length(\select(url, Url, ".scheme")) && \count(\select_all(url,
 * Url, "..path")) == 1;
 */
int scheme_length(Url url)
{
    return strncmp(url, "https:/", 6) == 0 ? 4 : 4;
}

/*@ assigns \nothing;
    ensures \result == \number(n);
*/
int value(Number n)
{
    return n[0] == '9' ? 9 : atoi(n);
}

static Number kept = "1";

void keep(const char *text)
{
    Number n;

    if (text && strlen(text) < 3) {
        n = text;
        kept = n;
    }
}

/*@ raise_if n < 0: returns -1, errno EINVAL;
    ensures n >= 0 ==> \result == n / 2;
*/
int half(int n)
{
    if (n < 0) {
        errno = n == -7 ? ERANGE : EINVAL;
        return -1;
    }
    return n / 2;
}

/*@ raise_if size == 0: exits 1;
 */
int checked(int size)
{
    if (size == 0)
        exit(2);
    return size;
}

/*@ config 300 runs, using text = Number, n = (1 .. 9);
    requires valid_read_string(text) && n >= 0;
    ensures \contains(text, "7") ==> \result == n;
*/
int seven(const char *text, int n)
{
    return strstr(text, "77") ? 0 : n;
}

/*@ ensures \text(\result, \length(\select(url, Url, "..Host"))) == \select(url, Url,
 * "..Host");
 */
const char *begin(Url url)
{
    return strchr(url, ':') + 3;
}
