/*
 * Values by their layout: shown to a reader and as C, their changes, their parts.
 */
#include "contract/blocks.h"
#include "contract/change.h"
#include "contract/place.h"
#include "contract/show.h"
#include "contract_fixture.h"
#include "harness.h"
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define INT(KIND, SIZE)                                                                  \
    {                                                                                    \
        .kind = ASSAY_LAYOUT_##KIND, .name = "?", .size = SIZE                           \
    }
static const struct assay_layout s1 = INT(SIGNED, 1), s2 = INT(SIGNED, 2),
                                 s4 = INT(SIGNED, 4), s8 = INT(SIGNED, 8),
                                 s16 = INT(SIGNED, 16), u1 = INT(UNSIGNED, 1),
                                 u2 = INT(UNSIGNED, 2), u4 = INT(UNSIGNED, 4),
                                 u8 = INT(UNSIGNED, 8), u16 = INT(UNSIGNED, 16);
static const struct assay_layout layout_long_double = {
    .kind = ASSAY_LAYOUT_FLOAT, .name = "long double", .size = sizeof(long double)};

static void check_shown(const struct assay_layout *layout, const void *at,
                        const char *text, const char *as_c)
{
    struct assay_buf out;
    struct assay_show show = {.out = &out, .pointer = assay_show_pointer};

    assay_buf_init(&out, NULL, 0);
    assay_show_value(&show, layout, at);
    CHECK_STR(out.at, text);
    assay_buf_clear(&out);
    show.as_c = true;
    assay_show_value(&show, layout, at);
    CHECK_STR(out.at, as_c);
    CHECK_UINT(show.depth, 0);
    assay_buf_done(&out);
}

/* ---- Numbers */

static void check_int(const struct assay_layout *layout, assay_wide value,
                      const char *text, const char *as_c)
{
    _Alignas(16) char room[16];

    memset(room, 0x55, sizeof room);
    assay_value_set_int(layout, room, value);
    CHECK(assay_value_int(layout, room) == value);
    for (size_t i = layout->size; i < sizeof room; i++)
        CHECK_INT(room[i], 0x55);
    check_shown(layout, room, text, as_c);
}

TEST(contract_shows_integers)
{
    assay_wide far = (assay_wide)1 << 100;

    check_int(&s1, -128, "-128", "-128");
    check_int(&s2, -32768, "-32768", "-32768");
    check_int(&s4, INT_MIN, "-2147483648", "(-2147483647 - 1)");
    check_int(&s4, INT_MIN + 1, "-2147483647", "-2147483647");
    check_int(&s8, LLONG_MIN, "-9223372036854775808", "(-9223372036854775807 - 1)");
    check_int(&s8, LLONG_MAX, "9223372036854775807", "9223372036854775807");
    check_int(&u1, 255, "255", "255");
    check_int(&u2, 65535, "65535", "65535");
    check_int(&u4, 7, "7", "7u");
    check_int(&u4, 0, "0", "0u");
    check_int(&u8, ULLONG_MAX, "18446744073709551615", "18446744073709551615u");
    check_int(&s16, -1, "-1", "-1");
    check_int(&s16, -LLONG_MAX, "-9223372036854775807", "-9223372036854775807");
    check_int(&s16, LLONG_MIN, "-9223372036854775808",
              "((__int128)-1 * 4294967296 * 4294967296 + 9223372036854775808u)");
    check_int(&s16, far + 5, "1267650600228229401496703205381",
              "((__int128)68719476736 * 4294967296 * 4294967296 + 5u)");
    check_int(&s16, -far, "-1267650600228229401496703205376",
              "((__int128)-68719476736 * 4294967296 * 4294967296 + 0u)");
    check_int(&u16, (assay_wide)1 << 63, "9223372036854775808",
              "((__int128)0 * 4294967296 * 4294967296 + 9223372036854775808u)");
    check_int(&layout_bool, 0, "false", "0");
    check_int(&layout_bool, 1, "true", "1");
    check_int(&layout_color, 2, "GREEN", "GREEN");
    check_int(&layout_color, 3, "3", "3u");
}

