#define OPEN assay_answer(t, "opened", true, 2)
#include "door.h"
