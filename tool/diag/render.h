/*
 * Diagnostics as text with carets, and as JSON lines.
 *
 *     employees.hrest:12:19: error: 'response.body' may have no field 'salary' [E0207]
 *        12 |     response.body.salary == request.body.salary
 *           |                   ^^^^^^
 *       known here: response.body in {name: String}
 *       help:       add  response in {body: {salary: Integer}} &&  before it
 *
 * A related place is a note with an excerpt of its own:
 *
 *       note: the type is declared here
 *         employees.hrest:3:6
 *         3 | type Employee = {name: String}
 *           |      ^^^^^^^^
 *
 * Of a span of several lines the first is shown. Columns are those of a terminal, with
 * wide characters and tabs; control characters and bad UTF-8 are shown as U+FFFD.
 */
#ifndef DIAG_RENDER_H
#define DIAG_RENDER_H

#include "base/buf.h"
#include "diag/diag.h"

void render_text(const Diags *d, struct assay_buf *out);
/* One object a line: event, code, severity, message, file, line, column, byte_column, the
 * bytes [start, end), notes, fix. The last is {"event":"more","more":N} when N are not
 * kept. */
void render_json(const Diags *d, struct assay_buf *out);

#endif
