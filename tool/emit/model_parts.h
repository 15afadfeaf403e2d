/*
 * Inside of the maker of models: what its files share. Texts are in the arena of the
 * library's unit.
 */
#ifndef EMIT_MODEL_PARTS_H
#define EMIT_MODEL_PARTS_H

#include "emit/constants.h"
#include "emit/model.h"

#define MODEL_ARGUMENTS 8   /* of one operation, as model.h has it */
#define MODEL_OPERATIONS 64 /* of one model */
#define MODEL_ABSTRACTS 32

/* A spec of the harness: MACRO(NAME, REST); predefined ones are not in the list. */
typedef struct ModelSpec {
    const char *name, *macro, *rest;
    const char *wish; /* what it was to be called */
    struct ModelSpec *next;
} ModelSpec;

/* A type whose values come from the library. */
typedef struct {
    const char *key;       /* how the type is told from others: "struct queue" */
    const char *wish;      /* what its spec is to be called: "queue" */
    const char *name;      /* of the spec, once it is there */
    const char *candidate; /* C types */
    const char *reference; /* NULL: not known yet */
    const char *reference_key;
    bool pointers; /* the reference's is a pointer, too */
    int owner;     /* the type whose values its own belong to, or -1 */
    bool threaded; /* NULL is the first value, and p = f(p) is how others come about */
} ModelAbstract;

/* How the reference takes part. */
typedef enum {
    PAIR_BOTH,
    PAIR_JUDGED,     /* it looks at the candidate's answer */
    PAIR_JUDGED_OWN, /* and gives a result of its own */
    PAIR_ALONE,      /* there is none: the contract judges, or nothing does */
    PAIR_KEPT,       /* there is none: the candidate's frees, the reference need not */
} ModelPairing;

typedef struct ModelOperation {
    const CFunction *candidate;
    const CFunction *reference;   /* NULL: none */
    const AcslContract *contract; /* of the candidate; or NULL */
    ModelPairing pairing;
    const char *name;   /* in the model */
    const char *callee; /* what the harness calls the reference */
    const char *arguments[MODEL_ARGUMENTS];
    const char *result;
    const char *condition; /* the C function for `.when`, or NULL */
    const char *judge;     /* the C function that the contract became, or NULL */
    bool judged_wholly;    /* all that the contract ensures is in it */
    uint32_t needs, gives; /* abstract types, a bit each */
    bool misfit;           /* the reference's function cannot be called alike */
    const char *why;       /* it is not tested; NULL: it is */
} ModelOperation;

typedef struct {
    const ModelInput *in;
    const CUnit *library, *reference;
    struct assay_arena *arena;
    ModelOperation *operations;
    uint32_t noperations;
    ModelAbstract abstracts[MODEL_ABSTRACTS];
    uint32_t nabstracts;
    bool items; /* the library keeps void pointers that lead nowhere: a container */
    int blocks; /* the abstract type that any void * is, where the library allocates; -1
                 */
    Constants code; /* the numbers and words in the candidate's */
    ModelSpec *specs, **last_spec;
    const char *name;
    const char *stem; /* what the names of the library's functions begin with: "queue_" */
    const CFunction **used; /* of the reference, by operations */
    uint32_t nused;
    ModelOperation *now; /* the operation whose specs are being made */
    bool no_memory;
} Model;

/* ---- Texts and names (model.c) */

