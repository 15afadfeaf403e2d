/* The message has no member of this name. */
#define MEMBERS number
#define WHEN_ASKED assay_tell(self, 1, got, asked->n)
#define WHEN_GOT (void)0
#include "actors.h"
