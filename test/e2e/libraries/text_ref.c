/* The library without its bug. */
#undef BUG
#include "text.c"
