/* The tree of filesystem.c whose directories know what is in them. */
#define FIXED
#include "filesystem.c"
