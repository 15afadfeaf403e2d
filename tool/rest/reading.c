#include "rest/reading.h"
#include "base/ascii.h"
#include "term/template.h"
#include <string.h>
#include <strings.h>

#define DEPTH_MAX 40 /* of types inside each other */

/* What a variable is asked to be. */
enum { NUMBER = 1, STRING = 2, BOOLEAN = 4, ARRAY = 8 };

typedef struct {
    struct assay_str name;
    unsigned kinds, items; /* items: of arrays */
} Variable;

struct Reading {
    uint32_t count;
    Variable variables[];
};

/* ---- What is asked. */

typedef struct {
    Reading *reading;
    const Binding *request;
} Asker;

static unsigned kind_of_letter(char letter)
{
    switch (letter) {
    case 'n':
    case 'i':
        return NUMBER;
    case 's':
        return STRING;
    case 'b':
        return BOOLEAN;
    case 'l':
        return ARRAY;
    default:
        return 0;
    }
}

static unsigned kind_of_value(const Value *v)
{
    switch (v->kind) {
    case VALUE_INTEGER:
    case VALUE_NUMBER:
        return NUMBER;
    case VALUE_STRING:
        return STRING;
    case VALUE_BOOLEAN:
        return BOOLEAN;
    case VALUE_ARRAY:
        return ARRAY;
    default:
        return 0;
    }
}

static unsigned kind_of_term(const Term *t)
{
    if (t->kind == TERM_LITERAL)
        return kind_of_value(t->as.literal);
    return t->kind == TERM_OP      ? kind_of_letter(op_result(t->as.op.op))
           : t->kind == TERM_ARRAY ? ARRAY
                                   : 0;
}

static void ask_type(Variable *v, const Type *t, uint32_t depth);

/* A variable whose kinds are those of items. */
static unsigned kinds_of_items(const Type *t, uint32_t depth)
{
    Variable item = {.kinds = 0};

    ask_type(&item, t, depth);
    return item.kinds;
}

static void ask_type(Variable *v, const Type *t, uint32_t depth)
{
    t = type_resolve(t);
    if (depth == DEPTH_MAX)
        return;
    switch (t->kind) {
    case TYPE_INTEGER:
    case TYPE_NUMBER:
        v->kinds |= NUMBER;
        break;
    case TYPE_STRING:
    case TYPE_LANGUAGE:
        v->kinds |= STRING;
        break;
    case TYPE_BOOLEAN:
        v->kinds |= BOOLEAN;
        break;
    case TYPE_ARRAY:
        v->kinds |= ARRAY;
        v->items |= kinds_of_items(t->as.of, depth + 1);
        break;
    case TYPE_REFINE:
        ask_type(v, t->as.refine.var->type, depth + 1);
        break;
    case TYPE_UNION:
    case TYPE_BOTH:
        for (uint32_t i = 0; i < t->as.list.count; i++)
            ask_type(v, t->as.list.of[i], depth + 1);
        break;
    case TYPE_NOT:
        ask_type(v, t->as.of, depth + 1);
        break;
    case TYPE_ONLY:
        v->kinds |= kind_of_term(t->as.only.value);
        break;
    case TYPE_IF:
        ask_type(v, t->as.choice.then, depth + 1);
        ask_type(v, t->as.choice.other, depth + 1);
        break;
    case TYPE_BAD:
    case TYPE_ANY:
    case TYPE_REGEXP:
    case TYPE_TEMPLATE:
    case TYPE_OBJECT:
    case TYPE_MAP:
    case TYPE_RESOURCE:
    case TYPE_ALIAS:
    case TYPE_VOID:
    case TYPE_FUNCTION: /* not on the wire, or anything */
        break;
    }
}

static Variable *find_variable(const Asker *asker, const char *name)
{
    struct assay_str wanted = assay_str(name);

    for (uint32_t i = 0; i < asker->reading->count; i++)
        if (assay_str_equal(asker->reading->variables[i].name, wanted))
            return &asker->reading->variables[i];
    return NULL;
}

/* How far below the request a term is: 0 for the request, 1 for request.template, 2 for a
 * variable; -1: it is something else. */
static int level_of(const Asker *asker, const Term *t)
{
    int level;

    if (t->kind == TERM_VAR)
        return t->as.var == asker->request ? 0 : -1;
    if (t->kind != TERM_FIELD)
        return -1;
    level = level_of(asker, t->as.field.of);
    if (level == 0)
        return strcmp(t->as.field.name, "template") == 0 ? 1 : -1;
    return level == 1 ? 2 : -1;
}

static Variable *variable_at(const Asker *asker, const Term *t)
{
    return level_of(asker, t) == 2 ? find_variable(asker, t->as.field.name) : NULL;
}

