/* Grammars: compiled. */
#include "read.h"
#include <assay/lang.h>
#include <stdio.h>

const char *first_error(const char *text, size_t len)
{
    struct assay_lang_source source = {.name = "text", .text = text, .len = len};
    const struct assay_problem *problems;
    struct assay_lang *lang = NULL;
    enum assay_status status = assay_lang_new(&source, &lang);
    static char code[8];
    size_t count;

    if (status == ASSAY_OK || !lang) {
        assay_lang_free(lang);
        return status == ASSAY_OK ? NULL : "failed";
    }
    problems = assay_lang_problems(lang, &count);
    snprintf(code, sizeof code, "%s", problems[0].code);
    assay_lang_free(lang);
    return code;
}
