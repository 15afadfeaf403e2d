#define ENDLESS
#include "texts.c"
