/*
 * Plain formulas: what follows, models of what does not, and what is malformed.
 */
#include "harness.h"
#include "smt/plain.h"

#include <string.h>

static Plain *begin(void)
{
    Plain *p = plain_new(&(SmtOptions){0});
    CHECK(p);
    return p;
}

TEST(smt_plain_proves_from_axioms)
{
    Plain *p = begin();
    plain_sort(p, "Event");
    plain_function(p, "at", "Event", "Int");
    plain_function(p, "e", "", "Event");
    CHECK_INT(plain_valid(p, "(>= (at e) 0)", NULL), PLAIN_INVALID);
    plain_axiom(p, "(forall ((x Event)) (>= (at x) 0))");
    CHECK_INT(plain_valid(p, "(>= (at e) 0)", NULL), PLAIN_VALID);
    CHECK_INT(plain_valid(p, "(> (at e) 0)", NULL), PLAIN_INVALID);
    CHECK_INT(plain_valid(p, "false", NULL), PLAIN_INVALID);
    CHECK_INT(plain_possible(p, "(= (at e) 3)", NULL), PLAIN_INVALID);
    CHECK_INT(plain_possible(p, "(= (at e) (- 3))", NULL), PLAIN_VALID);
    plain_free(p);
}

TEST(smt_plain_free_takes_null)
{
    plain_free(NULL);
}

TEST(smt_plain_gives_models)
{
    PlainModel m;
    Plain *p = begin();
    plain_sort(p, "Thread");
    plain_function(p, "n", "", "Int");
    plain_function(p, "ok", "", "Bool");
    plain_function(p, "s", "", "Thread");
    plain_function(p, "t", "", "Thread");
    plain_function(p, "u", "", "Thread");
    const char *goal = "(not (and (> n 41) (< n 43) ok (= s t) (not (= t u))))";
    CHECK_INT(plain_valid(p, goal, &m), PLAIN_INVALID);
    CHECK_UINT(m.count, 5);
    CHECK_INT(plain_find(&m, "n")->kind, PLAIN_INT);
    CHECK_INT(plain_find(&m, "n")->number, 42);
    CHECK_STR(plain_find(&m, "n")->text, "42");
    CHECK_INT(plain_find(&m, "ok")->kind, PLAIN_BOOL);
    CHECK_INT(plain_find(&m, "ok")->number, 1);
    CHECK_INT(plain_find(&m, "s")->kind, PLAIN_ELEMENT);
    CHECK_INT(plain_find(&m, "s")->number, plain_find(&m, "t")->number);
    CHECK(plain_find(&m, "t")->number != plain_find(&m, "u")->number);
    CHECK(!plain_find(&m, "v"));
    CHECK_INT(plain_possible(p, "(= n 100000000000000000000)", &m), PLAIN_INVALID);
    CHECK_INT(plain_find(&m, "n")->kind, PLAIN_OTHER);
    CHECK_STR(plain_find(&m, "n")->text, "100000000000000000000");
    plain_free(p);
}

TEST(smt_plain_says_what_is_malformed)
{
    Plain *p = begin();
    CHECK_INT(plain_valid(p, "(nothing)", NULL), PLAIN_MALFORMED);
    CHECK_INT(plain_valid(p, "(= 1 true)", NULL), PLAIN_MALFORMED);
    CHECK_INT(plain_valid(p, "(= 1 1)", NULL), PLAIN_VALID);
    plain_free(p);
}

TEST(smt_plain_forgets)
{
    Plain *p = begin();
    plain_function(p, "n", "", "Int");
    size_t mark = plain_mark(p);
    plain_axiom(p, "(= n 1)");
    CHECK_INT(plain_valid(p, "(= n 1)", NULL), PLAIN_VALID);
    plain_forget(p, mark);
    CHECK_INT(plain_valid(p, "(= n 1)", NULL), PLAIN_INVALID);
    plain_free(p);
}

TEST(smt_plain_asks_often)
{
    Plain *p = begin();
    plain_function(p, "n", "", "Int");
    for (int i = 0; i < 300; i++)
        CHECK_INT(plain_valid(p, "(< n (+ n 1))", NULL), PLAIN_VALID);
    CHECK_UINT(plain_stats(p).queries, 300);
    CHECK_UINT(plain_stats(p).proved, 300);
    plain_free(p);
}
