#include <stdint.h>

typedef uint8_t byte;

/*@
  logic integer SumOf{L}(byte *a, integer n) = n <= 0 ? 0 : SumOf(a, n - 1) + a[n - 1];
*/

/*@
  requires \valid_read(a + (0 .. n - 1)) && \initialized(a + (0 .. n - 1));
  assigns \nothing;
  ensures \result == SumOf(a, n) % 256;
  ensures \result == (uint8_t)SumOf(a, n);
*/
uint8_t checksum(const byte *a, uint16_t n)
{
    uint8_t sum = 0;
    /*@
      loop invariant 0 <= i <= n && sum == SumOf(a, i) % 256;
      loop assigns i, sum;
      loop variant n - i;
    */
    for (uint16_t i = 0; i < n; i++) {
        sum = (uint8_t)(sum + a[i]);
    }
    return sum;
}

/*@
  requires 0 < n < 65535 && \valid(a + (0 .. n));
  requires \initialized(a + (0 .. n - 1));
  assigns a[n];
  ensures SumOf(a, n + 1) % 256 == 0;
*/
void seal(byte *a, uint16_t n)
{
    a[n] = (uint8_t)(256 - checksum(a, n));
}

/*@
  requires 0 <= weight <= 256;
  assigns \nothing;
  ensures \min(from, to) <= \result <= \max(from, to);
  ensures weight == 0 ==> \result == from;
  ensures weight == 256 ==> \result == to;
*/
int8_t blend(int8_t from, int8_t to, uint16_t weight)
{
    return (int8_t)((from * (256 - weight) + to * weight) / 256);
}
