/*
 * The variables that a unit defines outside of functions, told to the run-time side when
 * the program starts: a pointer into one is valid up to its end, whatever lies behind it.
 */
#include "emit/contract_parts.h"

/* What a flexible array member has is behind the size of its struct. */
static bool is_flexible(const CType *t)
{
    const CType *last =
        t->kind == C_STRUCT && t->nfields > 0 ? t->fields[t->nfields - 1].type : NULL;

    return last && last->kind == C_ARRAY && last->count == 0;
}

static bool is_told(const CGlobal *g)
{
    return !g->system && !g->is_extern && g->type->size > 0 && !is_flexible(g->type);
}

void c_objects(Emit *e, struct assay_buf *out)
{
    uint32_t count = 0, at = 0;

    for (uint32_t i = 0; i < e->unit->nglobals; i++)
        count += is_told(&e->unit->globals[i]);
    if (count == 0)
        return;
    assay_buf_printf(
        out,
        "#line 1 \"(generated)\"\nASSAY_QUIET_\n"
        "static struct assay_object assay_objects_[%u];\n"
        "static struct assay_objects assay_unit_ = {0, assay_objects_, %u};\n"
        "static __attribute__((constructor(1000))) void assay_tell_objects_(void)\n{\n",
        count, count);
    for (uint32_t i = 0; i < e->unit->nglobals; i++) {
        const CGlobal *g = &e->unit->globals[i];
        if (is_told(g))
            assay_buf_printf(out,
                             "    assay_objects_[%u].at = (const void *)&%s;\n"
                             "    assay_objects_[%u].size = sizeof %s;\n"
                             "    assay_objects_[%u].is_const = %d;\n",
                             at, g->name, at, g->name, at, g->is_const);
        at += is_told(g);
    }
    assay_buf_puts(
        out, "    assay_tell_objects(&assay_unit_);\n}\n"
             "static __attribute__((destructor(1000))) void assay_forget_objects_(void)\n"
             "{\n    assay_forget_objects(&assay_unit_);\n}\nASSAY_LOUD_\n");
}
