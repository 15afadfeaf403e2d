#include "texts.h"
#include <stdlib.h>
#include <string.h>

struct names {
    int count;
    char at[200][64];
};

struct names *names_new(void)
{
    return calloc(1, sizeof(struct names));
}
void names_add(struct names *n, const char *name)
{
    strncpy(n->at[n->count++], name, 63);
}
void names_free(struct names *n)
{
    free(n);
}

/* The caller's. */
char *names_first(const struct names *n)
{
    return n->count ? strdup(n->at[0]) : NULL;
}

/* Still the library's. */
char *names_last(const struct names *n)
{
    return n->count ? ((struct names *)n)->at[n->count - 1] : NULL;
}
