/* Terms that are numbers, and what compares them: each clause has a feature of its own.
 */
/* clang-format off */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

enum color { RED, GREEN = 5, BLUE };
int sorted[4] = {1, 3, 3, 9};

/*@ logic integer twice(integer n) = 2 * n;
    logic integer fact(integer n) = n <= 0 ? 1 : n * fact(n - 1);
    logic integer length(boolean odd, integer n) = odd ? n : length(true, n + 1);
    logic real half(real x) = x / 2.0;
    predicate small(integer n) = n < 100;
*/

/*@ requires 1 <= i <= 20 && l \in (-5 .. 5) && u < 1 << 20;
    assigns \nothing;
    ensures sum: i + c - 1 < i + 255;
    ensures i * c <= 20 * 255 && l * l <= 25 && -l <= 5 && +i > 0;
    ensures u * u >= u && u + u >= u && u * l <= 5 * u;
    ensures u > 1000 || u * u * u * u - 1 < (u + 1) * u * u * u;
    ensures 100 / i >= 5 && 100 % i < i && c / (l - 6) <= 0 && c % (i + 1) <= i;
    ensures l / i * i + l % i == l;
    ensures (i & 1) + (i & ~1) == i && (i | 32) == i + 32 && (i ^ i) == 0;
    ensures ((i --> c) & 1) == 0 ==> c % 2 == 0;
    ensures ((i <--> c) & 1) == 1 <==> (i + c) % 2 == 0;
    ensures 1 << i >= 2 && (u >> 1) * 2 + u % 2 == u && 1 << 70 > u;
    ensures \abs(l) <= 5 && \min(i, c) <= c && \max(l, u) >= l && (u > 1000 || \max(u * u * u, 0) >= 0);
    ensures (unsigned char)(i + 256) == i && (int8_t)c <= 127 && (unsigned)-1 == UINT_MAX;
    ensures (integer)2.9 == 2 && (int)-1.5 == -1 && (bool)c == true || c == 0;
    ensures -9223372036854775807 - 1 == LLONG_MIN && 18446744073709551615 >= u;
    ensures 36893488147419103232 - u > u && -36893488147419103232 + u < 0;
    ensures sizeof(enum color) == 4 && sizeof(l) == 8 && 'a' == 97;
    ensures b ==> \true;
    ensures (b ? 1 : 0) == b && !b == (b == 0) && b != !b;
    ensures i ==> c || !c;
    ensures (i > 3 ? i : 4) >= 4 && (i > 3 ? i > 2 : i <= 3);
    ensures \let two = 2 * i; two - i == i && \let big = u * u; big / i <= big;
    ensures \let even = i % 2 == 0; even <==> twice(i) % 4 == 0;
    ensures twice(u) == 2 * u && twice(twice(i)) == 4 * i && small(i);
    ensures fact(3) == 6 && fact(i) > 0 && length(\false, i) == i + 1;
    ensures e == RED || e != RED && e < 1 << 32;
    ensures i \in {1, 2, (3 .. 20)} && !(i \in \inter((0 .. 10), (11 .. )));
    ensures i \in (.. 20) && \subset({i, 1}, (1 .. 20)) && \subset(i, {i}) && \subset(\empty, {i});
    ensures (i > 5 ^^ i <= 5) && (i > 5 <==> !(i <= 5)) && (i > 5 || i < 6);
    ensures 0 < i <= 20 && i != 0;
    ensures \forall integer k; k == i ==> k + 1 > i;
    ensures \forall integer k; u * u * u <= k + u * u * u < u * u * u + 3 ==> k < 3;
    ensures \forall integer k; 0 <= k - u * u * u && k - u * u * u - i < 2 ==> k >= 0;
*/
void whole(int i, unsigned char c, long long l, unsigned long long u, bool b, enum color e)
{
}

/*@ requires \is_finite(x) && -1000.0 <= x <= 1000.0 && \is_finite(f) && 0.0 <= f <= 8.0;
    assigns \nothing;
    ensures x + 1.0 > x && x * 2.0 - x / 2.0 == x * 1.5;
    ensures -x <= 1000.0 && x + 1 != x - 1 && 1e300 > x && x >= -1000;
    ensures \result == x + f && \result == (double)(x + f);
    ensures (float)x == x || (float)x != x;
    ensures \abs(x) >= 0.0 && \min(x, f) <= f && \max(x, 3) >= x && \pi > 3.14;
    ensures \sqrt(f) <= 3.0 && \pow(f, 2.0) >= 0.0 && \hypot(3.0, 4.0) == 5.0;
    ensures \exp(0.0) == 1.0 && \log(1.0) == 0.0 && \sin(0.0) + \cos(0.0) + \tan(0.0) == 1.0;
    ensures \floor(x) <= x < \floor(x) + 1 && \ceil(x) >= x && \round(0.5) == 1;
    ensures \truncate(2.7) == 2 && (integer)x == \truncate(x);
    ensures \is_finite(\result) && !\is_infinite(x) && !\is_NaN(f);
    ensures !\is_plus_infinity(x) && !\is_minus_infinity(x);
    ensures \eq_double(x, x) && !\ne_double(x, x) && \le_double(x, x) && \ge_double(x, x);
    ensures !\lt_double(x, x) && !\gt_float(f, f);
    ensures x \in {x, 1.0} && half(x) * 2.0 == x && (x > 0.0 ? x : -x) >= 0.0;
    ensures x == (x > f ? x : \max(x, x)) && x == (\let y = x; y) && x == \old(x) && x == half(x + x);
    ensures f == \sum(1, 1, \lambda integer k; f) && f == \abs(f) && x != f + x + 1.0 && (f == x || f != x);
    ensures \let third = x / 3.0; third * 3.0 - x < 0.1;
    ensures \sum(1, 4, \lambda integer k; k * 0.5) == 5.0;
    ensures \product(1, 3, \lambda integer k; k * 1.0) == 6.0;
    ensures \max(1, 3, \lambda integer k; k * x) >= x;
*/
double real(double x, float f)
{
    return x + f;
}

