/*
 * Charts: what is kept of an execution, the lines, and their way into a finding.
 */
#include "chart_fixture.h"
#include "harness.h"
#include "run/body.h"
#include "run_fixture.h"
#include "torture.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OUT ASSAY_CHART_OUTSIDE
#define NONE ASSAY_CHART_NONE

static struct assay_sim_chart chart;
static struct assay_buf out;

static void begin(void)
{
    assay_sim_chart_init(&chart, checked_mem());
    assay_buf_init(&out, checked_mem(), 0);
}

static const char *text(void)
{
    assay_buf_clear(&out);
    assay_sim_chart_text(&chart, &out);
    CHECK_INT(out.status, ASSAY_OK);
    return out.at;
}

static void end(void)
{
    assay_sim_chart_done(&chart);
    assay_buf_done(&out);
}

static void check_chart(const char *name, void (*make)(struct assay_sim_chart *c))
{
    begin();
    make(&chart);
    check_expected(name, text());
    end();
}

/* ---- Whole charts */

TEST(chart_of_three_messages)
{
    begin();
    chart_small(&chart);
    CHECK_STR(text(), "    outside     a        b\n"
                      "  1    ├───────>│        │     write(value = 3)\n"
                      "  2    │        ├───────>│     sync(value = 3)\n"
                      "  3    │<───────┼────────┤     written(value = 3)\n");
    end();
}

TEST(chart_shows_what_is_overtaken)
{
    check_chart("chart_overtaking", chart_overtaking);
}

TEST(chart_shows_faults)
{
    check_chart("chart_paxos", chart_paxos);
}

TEST(chart_shows_sessions)
{
    check_chart("chart_sessions", chart_sessions);
}

TEST(chart_of_many_actors_is_a_list)
{
    begin();
    chart_ring(&chart, 9, 2);
    assay_sim_chart_column(&chart, "a name that is longer than the others are");
    chart_ring(&chart, 0, 0);
    chart_message(&chart, ASSAY_CHART_LOST, 9, OUT, assay_sim_chart_sent(&chart),
                  "reply()");
    chart_at(&chart, ASSAY_CHART_CRASHED, 3, "");
    chart_message(&chart, ASSAY_CHART_CUT, 1, 2, 0, "");
    for (uint32_t i = 0; i < 9; i++)
        chart_at(&chart, ASSAY_CHART_FIRED, i, "tick()");
    chart_message(&chart, ASSAY_CHART_ARRIVED, 9, 0, 1, "late()");
    chart_at(&chart, ASSAY_CHART_FAILED, NONE, "it is too late");
    CHECK_STR(text(), "  1. node 0 -> node 1: token(hops = 0)\n"
                      "  2. node 1 -> node 2: token(hops = 1)\n"
                      "  3. a name that is longe..re -> outside: lost: reply()  "
                      "sent in 2\n"
                      "  4. node 3: crashes\n"
                      "  5. node 1 | node 2: cut\n"
                      "  6. node 0: timer: tick()\n"
                      "  7. node 1: timer: tick()\n"
                      "  8. node 2: timer: tick()\n"
                      "  9. node 3: timer: tick()\n"
                      " 10. node 4: timer: tick()\n"
                      " 11. node 5: timer: tick()\n"
                      " 12. node 6: timer: tick()\n"
                      " 13. node 7: timer: tick()\n"
                      " 14. node 8: timer: tick()\n"
                      " 15. a name that is longe..re -> node 0: late()  "
                      "sent at first\n"
                      " 16. fails: it is too late\n");
    end();
}

TEST(chart_without_rows_is_nothing)
{
    begin();
    assay_sim_chart_column(&chart, "a");
    CHECK_STR(text(), "");
    assay_sim_chart_html(&chart, "title", &out);
    CHECK_STR(out.at, "");
    end();
}

/* Where nothing has an actor there are no lanes. */
TEST(chart_of_notes_only)
{
    begin();
    assay_sim_chart_column(&chart, "a");
    chart_at(&chart, ASSAY_CHART_NOTED, NONE, "nothing happens");
    chart_message(&chart, ASSAY_CHART_CUT, NONE, NONE, 0, "a | b");
    CHECK_STR(text(), "  1. nothing happens\n"
                      "  2. cut: a | b\n");
    end();
}

