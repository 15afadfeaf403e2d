/*
 * The absolute value, two behaviors. Usage: abs SIZE CALLS; the size is that of the table
 * the arguments come from. WRONG breaks the precondition (1), or a postcondition (2, 3).
 */
#define LOWEST (-2147483647 - 1)

/*@ requires x > LOWEST;
  @ behavior positive:
  @   assumes x >= 0;
  @   ensures \result == x;
  @ behavior negative:
  @   assumes x < 0;
  @   ensures \result == -x;
  @ complete behaviors;
  @ disjoint behaviors;
  @*/
__attribute__((noinline)) int absolute(int x)
{
#if WRONG == 2
    return x < 0 ? -x : x + 1;
#elif WRONG == 3
    return x;
#else
    return x < 0 ? -x : x;
#endif
}

/* The calls. */
#include "number.h"
#define LONGEST 256

static int table[LONGEST];

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    int n = (int)number(argv[1]);
    long calls = number(argv[2]);
    for (int i = 0; i < n; i++)
        table[i] = i % 2 ? -i : i;
#if WRONG == 1
    table[n - 1] = LOWEST;
#endif
    unsigned sum = 0;
    for (int at = 0; calls > 0; calls--) {
        sum += (unsigned)absolute(table[at]);
        at = at + 1 < n ? at + 1 : 0;
    }
    return sum == 1;
}
