/*
 * The function that stands in front of another: it has its name and signature, checks
 * what the contract requires, calls the body, and checks what the contract ensures.
 */
#include "emit/contract_parts.h"
#include <string.h>

/* ---- What is needed of the state at the call. */

static bool has_clause(const AcslContract *c, ClauseKind kind)
{
    for (uint32_t b = 0; b < c->nbehaviors; b++)
        for (uint32_t i = 0; i < c->behaviors[b].nclauses; i++)
            if (c->behaviors[b].clauses[i].kind == kind)
                return true;
    return false;
}

static bool any_old(const Checks *checks)
{
    for (const Check *c = checks->first; c; c = c->next)
        if (c->old)
            return true;
    return false;
}

static const AcslClause *decreases_of(const AcslContract *c);
static const char *measure_text(Emit *e, const AcslClause *c);

static void drop_unchecked(Emit *e, const AcslContract *contract)
{
    for (uint32_t b = 0; b < contract->nbehaviors; b++)
        for (uint32_t i = 0; i < contract->behaviors[b].nclauses; i++) {
            const AcslClause *c = &contract->behaviors[b].clauses[i];
            e->behavior = &contract->behaviors[b];
            if (c->kind == CLAUSE_FREES || c->kind == CLAUSE_ALLOCATES)
                c_drop(e, c->kind, c->span, "what is allocated or freed is not compared",
                       false);
            else if (c->kind == CLAUSE_TERMINATES)
                c_drop(e, c->kind, c->span, "only by the time limit", true);
            else if (c->kind == CLAUSE_DECREASES && b > 0)
                c_drop(e, c->kind, c->span, "measures of behaviors are not checked",
                       false);
        }
}

void c_wrapped(Emit *e, const AcslContract *contract, Wrapped *ret)
{
    e->function = contract->function;
    ret->contract = contract;
    c_checks(e, contract, CLAUSE_ASSUMES, &ret->assumes);
    c_checks(e, contract, CLAUSE_REQUIRES, &ret->requires);
    e->asks_call = e->uses_errno = false;
    c_checks(e, contract, CLAUSE_ENSURES, &ret->ensures);
    ret->errnos = e->uses_errno;
    ret->assigns =
        e->options->level == CONTRACT_ALL && has_clause(contract, CLAUSE_ASSIGNS);
    c_checks(e, contract, CLAUSE_EXITS, &ret->exits);
    ret->keeps =
        any_old(&ret->ensures) || any_old(&ret->exits) || ret->assigns || e->asks_call;
    ret->calls = has_clause(contract, CLAUSE_EXITS) || e->asks_call;
    ret->measure =
        decreases_of(contract) ? measure_text(e, decreases_of(contract)) : NULL;
    if (ret->measure)
        assay_buf_printf(&e->declarations,
                         "static __thread assay_wide assay_measure_%s;\n"
                         "static __thread _Bool assay_measure_on_%s;\n",
                         e->function->name, e->function->name);
    drop_unchecked(e, contract);
}

/* ---- The state at the call. */

static const char *active(Emit *e, const AcslBehavior *b)
{
    return b->name[0] == '\0' ? "1" : c_text(e, "assay_in_%s", b->name);
}

/* Keeps what a clause's text says, unless it cannot be said. */
static void add_kept(Emit *e, const AcslBehavior *b, const char *text,
                     struct assay_buf *out)
{
    if (!e->why && text[0] != '\0')
        assay_buf_printf(out, "    if (%s) {\n%s    }\n", active(e, b), text);
    e->why = NULL;
}

static const char *keep_set_text(Emit *e, const AcslClause *c)
{
    const char *text = "";

    for (uint32_t i = 0; i < c->nlocations; i++)
        text = c_text(e, "%s    %s\n", text,
                      c_keep_set(e, c->locations[i], false, "&assay_old"));
    return text;
}

static void keep_clauses(Emit *e, const AcslContract *contract, struct assay_buf *out)
{
    for (uint32_t b = 0; b < contract->nbehaviors; b++) {
        const AcslBehavior *behavior = &contract->behaviors[b];
        for (uint32_t i = 0; i < behavior->nclauses; i++) {
            const AcslClause *c = &behavior->clauses[i];
            c_begin(e);
            if (c->kind == CLAUSE_REQUIRES)
                add_kept(e, behavior, c_keep(e, c->body, "&assay_old"), out);
            else if (c->kind == CLAUSE_ASSIGNS)
                add_kept(e, behavior, keep_set_text(e, c), out);
        }
    }
}

