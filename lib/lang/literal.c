/*
 * Strings, sets and numbers. Offsets in here are those of the grammar's text, so that a
 * problem can point at the one escape or range that is wrong.
 */
#include "lang/literal.h"
#include "base/ascii.h"
#include "base/mem.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

#define CODE_MAX 0x10ffffu
#define BYTE_MAX 0xffu
#define SURROGATE_FIRST 0xd800u
#define SURROGATE_LAST 0xdfffu

void assay_codeset_done(struct assay_codeset *s)
{
    assay_mem_free(s->mem, s->at, s->cap * sizeof *s->at);
    *s = (struct assay_codeset){.mem = s->mem};
}

static enum assay_status add_range(struct assay_codeset *s, uint32_t lo, uint32_t hi)
{
    void *at = s->at;
    enum assay_status status = assay_mem_grow(s->mem, &at, &s->cap, (size_t)s->count + 1,
                                              sizeof *s->at, UINT32_MAX);

    if (status)
        return status;
    s->at = at;
    s->at[s->count++] = (struct assay_codes){lo, hi};
    return ASSAY_OK;
}

static void complain(const struct assay_literal *l, enum assay_problem_id id, uint32_t at,
                     uint32_t len, const char *message, const char *help)
{
    struct assay_place place = {l->place.source, at, len};

    assay_problems_add(l->problems, l->g, id, place, message, help);
}

static const char *text_of(const struct assay_literal *l)
{
    return l->g->sources[l->place.source].text;
}

static bool is_surrogate(uint32_t code)
{
    return code >= SURROGATE_FIRST && code <= SURROGATE_LAST;
}

/* ---- Escapes. */

/* One character of a string or set: a code point, or a raw byte (\xHH). */
struct character {
    uint32_t code;
    uint32_t at, len; /* in the text */
    bool raw;
    bool good; /* else it was complained about */
};

/*@ logic integer Value(char *s, integer n, integer base) =
      n <= 0 ? 0 : \min(UINT32_MAX, Value(s, n - 1, base) * base + Digit(s[n - 1]));
*/

/* The digits of a base in [at, end), at most `most`: how many. */
/*@ requires base == 2 || base == 10 || base == 16;
    requires at <= end <= 60 && \valid_read(text + (0 .. end - 1)) && \valid(ret_value);
    assigns *ret_value;
    ensures \result <= most && at + \result <= end;
    ensures \forall integer i; at <= i < at + \result ==> Digit(text[i]) < base;
    ensures \result == most || at + \result == end || Digit(text[at + \result]) >= base;
    ensures *ret_value == Value(text + at, \result, base);
*/
static uint32_t read_digits(const char *text, uint32_t at, uint32_t end, unsigned base,
                            uint32_t most, uint32_t *ret_value)
{
    uint64_t value = 0;
    uint32_t n = 0;

    while (n < most && at + n < end && assay_digit_value(text[at + n]) < base) {
        value = value * base + assay_digit_value(text[at + n]);
        value = value < UINT32_MAX ? value : UINT32_MAX;
        n++;
    }
    *ret_value = (uint32_t)value;
    return n;
}

/* \u{H..} or \uHHHH; `end` is that of the string or set. */
static void read_code_escape(const struct assay_literal *l, uint32_t end,
                             struct character *c)
{
    const char *text = text_of(l);
    bool braces = c->at + 2 < end && text[c->at + 2] == '{';
    uint32_t from = c->at + 2 + braces;
    uint32_t n = read_digits(text, from, end, 16, braces ? 16 : 4, &c->code);
    bool closed = from + n < end && text[from + n] == '}';

    c->len = 2 + braces + n + (braces && closed);
    c->good = braces ? n > 0 && closed : n == 4;
    if (!c->good)
        complain(l, ASSAY_PROBLEM_ESCAPE, c->at, c->len, "incomplete escape",
                 "a code point is written \\u{1F600} or \\u00E9");
}

static void read_byte_escape(const struct assay_literal *l, uint32_t end,
                             struct character *c)
{
    uint32_t n = read_digits(text_of(l), c->at + 2, end, 16, 2, &c->code);

    c->len = 2 + n;
    c->raw = true;
    c->good = n == 2;
    if (!c->good)
        complain(l, ASSAY_PROBLEM_ESCAPE, c->at, c->len, "incomplete escape",
                 "a byte is written with two hexadecimal digits, \\x0A");
}

/* The escape at c->at, a backslash that something follows. */
static void read_escape(const struct assay_literal *l, uint32_t end, bool in_set,
                        struct character *c)
{
    static const char letters[] = "nrt0\\\"'][-^", values[] = "\n\r\t\0\\\"'][-^";
    const char *text = text_of(l);
    char letter = text[c->at + 1];
    const char *found = letter ? strchr(letters, letter) : NULL;
    uint32_t ignored;

