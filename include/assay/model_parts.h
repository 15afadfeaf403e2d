/*
 * Specs, operations and models as data: what the macros of <assay/model.h> fill in.
 * Whoever writes a model needs of it the options of struct assay_operation and struct
 * assay_model, and struct assay_arguments.
 */
#ifndef ASSAY_MODEL_PARTS_PUBLIC_H
#define ASSAY_MODEL_PARTS_PUBLIC_H

#include <assay/run.h>

struct assay_scenario; /* one program made up and run, in lib/model */
struct assay_spec_kind;
struct assay_operation;

enum assay_side { ASSAY_REFERENCE, ASSAY_CANDIDATE };
enum { ASSAY_ARGUMENTS_MAX = 8, ASSAY_MODEL_RUNS = 20000 };

/* How a plain C value is compared and printed. */
enum assay_scalar {
    ASSAY_SCALAR_NONE,
    ASSAY_SCALAR_SIGNED,
    ASSAY_SCALAR_UNSIGNED,
    ASSAY_SCALAR_BOOL,
    ASSAY_SCALAR_CHAR,
    ASSAY_SCALAR_FLOATING, /* float, double; NaN equals NaN */
    ASSAY_SCALAR_STRING,   /* by strcmp; NULL equals NULL */
    ASSAY_SCALAR_OTHER,    /* by its bytes */
};

/* The arguments drawn so far of the operation that is being made. */
struct assay_arguments {
    const struct assay_operation *operation;
    void *at[2][ASSAY_ARGUMENTS_MAX]; /* by side and position */
    uint32_t drawn;                   /* a bit for each that is there */
};

typedef void assay_call_fn(void *const *arguments, void *ret_result);
typedef const char *assay_judge_fn(void *const *arguments, const void *answer,
                                   void *ret_own);
typedef bool assay_equal_fn(const void *a, const void *b);
typedef void assay_show_fn(const void *value, struct assay_buf *out);
typedef void assay_convert_fn(const void *from, void *ret_to);
typedef bool assay_accept_fn(const void *reference, const void *candidate);
typedef const char *assay_agree_fn(const void *reference, const void *candidate);
typedef void assay_release_fn(const void *value);
typedef void assay_bounds_fn(const void *reference, int64_t *ret_lo, int64_t *ret_hi);
typedef void assay_make_fn(struct assay_test *t, const struct assay_arguments *args,
                           void *ret_value);
typedef bool assay_when_fn(const struct assay_arguments *args);

/* How values of an abstract type end. */
struct assay_destructor {
    assay_release_fn *release[2];
    const char *text; /* the candidate's function */
};

/* An abstract type: its values come from operations and are kept for others. */
struct assay_abstract {
    const char *name, *type; /* of the candidate */
    size_t size[2];
    bool is_pointer[2];
    const struct assay_destructor *destructor;
    assay_agree_fn *const *check;
    const struct assay_spec *const *owner; /* at NULL: its values belong to none */
    uint32_t number; /* in its model, given when that is looked over */
};

struct assay_member {
    const char *name;
    size_t offset[2];
    const struct assay_spec *spec;
};

struct assay_spec {
    const char *name, *type; /* the candidate's C type, as written */
    const struct assay_spec_kind *kind;
    size_t size[2]; /* by side */
    union {
        struct {
            const struct assay_gen *gen; /* NULL: not constructible */
            enum assay_scalar scalar;    /* NONE: by `equal` */
            assay_equal_fn *equal;       /* NULL with NONE: not deconstructible */
            const char *equal_text;
            assay_show_fn *show;
            const struct assay_lang *(*lang)(void); /* NULL, or what a result is in */
        } value;
        struct assay_abstract *abstract;
        struct {
            const struct assay_spec *of;
            assay_accept_fn *accept;
            bool if_good; /* consumed only by an operation that succeeds */
        } subset;
        struct {
            const struct assay_spec *of; /* nearest argument with this spec */
            assay_bounds_fn *bounds;
            assay_make_fn *make;
            enum assay_scalar scalar; /* of a length's pointer: what it points to, */
            size_t pointee;           /* and its size */
        } dependent;
        struct {
            const struct assay_spec *element;
            uint32_t min, max;
        } array;
        struct {
            const struct assay_member *members;
            uint32_t count;
        } fields;
        struct {
            const struct assay_spec *of, *result; /* result: of ifpol */
            const void *bad[2];                   /* the value that says "failed" */
            enum assay_scalar scalar;
            assay_release_fn *release[2];
            assay_convert_fn *convert[2];
            const char *text; /* the candidate's function */
            size_t room[2];   /* of the caller's storage */
        } wrap;
        const struct assay_spec *(*defer)(void);
        struct {
            const struct assay_spec *const *arguments;
            uint32_t arity;
            const struct assay_spec *result;
            const void *function[2]; /* addresses of the generated functions' pointers;
                                        of an order: of an array of three */
            bool pure;
        } callback;
    } as;
};

struct assay_operation {
    const char *name; /* in the model */
    const char *text; /* the candidate's function, as written */
    const char *file;
    int line;
    const struct assay_spec *const *arguments;
    uint32_t arity;
    const struct assay_spec *result;
    assay_call_fn *reference, *candidate; /* reference NULL: there is none */
    assay_judge_fn *judge;                /* instead of a reference */
    /* Options. */
    uint32_t weight;            /* how often, compared with others; 0 is 1 */
    assay_when_fn *when;        /* NULL, or false where it must not be called */
    const unsigned char *order; /* NULL, or the positions in the order of drawing */
    bool may_die; /* exit, abort and signals are results: compared; the scenario goes on
                     as if such a call had not been made */
};

struct assay_model {
    const char *name, *file;
    int line;
    const struct assay_operation *const *operations;
    uint32_t count;
    /* Options. */
    uint32_t fuel;      /* operations of one scenario at most: 20, and now and then 200 */
    const char *header; /* what the printed program includes: "parray.h", <glib.h>;
                           several are separated by spaces */
    const char *sources; /* what it is compiled with, for the reader */
    void (*prologue)(void), (*epilogue)(void); /* around each scenario: both sides */
    const char *prologue_text, *epilogue_text; /* the candidate's part of them, as C */
    bool no_swarm;                             /* always offer all operations */
    const long long *numbers; /* worth trying: what the code treats specially */
    uint32_t nnumbers;
    const char *const *words; /* the same for strings */
    uint32_t nwords;
    bool mortal; /* values end when the reference frees what they point to: that is seen
                    with AddressSanitizer */
    bool ignore_leaks; /* what is allocated after all destructors is no finding */
    struct assay_options options; /* of the run */
};

#endif
