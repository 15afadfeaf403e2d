/*
 * Logic functions and predicates as C functions, in the versions that calls need: one for
 * each way in which their labels and integers are given. Recursive ones remember what
 * they computed.
 */
#include "emit/contract_parts.h"
#include <string.h>

#define SAFE (1u << 31) /* among `states`: memory is read safely */

/* Everything of an Emit that belongs to what is being emitted. */
typedef struct {
    const Version *version;
    const Name *names;
    const char *state, *here, *old, *result, *kept, *failing;
    bool by_pointer, in_body, at_call, reads_old, loops, checked, memo, sampled,
        asks_call, texts;
    uint32_t run;
    const char *why;
    Span why_span;
} Saved;

static Saved save(const Emit *e)
{
    return (Saved){
        .version = e->version,
        .names = e->names,
        .state = e->state,
        .here = e->here,
        .old = e->old,
        .result = e->result,
        .kept = e->kept,
        .failing = e->failing,
        .by_pointer = e->by_pointer,
        .in_body = e->in_body,
        .at_call = e->at_call,
        .reads_old = e->reads_old,
        .loops = e->loops,
        .checked = e->checked,
        .memo = e->memo,
        .sampled = e->sampled,
        .asks_call = e->asks_call,
        .texts = e->texts,
        .run = e->run,
        .why = e->why,
        .why_span = e->why_span,
    };
}

static void put_back(Emit *e, const Saved *s)
{
    e->version = s->version;
    e->names = s->names;
    e->state = s->state;
    e->here = s->here;
    e->old = s->old;
    e->result = s->result;
    e->kept = s->kept;
    e->failing = s->failing;
    e->by_pointer = s->by_pointer;
    e->in_body = s->in_body;
    e->at_call = s->at_call;
    e->reads_old = s->reads_old;
    e->loops = s->loops;
    e->checked = s->checked;
    e->memo = s->memo;
    e->sampled = s->sampled;
    e->asks_call = s->asks_call;
    e->texts = s->texts;
    e->run = s->run;
    e->why = s->why;
    e->why_span = s->why_span;
}

/* ---- The functions. */

static bool is_wide(const Version *v, uint32_t param)
{
    return param >= 32 || (v->wides >> param & 1);
}

static Rep param_rep(const Version *v, uint32_t param)
{
    return is_wide(v, param) ? REP_WIDE : REP_NARROW;
}

/* Binds the parameters. */
static void bind_params(Emit *e, const Version *v)
{
    for (uint32_t i = 0; i < v->logic->nparams; i++) {
        const AcslVar *p = v->logic->params[i];
        Name *name = assay_arena_new(e->arena, 1, sizeof *name);
        Interval all = {-WIDE_INFINITE, WIDE_INFINITE};
        if (!name) {
            e->no_memory = true;
            return;
        }
        if (p->sort->kind == SORT_C && acsl_is_integral(p->sort))
            all = interval_of_type(p->sort->c);
        else if (!is_wide(v, i))
            all = interval_narrow_all();
        c_bind(e, name, p, c_text(e, v->kind == VERSION_MAKE ? "(*%s)" : "%s", p->name),
               all, param_rep(v, i));
    }
}

static const char *params_text(Emit *e, const Version *v)
{
    static const char *const first[] = {"", "struct assay_says *assay_s",
                                        "struct assay_inputs *assay_in",
                                        "struct assay_state *assay_keep"};
    const char *text = first[v->kind];

    for (uint32_t i = 0; i < v->logic->nlabels && i < 31; i++)
        if (v->states >> i & 1)
            text = c_text(e, "%s%sconst struct assay_state *assay_state_%u", text,
                          text[0] ? ", " : "", i);
    for (uint32_t i = 0; i < v->logic->nparams; i++) {
        const AcslVar *p = v->logic->params[i];
        text = c_text(e, "%s%s%s %s%s", text, text[0] ? ", " : "",
                      c_sort(e, p->sort, param_rep(v, i), p->span),
                      v->kind == VERSION_MAKE ? "*" : "", p->name);
    }
    return text[0] ? text : "void";
}

static const char *result_text(Emit *e, const Version *v)
{
    if (v->kind == VERSION_EXPLAIN || v->kind == VERSION_KEEP)
        return "void";
    if (v->kind == VERSION_MAKE)
        return "_Bool";
    return c_sort(e, v->logic->result, REP_WIDE, v->logic->span);
}

