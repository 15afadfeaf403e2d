/*
 * Emptiness, by looking for one plan.
 */
#include "synth/sound.h"
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
    uint32_t undecided = x->solver.undecided;
    bool some = false, more = true;

    x->deadline = synth_now() + SOUND_SECONDS;
    for (uint32_t level = 0; more && !some && level <= SOUND_EVENTS; level++) {
        Refine r = {level, stop_at_first, &some, false};
        refine_normalise(x, s, vars, count, where, &r);
        more = r.cut && !synth_late(x);
    }
    if (!some && (more || x->late || x->solver.undecided > undecided))
        undecided = UINT32_MAX;
    x->deadline = 0;
    x->late = false;
    return some ? STEPS_YES : undecided == UINT32_MAX ? STEPS_UNKNOWN : STEPS_NO;
}

/* Says that there is nothing like what stands there, or that no one knows; whether so. */
static bool is_empty(Diags *diags, StepsAnswer some, Span span, const char *what)
{
    if (some == STEPS_NO)
        diag_report(diags, DIAG_TRACE_EMPTY, span, "%s", what);
    else if (some == STEPS_UNKNOWN)
        diag_report(diags, DIAG_TRACE_UNDECIDED, span,
                    "whether any trace is like this was not found out");
    return some != STEPS_YES;
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
    if (is_empty(diags, has_some(x, STATE_EMPTY, vars, count, rule->where),
                 rule->where ? rule->where->span : rule->span,
                 "no values satisfy this: the rule never applies"))
        return;
    if (is_empty(diags, has_some(x, x->histories[number], vars, count, rule->where),
                 rule->history->span,
                 "no trace is like this history: the rule never applies"))
        return;
    is_empty(diags, has_some(x, x->futures[number], vars, count, rule->where),
             rule->future->span, "no trace is like this future: the rule never applies");
}

static void check_property(Synth *x, Diags *diags, const Property *p)
{
    is_empty(diags, has_some(x, search_violations(x, p), p->vars, p->nvars, NULL),
             p->span,
             p->invariant ? "every trace is like this: it cannot be violated"
                          : "no trace is like this: there is nothing to be found");
}

bool sound_axioms(Synth *x, Diags *diags)
{
    StepsAnswer answer = x->spec->naxioms > 0 ? solver_axioms(&x->solver) : STEPS_YES;

    if (answer == STEPS_NO)
        diag_report(diags, DIAG_TRACE_AXIOMS, x->spec->axioms[0]->span,
                    "the axioms contradict each other");
    else if (answer == STEPS_UNKNOWN)
        diag_report(diags, DIAG_TRACE_UNDECIDED, x->spec->axioms[0]->span,
                    "the solver cannot tell whether the axioms can all hold");
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
