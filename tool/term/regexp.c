/*
 * Reading regular expressions: ECMA-262, section 22.2.1, without flags, by recursive
 * descent. A character is a code point, where JavaScript's is half a surrogate pair.
 *
 * What matches nothing (the set []) is removed while the tree is built, so it can only be
 * the whole of it. Anchors are read at both ends of the outermost alternatives: an end
 * without one is open, and any text may stand there.
 */
#include "term/regexp.h"
#include "base/ascii.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "term/regexp_set.h"

#include <string.h>

typedef struct {
    struct assay_arena *arena;
    struct assay_str text;
    size_t at;
    uint32_t depth, nodes;
    const RegexpNode **stack; /* of lists that are not complete */
    size_t count, cap;
    RegexpSet set;       /* of the class being read */
    RegexpStatus status; /* the first thing wrong; the rest says where and what */
    size_t wrong_at;
    const char *why;
} Reader;

static const RegexpNode *read_choice(Reader *r);

/* ---- Small things. */

static void fail(Reader *r, RegexpStatus status, size_t at, const char *why)
{
    if (r->status)
        return;
    r->status = status;
    r->wrong_at = at;
    r->why = why;
}

static bool at_end(const Reader *r)
{
    return r->at >= r->text.len || r->status;
}

static bool looking_at(const Reader *r, const char *text)
{
    struct assay_str rest = {r->text.at + r->at, r->text.len - r->at};
    return !at_end(r) && assay_str_starts(rest, text);
}

static bool accept(Reader *r, const char *text)
{
    if (!looking_at(r, text))
        return false;
    r->at += strlen(text);
    return true;
}

/* ---- Nodes. None is made once something is wrong. */

static bool counted(Reader *r, uint32_t more)
{
    r->nodes += more;
    if (r->nodes > REGEXP_NODES_MAX)
        fail(r, REGEXP_TOO_LARGE, r->at, "the expression is too large");
    return !r->status;
}

static RegexpNode *make(Reader *r, RegexpKind kind)
{
    RegexpNode *n = counted(r, 1) ? assay_arena_new(r->arena, 1, sizeof *n) : NULL;
    if (!n)
        fail(r, REGEXP_NO_MEMORY, r->at, "out of memory");
    else
        n->kind = kind;
    return n;
}

/* Of the reader's set, which is emptied. */
static const RegexpNode *make_set(Reader *r)
{
    RegexpNode *n = make(r, REGEXP_SET);
    if (n && !regexp_set_take(&r->set, r->arena, &n->as.set.ranges, &n->as.set.count))
        fail(r, REGEXP_NO_MEMORY, r->at, "out of memory");
    return n;
}

static void add_range(Reader *r, uint32_t low, uint32_t high)
{
    if (counted(r, 1) && !regexp_set_add(&r->set, low, high))
        fail(r, REGEXP_NO_MEMORY, r->at, "out of memory");
}

static const RegexpNode *make_any(Reader *r)
{
    add_range(r, 0, REGEXP_CODE_MAX);
    return make_set(r);
}

static bool is_nothing(const RegexpNode *n)
{
    return n->kind == REGEXP_SET && n->as.set.count == 0;
}

static const RegexpNode *make_repeat(Reader *r, const RegexpNode *of, uint32_t min,
                                     uint32_t max)
{
    if (!of || r->status)
        return NULL;
    if (max == 0 || (min == 0 && is_nothing(of)))
        return make(r, REGEXP_EMPTY);
    if (is_nothing(of) || of->kind == REGEXP_EMPTY || (min == 1 && max == 1))
        return of;
    RegexpNode *n = make(r, REGEXP_REPEAT);
    if (n) {
        n->as.repeat.of = of;
        n->as.repeat.min = min;
        n->as.repeat.max = max;
    }
    return n;
}

static void push(Reader *r, const RegexpNode *n)
{
    if (!n || r->status)
        return;
    if (assay_mem_grow(r->arena->mem, (void **)&r->stack, &r->cap, r->count + 1,
                       sizeof *r->stack, REGEXP_NODES_MAX * 2))
        fail(r, REGEXP_NO_MEMORY, r->at, "out of memory");
    else
        r->stack[r->count++] = n;
}

