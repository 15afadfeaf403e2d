/* The library without its bug. */
#undef BUG
#include "account.c"
