/* The coordinator of two_phase_commit.c that holds the outcome until all have done it. */
#define FIXED
#include "two_phase_commit.c"
