/*
 * The list of diagnostics: what is kept, in which order, and what happens when there is
 * no room.
 */
#include "diag/render.h"
#include "harness.h"
#include "torture.h"
#include <string.h>

static Span at(uint32_t start, uint32_t end)
{
    return (Span){0, start, end};
}

static void start(Diags *d)
{
    diag_init(d);
    diag_source(d, "a.hrest", assay_str("one two three"));
}

TEST(diag_codes)
{
    CHECK_STR(diag_code_text(DIAG_NO_FIELD), "E0207");
    CHECK_INT(diag_severity(DIAG_NO_FIELD), DIAG_ERROR);
    CHECK_STR(diag_title(DIAG_NO_FIELD), "a field that may not be there");
    CHECK_STR(diag_code_text(DIAG_UNUSED), "W0204");
    CHECK_INT(diag_severity(DIAG_UNUSED), DIAG_WARNING);
}

TEST(diag_report_keeps_all)
{
    Diags d;
    Diagnostic *one;

    start(&d);
    one = diag_report(&d, DIAG_OPERAND, at(4, 7), "is %s, not %d", "this", 7);
    diag_note(&d, one, "when", "x = %d", 1);
    diag_related(&d, one, at(0, 3), "declared here");
    diag_fix(&d, one, at(4, 7), "2", "write %s", "2");
    CHECK_UINT(d.count, 1);
    CHECK_UINT(d.errors, 1);
    CHECK(d.at[0] == one);
    CHECK_INT(one->code, DIAG_OPERAND);
    CHECK_UINT(one->span.start, 4);
    CHECK_STR(one->message, "is this, not 7");
    CHECK_STR(one->notes->label, "when");
    CHECK_STR(one->notes->text, "x = 1");
    CHECK_UINT(one->notes->span.source, DIAG_NOWHERE);
    CHECK_STR(one->notes->next->label, "note");
    CHECK_UINT(one->notes->next->span.end, 3);
    CHECK_STR(one->last_note->label, "help");
    CHECK_STR(one->last_note->text, "write 2");
    CHECK(one->notes->next->next == one->last_note);
    CHECK_STR(one->last_note->replacement, "2");
    CHECK_UINT(one->last_note->fix.start, 4);
    CHECK(!d.no_memory);
    diag_done(&d);
}

TEST(diag_report_drops_the_same)
{
    Diags d;
    Diagnostic *again;

    start(&d);
    diag_report(&d, DIAG_OPERAND, at(4, 7), "first");
    again = diag_report(&d, DIAG_OPERAND, at(4, 7), "second");
    diag_note(&d, again, "when", "lost");
    diag_fix(&d, again, at(4, 7), "x", "lost");
    CHECK_UINT(d.count, 1);
    CHECK_UINT(d.errors, 1);
    CHECK_STR(d.at[0]->message, "first");
    CHECK(!d.at[0]->notes);
    CHECK(!again->notes);
    diag_report(&d, DIAG_INDEX, at(4, 7), "another code");
    diag_report(&d, DIAG_OPERAND, at(4, 8), "another end");
    diag_report(&d, DIAG_OPERAND, at(3, 7), "another start");
    diag_report(&d, DIAG_OPERAND, (Span){1, 4, 7}, "another source");
    CHECK_UINT(d.count, 5);
    diag_report(&d, DIAG_OPERAND, span_nowhere(), "nowhere");
    diag_report(&d, DIAG_OPERAND, span_nowhere(), "nowhere else");
    CHECK_UINT(d.count, 7);
    diag_done(&d);
}

TEST(diag_report_limit)
{
    Diags d;
    Diagnostic *last = NULL;

    start(&d);
    for (uint32_t i = 0; i < DIAG_MAX + 5; i++)
        last = diag_report(&d, DIAG_OPERAND, at(i, i), "%u", i);
    diag_note(&d, last, "when", "lost");
    CHECK(last == &d.spare);
    CHECK_UINT(d.count, DIAG_MAX);
    CHECK_UINT(d.errors, DIAG_MAX + 5);
    CHECK_STR(d.at[DIAG_MAX - 1]->message, "99");
    CHECK(!d.no_memory);
    diag_done(&d);
}

TEST(diag_report_errors_before_warnings)
{
    Diags d;
    Diagnostic *error;

    start(&d);
    diag_report(&d, DIAG_UNUSED, at(0, 0), "w");
    for (uint32_t i = 1; i < DIAG_MAX - 1; i++)
        diag_report(&d, DIAG_OPERAND, at(i, i), "e");
    diag_report(&d, DIAG_UNUSED, at(200, 200), "w");
    error = diag_report(&d, DIAG_OPERAND, at(300, 300), "late");
    diag_note(&d, error, "when", "kept");
    CHECK_UINT(d.count, DIAG_MAX);
    CHECK(d.at[DIAG_MAX - 1] == error);
    CHECK_STR(error->notes->text, "kept");
    CHECK_INT(d.at[0]->code, DIAG_UNUSED);
    CHECK_UINT(d.warnings, 2);
    CHECK_UINT(d.errors, DIAG_MAX - 1);
    error = diag_report(&d, DIAG_OPERAND, at(400, 400), "later");
    CHECK(d.at[0] == error);
    CHECK(diag_report(&d, DIAG_OPERAND, at(500, 500), "too late") == &d.spare);
    CHECK(diag_report(&d, DIAG_UNUSED, at(500, 500), "too late") == &d.spare);
    diag_done(&d);
}

