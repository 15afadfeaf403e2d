/*
 * Derivation trees: an array of nodes in preorder over a word.
 *
 * A tree owns its nodes, and borrows the word and the grammar. One thread builds it; once
 * built, any number may read it.
 */
#ifndef ASSAY_LANG_TREE_H
#define ASSAY_LANG_TREE_H

#include "lang/grammar.h"

struct assay_tree {
    const struct assay_alloc *mem;
    const struct assay_grammar *grammar;
    const char *text; /* the word; not owned */
    size_t len;
    struct assay_node *nodes;
    uint32_t count;
    size_t cap;
    uint32_t depth; /* of the constraints that ask for it by `in`: see where.h */
};

void assay_tree_init(struct assay_tree *t, const struct assay_grammar *g,
                     const char *text, size_t len, const struct assay_alloc *mem);
void assay_tree_done(struct assay_tree *t);

/* Makes room for one more node; false when out of memory or of numbers. */
bool assay_tree_grow(struct assay_tree *t);

/* Building in preorder: a node is opened, its children are added, it is closed. `open`
 * gives its number, or ASSAY_NONE when out of memory; `close` sets its end and size. */
static inline uint32_t assay_tree_open(struct assay_tree *t, uint32_t sym, uint32_t start)
{
    if (t->count == t->cap && !assay_tree_grow(t))
        return ASSAY_NONE;
    t->nodes[t->count] = (struct assay_node){.sym = sym, .start = start};
    return t->count++;
}
static inline void assay_tree_close(struct assay_tree *t, uint32_t node, uint32_t end)
{
    t->nodes[node].end = end;
    t->nodes[node].size = t->count - node;
}

/* Whether node's rule or label is this name. */
static inline bool assay_tree_called(const struct assay_tree *t, uint32_t node,
                                     uint32_t name)
{
    const struct assay_sym *sym = &t->grammar->syms[t->nodes[node].sym];

    return sym->label == name || t->grammar->rules[sym->rule].name == name;
}

/* Appends the line of one node in a dump: for those who write a large one bit by bit. */
void assay_tree_dump_node(const struct assay_tree *tree, uint32_t node, size_t depth,
                          struct assay_buf *out);

#endif
