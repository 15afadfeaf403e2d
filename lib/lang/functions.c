/*
 * The functions of constraints: the notation's and the user's.
 *
 * An argument that is not what its function takes makes the call undefined. A function
 * that looks at many texts is no more than a sort of them.
 */
#include "base/ascii.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "lang/eval.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define INFO(ID, NAME, MIN, MAX) {NAME, MIN, MAX},
const struct assay_function_info assay_function_infos[ASSAY_FUNCTION_OWN] = {
    ASSAY_FUNCTIONS(INFO)};

#define MOST_ARGS 8 /* of a function of the notation */

struct call {
    struct assay_eval *eval;
    uint32_t term;
    struct assay_term_value args[MOST_ARGS];
    uint32_t count;
};

static struct assay_term_value none(void)
{
    return assay_value_undefined();
}

/* Room for parts that lasts until the term is evaluated again; NULL when out of memory,
 * which is then the status. */
static struct assay_part *parts_room(struct assay_eval *e, uint32_t term, uint32_t count)
{
    struct assay_eval_room *room = assay_eval_room(e, term);
    void *parts = room ? room->parts : NULL;
    size_t need = count > 0 ? count : 1;

    if (!room)
        return NULL;
    if (assay_mem_grow(&e->mem, &parts, &room->parts_cap, need, sizeof *room->parts,
                       SIZE_MAX)) {
        assay_eval_fail(e, ASSAY_NO_MEMORY);
        return NULL;
    }
    room->parts = parts;
    return parts;
}

/* ---- Arguments */

static bool text_arg(const struct call *c, uint32_t i, struct assay_str *ret_text)
{
    return assay_value_is_text(c->eval, &c->args[i], ret_text);
}

static bool set_arg(const struct call *c, uint32_t i)
{
    return c->args[i].kind == ASSAY_VALUE_NODES;
}

static bool node_arg(const struct call *c, uint32_t i, uint32_t *ret_node)
{
    if (!set_arg(c, i) || c->args[i].count != 1)
        return false;
    *ret_node = c->args[i].nodes[0];
    return true;
}

/* A number, or what it is when it is not given. */
static bool number_arg(const struct call *c, uint32_t i, int64_t otherwise,
                       int64_t *ret_number)
{
    if (i >= c->count) {
        *ret_number = otherwise;
        return true;
    }
    return assay_value_is_number(&c->args[i], ret_number);
}

/* ---- Numbers of texts */

static struct assay_term_value call_len(const struct call *c)
{
    struct assay_str s;

    return text_arg(c, 0, &s) ? assay_value_int((int64_t)s.len) : none();
}

static struct assay_term_value call_chars(const struct call *c)
{
    struct assay_str s;

    if (!text_arg(c, 0, &s) || !assay_utf8_valid(s.at, s.len))
        return none();
    return assay_value_int((int64_t)assay_utf8_count(s.at, s.len));
}

/* A sign or none, then digits. Numbers grow away from zero, so that the least one is
 * read, too. */
static bool read_number(struct assay_str s, unsigned base, int64_t *ret_number)
{
    size_t i = s.len > 0 && (s.at[0] == '-' || s.at[0] == '+');
    bool negative = i > 0 && s.at[0] == '-';
    int64_t number = 0;

    if (i == s.len)
        return false;
    for (; i < s.len; i++) {
        int64_t digit = assay_digit_value(s.at[i]);
        if (digit >= base || __builtin_mul_overflow(number, (int64_t)base, &number) ||
            __builtin_add_overflow(number, negative ? -digit : digit, &number))
            return false;
    }
    *ret_number = number;
    return true;
}

bool assay_text_is_number(struct assay_str text, int64_t *ret_number)
{
    return read_number(text, 10, ret_number);
}

static struct assay_term_value call_int(const struct call *c)
{
    struct assay_str s;
    int64_t base = 0, number = 0;

    if (!text_arg(c, 0, &s) || !number_arg(c, 1, 10, &base) || base < 2 || base > 36 ||
        !read_number(s, (unsigned)base, &number))
        return none();
    return assay_value_int(number);
}

static struct assay_term_value call_xor(const struct call *c)
{
    struct assay_str s;
    unsigned char result = 0;

    if (!text_arg(c, 0, &s))
        return none();
    for (size_t i = 0; i < s.len; i++)
        result ^= (unsigned char)s.at[i];
    return assay_value_int(result);
}

static struct assay_term_value call_crc32(const struct call *c)
{
    struct assay_str s;

    return text_arg(c, 0, &s) ? assay_value_int(assay_crc32(0, s.at, s.len)) : none();
}

/* RFC 1950, section 8.2. */
static struct assay_term_value call_adler32(const struct call *c)
{
    struct assay_str s;
    uint32_t a = 1, b = 0;

