/* The table of hashtable.c whose replacements change the bucket as it is when they are
 * done. */
#define FIXED
#include "hashtable.c"
