/*
 * The texts of operators, built-ins and clauses, and finding a contract.
 */
#include "acsl/acsl.h"

const char *acsl_clause_text(ClauseKind kind)
{
    static const char *const texts[] = {
#define ACSL_CLAUSE(ID, TEXT) TEXT,
#include "acsl/kinds.def"
    };

    return texts[kind];
}

const char *acsl_op_text(AcslOp op)
{
    static const char *const texts[] = {
#define ACSL_OP(ID, TEXT) TEXT,
#include "acsl/kinds.def"
    };

    return texts[op];
}

const char *acsl_builtin_text(AcslBuiltin builtin)
{
    static const char *const texts[] = {
#define ACSL_BUILTIN(ID, TEXT, ARGUMENTS, RESULT) TEXT,
#include "acsl/kinds.def"
    };

    return texts[builtin];
}

const AcslContract *acsl_contract(const AcslFile *f, const CFunction *function)
{
    for (uint32_t i = 0; i < f->ncontracts; i++)
        if (f->contracts[i].function == function)
            return &f->contracts[i];
    return NULL;
}

AcslOp acsl_op_opposite(AcslOp op)
{
    switch (op) {
    case ACSL_EQ:
        return ACSL_NE;
    case ACSL_NE:
        return ACSL_EQ;
    case ACSL_LT:
        return ACSL_GE;
    case ACSL_LE:
        return ACSL_GT;
    case ACSL_GT:
        return ACSL_LE;
    default:
        return ACSL_LT;
    }
}

AcslOp acsl_op_turned(AcslOp op)
{
    switch (op) {
    case ACSL_LT:
        return ACSL_GT;
    case ACSL_LE:
        return ACSL_GE;
    case ACSL_GT:
        return ACSL_LT;
    case ACSL_GE:
        return ACSL_LE;
    default:
        return op;
    }
}
