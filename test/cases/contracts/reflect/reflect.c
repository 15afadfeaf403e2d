#include <stdbool.h>
#include <stdint.h>

/*@
  logic integer Number(bool is_signed, uint64_t bits) =
    is_signed ? (integer)(int64_t)bits : (integer)bits;

  logic integer Reflected(bool is_signed, uint64_t x, uint64_t at) =
    \let far = Number(is_signed, x) - Number(is_signed, at);
    Number(is_signed, at) - far;
*/

/*@
  requires Number(is_signed, x) <= Number(is_signed, at) <= Number(is_signed, hi);
  assigns \nothing;
  ensures \result <==> Reflected(is_signed, x, at) <= Number(is_signed, hi);
*/
bool is_reflected_within(bool is_signed, uint64_t x, uint64_t at, uint64_t hi)
{
    (void)is_signed;
    return at - x <= hi - at;
}
