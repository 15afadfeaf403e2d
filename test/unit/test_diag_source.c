/*
 * Sources, places in them, and the texts of spans.
 */
#include "diag/diag.h"
#include "harness.h"
#include "torture.h"
#include <stdlib.h>
#include <string.h>

static uint32_t add(Diags *d, const char *text, size_t len)
{
    diag_init(d);
    return diag_source(d, "a.hrest", (struct assay_str){text, len});
}

static void check_position(const Diags *d, uint32_t at, Position expected)
{
    Position p = diag_position(d, 0, at);

    CHECK_UINT(p.line, expected.line);
    CHECK_UINT(p.byte_column, expected.byte_column);
    CHECK_UINT(p.column, expected.column);
}

static void check_line(const Diags *d, uint32_t line, uint32_t start, const char *text)
{
    uint32_t at = UINT32_MAX;
    struct assay_str s = diag_line(d, 0, line, &at);

    CHECK_UINT(at, start);
    CHECK_UINT(s.len, strlen(text));
    CHECK_MEM(s.at, text, s.len);
}

TEST(diag_source_numbers)
{
    Diags d;
    char name[] = "one";

    diag_init(&d);
    CHECK_UINT(diag_source(&d, name, assay_str("x")), 0);
    CHECK_UINT(diag_source(&d, "two", assay_str("y")), 1);
    name[0] = '!'; /* it was copied */
    CHECK_STR(d.sources[0].name, "one");
    CHECK_STR(d.sources[1].name, "two");
    diag_done(&d);
}

TEST(diag_position_lines)
{
    static const char text[] = "ab\n\ncd\n";
    Diags d;

    add(&d, text, sizeof text - 1);
    CHECK_UINT(d.sources[0].nlines, 4);
    check_position(&d, 0, (Position){1, 1, 1});
    check_position(&d, 1, (Position){1, 2, 2});
    check_position(&d, 2, (Position){1, 3, 3}); /* the line end */
    check_position(&d, 3, (Position){2, 1, 1});
    check_position(&d, 4, (Position){3, 1, 1});
    check_position(&d, 6, (Position){3, 3, 3});
    check_position(&d, 7, (Position){4, 1, 1}); /* the end of the text */
    check_position(&d, 8, (Position){4, 1, 1}); /* past it */
    check_position(&d, UINT32_MAX, (Position){4, 1, 1});
    check_line(&d, 1, 0, "ab");
    check_line(&d, 2, 3, "");
    check_line(&d, 3, 4, "cd");
    check_line(&d, 4, 7, "");
    diag_done(&d);
}

TEST(diag_position_no_last_newline)
{
    Diags d;

    add(&d, "ab\ncd", 5);
    CHECK_UINT(d.sources[0].nlines, 2);
    check_position(&d, 4, (Position){2, 2, 2});
    check_position(&d, 5, (Position){2, 3, 3});
    check_line(&d, 2, 3, "cd");
    diag_done(&d);
}

TEST(diag_position_empty)
{
    Diags d;

    add(&d, NULL, 0);
    CHECK_UINT(d.sources[0].nlines, 1);
    check_position(&d, 0, (Position){1, 1, 1});
    check_position(&d, 1, (Position){1, 1, 1});
    check_line(&d, 1, 0, "");
    diag_done(&d);
}

TEST(diag_position_crlf)
{
    static const char text[] = "ab\r\n\r\nc\rd\r";
    Diags d;

    add(&d, text, sizeof text - 1);
    CHECK_UINT(d.sources[0].nlines, 3);
    check_position(&d, 2, (Position){1, 3, 3}); /* the CR */
    check_position(&d, 3, (Position){1, 4, 3}); /* the LF is not shown behind it */
    check_position(&d, 4, (Position){2, 1, 1});
    check_position(&d, 5, (Position){2, 2, 1});
    check_position(&d, 8, (Position){3, 3, 3}); /* a CR alone is a character */
    check_line(&d, 1, 0, "ab");
    check_line(&d, 2, 4, "");
    check_line(&d, 3, 6, "c\rd\r");
    diag_done(&d);
}

TEST(diag_position_tabs)
{
    Diags d;

    add(&d, "\ta\tb\n1234567\tc\n12345678\td", 25);
    check_position(&d, 0, (Position){1, 1, 1});
    check_position(&d, 1, (Position){1, 2, 9});
    check_position(&d, 2, (Position){1, 3, 10});
    check_position(&d, 3, (Position){1, 4, 17});
    check_position(&d, 13, (Position){2, 9, 9});
    check_position(&d, 24, (Position){3, 10, 17});
    diag_done(&d);
}

