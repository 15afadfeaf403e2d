/*
 * What can never be. The conjuncts of a precondition are taken in the order of the text:
 * the first that makes those up to it contradict each other is the place of the report,
 * found by halving; those before it that are not needed are then left out one by one.
 */
#include "acsl/solve.h"
#include "acsl/formula.h"
#include <string.h>

#define CORE_QUESTIONS 24 /* to find the conjuncts that matter */
#define CORE_SHOWN 3

typedef struct {
    const AcslFile *file;
    const AcslContract *contract;
    struct assay_arena arena;
    Formula formula;
    Ask *ask;
    struct assay_buf question;
    Conjuncts conjuncts;
    bool out[FORMULA_CONJUNCTS]; /* not needed */
} Solve;

static bool solve_init(Solve *s, const AcslFile *file, const AcslContract *contract,
                       Ask *ask)
{
    const AcslScalar *scalars;
    uint32_t count;

    *s = (Solve){.file = file, .contract = contract, .ask = ask};
    assay_arena_init(&s->arena, NULL, 0);
    assay_buf_init(&s->question, NULL, ASK_TEXT);
    if (!formula_scalars(contract, &s->arena, &scalars, &count))
        return false;
    formula_init(&s->formula, &s->arena, scalars, count);
    return true;
}

static void solve_done(Solve *s)
{
    assay_buf_done(&s->question);
    assay_arena_done(&s->arena);
}

/* Whether the first `count` conjuncts can hold, without those that are out. */
static AskAnswer possible(Solve *s, uint32_t count)
{
    assay_buf_clear(&s->question);
    formula_declare(&s->formula, &s->question);
    for (uint32_t i = 0; i < count; i++)
        if (!s->out[i])
            assay_buf_printf(&s->question, "a %s\n", s->conjuncts.at[i].text);
    return s->question.status ? ASK_UNKNOWN : ask(s->ask, s->question.at, SOLVE_QUERY_MS);
}

/* ---- Contradictions. */

/* How many of the conjuncts, which cannot hold, are enough for that. */
static uint32_t shortest_prefix(Solve *s)
{
    uint32_t low = 0, high = s->conjuncts.count;

    while (low + 1 < high) {
        uint32_t middle = low + (high - low) / 2;
        if (possible(s, middle) == ASK_NEVER)
            high = middle;
        else
            low = middle;
    }
    return high;
}

static void leave_out(Solve *s, uint32_t count)
{
    uint32_t asked = 0;

    for (uint32_t i = 0; i + 1 < count && asked < CORE_QUESTIONS; i++, asked++) {
        s->out[i] = true;
        s->out[i] = possible(s, count) == ASK_NEVER;
    }
}

static void names_scalars(const Solve *s, const AcslNode *n, bool *named, int depth)
{
    for (uint32_t i = 0; i < s->formula.nscalars; i++)
        if ((n->kind == NODE_PARAM && s->formula.scalars[i].param == n->as.param.param) ||
            (n->kind == NODE_GLOBAL && s->formula.scalars[i].global == n->as.global))
            named[i] = true;
    for (uint32_t i = 0; i < n->nargs && depth < 100; i++)
        if (n->args[i])
            names_scalars(s, n->args[i], named, depth + 1);
}

/* Types are a reason, too, when nothing else is. */
static void note_types(Solve *s, Diagnostic *d, const AcslNode *culprit)
{
    Diags *diags = s->file->unit->diags;
    bool *named = assay_arena_new(&s->arena, s->formula.nscalars + 1, sizeof *named);
    char low[FORMULA_DIGITS], high[FORMULA_DIGITS];

    if (!named)
        return;
    names_scalars(s, culprit, named, 0);
    for (uint32_t i = 0; i < s->formula.nscalars; i++) {
        const AcslScalar *x = &s->formula.scalars[i];
        AcslWide lo = 0, hi = 0;
        if (!named[i] || !formula_bounds(x->type, &lo, &hi))
            continue;
        diag_note(diags, d, "note", "'%s' is of type '%s': %s to %s", x->name,
                  x->type->spelling, formula_digits(lo, low), formula_digits(hi, high));
    }
}

