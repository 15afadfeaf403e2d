/* The calculus of debruijn.h without a bug. */
#define FIXED
#include "debruijn_ho.c"
