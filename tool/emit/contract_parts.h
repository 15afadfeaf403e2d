/*
 * Inside of the contract emitter: what its files share.
 *
 * Terms become C expressions, as texts in the arena. A term that cannot be executed sets
 * `why`, once, and what it becomes is then not used. Integers are mathematical: each term
 * has an interval (contract_interval.c), and is computed in long long where that is
 * enough, in 128 bits otherwise, checked where even these may not be.
 *
 * Memory is read in a state: now, as it was (a C pointer to a struct assay_state), or
 * safely, when inputs are still being made and pointers may lead nowhere.
 */
#ifndef EMIT_CONTRACT_PARTS_H
#define EMIT_CONTRACT_PARTS_H

#include "emit/contract.h"

__extension__ typedef __int128 Wide;

typedef struct {
    Wide lo, hi; /* at most WIDE_INFINITE from 0: then unknown */
} Interval;

#define WIDE_INFINITE ((Wide)1 << 125) /* the sum of any two bounds is a Wide, too */

typedef enum { REP_NARROW, REP_WIDE } Rep; /* long long, assay_wide */

/* How a logic variable is called in C. */
typedef struct Name {
    const AcslVar *var;
    const char *text;  /* an lvalue, such as "i" or "(*a)" */
    Interval interval; /* of integers */
    Rep rep;           /* of integers without a C type */
    const struct Name *up;
} Name;

/* A version of a logic definition: each label is now or a state, each integer parameter
 * is narrow or wide; or it makes itself true. */
typedef enum { VERSION_VALUE, VERSION_EXPLAIN, VERSION_MAKE, VERSION_KEEP } VersionKind;
typedef struct Version {
    const AcslLogic *logic;
    VersionKind kind;
    uint32_t states, wides; /* bit sets */
    bool wanted;            /* EXPLAIN, MAKE: it is to be true */
    const char *symbol;
    const char *why;                                      /* it cannot be executed */
    bool loops, checked, memo, sampled, asks_call, texts; /* as in Emit */
    struct Version *next;
} Version;

typedef struct LayoutName {
    const CType *type;
    const char *symbol;
    struct LayoutName *next;
} LayoutName;

typedef struct {
    const AcslFile *file;
    const CUnit *unit;
    struct assay_arena *arena;
    const ContractOptions *options;
    ContractSummary *summary;
    struct assay_buf layouts, declarations, bodies; /* to stand before a function */
    Version *versions;
    LayoutName *names_of_layouts;
    uint32_t nlayouts, nversions, ntemps;
    const char **languages; /* C texts for the file's, by number; NULL: not yet */
    const char **measured;  /* functions whose calls have a measure */
    uint32_t nmeasured;
    bool no_memory;

    /* What is being emitted. */
    const CFunction *function;
    const AcslBehavior *behavior;
    const Version *version;     /* the logic definition, or NULL */
    const AcslContract *making; /* inputs are made for a test of its, or NULL */
    const AcslBehavior *making_for;
    const Name *names;
    const char *state;   /* memory is read in: NULL now, "" safely, else a pointer */
    const char *here;    /* NULL or "": what Here means */
    const char *old;     /* the state at the call; NULL where there is none */
    const char *result;  /* how \result is called */
    const char *kept;    /* a state that has all blocks, for unbounded quantifiers */
    const char *real;    /* what reals are computed in: "long double" */
    const char *failing; /* EXPLAIN: the says; MAKE: the inputs */
    bool by_pointer;     /* parameters are (*name) */
    bool at_call;        /* this is the state at the call: \old means now */
    bool reads_old;      /* it reads memory in the state at the call */
    bool uses_pre;       /* some annotation of the body does */
    bool uses_entry;     /* some clause of the loop looks at memory before it */
    bool uses_behaviors; /* or asks which behaviors hold */
    const char *saved;   /* declarations of what the body puts aside */
    const char *entry;   /* statements for before the loop */
    struct PieceSink *sink;
    struct Closing *closings; /* behind loops, the innermost first */
    struct Hidden *hidden;    /* globals that have another name as well */
    uint32_t run;             /* of a hyperproperty, whose inputs are meant; 0: none */
    const char *run_state;    /* function for the state that memory of runs is read in */
    bool texts;               /* it computes texts */
    bool uses_errno;          /* some clause of the function looks at errno */
    bool memo;                /* it calls recursive logic */
    bool in_body;        /* parameters may have changed: Pre reads the saved copies */
    bool loops, checked; /* it has loops; it may fail as a specification */
    const char *unseen;  /* a part of it is taken for granted, and why */
    bool asks_call;      /* it looks at what the innermost call kept */
    bool sampled;        /* a quantifier was only tried for some values */
    const char *why;     /* it cannot be executed; NULL: it can */
    Span why_span;
} Emit;