TEST(contract_integers_have_ends)
{
    CHECK(assay_value_least(&s1) == -128 && assay_value_most(&s1) == 127);
    CHECK(assay_value_least(&u2) == 0 && assay_value_most(&u2) == 65535);
    CHECK(assay_value_least(&s8) == LLONG_MIN && assay_value_most(&s8) == LLONG_MAX);
    CHECK(assay_value_least(&u8) == 0 && assay_value_most(&u8) == ULLONG_MAX);
    CHECK(assay_value_least(&s16) == assay_end(1) &&
          assay_value_most(&s16) == assay_end(0));
    CHECK(assay_value_least(&u16) == 0 && assay_value_most(&u16) == assay_end(0));
    CHECK(assay_value_most(&layout_bool) == 1 && assay_value_least(&layout_bool) == 0);
    CHECK(assay_value_fits(&s1, -128) && assay_value_fits(&s1, 127));
    CHECK(!assay_value_fits(&s1, -129) && !assay_value_fits(&s1, 128));
}

TEST(contract_shows_characters)
{
    check_int(&layout_char, 'a', "'a'", "'a'");
    check_int(&layout_char, ' ', "' '", "' '");
    check_int(&layout_char, '~', "'~'", "'~'");
    check_int(&layout_char, 31, "31", "31");
    check_int(&layout_char, 127, "127", "127");
    check_int(&layout_char, -1, "-1", "-1");
    check_int(&layout_char, 0, "0", "0");
    check_int(&layout_char, '\a', "'\\a'", "'\\a'");
    check_int(&layout_char, '\b', "'\\b'", "'\\b'");
    check_int(&layout_char, '\f', "'\\f'", "'\\f'");
    check_int(&layout_char, '\n', "'\\n'", "'\\n'");
    check_int(&layout_char, '\r', "'\\r'", "'\\r'");
    check_int(&layout_char, '\t', "'\\t'", "'\\t'");
    check_int(&layout_char, '\v', "'\\v'", "'\\v'");
    check_int(&layout_char, '\\', "'\\\\'", "'\\\\'");
    check_int(&layout_char, '\'', "'\\''", "'\\''");
}

static void check_real(const struct assay_layout *layout, long double value,
                       const char *text, const char *as_c)
{
    _Alignas(16) char room[16];

    assay_value_set_real(layout, room, value);
    check_shown(layout, room, text, as_c);
}

TEST(contract_shows_floats)
{
    check_real(&layout_float, (long double)0.1f, "0.1", "0.1f");
    check_real(&layout_float, 3, "3.0", "3.0f");
    check_real(&layout_float, (long double)16777216, "16777216.0", "16777216.0f");
    check_real(&layout_float, (long double)1e30f, "1e+30", "1e+30f");
    check_real(&layout_double, (long double)0.1, "0.1", "0.1");
    check_real(&layout_double, -2, "-2.0", "-2.0");
    check_real(&layout_long_double, 0.5L, "0.5", "0.5L");
    check_real(&layout_long_double, 1e300L, "1e+300", "1e+300L");
    check_real(&layout_double, (long double)INFINITY, "infinity", "(1.0 / 0.0)");
    check_real(&layout_float, (long double)-INFINITY, "-infinity", "(-1.0 / 0.0)");
    check_real(&layout_float, (long double)NAN, "NaN", "(0.0 / 0.0)");
}

/* ---- Values made of values */

static const struct assay_layout layout_secret = {
    .kind = ASSAY_LAYOUT_OPAQUE, .name = "struct secret", .size = 3};
static const struct assay_layout large_secret = {
    .kind = ASSAY_LAYOUT_OPAQUE, .name = "struct secret", .size = 201};

static const struct assay_layout no_union = {
    .kind = ASSAY_LAYOUT_UNION, .name = "union none", .size = 4};
static const struct assay_layout no_struct = {
    .kind = ASSAY_LAYOUT_STRUCT, .name = "struct none", .size = 4};

struct mixed {
    int bits : 3;
    union either either;
    short pair[2];
};
static const struct assay_layout two_shorts = {.kind = ASSAY_LAYOUT_ARRAY,
                                               .name = "short[2]",
                                               .size = 4,
                                               .of = &layout_short,
                                               .count = 2};
static const struct assay_layout_field mixed_fields[] = {
    {"bits", 0, &layout_int, 3, 0},
    {"", offsetof(struct mixed, either), &layout_either, 0, 0},
    {"pair", offsetof(struct mixed, pair), &two_shorts, 0, 0}};
static const struct assay_layout layout_mixed = {.kind = ASSAY_LAYOUT_STRUCT,
                                                 .name = "struct mixed",
                                                 .size = sizeof(struct mixed),
                                                 .fields = mixed_fields,
                                                 .nfields = 3};
