/*
 * Printing terms and types: what is printed reads as the same term, for every form and
 * for random terms, with no parentheses that are not needed.
 */
#include "choice/prng.h"
#include "harness.h"
#include "term_fixture.h"
#include <stdio.h>
#include <string.h>

static void check_round(struct term_fixture *f, const Term *t)
{
    const char *text = term_fixture_print(f, t);
    const Term *again = term_fixture_term(f, text);

    if (!again || f->diags.errors > 0 || !term_equal(t, again))
        harness_fail(HARNESS_HERE, "printed %s, read %s%s", text,
                     again ? term_fixture_print(f, again) : "less",
                     term_fixture_reports(f));
}

/* Each is printed as it is written: no parenthesis too many, none too few. */
TEST(term_print_terms)
{
    static const char *const texts[] = {
        "x",
        "-1",
        "--i",
        "-(-i + j)",
        "!(p && q)",
        "!!p",
        "1.5",
        "0.001",
        "null",
        "false",
        "\"a\\\"b\\\\c\"",
        "\"\\u0001\"",
        "'/a/{b}{?c}'",
        "/a\\/[/]/",
        "(i + j) * k",
        "i + j * k",
        "i - j - k",
        "i - (j - k)",
        "i / j / k",
        "i % (j * k)",
        "p ==> q ==> r",
        "(p ==> q) ==> r",
        "p => q => r",
        "(p => q) => r",
        "(p && q) && r",
        "(i == j) == (j == k)",
        "(p ? q : r) ? p : q",
        "p ? q : r ? p : q",
        "p ? q ? p : r : q",
        "(forall n: Any . p) && q",
        "forall n: Any . p && q",
        "forall n: N . exists m: N . n < m",
        "x in Integer[]",
        "x in !Integer",
        "x in (Integer | String)",
        "(x in Boolean) == p",
        "o.a",
        "o.\"b c\"",
        "o.in / 2",
        "o.\"\"",
        "(i + j).a",
        "l[i + 1][0]",
        "(l ++ l)[0]",
        "-o.a",
        "(-o).a",
        "[x, [], {}]",
        "{a = 1, \"b c\" = {}}",
        "length(l) + size(s)",
        "expand('/a', {b = 1})",
        "matches(/x/, s)",
        "s in email",
        "x repof e",
        "s uriof e",
        "p | q & r",
        "(p | q) & r",
        "s ++ t ++ \"\"",
        "\"é\" == s",
        "1.a",
        "1.e5",
    };
    struct term_fixture f;

    term_fixture_init(&f, NULL);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *text = texts[i];
        const Term *t = term_fixture_good(&f, text);
        check_round(&f, t);
        if (strcmp(text, "(p && q) && r") == 0)
            text = "p && q && r";
        CHECK_STR(term_fixture_print(&f, t), text);
    }
    term_fixture_done(&f);
}

TEST(term_print_types)
{
    static const char *const texts[] = {
        "Any",
        "Integer",
        "Number",
        "String",
        "Boolean",
        "Regexp",
        "URITemplate",
        "{}",
        "{a: Any, ?b: String, \"c d\": {}}",
        "{a: Integer | String & Any, ?b: if p then Integer else String}",
        "{*: {*: Integer}}",
        "{a: Integer | String, ?b: if p then Integer else String}",
        "{*: Integer | String}",
        "Integer[][]",
        "(Integer | String)[]",
        "(n: Integer where n > 0 && p)",
        "(_: Any where p)",
        "Integer | String & Any",
        "(Integer | String) & Any",
        "(Integer | String) | Any",
        "!Integer[]",
        "(!Integer)[]",
        "!(Integer | String)",
        "!!Any",
        "[1]",
        "[1][]",
        "[p ? 1 : 2: Integer]",
        "[x: Any | Integer]",
        "if p then Integer else String | Any",
        "(if p then Integer else String) | Any",
        "R",
        "T[]",
        "email | uuid",
        "{\"é\": Any}",
    };
    struct term_fixture f;

    term_fixture_init(&f, NULL);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const Type *t = term_fixture_good_type(&f, texts[i]);
        CHECK_STR(term_fixture_print_type(&f, t), texts[i]);
        CHECK(type_equal(t, term_fixture_good_type(&f, term_fixture_print_type(&f, t))));
    }
    term_fixture_done(&f);
}

TEST(term_print_language_of_a_file)
{
    char text[300];
    struct term_fixture f;

    term_fixture_init(&f, NULL);
    sprintf(text, "language \"%s/../../examples/languages/netstring.lang\"", TEST_DATA);
    CHECK_STR(term_fixture_print_type(&f, term_fixture_good_type(&f, text)), text);
    term_fixture_done(&f);
}

/* ---- Random terms. */

struct maker {
    struct term_fixture *f;
    struct assay_prng prng;
    const Binding *bound[64]; /* by quantifiers and refinements around */
    uint32_t nbound;
};