/*@ requires 0 <= n <= 4 && \forall integer i; 0 <= i < 4 ==> 0 <= sorted[i] <= 9;
    assigns \nothing;
    ensures \sum(0, n - 1, \lambda integer i; sorted[i]) <= 9 * n;
    ensures \product(1, n, \lambda integer i; i) == fact(n);
    ensures \numof(0, n - 1, \lambda integer i; sorted[i] > 9) == 0;
    ensures \max(0, n - 1, \lambda integer i; sorted[i]) <= 9;
    ensures \min(0, 3, \lambda integer i; -sorted[i]) >= -9;
    ensures \forall integer i; 0 <= i < n ==> sorted[i] >= 0;
    ensures \exists integer i; 0 <= i && i <= n && i == n;
    ensures \forall integer i, j; 0 <= i <= j < n ==> sorted[i] <= 9 - sorted[j] + 9;
    ensures \forall integer i, j; n > i + 1 > 0 && i < j - 1 <= n ==> j - i >= 2;
    ensures \forall integer i; i \in (1 .. n) ==> \exists integer j; 0 < j <= i && j == i;
    ensures \forall integer i; 0 <= i ==> i <= 2 * n ==> i < 9;
    ensures \forall unsigned char c; c <= 255;
    ensures \forall unsigned u; u < n ==> u + 1 <= n;
    ensures \forall boolean b; b || !b;
    ensures \exists int i; i == n + 1 && i >= 0 && i < 99;
    ensures \forall integer i; 0 <= i < n && i < 3 && i >= 1 && i >= n - 2 ==> i * i <= 4;
    ensures !(\exists integer i; n < i < n + 1);
    ensures \forall integer a; -2 <= a <= 2 ==> \forall integer b; a <= b <= 2 ==> b >= a;
    ensures \forall integer x; x * x >= 0;
    ensures \forall real x; x >= 0.0;
    ensures \forall integer k; k - 1 >= 0 && 2 + k <= 5 ==> k < 4;
*/
void loops(unsigned char n)
{
}

/* Terms at the limits of 64 and of 127 bits: how wide each is computed. */
/*@ requires valid_read_string(s) && -9 <= l <= 9 && w < 1 << 16;
    assigns \nothing;
    ensures l - 0 == l && l + 1 > l && l - 1 < l && ~l == -1 - l;
    ensures (i << 31 | 1) + 0 > (i << 31 | 1) - 1 && ((i << 31 | 1) + 1) % 2 == 0;
    ensures (w & i) + 9223372032559808512 >= (w ^ 1) - 4294967297;
    ensures l % 9223372036854775807 - 1 >= -10 && l % 9223372036854775807 + 1 >= l;
    ensures l % 9223372036854775807 - 2 < w % 9223372036854775807 + 10 && w % 2 - 2 < 0;
    ensures \abs(i) + 9223372034707292159 >= 0 && \abs(i) + 9223372034707292160 >= 0 && \abs(l) >= 0;
    ensures \min(l, 5) + 9223372036854775802 >= 0 && \min(l, 5) + 9223372036854775803 >= 0;
    ensures \min(l, 5) + 0 <= 5 && \min(5, l) - 1 <= 4 && \max(l, 5) + 0 >= 5 && \max(5, l) + 1 >= 6;
    ensures \max(w, 5) - 9223372036854775807 < 0 && \max(w, 5) - 6 + -9223372036854775807 < 0;
    ensures strlen(s) + 0 >= 0 && strlen(s) - 1 >= -1 && strlen(s) + 1 > 0;
    ensures strcmp(s, "a") + 9223372036854775806 > 0 && strcmp(s, "a") + 9223372036854775807 > 0;
    ensures strcmp(s, "a") - 9223372036854775807 < 0 && strcmp(s, "a") - 2 - 9223372036854775807 < 0;
    ensures \numof(1, 2, \lambda integer k; k > 1) - 1 == 0 && \numof(1, 2, \lambda integer k; k > 1) + 1 == 2;
    ensures (i > 0 ? w : -1) + 9223372032559808512 > 0 && (i > 0 ? w : -1) + 9223372032559808513 > 0;
    ensures (\let m = w + 1; m) + 9223372032559808511 > 0 && (\let m = w + 1; m) + 9223372032559808512 > 0;
    ensures \at(i, Pre) / 2 + 9223372034707292159 > 0 && i >> 1 <= i || i < 0;
    ensures w << 20 >= w && (w << 62) + w >= w && (l << 62) * 4 <= 9 << 64 && (i << 63) * 2 <= i << 64 || i < 0;
    ensures w * i <= 9223372036854775807 && w * w * 2 >= 0 && l * l >= l && l * w >= l * 4294967295 || l > 0;
    ensures w * w * w * w - w * w * w * w == 0 && (w * w * w * 536870912 + 0) * 1 >= 0;
    ensures w * w * w * 536870912 - w * w * w * 536870912 == 0 && (l * l) / 1 >= (l * l) % 3 - 3;
*/
void limits(int i, unsigned w, long long l, const char *s)
{
}