static void report(Solve *s, const AcslBehavior *b, uint32_t count)
{
    Diags *diags = s->file->unit->diags;
    const AcslNode *culprit = s->conjuncts.at[count - 1].node;
    uint32_t shown = 0;
    Diagnostic *d = b->name[0]
                        ? diag_report(diags, DIAG_ACSL_IDLE, culprit->span,
                                      "behavior '%s' can never apply", b->name)
                        : diag_report(diags, DIAG_ACSL_CONTRADICTION, culprit->span,
                                      "the precondition of '%s' can never hold",
                                      s->contract->function->name);

    for (uint32_t i = 0; i + 1 < count && shown < CORE_SHOWN; i++)
        if (!s->out[i]) {
            diag_related(diags, d, s->conjuncts.at[i].node->span,
                         shown == 0 ? "it contradicts this" : "together with this");
            shown++;
        }
    if (shown == 0)
        note_types(s, d, culprit);
}

/* `requires \false` is meant: the function is not to be called. */
static bool is_meant(const Solve *s)
{
    for (uint32_t i = 0; i < s->conjuncts.count; i++)
        if (s->conjuncts.at[i].node->kind == NODE_FALSE)
            return true;
    return false;
}

static bool contradicts(Solve *s, const AcslBehavior *b)
{
    uint32_t count;

    formula_clauses(&s->formula, &s->contract->behaviors[0], CLAUSE_REQUIRES,
                    &s->conjuncts);
    if (b != &s->contract->behaviors[0]) {
        formula_clauses(&s->formula, b, CLAUSE_ASSUMES, &s->conjuncts);
        formula_clauses(&s->formula, b, CLAUSE_REQUIRES, &s->conjuncts);
    }
    if (s->conjuncts.count == 0 || is_meant(s) || s->formula.no_memory ||
        possible(s, s->conjuncts.count) != ASK_NEVER)
        return false;
    count = shortest_prefix(s);
    leave_out(s, count);
    report(s, b, count);
    return true;
}

static bool find_contradiction(const AcslFile *file, const AcslContract *contract,
                               const AcslBehavior *behavior, Ask *ask)
{
    Solve s;
    bool found = solve_init(&s, file, contract, ask) && contradicts(&s, behavior);

    solve_done(&s);
    return found;
}

/* ---- Complete and disjoint behaviors. */

static bool read_values(Solve *s, Known *values)
{
    for (uint32_t i = 0; i < s->formula.nscalars; i++) {
        values[i] = (Known){true, 0};
        (void)ask_value(s->ask, formula_scalar(&s->formula, i), &values[i].value);
    }
    return !s->formula.no_memory;
}

/* Whether all clauses of the kind are sure to be true. */
static bool is_sure(const Solve *s, const AcslBehavior *b, ClauseKind kind,
                    const Known *values)
{
    for (uint32_t i = 0; i < b->nclauses; i++) {
        Known k;
        if (b->clauses[i].kind != kind || !b->clauses[i].body)
            continue;
        k = scalar_value(b->clauses[i].body, s->formula.scalars, values,
                         s->formula.nscalars);
        if (!k.known || k.value == 0)
            return false;
    }
    return true;
}

static bool is_sure_not(const Solve *s, const AcslBehavior *b, const Known *values)
{
    return scalar_refutes(b, CLAUSE_ASSUMES, s->formula.scalars, values,
                          s->formula.nscalars);
}

/* "x = 5, y = -1": of what is mentioned. */
static void print_values(const Solve *s, const Known *values, struct assay_buf *out)
{
    char room[FORMULA_DIGITS];

    for (uint32_t i = 0; i < s->formula.nscalars; i++)
        assay_buf_printf(out, "%s%s = %s", out->len > 0 ? ", " : "",
                         s->formula.scalars[i].name,
                         formula_digits(values[i].value, room));
}

