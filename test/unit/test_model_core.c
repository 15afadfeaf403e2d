/*
 * Models: how operations are chosen and called, how they are judged, and how they die.
 */
#include "model_fixture.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

ASSAY_INTERVAL(small, int, 0, 9);

static int same(int x)
{
    return x;
}
static void nothing(void)
{
}

/* ---- Judged by the reference: several answers are right */

struct ref_set {
    bool has[10];
};
struct set {
    int at[10], n;
};
static struct ref_set *ref_set_new(void)
{
    return assay_model_new(1, sizeof(struct ref_set));
}
static struct set *set_new(void)
{
    return assay_model_new(1, sizeof(struct set));
}
static void ref_set_add(struct ref_set *s, int x)
{
    s->has[x] = true;
}
static void set_add(struct set *s, int x)
{
    for (int i = 0; i < s->n; i++)
        if (s->at[i] == x)
            return;
    s->at[s->n++] = x;
}
/* Any member, or -1. The second one is wrong when 5 was added last. */
static int set_any(struct set *s)
{
    return s->n > 0 ? s->at[s->n - 1] : -1;
}
static int set_any_but_5(struct set *s)
{
    return set_any(s) == 5 ? 6 : set_any(s);
}
static const char *judge_any(struct ref_set *s, int answer)
{
    if (answer >= 0)
        return s->has[answer] ? NULL : "it is no member";
    for (int i = 0; i < 10; i++)
        if (s->has[i])
            return "there is a member";
    return NULL;
}
ASSAY_ABSTRACT(set, struct ref_set *, struct set *);
ASSAY_COMPARED(member, int);
ASSAY_OPERATION(new_set, (void), set, ref_set_new, set_new);
ASSAY_OPERATION(add, (set, small), void, ref_set_add, set_add);
ASSAY_JUDGED(any, (set), member, judge_any, set_any);
ASSAY_JUDGED(wrong_any, (set), member, judge_any, set_any_but_5);
ASSAY_MODEL(sets, (new_set, add, any));
ASSAY_MODEL(wrong_sets, (new_set, add, wrong_any));
TEST(model_a_reference_judges)
{
    CHECK_HOLDS(&sets);
    CHECK_MODEL(&wrong_sets, "operation 3 (set_any_but_5) gave 6: it is no member",
                "    struct set *s0 = set_new();                     /* 1 */\n"
                "    set_add(s0, 5);                                 /* 2 */\n"
                "    int r3 = set_any_but_5(s0);                     /* 3: gave 6, it is "
                "no member */\n"
                "    assert(!(r3 == 6));\n");
}

/* With a value of its own: the candidate splits as it likes, the reference follows. */
static struct set *set_half(struct set *s)
{
    struct set *half = set_new();

    while (half->n < s->n)
        half->at[half->n++] = s->at[--s->n];
    return half;
}
static int set_count(struct set *s)
{
    return s->n;
}
static int ref_count(struct ref_set *s)
{
    int n = 0;

    for (int i = 0; i < 10; i++)
        n += s->has[i];
    return n;
}
static const char *judge_half(struct ref_set *s, struct set *answer,
                              struct ref_set **ret_own)
{
    if (answer->n != (ref_count(s) + 1) / 2)
        return "it is not a half";
    *ret_own = ref_set_new();
    for (int i = 0; i < answer->n; i++) {
        s->has[answer->at[i]] = false;
        (*ret_own)->has[answer->at[i]] = true;
    }
    return NULL;
}
static struct set *set_half_of_few(struct set *s)
{
    struct set *half = set_half(s);

    if (half->n == 2)
        half->n--;
    return half;
}
ASSAY_JUDGED_OWN(half, (set), set, judge_half, set_half);
ASSAY_OPERATION(count, (set), int, ref_count, set_count);
ASSAY_MODEL(halves, (new_set, add, half, count));
ASSAY_JUDGED_OWN(bad_half, (set), set, judge_half, set_half_of_few);
ASSAY_MODEL(bad_halves, (new_set, add, bad_half, count));
TEST(model_a_judge_has_a_value_of_its_own)
{
    CHECK_HOLDS(&halves);
    CHECK_MODEL(&bad_halves, "operation 5 (set_half_of_few): it is not a half",
                "    struct set *s0 = set_new();                     /* 1 */\n"
                "    set_add(s0, 0);                                 /* 2 */\n"
                "    set_add(s0, 1);                                 /* 3 */\n"
                "    set_add(s0, 2);                                 /* 4 */\n"
                "    struct set *s1 = set_half_of_few(s0);           /* 5: it is not a "
                "half */\n");
}