bool c_is_visible(const CFunction *f, const CGlobal *g)
{
    return !g->system && (g->span.source != f->definition->span.source ||
                          g->span.start < f->definition->span.start);
}

static bool is_kept(const Emit *e, const CGlobal *g)
{
    return c_is_visible(e->function, g) && !g->is_const && g->type->size > 0 &&
           g->type->size <= 65536 && !g->type->is_volatile;
}

static void keep_globals(Emit *e, struct assay_buf *out)
{
    for (uint32_t i = 0; i < e->unit->nglobals; i++) {
        const CGlobal *g = &e->unit->globals[i];
        if (is_kept(e, g))
            assay_buf_printf(
                out,
                "    assay_state_keep(&assay_old, \"&%s\", %s, (const void *)&%s, "
                "1);\n",
                g->name, c_layout(e, g->type), c_global(e, g));
    }
}

static void add_state(Emit *e, const Wrapped *w, struct assay_buf *out)
{
    assay_buf_puts(out, "    assay_state_begin(&assay_old);\n");
    keep_clauses(e, w->contract, out);
    keep_globals(e, out);
    assay_buf_puts(out, "    assay_state_keep_inputs(&assay_old);\n"
                        "    assay_state_take(&assay_old);\n");
}

/* ---- Assigns: those of the function itself are allowed in the state that is kept
 * anyway, those of a behavior in a state of their own. */

static const char *allow_region(Emit *e, const char *at, const char *count,
                                const CType *element, void *ctx)
{
    return c_text(e, "assay_state_allow(&%s, %s, (assay_size_)(%s) * sizeof(%s));",
                  (const char *)ctx, at, count, c_type(e, element));
}

static const AcslClause *assigns_of(const AcslBehavior *b)
{
    for (uint32_t i = 0; i < b->nclauses; i++)
        if (b->clauses[i].kind == CLAUSE_ASSIGNS)
            return &b->clauses[i];
    return NULL;
}

static const char *state_of(Emit *e, const AcslBehavior *b)
{
    return b->name[0] ? c_text(e, "assay_old_%s", b->name) : "assay_old";
}

/* Statements that allow what a behavior assigns; NULL, told, when that cannot be said. */
static const char *allow_text(Emit *e, const AcslBehavior *b, const char *state)
{
    const char *text = "";

    c_begin(e);
    for (uint32_t i = 0; i < b->nclauses; i++)
        for (uint32_t k = 0;
             b->clauses[i].kind == CLAUSE_ASSIGNS && k < b->clauses[i].nlocations; k++)
            text = c_text(e, "%s        %s\n", text,
                          c_regions(e, b->clauses[i].locations[k], false, allow_region,
                                    (char *)(uintptr_t)state));
    if (!e->why)
        return text;
    e->behavior = b;
    c_drop(e, CLAUSE_ASSIGNS, e->why_span, e->why, false);
    e->why = NULL;
    return NULL;
}

static void add_allowed(Emit *e, const Wrapped *w, struct assay_buf *out)
{
    for (uint32_t b = 0; b < w->contract->nbehaviors; b++) {
        const AcslBehavior *behavior = &w->contract->behaviors[b];
        const char *state = state_of(e, behavior), *text;
        if (!assigns_of(behavior))
            continue;
        text = allow_text(e, behavior, state);
        if (!text)
            continue;
        assay_buf_printf(out, "    if (%s) {\n", active(e, behavior));
        if (b > 0)
            assay_buf_printf(out,
                             "        assay_state_begin(&%s);\n"
                             "        assay_state_keep_like(&%s, &assay_old);\n"
                             "        assay_state_take(&%s);\n",
                             state, state, state);
        assay_buf_printf(out, "        %s_compared = 1;\n%s    }\n", state, text);
    }
}

static void declare_assigns(Emit *e, const Wrapped *w, struct assay_buf *out)
{
    for (uint32_t b = 0; b < w->contract->nbehaviors; b++) {
        const AcslBehavior *behavior = &w->contract->behaviors[b];
        if (!assigns_of(behavior))
            continue;
        if (b > 0)
            assay_buf_printf(out, "    struct assay_state %s;\n", state_of(e, behavior));
        assay_buf_printf(out, "    _Bool %s_compared = 0;\n", state_of(e, behavior));
    }
}

