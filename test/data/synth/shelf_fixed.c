/* The same without the bugs. */
#define FIXED
#include "shelf.c"
