/* The shards of anon_read_atomicity.c, which note down intents when they are made. */
#define FIXED
#include "anon_read_atomicity.c"