TEST(diag_position_wide_and_combining)
{
    Diags d;

    /* U+65E5 is wide, U+0301 combines, U+1F600 is wide. */
    add(&d, "\u65e5\u672c|e\u0301|\U0001F600|", 17);
    check_position(&d, 3, (Position){1, 4, 3});
    check_position(&d, 4, (Position){1, 5, 3}); /* inside the second */
    check_position(&d, 6, (Position){1, 7, 5});
    check_position(&d, 7, (Position){1, 8, 6});
    check_position(&d, 8, (Position){1, 9, 7});
    check_position(&d, 10, (Position){1, 11, 7});
    check_position(&d, 11, (Position){1, 12, 8});
    check_position(&d, 15, (Position){1, 16, 10});
    diag_done(&d);
}

TEST(diag_position_tab_behind_wide)
{
    Diags d;

    add(&d, "\u65e5\tx", 5);
    check_position(&d, 3, (Position){1, 4, 3});
    check_position(&d, 4, (Position){1, 5, 9});
    diag_done(&d);
}

TEST(diag_position_invalid_utf8_and_nul)
{
    static const char text[] = "\xff\xe6\x97x\0y\nz\0";
    Diags d;

    add(&d, text, sizeof text - 1);
    check_position(&d, 1, (Position){1, 2, 2}); /* every bad byte is a column */
    check_position(&d, 2, (Position){1, 3, 3});
    check_position(&d, 3, (Position){1, 4, 4});
    check_position(&d, 4, (Position){1, 5, 5});
    check_position(&d, 5, (Position){1, 6, 6});
    check_position(&d, 7, (Position){2, 1, 1}); /* a NUL ends nothing */
    check_position(&d, 9, (Position){2, 3, 3});
    diag_done(&d);
}

/* Against counting, for every place of a text of many lines of all lengths. */
TEST(diag_position_as_counted)
{
    enum { LEN = 5000 };
    char *text = malloc(LEN);
    uint32_t line = 1, column = 1;
    Diags d;

    for (uint32_t i = 0; i < LEN; i++)
        text[i] = (i * i) % 37 == 0 || (i / 50) % 9 == 0 ? '\n' : 'x';
    add(&d, text, LEN);
    for (uint32_t i = 0; i <= LEN; i++) {
        check_position(&d, i, (Position){line, column, column});
        column++;
        if (i < LEN && text[i] == '\n') {
            line++;
            column = 1;
        }
    }
    diag_done(&d);
    free(text);
}

TEST(diag_position_nowhere)
{
    Diags d;
    Position p;

    add(&d, "ab", 2);
    p = diag_position(&d, DIAG_NOWHERE, 1);
    CHECK_UINT(p.line, 1);
    CHECK_UINT(p.byte_column, 1);
    CHECK_UINT(p.column, 1);
    diag_done(&d);
}

static void check_text(const Diags *d, Span span, const char *expected)
{
    struct assay_str s = diag_text(d, span);

    CHECK_UINT(s.len, strlen(expected));
    CHECK_MEM(s.at, expected, s.len);
}

TEST(diag_text_of_spans)
{
    Diags d;
    Span ab = {0, 0, 2}, d_ = {0, 3, 4};

    add(&d, "abcde", 5);
    check_text(&d, ab, "ab");
    check_text(&d, span_join(ab, d_), "abcd");
    check_text(&d, span_behind(ab), "");
    CHECK_UINT(span_behind(ab).start, 2);
    check_text(&d, (Span){0, 3, UINT32_MAX}, "de");
    check_text(&d, (Span){0, 9, 12}, "");
    check_text(&d, (Span){0, 4, 2}, "");
    check_text(&d, (Span){1, 0, 2}, "");
    check_text(&d, span_nowhere(), "");
    diag_done(&d);
}

TEST(diag_source_limit)
{
    Diags d;

    diag_init(&d);
    for (uint32_t i = 0; i < DIAG_SOURCES_MAX; i++)
        CHECK_UINT(diag_source(&d, "x", assay_str("y")), i);
    CHECK(!d.no_memory);
    CHECK_UINT(diag_source(&d, "x", assay_str("y")), DIAG_NOWHERE);
    CHECK(d.no_memory);
    diag_done(&d);
}

/* Without its lines a source is one line. */
TEST(diag_source_without_lines)
{
    enum { LEN = 100000 };
    char *text = malloc(LEN);
    struct torture_alloc t;
    Diags d;

    memset(text, '\n', LEN);
    text[0] = 'a';
    torture_alloc_init(&t, 3); /* after the name and the sources */
    diag_init(&d);
    d.arena.mem = &t.alloc;
    CHECK_UINT(diag_source(&d, "x", (struct assay_str){text, LEN}), 0);
    CHECK(t.failed);
    CHECK(d.no_memory);
    check_position(&d, 0, (Position){1, 1, 1});
    check_position(&d, 5000, (Position){1, 5001, 5001});
    diag_done(&d);
    CHECK_UINT(t.live_blocks, 0);
    free(text);
}