const char *model_text(Model *m, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* "a struct queue *", "an int" */
const char *model_a(Model *m, const char *noun);
/* Whether a word of the name begins there: words are told by underscores or capitals. */
bool model_word_begins(const char *name, size_t i);
/* Whether a name has one of the words, in small letters and ended by NULL. */
bool model_has_word(const char *name, const char *const *words);
/* The operation now cannot be tested; the first reason counts. Returns NULL. */
const char *model_cannot(Model *m, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- Types (model_types.c) */

bool model_is_scalar(const CType *t);
/* Of the C type, as the harness can write it: typedefs that the header does not know are
 * written out. */
const char *model_type(Model *m, const CType *t);
/* The same without const and volatile. */
const char *model_plain_type(Model *m, const CType *t);
/* How a type that may be abstract is told from others: "struct queue"; NULL: it is none.
 */
const char *model_abstract_key(Model *m, const CType *t);
/* The number of the abstract type that a pointer is, or -1. */
int model_abstract(Model *m, const CType *t);
/* Looks for the types that are abstract. */
void model_find_abstracts(Model *m);
/* A type written as text, such as a parameter of a pointer to a function; or NULL. */
const CType *model_type_of_text(Model *m, const char *text, size_t len);

/* ---- Pairing (model_pair.c) */

/* Finds the reference's function of each operation. */
void model_pair(Model *m);
/* It frees its only argument, and the reference has nothing for it. */
bool model_is_kept(Model *m, const ModelOperation *o);

/* ---- Lives of values (model_life.c) */

/* Which parameter of the operation is consumed; -1: none. */
int model_consumes(Model *m, const ModelOperation *o);
/* Whether it takes one value, ends it, and gives nothing for it. */
bool model_is_destructor(Model *m, const ModelOperation *o);
/* The abstract type of a parameter, or of the result; -1. A void * is one where the
 * library allocates. */
int model_abstract_param(Model *m, const CFunction *f, uint32_t i);
int model_abstract_result(Model *m, const CFunction *f);
/* After the abstract types are known. */
void model_find_blocks(Model *m);
void model_find_items(Model *m);
void model_find_owners(Model *m);
/* What a function gives whose result is abstract. */
typedef enum {
    GIFT_NEW,
    GIFT_PERHAPS_KNOWN, /* one of the live values, or a new one */
    GIFT_SEEN,          /* a part of something else: not to be kept */
} ModelGift;
ModelGift model_gift(Model *m, const CFunction *f);
/* Finds a type that nothing gives but functions that take it, given those that are there;
 * whether it did. */
bool model_thread(Model *m, uint32_t there);

/* ---- Specs (model_spec.c, model_value.c) */

/* The name of the spec with this definition; `wish` is what it is called if it can. */
const char *model_spec(Model *m, const char *wish, const char *macro, const char *format,
                       ...) __attribute__((format(printf, 4, 5)));
/* The spec of a number, bool or enum; `p` may be NULL. */
const char *model_scalar_spec(Model *m, const CType *t, const CParam *p);
/* Of an abstract type. */
const char *model_abstract_spec(Model *m, int number);
/* Of a struct by value, that of a parameter or, NULL, any; NULL, cannot. */
const char *model_struct_spec(Model *m, const CType *t, const CParam *p);
/* `context`: a void * goes along with it. */
const char *model_callback_spec(Model *m, const CType *t, const CParam *p, bool context);
/* Of a void * that the library only keeps and gives back. */
const char *model_item_spec(Model *m, bool is_const);
/* Whether a function pointer stands next to the parameter; whether a length does. */
bool model_follows_callback(const CFunction *f, uint32_t i);
bool model_has_length(const CFunction *f, uint32_t i);
/* Fills in the arguments' specs and the result's, or says why not. */
void model_specs(Model *m, ModelOperation *o);

/* ---- Contracts (model_contract.c, model_condition.c) */

/* The bounds of an integer parameter, those of 64 bits at most; false: none but its
 * type's, or, where the lower is the greater one, no value is in them. */
bool model_bounds(Model *m, const CParam *p, int64_t *ret_lo, int64_t *ret_hi);
/* The same for a member of a parameter that is a struct, or a pointer to one. */
bool model_field_bounds(Model *m, const CParam *p, const CField *field, int64_t *ret_lo,
                        int64_t *ret_hi);
/* The spec of an integer that is bounded by what the reference says of an abstract
 * argument; NULL: it is not. */
const char *model_dependent_spec(Model *m, const CParam *p);
/* The parameter that holds the length of what another points to, by the contract; -1. */
int model_length_by_contract(Model *m, const ModelOperation *o, uint32_t array);
/* How many elements a pointer leads to, where the contract has a number for it, or the
 * declaration: int xs[3]. 0: nothing is said; -1: something that is not understood. */
int64_t model_fixed_length(Model *m, const ModelOperation *o, uint32_t array);
bool model_is_freed(const ModelOperation *o, uint32_t param);
/* The result is the caller's to free. */
bool model_allocates(const Model *m, const ModelOperation *o);
bool model_ensures(const ModelOperation *o);
/* The postcondition as a judge, if the reference can answer it: changes the pairing.
 * (model_judge.c) */
void model_judge(Model *m, ModelOperation *o);
/* What generators do not see to: sets o->condition, or says why it is not tested. */
void model_condition(Model *m, ModelOperation *o);

/* ---- The text (model_write.c) */

void model_write(Model *m, struct assay_buf *out);

#endif
