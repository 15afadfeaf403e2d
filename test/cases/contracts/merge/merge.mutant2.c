#include <stddef.h>

/*@
  predicate Sorted{L}(int *a, integer n) =
    \forall integer i; 0 <= i < n - 1 ==> a[i] <= a[i + 1];

  logic integer Count{L}(int *a, integer n, int v) =
    n <= 0 ? 0 : (a[n - 1] == v ? 1 : 0) + Count(a, n - 1, v);

  predicate Merged{L}(int *a, integer n, int *b, integer m, int *c) =
    \forall int v; Count(c, n + m, v) == Count(a, n, v) + Count(b, m, v);
*/

/*@
  requires \valid_read(a + (0 .. n - 1)) && Sorted(a, n);
  requires \valid_read(b + (0 .. m - 1)) && Sorted(b, m);
  requires \valid(c + (0 .. n + m - 1));
  requires \separated(c + (0 .. n + m - 1), a + (0 .. n - 1));
  requires \separated(c + (0 .. n + m - 1), b + (0 .. m - 1));
  assigns c[0 .. n + m - 1];
  ensures Sorted(c, n + m);
  ensures Merged(a, n, b, m, c);
*/
void merge(const int *a, size_t n, const int *b, size_t m, int *c)
{
    size_t i = 0;
    size_t j = 0;
    /*@
      loop invariant 0 <= i <= n && 0 <= j <= m;
      loop invariant Sorted(c, i + j);
      loop invariant Merged(a, i, b, j, c);
      loop invariant \forall integer k; 0 <= k < i + j && i < n ==> c[k] <= a[i];
      loop invariant \forall integer k; 0 <= k < i + j && j < m ==> c[k] <= b[j];
      loop assigns i, j, c[0 .. n + m - 1];
      loop variant n + m - (i + j);
    */
    while (i < n) {
        if (j == m || (i < n && a[i] <= b[j])) {
            c[i + j] = a[i];
            i++;
        } else {
            c[i + j] = b[j];
            j++;
        }
    }
}
