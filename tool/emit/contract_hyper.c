/*
 * Tests of hyperproperties: the inputs of the first run are drawn as for any test, those
 * of the others are computed from them or drawn, too; then each run is made from the same
 * state, and what is promised of all of them is checked.
 */
#include "emit/contract_hyper.h"
#include <string.h>

/* ---- Inputs. */

const AcslRunInput *hyper_input(const AcslHyper *h, uint32_t run, const CParam *p)
{
    for (uint32_t i = 0; i < h->ninputs; i++)
        if (h->inputs[i].run == run && h->inputs[i].param == p)
            return &h->inputs[i];
    return NULL;
}

static bool is_result(const AcslNode *n, const void *ctx)
{
    (void)ctx;
    return n->kind == NODE_RESULT;
}

bool hyper_has_result(const AcslNode *n)
{
    return acsl_any(n, is_result, NULL);
}

static bool needs_result(const AcslRunInput *i)
{
    return i->value && hyper_has_result(i->value);
}

/* It is drawn; NULL is not. */
static bool is_fresh(const AcslRunInput *i)
{
    return i && !i->value;
}

void hyper_begin(Hyper *h, const char *memory)
{
    c_begin(h->e);
    h->e->run_state = memory;
    c_enter_run(h->e, 1);
}

void hyper_begin_place(Hyper *h, uint32_t run)
{
    hyper_begin(h, RUN_NOW);
    c_enter_run(h->e, run);
}

/* It is given to a run when it is called, as a parameter or a part of one. */
static bool is_argument(const AcslRunInput *i)
{
    return i->param || i->part_of;
}

bool hyper_has_address(Hyper *h, const AcslNode *place)
{
    if (!c_is_bit_field(c_bare(place)))
        return true;
    c_cannot(h->e, place->span, "a bit field has no address");
    return false;
}

/* It cannot be executed: told, once. */
static bool cannot(Hyper *h, Span span)
{
    Emit *e = h->e;

    if (!e->why)
        return false;
    e->behavior = h->tested;
    c_drop(e, CLAUSE_ENSURES, span, e->why, false);
    e->why = NULL;
    return true;
}

/* Sets a variable of the type. An integer that it cannot hold does not count. */
static void set(Hyper *h, const AcslRunInput *i, const CType *type, const char *name)
{
    const AcslSort sort = {.kind = SORT_C, .c = type};
    bool integral = acsl_is_integral(&sort);
    const char *value = integral ? c_integer(h->e, i->value, REP_WIDE)
                                 : c_as(h->e, i->value, &sort, REP_WIDE);

    if (cannot(h, i->span))
        return;
    if (integral)
        assay_buf_printf(h->out,
                         "    { assay_wide assay_v = %s; %s = (%s)assay_v;\n"
                         "    assay_inputs_assume(assay_in, %s == assay_v); }\n",
                         value, name, c_type(h->e, type), name);
    else
        assay_buf_printf(h->out, "    %s = %s;\n", name, value);
}

/* Where a place is, in the run that is given it, as a pointer that can be written by; of
 * a bit field, the struct that it is in. */
static const char *address(Hyper *h, const AcslRunInput *i)
{
    const AcslNode *n = c_bare(i->place);
    bool arrow = c_is_bit_field(n) && n->as.field.arrow;
    const CType *type;
    const char *at;

    hyper_begin_place(h, i->run);
    n = c_is_bit_field(n) ? n->args[0] : n;
    at = arrow ? c_pointer(h->e, n) : c_address(h->e, n);
    type = arrow ? c_pointee(n->sort) : n->sort->c;
    return c_text(h->e, "((%s *)%s)", c_plain_type(h->e, type), at);
}

/* Something to assign to. */
static const char *lvalue(Hyper *h, const AcslRunInput *i)
{
    const AcslNode *n = c_bare(i->place);
    bool bits = c_is_bit_field(n);

    return c_text(h->e, "(*%s)%s%s", address(h, i), bits ? "." : "",
                  bits ? n->as.field.name : "");
}

