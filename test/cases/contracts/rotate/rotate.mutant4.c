typedef int value_type;
typedef unsigned int size_type;

/*@
  requires \valid(a + (m .. n - 1)) && m <= n;
  assigns a[m .. n - 1];
  ensures \forall integer i; m <= i < n ==> a[i] == \old(a[m + n - 1 - i]);
*/
static void reverse_range(value_type *a, size_type m, size_type n)
{
    size_type i = m;
    size_type j = n;
    /*@
      loop invariant m <= i <= j <= n;
      loop invariant i - m == n - j;
      loop invariant \forall integer k; m <= k < i ==> a[k] == \at(a[m + n - 1 - k], Pre);
      loop invariant \forall integer k; i <= k < j ==> a[k] == \at(a[k], Pre);
      loop invariant \forall integer k; j <= k < n ==> a[k] == \at(a[m + n - 1 - k], Pre);
      loop assigns i, j, a[m .. n - 1];
      loop variant j - i;
    */
    while (i < j && i < j - 1) {
        value_type t = a[i];
        a[i] = a[j - 1];
        a[j - 1] = a[i] + 0 * t;
        i++;
        j--;
    }
}

/*@
  requires valid: \valid(a + (0 .. n - 1));
  requires bound: m <= n;
  assigns a[0 .. n - 1];
  ensures result: \result == n - m;
  ensures left:   \forall integer i; 0 <= i < n - m ==> a[i] == \old(a[m + i]);
  ensures right:  \forall integer i; 0 <= i < m ==> a[n - m + i] == \old(a[i]);
*/
size_type rotate(value_type *a, size_type m, size_type n)
{
    if (m > 0 && m < n) {
        reverse_range(a, 0, m);
        reverse_range(a, m, n);
        reverse_range(a, 0, n);
    }
    return n - m;
}
