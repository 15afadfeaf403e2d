/* The shop of shopping.c with serialisable transactions. */
#define FIXED
#include "shopping.c"
