#include <stdbool.h>

/*@
  requires \valid_read(a + (0 .. n - 1));
  requires n >= 0;
  requires \forall integer i, j; 0 <= i <= j < n ==> a[i] <= a[j];
  terminates \true;
  assigns \nothing;

  behavior found:
    assumes \exists integer i; 0 <= i < n && a[i] == key;
    ensures 0 <= \result < n && a[\result] == key;

  behavior missing:
    assumes !(\exists integer i; 0 <= i < n && a[i] == key);
    ensures \result == -1;

  complete behaviors;
  disjoint behaviors;
*/
int binary_search(const int *a, int n, int key)
{
    int low = 0;
    int high = n - 1;

    /*@
      loop invariant 0 <= low && high < n && low <= high + 1;
      loop invariant \forall integer i; 0 <= i < low ==> a[i] < key;
      loop invariant \forall integer i; high < i < n ==> a[i] > key;
      loop assigns low, high;
      loop variant high - low;
    */
    while (low <= high) {
        int mid = low + (high - low) / 2;
        //@ assert low <= mid <= high;
        if (a[mid] < key) {
            low = mid + 1;
        } else if (a[mid] > key) {
            high = mid - 1;
        } else {
            return mid;
        }
    }
    return -1;
}

/*@
  requires \valid_read(a + (0 .. n - 1)) && n >= 0;
  requires \forall integer i, j; 0 <= i <= j < n ==> a[i] <= a[j];
  assigns \nothing;
  ensures \result <==> (\exists integer i; 0 <= i < n && a[i] == key);
*/
bool contains(const int *a, int n, int key)
{
    return binary_search(a, n, key) >= 0;
}
