#include <limits.h>

/*@
  requires \valid(q) && \valid(r);
  requires \separated(q, r);
  requires b != 0;
  requires !(a == INT_MIN && b == -1);
  assigns *q, *r;
  ensures a == b * *q + *r;
  ensures 0 <= a ==> 0 <= *r;
  ensures a <= 0 ==> *r <= 0;
  ensures -\abs(b) < *r < \abs(b);
*/
void divmod(int a, int b, int *q, int *r)
{
    *q = a / b + (a % b > b / 2 ? 1 : 0);
    *r = a % b;
}