/* What a memo is found by: the parameters and states, as numbers. */
static const char *memo_key(Emit *e, const Version *v, uint32_t *ret_count)
{
    const char *text = "";
    uint32_t count = 0;

    for (uint32_t i = 0; i < v->logic->nlabels && i < 31; i++)
        if (v->states >> i & 1) {
            text = c_text(e, "%s(assay_wide)(assay_size_)assay_state_%u, ", text, i);
            count++;
        }
    for (uint32_t i = 0; i < v->logic->nparams; i++, count++) {
        const AcslVar *p = v->logic->params[i];
        if (acsl_is_integral(p->sort) || p->sort->kind == SORT_BOOLEAN)
            text = c_text(e, "%s(assay_wide)%s, ", text, p->name);
        else if (c_pointee(p->sort))
            text = c_text(e, "%s(assay_wide)(assay_size_)%s, ", text, p->name);
        else if (p->sort->kind == SORT_TEXT || p->sort->kind == SORT_TEXTS)
            text = c_text(e,
                          "%s(assay_wide)(assay_size_)%s.at << 64 | "
                          "(assay_wide)%s.%s, ",
                          text, p->name, p->name,
                          p->sort->kind == SORT_TEXT ? "len" : "count");
        else
            return NULL;
    }
    *ret_count = count;
    return count > 0 ? text : NULL;
}

static bool is_whole(const AcslSort *sort)
{
    return acsl_is_integral(sort) || sort->kind == SORT_BOOLEAN;
}

static const char *value_body(Emit *e, const Version *v)
{
    const AcslLogic *logic = v->logic;
    uint32_t count = 0;
    const char *value = c_as(e, logic->body, logic->result, REP_WIDE);
    const char *key =
        logic->recursive && is_whole(logic->result) ? memo_key(e, v, &count) : NULL;

    if (!key)
        return c_text(e, "    return %s;\n", value);
    e->loops = e->checked = true;
    return c_text(
        e,
        "    const assay_wide assay_key[] = {%s};\n"
        "    assay_wide assay_value;\n\n"
        "    if (assay_memo_%s((const void *)%s, assay_key, %u, &assay_value))\n"
        "        return (%s)assay_value;\n"
        "    assay_value = %s;\n"
        "    assay_memo_put((const void *)%s, assay_key, %u, assay_value);\n"
        "    return (%s)assay_value;\n",
        key, logic->kind == LOGIC_INDUCTIVE ? "derived" : "get", v->symbol, count,
        result_text(e, v), value, v->symbol, count, result_text(e, v));
}

/* Parameters that are made true are places, which may be in memory that is not there. */
static const char *reach_params(Emit *e, const Version *v)
{
    const char *text = "";

    for (uint32_t i = 0; i < v->logic->nparams; i++)
        text = c_text(e, "%s || !assay_reach(%s, sizeof(*%s))", text,
                      v->logic->params[i]->name, v->logic->params[i]->name);
    return text;
}

static const char *body_text(Emit *e, const Version *v)
{
    switch (v->kind) {
    case VERSION_EXPLAIN:
        return c_explain(e, v->logic->body, v->wanted);
    case VERSION_KEEP:
        return c_keep(e, v->logic->body, "assay_keep");
    case VERSION_MAKE:
        return c_text(e,
                      "    _Bool assay_ok = 1;\n\n"
                      "    if (assay_make_depth >= 100%s)\n"
                      "        return 0;\n"
                      "    assay_make_depth++;\n"
                      "%s"
                      "    assay_make_depth--;\n"
                      "    return assay_ok;\n",
                      reach_params(e, v),
                      c_make(e, v->logic->body, v->wanted, "assay_ok"));
    default:
        return value_body(e, v);
    }
}

/* Emits the function of a version, with a context of its own. */
static void add_function(Emit *e, Version *v)
{
    Saved before = save(e);
    const char *head, *body;

    e->version = v;
    e->names = NULL;
    e->here = e->state = v->kind == VERSION_MAKE || (v->states & SAFE) ? "" : NULL;
    if (v->logic->nlabels == 1 && (v->states & 1))
        e->here = e->state = "assay_state_0"; /* the only label is what is current */
    e->old = e->result = NULL;
    e->kept = NULL;
    for (uint32_t i = 0; i < v->logic->nlabels && i < 31 && !e->kept; i++)
        if (v->states >> i & 1)
            e->kept = c_text(e, "assay_state_%u", i);
    if (!e->kept)
        e->kept = "assay_state_of_call()";
    e->failing = v->kind == VERSION_EXPLAIN ? "assay_s" : "assay_in";
    e->by_pointer = e->in_body = e->at_call = false;
    e->loops = e->checked = e->memo = e->sampled = e->asks_call = e->texts = false;
    e->run = 0;
    e->why = NULL;
    bind_params(e, v);
    if (!v->logic->body)
        c_cannot(e, v->logic->span,
                 v->logic->kind == LOGIC_INDUCTIVE ? "'%s' is inductive"
                                                   : "'%s' has no definition",
                 v->logic->name);
    head = c_text(e, "static ASSAY_LOGIC_ %s %s(%s)", result_text(e, v), v->symbol,
                  params_text(e, v));
    body = e->why ? "" : body_text(e, v);
    v->why = e->why;
    v->loops = e->loops || v->logic->recursive;
    v->checked = e->checked;
    v->memo = e->memo || v->logic->recursive;
    v->sampled = e->sampled;
    v->asks_call = e->asks_call;
    v->texts = e->texts;
    if (!v->why) {
        assay_buf_printf(&e->declarations, "%s;\n", head);
        assay_buf_printf(&e->bodies, "%s\n{\n%s}\n\n", head, body);
    }
    put_back(e, &before);
}