/* Nothing is returned, and nothing is taken. */
static int state;
static void reset_state(void)
{
    state = 0;
}
static void bump(void)
{
    state++;
}
static const char *judge_state(void)
{
    return state > 2 ? "more than two" : NULL;
}
ASSAY_JUDGED(bump, (void), void, judge_state, bump);
ASSAY_MODEL(bumps, (bump), .prologue = reset_state);
TEST(model_a_judge_of_nothing)
{
    CHECK_MODEL(
        &bumps, "operation 3 (bump): more than two",
        "    bump();                                         /* 1 */\n"
        "    bump();                                         /* 2 */\n"
        "    bump();                                         /* 3: more than two */\n");
}

/* ---- Without a reference */

struct stack {
    int n, at[4];
};
static struct stack *stack_new(void)
{
    return assay_model_new(1, sizeof(struct stack));
}
static void stack_push(struct stack *s, int x)
{
    s->at[s->n < 4 ? s->n : 0] = x;
    s->n++;
}
static int stack_pop(struct stack *s)
{
    return s->n > 0 ? s->at[--s->n] : -1;
}
static const char *stack_fits(struct stack *s, struct stack *same_stack)
{
    CHECK(s == same_stack);
    return s->n > 4 ? "it is over full" : NULL;
}
ASSAY_ABSTRACT(stack, struct stack *, struct stack *);
ASSAY_CHECK(stack, stack_fits);
ASSAY_IGNORED(popped, int, int);
ASSAY_OPERATION_ALONE(new_stack, (void), stack, stack_new);
ASSAY_OPERATION_ALONE(push, (stack, small), void, stack_push);
ASSAY_OPERATION_ALONE(pop, (stack), popped, stack_pop);
ASSAY_MODEL(stacks, (new_stack, push, pop));
TEST(model_without_a_reference)
{
    CHECK_MODEL(&stacks, "operation 6 (stack_push): the check of s0: it is over full",
                "    struct stack *s0 = stack_new();                 /* 1 */\n"
                "    stack_push(s0, 0);                              /* 2 */\n"
                "    stack_push(s0, 0);                              /* 3 */\n"
                "    stack_push(s0, 0);                              /* 4 */\n"
                "    stack_push(s0, 0);                              /* 5 */\n"
                "    stack_push(s0, 0);                              /* 6: the check of "
                "s0: it is over full */\n");
}

/* ---- Conditions, order, weights */

static bool is_ordered(const struct assay_arguments *args)
{
    return ASSAY_ARGUMENT_AT(args, small, 0) < ASSAY_ARGUMENT_AT(args, small, 1);
}
static int ncompared;
static bool compare(int a, int b)
{
    ncompared++;
    return a < b;
}
static bool yes(int a, int b)
{
    (void)a;
    (void)b;
    return true;
}
ASSAY_OPERATION(compare, (small, small), bool, yes, compare, .when = is_ordered);
ASSAY_MODEL(compares, (compare));
TEST(model_calls_only_when_it_may)
{
    run_here(&compares, 1, 2000);
    CHECK(ncompared > 2000);
}

/* Macros take their arguments one by one. */
#define LESS_OR_EQUAL(A, B) ((A) <= (B))
#define NOT_MORE(A, B) (!((A) > (B)))
ASSAY_OPERATION(less_or_equal, (small, small), bool, LESS_OR_EQUAL, NOT_MORE);
ASSAY_MODEL(macros, (less_or_equal));
TEST(model_calls_macros)
{
    run_here(&macros, 1, 100);
}

/* The argument at 2 is drawn first, then 0, which depends on nothing, then 1. */
static int drawn_at[3], ndrawn;
#define DRAW_AT(I)                                                                       \
    static int draw_##I(struct assay_test *t, const struct assay_arguments *args)        \
    {                                                                                    \
        drawn_at[I] = ++ndrawn;                                                          \
        return (int)args->drawn + 0 * assay_int(t, "x", 0, 1);                           \
    }
