/*
 * Contracts of a function, gathered from all its declarations: clauses of behaviors with
 * the same name come together.
 */
#include "acsl/parse.h"
#include <stdio.h>
#include <string.h>

Contract *acsl_contract_of(Reader *r, const CFunction *function)
{
    Contract *c;
    Behavior *first;

    for (uint32_t i = 0; i < r->contracts.count; i++) {
        c = r->contracts.at[i];
        if (c->function == function)
            return c;
    }
    c = acsl_new(r, 1, sizeof *c);
    first = acsl_new(r, 1, sizeof *first);
    if (!c || !first)
        return NULL;
    *first = (Behavior){.name = "", .span = span_nowhere()};
    c->function = function;
    acsl_list_add(r, &c->behaviors, first);
    acsl_list_add(r, &r->contracts, c);
    return c;
}

static Behavior *behavior_of(Reader *r, Contract *c, const char *name, Span span)
{
    Behavior *b;

    for (uint32_t i = 0; i < c->behaviors.count; i++) {
        b = c->behaviors.at[i];
        if (strcmp(b->name, name) == 0)
            return b;
    }
    b = acsl_new(r, 1, sizeof *b);
    if (!b)
        return NULL;
    *b = (Behavior){.name = name, .span = span};
    acsl_list_add(r, &c->behaviors, b);
    return b;
}

void acsl_add_clause(Reader *r, Contract *c, const char *behavior, Span span,
                     AcslClause *clause)
{
    Behavior *b = c ? behavior_of(r, c, behavior, span) : NULL;

    if (b && clause)
        acsl_list_add(r, &b->clauses, clause);
}

const char *acsl_add_raise(Reader *r, Contract *c, Span span)
{
    Behavior *b = NULL;
    char *name = acsl_new(r, 24, 1);
    uint32_t number = 1, before;

    if (!name)
        return NULL;
    do {
        snprintf(name, 24, "raise_if");
        if (number > 1)
            snprintf(name, 24, "raise_if_%u", number);
        before = c->behaviors.count;
        b = behavior_of(r, c, name, span);
        number++;
    } while (b && c->behaviors.count == before);
    if (!b)
        return NULL;
    b->raised = true;
    return name;
}

/* ---- Names of behaviors. */

/* The number of a behavior; false, reported, if there is none of that name. */
static bool find_behavior(Reader *r, const Contract *c, const Token *name, uint32_t *ret)
{
    const char *near = NULL;
    size_t nearest = SIZE_MAX;

    for (uint32_t i = 1; i < c->behaviors.count; i++) {
        const Behavior *b = c->behaviors.at[i];
        if (assay_str_equal(name->text, assay_str(b->name))) {
            *ret = i;
            return true;
        }
        if (assay_str_resembles(name->text, assay_str(b->name), &nearest))
            near = b->name;
    }
    acsl_suggest(r,
                 acsl_wrong(r, DIAG_ACSL_BEHAVIOR, name->span,
                            "'%s' has no behavior '%s'", c->function->name,
                            name->text.at),
                 name->span, near);
    return false;
}

/* Those that a cover without names is about; how many. */
static uint32_t all_behaviors(const Contract *c, uint32_t *numbers)
{
    uint32_t count = 0;

    for (uint32_t i = 1; i < c->behaviors.count; i++)
        if (!((const Behavior *)c->behaviors.at[i])->raised)
            numbers[count++] = i;
    return count;
}

/* False, reported, if a name is no behavior. */
static bool flat_cover(Reader *r, const Contract *c, const Cover *from, AcslCover *to)
{
    bool all = from->names.count == 0;
    uint32_t count = all ? c->behaviors.count - 1 : from->names.count;
    uint32_t *numbers = acsl_new(r, count, sizeof *numbers);

    if (!numbers)
        return false;
    *to = (AcslCover){from->disjoint, from->span, numbers, count};
    if (all && count > 0) {
        to->nbehaviors = all_behaviors(c, numbers);
        return to->nbehaviors > 0;
    }
    for (uint32_t i = 0; !all && i < count; i++)
        if (!find_behavior(r, c, from->names.at[i], &numbers[i]))
            return false;
    return true;
}

/* ---- The whole. */

static void flat_covers(Reader *r, const Contract *c, AcslContract *out)
{
    AcslCover *covers = acsl_new(r, c->covers.count, sizeof *covers);

    for (uint32_t i = 0; covers && i < c->covers.count; i++)
        out->ncovers += flat_cover(r, c, c->covers.at[i], &covers[out->ncovers]);
    out->covers = covers;
}

static void flat_contract(Reader *r, Contract *c, AcslContract *out)
{
    AcslBehavior *behaviors = acsl_new(r, c->behaviors.count, sizeof *behaviors);
    uint32_t number;

    acsl_finish_raises(r, c);
    *out = (AcslContract){.function = c->function, .behaviors = behaviors};
    for (uint32_t i = 0; behaviors && i < c->behaviors.count; i++) {
        const Behavior *b = c->behaviors.at[i];
        behaviors[i] = (AcslBehavior){b->name, b->span,
                                      acsl_list_flat(r, &b->clauses, sizeof(AcslClause)),
                                      b->clauses.count};
        out->nbehaviors++;
    }
    flat_covers(r, c, out);
    for (uint32_t i = 0; i < c->named.count; i++)
        find_behavior(r, c, c->named.at[i], &number);
    acsl_finish_hypers(r, c, out);
}

/* In the order of the unit's functions. */
void acsl_finish_contracts(Reader *r, AcslFile *file)
{
    AcslContract *out = acsl_new(r, r->contracts.count, sizeof *out);

    r->parser.panic = false;
    file->contracts = out;
    for (uint32_t i = 0; out && i < r->unit->nfunctions; i++)
        for (uint32_t k = 0; k < r->contracts.count; k++) {
            Contract *c = r->contracts.at[k];
            if (c->function == &r->unit->functions[i])
                flat_contract(r, c, &out[file->ncontracts++]);
        }
}