/* A list of what was pushed since `base`. */
static const RegexpNode *make_list(Reader *r, RegexpKind kind, size_t base)
{
    size_t count = r->count - base;
    r->count = base;
    RegexpNode *n = make(r, kind);
    const RegexpNode **items = n ? assay_arena_new(r->arena, count, sizeof *items) : NULL;
    if (!items) {
        fail(r, REGEXP_NO_MEMORY, r->at, "out of memory");
        return NULL;
    }
    memcpy(items, r->stack + base, count * sizeof *items);
    n->as.list.items = items;
    n->as.list.count = (uint32_t)count;
    return n;
}

static void push_to_sequence(Reader *r, const RegexpNode *n)
{
    if (n && n->kind != REGEXP_EMPTY)
        push(r, n);
}

static const RegexpNode *make_sequence(Reader *r, size_t base)
{
    if (r->status)
        return NULL;
    for (size_t i = base; i < r->count; i++) {
        if (is_nothing(r->stack[i])) {
            const RegexpNode *nothing = r->stack[i];
            r->count = base;
            return nothing;
        }
    }
    if (r->count == base)
        return make(r, REGEXP_EMPTY);
    return r->count == base + 1 ? r->stack[--r->count]
                                : make_list(r, REGEXP_SEQUENCE, base);
}

static void push_to_choice(Reader *r, const RegexpNode *n)
{
    if (n && !is_nothing(n))
        push(r, n);
}

static const RegexpNode *make_choice(Reader *r, size_t base)
{
    if (r->status)
        return NULL;
    if (r->count == base)
        return make_set(r);
    return r->count == base + 1 ? r->stack[--r->count]
                                : make_list(r, REGEXP_CHOICE, base);
}

/* ---- Characters. */

/* `count` hexadecimal digits. */
static bool read_hex(Reader *r, size_t count, uint32_t *ret_code)
{
    uint64_t code;
    if (r->text.len - r->at < count ||
        !assay_str_hex((struct assay_str){r->text.at + r->at, count}, &code))
        return false;
    r->at += count;
    *ret_code = (uint32_t)code;
    return true;
}

/* What follows \u{. */
static bool read_braced(Reader *r, uint32_t *ret_code)
{
    size_t len = 0;
    while (r->at + len < r->text.len && r->text.at[r->at + len] != '}')
        len++;
    if (len > 6 || !read_hex(r, len, ret_code) || *ret_code > REGEXP_CODE_MAX)
        return false;
    return accept(r, "}");
}

/* What follows \u: four digits, or two times four for a surrogate pair, or {...}. */
static bool read_unicode(Reader *r, uint32_t *ret_code)
{
    uint32_t low;
    if (accept(r, "{"))
        return read_braced(r, ret_code);
    if (!read_hex(r, 4, ret_code))
        return false;
    size_t behind = r->at;
    if (*ret_code < 0xd800 || *ret_code > 0xdbff || !accept(r, "\\u"))
        return true;
    if (read_hex(r, 4, &low) && low >= 0xdc00 && low <= 0xdfff)
        *ret_code = 0x10000 + ((*ret_code - 0xd800) << 10) + (low - 0xdc00);
    else
        r->at = behind;
    return true;
}

/* What follows \c. */
static bool read_control(Reader *r, uint32_t *ret_code)
{
    if (at_end(r) || !assay_is_letter(r->text.at[r->at]))
        return false;
    *ret_code = (uint32_t)r->text.at[r->at++] & 31;
    return true;
}

static uint32_t read_plain(Reader *r)
{
    uint32_t code = 0;
    size_t n = assay_utf8_decode(r->text.at + r->at, r->text.len - r->at, &code);
    if (n == 0)
        fail(r, REGEXP_MALFORMED, r->at, "the text is not UTF-8");
    r->at += n;
    return code;
}

static void refuse_escape(Reader *r, size_t at, char c)
{
    if (assay_is_digit(c) || c == 'k')
        fail(r, REGEXP_UNSUPPORTED, at, "a reference to a group is not regular");
    else if (c == 'b' || c == 'B')
        fail(r, REGEXP_UNSUPPORTED, at, "the boundary of a word is not supported");
    else if (c == 'p' || c == 'P')
        fail(r, REGEXP_UNSUPPORTED, at, "a property of Unicode is not supported");
    else
        fail(r, REGEXP_MALFORMED, at, "an escape that means nothing");
}

