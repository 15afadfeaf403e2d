/*
 * The verifier against the interpreter: a program that is accepted has no run-time error,
 * and every value has its type, whatever it is called with.
 *
 * SCRIPT_SOUND=N looks at N programs instead of as many as SECONDS allow,
 * SCRIPT_SOUND_FROM=K begins with the K-th. What is found is printed, with the program
 * made smaller line by line.
 */
#include "harness.h"
#include "script/verify.h"
#include "script_fixture.h"
#include "script_random.h"
#include "smt/smt.h"
#include "smt/watch.h"
#include "term/check.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    PROGRAMS = 200,
    SECONDS = 10,
    SESSIONS = 12, /* of each program, with calls one after the other */
    CALLS = 8,     /* of each session */
    STEPS = 50000, /* of each call */
    SMALLER = 400, /* attempts to make a program smaller */
};

typedef bool Accept(struct script_fixture *f);

typedef struct {
    uint32_t programs, accepted, runs, limits, checked, unchecked;
} Tally;

/* ---- Verdicts. */

static int verify(void *ctx, Watch *watch)
{
    struct script_fixture *f = ctx;
    Smt *smt = smt_new(&(SmtOptions){.time_limit_ms = 500});
    Prover inner = smt_prover(smt), prover = smt_watch_prover(watch, &inner, NULL);
    Checker checker = {.diags = &f->diags, .arena = &f->arena, .prover = &prover};
    bool good;

    CHECK(smt != NULL);
    good = script_verify(&f->script, &checker, &(VerifyOptions){.total = false}, NULL);
    smt_free(smt);
    return good && f->diags.errors == 0;
}

/* What the verifier says of a program that was read without errors; watched, for the
 * solver does not always heed its limit. */
static bool verifies(struct script_fixture *f)
{
    Watch *watch = smt_watch_new(2000);
    int good = 0;

    CHECK(watch != NULL);
    CHECK_INT(smt_watch_run(watch, verify, f, &good), WATCH_DONE);
    smt_watch_free(watch);
    return good;
}

/* A verifier that believes everything: what it is told must be found out. */
static bool believes(struct script_fixture *f)
{
    return f->read;
}

/* ---- Calls. */

static const ScriptFunction *pick_function(const Script *s, struct assay_prng *prng)
{
    return s->functions[assay_prng_upto(prng, s->nfunctions - 1)];
}

/* Two lines: "fault: division by zero", "f0(1, [2]) at 3:5". */
static const char *describe(struct script_fixture *f, const ScriptFunction *function,
                            const Value *const *args, const ScriptFailure *failure)
{
    static const char *const words[] = {
        [SCRIPT_RUN_FAULT] = "fault", [SCRIPT_RUN_VIOLATION] = "violation"};
    Position at = diag_position(&f->diags, failure->span.source, failure->span.start);
    struct assay_buf buf;
    const char *text;

    assay_buf_init(&buf, NULL, 0);
    assay_buf_printf(&buf, "%s: %s\n", words[failure->outcome], failure->why);
    assay_buf_printf(&buf, "%s(", function ? function->function.name : "globals");
    for (uint32_t i = 0; function && i < function->function.count; i++) {
        assay_buf_puts(&buf, i > 0 ? ", " : "");
        if (args[i]->kind == VALUE_RESOURCE)
            assay_buf_puts(&buf,
                           f->script.functions[args[i]->as.resource.id]->function.name);
        else
            value_print(args[i], &buf);
    }
    assay_buf_printf(&buf, ") at %u:%u", at.line, at.column);
    text = assay_arena_text(&f->arena, buf.at, buf.len);
    assay_buf_done(&buf);
    return text;
}

static bool has_failed(const ScriptRun *run)
{
    return run->failure.outcome == SCRIPT_RUN_FAULT ||
           run->failure.outcome == SCRIPT_RUN_VIOLATION;
}

/* What goes wrong in some calls, one after the other; NULL: nothing. */
static const char *run_session(struct script_fixture *f, struct assay_prng *prng,
                               Tally *tally)
{
    const ScriptRunOptions options = {.check = true, .steps = STEPS};
    const ScriptFunction *function = NULL;
    const Value *const *args = NULL, *v;
    ScriptRun run;

    assay_arena_reset(&f->runs);
    CHECK(script_run_init(&run, &f->script, &f->runs, &options));
    script_run_globals(&run);
    for (uint32_t i = 0; i < CALLS && run.failure.outcome == SCRIPT_RUN_VALUE; i++) {
        function = pick_function(&f->script, prng);
        args = script_random_arguments(&run, function, prng);
        if (!args)
            continue;
        script_run_refill(&run);
        script_run_call(&run, function, args, &v);
        tally->runs++;
    }
    tally->limits += run.failure.outcome == SCRIPT_RUN_LIMIT;
    tally->checked += run.checked;
    tally->unchecked += run.unchecked;
    return has_failed(&run) ? describe(f, function, args, &run.failure) : NULL;
}

/* What goes wrong with a program that is accepted, in an arena; NULL: nothing, or it is
 * not. */
