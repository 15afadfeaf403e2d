#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*@ assigns \nothing;
    ensures \result <==> count * size <= SIZE_MAX;
*/
bool fits(size_t count, size_t size)
{
    return size == 0 || count <= SIZE_MAX / size;
}