    if (!text_arg(c, 0, &s))
        return none();
    for (size_t i = 0; i < s.len; i++) {
        a = (a + (unsigned char)s.at[i]) % 65521;
        b = (b + a) % 65521;
    }
    return assay_value_int((int64_t)b << 16 | a);
}

/* The digit that makes the sum a multiple of ten: from the right, every second of the
 * given digits, the last one first, counts double, and the two digits of that each. */
static struct assay_term_value call_luhn(const struct call *c)
{
    struct assay_str s;
    unsigned sum = 0;

    if (!text_arg(c, 0, &s))
        return none();
    for (size_t i = 0; i < s.len; i++) {
        unsigned digit = assay_digit_value(s.at[s.len - 1 - i]);
        if (digit > 9)
            return none();
        digit <<= i % 2 == 0;
        sum = (sum + digit / 10 + digit % 10) % 10;
    }
    return assay_value_int((10 - sum) % 10);
}

static struct assay_term_value sum_of_bytes(struct assay_str s)
{
    int64_t sum = 0;

    for (size_t i = 0; i < s.len; i++)
        sum += (unsigned char)s.at[i];
    return assay_value_int(sum);
}

static struct assay_term_value call_sum(const struct call *c)
{
    const struct assay_term_value *arg = &c->args[0];
    int64_t sum = 0, number = 0;

    if (arg->kind == ASSAY_VALUE_TEXT)
        return sum_of_bytes(arg->text);
    if (!set_arg(c, 0))
        return none();
    for (uint32_t i = 0; i < arg->count; i++)
        if (!read_number(assay_eval_node_text(c->eval, arg->nodes[i]), 10, &number) ||
            __builtin_add_overflow(sum, number, &sum))
            return none();
    return assay_value_int(sum);
}

/* ---- Predicates of texts */

static struct assay_term_value call_starts(const struct call *c)
{
    struct assay_str s, prefix;

    if (!text_arg(c, 0, &s) || !text_arg(c, 1, &prefix))
        return none();
    if (s.len > prefix.len)
        s.len = prefix.len;
    return assay_value_bool(assay_str_equal(s, prefix));
}

static struct assay_term_value call_ends(const struct call *c)
{
    struct assay_str s, suffix;

    if (!text_arg(c, 0, &s) || !text_arg(c, 1, &suffix))
        return none();
    if (s.len > suffix.len) {
        s.at += s.len - suffix.len;
        s.len = suffix.len;
    }
    return assay_value_bool(assay_str_equal(s, suffix));
}

static struct assay_term_value call_contains(const struct call *c)
{
    struct assay_str s, part;

    if (!text_arg(c, 0, &s) || !text_arg(c, 1, &part))
        return none();
    return assay_value_bool(part.len == 0 || memmem(s.at, s.len, part.at, part.len));
}

/* ---- Sets */

static struct assay_term_value call_count(const struct call *c)
{
    return set_arg(c, 0) ? assay_value_int(c->args[0].count) : none();
}

/* Parts of a word that have the same length are the same, or do not overlap: so a sort by
 * lengths first reads no byte of the word more often than it compares texts. */
static int compare_parts(const void *a, const void *b)
{
    const struct assay_part *s = a, *t = b;

    if (s->len != t->len)
        return s->len < t->len ? -1 : 1;
    return s->at == t->at ? 0 : memcmp(s->at, t->at, s->len);
}

static struct assay_term_value call_unique(const struct call *c)
{
    const struct assay_term_value *set = &c->args[0];
    struct assay_part *parts;
    bool unique = true;

    if (!set_arg(c, 0))
        return none();
    parts = parts_room(c->eval, c->term, set->count);
    if (!parts)
        return none();
    for (uint32_t i = 0; i < set->count; i++)
        parts[i] = assay_tree_part(c->eval->tree, set->nodes[i]);
    qsort(parts, set->count, sizeof *parts, compare_parts);
    for (uint32_t i = 1; i < set->count && unique; i++)
        unique = compare_parts(&parts[i - 1], &parts[i]) != 0;
    return assay_value_bool(unique);
}

static struct assay_term_value call_equal(const struct call *c)
{
    const struct assay_term_value *set = &c->args[0];
    bool equal = true;

    if (!set_arg(c, 0))
        return none();
    for (uint32_t i = 1; i < set->count && equal; i++)
        equal = assay_str_equal(assay_eval_node_text(c->eval, set->nodes[0]),
                                assay_eval_node_text(c->eval, set->nodes[i]));
    return assay_value_bool(equal);
}

/* ---- Places */

static bool is_inside(const struct assay_tree *tree, uint32_t node, uint32_t other)
{
    return node > other && node - other < tree->nodes[other].size;
}

static struct assay_term_value call_before(const struct call *c)
{
    uint32_t a, b;

