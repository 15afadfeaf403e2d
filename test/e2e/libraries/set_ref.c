/* The library without its bug, and without what has several right answers. */
#undef BUG
#define REFERENCE
#include "set.c"
