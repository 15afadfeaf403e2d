/* The chain of chain_replication.c, whose new tail makes stable all that it has. */
#define FIXED
#include "chain_replication.c"
