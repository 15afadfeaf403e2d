#include "rest/make.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "term/regexp.h"
#include <assay/lang.h>
#include <string.h>

#define DEPTH_MAX 8    /* of what is made freely */
#define ITEMS_MORE 4   /* elements beyond the fewest */
#define ITEMS_LONG 200 /* of an array that is as long as it may be */
#define TEXT_MORE 12   /* characters beyond the fewest */
#define TEXT_LONG 5000 /* of one that is too long */
#define SEEN_DEPTH 6

#define KIND(K) (1u << (K))

/* ---- What was seen. */

static void seen_keep(Seen *s, struct assay_str name, const Value *v)
{
    if (s->secrets && v->kind == VALUE_STRING && secrets_are_in(s->secrets, v->as.string))
        return;
    s->at[s->next].name = name;
    s->at[s->next].value = v;
    s->next = (s->next + 1) % MAKE_SEEN;
    if (s->count < MAKE_SEEN)
        s->count++;
}

static void seen_walk(Seen *s, const Value *v, int depth)
{
    if (v->kind == VALUE_ARRAY && depth < SEEN_DEPTH)
        for (uint32_t i = 0; i < v->as.array.count && i < ITEMS_MORE; i++)
            seen_walk(s, v->as.array.items[i], depth + 1);
    if (v->kind != VALUE_OBJECT || depth >= SEEN_DEPTH)
        return;
    for (uint32_t i = 0; i < v->as.object.count; i++) {
        const ValueMember *m = &v->as.object.members[i];
        if (m->value->kind == VALUE_INTEGER || m->value->kind == VALUE_STRING)
            seen_keep(s, m->name, m->value);
        else
            seen_walk(s, m->value, depth + 1);
    }
}

void seen_add(Seen *s, const Value *v)
{
    seen_walk(s, v, 0);
}

/* Whether something of one name may stand for another: id for employeeId. */
static bool is_called(struct assay_str seen, const char *name)
{
    size_t len = strlen(name);

    return len >= seen.len && seen.len > 1 &&
           strncasecmp(name + len - seen.len, seen.at, seen.len) == 0;
}

/* Whether a value may stand somewhere without luck, as far as the shape says. */
static bool is_fit(const Shape *s, const Value *v)
{
    int64_t n;
    size_t size;

    if (v->kind == VALUE_INTEGER)
        return integer_to_i64(v->as.integer, &n) && s->low <= n && n <= s->high;
    size = assay_utf8_count(v->as.string.at, v->as.string.len);
    return !s->regexp && !s->lang && s->least <= size && size <= s->most;
}

/* The newest is number 0: what is older can be left out without a change of numbers. */
static uint32_t seen_at(const Seen *s, uint32_t number)
{
    return (s->next + MAKE_SEEN - 1 - number) % MAKE_SEEN;
}

/* Values of that name and of a kind that is allowed. */
static uint32_t find_called(const Maker *m, const Shape *s, const char *name,
                            const Value **fit)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < m->seen->count; i++) {
        uint32_t at = seen_at(m->seen, i);
        if ((s->kinds & KIND(m->seen->at[at].value->kind)) &&
            is_called(m->seen->at[at].name, name))
            fit[count++] = m->seen->at[at].value;
    }
    return count;
}

static bool is_id(struct assay_str name)
{
    return name.len >= 2 && strncasecmp(name.at + name.len - 2, "id", 2) == 0;
}

/* If there are none, values of other names: an account may be called `from`. */
static uint32_t find_others(const Maker *m, const Shape *s, bool ids, const Value **fit)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < m->seen->count; i++) {
        uint32_t at = seen_at(m->seen, i);
        const Value *v = m->seen->at[at].value;
        if ((s->kinds & KIND(v->kind)) && is_fit(s, v) &&
            (!ids || is_id(m->seen->at[at].name)))
            fit[count++] = v;
    }
    return count;
}

/* A value that was seen, now and then; or NULL. */
static const Value *make_again(Maker *m, const Shape *s, const char *name)
{
    const Value *fit[MAKE_SEEN];
    uint32_t count, index;
    bool again;

    /* Asked in any case, so that what follows means the same without what was seen. */
    if (!name || assay_choose_bool(m->test, 0.25, &again) || !again)
        return NULL;
    count = find_called(m, s, name, fit);
    if (count == 0)
        count = find_others(m, s, true, fit);
    if (count == 0)
        count = find_others(m, s, false, fit);
    return count == 0 || assay_choose_index(m->test, count, NULL, &index) ? NULL
                                                                          : fit[index];
}

/* ---- Numbers. */

static const Value *make_integer(Maker *m, const Shape *s)
{
    int64_t n = 0;

    if (s->low > s->high ||
        assay_choose_int(m->test, s->low, s->high, 0, ASSAY_BIASED, &n))
        return NULL;
    return value_int(m->arena, n);
}

