#include "cli/progress.h"
#include "base/file.h"
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define CLEAR "\r\033[K"
#define NARROW 79 /* columns, when the terminal does not tell */

void progress_init(Progress *p)
{
    const char *term = getenv("TERM");

    *p = (Progress){.on = isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0};
}

/* One less than there are: in the last one some terminals go on to the next line. */
static size_t columns(void)
{
    struct winsize size;

    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1)
        return size.ws_col - 1u;
    return NARROW;
}

/* The bytes of as many characters as there is room for. */
static size_t fitting(const char *text, size_t room)
{
    size_t len = 0;

    for (; text[len]; len++) {
        bool inside = ((unsigned char)text[len] & 0xc0) == 0x80; /* of a character */
        if (!inside && room-- == 0)
            break;
    }
    return len;
}

/* Whether it can be written does not matter. */
void progress_show(Progress *p, const char *text)
{
    if (!p->on)
        return;
    assay_file_write(STDERR_FILENO, CLEAR, sizeof CLEAR - 1);
    assay_file_write(STDERR_FILENO, text, fitting(text, columns()));
    p->shown = true;
}

void progress_hide(Progress *p)
{
    if (p->shown)
        assay_file_write(STDERR_FILENO, CLEAR, sizeof CLEAR - 1);
    p->shown = false;
}
