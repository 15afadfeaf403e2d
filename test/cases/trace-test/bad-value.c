#define OPEN assay_answer(t, "opened", 7)
#include "door.h"
