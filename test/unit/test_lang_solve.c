/*
 * Sentences under constraints: all of them satisfy theirs, what can be solved is solved,
 * and they shrink.
 */
#include "fixture.h"
#include "lang/solve.h"
#include "shrink_fixture.h"
#include "torture.h"
#include <string.h>

static struct assay_lang *compile(const char *grammar, const struct assay_alloc *mem)
{
    struct assay_lang *lang = NULL;
    struct assay_lang_source source = {
        .text = grammar, .len = strlen(grammar), .mem = mem};
    enum assay_status status = assay_lang_new(&source, &lang);

    if (status)
        harness_fail(HARNESS_HERE, "%s\n%s", grammar,
                     lang ? assay_lang_report(lang) : assay_status_text(status));
    return lang;
}

struct drawn {
    struct assay_lang *lang;
    struct assay_solver *solver;
    struct fixture f;
    struct assay_buf text;
    uint64_t number;
    unsigned rejected;
};

static void start(struct drawn *d, const char *grammar)
{
    d->lang = compile(grammar, checked_mem());
    CHECK_INT(assay_solver_new(d->lang, &d->solver), ASSAY_OK);
    fixture_init(&d->f, checked_mem());
    assay_buf_init(&d->text, NULL, 0);
    d->number = 0;
    d->rejected = 0;
}

static void stop(struct drawn *d)
{
    assay_buf_done(&d->text);
    fixture_done(&d->f);
    assay_solver_free(d->solver);
    assay_lang_free(d->lang);
}

/* The next sentence, which must be one. */
static const char *next(struct drawn *d)
{
    struct assay_mismatch why;
    enum assay_status status;
    char reason[300];

    do {
        struct assay_test *t = fixture_start(&d->f, 7, ++d->number);

        assay_buf_clear(&d->text);
        status = assay_solver_draw(d->solver, t, 0, &d->text);
        d->rejected += status == ASSAY_REJECTED;
        CHECK_UINT(t->depth, 0);
    } while (status == ASSAY_REJECTED && d->rejected < 1000);
    CHECK_INT(status, ASSAY_OK);
    if (assay_lang_match(d->lang, d->text.at, d->text.len, &why)) {
        assay_mismatch_text(&why, d->text.at, d->text.len, reason, sizeof reason);
        harness_fail(HARNESS_HERE, "[%s] at %zu: %s", d->text.at, why.offset, reason);
    }
    return d->text.at;
}

/* Draws 400 sentences; at least `percent` of the tries of each constraint must hold, none
 * of the sentences may be given up, and at least `different` must be there. */
static void check_solved(struct harness_site site, const char *grammar, unsigned percent,
                         unsigned different)
{
    struct drawn d;
    struct assay_map seen;
    size_t count;
    const struct assay_acceptance *a;

    assay_map_init(&seen, NULL);
    start(&d, grammar);
    for (int i = 0; i < 400; i++) {
        next(&d);
        CHECK(assay_map_put(&seen, d.text.at, d.text.len) != NULL);
    }
    a = assay_solver_acceptance(d.solver, &count);
    for (size_t i = 0; i < count; i++)
        if (a[i].held * 100 < a[i].tried * percent || a[i].tried == 0)
            harness_fail(site, "%s: %lu of %lu", a[i].constraint,
                         (unsigned long)a[i].held, (unsigned long)a[i].tried);
    if (seen.count < different || d.rejected > 4)
        harness_fail(site, "%zu different, %u given up", seen.count, d.rejected);
    stop(&d);
    assay_map_done(&seen);
}
#define CHECK_SOLVED(PERCENT, DIFFERENT, GRAMMAR)                                        \
    check_solved(HARNESS_HERE, GRAMMAR, PERCENT, DIFFERENT)

static bool is_solved(const struct drawn *d, const char *constraint)
{
    size_t count;
    const struct assay_acceptance *a = assay_solver_acceptance(d->solver, &count);

    for (size_t i = 0; i < count; i++)
        if (strcmp(a[i].constraint, constraint) == 0)
            return a[i].solved;
    harness_fail(HARNESS_HERE, "no constraint %s", constraint);
}

/* ---- The seven kinds. */

TEST(lang_solve_definition_before_use)
{
    CHECK_SOLVED(100, 300,
                 "start: stmt (\";\" stmt)* where forall a in stmt: forall u in a..used: "
                 "exists b in stmt: before(b, a) && b.def == u;"
                 "stmt: def:var \"=\" rhs; rhs: used:var | [0-9]; var: [a-z];");
}

