/*
 * Violations outside of tests: what they say, and what becomes of them.
 */
#include "contract_fixture.h"
#include "harness.h"
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct assay_clause clause = {
    .kind = "ensures",
    .text = "\\result >= 0",
    .function = "absolute",
    .behavior = "negative",
    .file = "src/abs.c",
    .line = 4,
    .column = 12,
    .length = 12,
};

TEST(contract_says_terms_once)
{
    struct assay_says s;

    assay_says_begin(&s, &clause, NULL);
    assay_say_int(&s, "x", -5);
    assay_say_int(&s, "x", 6);
    assay_say_int(&s, "xx", 7);
    assay_say_bool(&s, "x > 0", 0);
    assay_say_pointer(&s, "p", NULL);
    assay_say(&s, "a[3] was 1, is 2");
    CHECK_STR(s.text, "x = -5\nxx = 7\nx > 0 = false\np = NULL\na[3] was 1, is 2\n");
    CHECK_UINT(s.len, strlen(s.text));
}

TEST(contract_says_numbers_of_all_sizes)
{
    assay_wide most = (((assay_wide)1 << 126) - 1) * 2 + 1;
    struct assay_says s;

    assay_says_begin(&s, &clause, NULL);
    assay_say_int(&s, "most", most - 1);
    assay_say_int(&s, "least", -most);
    assay_say_int(&s, "more", most);
    assay_say_int(&s, "less", -most - 1);
    assay_say_int(&s, "zero", 0);
    assay_say_real(&s, "tenth", (long double)0.1);
    assay_say_real(&s, "inf", (long double)-INFINITY);
    assay_say_real(&s, "nan", (long double)NAN);
    CHECK_STR(s.text, "most = 170141183460469231731687303715884105726\n"
                      "least = -170141183460469231731687303715884105727\n"
                      "more = more than 127 bits\nless = negative, more than 127 bits\n"
                      "zero = 0\ntenth = 0.1\ninf = -infinity\nnan = NaN\n");
}

TEST(contract_says_values_by_layout)
{
    struct point p = {'q', -1, 2};
    struct buffer b = {.size = 3, .grid = {{1, 2, 3}, {4, 5, 6}}};
    enum color green = GREEN, odd = (enum color)7;
    struct assay_says s;
    float tenth = 0.1f;
    char newline = '\n', high = -3;

    assay_says_begin(&s, &clause, NULL);
    assay_say_value(&s, "p", &layout_point, &p);
    assay_say_value(&s, "b", &layout_buffer, &b);
    assay_say_value(&s, "green", &layout_color, &green);
    assay_say_value(&s, "odd", &layout_color, &odd);
    assay_say_value(&s, "tenth", &layout_float, &tenth);
    assay_say_value(&s, "newline", &layout_char, &newline);
    assay_say_value(&s, "high", &layout_char, &high);
    CHECK_STR(s.text,
              "p = {.tag = 'q', .x = -1, .y = 2}\n"
              "b = {.size = 3, .data = NULL, .grid = {{1, 2, 3}, {4, 5, 6}}}\n"
              "green = GREEN\nodd = 7\ntenth = 0.1\nnewline = '\\n'\nhigh = -3\n");
}

TEST(contract_says_as_much_as_there_is_room_for)
{
    struct assay_says s;
    char term[40];

    assay_says_begin(&s, &clause, NULL);
    for (int i = 0; i < 500; i++) {
        snprintf(term, sizeof term, "term %d", i);
        assay_say_int(&s, term, i);
    }
    CHECK(s.cut);
    CHECK(s.len < sizeof s.text);
    CHECK_INT(s.text[s.len - 1], '\n');
    CHECK_UINT(strlen(s.text), s.len);
}

TEST(contract_hook_has_the_violation)
{
    struct assay_says s;

    catch_violations();
    assay_says_begin(&s, &clause, NULL);
    assay_say_int(&s, "\\result", -1);
    assay_violated(&s);
    CHECK_UINT(ncaught, 1);
    CHECK_STR(caught.text, "\\result = -1\n");
    CHECK(assay_set_violation_hook(NULL) != NULL);
    CHECK(assay_set_violation_hook(NULL) == NULL);
}

/* ---- In a process of its own */

/* What it wrote to stderr; how it ended. */
static int run_apart(void (*body)(void), const char *wish, char *text, size_t size)
{
    int ends[2], status;
    size_t len = 0;
    ssize_t n;
    pid_t child;

    CHECK_INT(pipe(ends), 0);
    child = fork();
    if (child == 0) {
        dup2(ends[1], 2);
        if (wish)
            setenv("ASSAY_ON_VIOLATION", wish, 1);
        body();
        exit(0);
    }
    close(ends[1]);
    while ((n = read(ends[0], text + len, size - 1 - len)) > 0)
        len += (size_t)n;
    text[len] = '\0';
    close(ends[0]);
    CHECK_INT(waitpid(child, &status, 0), child);
    return status;
}

