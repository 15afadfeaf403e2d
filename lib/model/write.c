/*
 * The scenario as a C program. It is put together anew after every change and handed to
 * the runner as a whole, so that it is complete whenever the code under test crashes.
 */
#include "model/write.h"
#include "run/body.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum {
    COMMENT_COLUMN = 52, /* where the numbers stand, if the line is short enough */
    HEADERS_MAX = 16,
    NAMES_MAX = 32,
};

struct assay_writer {
    struct assay_buf functions;           /* before main */
    struct assay_buf body;                /* complete lines of main */
    struct assay_buf call, remark, after; /* of the operation that runs */
    struct assay_buf whole;
    size_t mark_body;     /* where the operation's own lines begin */
    const char *asserted; /* the condition that `call` asserts, or NULL */
    const char *headers[HEADERS_MAX];
    uint32_t nheaders;
    uint32_t number;              /* of the operation, 0 before the first */
    const char *stems[NAMES_MAX]; /* of variables of the operation */
    uint32_t names;
};

/* Only one execution is explained at a time in a process. */
static struct assay_writer writer;
static bool writer_is_ready;

/* What would end the comment, or begin another, is taken apart. */
static void add_comment(struct assay_buf *out, const char *comment)
{
    assay_buf_puts(out, "  /* ");
    for (; *comment; comment++) {
        assay_buf_putc(out, *comment);
        if ((comment[0] == '*' && comment[1] == '/') ||
            (comment[0] == '/' && comment[1] == '*'))
            assay_buf_putc(out, ' ');
    }
    assay_buf_puts(out, " */");
}

static void add_line(struct assay_buf *out, const char *line, const char *comment)
{
    size_t width = 4 + strlen(line);

    assay_buf_printf(out, "    %s", line);
    if (*comment) {
        for (; width < COMMENT_COLUMN - 2; width++)
            assay_buf_putc(out, ' ');
        add_comment(out, comment);
    }
    assay_buf_putc(out, '\n');
}

/* The operation's line and what belongs to it. */
static void add_operation(struct assay_writer *w, struct assay_buf *out)
{
    char number[16];
    struct assay_buf comment;

    if (w->call.len > 0) {
        snprintf(number, sizeof number, "%u", w->number);
        assay_buf_init(&comment, NULL, 0);
        assay_buf_puts(&comment, number);
        assay_buf_puts(&comment, w->remark.at);
        add_line(out, w->call.at, comment.at);
        assay_buf_done(&comment);
    }
    assay_buf_add(out, w->after.at, w->after.len);
}

/* The headers of the model, which are separated by blanks: "a.h <b.h>". */
static void add_own_headers(const char *headers, struct assay_buf *out)
{
    while (headers && *headers) {
        size_t len = strcspn(headers, " ");
        if (len > 0 && headers[0] == '<')
            assay_buf_printf(out, "#include %.*s\n", (int)len, headers);
        else if (len > 0)
            assay_buf_printf(out, "#include \"%.*s\"\n", (int)len, headers);
        headers += len + (headers[len] == ' ');
    }
}

static size_t word_length(const char *code)
{
    size_t len = 0;

    while (isalnum((unsigned char)code[len]) || code[len] == '_')
        len++;
    return len;
}

/* Past a text, a character or a comment; elsewhere, past one character. */
static const char *pass_over(const char *code)
{
    const char *end;

    if (code[0] == '/' && code[1] == '*') {
        end = strstr(code + 2, "*/");
        return end ? end + 2 : code + strlen(code);
    }
    if (*code != '"' && *code != '\'')
        return code + 1;
    for (end = code + 1; *end && *end != *code; end++)
        end += *end == '\\' && end[1];
    return end + (*end != '\0');
}

/* Headers of words that values and types are written with. */
static void find_needs(struct assay_scenario *s, const char *code)
{
    static const struct {
        const char *word, *header;
    } known[] = {
        {"NULL", "<stddef.h>"},   {"bool", "<stdbool.h>"},    {"true", "<stdbool.h>"},
        {"false", "<stdbool.h>"}, {"NAN", "<math.h>"},        {"INFINITY", "<math.h>"},
        {"size_t", "<stddef.h>"}, {"intptr_t", "<stdint.h>"}, {"uintptr_t", "<stdint.h>"},
    };

    while (*code) {
        size_t len = word_length(code);
        for (size_t i = 0; len > 0 && i < sizeof known / sizeof *known; i++)
            if (strlen(known[i].word) == len && memcmp(known[i].word, code, len) == 0)
                assay_write_needs(s, known[i].header);
        code = len > 0 ? code + len : pass_over(code);
    }
}

static void add_head(const struct assay_writer *w, const struct assay_model *m,
                     struct assay_buf *out)
{
    if (m->sources)
        assay_buf_printf(out, "/* compile with: cc scenario.c %s */\n", m->sources);
    add_own_headers(m->header, out);
    for (uint32_t i = 0; i < w->nheaders; i++)
        assay_buf_printf(out, "#include %s\n", w->headers[i]);
    if (out->len > 0)
        assay_buf_putc(out, '\n');
    if (w->functions.len > 0)
        assay_buf_printf(out, "%s\n", w->functions.at);
    assay_buf_puts(out, "int main(void)\n{\n");
    if (m->prologue_text)
        add_line(out, m->prologue_text, "");
}

static void publish(struct assay_scenario *s)
{
    struct assay_writer *w = s->writer;

    assay_buf_clear(&w->whole);
    find_needs(s, w->functions.at);
    find_needs(s, w->body.at + w->mark_body);
    find_needs(s, w->call.at);
    find_needs(s, w->after.at);
    add_head(w, s->plan->model, &w->whole);
    assay_buf_add(&w->whole, w->body.at, w->body.len);
    add_operation(w, &w->whole);
    assay_buf_puts(&w->whole, "}\n");
    assay_body_program(s->t, w->whole.at, w->whole.len);
}

