#include <stdio.h>
#include <stdlib.h>

/*@ language Word: start: [a-z]+; */
typedef const char *Word;

/*@ requires n > 0;
    assigns \nothing;
    ensures \result * n <= x;
*/
static int share(int x, int n)
{
    return x / n;
}

int main(int argc, char **argv)
{
    Word word = "a";

    for (int i = 1; i < argc; i++)
        printf("%d\n", share(7, atoi(argv[i])));
    if (argc > 2)
        word = argv[1];
    return word[0] == '7';
}