/* A parameter, or a part of one. */
static void set_param(Hyper *h, const AcslRunInput *i, const char *memory)
{
    const char *name = i->param ? c_run_name(h->e, i->run, i->param->name) : lvalue(h, i);

    if (cannot(h, i->span))
        return;
    hyper_begin(h, memory);
    set(h, i, i->param ? i->param->type : c_bare(i->place)->sort->c, name);
}

/* All that a run does not say is as in run 1. */
static void copy_params(Hyper *h)
{
    for (uint32_t run = 2; run <= h->h->nruns; run++)
        for (uint32_t i = 0; i < h->f->nparams; i++)
            assay_buf_printf(h->out, "    %s = %s;\n",
                             c_run_name(h->e, run, h->f->params[i].name),
                             h->f->params[i].name);
}

static void compute_params(Hyper *h)
{
    for (uint32_t i = 0; i < h->h->ninputs; i++) {
        const AcslRunInput *input = &h->h->inputs[i];
        if (is_argument(input) && input->value && !hyper_has_result(input->value))
            set_param(h, input, RUN_START);
    }
}

static const char *redraw_region(Emit *e, const char *at, const char *count,
                                 const CType *element, void *ctx)
{
    (void)ctx;
    return c_text(e, "assay_run_redraw(assay_in, %s, (void *)%s, (assay_size_)(%s));",
                  c_layout(e, element), at, count);
}

/* A part of a parameter: what to do with the memory that it is, in the run. */
static void with_part(Hyper *h, const AcslRunInput *i, RegionUse *use, void *ctx)
{
    const char *text = "";

    hyper_begin_place(h, i->run);
    if (hyper_has_address(h, i->place))
        text = c_regions(h->e, i->place, false, use, ctx);
    if (!cannot(h, i->span))
        assay_buf_printf(h->out, "    %s\n", text);
}

static void draw_param(Hyper *h, const AcslRunInput *in)
{
    const CParam *p = in->param;

    c_draw_param(h->e, h->w->contract, &h->w->contract->behaviors[0], p, in->run, h->out);
    assay_buf_printf(h->out, "    assay_run_near(assay_in, %s, &%s, &%s);\n",
                     c_layout(h->e, p->type), c_run_name(h->e, in->run, p->name),
                     p->name);
}

static void draw_params(Hyper *h)
{
    for (uint32_t i = 0; i < h->h->ninputs; i++) {
        const AcslRunInput *in = &h->h->inputs[i];
        if (in->param && is_fresh(in))
            draw_param(h, in);
        else if (is_fresh(in) && in->part_of)
            with_part(h, in, redraw_region, NULL);
    }
}

/* What was made of a part that was drawn stays, in the copy that is put back. */
static const char *keep_region(Emit *e, const char *at, const char *count,
                               const CType *element, void *ctx)
{
    const char *const *names = ctx;

    (void)element;
    return c_text(e,
                  "__builtin_memcpy((char *)&assay_kept_%s + ((char *)%s - (char *)&%s), "
                  "(void *)%s, sizeof *%s * (assay_size_)(%s));",
                  names[0], at, names[1], at, at, count);
}

/* Whether parts of it were. */
static bool keep_parts(Hyper *h, uint32_t run, const CParam *p)
{
    const char *names[] = {p->name, c_run_name(h->e, run, p->name)};
    bool any = false;

    for (uint32_t i = 0; i < h->h->ninputs; i++) {
        const AcslRunInput *in = &h->h->inputs[i];
        if (in->run != run || !is_fresh(in) || in->part_of != p)
            continue;
        with_part(h, in, keep_region, names);
        any = true;
    }
    return any;
}

