/* Broken: an address without a path has no '/' behind the host, and the host comes out
 * empty. The result's type, a host name, is all that has to be said to find it. */
#include <string.h>

/*@ language Host from host; */
typedef const char *Host;

/*@ language Url:
      start: scheme "://" host path;
      scheme: "http" | "https";
      path: ("/" [A-Za-z0-9._-]*)*; */
typedef const char *Url;

Host get_hostname(Url url)
{
    const char *start = strstr(url, "://") + 3;
    const char *end = strchr(start, '/');

    return strndup(start, end ? (size_t)(end - start) : 0);
}
