/* The library without its bug. */
#undef BUG
#include "val.c"