TEST(lang_solve_unique_names)
{
    CHECK_SOLVED(10, 150,
                 "start: name (\",\" name)* where unique(name); name: [a-c]{1,3};");
}

TEST(lang_solve_equal_parts)
{
    CHECK_SOLVED(100, 200,
                 "e: \"<\" open:n \">\" e* \"</\" close:n \">\" where open == close;"
                 "n: [a-z]+;");
    CHECK_SOLVED(100, 100, "s: x (\",\" x)* where equal(x); x: [a-z]+;");
    CHECK_SOLVED(100, 200, "s: x \"=\" y where y == upper(x); x: [a-z]+; y: [A-Z]+;");
    /* The first is computed of the second. */
    CHECK_SOLVED(100, 200, "s: y \"=\" x where y == upper(x); x: [a-z]+; y: [A-Z]+;");
}

TEST(lang_solve_equal_counts)
{
    CHECK_SOLVED(100, 250,
                 "f: r (\"\\n\" r)* where forall x in r: count(x.c) == count(.r[1].c);"
                 "r: c (\",\" c)*; c: [a-z]*;");
    CHECK_SOLVED(100, 250,
                 "f: r (\"\\n\" r)* where forall x in r: forall y in r: "
                 "count(x.c) == count(y.c); r: c (\",\" c)*; c: [a-z]*;");
    CHECK_SOLVED(100, 100,
                 "f: head \"\\n\" body where count(body.c) == 2 * count(head.c);"
                 "head: c+; body: (c c? \";\")*; c: [a-z];");
    CHECK_SOLVED(70, 100, "f: n \":\" c* where int(n) == count(c); n: [0-9]; c: [a-z];");
    CHECK_SOLVED(100, 100,
                 "f: c* \":\" n where int(n) == count(c) && count(c) < 10;"
                 "n: [0-9]; c: [a-z];");
}

TEST(lang_solve_lengths_and_numbers)
{
    CHECK_SOLVED(100, 200,
                 "s: n \":\" b where int(n) == len(b); n: [0-9]{3}; b: [a-z]*;");
    CHECK_SOLVED(100, 200, "s: b \":\" n where int(n) == len(b); n: [0-9]+; b: [a-z]*;");
    CHECK_SOLVED(100, 200,
                 "s: n \":\" b where int(n, 16) == len(b);"
                 "n: [0-9a-f]{2}; b: [a-z]*;");
    CHECK_SOLVED(30, 100,
                 "s: a \"<\" b where int(a) < int(b) && int(b) <= 300;"
                 "a: [0-9]{1,3}; b: [0-9]{1,3};");
    CHECK_SOLVED(100, 1, "s: x where len(x) == 5; x: [a-z]*;");
    CHECK_SOLVED(100, 200, "s: x where len(x) == 5; x: [a-z]*;");
}

TEST(lang_solve_scopes)
{
    CHECK_SOLVED(100, 150,
                 "p: block where forall u in ..used: exists d in ..def: before(d, u) && "
                 "inside(u, scope(d, block)) && d == u;"
                 "block: \"{\" stmt* \"}\";"
                 "stmt: \"let \" def:id \";\" | \"get \" used:id \";\" | block;"
                 "id: [a-z];");
}

TEST(lang_solve_computed_fields)
{
    CHECK_SOLVED(100, 200,
                 "s: b \"#\" c where c == hex(crc32(b), 8);"
                 "b: [a-z]*; c: [0-9a-f]{8};");
    CHECK_SOLVED(100, 200,
                 "s: c \"#\" b where c == hex(crc32(b), 8);"
                 "b: [a-z]*; c: [0-9a-f]{8};");
    CHECK_SOLVED(100, 200, "s: b c where int(c) == luhn(b); b: [0-9]{5,15}; c: [0-9];");
    CHECK_SOLVED(100, 200,
                 "s: n \";\" r+ \"!\" c where int(n) == len(cat(r)) && "
                 "c == hex(crc32(cat(n, r)), 8);"
                 "r: \"[\" l \":\" t \"]\" where int(l) == len(t);"
                 "n: [0-9]{1,4}; l: [0-9]{1,3}; t: [a-z]*; c: [0-9a-f]{8};");
    CHECK_SOLVED(100, 150,
                 "s: n \":\" x (\",\" x)* where int(n) == sum(x);"
                 "n: [0-9]+; x: [0-9]{1,2};");
}