/* The precondition is made true by what is drawn only: the rest stays as it is. */
static void make_run(Hyper *h, uint32_t run)
{
    struct assay_buf *out = h->out, put;
    const char *names = "", *keep = "";
    bool any = false;

    assay_buf_init(&put, NULL, 0);
    h->out = &put;
    for (uint32_t i = 0; i < h->f->nparams; i++) {
        const CParam *p = &h->f->params[i];
        const char *name = c_run_name(h->e, run, p->name);
        names = c_text(h->e, "%s, &%s", names, name);
        any = any || is_fresh(hyper_input(h->h, run, p));
        if (is_fresh(hyper_input(h->h, run, p)))
            continue;
        keep = c_text(h->e, "%s        %s assay_kept_%s = %s;\n", keep,
                      c_plain_type(h->e, p->type), p->name, name);
        any = keep_parts(h, run, p) || any;
        assay_buf_printf(&put, "        %s = assay_kept_%s;\n", name, p->name);
    }
    h->out = out;
    if (any)
        assay_buf_printf(out,
                         "    for (assay_round = 0; assay_round < %d; assay_round++) {\n"
                         "%s"
                         "        _Bool assay_made = %s(assay_in%s) && "
                         "!assay_inputs_settle(assay_in);\n\n"
                         "%s"
                         "        if (assay_made)\n            break;\n    }\n",
                         C_ROUNDS, keep, h->maker, names, put.at);
    h->e->no_memory = h->e->no_memory || put.status;
    assay_buf_done(&put);
}

/* ---- Places in memory that a run finds otherwise. */

static const char *draw_region(Emit *e, const char *at, const char *count,
                               const CType *element, void *ctx)
{
    return c_text(e, "assay_run_draw(assay_in, %u, %s, (void *)%s, (assay_size_)(%s));",
                  *(const uint32_t *)ctx, c_layout(e, element), at, count);
}

const char *hyper_place(Hyper *h, const AcslRunInput *i)
{
    return c_text(h->e, "assay_place_%u", (unsigned)(i - h->h->inputs));
}

static void draw_place(Hyper *h, const AcslRunInput *i)
{
    uint32_t run = i->run;
    const char *text = "";

    hyper_begin_place(h, run);
    if (hyper_has_address(h, i->place))
        text = c_regions(h->e, i->place, false, draw_region, &run);
    if (!cannot(h, i->span))
        assay_buf_printf(h->out, "    %s\n", text);
}

static void compute_place(Hyper *h, const AcslRunInput *i, const char *memory)
{
    hyper_begin(h, memory);
    set(h, i, i->place->sort->c, hyper_place(h, i));
}

/* It is there from the start of the run. A bit field is, with all that is around it. */
static void give_place(Hyper *h, const AcslRunInput *i)
{
    const AcslNode *n = c_bare(i->place);
    const char *at = address(h, i), *name = hyper_place(h, i);

    if (cannot(h, i->span))
        return;
    if (c_is_bit_field(n))
        assay_buf_printf(
            h->out,
            "    { __typeof__(*%s) assay_v;\n"
            "    assay_inputs_assume(assay_in, assay_reach(%s, sizeof assay_v));\n"
            "    __builtin_memcpy(&assay_v, assay_at(assay_run_start(assay_in, %u), %s, "
            "sizeof assay_v), sizeof assay_v);\n"
            "    assay_v.%s = %s;\n"
            "    assay_run_give(assay_in, %u, %s, &assay_v, sizeof assay_v); }\n",
            at, at, i->run, at, n->as.field.name, name, i->run, at);
    else
        assay_buf_printf(h->out,
                         "    assay_run_give(assay_in, %u, %s, &%s, sizeof %s);\n",
                         i->run, at, name, name);
}

static void draw_places(Hyper *h)
{
    for (uint32_t i = 0; i < h->h->ninputs; i++) {
        const AcslRunInput *input = &h->h->inputs[i];
        if (is_argument(input))
            continue;
        if (is_fresh(input))
            draw_place(h, input);
        else if (!hyper_has_result(input->value)) {
            compute_place(h, input, RUN_START);
            give_place(h, input);
        }
    }
}

/* ---- The precondition. */

static void assume(Hyper *h)
{
    for (uint32_t run = 2; run <= h->h->nruns; run++)
        assay_buf_printf(h->out, "    assay_inputs_assume(assay_in, %s);\n",
                         c_required(h->e, h->w, NULL, run));
    for (uint32_t i = 0; i < h->h->nclauses; i++) {
        const AcslClause *c = &h->h->clauses[i];
        const char *truth;
        if (c->kind != CLAUSE_ASSUMES)
            continue;
        hyper_begin(h, RUN_START);
        truth = c_truth(h->e, c->body);
        if (!cannot(h, c->span))
            assay_buf_printf(h->out, "    %sassay_inputs_assume(assay_in, %s);\n",
                             h->e->texts ? "assay_texts_begin();\n    " : "", truth);
    }
}

