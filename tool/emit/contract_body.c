/*
 * Annotations inside of bodies: assertions are put where their comments stand, loop
 * invariants and variants into the conditions of their loops, so that they are evaluated
 * when the loop is entered and after each iteration, also one left by continue. Ghost
 * code becomes code.
 *
 * Pieces keep to the line they are put in, so that lines stay what they are.
 */
#include "emit/contract_parts.h"
#include <string.h>

/* ---- Texts on one line. */

/* Lines after each other, without what they are indented by. */
static const char *one_line(Emit *e, const char *text)
{
    char *copy = (char *)(uintptr_t)c_text(e, "%s", text), *to = copy;

    while (*text) {
        char c = *text++;
        *to++ = c == '\n' ? ' ' : c;
        while (c == '\n' && *text == ' ')
            text++;
    }
    *to = '\0';
    return copy;
}

static void body_context(Emit *e, const AcslCode *code)
{
    c_begin(e);
    e->function = code->function;
    e->behavior = NULL;
    e->old = e->kept = "assay_pre_state";
    e->at_call = false;
    e->in_body = true;
}

/* if (!COND) { ... } */
static const char *failing_if(Emit *e, const char *condition, const char *site,
                              const char *explanation)
{
    return c_text(
        e,
        "if (%s) { struct assay_says assay_s[1]; assay_says_begin(assay_s, &%s, "
        "(const void *)0); %s assay_violated(assay_s); } ",
        condition, site, explanation);
}

/* "for a, b:" as a condition on what follows. */
static const char *in_behaviors(Emit *e, const AcslClause *c)
{
    const char *text = "";

    for (uint32_t i = 0; i < c->nbehaviors; i++)
        text = c_text(e, "%s%sassay_in_%s", text, i > 0 ? " || " : "", c->behaviors[i]);
    e->uses_behaviors = e->uses_behaviors || c->nbehaviors > 0;
    return c->nbehaviors > 0 ? c_text(e, "if (%s) ", text) : "";
}

/* ---- Values at places of the body. */

/* Parameters as they are now, for later: "assay_pre_n" or "assay_entry_n". */
static const char *param_copies(Emit *e, const CFunction *f, const char *when)
{
    const char *text = "";

    for (uint32_t i = 0; i < f->nparams; i++)
        text = c_text(e, "%s %s assay_%s_%s = %s; (void)assay_%s_%s;", text,
                      c_plain_type(e, f->params[i].type), when, f->params[i].name,
                      f->params[i].name, when, f->params[i].name);
    return text;
}

static bool is_variable(const AcslNode *n, const void *ctx)
{
    (void)ctx;
    return n->kind == NODE_VAR;
}

bool c_is_saved(const Emit *e, const AcslNode *at)
{
    LabelKind kind = at->as.label.kind;

    return e->in_body && (kind == LABEL_C || kind == LABEL_LOOP_ENTRY) &&
           !acsl_any(at->args[0], is_variable, NULL);
}

/* A variable of the function, set where the label is. */
const char *c_saved(Emit *e, const AcslNode *at)
{
    const char *name = c_temp(e, "at"), *before = e->state, *type, *value, *set;
    const AcslNode *of = at->args[0];
    bool integral = acsl_is_integral(of->sort);
    Rep rep = integral ? c_rep(e, of) : REP_WIDE;

    e->state = NULL;
    value = integral ? c_integer(e, of, rep) : c_as(e, of, of->sort, rep);
    type = integral ? c_sort(e, &(AcslSort){.kind = SORT_INTEGER}, rep, of->span)
                    : c_sort(e, of->sort, rep, of->span);
    e->state = before;
    e->saved = c_text(e, "%s %s %s;", e->saved, type, name);
    set = c_text(e, "%s = %s; ", name, value);
    if (at->as.label.kind == LABEL_LOOP_ENTRY)
        e->entry = c_text(e, "%s%s", e->entry, set);
    else if (e->sink && at->as.label.c)
        e->sink->add(e->sink, at->as.label.c->statement.start, 0, set);
    return name;
}

