/* The library without its bug. */
#undef BUG
#include "list.c"