    if (!node_arg(c, 0, &a) || !node_arg(c, 1, &b))
        return none();
    return assay_value_bool(a < b && !is_inside(c->eval->tree, b, a));
}

static struct assay_term_value call_inside(const struct call *c)
{
    uint32_t a, b;

    if (!node_arg(c, 0, &a) || !node_arg(c, 1, &b))
        return none();
    return assay_value_bool(is_inside(c->eval->tree, a, b));
}

/*
 * For each node of self's subtree the nearest node around it, up to self, that has the
 * name; ASSAY_NONE for none. First the parents, counted from self; then each is replaced,
 * in preorder, so that what a parent has is known before its children ask.
 */
static void find_scopes(const struct assay_tree *t, uint32_t self, uint32_t name,
                        uint32_t *scopes)
{
    const struct assay_node *nodes = t->nodes + self;

    scopes[0] = ASSAY_NONE;
    for (uint32_t i = 1; i < nodes->size; i++) {
        uint32_t parent = i - 1;
        while (parent + nodes[parent].size <= i)
            parent = scopes[parent];
        scopes[i] = parent;
    }
    for (uint32_t i = 1; i < nodes->size; i++) {
        uint32_t parent = scopes[i];
        scopes[i] =
            assay_tree_called(t, self + parent, name) ? self + parent : scopes[parent];
    }
}

/* The scopes of the nodes from self on; NULL when out of memory. */
static const uint32_t *scopes_of(const struct call *c, uint32_t name)
{
    const struct assay_tree *tree = c->eval->tree;
    uint32_t self = c->eval->variables[0], size = tree->nodes[self].size;
    struct assay_eval_room *room = assay_eval_room(c->eval, c->term);

    if (!room || room->node == self)
        return room ? room->set.nodes : NULL;
    room->set.nodes = assay_arena_new(c->eval->arena, size, sizeof *room->set.nodes);
    if (!room->set.nodes) {
        assay_eval_fail(c->eval, ASSAY_NO_MEMORY);
        return NULL;
    }
    room->node = self;
    find_scopes(tree, self, name, room->set.nodes);
    return room->set.nodes;
}

static struct assay_term_value call_scope(const struct call *c)
{
    uint32_t node;
    int64_t name = 0;
    const uint32_t *scopes;

    if (!node_arg(c, 0, &node) || !number_arg(c, 1, 0, &name))
        return none();
    scopes = scopes_of(c, (uint32_t)name);
    if (!scopes)
        return none();
    scopes += node - c->eval->variables[0];
    return *scopes == ASSAY_NONE ? none() : assay_value_nodes(scopes, 1);
}

/* ---- Texts that are made */

/* An empty text to append to, which lasts until the term is evaluated again. */
static struct assay_buf *new_text(const struct call *c)
{
    struct assay_eval_room *room = assay_eval_room(c->eval, c->term);

    if (room)
        assay_buf_clear(&room->text);
    return room ? &room->text : NULL;
}

static struct assay_term_value made_text(const struct call *c,
                                         const struct assay_buf *text)
{
    if (text->status)
        assay_eval_fail(c->eval, text->status);
    return assay_value_text((struct assay_str){text->at, text->len});
}

/* The width of a number's text, if it is a sensible one. */
static bool width_arg(const struct call *c, int *ret_width)
{
    int64_t width = 0;

    if (!number_arg(c, 1, 0, &width) || width < 0)
        return false;
    if (width > (int64_t)ASSAY_EVAL_TEXT) {
        assay_eval_fail(c->eval, ASSAY_TOO_LARGE);
        return false;
    }
    *ret_width = (int)width;
    return true;
}

static struct assay_term_value call_dec(const struct call *c)
{
    int64_t number = 0;
    int width = 0;
    struct assay_buf *text;

    if (!number_arg(c, 0, 0, &number) || !width_arg(c, &width))
        return none();
    text = new_text(c);
    if (!text)
        return none();
    assay_buf_printf(text, "%0*" PRId64, width, number);
    return made_text(c, text);
}

static struct assay_term_value call_hex(const struct call *c)
{
    int64_t number = 0;
    int width = 0;
    struct assay_buf *text;

    if (!number_arg(c, 0, 0, &number) || number < 0 || !width_arg(c, &width))
        return none();
    text = new_text(c);
    if (!text)
        return none();
    assay_buf_printf(text, "%0*" PRIx64, width, (uint64_t)number);
    return made_text(c, text);
}

/* A text with the ASCII letters from `first` to `last` in the other case. */
static struct assay_term_value change_case(const struct call *c, char first, char last)
{
    struct assay_str s;
    struct assay_buf *text;

    if (!text_arg(c, 0, &s))
        return none();
    text = new_text(c);
    if (!text)
        return none();
    assay_buf_add(text, s.at, s.len);
    for (size_t i = 0; i < text->len; i++)
        if (text->at[i] >= first && text->at[i] <= last)
            text->at[i] ^= 'a' ^ 'A';
    return made_text(c, text);
}

