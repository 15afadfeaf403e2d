/* Everything a test program needs. */
#ifndef ASSAY_ASSAY_H
#define ASSAY_ASSAY_H

#include <assay/languages.h>
#include <assay/run.h>

#endif
