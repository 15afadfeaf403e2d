/*
 * A finding's requests as a shell script: each request, and below it as a comment what
 * was answered.
 */
#include "cli/folder.h"
#include "cli/rest_test.h"
#include <string.h>
#include <sys/stat.h>

/* Secrets are not in it: they are variables, which must be set. */
static void put_secrets(const RestTestSettings *s, struct assay_buf *out)
{
    for (uint32_t i = 0; i < s->nheaders; i++)
        if (s->headers[i].secret) {
            assay_buf_puts(out, ": \"${");
            http_put_variable(s->headers[i].name, out);
            assay_buf_printf(out, ":?must be the value of the header %.*s}\"\n",
                             (int)s->headers[i].name.len, s->headers[i].name.at);
        }
}

/* Notes: lines with @ are of the specification. */
static void put_requests(const char *notes, struct assay_buf *out)
{
    while (*notes) {
        size_t len = strcspn(notes, "\n");
        if (*notes == '#')
            assay_buf_printf(out, "# was: %.*s\n", (int)len - 1, notes + 1);
        else if (*notes != '@')
            assay_buf_printf(out, "\n%.*s\n", (int)len, notes);
        notes += len + (notes[len] == '\n');
    }
}

bool rest_test_script(const RestTestSettings *s, const struct assay_finding *f,
                      struct assay_buf *path)
{
    const char *dot = strrchr(f->saved, '.');
    struct assay_buf text;
    bool good;

    if (!dot || f->flaky || !*f->notes)
        return false;
    assay_buf_printf(path, "%.*s.sh", (int)(dot - f->saved), f->saved);
    assay_buf_init(&text, NULL, 0);
    assay_buf_printf(&text, "#!/bin/sh\n# %s:%d\n# %s\n", f->file, f->line, f->message);
    put_secrets(s, &text);
    assay_buf_puts(&text, "curl() { command curl -w '\\n# %{http_code}\\n' \"$@\"; }\n");
    put_requests(f->notes, &text);
    good = !text.status && !path->status && folder_write(path->at, &text) &&
           chmod(path->at, 0755) == 0;
    assay_buf_done(&text);
    return good;
}
