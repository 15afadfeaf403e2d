/*
 * What types and facts say without a prover: subtypes both ways, fields, facts.
 */
#include "harness.h"
#include "term/check.h"
#include "term/known.h"
#include "term_fixture.h"
#include <string.h>

/* ---- Subtypes. */

TEST(term_known_subtypes)
{
    static const struct {
        const char *t, *u;
        bool there, back; /* t of u, u of t */
    } cases[] = {
        {"Integer", "Any", true, false},
        {"Integer", "Integer", true, true},
        {"Integer", "Number", true, false},
        {"Integer", "String", false, false},
        {"email", "String", true, false},
        {"email", "uuid", false, false},
        {"Natural", "Integer", true, false},
        {"N", "Integer", true, false},
        {"N", "Number", true, false},
        {"{a: Any}", "{}", true, false},
        {"{a: Integer}", "{a: Number}", true, false},
        {"{a: Integer, b: Any}", "{a: Any}", true, false},
        {"{a: Any}", "{?a: Any}", true, false},
        {"{a: Integer}", "{?a: Integer}", true, false},
        {"{}", "{?a: Any}", true, true},
        {"{}", "{?a: Integer}", false, true},
        {"{?a: Integer}", "{a: Integer}", false, true},
        {"{*: Integer}", "{?a: Integer}", true, false},
        {"{*: Integer}", "{a: Integer}", false, false},
        {"{*: Integer}", "{*: Number}", true, false},
        {"{*: Integer}", "{}", true, false},
        {"{a: Integer} & {b: String}", "{a: Number, b: Any}", true, false},
        {"{a: Integer} & {b: String}", "{b: String}", true, false},
        {"{a: Integer} | {a: Integer, b: Any}", "{a: Number}", true, false},
        {"{a: Integer} | {b: Any}", "{a: Any}", false, false},
        {"Integer", "Integer | String", true, false},
        {"Integer | String", "String | Integer", true, true},
        {"Integer", "Integer & Number", true, true},
        {"Integer[]", "Any[]", true, false},
        {"Integer[][]", "Number[][]", true, false},
        {"(n: {} where n in {a: Any})", "{a: Any}", true, false},
        {"(n: Any where n in {a: Any} && n in {b: Any})", "{b: Any}", true, false},
        {"(n: Any where n in {a: Any} || n in {b: Any})", "{b: Any}", false, false},
        {"(n: Any where x in {a: Any})", "{a: Any}", false, false},
        {"(n: Integer where n > 0)", "(m: Integer where m > 0)", true, true},
        {"(n: Integer where n > 0)", "(m: Integer where m > 1)", false, false},
        {"if p then {a: Any} else {a: Integer}", "{a: Any}", true, false},
        {"if p then {a: Any} else {}", "{a: Any}", false, false},
        {"[x: Integer]", "Number", true, false},
        {"[1]", "Integer", false, false}, /* the prover's affair */
        {"!Integer", "!Integer", true, true},
        {"T", "{value: Integer}", true, false},
        {"T", "T", true, true},
        {"T[]", "{value: Integer}[]", true, false},
        {"R", "R", true, true},
        {"R", "Q", false, false},
        {"R", "Any", true, false},
    };
    struct term_fixture f;

    term_fixture_init(&f, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Type *t = term_fixture_good_type(&f, cases[i].t);
        const Type *u = term_fixture_good_type(&f, cases[i].u);
        if (known_subtype(t, u) != cases[i].there || known_subtype(u, t) != cases[i].back)
            harness_fail(HARNESS_HERE, "%s and %s", cases[i].t, cases[i].u);
    }
    term_fixture_done(&f);
}

