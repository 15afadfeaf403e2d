/* The detector of heartbeat.c that forgets what was missed when it hears of the node. */
#define FIXED
#include "heartbeat.c"
