/*
 * Labels: the states that are known where a term stands, and those of calls.
 *
 * A definition that reads memory and declares no label has one: "L". Whether one reads
 * memory depends on those it calls, so it is found when all bodies are read, until
 * nothing changes; then the calls in them get their labels.
 */
#include "acsl/parse.h"
#include <string.h>

static const char *const implicit_label[] = {"L"};

/* ---- Labels of names. */

static bool owner_label(Reader *r, Token name, AcslLabel *label)
{
    Owner *o = r->owner;

    label->kind = LABEL_PARAM;
    for (uint32_t i = 0; i < o->nlabels; i++)
        if (assay_str_equal(name.text, assay_str(o->labels[i]))) {
            label->number = i;
            return true;
        }
    if (o->nlabels <= 1 && assay_str_equal(name.text, assay_str("Here"))) {
        o->reads = true;
        return true;
    }
    return false;
}

static bool c_label(const Reader *r, Token name, AcslLabel *label)
{
    for (uint32_t i = 0; r->code && i < r->function->nlabels; i++)
        if (assay_str_equal(name.text, assay_str(r->function->labels[i].name))) {
            label->kind = LABEL_C;
            label->c = &r->function->labels[i];
            return true;
        }
    return false;
}

static bool known_label(const Reader *r, Token name, AcslLabel *label)
{
    const struct {
        const char *name;
        LabelKind kind;
        bool here;
    } all[] = {{"Here", LABEL_HERE, true},
               {"Pre", LABEL_OLD, r->function != NULL},
               {"Old", LABEL_OLD, r->post || r->code},
               {"Post", LABEL_POST, r->post},
               {"LoopEntry", LABEL_LOOP_ENTRY, r->code},
               {"LoopCurrent", LABEL_LOOP_CURRENT, r->code},
               {"Init", LABEL_INIT, true}};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].here && assay_str_equal(name.text, assay_str(all[i].name))) {
            label->kind = all[i].kind;
            return true;
        }
    return false;
}

static void unknown_label(Reader *r, Token name)
{
    Diagnostic *d;

    if (r->owner && r->owner->nlabels == 0)
        d = acsl_wrong(
            r, DIAG_ACSL_LABEL, name.span,
            "there is no label '%s' here; a definition declares its labels, as "
            "in P{L}(...)",
            name.text.at);
    else
        d = acsl_wrong(r, DIAG_ACSL_LABEL, name.span, "there is no label '%s' here",
                       name.text.at);
    if (!r->owner && !r->post && !r->code && name.text.len == 3 &&
        memcmp(name.text.at, "Old", 3) == 0)
        acsl_note(r, d, "help",
                  "this clause speaks of the state before the call already");
}

bool acsl_label(Reader *r, Token name, AcslLabel *ret_label)
{
    AcslLabel label = {.name = name.text.at, .span = name.span};
    bool good;

    if (r->owner)
        good = owner_label(r, name, &label) ||
               (assay_str_equal(name.text, assay_str("Init")) &&
                known_label(r, name, &label));
    else
        good = known_label(r, name, &label) || c_label(r, name, &label);
    if (!good) {
        unknown_label(r, name);
        return false;
    }
    *ret_label = label;
    return true;
}

void acsl_written_labels(Reader *r, List *ret_labels)
{
    Token name;

    if (acsl_is_run(r) || !parser_accept(&r->parser, "{"))
        return;
    do {
        AcslLabel *label = acsl_new(r, 1, sizeof *label);
        if (!parser_expect_kind(&r->parser, TOKEN_NAME, "a label", &name) || !label)
            return;
        if (acsl_label(r, name, label))
            acsl_list_add(r, ret_labels, label);
    } while (parser_accept(&r->parser, ","));
    parser_expect(&r->parser, "}");
}

/* ---- Labels of calls. */

/* The state of a call that names none; false, reported, if that says nothing. */
static bool default_label(Reader *r, const Call *c, AcslLabel *ret_label)
{
    *ret_label = c->here;
    if (c->in_at || !c->owner)
        return true;
    ret_label->kind = LABEL_PARAM;
    ret_label->number = 0;
    if (c->owner->nlabels == 1) {
        ret_label->name = c->owner->labels[0];
        return true;
    }
    acsl_wrong(r, DIAG_ACSL_LABEL, c->node->span,
               "the state is missing; write one of the labels, as in %s{%s}(...)",
               c->node->as.call.logic->name,
               c->owner->nlabels ? c->owner->labels[0] : "L");
    return false;
}

