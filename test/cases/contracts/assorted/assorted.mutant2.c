/* Small functions that are right, with contracts about corners of C: none may be
 * accused. */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/*@ assigns \nothing;
    ensures \result == x % 8;
*/
unsigned low3(unsigned x)
{
    return x & 7;
}

/*@ requires x > INT_MIN;
    assigns \nothing;
    ensures \result == \abs(x);
*/
int absolute(int x)
{
    return x < 0 ? -x : x;
}

/*@ assigns \nothing;
    ensures \result == (uint8_t)(a + b);
*/
uint8_t wrap(uint8_t a, uint8_t b)
{
    return (uint8_t)(a + b);
}

/*@ assigns \nothing;
    ensures x + y > UINT_MAX ==> \result == UINT_MAX;
    ensures x + y <= UINT_MAX ==> \result == x + y;
*/
unsigned saturate(unsigned x, unsigned y)
{
    unsigned s = x + y;
    return s <= x ? UINT_MAX : s;
}

/*@ requires b != 0 && !(a == INT_MIN && b == -1);
    assigns \nothing;
    ensures a == \result * b + a % b;
*/
int quotient(int a, int b)
{
    return a / b;
}

/*@ requires 0 <= k < 64;
    assigns \nothing;
    ensures \result == (x >> k) % 2;
*/
int bit(uint64_t x, int k)
{
    return (int)(x >> k & 1);
}

struct pair {
    int a;
    char b;
};
/*@ requires \valid(p) && \valid(q);
    assigns *p, *q;
    ensures p->a == \old(q->a) && q->a == \old(p->a);
*/
void swap_pairs(struct pair *p, struct pair *q)
{
    struct pair t = *p;
    *p = *q;
    *q = t;
}

/*@ requires \valid(p);
    assigns p->a;
    ensures p->b == \old(p->b);
*/
void set_a(struct pair *p)
{
    p->a = 3;
}

static int counter;
static int table[8];
/*@ requires 0 <= counter < 100;
    assigns counter;
    ensures counter == \old(counter) + 1 && \result == \old(counter);
*/
int next_id(void)
{
    return counter++;
}

/*@ requires 0 <= i < 8;
    assigns table[i];
    ensures table[i] == v;
    ensures \forall integer k; 0 <= k < 8 && k != i ==> table[k] == \old(table[k]);
*/
void put(int i, int v)
{
    table[i] = v;
}

/*@ requires \valid_read(s + (0 .. n - 1));
    assigns \nothing;
    ensures \result <==> \exists size_t i; i < n && s[i] == 0;
*/
bool has_zero(const unsigned char *s, size_t n)
{
    return n > 0 && memchr(s, 0, n) != NULL;
}

/*@ requires !\is_NaN(x) && !\is_NaN(y);
    assigns \nothing;
    ensures \result == x || \result == y;
    ensures \result >= x && \result >= y;
*/
double larger(double x, double y)
{
    return x > y ? x : y;
}

/*@ requires \valid_read(p) || p == \null;
    assigns \nothing;
    behavior null: assumes p == \null;
    ensures \result == 0;
    behavior some: assumes p != \null;
    ensures \result == *p;
    complete behaviors;
    disjoint behaviors;
*/
int or_zero(const int *p)
{
    return p ? *p : 0;
}

/*@ requires n >= 0 && \valid(d + (0 .. n - 1)) && \valid_read(s + (0 .. n - 1));
    requires \separated(d + (0 .. n - 1), s + (0 .. n - 1));
    assigns d[0 .. n - 1];
    ensures \forall integer i; 0 <= i < n ==> d[i] == s[i];
*/
void copy(char *d, const char *s, int n)
{
    if (n)
        memcpy(d, s, (size_t)n);
}

/*@ requires \valid(m + (0 .. 2));
    assigns m[0 .. 2][0 .. 2];
    ensures \forall integer i, j; 0 <= i < 3 && 0 <= j < 3
      ==> m[i][j] == (i == j ? 1 : 0);
*/
void identity(int m[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            m[i][j] = i == j;
}

enum color { RED, GREEN = 5, BLUE };
/*@ requires c == RED || c == GREEN || c == BLUE;
    assigns \nothing;
    ensures \result \in {0, 1, 2};
*/
int index_of(enum color c)
{
    return c == RED ? 0 : c == GREEN ? 1 : 2;
}

/*@ requires n <= 20;
    decreases n;
    assigns \nothing;
    ensures n >= 1 ==> \result >= n;
*/
uint64_t fact(unsigned n)
{
    return n < 2 ? 1 : n * fact(n - 1);
}

/*@ requires \valid_read(a + (lo .. hi)) && 0 <= lo <= hi <= 1000;
    assigns \nothing;
    ensures \exists integer k; lo <= k <= hi && a[k] == \result;
*/
int any_of(const int *a, int lo, int hi)
{
    return a[lo + (hi - lo) / 2];
}

/*@ requires \valid(p) && \valid(*p);
    assigns **p;
    ensures **p == 1;
*/
void deep(int **p)
{
    **p = 1;
}

/*@ requires valid_read_string(s);
    assigns \nothing;
    ensures \result == strlen(s);
*/
size_t length(const char *s)
{
    return strlen(s);
}

/*@ requires sizeof(x) == 8 && x >= 0;
    assigns \nothing;
    ensures \result * \result <= x < (\result + 1) * (\result + 1);
*/
int64_t root(int64_t x)
{
    int64_t lo = 0, hi = 3037000500;
    while (hi - lo > 1) {
        int64_t m = lo + (hi - lo) / 2;
        if (m * m <= x)
            lo = m;
        else
            hi = m;
    }
    return lo;
}
