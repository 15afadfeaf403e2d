#include <stdlib.h>

/*@
  requires 0 < n <= 1000 && \valid_read(a + (0 .. n - 1));
  allocates \result;
  assigns \result \from n;
  ensures \result == \null || \fresh(\result, n * sizeof(int));
  ensures \result != \null ==> \forall integer i; 0 <= i < n ==> \result[i] == a[i];
*/
int *duplicate(const int *a, size_t n)
{
    int *copy = malloc(n * sizeof *copy);
    if (copy == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < n; i++) {
        copy[i] = a[i];
    }
    return copy;
}