/* States end like a stack. */
static void check_assigns(Emit *e, const Wrapped *w, struct assay_buf *out)
{
    for (uint32_t b = w->contract->nbehaviors; b-- > 0;) {
        const AcslBehavior *behavior = &w->contract->behaviors[b];
        const AcslClause *c = assigns_of(behavior);
        const char *state = state_of(e, behavior);
        if (!c)
            continue;
        assay_buf_printf(out,
                         "    if (%s_compared) {\n"
                         "        if (!assay_state_kept(&%s, (struct assay_says *)0)) {\n"
                         "            struct assay_says assay_s[1];\n"
                         "            assay_says_begin(assay_s, &%s, assay_from);\n"
                         "            assay_state_kept(&%s, assay_s);\n"
                         "            assay_violated(assay_s);\n"
                         "        }\n",
                         state, state, c_site(e, c, behavior->name, c->span), state);
        if (b > 0)
            assay_buf_printf(out, "        assay_state_end(&%s);\n", state);
        assay_buf_puts(out, "    }\n");
    }
}

/* ---- Checks, and behaviors. */

static void add_check(Emit *e, const Check *c, struct assay_buf *out)
{
    const char *args = c_check_arguments(e, c, "");

    assay_buf_printf(out,
                     "    if (%s%s__builtin_expect(!%s(%s), 0))\n"
                     "        %s_failed(assay_from%s%s);\n",
                     c->behavior->name[0] ? active(e, c->behavior) : "",
                     c->behavior->name[0] ? " && " : "", c->symbol, args, c->symbol,
                     args[0] ? ", " : "", args);
}

/* Those outside of behaviors, or those in them. */
static void add_checks(Emit *e, const Checks *checks, bool in_behaviors,
                       struct assay_buf *out)
{
    for (const Check *c = checks->first; c; c = c->next)
        if ((c->behavior->name[0] != '\0') == in_behaviors)
            add_check(e, c, out);
}

const char *c_assumed(Emit *e, const Wrapped *w, const AcslBehavior *b,
                      const char *before)
{
    const char *text = "1";

    for (const Check *c = w->assumes.first; c; c = c->next)
        if (c->behavior == b)
            text = c_text(e, "%s && %s(%s)", strcmp(text, "1") == 0 ? "1" : text,
                          c->symbol, c_check_arguments(e, c, before));
    return text;
}

/* Whether it is known when a behavior holds. */
static bool is_known(const Emit *e, const AcslBehavior *b)
{
    for (uint32_t i = 0; i < e->summary->ndrops; i++) {
        const ContractDrop *d = &e->summary->drops[i];
        if (d->function == e->function && d->behavior == b && !d->sampled &&
            d->kind == CLAUSE_ASSUMES)
            return false;
    }
    return true;
}

static void add_behaviors(Emit *e, const Wrapped *w, struct assay_buf *out)
{
    for (uint32_t b = 1; b < w->contract->nbehaviors; b++) {
        const AcslBehavior *behavior = &w->contract->behaviors[b];
        assay_buf_printf(out, "    assay_in_%s = %s;\n", behavior->name,
                         is_known(e, behavior) ? c_assumed(e, w, behavior, "") : "0");
    }
}

/* complete: one of them holds; disjoint: at most one does. */
static void add_covers(Emit *e, const Wrapped *w, struct assay_buf *out)
{
    for (uint32_t i = 0; i < w->contract->ncovers; i++) {
        const AcslCover *cover = &w->contract->covers[i];
        AcslClause clause = {.kind = CLAUSE_ASSUMES, .span = cover->span};
        const char *sum = "0", *says = "", *site;
        bool known = true;
        for (uint32_t k = 0; k < cover->nbehaviors; k++) {
            const char *name = w->contract->behaviors[cover->behaviors[k]].name;
            known = known && is_known(e, &w->contract->behaviors[cover->behaviors[k]]);
            sum = c_text(e, "%s + assay_in_%s", sum, name);
            says = c_text(e, "%s        assay_say_bool(assay_s, \"%s\", assay_in_%s);\n",
                          says, name, name);
        }
        if (!known) {
            c_drop(e, CLAUSE_ASSUMES, cover->span, "when a behavior holds is not known",
                   true);
            continue;
        }
        site = c_site(e, &clause, "", cover->span);
        assay_buf_printf(out,
                         "    if (__builtin_expect(%s %s, 0)) {\n"
                         "        struct assay_says assay_s[1];\n"
                         "        assay_says_begin(assay_s, &%s, assay_from);\n"
                         "%s"
                         "        assay_violated(assay_s);\n"
                         "    }\n",
                         sum, cover->disjoint ? "> 1" : "== 0", site, says);
    }
}

