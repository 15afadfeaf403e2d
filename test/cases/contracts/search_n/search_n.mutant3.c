typedef int value_type;
typedef unsigned int size_type;

/*@
  predicate AllEqual{L}(value_type *a, integer m, integer n, value_type v) =
    \forall integer i; m <= i < n ==> a[i] == v;

  predicate HasRun{L}(value_type *a, integer n, value_type v, integer p) =
    \exists integer k; 0 <= k <= n - p && AllEqual(a, k, k + p, v);
*/

/*@
  requires \valid_read(a + (0 .. n - 1));
  assigns \nothing;
  ensures 0 <= \result <= n;

  behavior has_run:
    assumes HasRun(a, n, v, p);
    ensures \result + p <= n;
    ensures AllEqual(a, \result, \result + p, v);
    ensures \forall integer k; 0 <= k < \result ==> !AllEqual(a, k, k + p, v);

  behavior no_run:
    assumes !HasRun(a, n, v, p);
    ensures \result == n;

  complete behaviors;
  disjoint behaviors;
*/
size_type search_n(const value_type *a, size_type n, value_type v, size_type p)
{
    size_type start = 0;
    size_type i = 0;

    if (p == 0) {
        return n;
    }
    /*@
      loop invariant 0 <= start <= i <= n;
      loop invariant i - start < p;
      loop invariant AllEqual(a, start, i, v);
      loop invariant 0 < start ==> a[start - 1] != v;
      loop invariant \forall integer k; 0 <= k < start && k + p <= i
                       ==> !AllEqual(a, k, k + p, v);
      loop assigns i, start;
      loop variant n - i;
    */
    while (i < n) {
        if (a[i] != v) {
            start = i + 1;
        } else if (i - start + 1 == p) {
            return start;
        }
        i++;
    }
    return n;
}
