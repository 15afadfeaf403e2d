#define OPEN                                                                             \
    for (volatile int i = 1; i;) {                                                       \
    }
#include "door.h"
