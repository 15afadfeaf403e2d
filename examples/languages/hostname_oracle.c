/* The code of hostname_fixed.c with the right answer in its contract: the part of the
 * address that the grammar calls its host. */
#include <string.h>

/*@ language Host from host; */
typedef const char *Host;

/*@ language Url:
      start: scheme "://" host path;
      scheme: "http" | "https";
      path: ("/" [A-Za-z0-9._-]*)*; */
typedef const char *Url;

/*@ assigns \nothing;
    ensures \result == \select(url, Url, "..host"); */
Host get_hostname(Url url)
{
    const char *start = strstr(url, "://") + 3;

    return strndup(start, strcspn(start, "/"));
}