static const struct assay_layout only_bits = {.kind = ASSAY_LAYOUT_STRUCT,
                                              .name = "struct bits",
                                              .size = 4,
                                              .fields = mixed_fields,
                                              .nfields = 1};

static struct assay_layout chars(size_t count)
{
    return (struct assay_layout){.kind = ASSAY_LAYOUT_ARRAY,
                                 .name = "char[]",
                                 .size = count,
                                 .of = &layout_char,
                                 .count = count};
}

TEST(contract_shows_structures)
{
    struct mixed mixed = {1, {.s = -2}, {3, 4}};
    static char many[201];
    struct assay_buf out;
    struct assay_show show = {.out = &out, .pointer = assay_show_pointer};

    check_shown(&layout_mixed, &mixed, "{.bits = 1, {.s = -2}, .pair = {3, 4}}",
                "{.bits = 1, {.s = -2}, .pair = {3, 4}}");
    mixed.bits = -4;
    check_shown(&only_bits, &mixed, "{.bits = -4}", "{.bits = -4}");
    check_shown(&no_struct, &mixed, "{}", "{0}");
    check_shown(&no_union, &mixed, "{}", "{0}");
    check_shown(&layout_secret, "\x01\x20\xff", "bytes {01 20 ff}", "{0}");
    assay_buf_init(&out, NULL, 0);
    assay_show_value(&show, &large_secret, many);
    CHECK_UINT(out.len, 7 + 200 * 3 - 1 + 5);
    CHECK_STR(out.at + out.len - 11, " 00 00 ...}");
    assay_buf_done(&out);
}

TEST(contract_shows_arrays)
{
    struct assay_layout four = chars(4), none = chars(0);
    static int many[201];
    struct assay_buf out;
    struct assay_show show = {.out = &out, .pointer = assay_show_pointer};

    check_shown(&four, "abc", "\"abc\"", "\"abc\"");
    check_shown(&four, "ab\0", "\"ab\"", "\"ab\"");
    check_shown(&four, "\0\0\0", "\"\"", "\"\"");
    check_shown(&four, "a\0b", "{'a', 0, 'b', 0}", "{'a', 0, 'b', 0}");
    check_shown(&four, "abcd", "{'a', 'b', 'c', 'd'}", "{'a', 'b', 'c', 'd'}");
    check_shown(&none, "", "{}", "{0}");
    assay_buf_init(&out, NULL, 0);
    assay_show_elements(&show, &layout_char, "abc", 4);
    assay_show_elements(&show, &layout_char, "a\0c", 4);
    assay_show_elements(&show, &layout_char, "abc", 3);
    assay_show_elements(&show, &layout_char, "abc", 0);
    CHECK_STR(out.at, "\"abc\"{'a', 0, 'c', 0}{'a', 'b', 'c'}{}");
    assay_buf_clear(&out);
    assay_show_elements(&show, &layout_int, many, 200);
    CHECK_UINT(out.len, 2 + 200 * 3 - 2);
    assay_buf_clear(&out);
    assay_show_elements(&show, &layout_int, many, 201);
    CHECK_STR(out.at + out.len - 22, ", 0, ... (201 in all)}");
    assay_buf_clear(&out);
    show.as_c = true;
    assay_show_elements(&show, &layout_int, many, 201);
    CHECK_UINT(out.len, 2 + 201 * 3 - 2);
    assay_buf_done(&out);
}

/* Layouts that have themselves in them come to an end. */
TEST(contract_shows_only_so_deep)
{
    struct assay_layout deep[30];
    int x = 7;

    for (int i = 0; i < 30; i++)
        deep[i] = (struct assay_layout){.kind = ASSAY_LAYOUT_ARRAY,
                                        .name = "deep",
                                        .size = sizeof x,
                                        .of = i == 0 ? &layout_int : &deep[i - 1],
                                        .count = 1};
    check_shown(&deep[22], &x, "{{{{{{{{{{{{{{{{{{{{{{{7}}}}}}}}}}}}}}}}}}}}}}}",
                "{{{{{{{{{{{{{{{{{{{{{{{7}}}}}}}}}}}}}}}}}}}}}}}");
    check_shown(&deep[23], &x, "{{{{{{{{{{{{{{{{{{{{{{{{...}}}}}}}}}}}}}}}}}}}}}}}}",
                "{{{{{{{{{{{{{{{{{{{{{{{{{0}}}}}}}}}}}}}}}}}}}}}}}}}");
}

