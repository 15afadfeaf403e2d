/*
 * What the files of the ACSL reader share.
 *
 * Nodes are typed as they are built, bottom up. One that is wrong has no sort: it is
 * reported where it is found, what is around it has none either, and the clause or
 * definition is left out (`failed`).
 */
#ifndef ACSL_PARTS_H
#define ACSL_PARTS_H

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
    List cases;        /* of Case */
    List uses;         /* of Def */
    bool generic;      /* has type parameters: it is not supported */
    bool bad;          /* it, or what it uses, was reported */
    const Token *text; /* from its name to its end */
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
    uint32_t errors; /* when what is being read began */
    AcslNode spare;  /* what is returned when there is no memory */

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
/* False, reported, when a term has too many parts. */
bool acsl_is_small(Reader *r, const AcslNode *node);
void acsl_aside(Reader *r, const char *what, const char *name, Span span);

/* ---- sorts.c */

extern const AcslSort acsl_integer, acsl_real, acsl_boolean, acsl_text, acsl_texts;

const AcslSort *acsl_sort_c(Reader *r, const CType *type);
const AcslSort *acsl_sort_set(Reader *r, const AcslSort *of);
const AcslSort *acsl_sort_lambda(Reader *r, const AcslSort *of);
const AcslSort *acsl_sort_named(Reader *r, const char *name);
/* What a set is of; other sorts themselves. */
const AcslSort *acsl_element(const AcslSort *s);
bool acsl_is_set(const AcslSort *s);
bool acsl_is_record(const AcslSort *s);
bool acsl_is_boolean(const AcslSort *s); /* BOOLEAN, and _Bool */
bool acsl_is_number(const AcslSort *s);  /* integral or float */
bool acsl_is_text(const AcslSort *s);
/* A pointer to char, or an array of them. */
bool acsl_is_string(const AcslSort *s);
/* \null, NULL and 0. */
bool acsl_is_null(const AcslNode *n);
/* What a pointer or array leads to; NULL for others. */
const CType *acsl_pointee(const AcslSort *s);
/* Arrays become pointers. */
const AcslSort *acsl_decay(Reader *r, const AcslSort *s);
bool acsl_same_type(const CType *a, const CType *b);
bool acsl_same_sort(const AcslSort *a, const AcslSort *b);
/* How well a value fits where another sort is wanted: 0 is exact; negative: not at all.
 */
int acsl_fits(const AcslNode *value, const AcslSort *wanted);
/* The sort of what is one of two; NULL: they do not go together. */
const AcslSort *acsl_join(const AcslNode *a, const AcslNode *b);
/* "an integer", "a pointer to char (const char *)", "a set of integers" */
const char *acsl_sort_text(Reader *r, const AcslSort *s);

/* ---- words.c */

/* The tokens of an annotation, macros expanded; NULL when out of memory. */
const Token *acsl_words(Reader *r, Span span);
/* The keyword that a word may be meant to be, or NULL. */
const char *acsl_near_keyword(struct assay_str word);
/* Whether a word begins an item of ACSL. */
bool acsl_is_keyword(struct assay_str word);
extern const LexRules acsl_lex_rules;

/* ---- directives.c */

/* Takes out the stars that lines begin with, and directives with what they leave out: how
 * many tokens are left, the end among them. */
uint32_t acsl_clear_lines(Reader *r, Span span, Token *tokens, uint32_t count);

/* ---- parse_term.c */

extern const Dialect acsl_dialect;
AcslNode *acsl_term(Reader *r);
/* One inside of brackets: a ':' in it is its own, and no chain reaches into it. */
AcslNode *acsl_inside(Reader *r);
/* One without a '|' outside of brackets. */
AcslNode *acsl_element_term(Reader *r);
/* A term that is a predicate. */
AcslNode *acsl_predicate(Reader *r);
/* Terms between commas up to the closing mark, which is read, too. */
void acsl_terms(Reader *r, const char *close, List *ret_nodes);
/* Binds more variables around `body`'s reading: the scope to set back. */
const Bound *acsl_bind(Reader *r, const List *vars);
void acsl_set_vars(AcslNode *n, const List *vars);

/* ---- parse_literal.c */

/* An integer, real or character of C. */
AcslNode *acsl_number(Reader *r, Token token);
AcslNode *acsl_string(Reader *r);

/* ---- parse_set.c */

/* A set or record, the '{' being next. */
AcslNode *acsl_braces(Reader *r);

/* ---- parse_name.c */

/* A word that begins an operand: variables, calls, built-ins. */
AcslNode *acsl_word(Reader *r);
const Def *acsl_find_def(const Reader *r, const char *name);

/* ---- parse_call.c */

AcslNode *acsl_call(Reader *r, Token name);
AcslNode *acsl_builtin_call(Reader *r, Token name);
bool acsl_find_builtin(struct assay_str name, AcslBuiltin *ret_builtin);

/* ---- parse_type.c */

