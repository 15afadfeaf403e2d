#include "missing.h"

/*@ requires 0 <= x <= 100; assigns \nothing; ensures \result == x + 2; */
int plus_two(int x)
{
    return one_more(one_more(x));
}

/*@ requires 0 <= x <= 100; assigns \nothing; ensures \result == x; */
int same(int x)
{
    return x > 50 ? nowhere(x) : x;
}
