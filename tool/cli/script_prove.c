/*
 * Proving happens in a child that is watched (smt/watch.h). It goes through the functions
 * in order and reports. Other processes begin at the other end and report nothing: what
 * they prove is in the shared store when the first one comes to it, so nobody waits for
 * anybody. What cannot be proved is asked again: there is little of that.
 */
#include "cli/script_prove.h"
#include "cli/progress.h"
#include "cli/watched.h"
#include "smt/smt.h"
#include "smt/store.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define JOBS_MAX 64

/* ---- Options. */

struct assay_opt script_limit_option(ScriptProof *p)
{
    return (struct assay_opt){.name = "limit",
                              .type = ASSAY_OPT_SECONDS,
                              .into = &p->limit,
                              .value = "S",
                              .help = "time for one question to the solver (2)"};
}

struct assay_opt script_jobs_option(ScriptProof *p)
{
    return (struct assay_opt){.name = "jobs",
                              .letter = 'j',
                              .type = ASSAY_OPT_POSITIVE,
                              .into = &p->jobs,
                              .value = "N",
                              .help = "processes (one for each core)"};
}

struct assay_opt script_cache_option(ScriptProof *p)
{
    return (struct assay_opt){.name = "no-cache",
                              .type = ASSAY_OPT_FLAG,
                              .into = &p->no_cache,
                              .help = "prove all anew, whatever earlier runs proved"};
}

static uint32_t limit_ms(const ScriptProof *p)
{
    return watched_limit_ms(p->limit);
}

/* ---- Where proofs are kept: $XDG_CACHE_HOME/assay/proofs, or in ~/.cache. */

static const char *cache_file(struct assay_arena *a)
{
    const char *home = getenv("XDG_CACHE_HOME"), *folder;

    if (home && home[0] == '/') {
        folder = assay_arena_printf(a, "%s/assay", home);
    } else {
        home = getenv("HOME");
        if (!home || home[0] != '/')
            return NULL;
        folder = assay_arena_printf(a, "%s/.cache", home);
        if (!folder || (mkdir(folder, 0755) != 0 && errno != EEXIST))
            return NULL;
        folder = assay_arena_printf(a, "%s/.cache/assay", home);
    }
    if (!folder || (mkdir(folder, 0755) != 0 && errno != EEXIST))
        return NULL;
    return assay_arena_printf(a, "%s/proofs", folder);
}

/* ---- The work. */

/* How far the first process is from the front, and the others from the back. */
typedef struct {
    atomic_uint front, back;
} Meeting;

typedef struct {
    ScriptFile *file;
    const ScriptProof *proof;
    ProofStore *store;
    Meeting *meeting;
    ScriptThen then;
    void *ctx;
    Watch *watch;
    Progress progress;
} Work;

static const ScriptFunction *function_at(const Work *w, uint32_t i)
{
    return w->file->script.functions[i];
}

/* From the back, until the first process is met. */
static void run_ahead(const Work *w)
{
    Smt *smt =
        smt_new(&(SmtOptions){.time_limit_ms = limit_ms(w->proof), .store = w->store});
    Checker c = {.diags = &w->file->diags, .arena = &w->file->arena};
    Prover prover;

    if (!smt)
        return;
    prover = smt_prover(smt);
    c.prover = &prover;
    for (;;) {
        uint32_t at = atomic_fetch_sub(&w->meeting->back, 1);
        if (at == 0 || at > w->file->script.nfunctions ||
            at - 1 <= atomic_load(&w->meeting->front))
            return;
        script_verify_function(&w->file->script, function_at(w, at - 1), &c,
                               &w->proof->verify, NULL);
    }
}

static uint32_t count_jobs(const ScriptProof *p, uint32_t functions)
{
    long cores = p->jobs ? (long)(p->jobs < JOBS_MAX ? p->jobs : JOBS_MAX)
                         : sysconf(_SC_NPROCESSORS_ONLN);

    if (cores < 1)
        cores = 1;
    return (uint32_t)cores < functions ? (uint32_t)cores : functions;
}

