/*
 * ACSL: what the annotations of a C file say, parsed and typed.
 *
 * acsl_read() takes the annotations of a unit one after the other, parses each, gathers
 * the logic definitions, merges the contracts of a function's declarations, resolves the
 * names and gives every term its sort. What is wrong is reported with its place in the
 * comment; the clause or definition that has it is left out, so all that is in an
 * AcslFile is well formed. What is well formed but cannot be executed is found later, by
 * emit/.
 *
 * A variable is what declares it (an AcslVar, a CParam, ...), not its name: nothing is
 * ever captured. Nodes are in the unit's arena.
 */
#ifndef ACSL_ACSL_H
#define ACSL_ACSL_H

#include "base/buf.h"
#include "cfront/cfront.h"
#include "syntax/parser.h"

typedef struct AcslNode AcslNode;
typedef struct AcslLogic AcslLogic;
typedef struct AcslLanguage AcslLanguage;

/* ---- Sorts: the types of logic. */

typedef enum {
    SORT_INTEGER, /* unbounded; C integers and enums become it in arithmetic */
    SORT_REAL,
    SORT_BOOLEAN, /* \true and \false, and predicates */
    SORT_C,       /* a value of a C type: pointers, structs, integers, floats ... */
    SORT_SET,     /* a set of `of`: 0..n-1, a[0..n-1], \union(...) */
    SORT_NAMED,   /* a logic type that is declared without being defined, or \list<T> */
    SORT_LAMBDA,  /* \lambda integer i; ...: `of` is its result */
    SORT_TEXT,    /* bytes with a length: a string by its content, a selected part */
    SORT_TEXTS,   /* a list of them: \select_all(...) */
} SortKind;

typedef struct AcslSort {
    SortKind kind;
    const CType *c;            /* C */
    const struct AcslSort *of; /* SET, LAMBDA */
    const char *name;          /* NAMED */
} AcslSort;

/* Of sort C and of an integer or enum type, or INTEGER. */
bool acsl_is_integral(const AcslSort *s);
bool acsl_is_float(const AcslSort *s); /* C floats, REAL */
bool acsl_is_pointer(const AcslSort *s);

/* ---- Labels: the states that memory is read in. */

typedef enum {
    LABEL_HERE,
    LABEL_OLD, /* Old, Pre: when the function was called */
    LABEL_POST,
    LABEL_LOOP_ENTRY,   /* before the loop that the annotation is of */
    LABEL_LOOP_CURRENT, /* at the start of this iteration */
    LABEL_INIT,         /* before main */
    LABEL_PARAM,        /* of the logic definition: its `number` */
    LABEL_C,            /* a label in the body */
    LABEL_RUN,          /* of a hyperproperty: what run `number`, from 1, left */
} LabelKind;

typedef struct {
    LabelKind kind;
    uint32_t number;  /* PARAM, RUN */
    const CLabel *c;  /* C */
    const char *name; /* as written */
    Span span;
} AcslLabel;

/* ---- Terms and predicates. */

/* A variable that logic binds: of a quantifier, \let, \lambda, or a parameter. */
typedef struct {
    const char *name;
    const AcslSort *sort;
    Span span;
} AcslVar;

