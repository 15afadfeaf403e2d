/*
 * The state of the ACSL reader: what is known where a term stands, what was found so far,
 * and the nodes it is made of. typing.h has the rules, parse.h the notation.
 *
 * Nodes are typed as they are built, bottom up. One that is wrong has no sort: it is
 * reported where it is found, what is around it has none either, and the clause or
 * definition is left out (`failed`).
 */
#ifndef ACSL_READER_H
#define ACSL_READER_H

#include "acsl/acsl.h"

#define ACSL_WORDS_MAX 200000u /* tokens of an annotation, macros expanded */
#define ACSL_PARTS_MAX 200000u /* parts of a term, macros and chains expanded */
#define ACSL_DEFS_MAX 5000u    /* definitions of a unit */
#define ACSL_ARGS_MAX 64u      /* parameters of a definition, variables of a quantifier */

/* Pointers, in the arena. */
typedef struct {
    void **at;
    uint32_t count, cap;
} List;

/* Variables in scope, innermost first. */
typedef struct Bound {
    const AcslVar *var;
    const struct Bound *outer;
} Bound;

/* The labels that a text of logic may speak of: a definition's, a case's, an axiom's. */
typedef struct {
    const char *const *labels;
    uint32_t nlabels;
    bool written; /* not added by us */
    bool reads;   /* memory, in the state that its label is */
} Owner;

/* A definition as it is being read. */
typedef struct {
    AcslLogic logic;
    Owner owner;
    List cases;         /* of Case */
    List uses;          /* of Def */
    const char *beyond; /* has what is not supported: what; or NULL */
    bool bad;           /* it, or what it uses, was reported */
    const Token *text;  /* from its name to its end */
    uint32_t words;
    int mark, low; /* of the walk that sorts */
    bool waits;
} Def;

/* A case of an inductive predicate, or an axiom. */
typedef struct {
    AcslCase out;
    Owner owner;
    Def *of; /* the predicate, or NULL */
    bool bad;
} Case;

typedef struct {
    AcslAxiomatic out;
    List axioms; /* of Case */
} Axiomatic;

/* A call in a definition: its labels are known once all definitions are read. */
typedef struct {
    AcslNode *node;
    Owner *owner;
    Def *user;      /* or NULL */
    Case *in;       /* or NULL */
    AcslLabel here; /* the state it stands in */
    bool in_at;
} Call;

/* The contract of a function as it is gathered. */
typedef struct {
    const char *name;
    Span span;
    List clauses; /* of AcslClause */
    bool raised;  /* from raise_if: only covers that name it mean it */
} Behavior;

typedef struct {
    bool disjoint;
    Span span;
    List names; /* of Token */
} Cover;

typedef struct {
    const CFunction *function;
    List behaviors; /* of Behavior; the first is the default one */
    List covers;    /* of Cover */
    List named;     /* of Token: behaviors that "for b:" speaks of */
    List hypers;    /* of Hyper */
    List raises;    /* of AcslNode: conditions under which it exits, as raise_if says */
} Contract;

/* monotone x; ...: a hyperproperty that has a name. */
typedef struct {
    const char *kind; /* NULL: none */
    Span span;
    List places; /* of AcslNode: what it is about; of noninterference the high ones */
    List low;    /* of AcslNode */
    bool only_low;
} KnownHyper;

#define ACSL_RUNS_MAX 8u /* of a hyperproperty */

/* A hyper block as it is gathered. */
typedef struct {
    const char *name, *behavior;
    Span span;
    List inputs;  /* of AcslRunInput */
    List same;    /* of AcslSame */
    List clauses; /* of AcslClause */
    KnownHyper known;
    uint32_t follows[ACSL_RUNS_MAX]; /* as AcslHyper has it */
    uint32_t runs;                   /* that there are, so far */
    bool bad;                        /* something in it was reported */
} Hyper;

/* A ghost variable: of the file (`function` NULL) or of a function, from a place on. */
typedef struct {
    AcslVar var;
    const CFunction *function;
    uint32_t from;
} Ghost;

/* An annotation in a body as it is gathered. */
typedef struct {
    AcslCode out;
    List clauses; /* of AcslClause */
} Code;

/* A language as it is being read. What it refers to may come behind it. */
typedef struct Language {
    AcslLanguage out;
    const CAnnotation *at; /* it is in, or NULL */
    const char *file;      /* that has the grammar, or NULL: it is in the annotation */
    Span grammar;          /* of a file that is not read yet: its name */
    struct assay_str raw;  /* the grammar as written */
    const struct Language *copied; /* that it is another name for, or NULL */
    enum { LANGUAGE_NEW, LANGUAGE_BUSY, LANGUAGE_DONE } state;
    bool bad; /* reported */
} Language;

