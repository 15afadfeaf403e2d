/* The set of set.c without a limit. */
#define FIXED
#include "set.c"
