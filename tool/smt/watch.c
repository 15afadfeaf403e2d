/*
 * A question is known by a hash of its text. Two with the same hash would both count as
 * not decided: never as proved.
 *
 * The parent counts its own pauses, not the time: so a program that was stopped for a
 * while, and its child with it, goes on as if nothing had been.
 */
#include "smt/watch.h"
#include "base/hash.h"
#include "base/mem.h"
#include "smt/query.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAUSE_MS 50
#define WHY_MAX 120
#define TEXT_MAX ((size_t)16 << 20) /* of a question; what is longer is cut */

typedef struct {
    uint64_t question;
    char why[WHY_MAX];
} Undecided;

/* What parent and child share. */
typedef struct {
    atomic_uint turns; /* one more when a question begins and ends: odd within one */
    uint64_t question; /* the last that began */
    Undecided undecided[WATCH_UNDECIDED];
    uint32_t count;
    bool done;
    int result;
} Board;

struct Watch {
    Board *board;
    uint64_t patience_ms;
    const Prover *inner;
    FILE *dump; /* or NULL */
    uint32_t asked, undecided, unproved;
    uint32_t known; /* of the undecided ones: from before the work began anew */
    struct assay_buf text;
};

Watch *smt_watch_new(uint64_t patience_ms)
{
    Watch *w = assay_mem_new(NULL, sizeof *w);
    if (!w)
        return NULL;
    *w = (Watch){.patience_ms = patience_ms};
    assay_buf_init(&w->text, NULL, TEXT_MAX);
    void *shared = mmap(NULL, sizeof *w->board, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        smt_watch_free(w);
        return NULL;
    }
    w->board = shared;
    return w;
}

void smt_watch_free(Watch *w)
{
    if (!w)
        return;
    if (w->board)
        munmap(w->board, sizeof *w->board);
    assay_buf_done(&w->text);
    assay_mem_free(NULL, w, sizeof *w);
}

uint32_t smt_watch_asked(const Watch *w)
{
    return w->asked;
}

uint32_t smt_watch_undecided(const Watch *w)
{
    return w->undecided;
}

uint32_t smt_watch_unproved(const Watch *w)
{
    return w->unproved;
}

/* ---- Questions. */

static uint64_t hash_of(Watch *w, const Scope *scope, const Term *goal)
{
    struct assay_buf *b = &w->text;
    assay_buf_clear(b);
    for (const Scope *s = scope; s; s = s->outer) {
        if (s->var) {
            assay_buf_printf(b, "%s: ", s->var->name);
            type_print(s->var->type, b);
        } else {
            assay_buf_printf(b, "%d %d ", s->negated, s->before);
            term_print(s->fact, b);
        }
        assay_buf_putc(b, '\n');
    }
    if (goal)
        term_print(goal, b);
    return assay_hash_bytes(goal != NULL, b->at, b->len);
}

static const Undecided *find_undecided(const Watch *w, uint64_t question)
{
    for (uint32_t i = 0; i < w->known; i++) {
        if (w->board->undecided[i].question == question)
            return &w->board->undecided[i];
    }
    return NULL;
}

static bool add_undecided(Board *b, uint64_t question, const char *why)
{
    if (b->count == WATCH_UNDECIDED)
        return false;
    Undecided *u = &b->undecided[b->count];
    u->question = question;
    snprintf(u->why, sizeof u->why, "%s", why);
    b->count++;
    return true;
}

/* A question that is not asked again is still one to look at. */
static void dump(FILE *to, const Scope *scope, const Term *goal,
                 struct assay_arena *arena)
{
    struct assay_buf prelude;
    Query q;
    assay_buf_init(&prelude, NULL, 0);
    encode_prelude(NULL, &prelude);
    if (smt_query_init(&q, scope, goal, arena))
        fprintf(to,
                "; query not asked again\n(reset)\n(set-option :auto_config false)\n"
                "(set-option :smt.mbqi false)\n%s%s(check-sat)\n; no answer\n",
                prelude.at, q.text.at);
    smt_query_done(&q);
    assay_buf_done(&prelude);
}

static ProverVerdict ask(Watch *w, const Scope *scope, const Term *goal, bool quick,
                         struct assay_arena *arena)
{
    Board *b = w->board;
    uint64_t question = hash_of(w, scope, goal);
    const Undecided *before = find_undecided(w, question);
    const Prover *p = w->inner;
    ProverVerdict v;