/* ---- Exits: checked when the program ends inside of the call. */

static void add_exit_arguments(Emit *e, const Wrapped *w, struct assay_buf *out)
{
    const CFunction *f = e->function;

    assay_buf_printf(out, "struct assay_exit_%s {\n    int assay_none;\n", f->name);
    for (uint32_t i = 0; i < f->nparams; i++)
        assay_buf_printf(out, "    %s %s;\n", c_plain_type(e, f->params[i].type),
                         f->params[i].name);
    for (uint32_t b = 1; b < w->contract->nbehaviors; b++)
        assay_buf_printf(out, "    _Bool assay_in_%s;\n", w->contract->behaviors[b].name);
    assay_buf_puts(out, "};\n\n");
}

static void add_exits(Emit *e, const Wrapped *w, struct assay_buf *out)
{
    const char *name = e->function->name;

    add_exit_arguments(e, w, out);
    assay_buf_printf(out,
                     "static void assay_exits_%s(const struct assay_call *assay_c, int "
                     "assay_status)\n{\n"
                     "    const struct assay_exit_%s *assay_a = assay_c->arguments;\n\n"
                     "    (void)assay_a;\n    (void)assay_status;\n",
                     name, name);
    for (const Check *c = w->exits.first; c; c = c->next) {
        const char *args = c_check_arguments(e, c, "assay_a->");
        const char *in = c->behavior->name;
        assay_buf_printf(
            out, "    if (%s%s%s!%s(%s))\n        %s_failed(assay_c->from, %s);\n",
            in[0] ? "assay_a->assay_in_" : "", in, in[0] ? " && " : "", c->symbol, args,
            c->symbol, args);
    }
    assay_buf_puts(out, "}\n\n");
}

static void set_exit_arguments(Emit *e, const Wrapped *w, struct assay_buf *out)
{
    const CFunction *f = e->function;

    for (uint32_t i = 0; i < f->nparams; i++)
        assay_buf_printf(out, "    assay_arguments.%s = %s;\n", f->params[i].name,
                         f->params[i].name);
    for (uint32_t b = 1; b < w->contract->nbehaviors; b++)
        assay_buf_printf(out, "    assay_arguments.assay_in_%s = assay_in_%s;\n",
                         w->contract->behaviors[b].name, w->contract->behaviors[b].name);
    assay_buf_printf(out,
                     "    assay_call.exits = assay_exits_%s;\n"
                     "    assay_call.arguments = &assay_arguments;\n",
                     f->name);
}

/* ---- Decreases: each call inside of another of the same function has a smaller measure.
 */

static const AcslClause *decreases_of(const AcslContract *c)
{
    for (uint32_t i = 0; i < c->behaviors[0].nclauses; i++)
        if (c->behaviors[0].clauses[i].kind == CLAUSE_DECREASES)
            return &c->behaviors[0].clauses[i];
    return NULL;
}

/* The measure as C; NULL, told, if it cannot be one. */
static const char *measure_text(Emit *e, const AcslClause *c)
{
    const char *text;

    c_begin(e);
    e->behavior = NULL;
    if (c->measure || !acsl_is_integral(c->body->sort)) {
        c_drop(e, c->kind, c->span, "only measures that are integers are checked", false);
        return NULL;
    }
    text = c_integer(e, c->body, REP_WIDE);
    if (e->why)
        c_drop(e, c->kind, e->why_span, e->why, false);
    return e->why ? NULL : text;
}

/* Before the call, and behind it. */
static void add_measure(Emit *e, const Wrapped *w, struct assay_buf *out)
{
    const AcslClause *c = decreases_of(w->contract);
    const char *name = e->function->name, *site = c_site(e, c, "", c->body->span);

    assay_buf_printf(
        out,
        "    assay_measured = %s;\n"
        "    if (assay_measure_on_%s &&\n"
        "        !(assay_measured < assay_measure_%s && assay_measure_%s >= 0)) {\n"
        "        struct assay_says assay_s[1];\n"
        "        assay_says_begin(assay_s, &%s, assay_from);\n"
        "        assay_say_int(assay_s, \"in the call around\", assay_measure_%s);\n"
        "        assay_say_int(assay_s, \"in this call\", assay_measured);\n"
        "        assay_violated(assay_s);\n"
        "    }\n"
        "    assay_measured_before = assay_measure_%s;\n"
        "    assay_measured_on = assay_measure_on_%s;\n"
        "    assay_measure_%s = assay_measured;\n"
        "    assay_measure_on_%s = 1;\n",
        w->measure, name, name, name, site, name, name, name, name, name);
}

