/* Integers and decimals: against 128 bits where they fit, by laws where they do not. */
#include "base/hash.h"
#include "harness.h"
#include "term/integer.h"
#include "torture.h"

#include <string.h>

__extension__ typedef __int128 i128;

static struct assay_arena arena;

static uint64_t draw(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15u;
    return assay_hash_step(0, *state);
}

/* A number of up to 64 bits, often small or next to a power of two. */
static int64_t draw_i64(uint64_t *state)
{
    uint64_t bits = draw(state) >> (draw(state) % 64);
    uint64_t edge = (uint64_t)1 << (draw(state) % 64);
    uint64_t value = draw(state) % 3 == 0 ? edge - draw(state) % 3 : bits;
    return (int64_t)(draw(state) % 2 ? value : -value);
}

/* A number of up to `limbs` limbs, with runs of zeros and ones. */
static const Integer *draw_large(uint64_t *state, uint32_t limbs)
{
    const Integer *x = integer_from(&arena, 0);
    const Integer *base = integer_from(&arena, (int64_t)1 << 32);
    for (uint32_t n = (uint32_t)(draw(state) % (limbs + 1)); n > 0; n--) {
        uint64_t pick = draw(state) % 4;
        int64_t limb = pick == 0   ? 0
                       : pick == 1 ? (int64_t)UINT32_MAX
                       : pick == 2 ? (int64_t)1 << 31
                                   : (int64_t)(draw(state) & UINT32_MAX);
        x = integer_add(&arena, integer_multiply(&arena, x, base),
                        integer_from(&arena, limb));
    }
    return draw(state) % 2 ? integer_negate(&arena, x) : x;
}

static const char *text_of(const Integer *x)
{
    static char texts[4][200];
    static int next;
    struct assay_buf b;
    char *text = texts[next++ % 4];
    assay_buf_init(&b, NULL, 0);
    integer_print(x, &b);
    CHECK(b.len < sizeof texts[0]);
    strcpy(text, b.at);
    assay_buf_done(&b);
    return text;
}

static const char *text_of_i128(i128 x)
{
    static char text[50];
    char *at = text + sizeof text - 1;
    assay_u128 size = x < 0 ? -(assay_u128)x : (assay_u128)x;
    do
        *--at = (char)('0' + (int)(size % 10));
    while (size /= 10);
    if (x < 0)
        *--at = '-';
    return at;
}

static const Integer *read_integer(const char *text)
{
    return integer_read(&arena, assay_str(text));
}

static i128 euclid(i128 x, i128 y, i128 *ret_rest)
{
    i128 rest = x % y;
    if (rest < 0)
        rest += y < 0 ? -y : y;
    *ret_rest = rest;
    return (x - rest) / y;
}

TEST(term_integer_is_as_128_bits)
{
    uint64_t seed = 1;
    for (int i = 0; i < 20000; i++) {
        assay_arena_init(&arena, NULL, 0);
        int64_t a = draw_i64(&seed), b = draw_i64(&seed);
        const Integer *x = integer_from(&arena, a), *y = integer_from(&arena, b);
        i128 rest;
        CHECK_STR(text_of(x), text_of_i128(a));
        CHECK_STR(text_of(integer_add(&arena, x, y)), text_of_i128((i128)a + b));
        CHECK_STR(text_of(integer_subtract(&arena, x, y)), text_of_i128((i128)a - b));
        CHECK_STR(text_of(integer_multiply(&arena, x, y)), text_of_i128((i128)a * b));
        CHECK_STR(text_of(integer_negate(&arena, x)), text_of_i128(-(i128)a));
        CHECK_INT(integer_compare(x, y), (a > b) - (a < b));
        CHECK_INT(integer_sign(x), (a > 0) - (a < 0));
        if (b != 0) {
            i128 quotient = euclid(a, b, &rest);
            CHECK_STR(text_of(integer_divide(&arena, x, y)), text_of_i128(quotient));
            CHECK_STR(text_of(integer_modulo(&arena, x, y)), text_of_i128(rest));
        }
        assay_arena_done(&arena);
    }
}

