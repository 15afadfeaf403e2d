/* The automaton of nfa.c, which follows all edges. */
#define FIXED
#include "nfa.c"