/* An escape that is one character; the backslash at `start` was read. */
static uint32_t read_escape(Reader *r, size_t start)
{
    static const char letters[] = "nrtvf", meanings[] = "\n\r\t\v\f";
    char c = at_end(r) ? '\0' : r->text.at[r->at];
    const char *found = c ? strchr(letters, c) : NULL;
    uint32_t code = 0;
    if (r->at >= r->text.len) {
        fail(r, REGEXP_MALFORMED, start, "nothing follows the '\\'");
        return 0;
    }
    if (!assay_is_letter(c) && !assay_is_digit(c))
        return read_plain(r);
    r->at++;
    if (found)
        return (uint32_t)meanings[found - letters];
    bool octal = c == '0' && !at_end(r) && assay_is_digit(r->text.at[r->at]);
    bool good = (c == '0' && !octal) || (c == 'x' && read_hex(r, 2, &code)) ||
                (c == 'u' && read_unicode(r, &code)) ||
                (c == 'c' && read_control(r, &code));
    if (octal)
        fail(r, REGEXP_UNSUPPORTED, start, "an octal escape is not supported");
    else if (!good)
        refuse_escape(r, start, c);
    return code;
}

/* \d \w \s \D \W \S, added to the set; the backslash was read. */
static bool accept_class_escape(Reader *r)
{
    char c = at_end(r) ? '\0' : r->text.at[r->at];
    if (c == '\0' || !strchr("dwsDWS", c))
        return false;
    r->at++;
    if (counted(r, 12) && !regexp_set_add_class(&r->set, c))
        fail(r, REGEXP_NO_MEMORY, r->at, "out of memory");
    return true;
}

/* ---- Classes. */

/* One member; false if it was one of \d and the like, which is added. */
static bool read_member(Reader *r, uint32_t *ret_code)
{
    size_t start = r->at;
    if (!accept(r, "\\")) {
        *ret_code = read_plain(r);
        return true;
    }
    if (accept_class_escape(r))
        return false;
    *ret_code = accept(r, "b") ? '\b' : accept(r, "-") ? '-' : read_escape(r, start);
    return true;
}

/* A member, or a range of two. A '-' next to \d stands for itself. */
static void read_range(Reader *r)
{
    size_t start = r->at;
    uint32_t low, high;
    if (!read_member(r, &low))
        return;
    if (!looking_at(r, "-") || looking_at(r, "-]")) {
        add_range(r, low, low);
        return;
    }
    r->at++;
    if (at_end(r))
        return;
    if (!read_member(r, &high)) {
        add_range(r, low, low);
        add_range(r, '-', '-');
    } else if (low > high) {
        fail(r, REGEXP_MALFORMED, start, "the range ends before it starts");
    } else {
        add_range(r, low, high);
    }
}

/* What follows the [. */
static const RegexpNode *read_class(Reader *r)
{
    size_t start = r->at - 1;
    bool negated = accept(r, "^");
    while (!at_end(r) && !looking_at(r, "]"))
        read_range(r);
    if (!accept(r, "]"))
        fail(r, REGEXP_MALFORMED, start, "a ']' is missing");
    if (negated && !r->status && !regexp_set_negate(&r->set))
        fail(r, REGEXP_NO_MEMORY, r->at, "out of memory");
    return make_set(r);
}

/* Any but the ends of lines. */
static const RegexpNode *read_dot(Reader *r)
{
    add_range(r, 0, '\n' - 1);
    add_range(r, '\n' + 1, '\r' - 1);
    add_range(r, '\r' + 1, 0x2027);
    add_range(r, 0x202a, REGEXP_CODE_MAX);
    return make_set(r);
}

static const RegexpNode *one_char(Reader *r, uint32_t code)
{
    add_range(r, code, code);
    return make_set(r);
}

/* ---- Groups and atoms. */

