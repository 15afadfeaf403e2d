/* The nodes of ring_leader.c that pass on a nomination only if it is larger. */
#define FIXED
#include "ring_leader.c"
