/* The database of database.c that stores a value when the disk has it. */
#define FIXED
#include "database.c"
