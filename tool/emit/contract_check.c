/*
 * Clauses as C functions: one that tests a conjunct, and one that is called when it does
 * not hold, which says why. The second is never inlined: what is not needed stays away
 * from where the program runs.
 */
#include "emit/contract_parts.h"
#include <string.h>

/* ---- The function's parameters. */

const char *c_plain_type(Emit *e, const CType *type)
{
    const char *text = type->spelling;
    size_t len = strlen(text);

    if (!type->is_const || strstr(text, "{...}"))
        return c_type(e, type);
    if (strncmp(text, "const ", 6) == 0 && type->kind != C_POINTER)
        return c_text(e, "__typeof__(%s)", text + 6);
    if (len > 5 && strcmp(text + len - 5, "const") == 0)
        return c_text(e, "__typeof__(%.*s)", (int)(len - 5), text);
    return c_type(e, type);
}

const char *c_params(Emit *e, const CFunction *f, bool pointers)
{
    const char *text = "";

    for (uint32_t i = 0; i < f->nparams; i++)
        text = c_text(e, "%s%s%s %s%s", text, i > 0 ? ", " : "",
                      c_plain_type(e, f->params[i].type), pointers ? "*" : "",
                      f->params[i].name);
    return text;
}

const char *c_param_names(Emit *e, const CFunction *f, const char *before)
{
    const char *text = "";

    for (uint32_t i = 0; i < f->nparams; i++)
        text = c_text(e, "%s%s%s%s", text, i > 0 ? ", " : "", before, f->params[i].name);
    return text;
}

/* ---- What is told. */

void c_drop(Emit *e, ClauseKind kind, Span span, const char *reason, bool sampled)
{
    ContractSummary *s = e->summary;
    ContractDrop *more = assay_arena_new(e->arena, s->ndrops + 1, sizeof *more);

    if (!more) {
        e->no_memory = true;
        return;
    }
    if (s->ndrops > 0)
        memcpy(more, s->drops, s->ndrops * sizeof *more);
    more[s->ndrops++] =
        (ContractDrop){e->function, e->behavior, kind, span, reason, sampled};
    s->drops = more;
}

static const char *add_site(Emit *e, const char *kind, const char *text,
                            const char *behavior, Span span)
{
    const Diags *d = e->unit->diags;
    Position at = diag_position(d, span.source, span.start);
    const char *symbol = c_temp(e, "clause"), *file;
    struct assay_buf quoted;

    assay_buf_init(&quoted, NULL, 0);
    file = span.source < d->nsources ? d->sources[span.source].name : "";
    assay_buf_c_string(&quoted, file, strlen(file));
    assay_buf_printf(&e->declarations,
                     "static const struct assay_clause %s = {\"%s\", %s, \"%s\", \"%s\", "
                     "%s, %u, %u, %u};\n",
                     symbol, kind, text, e->function->name, behavior, quoted.at, at.line,
                     at.byte_column, span.end - span.start);
    assay_buf_done(&quoted);
    return symbol;
}

const char *c_site(Emit *e, const AcslClause *clause, const char *behavior, Span span)
{
    return add_site(e, acsl_clause_text(clause->kind),
                    clause->implied ? c_printed(e, clause->body) : c_quoted(e, span),
                    behavior, span);
}

const char *c_site_of(Emit *e, const char *kind, const char *behavior, Span span)
{
    return add_site(e, kind, c_quoted(e, span), behavior, span);
}

/* ---- A check. */

static const char *check_params(Emit *e, const Check *c)
{
    const char *text = c_params(e, e->function, false);

    if (c->result)
        text = c_text(e, "%s%s%s assay_result", text, text[0] ? ", " : "",
                      c_plain_type(e, e->function->result));
    if (c->clause->kind == CLAUSE_EXITS)
        text = c_text(e, "%s%sint assay_status", text, text[0] ? ", " : "");
    if (c->old)
        text = c_text(e, "%s%sconst struct assay_state *assay_old", text,
                      text[0] ? ", " : "");
    return text;
}

const char *c_check_arguments(Emit *e, const Check *c, const char *before)
{
    const char *text = c_param_names(e, e->function, before);
    bool at_exit = c->clause->kind == CLAUSE_EXITS;

    if (c->result)
        text = c_text(e, "%s%sassay_result", text, text[0] ? ", " : "");
    if (at_exit)
        text = c_text(e, "%s%sassay_status", text, text[0] ? ", " : "");
    if (c->old)
        text = c_text(e, "%s%s%s", text, text[0] ? ", " : "",
                      at_exit ? "assay_c->old" : "&assay_old");
    return text;
}

