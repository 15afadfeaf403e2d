/*
 * Programs with a known minimum: operations make values, use and consume those made
 * before by number, and something breaks. What is in the way goes, the numbers follow.
 */
#include "choice/test.h"
#include "shrink_fixture.h"
#include <stdlib.h>
#include <string.h>

enum { FUEL = 20 };

/* ---- A small machine: live values are numbered without gaps, oldest first */

struct machine {
    struct assay_test *t;
    uint32_t left, live;
    int value[FUEL + 1]; /* of the live ones: whatever the problem keeps there */
};

static void begin(struct machine *m, struct assay_test *t)
{
    *m = (struct machine){.t = t};
    (void)assay_program_begin(t, "program", FUEL, &m->left);
}

/* The next operation, below `n`; nothing but 0, which makes a value, without values. */
static bool next(struct machine *m, uint32_t n, const uint32_t *weights, uint32_t *ret_op)
{
    if (m->t->open != ASSAY_NO_SPAN && m->t->depth > 1)
        (void)assay_span_end(m->t);
    if (m->left == 0 || m->t->status) {
        (void)assay_span_end(m->t);
        return false;
    }
    m->left--;
    *ret_op = 0;
    (void)assay_element_begin(m->t);
    return assay_choose_index(m->t, m->live > 0 ? n : 1, m->live > 0 ? weights : NULL,
                              ret_op) == ASSAY_OK;
}

static uint32_t pick(struct machine *m)
{
    uint32_t i = 0;

    (void)assay_choose_pick(m->t, m->live, &i);
    return i;
}

static void make(struct machine *m, int value)
{
    m->value[m->live++] = value;
}

static int consume(struct machine *m, uint32_t i)
{
    int value = m->value[i];

    memmove(&m->value[i], &m->value[i + 1], (m->live - i - 1) * sizeof *m->value);
    m->live--;
    return value;
}

/* ---- Values made of others: a "persistent" array whose set changes the old one, too */

static bool persistent_array(struct assay_test *t)
{
    enum { MAKE, SET, GET };
    struct machine m;
    uint32_t op, i;
    bool fails = false;

    begin(&m, t);
    while (next(&m, 3, NULL, &op)) {
        if (op == MAKE) {
            make(&m, 0);
        } else if (op == SET) {
            i = pick(&m);
            m.value[i]++;
            make(&m, 0);
        } else {
            fails |= m.value[pick(&m)] > 0;
        }
    }
    return fails;
}

/* The same for a value that is two steps away from one that was made. */
static bool persistent_chain(struct assay_test *t)
{
    enum { MAKE, SET, GET };
    struct machine m;
    uint32_t op, i;
    bool fails = false;

    begin(&m, t);
    while (next(&m, 3, NULL, &op)) {
        if (op == MAKE) {
            make(&m, 0);
        } else if (op == SET) {
            i = pick(&m);
            make(&m, m.value[i] + 1); /* its depth */
        } else {
            fails |= m.value[pick(&m)] == 2;
        }
    }
    return fails;
}

TEST(shrink_programs_to_what_makes_the_value)
{
    CHECK_MINIMUM(persistent_array, 20, "u3 x0 x1 u0 x2 u0");
    CHECK_MINIMUM(persistent_chain, 20, "u4 x0 x1 u0 x1 u1 x2 u2");
}

/* ---- Consumed values: a free list whose second entry is given out twice */

static bool free_list(struct assay_test *t)
{
    enum { MAKE, USE, FREE };
    struct machine m;
    uint32_t op;
    int slots = 0, waiting[FUEL], count = 0;
    bool fails = false;

    begin(&m, t);
    while (next(&m, 3, NULL, &op)) {
        if (op == MAKE) {
            int slot = count > 0 ? waiting[count - 1] : slots++;
            if (count != 2) /* the bug */
                count -= count > 0;
            for (uint32_t i = 0; i < m.live; i++)
                fails |= m.value[i] == slot;
            make(&m, slot);
        } else if (op == USE) {
            (void)pick(&m);
        } else {
            waiting[count++] = consume(&m, pick(&m));
        }
        if (fails)
            break;
    }
    return fails;
}

