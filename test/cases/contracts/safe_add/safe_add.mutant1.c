#include "safe_add.h"

enum status safe_add(int a, int b, int *ret_sum)
{
    if (a > 0 && b > 0 && a + b < 0) {
        return OVERFLOW;
    }
    if (b < 0 && a < INT_MIN - b) {
        return UNDERFLOW;
    }
    *ret_sum = a + b;
    return OK;
}
