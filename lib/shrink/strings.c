/*
 * Bytes and text: shorter first, then every character simpler, alone and where it
 * repeats, then in order. A string is worked on as an array of characters: bytes, or code
 * points.
 */
#include "base/mem.h"
#include "base/utf8.h"
#include "shrink/shrinker.h"

struct letters {
    uint32_t string; /* the choice */
    uint32_t count;
    uint32_t *code; /* in s->letters: good until the next load() */
};

static bool is_text(const struct shrinker *s, uint32_t i)
{
    return assay_shrink_domain(s, i)->kind == ASSAY_KIND_TEXT;
}

/* Reads string i of the best record; false when choice i is none. */
static bool load(struct shrinker *s, uint32_t i, struct letters *ret)
{
    const struct assay_choice *c = &s->best->choices[i];
    const char *at, *end;
    void *room = s->letters;

    if (!assay_shrink_going(s) || i >= assay_shrink_length(s) ||
        assay_shrink_domain(s, i)->kind < ASSAY_KIND_BYTES)
        return false;
    s->status = assay_mem_grow(s->mem, &room, &s->letters_cap, c->len, sizeof *s->letters,
                               UINT32_MAX);
    s->letters = room;
    if (s->status)
        return false;
    *ret = (struct letters){.string = i, .code = s->letters};
    at = (const char *)s->best->pool + c->value;
    for (end = at + c->len; at < end; ret->count++) {
        uint32_t code = (unsigned char)*at;
        size_t len = 1;
        if (is_text(s, i))
            len = assay_utf8_decode(at, (size_t)(end - at), &code);
        ret->code[ret->count] = code;
        at += len > 0 ? len : 1;
    }
    return true;
}

static void put_letter(struct shrinker *s, uint32_t i, uint32_t code)
{
    char bytes[ASSAY_UTF8_MAX] = {(char)code};

    assay_buf_add(&s->work.pool, bytes,
                  is_text(s, i) ? assay_utf8_encode(code, bytes) : 1);
}

/* Proposes the best record with these letters, but for those in [from, to). */
static bool try_without(struct shrinker *s, const struct letters *l, uint32_t from,
                        uint32_t to)
{
    uint32_t i = l->string;
    size_t start;

    assay_shrink_begin(s);
    assay_shrink_keep(s, 0, i);
    start = s->work.pool.len;
    assay_shrink_put_string(s, i, "", 0);
    for (uint32_t k = 0; k < l->count; k++)
        if (k < from || k >= to)
            put_letter(s, i, l->code[k]);
    if (s->status == ASSAY_OK)
        s->status = s->work.pool.status;
    if (s->status)
        return false;
    s->work.at[i].len = (uint32_t)(s->work.pool.len - start);
    assay_shrink_keep(s, i + 1, assay_shrink_length(s));
    return assay_shrink_try(s);
}

static bool try_letters(struct shrinker *s, const struct letters *l)
{
    return try_without(s, l, 0, 0);
}

/* ---- Shorter: pieces from the end to the start, in steps that halve */

static bool cut(struct shrinker *s, uint32_t i)
{
    struct letters l;
    uint32_t end, step;
    bool improved = false;

    if (!load(s, i, &l) || l.count == 0)
        return false;
    if (l.count > 1 && try_without(s, &l, 0, l.count))
        return true;
    end = l.count;
    step = (end + 1) / 2;
    while (end > 0 && load(s, i, &l)) {
        end = end < l.count ? end : l.count;
        step = step < end ? step : end;
        if (end == 0)
            break;
        if (try_without(s, &l, end - step, end)) {
            improved = true;
            end -= step;
        } else if (step > 1) {
            step /= 2;
        } else {
            end--;
        }
    }
    return improved;
}

#define PIECES_MAX 32 /* letters of a string of which every piece is tried */

/* Any piece of a short string, the longest first. */
static bool cut_piece(struct shrinker *s, uint32_t i)
{
    struct letters l;

    if (!load(s, i, &l) || l.count > PIECES_MAX)
        return false;
    for (uint32_t size = l.count; size-- > 2;)
        for (uint32_t from = 0; from + size <= l.count; from++) {
            if (!load(s, i, &l))
                return false;
            if (try_without(s, &l, from, from + size))
                return true;
        }
    return false;
}

bool assay_shrink_cut_pieces(struct shrinker *s)
{
    bool improved = false;

    for (uint32_t i = 0; i < assay_shrink_length(s) && assay_shrink_going(s); i++)
        while (cut_piece(s, i))
            improved = true;
    return improved;
}

#define MERGE_MAX 3 /* letters of a string of which two are tried as one */

/* Two neighbours as any one letter: what is short already is often a word for itself,
 * which no letter can be taken from. */
static bool merge_two(struct shrinker *s, uint32_t i)
{
    struct letters l;

    for (uint32_t k = 0; load(s, i, &l) && k + 1 < l.count && l.count <= MERGE_MAX; k++)
        for (uint32_t code = ' '; code <= '~'; code++) {
            if (!load(s, i, &l))
                return false;
            l.code[k] = code;
            if (try_without(s, &l, k + 1, k + 2))
                return true;
        }
    return false;
}