/* ---- Runs. */

const char *hyper_result(Hyper *h, uint32_t run)
{
    return c_text(h->e, "assay_result_%u", run);
}

/* What is computed of a result, when it is there. */
static void set_place(Hyper *h, const AcslRunInput *i)
{
    const char *at, *to;

    compute_place(h, i, RUN_NOW);
    at = address(h, i);
    to = lvalue(h, i);
    if (!cannot(h, i->span))
        assay_buf_printf(h->out,
                         "        assay_inputs_assume(assay_in, assay_reach(%s, sizeof "
                         "*%s));\n        %s = %s;\n",
                         at, at, to, hyper_place(h, i));
}

/* Whether what must be equal says nothing of addresses. */
static bool is_free_of_pointers(const Hyper *h)
{
    for (uint32_t i = 0; i < h->h->nsame; i++) {
        const AcslNode *what = c_bare(h->h->same[i].what);
        const AcslSort *sort = what->sort->kind == SORT_SET ? what->sort->of : what->sort;
        if (sort->kind != SORT_C || c_has_pointer(sort->c))
            return false;
    }
    return true;
}

/* A deterministic function does not look at where its inputs are: run 2 gets copies. */
static void move_inputs(Hyper *h, uint32_t run)
{
    if (run != 2 || strcmp(h->h->kind, "deterministic") != 0 || !is_free_of_pointers(h))
        return;
    for (uint32_t i = 0; i < h->f->nparams; i++)
        if (h->f->params[i].type->kind == C_POINTER)
            assay_buf_printf(h->out, "        assay_run_move(assay_in, (void *)&%s);\n",
                             c_run_name(h->e, run, h->f->params[i].name));
}

/* What the run finds in memory, and what it gets from a run before it. Returns whether it
 * is other than it was when the precondition was looked at. */
static bool set_inputs(Hyper *h, uint32_t run)
{
    bool other = h->h->follows && h->h->follows[run - 1] > 0;

    for (uint32_t i = 0; i < h->h->ninputs; i++) {
        const AcslRunInput *input = &h->h->inputs[i];
        bool computed = needs_result(input);
        if (input->run != run)
            continue;
        if (computed && is_argument(input))
            set_param(h, input, RUN_NOW);
        else if (computed)
            set_place(h, input);
        other = other || !is_argument(input) || computed;
    }
    return other;
}

static void add_call(Hyper *h, uint32_t run)
{
    assay_buf_printf(h->out, "        assay_run_write(assay_in, %u);\n", run);
    if (set_inputs(h, run))
        assay_buf_printf(h->out, "        assay_inputs_assume(assay_in, %s);\n",
                         c_required(h->e, h->w, NULL, run));
    move_inputs(h, run);
    assay_buf_puts(h->out, "        ");
    if (h->f->result->kind != C_VOID)
        assay_buf_printf(h->out, "%s = ", hyper_result(h, run));
    assay_buf_printf(h->out, "%s(%s);\n", c_callee(h->e, h->f),
                     c_param_names(h->e, h->f, c_run_name(h->e, run, "")));
}

/* A deterministic function has the same inputs again: what the call before it made of
 * them is undone. */
static void add_calls(Hyper *h, uint32_t run)
{
    uint32_t before = h->h->follows ? h->h->follows[run - 1] : 0;
    bool again = before > 0 && strcmp(h->h->kind, "deterministic") == 0;

    if (again)
        assay_buf_puts(h->out, "        assay_run_remember(assay_in);\n");
    if (before > 0)
        add_calls(h, before);
    if (again)
        assay_buf_puts(h->out, "        assay_run_recall(assay_in);\n");
    add_call(h, run);
}