/* With one or two digits behind the point. */
static const Value *make_number(Maker *m, const Shape *s)
{
    int64_t n = 0, hundredths = 0;
    const char *text;
    size_t at;

    if (s->low >= s->high ||
        assay_choose_int(m->test, s->low, s->high - 1, 0, ASSAY_BIASED, &n) ||
        assay_choose_int(m->test, 0, 99, 50, ASSAY_UNIFORM, &hundredths))
        return NULL;
    text = assay_arena_printf(m->arena, "%lld.%02d", (long long)n, (int)hundredths);
    return text ? value_read_json(m->arena, assay_str(text), &at) : NULL;
}

/* ---- Strings. */

/* What servers and their clients are known to stumble over. */
static const struct assay_codes odd_codes[] = {
    {' ', ' '}, {'"', '#'},   {'%', '\''},      {'+', ','},
    {'/', '0'}, {';', '<'},   {'?', '?'},       {'\\', '\\'},
    {'a', 'b'}, {0xe9, 0xe9}, {0x4e2d, 0x4e2d}, {0x1f600, 0x1f600}};
static const struct assay_alphabet odd = {odd_codes,
                                          sizeof odd_codes / sizeof *odd_codes};
static const struct assay_codes plain_codes[] = {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}};
static const struct assay_alphabet plain = {plain_codes, 3};
static const struct assay_codes wide_codes[] = {
    {0x20, 0x7e}, {0xa0, 0xd7ff}, {0xe000, 0xfffd}, {0x10000, 0x1fffd}};
static const struct assay_alphabet wide = {wide_codes, 4};

/* As long as it may be, instead of short. */
static bool is_longest(Maker *m)
{
    bool longest = false;

    return !assay_choose_bool(m->test, m->at_edges ? 0.5 : 0.05, &longest) && longest;
}

static const Value *make_text(Maker *m, const Shape *s)
{
    static const struct assay_alphabet *const alphabets[] = {&plain, &odd, &wide};
    static const uint32_t weights[] = {4, 3, 1};
    uint32_t least = s->least, most = s->most, kind, len;
    const char *text;

    if (most < least || least > TEXT_LONG)
        return NULL;
    if (most > least + TEXT_MORE) {
        if (most <= TEXT_LONG && is_longest(m))
            least = most;
        else
            most = least + TEXT_MORE;
    }
    if (assay_choose_index(m->test, 3, weights, &kind) ||
        assay_choose_text(m->test, alphabets[kind], least, most, &text, &len))
        return NULL;
    return value_string(m->arena, (struct assay_str){text, len});
}

static bool put_match(Maker *m, const RegexpNode *n, struct assay_buf *out);

/* A character of a set: one of ASCII if there is one, mostly. */
static bool put_code(Maker *m, const RegexpNode *n, struct assay_buf *out)
{
    uint32_t index, low, high, toward;
    int64_t code;
    char bytes[4];

    if (n->as.set.count == 0 ||
        assay_choose_index(m->test, n->as.set.count, NULL, &index))
        return false;
    low = n->as.set.ranges[index][0];
    high = n->as.set.ranges[index][1];
    if (low < 0x7f && high > 0x7e)
        high = 0x7e;
    if (low < 0x20 && high >= 0x20)
        low = 0x20;
    toward = low <= 'a' && 'a' <= high ? 'a' : low;
    if (assay_choose_int(m->test, low, high, toward, ASSAY_UNIFORM, &code))
        return false;
    assay_buf_add(out, bytes, assay_utf8_encode((uint32_t)code, bytes));
    return true;
}

static bool put_repeated(Maker *m, const RegexpNode *n, struct assay_buf *out)
{
    uint32_t min = n->as.repeat.min, most = n->as.repeat.max;
    int64_t count;

    if (most == REGEXP_MANY || most > min + ITEMS_MORE)
        most = min + ITEMS_MORE;
    if (assay_choose_int(m->test, min, most, min, ASSAY_LENGTH, &count))
        return false;
    while (count-- > 0)
        if (!put_match(m, n->as.repeat.of, out))
            return false;
    return true;
}

static bool put_match(Maker *m, const RegexpNode *n, struct assay_buf *out)
{
    uint32_t index;

    switch (n->kind) {
    case REGEXP_EMPTY:
        return true;
    case REGEXP_SET:
        return put_code(m, n, out);
    case REGEXP_SEQUENCE:
        for (uint32_t i = 0; i < n->as.list.count; i++)
            if (!put_match(m, n->as.list.items[i], out))
                return false;
        return true;
    case REGEXP_CHOICE:
        return !assay_choose_index(m->test, n->as.list.count, NULL, &index) &&
               put_match(m, n->as.list.items[index], out);
    case REGEXP_REPEAT:
        return put_repeated(m, n, out);
    }
    return false;
}

