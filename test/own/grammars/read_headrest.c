/* Specifications: read, and checked as far as that needs no solver. */
#include "read.h"
#include "rest/spec.h"

const char *first_error(const char *text, size_t len)
{
    struct assay_arena arena;
    const char *code = NULL;
    Diags diags;
    Spec spec;

    assay_arena_init(&arena, NULL, 0);
    diag_init(&diags);
    if (!rest_spec_read(&spec, &diags,
                        diag_source(&diags, "text", (struct assay_str){text, len}),
                        "/nonexistent", &arena))
        code = "failed";
    diag_sort(&diags);
    for (uint32_t i = 0; i < diags.count && !code; i++)
        if (diag_severity(diags.at[i]->code) == DIAG_ERROR)
            code = diag_code_text(diags.at[i]->code);
    rest_spec_done(&spec);
    diag_done(&diags);
    assay_arena_done(&arena);
    return code;
}
