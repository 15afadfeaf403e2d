#define OPEN assay_answer(t, "openned", true)
#include "door.h"
