#include "has_value.acsl"

/*@
  requires \valid_read(a + (0 .. n - 1));
  assigns \nothing;
  ensures 0 <= \result <= n;
  ensures \result < n <==> HasValue(a, n, v);
  ensures \result < n ==> a[\result] == v && !HasValue(a, \result, v);
*/
static unsigned int find(const int *a, unsigned int n, int v)
{
    unsigned int i = 0;
    /*@
      loop invariant 0 <= i <= n && !HasValue(a, i, v);
      loop assigns i;
      loop variant n - i;
    */
    while (i < n && a[i] != v) {
        i++;
    }
    return i;
}

/*@
  requires \valid_read(a + (0 .. m - 1));
  requires \valid_read(b + (0 .. n - 1));
  assigns \nothing;
  ensures 0 <= \result <= m;

  behavior found:
    assumes HasValueOf(a, m, b, n);
    ensures \result < m;
    ensures HasValue(b, n, a[\result]);
    ensures !HasValueOf(a, \result, b, n);

  behavior not_found:
    assumes !HasValueOf(a, m, b, n);
    ensures \result == m;

  complete behaviors;
  disjoint behaviors;
*/
unsigned int find_first_of(const int *a, unsigned int m, const int *b, unsigned int n)
{
    /*@
      loop invariant 0 <= i <= m;
      loop invariant !HasValueOf(a, i, b, n);
      loop assigns i;
      loop variant m - i;
    */
    for (unsigned int i = 0; i < m; i++) {
        if (find(b, n, a[i]) < n) {
            return i;
        }
    }
    return m;
}