TEST(term_integer_divides_128_by_64_bits)
{
    uint64_t seed = 2;
    for (int i = 0; i < 20000; i++) {
        assay_arena_init(&arena, NULL, 0);
        i128 a = (i128)draw_i64(&seed) * (draw_i64(&seed) / 2) + draw_i64(&seed) / 2;
        i128 b = draw_i64(&seed), rest;
        if (b != 0) {
            i128 quotient = euclid(a, b, &rest);
            const Integer *x = read_integer(text_of_i128(a));
            const Integer *y = integer_from(&arena, (int64_t)b);
            CHECK_STR(text_of(integer_divide(&arena, x, y)), text_of_i128(quotient));
            CHECK_STR(text_of(integer_modulo(&arena, x, y)), text_of_i128(rest));
        }
        assay_arena_done(&arena);
    }
}

/* The form: no zeros on top, and no negative zero. */
static void check_form(const Integer *x)
{
    CHECK(x != NULL);
    CHECK(x->count == 0 || x->limbs[x->count - 1] != 0);
    CHECK(x->count > 0 || !x->negative);
}

static void check_same(const Integer *x, const Integer *y)
{
    check_form(x);
    check_form(y);
    CHECK_INT(integer_compare(x, y), 0);
}

static void check_division(const Integer *x, const Integer *y)
{
    struct assay_arena *a = &arena;
    const Integer *quotient = integer_divide(a, x, y), *rest = integer_modulo(a, x, y);
    const Integer *size = integer_sign(y) < 0 ? integer_negate(a, y) : y;
    check_form(quotient);
    check_form(rest);
    check_same(integer_add(a, integer_multiply(a, quotient, y), rest), x);
    CHECK(integer_sign(rest) >= 0);
    CHECK(integer_compare(rest, size) < 0);
}

TEST(term_integer_laws_of_large_ones)
{
    uint64_t seed = 3;
    for (int i = 0; i < 3000; i++) {
        struct assay_arena *a = &arena;
        assay_arena_init(a, NULL, 0);
        const Integer *x = draw_large(&seed, 12), *y = draw_large(&seed, 8),
                      *z = draw_large(&seed, 4);
        check_same(integer_add(a, x, y), integer_add(a, y, x));
        check_same(integer_subtract(a, integer_add(a, x, y), y), x);
        check_same(integer_subtract(a, x, y),
                   integer_negate(a, integer_subtract(a, y, x)));
        check_same(integer_multiply(a, x, y), integer_multiply(a, y, x));
        check_same(integer_multiply(a, x, integer_add(a, y, z)),
                   integer_add(a, integer_multiply(a, x, y), integer_multiply(a, x, z)));
        if (integer_sign(y) != 0)
            check_division(x, y);
        if (integer_sign(z) != 0) {
            check_division(x, z);
            check_same(integer_divide(a, integer_multiply(a, x, z), z), x);
        }
        check_same(read_integer(text_of(x)), x);
        assay_arena_done(a);
    }
}

TEST(term_integer_reads_digits_only)
{
    static const char *const wrong[] = {"",    "-",   "+1",  " 1",    "1 ", "--1",
                                        "1.0", "1e3", "0x1", "1_000", "a"};
    assay_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(read_integer(wrong[i]) == NULL);
    CHECK_STR(text_of(read_integer("-0")), "0");
    CHECK_STR(text_of(read_integer("000123")), "123");
    CHECK_STR(text_of(read_integer("-1000000000")), "-1000000000");
    CHECK_STR(text_of(read_integer("1000000000000000000000000000000000000")),
              "1000000000000000000000000000000000000");
    assay_arena_done(&arena);
}

