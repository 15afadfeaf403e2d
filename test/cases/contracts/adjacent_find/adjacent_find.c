typedef short value_type;
typedef unsigned int size_type;

/*@
  predicate HasEqualNeighbors{L}(value_type *a, integer n) =
    \exists integer i; 0 <= i < n - 1 && a[i] == a[i + 1];
*/

/*@
  requires \valid_read(a + (0 .. n - 1));
  assigns \nothing;
  ensures 0 <= \result <= n;

  behavior some:
    assumes HasEqualNeighbors(a, n);
    ensures 0 <= \result < n - 1;
    ensures a[\result] == a[\result + 1];
    ensures !HasEqualNeighbors(a, \result);

  behavior none:
    assumes !HasEqualNeighbors(a, n);
    ensures \result == n;

  complete behaviors;
  disjoint behaviors;
*/
size_type adjacent_find(const value_type *a, size_type n)
{
    if (n > 1u) {
        /*@
          loop invariant 0 <= i < n;
          loop invariant !HasEqualNeighbors(a, i + 1);
          loop assigns i;
          loop variant n - i;
        */
        for (size_type i = 0u; i + 1u < n; ++i) {
            if (a[i] == a[i + 1u]) {
                return i;
            }
        }
    }
    return n;
}
