#include "store_histories.h"
#include "harness.h"
#include "run_fixture.h"
#include "sim/sim.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- A program in the store */

enum { MAX_STEPS = 100 };

struct job {
    const struct program *program;
    uint32_t session;
    int64_t first; /* number of its first transaction */
};

static struct assay_store *store;
static enum assay_isolation level;
static const struct program *current;
static char said[MAX_SESSIONS][HISTORY_TEXT];

static void say(uint32_t session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void say(uint32_t session, const char *format, ...)
{
    size_t len = strlen(said[session]);
    va_list args;

    va_start(args, format);
    vsnprintf(said[session] + len, HISTORY_TEXT - len, format, args);
    va_end(args);
}

static void read_row(struct assay_session *s, uint32_t session, char row)
{
    int64_t value = -1;

    if (assay_get(s, "rows", row, &value))
        say(session, "r%c%d ", row, (int)value);
    else
        say(session, "r%c- ", row);
}

/* One operation; false: it was the end of the transaction. */
static bool act(struct assay_session *s, uint32_t session, const char *op, int64_t value)
{
    switch (*op) {
    case 'r':
        read_row(s, session, op[1]);
        return true;
    case 'w':
        assay_put(s, "rows", op[1], value);
        say(session, "w%c ", op[1]);
        return true;
    case 'e':
        assay_erase(s, "rows", op[1]);
        say(session, "e%c ", op[1]);
        return true;
    case '!':
        assay_rollback(s);
        say(session, "!");
        return false;
    default:
        say(session, assay_commit(s) ? "c" : "a");
        return false;
    }
}

static void run_session(struct assay_session *s, const void *args)
{
    const struct job *job = args;
    const char *at = job->program->sessions[job->session];

    for (int64_t tx = job->first;; tx++) {
        int64_t value = 10 * tx;
        assay_begin(s, tx);
        while (*at == ' ')
            at++;
        while (act(s, job->session, at, *at == 'w' ? ++value : 0))
            for (at += 2; *at == ' '; at++)
                ;
        at += *at == '!';
        if (*at != ';')
            return;
        say(job->session, "; ");
        at++;
    }
}

static uint32_t count_transactions(const char *text)
{
    uint32_t count = 1;

    for (; *text; text++)
        count += *text == ';';
    return count;
}

static void setup(struct assay_sim *sim)
{
    uint32_t first = 1;

    store = assay_store_open(sim, level);
    for (char row = 'x'; current->filled && row <= 'y'; row++)
        assay_store_fill(store, "rows", row, 0);
    for (uint32_t i = 0; current->sessions[i]; i++) {
        struct job job = {current, i, first};
        said[i][0] = '\0';
        assay_session_run(store, i, run_session, &job, sizeof job);
        first += count_transactions(current->sessions[i]);
    }
}

/* ---- All executions */

struct path {
    uint32_t chosen[MAX_STEPS], count[MAX_STEPS];
    uint32_t depth; /* of what is chosen */
};

/* Nobody else can tell when these happen: they need not be tried at other times. Of reads
 * of a snapshot that is only believed where there are too many executions otherwise. */
static bool is_private(const struct assay_sim *sim, const struct assay_step *step)
{
    const char *name = assay_step_name(sim, step);

    if (strcmp(name, "begin") == 0)
        return level >= ASSAY_CAUSAL;
    if (strcmp(name, "get") == 0)
        return level <= ASSAY_SNAPSHOT && current->sessions[1] && current->sessions[2];
    return strcmp(name, "put") == 0 || strcmp(name, "erase") == 0;
}

/* The steps among which there is a choice: all, or the ways of one of a session. */
static uint32_t list_choices(struct assay_sim *sim, struct assay_step *steps)
{
    uint32_t total = assay_sim_menu(sim), count = 0;
    bool alone = current->one_by_one;

    for (uint32_t i = 0; i < total; i++) {
        struct assay_step step = assay_sim_menu_at(sim, i);
        bool is_same = count > 0 && step.id == steps[0].id;
        if (alone && count > 0 && !is_same)
            continue;
        if (!is_same && is_private(sim, &step)) {
            count = 0;
            alone = true;
        }
        steps[count++] = step;
    }
    return count;
}

static void execute(struct path *path, struct assay_arena *arena)
{
    static const struct assay_simulation simulation = {.name = "histories"};
    struct assay_sim *sim = assay_sim_begin(NULL, arena, &simulation, NULL);
    struct assay_step steps[MAX_STEPS];
    uint32_t count, depth = 0;

    setup(sim);
    while ((count = list_choices(sim, steps)) > 0) {
        if (count > 1) {
            CHECK(depth < MAX_STEPS);
            if (depth == path->depth)
                path->chosen[path->depth++] = 0;
            path->count[depth] = count;
        }
        assay_sim_perform(sim, steps[count > 1 ? path->chosen[depth] : 0]);
        depth += count > 1;
    }
    CHECK_UINT(path->depth, depth);
    assay_sim_end(sim);
}

static bool next_path(struct path *path)
{
    while (path->depth > 0 &&
           path->chosen[path->depth - 1] + 1 == path->count[path->depth - 1])
        path->depth--;
    if (path->depth == 0)
        return false;
    path->chosen[path->depth - 1]++;
    return true;
}

static void join(const struct program *p, char text[HISTORY_TEXT])
{
    text[0] = '\0';
    for (uint32_t i = 0; p->sessions[i]; i++) {
        strcat(text, i > 0 ? " | " : "");
        strcat(text, said[i]);
    }
}

uint64_t store_histories(const struct program *p, enum assay_isolation isolation,
                         struct assay_map *ret_texts)
{
    struct path path = {.depth = 0};
    char text[HISTORY_TEXT];
    struct assay_arena arena;
    uint64_t executions = 0;

    current = p;
    level = isolation;
    assay_arena_init(&arena, NULL, 0);
    do {
        assay_arena_reset(&arena);
        execute(&path, &arena);
        join(p, text);
        assay_map_put(ret_texts, text, strlen(text));
        executions++;
    } while (next_path(&path));
    assay_arena_done(&arena);
    return executions;
}

static struct assay_map *explored;

static void finish(struct assay_sim *sim)
{
    char text[HISTORY_TEXT];

    (void)sim;
    join(current, text);
    assay_map_put(explored, text, strlen(text));
}

uint64_t explored_histories(const struct program *p, enum assay_isolation isolation,
                            struct assay_map *ret_texts)
{
    static const struct assay_simulation simulation = {
        .name = "histories", .setup = setup, .finish = finish};
    struct assay_sim_job job = {.simulation = &simulation,
                                .schedule = ASSAY_SCHEDULE_ALL,
                                .explorer = assay_explorer_new(MAX_STEPS)};
    struct assay_property property = {
        .name = "histories", .run = assay_sim_run, .context = &job};
    struct assay_options options = {.no_fork = true,
                                    .no_store = true,
                                    .runs = UINT32_MAX,
                                    .rejects = UINT32_MAX,
                                    .exhausted = assay_explorer_done(job.explorer)};
    uint64_t schedules;

    current = p;
    level = isolation;
    explored = ret_texts;
    assay_report_free(run(&property, &options));
    CHECK(assay_explorer_is_whole(job.explorer));
    schedules = assay_explorer_schedules(job.explorer);
    assay_explorer_free(job.explorer);
    return schedules;
}

/* ---- Histories, read back */

enum { MAX_TX = 8, MAX_OPS = 8 };

struct tx {
    uint32_t session;
    bool committed;
    uint32_t nops;
    struct op {
        char kind, row;
        int value; /* that was read, or written */
    } ops[MAX_OPS];
};

/* Transaction 0 wrote everything first. */
struct history {
    uint32_t count; /* with that one */
    struct tx tx[MAX_TX];
};

static void read_history(const char *text, struct history *h)
{
    uint32_t session = 0, writes = 0;
    struct tx *t = &h->tx[1];

    memset(h, 0, sizeof *h);
    h->count = 1;
    h->tx[0] = (struct tx){UINT32_MAX, true, 2, {{'w', 'x', 0}, {'w', 'y', 0}}};
    for (const char *at = text; *at; at++) {
        struct op *o = &t->ops[t->nops];
        if (*at == 'r' || *at == 'w' || *at == 'e') {
            bool reads = *at == 'r';
            *o = (struct op){reads ? 'r' : 'w', at[1], 0};
            if (*at == 'w')
                o->value = (int)(10 * h->count + ++writes);
            if (reads && at[2] != '-')
                o->value = atoi(at + 2);
            t->nops++;
            at++;
        } else if (*at == 'c' || *at == 'a' || *at == '!') {
            t->committed = *at == 'c';
            t->session = session;
            t = &h->tx[++h->count];
            writes = 0;
        } else if (*at == '|')
            session++;
    }
}

/* The last write of a row, before operation `before`; NULL: there is none. */
static const struct op *last_write(const struct tx *t, char row, uint32_t before)
{
    const struct op *last = NULL;

    for (uint32_t i = 0; i < before; i++)
        if (t->ops[i].kind == 'w' && t->ops[i].row == row)
            last = &t->ops[i];
    return last;
}

static bool writes(const struct history *h, uint32_t t, char row)
{
    return last_write(&h->tx[t], row, h->tx[t].nops) != NULL;
}

/* ---- Axioms */

/* Relations among transactions, as a matrix. */
struct order {
    bool before[MAX_TX][MAX_TX];
};

/* Where a read is from: it must be the last write of one that committed, or its own. */
static bool find_writer(const struct history *h, uint32_t t, uint32_t i, uint32_t *ret)
{
    const struct op *r = &h->tx[t].ops[i], *own = last_write(&h->tx[t], r->row, i);
    const struct op *w;

    *ret = own ? t : (uint32_t)r->value / 10;
    if (own)
        return own->value == r->value;
    if (*ret >= h->count || !h->tx[*ret].committed || *ret == t)
        return false;
    w = last_write(&h->tx[*ret], r->row, h->tx[*ret].nops);
    return w && w->value == r->value;
}

struct external {
    uint32_t reader, writer;
    char row;
    uint32_t at; /* among the operations of the reader */
};

struct facts {
    const struct history *h;
    uint32_t nreads;
    struct external reads[MAX_TX * MAX_OPS];
    struct order base;   /* sessions, and who reads from whom */
    struct order causal; /* its closure */
};

static void close_order(struct order *o, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t j = 0; j < count; j++)
                o->before[i][j] |= o->before[i][k] && o->before[k][j];
}

