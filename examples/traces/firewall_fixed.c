/* The firewall of firewall.c that keeps its list of connections. */
#define FIXED
#include "firewall.c"
