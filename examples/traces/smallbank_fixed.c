/* The bank of smallbank.c with serialisable transactions. */
#define FIXED
#include "smallbank.c"
