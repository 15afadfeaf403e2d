#include <stdbool.h>
#include <stdlib.h>

typedef struct {
    int d[10000];
    unsigned n;
} R;

R *RefCreate(void)
{
    return calloc(1, sizeof(R));
}

void RefDestroy(R *s)
{
    free(s);
}

void RefPush(R *s, int v)
{
    s->d[s->n++] = v;
}

bool RefPop(R *s, int *v)
{
    if (!s->n)
        return false;
    *v = s->d[--s->n];
    return true;
}

int RefPeek(R *s)
{
    return s->n ? s->d[s->n - 1] : -1;
}

bool RefIsEmpty(R *s)
{
    return s->n == 0;
}

unsigned RefSize(R *s)
{
    return s->n;
}