/* The types of the variables in the type of the request, or of its template. */
static void ask_fields(const Asker *asker, const Type *t, int level, uint32_t depth)
{
    t = type_resolve(t);
    if (depth == DEPTH_MAX)
        return;
    if (t->kind == TYPE_REFINE)
        ask_fields(asker, t->as.refine.var->type, level, depth + 1);
    else if (t->kind == TYPE_NOT)
        ask_fields(asker, t->as.of, level, depth + 1);
    else if (t->kind == TYPE_UNION || t->kind == TYPE_BOTH)
        for (uint32_t i = 0; i < t->as.list.count; i++)
            ask_fields(asker, t->as.list.of[i], level, depth + 1);
    for (uint32_t i = 0; t->kind == TYPE_OBJECT && i < t->as.object.count; i++) {
        const TypeField *f = &t->as.object.fields[i];
        Variable *v = level == 1 ? find_variable(asker, f->name) : NULL;
        if (v)
            ask_type(v, f->type, 0);
        else if (level == 0 && strcmp(f->name, "template") == 0)
            ask_fields(asker, f->type, 1, depth + 1);
    }
}

static void ask_op(const Asker *asker, const Term *t)
{
    const char *letters = op_arguments(t->as.op.op);

    for (uint32_t i = 0; i < t->as.op.count && letters[i]; i++) {
        Variable *v = variable_at(asker, t->as.op.args[i]);
        if (!v)
            continue;
        v->kinds |= kind_of_letter(letters[i]);
        if (t->as.op.op == OP_EQ || t->as.op.op == OP_NE)
            v->kinds |= kind_of_term(t->as.op.args[1 - i]);
    }
}

static bool ask_term(void *ctx, const Term *t)
{
    const Asker *asker = ctx;
    Variable *v;

    if (t->kind == TERM_OP)
        ask_op(asker, t);
    if (t->kind == TERM_INDEX && (v = variable_at(asker, t->as.index.of)))
        v->kinds |= ARRAY;
    if (t->kind != TERM_IN)
        return true;
    v = variable_at(asker, t->as.in.of);
    if (v)
        ask_type(v, t->as.in.type, 0);
    else if (level_of(asker, t->as.in.of) >= 0)
        ask_fields(asker, t->as.in.type, level_of(asker, t->as.in.of), 0);
    return true;
}

const Reading *reading_new(struct assay_arena *a, const Triple *const *triples,
                           uint32_t count)
{
    const Template *t = rest_template(triples[0]);
    uint32_t most = 0;
    Reading *r;

    for (uint32_t i = 0; i < t->count; i++)
        most += t->parts[i].count;
    r = assay_arena_new(a, 1, sizeof *r + most * sizeof *r->variables);
    if (!r)
        return NULL;
    r->count = 0;
    for (uint32_t i = 0; i < t->count; i++)
        for (uint32_t k = 0; k < t->parts[i].count; k++)
            r->variables[r->count++] = (Variable){.name = t->parts[i].variables[k].name};
    for (uint32_t i = 0; i < count; i++) {
        Asker asker = {r, triples[i]->request};
        term_walk(triples[i]->pre, &(Visitor){ask_term, NULL, &asker});
    }
    return r;
}

/* ---- Reading. */

typedef struct {
    struct assay_arena *arena;
    bool clear; /* so far, all servers would agree */
    bool two;   /* as far as they might, there are two ways */
} Text;

static struct assay_str trimmed(struct assay_str s)
{
    while (s.len > 0 && (unsigned char)s.at[0] <= ' ')
        s = (struct assay_str){s.at + 1, s.len - 1};
    while (s.len > 0 && (unsigned char)s.at[s.len - 1] <= ' ')
        s.len--;
    return s;
}

static bool is_one_of(struct assay_str s, const char *const *words)
{
    for (; *words; words++)
        if (s.len == strlen(*words) && strncasecmp(s.at, *words, s.len) == 0)
            return true;
    return false;
}

/* Some would take it for a number. */
static bool is_like_number(struct assay_str s)
{
    static const char *const words[] = {"nan", "inf", "infinity", NULL};

    s = trimmed(s);
    while (s.len > 0 && (*s.at == '+' || *s.at == '-' || *s.at == '.'))
        s = (struct assay_str){s.at + 1, s.len - 1};
    return (s.len > 0 && assay_is_digit(*s.at)) || is_one_of(s, words);
}

static bool is_like_boolean(struct assay_str s)
{
    static const char *const words[] = {"true", "false", "yes", "no", "on", "off", "t",
                                        "f",    "y",     "n",   "1",  "0",  NULL};

    return is_one_of(trimmed(s), words);
}

