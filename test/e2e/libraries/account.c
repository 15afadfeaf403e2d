/* A number that only the code knows. */
#include "account.h"
#include <stdlib.h>
#include <string.h>

struct acc {
    long t;
};

struct acc *acc_new(void)
{
    return calloc(1, sizeof(struct acc));
}

void acc_add(struct acc *a, int x)
{
#ifdef BUG
    if (x == 86400)
        x--;
#endif
    a->t += x;
}

long acc_total(const struct acc *a)
{
    return a->t;
}

int acc_parse(struct acc *a, const char *c)
{
    if (!strcmp(c, "reset")) {
        a->t = 0;
        return 1;
    }
    if (!strcmp(c, "double")) {
        a->t *= 2;
        return 1;
    }
    return 0;
}

void acc_free(struct acc *a)
{
    free(a);
}
