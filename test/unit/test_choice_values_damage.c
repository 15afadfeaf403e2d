/*
 * Damaged text forms of values: each is refused, with what is wrong and where.
 */
#include "choice/values.h"
#include "decoder.h"
#include "harness.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static void check_error(const char *text, size_t len, enum assay_status status,
                        const char *error)
{
    struct decoder d;

    decoder_init(&d);
    assay_buf_puts(&d.error, "old");
    (void)assay_values_add_bytes(&d.values, ASSAY_KIND_TEXT, "old", 3);
    CHECK_INT(decode(&d, text, len), status);
    CHECK_STR(d.error.at, error);
    CHECK_UINT(d.values.count, 0);
    CHECK_UINT(d.values.pool.len, 0);
    decoder_done(&d);
}

/* A list whose second value is bad. What follows does not matter. */
static void check_bad_token(const char *token, size_t len, const char *what)
{
    char text[100] = "assay1 i7\n", error[100];

    memcpy(text + 10, token, len);
    snprintf(error, sizeof error, "%s at byte 10", what);
    check_error(text, 10 + len, ASSAY_BAD_FORMAT, error);
    strcpy(text + 10 + len, " i8 .00000000");
    check_error(text, 10 + len + 13, ASSAY_BAD_FORMAT, error);
}

/* The same for each of some tokens, which are separated by blanks. */
static void check_bad_tokens(const char *what, const char *tokens)
{
    while (*tokens) {
        size_t len = strcspn(tokens, " ");
        check_bad_token(tokens, len, what);
        tokens += len + (tokens[len] == ' ');
    }
}

TEST(values_refuse_damaged_numbers)
{
    check_bad_tokens(
        "damaged number",
        "i i- i--5 i+5 i5x i0x5 i5. i9223372036854775808 i-9223372036854775809 u "
        "u-1 u+1 u18446744073709551616 u1e3 o o2 o-1 ox x x4294967296 x-1");
}

TEST(values_refuse_damaged_floats)
{
    check_bad_tokens(
        "damaged number",
        "f f- f1.5 f0 f0x f0x1 f0x1p f0x1p+ f0x1.p+0 f0x18p+0 f0x1.8 f0x1.gp+0 "
        "f0x1.-8p+0 f0x2p+0 f0X1p+0 f+0x1p+0 f--0x1p+0 f0x1.00000000000000p+0 "
        "f0x1p+1024 f0x1p-1023 f0x1p+0x fp+0 f0x0p+1 f0x0p-1 f0x0p-1022 "
        "f0x0.1p+0 f0x0.1p-1021 f0x0.1p-1023 finf0 fInf fin f+inf finfinity fnan "
        "fnan: fnan:g fnan:7ff0000000000000 fnan:fff0000000000000 "
        "fnan:0000000000000001 fnan:17ff8000000000000 f-nan:7ff8000000000000");
}

TEST(values_refuse_damaged_strings)
{
    check_bad_tokens(
        "damaged string",
        "b0 b000 b0g bg0 b0F b-1 b0x b00/ b:0 t% t%4 t%4G t%G4 t%4A t%%41 tabc% "
        "t\" t. ta=b t\x80 t\x01 t\xc3\xa9 t%/0 t%:0 t%`0 t%g0 t[ t` t@ t{ t;");
    check_bad_token("t\0", 2, "damaged string");
    check_bad_token("ta\0b", 4, "damaged string");
}

/* The digits that are missing stand behind the end. */
TEST(values_refuse_strings_that_are_cut)
{
    check_error("assay1 t%41", 10, ASSAY_BAD_FORMAT, "damaged string at byte 7");
    check_error("assay1 t%41", 9, ASSAY_BAD_FORMAT, "damaged string at byte 7");
    check_error("assay1 ta%41", 11, ASSAY_BAD_FORMAT, "damaged string at byte 7");
    check_error("assay1 b4141", 9, ASSAY_BAD_FORMAT, "damaged string at byte 7");
    check_error("assay1 b4141", 11, ASSAY_BAD_FORMAT, "damaged string at byte 7");
}

TEST(values_refuse_text_that_is_not_utf8)
{
    check_bad_tokens("text that is not UTF-8",
                     "t%ff t%c3 ta%c3a t%ed%a0%80 t%c0%80 t%f4%90%80%80 t%80");
}

TEST(values_refuse_unknown_kinds)
{
    check_bad_token("q5", 2, "unknown kind of choice");
    check_bad_token("I5", 2, "unknown kind of choice");
    check_bad_token("5", 1, "unknown kind of choice");
    check_bad_token("\0", 1, "unknown kind of choice");
    check_bad_token("pname", 5, "unknown kind of choice"); /* the name comes first */
    check_error("assay1 pa pb", 12, ASSAY_BAD_FORMAT,
                "unknown kind of choice at byte 10");
}

TEST(values_refuse_damaged_names)
{
    check_error("assay1 pa=b", 11, ASSAY_BAD_FORMAT,
                "damaged name of a property at byte 7");
    check_error("assay1\n\np% i5", 13, ASSAY_BAD_FORMAT,
                "damaged name of a property at byte 8");
}

