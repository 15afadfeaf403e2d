/* Why a word is no sentence, as text. */
#include "harness.h"
#include <assay/lang.h>

#include <stdio.h>
#include <string.h>

static void expect(struct assay_mismatch *why, unsigned first, unsigned last)
{
    for (unsigned byte = first; byte <= last; byte++)
        why->expected[byte / 8] |= (unsigned char)(1u << (byte % 8));
}

static const char *text_of(const struct assay_mismatch *why, const char *word)
{
    static char text[1000];
    int len = assay_mismatch_text(why, word, strlen(word), text, sizeof text);

    CHECK_INT(len, strlen(text));
    return text;
}

/* The text for a word that stops fitting at an offset; bytes of `bytes` are expected. */
static const char *expecting(const char *bytes, bool end, const char *word, size_t offset)
{
    struct assay_mismatch why = {.offset = offset, .end = end};

    for (; *bytes; bytes++)
        expect(&why, (unsigned char)*bytes, (unsigned char)*bytes);
    return text_of(&why, word);
}

/* The text for one range of bytes, after "x". */
static const char *expecting_range(unsigned first, unsigned last)
{
    struct assay_mismatch why = {.offset = 1};

    expect(&why, first, last);
    return text_of(&why, "xy");
}

TEST(lang_mismatch_says_what_and_where)
{
    CHECK_STR(expecting(",}.eE", false, "{\"a\":01}", 6),
              "expected one of , . E e } after '0'");
    CHECK_STR(expecting(":", false, "{\"a\"}", 4), "expected ':' after '\"'");
    CHECK_STR(expecting("ab", false, "c", 0), "expected one of a b");
    CHECK_STR(expecting("ab", true, "c", 0), "expected one of a b or the end");
    CHECK_STR(expecting("a", true, "ac", 1), "expected 'a' or the end after 'a'");
    CHECK_STR(expecting("", true, "ac", 1), "expected the end after 'a'");
    CHECK_STR(expecting("", false, "ac", 1), "expected nothing after 'a'");
    CHECK_STR(expecting("]", false, "[1", 2),
              "expected ']' after '1', but the word ends");
    CHECK_STR(expecting("[{", false, "", 0),
              "expected one of [ {, but the word is empty");
}

TEST(lang_mismatch_lists_ranges)
{
    CHECK_STR(expecting_range('0', '9'), "expected one of 0-9 after 'x'");
    CHECK_STR(expecting_range('0', '2'), "expected one of 0-2 after 'x'");
    CHECK_STR(expecting_range('0', '1'), "expected one of 0 1 after 'x'");
    CHECK_STR(expecting_range('0', 'z'), "expected one of 0-9 :-@ A-Z [-` a-z after 'x'");
    CHECK_STR(expecting_range('y', '|'), "expected one of y z { | after 'x'");
    CHECK_STR(expecting_range(0, 0x1f), "expected one of %x00-1F after 'x'");
    CHECK_STR(expecting_range(0x1e, '!'), "expected one of %x1E %x1F space ! after 'x'");
    CHECK_STR(expecting_range(0x7d, 0x81),
              "expected one of } ~ %x7F %x80 %x81 after 'x'");
    CHECK_STR(expecting_range(0x80, 0xbf), "expected one of %x80-BF after 'x'");
    CHECK_STR(expecting_range(0xff, 0xff), "expected %xFF after 'x'");
    CHECK_STR(expecting_range(0, 0xff), "expected any byte after 'x'");
    CHECK_STR(expecting_range(3, 0xff), "expected any byte except %x00-02 after 'x'");
    CHECK_STR(expecting_range('-', '/'), "expected one of - . / after 'x'");
}

TEST(lang_mismatch_names_blanks)
{
    CHECK_STR(expecting(" \t\n\r", false, "x", 0), "expected one of tab \\n \\r space");
    CHECK_STR(expecting(" ", false, "x", 0), "expected space");
    CHECK_STR(expecting("\n", false, "x", 0), "expected \\n");
    CHECK_STR(expecting("\x08\t\n", false, "x", 0), "expected one of %x08-0A");
    CHECK_STR(expecting("'", false, "x", 0), "expected '''");
}

/* The first bytes of UTF-8 beyond ASCII, if they are all there. */
TEST(lang_mismatch_beyond_ascii)
{
    struct assay_mismatch why = {.offset = 0};

    expect(&why, 0xc2, 0xf4);
    CHECK_STR(text_of(&why, "x"), "expected a non-ASCII character");
    expect(&why, 'a', 'a');
    CHECK_STR(text_of(&why, "x"), "expected 'a' or a non-ASCII character");
    expect(&why, 'z', 'z');
    why.end = true;
    CHECK_STR(text_of(&why, "x"),
              "expected one of a z or a non-ASCII character or the end");
    CHECK_STR(expecting_range(0xc2, 0xf3), "expected one of %xC2-F3 after 'x'");
    CHECK_STR(expecting_range(0xc1, 0xf4), "expected one of %xC1-F4 after 'x'");
    CHECK_STR(expecting_range(0xc3, 0xf4), "expected one of %xC3-F4 after 'x'");
}