DRAW_AT(0)
DRAW_AT(1)
DRAW_AT(2)
ASSAY_DRAWN(drawn_0, int, draw_0);
ASSAY_DRAWN(drawn_1, int, draw_1);
ASSAY_DRAWN(drawn_2, int, draw_2);
static bool in_order(int a, int b, int c)
{
    bool good = drawn_at[2] == 1 && drawn_at[0] == 2 && drawn_at[1] == 3;

    ndrawn = 0;
    return good && a == 4 && b == 5 && c == 0;
}
static bool in_place(int a, int b, int c)
{
    ndrawn = 0;
    return a == 0 && b == 1 && c == 3;
}
static bool yes_3(int a, int b, int c)
{
    (void)a;
    (void)b;
    (void)c;
    return true;
}
static const unsigned char rotated[] = {2, 0, 1};
ASSAY_OPERATION(rotate, (drawn_0, drawn_1, drawn_2), bool, yes_3, in_order,
                .order = rotated);
ASSAY_MODEL(rotates, (rotate));
ASSAY_OPERATION(straight, (drawn_0, drawn_1, drawn_2), bool, yes_3, in_place);
ASSAY_MODEL(straights, (straight));
TEST(model_draws_arguments_in_the_order_given)
{
    CHECK_HOLDS(&rotates);
    CHECK_HOLDS(&straights);
}

static int calls[3];
#define COUNTED(I)                                                                       \
    static void counted_##I(void)                                                        \
    {                                                                                    \
        calls[I]++;                                                                      \
    }
COUNTED(0)
COUNTED(1)
COUNTED(2)
ASSAY_OPERATION(often, (void), void, nothing, counted_0, .weight = 6);
ASSAY_OPERATION(rarely, (void), void, nothing, counted_1);
ASSAY_OPERATION(twice, (void), void, nothing, counted_2, .weight = 2);
ASSAY_MODEL(weights, (often, rarely, twice));
TEST(model_operations_have_weights)
{
    int all;

    run_here(&weights, 1, 5000);
    all = calls[0] + calls[1] + calls[2];
    CHECK(all > 20000);
    CHECK(calls[0] > all * 58 / 100 && calls[0] < all * 76 / 100);
    CHECK(calls[1] > all * 8 / 100 && calls[1] < all * 15 / 100);
    CHECK(calls[2] > all * 17 / 100 && calls[2] < all * 28 / 100);
}

/* ---- Swarms: some scenarios are about some operations only */

static unsigned used; /* a bit for each operation of this scenario */
static int seen[8], steps;
static int make_one(void)
{
    return steps++;
}
#define USE_ONE(I)                                                                       \
    static int use_##I(int x)                                                            \
    {                                                                                    \
        used |= 1u << I;                                                                 \
        steps++;                                                                         \
        return x * 0;                                                                    \
    }
USE_ONE(0)
USE_ONE(1)
USE_ONE(2)
static int ref_use(int x)
{
    return x * 0;
}
static void begin_swarm(void)
{
    used = 0;
    steps = 0;
}
static void end_swarm(void)
{
    if (steps >= 18) /* so long that what is not used was not offered */
        seen[used]++;
}
ASSAY_ABSTRACT(one, int, int);
ASSAY_OPERATION(make_one, (void), one, make_one, make_one);
ASSAY_OPERATION(use_0, (one), int, ref_use, use_0, .weight = 4);
ASSAY_OPERATION(use_1, (one), int, ref_use, use_1, .weight = 4);
ASSAY_OPERATION(use_2, (one), int, ref_use, use_2, .weight = 4);
ASSAY_MODEL(swarm, (make_one, use_0, use_1, use_2), .prologue = begin_swarm,
            .epilogue = end_swarm);
ASSAY_MODEL(crowd, (make_one, use_0, use_1, use_2), .prologue = begin_swarm,
            .epilogue = end_swarm, .no_swarm = true);
TEST(model_scenarios_are_about_some_operations)
{
    int all = 0, few;

    run_here(&swarm, 1, 20000);
    for (unsigned i = 0; i < 8; i++) {
        CHECK(seen[i] > 50);
        all += seen[i];
    }
    CHECK(seen[7] > all * 40 / 100);
    memset(seen, 0, sizeof seen);
    run_here(&crowd, 1, 20000);
    few = seen[0] + seen[1] + seen[2] + seen[4];
    CHECK(seen[7] > 1000 && few < seen[7] / 100);
}

/* ---- Fuel */