static const char *judge(const char *text, uint64_t seed, Accept *accept, Tally *tally,
                         struct assay_arena *arena)
{
    const char *wrong = NULL;
    struct assay_prng prng;
    struct script_fixture f;

    script_fixture_init(&f, text, NULL);
    CHECK(f.read);
    assay_prng_init(&prng, seed, 2);
    tally->programs++;
    if (f.diags.errors == 0 && f.script.nfunctions > 0 && accept(&f)) {
        tally->accepted++;
        for (uint32_t i = 0; i < SESSIONS && !wrong; i++)
            wrong = run_session(&f, &prng, tally);
    }
    if (wrong)
        wrong = assay_arena_text(arena, wrong, strlen(wrong));
    script_fixture_done(&f);
    return wrong;
}

/* ---- Making what is found smaller. */

static size_t indent_of(const char *line)
{
    return strspn(line, " ");
}

static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');

    return end ? end + 1 : line + strlen(line);
}

/* Behind the statement or declaration that begins here: behind its block, if it has one.
 * An else is a statement here; it goes first. */
static const char *behind(const char *line)
{
    const char *at = next_line(line);
    size_t indent = indent_of(line);

    if (at - line < 3 || at[-2] != '{')
        return at;
    while (*at && (indent_of(at) > indent || at[indent] != '}'))
        at = next_line(at);
    return next_line(at);
}

static const char *without(struct assay_arena *arena, const char *text, const char *from,
                           const char *to)
{
    return assay_arena_printf(arena, "%.*s%s", (int)(from - text), text, to);
}

static bool is_same(const char *wrong, const char *other)
{
    return other && strncmp(wrong, other, strcspn(wrong, "\n") + 1) == 0;
}

/* One statement or declaration less, and still wrong in the same way; NULL: none is one
 * too many. */
static const char *smaller(struct assay_arena *arena, const char *text, uint64_t seed,
                           Accept *accept, uint32_t *attempts)
{
    Tally ignored = {0};
    const char *wrong = judge(text, seed, accept, &ignored, arena);

    for (const char *line = text; *line && *attempts < SMALLER; line = next_line(line)) {
        const char *less = without(arena, text, line, behind(line));
        ++*attempts;
        if (line[indent_of(line)] != '}' &&
            is_same(wrong, judge(less, seed, accept, &ignored, arena)))
            return less;
    }
    return NULL;
}

static const char *smallest(struct assay_arena *arena, const char *text, uint64_t seed,
                            Accept *accept)
{
    uint32_t attempts = 0;
    const char *less = text;

    while (less) {
        text = less;
        less = smaller(arena, text, seed, accept, &attempts);
    }
    return text;
}

/* ---- Tests. */

static uint64_t number_of(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);

    return text ? strtoull(text, NULL, 10) : otherwise;
}

/* A verifier that believes everything is found out, and what is shown is short. */
TEST(script_sound_finds)
{
    uint32_t found = 0, lines = 0;
    Tally tally = {0};
    struct assay_arena arena;

    assay_arena_init(&arena, NULL, 0);
    for (uint64_t seed = 0; seed < 40; seed++) {
        const char *text = script_random_program(&arena, seed);
        if (!judge(text, seed, believes, &tally, &arena))
            continue;
        found++;
        text = smallest(&arena, text, seed, believes);
        CHECK(judge(text, seed, believes, &tally, &arena) != NULL);
        for (const char *at = text; *at; at = next_line(at))
            lines++;
        assay_arena_reset(&arena);
    }
    printf("%u found, %u lines\n", found, lines);
    CHECK(found >= 5 && lines < 12 * found);
    assay_arena_done(&arena);
}

static _Noreturn void tell(struct assay_arena *arena, const char *text, uint64_t seed)
{
    Tally ignored = {0};
    const char *less = smallest(arena, text, seed, verifies);

    harness_fail(HARNESS_HERE, "program %llu is accepted, but\n%s\n%s",
                 (unsigned long long)seed, judge(less, seed, verifies, &ignored, arena),
                 less);
}

TEST(script_sound)
{
    uint64_t from = number_of("SCRIPT_SOUND_FROM", 0);
    uint64_t count = number_of("SCRIPT_SOUND", harness_rounds(PROGRAMS));
    bool hurried = getenv("SCRIPT_SOUND") == NULL;
    time_t start = time(NULL);
    Tally tally = {0};
    struct assay_arena arena;

    if (!hurried)
        alarm(0); /* the harness is patient with who asked for it */
    assay_arena_init(&arena, NULL, 0);
    for (uint64_t seed = from; seed < from + count; seed++) {
        const char *text = script_random_program(&arena, seed);
        CHECK(text != NULL);
        if (judge(text, seed, verifies, &tally, &arena))
            tell(&arena, text, seed);
        assay_arena_reset(&arena);
        if (hurried && time(NULL) - start >= SECONDS)
            break;
    }
    assay_arena_done(&arena);
    printf("%u programs, %u accepted, %u calls of them, %u stopped, %u checks, %u not "
           "made\n",
           tally.programs, tally.accepted, tally.runs, tally.limits, tally.checked,
           tally.unchecked);
}
