/*
 * Strings that are equal, changed alike: a key that is put in and looked up again. One of
 * them alone cannot become simpler without being another key. Texts that have a character
 * in common, changed alike there: a key that another begins with. Strings that are
 * equally long, shortened alike: where it is their lengths that are compared.
 */
#include "choice/order.h"
#include "shrink/shrinker.h"
#include <string.h>

#define STRINGS_MAX 512 /* choices among which equal ones are looked for */
#define LENGTH_MAX 64   /* bytes of a string that pieces are taken out of */

static bool is_string(const struct shrinker *s, uint32_t i)
{
    return assay_shrink_domain(s, i)->kind >= ASSAY_KIND_BYTES;
}

static bool is_same(const struct shrinker *s, uint32_t i, uint32_t k)
{
    const struct assay_choice *a = &s->best->choices[i], *b = &s->best->choices[k];

    return is_string(s, i) && is_string(s, k) && a->len == b->len &&
           memcmp(s->best->pool + a->value, s->best->pool + b->value, a->len) == 0;
}

/* Whether string i is there again, and was not there before. */
static bool is_first_of_several(const struct shrinker *s, uint32_t i)
{
    bool again = false;

    for (uint32_t k = 0; k < assay_shrink_length(s); k++) {
        if (k < i && is_same(s, i, k))
            return false;
        again |= k > i && is_same(s, i, k);
    }
    return again;
}

/* All strings that are like number i become this one. */
static bool try_all(struct shrinker *s, uint32_t i, const char *text, size_t len)
{
    assay_shrink_begin(s);
    for (uint32_t k = 0; k < assay_shrink_length(s); k++)
        if (is_same(s, i, k))
            assay_shrink_put_string(s, k, text, (uint32_t)len);
        else
            assay_shrink_keep(s, k, k + 1);
    return assay_shrink_try(s);
}

static bool try_words(struct shrinker *s, uint32_t i)
{
    static const char *const words[] = {"", "a", "b", "c", "d", "A", "0", "1", "aa"};
    const struct assay_choice *c = &s->best->choices[i];

    for (size_t k = 0; k < sizeof words / sizeof *words && assay_shrink_going(s); k++) {
        size_t len = strlen(words[k]);
        if (len == c->len && memcmp(s->best->pool + c->value, words[k], len) == 0)
            return false;
        if (len <= c->len && try_all(s, i, words[k], len))
            return true;
    }
    return false;
}

/* Without a half, then without one byte. */
static bool try_pieces(struct shrinker *s, uint32_t i)
{
    char old[LENGTH_MAX], new[LENGTH_MAX];
    uint32_t len = s->best->choices[i].len;

    if (len < 2 || len > LENGTH_MAX)
        return false;
    memcpy(old, s->best->pool + s->best->choices[i].value, len);
    if (try_all(s, i, old, len / 2) || try_all(s, i, old + len / 2, len - len / 2))
        return true;
    for (uint32_t k = 0; k < len && assay_shrink_going(s); k++) {
        memcpy(new, old, k);
        memcpy(new + k, old + k + 1, len - k - 1);
        if (try_all(s, i, new, len - 1))
            return true;
    }
    return false;
}

bool assay_shrink_same_strings(struct shrinker *s)
{
    bool improved = false;

    for (uint32_t i = 0; i < assay_shrink_length(s) && assay_shrink_going(s); i++)
        while (assay_shrink_length(s) <= STRINGS_MAX && i < assay_shrink_length(s) &&
               assay_shrink_going(s) && is_string(s, i) && is_first_of_several(s, i) &&
               (try_words(s, i) || try_pieces(s, i)))
            improved = true;
    return improved;
}

/* ---- A character in common */

static bool is_text_with(const struct shrinker *s, uint32_t i, char c)
{
    const struct assay_choice *text = &s->best->choices[i];

    return assay_shrink_domain(s, i)->kind == ASSAY_KIND_TEXT &&
           text->len <= LENGTH_MAX &&
           memchr(s->best->pool + text->value, c, text->len) != NULL;
}

