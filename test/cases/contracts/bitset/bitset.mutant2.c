#include <stdbool.h>
#include <stdint.h>

enum { BITS = 32 };

/*@
  predicate Bit(integer bits, integer i) = (bits >> i) % 2 == 1;

  predicate OthersKept(integer before, integer after, integer i) =
    \forall integer k; 0 <= k < BITS && k != i ==> (Bit(before, k) <==> Bit(after, k));
*/

/*@
  requires \valid(bits) && 0 <= i < BITS;
  assigns *bits;
  ensures Bit(*bits, i) && OthersKept(\old(*bits), *bits, i);
*/
void bitset_add(uint32_t *bits, int i)
{
    *bits |= UINT32_C(1) << i;
}

/*@
  requires \valid(bits) && 0 <= i < BITS;
  assigns *bits;
  ensures !Bit(*bits, i) && OthersKept(\old(*bits), *bits, i);
*/
void bitset_remove(uint32_t *bits, int i)
{
    *bits &= ~((UINT32_C(2) << i) - 1);
}

/*@
  requires 0 <= i < BITS;
  assigns \nothing;
  ensures \result <==> Bit(bits, i);
*/
bool bitset_has(uint32_t bits, int i)
{
    return (bits >> i & 1) != 0;
}

/*@
  assigns \nothing;
  ensures \result == \numof(0, BITS - 1, \lambda integer i; (bits >> i) % 2 == 1);
*/
int bitset_size(uint32_t bits)
{
    int n = 0;
    /*@
      loop invariant 0 <= n <= BITS;
      loop assigns n, bits;
      loop variant bits;
    */
    while (bits != 0) {
        bits &= bits - 1;
        n++;
    }
    return n;
}

/*@
  assigns \nothing;
  ensures \forall integer i; 0 <= i < BITS ==>
            (Bit(\result, i) <==> (Bit(a, i) ^^ Bit(b, i)));
*/
uint32_t bitset_difference(uint32_t a, uint32_t b)
{
    return a ^ b;
}
