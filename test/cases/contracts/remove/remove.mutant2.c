typedef int value_type;
typedef unsigned int size_type;

/*@
  axiomatic Counting {
    logic integer Count{L}(value_type *a, integer n, value_type v) =
      n <= 0 ? 0 : Count(a, n - 1, v) + (a[n - 1] == v ? 1 : 0);
  }
*/

/*@
  requires \valid(a + (0 .. n - 1));
  assigns a[0 .. n - 1];
  ensures bound: 0 <= \result <= n;
  ensures size:  \result == n - Count{Old}(a, n, v);
  ensures none:  \forall integer i; 0 <= i < \result ==> a[i] != v;
  ensures kept:  \forall value_type x; x != v ==>
                   Count{Here}(a, \result, x) == Count{Old}(a, n, x);
  ensures order: \forall integer i; 0 <= i < n && \old(a[i]) != v ==>
                   a[i - Count{Old}(a, i, v)] == \old(a[i]);
*/
size_type remove(value_type *a, size_type n, value_type v)
{
    size_type k = 0;
    /*@
      loop invariant 0 <= k <= i <= n;
      loop invariant k == i - Count{Pre}(a, i, v);
      loop invariant \forall integer j; 0 <= j < k ==> a[j] != v;
      loop invariant \forall integer j; i <= j < n ==> a[j] == \at(a[j], Pre);
      loop assigns i, k, a[0 .. n - 1];
      loop variant n - i;
    */
    for (size_type i = 0; i < n; i++) {
        if (a[i] != v) {
            k++;
        }
    }
    return k;
}
