/*
 * What kinds of specs remember of the values of a scenario, and share: how long arrays
 * are, what a converted value was made of, which functions were made up. Everything lives
 * in the scenario's memory.
 */
#ifndef ASSAY_MODEL_PARTS_H
#define ASSAY_MODEL_PARTS_H

#include "model/scenario.h"
#include <pthread.h>

enum {
    ASSAY_SCOPE_MAX = 64,
    ASSAY_NESTED_DRAWN = 30,      /* values inside each other that are made up */
    ASSAY_NESTED_WRITTEN = 6,     /* parts of a result that the program asserts */
    ASSAY_NESTED_COMPARED = 2000, /* the same of a result: then it may be cyclic */
};

/* Memory that a pointer argument points to on each side. */
struct assay_extent {
    const void *at[2];
    uint32_t length;
    const char *name; /* of the program's variable; NULL: none */
    bool compared;    /* what is there now was compared already */
    struct assay_extent *next;
};

/* A value that was made by a function from another. */
struct assay_origin {
    const void *made; /* the candidate's */
    void *from[2];
    struct assay_origin *next;
};

/* Values side by side, where arrays find their lengths: the members of a struct, the
 * arguments of a callback. Those of an operation are the scenario's. */
struct assay_scope {
    const struct assay_scope *outer;
    uint32_t count;
    bool closed; /* what lies outside has nothing to say */
    const struct assay_spec *specs[ASSAY_SCOPE_MAX];
    void *at[2][ASSAY_SCOPE_MAX];
};

struct assay_made_up; /* a callback, in callback.c */

/* Storage of the caller's that was given to a call. */
struct assay_stored {
    void *at;
    size_t size;
    struct assay_stored *next;
};

struct assay_parts {
    struct assay_extent *extents; /* newest first */
    struct assay_origin *origins;
    struct assay_stored *stored;
    const struct assay_scope *scope;
    uint32_t depth;     /* of recursive specs */
    uint32_t calls_cap; /* of the scenario's calls */
    struct assay_made_up *functions;
    bool strict;   /* the program's functions assert how they are called */
    void *context; /* what `context` points to */
    pthread_t thread;
};

struct assay_parts *assay_parts(struct assay_scenario *s);

/* In the end storage holds on to nothing: what it pointed to alone is a leak. */
void assay_storage_clear(struct assay_scenario *s);

/* Ends the execution unless the status is ASSAY_OK. */
void assay_must(struct assay_scenario *s, enum assay_status status);

/* The spec behind all options, subsets and the like, recursive ones included. */
const struct assay_spec *assay_spec_core(const struct assay_spec *spec);
/* The same for a value that was received, not made: of ASSAY_IFPOL, the result's. */
const struct assay_spec *assay_spec_received(const struct assay_spec *spec);
/* How a plain value is compared; ASSAY_SCALAR_NONE for all others. (same.c) */
enum assay_scalar assay_spec_scalar(const struct assay_spec *spec);
/* Whether the value may be copied from one side to the other. */
bool assay_spec_is_plain(const struct assay_spec *spec);

void *assay_pointer_load(const void *at);
void assay_pointer_store(void *at, const void *pointer);
/* Both pointers, to which `at` points. */
void assay_pointers_load(void *const at[2], void *ret_pointers[2]);

struct assay_extent *assay_extent_add(struct assay_scenario *s, void *const at[2],
                                      uint32_t length);
/* By the candidate's pointer; NULL: there is none. */
struct assay_extent *assay_extent_find(const struct assay_scenario *s, const void *at);

/* ---- Texts */

/* The buffer's text in the scenario's memory; the buffer is done. */
const char *assay_text_take(struct assay_scenario *s, struct assay_buf *b);
const char *assay_print_text(struct assay_scenario *s, const struct assay_spec *spec,
                             const void *value);
/* The same where a declaration says the type: a struct as {.x = 1}. */
const char *assay_initialiser_text(struct assay_scenario *s,
                                   const struct assay_spec *spec, const void *value);
/* How the program calls what a pointer points to, a member, an element. NULL for NULL. */
const char *assay_path_pointee(struct assay_scenario *s, const char *path);
/* The same of what a pointer of this spec points to, cast where it is a void *. */
const char *assay_path_target(struct assay_scenario *s, const struct assay_spec *spec,
                              const char *path);
const char *assay_path_member(struct assay_scenario *s, const char *path,
                              const char *member);
const char *assay_path_element(struct assay_scenario *s, const char *path, uint64_t i);
/* Ends the execution: one of two pointers is NULL; `reference` is one side's. */
_Noreturn void assay_differ_by_null(struct assay_scenario *s,
                                    const struct assay_spec *spec, const void *reference,
                                    const char *path);

/* ---- Values that are only looked at (same.c): nothing is ended, nothing kept */

struct assay_seen {
    const struct assay_spec *spec;
    enum assay_side side;
    const void *value;
    const struct assay_scope *scope; /* NULL, or where its arrays' lengths are */
};
bool assay_same(struct assay_scenario *s, struct assay_seen a, struct assay_seen b);
/* For a reader: 3, "x", {1, 2}, &3, q0. */
void assay_show(struct assay_scenario *s, struct assay_seen value, struct assay_buf *out);

/* How many elements of the array the scope says there are; false: it does not say. */
bool assay_scope_length(const struct assay_scope *scope, const struct assay_spec *array,
                        enum assay_side side, int64_t *ret_length);

/* The scope for the members of a struct: `outer` where none of them depends on others. */
const struct assay_scope *assay_struct_scope(const struct assay_spec *spec,
                                             struct assay_scenario *s, void *const at[2],
                                             const struct assay_scope *outer);

#endif