typedef enum {
    NODE_INT,    /* 1, 0xffu, 'a' */
    NODE_REAL,   /* 1.5, 1e3f */
    NODE_STRING, /* "abc" */
    NODE_TRUE,
    NODE_FALSE,
    NODE_NULL,        /* \null */
    NODE_RESULT,      /* \result */
    NODE_EXIT_STATUS, /* \exit_status */
    NODE_VAR,         /* bound by logic */
    NODE_PARAM,       /* of the function */
    NODE_LOCAL,
    NODE_GLOBAL,
    NODE_GHOST,      /* a ghost variable */
    NODE_FUNCTION,   /* the address of a C function */
    NODE_OP,         /* an operator: op, args */
    NODE_IF,         /* args: test ? then : else, of terms or predicates */
    NODE_FIELD,      /* args[0].field, or -> (`arrow`); also of sets of structs */
    NODE_INDEX,      /* args[0][args[1]]; args[1] may be a range: a set then */
    NODE_DEREF,      /* *args[0] */
    NODE_ADDRESS,    /* &args[0] */
    NODE_CAST,       /* (T)args[0]; `sort` is T. */
    NODE_SIZEOF,     /* of `type` */
    NODE_AT,         /* \at(args[0], label), \old(args[0]) */
    NODE_QUANT,      /* \forall, \exists vars; args[0] */
    NODE_LET,        /* \let vars[0] = args[0]; args[1] */
    NODE_CALL,       /* a logic function or predicate: logic, labels, args */
    NODE_BUILTIN,    /* \valid(...) ...: builtin, label of \valid{L}, args */
    NODE_FOLD,       /* \sum, \product, \numof, \max, \min (lo, hi, \lambda) */
    NODE_LAMBDA,     /* vars; args[0] */
    NODE_RANGE,      /* args[0] .. args[1]; either may be NULL */
    NODE_SET,        /* {args...}, \union(args...), \empty (no args) */
    NODE_INTER,      /* \inter(args...) */
    NODE_COMPREHEND, /* { args[0] | vars ; args[1] }; args[1] may be NULL */
    NODE_UPDATE,     /* {args[0] \with .field = args[1]} or \with [args[2]] = args[1] */
    NODE_NAMED,      /* name: args[0] */
    NODE_UNDEFINED,  /* what no axiom says */
    NODE_BEYOND,     /* a condition with what is not supported: beyond */
    NODE_TEXT,     /* args[0], a pointer to char, by content; args[1] its length: NULL: up
                    * to the NUL. Put in wherever a text is wanted, or \text(s, n). */
    NODE_LANGUAGE, /* a language, as the set of its sentences: of texts */
    NODE_SELECT,   /* \select(args[0], L, "path"): the part; \select_all: all of them */
} NodeKind;

typedef enum {
#define ACSL_OP(ID, TEXT) ACSL_##ID,
#include "acsl/kinds.def"
} AcslOp;

typedef enum {
#define ACSL_BUILTIN(ID, TEXT, ARGUMENTS, RESULT) BUILTIN_##ID,
#include "acsl/kinds.def"
    ACSL_BUILTINS
} AcslBuiltin;

struct AcslNode {
    NodeKind kind;
    Span span;
    const AcslSort *sort;
    AcslNode **args;
    uint32_t nargs;
    AcslVar *const *vars; /* QUANT, LET, LAMBDA, COMPREHEND */
    uint32_t nvars;
    union {
        __extension__ __int128 integer; /* INT */
        double real;                    /* REAL */
        struct assay_str string;        /* STRING: bytes, escapes resolved */
        const char *beyond;             /* BEYOND: why */
        const AcslVar *var;             /* VAR, GHOST */
        struct {
            const CParam *param; /* of function->params */
            uint32_t number;
        } param;
        const CLocal *local;
        const CGlobal *global;
        const CFunction *function;
        struct {
            AcslOp op;
            Span mark;
        } op;
        struct {
            const char *name; /* as written */
            const CField *field;
            bool arrow;
        } field;
        const CType *type; /* SIZEOF */
        AcslLabel label;   /* AT */
        bool all;          /* QUANT: \forall */
        struct {
            const AcslLogic *logic;
            const AcslLabel
                *labels; /* as many as the definition has; defaults filled in */
            uint32_t nlabels;
        } call;
        struct {
            AcslBuiltin builtin;
            AcslLabel label; /* HERE where none was written */
        } builtin;
        AcslBuiltin fold;             /* BUILTIN_SUM, ... */
        const char *name;             /* NAMED */
        const AcslLanguage *language; /* LANGUAGE */
        struct {
            const AcslLanguage *language;
            const char *path;
            bool all;
        } select;
    } as;
};

/* ---- Languages. */

/*
 * language NAME: rules; language NAME from "file.lang"; language NAME from email; (the
 * last: a built-in one, and "language email;" is short for "language email from email;").
 * Before a typedef of a string it makes that a language type. The name is known in
 * predicates and grammars from there on, and so is the typedef's.
 */
struct AcslLanguage {
    const char *name;
    Span span;                       /* of the name */
    const CTypedef *alias;           /* or NULL: a language, but no type */
    const struct assay_lang *lang;   /* compiled, without errors */
    const char *builtin;             /* the built-in language that it is, or NULL */
    struct assay_str text;           /* else its grammar, without `use` of files */
    const AcslLanguage *const *uses; /* what the grammar refers to by name */
    uint32_t nuses;
    uint32_t number; /* among the file's */
    bool inner;      /* only a part of other grammars: predicates do not know its name */
};

/* ---- Logic definitions. */

typedef enum {
    LOGIC_FUNCTION,  /* logic T f(...) = e */
    LOGIC_PREDICATE, /* predicate P(...) = p */
    LOGIC_INDUCTIVE, /* inductive P(...) { case n: p; ... } */
} LogicKind;

