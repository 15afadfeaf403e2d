/*
 * What the report of a hyperproperty shows, and what its reproducer is made of: the
 * inputs of all runs, their results, and the places that the promise speaks of, each a
 * row.
 */
#include "emit/contract_hyper.h"
#include <string.h>

/* ---- The report. */

static const char *row_of(const Hyper *h, const CParam *p)
{
    for (uint32_t run = 2; run <= h->h->nruns; run++)
        if (hyper_input(h->h, run, p))
            return "ASSAY_ROW_DIFFERENT";
    return "ASSAY_ROW_EQUAL";
}

static bool is_same_result(const Hyper *h)
{
    for (uint32_t i = 0; i < h->h->nsame; i++)
        if (c_bare(h->h->same[i].what)->kind == NODE_RESULT)
            return true;
    return false;
}

static void tell_params(Hyper *h)
{
    for (uint32_t i = 0; i < h->f->nparams; i++)
        for (uint32_t run = 1; run <= h->h->nruns; run++)
            assay_buf_printf(h->out,
                             "    assay_run_tell(assay_in, %u, %s, \"%s\", %s, &%s);\n",
                             run, row_of(h, &h->f->params[i]), h->f->params[i].name,
                             c_layout(h->e, h->f->params[i].type),
                             c_run_name(h->e, run, h->f->params[i].name));
}

static void tell_results(Hyper *h)
{
    if (h->f->result->kind == C_VOID)
        return;
    for (uint32_t run = 1; run <= h->h->nruns; run++)
        assay_buf_printf(
            h->out, "    assay_run_tell(assay_in, %u, %s, \"\\\\result\", %s, &%s);\n",
            run, is_same_result(h) ? "ASSAY_ROW_SAME" : "ASSAY_ROW_SEEN",
            c_layout(h->e, h->f->result), hyper_result(h, run));
}

typedef struct {
    const char *row, *name;
    uint32_t first, last; /* runs */
} Told;

static const char *tell_region(Emit *e, const char *at, const char *count,
                               const CType *element, void *ctx)
{
    const Told *t = ctx;

    return c_text(e,
                  "for (unsigned assay_k = %u; assay_k <= %u; assay_k++) "
                  "assay_run_tell_all(assay_in, assay_k, %s, %s, %s, %s, "
                  "(assay_size_)(%s));",
                  t->first, t->last, t->row, t->name, c_layout(e, element), at, count);
}

/* In the state that the first of the runs begins with. */
static void tell_regions(Hyper *h, const AcslNode *place, Told t)
{
    const char *text = "";

    hyper_begin_place(h, t.first);
    if (hyper_has_address(h, place))
        text = c_regions(h->e, place, false, tell_region, &t);
    if (!h->e->why)
        assay_buf_printf(h->out, "    { %s }\n", text);
    h->e->why = NULL;
}

/* The value of a bit field, when the run is `done` or before. */
static void tell_bits(Hyper *h, const AcslNode *n, Told t, bool done)
{
    const char *value;

    hyper_begin(h, done ? RUN_DONE : RUN_START);
    c_enter_run(h->e, t.first);
    value = c_integer(h->e, n, REP_WIDE);
    if (!h->e->why)
        assay_buf_printf(h->out,
                         "    { %s assay_v = (%s)%s;\n"
                         "    assay_run_tell(assay_in, %u, %s, %s, %s, &assay_v); }\n",
                         c_plain_type(h->e, n->sort->c), c_plain_type(h->e, n->sort->c),
                         value, t.first, t.row, t.name, c_layout(h->e, n->sort->c));
    h->e->why = NULL;
}

/* As a string of C. */
static const char *text_of(Hyper *h, const AcslNode *n)
{
    struct assay_buf out, quoted;
    const char *text;

    assay_buf_init(&out, NULL, 0);
    assay_buf_init(&quoted, NULL, 0);
    acsl_print(n, &out);
    assay_buf_c_string(&quoted, out.at, out.len);
    text = c_text(h->e, "%s", quoted.at);
    h->e->no_memory = h->e->no_memory || out.status || quoted.status;
    assay_buf_done(&out);
    assay_buf_done(&quoted);
    return text;
}