TEST(term_integer_fits_64_bits_or_not)
{
    int64_t value = 7;
    assay_arena_init(&arena, NULL, 0);
    CHECK(integer_to_i64(read_integer("9223372036854775807"), &value));
    CHECK_INT(value, INT64_MAX);
    CHECK(integer_to_i64(read_integer("-9223372036854775808"), &value));
    CHECK_INT(value, INT64_MIN);
    CHECK(!integer_to_i64(read_integer("9223372036854775808"), &value));
    CHECK(!integer_to_i64(read_integer("-9223372036854775809"), &value));
    CHECK(!integer_to_i64(read_integer("100000000000000000000000000"), &value));
    CHECK_INT(value, INT64_MIN);
    assay_arena_done(&arena);
}

TEST(term_integer_has_a_largest_size)
{
    struct assay_arena *a = &arena;
    assay_arena_init(a, NULL, 0);
    const Integer *x = integer_from(a, 2);
    while (x->count <= INTEGER_LIMBS / 2)
        x = integer_multiply(a, x, x); /* the last is 2^65536 */
    CHECK_UINT(x->count, INTEGER_LIMBS / 2 + 1);
    CHECK(integer_multiply(a, x, x) == NULL);
    CHECK(integer_multiply(a, NULL, x) == NULL);
    CHECK(integer_add(a, x, NULL) == NULL);
    const Integer *less = integer_subtract(a, x, integer_from(a, 1));
    const Integer *most =
        integer_add(a, integer_multiply(a, less, x), less); /* 2^131072 - 1 */
    CHECK_UINT(most->count, INTEGER_LIMBS);
    CHECK(integer_add(a, most, integer_from(a, 1)) == NULL);
    struct assay_buf b;
    assay_buf_init(&b, NULL, 0);
    integer_print(most, &b);
    CHECK_UINT(b.len, 39457);
    check_same(read_integer(b.at), most);
    assay_buf_putc(&b, '0');
    CHECK(read_integer(b.at) == NULL);
    assay_buf_done(&b);
    assay_arena_done(a);
}

/* ---- Decimals. */

static Decimal decimal(const char *text)
{
    Decimal x;
    CHECK(decimal_read(&arena, assay_str(text), &x));
    return x;
}

static const char *decimal_text(Decimal x)
{
    static char texts[4][200];
    static int next;
    struct assay_buf b;
    char *text = texts[next++ % 4];
    assay_buf_init(&b, NULL, 0);
    decimal_print(x, &b);
    CHECK(b.len < sizeof texts[0]);
    strcpy(text, b.at);
    assay_buf_done(&b);
    return text;
}

TEST(term_integer_decimals_are_read_and_written)
{
    static const char *const cases[][2] = {
        {"0", "0"},           {"-0", "0"},
        {"0.000", "0"},       {"1.50", "1.5"},
        {"-1.50e3", "-1500"}, {"1.5e-2", "0.015"},
        {"15E-3", "0.015"},   {"1e+2", "100"},
        {"100e-2", "1"},      {"-0.001", "-0.001"},
        {"10.01", "10.01"},   {"1234567890.0987654321", "1234567890.0987654321"},
        {"120", "120"},       {"1e0", "1"},
        {"0e5", "0"},
    };
    assay_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK_STR(decimal_text(decimal(cases[i][0])), cases[i][1]);
    assay_arena_done(&arena);
}

TEST(term_integer_decimals_that_are_none)
{
    static const char *const wrong[] = {"",
                                        ".",
                                        ".5",
                                        "5.",
                                        "-",
                                        "1e",
                                        "1e+",
                                        "1e-",
                                        "1e+-1",
                                        "1.e1",
                                        "+1",
                                        " 1",
                                        "1 ",
                                        "1e4097",
                                        "1e-4097",
                                        "100000e-4100",
                                        "1e-9223372036854775808",
                                        "1e99999999999999999999",
                                        "1.5.5",
                                        "nan",
                                        "0x1",
                                        "1e1.5"};
    Decimal x = {NULL, 77};
    assay_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(!decimal_read(&arena, assay_str(wrong[i]), &x));
    CHECK_UINT(x.scale, 77);
    CHECK_UINT(decimal("1e-4096").scale, 4096);
    CHECK_UINT(decimal("1e4096").scale, 0);
    assay_arena_done(&arena);
}

