typedef int value_type;
typedef unsigned int size_type;

/*@
  predicate Replaced{K,L}(value_type *a, integer n, value_type *b, value_type v,
                          value_type w) =
    \forall integer i; 0 <= i < n ==>
      \let x = \at(a[i], K);
      \at(b[i], L) == (x == v ? w : x);

  predicate Replaced{K,L}(value_type *a, integer n, value_type v, value_type w) =
    Replaced{K,L}(a, n, a, v, w);
*/

/*@
  requires \valid(a + (0 .. n - 1));
  assigns a[0 .. n - 1];
  ensures Replaced{Old,Here}(a, n, v, w);
*/
void replace(value_type *a, size_type n, value_type v, value_type w)
{
    /*@
      loop invariant 0 <= i <= n;
      loop invariant Replaced{Pre,Here}(a, i, v, w);
      loop invariant \forall integer k; i <= k < n ==> a[k] == \at(a[k], Pre);
      loop assigns i, a[0 .. n - 1];
      loop variant n - i;
    */
    for (size_type i = 0; i < n; i++) {
        if (a[i] == v) {
            a[i] = w;
            break;
        }
    }
}

/*@
  requires \valid_read(a + (0 .. n - 1));
  requires \valid(b + (0 .. n - 1));
  requires \separated(a + (0 .. n - 1), b + (0 .. n - 1));
  assigns b[0 .. n - 1];
  ensures Replaced{Old,Here}(a, n, b, v, w);
  ensures \result == n;
*/
size_type replace_copy(const value_type *a, size_type n, value_type *b, value_type v,
                       value_type w)
{
    /*@
      loop invariant 0 <= i <= n;
      loop invariant Replaced{Pre,Here}(a, i, b, v, w);
      loop assigns i, b[0 .. n - 1];
      loop variant n - i;
    */
    for (size_type i = 0; i < n; i++) {
        b[i] = a[i] == v ? w : a[i];
    }
    return n;
}
