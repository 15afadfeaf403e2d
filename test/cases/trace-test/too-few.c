#define OPEN assay_answer(t, "opened")
#include "door.h"
