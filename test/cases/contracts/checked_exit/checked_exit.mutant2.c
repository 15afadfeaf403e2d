#include <stdlib.h>

/*@
  assigns \exit_status;
  ensures never: \false;
  exits status: \exit_status == (code == 0 ? 0 : 1);
*/
_Noreturn void quit(int code)
{
    exit(code == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
}

/*@
  behavior fine:
    assumes x >= 0;
    ensures \result == x / 2;
    exits never: \false;

  behavior wrong:
    assumes x < 0;
    ensures never: \false;
    exits code: \exit_status == 1;

  complete behaviors;
  disjoint behaviors;
*/
int half_or_exit(int x)
{
    if (x < 0) {
        quit(0);
    }
    return x / 2;
}