/* A statement that checks the predicate of a clause; "" if it cannot be. */
static const char *check_text(Emit *e, const AcslCode *code, const AcslClause *c)
{
    const char *truth, *explanation, *site, *text;

    if (c->take == TAKE_ADMIT)
        return "";
    body_context(e, code);
    truth = c_truth(e, c->body);
    if (e->why || (e->loops && e->options->level == CONTRACT_CHEAP)) {
        if (e->why)
            c_drop(e, c->kind, e->why_span, e->why, false);
        return "";
    }
    e->uses_pre = e->uses_pre || e->reads_old || e->sampled;
    if (e->sampled)
        c_drop(e, c->kind, c->body->span, C_SAMPLED, true);
    site = c_site(e, c, "", c->body->span);
    explanation = c_explain(e, c->body, true);
    text = failing_if(
        e, c_text(e, e->checked ? "!%s && !assay_was_unknown()" : "!%s", truth), site,
        e->why ? "" : explanation);
    if (e->memo)
        text = c_text(e, "assay_memo_clear(); %s", text);
    if (e->texts)
        text = c_text(e, "assay_texts_begin(); %s", text);
    if (e->checked)
        text = c_text(e,
                      "const struct assay_clause *assay_was = assay_evaluating(&%s); %s "
                      "assay_evaluating(assay_was); ",
                      site, text);
    return one_line(
        e, c_text(e, "%s{ ASSAY_QUIET_ %sASSAY_LOUD_ } ", in_behaviors(e, c), text));
}

/* ---- Assertions. */

static void add_assertion(Emit *e, const AcslCode *code, PieceSink *sink)
{
    const AcslClause *c = &code->clauses[0];

    e->function = code->function;
    e->summary->clauses++;
    if (!code->at->between) {
        c_drop(e, c->kind, c->span, "it stands inside of a statement", false);
        return;
    }
    sink->add(sink, code->at->comment.start, 0, check_text(e, code, c));
}

/* ---- Loops. */

/* { assay_wide v; _Bool on = 0; LOOP }: the variant of the iteration before. */
static const char *variant_text(Emit *e, const AcslCode *code, const AcslClause *c,
                                const char **ret_before)
{
    const char *last = c_temp(e, "variant"), *now = c_temp(e, "now"), *value, *site;

    *ret_before = "";
    body_context(e, code);
    if (c->measure || !acsl_is_integral(c->body->sort)) {
        c_drop(e, c->kind, c->span, "only variants that are integers are checked", false);
        return "";
    }
    value = c_integer(e, c->body, REP_WIDE);
    if (e->why) {
        c_drop(e, c->kind, e->why_span, e->why, false);
        return "";
    }
    e->uses_pre = e->uses_pre || e->reads_old;
    site = c_site(e, c, "", c->body->span);
    *ret_before = c_text(e, "assay_wide %s = 0; _Bool %s_on = 0; ", last, last);
    return one_line(
        e,
        c_text(e,
               "{ ASSAY_QUIET_ const struct assay_clause *assay_was = "
               "assay_evaluating(&%s); %s"
               "assay_wide %s = %s; assay_evaluating(assay_was); %s"
               "%s = %s; %s_on = 1; ASSAY_LOUD_ } ",
               site, e->memo ? "assay_memo_clear(); " : "", now, value,
               failing_if(
                   e, c_text(e, "%s_on && !(%s >= 0 && %s < %s)", last, last, now, last),
                   site,
                   c_text(e,
                          "assay_say_int(assay_s, \"before the iteration\", %s); "
                          "assay_say_int(assay_s, \"after it\", %s);",
                          last, now)),
               last, now, last));
}

/* ---- What a loop changes: all that is kept is compared each time. */

static const char *allow_region(Emit *e, const char *at, const char *count,
                                const CType *element, void *ctx)
{
    return c_text(e, "assay_state_allow(&%s, %s, (assay_size_)(%s) * sizeof(%s)); ",
                  (const char *)ctx, at, count, c_type(e, element));
}

static const char *keep_variable(Emit *e, const char *state, const char *name,
                                 const CType *type)
{
    if (type->size == 0 || type->size > 4096 || type->is_volatile)
        return "";
    return c_text(e, "assay_state_keep(&%s, \"&%s\", %s, (const void *)&%s, 1); ", state,
                  name, c_layout(e, type), name);
}

