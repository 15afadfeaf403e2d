/* Directives in an annotation: conditions are followed, others are not. */

/*@ requires x > 0;
#ifdef NEVER_DEFINED
    requires nonsense;
#endif
#include "limits.h"
    ensures \result == x + 1;
*/
int next(int x)
{
    return x + 1;
}
