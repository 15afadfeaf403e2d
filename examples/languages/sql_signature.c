/* A program that puts a part of what it is given into a query. The types of get_hostname
 * keep out whatever is no address: built by assay cc, it stops before the query is made.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*@ language Host from host; */
typedef const char *Host;

/*@ language Url:
      start: scheme "://" host path;
      scheme: "http" | "https";
      path: ("/" [A-Za-z0-9._-]*)*; */
typedef const char *Url;

/* Stands for a database. */
static int db_execute(const char *query)
{
    return printf("executing %s\n", query) < 0;
}

static Host get_hostname(Url url)
{
    const char *start = strstr(url, "://") + 3;

    return strndup(start, strcspn(start, "/"));
}

static int save_hostname(const char *url)
{
    char query[512];

    snprintf(query, sizeof query, "INSERT INTO hosts VALUES ('%s')", get_hostname(url));
    return db_execute(query);
}

int main(int argc, char **argv)
{
    return argc == 2 ? save_hostname(argv[1]) : EXIT_FAILURE;
}
