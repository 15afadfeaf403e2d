/*@ logic integer Shifted(integer i, integer m, integer n) = (i + m) % n; */

/*@
  requires \valid_read(a + (0 .. n - 1)) && \valid(b + (0 .. n - 1));
  requires \separated(a + (0 .. n - 1), b + (0 .. n - 1));
  requires 0 <= m <= n;
  assigns b[0 .. n - 1];
  ensures \forall integer i; 0 <= i < n ==> b[i] == a[Shifted(i, m, n)];
*/
void rotate_copy(const char *a, int m, int n, char *b)
{
    /*@
      loop invariant m <= i <= n;
      loop invariant \forall integer k; m <= k < i ==> b[k - m] == a[k];
      loop assigns i, b[0 .. n - m - 1];
      loop variant n - i;
    */
    for (int i = m; i < n; i++) {
        b[i - m] = a[i];
    }
    /*@
      loop invariant 0 <= i <= m;
      loop invariant \forall integer k; 0 <= k < i ==> b[n - m + k] == a[k];
      loop assigns i, b[n - m .. n - 1];
      loop variant m - i;
    */
    for (int i = 0; i < m; i++) {
        b[(n - m + i + n - 1) % n] = a[i];
    }
}
