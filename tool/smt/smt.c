/*
 * The prover: one Z3 context, a new solver for each query, answers kept by the text of
 * their query. Of a query whose text does not say all (languages, recursive types,
 * characters that Z3 has not) only a proof is kept: it holds whatever they are.
 */
#include "smt/smt.h"
#include "base/map.h"
#include "base/mem.h"
#include "smt/context.h"
#include "smt/copy.h"
#include "smt/query.h"
#include "smt/store.h"

#include <string.h>

#define CACHE_MAX 5000
#define SCRATCH_MAX ((size_t)256 << 20)

/* An answer that is kept: the values of the variables of its scope, in order. */
typedef struct {
    ProverAnswer answer;
    const char *why;
    const Value **values;
    uint32_t count;
} Kept;

struct Smt {
    SmtOptions options;
    SmtStats stats;
    SmtContext context;
    struct assay_map cache; /* the text of a query to its Kept */
    struct assay_arena kept;
    struct assay_arena scratch; /* of one query */
    Query query;
};

static void limit_memory(uint32_t mb)
{
    char text[16];
    snprintf(text, sizeof text, "%u", mb);
    Z3_global_param_set("memory_max_size", text);
}

Smt *smt_new(const SmtOptions *options)
{
    Smt *s = assay_mem_new(NULL, sizeof *s);
    if (!s)
        return NULL;
    memset(s, 0, sizeof *s);
    s->options = *options;
    if (!s->options.time_limit_ms)
        s->options.time_limit_ms = SMT_TIME_LIMIT;
    limit_memory(s->options.memory_mb ? s->options.memory_mb : SMT_MEMORY);
    assay_map_init(&s->cache, NULL);
    assay_arena_init(&s->kept, NULL, 0);
    assay_arena_init(&s->scratch, NULL, SCRATCH_MAX);
    if (!smt_context_renew(&s->context)) {
        smt_free(s);
        return NULL;
    }
    return s;
}

void smt_free(Smt *s)
{
    if (!s)
        return;
    smt_context_done(&s->context);
    assay_map_done(&s->cache);
    assay_arena_done(&s->kept);
    assay_arena_done(&s->scratch);
    assay_mem_free(NULL, s, sizeof *s);
}

SmtStats smt_stats(const Smt *s)
{
    return s->stats;
}

const char *smt_version(void)
{
    return Z3_get_full_version();
}

/* ---- Keeping answers. */

static bool says_all(const Encoder *e)
{
    return e->nlanguages == 0 && e->naliases == 0 && e->far.count == 0 &&
           e->nregexps == 0;
}

static bool copy_values(const Query *q, struct assay_arena *arena, Kept *to)
{
    to->values = assay_arena_new(arena, q->count, sizeof(const Value *));
    if (!to->values)
        return false;
    for (uint32_t i = 0; i < q->count; i++) {
        if (!q->items[i]->var)
            continue;
        const Value *v =
            smt_copy_is_plain(q->values[i]) ? smt_copy_value(arena, q->values[i]) : NULL;
        if (!v)
            return false;
        to->values[to->count++] = v;
    }
    return true;
}

static void keep(Smt *s, const Query *q, const char *text, size_t len)
{
    bool proved = q->answer == PROVER_PROVED;
    if (s->cache.count >= CACHE_MAX || (!proved && !says_all(&q->encoder)))
        return;
    Kept *kept = assay_arena_new(&s->kept, 1, sizeof *kept);
    if (!kept)
        return;
    *kept = (Kept){.answer = q->answer, .why = q->why};
    if (q->answer == PROVER_REFUTED && !copy_values(q, &s->kept, kept))
        return;
    uint64_t *entry = assay_map_put(&s->cache, text, len);
    if (entry)
        *entry = (uint64_t)(uintptr_t)kept;
}

/* Whether the query was asked before; if so it has the answer. */
static bool recall(Smt *s, Query *q)
{
    const uint64_t *entry = assay_map_find(&s->cache, q->text.at, q->text.len);
    if (!entry)
        return false;
    const Kept *kept = (const Kept *)(uintptr_t)*entry;
    q->answer = kept->answer;
    q->why = kept->why;
    for (uint32_t i = 0, n = 0; kept->values && i < q->count; i++) {
        if (q->items[i]->var)
            q->values[i] = kept->values[n++];
    }
    s->stats.cached++;
    return true;
}

/* The same of what is kept elsewhere. */
static bool recall_proof(Smt *s, Query *q)
{
    const ProofStore *store = s->options.store;
    bool possible = store && q->quick && !q->goal &&
                    proof_store_has(store, PROOF_POSSIBLE, q->text.at, q->text.len);
    if (!store ||
        (!possible && !proof_store_has(store, PROOF_HOLDS, q->text.at, q->text.len)))
        return false;
    q->answer = possible ? PROVER_UNDECIDED : PROVER_PROVED;
    q->why = possible ? "it was not decided before" : NULL;
    s->stats.cached++;
    return true;
}

