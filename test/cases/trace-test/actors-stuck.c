/* The first node waits for something that nobody sends. */
#define MEMBERS n
#define WHEN_ASKED assay_self_waits(self, "an answer")
#define WHEN_GOT (void)0
#include "actors.h"
