/*
 * Models: numbers that make a precondition true. The solver is asked for one, for those
 * at and beside the limit of each comparison of the contract, for the least and greatest
 * values of each number, and for others that differ. Numbers that a formula does not
 * mention go through some special values. Where the contract compares numbers only with
 * constants the special values are all there is to know, and nothing is asked.
 */
#include "acsl/formula.h"
#include <string.h>

#define QUESTIONS 96 /* for one behavior */
#define HALVINGS 8   /* in the search for a least or greatest value */
#define OTHERS 8     /* models that only differ */

/* ---- Lists of models. */

bool models_fit(const ModelList *l, const Known *values)
{
    const AcslBehavior *first = &l->contract->behaviors[0];

    return !scalar_refutes(first, CLAUSE_REQUIRES, l->scalars, values, l->nscalars) &&
           !scalar_refutes(first, CLAUSE_ASSUMES, l->scalars, values, l->nscalars) &&
           !scalar_refutes(l->behavior, CLAUSE_ASSUMES, l->scalars, values,
                           l->nscalars) &&
           !scalar_refutes(l->behavior, CLAUSE_REQUIRES, l->scalars, values, l->nscalars);
}

static bool is_new(const ModelList *l, const AcslWide *values)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (memcmp(l->values[i], values, l->nscalars * sizeof *values) == 0)
            return false;
    return true;
}

static bool fits(ModelList *l, const AcslWide *values)
{
    Known known[64];

    if (l->nscalars > 64)
        return true;
    for (uint32_t i = 0; i < l->nscalars; i++)
        known[i] = (Known){true, values[i]};
    return models_fit(l, known);
}

bool models_add(ModelList *l, const AcslWide *values)
{
    AcslWide *copy;

    if (l->count == l->cap || !is_new(l, values) || !fits(l, values))
        return false;
    copy = assay_arena_new(l->arena, l->nscalars, sizeof *copy);
    if (!copy) {
        l->no_memory = true;
        return false;
    }
    memcpy(copy, values, l->nscalars * sizeof *copy);
    l->values[l->count++] = copy;
    return true;
}

/* ---- Questions. */

typedef struct {
    ModelList *list;
    Formula formula;
    Ask ask;
    struct assay_buf question;
    const char *precondition;
    AcslWide *values; /* of the last model */
    bool *mentioned;  /* in the formulas */
    uint32_t left;    /* questions */
    uint32_t answers;
} Search;

static bool is_spent(const Search *s)
{
    return s->left == 0 || s->list->count == s->list->cap || s->list->no_memory ||
           s->ask.spent_us >= SOLVE_TOTAL_MS * 1000;
}

/* What a number is that the formula does not mention. */
static AcslWide spare_value(const CType *type, uint32_t turn)
{
    AcslWide lo = 0, hi = 0;

    formula_bounds(type, &lo, &hi);
    switch (turn % 5) {
    case 0:
        return 0;
    case 1:
        return lo;
    case 2:
        return 1;
    case 3:
        return hi;
    default:
        return lo < 0 ? -1 : hi / 2;
    }
}

static void read_model(Search *s)
{
    for (uint32_t i = 0; i < s->list->nscalars; i++)
        if (!s->mentioned[i] ||
            !ask_value(&s->ask, formula_scalar(&s->formula, i), &s->values[i]))
            s->values[i] = spare_value(s->list->scalars[i].type, s->answers + i);
}

/* Whether the precondition can hold together with `more`; then `values` is how. */
static AskAnswer possible(Search *s, const char *more)
{
    AskAnswer answer;

    if (is_spent(s))
        return ASK_UNKNOWN;
    s->left--;
    assay_buf_clear(&s->question);
    formula_declare(&s->formula, &s->question);
    assay_buf_printf(&s->question, "a %s\na %s\n", s->precondition, more);
    if (s->question.status)
        return ASK_UNKNOWN;
    answer = ask(&s->ask, s->question.at, SOLVE_QUERY_MS);
    if (answer == ASK_POSSIBLE) {
        s->answers++;
        read_model(s);
    }
    return answer;
}

static bool add_possible(Search *s, const char *more)
{
    return possible(s, more) == ASK_POSSIBLE && models_add(s->list, s->values);
}

/* ---- What to ask. */

static void add_limits(Search *s)
{
    static const char *const distances[] = {"0", "(- 1)", "1"};

    for (uint32_t k = 0; k < 3; k++)
        for (uint32_t i = 0; i < s->formula.natoms && !is_spent(s); i++) {
            const FormulaAtom *a = &s->formula.atoms[i];
            add_possible(s, formula_text(&s->formula, "(= (- %s %s) %s)", a->left,
                                         a->right, distances[k]));
        }
}

/* Towards `limit`, which the number cannot be, from a value that it can. */
static void add_nearest(Search *s, uint32_t number, AcslWide limit)
{
    AcslWide from = s->values[number];
    const char *name = formula_scalar(&s->formula, number);
    bool down = limit < from;

    for (int i = 0; i < HALVINGS; i++) {
        AcslWide middle = limit + (from - limit) / 2;
        if (middle == from || middle == limit)
            break;
        if (possible(s, formula_text(&s->formula, "(%s %s %s)", down ? "<=" : ">=", name,
                                     formula_number(&s->formula, middle))) ==
            ASK_POSSIBLE) {
            from = s->values[number];
            models_add(s->list, s->values);
        } else {
            limit = middle;
        }
    }
}

