#include "base/base64.h"

void assay_base64_put(struct assay_buf *out, struct assay_str bytes)
{
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < bytes.len; i += 3) {
        size_t n = bytes.len - i < 3 ? bytes.len - i : 3;
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; k++)
            bits = bits << 8 | (k < n ? (unsigned char)bytes.at[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            assay_buf_putc(out, k <= n ? digits[bits >> (18 - 6 * k) & 63] : '=');
    }
}
