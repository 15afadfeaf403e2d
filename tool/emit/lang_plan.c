/*
 * How the emitted generator works. A function for each rule writes a sentence of it at
 * `at` that ends at `end` or before; who calls it sees to it that there is room for the
 * shortest one. So nothing is ever written beyond the buffer, no check is needed for each
 * byte, and the room is also what makes sentences end: it shrinks with every byte, and
 * with every turn around a cycle of calls. Where several parts of a sequence could use
 * the room, it is divided among them at random.
 *
 * Alternatives are drawn by their weights among those that fit. Where no weights were
 * given and there is plenty of room, only those that can fill it are drawn: otherwise
 * a: b | b "," a would have two b's on average, however much is asked for. Repetitions
 * fill a random part of their room if their bodies have sentences of any length. The
 * others, such as the letters of a name, stay short, unless there is nothing else in the
 * grammar that could fill the room, and this one does not occur often. What grows stops
 * growing while there is still room for parts of usual length: otherwise the innermost
 * parts, which are most of a sentence, would all be the shortest.
 */
#include "emit/lang_plan.h"

static const struct assay_expr *expr_at(const LangPlan *plan, uint32_t expr)
{
    return &plan->g->exprs[expr];
}

static const ExprPlan *body_of(const LangPlan *plan, uint32_t rule)
{
    return &plan->exprs[plan->g->rules[rule].body];
}

/* ---- The calls of each rule, and the order of rules. */

static void collect_calls(LangPlan *plan, uint32_t rule, uint32_t expr)
{
    const struct assay_expr *e = expr_at(plan, expr);

    plan->exprs[expr].rule = rule;
    if (e->kind == ASSAY_EXPR_CALL)
        plan->calls[plan->ncalls++] = e->as.call.rule;
    else if (e->kind == ASSAY_EXPR_REPEAT)
        collect_calls(plan, rule, e->as.repeat.body);
    else if (e->kind == ASSAY_EXPR_SEQ || e->kind == ASSAY_EXPR_ALT)
        for (uint32_t i = 0; i < e->as.list.count; i++)
            collect_calls(plan, rule, plan->g->items[e->as.list.first + i]);
}

/* A rule on the way from the start to the one being visited. */
typedef struct {
    uint32_t rule, next; /* its calls from here on are not followed yet */
} Visit;

static void enter(LangPlan *plan, Visit *path, uint32_t *depth, uint32_t rule)
{
    RulePlan *r = &plan->rules[rule];

    r->reached = true;
    r->calls = plan->ncalls;
    collect_calls(plan, rule, plan->g->rules[rule].body);
    r->ncalls = plan->ncalls - r->calls;
    path[(*depth)++] = (Visit){rule, 0};
}

/* Depth first; a call back to a rule on the path closes a cycle. `open` are the rules on
 * the path. */
static void visit_rules(LangPlan *plan, Visit *path, bool *open)
{
    uint32_t depth = 0;

    enter(plan, path, &depth, plan->g->start);
    open[plan->g->start] = true;
    while (depth > 0) {
        Visit *v = &path[depth - 1];
        const RulePlan *r = &plan->rules[v->rule];
        uint32_t callee;

        if (v->next == r->ncalls) {
            open[v->rule] = false;
            plan->order[plan->norder++] = v->rule;
            depth--;
            continue;
        }
        callee = plan->calls[r->calls + v->next++];
        if (open[callee]) {
            plan->rules[callee].guarded = true;
        } else if (!plan->rules[callee].reached) {
            open[callee] = true;
            enter(plan, path, &depth, callee);
        }
    }
}

/* ---- Shortest sentences. */

/* Shorter, or as short with fewer rules inside each other: choosing by this never goes in
 * a cycle. */
static bool is_shorter(const struct assay_facts *f, uint32_t a, uint32_t b)
{
    return f->shortest[a] != f->shortest[b] ? f->shortest[a] < f->shortest[b]
                                            : f->height[a] < f->height[b];
}

uint32_t emit_plan_shortest(const LangPlan *plan, uint32_t expr)
{
    const struct assay_expr *e = expr_at(plan, expr);
    const uint32_t *items = plan->g->items + e->as.list.first;
    uint32_t best = items[0];

    for (uint32_t i = 1; i < e->as.list.count; i++)
        if (is_shorter(plan->facts, items[i], best))
            best = items[i];
    return best;
}

/* ---- What kind of expression it is. */