static void end_measure(const Wrapped *w, struct assay_buf *out)
{
    const char *name = w->contract->function->name;

    assay_buf_printf(out,
                     "    assay_measure_%s = assay_measured_before;\n"
                     "    assay_measure_on_%s = assay_measured_on;\n",
                     name, name);
}

/* ---- The function. */

static void add_call(Emit *e, const Wrapped *w, struct assay_buf *out)
{
    const CFunction *f = e->function;

    if (e->options->tests && w->contract->nhypers > 0)
        assay_buf_puts(out, "    assay_run_stain();\n");
    if (f->result->kind != C_VOID)
        assay_buf_puts(out, "    assay_result = ");
    else
        assay_buf_puts(out, "    ");
    assay_buf_printf(out, "assay_body_%s(%s);\n", f->name, c_param_names(e, f, ""));
}

void c_wrapper(Emit *e, const Wrapped *w, struct assay_buf *out)
{
    const CFunction *f = w->contract->function;
    struct assay_str head = diag_text(e->unit->diags, f->definition->span);

    bool exits = has_clause(w->contract, CLAUSE_EXITS);

    e->function = f;
    if (exits)
        add_exits(e, w, out);
    assay_buf_printf(out, "%.*s\n{\n", (int)head.len, head.at);
    assay_buf_puts(out, "    const void *assay_from = __builtin_return_address(0);\n");
    if (f->result->kind != C_VOID)
        assay_buf_printf(out, "    %s assay_result;\n", c_plain_type(e, f->result));
    if (w->keeps)
        assay_buf_puts(out, "    struct assay_state assay_old;\n");
    if (w->calls)
        assay_buf_printf(
            out,
            "    struct assay_call assay_call = {0, \"%s\", assay_from, %s, 0, "
            "0};\n",
            f->name, w->keeps ? "&assay_old" : "0");
    if (w->measure)
        assay_buf_puts(out, "    assay_wide assay_measured, assay_measured_before;\n"
                            "    _Bool assay_measured_on;\n");
    if (exits)
        assay_buf_printf(out, "    struct assay_exit_%s assay_arguments = {0};\n",
                         f->name);
    if (w->assigns)
        declare_assigns(e, w, out);
    for (uint32_t b = 1; b < w->contract->nbehaviors; b++)
        assay_buf_printf(out, "    _Bool assay_in_%s;\n", w->contract->behaviors[b].name);
    assay_buf_puts(out, "\n    (void)assay_from;\n");
    add_checks(e, &w->requires, false, out);
    add_behaviors(e, w, out);
    add_checks(e, &w->requires, true, out);
    add_covers(e, w, out);
    if (w->keeps)
        add_state(e, w, out);
    if (w->assigns)
        add_allowed(e, w, out);
    if (w->measure)
        add_measure(e, w, out);
    if (exits)
        set_exit_arguments(e, w, out);
    if (w->calls)
        assay_buf_puts(out, "    assay_call_begin(&assay_call);\n");
    add_call(e, w, out);
    if (w->errnos)
        assay_buf_puts(out, "    assay_errno_take();\n");
    if (w->measure)
        end_measure(w, out);
    add_checks(e, &w->ensures, false, out);
    add_checks(e, &w->ensures, true, out);
    if (w->assigns)
        check_assigns(e, w, out);
    if (w->calls)
        assay_buf_puts(out, "    assay_call_end(&assay_call);\n");
    if (w->keeps)
        assay_buf_puts(out, "    assay_state_end(&assay_old);\n");
    if (w->errnos)
        assay_buf_puts(out, "    assay_errno_put();\n");
    if (f->result->kind != C_VOID)
        assay_buf_puts(out, "    return assay_result;\n");
    if (f->no_return)
        assay_buf_puts(out, "    __builtin_trap();\n");
    assay_buf_puts(out, "}\n\n");
}
