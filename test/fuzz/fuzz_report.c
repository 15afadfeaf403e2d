/*
 * JSON lines under a fuzzer: whatever the bytes are, and however they are cut, the same
 * is read, every line is counted, and the page that comes of it holds no markup of
 * theirs.
 */
#include "../unit/page_check.h"
#include "report/page.h"
#include "target.h"

static void read_in_pieces(Report *r, const char *bytes, size_t len, size_t piece)
{
    demand(report_init(r), "no memory");
    report_begin(r, "input");
    for (size_t at = 0; at < len; at += piece)
        report_feed(r, bytes + at, len - at < piece ? len - at : piece);
    report_end(r);
}

static uint64_t lines_in(const char *bytes, size_t len)
{
    uint64_t n = 0;

    for (size_t i = 0; i < len; i++)
        n += bytes[i] == '\n';
    return n + (len > 0 && bytes[len - 1] != '\n');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *bytes = malloc(size + 1);
    struct assay_buf page, again;
    Report r;

    demand(bytes != NULL, "no memory");
    memcpy(bytes, data, size);
    assay_buf_init(&page, NULL, 0);
    assay_buf_init(&again, NULL, 0);
    read_in_pieces(&r, bytes, size, size + 1);
    demand(r.inputs.at[0].lines == lines_in(bytes, size), "lines");
    demand(r.events + r.inputs.at[0].damaged <= 2 * r.inputs.at[0].lines, "events");
    report_page(&r, &page);
    report_done(&r);
    if (page_wrong(page.at))
        fprintf(stderr, "%s\n%s", page_wrong(page.at), page.at);
    demand(page_wrong(page.at) == NULL, "the page");
    read_in_pieces(&r, bytes, size, 7);
    report_page(&r, &again);
    report_done(&r);
    demand(strcmp(page.at, again.at) == 0, "another page of the same bytes");
    assay_buf_done(&page);
    assay_buf_done(&again);
    free(bytes);
    return 0;
}
