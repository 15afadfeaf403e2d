/* Evaluation: terms, types as sets, quantifiers, faults and limits. */
#include "harness.h"
#include "prefix_terms.h"
#include "term/eval.h"
#include "term/regexp.h"
#include "torture.h"

#include <assay/languages.h>
#include <stdio.h>
#include <string.h>

/* The value as text, or the failure: "fault: division by zero". */
static const char *outcome(struct prefix_terms *f, EvalStatus status, const Value *v,
                           const Eval *e)
{
    static const char *const names[] = {"", "fault: ", "limit: ", "memory: "};
    struct assay_buf b;
    assay_buf_init(&b, NULL, 0);
    assay_buf_puts(&b, names[status]);
    if (status)
        assay_buf_puts(&b, e->why);
    else
        value_print(v, &b);
    const char *text = assay_arena_text(&f->arena, b.at, b.len);
    assay_buf_done(&b);
    return text;
}

static const char *evaluated(struct prefix_terms *f, const char *source,
                             const EvalFrame *frame, const EvalWorld *world)
{
    Eval e;
    const Value *v = NULL;
    const Term *t = prefix_term(f, source);
    eval_init(&e, &f->arena, world);
    EvalStatus status = eval_term(&e, t, frame, &v);
    CHECK((v == NULL) == (status != EVAL_OK));
    CHECK_UINT(e.depth, 0);
    return outcome(f, status, v, &e);
}

typedef const char *Case[2];

static void check_cases(const Case *cases, size_t count, const EvalWorld *world)
{
    for (size_t i = 0; i < count; i++) {
        struct prefix_terms f;
        prefix_init(&f);
        EvalFrame frame = {prefix_var(&f, "free"), prefix_json(&f, "[10,20,30]"), NULL};
        prefix_var(&f, "unbound");
        const char *actual = evaluated(&f, cases[i][0], &frame, world);
        if (strcmp(actual, cases[i][1]) != 0)
            harness_fail(HARNESS_HERE, "%s is %s, not %s", cases[i][0], actual,
                         cases[i][1]);
        prefix_done(&f);
    }
}

#define CHECK_CASES(CASES) check_cases(CASES, sizeof CASES / sizeof *CASES, NULL)

TEST(term_eval_numbers)
{
    static const Case cases[] = {
        {"(+ 1 2)", "3"},
        {"(- 1 2.5)", "-1.5"},
        {"(+ 0.5 0.5)", "1"},
        {"(* 1.5 2)", "3"},
        {"(* 99999999999 99999999999)", "9999999999800000000001"},
        {"(- 5)", "-5"},
        {"(- 0.5)", "-0.5"},
        {"(/ 7 2)", "3"},
        {"(/ -7 2)", "-4"},
        {"(/ 7 -2)", "-3"},
        {"(/ -7 -2)", "4"},
        {"(% 7 -2)", "1"},
        {"(% -7 2)", "1"},
        {"(% -7 -2)", "1"},
        {"(/ 1 0)", "fault: division by zero"},
        {"(% 1 0)", "fault: division by zero"},
        {"(< 1 2)", "true"},
        {"(< 2 2.0)", "false"},
        {"(<= 2 2.0)", "true"},
        {"(> 2.5 2)", "true"},
        {"(>= -1.5 -1.25)", "false"},
        {"(+ 1 \"a\")", "fault: '+' needs numbers, not a string"},
        {"(+ null 1)", "fault: '+' needs numbers, not null"},
        {"(< 1 true)", "fault: '<' needs numbers, not a Boolean"},
        {"(/ 1 0.5)", "fault: '/' needs integers, not a number with a fraction"},
        {"(- (arr))", "fault: '-' needs a number, not an array"},
    };
    CHECK_CASES(cases);
}

