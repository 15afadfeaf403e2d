#include "cli/console.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const console_color_words[] = {"auto", "always", "never", NULL};

static const char *const escapes[] = {[PAINT_BOLD] = "\033[1m", [PAINT_DIM] = "\033[2m"};
static const char plain[] = "\033[0m";

#define MUCH ((size_t)64 << 10) /* bytes of output that are worth a system call */

void console_init(Console *c)
{
    *c = (Console){.color = COLOR_AUTO};
    assay_buf_init(&c->out, NULL, 0);
}

bool console_done(Console *c)
{
    console_flush(c);
    assay_buf_done(&c->out);
    return !c->failed;
}

static bool has_color(const Console *c, int fd)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

    if (c->color != COLOR_AUTO)
        return c->color == COLOR_ALWAYS;
    return isatty(fd) && !(no_color && *no_color) && !(term && strcmp(term, "dumb") == 0);
}

void console_paint(Console *c, Paint paint, const char *format, ...)
{
    bool color = has_color(c, STDOUT_FILENO);
    va_list args;

    assay_buf_puts(&c->out, color ? escapes[paint] : "");
    va_start(args, format);
    assay_buf_vprintf(&c->out, format, args);
    va_end(args);
    assay_buf_puts(&c->out, color ? plain : "");
}

void console_flush(Console *c)
{
    const char *wrong = c->out.status ? assay_status_text(c->out.status) : NULL;

    if (fwrite(c->out.at, 1, c->out.len, stdout) < c->out.len || fflush(stdout) != 0)
        wrong = strerror(errno);
    assay_buf_clear(&c->out);
    if (wrong && !c->failed) {
        c->failed = true; /* said once */
        console_error(c, "assay", "cannot write the output: %s", wrong);
    }
}

void console_flush_much(Console *c)
{
    if (c->out.len >= MUCH || c->out.status)
        console_flush(c);
}

void console_error_text(Console *c, const char *text)
{
    console_flush(c);
    fputs(text, stderr);
}

void console_error(Console *c, const char *about, const char *format, ...)
{
    bool color = has_color(c, STDERR_FILENO);
    va_list args;

    console_flush(c);
    fprintf(stderr, "%s%s:%s ", color ? escapes[PAINT_BOLD] : "", about,
            color ? plain : "");
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}