typedef struct {
    const char *name;
    Span span;
    AcslNode *body;
    const char *const *labels; /* that the case or axiom declares */
    uint32_t nlabels;
} AcslCase;

struct AcslLogic {
    LogicKind kind;
    const char *name;
    Span span; /* of the name */
    const char *const
        *labels; /* {K, L}; one that is not written but needed is added: "L" */
    uint32_t nlabels;
    AcslVar *const *params;
    uint32_t nparams;
    const AcslSort *result; /* BOOLEAN for predicates */
    AcslNode *body;         /* NULL: declared only, or inductive */
    const AcslCase *cases;  /* INDUCTIVE */
    uint32_t ncases;
    const struct AcslAxiomatic *within; /* or NULL */
    bool reads_memory;                  /* itself or through others */
    bool recursive;                     /* leads back to itself */
    uint32_t number;                    /* among the file's */
};

/* axiomatic NAME { ... }: the axioms say what functions without a body are. */
typedef struct AcslAxiomatic {
    const char *name;
    const AcslCase *axioms;
    uint32_t naxioms;
} AcslAxiomatic;

/* type invariant, global invariant (`about` NULL), model fields are not supported. */
typedef struct {
    const char *name;
    Span span;
    AcslVar *about; /* of a type invariant: sort C */
    AcslNode *body;
} AcslInvariant;

/* ---- Contracts. */

typedef enum {
#define ACSL_CLAUSE(ID, TEXT) CLAUSE_##ID,
#include "acsl/kinds.def"
    ACSL_CLAUSES
} ClauseKind;

/* config using x = UnusualPath, y = "a", z = {1, 2}: where a parameter's values come from
 * in tests. */
typedef struct {
    const CParam *target;
    Span span;
    const AcslLanguage *language; /* or */
    AcslNode *value;              /* a term, a range or a set; of texts for strings */
} AcslUsing;

/* How a predicate is taken: `check` is tested and not assumed; `admit` is not tested. */
typedef enum { TAKE_BOTH, TAKE_CHECK, TAKE_ADMIT } ClauseTake;

typedef struct {
    ClauseKind kind;
    ClauseTake take;
    Span span;      /* of the clause, from its keyword to before the ';' */
    bool implied;   /* by a type: it is written nowhere, `span` is what has the type */
    AcslNode *body; /* a predicate, or the term of variant and decreases */
    AcslNode *when; /* where this is false the body says nothing; NULL: always true */
    AcslNode **locations; /* ASSIGNS and the like: sets of lvalues; none: \nothing */
    uint32_t nlocations;
    const char *measure;          /* variant ... for NAME, or NULL */
    const char *const *behaviors; /* "for b, c:" before it; none: always */
    uint32_t nbehaviors;
    /* GENERATOR x = f(args): */
    const CParam *target;
    const CFunction *maker;
    AcslNode **maker_args;
    uint32_t nmaker_args;
    /* CONFIG 200s, 1000 runs: */
    double seconds; /* 0: not given */
    uint64_t runs;
    const AcslUsing *usings;
    uint32_t nusings;
} AcslClause;

typedef struct {
    const char *name; /* "" for the clauses outside of behaviors */
    Span span;
    const AcslClause *clauses;
    uint32_t nclauses;
} AcslBehavior;

/* complete behaviors a, b; (none named: all) */
typedef struct {
    bool disjoint; /* else complete */
    Span span;
    const uint32_t *behaviors; /* by number */
    uint32_t nbehaviors;
} AcslCover;

/* ---- Hyperproperties: several runs of the function, from the same state. */

/* What a run is given: all that is not said is as in run 1. */
typedef struct {
    uint32_t run; /* from 2 */
    Span span;
    const CParam *param; /* x{2} = ...; or */
    AcslNode *place;     /* places in memory, as `assigns` has them, globals included, */
    const CParam *part_of; /* or in a parameter that is a struct: then it is this one */
    AcslNode *value; /* over the inputs of runs, and results of those that it follows;
                      * NULL: drawn afresh. Always NULL for places of several values. */
} AcslRunInput;

/* Something that is equal after two runs: \result, or places in memory. */
typedef struct {
    AcslNode *what;
    uint32_t one, other; /* runs */
} AcslSame;

/*
 * hyper NAME: x{2} = y; y{2} = \any; follows {2} = 1; assumes ...; ensures \result{2} ==
 * \result; or one of the known ones, which become the same:
 * noninterference, deterministic, commutative, monotone, idempotent.
 */
