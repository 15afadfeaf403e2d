/*
 * The functions that the generator's code calls, as they are emitted: only those that
 * something asked for, since compilers complain about others.
 */
#include "emit/lang_write.h"

static const char draw_text[] =
    "\n/* 64 random bits, of which the upper half are the better ones. */\n"
    "static inline uint64_t draw(Pen *pen)\n"
    "{\n"
    "    uint64_t r = pen->random;\n"
    "\n"
    "    pen->random = r * 6364136223846793005 + 1442695040888963407;\n"
    "    return r ^ r >> 32;\n"
    "}\n";

static const char put_text[] =
    "\n/* Writes some bytes. */\n"
    "static inline char *put(char *at, const char *bytes, size_t len)\n"
    "{\n"
    "    memcpy(at, bytes, len);\n"
    "    return at + len;\n"
    "}\n";

static const char maybe_text[] =
    "\n/* Writes a byte or not, as a random bit says, if there is room. */\n"
    "static inline char *maybe(char *at, char c, uint64_t r, ptrdiff_t room)\n"
    "{\n"
    "    *at = c;\n"
    "    return at + ((r & 1) != 0 && room > 0);\n"
    "}\n";

static const char kept_text[] =
    "\n/* The later place if a random bit says so, else the earlier. */\n"
    "static inline char *kept(char *before, char *at, uint64_t r)\n"
    "{\n"
    "    return before + ((size_t)(at - before) & (0 - (size_t)(r & 1)));\n"
    "}\n";

static const char pick_text[] = "\n/* A random number below n, from 16 random bits. */\n"
                                "static inline uint64_t pick(uint64_t r, uint64_t n)\n"
                                "{\n"
                                "    return (r & 0xffff) * n >> 16;\n"
                                "}\n";

static const char pick_large_text[] =
    "\n/* The same, from 32 random bits. */\n"
    "static inline uint64_t pick_large(uint64_t r, uint64_t n)\n"
    "{\n"
    "    return (r & 0xffffffff) * n >> 32;\n"
    "}\n";

static const char ample_text[] =
    "\n/* Whether there is room to be filled: the more there is, the more likely,\n"
    " * and from 32 bytes on always. */\n"
    "static inline int ample(ptrdiff_t room, uint64_t r)\n"
    "{\n"
    "    return room > (ptrdiff_t)(r & 31);\n"
    "}\n";

static const char share_text[] =
    "\n/* The end of a random part of the room from `at` to `end`: of at least so\n"
    " * many bytes, if there are as many. */\n"
    "static inline char *share(char *at, char *end, ptrdiff_t least, uint64_t r)\n"
    "{\n"
    "    ptrdiff_t more = end - at - least;\n"
    "\n"
    "    return more > 0 ? at + least + ((size_t)more * ((r & 255) + 1) >> 8) : end;\n"
    "}\n";

static const char share_of_text[] =
    "\n/* The same for the first of n parts: 1/n of the room on average. */\n"
    "static inline char *share_of(char *at, char *end, ptrdiff_t least, uint64_t r,\n"
    "                             size_t n)\n"
    "{\n"
    "    ptrdiff_t more = end - at - least;\n"
    "\n"
    "    if (more <= 0)\n"
    "        return end;\n"
    "    return at + least + (size_t)more * ((r & 255) + 1) / (128 * n);\n"
    "}\n";

static const char stop_of_text[] =
    "\n/* Where to stop adding things of so many bytes: at random. */\n"
    "static inline char *stop_of(char *at, char *end, ptrdiff_t bytes, uint64_t r)\n"
    "{\n"
    "    ptrdiff_t room = end - at - bytes + 1;\n"
    "\n"
    "    return room > 0 ? at + ((size_t)room * ((r & 255) + 1) >> 8) : at;\n"
    "}\n";

static const char leaving_text[] =
    "\n/* So many bytes before `end`, but not before `least`. */\n"
    "static inline char *leaving(char *least, char *end, ptrdiff_t bytes)\n"
    "{\n"
    "    return end - least > bytes ? end - bytes : least;\n"
    "}\n";

static const char up_to_text[] =
    "\n/* The smaller of two numbers. */\n"
    "static inline size_t up_to(uint64_t n, ptrdiff_t most)\n"
    "{\n"
    "    return n < (uint64_t)most ? (size_t)n : (size_t)most;\n"
    "}\n";

