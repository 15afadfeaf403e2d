#include "base/patience.h"
#include <stdlib.h>

unsigned assay_patience(void)
{
    const char *told = getenv("ASSAY_PATIENCE");
    long times = told ? strtol(told, NULL, 10) : 1;
    return times >= 1 && times <= 100 ? (unsigned)times : 1;
}

uint32_t assay_patient_ms(uint32_t ms)
{
    uint64_t all = (uint64_t)ms * assay_patience();
    return all < UINT32_MAX ? (uint32_t)all : UINT32_MAX;
}
