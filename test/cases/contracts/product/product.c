#include <stdbool.h>
#include <stdint.h>

/*@
  requires \valid(ret);
  assigns *ret;
  ensures \result <==> a * b <= UINT64_MAX;
  ensures *ret == (\result ? a * b : \old(*ret));
*/
bool multiply(uint64_t a, uint64_t b, uint64_t *ret)
{
    if (b > 0 && a > UINT64_MAX / b)
        return false;
    *ret = a * b;
    return true;
}

/*@
  assigns \nothing;
  ensures \result == \min(a * b, UINT64_MAX);
  ensures -a * b < -12 ==> \result > 12;
*/
uint64_t saturated(uint64_t a, uint64_t b)
{
    return b > 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

/*@
  assigns \nothing;
  ensures \result == \min(\max(x, 10), 200);
*/
uint64_t within(uint64_t x)
{
    return x < 10 ? 10 : x > 200 ? 200 : x;
}
