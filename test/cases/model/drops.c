#include "drops.h"
#include <stdlib.h>

struct jar {
    int count;
};
struct jar *jar_new(void)
{
    return calloc(1, sizeof(struct jar));
}
int jar_square(struct jar *j)
{
    return j->count * j->count;
}
int jar_free(struct jar *j)
{
    free(j);
    return 0;
}
int jar_a_name_that_is_longer_than_forty_letters(struct jar *j)
{
    return j->count;
}
int jar_root(int x)
{
    return x;
}
