#include "multiset.acsl"
#include "sorted.acsl"

/*@
  requires \valid(a + (0 .. n - 1));
  requires 0 <= n;
  assigns a[0 .. n - 1];
  ensures Sorted(a, n);
  ensures MultisetUnchanged{Old,Here}(a, n);
*/
void insertion_sort(int *a, int n)
{
    /*@
      loop invariant 0 <= i <= n;
      loop invariant Sorted(a, i);
      loop invariant MultisetUnchanged{Pre,Here}(a, n);
      loop assigns i, a[0 .. n - 1];
      loop variant n - i;
    */
    for (int i = 0; i < n; i++) {
        int value = a[i];
        int j = i;
        /*@
          loop invariant 0 <= j <= i;
          loop invariant \forall integer k; j < k <= i ==> value < a[k];
          loop assigns j, a[0 .. i];
          loop variant j;
        */
        while (j > 0 && a[j - 1] > value) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = value;
    }
}