bool assay_shrink_merge_letters(struct shrinker *s)
{
    bool improved = false;

    for (uint32_t i = 0; i < assay_shrink_length(s) && assay_shrink_going(s); i++)
        while (merge_two(s, i))
            improved = true;
    return improved;
}

/* ---- Simpler characters */

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

/* Letter number `at`, or every letter like it, is to become base + n. */
struct lowered {
    uint32_t string, at, base;
    bool all;
};

static bool try_lowered(struct shrinker *s, void *ctx, uint64_t n)
{
    struct lowered *low = ctx;
    struct assay_alphabet alphabet;
    struct letters l;
    uint32_t code = low->base + (uint32_t)n, old;

    if (!load(s, low->string, &l) || low->at >= l.count)
        return false;
    if (is_text(s, low->string)) {
        alphabet = assay_domain_alphabet(s->best, assay_shrink_domain(s, low->string));
        if (!assay_alphabet_has(&alphabet, code))
            return false;
    }
    old = l.code[low->at];
    for (uint32_t k = 0; k < l.count; k++)
        if (k == low->at || (low->all && l.code[k] == old))
            l.code[k] = code;
    return try_letters(s, &l);
}

/* The first characters of each simpler class; then the lowest of its own class. */
static bool lower_letter(struct shrinker *s, uint32_t i, uint32_t at, uint32_t now,
                         bool all)
{
    struct lowered low = {i, at, 0, all};
    uint32_t kept = s->pass->kept;

    for (size_t k = 0; k < NCLASSES && is_text(s, i); k++) {
        low.base = classes[k].lo;
        for (uint32_t n = 0; n < CLASS_TRIES; n++)
            if (assay_code_rank(low.base + n) < assay_code_rank(now) &&
                try_lowered(s, &low, n))
                return true;
    }
    low.base = first_of_class(s, i, now);
    assay_shrink_search(s, now - low.base, try_lowered, &low);
    return s->pass->kept > kept;
}

static bool lower_each(struct shrinker *s, uint32_t i)
{
    struct letters l;
    bool improved = false;

    if (!load(s, i, &l))
        return false;
    for (uint32_t k = l.count; k-- > 0 && load(s, i, &l);)
        if (k < l.count)
            improved |= lower_letter(s, i, k, l.code[k], false);
    return improved;
}

#define REPEATS_MAX 256 /* letters of a string in which equal ones are looked for */

/*@ predicate Letters(struct letters *l) =
      \valid(l) && \valid(l->code + (0 .. l->count - 1));
*/

/* Whether letter k is the first of several like it. */
/*@ requires Letters(l) && k < l->count;
    assigns \nothing;
    ensures \result <==>
      (\forall integer j; 0 <= j < k ==> l->code[j] != l->code[k]) &&
      (\exists integer j; k < j < l->count && l->code[j] == l->code[k]);
*/
static bool is_repeated(const struct letters *l, uint32_t k)
{
    uint32_t more = 0;

    for (uint32_t j = 0; j < l->count; j++) {
        if (l->code[j] == l->code[k] && j < k)
            return false;
        more += l->code[j] == l->code[k] && j > k;
    }
    return more > 0;
}

static bool lower_repeated(struct shrinker *s, uint32_t i)
{
    struct letters l;
    bool improved = false;

    for (uint32_t k = 0; load(s, i, &l) && l.count <= REPEATS_MAX && k < l.count; k++)
        if (is_repeated(&l, k))
            improved |= lower_letter(s, i, k, l.code[k], true);
    return improved;
}

/* ---- In order */

static bool is_after(const struct shrinker *s, const struct letters *l, uint32_t k)
{
    uint32_t a = l->code[k], b = l->code[k + 1];

    return is_text(s, l->string) ? assay_code_rank(a) > assay_code_rank(b) : a > b;
}

/*@ requires Letters(l) && k + 1 < l->count;
    assigns l->code[k .. k + 1];
    ensures l->code[k] == \old(l->code[k + 1]) && l->code[k + 1] == \old(l->code[k]);
*/
static void swap(struct letters *l, uint32_t k)
{
    uint32_t code = l->code[k];

    l->code[k] = l->code[k + 1];
    l->code[k + 1] = code;
}

static bool sort_letters(struct shrinker *s, uint32_t i)
{
    struct letters l;
    bool sorted = true, improved = false;

    if (!load(s, i, &l) || l.count > REPEATS_MAX)
        return false;
    for (uint32_t end = l.count; end > 1; end--)
        for (uint32_t k = 0; k + 1 < end; k++)
            if (is_after(s, &l, k)) {
                swap(&l, k);
                sorted = false;
            }
    if (sorted || try_letters(s, &l))
        return !sorted;
    for (uint32_t k = 0; load(s, i, &l) && k + 1 < l.count; k++)
        if (is_after(s, &l, k)) {
            swap(&l, k);
            improved |= try_letters(s, &l);
        }
    return improved;
}

bool assay_shrink_strings(struct shrinker *s)
{
    bool improved = false;

    for (uint32_t i = 0; i < assay_shrink_length(s) && assay_shrink_going(s); i++) {
        improved |= cut(s, i);
        improved |= lower_each(s, i);
        improved |= lower_repeated(s, i);
        improved |= sort_letters(s, i);
    }
    return improved;
}