/* The value that was made third, used while the first is gone and the second is not. */
static bool third_value(struct assay_test *t)
{
    enum { MAKE, USE, FREE };
    struct machine m;
    uint32_t op;
    int made = 0;
    bool gone[FUEL + 1] = {0}, fails = false;

    begin(&m, t);
    while (next(&m, 3, NULL, &op)) {
        if (op == MAKE) {
            make(&m, made++);
        } else if (op == USE) {
            int used = m.value[pick(&m)];
            for (int i = 0; i + 2 <= used; i++)
                fails |= used == i + 2 && gone[i] && !gone[i + 1];
        } else {
            gone[consume(&m, pick(&m))] = true;
        }
    }
    return fails;
}

TEST(shrink_programs_that_consume)
{
    CHECK_MINIMUM(free_list, 20, "u6 x0 x0 x2 u0 x2 u0 x0 x0");
    CHECK_MINIMUM(third_value, 20, "u5 x0 x0 x0 x2 u0 x1 u1");
}

/* ---- Two that go together: fails only while as many were made as consumed, but one */

static bool balanced(struct assay_test *t)
{
    enum { MAKE, TOUCH, FREE, CHECK_ALL };
    struct machine m;
    uint32_t op, i;
    bool fails = false;

    begin(&m, t);
    while (next(&m, 4, NULL, &op)) {
        if (op == MAKE) {
            make(&m, 0);
        } else if (op == TOUCH) {
            i = pick(&m);
            m.value[i]++;
        } else if (op == FREE) {
            (void)consume(&m, pick(&m));
        } else {
            fails |= m.live == 1 && m.value[0] >= 2;
        }
    }
    return fails;
}

TEST(shrink_programs_by_two_operations)
{
    CHECK_MINIMUM(balanced, 20, "u4 x0 x1 u0 x1 u0 x3");
}

/* ---- Two sorts of values, each numbered by itself */

static bool two_sorts(struct assay_test *t)
{
    enum { MAKE, OPEN, CHANGE, READ };
    struct machine m;
    uint32_t op, i, opened = 0;
    uint32_t of[FUEL + 1], version[FUEL + 1];
    bool fails = false;

    begin(&m, t);
    while (next(&m, opened > 0 ? 4 : 3, NULL, &op)) {
        i = 0;
        if (op == MAKE) {
            make(&m, 0);
        } else if (op == READ) {
            (void)assay_choose_pick_of(t, 1, opened, NULL, &i);
            fails |= (uint32_t)m.value[of[i]] != version[i];
        } else if (op == CHANGE) {
            i = pick(&m);
            m.value[i]++;
        } else {
            (void)assay_choose_pick_of(t, 0, m.live, NULL, &of[opened]);
            version[opened] = (uint32_t)m.value[of[opened]];
            opened++;
        }
        if (t->status)
            break;
    }
    return fails;
}

TEST(shrink_programs_with_two_sorts_of_values)
{
    CHECK_MINIMUM(two_sorts, 20, "u4 x0 x1 u0 x2 u0 x3 u0");
}

/* ---- No part of the program is a shorter one: that has to be drawn */

static bool two_ways(struct assay_test *t)
{
    enum { MAKE, A, B, C, D };
    static const uint32_t weights[] = {3, 3, 3, 3, 1};
    struct machine m;
    uint32_t op, i;
    bool fails = false;

    begin(&m, t);
    while (next(&m, 5, weights, &op)) {
        if (op == MAKE) {
            make(&m, 0);
            continue;
        }
        i = pick(&m);
        if (op == D)
            fails |= m.value[i] == 0;
        else if (m.value[i] == (int)op - A)
            m.value[i]++;
        fails |= m.value[i] == 3;
    }
    return fails;
}

TEST(shrink_programs_by_drawing_shorter_ones)
{
    CHECK_MINIMUM(two_ways, 20, "u2 x0 x4 u0");
}

/* ---- One mending each: from a program that fails to the only shorter one that does */

