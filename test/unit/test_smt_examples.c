/*
 * The prover on what specifications ask: subtyping, guarded fields, loops over arrays,
 * languages; that nothing is proved from nothing; the cache and the dump.
 */
#include "harness.h"
#include "smt_fixture.h"

#include <assay/languages.h>
#include <stdlib.h>
#include <string.h>
#include <z3.h>

#define BEGIN                                                                            \
    struct smt_fixture fixture, *f = &fixture;                                           \
    smt_fixture_init(f, NULL, 0);                                                        \
    A a = &f->arena;

#define END smt_fixture_done(f);

/* T is a subtype of U if every x in T is in U. */
static void subtype(struct smt_fixture *f, const Type *t, const Type *u, bool is)
{
    smt_forget(f);
    const Term *x = smt_var(f, "x", t);
    smt_expect(f, t_in(&f->arena, x, u), is ? PROVER_PROVED : PROVER_REFUTED);
}

static const Type *at_least(A a, int64_t low)
{
    const Binding *n = t_binding(a, "n", ty(a, TYPE_INTEGER));
    return ty_where(a, n, t_op(a, OP_GE, t_use(a, n), t_int(a, low)));
}

TEST(smt_subtypes)
{
    BEGIN;
    const Type *integer = ty(a, TYPE_INTEGER), *boolean = ty(a, TYPE_BOOLEAN);
    const Type *any = ty(a, TYPE_ANY), *empty = ty_object(a, NULL, NULL, NULL, NULL);
    const Type *both = ty_object(a, "l", integer, "m", boolean);
    const Type *l = ty_object(a, "l", integer, NULL, NULL);
    const Type *m = ty_object(a, "m", boolean, NULL, NULL);
    subtype(f, integer, any, true);
    subtype(f, any, integer, false);
    subtype(f, l, empty, true);
    subtype(f, empty, l, false);
    subtype(f, both, l, true);
    subtype(f, both, ty_two(a, TYPE_BOTH, l, m), true);
    subtype(f, ty_two(a, TYPE_BOTH, l, m), both, true);
    subtype(f, at_least(a, 5), at_least(a, 3), true);
    subtype(f, at_least(a, 3), at_least(a, 5), false);
    subtype(f, at_least(a, 3), integer, true);
    subtype(f, integer, ty_two(a, TYPE_UNION, boolean, integer), true);
    subtype(f, ty_of(a, TYPE_ARRAY, at_least(a, 1)), ty_of(a, TYPE_ARRAY, integer), true);
    subtype(f, ty_of(a, TYPE_ARRAY, integer), ty_of(a, TYPE_ARRAY, at_least(a, 1)),
            false);
    subtype(f, ty_of(a, TYPE_ARRAY, l), ty_of(a, TYPE_ARRAY, empty), true);
    subtype(f, ty_of(a, TYPE_ARRAY, integer), empty, false);
    subtype(f, ty_of(a, TYPE_MAP, at_least(a, 1)), ty_of(a, TYPE_MAP, integer), true);
    subtype(f, ty_of(a, TYPE_MAP, integer), ty_of(a, TYPE_MAP, at_least(a, 1)), false);
    subtype(f, ty_of(a, TYPE_NOT, integer), ty_of(a, TYPE_NOT, at_least(a, 0)), true);
    subtype(f, ty_only(a, t_int(a, 4)), at_least(a, 4), true);
    subtype(f, ty_only(a, t_int(a, 3)), at_least(a, 4), false);
    END;
}

/* (obj in {l: Boolean} ? obj.l : false) is a Boolean, and so it is with &&. */
TEST(smt_guarded_fields)
{
    BEGIN;
    const Term *x = smt_var(f, "x", ty(a, TYPE_ANY));
    const Type *guard = ty_object(a, "l", ty(a, TYPE_BOOLEAN), NULL, NULL);
    const Term *test = t_in(a, x, guard), *field = t_field(a, x, "l");
    smt_expect(f, t_in(a, t_if(a, test, field, t_bool(a, false)), ty(a, TYPE_BOOLEAN)),
               PROVER_PROVED);
    smt_expect(f,
               t_op(a, OP_THEN, t_op(a, OP_ALSO, test, field),
                    t_op(a, OP_EQ, field, t_bool(a, true))),
               PROVER_PROVED);
    END;
}

TEST(smt_response_may_lack_a_field)
{
    BEGIN;
    const Type *body = ty_object(a, "name", ty(a, TYPE_STRING), NULL, NULL);
    const Type *response = ty_object(a, "code", ty(a, TYPE_INTEGER), "body", body);
    const Term *r = smt_var(f, "response", response);
    smt_fact(f, t_op(a, OP_EQ, t_field(a, r, "code"), t_int(a, 200)));
    const Type *salary = ty_object(a, "salary", ty(a, TYPE_ANY), NULL, NULL);
    smt_expect_values(f, t_in(a, t_field(a, r, "body"), salary),
                      "response = {body = {name = \"\"}, code = 200}");
    END;
}

