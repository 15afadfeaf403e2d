/* The library without its bug. */
#undef BUG
#include "pool.c"
