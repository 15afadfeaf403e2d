/*
 * Dependency files. The compiler wrote that the object depends on the copy and on the
 * header of contracts; make is to know of the original only. Which file it wrote follows
 * from the arguments, and differs between compilers: all that it may be are looked at,
 * and what names the copy is it.
 */
#include "base/file.h"
#include "cli/cc.h"
#include "cli/folder.h"
#include <string.h>

#define BYTES_MAX ((size_t)64 << 20)

/* A path as make reads it. */
static void put_path(struct assay_buf *out, const char *path)
{
    for (; *path; path++) {
        if (*path == ' ' || *path == '\t' || *path == '#')
            assay_buf_putc(out, '\\');
        if (*path == '$')
            assay_buf_putc(out, '$');
        assay_buf_putc(out, *path);
    }
}

static const char *escaped(Cc *c, const char *path)
{
    struct assay_buf out;
    const char *text;

    assay_buf_init(&out, NULL, 0);
    put_path(&out, path);
    text = cc_text(c, "%s", out.at);
    assay_buf_done(&out);
    return text;
}

/* Text with one word of it replaced; "HEADER:", as -MP writes, is dropped with it. */
static void replace(const char *text, const char *word, const char *by,
                    struct assay_buf *out)
{
    size_t len = strlen(word);
    const char *found;

    while (len > 0 && (found = strstr(text, word))) {
        const char *behind = found + len;
        assay_buf_add(out, text, (size_t)(found - text));
        if (by[0] == '\0' && behind[0] == ':')
            behind++;
        assay_buf_puts(out, by);
        text = behind;
    }
    assay_buf_puts(out, text);
}

static void mend(Cc *c, const CcSource *s, const char *path)
{
    const char *header = cc_text(c, "%s/assay/contract.h", c->home.include);
    const char *copy = escaped(c, s->copy);
    struct assay_buf text, half, whole;

    assay_buf_init(&text, NULL, BYTES_MAX);
    assay_buf_init(&half, NULL, BYTES_MAX);
    assay_buf_init(&whole, NULL, BYTES_MAX);
    if (!assay_file_read(path, &text) && strstr(text.at, copy)) {
        replace(text.at, copy, escaped(c, s->path), &half);
        replace(half.at, escaped(c, header), "", &whole);
        if (!half.status && !whole.status)
            (void)folder_write(path, &whole);
    }
    assay_buf_done(&text);
    assay_buf_done(&half);
    assay_buf_done(&whole);
}

/* The length of a path without its last suffix. */
static int stem(const char *path)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');

    return (int)(dot ? dot - path : (ptrdiff_t)strlen(path));
}

void cc_depend(Cc *c, const CcSource *s)
{
    const char *out = c->output ? c->output : "a.out", *base = s->base;

    if (c->preprocesses && c->output)
        mend(c, s, c->output);
    if (c->depend)
        mend(c, s, c->depend);
    if (c->depend || !c->depends)
        return;
    mend(c, s, cc_text(c, "%.*s.d", stem(base), base));
    mend(c, s, cc_text(c, "%.*s.d", stem(out), out));
    mend(c, s, cc_text(c, "%.*s-%.*s.d", stem(out), out, stem(base), base));
    mend(c, s, cc_text(c, "%s-%.*s.d", out, stem(base), base));
}
