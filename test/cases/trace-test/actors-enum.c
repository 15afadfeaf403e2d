/* The message has a value that its field cannot have. */
#define MEMBERS n, to
#define WHEN_ASKED assay_tell(self, 1, got, asked->n, 2)
#define WHEN_GOT (void)0
#include "actors.h"
