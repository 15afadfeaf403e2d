/*
 * Types that refer to themselves.
 */
#ifndef REST_CYCLES_H
#define REST_CYCLES_H

#include "rest/spec.h"

/* Marks the recursive ones; reports those that are themselves and nothing else, such as
 * `type T = T | Integer`, and makes them bad. */
void rest_find_cycles(Spec *spec);

#endif
