/* The values of terms at the root of a small tree, as text. */
#ifndef ASSAY_UNIT_EVAL_FIXTURE_H
#define ASSAY_UNIT_EVAL_FIXTURE_H

#include "harness.h"
#include "tree_fixture.h"

#include <inttypes.h>
#include <stdio.h>

struct eval_fixture {
    struct tree_fixture tree;
    struct assay_arena arena;
    struct assay_eval eval;
    struct assay_buf text;
};

static inline void eval_fixture_start(struct eval_fixture *f,
                                      const struct assay_alloc *mem)
{
    assay_arena_init(&f->arena, mem, 0);
    assay_buf_init(&f->text, mem, 0);
    f->eval = (struct assay_eval){.tree = &f->tree.tree, .arena = &f->arena};
}

static inline void eval_fixture_init(struct eval_fixture *f, const char *tree)
{
    tree_fixture_init(&f->tree, tree, NULL);
    eval_fixture_start(f, NULL);
}

static inline void eval_fixture_done(struct eval_fixture *f)
{
    assay_buf_done(&f->text);
    assay_arena_done(&f->arena);
    tree_fixture_done(&f->tree);
}

/* "true", "-3", "\"text\"", "{nodes}", "undefined" or, when it fails, its status. */
static inline const char *eval_fixture_show(struct eval_fixture *f, uint32_t term)
{
    struct assay_term_value v = assay_eval_term(&f->eval, term);

    assay_buf_clear(&f->text);
    if (f->eval.status)
        CHECK_INT(v.kind, ASSAY_VALUE_UNDEFINED);
    if (f->eval.status)
        return assay_status_text(f->eval.status);
    switch (v.kind) {
    case ASSAY_VALUE_UNDEFINED:
        return "undefined";
    case ASSAY_VALUE_BOOL:
        return v.number ? "true" : "false";
    case ASSAY_VALUE_INT:
        assay_buf_printf(&f->text, "%" PRId64, v.number);
        break;
    case ASSAY_VALUE_TEXT:
        assay_buf_c_string(&f->text, v.text.at, v.text.len);
        break;
    case ASSAY_VALUE_NODES:
        assay_buf_putc(&f->text, '{');
        for (uint32_t i = 0; i < v.count; i++)
            assay_buf_printf(&f->text, i > 0 ? " %u" : "%u", v.nodes[i]);
        assay_buf_putc(&f->text, '}');
        break;
    }
    return f->text.at;
}

static inline const char *eval_fixture_value(struct eval_fixture *f, const char *term)
{
    return eval_fixture_show(f, tree_fixture_term(&f->tree, term));
}

/* Cases of a term and its value, at the root of a tree. */
#define CHECK_VALUES(TREE, CASES)                                                        \
    do {                                                                                 \
        struct eval_fixture values_;                                                     \
        eval_fixture_init(&values_, TREE);                                               \
        for (size_t i_ = 0; i_ < sizeof(CASES) / sizeof *(CASES); i_++)                  \
            harness_check_str(HARNESS_HERE, (CASES)[i_][0],                              \
                              eval_fixture_value(&values_, (CASES)[i_][0]),              \
                              (CASES)[i_][1]);                                           \
        eval_fixture_done(&values_);                                                     \
    } while (0)

#endif
