/* The first node passes on nothing. */
#define MEMBERS n
#define WHEN_ASKED (void)0
#define WHEN_GOT (void)0
#include "actors.h"