static void add_test(Emit *e, const Check *c, const char *truth)
{
    const char *params = check_params(e, c);
    const char *clear = c_text(e, "%s%s", e->memo ? "    assay_memo_clear();\n" : "",
                               e->texts ? "    assay_texts_begin();\n" : "");

    assay_buf_printf(&e->bodies, "static ASSAY_LOGIC_ _Bool %s(%s)\n{\n", c->symbol,
                     params[0] ? params : "void");
    if (e->checked)
        assay_buf_printf(
            &e->bodies,
            "    const struct assay_clause *assay_was = assay_evaluating(&%s);\n"
            "    _Bool assay_holds;\n\n"
            "%s    assay_holds = %s;\n"
            "    assay_evaluating(assay_was);\n"
            "    return assay_was_unknown() || assay_holds;\n",
            c->site, clear, truth);
    else
        assay_buf_printf(&e->bodies, "%s    return %s;\n", clear, truth);
    assay_buf_puts(&e->bodies, "}\n\n");
}

static void add_failed(Emit *e, const Check *c, const char *explanation)
{
    const char *params = check_params(e, c);

    assay_buf_printf(
        &e->bodies,
        "static ASSAY_LOGIC_ __attribute__((noinline, cold)) void %s_failed(const void "
        "*assay_from%s%s)\n"
        "{\n"
        "    struct assay_says assay_s[1];\n\n"
        "    assay_says_begin(assay_s, &%s, assay_from);\n"
        "%s%s"
        "    assay_violated(assay_s);\n"
        "}\n\n",
        c->symbol, params[0] ? ", " : "", params, c->site,
        c->texts ? "    assay_texts_begin();\n" : "", explanation);
}

static void set_context(Emit *e, ClauseKind kind)
{
    bool after = kind == CLAUSE_ENSURES || kind == CLAUSE_EXITS;

    c_begin(e);
    e->at_call = !after;
    e->old = e->kept = after ? "assay_old" : NULL;
    e->result = kind == CLAUSE_ENSURES ? "assay_result" : NULL;
}

/* Whether the result is taken: there is one, and it is after the call. */
static bool has_result(const Emit *e, ClauseKind kind)
{
    return kind == CLAUSE_ENSURES && e->function->result->kind != C_VOID;
}

static void add_check(Emit *e, const AcslClause *clause, const AcslBehavior *behavior,
                      const AcslNode *node, Checks *checks)
{
    const char *truth, *explanation;
    Check *c = assay_arena_new(e->arena, 1, sizeof *c);

    if (!c) {
        e->no_memory = true;
        return;
    }
    set_context(e, clause->kind);
    e->behavior = behavior;
    truth = c_truth(e, node);
    if (clause->when)
        truth = c_text(e, "(!%s || %s)", c_truth(e, clause->when), truth);
    if (e->why || (e->loops && e->options->level == CONTRACT_CHEAP)) {
        if (e->why)
            c_drop(e, clause->kind, e->why_span, e->why, false);
        return;
    }
    *c = (Check){.clause = clause, .behavior = behavior, .node = node};
    c->old = !e->at_call && (e->reads_old || e->sampled);
    c->result = has_result(e, clause->kind);
    c->texts = e->texts;
    if (e->sampled)
        c_drop(e, clause->kind, node->span, C_SAMPLED, true);
    if (e->unseen)
        c_drop(e, clause->kind, node->span, e->unseen, true);
    c->site = c_site(e, clause, behavior->name, node->span);
    c->symbol = c_text(e, "assay_%s_%s_%u", e->function->name,
                       acsl_clause_text(clause->kind), ++e->nversions);
    add_test(e, c, truth);
    explanation = c_explain(e, node, true);
    explanation = e->why ? "" : explanation;
    if (c->result)
        explanation = c_text(e,
                             "%s    assay_say_value(assay_s, \"\\\\result\", %s, "
                             "&assay_result);\n",
                             explanation, c_layout(e, e->function->result));
    add_failed(e, c, explanation);
    *checks->last = c;
    checks->last = &c->next;
}

/* Each conjunct by itself. */
static void add_conjuncts(Emit *e, const AcslClause *clause, const AcslBehavior *behavior,
                          const AcslNode *node, Checks *checks)
{
    if (node->kind == NODE_OP && node->as.op.op == ACSL_AND) {
        add_conjuncts(e, clause, behavior, node->args[0], checks);
        add_conjuncts(e, clause, behavior, node->args[1], checks);
    } else {
        add_check(e, clause, behavior, node, checks);
    }
}

void c_checks(Emit *e, const AcslContract *contract, ClauseKind kind, Checks *ret)
{
    ret->first = NULL;
    ret->last = &ret->first;
    for (uint32_t b = 0; b < contract->nbehaviors; b++) {
        const AcslBehavior *behavior = &contract->behaviors[b];
        for (uint32_t i = 0; i < behavior->nclauses; i++) {
            const AcslClause *clause = &behavior->clauses[i];
            if (clause->kind == kind && clause->take != TAKE_ADMIT)
                add_conjuncts(e, clause, behavior, clause->body, ret);
        }
    }
}
