/*
 * The codes and their titles.
 */
#include "diag/diag.h"

static const struct {
    const char *code, *title;
} codes[] = {
#define DIAG(ID, CODE, TITLE) {CODE, TITLE},
#include "diag/codes.def"
#undef DIAG
};

const char *diag_code_text(DiagCode code)
{
    return codes[code].code;
}

Severity diag_severity(DiagCode code)
{
    return codes[code].code[0] == 'W' ? DIAG_WARNING : DIAG_ERROR;
}

const char *diag_title(DiagCode code)
{
    return codes[code].title;
}
