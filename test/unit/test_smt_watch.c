/*
 * Work under watch, with provers that do as they are told: a question that never comes
 * back is given up and told from the others, and nothing that was answered is lost.
 */
#include "harness.h"
#include "smt/watch.h"
#include "smt_fixture.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PATIENCE_MS 200
#define QUESTIONS 8

/* What becomes of each question: the number in it says which it is. */
typedef enum { SAYS_YES, SAYS_NO, GIVES_UP, HANGS } Manner;

/* What the child tells. */
struct notes {
    uint32_t times[QUESTIONS]; /* each was asked */
    ProverAnswer answers[QUESTIONS];
    char whys[QUESTIONS][40];
    uint32_t asked, undecided;
};

struct desk {
    struct smt_fixture f;
    Manner manners[QUESTIONS];
    const Term *questions[QUESTIONS];
    struct notes *notes; /* shared */
};

static void desk_init(struct desk *d)
{
    memset(d, 0, sizeof *d);
    d->notes = mmap(NULL, sizeof *d->notes, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(d->notes != MAP_FAILED);
    smt_fixture_init(&d->f, NULL, 0);
    A a = &d->f.arena;
    for (int i = 0; i < QUESTIONS; i++)
        d->questions[i] = t_op(a, OP_EQ, t_int(a, i), t_int(a, i));
}

static void desk_done(struct desk *d)
{
    smt_fixture_done(&d->f);
    munmap(d->notes, sizeof *d->notes);
}

static ProverVerdict answer(struct desk *d, uint32_t i)
{
    d->notes->times[i]++;
    while (d->manners[i] == HANGS)
        ;
    if (d->manners[i] == GIVES_UP)
        return (ProverVerdict){.answer = PROVER_UNDECIDED, .why = "too hard"};
    return (ProverVerdict){.answer = d->manners[i] == SAYS_YES ? PROVER_PROVED
                                                               : PROVER_REFUTED};
}

static ProverVerdict fake_prove(void *ctx, const Scope *scope, const Term *goal,
                                struct assay_arena *arena)
{
    struct desk *d = ctx;
    (void)scope, (void)arena;
    for (uint32_t i = 0; i < QUESTIONS; i++) {
        if (d->questions[i] == goal)
            return answer(d, i);
    }
    abort();
}

static ProverVerdict fake_possible(void *ctx, const Scope *scope,
                                   struct assay_arena *arena)
{
    (void)scope, (void)arena;
    return answer(ctx, 0);
}

static int ask_all(void *ctx, Watch *w)
{
    struct desk *d = ctx;
    Prover inner = {d, fake_prove, fake_possible, NULL},
           p = smt_watch_prover(w, &inner, NULL);
    for (uint32_t i = 0; i < QUESTIONS; i++) {
        ProverVerdict v = p.prove(p.ctx, NULL, d->questions[i], &d->f.arena);
        d->notes->answers[i] = v.answer;
        snprintf(d->notes->whys[i], sizeof d->notes->whys[i], "%s", v.why ? v.why : "");
    }
    d->notes->asked = smt_watch_asked(w);
    d->notes->undecided = smt_watch_undecided(w);
    return 42;
}

static WatchEnd watch(struct desk *d, WatchWork work, int *ret_result)
{
    Watch *w = smt_watch_new(PATIENCE_MS);
    CHECK(w);
    WatchEnd end = smt_watch_run(w, work, d, ret_result);
    smt_watch_free(w);
    return end;
}

TEST(smt_watch_passes_answers_on)
{
    struct desk desk, *d = &desk;
    desk_init(d);
    int result = 0;
    d->manners[3] = SAYS_NO;
    d->manners[5] = GIVES_UP;
    CHECK_INT(watch(d, ask_all, &result), WATCH_DONE);
    CHECK_INT(result, 42);
    for (int i = 0; i < QUESTIONS; i++) {
        CHECK_INT(d->notes->times[i], 1);
        CHECK_INT(d->notes->answers[i], i == 3   ? PROVER_REFUTED
                                        : i == 5 ? PROVER_UNDECIDED
                                                 : PROVER_PROVED);
    }
    CHECK_INT(d->notes->asked, QUESTIONS);
    CHECK_INT(d->notes->undecided, 1);
    desk_done(d);
}

TEST(smt_watch_gives_up_what_hangs)
{
    struct desk desk, *d = &desk;
    desk_init(d);
    int result = 0;
    d->manners[1] = GIVES_UP;
    d->manners[2] = d->manners[6] = HANGS;
    d->manners[4] = SAYS_NO;
    CHECK_INT(watch(d, ask_all, &result), WATCH_DONE);
    CHECK_INT(result, 42);
    for (int i = 0; i < QUESTIONS; i++) {
        bool open = i == 1 || i == 2 || i == 6;
        CHECK_INT(d->notes->answers[i], open     ? PROVER_UNDECIDED
                                        : i == 4 ? PROVER_REFUTED
                                                 : PROVER_PROVED);
    }
    CHECK_STR(d->notes->whys[1], "too hard");
    CHECK_STR(d->notes->whys[2], "the solver ran out of time");
    CHECK_STR(d->notes->whys[6], "the solver ran out of time");
    CHECK_INT(d->notes->times[0], 3);
    CHECK_INT(d->notes->times[1],
              1); /* what is known to be too hard is not asked again */
    CHECK_INT(d->notes->times[2], 1);
    CHECK_INT(d->notes->times[6], 1);
    CHECK_INT(d->notes->times[7], 1);
    CHECK_INT(d->notes->asked, QUESTIONS);
    CHECK_INT(d->notes->undecided, 3);
    desk_done(d);
}

static int ask_possible(void *ctx, Watch *w)
{
    struct desk *d = ctx;
    Prover inner = {d, fake_prove, fake_possible, NULL},
           p = smt_watch_prover(w, &inner, NULL);
    return (int)p.possible(p.ctx, NULL, &d->f.arena).answer;
}

TEST(smt_watch_gives_up_a_possibility)
{
    struct desk desk, *d = &desk;
    desk_init(d);
    int result = 0;
    d->manners[0] = HANGS;
    CHECK_INT(watch(d, ask_possible, &result), WATCH_DONE);
    CHECK_INT(result, PROVER_UNDECIDED);
    CHECK_INT(d->notes->times[0], 1);
    desk_done(d);
}

static int crash(void *ctx, Watch *w)
{
    (void)ctx, (void)w;
    raise(SIGKILL);
    return 42;
}

TEST(smt_watch_says_that_work_crashed)
{
    struct desk desk, *d = &desk;
    desk_init(d);
    int result = 7;
    CHECK_INT(watch(d, crash, &result), WATCH_CRASHED);
    CHECK_INT(result, 7);
    desk_done(d);
}

static int leave(void *ctx, Watch *w)
{
    (void)ctx, (void)w;
    exit(0);
}

static void end_badly(void)
{
    _exit(1);
}

static int end_badly_later(void *ctx, Watch *w)
{
    (void)ctx, (void)w;
    atexit(end_badly);
    return 42;
}

TEST(smt_watch_says_that_work_ended_badly)
{
    struct desk desk, *d = &desk;
    desk_init(d);
    int result = 7;
    CHECK_INT(watch(d, leave, &result), WATCH_CRASHED);
    CHECK_INT(watch(d, end_badly_later, &result), WATCH_CRASHED);
    CHECK_INT(result, 7);
    desk_done(d);
}

static int work_slowly(void *ctx, Watch *w)
{
    (void)ctx, (void)w;
    usleep(3 * PATIENCE_MS * 1000);
    return 42;
}

TEST(smt_watch_has_patience_between_questions)
{
    struct desk desk, *d = &desk;
    desk_init(d);
    int result = 0;
    CHECK_INT(watch(d, work_slowly, &result), WATCH_DONE);
    CHECK_INT(result, 42);
    desk_done(d);
}
