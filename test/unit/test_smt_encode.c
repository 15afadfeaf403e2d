/*
 * Terms and types as SMT-LIB: what is given to the solver, word by word.
 */
#include "harness.h"
#include "run_fixture.h"
#include "smt/encode.h"
#include "smt_fixture.h"

#include <assay/lang.h>
#include <assay/languages.h>
#include <string.h>

/* An encoder with some variables in scope, and what it made so far, a line each. */
struct desk {
    struct smt_fixture f;
    A a;
    Encoder *e;
    const Term *any, *integer, *string, *boolean, *number;
    struct assay_buf out;
};

static void add_scope(struct desk *d)
{
    const Scope *items[FIXTURE_SCOPE];
    for (uint32_t i = 0; i < d->f.nframes; i++)
        items[i] = &d->f.frames[i];
    encode_scope(d->e, items, d->f.nframes);
}

static void start(struct desk *d)
{
    static Encoder encoder;
    smt_fixture_init(&d->f, NULL, 0);
    d->a = &d->f.arena;
    d->e = &encoder;
    d->any = smt_var(&d->f, "any", ty(d->a, TYPE_ANY));
    d->integer = smt_var(&d->f, "int", ty(d->a, TYPE_INTEGER));
    d->string = smt_var(&d->f, "a string", ty(d->a, TYPE_STRING));
    d->boolean = smt_var(&d->f, "bool", ty(d->a, TYPE_BOOLEAN));
    d->number = smt_var(&d->f, "number", ty(d->a, TYPE_NUMBER));
    assay_buf_init(&d->out, NULL, 0);
    encode_init(d->e, d->a);
    add_scope(d);
}

/* Checks all that was made, with the declarations and assertions. */
static void end(struct desk *d, const char *name)
{
    encode_finish(d->e);
    assay_buf_puts(&d->out, "\n");
    assay_buf_add(&d->out, d->e->declarations.at, d->e->declarations.len);
    assay_buf_add(&d->out, d->e->assertions.at, d->e->assertions.len);
    if (d->e->why)
        assay_buf_printf(&d->out, "why: %s\n", d->e->why);
    check_expected(name, d->out.at);
    encode_done(d->e);
    assay_buf_done(&d->out);
    smt_fixture_done(&d->f);
}

static void put_term(struct desk *d, const Term *t)
{
    Encoded x = encode_term(d->e, t);
    assay_buf_printf(&d->out, "%s: %s\n", encode_sort_name(x.sort), x.text);
}

static void put_op(struct desk *d, TermOp op, const Term *x, const Term *y)
{
    put_term(d, y ? t_op(d->a, op, x, y) : t_op1(d->a, op, x));
}

/* That a value of each sort has the type. */
static void put_type(struct desk *d, const Type *t)
{
    const Encoded xs[] = {{SORT_VALUE, "v"},
                          {SORT_BOOL, "b"},
                          {SORT_INT, "i"},
                          {SORT_STRING, "s"},
                          {SORT_VALUE, "(field v 0)"}};
    for (size_t i = 0; i < sizeof xs / sizeof *xs; i++)
        assay_buf_printf(&d->out, "%s%s", i > 0 ? " | " : "", encode_in(d->e, xs[i], t));
    assay_buf_putc(&d->out, '\n');
}

TEST(smt_encodes_operators)
{
    static const TermOp LOGIC[] = {OP_IFF,  OP_IMPLIES, OP_THEN, OP_OR,
                                   OP_ELSE, OP_AND,     OP_ALSO};
    static const TermOp NUMBERS[] = {OP_LT,  OP_LE,  OP_GT,  OP_GE, OP_ADD,
                                     OP_SUB, OP_MUL, OP_DIV, OP_MOD};
    struct desk d;
    start(&d);
    for (size_t i = 0; i < sizeof LOGIC / sizeof *LOGIC; i++)
        put_op(&d, LOGIC[i], d.boolean, d.any);
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++) {
        put_op(&d, NUMBERS[i], d.integer, t_int(d.a, -7));
        put_op(&d, NUMBERS[i], d.number, d.integer);
    }
    put_op(&d, OP_NEG, d.integer, NULL);
    put_op(&d, OP_NEG, d.number, NULL);
    put_op(&d, OP_NOT, d.boolean, NULL);
    put_op(&d, OP_NOT, d.any, NULL);
    put_op(&d, OP_EQ, d.integer, d.integer);
    put_op(&d, OP_EQ, d.integer, d.any);
    put_op(&d, OP_EQ, d.integer, d.string);
    put_op(&d, OP_EQ, d.any, d.number);
    put_op(&d, OP_NE, d.string, d.string);
    put_op(&d, OP_NE, d.boolean, d.any);
    put_op(&d, OP_CAT, d.string, d.any);
    put_op(&d, OP_LENGTH, d.any, NULL);
    put_op(&d, OP_SIZE, d.string, NULL);
    put_op(&d, OP_SIZE, d.any, NULL);
    put_op(&d, OP_REPOF, d.any, d.integer);
    put_op(&d, OP_URIOF, d.string, d.any);
    put_op(&d, OP_PRE, t_op(d.a, OP_URIOF, d.string, d.any), NULL);
    put_op(&d, OP_PRE, t_op(d.a, OP_REPOF, d.any, d.any), NULL);
    put_op(&d, OP_REPOF, d.any, d.any); /* that was before */
    end(&d, "smt_encodes_operators");
}