/* The first input before `end` that gives this place, in the run or, 0, in any. */
static const AcslRunInput *input_at(Hyper *h, const char *place, uint32_t run,
                                    uint32_t end)
{
    for (uint32_t i = 0; i < end; i++) {
        const AcslRunInput *in = &h->h->inputs[i];
        if (in->place && (run == 0 || in->run == run) &&
            strcmp(text_of(h, in->place), place) == 0)
            return in;
    }
    return NULL;
}

/* A place that some runs find otherwise: once, however many they are. */
static void tell_input(Hyper *h, uint32_t number)
{
    const AcslNode *place = h->h->inputs[number].place;
    Told t = {"ASSAY_ROW_DIFFERENT", text_of(h, place), 0, 0};

    if (input_at(h, t.name, 0, number))
        return;
    for (uint32_t run = 1; run <= h->h->nruns; run++) {
        const AcslRunInput *in = input_at(h, t.name, run, h->h->ninputs);
        t.first = t.last = run;
        if (in && in->value && !in->part_of)
            assay_buf_printf(
                h->out, "    assay_run_tell(assay_in, %u, %s, %s, %s, &%s);\n", run,
                t.row, t.name, c_layout(h->e, place->sort->c), hyper_place(h, in));
        else if (c_is_bit_field(c_bare(place)))
            tell_bits(h, c_bare(place), t, false);
        else
            tell_regions(h, place, t);
    }
}

static bool is_fixed(const AcslNode *n);

/* Whether a value can be had without reading memory: what guards a clause from invalid
 * pointers does not guard its rows. */
static bool is_plain(const AcslNode *n)
{
    switch (n->kind) {
    case NODE_PARAM:
    case NODE_INT:
        return true;
    case NODE_OP:
        return (n->as.op.op == ACSL_ADD || n->as.op.op == ACSL_SUB) && n->nargs == 2 &&
               is_plain(n->args[0]) && is_plain(n->args[1]);
    default:
        return n->sort->kind == SORT_C && n->sort->c->kind == C_ARRAY && is_fixed(n);
    }
}

/* The same of the address of a place. */
static bool is_fixed(const AcslNode *n)
{
    switch (n->kind) {
    case NODE_GLOBAL:
        return true;
    case NODE_DEREF:
        return is_plain(n->args[0]);
    case NODE_INDEX:
        return is_plain(n->args[0]) && is_plain(n->args[1]);
    case NODE_FIELD:
        return n->as.field.arrow ? is_plain(n->args[0]) : is_fixed(n->args[0]);
    default:
        return false;
    }
}

/* Clauses about bit fields are those of known hyperproperties, which nothing guards. */
static bool is_seen_place(const Hyper *h, const AcslNode *n)
{
    if (c_is_bit_field(n))
        return h->h->kind[0] != '\0';
    return n->sort->kind == SORT_C && n->sort->c->kind != C_ARRAY && is_fixed(n);
}

/* Whether the place needs a row: it has none yet. */
static bool add_seen(Hyper *h, const char *name)
{
    for (uint32_t i = 0; i < h->nseen; i++)
        if (strcmp(h->seen[i], name) == 0)
            return false;
    if (h->nseen == SEEN_MAX || input_at(h, name, 0, h->h->ninputs))
        return false;
    h->seen[h->nseen++] = name;
    return true;
}

