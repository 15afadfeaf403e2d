/* The Paxos of paxos.c, whose acceptors keep what they promise. */
#define FIXED
#include "paxos.c"
