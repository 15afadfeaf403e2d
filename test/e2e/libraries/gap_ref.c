/* The library without its bug. */
#undef BUG
#include "gap.c"