static uint32_t below(struct maker *m, uint32_t n)
{
    return (uint32_t)assay_prng_upto(&m->prng, n - 1);
}

static const Term *random_term(struct maker *m, int depth);
static const Type *random_type(struct maker *m, int depth);

static const Term *random_var(struct maker *m)
{
    uint32_t n = below(m, m->nbound + m->f->nvars);

    return term_var(&m->f->arena, span_nowhere(),
                    n < m->nbound ? m->bound[n] : m->f->vars[n - m->nbound].var);
}

static const Term *random_literal(struct maker *m)
{
    static const char *const texts[] = {"0",
                                        "7",
                                        "12345678901234567890123",
                                        "0.5",
                                        "1e-20",
                                        "\"\"",
                                        "\"a\"",
                                        "\"\\u0000\\uD83D\\uDE00\"",
                                        "true",
                                        "false",
                                        "null",
                                        "'/a/{b,c}{?d}'",
                                        "''",
                                        "/a|b/",
                                        "/[/\\]]+/",
                                        "/\\d{2}/"};

    return term_fixture_good(m->f, texts[below(m, sizeof texts / sizeof *texts)]);
}

static const char *random_name(struct maker *m)
{
    static const char *const names[] = {"a", "b", "in", "type", "é",    "b c",
                                        "",  "0", "\"", "e5",   "\x01", "forall"};

    return names[below(m, sizeof names / sizeof *names)];
}

static const Term *random_op(struct maker *m, int depth)
{
    const Term *args[2];
    TermOp op;
    uint32_t count;

    do
        op = (TermOp)below(m, TERM_OPS);
    while (op == OP_PRE || op == OP_MKARRAY || op == OP_SET_ITEM || op == OP_SET_FIELD);
    count = (uint32_t)strlen(op_arguments(op));
    for (uint32_t i = 0; i < count; i++)
        args[i] = random_term(m, depth - 1);
    return term_op(&m->f->arena, span_nowhere(), span_nowhere(), op, args, count);
}

static const Binding *random_binding(struct maker *m, int depth)
{
    static const char *const names[] = {"n", "m", "x", "request", "é"};

    return binding_new(&m->f->arena, names[below(m, 5)], random_type(m, depth - 1),
                       span_nowhere());
}

/* A later variable of the same name hides an earlier one; then that is not used. */
static bool is_hidden(const struct maker *m, const Term *t)
{
    for (uint32_t i = 0; i < m->nbound; i++)
        for (uint32_t k = 0; k < m->nbound; k++)
            if (i != k && strcmp(m->bound[i]->name, m->bound[k]->name) == 0)
                return true;
    for (uint32_t i = 0; i < m->nbound; i++)
        if (strcmp(m->bound[i]->name, "x") == 0 &&
            term_mentions(t, term_fixture_var(m->f, "x")))
            return true;
    return false;
}

static const Term *under(struct maker *m, const Binding *b, int depth)
{
    const Term *t;

    m->bound[m->nbound++] = b;
    t = random_term(m, depth - 1);
    if (is_hidden(m, t))
        t = term_literal(&m->f->arena, span_nowhere(), value_boolean(true));
    m->nbound--;
    return t;
}

static const Term *random_object(struct maker *m, int depth)
{
    TermMember members[3];
    uint32_t count = 0;

    for (uint32_t i = below(m, 4); i > 0; i--) {
        const char *name = random_name(m);
        bool used = false;
        for (uint32_t k = 0; k < count; k++)
            used |= strcmp(members[k].name, name) == 0;
        if (!used)
            members[count++] =
                (TermMember){name, span_nowhere(), random_term(m, depth - 1)};
    }
    return term_object(&m->f->arena, span_nowhere(), members, count);
}

static const Term *random_array(struct maker *m, int depth)
{
    const Term *items[3];
    uint32_t count = below(m, 4);

    for (uint32_t i = 0; i < count; i++)
        items[i] = random_term(m, depth - 1);
    return term_array(&m->f->arena, span_nowhere(), items, count);
}

static const Term *random_term(struct maker *m, int depth)
{
    struct assay_arena *a = &m->f->arena;
    const Binding *b;

    switch (depth <= 0 ? below(m, 2) : below(m, 14)) {
    case 0:
        return random_var(m);
    case 1:
        return random_literal(m);
    case 2:
        return term_cond(a, span_nowhere(), random_term(m, depth - 1),
                         random_term(m, depth - 1), random_term(m, depth - 1));
    case 3:
    case 4:
        return term_in(a, span_nowhere(), random_term(m, depth - 1),
                       random_type(m, depth - 1));
    case 5:
        return random_object(m, depth);
    case 6:
        return random_array(m, depth);
    case 7:
        return term_field(a, span_nowhere(), span_nowhere(), random_term(m, depth - 1),
                          random_name(m));
    case 8:
        return term_index(a, span_nowhere(), random_term(m, depth - 1),
                          random_term(m, depth - 1));
    case 9:
        b = random_binding(m, depth);
        return term_quant(a, span_nowhere(), below(m, 2), b, under(m, b, depth));
    default:
        return random_op(m, depth);
    }
}