    if (letter == 'u') {
        read_code_escape(l, end, c);
        return;
    }
    if (letter == 'x') {
        read_byte_escape(l, end, c);
        return;
    }
    c->len = 1 + (uint32_t)assay_utf8_decode(text + c->at + 1, end - c->at - 1, &ignored);
    c->good = found && (in_set || found - letters < 7);
    if (c->good)
        c->code = (unsigned char)values[found - letters];
    else
        complain(l, ASSAY_PROBLEM_ESCAPE, c->at, c->len,
                 assay_problems_text(l->problems, "unknown escape '%.*s'", (int)c->len,
                                     text + c->at),
                 in_set ? "known are \\n \\r \\t \\0 \\\\ \\\" \\' \\] \\[ \\- \\^ \\xHH "
                          "\\uHHHH \\u{H}; a backslash is \\\\"
                        : "known are \\n \\r \\t \\0 \\\\ \\\" \\' \\xHH \\uHHHH \\u{H}; "
                          "a backslash is \\\\");
}

static struct character read_character(const struct assay_literal *l, uint32_t at,
                                       uint32_t end, bool in_set)
{
    struct character c = {.at = at, .good = true};
    const char *text = text_of(l);

    if (text[at] == '\\' && at + 1 < end)
        read_escape(l, end, in_set, &c);
    else
        c.len = (uint32_t)assay_utf8_decode(text + at, end - at, &c.code);
    return c;
}

/* ---- Strings. */

static void add_character(const struct assay_literal *l, const struct character *c,
                          struct assay_buf *into)
{
    char bytes[ASSAY_UTF8_MAX];

    if (c->raw)
        assay_buf_putc(into, (char)(unsigned char)c->code);
    else if (c->code > CODE_MAX || is_surrogate(c->code))
        complain(l, ASSAY_PROBLEM_CODE, c->at, c->len, "no Unicode character",
                 is_surrogate(c->code)
                     ? "U+D800 to U+DFFF are halves of characters; write \\u{1F600}"
                     : "the last one is \\u{10FFFF}");
    else
        assay_buf_add(into, bytes, assay_utf8_encode(c->code, bytes));
}

enum assay_status assay_literal_string(const struct assay_literal *l,
                                       struct assay_buf *into, bool *ret_fold)
{
    const char *text = text_of(l);
    uint32_t end = l->place.at + l->place.len;
    bool fold = text[end - 1] == 'i';
    struct character c;

    end -= 1u + fold;
    for (uint32_t at = l->place.at + 1; at < end; at += c.len) {
        c = read_character(l, at, end, false);
        if (c.good)
            add_character(l, &c, into);
    }
    *ret_fold = fold;
    return into->status;
}

/* ---- Sets. */

/* The most a code or byte of this grammar can be. */
static uint32_t most(const struct assay_literal *l)
{
    return l->bytes ? BYTE_MAX : CODE_MAX;
}

/* Whether a character may be in a set; else it is complained about. */
static bool fits_set(const struct assay_literal *l, const struct character *c)
{
    if (l->bytes && !c->raw && c->code > 0x7f)
        complain(l, ASSAY_PROBLEM_CODE, c->at, c->len,
                 "a character of several bytes in a set of bytes",
                 "write it as a string, or bytes as \\xHH");
    else if (!l->bytes && c->raw && c->code > 0x7f)
        complain(l, ASSAY_PROBLEM_CODE, c->at, c->len,
                 "a byte above \\x7F in a set of characters",
                 "write \\u{H} for a character, or begin the grammar with %bytes;");
    else if (c->code > most(l))
        complain(l, ASSAY_PROBLEM_CODE, c->at, c->len, "no Unicode character",
                 "the last one is \\u{10FFFF}");
    else
        return c->good;
    return false;
}

/* Adds lo to hi, the ends of what is at the place; not when that is wrong. */
static enum assay_status add_checked(const struct assay_literal *l, uint32_t lo,
                                     uint32_t hi, struct assay_place place,
                                     struct assay_codeset *into)
{
    if (lo > hi)
        complain(l, ASSAY_PROBLEM_RANGE, place.at, place.len,
                 "the range ends before it starts",
                 "write the smaller end first, and a '-' itself as \\-");
    else if (!l->bytes && is_surrogate(lo) && is_surrogate(hi))
        complain(l, ASSAY_PROBLEM_CODE, place.at, place.len, "no Unicode character",
                 "U+D800 to U+DFFF are halves of characters");
    else
        return add_range(into, lo, hi);
    return ASSAY_OK;
}