/* Readings of all annotations, one after the other. */
typedef enum {
    PHASE_TYPES,   /* names of logic types, languages */
    PHASE_HEADS,   /* names and parameters of definitions */
    PHASE_BODIES,  /* of definitions */
    PHASE_CLAUSES, /* everything else */
} Phase;

typedef struct {
    Parser parser;
    const CUnit *unit;
    Phase phase;
    const CAnnotation *at;
    bool no_memory, failed;
    uint32_t errors;    /* when what is being read began */
    bool may_be_beyond; /* what is being read can be told as not checked */
    const char *beyond; /* what is not supported in it, or NULL */
    Span beyond_span;
    AcslNode spare; /* what is returned when there is no memory */

    /* What is known where a term stands. */
    const Bound *scope;
    Owner *owner; /* NULL in contracts and code */
    Def *def;     /* that is being read, or NULL */
    Case *in;     /* the same, of cases and axioms */
    const CFunction *function;
    const CDeclaration *declaration; /* whose parameter names count */
    uint32_t position; /* where locals are looked up; UINT32_MAX: there are none */
    bool result;       /* \result is known */
    bool post;         /* Old and Post are */
    bool exit;         /* \exit_status is */
    bool code;         /* in a body */
    bool loop;         /* in a loop's annotation */
    AcslLabel here;    /* the state */
    bool in_at;        /* inside of \at */
    uint32_t thens;    /* inside of "x ? ..." outside of brackets: a ':' ends it */
    /* The comparison built last, if no parentheses are around it: may be chained. */
    const AcslNode *chain;
    AcslNode *chain_right;
    AcslOp chain_op;
    const char *behavior; /* that is open, or NULL */
    Span behavior_span;
    Hyper *hyper;         /* the same */
    bool language_wanted; /* the next word is likely the name of a language */

    /* What was found. */
    List defs;         /* of Def */
    List types;        /* of Token: names */
    List aliases;      /* of TypeAlias */
    List calls;        /* of Call */
    List axiomatics;   /* of Axiomatic */
    List contracts;    /* of Contract */
    List ghosts;       /* of Ghost */
    List asides;       /* of AcslAside */
    List invariants;   /* of AcslInvariant */
    List codes;        /* of Code */
    List languages;    /* of Language */
    List compiled;     /* of Language: the good ones, used ones before their users */
    Axiomatic *within; /* that is being read */
} Reader;

/* type t = integer; */
typedef struct {
    const char *name;
    const AcslSort *sort;
} TypeAlias;

static inline Reader *acsl_from(const Parser *p)
{
    return p->client;
}

/* A token ahead, at once; whoever asks has seen that the end is not before it. */
static inline const Token *acsl_token(const Reader *r, uint32_t ahead)
{
    return &r->parser.tokens[r->parser.at + ahead];
}

static inline bool acsl_is_bad(const AcslNode *n)
{
    return n->sort == NULL;
}

/* ---- build.c: memory, nodes, reports. */

void *acsl_new(Reader *r, size_t count, size_t size); /* NULL: noted in the reader */
void acsl_list_add(Reader *r, List *list, void *what);
/* The elements of a list of structs of `size` bytes, as an array. */
void *acsl_list_flat(Reader *r, const List *list, size_t size);
AcslNode *acsl_node(Reader *r, NodeKind kind, Span span, const AcslSort *sort);
/* With arguments; without a sort if one of them has none. Those may be NULL. */
AcslNode *acsl_node_of(Reader *r, NodeKind kind, Span span, const AcslSort *sort,
                       AcslNode *const *args, uint32_t count);
AcslNode *acsl_bad(Reader *r, Span span);
/* Something begins that is left out if it is wrong. */
void acsl_begin(Reader *r);
/* Reports; what is being read is left out. NULL in panic, and without memory. */
Diagnostic *acsl_wrong(Reader *r, DiagCode code, Span span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void acsl_note(Reader *r, Diagnostic *d, const char *label, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Helps with the nearest name, if one was found. */
void acsl_suggest(Reader *r, Diagnostic *d, Span span, const char *near);
/* ACSL that is not supported: the clause or definition around it is passed over to its
 * end, and told as not checked, or reported where that cannot be. */
AcslNode *acsl_beyond(Reader *r, Span span, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* False, reported, when a term has too many parts. */
bool acsl_is_small(Reader *r, const AcslNode *node);
void acsl_aside(Reader *r, const char *what, const char *name, Span span);

#endif