/* ---- Arrows */

TEST(chart_draws_arrows_both_ways)
{
    uint64_t sent[4];

    begin();
    for (const char *name = "abc"; *name; name++)
        assay_sim_chart_column(&chart, (char[]){*name, '\0'});
    chart_at(&chart, ASSAY_CHART_SAID, 1, "begins()");
    for (int i = 0; i < 4; i++)
        sent[i] = assay_sim_chart_sent(&chart);
    chart_at(&chart, ASSAY_CHART_CRASHED, 1, "");
    chart_message(&chart, ASSAY_CHART_LOST, 2, 0, sent[0], "one()");
    chart_message(&chart, ASSAY_CHART_DOUBLED, 2, 0, sent[1], "two()");
    chart_message(&chart, ASSAY_CHART_ARRIVED, 1, 2, sent[2], "three()");
    chart_message(&chart, ASSAY_CHART_LOST, 2, 2, sent[3], "four()");
    chart_message(&chart, ASSAY_CHART_CUT, 0, 2, 0, "");
    chart_message(&chart, ASSAY_CHART_UNDER_WAY, 2, 0, sent[1], "two()");
    CHECK_STR(text(), "     a    b    c\n"
                      "  1  │    ◆    │   begins()\n"
                      "  2  │    ✗    │   crashes\n"
                      "  3  │ ✗╌╌╌╌╌╌╌┤   lost: one()       sent in 1\n"
                      "  4  │╌2╌╌╌╌╌╌╌┤   doubled: two()    sent in 1\n"
                      "  5  │     ╌╌╌>│   three()           sent in 1\n"
                      "  6  │         │✗╯ lost: four()      sent in 1\n"
                      "  7  │~~~~~~~~~│   cut\n"
                      "     │  ╌╌╌╌╌╌╌┤   under way: two()  sent in 1\n");
    end();
}

TEST(chart_tells_copies_from_what_is_overtaken)
{
    uint64_t sent[3];

    begin();
    assay_sim_chart_column(&chart, "a");
    assay_sim_chart_column(&chart, "b");
    for (int i = 0; i < 3; i++)
        sent[i] = assay_sim_chart_sent(&chart);
    chart_message(&chart, ASSAY_CHART_ARRIVED, 0, 1, sent[2], "three()");
    chart_message(&chart, ASSAY_CHART_ARRIVED, 0, 1, sent[0], "one()");
    chart_message(&chart, ASSAY_CHART_ARRIVED, 0, 1, sent[0], "one()");
    chart_message(&chart, ASSAY_CHART_ARRIVED, 1, 0, sent[1], "two()");
    chart_message(&chart, ASSAY_CHART_ARRIVED, 0, 1, sent[1], "two()");
    CHECK_STR(text(), "     a    b\n"
                      "  1  ├───>│   three()\n"
                      "  2  ├╌╌╌>│   one()  sent at first, overtaken by 1\n"
                      "  3  ├╌╌╌>│   one()  once more, sent at first\n"
                      "  4  │<╌╌╌┤   two()  sent at first\n"
                      "  5  ├╌╌╌>│   two()  sent at first, overtaken by 1\n");
    end();
}

/* ---- Texts */

TEST(chart_makes_texts_printable)
{
    begin();
    assay_sim_chart_column(&chart, "Zoë\033");
    assay_sim_chart_column(&chart, "名前");
    chart_message(
        &chart, ASSAY_CHART_ARRIVED, 0, 1, 0,
        "say(text = \"\033[31m\n\x9b\xff\xc3\xa9\xe2\x80\xae\xef\xbb\xbf\x7f\")");
    chart_message(&chart, ASSAY_CHART_ARRIVED, 1, 0, 0, NULL);
    CHECK_STR(text(), "    Zoë\\x1b    名前\n"
                      "  1    ├───────>│     say(text = "
                      "\"\\x1b[31m\\x0a\\x9b\\xffé\\u{202e}\\u{feff}\\x7f\")\n"
                      "  2    │<───────┤\n");
    end();
}