static bool find_facts(const struct history *h, struct facts *f)
{
    memset(f, 0, sizeof *f);
    f->h = h;
    for (uint32_t t = 1; t < h->count; t++) {
        f->base.before[0][t] = true;
        for (uint32_t u = 1; u < t; u++)
            f->base.before[u][t] |= h->tx[u].session == h->tx[t].session;
        for (uint32_t i = 0; h->tx[t].committed && i < h->tx[t].nops; i++) {
            uint32_t from;
            if (h->tx[t].ops[i].kind != 'r')
                continue;
            if (!find_writer(h, t, i, &from))
                return false;
            if (from == t)
                continue;
            f->base.before[from][t] = true;
            f->reads[f->nreads++] = (struct external){t, from, h->tx[t].ops[i].row, i};
        }
    }
    f->causal = f->base;
    close_order(&f->causal, h->count);
    return true;
}

/* Whether the reader of r reads something of t before it. */
static bool has_read_from(const struct facts *f, const struct external *r, uint32_t t)
{
    for (uint32_t i = 0; i < f->nreads; i++)
        if (f->reads[i].reader == r->reader && f->reads[i].at < r->at &&
            f->reads[i].writer == t)
            return true;
    return false;
}

static bool or_same(const struct order *o, uint32_t a, uint32_t b)
{
    return a == b || o->before[a][b];
}

