/*
 * Simulated messages per CPU second: tokens that nodes hand on to each other, choices
 * recorded, executed in the runner's child process as any test is; and of a plain queue
 * of function calls, from which the next one is taken at random.
 *
 * usage: sim_speed EXECUTIONS NODES TOKENS HOPS random|pct|plain
 *        prints MESSAGES-PER-CPU-SECOND EXECUTIONS-PER-CPU-SECOND
 */
#include <assay/sim.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

/* What is measured. Each token arrives `hops` times. */
static uint32_t nodes, tokens, hops;

/* In memory that the child shares: what really happened. */
static struct tally {
    uint64_t messages;
} * tally;

/* What a node does: it counts, and knows who is next. */
struct station {
    uint64_t seen;
};

static uint32_t next_of(struct station *s, uint32_t id, uint32_t left)
{
    tally->messages++;
    s->seen += left;
    return (uint32_t)((id * 5 + s->seen) % nodes);
}

/* ---- Simulated */

struct token {
    uint32_t left;
};
ASSAY_MESSAGE(token, left);

static void on_token(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct token *token = mail->body;
    uint32_t to = next_of(state, assay_self_id(self), token->left);

    if (token->left > 1)
        assay_tell(self, to, token, .left = token->left - 1);
}

static const struct assay_actor station = {
    .name = "station",
    .size = sizeof(struct station),
    .handlers = {ASSAY_ON(token, on_token)},
};

static void setup(struct assay_sim *sim)
{
    for (uint32_t i = 0; i < nodes; i++)
        assay_sim_add(sim, &station);
    for (uint32_t i = 0; i < tokens; i++)
        assay_sim_tell(sim, i % nodes, token, .left = hops);
}

static bool run_simulation(uint64_t executions, enum assay_schedule schedule)
{
    struct assay_simulation simulation = {
        .name = "tokens", .setup = setup, .steps = tokens * hops};
    struct assay_sim_job job = {.simulation = &simulation, .schedule = schedule};
    struct assay_property property = {
        .name = "tokens", .run = assay_sim_run, .context = &job};
    struct assay_options options = {
        .runs = executions, .seconds = 600, .seed = 1, .no_store = true};
    struct assay_report *report;
    bool held;

    if (assay_check(&property, &options, &report) != ASSAY_OK)
        return false;
    held = report->verdict == ASSAY_HELD && report->runs == executions;
    if (!held)
        fprintf(stderr, "%llu runs; %s\n", (unsigned long long)report->runs,
                report->nwarnings   ? report->warnings[0]
                : report->nfindings ? report->findings->message
                                    : "");
    assay_report_free(report);
    return held;
}

/* ---- A queue of function calls */

struct call {
    void (*run)(struct station *s, uint32_t id, uint32_t left);
    uint32_t to, left;
};

static struct call *calls;
static uint32_t ncalls;

static void push(uint32_t to, uint32_t left);
static void plain_token(struct station *s, uint32_t id, uint32_t left)
{
    uint32_t to = next_of(s, id, left);

    if (left > 1)
        push(to, left - 1);
}

static void push(uint32_t to, uint32_t left)
{
    calls[ncalls++] = (struct call){plain_token, to, left};
}

static uint32_t below(uint32_t n)
{
    static uint64_t state = 1;

    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 32) * n >> 32);
}

static bool run_plain(uint64_t executions)
{
    struct station *stations = calloc(nodes, sizeof *stations);

    calls = calloc(tokens + 1, sizeof *calls);
    if (!stations || !calls)
        return false;
    for (uint64_t i = 0; i < executions; i++) {
        memset(stations, 0, nodes * sizeof *stations);
        for (uint32_t k = 0; k < tokens; k++)
            push(k % nodes, hops);
        while (ncalls > 0) {
            uint32_t at = below(ncalls);
            struct call call = calls[at];
            calls[at] = calls[--ncalls];
            call.run(&stations[call.to], call.to, call.left);
        }
    }
    free(stations);
    free(calls);
    return true;
}

/* ---- Measuring */

static double cpu_seconds(int who)
{
    struct rusage usage;

    getrusage(who, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

int main(int argc, char **argv)
{
    uint64_t executions;
    double seconds;
    bool good;

    if (argc != 6)
        return 2;
    executions = strtoull(argv[1], NULL, 10);
    nodes = (uint32_t)strtoul(argv[2], NULL, 10);
    tokens = (uint32_t)strtoul(argv[3], NULL, 10);
    hops = (uint32_t)strtoul(argv[4], NULL, 10);
    tally = mmap(NULL, sizeof *tally, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                 -1, 0);
    if (tally == MAP_FAILED || nodes == 0)
        return 2;
    good = strcmp(argv[5], "plain") == 0
               ? run_plain(executions)
               : run_simulation(executions, strcmp(argv[5], "pct") == 0
                                                ? ASSAY_SCHEDULE_PRIORITIES
                                                : ASSAY_SCHEDULE_RANDOM);
    seconds = cpu_seconds(RUSAGE_SELF) + cpu_seconds(RUSAGE_CHILDREN);
    if (!good || tally->messages != executions * tokens * hops) {
        fprintf(stderr, "%llu of %llu messages arrived\n",
                (unsigned long long)tally->messages,
                (unsigned long long)(executions * tokens * hops));
        return 1;
    }
    printf("%.0f %.0f\n", (double)tally->messages / seconds,
           (double)executions / seconds);
    return 0;
}
