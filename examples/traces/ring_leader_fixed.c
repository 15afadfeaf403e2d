/* The nodes of ring_leader.c that stop a nomination which is smaller than themselves. */
#define FIXED
#include "ring_leader.c"
