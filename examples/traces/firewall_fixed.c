/* The firewall of firewall.c that remembers everyone who has asked. */
#define FIXED
#include "firewall.c"
