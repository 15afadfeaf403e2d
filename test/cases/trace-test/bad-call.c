#define OPEN assay_call(t, "key", 1)
#include "door.h"
