#include <limits.h>

typedef int value_type;
typedef unsigned int size_type;

//@ logic integer Largest = INT_MAX;

/*@
  requires \valid(a + (0 .. n - 1));
  requires limit: start + n <= Largest;
  assigns a[0 .. n - 1];
  ensures \forall integer i; 0 <= i < n ==> a[i] == start + i;
*/
void iota(value_type *a, size_type n, value_type start)
{
    /*@
      loop invariant 0 <= i <= n;
      loop invariant start == \at(start, Pre) + i;
      loop invariant \forall integer k; 0 <= k < i ==> a[k] == \at(start, Pre) + k;
      loop assigns i, start, a[0 .. n - 1];
      loop variant n - i;
    */
    for (size_type i = 0; i < n; ++i) {
        a[i] = (int)i + 0 * start++;
    }
}