typedef struct {
    const char *name;
    Span span;
    uint32_t behavior; /* whose assumptions run 1 satisfies; 0: the default one */
    const char *kind;  /* "noninterference" ...; "" for one that is written out */
    uint32_t nruns;
    const uint32_t *follows;    /* of each run: the one that the same process made right
                                 * before it; 0: none. [0] is run 1. */
    const AcslRunInput *inputs; /* each behind those that its value needs */
    uint32_t ninputs;
    const AcslSame *same;
    uint32_t nsame;
    const AcslClause *clauses; /* ASSUMES of all inputs; ENSURES of all runs */
    uint32_t nclauses;
} AcslHyper;

typedef struct {
    const CFunction *function;
    const AcslBehavior *behaviors; /* the first is the default one, always there */
    uint32_t nbehaviors;
    const AcslCover *covers;
    uint32_t ncovers;
    const AcslHyper *hypers;
    uint32_t nhypers;
} AcslContract;

/* An annotation inside of a body. */
typedef enum { CODE_CLAUSE, CODE_LOOP, CODE_GHOST, CODE_CONTRACT } CodeKind;

typedef struct {
    CodeKind kind;
    const CAnnotation *at;
    const CFunction *function;
    const AcslClause
        *clauses; /* one for CLAUSE; invariants, variant, assigns of a LOOP */
    uint32_t nclauses;
    Span ghost; /* GHOST: the C text */
} AcslCode;

/* What was read and is not used by run-time checks, to be counted: lemmas and the like.
 */
typedef struct {
    const char *what; /* "lemma", "axiom", "model field" */
    const char *name;
    Span span;
} AcslAside;

typedef struct {
    const CUnit *unit;
    const AcslLogic *const *logic; /* definitions before their uses but for recursion */
    uint32_t nlogic;
    const AcslLanguage *const *languages; /* used ones before their users */
    uint32_t nlanguages;
    const AcslContract *contracts; /* of functions that have one, or whose types say
                                    * something; in the unit's order */
    uint32_t ncontracts;
    const AcslInvariant *invariants;
    uint32_t ninvariants;
    const AcslCode *codes; /* in the order of the text */
    uint32_t ncodes;
    const AcslAside *asides;
    uint32_t nasides;
} AcslFile;

/* NULL only when out of memory. */
const AcslFile *acsl_read(const CUnit *unit);

/* The contract of a function, or NULL. */
const AcslContract *acsl_contract(const AcslFile *f, const CFunction *function);
/* The language of a name, or of a typedef's name; NULL. */
const AcslLanguage *acsl_language(const AcslFile *f, const char *name);
/* The languages of a C type: of its typedef, of the typedef behind that, and so on.
 * Returns how many, at most `max` of them in ret_all. */
uint32_t acsl_languages_of(const AcslFile *f, const CType *type,
                           const AcslLanguage **ret_all, uint32_t max);
/* Whether a type invariant is about this type, or one behind its typedefs. */
bool acsl_is_about(const AcslInvariant *i, const CType *type);
/* The last of the elements, from the 0th on, that can be read at a parameter as its
 * contract says, or at the result, for NULL: that of \valid_read(p + (0 .. last)). NULL
 * when it does not say. */
const AcslNode *acsl_last_element(const AcslContract *c, const CParam *param);
/* The same for a string whose length the contract gives so; NULL for one with a NUL: the
 * last element is a constant, or is found by means of the string. */
const AcslNode *acsl_last_byte(const AcslContract *c, const CParam *param);
/* Whether a value is an argument whose length its function's contract gives. */
bool acsl_is_sized(const AcslFile *f, const CFlow *flow);
/* Frees the languages, which are not in the arena. NULL is fine. */
void acsl_done(const AcslFile *f);
/* Whether each line of the annotation around a place begins with a star, but for the
 * first. */
bool acsl_has_stars(const CUnit *unit, Span span);
/* "requires"; "loop invariant" */
const char *acsl_clause_text(ClauseKind kind);
/* Of an operator; a built-in, with its backslash. */
const char *acsl_op_text(AcslOp op);
/* Of a comparison: what holds when it does not; with its sides exchanged. */
AcslOp acsl_op_opposite(AcslOp op);
AcslOp acsl_op_turned(AcslOp op);
const char *acsl_builtin_text(AcslBuiltin builtin);
/* Appends a term as it could be written, on one line; parentheses only where needed. */
void acsl_print(const AcslNode *node, struct assay_buf *out);

/* Whether a term, or a part of it, is what is looked for. */
typedef bool AcslIs(const AcslNode *node, const void *ctx);
bool acsl_any(const AcslNode *node, AcslIs *is_it, const void *ctx);

#endif
