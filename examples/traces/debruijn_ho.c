/*
 * The calculus of debruijn.h.
 *
 * The bug: under an abstraction the variable is substituted that has the same index as
 * outside, which is another one.
 */
#ifndef FIXED
#define BUG_HO
#endif
#include "debruijn.h"
