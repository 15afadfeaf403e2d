/*
 * The line of progress: on a terminal what goes on is told on one line of standard error,
 * which rewrites itself and vanishes. A command shows it at its own pace, a few times a
 * second at most, and hides it before it prints anything. In a pipe, and where TERM is
 * dumb or not set, there is none.
 */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>

typedef struct {
    bool on;    /* may be set to false by who wants none */
    bool shown; /* there is a line that must vanish */
} Progress;

void progress_init(Progress *p);
/* Replaces the line; of the text, which has no line ends, as much as there is room for,
 * one column a character. */
void progress_show(Progress *p, const char *text);
void progress_hide(Progress *p);

#endif
