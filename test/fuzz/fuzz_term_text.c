/*
 * Texts of values under a fuzzer: the first byte picks a reader, the rest is the text.
 * What is read must be written as something that reads back the same; a regular
 * expression must answer in time; and a place of what is wrong must lie within the text.
 */
#include "target.h"
#include "term/regexp.h"
#include "term/template.h"
#include "term/value.h"
#include <stdlib.h>
#include <string.h>

static struct assay_str text_of(const struct assay_buf *b)
{
    demand(b->status == ASSAY_OK, "a buffer fails");
    return (struct assay_str){b->at, b->len};
}

static void check_integer(struct assay_arena *a, struct assay_str text)
{
    const Integer *x = integer_read(a, text);
    struct assay_buf b;

    if (!x)
        return;
    assay_buf_init(&b, NULL, 0);
    integer_print(x, &b);
    const Integer *again = integer_read(a, text_of(&b));
    demand(again && integer_compare(x, again) == 0, "an integer changes");
    assay_buf_done(&b);
}

static void check_decimal(struct assay_arena *a, struct assay_str text)
{
    Decimal x, again;
    struct assay_buf b;

    if (!decimal_read(a, text, &x))
        return;
    assay_buf_init(&b, NULL, 0);
    decimal_print(x, &b);
    demand(decimal_read(a, text_of(&b), &again), "a decimal is lost");
    demand(decimal_compare(x, again) == 0 && x.scale == again.scale, "a decimal changes");
    assay_buf_done(&b);
}

static void check_json(struct assay_arena *a, struct assay_str text)
{
    size_t at = 0;
    const Value *v = value_read_json(a, text, &at);
    struct assay_buf b;

    demand(at <= text.len, "the place is behind the text");
    if (!v)
        return;
    assay_buf_init(&b, NULL, 0);
    value_print_json(v, &b);
    const Value *again = value_read_json(a, text_of(&b), &at);
    demand(again && value_equal(v, again), "a value changes");
    demand(value_weight(v) == value_weight(again), "a weight changes");
    assay_buf_clear(&b);
    value_print(v, &b);
    demand(b.len > 0, "a value is not written");
    assay_buf_done(&b);
}

static void check_template(struct assay_arena *a, struct assay_str text)
{
    static const char variables[] =
        "{\"a\":\"x y/\\u00e9\",\"b\":[1,\"%\",null],\"c\":{\"k\":"
        "\"v\",\"e\":\"\"},\"d\":1.5,\"e\":\"\"}";
    size_t at = 0;
    const char *why = NULL;
    const Template *t = template_read(a, text, &at, &why);
    struct assay_str variable = {NULL, 0};
    struct assay_buf b;

    demand(at <= text.len, "the place is behind the text");
    demand(t || why, "no reason");
    if (!t)
        return;
    assay_buf_init(&b, NULL, 0);
    const Value *object = value_read_json(a, assay_str(variables), &at);
    if (template_expand(t, object, &b, &variable)) {
        /* Nothing but ASCII without blanks: an expansion is a template, too. */
        demand(template_read(a, text_of(&b), &at, &why) != NULL, "no URI");
    } else {
        demand(variable.len > 0, "no variable");
    }
    assay_buf_done(&b);
}

/* The expression ends at the first NUL; the rest is the word. */
static void check_regexp(struct assay_arena *a, struct assay_str text)
{
    const char *nul = memchr(text.at, '\0', text.len);
    struct assay_str source = {text.at, nul ? (size_t)(nul - text.at) : text.len};
    struct assay_str word = {nul ? nul + 1 : "", nul ? text.len - source.len - 1 : 0};
    Regexp *r = NULL;
    size_t at = 0;
    const char *why = NULL;
    RegexpStatus status = regexp_read(a, source, &r, &at, &why);

    demand(at <= source.len, "the place is behind the text");
    demand(status == REGEXP_OK || why, "no reason");
    if (status)
        return;
    RegexpAnswer answer = regexp_matches(r, word);
    demand(answer != REGEXP_UNKNOWN || r->matcher->too_large, "it is out of memory");
    demand(regexp_matches(r, word) == answer, "an answer changes");
    regexp_done(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const checks[])(struct assay_arena *, struct assay_str) = {
        check_integer, check_decimal, check_json, check_template, check_regexp};
    struct assay_arena arena;

    if (size < 1 || size > 2000)
        return 0;
    assay_arena_init(&arena, NULL, 0);
    assay_arena_fence(&arena);
    checks[data[0] % 5](&arena, (struct assay_str){(const char *)data + 1, size - 1});
    assay_arena_done(&arena);
    return 0;
}
