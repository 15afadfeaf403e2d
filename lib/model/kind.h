/*
 * What a sort of spec can do. A spec (struct assay_spec) is constant data, its kind a
 * table of functions. Values are handled in pairs: at[ASSAY_REFERENCE] and
 * at[ASSAY_CANDIDATE] point to memory of the spec's size on each side.
 *
 * Functions that compare do not return when the sides differ: assay_differ() ends the
 * execution. Texts of the printed program are made only while s->writer is not NULL.
 */
#ifndef ASSAY_MODEL_KIND_H
#define ASSAY_MODEL_KIND_H

#include "base/buf.h"
#include <assay/model.h>

struct assay_scenario;

typedef void assay_spec_visit_fn(void *ctx, const struct assay_spec *inner);

struct assay_spec_kind {
    const char *name;
    /* NULL: never. A spec is asked through assay_constructible() and the like, which
     * break the cycles of ASSAY_FIX. */
    bool (*constructible)(const struct assay_spec *spec);
    bool (*deconstructible)(const struct assay_spec *spec);
    /* NULL, or: the specs inside, each in turn. */
    void (*inner)(const struct assay_spec *spec, assay_spec_visit_fn *visit, void *ctx);
    /* Makes a value on both sides. False: there is none now, another operation is to be
     * tried. The memory is zeroed. */
    bool (*construct)(const struct assay_spec *spec, struct assay_scenario *s,
                      void *const at[2]);
    /* The candidate's value that was constructed, as a C expression. `value` is the
     * candidate's. It may add lines before the call by assay_write_before(). */
    void (*print)(const struct assay_spec *spec, struct assay_scenario *s,
                  const void *value, struct assay_buf *out);
    /* NULL, or: what happens to an argument after the call: it is consumed, what was
     * filled in is compared. `path` is how the program calls the argument, NULL when
     * there is no program. Not called for values inside of others. */
    void (*finish)(const struct assay_spec *spec, struct assay_scenario *s,
                   void *const at[2], const char *path);
    /* Compares two results, or keeps them. `path` is a C expression that stands for the
     * candidate's value, NULL when there is no program. */
    void (*deconstruct)(const struct assay_spec *spec, struct assay_scenario *s,
                        void *const at[2], const char *path);
    /* NULL, or: the condition that holds when the candidate's value, called `path`, is
     * what the reference's `value` is, as one C expression: "f(a0) == 3". Kinds that have
     * it are written around the call itself. */
    void (*expect)(const struct assay_spec *spec, struct assay_scenario *s,
                   const void *value, const char *path, struct assay_buf *out);
    /* NULL, or: copies what the value points to, which may vanish; `value` of one side is
     * changed in place. For arguments of callbacks. */
    void (*keep)(const struct assay_spec *spec, struct assay_scenario *s,
                 enum assay_side side, void *value);
    /* NULL, or: the reference's memory gets what the candidate filled in, for an
     * operation that the reference judges. */
    void (*adopt)(const struct assay_spec *spec, struct assay_scenario *s,
                  void *const at[2]);
    bool late;          /* drawn after the other arguments: it depends on them */
    bool always_finish; /* finished even when the operation failed */
    /* NULL: wherever there is `expect`. Whether this value of the reference can be said
     * by it, in one condition that has the path once. */
    bool (*expectable)(const struct assay_spec *spec, const void *value);
};

/* ---- Asked of a spec */

bool assay_constructible(const struct assay_spec *spec);
bool assay_deconstructible(const struct assay_spec *spec);
bool assay_construct(const struct assay_spec *spec, struct assay_scenario *s,
                     void *const at[2]);
void assay_spec_print(const struct assay_spec *spec, struct assay_scenario *s,
                      const void *value, struct assay_buf *out);
void assay_deconstruct(const struct assay_spec *spec, struct assay_scenario *s,
                       void *const at[2], const char *path);
void assay_spec_keep(const struct assay_spec *spec, struct assay_scenario *s,
                     enum assay_side side, void *value);

/* For kinds: always; and as the spec that is wrapped (as.wrap.of). */
bool assay_spec_always(const struct assay_spec *spec);
bool assay_wrapped_constructible(const struct assay_spec *spec);
bool assay_wrapped_deconstructible(const struct assay_spec *spec);
void assay_wrapped_visit(const struct assay_spec *spec, assay_spec_visit_fn *visit,
                         void *ctx);

/* The C type of the candidate's values as text, wrappers looked through: "int *". */
const char *assay_spec_type(const struct assay_spec *spec, struct assay_scenario *s);
/* A declaration of a variable: "int *xs", "struct queue *q". */
const char *assay_declaration(struct assay_scenario *s, const char *type,
                              const char *name);
/* The spec that options, subsets and the like are around; NULL when this is none of them.
 */
const struct assay_spec *assay_spec_within(const struct assay_spec *spec);
/* The abstract type behind subsets and the like, or NULL. (abstract.c) */
const struct assay_spec *assay_abstract_of(const struct assay_spec *spec);

/* Through `expectable` and `expect`: a result with them needs no variable. */
bool assay_expectable(const struct assay_spec *spec, const void *value);
void assay_expect(const struct assay_spec *spec, struct assay_scenario *s,
                  const void *value, const char *path, struct assay_buf *out);
/* Through `finish`, unless the operation failed and the kind then has nothing to do. */
void assay_finish(const struct assay_spec *spec, struct assay_scenario *s,
                  void *const at[2], const char *path);
void assay_adopt(const struct assay_spec *spec, struct assay_scenario *s,
                 void *const at[2]);

/* ---- Plain values (scalar.c): of `size` bytes at an address */

bool assay_scalar_equal(enum assay_scalar scalar, size_t size, const void *a,
                        const void *b);
/* As a C expression; false where there is none (bytes of a struct). */
bool assay_scalar_print(enum assay_scalar scalar, size_t size, const void *value,
                        struct assay_buf *out);
int64_t assay_scalar_load(enum assay_scalar scalar, size_t size, const void *at);
double assay_scalar_floating(size_t size, const void *at);
void assay_scalar_store(enum assay_scalar scalar, size_t size, void *at, int64_t value);
/* "path == value", "!path", "strcmp(path, "x") == 0". */
void assay_scalar_expect(struct assay_scenario *s, enum assay_scalar scalar, size_t size,
                         const void *value, const char *path, struct assay_buf *out);
/* Compares, ends the execution when they differ; otherwise the program asserts it. */
void assay_scalar_compare(struct assay_scenario *s, enum assay_scalar scalar, size_t size,
                          void *const at[2], const char *path);

#endif
