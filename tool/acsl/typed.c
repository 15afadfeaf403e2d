/*
 * What language types mean for a unit, beyond its clauses: a function whose parameters or
 * result have one has a contract, if an empty one; and string literals that get one are
 * looked at before the program runs. One that is no sentence is an error where it stands.
 */
#include "acsl/parts.h"
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

/* ---- Literals. */

static void check(const AcslFile *file, Span span, const CType *to, const char *text,
                  uint32_t len)
{
    const AcslLanguage *all[LANGUAGES];
    uint32_t count = acsl_languages_of(file, to, all, LANGUAGES);
    Diags *d = file->unit->diags;

    for (uint32_t i = 0; i < count; i++) {
        struct assay_mismatch why;
        char reason[200];
        Diagnostic *report;
        if (assay_lang_match(all[i]->lang, text, len, &why) != ASSAY_NO_MATCH)
            continue;
        assay_mismatch_text(&why, text, len, reason, sizeof reason);
        report =
            diag_report(d, DIAG_ACSL_LITERAL, span, "this string is no %s", all[i]->name);
        diag_note(d, report, "note", "byte %zu: %s", why.offset, reason);
    }
}

void acsl_check_literals(const AcslFile *file)
{
    const CUnit *u = file->unit;

    for (uint32_t i = 0; i < u->nglobals; i++)
        if (u->globals[i].literal)
            check(file, u->globals[i].initialiser, u->globals[i].type,
                  u->globals[i].literal, u->globals[i].literal_len);
    for (uint32_t i = 0; i < u->nfunctions; i++)
        for (uint32_t k = 0; k < u->functions[i].nflows; k++) {
            const CFlow *f = &u->functions[i].flows[k];
            if (f->literal)
                check(file, f->value, f->to, f->literal, f->literal_len);
        }
}
