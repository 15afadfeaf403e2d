/* The database of transaction.c whose reads are of the version that was the newest when
 * they were asked for. */
#define FIXED
#include "transaction.c"
