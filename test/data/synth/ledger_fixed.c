/* The same without the bugs. */
#define FIXED
#include "ledger.c"
