/*
 * The machine of ifc_machine.h.
 *
 * The bug: a sum is public, whatever was added.
 */
#ifndef FIXED
#define BUG_ADD
#endif
#include "ifc_machine.h"
