#define OPEN abort()
#include "door.h"
