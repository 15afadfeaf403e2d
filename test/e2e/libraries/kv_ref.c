/* The library without its bug. */
#undef BUG
#include "kv.c"
