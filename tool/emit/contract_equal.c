/*
 * Values with parts are equal when their parts are: structs, and arrays. What stands for
 * a pointer to an array's first element is a pointer, and compared as one.
 */
#include "emit/contract_parts.h"

#define PARTS 64 /* elements that are compared */

/* Structs are equal when their fields are. */
static const char *same_fields(Emit *e, const CType *type, const char *a, const char *b,
                               Span span)
{
    const char *text = "1";

    if (type->kind == C_STRUCT) {
        for (uint32_t i = 0; i < type->nfields; i++) {
            const char *x = c_text(e, "%s.%s", a, type->fields[i].name);
            const char *y = c_text(e, "%s.%s", b, type->fields[i].name);
            if (type->fields[i].name[0] == '\0')
                return c_cannot(e, span, "structs with unnamed members compared");
            text = c_text(e, "%s && %s", text,
                          same_fields(e, type->fields[i].type, x, y, span));
        }
        return c_text(e, "(%s)", text);
    }
    if (type->kind == C_ARRAY) {
        for (uint64_t i = 0; i < type->count && i < PARTS; i++) {
            const char *x = c_text(e, "%s[%llu]", a, (unsigned long long)i);
            const char *y = c_text(e, "%s[%llu]", b, (unsigned long long)i);
            text = c_text(e, "%s && %s", text, same_fields(e, type->of, x, y, span));
        }
        return type->count <= PARTS
                   ? c_text(e, "(%s)", text)
                   : c_cannot(e, span, "large arrays compared as values");
    }
    if (type->kind == C_UNION)
        return c_cannot(e, span, "unions compared");
    return c_text(e, "%s == %s", a, b);
}

const char *c_same_structs(Emit *e, const AcslNode *n)
{
    const char *x = c_temp(e, "x"), *y = c_temp(e, "y");
    const char *a = c_value(e, n->args[0]), *b = c_value(e, n->args[1]);
    const char *type = c_type(e, n->args[0]->sort->c);

    return c_text(e, "__extension__({ %s %s = %s; %s %s = %s; %s(%s); })", type, x, a,
                  type, y, b, n->as.op.op == ACSL_NE ? "!" : "",
                  same_fields(e, n->args[0]->sort->c, x, y, n->span));
}

/* Element i of an array, in the state that the array is of. */
static AcslNode *element(Emit *e, const AcslNode *n, uint64_t i)
{
    AcslNode *copy = c_node(e, NODE_INDEX, n->span, n->sort->c->of);
    AcslNode *index = c_node(e, NODE_INT, n->span, NULL);
    AcslNode **args = assay_arena_new(e->arena, 2, sizeof *args);
    static const AcslSort integer = {.kind = SORT_INTEGER};

    n = c_bare(n);
    if (!copy || !index || !args) {
        e->no_memory = true;
        return NULL;
    }
    index->sort = &integer;
    index->as.integer = i;
    args[0] = n->kind == NODE_AT ? element(e, n->args[0], i) : (AcslNode *)(uintptr_t)n;
    args[1] = index;
    copy->args = args;
    copy->nargs = n->kind == NODE_AT ? 1 : 2;
    if (n->kind == NODE_AT) {
        copy->kind = NODE_AT;
        copy->as = n->as;
    }
    return args[0] ? copy : NULL;
}

const char *c_same_arrays(Emit *e, const AcslNode *n)
{
    static const AcslSort boolean = {.kind = SORT_BOOLEAN};
    const CType *a = n->args[0]->sort->c, *b = n->args[1]->sort->c;
    const char *text = a->count == b->count ? "1" : "0";

    if (a->count > PARTS || a->size == 0 || b->size == 0)
        return c_cannot(e, n->span, "large arrays compared as values");
    for (uint64_t i = 0; i < a->count && a->count == b->count; i++) {
        AcslNode *same = c_op_node(e, ACSL_EQ, &boolean, element(e, n->args[0], i),
                                   element(e, n->args[1], i));
        text = same ? c_text(e, "%s && %s", text, c_truth(e, same)) : text;
    }
    return c_text(e, "%s(%s)", n->as.op.op == ACSL_NE ? "!" : "", text);
}
