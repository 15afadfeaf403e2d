/*
 * The calculus of debruijn.h.
 *
 * The bug: in the function of an application the variable after the right one is
 * substituted.
 */
#ifndef FIXED
#define BUG_FO
#endif
#include "debruijn.h"
