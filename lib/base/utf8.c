/*
 * UTF-8 as in RFC 3629, section 3.
 */
#include "base/utf8.h"

/*@ assigns \nothing;
    ensures \result <==> 0x80 <= (unsigned char)byte <= 0xbf;
*/
static bool is_continuation(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* The length of the sequence that a byte leads, or 0 when it leads none: its first
 * bits that are one. */
/*@ assigns \nothing;
    ensures
      \let ones = \numof(1, 8, \lambda integer n; lead >> 8 - n == (1 << n) - 1);
      \result == (ones == 0 ? 1 : 2 <= ones <= 4 ? ones : 0);
*/
static size_t sequence_length(unsigned char lead)
{
    if (lead < 0x80)
        return 1;
    if (lead < 0xc0)
        return 0;
    if (lead < 0xe0)
        return 2;
    if (lead < 0xf0)
        return 3;
    return lead < 0xf8 ? 4 : 0;
}

/*@ assigns \nothing;
    ensures \result <==> Scalar(code);
*/
static bool is_scalar(uint32_t code)
{
    return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

size_t assay_utf8_decode(const char *bytes, size_t len, uint32_t *ret_code)
{
    /* By length: the bits of the lead byte that count, and the least code that needs it.
     */
    static const unsigned char bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};

    unsigned char lead = (unsigned char)bytes[0];
    size_t n = sequence_length(lead);
    if (n == 0 || n > len)
        return 0;
    uint32_t code = lead & bits[n];
    for (size_t i = 1; i < n; i++) {
        if (!is_continuation(bytes[i]))
            return 0;
        code = code << 6 | ((unsigned char)bytes[i] & 0x3f);
    }
    if (code < least[n] || !is_scalar(code))
        return 0;
    *ret_code = code;
    return n;
}

size_t assay_utf8_encode(uint32_t code, char bytes[ASSAY_UTF8_MAX])
{
    static const unsigned char marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
    size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = n - 1; i > 0; i--) {
        bytes[i] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
    }
    bytes[0] = (char)(marks[n] | code);
    return n;
}

/*
 * Whether a terminal shows a code point as itself. Left out are controls and what changes
 * how the text around it looks: invisible spaces, line separators, bidirectional marks.
 */
/*@ requires Scalar(code);
    assigns \nothing;
    ensures \result ==> 0x20 <= code && !(0x7f <= code < 0xa0) && code % 0x10000 < 0xfffe;
    ensures 0x20 <= code < 0x7f || 0xa1 <= code < 0xad || 0xae <= code < 0x61c ==>
   \result;
*/
static bool is_printable(uint32_t code)
{
    static const struct {
        uint32_t first, last;
    } hidden[] = {
        {0x00, 0x1f},     {0x7f, 0x9f},     {0xad, 0xad},        {0x61c, 0x61c},
        {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},    {0xe000, 0xf8ff},
        {0xfeff, 0xfeff}, {0xfff0, 0xfffb}, {0xe0000, 0x10ffff},
    };
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++) {
        if (code >= hidden[i].first && code <= hidden[i].last)
            return false;
    }
    return (code & 0xfffe) != 0xfffe; /* the noncharacters that end each plane */
}

size_t assay_utf8_printable(const char *bytes, size_t len)
{
    uint32_t code;
    size_t n = assay_utf8_decode(bytes, len, &code);
    return n > 0 && is_printable(code) ? n : 0;
}

bool assay_utf8_valid(const char *bytes, size_t len)
{
    for (size_t i = 0; i < len;) {
        uint32_t code;
        size_t n = assay_utf8_decode(bytes + i, len - i, &code);
        if (n == 0)
            return false;
        i += n;
    }
    return true;
}

size_t assay_utf8_count(const char *bytes, size_t len)
{
    size_t count = 0;
    for (size_t i = 0; i < len; i++)
        count += !is_continuation(bytes[i]);
    return count;
}
