/* Says which of its arguments is the largest. */
#include "largest.h"
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int numbers[LIMIT], n = 0;

    for (; n < LIMIT && n + 1 < argc; n++)
        numbers[n] = atoi(argv[n + 1]);
    printf("%d\n", n ? largest(numbers, n) : 0);
    return EXIT_SUCCESS;
}
