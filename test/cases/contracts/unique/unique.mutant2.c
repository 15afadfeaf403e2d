typedef int value_type;
typedef unsigned int size_type;

/*@
  // The number of runs of equal values in a[0 .. n-1].
  logic integer Runs{L}(value_type *a, integer n) =
    n <= 0 ? 0 : n == 1 ? 1 : Runs(a, n - 1) + (a[n - 2] == a[n - 1] ? 0 : 1);

  predicate NoEqualNeighbors{L}(value_type *a, integer n) =
    \forall integer i; 0 <= i < n - 1 ==> a[i] != a[i + 1];
*/

/*@
  requires \valid(a + (0 .. n - 1));
  assigns a[0 .. n - 1];
  ensures \result == Runs{Old}(a, n);
  ensures NoEqualNeighbors(a, \result);
  ensures \forall integer i; 0 <= i < n ==> a[Runs{Old}(a, i + 1) - 1] == \old(a[i]);
*/
size_type unique(value_type *a, size_type n)
{
    if (n == 0) {
        return 0;
    }
    size_type k = 0;
    /*@
      loop invariant 0 <= k < i <= n;
      loop invariant k + 1 == Runs{Pre}(a, i);
      loop invariant NoEqualNeighbors(a, k + 1);
      loop invariant \forall integer j; i <= j < n ==> a[j] == \at(a[j], Pre);
      loop assigns i, k, a[0 .. n - 1];
      loop variant n - i;
    */
    for (size_type i = 1; i < n; ++i) {
        if (a[i] != a[k]) {
            a[++k] = a[i];
        }
    }
    return k;
}

/*@
  requires \valid_read(a + (0 .. n - 1)) && \valid(b + (0 .. n - 1));
  requires \separated(a + (0 .. n - 1), b + (0 .. n - 1));
  assigns b[0 .. n - 1];
  ensures \result == Runs(a, n);
  ensures \forall integer i; 0 <= i < n ==> b[Runs(a, i + 1) - 1] == a[i];
*/
size_type unique_copy(const value_type *a, size_type n, value_type *b)
{
    size_type k = 0;
    /*@
      loop invariant 0 <= k <= i <= n;
      loop invariant k == Runs(a, i);
      loop assigns i, k, b[0 .. n - 1];
      loop variant n - i;
    */
    for (size_type i = 0; i < n; ++i) {
        if (i == 0 || a[i] != a[i - 1]) {
            b[k++] = a[i];
        }
    }
    return k;
}
