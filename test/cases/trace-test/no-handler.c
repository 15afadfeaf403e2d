#include <assay/trace.h>
const struct assay_trace_system assay_system = {.handlers = {{0}}};