bool acsl_is_type(const Reader *r, uint32_t ahead);
/* A type, with what is around it when there is no name: (int *). NULL, reported. */
const AcslSort *acsl_type(Reader *r);
/* int *p, q, integer n: up to `end`, which is not read. */
void acsl_binders(Reader *r, List *ret_vars);
/* (int *p, integer n): the parameters of a definition, parentheses included. */
void acsl_params(Reader *r, List *ret_vars);
/* int x = 0, a[10]; of ghost code: as far as declarations go. Nothing is reported. */
void acsl_declarations(Reader *r, List *ret_vars);

/* ---- typing.c */

AcslNode *acsl_unary(Reader *r, AcslOp op, Token mark, AcslNode *of);
AcslNode *acsl_binary(Reader *r, AcslOp op, Token mark, AcslNode *a, AcslNode *b);
AcslNode *acsl_deref(Reader *r, Token mark, AcslNode *of);
AcslNode *acsl_address(Reader *r, Token mark, AcslNode *of);
AcslNode *acsl_index(Reader *r, Span span, AcslNode *of, AcslNode *index);
AcslNode *acsl_field(Reader *r, Span span, AcslNode *of, Token name, bool arrow);
AcslNode *acsl_cast(Reader *r, Span span, const AcslSort *to, AcslNode *of);
AcslNode *acsl_if(Reader *r, Span span, AcslNode *test, AcslNode *then, AcslNode *other);
AcslNode *acsl_range(Reader *r, Span span, AcslNode *lo, AcslNode *hi);
AcslNode *acsl_set(Reader *r, NodeKind kind, Span span, const List *of);
/* As a predicate: a C integer is != 0. */
AcslNode *acsl_as_predicate(Reader *r, AcslNode *of);
/* As what a parameter or result wants: predicates of integers; false: it does not fit. */
bool acsl_adapt(Reader *r, AcslNode **value, const AcslSort *wanted);
bool acsl_is_lvalue(const AcslNode *n);

/* ---- typing_text.c */

/* A string by its content; a text as it is, and so is a set of one of them. What is
 * something else has no text: the node itself. */
AcslNode *acsl_as_text(Reader *r, AcslNode *of);
/* Whether acsl_as_text makes a text, or a set of texts, of it. */
bool acsl_has_text(const AcslNode *of);
/* Whether two strings or texts are compared by content. */
bool acsl_by_content(const Reader *r, const AcslNode *a, const AcslNode *b);
/* \select(s, L, "path"), \select_all(...), \text(s, n). */
AcslNode *acsl_select(Reader *r, Token name);
AcslNode *acsl_text_of(Reader *r, Token name);
/* An element of a text or texts. */
AcslNode *acsl_text_index(Reader *r, Span span, AcslNode *of, AcslNode *index);

/* ---- labels.c */

/* The label of a name; false, reported, if there is none here. */
bool acsl_label(Reader *r, Token name, AcslLabel *ret_label);
/* {L1, L2} if it is next. */
void acsl_written_labels(Reader *r, List *ret_labels);
/* Gives a call its labels, now or when all definitions are read. */
void acsl_note_call(Reader *r, AcslNode *call, Def *def, const List *written);
/* After all bodies: labels that were not written, those of calls, order and recursion. */
void acsl_finish_definitions(Reader *r);
/* A copy of a term that is read in another state than the one it was written in. */
AcslNode *acsl_moved(Reader *r, const AcslNode *n, AcslLabel to);
/* What a body reads is noted in its owner; memory read in no certain state is wrong. */
void acsl_note_reads(Reader *r, const AcslNode *body);

/* ---- define.c */

/* Bodies for what axioms and cases define. */
void acsl_define(Reader *r);

/* ---- order.c */

void acsl_order(Reader *r);

/* ---- parse_logic.c */

/* A definition or what else stands outside of functions; false: nothing of that. */
bool acsl_global_item(Reader *r);
/* To behind the ';' that ends an item: a keyword or the end follows. */
void acsl_skip_item(Reader *r);
/* The ';' of an item; skips to it, false, if something is wrong. */
bool acsl_end_item(Reader *r);

/* {...} or a ';'; with a name, labels and parameters before it. */
void acsl_skip_block(Reader *r);
void acsl_skip_named_block(Reader *r);

/* ---- parse_language.c */

/* The tokens of an annotation; the grammar of a language is a string. NULL when out of
 * memory. */
Token *acsl_lex(Reader *r, Span span, uint32_t *ret_count);
/* language NAME ... */
void acsl_language_item(Reader *r);
/* Whether the name of a language is next; it is read then. NULL, and *ret_bad: it is one
 * that was reported. */
const AcslLanguage *acsl_language_name(Reader *r, bool *ret_bad);
/* Reports that a name is no language. */
void acsl_no_language(Reader *r, Token name);
AcslNode *acsl_language_node(Reader *r, Token name);

/* ---- parse_using.c */