/* Reads a character or range at `at`; *ret_next is where the next one begins. */
static enum assay_status read_element(const struct assay_literal *l, uint32_t at,
                                      uint32_t end, struct assay_codeset *into,
                                      uint32_t *ret_next)
{
    const char *text = text_of(l);
    struct character lo = read_character(l, at, end, true), hi = lo;
    bool range = at + lo.len + 1 < end && text[at + lo.len] == '-';
    bool good = !lo.good || fits_set(l, &lo);

    if (range) {
        hi = read_character(l, at + lo.len + 1, end, true);
        good = (!hi.good || fits_set(l, &hi)) && good;
    }
    *ret_next = hi.at + hi.len;
    if (!good || !lo.good || !hi.good)
        return ASSAY_OK;
    return add_checked(l, lo.code, hi.code,
                       (struct assay_place){l->place.source, at, hi.at + hi.len - at},
                       into);
}

static int compare_ranges(const void *a, const void *b)
{
    const struct assay_codes *x = a, *y = b;

    return (x->lo > y->lo) - (x->lo < y->lo);
}

/*@ predicate Ranges(struct assay_codeset *s, integer most) =
      \valid(s) && s->mem == \null && s->count <= s->cap <= 12 &&
      \valid(s->at + (0 .. s->cap - 1)) &&
      \forall integer i; 0 <= i < s->count ==> s->at[i].lo <= s->at[i].hi <= most;

    predicate Settled(struct assay_codeset *s) =
      \forall integer i; 1 <= i < s->count ==> s->at[i - 1].hi + 1 < s->at[i].lo;

    predicate Among(struct assay_codeset *s, integer code) =
      \exists integer i; 0 <= i < s->count && s->at[i].lo <= code <= s->at[i].hi;
*/

/* Sorts the ranges and merges those that touch. */
/*@ requires Ranges(s, 60);
    assigns s->count, s->at[0 .. s->count - 1];
    ensures s->count <= \old(s->count) && Settled(s);
    ensures \forall integer c; 0 <= c <= 61 ==> (Among(s, c) <==> \old(Among(s, c)));
    config 500 runs, 2s;
*/
static void merge(struct assay_codeset *s)
{
    uint32_t count = 0;

    if (s->count == 0)
        return;
    qsort(s->at, s->count, sizeof *s->at, compare_ranges);
    for (uint32_t i = 1; i < s->count; i++) {
        struct assay_codes *last = &s->at[count];
        if (s->at[i].lo > last->hi + 1)
            s->at[++count] = s->at[i];
        else if (s->at[i].hi > last->hi)
            last->hi = s->at[i].hi;
    }
    s->count = count + 1;
}

/* Makes it all of 0 to `max` but what it is. */
/*@ requires max <= 60 && Ranges(s, max) && Settled(s) && s->count < s->cap;
    assigns s->count, s->at[0 .. s->cap - 1];
    ensures \result == ASSAY_OK && Ranges(s, max) && Settled(s);
    ensures \forall integer c; 0 <= c <= max ==> (Among(s, c) <==> !\old(Among(s, c)));
    config 500 runs, 2s;
*/
static enum assay_status negate(struct assay_codeset *s, uint32_t max)
{
    enum assay_status status = add_range(s, max + 1, max + 1); /* room, and an end */
    uint32_t count = 0, next = 0;

    if (status)
        return status;
    for (uint32_t i = 0; i < s->count; i++) {
        struct assay_codes r = s->at[i];
        if (r.lo > next)
            s->at[count++] = (struct assay_codes){next, r.lo - 1};
        next = r.hi + 1;
    }
    s->count = count;
    return ASSAY_OK;
}

/* Cuts the surrogates out of merged ranges. */
/*@ requires Ranges(s, CODE_MAX) && Settled(s) && s->count < s->cap;
    assigns s->count, s->at[0 .. s->cap - 1];
    ensures \result == ASSAY_OK && Ranges(s, CODE_MAX) && Settled(s);
    ensures \forall integer c; 0xd7f0 <= c <= 0xe010 ==>
      (Among(s, c) <==> \old(Among(s, c)) && !(0xd800 <= c <= 0xdfff));
    config 300 runs, 2s;
*/
static enum assay_status cut_surrogates(struct assay_codeset *s)
{
    uint32_t i = 0;

    while (i < s->count && s->at[i].hi < SURROGATE_FIRST)
        i++;
    if (i == s->count || s->at[i].lo > SURROGATE_LAST)
        return ASSAY_OK;
    if (s->at[i].lo < SURROGATE_FIRST) {
        enum assay_status status = add_range(s, 0, 0);
        if (status)
            return status;
        memmove(s->at + i + 1, s->at + i, (s->count - 1 - i) * sizeof *s->at);
        s->at[i++].hi = SURROGATE_FIRST - 1;
    }
    s->at[i].lo = SURROGATE_LAST + 1;
    if (s->at[i].lo > s->at[i].hi)
        memmove(s->at + i, s->at + i + 1, (--s->count - i) * sizeof *s->at);
    return ASSAY_OK;
}

