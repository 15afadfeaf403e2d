/* The messages of twitter.c with serialisable transactions. */
#define FIXED
#include "twitter.c"
