/* What it says depends on how it is compiled. */
#define OPEN assay_answer(t, "opened", ANSWER)
#include "door.h"
