/*
 * Describing a violation: lines "term = value" in the buffer of the description, cut
 * where it is full.
 */
#include "contract/says.h"
#include "contract/show.h"
#include <string.h>

void assay_says_begin(struct assay_says *s, const struct assay_clause *clause,
                      const void *from)
{
    s->clause = clause;
    s->from = from;
    s->len = 0;
    s->cut = 0;
    s->text[0] = '\0';
}

static struct assay_buf text_of(struct assay_says *s)
{
    return (struct assay_buf){
        .at = s->text, .len = s->len, .cap = sizeof s->text, .max = sizeof s->text - 1};
}

static bool is_said(const struct assay_says *s, const char *term)
{
    size_t len = strlen(term);

    for (const char *line = s->text; line;) {
        if (strncmp(line, term, len) == 0 && strncmp(line + len, " = ", 3) == 0)
            return true;
        line = strchr(line, '\n');
        if (line)
            line++;
    }
    return false;
}

bool assay_says_line(struct assay_says *s, const char *term, struct assay_buf *ret_out)
{
    if (s->cut || is_said(s, term))
        return false;
    *ret_out = text_of(s);
    assay_buf_puts(ret_out, term);
    assay_buf_puts(ret_out, " = ");
    return true;
}

/* Whether the line is "a = a", as of a pointer that is called by its own name. */
static bool says_nothing(const char *line)
{
    const char *is = strstr(line, " = ");

    return is && strlen(is + 3) == (size_t)(is - line) &&
           strncmp(line, is + 3, (size_t)(is - line)) == 0;
}

void assay_says_done(struct assay_says *s, struct assay_buf *out)
{
    bool drop = says_nothing(s->text + s->len);

    assay_buf_putc(out, '\n');
    s->cut = out->status != ASSAY_OK;
    if (drop || s->cut)
        s->text[s->len] = '\0';
    else
        s->len = (unsigned)out->len;
}

void assay_say_int(struct assay_says *s, const char *term, assay_wide value)
{
    struct assay_buf out;

    if (!assay_says_line(s, term, &out))
        return;
    if (value == assay_end(false) || value == assay_end(true))
        assay_buf_printf(&out, "%s 127 bits",
                         value > 0 ? "more than" : "negative, more than");
    else
        assay_show_wide(&out, value);
    assay_says_done(s, &out);
}

void assay_say_real(struct assay_says *s, const char *term, long double value)
{
    struct assay_buf out;
    bool is_double = value == (long double)(double)value;

    if (!assay_says_line(s, term, &out))
        return;
    assay_show_real(&out, value, is_double ? sizeof(double) : sizeof value, false);
    assay_says_done(s, &out);
}

void assay_say_bool(struct assay_says *s, const char *term, _Bool value)
{
    struct assay_buf out;

    if (!assay_says_line(s, term, &out))
        return;
    assay_buf_puts(&out, value ? "true" : "false");
    assay_says_done(s, &out);
}

void assay_say_pointer(struct assay_says *s, const char *term, const void *value)
{
    struct assay_buf out;

    if (!assay_says_line(s, term, &out))
        return;
    assay_show_address(&out, value);
    assay_says_done(s, &out);
}

void assay_say_value(struct assay_says *s, const char *term,
                     const struct assay_layout *layout, const void *at)
{
    struct assay_buf out;
    struct assay_show show = {.out = &out, .pointer = assay_show_pointer};

    if (!assay_says_line(s, term, &out))
        return;
    assay_show_value(&show, layout, at);
    assay_says_done(s, &out);
}

void assay_say(struct assay_says *s, const char *line)
{
    struct assay_buf out = text_of(s);

    if (s->cut)
        return;
    assay_buf_puts(&out, line);
    assay_says_done(s, &out);
}
