/* The same without the bugs. */
#define FIXED
#include "mail.c"