TEST(term_eval_conditions)
{
    static const Case cases[] = {
        {"(&& true false)", "false"},
        {"(&& false (/ 1 0))", "false"},
        {"(&& false 1)", "false"},
        {"(&& true 1)", "fault: '&&' needs Booleans, not an integer"},
        {"(& false (== (/ 1 0) 1))", "fault: division by zero"},
        {"(& true true)", "true"},
        {"(|| true (/ 1 0))", "true"},
        {"(|| false true)", "true"},
        {"(|| false false)", "false"},
        {"(| true (== (/ 1 0) 1))", "fault: division by zero"},
        {"(| false true)", "true"},
        {"(==> false (/ 1 0))", "true"},
        {"(==> true false)", "false"},
        {"(==> true true)", "true"},
        {"(=> false (== (/ 1 0) 1))", "fault: division by zero"},
        {"(=> true false)", "false"},
        {"(=> false false)", "true"},
        {"(<=> true false)", "false"},
        {"(<=> false false)", "true"},
        {"(! true)", "false"},
        {"(! 1)", "fault: '!' needs a Boolean, not an integer"},
        {"(? true 1 (/ 1 0))", "1"},
        {"(? false (/ 1 0) 2)", "2"},
        {"(? 1 1 2)", "fault: a condition is a Boolean, not an integer"},
    };
    CHECK_CASES(cases);
}

TEST(term_eval_equality_and_data)
{
    static const Case cases[] = {
        {"(== 1 1.0)", "true"},
        {"(== 1 \"1\")", "false"},
        {"(!= null false)", "true"},
        {"(== (obj a 1 b (arr)) (obj b (arr) a 1.0))", "true"},
        {"(== (arr 1 2) (arr 2 1))", "false"},
        {"(obj b (+ 1 1) a \"x\")", "{a = \"x\", b = 2}"},
        {"(. (obj a 1) a)", "1"},
        {"(. (obj a 1) b)", "fault: the object has no field 'b'"},
        {"(. null b)", "fault: null has no field 'b'"},
        {"(. (arr) length)", "fault: an array has no field 'length'"},
        {"(@ free 2)", "30"},
        {"(@ free 2.0)", "30"},
        {"(@ free 3)", "fault: the index is outside the array's length 3"},
        {"(@ free -1)", "fault: the index is outside the array's length 3"},
        {"(@ free 99999999999999999999)",
         "fault: the index is outside the array's length 3"},
        {"(@ free \"0\")", "fault: an index is an integer, not a string"},
        {"(@ \"abc\" 0)", "fault: a string has no elements"},
        {"(length free)", "3"},
        {"(length \"abc\")", "fault: 'length' needs an array, not a string"},
        {"(size \"a\xc3\xa9\xf0\x9f\x98\x80\")", "3"},
        {"(size free)", "fault: 'size' needs a string, not an array"},
        {"(++ \"ab\" \"cd\")", "\"abcd\""},
        {"(++ \"ab\" 1)", "fault: '++' needs strings, not an integer"},
        {"unbound", "limit: 'unbound' has no value here"},
        {"(repof 1 1)", "fault: 'repof' needs a resource, not an integer"},
    };
    CHECK_CASES(cases);
}

TEST(term_eval_templates_and_expressions)
{
    static const Case cases[] = {
        {"(expand '/u/{id}{?q}' (obj id 7 q \"a b\"))", "\"/u/7?q=a%20b\""},
        {"(expand '/u/{id}' (obj))", "\"/u/\""},
        {"(expand '/u/{id}' (obj id (arr (arr 1))))", "fault: 'id' cannot be expanded"},
        {"(expand '/u' 1)", "fault: 'expand' needs an object, not an integer"},
        {"(expand \"/u\" (obj))", "fault: 'expand' needs a URI template, not a string"},
        {"(matches /^a+$/ 1)", "fault: 'matches' needs a string, not an integer"},
        {"(in '/a' URITemplate)", "true"},
        {"(in \"/a\" URITemplate)", "false"},
        {"(in /a/ Regexp)", "true"},
    };
    CHECK_CASES(cases);
}

TEST(term_eval_matches_expressions)
{
    struct prefix_terms f;
    Eval e;
    const Value *v;
    prefix_init(&f);
    const Term *t = prefix_term(&f, "(& (matches /^a+$/ \"aa\") (matches /b/ \"abc\"))");
    eval_init(&e, &f.arena, NULL);
    CHECK_INT(eval_term(&e, t, NULL, &v), EVAL_OK);
    CHECK(v->as.boolean);
    Regexp *r = NULL;
    size_t at;
    const char *why;
    CHECK_INT(regexp_read(&f.arena, assay_str("^(a|b)*a(a|b){40}$"), &r, &at, &why),
              REGEXP_OK);
    const Term *const args[] = {
        term_literal(&f.arena, span_nowhere(), value_regexp(&f.arena, r)),
        prefix_term(&f, "\"a\"")};
    t = term_op2(&f.arena, OP_MATCHES, args[0], args[1]);
    CHECK_INT(eval_term(&e, t, NULL, &v), EVAL_LIMIT);
    CHECK_STR(e.why, "the regular expression is too large");
    CHECK(e.where == t);
    prefix_done(&f);
}

