/*
 * Binary search. Usage: search SIZE CALLS; looks for every number of the array, and for
 * as many that are not there. WRONG breaks a precondition (1: order, 2: memory), or a
 * postcondition (3: the number is elsewhere, 4: it is there after all, 5: the range).
 *
 * The order is written as `a[i - 1] <= a[i]`, the form that E-ACSL checks fastest: for
 * `a[i] <= a[i + 1]` it takes GMP's integers, and six times as long.
 */

/*@ requires n >= 0;
  @ requires \valid_read(a + (0 .. n - 1));
  @ requires \forall integer i; 0 < i < n ==> a[i - 1] <= a[i];
  @ ensures -1 <= \result < n;
  @ ensures \result >= 0 ==> a[\result] == key;
  @ ensures \result == -1 ==> \forall integer i; 0 <= i < n ==> a[i] != key;
  @*/
__attribute__((noinline)) int search(const int *a, int n, int key)
{
    int low = 0, high = n - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (a[middle] == key)
#if WRONG == 3
            return middle ? middle - 1 : middle;
#elif WRONG == 4
            return middle == n - 1 ? -1 : middle;
#else
            return middle;
#endif
        if (a[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
#if WRONG == 5
    return -2;
#else
    return -1;
#endif
}

/* The calls. */
#include "number.h"
#define LONGEST 256

static int numbers[LONGEST];

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    int n = (int)number(argv[1]);
    long calls = number(argv[2]);
    int length = n, first = 0;
#if WRONG == 2
    /* Negative numbers, so that the zeros behind them are in order. */
    length = LONGEST + 1;
    first = -4 * LONGEST;
#endif
    for (int i = 0; i < n; i++)
        numbers[i] = first + 2 * i;
#if WRONG == 1
    numbers[n - 1] = 0;
#endif
    unsigned sum = 0;
    for (int key = 0; calls > 0; calls--) {
        sum += (unsigned)search(numbers, length, key);
        key = key + 1 < 2 * n ? key + 1 : 0;
    }
    return sum == 1;
}
