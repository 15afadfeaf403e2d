/*
 * Text as a terminal shows it: how many columns a character takes, a line with a caret
 * below a part of it, and nothing that would disturb the terminal.
 */
#ifndef ASSAY_LANG_SCREEN_H
#define ASSAY_LANG_SCREEN_H

#include "base/buf.h"
#include "base/str.h"

/* The column, from 0, at which byte `at` of a line is shown: a tab goes to the next
 * multiple of 8; what is shown as U+FFFD, see below, takes one. A byte inside a character
 * is where the character is. */
size_t assay_screen_column(struct assay_str line, size_t at);

/* Appends text; each control character and each byte that is no UTF-8 as U+FFFD. */
void assay_screen_text(struct assay_buf *out, struct assay_str text);

/*
 * Appends a line of a source with its number, and carets below the bytes
 * [start, start + len) of it, at least one and none past its end:
 *
 *         3 | hour: digit digt;
 *           |             ^^^^
 *
 * Tabs stay tabs, and have as many carets as they take columns. A long line is cut around
 * the caret.
 */
void assay_screen_excerpt(struct assay_buf *out, uint32_t number, struct assay_str line,
                          size_t start, size_t len);

#endif