/* ---- Types. */

typedef struct {
    const char *type, *members, *others; /* JSON, with blanks between */
} Set;

static void check_members(struct prefix_terms *f, const char *source, const Type *type,
                          const char *values, bool expected)
{
    char text[200];
    while (*values) {
        size_t len = strcspn(values, " ");
        Eval e;
        bool in = !expected;
        snprintf(text, sizeof text, "%.*s", (int)len, values);
        eval_init(&e, &f->arena, NULL);
        EvalStatus status = eval_in(&e, prefix_json(f, text), type, NULL, &in);
        if (status || in != expected)
            harness_fail(HARNESS_HERE, "%s in %s: %s", text, source,
                         status ? e.why : "wrong");
        values += len + (values[len] == ' ');
    }
}

TEST(term_eval_types_are_sets)
{
    static const Set sets[] = {
        {"Any", "null 1 \"a\" [] {}", ""},
        {"Bad", "null 1", ""},
        {"Integer", "0 -5 1.0 99999999999999999999", "0.5 \"1\" null"},
        {"Number", "0 0.5", "\"1\" null"},
        {"String", "\"\" \"a\"", "1 []"},
        {"Boolean", "true false", "0 null"},
        {"(rec a Integer ?b String)",
         "{\"a\":1} {\"a\":1,\"b\":\"\"} {\"a\":1,\"c\":null}",
         "{} {\"a\":\"\"} {\"a\":1,\"b\":1} [] {\"b\":\"\"}"},
        {"(rec)", "{} {\"a\":1}", "[] null"},
        {"(map Integer)", "{} {\"a\":1,\"b\":2}", "{\"a\":1,\"b\":\"\"} []"},
        {"(list Boolean)", "[] [true,false]", "[true,1] {}"},
        {"(ref x Integer (> x 3))", "4 100", "3 4.5 \"a\""},
        {"(ref x Integer (some y Integer (&& (<= 0 y) (&& (<= y x) (== (* y y) x)))))",
         "0 1 4 9", "2 3 5 -1"},
        {"(| Integer String)", "1 \"a\"", "null 0.5"},
        {"(& (rec a Integer) (rec b Integer))", "{\"a\":1,\"b\":2}",
         "{\"a\":1} {\"b\":1}"},
        {"(! Integer)", "\"a\" 0.5", "1"},
        {"(only 1)", "1 1.0", "2 null"},
        {"(only (+ 1 1) Integer)", "2", "1"},
        {"(only 1 String)", "", "1 \"1\""},
        {"(if (< 1 2) Integer String)", "1", "\"a\""},
        {"(if (< 2 1) Integer String)", "\"a\"", "1"},
        {"(res User)", "", "1 null {}"},
    };
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        struct prefix_terms f;
        prefix_init(&f);
        const Type *type = prefix_type(&f, sets[i].type);
        check_members(&f, sets[i].type, type, sets[i].members, true);
        check_members(&f, sets[i].type, type, sets[i].others, false);
        prefix_done(&f);
    }
}

TEST(term_eval_recursive_types)
{
    struct prefix_terms f;
    prefix_init(&f);
    const Type *tree =
        prefix_alias(&f, "Tree", "(| (only null) (rec left Tree right Tree))");
    check_members(&f, "Tree", tree,
                  "null {\"left\":null,\"right\":{\"left\":null,\"right\":null}}", true);
    check_members(&f, "Tree", tree, "1 {\"left\":null} {\"left\":null,\"right\":1}",
                  false);
    prefix_done(&f);
}