/* Pairwise sorted: the middle of a binary search is in range and in order. */
TEST(smt_sorted_arrays)
{
    BEGIN;
    const Term *x = smt_var(f, "x", ty_of(a, TYPE_ARRAY, ty(a, TYPE_INTEGER)));
    const Term *low = smt_var(f, "low", at_least(a, 0));
    const Term *high = smt_var(f, "high", ty(a, TYPE_INTEGER));
    const Binding *i = t_binding(a, "i", ty(a, TYPE_INTEGER));
    const Binding *j = t_binding(a, "j", ty(a, TYPE_INTEGER));
    const Term *I = t_use(a, i), *J = t_use(a, j), *length = t_op1(a, OP_LENGTH, x);
    const Term *first =
        t_op(a, OP_ALSO, t_op(a, OP_LE, t_int(a, 0), I), t_op(a, OP_LT, I, length));
    const Term *second =
        t_op(a, OP_ALSO, t_op(a, OP_LE, I, J), t_op(a, OP_LT, J, length));
    const Term *order = t_op(a, OP_LE, t_index(a, x, I), t_index(a, x, J));
    const Term *after = t_all(a, j, t_op(a, OP_THEN, second, order));
    smt_fact(f, t_all(a, i, t_op(a, OP_THEN, first, after)));
    smt_fact(f, t_op(a, OP_LT, high, length));
    smt_fact(f, t_op(a, OP_LE, low, high));
    const Term *middle = t_op(a, OP_DIV, t_op(a, OP_ADD, low, high), t_int(a, 2));
    smt_expect(
        f, t_op(a, OP_ALSO, t_op(a, OP_LE, low, middle), t_op(a, OP_LE, middle, high)),
        PROVER_PROVED);
    smt_expect(f, t_op(a, OP_LE, t_index(a, x, low), t_index(a, x, middle)),
               PROVER_PROVED);
    CHECK(smt_ask(f, t_op(a, OP_LT, t_index(a, x, low), t_index(a, x, middle))).answer !=
          PROVER_PROVED);
    END;
}

static const Type *language(A a, const char *name)
{
    return type_language(a, span_nowhere(), name, assay_language(name));
}

TEST(smt_languages)
{
    BEGIN;
    const Term *x = smt_var(f, "x", language(a, "identifier"));
    smt_expect(f, t_in(a, x, ty(a, TYPE_STRING)), PROVER_PROVED);
    smt_expect(f, t_op(a, OP_NE, x, t_str(a, "1a")), PROVER_PROVED);
    smt_expect_values(f, t_op(a, OP_NE, x, t_str(a, "_a")), "x = \"_a\"");
    smt_expect(f, t_in(a, t_str(a, "127.0.0.1"), language(a, "ipv4")), PROVER_PROVED);
    smt_expect(f, t_in(a, t_str(a, "127.0.0"), language(a, "ipv4")), PROVER_REFUTED);
    smt_expect_values(f, t_in(a, x, language(a, "date")), "x = \"a\"");
    END;
}

/* Literals of every kind in a scope that can hold: false does not follow. */
TEST(smt_never_proves_false)
{
    BEGIN;
    smt_expect(f, t_bool(a, false), PROVER_REFUTED);
    const Term *LITERALS[] = {t_null(a),
                              t_bool(a, true),
                              t_int(a, -1),
                              t_dec(a, "0.5"),
                              t_str(a, "\xf3\xa0\x84\x80"),
                              t_array(a, NULL, NULL),
                              t_array(a, t_int(a, 1), t_array(a, t_null(a), NULL)),
                              t_object(a, NULL, NULL, NULL, NULL),
                              t_object(a, "l", t_int(a, 1), "m", t_null(a)),
                              t_template(a, "/u{?x}"),
                              smt_regexp(f, "^a$")};
    for (size_t i = 0; i < sizeof LITERALS / sizeof *LITERALS; i++) {
        const Term *x = smt_var(f, "x", ty(a, TYPE_ANY));
        smt_fact(f, t_op(a, OP_EQ, x, LITERALS[i]));
        smt_expect(f, t_bool(a, false), PROVER_REFUTED);
    }
    const Binding *v = t_binding(a, "v", ty(a, TYPE_ANY));
    smt_fact(f, t_all(a, v, t_op(a, OP_EQ, t_use(a, v), t_use(a, v))));
    CHECK(smt_ask(f, t_bool(a, false)).answer != PROVER_PROVED);
    END;
}

TEST(smt_keeps_answers)
{
    BEGIN;
    const Term *x = smt_var(f, "x", ty_nat(a));
    const Term *goal = t_op(a, OP_NE, x, t_int(a, 3));
    smt_expect_values(f, goal, "x = 3");
    CHECK_UINT(smt_stats(f->smt).cached, 0);
    smt_forget(f);
    const Term *again = smt_var(f, "x", ty_nat(a));
    smt_expect_values(f, t_op(a, OP_NE, again, t_int(a, 3)), "x = 3");
    SmtStats s = smt_stats(f->smt);
    CHECK_UINT(s.cached, 1);
    CHECK_UINT(s.queries, 2);
    CHECK_UINT(s.refuted, 2);
    CHECK(s.time_us > 0);
    END;
}

