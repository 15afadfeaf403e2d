/*
 * zlib as a pipe: what is written is compressed, what is read is uncompressed again, and
 * both sides hand over their output in pieces as small as they are told to.
 */
#ifndef ZLIB_PIPE_H
#define ZLIB_PIPE_H

#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST
#include <zlib.h>

struct pipe {
    z_stream in, out;       /* compresses, uncompresses */
    unsigned char *between; /* compressed bytes */
    size_t written, read;   /* of them */
};

static inline struct pipe *pipe_new(int level)
{
    struct pipe *p = calloc(1, sizeof *p);

    deflateInit(&p->in, level);
    inflateInit(&p->out);
    return p;
}

static inline void pipe_free(struct pipe *p)
{
    deflateEnd(&p->in);
    inflateEnd(&p->out);
    free(p->between);
    free(p);
}

/* Takes all the bytes; deflate() is given `piece` bytes of room at a time, which must be
 * more than 6 when it flushes. The result is its last one. */
static inline int pipe_write(struct pipe *p, const unsigned char *bytes, size_t length,
                             size_t piece, int flush)
{
    int code;

    p->in.next_in = bytes;
    p->in.avail_in = (uInt)length;
    do {
        p->between = realloc(p->between, p->written + piece);
        p->in.next_out = p->between + p->written;
        p->in.avail_out = (uInt)piece;
        code = deflate(&p->in, flush);
        p->written += piece - p->in.avail_out;
    } while (code == Z_OK && p->in.avail_out == 0);
    return code == Z_BUF_ERROR ? Z_OK : code;
}

/* Gives up to `room` bytes; inflate() is given `piece` bytes to read at a time. Says how
 * many there were, or an error, which is negative. */
static inline long pipe_read(struct pipe *p, unsigned char *bytes, size_t room,
                             size_t piece)
{
    int code = Z_OK;

    p->out.next_out = bytes;
    p->out.avail_out = (uInt)room;
    while (code == Z_OK && p->out.avail_out > 0) {
        size_t left = p->written - p->read;
        size_t n = left < piece ? left : piece;
        p->out.next_in = p->between + p->read;
        p->out.avail_in = (uInt)n;
        code = inflate(&p->out, Z_NO_FLUSH);
        p->read += n - p->out.avail_in;
    }
    return code == Z_OK || code == Z_BUF_ERROR ? (long)(room - p->out.avail_out) : code;
}

/* The level for what is written from now on. What was written before is compressed first:
 * there must be room for that. */
static inline int pipe_level(struct pipe *p, int level)
{
    size_t piece = 64;
    int code;

    p->in.avail_in = 0;
    do {
        p->between = realloc(p->between, p->written + piece);
        p->in.next_out = p->between + p->written;
        p->in.avail_out = (uInt)piece;
        code = deflateParams(&p->in, level, Z_DEFAULT_STRATEGY);
        p->written += piece - p->in.avail_out;
    } while (code == Z_BUF_ERROR);
    return code;
}

#endif