static bool give_labels(Reader *r, const Call *c)
{
    AcslNode *n = c->node;
    const AcslLogic *l = n->as.call.logic;
    AcslLabel *label;

    if (n->as.call.nlabels == l->nlabels)
        return true;
    if (n->as.call.nlabels > 0 || l->nlabels > 1) {
        acsl_wrong(r, DIAG_ACSL_LABEL, n->span, "'%s' has %u label%s, not %u", l->name,
                   l->nlabels, l->nlabels == 1 ? "" : "s", n->as.call.nlabels);
        return false;
    }
    label = acsl_new(r, 1, sizeof *label);
    if (!label || !default_label(r, c, label))
        return false;
    n->as.call.labels = label;
    n->as.call.nlabels = 1;
    return true;
}

void acsl_note_call(Reader *r, AcslNode *call, Def *def, const List *written)
{
    Call *c = acsl_new(r, 1, sizeof *c);

    if (!c)
        return;
    call->as.call.labels = acsl_list_flat(r, written, sizeof(AcslLabel));
    call->as.call.nlabels = written->count;
    *c = (Call){call, r->owner, r->def, r->in, r->here, r->in_at};
    if (!r->owner) {
        if (!give_labels(r, c))
            call->sort = NULL;
        return;
    }
    acsl_list_add(r, &r->calls, c);
    if (r->def)
        acsl_list_add(r, &r->def->uses, def);
}

/* ---- Other states. */

static void move_call(Reader *r, AcslNode *n, AcslLabel to)
{
    AcslLabel *labels = acsl_new(r, n->as.call.nlabels, sizeof *labels);

    if (!labels)
        return;
    for (uint32_t i = 0; i < n->as.call.nlabels; i++)
        labels[i] = n->as.call.labels[i].kind == LABEL_HERE ? to : n->as.call.labels[i];
    n->as.call.labels = labels;
}

AcslNode *acsl_moved(Reader *r, const AcslNode *n, AcslLabel to)
{
    AcslNode *copy = acsl_node_of(r, n->kind, n->span, n->sort, n->args, n->nargs);
    AcslNode **args = copy->args;

    if (r->no_memory)
        return copy;
    *copy = *n;
    copy->args = args;
    for (uint32_t i = 0; n->kind != NODE_AT && i < n->nargs; i++)
        args[i] = n->args[i] ? acsl_moved(r, n->args[i], to) : NULL;
    if (n->kind == NODE_CALL)
        move_call(r, copy, to);
    else if (n->kind == NODE_BUILTIN && n->as.builtin.label.kind == LABEL_HERE)
        copy->as.builtin.label = to;
    return copy;
}

/* ---- What a body reads. */

typedef struct {
    bool here, elsewhere; /* in its own state, in another one */
    Span where;
} Reads;

static bool depends_on_memory(AcslBuiltin b)
{
    return b <= BUILTIN_OFFSET ||
           (b >= BUILTIN_STRLEN && b <= BUILTIN_VALID_STRING_OR_NULL);
}

static bool is_array(const AcslNode *n)
{
    const AcslSort *s = acsl_element(n->sort);

    return s && s->kind == SORT_C && s->c->kind == C_ARRAY;
}

/* Whether this node itself reads memory; `place`: only its address is wanted. */
static bool reads(const AcslNode *n, bool place)
{
    switch (n->kind) {
    case NODE_INDEX:
        return !place && !is_array(n) && acsl_pointee(acsl_element(n->args[0]->sort));
    case NODE_TEXT:
        return n->args[0]->kind != NODE_STRING;
    case NODE_DEREF:
    case NODE_GLOBAL:
    case NODE_GHOST:
        return !place && !is_array(n);
    case NODE_FIELD:
        return n->as.field.arrow && !place && !is_array(n);
    case NODE_BUILTIN:
        return depends_on_memory(n->as.builtin.builtin);
    default:
        return false;
    }
}

/* Whether only the address of an argument is wanted. */
static bool wants_place(const AcslNode *n, uint32_t arg, bool place)
{
    if (n->kind == NODE_ADDRESS)
        return true;
    if (n->kind == NODE_INDEX)
        return arg == 0 && is_array(n->args[0]);
    return n->kind == NODE_FIELD && !n->as.field.arrow && (place || is_array(n));
}

static void find_reads(Reads *found, const AcslNode *n, bool place, bool in_at)
{
    bool there =
        in_at || (n->kind == NODE_BUILTIN && n->as.builtin.label.kind != LABEL_HERE);

    if (reads(n, place)) {
        if (!there && !found->here)
            found->where = n->span;
        found->here |= !there;
        found->elsewhere |= there;
    }
    in_at |= n->kind == NODE_AT;
    for (uint32_t i = 0; i < n->nargs; i++)
        if (n->args[i])
            find_reads(found, n->args[i], wants_place(n, i, place), in_at);
}

