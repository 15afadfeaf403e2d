#define OPEN assay_send(t, "set", 1)
#include "door.h"
