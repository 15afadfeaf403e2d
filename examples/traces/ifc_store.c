/*
 * The machine of ifc_machine.h.
 *
 * The bug: a store through a secret address is as public as the value that is stored, and
 * it is not refused where something public is overwritten.
 */
#ifndef FIXED
#define BUG_STORE
#endif
#include "ifc_machine.h"