void acsl_note_reads(Reader *r, const AcslNode *body)
{
    Reads found = {0};

    if (acsl_is_bad(body) || !r->owner)
        return;
    find_reads(&found, body, false, false);
    r->owner->reads |= found.here;
    if (r->def)
        r->def->logic.reads_memory |= found.here || found.elsewhere;
    if (found.here && r->owner->nlabels > 1)
        acsl_wrong(r, DIAG_ACSL_LABEL, found.where,
                   "which state is this read in? There are several labels: write "
                   "\\at(..., %s)",
                   r->owner->labels[0]);
}

/* ---- After all bodies. */

/* A label that is not written, if one is needed. */
static bool add_label(Owner *o, bool needed)
{
    if (o->nlabels > 0 || !needed)
        return false;
    o->labels = implicit_label;
    o->nlabels = 1;
    return true;
}

static bool call_needs(const Call *c)
{
    return !c->in_at && c->node->as.call.nlabels == 0 &&
           c->node->as.call.logic->nlabels == 1;
}

static void publish_labels(Def *d)
{
    d->logic.labels = d->owner.labels;
    d->logic.nlabels = d->owner.nlabels;
}

/* Cases share the fate of their predicate. */
static bool spread_cases(Def *d)
{
    bool changed = false;

    for (uint32_t i = 0; i < d->cases.count; i++) {
        Case *c = d->cases.at[i];
        changed |= add_label(&c->owner, c->owner.reads);
        changed |= add_label(&d->owner, c->owner.nlabels > 0 && !c->owner.written);
    }
    return changed;
}

static void find_labels(Reader *r)
{
    bool changed = true;

    for (uint32_t i = 0; i < r->axiomatics.count; i++) {
        const Axiomatic *a = r->axiomatics.at[i];
        for (uint32_t k = 0; k < a->axioms.count; k++) {
            Case *c = a->axioms.at[k];
            add_label(&c->owner, c->owner.reads);
        }
    }
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < r->defs.count; i++) {
            Def *d = r->defs.at[i];
            changed |= add_label(&d->owner, d->owner.reads);
            changed |= spread_cases(d);
            publish_labels(d);
        }
        for (uint32_t i = 0; i < r->calls.count; i++) {
            const Call *c = r->calls.at[i];
            changed |= call_needs(c) && add_label(c->owner, true);
        }
    }
}

static void label_calls(Reader *r)
{
    for (uint32_t i = 0; i < r->calls.count; i++) {
        const Call *c = r->calls.at[i];
        if (give_labels(r, c))
            continue;
        if (c->user)
            c->user->bad = true;
        if (c->in)
            c->in->bad = true;
    }
}

/* What uses something bad is bad. */
static void spread_bad(Reader *r)
{
    bool changed = true;

    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < r->calls.count; i++) {
            const Call *c = r->calls.at[i];
            const Def *used = (const Def *)(const void *)c->node->as.call.logic;
            if (!used->bad)
                continue;
            if (c->user && !c->user->bad)
                changed = c->user->bad = true;
            if (c->in)
                c->in->bad = true;
        }
    }
}

/* The good ones of a list of cases, as an array. */
static AcslCase *flat_cases(Reader *r, const List *cases, uint32_t *ret_count)
{
    List good = {0};

    for (uint32_t i = 0; i < cases->count; i++) {
        Case *c = cases->at[i];
        c->out.labels = c->owner.labels;
        c->out.nlabels = c->owner.nlabels;
        if (!c->bad)
            acsl_list_add(r, &good, &c->out);
    }
    *ret_count = good.count;
    return acsl_list_flat(r, &good, sizeof(AcslCase));
}

void acsl_finish_definitions(Reader *r)
{
    find_labels(r);
    label_calls(r);
    spread_bad(r);
    for (uint32_t i = 0; i < r->defs.count; i++) {
        Def *d = r->defs.at[i];
        for (uint32_t k = 0; k < d->cases.count; k++)
            d->bad |= ((const Case *)d->cases.at[k])->bad;
        d->logic.cases = flat_cases(r, &d->cases, &d->logic.ncases);
    }
    spread_bad(r);
    for (uint32_t i = 0; i < r->axiomatics.count; i++) {
        Axiomatic *a = r->axiomatics.at[i];
        a->out.axioms = flat_cases(r, &a->axioms, &a->out.naxioms);
    }
    acsl_order(r);
}