TEST(term_eval_types_that_lead_nowhere)
{
    static const char *const types[] = {"(| Loop Integer)", "Loop", "(ref x Loop true)"};
    for (size_t i = 0; i < 3; i++) {
        struct prefix_terms f;
        Eval e;
        bool in;
        prefix_init(&f);
        const Type *type = prefix_alias(&f, "Loop", types[i]);
        eval_init(&e, &f.arena, NULL);
        CHECK_INT(eval_in(&e, value_null(), type, NULL, &in), EVAL_LIMIT);
        CHECK_STR(e.why, "it is nested too deep");
        const char *text =
            evaluated(&f, "(all x (& Loop (ref y Loop true)) true)", NULL, NULL);
        CHECK(strncmp(text, "limit: ", 7) == 0);
        prefix_done(&f);
    }
}

TEST(term_eval_languages_and_resources_as_types)
{
    struct prefix_terms f;
    Eval e;
    bool in;
    prefix_init(&f);
    const Type *ip =
        type_language(&f.arena, span_nowhere(), "ipv4", assay_language_ipv4());
    check_members(&f, "ipv4", ip, "\"10.0.0.1\"", true);
    check_members(&f, "ipv4", ip, "\"10.0.0\" 1 null", false);
    const Type *user = prefix_type(&f, "(res User)");
    eval_init(&e, &f.arena, NULL);
    CHECK_INT(eval_in(&e, value_resource(&f.arena, "User", 1), user, NULL, &in), EVAL_OK);
    CHECK(in);
    CHECK_INT(eval_in(&e, value_resource(&f.arena, "Book", 1), user, NULL, &in), EVAL_OK);
    CHECK(!in);
    prefix_done(&f);
}

TEST(term_eval_faults_in_types_are_faults)
{
    static const Case cases[] = {
        {"(in \"a\" (ref x Any (> x 3)))", "fault: '>' needs numbers, not a string"},
        {"(in 1 (ref x Integer x))", "fault: a condition is a Boolean, not an integer"},
        {"(in 1 (only (/ 1 0)))", "fault: division by zero"},
        {"(in \"a\" (& Integer (ref x Any (> x 3))))", "false"},
        {"(in 1 (if (. free a) Any Any))", "fault: an array has no field 'a'"},
    };
    CHECK_CASES(cases);
}

/* ---- Quantifiers. */

#define INFINITE "limit: a quantifier over infinitely many values"

TEST(term_eval_quantifiers_over_finite_types)
{
    static const Case cases[] = {
        {"(all b Boolean (|| b (! b)))", "true"},
        {"(all b Boolean b)", "false"},
        {"(some b Boolean b)", "true"},
        {"(all x (| (only 1) (only 2) Boolean) (in x (| Integer Boolean)))", "true"},
        {"(some x (| (only 1) (only 2)) (== x 3))", "false"},
        {"(all x (only 5 String) (== 1 2))", "true"},
        {"(all x (if true (only 1) Any) (== x 1))", "true"},
        {"(all x (& Any (only 1)) (== x 1))", "true"},
        {"(all x (& (ref y Any (== y 3)) Integer) (== x 3))", "true"},
        {"(all x (| Integer (& Any Boolean)) (in x Any))", INFINITE},
        {"(all x (only 1) (all y (only x) (== x y)))", "true"},
        {"(all x (only (/ 1 0)) true)", "fault: division by zero"},
    };
    CHECK_CASES(cases);
}

