/* The code of hostname.c that takes an address without a path, too. Whatever it returns
 * is a host name. Whether it is the right one, hostname_oracle.c says. */
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

    return strndup(start, strcspn(start, "/"));
}