/* Shrinks the program of these choices: 'u' for numbers, 'x' for operations. */
static void check_from(struct harness_site site, problem_fn *fails, const char *start,
                       const char *minimum)
{
    struct problem_run p;
    struct assay_values values;
    struct assay_replay replay;
    struct assay_buf shown;

    problem_init(&p, fails, NULL);
    assay_values_init(&values, NULL);
    assay_buf_init(&shown, NULL, 0);
    for (const char *at = start; *at; at += strcspn(at, " "), at += *at == ' ')
        CHECK_INT(assay_values_add(&values,
                                   *at == 'u' ? ASSAY_KIND_UINT : ASSAY_KIND_INDEX,
                                   strtoul(at + 1, NULL, 10)),
                  ASSAY_OK);
    assay_replay_init(&replay, &values, NULL, NULL);
    assay_test_init(&p.f.test, p.f.record, &replay.base, &p.f.arena);
    CHECK(fails(&p.f.test) && !p.f.test.status && !replay.misfit);
    CHECK_INT(assay_record_copy(p.best, p.f.record), ASSAY_OK);
    CHECK_INT(problem_shrink(&p), ASSAY_OK);
    problem_show(p.best, &shown);
    if (strcmp(shown.at, minimum) != 0)
        harness_fail(site, "\"%s\" after %u executions, not \"%s\"", shown.at,
                     p.report.executions, minimum);
    assay_values_done(&values);
    assay_buf_done(&shown);
    problem_done(&p);
}

enum { PLAIN, SPECIAL, DERIVED };

static uint64_t exact(struct machine *m)
{
    uint64_t x = 0;

    (void)assay_choose_uint(m->t, 0, 200, 0, ASSAY_UNIFORM, &x);
    return x;
}

/* Uses the special value with 100, while a plain one was made after it. */
static bool one_behind(struct assay_test *t)
{
    enum { MAKE, MAKE_SPECIAL, USE };
    struct machine m;
    uint32_t op, i, specials = 0;
    bool fails = false;

    begin(&m, t);
    while (next(&m, 3, NULL, &op)) {
        if (op == MAKE_SPECIAL) {
            make(&m, SPECIAL);
            specials++;
        } else if (op == MAKE) {
            make(&m, PLAIN);
        } else {
            i = pick(&m);
            fails |= exact(&m) == 100 && m.value[i] == SPECIAL && i + 1 < m.live;
        }
    }
    return fails && specials == 1 && m.value[0] == PLAIN;
}

/* Uses the special value with 100, of which two plain ones were made before. */
static bool one_consumed(struct assay_test *t)
{
    enum { MAKE, MAKE_SPECIAL, USE, FREE };
    struct machine m;
    uint32_t op, i, plain = 0, before = 0, after = 0;
    bool fails = false;

    begin(&m, t);
    while (next(&m, 4, NULL, &op)) {
        if (op == MAKE_SPECIAL) {
            make(&m, SPECIAL);
            before = plain;
        } else if (op == MAKE) {
            make(&m, PLAIN);
            after += before > 0;
            plain++;
        } else if (op == FREE) {
            (void)consume(&m, pick(&m));
        } else {
            i = pick(&m);
            fails |= exact(&m) == 100 && m.value[i] == SPECIAL && before == 2;
        }
    }
    return fails && after == 2;
}

/* Gets the third of four plain values, then one that comes of the second; each that was
 * derived is used. */
static bool one_derived(struct assay_test *t)
{
    enum { MAKE, DERIVE, GET };
    struct machine m;
    uint32_t op, i;
    int root[FUEL + 1] = {0}, plain = 0;
    bool used[FUEL + 1] = {0}, third = false, fails = false;

    begin(&m, t);
    while (next(&m, 3, NULL, &op)) {
        if (op == MAKE) {
            root[m.live] = plain++;
            make(&m, PLAIN);
            continue;
        }
        i = pick(&m);
        used[i] = true;
        if (op == DERIVE) {
            root[m.live] = root[i];
            make(&m, DERIVED);
        } else {
            fails |= exact(&m) == 100 && third && root[i] == 1 && plain == 4;
            third |= i == 2;
        }
    }
    for (i = 0; i < m.live; i++)
        fails &= used[i] || m.value[i] != DERIVED;
    return fails;
}