static unsigned encoded_length(const struct assay_expr *set, uint32_t code)
{
    if (set->as.set.bytes || code < 0x80)
        return 1;
    return code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

static bool set_is_fixed(const LangPlan *plan, const struct assay_expr *e)
{
    const struct assay_codes *ranges = plan->g->ranges + e->as.set.first;

    return encoded_length(e, ranges[0].lo) ==
           encoded_length(e, ranges[e->as.set.count - 1].hi);
}

static bool set_is_constant(const LangPlan *plan, const struct assay_expr *e)
{
    const struct assay_codes *ranges = plan->g->ranges + e->as.set.first;

    return e->as.set.count == 1 && ranges[0].lo == ranges[0].hi;
}

Times emit_plan_times(const LangPlan *plan, uint32_t expr)
{
    const struct assay_expr *e = expr_at(plan, expr);

    if (e->as.repeat.min == e->as.repeat.max)
        return TIMES_EXACT;
    if (e->as.repeat.max - e->as.repeat.min <= EMIT_RANGE_MAX)
        return TIMES_RANGE;
    if (plan->facts->endless[e->as.repeat.body])
        return TIMES_FILL;
    return plan->nested || plan->exprs[expr].repeated ? TIMES_FEW : TIMES_FILL;
}

static void find_kind(LangPlan *plan, uint32_t expr);

static void find_kind_of_list(LangPlan *plan, const struct assay_expr *e, ExprPlan *p)
{
    bool is_choice = e->kind == ASSAY_EXPR_ALT;

    p->fixed = true;
    p->constant = !is_choice;
    for (uint32_t i = 0; i < e->as.list.count; i++) {
        uint32_t item = plan->g->items[e->as.list.first + i];
        const ExprPlan *part = &plan->exprs[item];

        find_kind(plan, item);
        p->fixed &= part->fixed && (!is_choice || part->least == p->least);
        p->constant &= part->constant;
        p->grows |= part->grows;
    }
}

static void find_kind_of_repeat(LangPlan *plan, uint32_t expr, ExprPlan *p)
{
    const struct assay_expr *e = expr_at(plan, expr);
    const ExprPlan *body = &plan->exprs[e->as.repeat.body];
    bool exact = e->as.repeat.min == e->as.repeat.max;

    find_kind(plan, e->as.repeat.body);
    p->fixed = exact && (body->fixed || e->as.repeat.max == 0);
    p->constant = exact && (body->constant || e->as.repeat.max == 0);
    p->grows = (body->grows && e->as.repeat.max > 0) ||
               emit_plan_times(plan, expr) == TIMES_FILL;
}

/* Whether it is fixed, constant, grows; of rules called, what is known so far. */
static void find_kind(LangPlan *plan, uint32_t expr)
{
    const struct assay_expr *e = expr_at(plan, expr);
    ExprPlan *p = &plan->exprs[expr];
    bool recursive;

    switch (e->kind) {
    case ASSAY_EXPR_EMPTY:
    case ASSAY_EXPR_LITERAL:
        p->fixed = p->constant = true;
        break;
    case ASSAY_EXPR_SET:
        p->fixed = set_is_fixed(plan, e);
        p->constant = set_is_constant(plan, e);
        break;
    case ASSAY_EXPR_CALL:
        recursive = plan->facts->recursive[e->as.call.rule];
        p->fixed = !recursive && body_of(plan, e->as.call.rule)->fixed;
        p->constant = !recursive && body_of(plan, e->as.call.rule)->constant;
        p->grows = body_of(plan, e->as.call.rule)->grows ||
                   (recursive && plan->facts->endless[expr]);
        break;
    case ASSAY_EXPR_SEQ:
    case ASSAY_EXPR_ALT:
        find_kind_of_list(plan, e, p);
        break;
    case ASSAY_EXPR_REPEAT:
        find_kind_of_repeat(plan, expr, p);
        break;
    }
}

/* ---- Usual lengths. */

static void find_usual(LangPlan *plan, uint32_t expr);

static uint64_t usual_list(LangPlan *plan, const struct assay_expr *e)
{
    bool is_choice = e->kind == ASSAY_EXPR_ALT;
    uint64_t sum = 0, count = 0, least = EMIT_USUAL_MAX;

    for (uint32_t i = 0; i < e->as.list.count; i++) {
        uint32_t item = plan->g->items[e->as.list.first + i];
        const ExprPlan *part = &plan->exprs[item];

        find_usual(plan, item);
        if (!is_choice || (!part->grows && plan->g->exprs[item].weight > 0)) {
            sum += part->usual;
            count++;
        }
        least = part->usual < least ? part->usual : least;
    }
    return !is_choice ? sum : count > 0 ? sum / count : least;
}

static uint64_t usual_repeat(LangPlan *plan, uint32_t expr)
{
    const struct assay_expr *e = expr_at(plan, expr);
    uint64_t min = e->as.repeat.min < EMIT_USUAL_MAX ? e->as.repeat.min : EMIT_USUAL_MAX;
    uint64_t extra = 0;

    find_usual(plan, e->as.repeat.body);
    if (plan->exprs[e->as.repeat.body].grows)
        extra = 0;
    else if (emit_plan_times(plan, expr) == TIMES_RANGE)
        extra = (e->as.repeat.max - e->as.repeat.min + 1) / 2;
    else if (emit_plan_times(plan, expr) == TIMES_FEW)
        extra = 2;
    return (min + extra) * plan->exprs[e->as.repeat.body].usual;
}

static void find_usual(LangPlan *plan, uint32_t expr)
{
    const struct assay_expr *e = expr_at(plan, expr);
    ExprPlan *p = &plan->exprs[expr];
    uint64_t usual = p->least;

    if (e->kind == ASSAY_EXPR_CALL)
        usual = body_of(plan, e->as.call.rule)->usual;
    else if (e->kind == ASSAY_EXPR_SEQ || e->kind == ASSAY_EXPR_ALT)
        usual = usual_list(plan, e);
    else if (e->kind == ASSAY_EXPR_REPEAT)
        usual = usual_repeat(plan, expr);
    usual = usual < EMIT_USUAL_MAX ? usual : EMIT_USUAL_MAX;
    p->usual = usual > p->least ? usual : p->least;
}

/* ---- What occurs often, and whether anything does that has no bound itself. */

static bool is_nested(const LangPlan *plan, uint32_t expr)
{
    const struct assay_expr *e = expr_at(plan, expr);
    bool nested = false;

    if (e->kind == ASSAY_EXPR_CALL)
        return plan->facts->recursive[e->as.call.rule] && plan->facts->endless[expr];
    if (e->kind == ASSAY_EXPR_REPEAT)
        return (e->as.repeat.max == ASSAY_MANY &&
                plan->facts->endless[e->as.repeat.body]) ||
               is_nested(plan, e->as.repeat.body);
    if (e->kind == ASSAY_EXPR_SEQ || e->kind == ASSAY_EXPR_ALT)
        for (uint32_t i = 0; i < e->as.list.count && !nested; i++)
            nested = is_nested(plan, plan->g->items[e->as.list.first + i]);
    return nested;
}

static bool mark_repeated(LangPlan *plan, uint32_t expr, bool often)
{
    const struct assay_expr *e = expr_at(plan, expr);
    bool news = false;

    plan->exprs[expr].repeated |= often;
    if (e->kind == ASSAY_EXPR_CALL) {
        RulePlan *callee = &plan->rules[e->as.call.rule];

        news = often && !callee->repeated;
        callee->repeated |= often;
    } else if (e->kind == ASSAY_EXPR_REPEAT) {
        news = mark_repeated(plan, e->as.repeat.body, often || e->as.repeat.max > 1);
    } else if (e->kind == ASSAY_EXPR_SEQ || e->kind == ASSAY_EXPR_ALT) {
        for (uint32_t i = 0; i < e->as.list.count; i++)
            news |= mark_repeated(plan, plan->g->items[e->as.list.first + i], often);
    }
    return news;
}

/* ---- */

static bool visit_repeated(LangPlan *plan)
{
    bool news = false;

    for (uint32_t i = plan->norder; i-- > 0;) {
        uint32_t rule = plan->order[i];

        news |= mark_repeated(plan, plan->g->rules[rule].body,
                              plan->rules[rule].repeated || plan->facts->recursive[rule]);
    }
    return news;
}

static bool visit_kinds(LangPlan *plan)
{
    bool news = false;

    for (uint32_t i = 0; i < plan->norder; i++) {
        uint32_t body = plan->g->rules[plan->order[i]].body;
        bool grew = plan->exprs[body].grows;

        find_kind(plan, body);
        news |= plan->exprs[body].grows != grew;
    }
    return news;
}

static void decide(LangPlan *plan)
{
    for (uint32_t i = 0; i < plan->g->nexprs; i++)
        plan->exprs[i].least = plan->exprs[i].usual = plan->facts->shortest[i];
    for (uint32_t i = 0; i < plan->norder; i++)
        plan->nested |= is_nested(plan, plan->g->rules[plan->order[i]].body);
    while (visit_repeated(plan))
        ;
    while (visit_kinds(plan))
        ;
    for (int round = 0; round < 3; round++) /* exact enough for cycles, too */
        for (uint32_t i = 0; i < plan->norder; i++)
            find_usual(plan, plan->g->rules[plan->order[i]].body);
    for (uint32_t i = 0; i < plan->norder; i++) {
        RulePlan *r = &plan->rules[plan->order[i]];

        r->fuelled = r->guarded && body_of(plan, plan->order[i])->least == 0;
    }
}

bool emit_plan_build(LangPlan *plan, const struct assay_lang *lang,
                     struct assay_arena *arena)
{
    const struct assay_grammar *g = &lang->grammar;
    Visit *path = assay_arena_new(arena, g->nrules, sizeof *path);
    bool *open = assay_arena_new(arena, g->nrules, sizeof *open);

    *plan = (LangPlan){.g = g, .facts = &lang->facts};
    plan->exprs = assay_arena_new(arena, g->nexprs, sizeof *plan->exprs);
    plan->rules = assay_arena_new(arena, g->nrules, sizeof *plan->rules);
    plan->order = assay_arena_new(arena, g->nrules, sizeof *plan->order);
    plan->calls = assay_arena_new(arena, g->nexprs, sizeof *plan->calls);
    if (!path || !open || !plan->exprs || !plan->rules || !plan->order || !plan->calls)
        return false;
    visit_rules(plan, path, open);
    decide(plan);
    return true;
}
