/*
 * Texts: reading strings no further than they can be read, and comparing them.
 */
#include "contract/text.h"
#include "contract/blocks.h"
#include "contract/language.h"
#include "contract/state.h"
#include <errno.h>
#include <string.h>

#define READABLE_MAX ((size_t)1 << 24) /* bytes that are counted */

static _Thread_local struct assay_no_text last_none;
static _Thread_local int taken_errno;

struct assay_text assay_text_none(enum assay_none why, const char *at, assay_size_ count)
{
    last_none = (struct assay_no_text){why, at, count};
    return (struct assay_text){NULL, 0};
}

struct assay_no_text assay_text_why_none(void)
{
    return last_none;
}

/* ---- Reading */

/* How many bytes can be read; some cannot. */
static size_t readable(const char *s)
{
    size_t lo = 0, hi = 1;

    while (hi < READABLE_MAX && assay_valid_read(s, hi)) {
        lo = hi;
        hi *= 2;
    }
    while (hi - lo > 1) {
        size_t mid = lo + (hi - lo) / 2;
        if (assay_valid_read(s, mid))
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

static struct assay_text no_string(const char *s)
{
    size_t count;

    if (!s)
        return assay_text_none(ASSAY_NONE_NULL, NULL, 0);
    count = readable(s);
    return assay_text_none(count > 0 ? ASSAY_NONE_ENDLESS : ASSAY_NONE_UNREADABLE, s,
                           count);
}

static struct assay_text text_now(const char *s)
{
    const char *end;

    if ((uintptr_t)s < 4096)
        return no_string(s);
    if (!assay_memory_known)
        return (struct assay_text){s, strlen(s)};
    end = assay_string_end(s, 0);
    return end ? (struct assay_text){s, (size_t)(end - s)} : no_string(s);
}

/* As it was: what no state knows is unknown. */
static struct assay_text text_then(const struct assay_state *state, const char *s)
{
    size_t len = 0;
    const char *at = (uintptr_t)s < 4096 ? NULL : assay_state_string(state, s, &len);

    if (at)
        return (struct assay_text){at, len};
    if ((uintptr_t)s >= 4096 && !assay_state_find(state, s, 1))
        assay_spec_unknown();
    return assay_text_none(s ? ASSAY_NONE_UNREADABLE : ASSAY_NONE_NULL, s, 0);
}

struct assay_text assay_text_of(const struct assay_state *state, const char *s)
{
    return state ? text_then(state, s) : text_now(s);
}

struct assay_text assay_text_sized(const struct assay_state *state, const char *s,
                                   assay_wide len)
{
    const char *at = s;

    if (len == 0)
        return (struct assay_text){s ? s : "", 0};
    if ((uintptr_t)s < 4096 || len < 0 || len > PTRDIFF_MAX)
        return assay_text_none(s ? ASSAY_NONE_UNREADABLE : ASSAY_NONE_NULL, s, 0);
    if (state)
        at = assay_state_find(state, s, (size_t)len);
    if (!at)
        assay_spec_unknown();
    if (!at || (at == s && !assay_valid_read(s, (size_t)len)))
        return assay_text_none(ASSAY_NONE_UNREADABLE, s, 0);
    return (struct assay_text){at, (size_t)len};
}

struct assay_text assay_text_within(const struct assay_state *state, const char *s,
                                    assay_size_ max)
{
    struct assay_text all = assay_text_sized(state, s, (assay_wide)max);
    const char *end = all.at && max > 0 ? memchr(all.at, '\0', max) : NULL;

    if (!all.at)
        return all;
    if (!end)
        return assay_text_none(ASSAY_NONE_ENDLESS, all.at, max);
    return (struct assay_text){all.at, (size_t)(end - all.at)};
}

struct assay_text assay_text_safe(const char *s)
{
    return s && !assay_blocks_reach(s, 1) ? assay_text_none(ASSAY_NONE_UNREADABLE, s, 0)
                                          : text_now(s);
}

struct assay_text assay_text_safe_sized(const char *s, assay_wide len)
{
    if (len > 0 && (len > PTRDIFF_MAX || !assay_blocks_reach(s, (size_t)len)))
        return assay_text_none(s ? ASSAY_NONE_UNREADABLE : ASSAY_NONE_NULL, s, 0);
    return assay_text_sized(NULL, s, len);
}

void assay_state_keep_string(struct assay_state *s, const char *name, const char *p)
{
    static const struct assay_layout character = {
        .kind = ASSAY_LAYOUT_SIGNED, .name = "char", .size = 1, .is_char = 1};
    const char *end = assay_string_end(p, 0);

    if (end)
        assay_state_keep(s, name, &character, p, (size_t)(end - p) + 1);
}

/* ---- Comparing */

int assay_text_compare(struct assay_text a, struct assay_text b)
{
    size_t len = a.len < b.len ? a.len : b.len;
    int order;

    if (!a.at || !b.at)
        return (a.at != NULL) - (b.at != NULL);
    order = memcmp(a.at, b.at, len);
    return order ? order : (a.len > b.len) - (a.len < b.len);
}

static bool equal(struct assay_text a, struct assay_text b)
{
    return !a.at == !b.at && a.len == b.len &&
           (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

_Bool assay_text_among(struct assay_text a, struct assay_texts list)
{
    for (size_t i = 0; i < list.count; i++)
        if (equal(a, list.at[i]))
            return 1;
    return 0;
}

_Bool assay_text_starts(struct assay_text a, struct assay_text b)
{
    return a.at && b.at && a.len >= b.len && memcmp(a.at, b.at, b.len) == 0;
}

_Bool assay_text_ends(struct assay_text a, struct assay_text b)
{
    return a.at && b.at && a.len >= b.len &&
           memcmp(a.at + (a.len - b.len), b.at, b.len) == 0;
}

_Bool assay_text_contains(struct assay_text a, struct assay_text b)
{
    return a.at && b.at && memmem(a.at, a.len, b.at, b.len) != NULL;
}

/* ---- Taking apart */

assay_wide assay_text_number(struct assay_text a)
{
    bool negative = a.len > 0 && a.at[0] == '-';
    size_t i = negative || (a.len > 0 && a.at[0] == '+');
    assay_wide value = 0;

    if (i == a.len)
        return assay_spec_trouble("\\number of a text that is no decimal number");
    for (; i < a.len; i++) {
        int digit = a.at[i] - '0';
        if (digit < 0 || digit > 9)
            return assay_spec_trouble("\\number of a text that is no decimal number");
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, negative ? -digit : digit, &value))
            return assay_spec_overflow();
    }
    return value;
}

int assay_text_byte(struct assay_text a, assay_wide index)
{
    if (index < 0 || index >= (assay_wide)a.len)
        return (int)assay_spec_trouble("a byte that the text does not have");
    return (unsigned char)a.at[index];
}

struct assay_text assay_texts_nth(struct assay_texts a, assay_wide index)
{
    if (index >= 0 && index < (assay_wide)a.count)
        return a.at[index];
    assay_spec_trouble("an element of texts that there is not");
    return assay_text_none(ASSAY_NONE_SELECTED, NULL, 0);
}

_Bool assay_text_in(struct assay_language *language, struct assay_text a)
{
    const struct assay_lang *lang = a.at ? assay_language_get(language) : NULL;
    enum assay_status status;

    if (!lang)
        return 0;
    status = assay_lang_match(lang, a.at, a.len, NULL);
    if (status && status != ASSAY_NO_MATCH)
        assay_spec_trouble("no memory to look whether a text is in a language");
    return !status;
}

/* ---- errno */

void assay_errno_take(void)
{
    taken_errno = errno;
}

void assay_errno_put(void)
{
    errno = taken_errno;
}

int assay_errno_taken(void)
{
    return taken_errno;
}
