/*
 * A line of a text with carets below a part of it, for people. What a terminal cannot
 * show is escaped as in C; of a long line only the surroundings of the part are shown.
 */
#ifndef CLI_EXCERPT_H
#define CLI_EXCERPT_H

#include "base/buf.h"

/* Appends the line in which the bytes [start, end) of the text begin, and below it a
 * caret for each of them that is shown, or one where they would be when there are none.
 * A text of several lines has the number of the line in front. */
void excerpt_add(struct assay_buf *out, const char *text, size_t len, size_t start,
                 size_t end);

#endif