/* ---- Calls. */

static bool same_recursion(const Emit *e, const AcslLogic *logic)
{
    return e->version && e->version->logic == logic;
}

static uint32_t wides_of(Emit *e, const AcslNode *call)
{
    const AcslLogic *logic = call->as.call.logic;
    uint32_t wides = 0;

    if (same_recursion(e, logic))
        return e->version->wides;
    for (uint32_t i = 0; i < logic->nparams && i < 32; i++)
        if (logic->params[i]->sort->kind == SORT_INTEGER &&
            c_rep(e, call->args[i]) == REP_WIDE)
            wides |= 1u << i;
    return wides;
}

static bool states_of(Emit *e, const AcslNode *call, uint32_t *ret)
{
    *ret = e->here ? SAFE : 0;
    for (uint32_t i = 0; i < call->as.call.nlabels && i < 31; i++) {
        const char *state;
        if (!c_label(e, &call->as.call.labels[i], &state)) {
            c_cannot(e, call->span, "the state at '%s' is not kept",
                     call->as.call.labels[i].name);
            return false;
        }
        if (state && state[0])
            *ret |= 1u << i;
    }
    return true;
}

/* Whether an argument belongs to another run than the memory that is read. */
static bool is_of_other_run(const AcslNode *n, const void *run)
{
    return n->kind == NODE_AT && n->as.label.kind == LABEL_RUN &&
           n->as.label.number != *(const uint32_t *)run;
}

static bool mixes_runs(const Emit *e, const AcslNode *call)
{
    if (e->run == 0 || !call->as.call.logic->reads_memory)
        return false;
    for (uint32_t i = 0; i < call->nargs; i++)
        if (c_pointee(call->args[i]->sort) &&
            acsl_any(call->args[i], is_of_other_run, &e->run))
            return true;
    return false;
}

static Version *find_version(const Emit *e, const Version *like)
{
    for (Version *v = e->versions; v; v = v->next)
        if (v->logic == like->logic && v->kind == like->kind &&
            v->states == like->states && v->wides == like->wides &&
            v->wanted == like->wanted)
            return v;
    return NULL;
}

static const char *symbol_of(Emit *e, const Version *v)
{
    static const char *const kinds[] = {"", "explain_", "make_", "keep_"};

    return c_text(e, "assay_%s%s%s_%u", kinds[v->kind],
                  v->kind != VERSION_VALUE && !v->wanted ? "not_" : "", v->logic->name,
                  ++e->nversions);
}

const Version *c_version(Emit *e, const AcslNode *call, VersionKind kind, bool wanted)
{
    Version like = {.logic = call->as.call.logic, .kind = kind, .wanted = wanted}, *v;

    like.wides = wides_of(e, call);
    if (!states_of(e, call, &like.states))
        return NULL;
    if (mixes_runs(e, call)) {
        c_cannot(e, call->span, "it reads the memory of two runs at once");
        return NULL;
    }
    v = find_version(e, &like);
    if (!v) {
        v = assay_arena_new(e->arena, 1, sizeof *v);
        if (!v) {
            e->no_memory = true;
            return NULL;
        }
        *v = like;
        v->symbol = symbol_of(e, v);
        v->next = e->versions;
        e->versions = v;
        add_function(e, v);
    }
    e->loops = e->loops || v->loops;
    e->checked = e->checked || v->checked;
    e->memo = e->memo || v->memo || v->logic->recursive;
    e->sampled = e->sampled || v->sampled;
    e->asks_call = e->asks_call || v->asks_call;
    e->texts = e->texts || v->texts;
    if (v->why) {
        c_cannot(e, call->span, "%s", v->why);
        return NULL;
    }
    return v;
}

/* The states and arguments of a call, each behind a comma. */
const char *c_arguments(Emit *e, const AcslNode *call, const Version *v)
{
    const char *text = "", *state;

    for (uint32_t i = 0; i < call->as.call.nlabels && i < 31; i++)
        if ((v->states >> i & 1) && c_label(e, &call->as.call.labels[i], &state))
            text = c_text(e, "%s, %s", text, state);
    for (uint32_t i = 0; i < call->nargs; i++)
        text = c_text(e, "%s, %s", text,
                      c_as(e, call->args[i], v->logic->params[i]->sort, param_rep(v, i)));
    return text;
}

const char *c_call(Emit *e, const AcslNode *call)
{
    const Version *v = c_version(e, call, VERSION_VALUE, true);
    const char *arguments;

    if (!v)
        return "0";
    arguments = c_arguments(e, call, v);
    return c_text(e, "%s(%s)", v->symbol, arguments[0] ? arguments + 2 : "");
}

void c_flush(Emit *e, struct assay_buf *out)
{
    assay_buf_add(out, e->layouts.at, e->layouts.len);
    assay_buf_add(out, e->declarations.at, e->declarations.len);
    assay_buf_add(out, e->bodies.at, e->bodies.len);
    assay_buf_clear(&e->layouts);
    assay_buf_clear(&e->declarations);
    assay_buf_clear(&e->bodies);
}
