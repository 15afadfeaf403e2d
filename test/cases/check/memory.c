/* One bug in each function: what a report says of memory. */
#include <stdlib.h>
#include <string.h>

static int total;
static int room[4];

/*@ requires n >= 1 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer i; 0 <= i < n ==> a[i] == \old(a[n - 1 - i]);
*/
void reverse(int *a, int n)
{
    for (int i = 0; i <= n / 2; i++) {
        int x = a[i];
        a[i] = a[n - 1 - i];
        a[n - 1 - i] = x;
    }
}

/*@ requires -1000 <= total <= 1000 && -10 <= x <= 10;
    assigns total;
    ensures total == \old(total) + x;
*/
void add(int x)
{
    total += x;
    if (x == 3)
        room[2]++;
}

/*@ requires 0 <= i <= 4;
    assigns \nothing;
*/
int at(int i)
{
    return room[i];
}

struct pair {
    int a;
    char b;
};

/*@ requires \valid(p) && \valid(q);
    assigns *p, *q;
    ensures p->a == \old(q->a) && q->a == \old(p->a);
*/
void swap(struct pair *p, struct pair *q)
{
    struct pair t = *p;
    *p = *q;
    if (t.b != 'x')
        q->a = t.a;
}

/*@ requires n >= 0 && \valid(d + (0 .. n - 1)) && \valid_read(s + (0 .. n - 1));
    assigns d[0 .. n - 1];
    ensures \forall integer i; 0 <= i < n ==> d[i] == \old(s[i]);
*/
void copy(short *d, const short *s, int n)
{
    for (int i = 0; i < n; i++)
        d[i] = s[i];
}

/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \result == \numof(0, n - 1, \lambda integer i; a[i] == 0);
*/
int zeros(const unsigned char *a, int n)
{
    int found = 0;

    /*@ loop invariant 0 <= i <= n;
        loop invariant found <= i;
        loop assigns i, found;
        loop variant n - i;
    */
    for (int i = 0; i < n; i++)
        found += a[i] == 0 || (a[i] == 7 && i == 1);
    return found;
}

/*@ requires \valid_read(s) && valid_read_string(s);
    assigns \nothing;
    ensures \result <= strlen(s);
    ensures s[0] == 'a' ==> \result >= 1;
*/
size_t span(const char *s)
{
    size_t n = 0;

    while (s[n] == 'a' || s[n] == 'b')
        n++;
    return n == 1 && !s[n] ? 0 : n;
}

struct node {
    int value;
    struct node *next;
};

/*@ requires \valid(l);
    assigns l->value;
    behavior last:
      assumes l->next == \null;
      ensures l->value == 0;
    behavior other:
      assumes l->next != \null;
      ensures l->value == \old(l->next->value);
*/
void shift(struct node *l)
{
    l->value = l->next ? l->next->value : l->value == 4;
}

/*@ requires 0 <= n <= 10;
    requires \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
*/
void fill(int *a, int n)
{
    int i = 0;

    /*@ loop invariant \forall integer k; 0 <= k < i ==> a[k] == 1;
        loop variant n - i;
    */
    while (i < n) {
        a[i] = i != 3;
        i++;
    }
    //@ assert i == n;
}

/*@ requires \valid(p) && 0 <= *p <= 100;
    assigns *p;
    ensures *p == \at(*p, Pre) + 2;
*/
void twice(int *p)
{
    //@ ghost int start = *p;
    *p += 1;
L:
    *p += 1;
    if (*p == 50)
        *p = 49;
    //@ assert *p == \at(*p, L) + 1 && *p == start + 2;
}

/*@ requires \valid(m + (0 .. 1));
    assigns m[0 .. 1][0 .. 1];
    ensures \forall integer i, j; 0 <= i < 2 && 0 <= j < 2 ==> m[i][j] == (i == j ? 1 :
   0);
*/
void identity(int m[2][2])
{
    for (int i = 0; i < 2; i++)
        for (int j = 0; j <= i; j++)
            m[i][j] = i == j;
}

/*@ requires \valid_read(p) || p == \null;
    assigns \nothing;
    ensures p == \null ==> \result == 0;
    ensures p != \null ==> \result == *p;
*/
long or_zero(const long *p)
{
    return p ? *p : -1;
}

/*@ requires 0 <= x <= 9;
    assigns \nothing;
    exits \exit_status == 3 && x > 7;
    ensures x <= 7 && \result == x;
*/
int checked(int x)
{
    if (x == 7)
        exit(3);
    if (x > 7)
        exit(3);
    return x;
}
