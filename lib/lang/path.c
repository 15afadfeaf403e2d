/*
 * Paths over trees.
 *
 * A step turns the nodes selected so far into the next ones, both ascending: preorder is
 * the order of the text. It costs no more than a walk through the nodes below them, even
 * where they are inside each other: descendants are looked for once, and the k-th
 * descendants of all of them are found in one list of all descendants.
 */
#include "lang/path.h"
#include "base/ascii.h"
#include "base/buf.h"
#include "base/mem.h"
#include "lang/lang.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading */

struct reader {
    const struct assay_grammar *grammar;
    const char *path, *at;
    struct assay_buf *error; /* NULL: nobody asks */
};

__attribute__((format(printf, 3, 4))) static bool
complain(struct reader *r, const char *at, const char *format, ...)
{
    va_list args;

    if (r->error) {
        assay_buf_printf(r->error, "byte %zu: ", (size_t)(at - r->path));
        va_start(args, format);
        assay_buf_vprintf(r->error, format, args);
        va_end(args);
    }
    return false;
}

/* What is wanted is not what comes next. */
static bool complain_next(struct reader *r, const char *wanted)
{
    unsigned char c = (unsigned char)*r->at;

    if (c == '\0')
        return complain(r, r->at, "expected %s, but the path ends", wanted);
    if (c < ' ' || c > '~')
        return complain(r, r->at, "expected %s, not the byte %%x%02X", wanted, c);
    return complain(r, r->at, "expected %s, not '%c'", wanted, c);
}

/* The characters of a name that begins at `at`; 0 when none does. */
static size_t name_length(const char *at)
{
    size_t len = 0;

    if (!assay_is_word_start(at[0]))
        return 0;
    while (assay_is_word(at[len]) || at[len] == '-')
        len++;
    return len;
}

static uint32_t rule_name(const struct assay_grammar *g, uint32_t sym)
{
    return g->rules[g->syms[sym].rule].name;
}

static bool names_something(const struct assay_grammar *g, uint32_t name)
{
    for (uint32_t i = 0; i < g->nsyms; i++)
        if (g->syms[i].label == name || rule_name(g, i) == name)
            return true;
    return false;
}

/* The name of a rule or part that is nearest to what was written, or NULL. */
static const char *nearest_name(const struct assay_grammar *g, struct assay_str name)
{
    const char *nearest = NULL;
    size_t distance = SIZE_MAX;

    for (uint32_t i = 0; i < g->nsyms; i++) {
        uint32_t names[] = {g->syms[i].label, rule_name(g, i)};
        for (int k = 0; k < 2; k++)
            if (names[k] != ASSAY_NONE &&
                assay_str_resembles(name, assay_str(g->names[names[k]]), &distance))
                nearest = g->names[names[k]];
    }
    return nearest;
}

static bool complain_unknown(struct reader *r, const char *name, size_t len)
{
    const char *nearest = NULL;

    if (r->error)
        nearest = nearest_name(r->grammar, (struct assay_str){name, len});
    if (!nearest)
        return complain(r, name, "no rule or part is called '%.*s'", (int)len, name);
    return complain(r, name, "no rule or part is called '%.*s'; did you mean '%s'?",
                    (int)len, name, nearest);
}

static bool read_name(struct reader *r, struct assay_step *step)
{
    const char *name = r->at;
    size_t len = name_length(name);

    if (len == 0)
        return complain_next(r, step->deep ? "a name after '..'" : "a name after '.'");
    if (name[len - 1] == '-')
        return complain(r, name + len - 1, "a name does not end in '-'");
    r->at += len;
    step->name = assay_grammar_find_name(r->grammar, name, len);
    if (step->name == ASSAY_NONE || !names_something(r->grammar, step->name))
        return complain_unknown(r, name, len);
    return true;
}

/* What is between [ and ]. */
static bool read_index(struct reader *r, struct assay_step *step)
{
    const char *digits = r->at;
    uint64_t index = 0;

    while (assay_is_digit(*r->at))
        r->at++;
    if (r->at == digits)
        return complain_next(r, "a number after '['");
    if (!assay_str_u64((struct assay_str){digits, (size_t)(r->at - digits)}, &index) ||
        index > UINT32_MAX)
        return complain(r, digits, "the index is larger than 4294967295");
    if (index == 0)
        return complain(r, digits, "the first has the index 1");
    if (*r->at != ']')
        return complain_next(r, "']'");
    r->at++;
    step->index = (uint32_t)index;
    return true;
}

static bool read_step(struct reader *r, struct assay_step *ret_step)
{
    struct assay_step step = {0};

    r->at++;
    step.deep = *r->at == '.';
    r->at += step.deep;
    if (!read_name(r, &step))
        return false;
    if (*r->at == '[') {
        r->at++;
        if (!read_index(r, &step))
            return false;
    }
    if (*r->at != '.' && *r->at != '\0')
        return complain_next(r, step.index ? "'.' or '..'" : "'.', '..' or '['");
    *ret_step = step;
    return true;
}

