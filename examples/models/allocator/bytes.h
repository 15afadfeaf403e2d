/* What is in a block, one byte at a time: for the test and the programs it prints. */
#ifndef BYTES_H
#define BYTES_H

#include <stddef.h>

static inline unsigned char byte_at(const void *block, size_t at)
{
    return ((const unsigned char *)block)[at];
}

#endif