/* What remains of a set when it is put in order. */
static enum assay_status settle(const struct assay_literal *l, bool negated,
                                struct assay_codeset *s)
{
    enum assay_status status = ASSAY_OK;

    merge(s);
    if (negated)
        status = negate(s, most(l));
    if (status == ASSAY_OK && !l->bytes)
        status = cut_surrogates(s);
    return status;
}

enum assay_status assay_literal_set(const struct assay_literal *l,
                                    struct assay_codeset *into)
{
    const char *text = text_of(l);
    uint32_t at = l->place.at + 1, end = l->place.at + l->place.len - 1;
    bool negated = at < end && text[at] == '^';
    size_t errors = l->problems->errors;
    enum assay_status status = ASSAY_OK;

    into->count = 0;
    at += negated;
    if (at == end) {
        complain(l, ASSAY_PROBLEM_SET, l->place.at, l->place.len, "the set is empty",
                 negated
                     ? (l->bytes ? "any byte is %x0-FF" : "any character is %x0-10FFFF")
                     : "a bracket itself is \\]");
        return ASSAY_OK;
    }
    while (status == ASSAY_OK && at < end)
        status = read_element(l, at, end, into, &at);
    if (status == ASSAY_OK)
        status = settle(l, negated, into);
    if (status == ASSAY_OK && into->count == 0 && l->problems->errors == errors)
        complain(l, ASSAY_PROBLEM_SET, l->place.at, l->place.len,
                 "nothing is in this set", "it leaves out everything");
    return status;
}

/* ---- Numbers. */

static unsigned base_of(char letter)
{
    return (letter | 32) == 'x' ? 16 : (letter | 32) == 'd' ? 10 : 2;
}

static enum assay_status malformed(const struct assay_literal *l)
{
    complain(l, ASSAY_PROBLEM_NUMBER, l->place.at, l->place.len,
             assay_problems_text(l->problems, "malformed number '%.*s'",
                                 (int)l->place.len, text_of(l) + l->place.at),
             "numbers are written %x41, %x41-5A, %x0D.0A, %d65 or %b1000001");
    return ASSAY_OK;
}

static bool fits_code(const struct assay_literal *l, uint32_t code, struct assay_place at)
{
    if (code <= most(l))
        return true;
    complain(l, ASSAY_PROBLEM_CODE, at.at, at.len,
             l->bytes ? "no byte" : "no Unicode character",
             l->bytes ? "the largest one is %xFF" : "the last one is %x10FFFF");
    return false;
}

static void add_code(const struct assay_literal *l, uint32_t code,
                     struct assay_place place, struct assay_buf *bytes)
{
    struct character c = {
        .code = code, .at = place.at, .len = place.len, .raw = l->bytes};

    if (fits_code(l, code, place))
        add_character(l, &c, bytes);
}

/* The digits of the number at `at`. */
static struct assay_place digits_at(const struct assay_literal *l, uint32_t at,
                                    uint32_t *ret_value)
{
    const char *text = text_of(l);
    uint32_t end = l->place.at + l->place.len;
    unsigned base = base_of(text[l->place.at + 1]);

    return (struct assay_place){l->place.source, at,
                                read_digits(text, at, end, base, UINT32_MAX, ret_value)};
}

/* The range that begins with the number at `first`. */
static enum assay_status read_range(const struct assay_literal *l, uint32_t lo,
                                    struct assay_place first, struct assay_codeset *range)
{
    uint32_t hi;
    struct assay_place second = digits_at(l, first.at + first.len + 1, &hi);
    enum assay_status status;

    if (second.len == 0 || second.at + second.len < l->place.at + l->place.len)
        return malformed(l);
    if (!fits_code(l, lo, first) || !fits_code(l, hi, second))
        return ASSAY_OK;
    status = add_checked(l, lo, hi, l->place, range);
    return status ? status : settle(l, false, range);
}

enum assay_status assay_literal_codes(const struct assay_literal *l,
                                      struct assay_codeset *range,
                                      struct assay_buf *bytes, bool *ret_range)
{
    const char *text = text_of(l);
    uint32_t end = l->place.at + l->place.len, code;
    struct assay_place place = digits_at(l, l->place.at + 2, &code);
    uint32_t at = place.at + place.len;

    range->count = 0;
    *ret_range = at < end && text[at] == '-';
    if (place.len == 0)
        return malformed(l);
    if (*ret_range)
        return read_range(l, code, place, range);
    add_code(l, code, place, bytes);
    for (; at < end; at = place.at + place.len) {
        place = digits_at(l, at + 1, &code);
        if (text[at] != '.' || place.len == 0)
            return malformed(l);
        add_code(l, code, place, bytes);
    }
    return bytes->status;
}