TEST(term_eval_quantifiers_with_bounds)
{
    static const Case cases[] = {
        {"(all i Integer (==> (&& (<= 0 i) (< i (length free))) (> (@ free i) 9)))",
         "true"},
        {"(all i Integer (==> (&& (<= 0 i) (< i (length free))) (> (@ free i) 10)))",
         "false"},
        {"(all i Integer (=> (& (>= i 20) (> 30 i)) (in i Integer)))", "true"},
        {"(all i Integer (==> (<= 20 i) (==> (<= i 30) (< i 30))))", "false"},
        {"(some i Integer (&& (< 20 i) (&& (<= i 30) (== (% i 7) 0))))", "true"},
        {"(some i Integer (&& (< 22 i) (&& (< i 28) (== (% i 7) 0))))", "false"},
        {"(all i (ref k Integer (&& (<= 50 k) (<= k 60))) (> i 49))", "true"},
        {"(all i (ref k Integer (&& (<= 50 k) (<= k 60))) (> i 50))", "false"},
        {"(all i (ref k (ref m Integer (> m 11)) (< k 20)) (!= i 15))", "false"},
        {"(all i (& (ref k Integer (> k 11)) (ref k Integer (< k 20))) (!= i 20))",
         "true"},
        {"(all i Integer (==> (&& (< 11.5 i) (< i 13.5)) (| (== i 12) (== i 13))))",
         "true"},
        {"(all i Integer (==> (&& (<= -13.5 i) (<= i -11.5)) (| (== i -12) (== i -13))))",
         "true"},
        {"(some i Integer (&& (< 11.5 i) (&& (< i 13.5) (== i 13))))", "true"},
        {"(some i Integer (&& (< 19.5 i) (&& (< i 21.5) (== (% i 7) 0))))", "true"},
        {"(all i Integer (==> (&& (< 0 i) (&& (< i 20) (< i 99999))) (< i 20)))", "true"},
        {"(all i Integer (==> (&& (< i 20) (&& (> i 10) (> i -99999))) (< 10 i)))",
         "true"},
        {"(all i Integer (==> (&& (< 5 i) (< i 5)) (/ 1 0)))", "true"},
        {"(some i Integer (&& (<= 99999999999999999999 i)"
         " (&& (<= i 100000000000000000003) (== (% i 10) 3))))",
         "true"},
        {"(some x Any (&& (== x \"abc\") (== (size x) 3)))", "true"},
        {"(all x String (==> (== x \"abc\") (== (size x) 4)))", "false"},
        {"(all x String (==> (== x 5) (== 1 2)))", "true"},
        {"(all i Integer (==> (&& (<= 0 i) (< i 10000)) (>= i 0)))", "true"},
        {"(all i Integer (==> (&& (<= 0 i) (< i 10001)) (>= i 0)))",
         "limit: a quantifier over too many values"},
        {"(all i Integer (==> (&& (<= 0 i) (< i 10001)) (!= i 7)))", "false"},
    };
    CHECK_CASES(cases);
}

/* Variables of quantifiers inside of one bound its own. */
TEST(term_eval_quantifiers_with_bounds_of_each_other)
{
    static const Case cases[] = {
        {"(all i Integer (all j Integer (==> (&& (<= 0 i) (&& (< i j) (< j (length "
         "free))))"
         " (!= (@ free i) (@ free j)))))",
         "true"},
        {"(all i Integer (all j Integer (==> (&& (<= 0 i) (&& (< i j) (< j (length "
         "free))))"
         " (!= (+ (@ free i) 20) (@ free j)))))",
         "false"},
        {"(all i (ref k Integer (>= k 0)) (all j (ref k Integer (< k 5))"
         " (==> (> j i) (< i 4))))",
         "true"},
        {"(all i Integer (==> (<= 0 i) (all j Integer (==> (&& (<= i j) (< j 5)) (< i "
         "5)))))",
         "true"},
        {"(all i Integer (all j Integer (all k Integer"
         " (==> (&& (< 0 i) (&& (< i j) (&& (< j k) (< k 5)))) (< i 3)))))",
         "true"},
        {"(some i Integer (some j Integer (&& (<= 18 i) (&& (< i j) (&& (< j 20)"
         " (== (+ i j) 37))))))",
         "true"},
        {"(some i Integer (some j Integer (&& (<= 18 i) (&& (< i j) (&& (< j 20)"
         " (== (+ i j) 38))))))",
         "false"},
        {"(all i Integer (all j Integer (==> (&& (< i j) (< j i)) (== i i))))", INFINITE},
        {"(all i Integer (some j Integer (&& (< i j) (< j 3))))", "false"},
        {"(all i Integer (all j Integer (==> (&& (<= 0 i) (&& (< i j) (< j 4)))"
         " (<= i j))))",
         "true"},
        {"(all i Integer (all j Integer (==> (&& (<= 10 i) (&& (< i j) (< j 21)))"
         " (!= (+ i j) 39))))",
         "false"},
        {"(some i Integer (some j Integer (&& (<= 10 i) (&& (< i j) (&& (< j 21)"
         " (== (* i j) 380))))))",
         "true"},
        {"(some i Integer (some j Integer (&& (<= 10 i) (&& (< i j) (&& (< j 21)"
         " (== (* i j) 381))))))",
         "false"},
        {"(all i Integer (all j (ref k Integer (< k 30)) (==> (&& (< 25 i) (> j (+ i 1)))"
         " (!= i 27))))",
         "false"},
        {"(all i Integer (all j Integer (==> (&& (< i j) (&& (< j i) (< 0 i))) (== i "
         "j))))",
         INFINITE},
        {"(all i Integer (some j Integer (&& (< i j) (< j 9))))", "false"},
    };
    CHECK_CASES(cases);
}

