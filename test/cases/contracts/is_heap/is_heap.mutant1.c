#include <stdbool.h>

typedef int value_type;
typedef unsigned int size_type;

/*@
  logic integer Parent(integer i) = (i - 1) / 2;
  logic integer Left(integer i) = 2 * i + 1;
  logic integer Right(integer i) = 2 * i + 2;

  lemma ParentOfLeft: \forall integer i; 0 <= i ==> Parent(Left(i)) == i;
  lemma ParentOfRight: \forall integer i; 0 <= i ==> Parent(Right(i)) == i;

  predicate Heap{L}(value_type *a, integer n) =
    \forall integer i; 0 < i < n ==> a[i] <= a[Parent(i)];
*/

/*@
  requires \valid_read(a + (0 .. n - 1));
  assigns \nothing;
  ensures \result <==> Heap(a, n);
*/
bool is_heap(const value_type *a, size_type n)
{
    /*@
      loop invariant 1 <= i && (i <= n || n == 0);
      loop invariant Heap(a, i) || n == 0;
      loop assigns i;
      loop variant n - i;
    */
    for (size_type i = 1; i < n; i++) {
        if (a[i / 2] < a[i]) {
            return false;
        }
    }
    return true;
}
