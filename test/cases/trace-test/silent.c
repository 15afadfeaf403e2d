#define OPEN (void)0
#include "door.h"