TEST(term_eval_quantifiers_by_small_values)
{
    static const Case cases[] = {
        {"(some i Integer (== (* i i) 49))", "true"},
        {"(some i Integer (== (* i i) 50))", INFINITE},
        {"(all i Integer (> i 0))", "false"},
        {"(all i Integer (== (* i 0) 0))", INFINITE},
        {"(all i Integer (==> (<= 0 i) (>= i 0)))", INFINITE},
        {"(some s String (== (size s) 1))", "true"},
        {"(some x Any (in x (list Integer)))", "true"},
        {"(some x (! Integer) (== x null))", "true"},
        {"(some x (list Any) (== (length x) 0))", "true"},
        {"(all x (rec) (in x (rec a Any)))", "false"},
        {"(all x Any (== (+ x 1) 0))", "false"},
        {"(some x Any (== (+ x 1) 0))", "true"},
        {"(some x Any (== (+ x 1) 100))", "fault: '+' needs numbers, not null"},
        {"(all i Integer (==> (&& (in free Integer) (< i (length 1))) (== i i)))",
         INFINITE},
    };
    CHECK_CASES(cases);
}

/* A candidate that is not decided does not hide one that decides. */
TEST(term_eval_quantifiers_pass_over_limits)
{
    static const Case cases[] = {
        {"(some b Boolean (? b true unbound))", "true"},
        {"(some b Boolean (? b false unbound))", "limit: 'unbound' has no value here"},
        {"(all b Boolean (? b false unbound))", "false"},
        {"(all b Boolean (? b true unbound))", "limit: 'unbound' has no value here"},
    };
    CHECK_CASES(cases);
}

/* Neither does a part of a value that is not decided. */
TEST(term_eval_types_pass_over_limits)
{
    static const char limit[] = "limit: 'unbound' has no value here";
    static const Case cases[] = {
        {"(in free (list (ref x Integer (? (== x 10) unbound (!= x 30)))))", "false"},
        {"(in free (list (ref x Integer (? (== x 10) unbound true))))", limit},
        {"(in free (list (ref x Integer (? (== x 10) unbound (== (/ 1 0) x)))))", limit},
        {"(in free (| (ref x Any unbound) (list Integer)))", "true"},
        {"(in free (| (ref x Any unbound) String))", limit},
        {"(in free (& (ref x Any unbound) String))", "false"},
        {"(in free (& (ref x Any unbound) (list Integer)))", limit},
    };
    CHECK_CASES(cases);
}

/* ---- Resources. Resource 1 of User is represented by 10 now, and was by 5 before. */

static int repof(void *ctx, const Value *representation, const Value *resource, bool pre)
{
    int64_t x = -1;
    (void)ctx;
    if (representation->kind != VALUE_INTEGER)
        return -1;
    CHECK(integer_to_i64(representation->as.integer, &x));
    return resource->as.resource.id == 1 && x == (pre ? 5 : 10);
}

static bool resources(void *ctx, const char *type, const Value *const **ret_items,
                      uint32_t *ret_count)
{
    *ret_items = ctx;
    *ret_count = 2;
    return strcmp(type, "User") == 0;
}

TEST(term_eval_resources)
{
    static const Case cases[] = {
        {"(some u (res User) (repof 10 u))", "true"},
        {"(some u (res User) (repof 5 u))", "false"},
        {"(some u (res User) (pre (repof 5 u)))", "true"},
        {"(pre (some u (res User) (repof 5 u)))", "true"},
        {"(some u (res User) (& (pre (repof 5 u)) (repof 10 u)))", "true"},
        {"(all u (res User) (repof 10 u))", "false"},
        {"(some u (res User) (repof \"a\" u))", "limit: 'repof' is not known here"},
        {"(some u (res User) (uriof \"/a\" u))", "limit: 'uriof' is not known here"},
        {"(some u (res Book) (repof 10 u))", "limit: the resources are not known here"},
    };
    Value users[] = {{.kind = VALUE_RESOURCE, .as.resource = {"User", 1}},
                     {.kind = VALUE_RESOURCE, .as.resource = {"User", 2}}};
    const Value *items[] = {&users[0], &users[1]};
    EvalWorld world = {.ctx = items, .repof = repof, .resources = resources};
    check_cases(cases, sizeof cases / sizeof *cases, &world);
}

