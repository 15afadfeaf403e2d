/*
 * Where code is, for reports.
 */
#ifndef ASSAY_CONTRACT_PLACE_H
#define ASSAY_CONTRACT_PLACE_H

#include "base/buf.h"

/* "main.c:12" of a return address, as addr2line tells; without it, or without debug
 * information, "main (the program+0x1139)" or less. Nothing for NULL. */
void assay_place_put(struct assay_buf *out, const void *address);

#endif