static const Value *make_match(Maker *m, const Shape *s)
{
    struct assay_buf text;
    const Value *v = NULL;

    assay_buf_init(&text, NULL, TEXT_LONG);
    if (put_match(m, s->regexp->whole, &text) && !text.status)
        v = value_string(m->arena, (struct assay_str){text.at, text.len});
    assay_buf_done(&text);
    return v;
}

static const Value *make_string(Maker *m, const Shape *s)
{
    const char *text;
    uint32_t len;

    if (s->regexp)
        return make_match(m, s);
    if (!s->lang)
        return make_text(m, s);
    if (assay_choose_sentence(m->test, s->lang, &(struct assay_sentences){.size = 40},
                              &text, &len))
        return NULL;
    return value_string(m->arena, (struct assay_str){text, len});
}

/* ---- Arrays and objects. */

static const Value *make_of_type(Maker *m, const Type *t, const EvalFrame *frame)
{
    ShapeReader r = {.test = m->test, .arena = m->arena};
    Shape *s = shape_new(&r);

    if (s && t)
        shape_add_type(&r, s, t, frame);
    return s ? make_value(m, s, NULL) : NULL;
}

static const Value *make_array(Maker *m, const Shape *s)
{
    uint32_t least = s->least, most = s->most, len;
    const Value **items;

    if (least > TEXT_LONG || most < least)
        return NULL;
    if (most > least + ITEMS_MORE) {
        if (most <= ITEMS_LONG && is_longest(m))
            least = most;
        else
            most = m->depth < DEPTH_MAX ? least + ITEMS_MORE : least;
    }
    if (assay_list_begin(m->test, "array", least, most, &len))
        return NULL;
    items = assay_arena_new(m->arena, len + 1, sizeof *items);
    for (uint32_t i = 0; items && i < len; i++) {
        if (assay_element_begin(m->test))
            return NULL;
        items[i] = make_of_type(m, s->item, s->frame);
        if (!items[i] || assay_span_end(m->test))
            return NULL;
    }
    return items && !assay_span_end(m->test) ? value_array(m->arena, items, len) : NULL;
}

static bool is_left_out(Maker *m, const ShapeField *f)
{
    bool there = false;

    if (f->required)
        return false;
    return m->depth >= DEPTH_MAX || assay_choose_bool(m->test, 0.5, &there) || !there;
}

/* A field that must be there and is to be wrong is missing, now and then. */
static bool is_missing(Maker *m, const ShapeField *f)
{
    bool absent = false;

    return m->wrong > 0 && f->required && !f->shape->in_address &&
           m->parts + 1 == m->wrong && !assay_choose_bool(m->test, 0.3, &absent) &&
           absent;
}

typedef struct {
    ValueMember *at;
    uint32_t count;
} Members;

static bool make_fields(Maker *m, const Shape *s, Members *to)
{
    for (const ShapeField *f = s->fields; f; f = f->next) {
        const Value *v;
        if (is_missing(m, f) || is_left_out(m, f)) {
            m->parts += shape_parts(f->shape);
            continue;
        }
        v = make_value(m, f->shape, f->name);
        if (!v)
            return false;
        to->at[to->count++] = (ValueMember){assay_str(f->name), v};
    }
    return true;
}

static bool has_member(const Members *of, struct assay_str name)
{
    for (uint32_t i = 0; i < of->count; i++)
        if (assay_str_equal(of->at[i].name, name))
            return true;
    return false;
}

/* One more entry of a map, unless there is one of that name. */
static bool make_entry(Maker *m, const Shape *s, Members *to)
{
    const Shape names = {.least = 1, .most = 8};
    const Value *name, *v;

    if (assay_element_begin(m->test))
        return false;
    name = make_text(m, &names);
    v = name ? make_of_type(m, s->map, s->frame) : NULL;
    if (!v || assay_span_end(m->test))
        return false;
    if (!has_member(to, name->as.string))
        to->at[to->count++] = (ValueMember){name->as.string, v};
    return true;
}

static bool make_entries(Maker *m, const Shape *s, Members *to)
{
    uint32_t len = 0;

    if (assay_list_begin(m->test, "map", 0, m->depth < DEPTH_MAX ? ITEMS_MORE : 0, &len))
        return false;
    for (uint32_t i = 0; i < len; i++)
        if (!make_entry(m, s, to))
            return false;
    return !assay_span_end(m->test);
}