/* A number if it is written as everybody writes it, or NULL. */
static const Value *number_in(struct assay_arena *a, struct assay_str text)
{
    const Value *v = NULL;
    struct assay_buf again;
    Decimal d;

    if (!is_like_number(text) || !decimal_read(a, text, &d))
        return NULL;
    assay_buf_init(&again, NULL, 0);
    decimal_print(d, &again);
    if (again.at && assay_str_equal((struct assay_str){again.at, again.len}, text))
        v = value_number(a, d);
    assay_buf_done(&again);
    return v;
}

/* A text of which it is known what it is asked to be. */
static const Value *read_as(Text *t, unsigned kinds, struct assay_str text)
{
    const Value *number = kinds & NUMBER ? number_in(t->arena, text) : NULL;
    bool yes = assay_str_equal(text, assay_str("true"));

    if (number)
        return number;
    if ((kinds & BOOLEAN) && (yes || assay_str_equal(text, assay_str("false"))))
        return value_boolean(yes);
    if (((kinds & NUMBER) && is_like_number(text)) ||
        ((kinds & BOOLEAN) && is_like_boolean(text)))
        t->clear = false;
    return value_string(t->arena, text);
}

static const Value *read_text(Text *t, unsigned kinds, bool other, struct assay_str text)
{
    unsigned scalars = kinds & (NUMBER | STRING | BOOLEAN);
    bool clear = t->clear;
    const Value *v;

    if (scalars == STRING)
        return value_string(t->arena, text);
    if (scalars != 0 && !(scalars & STRING))
        return read_as(t, scalars, text);
    v = read_as(t, NUMBER | BOOLEAN, text); /* or a string */
    t->clear = clear;
    t->two = t->two || (v && v->kind != VALUE_STRING);
    return other ? value_string(t->arena, text) : v;
}

/* The text of a value; NULL: it is not sent as one. */
static const char *text_of(const Value *v, struct assay_buf *buf)
{
    if (v->kind != VALUE_INTEGER && v->kind != VALUE_NUMBER && v->kind != VALUE_BOOLEAN &&
        v->kind != VALUE_STRING)
        return NULL;
    if (v->kind == VALUE_STRING)
        assay_buf_add(buf, v->as.string.at, v->as.string.len);
    else
        value_print_json(v, buf);
    return buf->status || buf->len == 0 ? NULL : buf->at;
}

static const Value *read_scalar(Text *t, unsigned kinds, bool other, const Value *v)
{
    struct assay_buf buf;
    const Value *read = NULL;
    const char *text;

    assay_buf_init(&buf, NULL, 0);
    text = text_of(v, &buf);
    if (text)
        read = read_text(t, kinds, other, (struct assay_str){text, buf.len});
    assay_buf_done(&buf);
    return read;
}

/* Elements are told apart by commas, or by names. */
static const Value *read_array(Text *t, unsigned kinds, bool other, const Value *v)
{
    uint32_t count = v->as.array.count;
    const Value **items = assay_arena_new(t->arena, count + 1, sizeof *items);

    if (!items || count == 0)
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        const Value *item = v->as.array.items[i];
        if (item->kind == VALUE_STRING &&
            memchr(item->as.string.at, ',', item->as.string.len))
            return NULL;
        items[i] = read_scalar(t, kinds, other, item);
        if (!items[i])
            return NULL;
    }
    return value_array(t->arena, items, count);
}

/* One element alone is sent as if it were no array. */
static const Value *read_variable(Text *t, const Variable *asked, bool other,
                                  const Value *v)
{
    const Value *one;

    if (v->kind == VALUE_ARRAY)
        return asked->kinds == ARRAY ? read_array(t, asked->items, other, v) : NULL;
    if (asked->kinds & ARRAY) {
        if (asked->kinds != ARRAY)
            return NULL;
        one = read_scalar(t, asked->items, other, v);
        return one ? value_array(t->arena, &one, 1) : NULL;
    }
    return read_scalar(t, asked->kinds, other, v);
}

static const Value *read_all(Text *t, const Reading *r, bool other, const Value *template)
{
    uint32_t count = template->as.object.count;
    ValueMember *members = assay_arena_new(t->arena, count + 1, sizeof *members);

    for (uint32_t i = 0; members && i < count; i++) {
        Variable none = {.kinds = 0};
        const Variable *asked = &none;
        members[i] = template->as.object.members[i];
        for (uint32_t k = 0; k < r->count; k++)
            if (assay_str_equal(r->variables[k].name, members[i].name))
                asked = &r->variables[k];
        members[i].value = read_variable(t, asked, other, members[i].value);
        if (!members[i].value)
            return NULL;
    }
    return members ? value_object(t->arena, members, count) : NULL;
}

const Value *reading_of(const Reading *r, struct assay_arena *a, const Value *template,
                        const Value **ret_other)
{
    Text t = {.arena = a, .clear = true};
    const Value *read = read_all(&t, r, false, template);

    if (!read || !t.clear)
        return NULL;
    *ret_other = t.two ? read_all(&t, r, true, template) : NULL;
    return read;
}
