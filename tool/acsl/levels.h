/*
 * How tight operators bind, for reading and for printing terms.
 */
#ifndef ACSL_LEVELS_H
#define ACSL_LEVELS_H

#include "acsl/acsl.h"

enum {
    LEVEL_ALL, /* binders and names: as far as possible */
    LEVEL_IF,
    LEVEL_IFF,
    LEVEL_IMPLIES,
    LEVEL_OR,
    LEVEL_XOR,
    LEVEL_AND,
    LEVEL_BIT_IFF,
    LEVEL_BIT_IMPLIES,
    LEVEL_BIT_OR,
    LEVEL_BIT_XOR,
    LEVEL_BIT_AND,
    LEVEL_COMPARE,
    LEVEL_RANGE,
    LEVEL_SHIFT,
    LEVEL_SUM,
    LEVEL_PRODUCT,
    LEVEL_PREFIX,
    LEVEL_POSTFIX,
};

#endif
