/* Arrays of which a contract says how they are. */

/*@ predicate sorted{L}(int *a, integer n) =
      \forall integer i; 0 < i < n ==> a[i-1] <= a[i]; */

/*@ requires 0 <= n <= 6;
    requires \valid_read(a + (0 .. n - 1));
    requires sorted(a, n); */
int bs_find(const int *a, int n, int x);

/*@ requires \valid(a + (0 .. n - 1));
    requires n >= 0;
    requires \exists integer i; 0 <= i < n && a[i] == 0; */
int bs_zero(int *a, int n);