    w->asked++;
    if (before) {
        w->undecided++;
        w->unproved += goal != NULL;
        if (w->dump)
            dump(w->dump, scope, goal, arena);
        return (ProverVerdict){.answer = PROVER_UNDECIDED, .why = before->why};
    }
    b->question = question;
    atomic_fetch_add(&b->turns, 1);
    if (quick)
        v = (ProverVerdict){.answer = p->impossible(p->ctx, scope, arena)
                                          ? PROVER_PROVED
                                          : PROVER_UNDECIDED,
                            .why = "no values were looked for"};
    else
        v = goal ? p->prove(p->ctx, scope, goal, arena)
                 : p->possible(p->ctx, scope, arena);
    atomic_fetch_add(&b->turns, 1);
    if (v.answer == PROVER_UNDECIDED && !quick) {
        w->undecided++;
        w->unproved += goal != NULL;
        add_undecided(b, question, v.why);
    }
    return v;
}

static ProverVerdict prove(void *ctx, const Scope *scope, const Term *goal,
                           struct assay_arena *arena)
{
    return ask(ctx, scope, goal, false, arena);
}

static ProverVerdict possible(void *ctx, const Scope *scope, struct assay_arena *arena)
{
    return ask(ctx, scope, NULL, false, arena);
}

static bool impossible(void *ctx, const Scope *scope, struct assay_arena *arena)
{
    return ask(ctx, scope, NULL, true, arena).answer == PROVER_PROVED;
}

Prover smt_watch_prover(Watch *w, const Prover *inner, FILE *dump_to)
{
    w->inner = inner;
    w->dump = dump_to;
    return (Prover){w, prove, possible, impossible};
}

/* ---- The child. */

static void do_work(Watch *w, WatchWork work, void *ctx)
{
    w->asked = w->undecided = w->unproved = 0;
    w->known = w->board->count;
    w->board->result = work(ctx, w);
    w->board->done = true;
}

/* A child that does the work; it holds the other end of the pipe until it ends. -1: there
 * can be none. */
static pid_t begin(Watch *w, WatchWork work, void *ctx, int *ret_end)
{
    int ends[2];
    pid_t parent = getpid(), child;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    fflush(NULL); /* or the child would write it, too */
    child = fork();
    if (child == 0) {
        if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent)
            _exit(1);
        do_work(w, work, ctx);
        exit(0);
    }
    close(ends[1]);
    if (child < 0)
        close(ends[0]);
    *ret_end = ends[0];
    return child;
}

/* Whether the child ended; if not, it is within one question for too long. */
static bool await(const Watch *w, int end)
{
    struct pollfd p = {.fd = end, .events = POLLIN};
    unsigned seen = 0;
    uint64_t waited = 0;
    int got;
    while ((got = poll(&p, 1, PAUSE_MS)) == 0 || (got < 0 && errno == EINTR)) {
        unsigned turns = atomic_load(&w->board->turns);
        waited = turns == seen && turns % 2 == 1 ? waited + PAUSE_MS : 0;
        seen = turns;
        if (waited > w->patience_ms)
            return false;
    }
    return true;
}

/* Whether it ended well. */
static bool reap(pid_t child)
{
    int status;
    pid_t got;
    do
        got = waitpid(child, &status, 0);
    while (got < 0 && errno == EINTR);
    return got == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static WatchEnd finish(const Watch *w, int *ret_result)
{
    if (!w->board->done)
        return WATCH_CRASHED;
    *ret_result = w->board->result;
    return WATCH_DONE;
}

WatchEnd smt_watch_run(Watch *w, WatchWork work, void *ctx, int *ret_result)
{
    Board *b = w->board;
    memset(b, 0, sizeof *b);
    for (;;) {
        int end;
        pid_t child = begin(w, work, ctx, &end);
        if (child < 0) {
            do_work(w, work, ctx);
            return finish(w, ret_result);
        }
        bool ended = await(w, end);
        if (!ended)
            kill(child, SIGKILL);
        bool well = reap(child);
        close(end);
        if (ended)
            return well ? finish(w, ret_result) : WATCH_CRASHED;
        atomic_store(&b->turns, 0);
        if (!add_undecided(b, b->question, "the solver ran out of time"))
            return WATCH_STUCK;
    }
}