/* A text is cut between characters, and says so. */
TEST(chart_cuts_long_texts)
{
    char long_text[400];
    struct assay_sim_chart_row row;

    begin();
    assay_sim_chart_column(&chart, "a");
    for (size_t shift = 0; shift < 4; shift++) {
        memset(long_text, 'x', shift);
        for (size_t i = shift; i + 3 < sizeof long_text; i += 3)
            memcpy(long_text + i, "\xe2\x82\xac", 4);
        chart_at(&chart, ASSAY_CHART_SAID, 0, long_text);
        CHECK(assay_sim_chart_get(&chart, shift + 1, &row));
        CHECK(assay_utf8_valid(row.text, strlen(row.text)));
        CHECK(strlen(row.text) < ASSAY_CHART_TEXT);
        CHECK(strlen(row.text) + 5 >= ASSAY_CHART_TEXT);
        CHECK_STR(row.text + strlen(row.text) - 2, "..");
    }
    memset(long_text, 'y', sizeof long_text);
    long_text[ASSAY_CHART_TEXT - 1] = '\0'; /* the longest that fits */
    chart_at(&chart, ASSAY_CHART_SAID, 0, long_text);
    CHECK(assay_sim_chart_get(&chart, 5, &row));
    CHECK_STR(row.text, long_text);
    end();
}

static size_t widest_line(const char *lines)
{
    size_t widest = 0;

    while (*lines) {
        size_t len = strcspn(lines, "\n"), width = assay_utf8_count(lines, len);
        CHECK(assay_utf8_valid(lines, len));
        CHECK(len == 0 || lines[len - 1] != ' ');
        widest = width > widest ? width : widest;
        lines += len + 1;
    }
    return widest;
}

/* Whatever names, texts and numbers are like. */
TEST(chart_lines_are_not_too_wide)
{
    static const char words[] =
        "append_entries(term = 12, leader = 3, previous = 17, entry = \"a word\")";

    for (uint32_t nodes = 1; nodes <= 12; nodes++)
        for (size_t name = 1; name < 60; name += 7) {
            begin();
            for (uint32_t i = 0; i < nodes; i++)
                assay_sim_chart_column(&chart, words + sizeof words - 1 - name);
            for (uint32_t i = 0; i < 300; i++)
                assay_sim_chart_add(
                    &chart, &(struct assay_sim_chart_row){.kind = i % 5,
                                                          .from = i % nodes,
                                                          .at = i * 7 % nodes,
                                                          .sent = 1 + i / 2,
                                                          .time = (uint64_t)i * 1000003,
                                                          .marked = i % 3 == 0,
                                                          .text = words + i % 40});
            CHECK(widest_line(text()) <= 96);
            end();
        }
}

/* ---- Long ones */

TEST(chart_of_a_long_execution_is_short)
{
    uint64_t first, last;
    struct assay_sim_chart_row row;

    begin();
    chart_ring(&chart, 3, 10000);
    CHECK_UINT(chart.nrows, 10000);
    CHECK(chart.room <= ASSAY_CHART_FIRST + ASSAY_CHART_LAST);
    CHECK(assay_sim_chart_get(&chart, 300, &row));
    CHECK_STR(row.text, "token(hops = 299)");
    CHECK(!assay_sim_chart_get(&chart, 301, &row));
    CHECK(!assay_sim_chart_get(&chart, 9700, &row));
    CHECK(assay_sim_chart_get(&chart, 9701, &row));
    CHECK_STR(row.text, "token(hops = 9700)");
    CHECK(!assay_sim_chart_get(&chart, 0, &row));
    CHECK(!assay_sim_chart_get(&chart, 10001, &row));
    assay_sim_chart_ends(&chart, 100, &first, &last);
    CHECK_UINT(first, 50);
    CHECK_UINT(last, 50);
    check_expected("chart_long", text());
    end();
}