static const char few_text[] =
    "\n/* A number of short things: mostly 0 to 3, rarely up to 63. */\n"
    "static inline uint64_t few(uint64_t r)\n"
    "{\n"
    "    return (r & 0xfc0) != 0 ? r & r >> 3 & 7 : r >> 12 & 63;\n"
    "}\n";

static const char few_of_text[] =
    "\n/* The same, of at most `most`, and sometimes as many. */\n"
    "static inline uint64_t few_of(uint64_t r, uint64_t most)\n"
    "{\n"
    "    uint64_t n = (r & 0xfc0) != 0 ? r & r >> 3 & 7 : r >> 12 & 63;\n"
    "\n"
    "    return n > most || (r & 0x3f000) == 0 ? most : n;\n"
    "}\n";

static const char put_word_text[] =
    "\ntypedef struct {\n"
    "    char text[15];\n"
    "    unsigned char len;\n"
    "} Word;\n"
    "\n"
    "/* Writes a word; up to 15 bytes behind it are written, too. */\n"
    "static inline char *put_word(char *at, const Word *word)\n"
    "{\n"
    "    memcpy(at, word->text, sizeof word->text);\n"
    "    return at + word->len;\n"
    "}\n";

static const char eight_below_text[] =
    "\n/* The byte, eight times. */\n"
    "static inline uint64_t eight_of(unsigned char c)\n"
    "{\n"
    "    return c * (uint64_t)0x0101010101010101;\n"
    "}\n"
    "\n"
    "/* Eight numbers below n, one in each byte. */\n"
    "static inline uint64_t eight_below(uint64_t r, uint64_t n)\n"
    "{\n"
    "    const uint64_t even = 0x00ff00ff00ff00ff;\n"
    "\n"
    "    return ((r & even) * n >> 8 & even) | ((r >> 8 & even) * n & ~even);\n"
    "}\n";

static const char from_text[] =
    "\n/* In each byte 1 if the number there, below 128, is at least n, else 0. */\n"
    "static inline uint64_t from(uint64_t numbers, int n)\n"
    "{\n"
    "    return (numbers + eight_of((unsigned char)(128 - n))) >> 7 & eight_of(1);\n"
    "}\n";

static const char put_code_text[] =
    "\ntypedef struct {\n"
    "    uint32_t first, last;\n"
    "} Codes;\n"
    "\n"
    "/* Writes a random one of the code points, all beyond ASCII, as UTF-8. */\n"
    "static inline char *put_code(char *at, uint64_t r, const Codes *codes)\n"
    "{\n"
    "    uint32_t count = codes->last - codes->first + 1;\n"
    "    uint64_t code = codes->first + pick_large(r, count);\n"
    "    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;\n"
    "\n"
    "    *at++ = (char)((0xff00u >> (more + 1) & 0xff) | code >> 6 * more);\n"
    "    while (more-- > 0)\n"
    "        *at++ = (char)(0x80 | (code >> 6 * more & 0x3f));\n"
    "    return at;\n"
    "}\n";

/* In this order: a helper calls only those before it. */
static const struct {
    const char *name;
    const char *text;
} helpers[HELPER_COUNT] = {
    [HELPER_DRAW] = {"draw", draw_text},
    [HELPER_PUT] = {"put", put_text},
    [HELPER_MAYBE] = {"maybe", maybe_text},
    [HELPER_KEPT] = {"kept", kept_text},
    [HELPER_PICK] = {"pick", pick_text},
    [HELPER_PICK_LARGE] = {"pick_large", pick_large_text},
    [HELPER_AMPLE] = {"ample", ample_text},
    [HELPER_SHARE] = {"share", share_text},
    [HELPER_SHARE_OF] = {"share_of", share_of_text},
    [HELPER_STOP] = {"stop_of", stop_of_text},
    [HELPER_LEAVING] = {"leaving", leaving_text},
    [HELPER_UP_TO] = {"up_to", up_to_text},
    [HELPER_FEW] = {"few", few_text},
    [HELPER_FEW_OF] = {"few_of", few_of_text},
    [HELPER_WORD] = {"put_word", put_word_text},
    [HELPER_EIGHT] = {"eight_below", eight_below_text},
    [HELPER_FROM] = {"from", from_text},
    [HELPER_CODE] = {"put_code", put_code_text},
};

const char *writer_helper(Writer *w, Helper helper)
{
    w->helpers[helper] = true;
    return helpers[helper].name;
}

void write_helpers(const Writer *w, struct assay_buf *out)
{
    for (int i = 0; i < HELPER_COUNT; i++)
        if (w->helpers[i])
            assay_buf_puts(out, helpers[i].text);
}
