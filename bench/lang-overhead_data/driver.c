/*
 * Calls take() with standard input, CALLS times; prints CPU nanoseconds per call.
 *
 *     driver CALLS
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

unsigned take(const char *s);

static double cpu(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    static char text[1 << 20];
    long calls = argc == 2 ? strtol(argv[1], NULL, 10) : 0;
    unsigned sum;
    double start;

    text[fread(text, 1, sizeof text - 1, stdin)] = '\0';
    sum = take(text); /* the language is compiled */
    start = cpu();
    for (long i = 0; i < calls; i++)
        sum += take(text);
    printf("%.2f\n", (cpu() - start) / (double)(calls ? calls : 1));
    return sum == 0; /* it is not: there is no empty text */
}
