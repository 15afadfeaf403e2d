/* The stack of stack.c whose array grows. */
#define FIXED
#include "stack.c"