/* [using] x = ..., in a config clause. */
bool acsl_is_using(const Reader *r);
void acsl_using(Reader *r, List *ret_usings);

/* ---- languages.c */

/* By its name or that of its typedef; NULL. Bad ones, too. */
const Language *acsl_find_language(const Reader *r, struct assay_str name);
/* Whether the typedefs that a type is written with have a language. */
bool acsl_has_language(const Reader *r, const CType *type);
/* After PHASE_TYPES: compiles all, reports what is wrong with them. */
void acsl_compile_languages(Reader *r);
/* A file beside the source that a span is in. NULL when out of memory. */
const char *acsl_path_beside(Reader *r, Span span, struct assay_str name);
/* The near name of a built-in language, or NULL. */
const char *acsl_near_language(struct assay_str name, size_t *nearest);
void acsl_publish_languages(Reader *r, AcslFile *file);
/* Of a reading that failed. */
void acsl_free_languages(Reader *r);

/* ---- parse_define.c */

void acsl_definition(Reader *r, LogicKind kind);
void acsl_inductive(Reader *r);
/* Whether what is next has type parameters. */
bool acsl_is_generic(const Reader *r);
/* name{L}: p; of a case or axiom, with its end; NULL, reported, without a name. */
Case *acsl_case(Reader *r, Def *of, const char *what);

/* ---- parse_contract.c */

/* A clause of a contract; false: it is none. */
bool acsl_contract_item(Reader *r);
/* The parameter of a name; NULL, reported, if there is none. */
const CParam *acsl_find_param(Reader *r, Token name);
/* check, admit */
ClauseTake acsl_take(Reader *r);
/* The kind of clause that begins here: of a contract, or behind `loop`, ... */
bool acsl_clause_kind(const Reader *r, const char *before, ClauseKind *ret_kind);
/* A clause behind its keyword, up to and with the ';'. NULL when something is wrong. */
AcslClause *acsl_clause(Reader *r, ClauseKind kind, ClauseTake take, Span from);
/* for b, c: Tokens; none if there is no such prefix. */
void acsl_for(Reader *r, List *ret_names);
void acsl_set_behaviors(Reader *r, AcslClause *c, const List *names);
/* Nothing is known of a clause: says so, and skips it. */
void acsl_unknown_clause(Reader *r);
/* What is known in a clause of this kind. */
void acsl_set_state(Reader *r, ClauseKind kind);

/* ---- parse_raise.c */

/* raise_if condition: exits 1; the word being next. */
void acsl_raise_if(Reader *r);
/* Exits only if one of the conditions held, unless the contract says more about it. */
void acsl_finish_raises(Reader *r, Contract *c);

/* ---- parse_hyper.c */

/* hyper NAME: the word being next. */
void acsl_hyper(Reader *r);
/* What stands in a hyper block. */
void acsl_hyper_item(Reader *r);
/* x' or x{2}: a run behind a term. */
bool acsl_is_run(const Reader *r);
AcslNode *acsl_run(Reader *r, AcslNode *of);
AcslNode *acsl_run_node(Reader *r, AcslNode *of, uint32_t run, Span mark);
/* The same without a look into it: its calls are the run's already. */
AcslNode *acsl_at_run(Reader *r, AcslNode *of, uint32_t run, Span mark);

/* ---- hyper.c */

/* Whether two terms are written alike. */
bool acsl_same_text(const AcslNode *a, const AcslNode *b);

/* The hyper blocks of a contract whose clauses are all known. */
void acsl_finish_hypers(Reader *r, const Contract *c, AcslContract *out);

/* ---- hyper_lift.c */

/* A term in which memory is read in the run that the pointer to it is of. */
AcslNode *acsl_lift(Reader *r, AcslNode *n);

/* ---- hyper_known.c */

/* Writes a property that has a name out; false, reported, if it cannot be. */
bool acsl_known_hyper(Reader *r, const Contract *c, Hyper *h);

/* ---- primes.c */

/* The tokens of a span, primes among them; NULL when out of memory. */
Token *acsl_lex_primes(Reader *r, Span span, uint32_t *ret_count);

/* ---- parse_code.c */

/* What stands in a body; false: it is nothing of that. */
bool acsl_code_item(Reader *r, Code **loop, Code **contract);
void acsl_ghost(Reader *r);
/* Clauses of codes become arrays. */
void acsl_finish_codes(Reader *r);

/* ---- typed.c */

/* Contracts for functions whose types say something. */
void acsl_add_typed(Reader *r, const AcslFile *file);
void acsl_check_literals(const AcslFile *file);

/* ---- merge.c */

Contract *acsl_contract_of(Reader *r, const CFunction *function);
void acsl_add_clause(Reader *r, Contract *c, const char *behavior, Span span,
                     AcslClause *clause);
/* A new behavior for a raise_if: its name, or NULL when out of memory. */
const char *acsl_add_raise(Reader *r, Contract *c, Span span);
void acsl_finish_contracts(Reader *r, AcslFile *file);

#endif
