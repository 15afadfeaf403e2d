/* The courses of courseware.c with serialisable transactions. */
#define FIXED
#include "courseware.c"
