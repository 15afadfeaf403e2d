#undef BUGS
#define BUGS 0
#include "shelf.c"