/* ---- Pointers */

static void check_pointer(const struct assay_layout *layout, const void *p,
                          const char *text)
{
    check_shown(layout, &p, text, text);
}

TEST(contract_shows_pointers)
{
    struct assay_block *block, *text, *unnamed;
    char much[300];

    assay_blocks_clear();
    block = assay_blocks_new(&layout_int, 3);
    text = assay_blocks_new(&layout_char, 250);
    unnamed = assay_blocks_new(&layout_int, 2);
    block->path = "a";
    block->path_at = block->at + 4;
    memset(text->at, 'x', 249);
    check_pointer(&layout_int_pointer, NULL, "NULL");
    check_pointer(&layout_int_pointer, (void *)ASSAY_UNDECIDED, "undecided");
    check_pointer(&layout_int_pointer, (void *)0x77770000, "0x77770000");
    check_pointer(&layout_int_pointer, block->at + 4, "a");
    check_pointer(&layout_int_pointer, block->at, "a - 1");
    check_pointer(&layout_int_pointer, block->at + 12, "a + 2");
    check_pointer(&layout_int_pointer, block->at + 5, "byte 5 of a block of 12 bytes");
    check_pointer(&layout_int_pointer, unnamed->at + 4, "byte 4 of a block of 8 bytes");
    check_pointer(&layout_string, NULL, "NULL");
    check_pointer(&layout_string, text->at + 247, "\"xx\"");
    check_pointer(&layout_string, text->at + 250, "byte 250 of a block of 250 bytes");
    snprintf(much, sizeof much, "\"%.199s\"", text->at);
    check_pointer(&layout_string, text->at + 50, much);
    snprintf(much, sizeof much, "\"%.200s\"...", text->at);
    check_pointer(&layout_string, text->at + 49, much);
    text->at[249] = 'x'; /* without an end */
    check_pointer(&layout_string, text->at + 248, "byte 248 of a block of 250 bytes");
    assay_blocks_clear();
}

TEST(contract_places_are_told)
{
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    assay_place_put(&out, NULL);
    CHECK_STR(out.at, "");
    assay_place_put(&out, (const void *)0x1234);
    CHECK_STR(out.at, "0x1234");
    assay_buf_done(&out);
}

/* ---- Changes */

static struct assay_kept kept;
static char old[64];

/* What is said of a byte that changed; "" when it belongs to nothing. */
static void check_change(const char *name, const struct assay_layout *element, void *at,
                         size_t count, size_t byte, const char *expected)
{
    static const struct assay_clause clause = {.kind = "assigns", .text = "\\nothing"};
    struct assay_says says;

    kept = (struct assay_kept){name, element, at, count};
    memset(old, 0, sizeof old);
    assay_says_begin(&says, &clause, NULL);
    CHECK_INT(assay_change_say(&kept, old, (char *)at + byte, &says), *expected != '\0');
    CHECK_INT(assay_change_say(&kept, old, (char *)at + byte, NULL), *expected != '\0');
    CHECK_STR(says.text, expected);
}

TEST(contract_changes_have_names)
{
    struct point p[2] = {{'a', 1, 2}, {'b', 3, 4}};
    struct mixed m = {1, {.i = 0x20005}, {3, 4}};
    int i = 9;

    check_change("p", &layout_point, p, 2, 0, "p[0].tag was 0, is 'a'\n");
    check_change("p", &layout_point, p, 2, 1, "");
    check_change("p", &layout_point, p, 2, 23, "p[1].y was 0, is 4\n");
    check_change("p", &layout_point, p, 1, 4, "p->x was 0, is 1\n");
    check_change("&p", &layout_point, p, 1, 8, "p.y was 0, is 2\n");
    check_change("&p", &layout_point, p, 2, 12, "(&p)[1].tag was 0, is 'b'\n");
    check_change("p + 1", &layout_point, p, 1, 4, "(p + 1)->x was 0, is 1\n");
    check_change("q", &layout_int, &i, 1, 2, "*q was 0, is 9\n");
    check_change("q - 1", &layout_int, &i, 1, 2, "*(q - 1) was 0, is 9\n");
    check_change("s->q", &layout_int, &i, 1, 2, "*s->q was 0, is 9\n");
    check_change("s->q", &layout_point, p, 2, 12, "s->q[1].tag was 0, is 'b'\n");
    check_change("s->q-1", &layout_int, &i, 1, 2, "*(s->q-1) was 0, is 9\n");
    check_change("s->q - 1", &layout_point, p, 1, 8, "(s->q - 1)->y was 0, is 2\n");
    check_change("m", &layout_mixed, &m, 1, 0, "m->bits was changed\n");
    check_change("m", &layout_mixed, &m, 1, 4, "m->s was 0, is 5\n");
    check_change("m", &layout_mixed, &m, 1, 6, "*m was {.s = 0}, is {.i = 131077}\n");
    check_change("m", &layout_mixed, &m, 1, 10, "m->pair[1] was 0, is 4\n");
    check_change("n", &no_struct, &i, 1, 0, "*n was changed\n");
}