static void add_extremes(Search *s, uint32_t number, const AcslWide *start)
{
    const char *name = formula_scalar(&s->formula, number);
    AcslWide limits[2] = {0, 0};

    formula_bounds(s->list->scalars[number].type, &limits[0], &limits[1]);
    for (int i = 0; i < 2 && !is_spent(s); i++) {
        AskAnswer answer =
            possible(s, formula_text(&s->formula, "(= %s %s)", name,
                                     formula_number(&s->formula, limits[i])));
        if (answer == ASK_POSSIBLE)
            models_add(s->list, s->values);
        if (answer != ASK_NEVER)
            continue;
        memcpy(s->values, start, s->list->nscalars * sizeof *start);
        add_nearest(s, number, limits[i]);
    }
}

/* Other values of all numbers that the formula mentions. */
static void add_others(Search *s)
{
    Formula *f = &s->formula;
    const char *differs = "true";

    for (uint32_t turn = 0; turn < OTHERS && !is_spent(s); turn++) {
        for (uint32_t i = 0; i < s->list->nscalars; i++)
            if (s->mentioned[i])
                differs =
                    formula_text(f, "(and %s (distinct %s %s))", differs,
                                 formula_scalar(f, i), formula_number(f, s->values[i]));
        if (possible(s, differs) != ASK_POSSIBLE)
            return;
        models_add(s->list, s->values);
    }
}

static void ask_for_models(Search *s)
{
    AcslWide *start;

    if (possible(s, "true") != ASK_POSSIBLE)
        return;
    models_add(s->list, s->values);
    start = assay_arena_new(s->list->arena, s->list->nscalars, sizeof *start);
    if (!start) {
        s->list->no_memory = true;
        return;
    }
    memcpy(start, s->values, s->list->nscalars * sizeof *start);
    add_limits(s);
    for (uint32_t i = 0; i < s->list->nscalars && !is_spent(s); i++)
        if (s->mentioned[i])
            add_extremes(s, i, start);
    memcpy(s->values, start, s->list->nscalars * sizeof *start);
    add_others(s);
}

/* ---- The precondition. */

/* What the behavior requires and assumes; of the others, that what they assume brings
 * what they require. */
static const char *precondition(Formula *f, const AcslContract *c, const AcslBehavior *b)
{
    const char *text = formula_all(f, &c->behaviors[0], CLAUSE_REQUIRES);

    if (b != &c->behaviors[0])
        text = formula_text(f, "(and %s %s %s)", text, formula_all(f, b, CLAUSE_ASSUMES),
                            formula_all(f, b, CLAUSE_REQUIRES));
    for (uint32_t i = 1; i < c->nbehaviors; i++)
        if (&c->behaviors[i] != b)
            text = formula_text(f, "(and %s (=> %s %s))", text,
                                formula_all(f, &c->behaviors[i], CLAUSE_ASSUMES),
                                formula_all(f, &c->behaviors[i], CLAUSE_REQUIRES));
    return text;
}

/* Comparisons in what is ensured are limits, too, as far as they are about the inputs. */
static void add_ensured_atoms(Formula *f, const AcslBehavior *b)
{
    f->post = true;
    (void)formula_all(f, b, CLAUSE_ENSURES);
    f->post = false;
}

/* A constant, or a number. */
static bool is_simple(const char *text)
{
    return strcspn(text, "() ") == strlen(text) || strncmp(text, "(- ", 3) == 0;
}

/* Whether numbers are only compared with numbers: special values are enough then. */
static bool is_simply_limited(const Formula *f)
{
    for (uint32_t i = 0; i < f->natoms; i++) {
        const FormulaAtom *a = &f->atoms[i];
        if (!is_simple(a->left) || !is_simple(a->right) ||
            (a->left[0] == 'k' && a->right[0] == 'k'))
            return false;
    }
    return f->natoms < FORMULA_ATOMS;
}

static void ask_solver(ModelList *list, struct assay_arena *arena)
{
    Search s = {.list = list, .left = QUESTIONS};

    formula_init(&s.formula, arena, list->scalars, list->nscalars);
    s.precondition = precondition(&s.formula, list->contract, list->behavior);
    add_ensured_atoms(&s.formula, &list->contract->behaviors[0]);
    if (list->behavior != &list->contract->behaviors[0])
        add_ensured_atoms(&s.formula, list->behavior);
    s.values = assay_arena_new(arena, list->nscalars, sizeof *s.values);
    s.mentioned = assay_arena_new(arena, list->nscalars, sizeof *s.mentioned);
    if (!s.values || !s.mentioned || s.formula.no_memory) {
        list->no_memory = true;
        return;
    }
    for (uint32_t i = 0; i < list->nscalars; i++)
        s.mentioned[i] = formula_mentions(&s.formula, i);
    if (is_simply_limited(&s.formula))
        return;
    ask_init(&s.ask);
    assay_buf_init(&s.question, NULL, ASK_TEXT);
    ask_for_models(&s);
    assay_buf_done(&s.question);
    ask_done(&s.ask);
}

bool acsl_models(const AcslFile *file, const AcslContract *contract,
                 const AcslBehavior *behavior, AcslModels *ret)
{
    struct assay_arena scratch;
    ModelList list = {.contract = contract,
                      .behavior = behavior,
                      .arena = file->unit->arena,
                      .cap = SOLVE_MODELS};

    *ret = (AcslModels){0};
    if (!formula_scalars(contract, list.arena, &list.scalars, &list.nscalars))
        return false;
    if (list.nscalars == 0)
        return true;
    list.values =
        assay_arena_new(list.arena, SOLVE_CORNERS + SOLVE_MODELS, sizeof *list.values);
    if (!list.values)
        return false;
    assay_arena_init(&scratch, NULL, 0);
    ask_solver(&list, &scratch);
    assay_arena_done(&scratch);
    list.cap = list.count + SOLVE_CORNERS;
    models_corners(&list);
    *ret = (AcslModels){list.scalars, list.nscalars, list.values, list.count};
    return !list.no_memory;
}
