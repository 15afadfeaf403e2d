/* A header that does not exist. */
#include "there_is_no_such_header.h"

/*@ ensures \result == x; */
int same(int x)
{
    return x;
}