/* t, up to and including something that the reader is directly behind. */
static bool is_in_prefix(const struct facts *f, const struct order *commits, uint32_t t,
                         uint32_t reader)
{
    for (uint32_t u = 0; u < f->h->count; u++)
        if (f->h->tx[u].committed && or_same(commits, t, u) && f->base.before[u][reader])
            return true;
    return false;
}

/* t, up to and including something earlier that writes what the reader writes. */
static bool is_before_conflict(const struct facts *f, const struct order *commits,
                               uint32_t t, uint32_t reader)
{
    for (uint32_t u = 0; u < f->h->count; u++)
        for (char row = 'x'; row <= 'y'; row++)
            if (f->h->tx[u].committed && or_same(commits, t, u) &&
                commits->before[u][reader] && writes(f->h, u, row) &&
                writes(f->h, reader, row))
                return true;
    return false;
}

/* Whether the isolation wants t to be visible to the read. */
static bool must_see(const struct facts *f, const struct order *commits,
                     const struct external *r, uint32_t t, enum assay_isolation isolation)
{
    switch (isolation) {
    case ASSAY_SERIALISABLE:
        return commits->before[t][r->reader];
    case ASSAY_SNAPSHOT:
        return is_in_prefix(f, commits, t, r->reader) ||
               is_before_conflict(f, commits, t, r->reader);
    case ASSAY_CAUSAL:
        return f->causal.before[t][r->reader];
    case ASSAY_READ_COMMITTED:
        break;
    }
    return has_read_from(f, r, t);
}

