/* The library without its bug. */
#undef BUG
#include "cpool.c"
