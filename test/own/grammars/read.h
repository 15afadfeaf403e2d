/* What a program that reads texts of a notation has of its own. */
#ifndef OWN_READ_H
#define OWN_READ_H

#include <stddef.h>

/* The code of the first error in a text, "E0101"; NULL when there is none. It is good
 * until the next call. */
const char *first_error(const char *text, size_t len);
/* Of test/fuzz: what holds of every text. Aborts when it does not. */
int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len);

#endif
