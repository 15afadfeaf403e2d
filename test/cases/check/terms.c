/* Corners of terms and of places in memory, in functions that are right but for the last.
 */
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct point {
    int x, y;
};

struct grid {
    struct point at[3];
    unsigned used : 2;
    double scale;
};

/*@ requires \valid(p + (0 .. 3)) && 0 <= i <= 3;
    assigns \nothing;
    ensures \result - p == i && \base_addr(\result) == \base_addr(p);
    ensures \offset(\result) - \offset(p) == i * sizeof(int) && \block_length(p) >= 16;
*/
int *move(int *p, int i)
{
    return p + i;
}

/*@ requires \valid(g) && g->used <= 3 && \is_finite(g->scale) && -8.0 <= g->scale <= 8.0;
    requires \forall integer i; 0 <= i < 3 ==> -50 <= g->at[i].x <= g->at[i].y <= 50;
    assigns g->at[0 .. 2].x, g->used;
    ensures \forall integer i; 0 <= i < 3 ==> g->at[i].x == -\old(g->at[i].x);
    ensures g->used == (\old(g->used) + 1) % 4 && g->at[1].y == \old(g->at[1].y);
    ensures g->scale * 2.0 >= g->scale || g->scale < 0.0;
*/
void flip(struct grid *g)
{
    for (int i = 0; i < 3; i++)
        g->at[i].x = -g->at[i].x;
    g->used++;
}

/*@ requires b != 0 && (a != INT_MIN || b != -1);
    assigns \nothing;
    ensures \result.x == a / b && \result.y == a % b;
    ensures a == \result.x * (long long)b + \result.y;
*/
struct point divide(int a, int b)
{
    struct point p = {a / b, a % b};

    return p;
}

/*@ requires 2 <= n <= 6 && \valid(a + (0 .. n - 1));
    requires \forall integer i; 0 <= i < n - 1 ==> a[i] < a[i + 1];
    requires a[0] >= 0 && a[n - 1] <= 1000 && (a[0] == 0 || a[0] % 2 == 1);
    requires \exists integer k; 0 <= k < n && a[k] == x;
    assigns \nothing;
    ensures 0 <= \result < n && a[\result] == x;
    ensures \forall integer i, j; 0 <= i < \result <= j < n ==> a[i] < a[j];
*/
int place_of(const int *a, int n, int x)
{
    int i = 0;

    while (a[i] != x)
        i++;
    return i;
}

/*@ requires lo <= hi <= 20 && lo >= -20 && (lo % 3 == 0 ==> hi > lo) && !(lo == 5 && hi
   == 7); assigns \nothing; ensures \result == (\exists integer k; lo < k < hi && k * k ==
   16); ensures \forall integer k; lo <= k <= hi && k % 2 == 0 ==> k != 2 * lo + 1;
    ensures \let w = hi - lo; w >= 0 && (w > 3 ? \result || w < 41 : w <= 3);
    ensures \max(lo, hi) == hi && \min(lo, hi) == lo && \abs(lo) <= 20;
*/
bool has_four(int lo, int hi)
{
    for (int k = lo + 1; k < hi; k++)
        if (k == 4 || k == -4)
            return true;
    return false;
}

/*@ requires valid_read_string(s) && strlen(s) <= 8;
    requires \valid(t + (0 .. 8)) && \separated(t + (0 .. 8), s + (0 .. strlen(s)));
    assigns t[0 .. strlen(s)];
    ensures valid_read_string(t) && strlen(t) == strlen(s);
    ensures \forall integer i; 0 <= i < strlen(s) ==> t[i] == s[strlen(s) - 1 - i];
*/
void backwards(char *t, const char *s)
{
    size_t n = strlen(s);

    for (size_t i = 0; i < n; i++)
        t[i] = s[n - 1 - i];
    t[n] = '\0';
}

static int stock[3];
static struct point origin;

/*@ requires 0 <= i < 3 && \forall integer k; 0 <= k < 3 ==> 0 <= stock[k] <= 10;
    requires origin.x == 0 && (origin.y == 1 || origin.y == -1);
    assigns stock[i], origin.x;
    ensures stock[i] == \old(stock[i]) + origin.y * 2 && origin == \old(origin);
    ensures \forall integer k; 0 <= k < 3 && k != i ==> stock[k] == \old(stock[k]);
*/
void supply(int i)
{
    stock[i] += origin.y * 2;
}

/*@ requires (x & 1) == 0 && x <= 1000 && (y | 3) == 7 && (z ^ 5) < 16 && ~w == -4 && v <<
   2 == 32; assigns \nothing; ensures \result == (x >> 1) + y + z + w + v; ensures
   (unsigned char)(x + 256) == x % 256 && (signed char)(x % 128 + 256) == x % 128;
*/
uint64_t bits(uint16_t x, unsigned char y, unsigned z, int w, long v)
{
    return (uint64_t)(x >> 1) + y + z + (uint64_t)w + (uint64_t)v;
}

/*@ requires \valid(a + (0 .. 2)) && \valid(b) && b == a + 1;
    assigns *b;
    ensures a[1] == \old(a[0] + a[2]) % 7;
*/
void between(unsigned *a, unsigned *b)
{
    *b = (a[0] + a[2]) % 7;
}