TEST(term_known_fields)
{
    static const char *const has[] = {
        "{a: Any}",
        "{b: Any, a: Integer}",
        "{b: Any} & {a: Any}",
        "{a: Any} | {a: String}",
        "(n: {a: Any} where p)",
        "(n: Any where p && n in {a: Any})",
        "[x: {a: Any}]",
        "if p then {a: Any} else {a: Integer}",
    };
    static const char *const may_not[] = {
        "{}",
        "{?a: Any}",
        "{b: Any}",
        "{*: Any}",
        "Any",
        "{a: Any} | {}",
        "{a: Any} | Integer",
        "!{a: Any}",
        "{a: Any}[]",
        "(n: Any where p || n in {a: Any})",
        "[{a = 1}]",
        "T",
        "if p then {a: Any} else {}",
        "(n: Any where x in {a: Any})",
    };
    struct term_fixture f;

    term_fixture_init(&f, NULL);
    for (size_t i = 0; i < sizeof has / sizeof *has; i++)
        if (!known_has_field(term_fixture_good_type(&f, has[i]), "a"))
            harness_fail(HARNESS_HERE, "%s has a field", has[i]);
    for (size_t i = 0; i < sizeof may_not / sizeof *may_not; i++)
        if (known_has_field(term_fixture_good_type(&f, may_not[i]), "a"))
            harness_fail(HARNESS_HERE, "%s may have none", may_not[i]);
    CHECK(known_has_field(term_fixture_good_type(&f, "T"), "value"));
    term_fixture_done(&f);
}

/* ---- Facts. */

/* A scope with facts between semicolons; those that begin with ~ do not hold. */
static const Scope *scope_of(struct term_fixture *f, const char *facts)
{
    Checker c = {.diags = &f->diags, .arena = &f->arena};
    const Scope *scope = NULL;
    char one[200];

    while (*facts) {
        size_t len = strcspn(facts, ";");
        bool negated = *facts == '~';
        memcpy(one, facts + negated, len - negated);
        one[len - negated] = '\0';
        scope = scope_fact(&c, scope, term_fixture_good(f, one), negated);
        facts += len + (facts[len] == ';');
    }
    return scope;
}

/* The types known of a term, each as it is printed. */
static void check_known(struct term_fixture *f, const char *facts, const char *term,
                        const char *expected)
{
    struct assay_buf out;
    Known known;

    assay_buf_init(&out, NULL, 0);
    known_types(scope_of(f, facts), term_fixture_good(f, term), &known);
    for (uint32_t i = 0; i < known.count; i++)
        assay_buf_printf(&out, "%s%s", i > 0 ? "; " : "",
                         term_fixture_print_type(f, known.at[i]));
    CHECK_STR(out.at, expected);
    assay_buf_done(&out);
}

TEST(term_known_types_of_terms)
{
    struct term_fixture f;

    term_fixture_init(&f, NULL);
    check_known(&f, "", "i", "Integer");
    check_known(&f, "", "o.a", "Integer");
    check_known(&f, "", "o.b", "String"); /* if it is there */
    check_known(&f, "", "o.c", "");
    check_known(&f, "", "l[0]", "Integer");
    check_known(&f, "", "i + 1", "");
    check_known(&f, "x in Integer", "x", "Any; Integer");
    check_known(&f, "x in Integer;y in String;x in Natural", "x",
                "Any; (x: Integer where x >= 0); Integer");
    check_known(&f, "x in Integer && x in {a: String}", "x.a", "String");
    check_known(&f, "x in {a: {b: String}}", "x.a.b", "String");
    check_known(&f, "x in {a: Any};x.a in {b: String[]}", "x.a.b[0]", "String");
    check_known(&f, "x in {*: String}", "x.z", "String");
    check_known(&f, "x in (n: {a: Any} where n in {a: String})", "x.a", "Any; String");
    check_known(&f, "x in ({a: Any} & {a: String})", "x.a", "Any; String");
    check_known(&f, "l[i] in Natural", "l[i]", "Integer; (x: Integer where x >= 0)");
    check_known(&f, "l[i] in Natural", "l[j]", "Integer");
    /* what says nothing of it */
    check_known(&f, "~x in Integer", "x", "Any");
    check_known(&f, "x in Integer || x in String", "x", "Any");
    check_known(&f, "y in Integer", "x", "Any");
    check_known(&f, "!(x in Integer)", "x", "Any");
    /* each part of what holds, or of what does not */
    check_known(&f, "p && (q & x in String)", "x", "Any; String");
    check_known(&f, "~p || !(x in String)", "x", "Any; String");
    check_known(&f, "!(p | !(x in String))", "x", "Any; String");
    check_known(&f, "~p && !(x in String)", "x", "Any");
    term_fixture_done(&f);
}

