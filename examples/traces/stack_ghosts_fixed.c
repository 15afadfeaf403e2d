/* The stack of stack_ghosts.c whose array grows. */
#define FIXED
#include "stack_ghosts.c"
