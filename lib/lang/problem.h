/*
 * What is wrong with a grammar: a list of problems, and their text with carets.
 * The codes are in problem.def, one line each.
 *
 * At most ASSAY_GRAMMAR_PROBLEMS are kept, errors rather than warnings; more are counted.
 * The list owns its messages. Out of memory is sticky: see `status`.
 */
#ifndef ASSAY_LANG_PROBLEM_H
#define ASSAY_LANG_PROBLEM_H

#include "lang/grammar.h"

#define ASSAY_GRAMMAR_PROBLEMS 100 /* reported; more are counted */

enum assay_problem_id {
#define PROBLEM(ID, CODE, SEVERITY) ASSAY_PROBLEM_##ID,
#include "lang/problem.def"
#undef PROBLEM
};

struct assay_problems {
    const struct assay_alloc *mem;
    struct assay_arena arena; /* messages */
    struct assay_problem *at;
    size_t count, cap;
    size_t warnings; /* of those kept: they make room for errors */
    size_t errors;   /* of all, reported or not */
    size_t dropped;  /* past the limit */
    enum assay_status status;
    struct assay_place *places; /* of each one */
    size_t places_cap;
    /* The last place a line and column were found for: the next is not far from it. */
    struct {
        uint32_t source, at, line, column;
    } last;
};

void assay_problems_init(struct assay_problems *p, const struct assay_alloc *mem);
void assay_problems_done(struct assay_problems *p);

/* Whether one more would only be counted: its text needs no work. */
bool assay_problems_full(const struct assay_problems *p);
/* A text that lives as long as the list; "" when the list is full. */
const char *assay_problems_text(struct assay_problems *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Adds one. The texts, of which `help` may be NULL, must live as long as the list. */
void assay_problems_add(struct assay_problems *p, const struct assay_grammar *g,
                        enum assay_problem_id id, struct assay_place place,
                        const char *message, const char *help);

/* Errors first, then by source and offset. */
void assay_problems_sort(struct assay_problems *p);
/* Appends the text of all of them: place, message, line, caret, help. */
void assay_problems_render(const struct assay_problems *p, const struct assay_grammar *g,
                           struct assay_buf *out);

#endif
