/*
 * Ends of searches: no memory, no time, no way; and specifications that lead nowhere.
 */
#include "harness.h"
#include "synth/program.h"
#include "synth/recurse.h"
#include "synth/search.h"
#include "synth/sound.h"
#include "synth/typed.h"
#include "traces.h"

#include <stdlib.h>
#include <string.h>

/* So many pushes, each with a ghost that counts it. */
#define STACK(PUSHES)                                                                    \
    "event push(x: Integer); ghost count(n: Integer);\n"                                 \
    "regex Last(E) = any* . E . (any - ops(E))*;\n"                                      \
    "rule push(x) { ghosts n: Integer; where n < x; history Last(count(n));\n"           \
    "    future count(n + 1); }\n"                                                       \
    "rule count(n) { where n == 0; history empty; }\n"                                   \
    "rule count(n) { where n > 0; history any* . push; }\n"                              \
    "violation many = any* . count(" #PUSHES ") . any*;\n"

/* Rules that ask for each other for ever. */
static const char endless[] = "event a(); event b();\n"
                              "rule a() { history any* . b; }\n"
                              "rule b() { history any* . a; }\n"
                              "violation v = any* . a . any*;\n";

static SearchLimits limits(double seconds, uint32_t events)
{
    return (SearchLimits){
        .candidates = 1, .seconds = seconds, .events = events, .plans = 100000};
}

static SearchResult search(Traces *t, double seconds, uint32_t events)
{
    SearchLimits l = limits(seconds, events);

    return search_property(&t->synth, t->spec.properties[0], &l);
}

/* ---- Memory. */

static struct assay_arena *arena_of(Traces *t, int which)
{
    struct assay_arena *const all[] = {
        &t->synth.arena,
        &t->synth.solver.arena,
        &t->synth.logic.arena,
        &t->synth.automata.arena,
    };

    return all[which];
}

TEST(synth_memory_is_enough)
{
    Traces t;
    SearchResult r;

    traces_init(&t, STACK(10));
    r = search(&t, 50, 40);
    CHECK_INT(r.end, SEARCH_FOUND);
    CHECK_UINT(r.plans[0]->nevents, 21);
    traces_done(&t);
}

/* Whether it was found all the same; if not, that memory was out is said. */
static bool search_with_little(int which, size_t more)
{
    Traces t;
    SearchResult r;

    traces_init(&t, STACK(10));
    arena_of(&t, which)->max = arena_of(&t, which)->used + more;
    r = search(&t, 50, 40);
    CHECK((r.end == SEARCH_NO_MEMORY) == synth_failed(&t.synth));
    CHECK(r.end == SEARCH_NO_MEMORY || r.end == SEARCH_FOUND);
    traces_done(&t);
    return r.end == SEARCH_FOUND;
}

TEST(synth_memory_runs_out_in_the_search)
{
    for (int which = 0; which < 4; which++) {
        size_t more = 0;
        while (!search_with_little(which, more))
            more += 4096;
        CHECK(which == 3 || more > 0); /* the automata have enough from the beginning */
    }
}

static const char small[] =
    "event push(x: Integer); observed popped(x: Integer); ghost h(n: Integer);\n"
    "rule push(x) { ghosts n: Integer; where n < x; history any* . h(n) . any*;\n"
    "    future any* . popped(x); }\n"
    "rule h(n) { where 0 < n; history (any - push(n))*; }\n"
    "violation v(y: Integer) = any* . push(y) . any* . popped(y | y > 3) . any*;\n";

/* Everything that is made of a plan, with the arenas full. Whether it was all made. */
static bool make_with_little(size_t more)
{
    Traces t;
    SearchResult r;
    Diags diags;
    const char *why = NULL;
    const Program *p, *again = NULL;
    const Property *v;
    bool made;

    traces_init(&t, small);
    v = t.spec.properties[0];
    diag_init(&diags);
    r = search(&t, 50, 10);
    CHECK_INT(r.end, SEARCH_FOUND);
    for (int i = 0; i < 2; i++)
        arena_of(&t, i)->max = arena_of(&t, i)->used + more;
    p = derive_program(&t.synth, r.plans[0], v, "g", &why);
    CHECK(p || why);
    made = p && typed_check(&t.synth, p, TYPED_SECONDS, &diags);
    recurse_fill(&t.synth, r.plans[0], v, (Sketch){0, 1, 2}, "g", &again);
    made = made && !synth_failed(&t.synth);
    diag_done(&diags);
    traces_done(&t);
    return made;
}

TEST(synth_memory_runs_out_in_programs)
{
    size_t more = 0;

    while (!make_with_little(more) && more < (size_t)1 << 24)
        more += more / 3 + 2048;
    CHECK(more > 0 && more < (size_t)1 << 24);
}

/* ---- Time, and length. */

TEST(synth_search_ends_in_time)
{
    Traces t;
    SearchResult r;

    unsetenv("ASSAY_PATIENCE");
    traces_init(&t, STACK(100));
    r = search(&t, 0.001, 300);
    CHECK_INT(r.end, SEARCH_TIME);
    CHECK_UINT(r.count, 0);
    CHECK(r.seconds >= 0.001 && r.seconds < 5);
    traces_done(&t);
}

TEST(synth_search_ends_where_there_is_no_end)
{
    Traces t;
    SearchResult r;

    traces_init(&t, endless);
    r = search(&t, 50, 30);
    CHECK_INT(r.end, SEARCH_LIMIT);
    CHECK(r.cut);
    CHECK_UINT(r.count, 0);
    CHECK(r.closest != NULL);
    CHECK_UINT(r.closest->nevents, 30);
    CHECK_STR(r.closest->items[r.wish].of->name, "b");
    traces_done(&t);
}

