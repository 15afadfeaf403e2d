/*
 * A text is searched for the beginning of each secret; as much as agrees is hidden, as
 * texts may have been cut. Of a value such as "Bearer x" or "Basic x", x is a secret of
 * its own, and of the latter also what it encodes.
 */
#include "rest/secret.h"
#include <string.h>
#include <strings.h>

#define SECRET_LEAST 4 /* bytes: shorter ones are in any text */
#define SECRET_START 8 /* bytes, or all: that many are recognised */

/* Headers of other names, such as Accept, are given as well. */
static bool is_credential(struct assay_str name)
{
    static const char *const words[] = {"auth", "cookie",  "credential", "key",   "pass",
                                        "sec",  "session", "signature",  "token", NULL};

    for (const char *const *w = words; *w; w++)
        for (size_t i = 0, len = strlen(*w); i + len <= name.len; i++)
            if (strncasecmp(name.at + i, *w, len) == 0)
                return true;
    return false;
}

static void add(Secrets *s, struct assay_str text)
{
    if (text.len >= SECRET_LEAST && s->count < SECRETS_MAX)
        s->at[s->count++] = text;
}

static struct assay_str behind_last(struct assay_str s, char c)
{
    for (size_t i = s.len; i-- > 0;)
        if (s.at[i] == c)
            return (struct assay_str){s.at + i + 1, s.len - i - 1};
    return s;
}

static int sextet(char c)
{
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = c ? strchr(digits, c) : NULL;

    return found ? (int)(found - digits) : -1;
}

/* user:password */
static bool add_decoded(Secrets *s, struct assay_str text, struct assay_arena *arena)
{
    char *bytes = assay_arena_new(arena, text.len + 1, 1);
    size_t len = 0, colon = 0;
    unsigned bits = 0, count = 0;

    if (!bytes)
        return false;
    for (size_t i = 0; i < text.len && sextet(text.at[i]) >= 0; i++) {
        bits = (bits << 6 | (unsigned)sextet(text.at[i])) & 0xffff;
        count += 6;
        if (count >= 8) {
            count -= 8;
            bytes[len++] = (char)(bits >> count & 0xff);
        }
    }
    while (colon < len && bytes[colon] != ':')
        colon++;
    add(s, (struct assay_str){bytes, len});
    if (colon < len)
        add(s, (struct assay_str){bytes + colon + 1, len - colon - 1});
    return true;
}

bool secrets_find(const HttpHeader *headers, uint32_t count, struct assay_arena *arena,
                  Secrets *ret)
{
    ret->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const HttpHeader *h = &headers[i];
        struct assay_str last = behind_last(h->value, ' ');
        if (!h->secret || !is_credential(h->name))
            continue;
        add(ret, h->value);
        add(ret, last);
        add(ret, behind_last(last, '='));
        if (h->value.len > 6 && strncasecmp(h->value.at, "basic ", 6) == 0 &&
            !add_decoded(ret, last, arena))
            return false;
    }
    return true;
}

/* How many bytes of a text are a secret, or the beginning of one. */
static size_t hidden(const Secrets *s, const char *at, size_t left)
{
    size_t most = 0;

    for (uint32_t i = 0; i < s->count; i++) {
        struct assay_str secret = s->at[i];
        size_t least = secret.len < SECRET_START ? secret.len : SECRET_START, n = 0;
        while (n < secret.len && n < left && secret.at[n] == at[n])
            n++;
        if (n >= least && n > most)
            most = n;
    }
    return most;
}

bool secrets_are_in(const Secrets *s, struct assay_str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (hidden(s, text.at + i, text.len - i) > 0)
            return true;
    return false;
}

void secrets_put_without(const Secrets *s, struct assay_str text, struct assay_buf *out)
{
    for (size_t i = 0; i < text.len;) {
        size_t n = hidden(s, text.at + i, text.len - i);
        if (n > 0)
            assay_buf_puts(out, "***");
        else
            assay_buf_putc(out, text.at[i]);
        i += n > 0 ? n : 1;
    }
}