/* Gets the special value, then the first plain one. To move a value is to consume it and
 * make it again. */
static bool one_moved(struct assay_test *t)
{
    enum { MAKE, MOVE, GET };
    struct machine m;
    uint32_t op, got = 0;
    int made = 0, first = -1, last = -1;

    begin(&m, t);
    while (next(&m, 3, NULL, &op)) {
        if (op == MAKE) {
            make(&m, made++);
        } else if (op == MOVE) {
            make(&m, consume(&m, pick(&m)));
        } else {
            first = last;
            last = m.value[pick(&m)];
            got++;
        }
    }
    return made == 3 && got == 2 && first == 0 && last == 1;
}

/* All values are used once each, and the one before the last is special. */
static bool two_at_once(struct assay_test *t)
{
    enum { MAKE, MAKE_SPECIAL, USE };
    struct machine m;
    uint32_t op, uses[FUEL + 1] = {0};
    bool fails = true;

    begin(&m, t);
    while (next(&m, 3, NULL, &op)) {
        if (op == USE) {
            uint32_t i = pick(&m);
            fails &= exact(&m) == (m.value[i] == SPECIAL ? 100 : 50);
            uses[i]++;
        } else {
            make(&m, op == MAKE ? PLAIN : SPECIAL);
        }
    }
    for (uint32_t i = 0; i < m.live; i++)
        fails &= uses[i] == 1 && m.value[i] == (i + 2 == m.live ? SPECIAL : PLAIN);
    return fails && m.live >= 3;
}

TEST(shrink_mends_picks)
{
    check_from(HARNESS_HERE, one_behind, "u8 x0 x0 x0 x0 x1 x0 x0 x2 u4 u100",
               "u4 x0 x1 x0 x2 u1 u100");
    check_from(HARNESS_HERE, one_consumed, "u8 x0 x0 x1 x0 x0 x3 u0 x3 u0 x2 u0 u100",
               "u6 x0 x0 x1 x0 x0 x2 u2 u100");
    check_from(HARNESS_HERE, one_derived,
               "u8 x0 x0 x0 x0 x1 u1 x1 u4 x2 u2 u0 x2 u5 u100",
               "u6 x0 x0 x0 x0 x2 u2 u0 x2 u1 u100");
    check_from(HARNESS_HERE, one_moved, "u6 x0 x0 x0 x1 u0 x2 u2 x2 u0",
               "u5 x0 x0 x0 x2 u0 x2 u1");
    check_from(HARNESS_HERE, two_at_once,
               "u12 x0 x0 x0 x0 x1 x0 x2 u5 u50 x2 u2 u50 x2 u0 u50 x2 u1 u50 x2 u4 u100 "
               "x2 u3 u50",
               "u6 x0 x1 x0 x2 u0 u50 x2 u1 u100 x2 u2 u50");
}

static bool no_picks(struct assay_test *t)
{
    uint32_t len = 0;
    bool fails;

    (void)assay_list_begin(t, "list", 0, 20, &len);
    fails = len >= 3;
    for (uint32_t i = 0; i < len; i++) {
        uint64_t x;
        (void)assay_element_begin(t);
        (void)assay_choose_uint(t, 0, 9, 0, ASSAY_UNIFORM, &x);
        (void)assay_span_end(t);
    }
    (void)assay_span_end(t);
    return fails;
}

/* Lists without picks cost nothing more. */
TEST(shrink_mends_picks_only)
{
    struct problem_run p;

    problem_init(&p, no_picks, NULL);
    problem_find(&p, 1);
    CHECK_INT(problem_shrink(&p), ASSAY_OK);
    CHECK_INT(p.best->nchoices, 4);
    for (uint32_t i = 0; i < p.report.passes; i++)
        if (strstr(p.report.pass[i].name, "picks") ||
            strcmp(p.report.pass[i].name, "re-draw shorter") == 0)
            CHECK_INT(p.report.pass[i].tried, 0);
    problem_done(&p);
}