/* Whether a term is about results and parameters by value: memory is not looked at. */
static bool is_of_values(const AcslNode *n)
{
    bool field = n->kind == NODE_FIELD && !n->as.field.arrow;

    if ((n->kind == NODE_RESULT || n->kind == NODE_PARAM) &&
        (n->sort->kind != SORT_C || c_has_pointer(n->sort->c)))
        return false;
    for (uint32_t i = 0; i < n->nargs; i++)
        if (n->args[i] && !is_of_values(n->args[i]))
            return false;
    return field || n->kind == NODE_RESULT || n->kind == NODE_PARAM ||
           n->kind == NODE_INT || n->kind == NODE_REAL || n->kind == NODE_TRUE ||
           n->kind == NODE_FALSE || n->kind == NODE_OP || n->kind == NODE_IF ||
           n->kind == NODE_CAST || n->kind == NODE_AT || n->kind == NODE_NAMED;
}

/* Whether only results without pointers are looked at. */
static bool is_about_results(const Hyper *h)
{
    for (uint32_t i = 0; i < h->h->nsame; i++)
        if (c_bare(h->h->same[i].what)->kind != NODE_RESULT)
            return false;
    for (uint32_t i = 0; i < h->h->nclauses; i++)
        if (h->h->clauses[i].kind == CLAUSE_ENSURES &&
            !is_of_values(h->h->clauses[i].body))
            return false;
    return is_free_of_pointers(h);
}

/* Whether nothing that a run does can be seen by another. Memory is then as all find it,
 * but for what is given to a run, which nobody sees after it. */
static bool is_in_place(const Hyper *h)
{
    for (uint32_t i = 0; i < h->h->ninputs; i++)
        if (!is_argument(&h->h->inputs[i]) &&
            (needs_result(&h->h->inputs[i]) || !is_about_results(h)))
            return false;
    return !h->f->touches_state;
}

static void add_run(Hyper *h, uint32_t run)
{
    bool result = h->f->result->kind != C_VOID;

    assay_buf_printf(h->out, "    if (assay_run_begin(assay_in, %u, %d, %s, %s%s)) {\n",
                     run, is_in_place(h), result ? c_layout(h->e, h->f->result) : "0",
                     result ? "&" : "0", result ? hyper_result(h, run) : "");
    add_calls(h, run);
    assay_buf_puts(h->out, "        assay_run_end(assay_in);\n    }\n");
}

/* ---- Checks. */

static void add_failure(Hyper *h, const char *test, Span span, const char *explanation)
{
    assay_buf_printf(h->out,
                     "    if (!%s) {\n"
                     "        struct assay_says assay_s[1];\n\n"
                     "        assay_says_begin(assay_s, &%s, (const void *)0);\n"
                     "%s"
                     "        assay_violated(assay_s);\n"
                     "    }\n",
                     test, c_site_of(h->e, "hyper", h->h->name, span), explanation);
}

static void check_clause(Hyper *h, const AcslClause *c)
{
    Emit *e = h->e;
    const char *truth, *explanation;

    e->summary->clauses++;
    hyper_begin(h, RUN_DONE);
    truth = c_truth(e, c->body);
    if (cannot(h, c->span))
        return;
    if (e->texts)
        assay_buf_puts(h->out, "    assay_texts_begin();\n");
    if (e->memo)
        assay_buf_puts(h->out, "    assay_memo_clear();\n");
    explanation = c_explain(e, c->body, true);
    add_failure(h, truth, c->body->span, e->why ? "" : explanation);
    e->why = NULL;
}

typedef struct {
    uint32_t one, other;
} Runs;

static const char *compare_region(Emit *e, const char *at, const char *count,
                                  const CType *element, void *ctx)
{
    const Runs *r = ctx;

    return c_text(e,
                  "assay_same = assay_same && assay_runs_same(assay_in, %u, %u, %s, %s, "
                  "(assay_size_)(%s));",
                  r->one, r->other, c_layout(e, element), at, count);
}

