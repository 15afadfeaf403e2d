/* The machine of ifc_machine.h without a bug. */
#define FIXED
#include "ifc_add.c"