TEST(term_known_in)
{
    static const struct {
        const char *facts, *term, *type;
        bool known;
    } cases[] = {
        {"", "1", "Integer", true},
        {"", "1", "Number", true},
        {"", "1.5", "Integer", false},
        {"", "1.5", "Number", true},
        {"", "null", "Any", true},
        {"", "null", "{}", false},
        {"", "true", "Boolean", true},
        {"", "\"a\"", "String", true},
        {"", "'/a'", "URITemplate", true},
        {"", "/a/", "Regexp", true},
        {"", "i + j", "Integer", true},
        {"", "i * 1.5", "Integer", false},
        {"", "i * 1.5", "Number", true},
        {"", "i / j", "Integer", true},
        {"", "-i", "Integer", true},
        {"", "x + 1", "Integer", false},
        {"", "x + 1", "Number", true},
        {"x in Integer", "x + 1", "Integer", true},
        {"", "s ++ t", "String", true},
        {"", "length(l)", "Integer", true},
        {"", "p && q", "Boolean", true},
        {"", "x in Any", "Boolean", true},
        {"", "forall n: Any . p", "Boolean", true},
        {"", "p ? 1 : i", "Integer", true},
        {"", "p ? 1 : s", "Integer", false},
        {"", "x", "Any", true},
        {"", "x", "Integer", false},
        {"", "o", "{a: Number}", true},
        {"", "[1]", "Any", true},
        {"x in T", "x.value", "Integer", true},
        {"x in T", "x.left.right.value", "Integer", true},
        {"x in ({a: Integer} | {a: Natural, b: Any})", "x.a", "Integer", true},
        {"x in ({a: Integer} | {a: String})", "x.a", "Integer", false},
        {"x in ({a: Integer} | {a: String})", "x.a", "Integer | String", true},
        {"x in ({a: Integer} | {b: Integer})", "x.a", "Integer", false},
        {"x in (Integer[] | Natural[])", "x[0]", "Number", true},
        {"x in (if p then {a: Integer} else {a: Natural})", "x.a", "Integer", true},
        {"x in ({a: Any} & ({a: Integer} | {a: Natural}))", "x.a", "Integer", true},
    };
    struct term_fixture f;

    term_fixture_init(&f, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (known_in(scope_of(&f, cases[i].facts), term_fixture_good(&f, cases[i].term),
                     term_fixture_good_type(&f, cases[i].type)) != cases[i].known)
            harness_fail(HARNESS_HERE, "%s in %s where %s", cases[i].term, cases[i].type,
                         cases[i].facts);
    term_fixture_done(&f);
}

/* Types that go on for ever are looked at so far and no further. */
TEST(term_known_ends_on_recursive_types)
{
    struct term_fixture f;
    const Type *t;

    term_fixture_init(&f, NULL);
    t = term_fixture_good_type(&f, "T");
    f.aliases.at[0]->type = term_fixture_good_type(&f, "{a: T & T, b: T | T, c: T[]}");
    CHECK(known_subtype(t, term_fixture_good_type(&f, "{a: {b: {c: {}[]}}}")));
    CHECK(!known_subtype(t, term_fixture_good_type(&f, "{a: {b: {a: {c: Integer}}}}")));
    term_fixture_done(&f);
}