static Decimal draw_decimal(uint64_t *state)
{
    return decimal_make(&arena, integer_from(&arena, draw_i64(state) % 1000000000),
                        (uint32_t)(draw(state) % 9));
}

/* x times 10^8, exactly, if it has at most 8 places. */
static int64_t scaled(Decimal x)
{
    int64_t value;
    CHECK(integer_to_i64(x.digits, &value));
    for (uint32_t i = x.scale; i < 8; i++)
        value *= 10;
    return value;
}

TEST(term_integer_decimals_compute)
{
    uint64_t seed = 4;
    for (int i = 0; i < 5000; i++) {
        assay_arena_init(&arena, NULL, 0);
        Decimal x = draw_decimal(&seed), y = draw_decimal(&seed), z;
        int64_t a = scaled(x), b = scaled(y);
        CHECK(x.scale == 0 || x.digits->limbs[0] % 10 != 0);
        CHECK(decimal_add(&arena, x, y, &z));
        CHECK_INT(scaled(z), a + b);
        CHECK(decimal_subtract(&arena, x, y, &z));
        CHECK_INT(scaled(z), a - b);
        CHECK_INT(decimal_compare(x, y), (a > b) - (a < b));
        CHECK(decimal_multiply(&arena, x, y, &z));
        const Integer *product =
            integer_multiply(&arena, integer_from(&arena, a), integer_from(&arena, b));
        Decimal same = decimal_make(&arena, product, 16);
        CHECK_INT(decimal_compare(z, same), 0);
        CHECK_UINT(z.scale, same.scale);
        assay_arena_done(&arena);
    }
}

TEST(term_integer_decimals_of_great_scale)
{
    Decimal z;
    assay_arena_init(&arena, NULL, 0);
    Decimal small = decimal("1e-4096"), large = decimal("1e4096");
    CHECK(decimal_compare(small, large) < 0);
    CHECK(decimal_compare(large, small) > 0);
    CHECK(decimal_compare(small, decimal("0")) > 0);
    CHECK(!decimal_multiply(&arena, small, small, &z));
    CHECK(decimal_multiply(&arena, small, large, &z));
    CHECK_STR(decimal_text(z), "1");
    assay_arena_done(&arena);
}

/* Every step of a chain may be out of memory. */
static enum assay_status compute_all(const struct assay_alloc *mem, void *ctx)
{
    struct assay_arena a;
    struct assay_buf b;
    Decimal d = {NULL, 0}, sum = d;
    (void)ctx;
    assay_arena_init(&a, mem, 0);
    assay_buf_init(&b, mem, 0);
    const Integer *x = integer_read(
        &a, assay_str("123456789012345678901234567890123456789012345678901234567890"));
    for (int i = 0; i < 4; i++)
        x = integer_multiply(&a, x, x);
    const Integer *y = integer_divide(&a, x, integer_negate(&a, integer_from(&a, 3)));
    y = integer_modulo(&a, y, integer_add(&a, integer_from(&a, -77), y));
    bool good = y && decimal_read(&a, assay_str("-1.5e-3"), &d) &&
                decimal_add(&a, d, (Decimal){y, 3}, &sum) &&
                decimal_subtract(&a, sum, d, &sum) && decimal_multiply(&a, sum, d, &sum);
    if (good)
        decimal_print(sum, &b);
    good = good && b.status == ASSAY_OK;
    assay_buf_done(&b);
    assay_arena_done(&a);
    return good ? ASSAY_OK : ASSAY_NO_MEMORY;
}

TEST(term_integer_out_of_memory)
{
    torture(compute_all, NULL);
}