static void violate(void)
{
    struct assay_says s;

    assay_says_begin(&s, &clause, __builtin_return_address(0));
    assay_say_int(&s, "\\result", INT_MIN);
    assay_violated(&s);
}

TEST(contract_violation_is_printed_and_aborts)
{
    char text[4096];
    int status = run_apart(violate, NULL, text, sizeof text);
    const char *expected = "src/abs.c:4:12: ensures \\result >= 0 is false\n"
                           "  in absolute, behavior negative\n"
                           "  \\result = -2147483648\n"
                           "  called from ";

    CHECK(WIFSIGNALED(status));
    CHECK(strstr(text, ".c:") || strstr(text, "+0x"));
    text[strlen(expected)] = '\0';
    CHECK_STR(text, expected);
}

static void violate_at_length(void)
{
    static char text[5000];
    struct assay_clause large = clause;
    struct assay_says s;

    memset(text, 'x', sizeof text - 1);
    large.text = text;
    assay_says_begin(&s, &large, NULL);
    assay_violated(&s);
}

TEST(contract_long_clauses_are_cut)
{
    char text[8192];

    CHECK(WIFSIGNALED(run_apart(violate_at_length, NULL, text, sizeof text)));
    CHECK(strstr(text, "xxx... is false\n") != NULL);
    CHECK(strlen(text) < 800);
}

static void violate_often(void)
{
    for (int i = 0; i < 25; i++)
        violate();
}

static unsigned occurrences(const char *text, const char *part)
{
    unsigned count = 0;

    while ((text = strstr(text, part)) != NULL) {
        text += strlen(part);
        count++;
    }
    return count;
}

TEST(contract_violations_are_logged_where_wished)
{
    static char text[1 << 16];
    int status = run_apart(violate_often, "log", text, sizeof text);

    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    CHECK_UINT(occurrences(text, "is false"), 10);
    CHECK_UINT(occurrences(text, "src/abs.c:4:12: violated 25 times in all\n"), 1);
}

static void check_status(const struct assay_call *call, int status)
{
    struct assay_says s;

    assay_says_begin(&s, &clause, call->from);
    assay_say_int(&s, "\\exit_status", status);
    if (status != 0)
        assay_violated(&s);
}

static void exit_inside(void)
{
    struct assay_call outer = {.function = "outer", .exits = check_status};
    struct assay_call inner = {.function = "inner"};

    assay_call_begin(&outer);
    assay_call_begin(&inner);
    exit(getenv("ASSAY_ON_VIOLATION") ? 7 : 6);
}

TEST(contract_exits_are_checked)
{
    char text[4096];

    CHECK(WIFSIGNALED(run_apart(exit_inside, NULL, text, sizeof text)));
    CHECK(strstr(text, "  \\exit_status = 6\n") != NULL);
    CHECK_INT(WEXITSTATUS(run_apart(exit_inside, "log", text, sizeof text)), 7);
    CHECK(strstr(text, "  \\exit_status = 7\n") != NULL);
}

/* ---- Trouble in the specification */

TEST(contract_trouble_is_of_the_clause_evaluated)
{
    catch_violations();
    CHECK(assay_evaluating(&clause) == NULL);
    assay_spec_division();
    CHECK_STR(caught.text, "division by zero\n");
    CHECK(assay_evaluating(NULL) == &clause);
    assay_spec_trouble("odd");
    CHECK_UINT(ncaught, 2);
    CHECK_STR(caught.text, "odd\n");
}

static void overflow(void)
{
    assay_evaluating(&clause);
    assay_spec_overflow();
}

TEST(contract_trouble_names_the_clause)
{
    char text[4096];

    CHECK(WIFSIGNALED(run_apart(overflow, NULL, text, sizeof text)));
    CHECK(strncmp(text, "src/abs.c:4:12: \\result >= 0 cannot be evaluated: a number has",
                  60) == 0);
}

/* ---- Arithmetic */

TEST(contract_arithmetic_is_exact_or_trouble)
{
    assay_wide most = (((assay_wide)1 << 126) - 1) * 2 + 1, least = -most - 1;

    catch_violations();
    CHECK(assay_add(most, least) == -1);
    CHECK(assay_div(-7, 2) == -3 && assay_mod(-7, 2) == -1);
    CHECK(assay_mod(least, -1) == 0);
    CHECK(assay_div(most, -1) == least + 1);
    CHECK(assay_shl(3, 4) == 48 && assay_shl(0, 1000) == 0);
    CHECK(assay_shl(-1, 126) == least / 2);
    CHECK(assay_shr(-5, 1) == -3 && assay_shr(-5, 1000) == -1 && assay_shr(5, 200) == 0);
    CHECK(assay_ipow(-2, 127) == least && assay_ipow(7, 0) == 1 && assay_ipow(0, 9) == 0);
    CHECK(assay_ipow(-1, most) == -1);
    CHECK(assay_narrow(LLONG_MIN) == LLONG_MIN);
    CHECK(assay_from_real(-2.75L) == -2);
    CHECK_UINT(ncaught, 0);
    assay_add(most, 1);
    assay_sub(least, 1);
    assay_mul(most, 2);
    assay_div(least, -1);
    assay_div(1, 0);
    assay_mod(1, 0);
    assay_shl(1, 127);
    assay_shr(1, -1);
    assay_ipow(2, 127);
    assay_ipow(2, -1);
    assay_narrow((assay_wide)LLONG_MAX + 1);
    assay_from_real(0x1p127L);
    assay_from_real((long double)NAN);
    CHECK_UINT(ncaught, 13);
}

