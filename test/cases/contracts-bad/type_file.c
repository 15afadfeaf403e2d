/* No value of the type FILE * can be made up. */
#include <stdio.h>

/*@ requires \valid(f);
    ensures \result == 0 || \result == -1;
*/
int close_it(FILE *f)
{
    return fclose(f) == 0 ? 0 : -1;
}
