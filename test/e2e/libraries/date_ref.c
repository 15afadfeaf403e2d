/* The library without its bug. */
#undef BUG
#include "date.c"