static const Value *make_object(Maker *m, const Shape *s)
{
    Members members = {0};
    uint32_t count = 0;

    for (const ShapeField *f = s->fields; f; f = f->next)
        count++;
    members.at = assay_arena_new(m->arena, count + ITEMS_MORE + 1, sizeof *members.at);
    if (!members.at || !make_fields(m, s, &members) ||
        (s->map && !make_entries(m, s, &members)))
        return NULL;
    return value_object(m->arena, members.at, members.count);
}

/* ---- Wrong ones. */

/* Just beyond a bound, or too long, or too short; NULL: there is no such bound. */
static const Value *make_beyond(Maker *m, const Shape *s)
{
    Shape free = {
        .kinds = s->kinds, .low = SHAPE_LOW, .high = SHAPE_HIGH, .most = SHAPE_MANY};
    bool below = false, far = false;
    int64_t n = 0;

    assay_choose_bool(m->test, 0.5, &below);
    if (s->kinds & KIND(VALUE_STRING)) {
        if (below ? s->least == 0 : s->most >= TEXT_LONG)
            return NULL;
        free.least = below ? 0 : s->most + 1;
        free.most = below ? s->least - 1 : s->most + 1;
        return make_text(m, &free);
    }
    if (!(s->kinds & (KIND(VALUE_INTEGER) | KIND(VALUE_NUMBER))))
        return NULL;
    if (below ? s->low == SHAPE_LOW : s->high == SHAPE_HIGH)
        return NULL;
    assay_choose_bool(m->test, 0.4, &far);
    free.low = below ? s->low - (far ? 100 : 1) : s->high + 1;
    free.high = below ? s->low - 1 : s->high + (far ? 100 : 1);
    return assay_choose_int(m->test, free.low, free.high, below ? free.high : free.low,
                            ASSAY_BIASED, &n)
               ? NULL
               : value_int(m->arena, n);
}

/* Something simple of any kind; of those that an address can have, if it is in one. */
static const Value *make_other_kind(Maker *m, const Shape *s)
{
    uint32_t index = 0;
    const Value *simple[] = {value_boolean(true),
                             value_int(m->arena, 0),
                             value_string(m->arena, assay_str("x")),
                             value_null(),
                             value_string(m->arena, assay_str("")),
                             value_array(m->arena, NULL, 0),
                             value_object(m->arena, NULL, 0)};

    return assay_choose_index(m->test, s->in_address ? 3 : 7, NULL, &index)
               ? NULL
               : simple[index];
}

static const Value *make_wrong(Maker *m, const Shape *s)
{
    bool beyond = false;
    const Value *v = NULL;

    m->parts += shape_parts(s) - 1;
    assay_choose_bool(m->test, 0.7, &beyond);
    if (beyond)
        v = make_beyond(m, s);
    return v ? v : make_other_kind(m, s);
}

/* ---- Any. */

static const Value *make_kind(Maker *m, const Shape *s, ValueKind kind)
{
    bool truth = false;

    switch (kind) {
    case VALUE_NULL:
        return value_null();
    case VALUE_BOOLEAN:
        return assay_choose_bool(m->test, 0.5, &truth) ? NULL : value_boolean(truth);
    case VALUE_INTEGER:
        return make_integer(m, s);
    case VALUE_NUMBER:
        return make_number(m, s);
    case VALUE_STRING:
        return make_string(m, s);
    case VALUE_ARRAY:
        return make_array(m, s);
    case VALUE_OBJECT:
        return make_object(m, s);
    default:
        return NULL;
    }
}

static const Value *make_one(Maker *m, const Shape *s, const char *name)
{
    static const ValueKind kinds[] = {VALUE_OBJECT, VALUE_INTEGER, VALUE_STRING,
                                      VALUE_ARRAY,  VALUE_BOOLEAN, VALUE_NUMBER,
                                      VALUE_NULL};
    ValueKind allowed[7];
    uint32_t count = 0, index = 0;
    const Value *again;

    if (s->only)
        return s->only;
    for (size_t i = 0; i < 7; i++)
        if ((s->kinds & KIND(kinds[i])) &&
            (m->depth < DEPTH_MAX || s->fields ||
             (kinds[i] != VALUE_OBJECT && kinds[i] != VALUE_ARRAY)))
            allowed[count++] = kinds[i];
    if (count == 0)
        return NULL;
    again = make_again(m, s, name);
    if (again)
        return again;
    if (count > 1 && assay_choose_index(m->test, count, NULL, &index))
        return NULL;
    return make_kind(m, s, allowed[index]);
}

const Value *make_value(Maker *m, const Shape *s, const char *name)
{
    const Value *v = NULL;

    m->parts++;
    m->depth++;
    if (!assay_span_begin(m->test, "value")) {
        v = m->wrong > 0 && m->parts == m->wrong ? make_wrong(m, s)
                                                 : make_one(m, s, name);
        assay_span_end(m->test);
    }
    m->depth--;
    return v;
}
