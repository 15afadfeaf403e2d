/*
 * What is kept of exchanges beside what is learned: the archive (HAR), and the requests
 * of an execution that the server may not survive.
 */
#include "rest/drive_parts.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- The requests of an execution. */

void drive_remember(Session *s, const Request *r)
{
    Sent *sent = assay_arena_new(s->arena, 1, sizeof *sent);

    if (sent) {
        *sent = (Sent){r->http, s->sent};
        s->sent = sent;
    }
}

/* Their lines, the last one first. */
static uint32_t print_sent(const Session *s, const Sent *sent, char *at, uint32_t room)
{
    uint32_t used = 0;
    struct assay_buf line;

    if (!sent)
        return 0;
    assay_buf_init(&line, NULL, 0);
    http_put_curl(s->drive->http.base, &sent->http, &line);
    assay_buf_putc(&line, '\n');
    if (!line.status && line.len <= room) {
        used = print_sent(s, sent->before, at, room - (uint32_t)line.len);
        memcpy(at + used, line.at, line.len);
        used += (uint32_t)line.len;
    }
    assay_buf_done(&line);
    return used;
}

void drive_keep_last(const Session *s)
{
    DriveCounts *c = s->drive->counts;

    c->nlast = print_sent(s, s->sent, c->last, sizeof c->last);
}

/* ---- The archive. */

static double seconds_since_1970(void)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void lock(int fd, short type)
{
    struct flock whole = {.l_type = type, .l_whence = SEEK_SET};

    while (fcntl(fd, F_SETLKW, &whole) < 0 && errno == EINTR)
        ;
}

/* In one piece: the process may be ended at any time. */
void drive_record(Session *s, const Request *r, const HttpAnswer *a)
{
    HttpExchange x = {&r->http, a, seconds_since_1970() - a->seconds};
    struct assay_buf entry, text;

    if (s->drive->har < 0)
        return;
    assay_buf_init(&entry, NULL, 0);
    assay_buf_init(&text, NULL, 0);
    lock(s->drive->har, F_WRLCK);
    http_har_entry(&entry, s->drive->http.base, &x, s->drive->counts->recorded == 0);
    secrets_put_without(s->drive->secrets, (struct assay_str){entry.at, entry.len},
                        &text);
    if (!entry.status && !text.status &&
        write(s->drive->har, text.at, text.len) == (ssize_t)text.len)
        drive_count(&s->drive->counts->recorded, 1);
    lock(s->drive->har, F_UNLCK);
    assay_buf_done(&text);
    assay_buf_done(&entry);
}
