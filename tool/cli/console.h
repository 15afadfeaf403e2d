/*
 * The console: the only place where the command prints. Commands append what they have to
 * say to `out`; errors go out at once, after what was said before them. Colours are used
 * on a terminal only and never with NO_COLOR, unless --color says otherwise.
 */
#ifndef CLI_CONSOLE_H
#define CLI_CONSOLE_H

#include "base/buf.h"
#include <stdbool.h>

enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };
extern const char *const console_color_words[]; /* in this order, ended by NULL */

typedef enum {
    PAINT_BOLD,
    PAINT_DIM,
} Paint;

typedef struct {
    struct assay_buf out;
    int color;   /* COLOR_..., what --color says */
    bool failed; /* some output could not be made or written */
} Console;

void console_init(Console *c);
/* Writes what is left; false when not all of the output was written. */
bool console_done(Console *c);

/* A line on standard error: what it is about, a colon, and the message. */
void console_error(Console *c, const char *about, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Text on standard error as it is, each line ended by a line end. */
void console_error_text(Console *c, const char *text);

/* Appends text to `out`, painted where the output has colours. */
void console_paint(Console *c, Paint paint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes `out` and empties it: for long output, between its parts. */
void console_flush(Console *c);
/* The same once there is much of it: for output of many small parts. */
void console_flush_much(Console *c);

#endif
