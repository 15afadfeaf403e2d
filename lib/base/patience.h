/*
 * Limits of time are for a machine that has nothing else to do. ASSAY_PATIENCE, a number
 * from 1 to 100, makes those of solvers and searches so many times as long: for machines
 * that are slow or busy, where what is found must not depend on it.
 */
#ifndef ASSAY_BASE_PATIENCE_H
#define ASSAY_BASE_PATIENCE_H

#include <stdint.h>

/* 1 if nothing, or nonsense, is asked for. */
unsigned assay_patience(void);
/* So many milliseconds with patience, UINT32_MAX if they are too many. */
uint32_t assay_patient_ms(uint32_t ms);

#endif