TEST(lang_solve_conditions_on_a_text)
{
    CHECK_SOLVED(100, 150,
                 "s: [a-z]{1,20} where starts(self, \"ab\") && "
                 "ends(self, \"yz\") && contains(self, \"mm\");");
    CHECK_SOLVED(100, 200,
                 "s: x where !starts(x, \"-\") && !(x in word) && len(x) > 3;"
                 "x: [a-c-]*; word: \"abca\" | \"a\"+;");
    CHECK_SOLVED(80, 100, "s: x \" \" y where x != y; x: [ab]{1,3}; y: [ab]{1,3};");
}

TEST(lang_solve_conditions_with_a_premise)
{
    CHECK_SOLVED(90, 100,
                 "s: k \"=\" v where (k == \"n\" => v in num) && "
                 "(k == \"n\" || v in word); k: [nw]; v: [0-9a-z]+;"
                 "num: [0-9]+; word: [a-z]+;");
}

TEST(lang_solve_arithmetic_with_one_unknown)
{
    CHECK_SOLVED(60, 20,
                 "s: a \" \" b \" \" c where int(a) + 2 * int(b) - int(c) == 9;"
                 "a: [0-9]; b: [0-4]; c: [0-9]{1,2};");
    CHECK_SOLVED(15, 10, "s: x where (3 * int(x) + 5) % 1000 == 11; x: [0-9]{1,5};");
    CHECK_SOLVED(50, 200,
                 "s: x \",\" y where 100 - len(x) * 2 >= 80 && len(y) + len(x) == 12;"
                 "x: [ab]*; y: [cd]*;");
}

TEST(lang_solve_lengths_with_a_rest)
{
    CHECK_SOLVED(80, 200,
                 "s: x pad where (len(x) + len(pad)) % 64 == 0 && len(pad) < 64;"
                 "x: [a-z]*; pad: \"=\"*;");
    CHECK_SOLVED(20, 200, "s: [A-Z]* \"=\"{0,2} where len(self) % 4 == 0;");
}

TEST(lang_solve_letters_in_either_case)
{
    CHECK_SOLVED(100, 300,
                 "s: \"<\" o:tag \">\" s* \"</\" c:tag \">\" where "
                 "lower(o) == lower(c); tag: [a-zA-Z]{1,9};");
    CHECK_SOLVED(100, 9,
                 "s: x where upper(x) == \"A-BC\" || lower(x) == \"\"; "
                 "x: [a-cA-C-]*;");
}

TEST(lang_solve_beginnings_that_are_parts)
{
    CHECK_SOLVED(80, 300,
                 "s: a \" \" b where starts(b, a) && !contains(b, \"zz\");"
                 "a: [a-z]{1,9}; b: [a-z]{1,20};");
    CHECK_SOLVED(80, 300,
                 "s: top:b \"\\n\" (part \"\\n\")+ where "
                 "forall p in part: !contains(p, top); b: \"--\" [a-z]{1,3};"
                 "part: [a-z-]*;");
}

TEST(lang_solve_one_that_there_is)
{
    CHECK_SOLVED(30, 300,
                 "s: (h \";\")* body where exists x in h: x.k == \"size\" && "
                 "int(x.v) == len(body); h: k \"=\" v; k: [a-z]{1,9}; v: [0-9a-z]{1,4};"
                 "body: [a-z]*;");
}

TEST(lang_solve_computed_parts_that_wait_for_others)
{
    CHECK_SOLVED(80, 300,
                 "s: head body where len(body) == int(head..size);"
                 "head: a \"*\" sum where int(sum, 16) == xor(cat(a));"
                 "a: [a-z]{0,9} size; size: [0-9]{3}; sum: [0-9a-f]{2}; body: [A-Z]*;");
}

TEST(lang_solve_filters_what_it_cannot_solve)
{
    struct drawn d;

    start(&d, "s: x where int(x) * int(x) % 7 == 2 && len(x) < 4; x: [1-9] [0-9]*;");
    for (int i = 0; i < 50; i++)
        next(&d);
    CHECK(!is_solved(&d, "int(x) * int(x) % 7 == 2"));
    CHECK(is_solved(&d, "len(x) < 4"));
    stop(&d);
}

TEST(lang_solve_gives_up_in_time)
{
    struct drawn d;
    struct assay_test *t;

    start(&d, "s: x where starts(x, \"b\") && ends(x, \"c\") && len(x) == 1; x: [a-z]+;");
    t = fixture_start(&d.f, 1, 1);
    CHECK_INT(assay_solver_draw(d.solver, t, 0, &d.text), ASSAY_REJECTED);
    stop(&d);
}