TEST(synth_search_looks_at_so_many_plans)
{
    Traces t;
    SearchLimits l = limits(50, 60);
    SearchResult r;

    l.plans = 5;
    traces_init(&t, endless);
    r = search_property(&t.synth, t.spec.properties[0], &l);
    CHECK_INT(r.end, SEARCH_LIMIT);
    CHECK(!r.cut);
    CHECK_UINT(r.steps, 5);
    traces_done(&t);
}

/* With each answer comes a transaction, and there are several ways to put them one after
 * the other: those that are half there are no shorter than they will be. */
TEST(synth_search_counts_what_comes_with_a_cause)
{
    Traces t;
    SearchResult r;

    traces_init(
        &t,
        "type N = (n: Integer where 0 <= n && n < 4);\n"
        "event user(n: N); event note(n: N); event ask(n: N);\n"
        "observed open(n: N); observed get(n: N); observed put(n: N);\n"
        "observed close(n: N); observed known(n: N); observed noted(n: N);\n"
        "observed told(n: N);\n"
        "rule user(n) { history (any - user(n))*;\n"
        "    future open(n) . get(n) . put(n) . close(n) . known(n); }\n"
        "rule note(n) { history any* . known(n) . any*;\n"
        "    future open(n) . get(n) . put(n) . close(n) . noted(n); }\n"
        "rule ask(n) { ghosts m: N, k: N; where m != n && k != n && k != m;\n"
        "    history any* . known(m) . any* . known(k) . any* & any* . noted(n) . any*;\n"
        "    future open(n) . get(n) . get(n) . close(n) . told(n); }\n"
        "violation v(n: N) = any* . noted(n) . any* . told(n) . any*;\n");
    r = search(&t, 50, 60);
    CHECK_INT(r.end, SEARCH_FOUND);
    CHECK_UINT(r.plans[0]->nevents, 30);
    CHECK(r.steps < 300);
    traces_done(&t);
}

/* ---- No way. */

/* That there is none, and which event asks for what cannot be. */
static void check_none(const char *text, const char *wish)
{
    Traces t;
    SearchResult r;

    traces_init(&t, text);
    r = search(&t, 50, 20);
    CHECK_INT(r.end, SEARCH_NONE);
    CHECK(!r.cut);
    CHECK((r.closest != NULL) == (wish != NULL));
    if (wish)
        CHECK_STR(r.closest->items[r.wish].of->name, wish);
    traces_done(&t);
}

TEST(synth_search_finds_none)
{
    check_none("event a(); rule a() { history none; } violation v = any* . a;", "a");
    check_none("event a(); rule a() { future none; } violation v = any* . a;", "a");
    check_none("event a(x: Integer); rule a(x) { where x < x; } violation v = a;", "a");
    check_none("event a(); violation v = any* . a & (any - a)*;", NULL);
    check_none("event a(); violation v = none;", NULL);
    check_none("event a(x: Integer); violation v(y: Integer) = a(y + 1) & a(y);", NULL);
    /* Nothing causes p(2); the cause would have to be before what it causes. */
    check_none("event a(); observed p(x: Integer); rule a() { future any* . p(1); }\n"
               "violation v = any* . p(2);",
               "p");
    check_none("event a(); observed p(); rule a() { future any* . p; }\n"
               "violation v = p . any*;",
               "p");
    check_none("event a(); event b(); rule a() { history b; }\n"
               "violation v = b . b . a;",
               "a");
}

TEST(synth_search_of_what_asks_for_nothing)
{
    Traces t;
    SearchResult r;

    traces_init(&t, "event a(); rule a() { history empty; future empty; }\n"
                    "violation v = any*; violation w = any* . a . any*;");
    r = search(&t, 50, 5);
    CHECK_INT(r.end, SEARCH_FOUND);
    CHECK_UINT(r.plans[0]->nevents, 0);
    traces_done(&t);
}

/* ---- What a solver finds out of a specification. */

static void check_sound(const char *text, const char *message)
{
    Traces t;
    Diags diags;

    traces_init(&t, text);
    diag_init(&diags);
    sound_check(&t.synth, &diags);
    CHECK_STR(diags.count ? diags.at[0]->message : NULL, message);
    diag_done(&diags);
    traces_done(&t);
}

TEST(synth_sound_check)
{
    check_sound("sort P; function f(p: P): Integer; event a(p: P);\n"
                "axiom forall p: P . f(p) < 1; axiom forall p: P . f(p) > 1;\n"
                "violation v = a;",
                "the axioms contradict each other");
    check_sound("event a(x: Integer); rule a(x) { where x < x; } violation v = a;",
                "no values satisfy this: the rule never applies");
    check_sound("event a(); rule a() { history a & none; } violation v = a;",
                "no trace is like this history: the rule never applies");
    check_sound("event a(x: Integer);\n"
                "rule a(x) { future a(x) & a(y | y > x); } violation v = a;",
                "no trace is like this future: the rule never applies");
    check_sound("event a(); violation v = a & a . a;",
                "no trace is like 'v': there is nothing to be found");
    check_sound("event a(); invariant v = any*;",
                "every trace is like 'v': it cannot be violated");
    check_sound("event a(); rule a() { history empty; } violation v = a . a;", NULL);
}