/* The variables that a loop could change. */
static const char *keep_variables(Emit *e, const AcslCode *code, const char *state)
{
    const CFunction *f = code->function;
    uint32_t at = code->at->loop->span.start;
    const char *text = "";

    for (uint32_t i = 0; i < f->nparams; i++)
        if (!cfront_local(f, f->params[i].name, at))
            text = c_text(e, "%s%s", text,
                          keep_variable(e, state, f->params[i].name, f->params[i].type));
    for (uint32_t i = 0; i < f->nlocals; i++)
        if (cfront_local(f, f->locals[i].name, at) == &f->locals[i])
            text = c_text(e, "%s%s", text,
                          keep_variable(e, state, f->locals[i].name, f->locals[i].type));
    return text;
}

static const char *assigns_text(Emit *e, const AcslCode *code, const AcslClause *c,
                                const char **ret_before, const char **ret_after)
{
    char *state = (char *)(uintptr_t)c_temp(e, "loop");
    const char *allowed = "", *site, *text;

    body_context(e, code);
    if (e->options->level == CONTRACT_CHEAP)
        return "";
    for (uint32_t i = 0; i < c->nlocations; i++)
        allowed = c_text(e, "%s%s ", allowed,
                         c_regions(e, c->locations[i], false, allow_region, state));
    if (e->why) {
        c_drop(e, c->kind, e->why_span, e->why, false);
        return "";
    }
    e->uses_pre = true;
    site = c_site(e, c, "", c->span);
    *ret_before = c_text(e,
                         "struct assay_state %s; assay_state_begin(&%s); "
                         "assay_state_keep_call(&%s); %sassay_state_take(&%s); ",
                         state, state, state, keep_variables(e, code, state), state);
    *ret_after = c_text(e, " assay_state_end(&%s);", state);
    text =
        failing_if(e, c_text(e, "!assay_state_kept(&%s, (struct assay_says *)0)", state),
                   site, c_text(e, "assay_state_kept(&%s, assay_s);", state));
    return one_line(e, c_text(e, "%s{ ASSAY_QUIET_ %s%sASSAY_LOUD_ } ",
                              in_behaviors(e, c), allowed, text));
}

static bool is_block(const Emit *e, Span statement)
{
    return e->unit->diags->sources[statement.source].text.at[statement.start] == '{';
}

static void put_into_loop(Emit *e, const CLoop *loop, const char *checks, PieceSink *sink)
{
    Span c = loop->condition;

    if (loop->kind == C_DO && is_block(e, loop->body)) {
        sink->add(sink, loop->body.start + 1, 0, c_text(e, " %s", checks));
    } else if (loop->kind == C_DO) {
        sink->add(sink, loop->body.start, 0, c_text(e, "{ %s", checks));
        sink->add(sink, loop->body.end, 0, " }");
    } else if (c.start == c.end) {
        sink->add(sink, c.start, 0, c_text(e, " __extension__({ %s1; })", checks));
    } else {
        sink->add(sink, c.start, 0, c_text(e, "__extension__({ %s1; }) && (", checks));
        sink->add(sink, c.end, 0, ")");
    }
}

/* What is put into a loop, before it and behind it. */
typedef struct {
    const char *checks, *before, *after;
} LoopText;

static void add_loop_clause(Emit *e, const AcslCode *code, const AcslClause *c,
                            LoopText *t)
{
    const char *before = "", *after = "", *checks = "";

    if (c->kind == CLAUSE_LOOP_INVARIANT)
        checks = check_text(e, code, c);
    else if (c->kind == CLAUSE_LOOP_VARIANT)
        checks = variant_text(e, code, c, &before);
    else if (c->kind == CLAUSE_LOOP_ASSIGNS)
        checks = assigns_text(e, code, c, &before, &after);
    else
        c_drop(e, c->kind, c->span, "this is not checked", false);
    t->checks = c_text(e, "%s%s", t->checks, checks);
    t->before = c_text(e, "%s%s", t->before, before);
    t->after = c_text(e, "%s%s", after, t->after);
}

