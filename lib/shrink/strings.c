/*
 * Bytes and text: shorter first, then every character simpler.
 */
#include "base/utf8.h"
#include "shrink/shrinker.h"
#include <string.h>

static const struct assay_choice *choice(const struct shrinker *s, uint32_t i)
{
    return &s->best->choices[i];
}

static const unsigned char *bytes_of(const struct shrinker *s, uint32_t i)
{
    return s->best->pool + choice(s, i)->value;
}

static bool is_text(const struct shrinker *s, uint32_t i)
{
    return assay_shrink_domain(s, i)->kind == ASSAY_KIND_TEXT;
}

/* Where the character before byte `end` starts. */
static uint32_t back_one(const struct shrinker *s, uint32_t i, uint32_t end)
{
    uint32_t at = end - 1;

    while (is_text(s, i) && at > 0 && (bytes_of(s, i)[at] & 0xc0) == 0x80)
        at--;
    return at;
}

/* Replaces bytes [from, to) of string i by `len` others. */
static bool splice(struct shrinker *s, uint32_t i, uint32_t from, uint32_t to,
                   const char *with, uint32_t len)
{
    struct assay_value *v;
    const unsigned char *bytes = bytes_of(s, i);
    uint32_t old = choice(s, i)->len;
    size_t start;

    assay_shrink_begin(s);
    assay_shrink_keep(s, 0, i);
    start = s->work.pool.len;
    assay_shrink_put_string(s, i, bytes, from);
    if (s->status)
        return false;
    assay_buf_add(&s->work.pool, with, len);
    assay_buf_add(&s->work.pool, bytes + to, old - to);
    if (s->work.pool.status) {
        s->status = s->work.pool.status;
        return false;
    }
    v = &s->work.at[i];
    v->len = (uint32_t)(s->work.pool.len - start);
    assay_shrink_keep(s, i + 1, assay_shrink_length(s));
    return assay_shrink_try(s);
}

static bool is_string(const struct shrinker *s, uint32_t i)
{
    return i < assay_shrink_length(s) &&
           assay_shrink_domain(s, i)->kind >= ASSAY_KIND_BYTES;
}

/* Cuts pieces from the end to the start, in steps that halve. */
static bool cut(struct shrinker *s, uint32_t i)
{
    uint32_t end = choice(s, i)->len, step = end / 2 ? end / 2 : 1;
    bool improved = false;

    if (end > 1 && splice(s, i, 0, end, "", 0))
        return true;
    while (is_string(s, i) && end > 0 && assay_shrink_going(s)) {
        uint32_t from;
        if (end > choice(s, i)->len)
            end = choice(s, i)->len;
        if (end == 0)
            break;
        from = back_one(s, i, end > step ? end - step + 1 : 1);
        if (splice(s, i, from, end, "", 0)) {
            improved = true;
            end = from;
        } else if (step > 1) {
            step /= 2;
        } else {
            end = from;
        }
    }
    return improved;
}

static uint32_t code_at(const struct shrinker *s, uint32_t i, uint32_t from, uint32_t to)
{
    uint32_t code = bytes_of(s, i)[from];

    if (is_text(s, i))
        (void)assay_utf8_decode((const char *)bytes_of(s, i) + from, to - from, &code);
    return code;
}

static bool try_code(struct shrinker *s, uint32_t i, uint32_t from, uint32_t to,
                     uint32_t code)
{
    char with[ASSAY_UTF8_MAX] = {(char)code};
    uint32_t len = is_text(s, i) ? (uint32_t)assay_utf8_encode(code, with) : 1;

    return splice(s, i, from, to, with, len);
}

/* A character being lowered: it is base + n. */
struct lowered {
    uint32_t string, from, base;
};

static uint32_t char_end(const struct shrinker *s, uint32_t i, uint32_t from);

static bool try_lowered(struct shrinker *s, void *ctx, uint64_t n)
{
    struct lowered *l = ctx;
    struct assay_alphabet alphabet;
    uint32_t code = l->base + (uint32_t)n;

    if (!is_string(s, l->string) || l->from >= choice(s, l->string)->len)
        return false;
    if (is_text(s, l->string)) {
        alphabet = assay_domain_alphabet(s->best, assay_shrink_domain(s, l->string));
        if (!assay_alphabet_has(&alphabet, code))
            return false;
    }
    return try_code(s, l->string, l->from, char_end(s, l->string, l->from), code);
}

/* The classes of characters in assay_code_rank's order. Bytes have but one, all of them.
 */
static const struct assay_codes classes[] = {
    {'a', 'z'}, {'A', 'Z'}, {'0', '9'}, {' ', '~'}, {0, 0x1f}, {0x7f, 0x10ffff},
};
#define NCLASSES (sizeof classes / sizeof *classes)
#define CLASS_TRIES                                                                      \
    3 /* characters of a simpler class; their neighbours tell little more */

static uint32_t first_of_class(const struct shrinker *s, uint32_t i, uint32_t code)
{
    for (size_t k = 0; k < NCLASSES && is_text(s, i); k++)
        if (code >= classes[k].lo && code <= classes[k].hi)
            return classes[k].lo;
    return 0;
}

/* The first characters of each simpler class; then the lowest of its own class. */
static bool simplify_code(struct shrinker *s, uint32_t i, uint32_t from, uint32_t to)
{
    uint32_t now = code_at(s, i, from, to), kept = s->pass->kept;
    struct lowered l = {i, from, 0};

    for (size_t k = 0; k < NCLASSES && is_text(s, i); k++) {
        l.base = classes[k].lo;
        for (uint32_t n = 0; n < CLASS_TRIES; n++)
            if (assay_code_rank(l.base + n) < assay_code_rank(now) &&
                try_lowered(s, &l, n))
                return true;
    }
    l.base = first_of_class(s, i, now);
    assay_shrink_search(s, now - l.base, try_lowered, &l);
    return s->pass->kept > kept;
}

/* The end of the character that starts at byte `from`. */
static uint32_t char_end(const struct shrinker *s, uint32_t i, uint32_t from)
{
    uint32_t code;

    if (!is_text(s, i))
        return from + 1;
    return from + (uint32_t)assay_utf8_decode((const char *)bytes_of(s, i) + from,
                                              choice(s, i)->len - from, &code);
}

static bool simplify(struct shrinker *s, uint32_t i)
{
    uint32_t from = choice(s, i)->len;
    bool improved = false;

    while (is_string(s, i) && from > 0 && from <= choice(s, i)->len) {
        from = back_one(s, i, from);
        if (from < choice(s, i)->len)
            improved |= simplify_code(s, i, from, char_end(s, i, from));
    }
    return improved;
}

bool assay_shrink_strings(struct shrinker *s)
{
    bool improved = false;

    for (uint32_t i = 0; i < assay_shrink_length(s); i++) {
        if (!is_string(s, i) || choice(s, i)->len == 0)
            continue;
        improved |= cut(s, i);
        if (is_string(s, i))
            improved |= simplify(s, i);
    }
    return improved;
}
