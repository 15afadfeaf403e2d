/*
 * The first place of a character in a buffer. Usage: scan SIZE CALLS; the character is
 * last in the buffer, or nowhere, in turn. WRONG breaks a precondition (1: memory), or a
 * postcondition (2: the character is there after all, 3: another character, 4: the
 * range).
 */

/*@ requires n >= 0;
  @ requires \valid_read(s + (0 .. n - 1));
  @ ensures 0 <= \result <= n;
  @ ensures \forall integer i; 0 <= i < \result ==> s[i] != c;
  @ ensures \result < n ==> s[\result] == c;
  @*/
__attribute__((noinline)) int scan(const char *s, int n, char c)
{
    for (int i = 0; i < n; i++)
        if (s[i] == c)
#if WRONG == 2
            return n;
#elif WRONG == 3
            return i ? i - 1 : i;
#else
            return i;
#endif
#if WRONG == 4
    return n + 1;
#else
    return n;
#endif
}

/* The calls. */
#include "number.h"
#define LONGEST 256

static char text[LONGEST];

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    int n = (int)number(argv[1]);
    long calls = number(argv[2]);
    int length = n;
#if WRONG == 1
    length = LONGEST + 1;
#endif
    for (int i = 0; i < n; i++)
        text[i] = i < n - 1 ? 'a' : 'z';
    unsigned sum = 0;
    for (char c = 'z'; calls > 0; calls--) {
        sum += (unsigned)scan(text, length, c);
        c = c == 'z' ? 'y' : 'z';
    }
    return sum == 1;
}