TEST(smt_encodes_terms)
{
    struct desk d;
    start(&d);
    A a = d.a;
    const Binding *i = t_binding(a, "i", ty(a, TYPE_INTEGER));
    const Binding *v = t_binding(a, "v", ty(a, TYPE_ANY));
    put_term(&d, t_if(a, d.boolean, d.integer, t_int(a, 1)));
    put_term(&d, t_if(a, d.any, d.integer, d.string));
    put_term(&d, t_field(a, d.any, "name"));
    put_term(&d, t_field(a, t_field(a, d.any, "id"), "name"));
    put_term(&d, t_index(a, d.any, d.integer));
    put_term(&d, t_index(a, d.any, d.any));
    put_term(&d, t_array(a, NULL, NULL));
    put_term(&d, t_array(a, d.integer, d.string));
    put_term(&d, t_object(a, NULL, NULL, NULL, NULL));
    put_term(&d, t_object(a, "id", d.boolean, "other", d.any));
    put_term(&d, t_all(a, i, t_op(a, OP_LT, t_use(a, i), d.integer)));
    put_term(&d, t_some(a, v, t_op(a, OP_EQ, t_use(a, v), d.integer)));
    put_term(&d, t_in(a, t_field(a, d.any, "id"), ty(a, TYPE_INTEGER)));
    put_term(&d, t_op(a, OP_EXPAND, t_template(a, "/a/{id}"),
                      t_object(a, "id", t_int(a, 7), NULL, NULL)));
    put_term(&d, t_op(a, OP_EXPAND, t_template(a, "/a/{id}"),
                      t_object(a, "id", d.integer, NULL, NULL)));
    put_term(&d, t_op(a, OP_MATCHES, smt_regexp(&d.f, "^a+$"), t_str(a, "aa")));
    put_term(&d, t_op(a, OP_MATCHES, smt_regexp(&d.f, "^a+$"), d.string));
    put_term(&d, t_op(a, OP_MATCHES, d.any, d.string));
    put_term(&d, t_op(a, OP_MATCHES, smt_regexp(&d.f, "^[\\u{30000}]$"), d.string));
    end(&d, "smt_encodes_terms");
}

static const Value *new_value(A a, ValueKind kind)
{
    Value *v = assay_arena_new(a, 1, sizeof *v);
    *v = (Value){.kind = kind};
    return v;
}

TEST(smt_encodes_literals)
{
    static const char *const NUMBERS[] = {"0.5", "-0.25", "12.75", "-3.125"};
    struct desk d;
    start(&d);
    A a = d.a;
    put_term(&d, t_null(a));
    put_term(&d, t_bool(a, true));
    put_term(&d, t_bool(a, false));
    put_term(&d, t_int(a, 0));
    put_term(&d, t_int(a, 42));
    put_term(&d, t_int(a, INT64_MIN));
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++)
        put_term(&d, t_dec(a, NUMBERS[i]));
    put_term(&d, t_str(a, ""));
    put_term(&d, t_str(a, "a\"b\\u{1}\n\x7f~"));
    put_term(&d, t_str(a, "\xc3\xa9\xf0\xaf\xbf\xbf"));
    put_term(&d, t_str(a, "x\xf0\xb0\x80\x80y")); /* past the characters of Z3 */
    put_term(&d, t_str(a, "\xf3\xa0\x84\x80"));
    put_term(&d, t_str(a, "x\xf0\xb0\x80\x80y"));
    put_term(&d, t_template(a, "/a/{id}"));
    put_term(&d, smt_regexp(&d.f, "^a\"$"));
    Value *array = (Value *)(uintptr_t)new_value(a, VALUE_ARRAY);
    const Value *items[] = {new_value(a, VALUE_NULL), new_value(a, VALUE_BOOLEAN)};
    array->as.array.items = items;
    array->as.array.count = 2;
    put_term(&d, term_literal(a, span_nowhere(), array));
    Value *object = (Value *)(uintptr_t)new_value(a, VALUE_OBJECT);
    ValueMember members[] = {{assay_str("id"), array}, {assay_str("b"), items[1]}};
    object->as.object.members = members;
    object->as.object.count = 2;
    put_term(&d, term_literal(a, span_nowhere(), object));
    Value *resource = (Value *)(uintptr_t)new_value(a, VALUE_RESOURCE);
    resource->as.resource.type = "Employee";
    resource->as.resource.id = 3;
    put_term(&d, term_literal(a, span_nowhere(), resource));
    end(&d, "smt_encodes_literals");
}