static bool read_start(struct reader *r)
{
    size_t len = name_length(r->at);

    if (*r->at == '\0')
        return complain(r, r->at, "the path is empty");
    if (len > 0)
        return complain(r, r->at, "a path begins with a dot: '.%.*s' or '..%.*s'",
                        (int)len, r->at, (int)len, r->at);
    return *r->at == '.' ? true : complain_next(r, "'.' or '..'");
}

enum assay_status assay_path_read(const struct assay_grammar *g, const char *path,
                                  struct assay_step steps[ASSAY_PATH_STEPS],
                                  uint32_t *ret_count, struct assay_buf *error)
{
    struct reader r = {g, path, path, error};
    uint32_t count = 0;

    if (!read_start(&r))
        return ASSAY_BAD_FORMAT;
    while (*r.at) {
        if (count == ASSAY_PATH_STEPS) {
            complain(&r, r.at, "a path has at most %d steps", ASSAY_PATH_STEPS);
            return ASSAY_BAD_FORMAT;
        }
        if (!read_step(&r, &steps[count++]))
            return ASSAY_BAD_FORMAT;
    }
    *ret_count = count;
    return ASSAY_OK;
}

/* ---- Following */

static enum assay_status push(struct assay_selection *s, uint32_t node)
{
    void *nodes = s->nodes;
    enum assay_status status =
        assay_mem_grow(s->mem, &nodes, &s->cap, s->count + 1, sizeof *s->nodes, SIZE_MAX);

    if (status)
        return status;
    s->nodes = nodes;
    s->nodes[s->count++] = node;
    return ASSAY_OK;
}

/* Appends the children of a node that a step selects. */
static enum assay_status push_children(const struct assay_tree *t, uint32_t node,
                                       const struct assay_step *step,
                                       struct assay_selection *s)
{
    uint32_t end = node + t->nodes[node].size, found = 0;
    enum assay_status status = ASSAY_OK;

    for (uint32_t i = node + 1; i < end && !status; i += t->nodes[i].size) {
        if (!assay_tree_called(t, i, step->name))
            continue;
        found++;
        if (step->index == 0 || found == step->index)
            status = push(s, i);
        if (found == step->index)
            break;
    }
    return status;
}

/* Appends the descendants called `name`, at most `max`. */
static enum assay_status push_descendants(const struct assay_tree *t, uint32_t node,
                                          uint32_t name, uint32_t max,
                                          struct assay_selection *s)
{
    uint32_t end = node + t->nodes[node].size, found = 0;
    enum assay_status status = ASSAY_OK;

    for (uint32_t i = node + 1; i < end && found < max && !status; i++) {
        if (!assay_tree_called(t, i, name))
            continue;
        found++;
        status = push(s, i);
    }
    return status;
}

static int compare_nodes(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

/* Puts nodes in order. They are, unless their parents are inside each other. */
static void sort_nodes(uint32_t *nodes, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (nodes[i - 1] > nodes[i]) {
            qsort(nodes, count, sizeof *nodes, compare_nodes);
            return;
        }
    }
}

/* Puts the nodes from number `from` on in the place of those from `base` on. */
static void replace(struct assay_selection *s, size_t base, size_t from)
{
    memmove(s->nodes + base, s->nodes + from, (s->count - from) * sizeof *s->nodes);
    s->count -= from - base;
}

static enum assay_status step_down(const struct assay_tree *t,
                                   const struct assay_step *step, size_t base,
                                   struct assay_selection *s)
{
    size_t from = s->count;
    enum assay_status status = ASSAY_OK;

    for (size_t i = base; i < from && !status; i++)
        status = push_children(t, s->nodes[i], step, s);
    if (status)
        return status;
    sort_nodes(s->nodes + from, s->count - from);
    replace(s, base, from);
    return ASSAY_OK;
}

/* Appends the descendants of the nodes from `base` on, each once: what is below a node
 * inside another was found with the other. */
static enum assay_status find_deep(const struct assay_tree *t,
                                   const struct assay_step *step, size_t base,
                                   struct assay_selection *s)
{
    size_t from = s->count;
    uint32_t end = 0;
    uint32_t max = from - base == 1 && step->index ? step->index : UINT32_MAX;
    enum assay_status status = ASSAY_OK;

    for (size_t i = base; i < from && !status; i++) {
        uint32_t node = s->nodes[i];
        if (node < end)
            continue;
        end = node + t->nodes[node].size;
        status = push_descendants(t, node, step->name, max, s);
    }
    return status;
}

/*
 * Of the nodes in [base, from), the index-th of the descendants in [from, count). Both
 * ascend, so the places in the list only go forward, and so do the nodes found; those
 * inside each other may have found the same. The found take the place of the nodes.
 */