/* ---- Texts. */

/* printf into the arena; "" when out of memory. */
const char *c_text(Emit *e, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A name that nothing else has: prefix and a number. */
const char *c_temp(Emit *e, const char *prefix);
/* The source of a node, on one line, as a C string literal with its quotes. */
const char *c_quoted(Emit *e, Span span);
/* A term as it could be written, as a C string literal. */
const char *c_printed(Emit *e, const AcslNode *n);
/* It cannot be executed; returns "0". */
const char *c_cannot(Emit *e, Span span, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The type in C, for declarations before a name and for casts. */
const char *c_type(Emit *e, const CType *type);
/* "&assay_layout_3" */
const char *c_layout(Emit *e, const CType *type);

/* ---- Names and states. */

/* Nothing is known yet: memory is read as it is, names are those of the function, this is
 * the state at the call. */
void c_begin(Emit *e);
const Name *c_name(const Emit *e, const AcslVar *var);
/* Adds a name in front; the caller puts `names` back. */
void c_bind(Emit *e, Name *storage, const AcslVar *var, const char *text,
            Interval interval, Rep rep);
/* The state when a loop was entered. */
#define C_LOOP_ENTRY "(&assay_entry)"
/* The state that a label means here; false when there is none. */
bool c_label(Emit *e, const AcslLabel *label, const char **ret_state);

/* What is read, and where: the state of memory, the run, its result. */
typedef struct {
    const char *state, *result;
    uint32_t run;
} Where;
Where c_where(const Emit *e);
/* Goes to what a label means; false, and nothing changed, when there is no such state. */
bool c_enter(Emit *e, const AcslLabel *label);
void c_leave(Emit *e, Where before);
/* To what a run of a hyperproperty was given, and, when all are made, what it left. */
void c_enter_run(Emit *e, uint32_t run);
/* How a parameter is called in a run: "x", "assay_2_x". */
const char *c_run_name(Emit *e, uint32_t run, const char *name);

/* ---- Intervals. */

Interval interval_of_type(const CType *type);
Interval interval_of(Emit *e, const AcslNode *n);
bool interval_is_narrow(Interval i);
/* A limit of a bounded variable: the least and the greatest value a set of conjuncts
 * allows it. */
Interval interval_narrow_all(void);

/* ---- Terms. */

const char *c_integer(Emit *e, const AcslNode *n, Rep rep);
/* Whether all is known of it that c_integer_cut() may lose: it has a limit. */
bool interval_is_bounded(Interval i);
/* A wide one, cut to 128 bits: for what is compared with one that has a limit. */
const char *c_integer_cut(Emit *e, const AcslNode *n);
const char *c_real(Emit *e, const AcslNode *n);
const char *c_pointer(Emit *e, const AcslNode *n);
/* A value of C's own: a struct, a pointer, an integer of its type. */
const char *c_value(Emit *e, const AcslNode *n);
/* The address of an lvalue. */
const char *c_address(Emit *e, const AcslNode *n);
/* A number; true where it is narrow enough for long long. */
Rep c_rep(Emit *e, const AcslNode *n);
/* As an argument of this sort. */
const char *c_as(Emit *e, const AcslNode *n, const AcslSort *sort, Rep rep);
/* How a value of this sort is declared; NULL, cannot, if it has none. */
const char *c_sort(Emit *e, const AcslSort *sort, Rep rep, Span span);
const CType *c_pointee(const AcslSort *sort); /* or NULL */
bool c_is_lvalue(const AcslNode *n);
bool c_is_bit_field(const AcslNode *n);
bool c_has_pointer(const CType *type); /* somewhere in it */
/* Without names and parentheses around it. */
const AcslNode *c_bare(const AcslNode *n);
const char *c_number(Emit *e, Wide value);
/* Trouble, as a number: what no axiom says. */
const char *c_undefined(Emit *e);

/* What a name, a choice, a state, a \let or a call makes of it, whatever its sort. */
typedef const char *Emitter(Emit *e, const AcslNode *n);
const char *c_other(Emit *e, const AcslNode *n, Emitter *self);

/* ---- Languages and texts. */

/* "&assay_language_3" */
const char *c_language(Emit *e, const AcslLanguage *l);
const char *c_grammar(Emit *e, const char *name, struct assay_str text,
                      const AcslLanguage *const *uses, uint32_t nuses);
const char *c_bytes(Emit *e, const AcslNode *n); /* of sort TEXT */
const char *c_texts(Emit *e, const AcslNode *n); /* of sort TEXTS */
/* Built-ins with texts that are integers, and t[i]. */
const char *c_text_integer(Emit *e, const AcslNode *n);
const char *c_text_compare(Emit *e, const AcslNode *n);
const char *c_text_test(Emit *e, const AcslNode *n); /* \starts and the like */
/* In a language, or in a list of texts. */
const char *c_text_member(Emit *e, const AcslNode *x, const AcslNode *set);
/* Statements that say what a text is, and why it is no sentence. */
const char *c_say_text(Emit *e, const AcslNode *n);
const char *c_say_language(Emit *e, const AcslNode *x, const AcslLanguage *l);

/* ---- Predicates. */

/* A global in the function that is written; a parameter may have its name. */
const char *c_global(Emit *e, const CGlobal *g);
/* Equality of structs, and of arrays; n is the comparison. (contract_equal.c) */
const char *c_same_structs(Emit *e, const AcslNode *n);
const char *c_same_arrays(Emit *e, const AcslNode *n);
const char *c_truth(Emit *e, const AcslNode *n);

/* The loops of a quantifier, or of a comprehension: binds its variables, which the caller
 * puts back. They go on while `go_on` holds. False: it cannot. */
typedef struct {
    const char *open, *close; /* C before and behind what is done in them */
} Loops;
bool c_loops(Emit *e, const AcslNode *quant, const char *go_on, Loops *ret);

/* "for (...)", and before it the declaration of its variable: of that name, from one
 * number (narrow) to another (wide), while `go_on` holds. */
const char *c_for(Emit *e, const char *i, const char *from, const char *to,
                  const char *go_on);

/* The declaration of what \let binds; binds it, and the caller puts it back. */
const char *c_let_open(Emit *e, const AcslNode *let);

/* ---- Sets of locations. */

/* Emits C for each contiguous region of a set: `use` is called with C texts for the
 * address, the number of elements and the element's type, and returns a statement. */
typedef const char *RegionUse(Emit *e, const char *at, const char *count,
                              const CType *element, void *ctx);
const char *c_regions(Emit *e, const AcslNode *set, bool pointers, RegionUse *use,
                      void *ctx);

/* A call of a logic function that is not recursive as what it stands for; all states are
 * taken for one. Others stay. */
const AcslNode *c_unfold(Emit *e, const AcslNode *n);

/* The body of what is called, with the arguments in it. */
const AcslNode *c_body_of(Emit *e, const AcslNode *call);
/* A copy with a node in the place of a variable; NULL when out of memory. */
AcslNode *c_replaced(Emit *e, const AcslNode *n, const AcslVar *var, AcslNode *by);

/* ---- Explaining and making true: statements. */

const char *c_explain(Emit *e, const AcslNode *n, bool wanted);
/* Whether a place is an input, or in one. */
bool c_can_change(const Emit *e, const AcslNode *n);
/* A language and what conditions say of a string of it. */
#define C_USES 16
typedef struct {
    const AcslLanguage *from;
    const char *text; /* a grammar; NULL: there is nothing to say, or nothing can be */
    const AcslLanguage *uses[C_USES]; /* that it refers to */
    uint32_t nuses;
    bool whole; /* all conditions that speak of it are in it */
} Refined;
Refined c_refine(Emit *e, const AcslNode *it, const AcslLanguage *from,
                 const AcslNode *const *conditions, uint32_t count);

/* x \in L, and x == value, of texts; NULL: it cannot be made. */
const char *c_make_sentence(Emit *e, const AcslNode *x, const AcslLanguage *l,
                            const char *ok);
const char *c_make_text(Emit *e, const AcslNode *x, const AcslNode *value,
                        const char *ok);
/* What a config clause says of a parameter of the test, as a predicate; or NULL. */
AcslNode *c_using_node(Emit *e, const CFunction *f, uint32_t number);
const char *c_make(Emit *e, const AcslNode *n, bool wanted, const char *ok);

/* ---- Logic definitions. */

/* The version of a definition that a call needs; emitted if it is new. NULL, cannot, when
 * it cannot be executed. */
const Version *c_version(Emit *e, const AcslNode *call, VersionKind kind, bool wanted);
const char *c_call(Emit *e, const AcslNode *call);
/* The states and arguments of a call of this version, each behind ", ". */
const char *c_arguments(Emit *e, const AcslNode *call, const Version *v);

/* ---- Values that a precondition leaves to a parameter. */

#define DOMAIN_RANGES 16

typedef struct {
    Interval ranges[DOMAIN_RANGES]; /* ascending, not touching */
    uint32_t count;
} Domain;

Domain domain_all(const CType *type);
void domain_restrict(Domain *d, const CParam *param, const AcslNode *condition);
/* Of a parameter of a test; whether it says how long something is. */
Domain c_param_domain(const AcslContract *c, const AcslBehavior *tested, const CParam *p,
                      bool *ret_length);
bool c_is_plain_integer(const CType *type);
/* Globals that a clause is about are inputs. */
bool c_is_input(const AcslContract *c, const CGlobal *g);

/* ---- Keeping what a precondition says is valid. */

/* Statements that keep the regions of \valid and \valid_read in `state`. */
const char *c_keep(Emit *e, const AcslNode *n, const char *state);
/* The same for a set of pointers, or of lvalues. */
const char *c_keep_set(Emit *e, const AcslNode *set, bool pointers, const char *state);

/* ---- Checks: a clause, or a conjunct of one, as C functions. */

typedef struct Check {
    const AcslClause *clause;
    const AcslBehavior *behavior;
    const AcslNode *node;
    const char *symbol; /* of the function that tests it; SYMBOL_failed reports it */
    const char *site;   /* of its struct assay_clause */
    bool old, result;   /* it takes the state at the call, the result */
    bool texts;         /* it computes texts */
    struct Check *next;
} Check;

/* The checks of a function's clauses of one kind, emitted; those that cannot be are told
 * to the summary. */
typedef struct {
    Check *first, **last;
} Checks;

void c_checks(Emit *e, const AcslContract *contract, ClauseKind kind, Checks *ret);
/* A struct assay_clause for a place; its symbol. */
const char *c_site(Emit *e, const AcslClause *clause, const char *behavior, Span span);
const char *c_site_of(Emit *e, const char *kind, const char *behavior, Span span);
#define C_SAMPLED "tried for the values that occur, not for all"
void c_drop(Emit *e, ClauseKind kind, Span span, const char *reason, bool sampled);
/* "int x, char *s" and "x, s", as the definition calls them; "" for none. */
const char *c_params(Emit *e, const CFunction *f, bool pointers);
const char *c_param_names(Emit *e, const CFunction *f, const char *before);
/* A type without its own const. */
const char *c_plain_type(Emit *e, const CType *type);

/* ---- Bodies. */

/* Where pieces of text go. */
typedef struct PieceSink {
    void (*add)(struct PieceSink *sink, uint32_t at, uint32_t skip, const char *text);
    uint32_t source;
} PieceSink;

/* Puts in the annotations of a function's body; NULL: those outside of functions. Returns
 * whether they look at the state at the call. */
bool c_codes(Emit *e, const CFunction *f, PieceSink *sink);

/* Checks values that get a language type in the body: the ends of what is put in, then,
 * when all else is, their starts. `symbols` has room for one of each flow. */
void c_flows_close(Emit *e, const CFunction *f, const char **symbols, PieceSink *sink);
void c_flows_open(Emit *e, const CFunction *f, const char *const *symbols,
                  PieceSink *sink);

/* Whether an \at is about a place in the body where its value is put aside; and that
 * value. */
bool c_is_saved(const Emit *e, const AcslNode *at);
const char *c_saved(Emit *e, const AcslNode *at);

/* ---- Functions. */

/* Why the checks of a function cannot be put around its body; NULL if they can. */
const char *c_not_rewritable(const Emit *e, const CFunction *f);

/* The contract with the clauses that invariants and types add to it. */
const AcslContract *c_with_types(Emit *e, const AcslContract *c);
/* Nodes; NULL when out of memory. */
AcslNode *c_node(Emit *e, NodeKind kind, Span span, const CType *type);
AcslNode *c_op_node(Emit *e, AcslOp op, const AcslSort *sort, AcslNode *a, AcslNode *b);
AcslNode *c_param_node(Emit *e, const CFunction *f, uint32_t number);
AcslNode *c_text_node(Emit *e, AcslNode *it);
/* it \in L; with a length, or NULL. */
AcslNode *c_in_language(Emit *e, AcslNode *it, AcslNode *length, const AcslLanguage *l);

/* Everything about one function: its checks, then the function that makes its contract.
 */
typedef struct {
    const AcslContract *contract;
    Checks requires, assumes, ensures, exits;
    bool keeps;          /* it needs the state at the call */
    bool assigns;        /* and compares it */
    const char *measure; /* of its decreases clause, or NULL */
    bool errnos;         /* errno is taken behind the call */
    bool calls; /* it is told that it is called: its body, or exit, wants to know */
} Wrapped;

/* Whether a variable outside of functions is declared before this one. */
bool c_is_visible(const CFunction *f, const CGlobal *g);
const char *c_check_arguments(Emit *e, const Check *c, const char *before);
/* Whether a behavior's assumptions hold, as a C condition. */
const char *c_assumed(Emit *e, const Wrapped *w, const AcslBehavior *b,
                      const char *before);

/* Declarations for the start of a body that c_codes() went through last; `pre` is what it
 * said. */
const char *c_body_variables(Emit *e, const CFunction *f, const Wrapped *w, bool pre);

void c_wrapped(Emit *e, const AcslContract *contract, Wrapped *ret);
void c_wrapper(Emit *e, const Wrapped *w, struct assay_buf *out);
void c_untested(Emit *e, const CFunction *f, const char *reason);
/* Tests of the function's behaviors and hyperproperties. */
void c_tests(Emit *e, const Wrapped *w, struct assay_buf *out);
void c_hyper_test(Emit *e, const Wrapped *w, const AcslHyper *h, struct assay_buf *out);

/* ---- Parts of tests. */

#define C_ROUNDS 12 /* of making the precondition true */

/* Emits the function that makes a test's precondition true; its name. */
const char *c_maker(Emit *e, const AcslContract *c, const AcslBehavior *tested);
/* Whether nothing in the file seems to free memory: pointers may then lead anywhere into
 * blocks, and to variables. */
bool c_is_loose(const Emit *e);
/* Tells a test the numbers in a function's code. */
void c_constants(Emit *e, const CFunction *f, struct assay_buf *out);
/* Keeps the globals, once. */
void c_keep_world(Emit *e, struct assay_buf *out);
/* Begins an execution, draws the inputs and makes the precondition true of them. */
void c_draw_inputs(Emit *e, const Wrapped *w, const AcslBehavior *tested,
                   const char *maker, struct assay_buf *out);
/* How the test calls the function. */
const char *c_callee(Emit *e, const CFunction *f);
/* Draws one parameter of a run. */
void c_draw_param(Emit *e, const AcslContract *c, const AcslBehavior *tested,
                  const CParam *p, uint32_t run, struct assay_buf *out);
/* The precondition of a run, and what the behavior assumes (NULL: none), as a condition.
 */
const char *c_required(Emit *e, const Wrapped *w, const AcslBehavior *tested,
                       uint32_t run);
void c_test_entry(Emit *e, const AcslContract *c, const AcslBehavior *tested,
                  const AcslHyper *hyper, const char *symbol);

/* Tells the run-time side which variables the unit defines outside of functions. */
void c_objects(Emit *e, struct assay_buf *out);

/* Numbers that the test is to try first: what it is to draw then. */
void emit_contract_seeds(Emit *e, const AcslContract *c, const AcslBehavior *tested,
                         ContractTest *t);
/* A table "seeds_of_SYMBOL", if there are any. */
void emit_contract_seed_table(const ContractTest *t, struct assay_buf *out);

/* Lines of C, each indented by the braces that are open before it. */
void c_indented(const char *text, struct assay_buf *out);

/* Writes what a function needs before it, and empties it. */
void c_flush(Emit *e, struct assay_buf *out);

#endif