TEST(smt_encodes_types)
{
    static const TypeKind KINDS[] = {TYPE_ANY,    TYPE_BAD,     TYPE_INTEGER,
                                     TYPE_NUMBER, TYPE_STRING,  TYPE_BOOLEAN,
                                     TYPE_REGEXP, TYPE_TEMPLATE};
    struct desk d;
    start(&d);
    A a = d.a;
    const Type *integer = ty(a, TYPE_INTEGER), *string = ty(a, TYPE_STRING);
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        put_type(&d, ty(a, KINDS[i]));
    put_type(&d, ty_object(a, NULL, NULL, NULL, NULL));
    put_type(&d, ty_object(a, "id", integer, "?name", string));
    put_type(&d, ty_of(a, TYPE_MAP, integer));
    put_type(&d, ty_of(a, TYPE_ARRAY, ty_of(a, TYPE_ARRAY, string)));
    put_type(&d, ty_nat(a));
    put_type(&d, ty_two(a, TYPE_UNION, integer, string));
    put_type(&d, ty_two(a, TYPE_BOTH, integer, string));
    put_type(&d, ty_of(a, TYPE_NOT, integer));
    put_type(&d, ty_only(a, t_int(a, 1)));
    put_type(&d, ty_only(a, t_str(a, "b")));
    put_type(&d, type_if(a, span_nowhere(), d.any, integer, string));
    put_type(&d, ty_resource(a, "Employee"));
    put_type(&d, ty_resource(a, "Boss"));
    put_type(&d, ty_resource(a, "Employee"));
    end(&d, "smt_encodes_types");
}

/* Recursive types are predicates with an axiom, where that defines them. */
TEST(smt_encodes_aliases)
{
    Alias list = {.name = "List", .recursive = true};
    Alias tree = {.name = "Tree", .recursive = true};
    Alias paradox = {.name = "Paradox", .recursive = true};
    Alias through = {.name = "Through", .recursive = true};
    Alias conditional = {.name = "Conditional", .recursive = true};
    Alias plain = {.name = "Plain"}, unknown = {.name = "Unknown", .recursive = true};
    struct desk d;
    start(&d);
    A a = d.a;
    const Type *self = type_alias(a, span_nowhere(), &list);
    list.type = ty_object(a, "head", ty(a, TYPE_INTEGER), "?tail", self);
    tree.type = ty_two(a, TYPE_UNION, ty_only(a, t_null(a)),
                       ty_of(a, TYPE_ARRAY, type_alias(a, span_nowhere(), &tree)));
    paradox.type = ty_of(a, TYPE_NOT, type_alias(a, span_nowhere(), &paradox));
    through.type = type_alias(a, span_nowhere(), &list);
    const Binding *x = t_binding(a, "x", ty(a, TYPE_ANY));
    conditional.type =
        ty_where(a, x, t_in(a, t_use(a, x), type_alias(a, span_nowhere(), &conditional)));
    plain.type = ty(a, TYPE_INTEGER);
    put_type(&d, self);
    put_type(&d, type_alias(a, span_nowhere(), &tree));
    put_type(&d, type_alias(a, span_nowhere(), &paradox));
    put_type(&d, type_alias(a, span_nowhere(), &through));
    put_type(&d, type_alias(a, span_nowhere(), &conditional));
    put_type(&d, type_alias(a, span_nowhere(), &plain));
    put_type(&d, type_alias(a, span_nowhere(), &unknown));
    put_type(&d, self);
    end(&d, "smt_encodes_aliases");
}

TEST(smt_encodes_regexps)
{
    static const char *const SOURCES[] = {"^$",
                                          "^abc$",
                                          "a|b",
                                          "^(a|bc|)$",
                                          "^a*$",
                                          "^a+$",
                                          "^a?$",
                                          "^a{2}$",
                                          "^a{2,}$",
                                          "^a{2,5}$",
                                          "^a{0}$",
                                          "^[a-cx]$",
                                          "^[^a]$",
                                          "^.$",
                                          "^(ab){0,3}c$",
                                          "^[^]$",
                                          "^[]$",
                                          "^\\u{d7ff}$",
                                          "^[\\u{d7f0}-\\u{e001}]$",
                                          "^[\\u{2efff}-\\u{10ffff}]$",
                                          "^[\\u{2f001}-\\u{10ffff}]$",
                                          "^[a-\\u{2efff}]$",
                                          "^[a-\\u{2f000}]$"};
    struct desk d;
    start(&d);
    for (size_t i = 0; i < sizeof SOURCES / sizeof *SOURCES; i++) {
        const Term *t = smt_regexp(&d.f, SOURCES[i]);
        const char *text = encode_regexp(d.e, t->as.literal->as.regexp);
        assay_buf_printf(&d.out, "%s: %s\n", SOURCES[i], text ? text : "none");
    }
    end(&d, "smt_encodes_regexps");
}
