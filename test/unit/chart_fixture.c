#include "chart_fixture.h"
#include <stdio.h>

#define OUT ASSAY_CHART_OUTSIDE
#define NONE ASSAY_CHART_NONE

void chart_message(struct assay_sim_chart *c, enum assay_sim_chart_kind kind,
                   uint32_t from, uint32_t to, uint64_t sent, const char *text)
{
    assay_sim_chart_add(
        c, &(struct assay_sim_chart_row){
               .kind = kind, .from = from, .at = to, .sent = sent, .text = text});
}

void chart_at(struct assay_sim_chart *c, enum assay_sim_chart_kind kind, uint32_t at,
              const char *text)
{
    assay_sim_chart_add(
        c, &(struct assay_sim_chart_row){.kind = kind, .at = at, .text = text});
}

static void arrived(struct assay_sim_chart *c, uint32_t from, uint32_t to, uint64_t sent,
                    const char *text)
{
    chart_message(c, ASSAY_CHART_ARRIVED, from, to, sent, text);
}

void chart_small(struct assay_sim_chart *c)
{
    uint64_t sync, done;

    assay_sim_chart_column(c, "a");
    assay_sim_chart_column(c, "b");
    arrived(c, OUT, 0, 0, "write(value = 3)");
    sync = assay_sim_chart_sent(c);
    arrived(c, 0, 1, sync, "sync(value = 3)");
    done = assay_sim_chart_sent(c);
    arrived(c, 1, OUT, done, "written(value = 3)");
}

/* An event of the specification. */
static void event(struct assay_sim_chart *c, uint32_t from, uint32_t to, uint64_t sent,
                  const char *text)
{
    assay_sim_chart_add(c, &(struct assay_sim_chart_row){.kind = ASSAY_CHART_ARRIVED,
                                                         .from = from,
                                                         .at = to,
                                                         .sent = sent,
                                                         .marked = true,
                                                         .text = text});
}

void chart_overtaking(struct assay_sim_chart *c)
{
    uint64_t first, second, read;

    assay_sim_chart_column(c, "primary");
    assay_sim_chart_column(c, "backup");
    assay_sim_chart_column(c, "idle");
    event(c, OUT, 0, 0, "write(key = 1, value = 3)");
    first = assay_sim_chart_sent(c);
    event(c, OUT, 0, 0, "write(key = 1, value = 4)");
    second = assay_sim_chart_sent(c);
    arrived(c, 0, 1, second, "sync(key = 1, value = 4)");
    chart_message(c, ASSAY_CHART_DOUBLED, 0, 1, second, "sync(key = 1, value = 4)");
    arrived(c, 0, 1, first, "sync(key = 1, value = 3)");
    event(c, OUT, 1, 0, "read(key = 1)");
    read = assay_sim_chart_sent(c);
    event(c, 1, OUT, read, "got(key = 1, value = 3)");
    arrived(c, 0, 1, second, "sync(key = 1, value = 4)");
    assay_sim_chart_add(
        c, &(struct assay_sim_chart_row){.kind = ASSAY_CHART_FAILED,
                                         .at = NONE,
                                         .text = "stale(key = 1) is violated"});
    chart_message(c, ASSAY_CHART_UNDER_WAY, 0, 1, first, "sync(key = 1, value = 3)");
}

static void at_time(struct assay_sim_chart *c, uint64_t time,
                    struct assay_sim_chart_row row)
{
    row.time = time;
    assay_sim_chart_add(c, &row);
}

static void told(struct assay_sim_chart *c, uint64_t time, uint32_t from, uint32_t to,
                 uint64_t sent, const char *text)
{
    at_time(c, time,
            (struct assay_sim_chart_row){ASSAY_CHART_ARRIVED, from, to, sent, 0, false,
                                         text});
}