static void add_loop(Emit *e, const AcslCode *code, PieceSink *sink)
{
    const CLoop *loop = code->at->loop;
    LoopText t = {"", "", ""};
    bool rewritable = loop && loop->rewritable;

    e->function = code->function;
    e->entry = "";
    e->uses_entry = false;
    for (uint32_t i = 0; i < code->nclauses; i++) {
        e->summary->clauses++;
        if (rewritable)
            add_loop_clause(e, code, &code->clauses[i], &t);
        else
            c_drop(e, code->clauses[i].kind, code->clauses[i].span,
                   "the loop comes out of a macro", false);
    }
    if (t.checks[0] == '\0')
        return;
    if (e->uses_entry) {
        t.before =
            c_text(e,
                   "struct assay_state assay_entry; assay_state_begin(&assay_entry); "
                   "assay_state_keep_call(&assay_entry); "
                   "assay_state_take(&assay_entry);%s %s",
                   param_copies(e, code->function, "entry"), t.before);
        t.after = c_text(e, "%s assay_state_end(&assay_entry);", t.after);
        e->uses_pre = true;
    }
    t.before = one_line(e, c_text(e, "%s%s", e->entry, t.before));
    if (t.before[0] != '\0')
        sink->add(sink, loop->span.start, 0, c_text(e, "{ %s", t.before));
    put_into_loop(e, loop, t.checks, sink);
    if (t.before[0] != '\0')
        sink->add(sink, loop->span.end, 0, c_text(e, "%s }", t.after));
}

/* ---- Ghost code: the comment without its marks. */

static void add_ghost(Emit *e, const AcslCode *code, PieceSink *sink)
{
    Span comment = code->at->comment;
    struct assay_str text = e->unit->diags->sources[comment.source].text;
    char *copy =
        assay_arena_text(e->arena, text.at + comment.start, comment.end - comment.start);
    uint32_t from = code->ghost.start - comment.start,
             to = code->ghost.end - comment.start;
    bool stars = acsl_has_stars(e->unit, comment), fresh = false;

    if (!copy) {
        e->no_memory = true;
        return;
    }
    for (uint32_t i = 0; copy[i]; i++) {
        bool blank = copy[i] == ' ' || copy[i] == '\t';
        bool mark = copy[i] == '@' || (stars && copy[i] == '*');
        if (copy[i] != '\n' && (i < from || i >= to || (mark && fresh)))
            copy[i] = ' ';
        fresh = copy[i] == '\n' || (fresh && blank);
    }
    sink->add(sink, comment.start, comment.end - comment.start, copy);
}

static const char *pre_variables(Emit *e, const CFunction *f)
{
    return c_text(e,
                  " const struct assay_state *assay_pre_state = assay_state_of_call(); "
                  "(void)assay_pre_state;%s",
                  param_copies(e, f, "pre"));
}

/* ---- A function's, or those outside of functions. */

bool c_codes(Emit *e, const CFunction *f, PieceSink *sink)
{
    e->uses_pre = e->uses_behaviors = false;
    e->saved = e->entry = "";
    e->sink = sink;
    for (uint32_t i = 0; i < e->file->ncodes; i++) {
        const AcslCode *code = &e->file->codes[i];
        if (code->function != f || code->at->comment.source != sink->source)
            continue;
        if (code->kind == CODE_CLAUSE)
            add_assertion(e, code, sink);
        else if (code->kind == CODE_LOOP)
            add_loop(e, code, sink);
        else if (code->kind == CODE_GHOST)
            add_ghost(e, code, sink);
        else
            for (uint32_t k = 0; k < code->nclauses; k++) {
                e->function = f;
                c_drop(e, code->clauses[k].kind, code->clauses[k].span,
                       "contracts of statements are not checked", false);
            }
    }
    e->sink = NULL;
    return e->uses_pre;
}

const char *c_body_variables(Emit *e, const CFunction *f, const Wrapped *w, bool pre)
{
    const char *text = pre ? pre_variables(e, f) : "";

    text = c_text(e, "%s%s", text, e->saved);
    for (uint32_t b = 1; w && e->uses_behaviors && b < w->contract->nbehaviors; b++) {
        const AcslBehavior *behavior = &w->contract->behaviors[b];
        text = c_text(e, "%s const _Bool assay_in_%s = %s; (void)assay_in_%s;", text,
                      behavior->name, c_assumed(e, w, behavior, ""), behavior->name);
    }
    return text;
}