TEST(term_eval_without_a_world)
{
    static const Case cases[] = {
        {"(some u (res User) (repof 10 u))", "limit: the resources are not known here"},
    };
    CHECK_CASES(cases);
}

/* ---- Limits. */

TEST(term_eval_steps_are_limited)
{
    static const Case cases[] = {
        {"(all i Integer (==> (&& (<= 0 i) (< i 9000))"
         " (all k Integer (==> (&& (<= 0 k) (< k 9000)) (>= (+ i k) 0)))))",
         "limit: it takes too many steps"},
    };
    CHECK_CASES(cases);
}

TEST(term_eval_depth_is_limited)
{
    struct prefix_terms f;
    Eval e;
    const Value *v;
    prefix_init(&f);
    const Term *t = prefix_term(&f, "1");
    for (int i = 0; i < 5000; i++)
        t = term_op1(&f.arena, OP_NEG, t);
    eval_init(&e, &f.arena, NULL);
    CHECK_INT(eval_term(&e, t, NULL, &v), EVAL_LIMIT);
    CHECK_STR(e.why, "it is nested too deep");
    const Term *a = prefix_term(&f, "(arr)");
    for (int i = 0; i < VALUE_DEPTH; i++)
        a = term_array(&f.arena, span_nowhere(), &a, 1);
    CHECK_INT(eval_term(&e, a, NULL, &v), EVAL_LIMIT);
    CHECK_STR(e.why, "a value that is nested too deep");
    prefix_done(&f);
}

TEST(term_eval_numbers_are_limited)
{
    struct prefix_terms f;
    Eval e;
    const Value *v;
    prefix_init(&f);
    const Term *t = prefix_term(&f, "2");
    for (int i = 0; i < 17; i++)
        t = term_op2(&f.arena, OP_MUL, t, t);
    eval_init(&e, &f.arena, NULL);
    e.steps = (uint64_t)1 << 40;
    CHECK_INT(eval_term(&e, t, NULL, &v), EVAL_LIMIT);
    CHECK_STR(e.why, "a number that is too large");
    prefix_done(&f);
}

TEST(term_eval_says_where_it_went_wrong)
{
    struct prefix_terms f;
    Eval e;
    const Value *v = NULL;
    prefix_init(&f);
    const Term *t = prefix_term(&f, "(+ 1 (* 2 (/ 3 0)))");
    eval_init(&e, &f.arena, NULL);
    CHECK_INT(eval_term(&e, t, NULL, &v), EVAL_FAULT);
    CHECK(e.where == t->as.op.args[1]->as.op.args[1]);
    CHECK(v == NULL);
    prefix_done(&f);
}

/* Terms are made once; only the evaluation is short of memory. */
static enum assay_status eval_once(const struct assay_alloc *mem, void *ctx)
{
    struct assay_arena arena;
    Eval e;
    const Value *v;
    assay_arena_init(&arena, mem, 0);
    eval_init(&e, &arena, NULL);
    EvalStatus status = eval_term(&e, ctx, NULL, &v);
    CHECK(status == EVAL_OK || status == EVAL_NO_MEMORY);
    assay_arena_done(&arena);
    return status ? ASSAY_NO_MEMORY : ASSAY_OK;
}

TEST(term_eval_out_of_memory)
{
    static const char *const sources[] = {
        "(obj a (++ \"a\" \"b\") b (arr 1 (+ 2 0.5) (- 3)))",
        "(expand '/{x}' (obj x 1.5))",
        "(all i Integer (==> (&& (< 0.5 i) (< i 500)) (> (* i 1000000007) 0)))",
        "(some x (| (only (obj a 1)) (& Any Boolean)) (in x (rec a Integer)))",
        "(some x Any (== x (arr)))",
        "(some x Integer (== (+ x x) 20))",
    };
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        struct prefix_terms f;
        prefix_init(&f);
        Term t = *prefix_term(&f, sources[i]);
        torture(eval_once, &t);
        prefix_done(&f);
    }
}
