/*
 * C as its contracts see it: the functions, types, variables and annotations of one
 * translation unit. libclang reads the declarations, types and extents; what a comment is
 * and where it stands comes from the text itself.
 *
 * All of it lives in the arena of the unit and does not change. Spans are in the sources
 * of the Diags that the unit was read with: the main file and every header that is not
 * the system's. What came out of a macro has the span of the macro's use.
 */
#ifndef CFRONT_CFRONT_H
#define CFRONT_CFRONT_H

#include "diag/diag.h"

typedef struct CType CType;
typedef struct CFunction CFunction;

/* ---- Types. */

typedef enum {
    C_VOID,
    C_BOOL,
    C_INT,  /* char and all other integers */
    C_ENUM, /* `of` is the integer type behind it */
    C_FLOAT,
    C_POINTER,
    C_ARRAY,
    C_STRUCT,
    C_UNION,
    C_FUNCTION,
    C_OTHER, /* vectors, _Complex, __int128 ...: `spelling` says what */
} CTypeKind;

typedef struct {
    const char *name; /* "" for an unnamed member */
    const CType *type;
    uint64_t offset; /* in bytes */
    int bits;        /* of a bit field; 0: none */
    int first_bit;   /* of a bit field, counted from offset */
} CField;

typedef struct {
    const char *name;
    int64_t value;
    Span span;
} CEnumerator;

/* typedef TYPE NAME; */
typedef struct {
    const char *name;
    const CType *type;
    Span span; /* of the name */
    bool system;
} CTypedef;

struct CType {
    CTypeKind kind;             /* of what typedefs stand for in the end */
    const char *spelling;       /* as written: "value_type", "const char *" */
    const CTypedef *alias;      /* the typedef that it is written with, or NULL */
    const char *tag;            /* of struct, union, enum; "" when it has none */
    uint64_t size;              /* bytes; 0 when incomplete */
    bool is_signed;             /* INT, ENUM */
    bool is_char;               /* plain char, signed or not */
    bool is_const, is_volatile; /* this type itself, not what it points to */
    const CType *of;            /* POINTER, ARRAY, ENUM; FUNCTION: its result */
    uint64_t count;             /* ARRAY: elements; 0: unknown */
    const CField *fields;       /* STRUCT, UNION, complete ones */
    uint32_t nfields;
    const CEnumerator *values; /* ENUM */
    uint32_t nvalues;
};

/* ---- Functions. */

typedef struct {
    const char *name;  /* "" when it has none; the definition's if there is one */
    const CType *type; /* arrays have become pointers */
    Span span;         /* of the name in the definition, else in the first declaration */
} CParam;

/* A declaration of a function, the definition included. */
typedef struct {
    Span span;      /* without the ';' or the body's end: up to and with the parameters */
    Span name;      /* of the name in it */
    CParam *params; /* as this declaration names them; as many as the function's */
    bool rewritable; /* its text can be changed and written again: not out of a macro, not
                      * K&R, no type defined in it */
} CDeclaration;

/* A variable inside of a function. */
typedef struct {
    const char *name;
    const CType *type;
    Span span;  /* of the name */
    Span scope; /* from behind its declarator to the end of the block */
    bool is_static;
} CLocal;

typedef enum { C_FOR, C_WHILE, C_DO } CLoopKind;

typedef struct {
    CLoopKind kind;
    Span span;      /* all of it, a do's ';' included */
    Span condition; /* empty, at its place, for (;;) */
    Span body;      /* the statement */
    bool rewritable;
} CLoop;

typedef struct {
    const char *name;
    Span span;      /* of the name */
    Span statement; /* what it labels */
} CLabel;

/* Where a value gets the type of a variable, parameter or result. */
typedef enum {
    C_INITIALISE, /* T x = value; of a local that is not static, its own declarator */
    C_CONSTANT,   /* what stands in the initialiser of a global or static variable */
    C_ASSIGN,     /* lvalue = value; not of an initialisation */
    C_CAST,       /* (T)value */
    C_RETURN,     /* return value; */
    C_ARGUMENT,   /* f(..., value, ...) of a function with a prototype */
} CFlowKind;

typedef struct {
    CFlowKind kind;
    Span span;           /* ASSIGN, CAST: the whole expression; others: the value */
    Span value;          /* without parentheses around it, but those of (a, b) */
    const CType *to;     /* as declared: with its typedef */
    const CType *from;   /* of the value, as declared where that is known: of a variable,
                          * field, call or cast, parentheses aside; else what it is */
    const char *literal; /* the value is a string literal: its bytes; else NULL */
    uint32_t literal_len;
    const char
        *name;          /* INITIALISE, CONSTANT, ASSIGN: what is set, as written, a
                         * member's name in a list; ARGUMENT: the parameter's name; else "" */
    const char *callee; /* what is called by its name: ARGUMENT: by this call; others: to
                         * get the value; else "" */
    uint32_t number;    /* ARGUMENT: which, from 0 */
    bool variable;      /* the value is a plain variable */
    bool rewritable;    /* text can be put around the span, and around the value: they are
                         * not out of a macro, and no literal that an array is made of */
} CFlow;

