/*
 * What is demanded of reports, whatever they are about.
 */
#ifndef FUZZ_REPORT_H
#define FUZZ_REPORT_H

#include "base/buf.h"
#include "base/utf8.h"
#include "diag/render.h"
#include "target.h"

/* Each has words, and a place in the text; all can be shown. */
static inline void check_report(Diags *diags, struct assay_str text)
{
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    diag_sort(diags);
    for (uint32_t i = 0; i < diags->count; i++) {
        Span span = diags->at[i]->span;
        demand(diags->at[i]->message[0] != '\0', "a report without words");
        demand(span.source == DIAG_NOWHERE ||
                   (span.start <= span.end && span.end <= text.len),
               "a place outside of the text");
    }
    render_text(diags, &out);
    demand(out.status || assay_utf8_valid(out.at, out.len), "a report that is no text");
    assay_buf_clear(&out);
    render_json(diags, &out);
    assay_buf_done(&out);
}

#endif
