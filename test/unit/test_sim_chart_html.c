/*
 * Charts as pages: exact ones, that they are XML, and that they fit.
 */
#include "chart_fixture.h"
#include "harness.h"
#include "run_fixture.h"
#include "torture.h"
#include <stdio.h>
#include <string.h>

static struct assay_sim_chart chart;
static struct assay_buf out;

static void begin(void)
{
    assay_sim_chart_init(&chart, checked_mem());
    assay_buf_init(&out, checked_mem(), 256 << 10);
}

static void end(void)
{
    assay_sim_chart_done(&chart);
    assay_buf_done(&out);
}

/* ---- A small reader of XML: tags nest, attributes are quoted, nothing else is markup */

static const char *read_name(const char *at, char name[32])
{
    size_t len = strcspn(at, " />");

    CHECK(len > 0 && len < 32);
    memcpy(name, at, len);
    name[len] = '\0';
    return at + len;
}

/* Behind the tag; *ret_closed: it has no content. */
static const char *read_attributes(const char *at, bool *ret_closed)
{
    while (*at == ' ') {
        at += 1 + strcspn(at + 1, "=\"<>&");
        CHECK(strncmp(at, "=\"", 2) == 0);
        at += 2 + strcspn(at + 2, "\"<");
        CHECK(*at == '"');
        at++;
    }
    *ret_closed = *at == '/';
    at += *ret_closed;
    CHECK(*at == '>');
    return at + 1;
}

static const char *read_text(const char *at)
{
    for (; *at && *at != '<'; at++) {
        CHECK(*at == '\n' || (unsigned char)*at >= ' ');
        if (*at == '&')
            CHECK(at[1] == '#' && at[2 + strspn(at + 2, "0123456789")] == ';');
    }
    return at;
}

static void check_xml(const char *at)
{
    char open[16][32];
    unsigned depth = 0;

    CHECK(assay_utf8_valid(at, strlen(at)));
    CHECK(strncmp(at, "<!DOCTYPE html>\n", 16) == 0);
    at += 16;
    while (*(at = read_text(at))) {
        bool closed = false;
        CHECK(depth < 16);
        if (at[1] == '/') {
            char name[32];
            at = read_name(at + 2, name) + 1;
            CHECK(depth > 0);
            CHECK_STR(name, open[--depth]);
            continue;
        }
        at = read_attributes(read_name(at + 1, open[depth]), &closed);
        depth += !closed;
    }
    CHECK_UINT(depth, 0);
}

static const char *page(const char *title)
{
    assay_buf_clear(&out);
    assay_sim_chart_html(&chart, title, &out);
    CHECK_INT(out.status, ASSAY_OK);
    check_xml(out.at);
    return out.at;
}

/* ---- Pages */

TEST(chart_page_of_three_messages)
{
    begin();
    chart_small(&chart);
    check_expected("chart_page_small", page("three messages"));
    end();
}

TEST(chart_page_with_faults)
{
    begin();
    chart_paxos(&chart);
    check_expected("chart_page_paxos", page("Paxos <two & more>"));
    end();
}

TEST(chart_page_with_events)
{
    begin();
    chart_overtaking(&chart);
    CHECK(strstr(page("events"), "Highlighted: events") != NULL);
    CHECK(strstr(out.at, "<g class=\"marked\"><title>row 1: write(key = 1, value = 3)"
                         "&#10;from outside to primary&#10;an event of the specification"
                         "</title>") != NULL);
    CHECK(strstr(out.at, "sent in 1, overtaken by 3") != NULL);
    CHECK(strstr(out.at, ">idle<") == NULL); /* nothing happens there */
    end();
}

TEST(chart_page_needs_nothing_else)
{
    begin();
    chart_sessions(&chart);
    page("sessions");
    CHECK(strstr(out.at, "<script") == NULL && strstr(out.at, "href") == NULL);
    CHECK(strstr(out.at, "@import") == NULL && strstr(out.at, "src=") == NULL);
    CHECK(strstr(out.at, "prefers-color-scheme:dark") != NULL);
    end();
}

TEST(chart_page_escapes)
{
    char bytes[256];

    for (int i = 1; i < 256; i++)
        bytes[i - 1] = (char)i;
    bytes[255] = '\0';
    begin();
    assay_sim_chart_column(&chart, bytes);
    assay_sim_chart_column(&chart, "<b>&amp;\"'");
    for (size_t i = 0; i + 1 < sizeof bytes; i += 50)
        chart_message(&chart, ASSAY_CHART_ARRIVED, 0, 1, 0, bytes + i);
    page(bytes);
    CHECK(strstr(out.at, "&#60;b&#62;&#38;amp;&#34;&#39;") != NULL);
    end();
}

/* ---- Room */

TEST(chart_page_of_a_long_execution)
{
    begin();
    chart_ring(&chart, 5, 10000);
    page("long");
    CHECK(strstr(out.at, "... 9 400 rows ...") != NULL);
    CHECK(strstr(out.at, "token(hops = 9700)") != NULL);
    end();
}

/* However little room there is: rows are left out, and all tags are closed. */
TEST(chart_page_is_cut_by_rows)
{
    begin();
    chart_ring(&chart, 5, 700);
    for (out.max = 256 << 10; out.max > 8 << 10; out.max = out.max * 3 / 4) {
        page("tight");
        CHECK(out.len <= out.max);
        CHECK(strstr(out.at, " rows ...") != NULL);
        CHECK(strstr(out.at, "token(hops = 699)") != NULL);
    }
    end();
}

TEST(chart_page_without_room_is_none)
{
    begin();
    chart_ring(&chart, 5, 700);
    out.max = 1000;
    assay_sim_chart_html(&chart, "no room", &out);
    CHECK_INT(out.status, ASSAY_TOO_LARGE);
    end();
}

/* Down in a row that is not kept: the lane has a gap up to the one that is. */
TEST(chart_page_knows_who_is_down)
{
    begin();
    assay_sim_chart_column(&chart, "a");
    for (int i = 0; i < 5000; i++)
        chart_at(&chart,
                 i == 2500   ? ASSAY_CHART_CRASHED
                 : i == 4990 ? ASSAY_CHART_RESTARTED
                             : ASSAY_CHART_SAID,
                 0, "on()");
    page("down");
    CHECK(strstr(out.at, "<path class=\"lane\" d=\"M116 0L116 ") != NULL);
    CHECK(strstr(strstr(out.at, "class=\"lane\"") + 1, "class=\"lane\"") != NULL);
    end();
}