/* The values of languages of one form are not mixed up. */
TEST(smt_keeps_no_values_of_languages)
{
    BEGIN;
    smt_var(f, "x", language(a, "identifier"));
    ProverVerdict v = smt_ask(f, t_bool(a, false));
    CHECK_INT(v.answer, PROVER_REFUTED);
    smt_forget(f);
    smt_var(f, "x", ty_two(a, TYPE_BOTH, ty(a, TYPE_STRING), language(a, "ipv4")));
    v = smt_ask(f, t_bool(a, false));
    CHECK(v.answer != PROVER_PROVED);
    CHECK_UINT(smt_stats(f->smt).cached, 0);
    END;
}

TEST(smt_says_why_it_does_not_ask)
{
    BEGIN;
    const Term *deep = t_bool(a, true);
    for (int i = 0; i < 1000; i++)
        deep = t_op1(a, OP_NOT, deep);
    ProverVerdict v = smt_ask(f, deep);
    CHECK_INT(v.answer, PROVER_UNDECIDED);
    CHECK_STR(v.why, "the question is nested too deep for the solver");
    const Binding *stray = t_binding(a, "stray", ty(a, TYPE_ANY));
    v = smt_ask(f, t_op(a, OP_EQ, t_use(a, stray), t_int(a, 1)));
    CHECK_STR(v.why, "the question speaks of a variable that is not in scope");
    END;
}

/* ---- Limits: a question that is too much is not asked. */

static void check_too_much(struct smt_fixture *f, const Term *goal, const char *why)
{
    ProverVerdict v = smt_ask(f, goal);
    CHECK_INT(v.answer, PROVER_UNDECIDED);
    CHECK_STR(v.why, why);
}

TEST(smt_says_what_is_too_much)
{
    enum { FACTS = 2049, NAMES = 257, LARGE = 300000 };
    static Scope facts[FACTS];
    static char large[LARGE + 1];
    BEGIN;
    const Term *x = smt_var(f, "x", ty(a, TYPE_ANY)), *all = t_bool(a, true);
    for (int i = 0; i < NAMES; i++) {
        char name[8];
        snprintf(name, sizeof name, "f%d", i);
        const char *kept = assay_arena_text(a, name, strlen(name));
        all = t_op(a, OP_AND, all, t_op(a, OP_EQ, t_field(a, x, kept), t_int(a, 1)));
    }
    check_too_much(f, all, "the question has too many names for the solver");
    memset(large, 'a', LARGE);
    check_too_much(f, t_op(a, OP_EQ, t_field(a, x, "f"), t_str(a, large)),
                   "the question is too large for the solver");
    for (int i = 0; i < FACTS; i++) {
        facts[i] = (Scope){.fact = t_bool(a, true), .outer = f->scope};
        f->scope = &facts[i];
    }
    check_too_much(f, t_op(a, OP_EQ, t_field(a, x, "f"), t_int(a, 1)),
                   "the scope has too many facts for the solver");
    END;
}

/* What Z3 says to a text. */
static const char *run_text(const char *text)
{
    Z3_config config = Z3_mk_config();
    Z3_context z3 = Z3_mk_context(config);
    const char *answer = strdup(Z3_eval_smtlib2_string(z3, text));
    Z3_del_context(z3);
    Z3_del_config(config);
    return answer;
}

TEST(smt_dumps_what_it_asks)
{
    char *text = NULL;
    size_t len = 0;
    FILE *to = open_memstream(&text, &len);
    struct smt_fixture f;
    smt_fixture_init(&f, to, 0);
    A a = &f.arena;
    const Term *x = smt_var(&f, "x", ty_of(a, TYPE_ARRAY, ty_nat(a)));
    smt_expect(&f, t_op(a, OP_GE, t_op1(a, OP_LENGTH, x), t_int(a, 0)), PROVER_PROVED);
    smt_expect(&f, t_op(a, OP_GT, t_op1(a, OP_LENGTH, x), t_int(a, 0)), PROVER_REFUTED);
    smt_fixture_done(&f);
    fclose(to);
    char *second = strstr(text, "; query 2\n");
    CHECK(second && strncmp(text, "; query 1\n", 10) == 0);
    CHECK(strstr(text, "; unsat: proved\n") < second);
    const char *later = run_text(second);
    CHECK(strstr(later, "unsat") == NULL && strstr(later, "error") == NULL);
    *second = 0;
    const char *first = run_text(text);
    CHECK_STR(first, "unsat\n");
    free((void *)(uintptr_t)first);
    free((void *)(uintptr_t)later);
    free(text);
}
