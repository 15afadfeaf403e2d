/*
 * Models: plain values as arguments and as results, how they are compared and written.
 */
#include "model_fixture.h"
#include <assay/languages.h>
#include <math.h>
#include <string.h>

/* ---- Results: an operation that takes nothing and gives a constant */

#define GIVES_(NAME, SPEC, TYPE, EXPECTED, OBSERVED)                                     \
    static TYPE ref_##NAME(void)                                                         \
    {                                                                                    \
        return EXPECTED;                                                                 \
    }                                                                                    \
    static TYPE NAME(void)                                                               \
    {                                                                                    \
        return OBSERVED;                                                                 \
    }                                                                                    \
    ASSAY_OPERATION(NAME, (void), SPEC, ref_##NAME, NAME);                               \
    ASSAY_MODEL(model_##NAME, (NAME))
/* EXPECTED and OBSERVED are written so, and CONDITION is asserted by the program. */
#define DIFFERS(NAME, SPEC, TYPE, EXPECTED, OBSERVED, EXPECTED_TEXT, OBSERVED_TEXT,      \
                CONDITION)                                                               \
    GIVES_(NAME, SPEC, TYPE, EXPECTED, OBSERVED);                                        \
    TEST(model_result_##NAME)                                                            \
    {                                                                                    \
        CHECK_LINE(&model_##NAME,                                                        \
                   "operation 1 (" #NAME ") differs: expected " EXPECTED_TEXT            \
                   ", got " OBSERVED_TEXT,                                               \
                   "assert(" CONDITION ");", "1: is " OBSERVED_TEXT);                    \
    }
#define SAME(NAME, SPEC, TYPE, EXPECTED, OBSERVED)                                       \
    GIVES_(NAME, SPEC, TYPE, EXPECTED, OBSERVED);                                        \
    TEST(model_same_##NAME)                                                              \
    {                                                                                    \
        CHECK_HOLDS(&model_##NAME);                                                      \
    }

ASSAY_COMPARED(byte, unsigned char);
ASSAY_COMPARED(tiny, signed char);
ASSAY_COMPARED(wide, unsigned long long);
ASSAY_COMPARED(single, float);
ASSAY_COMPARED(writable, char *);

DIFFERS(int_a, int, int, 3, -4, "3", "-4", "int_a() == 3")
DIFFERS(int_least, int, int, INT32_MIN, 0, "(-2147483647 - 1)", "0",
        "int_least() == (-2147483647 - 1)")
DIFFERS(unsigned_a, unsigned, unsigned, 4294967295u, 0, "4294967295", "0",
        "unsigned_a() == 4294967295")
DIFFERS(long_a, long, long, 5000000000, 0, "5000000000", "0", "long_a() == 5000000000")
DIFFERS(size_a, size_t, size_t, SIZE_MAX, 1, "18446744073709551615u", "1",
        "size_a() == 18446744073709551615u")
DIFFERS(byte_a, byte, unsigned char, 255, 0, "255", "0", "byte_a() == 255")
DIFFERS(tiny_a, tiny, signed char, -128, 127, "-128", "127", "tiny_a() == -128")
DIFFERS(wide_a, wide, unsigned long long, 1, 0, "1", "0", "wide_a() == 1")
DIFFERS(char_a, char, char, 'x', '\'', "'x'", "'\\''", "char_a() == 'x'")
DIFFERS(char_b, char, char, '\n', '\\', "'\\n'", "'\\\\'", "char_b() == '\\n'")
DIFFERS(char_c, char, char, '\0', (char)0x80, "'\\0'", "'\\x80'", "char_c() == '\\0'")
DIFFERS(bool_a, bool, bool, true, false, "true", "false", "bool_a()")
DIFFERS(bool_b, bool, bool, false, true, "false", "true", "!bool_b()")
DIFFERS(double_a, double, double, 0.1, 0.5, "0.1", "0.5", "double_a() == 0.1")
DIFFERS(double_b, double, double, NAN, 1, "NAN", "1.0", "isnan(double_b())")
DIFFERS(double_c, double, double, -HUGE_VAL, NAN, "-INFINITY", "NAN",
        "double_c() == -INFINITY")
DIFFERS(float_a, single, float, 0.1f, 0.2f, "0.1f", "0.2f", "float_a() == 0.1f")
DIFFERS(string_a, string, const char *, "a", "b", "\"a\"", "\"b\"",
        "strcmp(string_a(), \"a\") == 0")
DIFFERS(string_b, string, const char *, NULL, "", "NULL", "\"\"", "string_b() == NULL")
DIFFERS(string_c, string, const char *, "", NULL, "\"\"", "NULL",
        "strcmp(string_c(), \"\") == 0")
DIFFERS(string_d, string, const char *,
        "a\"\\\n\x01"
        "1?\?/",
        "\n", "\"a\\\"\\\\\\n\\0011?\?/\"", "\"\\n\"",
        "strcmp(string_d(), \"a\\\"\\\\\\n\\0011?\?/\") == 0")

static char one_text[] = "text", other_text[] = "text";
SAME(nans, double, double, NAN, -NAN)
SAME(zeros, double, double, 0.0, -0.0)
SAME(nulls, string, const char *, NULL, NULL)
SAME(texts, writable, char *, one_text, other_text)

/* What would end a comment does not, and what a line needs is included. */
GIVES_(ends_comment, string, const char *, "*/", "/*/");
TEST(model_programs_can_be_compiled)
{
    CHECK_PROGRAM(
        &model_ends_comment,
        "#include <string.h>\n"
        "#include <assert.h>\n"
        "\n"
        "int main(void)\n{\n"
        "    assert(strcmp(ends_comment(), \"*/\") == 0);      /* 1: is \"/ * /\" */\n"
        "}\n");
    CHECK_PROGRAM(&model_string_b,
                  "#include <assert.h>\n"
                  "#include <stddef.h>\n"
                  "\n"
                  "int main(void)\n{\n"
                  "    assert(string_b() == NULL);                     /* 1: is \"\" */\n"
                  "}\n");
    CHECK_PROGRAM(&model_double_b,
                  "#include <math.h>\n"
                  "#include <assert.h>\n"
                  "\n"
                  "int main(void)\n{\n"
                  "    assert(isnan(double_b()));                      /* 1: is 1.0 */\n"
                  "}\n");
    CHECK_PROGRAM(&model_double_c,
                  "#include <math.h>\n"
                  "#include <assert.h>\n"
                  "\n"
                  "int main(void)\n{\n"
                  "    assert(double_c() == -INFINITY);                /* 1: is NAN */\n"
                  "}\n");
}

/* ---- Of types that only a function compares */

struct point {
    int x, y;
};
static bool same_point(struct point a, struct point b)
{
    return a.x == b.x && a.y == b.y;
}
static void show_point(struct point p, struct assay_buf *out)
{
    assay_print(out, "((struct point){%d, %d})", p.x, p.y);
}
ASSAY_DECONSTRUCTIBLE(point, struct point, same_point, show_point);
DIFFERS(point_a, point, struct point, ((struct point){1, 2}), ((struct point){1, 3}),
        "((struct point){1, 2})", "((struct point){1, 3})",
        "same_point(point_a(), ((struct point){1, 2}))")
SAME(point_b, point, struct point, ((struct point){1, 2}), ((struct point){1, 2}))

static int counted;
ASSAY_IGNORED(whatever, int, const char *);
static int ref_ignored(void)
{
    return counted++;
}
static const char *cand_ignored(void)
{
    return "other";
}
ASSAY_OPERATION(ignored, (void), whatever, ref_ignored, cand_ignored);
ASSAY_MODEL(model_ignored, (ignored));
TEST(model_ignored_results_are_not_looked_at)
{
    run_here(&model_ignored, 1, 100);
    CHECK(counted > 100);
}

/* A result that must be in a language, as both sides may be wrong together. */
ASSAY_SENTENCE(document, assay_language_json);
static const char *ref_document(const char *text)
{
    return text;
}
static const char *cut_document(const char *text)
{
    return strlen(text) > 3 ? "[1" : text;
}
ASSAY_OPERATION(document_same, (document), document, ref_document, ref_document);
ASSAY_MODEL(model_document, (document_same));
ASSAY_OPERATION(document_cut, (document), document, cut_document, cut_document);
ASSAY_MODEL(model_document_cut, (document_cut));
TEST(model_sentences_are_made_and_checked)
{
    CHECK_HOLDS(&model_document);
    CHECK_LINE(&model_document_cut,
               "operation 1 (cut_document): the result \"[1\" is not a sentence of json",
               "assert(strcmp(cut_document(\"true\"), \"[1\") == 0);",
               "1: the result \"[1\" is not a sentence of json");
}

/* ---- Arguments: the candidate's result is wrong from some value on */

static bool right(void)
{
    return true;
}
#define right_of(VALUE) ((void)(VALUE), right())
/* ARGUMENT is how the smallest value with which it is WRONG is written. */
#define TAKES(NAME, SPEC, TYPE, WRONG, ARGUMENT)                                         \
    static bool NAME(TYPE v)                                                             \
    {                                                                                    \
        return !(WRONG);                                                                 \
    }                                                                                    \
    ASSAY_OPERATION(NAME, (SPEC), bool, right_of, NAME);                                 \
    ASSAY_MODEL(model_##NAME, (NAME));                                                   \
    TEST(model_argument_##NAME)                                                          \
    {                                                                                    \
        CHECK_LINE(&model_##NAME,                                                        \
                   "operation 1 (" #NAME ") differs: expected true, got false",          \
                   "assert(" #NAME "(" ARGUMENT "));", "1: is false");                   \
    }

static int ascending(int a, int b)
{
    return (a > b) - (a < b);
}
static int descending(int a, int b)
{
    return ascending(b, a);
}
typedef int compare_fn(int a, int b);
enum colour { RED, GREEN, BLUE };
ASSAY_ONE_OF(order, compare_fn *, ascending, descending);
ASSAY_ONE_OF(colour, enum colour, RED, GREEN, BLUE);
ASSAY_ONE_OF(flags, int, (1 | 2), 4);
ASSAY_VALUES(odd_text, const char *,
             assay_element_of(const char *, "",
                              "a\"b\\c\n\x01"
                              "2",
                              NULL));
ASSAY_INTERVAL(negative, short, -300, -200);
ASSAY_STRING(short_text, 2, 3);
ASSAY_VALUES(odd_double, double,
             assay_element_of(double, 0.0, NAN, (double)INFINITY, -2.5));
ASSAY_CONSTRUCTIBLE(any_point, struct point,
                    assay_struct(struct point,
                                 ASSAY_FIELD(struct point, x, assay_ints(int, 0, 9)),
                                 ASSAY_FIELD(struct point, y, assay_ints(int, 0, 9))));

TAKES(takes_int, int, int, v < -5, "-6")
TAKES(takes_unsigned, unsigned, unsigned, v > 3000000000, "3000000001")
TAKES(takes_long, long, long, v > 5000000000, "5000000001")
TAKES(takes_size, size_t, size_t, v > INT64_MAX, "9223372036854775808u")
TAKES(takes_backslash, char, char, v == '\\', "'\\\\'")
TAKES(takes_quote, char, char, v == '\'', "'\\''")
TAKES(takes_bool, bool, bool, v, "true")
TAKES(takes_double, double, double, v > 1.5, "2.0")
TAKES(takes_nan, odd_double, double, isnan(v), "NAN")
TAKES(takes_infinity, odd_double, double, isinf(v), "INFINITY")
TAKES(takes_string, string, const char *, strlen(v) > 1, "\"aa\"")
TAKES(takes_escapes, odd_text, const char *, v &&*v, "\"a\\\"b\\\\c\\n\\0012\"")
TAKES(takes_null, odd_text, const char *, !v, "NULL")
TAKES(takes_interval, negative, short, v < -250, "-251")
TAKES(takes_length, short_text, const char *, strlen(v) != 2, "\"aaa\"")
TAKES(takes_function, order, compare_fn *, v == descending, "descending")
TAKES(takes_name, colour, enum colour, v == BLUE, "BLUE")
TAKES(takes_expression, flags, int, v == 3, "(1 | 2)")
TAKES(takes_struct, any_point, struct point, v.x + v.y > 2,
      "(struct point){.x = 0, .y = 3}")
TAKES(takes_sentence, document, const char *, strlen(v) > 4, "\" true\"")

TEST(model_programs_include_what_arguments_need)
{
    CHECK_PROGRAM(
        &model_takes_nan,
        "#include <math.h>\n"
        "#include <assert.h>\n"
        "\n"
        "int main(void)\n{\n"
        "    assert(takes_nan(NAN));                         /* 1: is false */\n"
        "}\n");
    CHECK_PROGRAM(
        &model_takes_null,
        "#include <stddef.h>\n"
        "#include <assert.h>\n"
        "\n"
        "int main(void)\n{\n"
        "    assert(takes_null(NULL));                       /* 1: is false */\n"
        "}\n");
    CHECK_PROGRAM(
        &model_takes_bool,
        "#include <stdbool.h>\n"
        "#include <assert.h>\n"
        "\n"
        "int main(void)\n{\n"
        "    assert(takes_bool(true));                       /* 1: is false */\n"
        "}\n");
}

/* Each side has its own copy of a text, which it may keep but not find changed. */
static const char *last_reference;
static bool note_reference(const char *text)
{
    last_reference = text;
    return true;
}
static bool has_own(const char *text)
{
    return text != last_reference && strcmp(text, last_reference) == 0;
}
ASSAY_OPERATION(own_text, (string), bool, note_reference, has_own);
ASSAY_MODEL(model_own_text, (own_text));
TEST(model_each_side_has_its_own_text)
{
    CHECK_HOLDS(&model_own_text);
}

/* ---- In a row */

ASSAY_SEQUENTIAL(number, int);
ASSAY_SEQUENTIAL(small_number, unsigned char);
static int next_number;
static bool starts_low(int x, unsigned char y)
{
    bool good = y == x + 1 && x == next_number;

    next_number = y + 1;
    return good;
}
static bool always(int x, unsigned char y)
{
    (void)x;
    (void)y;
    return true;
}
static void start_over(void)
{
    next_number = 0;
}
ASSAY_OPERATION(in_a_row, (number, small_number), bool, always, starts_low);
ASSAY_MODEL(model_in_a_row, (in_a_row), .prologue = start_over, .fuel = 20);
TEST(model_sequential_values_count_from_zero)
{
    CHECK_HOLDS(&model_in_a_row);
}
static bool below_four(int x, unsigned char y)
{
    return x + y < 4;
}
ASSAY_OPERATION(too_many, (number, small_number), bool, always, below_four);
ASSAY_MODEL(model_too_many, (too_many));
TEST(model_sequential_values_are_written)
{
    CHECK_MODEL(
        &model_too_many, "operation 2 (below_four) differs: expected true, got false",
        "    assert(below_four(0, 1));                       /* 1 */\n"
        "    assert(below_four(2, 3));                       /* 2: is false */\n");
}

/* ---- Dependent on others */

ASSAY_INTERVAL(most, int, -5, 40);
ASSAY_INTERVAL_OF(below, short, most, n, 0, n - 1);
ASSAY_INTERVAL_OF(around, long, most, n, n - 1, n + 1);
static bool agrees(short i, int n, long near)
{
    return i >= 0 && i < n && near >= n - 1 && near <= n + 1;
}
static bool always_agrees(short i, int n, long near)
{
    (void)i;
    (void)n;
    (void)near;
    return true;
}
ASSAY_OPERATION(ranges, (below, most, around), bool, always_agrees, agrees);
ASSAY_MODEL(model_ranges, (ranges));
static bool is_low(short i, int n, long near)
{
    return i < 3 || near == n;
}
ASSAY_OPERATION(out_of_range, (below, most, around), bool, always_agrees, is_low);
ASSAY_MODEL(model_out_of_range, (out_of_range));
TEST(model_intervals_depend_on_arguments)
{
    CHECK_HOLDS(&model_ranges);
    CHECK_LINE(&model_out_of_range,
               "operation 1 (is_low) differs: expected true, got false",
               "assert(is_low(3, 4, 3));", "1: is false");
}

/* Wherever they stand, each is drawn after the one it depends on. */
ASSAY_INTERVAL_OF(lower, short, below, n, 0, n);
static bool falls(short lowest, short lower, int n)
{
    return lowest >= 0 && lowest <= lower && lower < n;
}
static bool always_falls(short lowest, short lower, int n)
{
    (void)lowest;
    (void)lower;
    (void)n;
    return true;
}
ASSAY_OPERATION(chain, (lower, below, most), bool, always_falls, falls);
ASSAY_MODEL(model_chain, (chain));
TEST(model_intervals_depend_on_intervals)
{
    CHECK_HOLDS(&model_chain);
}

/* Drawn by a function that sees the arguments before it, and may refuse. */
static int draw_multiple(struct assay_test *t, const struct assay_arguments *args)
{
    int of = ASSAY_ARGUMENT(args, most), again = ASSAY_ARGUMENT_CANDIDATE(args, most);

    CHECK_INT(of, again);
    if (of <= 0)
        assay_back_off();
    return of * assay_int(t, "factor", 0, 9);
}
ASSAY_DRAWN(multiple, int, draw_multiple);
static bool divides(int multiple, int of)
{
    return of > 0 && multiple % of == 0;
}
static bool always_divides(int multiple, int of)
{
    (void)multiple;
    (void)of;
    return true;
}
static bool divides_once(int multiple, int of)
{
    return multiple / of < 2;
}
ASSAY_OPERATION(multiples, (multiple, most), bool, always_divides, divides);
ASSAY_MODEL(model_multiples, (multiples));
ASSAY_OPERATION(multiples_once, (multiple, most), bool, always_divides, divides_once);
ASSAY_MODEL(model_multiples_once, (multiples_once));
TEST(model_arguments_are_drawn_by_functions)
{
    CHECK_HOLDS(&model_multiples);
    CHECK_LINE(&model_multiples_once,
               "operation 1 (divides_once) differs: expected true, got false",
               "assert(divides_once(2, 1));", "1: is false");
}

/* The k-th of several with one spec. */
static int draw_between(struct assay_test *t, const struct assay_arguments *args)
{
    int a = ASSAY_ARGUMENT_AT(args, most, 0), b = ASSAY_ARGUMENT_AT(args, most, 1);

    return assay_int(t, "between", a < b ? a : b, a < b ? b : a);
}
ASSAY_DRAWN(between, int, draw_between);
static bool lies_between(int a, int x, int b)
{
    return a < b ? a <= x && x <= b : b <= x && x <= a;
}
static bool always_between(int a, int x, int b)
{
    (void)a;
    (void)x;
    (void)b;
    return true;
}
ASSAY_OPERATION(betweens, (most, between, most), bool, always_between, lies_between);
ASSAY_MODEL(model_betweens, (betweens));
TEST(model_arguments_of_one_spec_are_told_apart)
{
    CHECK_HOLDS(&model_betweens);
}

/* ---- A subset of plain values, and one spec for each direction */

static bool is_even(int x)
{
    return x % 2 == 0;
}
ASSAY_SUBSET(even, most, is_even);
static bool is_even_and_small(int x)
{
    return x % 2 == 0 && x <= 6;
}
static bool always_even(int x)
{
    (void)x;
    return true;
}
ASSAY_OPERATION(evens, (even), bool, always_even, is_even);
ASSAY_MODEL(model_evens, (evens));
ASSAY_OPERATION(small_evens, (even), bool, always_even, is_even_and_small);
ASSAY_MODEL(model_small_evens, (small_evens));
TEST(model_subsets_of_plain_values)
{
    CHECK_HOLDS(&model_evens);
    CHECK_LINE(&model_small_evens,
               "operation 1 (is_even_and_small) differs: expected true, got false",
               "assert(is_even_and_small(8));", "1: is false");
}

/* Results with names are asserted once, by name: twice would be two calls. */
static enum colour colour_after(enum colour c)
{
    return c == BLUE ? RED : c == RED ? GREEN : BLUE;
}
static enum colour colour_after_wrong(enum colour c)
{
    return c == GREEN ? RED : colour_after(c);
}
struct paint {
    enum colour colour;
};
static struct paint paint_after(enum colour c)
{
    return (struct paint){colour_after(c)};
}
static struct paint paint_after_wrong(enum colour c)
{
    return (struct paint){colour_after_wrong(c)};
}
ASSAY_OPERATION(after, (colour), colour, colour_after, colour_after);
ASSAY_OPERATION(after_wrong, (colour), colour, colour_after, colour_after_wrong);
ASSAY_STRUCT(paint, struct paint, struct paint, (colour, colour));
ASSAY_OPERATION(paint_of, (colour), paint, paint_after, paint_after_wrong);
ASSAY_MODEL(colours, (after));
ASSAY_MODEL(colours_wrong, (after_wrong));
ASSAY_MODEL(paints_wrong, (paint_of));
TEST(model_results_with_names)
{
    CHECK_HOLDS(&colours);
    CHECK_MODEL(&colours_wrong,
                "operation 1 (colour_after_wrong) differs: expected BLUE, got RED",
                "    assert(colour_after_wrong(GREEN) == BLUE);      /* 1: is RED */\n");
    CHECK_MODEL(&paints_wrong,
                "operation 1 (paint_after_wrong) differs: expected BLUE, got RED",
                "    struct paint r1 = paint_after_wrong(GREEN);     /* 1 */\n"
                "    assert(r1.colour == BLUE);                      /* is RED */\n");
}

/* Of texts in a list it is not the address that is compared. */
static const char *ref_word(int n)
{
    return n < 5 ? "low" : "high";
}
static const char *word_badly(int n)
{
    static char text[8];

    strcpy(text, n < 5 ? "low" : "hi");
    return text;
}
ASSAY_INTERVAL(word_number, int, 0, 9);
ASSAY_ONE_OF(listed_word, const char *, "low", "high");
ASSAY_OPERATION(word_badly, (word_number), listed_word, ref_word, word_badly);
ASSAY_MODEL(words_badly, (word_badly));
TEST(model_texts_of_a_list)
{
    CHECK_LINE(&words_badly,
               "operation 1 (word_badly) differs: expected \"high\", got \"hi\"",
               "assert(strcmp(word_badly(5), \"high\") == 0);", "1: is \"hi\"");
}