/* ---- Memo */

static assay_wide fibonacci(assay_wide n)
{
    static const char self;
    assay_wide value;

    if (n < 2)
        return n;
    if (assay_memo_get(&self, &n, 1, &value))
        return value;
    value = assay_add(fibonacci(n - 1), fibonacci(n - 2));
    assay_memo_put(&self, &n, 1, value);
    return value;
}

TEST(contract_memo_makes_recursion_cheap)
{
    catch_violations();
    assay_memo_clear();
    CHECK(fibonacci(90) == 2880067194370816120);
    assay_memo_clear();
    CHECK(fibonacci(150) > fibonacci(149));
    CHECK_UINT(ncaught, 0);
}

TEST(contract_memo_tells_keys_apart)
{
    static const char f, g;
    assay_wide a[2] = {1, 2}, b[2] = {1, (assay_wide)2 << 64}, value = 0;

    assay_memo_clear();
    CHECK(!assay_memo_get(&f, a, 2, &value));
    assay_memo_put(&f, a, 2, 10);
    CHECK(!assay_memo_get(&f, b, 2, &value));
    CHECK(!assay_memo_get(&g, a, 2, &value));
    CHECK(!assay_memo_get(&f, a, 1, &value));
    CHECK(assay_memo_get(&f, a, 2, &value) && value == 10);
    assay_memo_clear();
    CHECK(!assay_memo_get(&f, a, 2, &value));
}

/* Many of them, in two generations: the second knows nothing of the first. */
TEST(contract_memo_holds_many)
{
    static const char f[3];
    assay_wide key[3], value = 0;

    catch_violations();
    for (int generation = 1; generation <= 2; generation++) {
        assay_memo_clear();
        for (int i = 0; i < 6000; i++) {
            unsigned nkey = 1 + (unsigned)i % 3;
            key[0] = i;
            key[1] = -i;
            key[2] = (assay_wide)i << 70;
            CHECK(!assay_memo_get(&f[i % 3], key, nkey, &value));
            assay_memo_put(&f[i % 3], key, nkey, generation * i);
            assay_memo_put(&f[i % 3], key, nkey,
                           generation * i + 1); /* the last counts */
        }
        for (int i = 0; i < 6000; i++) {
            key[0] = i;
            key[1] = -i;
            key[2] = (assay_wide)i << 70;
            CHECK(assay_memo_get(&f[i % 3], key, 1 + (unsigned)i % 3, &value));
            CHECK(value == generation * i + 1);
        }
    }
    CHECK_UINT(ncaught, 0);
    assay_memo_clear();
}

static assay_wide endless(assay_wide n)
{
    static const char self;
    assay_wide value;

    if (ncaught > 0 || assay_memo_get(&self, &n, 1, &value))
        return 0;
    value = endless(n + 1);
    assay_memo_put(&self, &n, 1, value);
    return value;
}

static assay_wide derive(assay_wide n)
{
    static const char self;
    assay_wide value;

    if (assay_memo_derived(&self, &n, 1, &value))
        return value;
    value = derive(n + 1);
    assay_memo_put(&self, &n, 1, value);
    return value;
}

static void violate_after(void)
{
    struct assay_says s;

    assay_says_begin(&s, &clause, NULL);
    assay_violated(&s);
}

TEST(contract_memo_ends_an_endless_derivation)
{
    catch_violations();
    assay_memo_clear();
    CHECK(derive(0) == 0);
    CHECK_UINT(ncaught, 0);
    violate_after();
    CHECK_UINT(ncaught, 1);
    CHECK_STR(caught.text, "logic calls itself more than 10 000 deep\n");
    assay_memo_clear();
    violate_after();
    CHECK(strcmp(caught.text, "logic calls itself more than 10 000 deep\n") != 0);
}

TEST(contract_memo_ends_endless_recursion)
{
    catch_violations();
    assay_memo_clear();
    endless(0);
    CHECK_UINT(ncaught, 1);
    CHECK_STR(caught.text, "logic calls itself more than 10 000 deep\n");
}
