#ifndef LARGEST_H
#define LARGEST_H

/*@ requires 0 < n <= LIMIT && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \forall integer i; 0 <= i < n ==> a[i] <= \result;
    ensures \exists integer i; 0 <= i < n && a[i] == \result;
*/
int largest(const int *a, int n);

#endif
