/* The bank of bank_server.c whose database updates a balance only if it is still the one
 * that the server has seen. */
#define FIXED
#include "bank_server.c"