TEST(lang_mismatch_lists_at_most_twelve)
{
    CHECK_STR(expecting("acegikmoqsuw", false, "x", 0),
              "expected one of a c e g i k m o q s u w");
    CHECK_STR(expecting("acegikmoqsuwy", false, "x", 0),
              "expected one of a c e g i k m o q s u w ...");
}

TEST(lang_mismatch_shows_what_is_before)
{
    CHECK_STR(expecting("a", false, "12345678x", 8), "expected 'a' after '12345678'");
    CHECK_STR(expecting("a", false, "123456789x", 9), "expected 'a' after '23456789'");
    CHECK_STR(expecting("a", false, "123\n45x", 6), "expected 'a' after '45'");
    CHECK_STR(expecting("a", false, "123\nx", 4),
              "expected 'a' at the start of the line");
    CHECK_STR(expecting("a", false, "x-_aZ09\xc3\xa9x", 9),
              "expected 'a' after '_aZ09\xc3\xa9'");
    CHECK_STR(expecting("a", false, "-AZaz0x", 6), "expected 'a' after 'AZaz0'");
    CHECK_STR(expecting("a", false, "12+*x", 4), "expected 'a' after '*'");
    CHECK_STR(expecting("a", false, "12*\t x", 5), "expected 'a' after '*\\t '");
    CHECK_STR(expecting("a", false, "1 2 x", 4), "expected 'a' after '2 '");
    CHECK_STR(expecting("a", false, "1\n  x", 4), "expected 'a' after '  '");
    CHECK_STR(expecting("a", false, "1         x", 10), "expected 'a' after '        '");
    CHECK_STR(expecting("a", false, "\"\x01x", 2), "expected 'a' after '\\001'");
    /* no part of a character: é cut, then whole; and no character at all */
    CHECK_STR(expecting("a", false,
                        "\xc3\xa9"
                        "1234567x",
                        9),
              "expected 'a' after '1234567'");
    CHECK_STR(expecting("a", false,
                        "\xc3\xa9"
                        "123456x",
                        8),
              "expected 'a' after '\xc3\xa9"
              "123456'");
    CHECK_STR(expecting("a", false, "\x80\x80\x80\x80\x80\x80\x80\x80\x80x", 9),
              "expected 'a' after '\\200\\200\\200\\200\\200'");
    CHECK_STR(expecting("a", false, "\x80x", 1), "expected 'a' after '\\200'");
}

TEST(lang_mismatch_of_a_constraint)
{
    char constraint[300];
    struct assay_mismatch why = {.offset = 2, .until = 5, .constraint = "len(self) <= 2"};

    CHECK_STR(text_of(&why, "a:xyz;"), "constraint len(self) <= 2 is false for 'xyz'");
    why.until = 2;
    CHECK_STR(text_of(&why, "a:xyz;"), "constraint len(self) <= 2 is false for ''");
    why = (struct assay_mismatch){.until = 43, .constraint = "self != \"a\""};
    CHECK_STR(text_of(&why, "\"12345678901234567890123456789012345678\xc3\xa9zz"),
              "constraint self != \"a\" is false for "
              "'\"12345678901234567890123456789012345678...'");
    why.until = 45; /* no characters: cut anywhere, or nearly */
    CHECK_STR(text_of(&why, "123456789012345678901234567890123456"
                            "\x80\x80\x80\x80\x80\x80\x80\x80\x80"),
              "constraint self != \"a\" is false for "
              "'123456789012345678901234567890123456\\200...'");
    why.until = 40;
    CHECK_STR(text_of(&why, "1234567890123456789012345678901234567890x"),
              "constraint self != \"a\" is false for "
              "'1234567890123456789012345678901234567890'");

    memset(constraint, 'c', sizeof constraint - 1);
    constraint[sizeof constraint - 1] = '\0';
    why = (struct assay_mismatch){.constraint = constraint};
    CHECK_UINT(strlen(text_of(&why, "")), strlen("constraint ... is false for ''") + 200);
    CHECK_INT(assay_mismatch_text(&why, NULL, 0, NULL, 0), 230);
    memset(constraint, '\x01', sizeof constraint - 1); /* each takes four */
    why.until = 100;
    text_of(&why, constraint);
    CHECK_UINT(strlen(text_of(&why, constraint)),
               strlen("constraint ... is false for '...'") + 4 * 240);
}

TEST(lang_mismatch_writes_as_snprintf)
{
    struct assay_mismatch why = {.offset = 0};
    char text[12] = "???????????";

    expect(&why, 'a', 'a');
    CHECK_INT(assay_mismatch_text(&why, "x", 1, text, sizeof text), 12);
    CHECK_STR(text, "expected 'a");
    CHECK_INT(assay_mismatch_text(&why, "x", 1, text, 1), 12);
    CHECK_STR(text, "");
    CHECK_INT(assay_mismatch_text(&why, NULL, 0, NULL, 0), 35);
}