static struct assay_term_value call_upper(const struct call *c)
{
    return change_case(c, 'a', 'z');
}

static struct assay_term_value call_lower(const struct call *c)
{
    return change_case(c, 'A', 'Z');
}

static bool append(const struct call *c, const struct assay_term_value *v,
                   struct assay_buf *text)
{
    if (v->kind == ASSAY_VALUE_TEXT)
        assay_buf_add(text, v->text.at, v->text.len);
    else if (v->kind != ASSAY_VALUE_NODES)
        return false;
    for (uint32_t i = 0; i < v->count && !text->status; i++) {
        struct assay_str s = assay_eval_node_text(c->eval, v->nodes[i]);
        assay_buf_add(text, s.at, s.len);
    }
    return true;
}

static struct assay_term_value call_cat(const struct call *c)
{
    struct assay_buf *text = new_text(c);

    if (!text)
        return none();
    for (uint32_t i = 0; i < c->count; i++)
        if (!append(c, &c->args[i], text))
            return none();
    return made_text(c, text);
}

/* ---- The user's functions */

static bool user_arg(struct assay_eval *e, uint32_t term, struct assay_part *ret_arg)
{
    struct assay_term_value value = assay_eval_inner(e, term);
    struct assay_str text;
    int64_t number = 0;

    if (assay_value_is_number(&value, &number)) {
        struct assay_eval_room *room = assay_eval_room(e, term);
        if (!room)
            return false;
        assay_buf_clear(&room->text);
        assay_buf_printf(&room->text, "%" PRId64, number);
        if (room->text.status)
            assay_eval_fail(e, room->text.status);
        text = (struct assay_str){room->text.at, room->text.len};
    } else if (!assay_value_is_text(e, &value, &text)) {
        return false;
    }
    *ret_arg = (struct assay_part){text.at, text.len};
    return !e->status;
}

static struct assay_term_value call_own(struct assay_eval *e, uint32_t term)
{
    const struct assay_grammar *g = e->tree->grammar;
    const struct assay_term *t = &g->terms[term];
    const struct assay_lang_function *f =
        &g->functions[t->as.apply.function - ASSAY_FUNCTION_OWN];
    struct assay_part *args = parts_room(e, term, t->as.apply.count);

    if (!args)
        return none();
    for (uint32_t i = 0; i < t->as.apply.count; i++)
        if (!user_arg(e, g->items[t->as.apply.first + i], &args[i]))
            return none();
    return assay_value_int(f->call(f->ctx, args));
}

/* ---- */

typedef struct assay_term_value call_fn(const struct call *c);

static call_fn *const calls[ASSAY_FUNCTION_OWN] = {
    [ASSAY_FUNCTION_LEN] = call_len,           [ASSAY_FUNCTION_CHARS] = call_chars,
    [ASSAY_FUNCTION_INT] = call_int,           [ASSAY_FUNCTION_COUNT] = call_count,
    [ASSAY_FUNCTION_STARTS] = call_starts,     [ASSAY_FUNCTION_ENDS] = call_ends,
    [ASSAY_FUNCTION_CONTAINS] = call_contains, [ASSAY_FUNCTION_UNIQUE] = call_unique,
    [ASSAY_FUNCTION_EQUAL] = call_equal,       [ASSAY_FUNCTION_BEFORE] = call_before,
    [ASSAY_FUNCTION_INSIDE] = call_inside,     [ASSAY_FUNCTION_SCOPE] = call_scope,
    [ASSAY_FUNCTION_DEC] = call_dec,           [ASSAY_FUNCTION_HEX] = call_hex,
    [ASSAY_FUNCTION_UPPER] = call_upper,       [ASSAY_FUNCTION_LOWER] = call_lower,
    [ASSAY_FUNCTION_CAT] = call_cat,           [ASSAY_FUNCTION_SUM] = call_sum,
    [ASSAY_FUNCTION_XOR] = call_xor,           [ASSAY_FUNCTION_CRC32] = call_crc32,
    [ASSAY_FUNCTION_ADLER32] = call_adler32,   [ASSAY_FUNCTION_LUHN] = call_luhn,
};

struct assay_term_value assay_eval_apply(struct assay_eval *e, uint32_t term)
{
    const struct assay_grammar *g = e->tree->grammar;
    const struct assay_term *t = &g->terms[term];
    struct call c;

    if (t->as.apply.function >= ASSAY_FUNCTION_OWN)
        return call_own(e, term);
    c.eval = e;
    c.term = term;
    c.count = t->as.apply.count;
    for (uint32_t i = 0; i < c.count; i++)
        c.args[i] = assay_eval_inner(e, g->items[t->as.apply.first + i]);
    return e->status ? none() : calls[t->as.apply.function](&c);
}