struct CFunction {
    const char *name;
    const CType *result;
    const CParam *params;
    uint32_t nparams;
    bool variadic, is_static, is_inline, no_return;
    bool system;                      /* declared in headers of the system only */
    const CDeclaration *declarations; /* all, the definition included, in order */
    uint32_t ndeclarations;
    const CDeclaration *definition; /* NULL, or one of them */
    Span body;                      /* with its braces; nowhere without a definition */
    const CLocal *locals;
    uint32_t nlocals;
    const CLoop *loops;
    uint32_t nloops;
    const CLabel *labels;
    uint32_t nlabels;
    const CFlow *flows; /* whose `to` is a pointer or array written with a typedef that is
                         * not the system's; in the order of the text */
    uint32_t nflows;
    /* It may touch state: reads or writes variables outside of it that are not const, has
     * static locals that are not, writes through pointers, calls functions that may or
     * that are not known (but those of the C library that compute from their arguments
     * alone), has assembly, or no body. */
    bool touches_state;
};

typedef struct {
    const char *name;
    const CType *type;
    Span span;
    bool is_static, is_extern /* and nowhere defined here */, is_const, system;
    const char *literal; /* it is initialised with a string literal: its bytes; or NULL */
    uint32_t literal_len;
    Span initialiser;   /* nowhere without one */
    const CFlow *flows; /* of kind CONSTANT, in it */
    uint32_t nflows;
} CGlobal;

/* ---- Macros. The state at the end of the unit; predefined ones, too. */

typedef struct {
    const char *name;
    const char *const *params; /* NULL when it takes none */
    uint32_t nparams;
    bool variadic;
    const char *body; /* text */
} CMacro;

/* ---- Annotations: comments that begin with an at sign. */

typedef enum {
    C_GLOBAL,    /* before nothing of what follows: logic definitions, invariants */
    C_CONTRACT,  /* before a declaration of a function */
    C_TYPE,      /* before a typedef, struct or union, or in a struct */
    C_VARIABLE,  /* before a variable of the file */
    C_LOOP,      /* before a loop */
    C_STATEMENT, /* elsewhere in a body */
} CPlace;

typedef struct {
    Span span;    /* what is inside of the comment's marks, without the at sign */
    Span comment; /* all of it */
    bool line;    /* it is a // comment */
    CPlace place;
    const CFunction *function;       /* CONTRACT; LOOP, STATEMENT: the one it is in */
    const CDeclaration *declaration; /* CONTRACT */
    const CLoop *loop;               /* LOOP */
    const CTypedef *alias;           /* TYPE, if it is one */
    const CGlobal *variable;         /* VARIABLE */
    uint32_t next; /* where the statement begins that follows, STATEMENT; else 0 */
    bool between;  /* LOOP, STATEMENT: behind a statement, or at the start of a block */
} CAnnotation;

/* ---- The unit. */

typedef struct {
    uint32_t number; /* among the sources of the Diags */
    const char *path;
    bool main;
} CSource;

typedef struct {
    struct assay_arena *arena;
    Diags *diags;
    const CSource *sources; /* the main file first, then headers as they are included */
    uint32_t nsources;
    const CFunction *functions; /* in order of their first declaration */
    uint32_t nfunctions;
    const CGlobal *globals;
    uint32_t nglobals;
    const CTypedef *typedefs;
    uint32_t ntypedefs;
    const CType *const *records; /* structs, unions and enums with a tag */
    uint32_t nrecords;
    const CEnumerator *enumerators; /* of all enums */
    uint32_t nenumerators;
    const CMacro *macros;
    uint32_t nmacros;
    const CAnnotation *annotations; /* by source and place */
    uint32_t nannotations;
} CUnit;

/*
 * Reads a file with compiler arguments (-I, -D, -std ...; what is not for the front end,
 * like -o or -c, is left out). Always returns a unit, NULL only when out of memory; what
 * does not compile is reported as errors in `diags` (E0301), each at its place, and the
 * unit then has what could be read. The text of the sources stays in `arena`.
 */
const CUnit *cfront_read(Diags *diags, struct assay_arena *arena, const char *path,
                         const char *const *arguments, uint32_t count);
/*
 * The same with the ghost code of the file as C: what it declares is declared, and the
 * text of the source has it without its marks. If that does not compile, ghost code is an
 * annotation like others, as it is in headers.
 */
const CUnit *cfront_read_ghosts(Diags *diags, struct assay_arena *arena, const char *path,
                                const char *const *arguments, uint32_t count);

/* By name, or NULL. */
const CFunction *cfront_function(const CUnit *u, const char *name);
const CGlobal *cfront_global(const CUnit *u, const char *name);
const CTypedef *cfront_typedef(const CUnit *u, const char *name);
const CType *cfront_record(const CUnit *u, CTypeKind kind, const char *tag); /* or enum */
const CEnumerator *cfront_enumerator(const CUnit *u, const char *name);
const CMacro *cfront_macro(const CUnit *u, const char *name);
/* The local of this name that is in scope at a byte of the function, or NULL. */
const CLocal *cfront_local(const CFunction *f, const char *name, uint32_t at);
/* The field of a struct or union, those of unnamed members included, or NULL. The offset
 * of what it returns is from the start of `of`; it is in the arena. */
const CField *cfront_field(const CUnit *u, const CType *of, const char *name);
/* The type of a basic name like "int" or "unsigned long", or a pointer to a type: made on
 * demand, in the arena. NULL when there is no such type. */
const CType *cfront_basic(const CUnit *u, const char *name);
const CType *cfront_pointer(const CUnit *u, const CType *to);

#endif
