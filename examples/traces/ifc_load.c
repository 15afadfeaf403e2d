/*
 * The machine of ifc_machine.h.
 *
 * The bug: what is loaded is as public as the cell, even if its address is secret.
 */
#ifndef FIXED
#define BUG_LOAD
#endif
#include "ifc_machine.h"
