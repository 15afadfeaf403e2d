/* One bug in each function: what a report says of numbers. */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

enum { LIMIT = 10 };
enum color { RED, GREEN = 5, BLUE };

/*@ requires -100 <= a <= 100 && 1 <= b <= 7;
    assigns \nothing;
    ensures a == \result * b + a % b;
*/
int quotient(int a, int b)
{
    return a < 0 ? a / b - 1 : a / b;
}

/*@ assigns \nothing;
    ensures \result == (uint8_t)(a + b);
*/
uint8_t wrap(uint8_t a, uint8_t b)
{
    return a + b > 255 ? 255 : (uint8_t)(a + b);
}

/*@ requires 0 <= k < 64;
    assigns \nothing;
    ensures \result == (x >> k) % 2;
*/
int bit(uint64_t x, int k)
{
    return (int)(x >> k & 1) | (k == 63);
}

/*@ requires c \in {RED, GREEN, BLUE};
    assigns \nothing;
    ensures c == BLUE ? \result == 2 : \result <= 1;
*/
int index_of(enum color c)
{
    return c == RED ? 0 : c == GREEN ? 2 : 2;
}

/*@ requires !\is_NaN(x) && !\is_NaN(y);
    assigns \nothing;
    ensures \result == x || \result == y;
    ensures bound: \result >= \max(x, y);
*/
double larger(double x, double y)
{
    return x > y + 1 ? x : y;
}

/*@ requires 0 <= month <= 11;
    assigns \nothing;
    ensures \result <==> month \in \union(1 .. 3, {5, 7}, (9 .. LIMIT));
*/
bool is_listed(int month)
{
    return (1 <= month && month <= 3) || month == 5 || month == 7 || month == 9;
}

/*@ requires flags < 256;
    assigns \nothing;
    ensures (\result & ~0x0f) == 0 && \result == (flags ^ 0x80) >> 4;
*/
unsigned high(unsigned flags)
{
    return (flags ^ 0x80) >> (flags == 200 ? 3 : 4);
}

/*@ assigns \nothing;
    ensures x > INT_MIN ==> \result == \abs(x);
    ensures x == INT_MIN ==> \result == INT_MAX;
*/
int absolute(int x)
{
    return x < 0 ? -x : x;
}

/*@ requires 0 <= n <= 8;
    decreases n;
    assigns \nothing;
    ensures \result == 1 << n;
*/
int power(int n)
{
    return n == 0 ? 1 : 2 * power(n == 5 ? n : n - 1);
}

/*@ requires -50 <= x <= 50;
    behavior negative:
      assumes x < 0;
      ensures \result == -1;
    behavior positive:
      assumes x > 0;
      ensures \result == 1;
    complete behaviors;
    disjoint behaviors;
*/
int sign(int x)
{
    return x < 0 ? -1 : x != 9;
}

/*@ requires price >= 0 && 0 <= percent <= 100;
    ensures !(\result > price) && (\result == price ^^ percent > 0);
*/
int discounted(int price, int percent)
{
    return price - price / 100 * percent;
}

/*@ requires 0 <= x <= 100 && 0 <= y <= 100;
    assigns \nothing;
    ensures \let sum = x + y; sum > 100 ==> \result == sum - 100;
    ensures \result \in (0 .. 100);
*/
int around(int x, int y)
{
    return x + y == 199 ? 0 : (x + y) % 101;
}