static bool is_in_several(const struct shrinker *s, char c)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < assay_shrink_length(s) && count < 2; i++)
        count += is_text_with(s, i, c);
    return count == 2;
}

/* In all texts `old` becomes `new`; if that is NUL, those that begin with it lose it. */
static bool try_character(struct shrinker *s, char old, char new)
{
    assay_shrink_begin(s);
    for (uint32_t i = 0; i < assay_shrink_length(s); i++) {
        const struct assay_choice *c = &s->best->choices[i];
        char text[LENGTH_MAX];
        if (!is_text_with(s, i, old)) {
            assay_shrink_keep(s, i, i + 1);
            continue;
        }
        memcpy(text, s->best->pool + c->value, c->len);
        for (uint32_t k = 0; k < c->len && new; k++)
            text[k] = text[k] == old ? new : text[k];
        if (new || text[0] != old)
            assay_shrink_put_string(s, i, text, c->len);
        else
            assay_shrink_put_string(s, i, text + 1, c->len - 1);
    }
    return assay_shrink_try(s);
}

static bool simplify_character(struct shrinker *s, char c)
{
    static const char simple[] = "\0abA0";

    for (size_t k = 0; k < sizeof simple - 1 && assay_shrink_going(s); k++)
        if ((!simple[k] ||
             assay_code_rank((uint32_t)simple[k]) < assay_code_rank((uint32_t)c)) &&
            try_character(s, c, simple[k]))
            return true;
    return false;
}

bool assay_shrink_common_letters(struct shrinker *s)
{
    bool improved = false;

    for (char c = ' '; c <= '~' && assay_shrink_going(s); c++)
        while (assay_shrink_length(s) <= STRINGS_MAX && assay_shrink_going(s) &&
               is_in_several(s, c) && simplify_character(s, c))
            improved = true;
    return improved;
}

/* ---- Equally long */

static bool are_equally_long(const struct shrinker *s, uint32_t i, uint32_t k)
{
    const struct assay_choice *a = &s->best->choices[i], *b = &s->best->choices[k];

    return is_string(s, i) && is_string(s, k) && a->len == b->len && a->len > 0 &&
           a->len <= LENGTH_MAX;
}

static void put_without(struct shrinker *s, uint32_t i, uint32_t from, uint32_t to)
{
    const struct assay_choice *c = &s->best->choices[i];
    char text[LENGTH_MAX];

    memcpy(text, s->best->pool + c->value, from);
    memcpy(text + from, s->best->pool + c->value + to, c->len - to);
    assay_shrink_put_string(s, i, text, c->len - (to - from));
}

/* Strings i and k, i < k, without bytes [from, to). */
static bool without_both(struct shrinker *s, uint32_t i, uint32_t k, uint32_t from,
                         uint32_t to)
{
    assay_shrink_begin(s);
    assay_shrink_keep(s, 0, i);
    put_without(s, i, from, to);
    assay_shrink_keep(s, i + 1, k);
    put_without(s, k, from, to);
    assay_shrink_keep(s, k + 1, assay_shrink_length(s));
    return assay_shrink_try(s);
}

/* Without a half, then without one byte. */
static bool shorten_both(struct shrinker *s, uint32_t i, uint32_t k)
{
    uint32_t len = s->best->choices[i].len;

    if (without_both(s, i, k, 0, (len + 1) / 2) || without_both(s, i, k, len / 2, len))
        return true;
    for (uint32_t at = 0; at < len && assay_shrink_going(s); at++)
        if (without_both(s, i, k, at, at + 1))
            return true;
    return false;
}

bool assay_shrink_long_strings(struct shrinker *s)
{
    uint32_t most = s->pass->tried + STRINGS_MAX;
    bool improved = false;

    for (uint32_t i = 0; i < assay_shrink_length(s); i++)
        for (uint32_t k = i + 1; k < assay_shrink_length(s) && s->pass->tried < most; k++)
            while (k < assay_shrink_length(s) && assay_shrink_going(s) &&
                   are_equally_long(s, i, k) && shorten_both(s, i, k))
                improved = true;
    return improved;
}
