#include "shapes.h"
#define LIMIT 100
static int helper(void)
{
    return 7;
}
int shape_with(shape_ptr s, Handle h, Pipe *p, plain_t *q)
{
    return s && h && p && q ? LIMIT + 64 * helper() : "word"[0] + "a, \"b\""[1] + 1000;
}
