#include "cli/summary.h"

void summary_count(struct assay_buf *out, uint64_t n, const char *what)
{
    assay_buf_count(out, n);
    assay_buf_printf(out, " %s%s", what, n == 1 ? "" : "s");
}

void summary_verdict(struct assay_buf *out, const char *path, const Diags *diags)
{
    assay_buf_printf(out, "%s: ", path);
    if (diags->errors > 0)
        summary_count(out, diags->errors, "error");
    else
        assay_buf_puts(out, "valid");
    if (diags->warnings > 0) {
        assay_buf_puts(out, ", ");
        summary_count(out, diags->warnings, "warning");
    }
}
