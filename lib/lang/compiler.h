/*
 * What the parts of the translator from grammars to programs share.
 */
#ifndef ASSAY_LANG_COMPILER_H
#define ASSAY_LANG_COMPILER_H

#include "lang/program.h"

#define ASSAY_INLINE_DEPTH 4 /* of calls that are looked through */

struct assay_compiler {
    const struct assay_grammar *g;
    const struct assay_facts *f;
    struct assay_program *p;
    enum assay_status status; /* sticky */
    uint32_t rule;            /* being translated */
    uint32_t depth, inlined;
    uint32_t *set_numbers;   /* of each expression that is a set, from 1; 0: none yet */
    uint32_t *called;        /* of each rule: its number among those called, from 1 */
    uint8_t *varied;         /* of each expression: 0: not known, 1: no, 2: yes */
    uint32_t dangling;       /* operations that go on to the next one, chained by `next`;
                                ASSAY_NONE: none */
    uint32_t text, text_len; /* bytes for the next operation to write first */
    uint32_t blank;          /* the set, from 1, of white space for it; 0: none */
    bool whole;              /* a span has nothing in it but what is being translated */
    bool in_token;           /* inside a span that is good enough for all choices in it */
};

static inline bool assay_compile_recorded(const struct assay_compiler *c)
{
    return c->p->purpose == ASSAY_PROGRAM_RECORDED;
}
static inline bool assay_compile_covering(const struct assay_compiler *c)
{
    return c->p->purpose == ASSAY_PROGRAM_COVERING;
}

/* ---- Emitting: program.c */

/* Room for more elements of one of the program's arrays; false when there is none. */
#define ASSAY_COMPILE_GROW(C, NAME, MORE)                                                \
    assay_compile_grow((C), &(C)->p->NAME, &(C)->p->cap.NAME,                            \
                       (size_t)(C)->p->n##NAME + (MORE), sizeof *(C)->p->NAME)
bool assay_compile_grow(struct assay_compiler *c, void *array, size_t *cap, size_t need,
                        size_t size);
/* Those that dangle go on to the new operation, and that dangles. Its number. After a
 * failure operation 0 stands for all others, so that they can be patched. */
uint32_t assay_compile_emit(struct assay_compiler *c, struct assay_op op);
void assay_compile_code(struct assay_compiler *c, enum assay_op_code code);
/* The end of one of several ways: no text is left over. */
void assay_compile_flush(struct assay_compiler *c);
/* Both chains of operations dangle. */
void assay_compile_join(struct assay_compiler *c, uint32_t other);
/* Where bytes are in the program. */
uint32_t assay_compile_bytes(struct assay_compiler *c, const char *bytes, uint32_t len);
uint32_t assay_compile_set(struct assay_compiler *c, uint32_t expr);

/* A span around a choice that others depend on, unless it has one already. */
bool assay_compile_open(struct assay_compiler *c, uint32_t expr, bool needed);
void assay_compile_close(struct assay_compiler *c, bool open);

/* An expression, with `share` of what is left (program.h). */
void assay_compile_expr(struct assay_compiler *c, uint32_t expr, uint32_t share);
/* The items of a sequence; those behind them have the weight `behind`. */
void assay_compile_items(struct assay_compiler *c, const uint32_t *items, uint32_t count,
                         uint64_t behind);
/* How much of what is left some neighbours get, in relation to others. */
uint64_t assay_compile_weight(const struct assay_compiler *c, const uint32_t *items,
                              uint32_t count);
/* The set that an expression is, behind calls; ASSAY_NONE if it is none. */
uint32_t assay_compile_as_set(const struct assay_compiler *c, uint32_t expr);

/* ---- Alternatives: program_pick.c */

/* One of the alternatives, number `skip` (or ASSAY_NONE) aside. */
void assay_compile_alternatives(struct assay_compiler *c, uint32_t expr, uint32_t skip);

/* ---- Repetitions: program_repeat.c */

void assay_compile_repeat(struct assay_compiler *c, uint32_t expr, uint32_t share);
/* How many of the items of a sequence, from the first on, belong together as x (sep x)*
 * does; else 1. Such items are one list. */
uint32_t assay_compile_joined(const struct assay_compiler *c, const uint32_t *items,
                              uint32_t count);
void assay_compile_list(struct assay_compiler *c, const uint32_t *items, uint32_t count,
                        uint32_t share);

/* ---- Shortest sentences: program_least.c */

/* Lists them for the rules and loops where they are few and short. */
enum assay_status assay_compile_least(struct assay_program *p);

#endif
