/*
 * The container of derivation trees and what users ask of one.
 *
 * A tree takes about as much memory as all else together, so a large one grows
 * by a half only. Nodes have no link to their parent: a node's depth is known
 * by going through the tree with a stack of the nodes that are open.
 */
#include "lang/tree.h"
#include "base/buf.h"
#include "base/mem.h"
#include "base/utf8.h"

#define SMALL_TREE ((size_t)1 << 16) /* nodes up to which doubling is cheap */
#define DUMPED_TEXT                                                                      \
    ((size_t)60) /* bytes of a node's text that a dump shows                             \
                  */

void assay_tree_init(struct assay_tree *t, const struct assay_grammar *g,
                     const char *text, size_t len, const struct assay_alloc *mem)
{
    *t = (struct assay_tree){
        .mem = mem, .grammar = g, .text = text ? text : "", .len = len};
}

void assay_tree_done(struct assay_tree *t)
{
    assay_mem_free(t->mem, t->nodes, t->cap * sizeof *t->nodes);
    assay_tree_init(t, t->grammar, t->text, t->len, t->mem);
}

bool assay_tree_grow(struct assay_tree *t)
{
    size_t max = ASSAY_NONE; /* the last number is no node's */
    void *nodes = t->nodes;

    if (t->cap >= SMALL_TREE && t->cap + t->cap / 2 < max)
        max = t->cap + t->cap / 2;
    if (assay_mem_grow(t->mem, &nodes, &t->cap, (size_t)t->count + 1, sizeof *t->nodes,
                       max))
        return false;
    t->nodes = nodes;
    return true;
}

void assay_tree_free(struct assay_tree *tree)
{
    if (!tree)
        return;
    assay_tree_done(tree);
    assay_mem_free(tree->mem, tree, sizeof *tree);
}

const struct assay_node *assay_tree_nodes(const struct assay_tree *tree,
                                          uint32_t *ret_count)
{
    *ret_count = tree->count;
    return tree->nodes;
}

struct assay_part assay_tree_part(const struct assay_tree *tree, uint32_t node)
{
    const struct assay_node *n = &tree->nodes[node];

    return (struct assay_part){tree->text + n->start, n->end - n->start};
}

static const char *name_text(const struct assay_grammar *g, uint32_t name)
{
    return name == ASSAY_NONE ? "" : g->names[name];
}

const char *assay_node_rule(const struct assay_tree *tree, uint32_t node)
{
    const struct assay_grammar *g = tree->grammar;

    return name_text(g, g->rules[g->syms[tree->nodes[node].sym].rule].name);
}

const char *assay_node_label(const struct assay_tree *tree, uint32_t node)
{
    const struct assay_grammar *g = tree->grammar;

    return name_text(g, g->syms[tree->nodes[node].sym].label);
}

/* ---- Dumping */

/* The length of a text cut to at most `max` bytes, not within a character. */
static size_t cut_length(struct assay_part part, size_t max)
{
    size_t len = part.len;

    if (len <= max)
        return len;
    for (len = max; len > max - ASSAY_UTF8_MAX; len--)
        if (((unsigned char)part.at[len] & 0xc0) != 0x80)
            return len;
    return max;
}

void assay_tree_dump_node(const struct assay_tree *tree, uint32_t node, size_t depth,
                          struct assay_buf *out)
{
    struct assay_part part = assay_tree_part(tree, node);
    const char *label = assay_node_label(tree, node);
    size_t len = cut_length(part, DUMPED_TEXT);

    for (size_t i = 0; i < depth; i++)
        assay_buf_puts(out, "  ");
    assay_buf_printf(out, "%s%s%s ", label, *label ? ":" : "",
                     assay_node_rule(tree, node));
    assay_buf_c_string(out, part.at, len);
    assay_buf_puts(out, len < part.len ? "...\n" : "\n");
}

/* The numbers after the last descendants of the nodes that are open. */
struct open_nodes {
    uint32_t *ends;
    size_t count, cap;
};

/* Closes what ends at `node` and opens it: open->count is then its depth, plus
 * one. */
static enum assay_status enter(const struct assay_tree *tree, struct open_nodes *open,
                               uint32_t node)
{
    void *ends = open->ends;
    enum assay_status status;

    while (open->count > 0 && open->ends[open->count - 1] <= node)
        open->count--;
    status = assay_mem_grow(tree->mem, &ends, &open->cap, open->count + 1,
                            sizeof *open->ends, tree->count);
    if (status)
        return status;
    open->ends = ends;
    open->ends[open->count++] = node + tree->nodes[node].size;
    return ASSAY_OK;
}

void assay_tree_dump(const struct assay_tree *tree, struct assay_buf *out)
{
    struct open_nodes open = {0};

    for (uint32_t i = 0; i < tree->count && !out->status; i++) {
        enum assay_status status = enter(tree, &open, i);
        if (status)
            out->status = status;
        else
            assay_tree_dump_node(tree, i, open.count - 1, out);
    }
    assay_mem_free(tree->mem, open.ends, open.cap * sizeof *open.ends);
}
