#include "base/xml.h"
#include "base/utf8.h"
#include <string.h>

/* Line ends and tabs are kept as they are; all that is else below a blank is not in XML.
 */
static bool is_character(uint32_t code)
{
    return code == '\n' || code == '\t' ||
           (code >= ' ' && code != 0xfffe && code != 0xffff);
}

/* Controls of the direction of writing: with them a text can look like another one. */
static bool turns_text(uint32_t code)
{
    return (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

void assay_xml_text(struct assay_buf *out, const char *text)
{
    const char *end = text + strlen(text);

    while (text < end) {
        uint32_t code = 0;
        size_t n = assay_utf8_decode(text, (size_t)(end - text), &code);

        if (n > 0 && turns_text(code))
            assay_buf_printf(out, "&lt;U+%04X&gt;", (unsigned)code);
        else if (n == 0 || !is_character(code))
            assay_buf_puts(out, "\xef\xbf\xbd");
        else if (n == 1 && strchr("<>&\"'\n\t", (char)code))
            assay_buf_printf(out, "&#%u;", (unsigned)code);
        else
            assay_buf_add(out, text, n);
        text += n > 0 ? n : 1;
    }
}
