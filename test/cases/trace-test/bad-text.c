#define OPEN assay_answer(t, "opened", "yes")
#include "door.h"