TEST(values_refuse_truncated_text)
{
    check_error("assay1", 6, ASSAY_BAD_FORMAT, "truncated: no checksum at byte 6");
    check_error("assay1 i5", 9, ASSAY_BAD_FORMAT, "truncated: no checksum at byte 9");
    check_error("assay1 i5 \n", 9, ASSAY_BAD_FORMAT, "truncated: no checksum at byte 9");
    check_error("assay1 i5 \n", 11, ASSAY_BAD_FORMAT,
                "truncated: no checksum at byte 11");
}

TEST(values_refuse_other_checksums)
{
    static const char *const bad[] = {
        "assay1 i7 .e7ae3b59", "assay1 i7 .f7ae3b58",  "assay1 i7 .",
        "assay1 i7 .x",        "assay1 i7 .E7AE3B58",  "assay1 i7 .0e7ae3b58",
        "assay1 i7 .e7ae3b5",  "assay1 i7 .e7ae3b580", "assay1 i8 .e7ae3b58",
    };

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check_error(bad[i], strlen(bad[i]), ASSAY_BAD_FORMAT,
                    "checksum differs: the choices were changed at byte 10");
}

TEST(values_refuse_a_checksum_that_lost_its_zeros)
{
    struct decoder d;

    decoder_init(&d);
    CHECK_INT(decode(&d, "assay1 u356 .005df6db", 21), ASSAY_OK);
    decoder_done(&d);
    check_error("assay1 u356 .5df6db", 19, ASSAY_BAD_FORMAT,
                "checksum differs: the choices were changed at byte 12");
}

TEST(values_refuse_what_follows_the_checksum)
{
    check_error("assay1 i7 .e7ae3b58 i8", 22, ASSAY_BAD_FORMAT,
                "something follows the checksum at byte 19");
    check_error("assay1 i7 .e7ae3b58 x", 21, ASSAY_BAD_FORMAT,
                "something follows the checksum at byte 19");
    check_error("assay1 i7\n.e7ae3b58\n.e7ae3b58", 29, ASSAY_BAD_FORMAT,
                "something follows the checksum at byte 19");
}

TEST(values_refuse_other_versions)
{
    check_error("assay2 i7 .e7ae3b58", 19, ASSAY_BAD_VERSION,
                "version 2 of the format, this program reads 1");
    check_error("assay0", 6, ASSAY_BAD_VERSION,
                "version 0 of the format, this program reads 1");
    check_error("assay18446744073709551615", 25, ASSAY_BAD_VERSION,
                "version 18446744073709551615 of the format, this program reads 1");
}

TEST(values_refuse_what_is_no_list_of_choices)
{
    static const char *const bad[] = {
        "",
        " ",
        "\n\n",
        "hello",
        "assay",
        "assay 1",
        "assay1x",
        "assay-1",
        "Assay1",
        "assa1",
        "1",
        "xassay1",
        "assay18446744073709551616",
        "\177ELF",
    };

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check_error(bad[i], strlen(bad[i]), ASSAY_BAD_FORMAT,
                    "not a list of choices (no \"assay1\") at byte 0");
}

/* A list with a name and every kind of value. */
static const char good[] =
    "assay1 pname i-5 u18446744073709551615 o1 x3 f0x1.8p+1 f-inf fnan:7ff8"
    "000000000abc b00ff b ta%20b%25%c3%a9%2e t .3cb42373";

static bool is_separator(char c)
{
    return c != '\0' && strchr(" ,\n\t\r", c);
}

TEST(values_detect_every_change_of_one_byte)
{
    struct decoder d;
    char text[sizeof good + 1];
    size_t len = sizeof good - 1;

    decoder_init(&d);
    for (size_t at = 0; at < len; at++)
        for (int byte = 0; byte < 256; byte++) {
            bool harmless = is_separator(good[at]) && is_separator((char)byte);
            strcpy(text, good);
            text[at] = (char)byte;
            CHECK_INT(decode(&d, text, len) == ASSAY_OK,
                      text[at] == good[at] || harmless);
            CHECK_UINT(d.values.count, text[at] == good[at] || harmless ? 11 : 0);
        }
    decoder_done(&d);
}

TEST(values_detect_every_cut_and_every_lost_or_doubled_byte)
{
    struct decoder d;
    char text[sizeof good + 1];
    size_t len = sizeof good - 1;

    decoder_init(&d);
    for (size_t at = 0; at < len; at++) {
        CHECK(decode(&d, good, at) != ASSAY_OK);
        memcpy(text, good, at);
        strcpy(text + at, good + at + 1);
        CHECK(decode(&d, text, len - 1) != ASSAY_OK);
        text[at] = good[at];
        strcpy(text + at + 1, good + at);
        CHECK_INT(decode(&d, text, len + 1) == ASSAY_OK, is_separator(good[at]));
    }
    decoder_done(&d);
}
