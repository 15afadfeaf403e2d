/*
 * Types that refer to themselves.
 */
#ifndef TERM_CYCLES_H
#define TERM_CYCLES_H

#include "term/read.h"

/* Marks the recursive ones among the types a reader knows; reports those that are
 * themselves and nothing else, such as `type T = T | Integer`, and makes them bad. */
void read_find_cycles(Reader *r);

#endif
