/* The second node dies of what it gets. */
#define MEMBERS n
#define WHEN_ASKED assay_tell(self, 1, got, asked->n)
#define WHEN_GOT abort()
#include "actors.h"
