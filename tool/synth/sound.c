/*
 * Emptiness, by looking for one plan.
 */
#include "synth/sound.h"
#include "synth/propositional.h"
#include "synth/refine.h"
#include "synth/search.h"

#define SOUND_EVENTS 40   /* of a plan that shows that there is one */
#define SOUND_SECONDS 2.0 /* for looking for one */

static bool stop_at_first(void *ctx, Plan *p)
{
    (void)p;
    *(bool *)ctx = true;
    return false;
}

/* Whether some trace is in a state, for some values of the variables. */
static StepsAnswer has_some(Synth *x, State s, const Binding *const *vars, uint32_t count,
                            const Term *where)
{
    uint32_t before = x->solver.undecided;
    bool some = false, more = true, sure;

    x->deadline = synth_now() + SOUND_SECONDS;
    for (uint32_t level = 0; more && !some && level <= SOUND_EVENTS; level++) {
        Refine r = {level, stop_at_first, &some, false};
        refine_normalise(x, s, &(RefineVars){vars, count, where}, &r);
        more = r.cut && !synth_late(x);
    }
    sure = !more && !x->late && x->solver.undecided == before;
    x->deadline = 0;
    x->late = false;
    return some ? STEPS_YES : sure ? STEPS_NO : STEPS_UNKNOWN;
}

/* Reports what there is nothing of, or may not be. Whether there is. */
static bool expect_some(Diags *diags, StepsAnswer some, Span of, const char *none,
                        const char *unknown)
{
    if (some == STEPS_NO)
        diag_report(diags, DIAG_TRACE_EMPTY, of, "%s", none);
    else if (some == STEPS_UNKNOWN)
        diag_report(diags, DIAG_TRACE_UNDECIDED, of, "%s", unknown);
    return some == STEPS_YES;
}

/* The variables of a rule: the fields that have names, and ghosts. */
static const Binding *const *variables_of(Synth *x, const Rule *rule)
{
    uint32_t n = rule->event->count;
    const Binding **vars = assay_arena_new(&x->arena, n + rule->nghosts, sizeof *vars);

    x->no_memory = x->no_memory || !vars;
    for (uint32_t i = 0; vars && i < n; i++)
        vars[i] = rule->fields[i];
    for (uint32_t i = 0; vars && i < rule->nghosts; i++)
        vars[n + i] = rule->ghosts[i];
    return vars;
}

static void check_rule(Synth *x, Diags *diags, uint32_t number)
{
    const Rule *rule = x->spec->rules[number];
    const Binding *const *vars = variables_of(x, rule);
    uint32_t count = rule->event->count + rule->nghosts;

    if (!vars)
        return;
    if (expect_some(diags, has_some(x, STATE_EMPTY, vars, count, rule->where),
                    rule->where ? rule->where->span : rule->span,
                    "no values satisfy this: the rule never applies",
                    "it was not found out whether any values satisfy this") &&
        expect_some(diags, has_some(x, x->histories[number], vars, count, rule->where),
                    rule->history->span,
                    "no trace is like this history: the rule never applies",
                    "it was not found out whether any trace is like this history"))
        expect_some(diags, has_some(x, x->futures[number], vars, count, rule->where),
                    rule->future->span,
                    "no trace is like this future: the rule never applies",
                    "it was not found out whether any trace is like this future");
}

static void check_property(Synth *x, Diags *diags, const Property *p)
{
    StepsAnswer some = has_some(x, search_violations(x, p), p->vars, p->nvars, NULL);

    if (some == STEPS_NO)
        diag_report(diags, DIAG_TRACE_EMPTY, p->span,
                    p->invariant ? "every trace is like '%s': it cannot be violated"
                                 : "no trace is like '%s': there is nothing to be found",
                    p->name);
    else if (some == STEPS_UNKNOWN)
        diag_report(diags, DIAG_TRACE_UNDECIDED, p->span,
                    "it was not found out whether any trace violates '%s'", p->name);
}

/* The axioms that may be what the solver cannot cope with. */
static void name_obstacles(Synth *x, Diags *diags, Diagnostic *d)
{
    for (uint32_t i = 0; i < x->spec->naxioms; i++) {
        const Axiom *a = x->spec->axioms[i];
        const char *why = propositional_obstacle(x->spec, a->term, &x->arena);
        if (why)
            diag_related(diags, d, a->span, "this is not effectively propositional: %s",
                         why);
    }
}

bool sound_axioms(Synth *x, Diags *diags)
{
    StepsAnswer answer = x->spec->naxioms > 0 ? solver_axioms(&x->solver) : STEPS_YES;

    if (answer == STEPS_NO)
        diag_report(diags, DIAG_TRACE_AXIOMS, x->spec->axioms[0]->span,
                    "the axioms contradict each other");
    else if (answer == STEPS_UNKNOWN)
        name_obstacles(
            x, diags,
            diag_report(diags, DIAG_TRACE_UNDECIDED, x->spec->axioms[0]->span,
                        "the solver cannot tell whether the axioms can all hold"));
    return answer != STEPS_NO;
}

void sound_check(Synth *x, Diags *diags)
{
    if (!sound_axioms(x, diags))
        return;
    for (uint32_t i = 0; i < x->spec->nrules && !synth_failed(x); i++)
        check_rule(x, diags, i);
    for (uint32_t i = 0; i < x->spec->nproperties && !synth_failed(x); i++)
        check_property(x, diags, x->spec->properties[i]);
}
