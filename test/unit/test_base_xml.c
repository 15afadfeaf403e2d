/*
 * Text in XML.
 */
#include "base/xml.h"
#include "harness.h"

TEST(xml_text)
{
    static const struct {
        const char *text, *xml;
    } cases[] = {
        {"", ""},
        {"a b", "a b"},
        {"<a href=\"x\">&'", "&#60;a href=&#34;x&#34;&#62;&#38;&#39;"},
        {"a\u202e.\u2066\u200f", "a&lt;U+202E&gt;.&lt;U+2066&gt;\u200f"},
        {"\t|\n|", "&#9;|&#10;|"},
        {"\r|\x1f|\x01", "\xef\xbf\xbd|\xef\xbf\xbd|\xef\xbf\xbd"},
        {"\x7f", "\x7f"},
        {"\xc3\xa9\xf0\x9f\x98\x80", "\xc3\xa9\xf0\x9f\x98\x80"},
        {"\xef\xbf\xbd", "\xef\xbf\xbd"},
        {"\xef\xbf\xbe\xef\xbf\xbf", "\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xf0\x90\x80\x80", "\xf0\x90\x80\x80"},
        {"\xc3|\xff\xfe|\xc3", "\xef\xbf\xbd|\xef\xbf\xbd\xef\xbf\xbd|\xef\xbf\xbd"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct assay_buf out;
        assay_buf_init(&out, NULL, 0);
        assay_xml_text(&out, cases[i].text);
        CHECK_STR(out.at, cases[i].xml);
        assay_buf_done(&out);
    }
}
