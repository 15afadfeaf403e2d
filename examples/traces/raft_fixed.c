/* The Raft of raft.c, in which votes against a candidate do not count for it. */
#define FIXED
#include "raft.c"