TEST(contract_integers_are_found_in_values)
{
    struct buffer b = {.size = 7, .grid = {{1, 2, 3}, {4, 5, 6}}};
    struct point p[2] = {{'a', 1, 2}, {'b', 3, 4}};
    struct mixed m = {1, {.i = 5}, {3, 4}};
    struct assay_layout two = {
        .kind = ASSAY_LAYOUT_ARRAY, .size = sizeof p, .of = &layout_point, .count = 2};

    CHECK_UINT(assay_change_ints(&layout_int, &layout_int), 1);
    CHECK_UINT(assay_change_ints(&layout_int, &layout_unsigned), 0);
    CHECK_UINT(assay_change_ints(&layout_int, &layout_short), 0);
    CHECK_UINT(assay_change_ints(&layout_buffer, &layout_int), 6);
    CHECK_UINT(assay_change_ints(&layout_buffer, &layout_unsigned), 1);
    CHECK_UINT(assay_change_ints(&two, &layout_int), 4);
    CHECK_UINT(assay_change_ints(&two, &layout_char), 2);
    CHECK_UINT(assay_change_ints(&layout_mixed, &layout_int), 0);
    CHECK_UINT(assay_change_ints(&layout_mixed, &layout_short), 2);
    for (size_t n = 0; n < 6; n++)
        CHECK_INT(assay_change_int(&layout_buffer, &layout_int, n, (char *)&b), n + 1);
    CHECK_INT(assay_change_int(&layout_buffer, &layout_unsigned, 0, (char *)&b), 7);
    for (size_t n = 0; n < 4; n++)
        CHECK_INT(assay_change_int(&two, &layout_int, n, (char *)p), n + 1);
    CHECK_INT(assay_change_int(&two, &layout_char, 1, (char *)p), 'b');
    CHECK_INT(assay_change_int(&layout_mixed, &layout_short, 0, (char *)&m), 3);
    CHECK_INT(assay_change_int(&layout_mixed, &layout_short, 1, (char *)&m), 4);
}

TEST(contract_layouts_have_pointers_or_not)
{
    static const struct assay_layout_field first[] = {{"p", 0, &layout_int_pointer, 0, 0},
                                                      {"i", 0, &layout_int, 0, 0}};
    static const struct assay_layout_field second[] = {
        {"i", 0, &layout_int, 0, 0}, {"p", 0, &layout_int_pointer, 0, 0}};
    struct assay_layout u = {
        .kind = ASSAY_LAYOUT_UNION, .size = 8, .fields = first, .nfields = 2};
    struct assay_layout array = {
        .kind = ASSAY_LAYOUT_ARRAY, .size = 16, .of = &layout_string, .count = 2};

    CHECK(assay_value_has_pointer(&layout_string));
    CHECK(assay_value_has_pointer(&layout_node));
    CHECK(assay_value_has_pointer(&layout_buffer));
    CHECK(!assay_value_has_pointer(&layout_point));
    CHECK(!assay_value_has_pointer(&layout_secret));
    CHECK(!assay_value_has_pointer(&no_union));
    CHECK(assay_value_has_pointer(&array));
    CHECK(assay_value_has_pointer(&u));
    u.fields = second; /* a union is its first member */
    CHECK(!assay_value_has_pointer(&u));
    u.kind = ASSAY_LAYOUT_STRUCT;
    CHECK(assay_value_has_pointer(&u));
    CHECK(assay_value_is_int(&layout_bool) && assay_value_is_int(&layout_color));
    CHECK(!assay_value_is_int(&layout_float));
}