static bool satisfies(const struct facts *f, const struct order *commits,
                      enum assay_isolation isolation)
{
    for (uint32_t i = 0; i < f->nreads; i++) {
        const struct external *r = &f->reads[i];
        for (uint32_t t = 0; t < f->h->count; t++)
            if (f->h->tx[t].committed && t != r->writer && t != r->reader &&
                writes(f->h, t, r->row) && must_see(f, commits, r, t, isolation) &&
                !commits->before[t][r->writer])
                return false;
    }
    return true;
}

/* Some order of commits, of which the first `placed` are in `order`. */
static bool some_order(const struct facts *f, uint32_t *order, uint32_t placed,
                       uint32_t left, enum assay_isolation isolation)
{
    struct order commits = {0};

    if (left == 0) {
        for (uint32_t i = 0; i < placed; i++)
            for (uint32_t j = i + 1; j < placed; j++)
                commits.before[order[i]][order[j]] = true;
        return satisfies(f, &commits, isolation);
    }
    for (uint32_t t = 0; t < f->h->count; t++) {
        bool ready = left >> t & 1;
        for (uint32_t u = 0; u < f->h->count; u++)
            ready &= !(left >> u & 1 && f->base.before[u][t]);
        if (!ready)
            continue;
        order[placed] = t;
        if (some_order(f, order, placed + 1, left & ~(1u << t), isolation))
            return true;
    }
    return false;
}

bool axioms_allow(const char *history, enum assay_isolation isolation)
{
    struct history h;
    struct facts f;
    uint32_t order[MAX_TX], left = 0;

    read_history(history, &h);
    if (!find_facts(&h, &f))
        return false;
    for (uint32_t t = 0; t < h.count; t++)
        left |= (uint32_t)h.tx[t].committed << t;
    return some_order(&f, order, 0, left, isolation);
}

/* ---- All histories that are allowed: whatever reads could find is tried */

static void try_reads(const struct program *p, enum assay_isolation isolation,
                      const char *plan, char *text, struct assay_map *ret_texts);

/* The value that the next read finds, if some transaction writes it; it may be one that
 * was overwritten. */
static void try_values(const struct program *p, enum assay_isolation isolation,
                       const char *plan, char *text, struct assay_map *ret_texts)
{
    size_t len = strlen(text);
    char row = text[len - 1];
    uint32_t tx = 1, nwrites = 0;

    strcat(text, p->filled ? "0 " : "- ");
    try_reads(p, isolation, plan, text, ret_texts);
    for (uint32_t i = 0; p->sessions[i]; i++, tx++, nwrites = 0)
        for (const char *at = p->sessions[i]; *at; at++) {
            if (*at == 'w' && nwrites++ < 9 && at[1] == row) {
                sprintf(text + len, "%" PRIu32 " ", 10 * tx + nwrites);
                try_reads(p, isolation, plan, text, ret_texts);
            } else if (*at == ';') {
                tx++;
                nwrites = 0;
            }
        }
    text[len] = '\0';
}

/* Puts down what is planned, up to the next read; then what that could find. */
static void try_reads(const struct program *p, enum assay_isolation isolation,
                      const char *plan, char *text, struct assay_map *ret_texts)
{
    size_t len = strlen(text);
    size_t upto = strcspn(plan, "r");

    strncat(text, plan, upto);
    plan += upto;
    if (*plan) {
        strncat(text, plan, 2);
        try_values(p, isolation, plan + (plan[2] == ' ' ? 3 : 2), text, ret_texts);
    } else if (axioms_allow(text, isolation))
        assay_map_put(ret_texts, text, strlen(text));
    text[len] = '\0';
}

/* As a history, but without what was read. */
static void write_plan(const struct program *p, char plan[HISTORY_TEXT])
{
    plan[0] = '\0';
    for (uint32_t i = 0; p->sessions[i]; i++) {
        strcat(plan, i > 0 ? " | " : "");
        for (const char *at = p->sessions[i]; *at; at++) {
            size_t len = strlen(plan);
            if (*at == ';')
                strcat(plan, " c;");
            else
                snprintf(plan + len, HISTORY_TEXT - len, "%c", *at);
        }
        strcat(plan, " c");
    }
}

void axiom_histories(const struct program *p, enum assay_isolation isolation,
                     struct assay_map *ret_texts)
{
    char plan[HISTORY_TEXT], text[HISTORY_TEXT] = "";

    write_plan(p, plan);
    try_reads(p, isolation, plan, text, ret_texts);
}
