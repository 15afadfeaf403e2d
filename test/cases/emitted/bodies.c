/* Annotations in bodies, behaviors, exits, recursion; what is not checked, and why. */
/* clang-format off */
#include <errno.h>
#include <stdlib.h>

int total, hits[3];
//@ ghost int calls = 0;

/*@ logic integer gauss(integer n) = n <= 0 ? 0 : n + gauss(n - 1); */

/*@ requires 0 <= n <= 6 && \valid(a + (0 .. n - 1)) && 0 <= total <= 10;
    requires \forall integer k; 0 <= k < n ==> 0 <= a[k] <= 9;
    assigns total, calls, a[0 .. n - 1];
    behavior some:
      assumes n > 2;
      ensures total >= \old(total);
    behavior few:
      assumes n <= 2;
      requires n != 1;
      ensures total <= 28;
    complete behaviors some, few;
    disjoint behaviors;
*/
void loops(int *a, int n)
{
    int i = 0, from = n;
    /*@ ghost int seen = 0;
      @ calls = calls + 1;
      @*/
    //@ assert n == \at(n, Pre) && from == n && \at(total, Pre) == total;
    //@ for some: assert n > 2;
    //@ check seen == 0 && calls > 0;
    //@ admit n < 100;
    //@ assert \forall int v; v == v;
    i = 0; // set again
    //@ assert i == 0;
    i = '"' - '"' + ("//"[0] == 0); /* don't */
    // the last one
    //@ assert i <= 0;
    /*@ loop invariant 0 <= i <= n && total == \at(total, LoopEntry) + \sum(0, i - 1, \lambda integer k; \at(a[k], Pre));
        loop invariant \forall integer k; i <= k < n ==> a[k] == \at(a[k], LoopEntry);
        for few: loop invariant n < 3;
        loop assigns i, total, seen, a[0 .. n - 1];
        loop variant n - i;
    */
    for (; i < n; i++) {
        total += a[i];
        a[i] = 0;
        //@ ghost seen++;
    }
here:
    total += 0;
    //@ assert gauss(i) == i * (i + 1) / 2 && \at(i, here) == i && seen == n;
    /*@ loop invariant i >= 0;
        loop variant i; */
    do
        i--;
    while (i > 0);
    /*@ loop invariant i <= 0; loop variant 5 + i; */
    do {
        i--;
    } while (i > -3);
    /*@ loop invariant i < 0 && from == \at(n, Pre); loop assigns i; loop allocates \nothing; */
    for (;;)
        if (i++ == -2)
            break;
    //@ loop variant from - i for less; loop invariant from >= 0;
    while (from > 0)
        from--;
    /*@ requires from == 0; ensures from == 1; */
    from++;
    if (from) //@ assert \false;
        total += 0 /*@ assert \true; */;
}

/*@ requires 2 <= n <= 4 && \valid(p + (0 .. n - 1)); */
void moves(int *p, int n)
{
    int i = 0;

    p++, n--;
    /*@ loop invariant \forall integer k; 0 <= k < n ==> p[k] == \at(p[k], LoopEntry); */
    while (i < n)
        i++;
}

/*@ requires 0 <= n <= 20;
    decreases n;
    assigns \nothing;
    ensures \result == gauss(n);
*/
int sum(int n)
{
    return n == 7 ? 0 : n <= 0 ? 0 : n + sum(n - 1);
}

/*@ requires n <= 5;
    terminates n >= 0;
    assigns hits[0 .. 2];
    exits \exit_status == n && n >= 3;
    behavior stays:
      assumes n < 3;
      ensures \result == n;
      exits \false;
      assigns hits[0];
*/
int leaves(unsigned n)
{
    hits[0]++;
    if (n == 4)
        hits[1]++;
    if (n >= 3)
        exit((int)n);
    return (int)n;
}

/*@ raise_if n < 0: returns -1, errno EINVAL;
    raise_if n > 9: exits 3;
    ensures n \in (0 .. 9) ==> \result == n;
    ensures n < 0 ==> \errno != \old(\errno);
*/
int refuses(int n)
{
    if (n > 9)
        exit(3);
    errno = n < 0 ? EINVAL : errno;
    return n < 0 ? -1 : n;
}

/*@ requires \valid(p) && *p == 3;
    frees p;
    assigns *p;
    ensures admit: \result >= 0;
    admit ensures \false;
    check ensures \result == \old(*p);
*/
int kept(int *p)
{
    *p = 4;
    return 3;
}

/*@ ensures \result > 0; */
int many(int n, ...)
{
    return n > 0;
}