/* Crashes are not forgotten with their rows. */
TEST(chart_knows_who_is_down_behind_a_gap)
{
    const char *last;

    begin();
    assay_sim_chart_column(&chart, "a");
    assay_sim_chart_column(&chart, "b");
    assay_sim_chart_column(&chart, "c");
    assay_sim_chart_column(&chart, "d");
    chart_at(&chart, ASSAY_CHART_CRASHED, 0, "");
    chart_at(&chart, ASSAY_CHART_CRASHED, 1, "");
    for (int i = 0; i < 5000; i++) {
        if (i == 2500)
            chart_at(&chart, ASSAY_CHART_RESTARTED, 1, "");
        if (i == 2600)
            chart_at(&chart, ASSAY_CHART_CRASHED, 2, "");
        chart_at(&chart, ASSAY_CHART_SAID, 3, "on()");
    }
    last = strrchr(text(), '5');
    CHECK_STR(last, "5004       │         ◆   on()\n"); /* b is up, a and c are down */
    end();
}

TEST(chart_keeps_the_order_of_a_hundred_rows)
{
    begin();
    chart_ring(&chart, 2, 100);
    CHECK(strstr(text(), "...") == NULL);
    chart_ring(&chart, 0, 0);
    chart_at(&chart, ASSAY_CHART_SAID, 0, "more()");
    CHECK(strstr(text(), "... 1 rows ...") == NULL);
    CHECK(strstr(text(), "... 1 row ...") != NULL);
    end();
}

/* ---- Memory */

static enum assay_status draw(const struct assay_alloc *mem, void *ctx)
{
    struct assay_sim_chart c;
    struct assay_buf lines, page;
    enum assay_status status;

    (void)ctx;
    assay_sim_chart_init(&c, mem);
    assay_buf_init(&lines, mem, 0);
    assay_buf_init(&page, mem, 0);
    chart_overtaking(&c);
    assay_sim_chart_text(&c, &lines);
    assay_sim_chart_html(&c, "torture", &page);
    status = c.status ? c.status : lines.status ? lines.status : page.status;
    assay_sim_chart_done(&c);
    assay_buf_done(&lines);
    assay_buf_done(&page);
    return status;
}

TEST(chart_survives_failed_allocations)
{
    torture(draw, NULL);
}

/* ---- Into findings */

static void draw_up_to(struct assay_test *t, int calls, bool dies)
{
    struct assay_sim_chart c;

    assay_sim_chart_init(&c, NULL);
    assay_sim_chart_column(&c, "a");
    for (int i = 1; i <= calls; i++) {
        char call[16];
        snprintf(call, sizeof call, "call(%d)", i);
        chart_message(&c, ASSAY_CHART_ARRIVED, OUT, 0, 0, call);
        assay_sim_chart_show(&c, t, "calls", false);
        if (i == 3 && dies)
            abort();
        if (i == 3)
            break;
    }
    assay_sim_chart_show(&c, t, "calls", true);
    assay_sim_chart_done(&c);
}

static void fails_at_the_third(struct assay_test *t)
{
    int calls = assay_int(t, "calls", 0, 20);

    draw_up_to(t, calls, false);
    ASSAY_LT(t, calls, 3);
}

static const char three_calls[] = "    outside     a\n"
                                  "  1    ├───────>│     call(1)\n"
                                  "  2    ├───────>│     call(2)\n"
                                  "  3    ├───────>│     call(3)\n";

TEST(chart_of_a_finding_is_a_file)
{
    static const struct assay_property property = ASSAY_PROPERTY(fails_at_the_third);
    struct assay_report *report;
    const struct assay_finding *f;
    static char page[1 << 16], path[512];
    FILE *file;

    make_folder();
    report = run(&property, NULL);
    f = only_finding(report);
    CHECK_STR(f->picture, three_calls);
    snprintf(path, sizeof path, "%.*s.html", (int)(strlen(f->saved) - 8), f->saved);
    CHECK_STR(f->chart, path);
    file = fopen(f->chart, "r");
    CHECK(file != NULL);
    page[fread(page, 1, sizeof page - 1, file)] = '\0';
    fclose(file);
    CHECK(strstr(page, "<h1>calls</h1>") != NULL);
    CHECK(strstr(page, ">call(3)</text>") != NULL && strstr(page, "call(4)") == NULL);
    CHECK_STR(page + strlen(page) - 8, "</html>\n");
    check_replay(&property, f);
    assay_report_free(report);
    remove_folder();
}

