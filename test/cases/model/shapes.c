#include "shapes.h"
#include <byteswap.h> /* its functions have numbers in them, which are not the library's */
#define LIMIT 100
static int helper(void)
{
    return 7;
}
int shape_with(shape_ptr s, Handle h, Pipe *p, plain_t *q)
{
    return s && h && p && q ? LIMIT + 64 * helper() : "word"[0] + "a, \"b\""[1] + 1000;
}
