/* The graph of graph.c, searched for what can be reached. */
#define FIXED
#include "graph.c"