/* ---- The dump. */

static void dump(const Smt *s, const Query *q)
{
    static const char *const ANSWERS[] = {"unsat: proved", "a model: refuted",
                                          "no answer"};
    FILE *to = s->options.dump;
    if (!to)
        return;
    struct assay_buf prelude;
    assay_buf_init(&prelude, NULL, 0);
    encode_prelude(q->text.at, &prelude);
    fprintf(to,
            "; query %u\n(reset)\n(set-option :auto_config false)\n"
            "(set-option :smt.mbqi %s)\n(set-option :timeout %u)\n",
            s->stats.queries, q->quantifiers ? "true" : "false",
            s->options.time_limit_ms);
    fputs(prelude.at, to);
    assay_buf_done(&prelude);
    fputs(q->text.at, to);
    if (q->small)
        fputs(QUERY_SMALL, to);
    fprintf(to, "(check-sat)\n; %s\n", ANSWERS[q->answer]);
}

/* ---- Asking. */

static bool solve_here(Smt *s, Query *q, bool quick)
{
    q->quick = quick;
    if (!smt_context_renew(&s->context)) {
        q->why = "the solver could not be started";
        return false;
    }
    smt_query_solve(q, s->context.z3, s->options.time_limit_ms);
    return q->answer != PROVER_UNDECIDED;
}

/* The values that a search finds depend on what the context was asked before, and what it
 * is asked depends on what others have proved meanwhile. So a search for values has a
 * context of its own: the same question has the same answer. */
static void search(Smt *s, Query *q)
{
    bool quick = q->quick;
    if (quick || !q->goal) {
        if (quick || !smt_query_refute_simply(q))
            solve_here(s, q, quick);
        return;
    }
    if (smt_query_refute_simply(q) || solve_here(s, q, true))
        return;
    q->quick = false;
    if (smt_query_refute_small(q))
        return;
    smt_context_done(&s->context);
    solve_here(s, q, false);
}

static void solve(Smt *s, Query *q)
{
    size_t len = q->text.len; /* solving may add to it */
    search(s, q);
    s->stats.time_us += q->time_us;
    dump(s, q);
    char *text = assay_arena_text(&s->scratch, q->text.at, len);
    if (text && (!q->quick || q->answer == PROVER_PROVED))
        keep(s, q, text, len);
    if (text && s->options.store &&
        (q->answer == PROVER_PROVED || (q->quick && !q->goal)))
        proof_store_add(s->options.store,
                        q->answer == PROVER_PROVED ? PROOF_HOLDS : PROOF_POSSIBLE, text,
                        len);
}

static void count(SmtStats *stats, ProverAnswer answer)
{
    stats->proved += answer == PROVER_PROVED;
    stats->refuted += answer == PROVER_REFUTED;
    stats->undecided += answer == PROVER_UNDECIDED;
}

/* The values that matter, in the asker's arena. */
static bool hand_over(const Query *q, struct assay_arena *arena, ProverVerdict *to)
{
    const bool *matters = smt_query_matters(q);
    ProverValue *values = assay_arena_new(arena, q->count, sizeof *values);
    if (!matters || !values)
        return false;
    for (uint32_t i = 0; i < q->count; i++) {
        if (!matters[i])
            continue;
        const Value *v = smt_copy_value(arena, q->values[i]);
        if (!v)
            return false;
        values[to->count++] = (ProverValue){q->items[i]->var, v};
    }
    to->values = values;
    return true;
}

static ProverVerdict verdict(const Query *q, struct assay_arena *arena)
{
    ProverVerdict v = {.answer = q->answer};
    if (q->answer == PROVER_UNDECIDED)
        v.why = q->why ? q->why : "out of memory";
    if (q->answer == PROVER_REFUTED && !hand_over(q, arena, &v))
        v = (ProverVerdict){.answer = PROVER_UNDECIDED, .why = "out of memory"};
    return v;
}

static ProverVerdict ask(Smt *s, const Scope *scope, const Term *goal, bool quick,
                         struct assay_arena *arena)
{
    Query *q = &s->query;
    assay_arena_reset(&s->scratch);
    s->stats.queries++;
    bool encoded = smt_query_init(q, scope, goal, &s->scratch);
    q->quick = quick;
    if (encoded && !recall(s, q) && !recall_proof(s, q))
        solve(s, q);
    count(&s->stats, q->answer);
    ProverVerdict v = verdict(q, arena);
    smt_query_done(q);
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

Prover smt_prover(Smt *s)
{
    return (Prover){s, prove, possible, impossible};
}
