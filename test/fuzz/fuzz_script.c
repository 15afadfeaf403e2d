/*
 * Programs of SafeScript under a fuzzer: whatever the text is, what is wrong with it is
 * at a place in it and can be shown; what was read is dumped, verified with provers that
 * prove nothing, everything and every other question, completed at a place, and, if there
 * is nothing wrong with it, written as JavaScript.
 */
#include "report.h"
#include "script/complete.h"
#include "script/js.h"
#include "script/verify.h"
#include <stdlib.h>
#include <string.h>

#define LEN_MAX 4096

/* ---- Provers that know nothing. */

typedef struct {
    uint32_t every; /* one in so many is proved; 0: none */
    uint32_t asked;
} Guess;

static ProverVerdict prove(void *ctx, const Scope *scope, const Term *goal,
                           struct assay_arena *arena)
{
    Guess *g = ctx;

    (void)scope;
    (void)goal;
    (void)arena;
    if (g->every > 0 && ++g->asked % g->every == 0)
        return (ProverVerdict){.answer = PROVER_PROVED};
    return (ProverVerdict){.answer = PROVER_UNDECIDED, .why = "nothing is"};
}

static ProverVerdict possible(void *ctx, const Scope *scope, struct assay_arena *arena)
{
    return prove(ctx, scope, NULL, arena);
}

static bool impossible(void *ctx, const Scope *scope, struct assay_arena *arena)
{
    return prove(ctx, scope, NULL, arena).answer == PROVER_PROVED;
}

/* ---- Reading. */

typedef struct {
    struct assay_arena arena;
    Diags diags;
    Script script;
} Reading;

static void reading_init(Reading *r, struct assay_str text)
{
    assay_arena_init(&r->arena, NULL, 0);
    assay_arena_fence(&r->arena);
    diag_init(&r->diags);
    demand(script_read(&r->script, &r->diags, diag_source(&r->diags, "fuzz", text),
                       "/nonexistent", &r->arena),
           "not read");
}

static void reading_done(Reading *r)
{
    script_done(&r->script);
    diag_done(&r->diags);
    assay_arena_done(&r->arena);
}

/* ---- Demands. */

static void check_dump(const Reading *r)
{
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    script_dump(&r->script, &out);
    demand(out.status || assay_utf8_valid(out.at, out.len), "a dump that is no text");
    assay_buf_done(&out);
}

static void check_verified(struct assay_str text, uint32_t every)
{
    Guess guess = {.every = every};
    Prover prover = {&guess, prove, possible, impossible};
    VerifyOptions options = {.total = every == 1, .infer = every == 2};
    Reading r;

    reading_init(&r, text);
    if (r.diags.errors == 0) {
        Checker c = {.diags = &r.diags, .arena = &r.arena, .prover = &prover};
        bool good = script_verify(&r.script, &c, &options, NULL);
        demand(good == (r.diags.errors == 0), "wrong and silent, or the reverse");
        check_report(&r.diags, text);
    }
    reading_done(&r);
}

static void check_completed(struct assay_str text)
{
    CompleteWish wish = complete_wish(text, text.len / 2);
    Guess guess = {.every = 1};
    Prover prover = {&guess, prove, possible, impossible};
    Completions all = {0};
    Reading r;

    demand(wish.at <= text.len / 2, "a part behind the place");
    reading_init(&r, text);
    if (wish.kind == COMPLETE_FIELD) {
        Checker c = {.diags = &r.diags, .arena = &r.arena, .prover = &prover};
        demand(complete_field(&r.script, &wish, &c, &all), "no fields");
    } else {
        demand(complete_call(&r.script, &wish, &all), "no calls");
    }
    reading_done(&r);
}

static void check_javascript(Reading *r)
{
    struct assay_buf js, map, types;
    JsOutput o = {.js = &js, .map = &map, .types = &types};
    JsOptions how = {.file = "fuzz.js", .source = "fuzz.ss"};

    assay_buf_init(&js, NULL, 1u << 20);
    assay_buf_init(&map, NULL, 1u << 20);
    assay_buf_init(&types, NULL, 1u << 20);
    if (!script_js_emit(&r->script, &how, &r->diags, &o))
        demand(r->diags.errors > 0 || js.status || map.status || types.status,
               "not written, but nothing is said");
    assay_buf_done(&js);
    assay_buf_done(&map);
    assay_buf_done(&types);
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len)
{
    struct assay_str text = {(const char *)bytes, len};
    Reading r;

    if (len > LEN_MAX)
        return 0;
    reading_init(&r, text);
    check_report(&r.diags, text);
    check_dump(&r);
    if (r.diags.errors == 0)
        check_javascript(&r);
    reading_done(&r);
    for (uint32_t every = 0; every < 3; every++)
        check_verified(text, every);
    check_completed(text);
    return 0;
}