TEST(chart_needs_a_store)
{
    static const struct assay_property property = ASSAY_PROPERTY(fails_at_the_third);
    struct assay_report *report = run(&property, NULL);

    CHECK_STR(only_finding(report)->picture, three_calls);
    CHECK_STR(report->findings->chart, "");
    assay_report_free(report);
}

static void dies_at_the_third(struct assay_test *t)
{
    draw_up_to(t, assay_int(t, "calls", 0, 20), true);
}

TEST(chart_survives_a_crash)
{
    static const struct assay_property property = ASSAY_PROPERTY(dies_at_the_third);
    struct assay_report *report = run(&property, NULL);

    CHECK_INT(only_finding(report)->failure, ASSAY_SIGNAL);
    CHECK_STR(report->findings->picture, three_calls);
    assay_report_free(report);
}

static void one_of_two_draws(struct assay_test *t)
{
    int x = assay_int(t, "x", -100, 100);

    if (x > 10) {
        assay_body_chart(t, assay_str("lines\n"), assay_str("<p/>"));
        ASSAY_FAIL(t, "large");
    }
    if (x < -10)
        ASSAY_FAIL(t, "small");
}

/* Nothing is left of it for the next. */
TEST(chart_belongs_to_one_finding)
{
    static const struct assay_property property = ASSAY_PROPERTY(one_of_two_draws);
    struct assay_report *report;

    make_folder();
    report = run(&property, NULL);
    CHECK_UINT(report->nfindings, 2);
    for (size_t i = 0; i < 2; i++) {
        const struct assay_finding *f = &report->findings[i];
        bool large = strcmp(f->message, "large") == 0;
        CHECK_STR(f->picture, large ? "lines\n" : "");
        CHECK(large ? strstr(f->chart, ".html") != NULL : !f->chart[0]);
    }
    assay_report_free(report);
    remove_folder();
}

static void draws_too_much(struct assay_test *t)
{
    static char much[ASSAY_AREA_TEXT];
    int x = assay_int(t, "x", 0, 100);

    memset(much, 'x', sizeof much);
    assay_body_chart(t, (struct assay_str){much, ASSAY_AREA_TEXT - 1},
                     (struct assay_str){much, sizeof much});
    ASSAY_LT(t, x, 10);
}

TEST(chart_that_is_too_long_is_left_out)
{
    static const struct assay_property property = ASSAY_PROPERTY(draws_too_much);
    struct assay_report *report;

    make_folder();
    report = run(&property, NULL);
    CHECK_UINT(strlen(only_finding(report)->picture), ASSAY_AREA_TEXT - 1);
    CHECK_STR(report->findings->chart, "");
    assay_report_free(report);
    remove_folder();
}

/* Shown again and again, a long chart would cost too much; at the end it is whole. */
static void long_execution(struct assay_test *t)
{
    struct assay_sim_chart c;
    int x = assay_int(t, "x", 0, 100), shown = 0;

    assay_sim_chart_init(&c, NULL);
    assay_sim_chart_column(&c, "a");
    for (int i = 0; i < 10000 && assay_body_explains(t); i++) {
        uint64_t due = c.due;
        chart_at(&c, ASSAY_CHART_SAID, 0, "on()");
        assay_sim_chart_show(&c, t, "long", false);
        shown += i < 199 || c.due != due;
    }
    assay_sim_chart_show(&c, t, "long", true);
    assay_sim_chart_done(&c);
    assay_note(t, "shown %d times", shown);
    ASSAY_LT(t, x, 10);
}

TEST(chart_of_a_long_execution_is_shown_seldom)
{
    static const struct assay_property property = ASSAY_PROPERTY(long_execution);
    struct assay_report *report = run(&property, NULL);
    int shown = 0;

    CHECK(sscanf(only_finding(report)->notes, "shown %d times", &shown) == 1);
    CHECK(shown > 199 && shown < 400);
    CHECK(strstr(report->findings->picture, "10000  ◆") != NULL);
    assay_report_free(report);
}