static uint32_t start_others(const Work *w, pid_t *children)
{
    uint32_t jobs = count_jobs(w->proof, w->file->script.nfunctions), count = 0;
    pid_t parent = getpid();

    atomic_store(&w->meeting->front, 0);
    atomic_store(&w->meeting->back, w->file->script.nfunctions);
    while (count + 1 < jobs) {
        pid_t child = fork();
        if (child == 0) {
            if (prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent)
                run_ahead(w);
            _exit(0);
        }
        if (child < 0)
            break;
        children[count++] = child;
    }
    return count;
}

static void stop_others(const pid_t *children, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        kill(children[i], SIGKILL);
    for (uint32_t i = 0; i < count; i++)
        while (waitpid(children[i], NULL, 0) < 0 && errno == EINTR)
            ;
}

static void show_progress(Work *w, uint32_t i)
{
    char line[160];

    snprintf(line, sizeof line, "%s: function %u of %u, %s", w->file->path, i + 1,
             w->file->script.nfunctions, function_at(w, i)->function.name);
    progress_show(&w->progress, line);
}

static void prove_in_order(Work *w, Checker *c, ScriptProved *proved)
{
    const Script *s = &w->file->script;

    script_verify_declarations(s, c, &w->proof->verify);
    for (uint32_t i = 0; i < s->nfunctions; i++) {
        atomic_store(&w->meeting->front, i);
        show_progress(w, i);
        if (s->functions[i]->sound)
            script_verify_function(s, s->functions[i], c, &w->proof->verify,
                                   &proved->stats);
    }
    progress_hide(&w->progress);
}

static bool prove(Work *w, ScriptProved *proved)
{
    Smt *smt;
    Checker c = {.diags = &w->file->diags, .arena = &w->file->arena};
    Prover inner, watched;
    pid_t children[JOBS_MAX];
    uint32_t count = start_others(w, children);

    smt = smt_new(&(SmtOptions){.time_limit_ms = limit_ms(w->proof), .store = w->store});
    if (!smt) {
        stop_others(children, count);
        console_error(w->file->console, w->file->path, "the solver cannot be started");
        return false;
    }
    inner = smt_prover(smt);
    watched = smt_watch_prover(w->watch, &inner, NULL);
    c.prover = &watched;
    prove_in_order(w, &c, proved);
    stop_others(children, count);
    proved->asked = smt_watch_asked(w->watch);
    proved->undecided = smt_watch_unproved(w->watch);
    smt_free(smt);
    return true;
}

static int work(void *ctx, Watch *watch)
{
    Work *w = ctx;
    ScriptProved proved = {.asked = 0};

    w->watch = watch;
    return prove(w, &proved) ? w->then(w->ctx, w->file, &proved) : COMMAND_BUG;
}

int script_prove(ScriptFile *f, const ScriptProof *p, ScriptThen then, void *ctx)
{
    Work w = {.file = f, .proof = p, .then = then, .ctx = ctx};
    const char *cache = p->no_cache ? NULL : cache_file(&f->arena);
    void *shared = mmap(NULL, sizeof *w.meeting, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    uint32_t known;
    int code;

    progress_init(&w.progress);
    w.store = proof_store_new();
    if (shared == MAP_FAILED || !w.store) {
        console_error(f->console, f->path, "out of memory");
        return COMMAND_BAD_USE;
    }
    w.meeting = shared;
    if (cache)
        proof_store_load(w.store, cache);
    known = proof_store_count(w.store);
    code = watched_run(f->console, f->path, limit_ms(p), work, &w);
    if (cache && proof_store_count(w.store) > known)
        proof_store_save(w.store, cache);
    proof_store_free(w.store);
    munmap(shared, sizeof *w.meeting);
    return code;
}
