/*
 * The phrases of the statuses.
 */
#include <assay/status.h>

const char *assay_status_text(enum assay_status status)
{
    switch (status) {
    case ASSAY_OK:
        return "ok";
    case ASSAY_NO_MEMORY:
        return "out of memory";
    case ASSAY_BAD_USE:
        return "bad use";
    case ASSAY_EMPTY_RANGE:
        return "nothing to choose from";
    case ASSAY_TOO_LARGE:
        return "limit reached";
    case ASSAY_BAD_FORMAT:
        return "damaged or truncated text";
    case ASSAY_BAD_VERSION:
        return "text of a newer version";
    case ASSAY_IO:
        return "input or output failed";
    case ASSAY_NO_MATCH:
        return "no sentence of the language";
    case ASSAY_NOT_ONE:
        return "not exactly one";
    case ASSAY_REJECTED:
        return "assumption did not hold";
    }
    return "unknown status";
}