static int noperations, longest, nlong;
static void count_operation(void)
{
    noperations++;
}
static void begin_count(void)
{
    noperations = 0;
}
static void end_count(void)
{
    longest = noperations > longest ? noperations : longest;
    nlong += noperations > 20;
}
ASSAY_OPERATION(step, (void), void, nothing, count_operation);
ASSAY_MODEL(usual_fuel, (step), .prologue = begin_count, .epilogue = end_count);
ASSAY_MODEL(little_fuel, (step), .prologue = begin_count, .epilogue = end_count,
            .fuel = 3);
ASSAY_MODEL(much_fuel, (step), .prologue = begin_count, .epilogue = end_count,
            .fuel = 300);
TEST(model_scenarios_have_fuel)
{
    run_here(&usual_fuel, 1, 2000);
    CHECK(longest > 180 && longest <= 200);
    CHECK(nlong > 20 && nlong < 120);
    longest = 0;
    run_here(&little_fuel, 1, 500);
    CHECK_INT(longest, 3);
    run_here(&much_fuel, 1, 2000);
    CHECK(longest > 280 && longest <= 300);
}

static int count_to_70(int x)
{
    static int told;

    if (state == 0)
        told = 0;
    state++;
    return ++told > 70 ? x + 1 : x;
}
ASSAY_OPERATION(count_70, (small), int, same, count_to_70);
ASSAY_MODEL(long_program, (count_70), .prologue = reset_state, .fuel = 100);
TEST(model_programs_may_be_long)
{
    struct assay_report *report = run_model(&long_program, NULL);
    const char *program;

    CHECK_UINT(report->nfindings, 1);
    CHECK_STR(report->findings->message,
              "operation 71 (count_to_70) differs: expected 0, got 1");
    program = report->findings->program;
    for (int i = 1; i <= 70; i++) {
        char number[16];
        snprintf(number, sizeof number, " /* %d */\n", i);
        program = strstr(program, number);
        CHECK(program != NULL);
    }
    CHECK_STR(program + strlen(" /* 70 */\n"),
              "    assert(count_to_70(0) == 0);                    /* 71: is 1 */\n}\n");
    assay_report_free(report);
}

/* ---- Backing off: as if it had not been tried */

static int nback;
static int refuse_odd(int x)
{
    if (x % 2) {
        nback++;
        assay_back_off();
    }
    return x;
}
static int take_even(int x)
{
    noperations++;
    CHECK(x % 2 == 0);
    return x < 6 ? x : 0;
}
static int take_all_even(int x)
{
    noperations++;
    CHECK(x % 2 == 0);
    return x;
}
ASSAY_OPERATION(evens, (small), int, refuse_odd, take_even);
ASSAY_MODEL(even_model, (evens));
ASSAY_OPERATION(all_evens, (small), int, refuse_odd, take_all_even);
ASSAY_MODEL(all_even_model, (all_evens), .prologue = begin_count, .epilogue = end_count,
            .fuel = 20);
TEST(model_a_reference_may_back_off)
{
    CHECK_MODEL(&even_model, "operation 1 (take_even) differs: expected 6, got 0",
                "    assert(take_even(6) == 6);                      /* 1: is 0 */\n");
    longest = 0;
    CHECK_UINT(run_here(&all_even_model, 1, 2000), 0);
    CHECK(nback > 5000);
    CHECK(longest > 15 && longest <= 20);
}

static int refuse_all(int x)
{
    (void)x;
    assay_back_off();
}
ASSAY_OPERATION(refused, (small), int, refuse_all, same);
ASSAY_MODEL(refused_model, (refused), .epilogue = end_count, .prologue = begin_count);
TEST(model_a_reference_may_always_back_off)
{
    CHECK_HOLDS(&refused_model);
}

static int back_off_late(int x)
{
    (void)x;
    assay_back_off();
}
ASSAY_OPERATION(late, (small), int, same, back_off_late);
ASSAY_MODEL(late_model, (late));
TEST(model_a_candidate_may_not_back_off)
{
    CHECK_LINE(&late_model, "died by SIGABRT in operation 1, back_off_late",
               "assert(back_off_late(0) == 0);", "1");
}

/* ---- Not implemented: the scenario is dropped */

static int only_small(int x)
{
    if (x > 3)
        assay_unimplemented();
    return x;
}
ASSAY_OPERATION(unfinished, (small), int, same, only_small);
ASSAY_MODEL(unfinished_model, (unfinished), .fuel = 2);
TEST(model_a_candidate_may_lack_something)
{
    CHECK(run_here(&unfinished_model, 1, 1000) > 500);
}

