/* Promises about several runs; all but one broken. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*@ language Word: start: [a-z]+; */
typedef const char *Word;

/*@ hyper secret: noninterference high key; */
char *reply(Word request, Word key)
{
    char *text = malloc(1000);
    snprintf(text, 1000, "%.400s\n%s", request, key[0] == 'q' ? "yes" : "yet");
    return text;
}

/*@ requires -100 <= a <= 100 && -100 <= b <= 100;
    hyper commutes:
      a' = b; b' = a;
      ensures \result' == \result;
*/
int difference(int a, int b)
{
    return a - b;
}

/*@ requires 0 <= x <= 100;
    hyper again: deterministic;
*/
int counter(int x)
{
    static int n;
    n++;
    return x + n;
}

/*@ requires -100 <= a <= 100 && -100 <= b <= 100;
    assigns \nothing;
    hyper transitive:
      a{2} = b; b{2} = \any;
      a{3} = a; b{3} = b{2};
      assumes a < b;
      ensures \result <= 0 && \result{2} <= 0 ==> \result{3} <= 0;
*/
int compare(int a, int b)
{
    return (a - b) % 3;
}

struct box {
    int key, open;
};

/*@ requires \valid(b);
    assigns b->open;
    hyper hidden: noninterference high b->key;
*/
void touch(struct box *b)
{
    b->open = b->key > 100;
}

/*@ requires 0 <= x <= 1000;
    assigns \nothing;
    hyper up: monotone x;
    hyper once: idempotent x;
*/
int rounded(int x)
{
    return x == 500 ? 499 : x / 10 * 9;
}

/*@ requires 0 <= x <= 1000 && 0 <= y <= 1000;
    assigns \nothing;
    hyper swap: commutative x, y;
    hyper down: antitone y;
*/
int both(int x, int y)
{
    return 3 - x - y - (y == 17);
}

/*@ requires 0 <= n <= 4 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    hyper halves: idempotent;
*/
void halve(int *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] /= a[i] > 1 ? 2 : 1;
}

/*@ requires 0 <= x <= 1000;
    assigns \nothing;
    hyper up: monotone x;
*/
int half(int x)
{
    return x / 2;
}