static void pick_deep(const struct assay_tree *t, uint32_t index, size_t base,
                      size_t from, struct assay_selection *s)
{
    size_t first = from, picked = base;

    for (size_t i = base; i < from; i++) {
        uint32_t node = s->nodes[i], end = node + t->nodes[node].size;
        while (first < s->count && s->nodes[first] <= node)
            first++;
        if (index > s->count - first || s->nodes[first + index - 1] >= end)
            continue;
        if (picked == base || s->nodes[picked - 1] != s->nodes[first + index - 1])
            s->nodes[picked++] = s->nodes[first + index - 1];
    }
    s->count = picked;
}

static enum assay_status step_deep(const struct assay_tree *t,
                                   const struct assay_step *step, size_t base,
                                   struct assay_selection *s)
{
    size_t from = s->count;
    enum assay_status status = find_deep(t, step, base, s);

    if (status)
        return status;
    if (step->index)
        pick_deep(t, step->index, base, from, s);
    else
        replace(s, base, from);
    return ASSAY_OK;
}

enum assay_status assay_path_follow(const struct assay_tree *t, uint32_t node,
                                    const struct assay_step *steps, uint32_t count,
                                    struct assay_selection *into)
{
    size_t base = into->count;
    enum assay_status status = push(into, node);

    for (uint32_t i = 0; i < count && !status; i++)
        status = steps[i].deep ? step_deep(t, &steps[i], base, into)
                               : step_down(t, &steps[i], base, into);
    if (status)
        into->count = base;
    return status;
}

/* ---- For users */

enum assay_status assay_select_all(const struct assay_tree *tree, const char *path,
                                   struct assay_selection *ret_nodes)
{
    struct assay_step steps[ASSAY_PATH_STEPS];
    struct assay_selection nodes = {.mem = tree->mem};
    uint32_t count = 0;
    enum assay_status status = assay_path_read(tree->grammar, path, steps, &count, NULL);

    if (!status)
        status = assay_path_follow(tree, 0, steps, count, &nodes);
    if (status)
        assay_selection_done(&nodes);
    else
        *ret_nodes = nodes;
    return status;
}

void assay_selection_done(struct assay_selection *nodes)
{
    assay_mem_free(nodes->mem, nodes->nodes, nodes->cap * sizeof *nodes->nodes);
    *nodes = (struct assay_selection){.mem = nodes->mem};
}

/* The k-th, from 1, of a selection; with `only` there must be no others. */
static enum assay_status select_one(const struct assay_tree *tree, const char *path,
                                    size_t k, bool only, struct assay_part *ret_part)
{
    struct assay_selection nodes;
    enum assay_status status = assay_select_all(tree, path, &nodes);

    if (status)
        return status;
    if (k < 1 || k > nodes.count || (only && nodes.count > 1))
        status = ASSAY_NOT_ONE;
    else
        *ret_part = assay_tree_part(tree, nodes.nodes[k - 1]);
    assay_selection_done(&nodes);
    return status;
}

enum assay_status assay_select(const struct assay_tree *tree, const char *path,
                               struct assay_part *ret_part)
{
    return select_one(tree, path, 1, true, ret_part);
}

enum assay_status assay_select_kth(const struct assay_tree *tree, const char *path,
                                   size_t k, struct assay_part *ret_part)
{
    return select_one(tree, path, k, false, ret_part);
}

struct predicate {
    assay_part_fn *holds;
    const void *ctx;
};

/* Whether the predicate is `wanted` for some selected part. */
static enum assay_status any_is(const struct assay_tree *tree, const char *path,
                                struct predicate p, bool wanted, bool *ret_found)
{
    struct assay_selection nodes;
    enum assay_status status = assay_select_all(tree, path, &nodes);
    bool found = false;

    if (status)
        return status;
    for (size_t i = 0; i < nodes.count && !found; i++)
        found = p.holds(p.ctx, assay_tree_part(tree, nodes.nodes[i])) == wanted;
    assay_selection_done(&nodes);
    *ret_found = found;
    return ASSAY_OK;
}

enum assay_status assay_selected_all(const struct assay_tree *tree, const char *path,
                                     assay_part_fn *holds, const void *ctx, bool *ret)
{
    bool found = false;
    enum assay_status status =
        any_is(tree, path, (struct predicate){holds, ctx}, false, &found);

    if (!status)
        *ret = !found;
    return status;
}

enum assay_status assay_selected_any(const struct assay_tree *tree, const char *path,
                                     assay_part_fn *holds, const void *ctx, bool *ret)
{
    return any_is(tree, path, (struct predicate){holds, ctx}, true, ret);
}

int assay_path_problem(const struct assay_lang *lang, const char *path, char *into,
                       size_t size)
{
    struct assay_step steps[ASSAY_PATH_STEPS];
    struct assay_buf error;
    uint32_t count = 0;
    int len;

    if (lang->problems.errors > 0)
        return snprintf(into, size, "the language has errors");
    assay_buf_init(&error, lang->mem, 0);
    assay_path_read(&lang->grammar, path, steps, &count, &error);
    len = snprintf(into, size, "%s",
                   error.status ? assay_status_text(error.status) : error.at);
    assay_buf_done(&error);
    return len;
}