/* What follows (?<. */
static void read_group_name(Reader *r)
{
    size_t start = r->at;
    while (!at_end(r) && !looking_at(r, ">")) {
        char c = r->text.at[r->at];
        bool good = assay_is_letter(c) || c == '_' || c == '$' ||
                    (unsigned char)c >= 0x80 || (r->at > start && assay_is_digit(c));
        if (!good)
            fail(r, REGEXP_MALFORMED, r->at, "a group's name is a word");
        r->at++;
    }
    if (r->at == start || !accept(r, ">"))
        fail(r, REGEXP_MALFORMED, start, "a group's name is missing");
}

static void read_group_head(Reader *r)
{
    size_t start = r->at - 1;
    if (!accept(r, "?") || accept(r, ":"))
        return;
    if (accept(r, "=") || accept(r, "!") || accept(r, "<=") || accept(r, "<!"))
        fail(r, REGEXP_UNSUPPORTED, start, "looking ahead or behind is not supported");
    else if (accept(r, "<"))
        read_group_name(r);
    else
        fail(r, REGEXP_UNSUPPORTED, start, "a group of this kind is not supported");
}

/* What follows the (. */
static const RegexpNode *read_group(Reader *r)
{
    size_t start = r->at - 1;
    if (r->depth >= REGEXP_DEPTH_MAX) {
        fail(r, REGEXP_TOO_LARGE, start, "groups are nested too deep");
        return NULL;
    }
    read_group_head(r);
    r->depth++;
    const RegexpNode *n = read_choice(r);
    r->depth--;
    if (!accept(r, ")"))
        fail(r, REGEXP_MALFORMED, start, "a ')' is missing");
    return n;
}

/* Digits; what is past all bounds stays there. */
static bool accept_number(Reader *r, uint32_t *ret_value)
{
    size_t start = r->at;
    uint32_t value = 0;
    for (; !at_end(r) && assay_is_digit(r->text.at[r->at]); r->at++) {
        if (value <= REGEXP_REPEAT_MAX)
            value = value * 10 + (uint32_t)(r->text.at[r->at] - '0');
    }
    if (r->at > start)
        *ret_value = value;
    return r->at > start;
}

/* {n}, {n,} or {n,m}; otherwise nothing is read, and the { is a character. */
static bool accept_bounds(Reader *r, uint32_t *ret_min, uint32_t *ret_max)
{
    size_t start = r->at;
    uint32_t min, max;
    if (accept(r, "{") && accept_number(r, &min)) {
        max = min;
        if (accept(r, ",") && !accept_number(r, &max))
            max = REGEXP_MANY;
        if (accept(r, "}")) {
            *ret_min = min;
            *ret_max = max;
            return true;
        }
    }
    r->at = start;
    return false;
}

static bool accept_quantifier(Reader *r, uint32_t *ret_min, uint32_t *ret_max)
{
    size_t start = r->at;
    *ret_min = looking_at(r, "+");
    *ret_max = looking_at(r, "?") ? 1 : REGEXP_MANY;
    if (!accept(r, "*") && !accept(r, "+") && !accept(r, "?") &&
        !accept_bounds(r, ret_min, ret_max))
        return false;
    accept(r, "?"); /* lazy: the same language */
    if (*ret_min > *ret_max)
        fail(r, REGEXP_MALFORMED, start, "the bounds are in the wrong order");
    if (*ret_min > REGEXP_REPEAT_MAX ||
        (*ret_max > REGEXP_REPEAT_MAX && *ret_max != REGEXP_MANY))
        fail(r, REGEXP_TOO_LARGE, start, "a bound is at most 1000");
    return true;
}

static const RegexpNode *read_atom(Reader *r)
{
    size_t start = r->at;
    uint32_t min, max;
    if (accept(r, "("))
        return read_group(r);
    if (accept(r, "["))
        return read_class(r);
    if (accept(r, "."))
        return read_dot(r);
    if (accept(r, "\\"))
        return accept_class_escape(r) ? make_set(r) : one_char(r, read_escape(r, start));
    if (looking_at(r, "^") || looking_at(r, "$"))
        fail(r, REGEXP_UNSUPPORTED, start, "'^' and '$' are supported at the ends only");
    else if (accept_quantifier(r, &min, &max))
        fail(r, REGEXP_MALFORMED, start, "there is nothing to repeat");
    return r->status ? NULL : one_char(r, read_plain(r));
}

static const RegexpNode *read_term(Reader *r)
{
    const RegexpNode *n = read_atom(r);
    uint32_t min, max;
    return n && accept_quantifier(r, &min, &max) ? make_repeat(r, n, min, max) : n;
}

