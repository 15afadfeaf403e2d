/* It does not bear to be opened by another code. */
#define OPEN fields[0].number == code ? assay_answer(t, "opened", true) : abort()
#include "door.h"