static void check_same(Hyper *h, const AcslSame *s)
{
    Runs r = {s->one, s->other};
    const char *text;

    h->e->summary->clauses++;
    if (c_bare(s->what)->kind == NODE_RESULT) {
        text = c_text(h->e, "assay_results_same(assay_in, %u, %u, %s, &%s, &%s)", s->one,
                      s->other, c_layout(h->e, h->f->result), hyper_result(h, s->one),
                      hyper_result(h, s->other));
        add_failure(h, text, h->h->span, "");
        return;
    }
    hyper_begin(h, RUN_NOW);
    text = c_regions(h->e, s->what, false, compare_region, &r);
    if (cannot(h, s->what->span))
        return;
    assay_buf_printf(h->out, "    {\n    _Bool assay_same = 1;\n    %s\n", text);
    add_failure(h, "assay_same", h->h->span, "");
    assay_buf_puts(h->out, "    }\n");
}

static void check(Hyper *h)
{
    for (uint32_t i = 0; i < h->h->nsame; i++)
        check_same(h, &h->h->same[i]);
    for (uint32_t i = 0; i < h->h->nclauses; i++)
        if (h->h->clauses[i].kind == CLAUSE_ENSURES)
            check_clause(h, &h->h->clauses[i]);
}

/* ---- The test. */

static void declare(Hyper *h, struct assay_buf *out)
{
    for (uint32_t i = 0; i < h->f->nparams; i++)
        for (uint32_t run = 1; run <= h->h->nruns; run++)
            assay_buf_printf(out, "    %s %s;\n",
                             c_plain_type(h->e, h->f->params[i].type),
                             c_run_name(h->e, run, h->f->params[i].name));
    for (uint32_t run = 1; h->f->result->kind != C_VOID && run <= h->h->nruns; run++)
        assay_buf_printf(out, "    %s %s;\n", c_plain_type(h->e, h->f->result),
                         hyper_result(h, run));
    for (uint32_t i = 0; i < h->h->ninputs; i++)
        if (!is_argument(&h->h->inputs[i]) && h->h->inputs[i].value)
            assay_buf_printf(out, "    %s %s;\n",
                             c_plain_type(h->e, h->h->inputs[i].place->sort->c),
                             hyper_place(h, &h->h->inputs[i]));
}

static void add_body(Hyper *h)
{
    c_draw_inputs(h->e, h->w, h->tested, h->maker, h->out);
    copy_params(h);
    draw_params(h);
    compute_params(h);
    for (uint32_t run = 2; run <= h->h->nruns; run++)
        make_run(h, run);
    compute_params(h);
    draw_places(h);
    assume(h);
    assay_buf_printf(h->out, "    assay_inputs_ready(assay_in, \"%s\");\n", h->f->name);
    hyper_give(h, false);
    for (uint32_t run = 1; run <= h->h->nruns; run++)
        add_run(h, run);
    for (uint32_t i = 0; i < h->h->ninputs; i++)
        if (is_argument(&h->h->inputs[i]) && needs_result(&h->h->inputs[i]))
            set_param(h, &h->h->inputs[i], RUN_DONE);
    hyper_give(h, true);
    hyper_tell(h);
    check(h);
    assay_buf_puts(h->out, "    assay_inputs_end(assay_in, 0, 0);\n");
}

void c_hyper_test(Emit *e, const Wrapped *w, const AcslHyper *hyper,
                  struct assay_buf *out)
{
    struct assay_buf body;
    Hyper h = {.e = e, .w = w, .h = hyper, .f = w->contract->function, .out = &body};
    const char *symbol = c_text(e, "assay_tested_%s_hyper_%s", h.f->name, hyper->name);

    h.tested = &w->contract->behaviors[hyper->behavior];
    h.maker = c_maker(e, w->contract, h.tested);
    assay_buf_init(&body, NULL, 0);
    add_body(&h);
    c_flush(e, out);
    assay_buf_printf(out,
                     "void %s(struct assay_test *assay_t);\n"
                     "ASSAY_LOGIC_ void %s(struct assay_test *assay_t)\n{\n"
                     "    struct assay_inputs *assay_in;\n"
                     "    int assay_round;\n",
                     symbol, symbol);
    declare(&h, out);
    c_keep_world(e, out);
    assay_buf_add(out, body.at, body.len);
    assay_buf_puts(out, "}\n\n");
    e->no_memory = e->no_memory || body.status;
    assay_buf_done(&body);
    c_test_entry(e, w->contract, h.tested, hyper, symbol);
}
