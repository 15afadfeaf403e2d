/* The program of sql_signature.c with one annotation only: the type of the query. Nothing
 * is known of the address; but only a query that inserts one host is ever executed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*@ language SafeSQL:
      start: "INSERT INTO hosts VALUES ('" host "')"; */
typedef const char *SafeSQL;

/* Stands for a database. */
static int db_execute(const char *query)
{
    return printf("executing %s\n", query) < 0;
}

static const char *get_hostname(const char *url)
{
    const char *start = strstr(url, "://") + 3;

    return strndup(start, strcspn(start, "/"));
}

static int save_hostname(const char *url)
{
    char text[512];
    SafeSQL query;

    snprintf(text, sizeof text, "INSERT INTO hosts VALUES ('%s')", get_hostname(url));
    query = text;
    return db_execute(query);
}

int main(int argc, char **argv)
{
    return argc == 2 ? save_hostname(argv[1]) : EXIT_FAILURE;
}
