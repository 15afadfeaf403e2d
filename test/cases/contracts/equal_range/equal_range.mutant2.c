#include "equal_range.h"

size_type_pair equal_range(const value_type *a, size_type n, value_type v)
{
    size_type_pair range = {0, n};
    /*@
      loop invariant 0 <= range.first <= n;
      loop invariant \forall integer i; 0 <= i < range.first ==> a[i] < v;
      loop assigns range.first;
      loop variant n - range.first;
    */
    while (range.first < n && a[range.first] < v) {
        range.first++;
    }
    /*@
      loop invariant range.first <= range.second <= n;
      loop invariant \forall integer i; range.second <= i < n ==> v < a[i];
      loop assigns range.second;
      loop variant range.second;
    */
    while (range.second > range.first && a[range.second - 1] > v) {
        range.second--;
    }
    return (size_type_pair){range.second, range.first};
}
