/*
 * Small pieces of markup. Formats hold numbers and our own words only; what comes from
 * the input goes through assay_xml_text().
 */
#include "report/page_parts.h"
#include "base/xml.h"
#include <string.h>

void page_tag(struct assay_buf *out, const char *tag, const char *of, const char *text)
{
    if (!text || !text[0])
        return;
    assay_buf_printf(out, "<%s class=\"%s\">", tag, of);
    assay_xml_text(out, text);
    assay_buf_printf(out, "</%s>", tag);
}

void page_place(struct assay_buf *out, const char *file, uint32_t line)
{
    if (!file || !file[0])
        return;
    assay_buf_puts(out, "<span class=\"place\">");
    assay_xml_text(out, file);
    if (line > 0)
        assay_buf_printf(out, ":%u", line);
    assay_buf_puts(out, "</span>");
}

void page_count(struct assay_buf *out, uint64_t n)
{
    assay_buf_puts(out, n > 0 ? "<td class=\"n\">" : "<td class=\"n zero\">");
    assay_buf_count(out, n);
    assay_buf_puts(out, "</td>");
}

void page_seconds(struct assay_buf *out, double seconds)
{
    assay_buf_printf(out, "<td class=\"n\">%.1f s</td>", seconds);
}

void page_when(struct assay_buf *out, const char *time)
{
    static const char form[] = "dddd-dd-ddTdd:dd:ddZ";
    bool good = strlen(time) == sizeof form - 1;

    for (size_t i = 0; good && i < sizeof form - 1; i++)
        good = form[i] == 'd' ? time[i] >= '0' && time[i] <= '9' : time[i] == form[i];
    if (good)
        assay_buf_printf(out, "%.10s %.5s UTC", time, time + 11);
    else
        assay_xml_text(out, time);
}

void page_input(struct assay_buf *out, const ReportInput *input)
{
    bool standard = strcmp(input->name, "-") == 0;

    assay_xml_text(out, standard ? "the standard input" : input->name);
}

void page_bar(struct assay_buf *out, double part, double whole, const char *label)
{
    double percent = whole > 0 ? 100 * part / whole : 0;

    if (!(percent >= 0))
        percent = 0;
    if (percent > 100)
        percent = 100;
    assay_buf_puts(out, "<svg class=\"bar\" viewBox=\"0 0 100 8\" role=\"img\" "
                        "preserveAspectRatio=\"none\" aria-label=\"");
    assay_xml_text(out, label);
    assay_buf_printf(out,
                     " %.0f %%\"><rect class=\"track\" width=\"100\" height=\"8\" />"
                     "<rect class=\"part\" width=\"%.1f\" height=\"8\" /></svg>",
                     percent, percent);
}

/* Browsers break lines behind "-", which makes another option of it: words are kept. */
static void put_words(struct assay_buf *out, const char *text)
{
    struct assay_buf word;

    assay_buf_init(&word, NULL, 0);
    while (*text) {
        size_t len = strcspn(text, " ");
        assay_buf_clear(&word);
        assay_buf_add(&word, text, len);
        page_tag(out, "span", "word", word.at);
        for (text += len; *text == ' '; text++)
            assay_buf_putc(out, ' ');
    }
    assay_buf_done(&word);
}

void page_copied(struct assay_buf *out, const char *text)
{
    if (!text[0])
        return;
    assay_buf_puts(out, "<div class=\"line\"><code>");
    put_words(out, text);
    assay_buf_puts(out, "</code><button type=\"button\" class=\"copy\" hidden=\"\">copy"
                        "</button></div>");
}

void page_more(struct assay_buf *out, uint64_t more, const char *what)
{
    if (more == 0)
        return;
    assay_buf_puts(out, "<p class=\"more\">");
    assay_buf_count(out, more);
    assay_buf_printf(out, " more %s left out of this page.</p>\n", what);
}

void page_section(struct assay_buf *out, const char *id, const char *title,
                  uint64_t count)
{
    assay_buf_printf(out,
                     "<section id=\"%s\" aria-labelledby=\"%s-title\"><h2 "
                     "id=\"%s-title\">%s",
                     id, id, id, title);
    if (count > 0) {
        assay_buf_puts(out, " <span class=\"count\">");
        assay_buf_count(out, count);
        assay_buf_puts(out, "</span>");
    }
    assay_buf_puts(out, "</h2>\n");
}

void page_section_end(struct assay_buf *out)
{
    assay_buf_puts(out, "</section>\n");
}

uint32_t page_current(const Report *r, const uint32_t *first, uint32_t count, size_t size)
{
    const char *at = (const char *)first;
    uint32_t n = 0, run;

    for (uint32_t i = 0; i < count; i++, at += size) {
        memcpy(&run, at, sizeof run);
        n += report_is_current(r, run);
    }
    return n;
}

void page_table(struct assay_buf *out, const char *const *titles)
{
    assay_buf_puts(out, "<div class=\"wide\" tabindex=\"0\" role=\"region\" "
                        "aria-label=\"table\"><table><thead><tr>");
    for (; *titles; titles++) {
        bool number = **titles == '#';
        assay_buf_printf(out, "<th scope=\"col\"%s>%s</th>", number ? " class=\"n\"" : "",
                         *titles + number);
    }
    assay_buf_puts(out, "</tr></thead><tbody>\n");
}

void page_table_end(struct assay_buf *out)
{
    assay_buf_puts(out, "</tbody></table></div>\n");
}