static void report_cover(Solve *s, const AcslCover *c, const char *message,
                         const Known *values)
{
    Diags *diags = s->file->unit->diags;
    Diagnostic *d = diag_report(diags, DIAG_ACSL_COVER, c->span, "%s", message);
    struct assay_buf example;

    assay_buf_init(&example, NULL, 0);
    print_values(s, values, &example);
    diag_note(diags, d, "when", "%s", example.at);
    assay_buf_done(&example);
}

/* Numbers that satisfy the formula, if it is exact. */
static Known *example(Solve *s, const char *text)
{
    Known *values = assay_arena_new(&s->arena, s->formula.nscalars + 1, sizeof *values);

    if (!values || s->formula.inexact || s->formula.no_memory)
        return NULL;
    s->conjuncts.at[0] = (Conjunct){NULL, text};
    return possible(s, 1) == ASK_POSSIBLE && read_values(s, values) &&
                   is_sure(s, &s->contract->behaviors[0], CLAUSE_REQUIRES, values)
               ? values
               : NULL;
}

static const AcslBehavior *covered(const Solve *s, const AcslCover *c, uint32_t i)
{
    return &s->contract->behaviors[c->behaviors[i]];
}

static void check_complete(Solve *s, const AcslCover *c)
{
    Formula *f = &s->formula;
    const char *text = formula_all(f, &s->contract->behaviors[0], CLAUSE_REQUIRES);
    const Known *values;

    for (uint32_t i = 0; i < c->nbehaviors; i++)
        text = formula_text(f, "(and %s (not %s))", text,
                            formula_all(f, covered(s, c, i), CLAUSE_ASSUMES));
    values = example(s, text);
    for (uint32_t i = 0; values && i < c->nbehaviors; i++)
        if (!is_sure_not(s, covered(s, c, i), values))
            return;
    if (values)
        report_cover(s, c, "the behaviors are not complete: none of them applies",
                     values);
}

/* Whether two behaviors overlap: reported. */
static bool overlap(Solve *s, const AcslCover *c, uint32_t i, uint32_t k)
{
    const AcslBehavior *a = covered(s, c, i), *b = covered(s, c, k);
    Formula *f = &s->formula;
    const char *text = formula_text(
        f, "(and %s %s %s)", formula_all(f, &s->contract->behaviors[0], CLAUSE_REQUIRES),
        formula_all(f, a, CLAUSE_ASSUMES), formula_all(f, b, CLAUSE_ASSUMES));
    const Known *values = example(s, text);

    if (!values || !is_sure(s, a, CLAUSE_ASSUMES, values) ||
        !is_sure(s, b, CLAUSE_ASSUMES, values))
        return false;
    report_cover(s, c,
                 formula_text(f,
                              "the behaviors are not disjoint: both '%s' and '%s' apply",
                              a->name, b->name),
                 values);
    return true;
}

static void check_disjoint(Solve *s, const AcslCover *c)
{
    for (uint32_t i = 0; i < c->nbehaviors; i++)
        for (uint32_t k = i + 1; k < c->nbehaviors; k++) {
            s->formula.inexact = false;
            if (overlap(s, c, i, k))
                return;
        }
}

static void check_covers(const AcslFile *file, const AcslContract *contract, Ask *ask)
{
    Solve s;

    for (uint32_t i = 0; i < contract->ncovers; i++) {
        if (solve_init(&s, file, contract, ask)) {
            if (contract->covers[i].disjoint)
                check_disjoint(&s, &contract->covers[i]);
            else
                check_complete(&s, &contract->covers[i]);
        }
        solve_done(&s);
    }
}

/* ---- Contracts. */

static void check_contract(const AcslFile *file, const AcslContract *c, Ask *ask)
{
    if (find_contradiction(file, c, &c->behaviors[0], ask))
        return;
    for (uint32_t b = 1; b < c->nbehaviors; b++)
        find_contradiction(file, c, &c->behaviors[b], ask);
    check_covers(file, c, ask);
}

void acsl_solve(const AcslFile *file)
{
    Ask ask;

    ask_init(&ask);
    for (uint32_t i = 0; i < file->ncontracts; i++)
        if (file->contracts[i].function->definition &&
            !file->contracts[i].function->system)
            check_contract(file, &file->contracts[i], &ask);
    ask_done(&ask);
}