/* ---- Shrinking. */

static struct assay_solver *problem_solver;

static bool names_itself(struct assay_test *t)
{
    struct assay_buf text;
    bool fails;

    assay_buf_init(&text, NULL, 0);
    fails = assay_solver_draw(problem_solver, t, 0, &text) == ASSAY_OK &&
            strstr(text.at, "=z") != NULL;
    assay_buf_done(&text);
    return fails;
}

static const char *shrunk(struct problem_run *p, struct assay_buf *out)
{
    struct assay_values values;

    assay_values_init(&values, NULL);
    CHECK_INT(assay_values_add_record(&values, p->best, 0, p->best->nchoices), ASSAY_OK);
    assay_buf_clear(out);
    CHECK_INT(assay_solver_draw(problem_solver, fixture_replay(&p->f, &values), 0, out),
              ASSAY_OK);
    assay_values_done(&values);
    return out->at;
}

TEST(lang_solve_sentences_shrink)
{
    struct assay_lang *lang =
        compile("start: stmt (\";\" stmt)* where forall a in stmt: forall u in a..used: "
                "exists b in stmt: before(b, a) && b.def == u;"
                "stmt: def:var \"=\" rhs; rhs: used:var | [0-9]; var: [a-z];",
                NULL);
    struct problem_run p;
    struct assay_buf out;

    CHECK_INT(assay_solver_new(lang, &problem_solver), ASSAY_OK);
    assay_buf_init(&out, NULL, 0);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        problem_init(&p, names_itself, NULL);
        problem_find(&p, seed);
        CHECK_INT(problem_shrink(&p), ASSAY_OK);
        CHECK_STR(shrunk(&p, &out), "z=0;a=z");
        problem_done(&p);
    }
    assay_buf_done(&out);
    assay_solver_free(problem_solver);
    assay_lang_free(lang);
}

/* ---- Any sentence can be met, and nothing else. */

TEST(lang_solve_alternatives_may_be_left_to_later_parts)
{
    CHECK_SOLVED(100, 3, "s: a b where a == 'x' || b == 'y'; a: [px]; b: [qy];");
    CHECK_SOLVED(90, 7,
                 "s: a b c where a == 'x' || b == 'y' || c == 'z';"
                 "a: [px]; b: [qy]; c: [rz];");
}

/* What is computed of computed parts waits for them, whichever is looked at first. */
TEST(lang_solve_computed_of_computed)
{
    CHECK_SOLVED(
        100, 100,
        "s: size ':' check ':' body ':' tail where size == dec(len(body))"
        "  && check == hex(sum(lower(body)), 4) && tail == cat(check, '-', size);"
        "size: tens? ones; tens: [1-9]; ones: [0-9]; check: half half;"
        "half: [0-9a-f]{2}; body: [a-z]*; tail: [0-9a-f-]+;");
}

/* Both rules can have all of the word, and the first has. */
TEST(lang_solve_judges_by_the_first_derivation)
{
    struct drawn d;

    start(&d, "s: a b where len(a) == len(b); a: 'x'{,3}; b: 'x'{,5};");
    for (int i = 0; i < 20; i++) {
        size_t len = strlen(next(&d));

        CHECK(len == 0 || len == 6);
    }
    CHECK(d.rejected > 0);
    stop(&d);
}

/* ---- Out of memory. */

static enum assay_status draw_some(const struct assay_alloc *mem, void *ctx)
{
    struct assay_lang *lang = compile(ctx, NULL);
    struct assay_solver *solver = NULL;
    struct assay_buf text;
    struct fixture f;
    enum assay_status status;

    lang->mem = mem;
    fixture_init(&f, NULL);
    assay_buf_init(&text, NULL, 0);
    status = assay_solver_new(lang, &solver);
    for (uint64_t i = 1; i < 4 && !status; i++)
        status = assay_solver_draw(solver, fixture_start(&f, 3, i), 0, &text);
    assay_solver_free(solver);
    assay_buf_done(&text);
    fixture_done(&f);
    lang->mem = NULL;
    assay_lang_free(lang);
    return status;
}

TEST(lang_solve_survives_without_memory)
{
    torture(draw_some,
            (void *)(uintptr_t) "s: n \":\" b \"#\" c e where int(n) == len(b) "
                                "&& c == hex(crc32(b), 8) && starts(e, \"x\");"
                                "n: d{2}; b: d*; c: [0-9a-f]{8}; d: [0-9];"
                                "e: [xy]+;");
}