void assay_write_begin(struct assay_scenario *s)
{
    struct assay_writer *w = &writer;

    if (!assay_body_explains(s->t))
        return;
    if (!writer_is_ready) {
        struct assay_buf *all[] = {&w->functions, &w->body,  &w->call,
                                   &w->remark,    &w->after, &w->whole};
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            assay_buf_init(all[i], NULL, ASSAY_AREA_TEXT);
        writer_is_ready = true;
    }
    assay_buf_clear(&w->functions);
    assay_buf_clear(&w->body);
    assay_buf_clear(&w->call);
    assay_buf_clear(&w->remark);
    assay_buf_clear(&w->after);
    w->mark_body = 0;
    w->asserted = NULL;
    w->nheaders = w->number = w->names = 0;
    s->writer = w;
    publish(s);
}

void assay_write_operation(struct assay_scenario *s)
{
    struct assay_writer *w = s->writer;

    if (!w)
        return;
    add_operation(w, &w->body);
    assay_buf_clear(&w->call);
    assay_buf_clear(&w->remark);
    assay_buf_clear(&w->after);
    w->mark_body = w->body.len;
    w->asserted = NULL;
    w->number = s->number;
    w->names = 0;
}

void assay_write_cancel(struct assay_scenario *s)
{
    struct assay_writer *w = s->writer;

    if (!w)
        return;
    assay_buf_truncate(&w->body, w->mark_body);
    assay_buf_clear(&w->call);
    assay_buf_clear(&w->remark);
    assay_buf_clear(&w->after);
    publish(s);
}

static void add_formatted(struct assay_buf *out, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
static void add_formatted(struct assay_buf *out, const char *format, va_list args)
{
    struct assay_buf line;

    assay_buf_init(&line, NULL, 0);
    assay_buf_vprintf(&line, format, args);
    add_line(out, line.at, "");
    assay_buf_done(&line);
}

void assay_write_before(struct assay_scenario *s, const char *format, ...)
{
    va_list args;

    if (!s->writer)
        return;
    va_start(args, format);
    add_formatted(&s->writer->body, format, args);
    va_end(args);
    publish(s);
}

void assay_write_functions(struct assay_scenario *s, const char *text)
{
    if (!s->writer)
        return;
    assay_buf_clear(&s->writer->functions);
    assay_buf_puts(&s->writer->functions, text);
    publish(s);
}

void assay_write_call(struct assay_scenario *s, const char *format, ...)
{
    va_list args;

    if (!s->writer)
        return;
    assay_buf_clear(&s->writer->call);
    s->writer->asserted = NULL;
    va_start(args, format);
    assay_buf_vprintf(&s->writer->call, format, args);
    va_end(args);
    publish(s);
}

void assay_write_asserting_call(struct assay_scenario *s, const char *condition)
{
    if (!s->writer)
        return;
    assay_write_needs(s, "<assert.h>");
    assay_write_call(s, "assert(%s);", condition);
    s->writer->asserted = condition;
}

void assay_write_remark(struct assay_scenario *s, const char *format, ...)
{
    va_list args;

    if (!s->writer)
        return;
    assay_buf_clear(&s->writer->remark);
    va_start(args, format);
    assay_buf_vprintf(&s->writer->remark, format, args);
    va_end(args);
    publish(s);
}

void assay_write_after(struct assay_scenario *s, const char *format, ...)
{
    va_list args;

    if (!s->writer)
        return;
    va_start(args, format);
    add_formatted(&s->writer->after, format, args);
    va_end(args);
    publish(s);
}

static bool is_asserted(const struct assay_writer *w, const char *condition)
{
    return w->asserted && strcmp(w->asserted, condition) == 0;
}

void assay_write_assert(struct assay_scenario *s, const char *condition)
{
    if (!s->writer || is_asserted(s->writer, condition))
        return;
    assay_write_needs(s, "<assert.h>");
    assay_write_after(s, "assert(%s);", condition);
}

void assay_write_difference(struct assay_scenario *s, const char *condition,
                            const char *observed)
{
    const char *line;

    if (!s->writer)
        return;
    if (!condition || is_asserted(s->writer, condition)) {
        assay_write_remark(s, ": %s %s", condition ? "is" : "got", observed);
        return;
    }
    assay_write_needs(s, "<assert.h>");
    line = assay_scenario_text(s, "assert(%s);", condition);
    add_line(&s->writer->after, line, assay_scenario_text(s, "is %s", observed));
    publish(s);
}

void assay_write_needs(struct assay_scenario *s, const char *header)
{
    struct assay_writer *w = s->writer;

    for (uint32_t i = 0; w && i < w->nheaders; i++)
        if (strcmp(w->headers[i], header) == 0)
            return;
    if (w && w->nheaders < HEADERS_MAX)
        w->headers[w->nheaders++] = header;
}

const char *assay_write_name(struct assay_scenario *s, const char *stem)
{
    struct assay_writer *w = s->writer;
    uint32_t n = 0;

    for (uint32_t i = 0; w && i < w->names; i++)
        n += strcmp(w->stems[i], stem) == 0;
    if (w && w->names < NAMES_MAX)
        w->stems[w->names++] = stem;
    return n == 0 ? assay_scenario_text(s, "%s%u", stem, s->number)
                  : assay_scenario_text(s, "%s%u_%u", stem, s->number, n + 1);
}
