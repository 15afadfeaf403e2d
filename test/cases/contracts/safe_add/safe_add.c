#include "safe_add.h"

enum status safe_add(int a, int b, int *ret_sum)
{
    if (b > 0 && a > INT_MAX - b) {
        return OVERFLOW;
    }
    if (b < 0 && a < INT_MIN - b) {
        return UNDERFLOW;
    }
    *ret_sum = a + b;
    return OK;
}
