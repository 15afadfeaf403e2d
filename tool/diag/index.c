/*
 * The index is read where it lies: it is small, and asked once a run.
 */
#include "diag/index.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

#define HEADING "\n## "
#define HEADING_LEN (sizeof HEADING - 1)
#define CODE_MAX 31 /* bytes that are looked at of what was asked for */

/* Where `what` is at or behind `from`; the end of the text when it is nowhere. */
static size_t find(struct assay_str text, size_t from, const char *what)
{
    const char *at = memmem(text.at + from, text.len - from, what, strlen(what));

    return at ? (size_t)(at - text.at) : text.len;
}

static struct assay_str slice(struct assay_str text, size_t from, size_t to)
{
    return (struct assay_str){text.at + from, to - from};
}

static struct assay_str trim(struct assay_str s)
{
    while (s.len > 0 && s.at[0] == '\n') {
        s.at++;
        s.len--;
    }
    while (s.len > 0 && s.at[s.len - 1] == '\n')
        s.len--;
    return s;
}

bool diag_index_next(size_t *at, IndexEntry *ret_entry)
{
    struct assay_str text = {(const char *)diag_index_errors, diag_index_errors_len};
    size_t start = find(text, *at, HEADING), end, line_end, colon;

    if (start == text.len)
        return false;
    start += HEADING_LEN;
    end = find(text, start, HEADING);
    line_end = find(text, start, "\n");
    colon = find(slice(text, 0, line_end), start, ": ");
    ret_entry->code = slice(text, start, colon);
    ret_entry->title = slice(text, colon < line_end ? colon + 2 : line_end, line_end);
    ret_entry->body = trim(slice(text, line_end, end));
    *at = end;
    return true;
}

bool diag_index_find(const char *code, IndexEntry *ret_entry)
{
    size_t at = 0, len = strlen(code);

    while (diag_index_next(&at, ret_entry)) {
        if (ret_entry->code.len == len && strncasecmp(ret_entry->code.at, code, len) == 0)
            return true;
    }
    return false;
}

bool diag_index_resembling(const char *code, struct assay_str *ret_code)
{
    char capitals[CODE_MAX + 1] = "";
    size_t at = 0, nearest = SIZE_MAX;
    IndexEntry entry;
    bool found = false;

    for (size_t i = 0; i < CODE_MAX && code[i]; i++)
        capitals[i] = (char)toupper((unsigned char)code[i]);
    while (diag_index_next(&at, &entry)) {
        if (!assay_str_resembles(assay_str(capitals), entry.code, &nearest))
            continue;
        *ret_code = entry.code;
        found = true;
    }
    return found;
}
