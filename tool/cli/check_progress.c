/*
 * What the line of progress tells. Test programs tell theirs in files.
 */
#include "cli/check.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define NAMES 3 /* told at once */

typedef struct {
    uint64_t runs, findings;
    uint32_t names, running;
    struct assay_buf *what;
} Told;

static double seconds_since(double start)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9 - start;
}

void check_progress_hide(const CheckSettings *s)
{
    progress_hide(&s->progress->line);
}

static void show(CheckProgress *p, const struct assay_buf *line)
{
    if (!line->status)
        progress_show(&p->line, line->at);
}

static void begin(CheckProgress *p)
{
    if (!(p->start > 0))
        p->start = seconds_since(0);
}

void check_progress_say(const CheckJob *j, const char *what)
{
    CheckProgress *p = j->settings->progress;
    struct assay_buf line;

    if (!p->line.on)
        return;
    begin(p);
    p->testing = 0;
    assay_buf_init(&line, NULL, 0);
    assay_buf_printf(&line, "%s: %s, %.0f s", j->path, what, seconds_since(p->start));
    show(p, &line);
    assay_buf_done(&line);
}

static void add_name(Told *told, const char *name)
{
    if (told->names < NAMES)
        assay_buf_printf(told->what, "%s%s", told->names > 0 ? ", " : "", name);
    else if (told->names == NAMES)
        assay_buf_puts(told->what, " ...");
    told->names++;
}

/* "1200 1 find/some": of all that this program did, and what it does. */
static void read_told(const CheckTask *t, Told *told)
{
    char text[256] = "", *at = text;
    int fd = open(t->progress, O_RDONLY | O_CLOEXEC);
    ssize_t len = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;

    if (fd >= 0)
        close(fd);
    if (len <= 0)
        return;
    text[len] = '\0';
    text[strcspn(text, "\n")] = '\0';
    told->runs += strtoull(at, &at, 10);
    told->findings += strtoull(at, &at, 10);
    if (t->runs && *at == ' ')
        add_name(told, at + 1);
}

static void put_told(const Told *told, const CheckProgress *p, struct assay_buf *line)
{
    double seconds = seconds_since(p->testing);

    assay_buf_add(line, told->what->at, told->what->len);
    assay_buf_puts(line, ": ");
    if (told->runs > 0) {
        assay_buf_count(line, told->runs);
        assay_buf_puts(line, " runs, ");
        assay_buf_count(line, seconds > 0 ? (uint64_t)((double)told->runs / seconds) : 0);
        assay_buf_printf(line, " runs/s, %llu finding%s, ",
                         (unsigned long long)told->findings,
                         told->findings == 1 ? "" : "s");
    }
    assay_buf_printf(line, "%.0f s", seconds_since(p->start));
}

void check_progress_tasks(CheckJob *j, const CheckTask *tasks, uint32_t count)
{
    CheckProgress *p = j->settings->progress;
    struct assay_buf line, what;
    Told told = {.what = &what};

    if (!p->line.on)
        return;
    begin(p);
    if (!(p->testing > 0))
        p->testing = seconds_since(0);
    assay_buf_init(&line, NULL, 0);
    assay_buf_init(&what, NULL, 0);
    assay_buf_printf(&line, "%s: ", j->path);
    for (uint32_t i = 0; i < count; i++) {
        told.running += tasks[i].runs;
        if (tasks[i].runs && tasks[i].what)
            add_name(&told, tasks[i].what);
        if (tasks[i].progress)
            read_told(&tasks[i], &told);
    }
    if (told.running > 0 && what.len > 0) {
        put_told(&told, p, &line);
        show(p, &line);
    }
    assay_buf_done(&line);
    assay_buf_done(&what);
}