static const Type *random_fields(struct maker *m, int depth)
{
    TypeField fields[3];
    uint32_t count = 0;

    for (uint32_t i = below(m, 4); i > 0; i--) {
        const char *name = random_name(m);
        bool used = false;
        for (uint32_t k = 0; k < count; k++)
            used |= strcmp(fields[k].name, name) == 0;
        if (!used)
            fields[count++] =
                (TypeField){name, span_nowhere(), random_type(m, depth - 1), below(m, 2)};
    }
    return type_object(&m->f->arena, span_nowhere(), fields, count);
}

static const Type *random_type(struct maker *m, int depth)
{
    static const char *const simple[] = {"Any",     "Integer", "Number",      "String",
                                         "Boolean", "Regexp",  "URITemplate", "T",
                                         "N",       "R",       "email"};
    static const TypeKind of[] = {TYPE_MAP, TYPE_ARRAY, TYPE_NOT};
    struct assay_arena *a = &m->f->arena;
    const Type *list[3];
    const Binding *b;

    switch (depth <= 0 ? 0 : below(m, 9)) {
    case 0:
    case 1:
        return term_fixture_good_type(m->f,
                                      simple[below(m, sizeof simple / sizeof *simple)]);
    case 2:
        return random_fields(m, depth);
    case 3:
    case 4:
        return type_of(a, span_nowhere(), of[below(m, 3)], random_type(m, depth - 1));
    case 5:
        b = random_binding(m, depth);
        return type_refine(a, span_nowhere(), b, under(m, b, depth));
    case 6:
        for (int i = 0; i < 3; i++)
            list[i] = random_type(m, depth - 1);
        return type_list(a, span_nowhere(), below(m, 2) ? TYPE_UNION : TYPE_BOTH, list,
                         2 + below(m, 2));
    case 7:
        return type_only(a, span_nowhere(), random_term(m, depth - 1),
                         below(m, 2) ? random_type(m, depth - 1) : NULL);
    default:
        return type_if(a, span_nowhere(), random_term(m, depth - 1),
                       random_type(m, depth - 1), random_type(m, depth - 1));
    }
}

TEST(term_print_random_terms_read_the_same)
{
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct term_fixture f;
        struct maker m = {.f = &f};
        term_fixture_init(&f, NULL);
        assay_prng_init(&m.prng, 20, seed);
        for (int i = 0; i < 20; i++)
            check_round(&f, random_term(&m, 1 + i % 5));
        term_fixture_done(&f);
    }
}

/* No pair of parentheses can be left out: without it the text is no term, or another one.
 * Those around a quantifier are for the reader's eyes and stay. */
static void check_needed(struct term_fixture *f, const Term *t)
{
    char text[4096];
    const char *printed = term_fixture_print(f, t);

    for (size_t open = 0; printed[open] && strlen(printed) < sizeof text; open++) {
        size_t close = open;
        int depth = 0;
        const Term *less;
        if (printed[open] != '(' || strchr("\"'/", printed[open + 1]) ||
            (open > 0 && strchr("hezds", printed[open - 1])))
            continue;
        do
            depth += printed[close] == '(' ? 1 : printed[close] == ')' ? -1 : 0;
        while (depth > 0 && printed[++close]);
        if (!printed[close])
            continue;
        strcpy(text, printed);
        text[open] = text[close] = ' ';
        less = term_fixture_term(f, text);
        if (less && f->diags.errors == 0 && term_equal(t, less))
            harness_fail(HARNESS_HERE, "%s needs no parenthesis at %zu", printed, open);
        term_fixture_reports(f);
    }
}

static const Term *random_operators(struct maker *m, int depth)
{
    const Term *args[2];
    TermOp op;

    if (depth == 0)
        return random_var(m);
    do
        op = (TermOp)below(m, TERM_OPS);
    while (op_is_function(op));
    args[0] = random_operators(m, depth - 1);
    args[1] = random_operators(m, depth - 1);
    return term_op(&m->f->arena, span_nowhere(), span_nowhere(), op, args,
                   (uint32_t)strlen(op_arguments(op)));
}

TEST(term_print_has_no_parentheses_too_many)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct term_fixture f;
        struct maker m = {.f = &f};
        term_fixture_init(&f, NULL);
        assay_prng_init(&m.prng, 21, seed);
        for (int i = 0; i < 20; i++) {
            const Term *t = random_operators(&m, 1 + i % 4);
            check_round(&f, t);
            check_needed(&f, t);
        }
        term_fixture_done(&f);
    }
}
