/*
 * zlib: what was compressed and flushed comes out again, whatever the sizes of the pieces
 * that it is handed over in. What was not flushed yet may come. The checksums are
 * computed bit by bit here.
 */
#include "zlib_pipe.h"
#include <assay/model.h>

/* ---- The reference */

enum { MOST = 1 << 14 };

struct ref {
    size_t written, flushed, read;
    unsigned char at[MOST];
};

static struct ref *ref_new(int level)
{
    (void)level;
    return assay_model_new(1, sizeof(struct ref));
}

static int ref_write(struct ref *r, const unsigned char *bytes, size_t length,
                     size_t piece, int flush)
{
    (void)piece;
    memcpy(r->at + r->written, bytes, length);
    r->written += length;
    if (flush != Z_NO_FLUSH)
        r->flushed = r->written;
    return Z_OK;
}

/* How many bytes come is up to zlib when not all were flushed. */
static const char *judge_read(struct ref *r, const unsigned char *bytes, size_t room,
                              size_t piece, long answer)
{
    size_t least = r->flushed > r->read ? r->flushed - r->read : 0;
    size_t n = (size_t)answer;

    (void)piece;
    if (answer < 0)
        return "an error";
    if (n < (least < room ? least : room))
        return "bytes that were flushed are missing";
    if (n > r->written - r->read)
        return "more bytes than were written";
    if (memcmp(bytes, r->at + r->read, n) != 0)
        return "other bytes than were written";
    r->read += n;
    return NULL;
}

static unsigned long ref_crc32(unsigned long crc, const unsigned char *bytes, unsigned n)
{
    crc = ~crc & 0xffffffff;
    for (unsigned i = 0; i < n; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc & 0xffffffff;
}

static unsigned long ref_adler32(unsigned long adler, const unsigned char *bytes,
                                 unsigned n)
{
    unsigned long a = adler & 0xffff, b = adler >> 16;

    for (unsigned i = 0; i < n; i++) {
        a = (a + bytes[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

/* ---- The model */

enum { LONGEST = 300 };

static bool has_room(const struct ref *r)
{
    return r->written + LONGEST <= MOST;
}

ASSAY_ABSTRACT(pipe, struct ref *, struct pipe *);
ASSAY_DESTRUCTOR(pipe, assay_keep, pipe_free);
ASSAY_SUBSET(with_room, pipe, has_room);
ASSAY_CONSUMED(freed, pipe);

ASSAY_INTERVAL(level, int, 0, 9);
ASSAY_BYTES(bytes, 0, LONGEST);
ASSAY_LENGTH(length, size_t, bytes);
ASSAY_LENGTH(short_length, unsigned, bytes);
ASSAY_INTERVAL(byte, unsigned char, 0, 255);
ASSAY_ARRAY_OUT(place, byte, 0, LONGEST);
ASSAY_LENGTH(room, size_t, place);
ASSAY_LENGTH(got, long, place);
ASSAY_INTERVAL(piece, size_t, 1, 100);
/* With less room than this deflate() may write the mark of a flush again and again. */
ASSAY_INTERVAL(room_for_mark, size_t, 7, 100);
ASSAY_ONE_OF(flush, int, Z_NO_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH);
ASSAY_INTERVAL(checksum, unsigned long, 0, 0xffffffff);
ASSAY_RESULT(code, int, Z_OK);

static int ref_level(struct ref *r, int level)
{
    (void)r;
    (void)level;
    return Z_OK;
}

/* Both halves of an Adler-32 are below the modulus. */
static bool is_adler32(unsigned long adler)
{
    return (adler & 0xffff) < 65521 && adler >> 16 < 65521;
}

ASSAY_SUBSET(adler_checksum, checksum, is_adler32);

ASSAY_OPERATION(make, (level), pipe, ref_new, pipe_new);
ASSAY_OPERATION(end, (freed), void, assay_keep, pipe_free);
ASSAY_OPERATION(write, (with_room, bytes, length, room_for_mark, flush), code, ref_write,
                pipe_write, .weight = 3);
ASSAY_JUDGED(read, (pipe, place, room, piece), got, judge_read, pipe_read, .weight = 3);
ASSAY_OPERATION(change, (pipe, level), code, ref_level, pipe_level);
ASSAY_OPERATION(crc, (checksum, bytes, short_length), checksum, ref_crc32, crc32);
ASSAY_OPERATION(adler, (adler_checksum, bytes, short_length), adler_checksum, ref_adler32,
                adler32);

ASSAY_MODEL(zlib, (make, end, write, read, change, crc, adler), .header = "zlib_pipe.h");

int main(int argc, char **argv)
{
    return assay_model_main(&zlib, argc, argv);
}