/* ---- Before and after */

static int nbegun, nended;
static void begin_both(void)
{
    CHECK_INT(nbegun, nended);
    nbegun++;
}
static void start_at_five(void)
{
    state = 5; /* a scenario that fails has no epilogue */
}
static void end_both(void)
{
    nended++;
    CHECK_INT(nbegun, nended);
}
static int five(void)
{
    return 5;
}
static int take_state(void)
{
    return state++;
}
ASSAY_OPERATION(stateful, (void), int, five, take_state);
ASSAY_MODEL(around, (stateful), .prologue = start_at_five, .epilogue = nothing,
            .prologue_text = "library_start(5);", .epilogue_text = "library_end();");
ASSAY_OPERATION(stateless, (void), int, five, five);
ASSAY_MODEL(around_well, (stateless), .prologue = begin_both, .epilogue = end_both);
static void die(void)
{
    abort();
}
ASSAY_MODEL(around_badly, (stateless), .prologue = nothing, .epilogue = die,
            .prologue_text = "library_start(5);", .epilogue_text = "library_end();");
TEST(model_has_a_prologue_and_an_epilogue)
{
    CHECK_MODEL(&around, "operation 2 (take_state) differs: expected 5, got 6",
                "    library_start(5);\n"
                "    assert(take_state() == 5);                      /* 1 */\n"
                "    assert(take_state() == 5);                      /* 2: is 6 */\n");
    run_here(&around_well, 1, 500);
    CHECK(nended >= 500);
    CHECK_MODEL(&around_badly, "died by SIGABRT in the epilogue",
                "    library_start(5);\n"
                "    library_end();\n");
}

/* ---- Memory for references */

static unsigned char *ref_memory(int n)
{
    unsigned char *p = assay_model_new((size_t)n, 100);

    for (int i = 0; i < n * 100; i++)
        CHECK_INT(p[i], 0);
    memset(p, 1, (size_t)n * 100);
    return p;
}
static bool is_ones(unsigned char *p)
{
    return p[0] == 1;
}
ASSAY_ABSTRACT(memory, unsigned char *, unsigned char *);
ASSAY_INTERVAL(at_least_one, int, 1, 40);
ASSAY_OPERATION(memory_new, (at_least_one), memory, ref_memory, ref_memory);
static bool true_of(unsigned char *p)
{
    (void)p;
    return true;
}
ASSAY_OPERATION(memory_ones, (memory), bool, true_of, is_ones);
ASSAY_MODEL(memories, (memory_new, memory_ones));
TEST(model_memory_is_zeroed_and_lives_as_long)
{
    void *outside = assay_model_new(1, 10);

    run_here(&memories, 1, 2000);
    CHECK(outside != NULL && assay_model_test() == NULL);
    free(outside);
}

/* ---- Two models, and models beside properties */

static void small_property(struct assay_test *t)
{
    ASSAY_LT(t, assay_int(t, "x", 0, 100), 50);
}
TEST(model_stands_beside_properties)
{
    static const struct assay_property table[] = {ASSAY_MODEL_PROPERTY(even_model),
                                                  ASSAY_PROPERTY(small_property),
                                                  ASSAY_MODEL_PROPERTY(bumps)};
    static const char *const messages[] = {
        "operation 1 (take_even) differs: expected 6, got 0",
        "assay_int(t, \"x\", 0, 100) < 50: 50 is not below 50",
        "operation 3 (bump): more than two"};

    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 3; i++) {
            struct assay_report *report = run(&table[i], NULL);
            CHECK_STR(only_finding(report)->message, messages[i]);
            CHECK_INT(report->findings->program[0] != '\0', i != 1);
            assay_report_free(report);
        }
}

/* ---- Saved failures */

TEST(model_saved_failures_are_tried_first)
{
    struct assay_report *first, *again;
    struct assay_options options = {.runs = 1, .seed = 7};

    make_folder();
    first = run_model(&bumps, NULL);
    CHECK_UINT(first->nfindings, 1);
    CHECK(first->findings->saved[0] && first->findings->reproducer[0]);
    again = run_model(&bumps, &options);
    CHECK_UINT(again->nfindings, 1);
    CHECK(again->findings->from_store);
    CHECK_STR(again->findings->message, first->findings->message);
    CHECK_STR(again->findings->program, first->findings->program);
    assay_report_free(first);
    assay_report_free(again);
    remove_folder();
}
