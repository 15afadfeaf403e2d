/* The library without its bug. */
#undef BUG
#include "heap.c"
