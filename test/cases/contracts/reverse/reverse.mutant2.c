typedef int value_type;
typedef unsigned int size_type;

/*@
  predicate Reverse{K,L}(value_type *a, integer n, value_type *b) =
    \forall integer i; 0 <= i < n ==> \at(a[i], K) == \at(b[n - 1 - i], L);

  predicate Reverse{K,L}(value_type *a, integer n) = Reverse{K,L}(a, n, a);
*/

/*@
  requires \valid(a + (0 .. n - 1));
  assigns a[0 .. n - 1];
  ensures Reverse{Old,Here}(a, n);
*/
void reverse(value_type *a, size_type n)
{
    const size_type half = n / 2;
    /*@
      loop invariant 0 <= i <= half;
      loop invariant \forall integer k; 0 <= k < i ==> a[k] == \at(a[n - 1 - k], Pre);
      loop invariant \forall integer k; 0 <= k < i ==> a[n - 1 - k] == \at(a[k], Pre);
      loop invariant \forall integer k; i <= k < n - i ==> a[k] == \at(a[k], Pre);
      loop assigns i, a[0 .. n - 1];
      loop variant half - i;
    */
    for (size_type i = 0; i + 1 < half; ++i) {
        const value_type t = a[i];
        a[i] = a[n - 1 - i];
        a[n - 1 - i] = t;
    }
}

/*@
  requires \valid_read(a + (0 .. n - 1)) && \valid(b + (0 .. n - 1));
  requires \separated(a + (0 .. n - 1), b + (0 .. n - 1));
  assigns b[0 .. n - 1];
  ensures Reverse{Old,Here}(a, n, b);
*/
void reverse_copy(const value_type *a, size_type n, value_type *b)
{
    /*@
      loop invariant 0 <= i <= n;
      loop invariant \forall integer k; 0 <= k < i ==> b[k] == a[n - 1 - k];
      loop assigns i, b[0 .. n - 1];
      loop variant n - i;
    */
    for (size_type i = 0; i < n; ++i) {
        b[i] = a[n - 1 - i];
    }
}
