/* Names in capitals; the bug shows when the memory has grown twice. */
#include "stack.h"
#include <stdlib.h>

struct Stack_s {
    int *d;
    unsigned n, cap;
};

Stack StackCreate(void)
{
    Stack s = calloc(1, sizeof *s);
    s->cap = 2;
    s->d = malloc(2 * sizeof(int));
    return s;
}

void StackDestroy(Stack s)
{
    free(s->d);
    free(s);
}

void StackPush(Stack s, int v)
{
    if (s->n == s->cap) {
        s->cap *= 2;
        s->d = realloc(s->d, s->cap * sizeof(int));
#ifdef BUG
        if (s->cap == 8)
            s->d[0] = v;
#endif
    }
    s->d[s->n++] = v;
}

bool StackPop(Stack s, int *v)
{
    if (!s->n)
        return false;
    *v = s->d[--s->n];
    return true;
}

int StackPeek(Stack s)
{
    return s->n ? s->d[s->n - 1] : -1;
}

bool StackIsEmpty(const Stack s)
{
    return s->n == 0;
}

unsigned StackSize(Stack s)
{
    return s->n;
}