/* Places that a clause reads, as each run left them. */
static void tell_seen(Hyper *h, const AcslNode *n)
{
    Told t = {h->h->kind[0] ? "ASSAY_ROW_SAME" : "ASSAY_ROW_SEEN", "", 0, 0};

    if (n->kind == NODE_AT && n->as.label.kind != LABEL_RUN)
        return;
    if (!is_seen_place(h, n)) {
        for (uint32_t i = 0; i < n->nargs; i++)
            if (n->args[i])
                tell_seen(h, n->args[i]);
        return;
    }
    t.name = text_of(h, n);
    for (uint32_t run = add_seen(h, t.name) ? 1 : UINT32_MAX; run <= h->h->nruns; run++) {
        t.first = t.last = run;
        if (c_is_bit_field(n))
            tell_bits(h, n, t, true);
        else
            tell_regions(h, n, t);
    }
}

void hyper_tell(Hyper *h)
{
    tell_params(h);
    for (uint32_t i = 0; i < h->h->ninputs; i++)
        if (h->h->inputs[i].place)
            tell_input(h, i);
    tell_results(h);
    for (uint32_t i = 0; i < h->h->nclauses; i++)
        if (h->h->clauses[i].kind == CLAUSE_ENSURES)
            tell_seen(h, h->h->clauses[i].body);
    for (uint32_t i = 0; i < h->h->nsame; i++) {
        const AcslNode *what = h->h->same[i].what;
        if (c_bare(what)->kind != NODE_RESULT && add_seen(h, text_of(h, what)))
            tell_regions(h, what,
                         (Told){"ASSAY_ROW_SAME", text_of(h, what), 1, h->h->nruns});
    }
}

/* ---- For a program that makes the same runs. */

typedef struct {
    uint32_t run;
    const char *name, *values;
} Given;

static const char *give_region(Emit *e, const char *at, const char *count,
                               const CType *element, void *ctx)
{
    const Given *g = ctx;

    return c_text(e,
                  "assay_run_placed(assay_in, %u, %s, %s, (const void *)%s, %s, "
                  "(assay_size_)(%s));",
                  g->run, g->name, c_layout(e, element), at, g->values, count);
}

static void give_place(Hyper *h, const AcslRunInput *i)
{
    Given g = {i->run, text_of(h, i->place),
               i->value ? c_text(h->e, "&%s", hyper_place(h, i)) : "0"};
    const char *text = "";

    hyper_begin_place(h, i->run);
    if (hyper_has_address(h, i->place))
        text = c_regions(h->e, i->place, false, give_region, &g);
    if (!h->e->why)
        assay_buf_printf(h->out, "    { %s }\n", text);
    h->e->why = NULL;
}

/* A result as it is: the program has it in a variable. */
static bool is_result(const AcslNode *n)
{
    n = c_bare(n);
    if (n->kind == NODE_AT && n->as.label.kind == LABEL_RUN)
        n = c_bare(n->args[0]);
    return n->kind == NODE_RESULT;
}

static void give_param(Hyper *h, uint32_t run, const CParam *p)
{
    assay_buf_printf(h->out, "    assay_run_given(assay_in, %u, \"%s\", %s, &%s);\n", run,
                     p->name, c_layout(h->e, p->type), c_run_name(h->e, run, p->name));
}

/* A parameter of which parts are given: with the last of them. */
static bool is_last_part(const Hyper *h, const AcslRunInput *in)
{
    for (const AcslRunInput *i = in + 1; i < h->h->inputs + h->h->ninputs; i++)
        if (i->run == in->run && i->part_of == in->part_of)
            return false;
    return true;
}

/* `done`: what needs the results of other runs. */
void hyper_give(Hyper *h, bool done)
{
    for (uint32_t i = 0; i < h->h->ninputs; i++) {
        const AcslRunInput *in = &h->h->inputs[i];
        if (in->part_of && done && is_last_part(h, in))
            give_param(h, in->run, in->part_of);
        if (in->part_of || done != (in->value && hyper_has_result(in->value)))
            continue;
        if (in->place && !done)
            give_place(h, in);
        else if (in->param && in->value && !is_result(in->value))
            give_param(h, in->run, in->param);
    }
}