static bool at_alternative_end(const Reader *r)
{
    return at_end(r) || looking_at(r, "|") || looking_at(r, ")");
}

static const RegexpNode *read_sequence(Reader *r)
{
    size_t base = r->count;
    while (!at_alternative_end(r))
        push_to_sequence(r, read_term(r));
    return make_sequence(r, base);
}

static const RegexpNode *read_choice(Reader *r)
{
    size_t base = r->count;
    do
        push_to_choice(r, read_sequence(r));
    while (accept(r, "|"));
    return make_choice(r, base);
}

/* ---- The whole. */

/* Whether the reader is at a $ that ends an alternative. */
static bool at_final_anchor(const Reader *r)
{
    return looking_at(r, "$") && (r->at + 1 == r->text.len || looking_at(r, "$|"));
}

static void push_open_end(Reader *r)
{
    push_to_sequence(r, make_repeat(r, make_any(r), 0, REGEXP_MANY));
}

/* An outermost alternative, with anchors or open ends. */
static const RegexpNode *read_anchored(Reader *r)
{
    size_t base = r->count;
    if (!accept(r, "^"))
        push_open_end(r);
    while (!at_alternative_end(r) && !at_final_anchor(r))
        push_to_sequence(r, read_term(r));
    if (!accept(r, "$"))
        push_open_end(r);
    if (looking_at(r, ")"))
        fail(r, REGEXP_MALFORMED, r->at, "a ')' without a '('");
    return make_sequence(r, base);
}

static const RegexpNode *read_whole(Reader *r)
{
    size_t base = r->count;
    do
        push_to_choice(r, read_anchored(r));
    while (accept(r, "|"));
    return make_choice(r, base);
}

/* How many sets there are with every bounded repetition written out; never more than the
 * product of two that are at most REGEXP_NODES_MAX. */
static uint64_t written_out(const RegexpNode *n)
{
    uint64_t size = 1;
    if (n->kind == REGEXP_SEQUENCE || n->kind == REGEXP_CHOICE) {
        for (uint32_t i = 0; i < n->as.list.count && size <= REGEXP_NODES_MAX; i++)
            size += written_out(n->as.list.items[i]);
    } else if (n->kind == REGEXP_REPEAT) {
        uint32_t times =
            n->as.repeat.max == REGEXP_MANY ? n->as.repeat.min + 1 : n->as.repeat.max;
        size = written_out(n->as.repeat.of) * times;
    }
    return size <= REGEXP_NODES_MAX ? size : REGEXP_NODES_MAX + 1;
}

static Regexp *make_regexp(Reader *r, const RegexpNode *whole)
{
    Regexp *made = assay_arena_new(r->arena, 1, sizeof *made);
    RegexpMatcher *matcher = assay_arena_new(r->arena, 1, sizeof *matcher);
    if (!made || !matcher) {
        fail(r, REGEXP_NO_MEMORY, 0, "out of memory");
        return NULL;
    }
    matcher->mem = r->arena->mem;
    *made = (Regexp){r->text, whole, matcher};
    return made;
}

RegexpStatus regexp_read(struct assay_arena *a, struct assay_str source, Regexp **ret,
                         size_t *ret_at, const char **ret_why)
{
    char *copy = assay_arena_text(a, source.at, source.len);
    Reader r = {.arena = a, .text = {copy ? copy : "", copy ? source.len : 0}};
    if (!copy)
        fail(&r, REGEXP_NO_MEMORY, 0, "out of memory");
    regexp_set_init(&r.set, a->mem);
    const RegexpNode *whole = read_whole(&r);
    if (!r.status && written_out(whole) > REGEXP_NODES_MAX)
        fail(&r, REGEXP_TOO_LARGE, 0, "the repetitions are too large, written out");
    Regexp *made = r.status ? NULL : make_regexp(&r, whole);
    regexp_set_done(&r.set);
    assay_mem_free(a->mem, r.stack, r.cap * sizeof *r.stack);
    if (r.status) {
        *ret_at = r.wrong_at;
        *ret_why = r.why;
        return r.status;
    }
    *ret = made;
    return REGEXP_OK;
}
