/*
 * Regular expressions as Z3's. Its characters end at U+2FFFF and have no gap where UTF-16
 * has its surrogates. Characters past the end must not be told from others: a set has all
 * or none of them, together with the many before the end that stand for them. Those in
 * the gap follow U+D7FF.
 */
#include "smt/encode.h"

#define LAST_CODE 0x10FFFF
#define FAR_FROM 0x2F000 /* from here on characters stand for those past the end */
#define BEFORE_GAP 0xD7FF
#define GAP_END 0xDFFF

static const char *node_text(Encoder *e, const RegexpNode *n, uint32_t depth);

static bool is_sound(uint32_t last)
{
    return last < FAR_FROM || last == LAST_CODE;
}

static const char *range_text(Encoder *e, uint32_t first, uint32_t last)
{
    if (last > ENCODE_CHAR_MAX)
        last = ENCODE_CHAR_MAX;
    if (first <= BEFORE_GAP && last >= BEFORE_GAP && last < GAP_END)
        last = GAP_END;
    if (first > BEFORE_GAP && first <= GAP_END)
        first = GAP_END + 1;
    if (first > last)
        return "re.none";
    return encode_text(e, "(re.range \"\\u{%x}\" \"\\u{%x}\")", first, last);
}

static const char *set_text(Encoder *e, const RegexpNode *n)
{
    const char *all = "";
    uint32_t count = n->as.set.count;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *r = n->as.set.ranges[i];
        if (r[0] > FAR_FROM || !is_sound(r[1]))
            return NULL;
        const char *range = range_text(e, r[0], r[1]);
        all = i ? encode_text(e, "%s %s", all, range) : range;
    }
    if (count == 0)
        return "re.none";
    return count == 1 ? all : encode_text(e, "(re.union %s)", all);
}

static const char *list_text(Encoder *e, const RegexpNode *n, uint32_t depth)
{
    bool choice = n->kind == REGEXP_CHOICE;
    uint32_t count = n->as.list.count;
    const char *all = choice ? "re.none" : "(str.to_re \"\")";
    for (uint32_t i = 0; i < count; i++) {
        const char *item = node_text(e, n->as.list.items[i], depth);
        if (!item)
            return NULL;
        all = i ? encode_text(e, "%s %s", all, item) : item;
    }
    return count < 2 ? all
                     : encode_text(e, "(%s %s)", choice ? "re.union" : "re.++", all);
}

static const char *repeat_text(Encoder *e, const RegexpNode *n, uint32_t depth)
{
    uint32_t min = n->as.repeat.min, max = n->as.repeat.max;
    const char *of = node_text(e, n->as.repeat.of, depth);
    if (!of)
        return NULL;
    if (max == 0)
        return "(str.to_re \"\")";
    if (max != REGEXP_MANY)
        return encode_text(e, "((_ re.loop %u %u) %s)", min, max, of);
    if (min == 0)
        return encode_text(e, "(re.* %s)", of);
    if (min == 1)
        return encode_text(e, "(re.+ %s)", of);
    return encode_text(e, "(re.++ ((_ re.loop %u %u) %s) (re.* %s))", min, min, of, of);
}

static const char *node_text(Encoder *e, const RegexpNode *n, uint32_t depth)
{
    if (depth == 0 || e->why)
        return NULL;
    switch (n->kind) {
    case REGEXP_EMPTY:
        return "(str.to_re \"\")";
    case REGEXP_SET:
        return set_text(e, n);
    case REGEXP_SEQUENCE:
    case REGEXP_CHOICE:
        return list_text(e, n, depth - 1);
    case REGEXP_REPEAT:
        return repeat_text(e, n, depth - 1);
    }
    return NULL;
}

const char *encode_regexp(Encoder *e, const Regexp *r)
{
    return node_text(e, r->whole, ENCODE_DEPTH);
}
