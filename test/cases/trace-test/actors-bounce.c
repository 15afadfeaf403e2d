/* What nobody sees goes to and fro for ever. */
#define MEMBERS n
#define WHEN_ASKED assay_tell(self, 1 - assay_self_id(self), asked, asked->n)
#define WHEN_GOT (void)0
#include "actors.h"
