typedef double value_type;

//@ ghost int passes = 0;

/*@
  predicate Sorted{L}(value_type *a, integer m, integer n) =
    \forall integer i; m <= i < n - 1 ==> a[i] <= a[i + 1];

  predicate Swapped{K,L}(value_type *a, integer i, integer j) =
    \at(a[i], K) == \at(a[j], L) && \at(a[j], K) == \at(a[i], L);
*/

/*@
  requires \valid(a + i) && \valid(a + j);
  assigns a[i], a[j];
  ensures Swapped{Pre,Post}(a, i, j);
*/
static void swap_at(value_type *a, int i, int j)
{
    value_type t = a[i];
    a[i] = a[j];
    a[j] = t;
}

/*@
  requires 0 <= n && \valid(a + (0 .. n - 1));
  requires \forall integer i; 0 <= i < n ==> \is_finite(a[i]);
  assigns a[0 .. n - 1], passes;
  ensures Sorted(a, 0, n);
  ensures 0 <= passes <= n;
  ensures \forall integer i; 0 <= i < n ==>
            \numof(0, n - 1, \lambda integer k; a[k] == a[i]) ==
            \numof(0, n - 1, \lambda integer k; \at(a[k], Pre) == a[i]);
*/
void bubble_sort(value_type *a, int n)
{
    //@ ghost passes = 0;
    /*@
      loop invariant -1 <= last < n;
      loop invariant Sorted(a, last + 1, n) && passes == n - 1 - last;
      loop invariant \forall integer k, m; 0 <= k <= last < m < n ==> a[k] <= a[m];
      loop assigns last, passes, a[0 .. n - 1];
      loop variant last + 1;
    */
    for (int last = n - 1; last >= 0; last--) {
        /*@
          loop invariant 0 <= i <= last;
          loop invariant \forall integer k; 0 <= k < i ==> a[k] <= a[i];
          loop assigns i, a[0 .. last];
          loop variant last - i;
        */
        for (int i = 0; i < last; i++) {
            if (a[i] > a[i + 1]) {
                swap_at(a, i, i + 1);
            }
        }
        //@ ghost passes++;
        break;
    }
    //@ assert Sorted(a, 0, n);
}