TEST(diag_report_first_warnings)
{
    Diags d;

    start(&d);
    for (uint32_t i = 0; i < DIAG_MAX; i++)
        diag_report(&d, DIAG_UNUSED, at(i, i), "w");
    CHECK(diag_report(&d, DIAG_UNUSED, at(500, 500), "too late") == &d.spare);
    CHECK_UINT(d.warnings, DIAG_MAX + 1);
    diag_done(&d);
}

/* There is memory for the message and none for the rest. */
TEST(diag_report_without_memory)
{
    struct torture_alloc t;
    Diags d;

    torture_alloc_init(&t, 2);
    diag_init(&d);
    d.arena.mem = &t.alloc;
    do {
        CHECK(assay_arena_new(&d.arena, 1, 16) != NULL);
    } while ((size_t)(d.arena.end - d.arena.next) >= sizeof(Diagnostic));
    CHECK(diag_report(&d, DIAG_OPERAND, at(0, 1), "m") == &d.spare);
    CHECK(t.failed);
    CHECK(d.no_memory);
    CHECK_UINT(d.count, 0);
    CHECK_UINT(d.errors, 1);
    diag_done(&d);
    CHECK_UINT(t.live_blocks, 0);
}

TEST(diag_texts_are_cut)
{
    char text[3 * DIAG_TEXT_MAX];
    Diags d;
    const char *kept;

    start(&d);
    memset(text, 'x', sizeof text);
    text[DIAG_TEXT_MAX] = '\0';
    CHECK_STR(diag_report(&d, DIAG_OPERAND, at(0, 1), "%s", text)->message, text);
    text[DIAG_TEXT_MAX] = 'x';
    text[sizeof text - 1] = '\0';
    kept = diag_report(&d, DIAG_OPERAND, at(0, 2), "%s", text)->message;
    CHECK_UINT(strlen(kept), DIAG_TEXT_MAX);
    CHECK_STR(kept + DIAG_TEXT_MAX - 4, "x...");
    memcpy(text + DIAG_TEXT_MAX - 5, "\U0001F600", 4);
    kept = diag_report(&d, DIAG_OPERAND, at(0, 3), "%s", text)->message;
    CHECK_STR(kept + DIAG_TEXT_MAX - 6, "x..."); /* not into the character */
    diag_done(&d);
}

TEST(diag_sort_by_place)
{
    static const char *const expected[] = {"a", "b", "c", "d", "e", "f", "g"};
    Diags d;

    start(&d);
    diag_report(&d, DIAG_OPERAND, span_nowhere(), "f");
    diag_report(&d, DIAG_OPERAND, (Span){1, 0, 1}, "e");
    diag_report(&d, DIAG_OPERAND, at(5, 9), "c");
    diag_report(&d, DIAG_UNUSED, at(0, 1), "a");
    diag_report(&d, DIAG_OPERAND, at(5, 6), "d");
    diag_report(&d, DIAG_OPERAND, at(0, 1), "b");
    diag_report(&d, DIAG_OPERAND, span_nowhere(), "g");
    diag_sort(&d);
    for (uint32_t i = 0; i < d.count; i++)
        CHECK_STR(d.at[i]->message, expected[i]);
    diag_done(&d);
}

/* An error that took the place of a warning is still sorted by when it was reported. */
TEST(diag_sort_after_replacing)
{
    Diags d;

    start(&d);
    diag_report(&d, DIAG_UNUSED, at(7, 7), "w");
    for (uint32_t i = 1; i < DIAG_MAX; i++)
        diag_report(&d, DIAG_OPERAND, at(7, 7 + i), "e");
    diag_report(&d, DIAG_OPERAND, at(7, 1000), "last");
    CHECK_STR(d.at[0]->message, "last");
    diag_sort(&d);
    CHECK_STR(d.at[DIAG_MAX - 1]->message, "last");
    diag_done(&d);
}

TEST(diag_done_starts_over)
{
    Diags d;

    start(&d);
    diag_report(&d, DIAG_OPERAND, at(0, 1), "x");
    diag_done(&d);
    CHECK_UINT(d.count, 0);
    CHECK_UINT(d.errors, 0);
    CHECK_UINT(d.nsources, 0);
    diag_done(&d);
}

static void report_much(Diags *d, uint32_t source)
{
    for (uint32_t i = 0; i < 20; i++) {
        Span span = {source, i, i + 1};
        Diagnostic *one = diag_report(d, DIAG_OPERAND, span, "message %u %0200d", i, 0);

        diag_note(d, one, "known here", "x in Integer");
        diag_related(d, one, span, "%0300d", 0);
        diag_fix(d, one, span, "y", "write y");
    }
    diag_sort(d);
}

static enum assay_status use(const struct assay_alloc *mem, void *ctx)
{
    struct assay_buf out;
    enum assay_status status;
    Diags d;

    (void)ctx;
    diag_init(&d);
    d.arena.mem = mem;
    assay_buf_init(&out, mem, 0);
    for (int i = 0; i < 10; i++)
        diag_source(&d, "a.hrest", assay_str("one\ntwo\nthree\nfour\nfive\n"));
    report_much(&d, d.nsources > 0 ? 0 : DIAG_NOWHERE);
    CHECK_UINT(d.errors, 20);
    render_text(&d, &out);
    render_json(&d, &out);
    status = d.no_memory ? ASSAY_NO_MEMORY : out.status;
    assay_buf_done(&out);
    diag_done(&d);
    return status;
}

TEST(diag_torture)
{
    torture(use, NULL);
}
