/*
 * What language types mean for a unit, beyond its clauses: a function whose parameters or
 * result have one has a contract, if an empty one; and string literals that get one are
 * looked at before the program runs. One that is no sentence is an error where it stands.
 */
#include "acsl/parse.h"
#include "lang/lang.h"
#include <string.h>

#define LANGUAGES 8

/* ---- Types that say something. */

static bool same_record(const CType *a, const CType *b)
{
    if (a->kind != b->kind || (a->kind != C_STRUCT && a->kind != C_UNION))
        return false;
    return a->tag && b->tag && a->tag[0] ? strcmp(a->tag, b->tag) == 0
                                         : a->fields == b->fields;
}

bool acsl_is_about(const AcslInvariant *i, const CType *type)
{
    const CType *about = i->about ? i->about->sort->c : NULL;

    if (!about || same_record(about, type))
        return about != NULL;
    for (; about->alias && type && type->alias; type = type->alias->type)
        if (strcmp(type->alias->name, about->alias->name) == 0)
            return true;
    return false;
}

static bool says_something(const AcslFile *file, const CType *type)
{
    const AcslLanguage *any;
    bool record = type->kind == C_STRUCT || type->kind == C_UNION;

    if (acsl_languages_of(file, type, &any, 1) > 0)
        return true;
    for (uint32_t i = 0; i < file->ninvariants && !record && type->alias; i++)
        if (acsl_is_about(&file->invariants[i], type))
            return true;
    return false;
}

static bool is_typed(const AcslFile *file, const CFunction *f)
{
    bool any = says_something(file, f->result);

    for (uint32_t i = 0; i < f->nparams && !any; i++)
        any = says_something(file, f->params[i].type);
    return any;
}

void acsl_add_typed(Reader *r, const AcslFile *file)
{
    for (uint32_t i = 0; i < r->unit->nfunctions; i++) {
        const CFunction *f = &r->unit->functions[i];
        if (f->definition && !f->system && is_typed(file, f))
            acsl_contract_of(r, f);
    }
}

/* ---- Lengths that contracts give. */

static const AcslNode *bare(const AcslNode *n)
{
    while (n->kind == NODE_NAMED)
        n = n->args[0];
    return n;
}

static bool is_it(const AcslNode *n, const void *param)
{
    n = bare(n);
    return param ? n->kind == NODE_PARAM && n->as.param.param == param
                 : n->kind == NODE_RESULT;
}

/* it + (0 .. last), &it[0 .. last]: last. */
static const AcslNode *last_of_set(const AcslNode *set, const CParam *param)
{
    const AcslNode *range;

    set = bare(set);
    if (set->kind == NODE_ADDRESS)
        set = bare(set->args[0]);
    else if (set->kind != NODE_OP || set->as.op.op != ACSL_ADD)
        return NULL;
    if (set->nargs != 2 || !is_it(set->args[0], param))
        return NULL;
    range = bare(set->args[1]);
    if (range->kind != NODE_RANGE || !range->args[0] || !range->args[1])
        return NULL;
    return bare(range->args[0])->kind == NODE_INT && bare(range->args[0])->as.integer == 0
               ? range->args[1]
               : NULL;
}

static const AcslNode *last_in(const AcslNode *n, const CParam *param)
{
    const AcslNode *found = NULL;

    n = bare(n);
    if (n->kind == NODE_OP && n->as.op.op == ACSL_AND) {
        found = last_in(n->args[0], param);
        return found ? found : last_in(n->args[1], param);
    }
    if (n->kind != NODE_BUILTIN || (n->as.builtin.builtin != BUILTIN_VALID &&
                                    n->as.builtin.builtin != BUILTIN_VALID_READ))
        return NULL;
    for (uint32_t i = 0; i < n->nargs && !found; i++)
        found = last_of_set(n->args[i], param);
    return found;
}

const AcslNode *acsl_last_element(const AcslContract *c, const CParam *param)
{
    const AcslBehavior *b = &c->behaviors[0];
    ClauseKind kind = param ? CLAUSE_REQUIRES : CLAUSE_ENSURES;
    const AcslNode *found = NULL;

    for (uint32_t i = 0; i < b->nclauses && !found; i++)
        if (b->clauses[i].kind == kind && b->clauses[i].body)
            found = last_in(b->clauses[i].body, param);
    return found;
}

static bool is_variable(const AcslNode *n, const void *ctx)
{
    (void)ctx;
    return n->kind == NODE_PARAM || n->kind == NODE_GLOBAL || n->kind == NODE_GHOST ||
           n->kind == NODE_RESULT;
}

const AcslNode *acsl_last_byte(const AcslContract *c, const CParam *param)
{
    const AcslNode *last = acsl_last_element(c, param);

    return last && acsl_any(last, is_variable, NULL) && !acsl_any(last, is_it, param)
               ? last
               : NULL;
}

/* ---- Literals. */

bool acsl_is_sized(const AcslFile *file, const CFlow *f)
{
    const CFunction *callee =
        f->kind == C_ARGUMENT ? cfront_function(file->unit, f->callee) : NULL;
    const AcslContract *c = callee ? acsl_contract(file, callee) : NULL;

    return c && f->number < callee->nparams &&
           acsl_last_byte(c, &callee->params[f->number]);
}

static void check(const AcslFile *file, const CFlow *f)
{
    const AcslLanguage *all[LANGUAGES];
    uint32_t count = acsl_languages_of(file, f->to, all, LANGUAGES);
    const char *text = f->literal;
    uint32_t len = f->literal_len;
    Diags *d = file->unit->diags;

    for (uint32_t i = 0; i < count; i++) {
        struct assay_mismatch why;
        char reason[200];
        Diagnostic *report;
        if (assay_lang_match(all[i]->lang, text, len, &why) != ASSAY_NO_MATCH)
            continue;
        assay_mismatch_text(&why, text, len, reason, sizeof reason);
        report = diag_report(d, DIAG_ACSL_LITERAL, f->value, "this string is no %s",
                             all[i]->name);
        diag_note(d, report, "note", "byte %zu: %s", why.offset, reason);
    }
}

static void check_all(const AcslFile *file, const CFlow *flows, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (flows[i].literal && !acsl_is_sized(file, &flows[i]))
            check(file, &flows[i]);
}

void acsl_check_literals(const AcslFile *file)
{
    const CUnit *u = file->unit;

    for (uint32_t i = 0; i < u->nglobals; i++)
        check_all(file, u->globals[i].flows, u->globals[i].nflows);
    for (uint32_t i = 0; i < u->nfunctions; i++)
        check_all(file, u->functions[i].flows, u->functions[i].nflows);
}
