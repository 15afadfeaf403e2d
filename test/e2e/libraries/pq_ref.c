/* The library without its bug. */
#undef BUG
#include "pq.c"
