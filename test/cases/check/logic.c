/* One bug in each function, in contracts with definitions of their own. */
#include <stddef.h>

/*@ predicate Sorted(int *a, integer n) =
      \forall integer i, j; 0 <= i <= j < n ==> a[i] <= a[j];

    logic integer gcd(integer a, integer b) = b == 0 ? a : gcd(b, a % b);

    logic integer sum(int *a, integer n) = n <= 0 ? 0 : sum(a, n - 1) + a[n - 1];

    inductive even(integer n) {
      case zero: even(0);
      case step: \forall integer n; n >= 2 && even(n - 2) ==> even(n);
    }

    axiomatic Counting {
      logic integer Count(int *a, integer n, int v) reads a[0 .. n - 1];
      axiom none: \forall int *a, integer n, int v; n <= 0 ==> Count(a, n, v) == 0;
      axiom hit: \forall int *a, integer n, int v;
        n > 0 && a[n - 1] == v ==> Count(a, n, v) == Count(a, n - 1, v) + 1;
      axiom miss: \forall int *a, integer n, int v;
        n > 0 && a[n - 1] != v ==> Count(a, n, v) == Count(a, n - 1, v);
    }
*/

/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1)) && Sorted(a, n);
    assigns \nothing;
    behavior found:
      assumes \exists integer i; 0 <= i < n && a[i] == x;
      ensures 0 <= \result < n && a[\result] == x;
    behavior missing:
      assumes \forall integer i; 0 <= i < n ==> a[i] != x;
      ensures \result == -1;
    complete behaviors;
    disjoint behaviors;
*/
int search(const int *a, int n, int x)
{
    int lo = 0, hi = n - 1;

    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        if (a[mid] == x)
            return mid;
        if (a[mid] < x)
            lo = mid + 1;
        else
            hi = mid - 1;
    }
    return -1;
}

/*@ requires 1 <= a <= 60 && 1 <= b <= 60;
    assigns \nothing;
    ensures \result == gcd(a, b);
*/
int divisor(int a, int b)
{
    return a % b == 0 ? b : b % a == 0 ? a : 1;
}

/*@ requires 0 <= n <= 5 && \valid_read(a + (0 .. n - 1));
    requires \forall integer i; 0 <= i < n ==> -9 <= a[i] <= 9;
    assigns \nothing;
    ensures \result == sum(a, n);
    ensures \result == \sum(0, n - 1, \lambda integer i; a[i]);
*/
int total(const int *a, int n)
{
    int s = 0;

    for (int i = 0; i < n; i++)
        s += a[i] < 0 ? 0 : a[i];
    return s;
}

/*@ requires 0 <= n <= 20;
    assigns \nothing;
    ensures \result == 1 <==> even(n);
*/
int is_even(int n)
{
    return n % 2 == 0 && n != 6;
}

/*@ requires 0 <= n <= 6 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \result == Count(a, n, v);
*/
int count(const int *a, int n, int v)
{
    int found = 0;

    for (int i = 1; i < n; i++)
        found += a[i] == v;
    return found;
}

/*@ requires 1 <= n <= 6 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures Sorted((int *)a, n);
*/
void sort(int *a, int n)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 1 && a[k - 1] > a[k]; k--) {
            int x = a[k];
            a[k] = a[k - 1];
            a[k - 1] = x;
        }
}

struct stack {
    int size, capacity;
    int at[4];
};

/*@ predicate Good(struct stack *s) = 0 <= s->size <= s->capacity && s->capacity <= 4;

    type invariant never_negative(struct stack s) = s.size >= 0;
*/

/*@ requires \valid(s) && Good(s) && s->size > 0;
    assigns s->size;
    ensures Good(s) && \result == s->at[s->size];
*/
int pop(struct stack *s)
{
    return s->at[s->size--];
}

struct date {
    int month, day;
};

struct date nth_day(int n)
{
    struct date d = {1 + n / 30 % 12, 1 + n % 30};

    return d;
}

/*@ requires 0 <= n < 360;
    generator d = nth_day(n);
    config 500 runs, 5s;
    assigns \nothing;
    ensures \result == 1 <==> d.month == 12 && d.day == 30;
*/
int is_last_day(struct date d, int n)
{
    return d.month == 12 && d.day >= 29 && n >= 0;
}

/*@ requires 1 <= k <= 4;
    assigns \nothing;
    ensures \result == \product(1, k, \lambda integer i; i) && \result <= \max(24, k);
    ensures \forall real y; y * y >= k || y < k;
*/
int factorial(int k)
{
    return k == 4 ? 20 : k == 3 ? 6 : k;
}

/*@ requires \valid(p) && \separated(p, q) && \valid_read(q);
    assigns *p;
    ensures *p == \old(*p);
*/
static void leave(int *p, const int *q)
{
    *p = *q == 0 ? *p : 0;
}

/*@ requires 0 <= x <= 3;
    assigns \nothing;
    ensures \result >= 0;
*/
int caller(int x)
{
    return divisor(x, 1);
}
