#include "pairs.h"
int count;