void chart_paxos(struct assay_sim_chart *c)
{
    uint64_t p[3], q[3], promise0, promise1, accept[3], later[3], accepted;

    assay_sim_chart_column(c, "proposer 0");
    assay_sim_chart_column(c, "proposer 1");
    for (int i = 2; i < 5; i++) {
        char name[16];
        snprintf(name, sizeof name, "acceptor %d", i);
        assay_sim_chart_column(c, name);
    }
    told(c, 0, OUT, 0, 0, "propose(value = 7)");
    for (int i = 0; i < 3; i++)
        p[i] = assay_sim_chart_sent(c);
    told(c, 0, 0, 2, p[0], "prepare(ballot = 1)");
    promise0 = assay_sim_chart_sent(c);
    at_time(c, 2,
            (struct assay_sim_chart_row){ASSAY_CHART_LOST, 0, 4, p[2], 0, false,
                                         "prepare(ballot = 1)"});
    told(c, 3, 0, 3, p[1], "prepare(ballot = 1)");
    promise1 = assay_sim_chart_sent(c);
    told(c, 4, 3, 0, promise1, "promise(ballot = 1, accepted = 0)");
    told(c, 9, 2, 0, promise0, "promise(ballot = 1, accepted = 0)");
    for (int i = 0; i < 3; i++)
        accept[i] = assay_sim_chart_sent(c);
    at_time(c, 10, (struct assay_sim_chart_row){.kind = ASSAY_CHART_CRASHED, .at = 3});
    told(c, 10, 0, 2, accept[0], "accept(ballot = 1, value = 7)");
    accepted = assay_sim_chart_sent(c);
    at_time(c, 50,
            (struct assay_sim_chart_row){
                .kind = ASSAY_CHART_FIRED, .at = 1, .text = "retry(round = 1)"});
    for (int i = 0; i < 3; i++)
        q[i] = assay_sim_chart_sent(c);
    at_time(c, 50,
            (struct assay_sim_chart_row){ASSAY_CHART_CUT, NONE, NONE, 0, 0, false,
                                         "proposer 0, acceptor 2 | all others"});
    told(c, 51, 1, 4, q[2], "prepare(ballot = 2)");
    at_time(c, 60, (struct assay_sim_chart_row){.kind = ASSAY_CHART_RESTARTED, .at = 3});
    told(c, 61, 1, 3, q[1], "prepare(ballot = 2)");
    for (int i = 0; i < 3; i++)
        later[i] = assay_sim_chart_sent(c);
    at_time(c, 61,
            (struct assay_sim_chart_row){.kind = ASSAY_CHART_NOTED,
                                         .at = 3,
                                         .text = "it has forgotten what it promised"});
    at_time(
        c, 70,
        (struct assay_sim_chart_row){ASSAY_CHART_HEALED, NONE, NONE, 0, 0, false, ""});
    told(c, 71, 3, 1, later[0], "promise(ballot = 2, accepted = 0)");
    told(c, 72, 1, 1, later[1], "decide()");
    at_time(c, 72,
            (struct assay_sim_chart_row){.kind = ASSAY_CHART_SAID,
                                         .at = 1,
                                         .marked = true,
                                         .text = "chosen(value = 8)"});
    told(c, 80, 2, 0, accepted, "accepted(ballot = 1)");
    at_time(c, 80,
            (struct assay_sim_chart_row){.kind = ASSAY_CHART_SAID,
                                         .at = 0,
                                         .marked = true,
                                         .text = "chosen(value = 7)"});
    at_time(c, 80,
            (struct assay_sim_chart_row){.kind = ASSAY_CHART_FAILED,
                                         .at = 0,
                                         .text = "two values are chosen: 8 and 7"});
    chart_message(c, ASSAY_CHART_UNDER_WAY, 0, 3, accept[1],
                  "accept(ballot = 1, value = 7)");
    chart_message(c, ASSAY_CHART_UNDER_WAY, 1, 2, q[0], "prepare(ballot = 2)");
}

void chart_sessions(struct assay_sim_chart *c)
{
    static const char *const steps[] = {
        "0begin(tx = 1)",
        "1begin(tx = 2)",
        "0get(table = \"account\", key = 1) = 10",
        "1get(table = \"account\", key = 1) = 10",
        "0put(table = \"account\", key = 1, value = 11)",
        "0commit(tx = 1) = true",
        "1put(table = \"account\", key = 1, value = 12)",
        "1commit(tx = 2) = true",
    };

    assay_sim_chart_column(c, "session 0");
    assay_sim_chart_column(c, "session 1");
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        assay_sim_chart_add(
            c, &(struct assay_sim_chart_row){.kind = ASSAY_CHART_STEP,
                                             .at = (uint32_t)(steps[i][0] - '0'),
                                             .marked = true,
                                             .text = steps[i] + 1});
}

void chart_ring(struct assay_sim_chart *c, uint32_t nodes, uint32_t rows)
{
    char text[32];
    uint64_t sent;

    for (uint32_t i = 0; i < nodes; i++) {
        snprintf(text, sizeof text, "node %u", i);
        assay_sim_chart_column(c, text);
    }
    sent = assay_sim_chart_sent(c);
    for (uint32_t i = 0; i < rows; i++) {
        snprintf(text, sizeof text, "token(hops = %u)", i);
        arrived(c, i % nodes, (i + 1) % nodes, sent, text);
        sent = assay_sim_chart_sent(c);
    }
}
