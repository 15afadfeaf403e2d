/*
 * Not executable: the inductive predicate Permutation between two moments. Its case
 * `chain` asks for a moment in between that no one names. The other clauses can be
 * checked.
 */

/*@
  predicate Swap{K,L}(int *a, integer n, integer i, integer j) =
    0 <= i < n && 0 <= j < n &&
    \at(a[i], K) == \at(a[j], L) && \at(a[j], K) == \at(a[i], L) &&
    \forall integer k; 0 <= k < n && k != i && k != j ==> \at(a[k], K) == \at(a[k], L);

  inductive Permutation{K,L}(int *a, integer n) {
    case same{K}:
      \forall int *a, integer n; Permutation{K,K}(a, n);
    case swap{K,L}:
      \forall int *a, integer n, i, j; Swap{K,L}(a, n, i, j) ==> Permutation{K,L}(a, n);
    case chain{K,M,L}:
      \forall int *a, integer n;
        Permutation{K,M}(a, n) && Permutation{M,L}(a, n) ==> Permutation{K,L}(a, n);
  }
*/

/*@
  requires \valid(a + (0 .. 2));
  assigns a[0 .. 2];
  ensures sorted: a[0] <= a[1] <= a[2];
  ensures reorder: Permutation{Old,Here}(a, 3);
*/
void sort3(int *a)
{
    for (int pass = 0; pass < 1; pass++) {
        for (int i = 0; i < 2; i++) {
            if (a[i] > a[i + 1]) {
                int t = a[i];
                a[i] = a[i + 1];
                a[i + 1] = t;
            }
        }
    }
}
