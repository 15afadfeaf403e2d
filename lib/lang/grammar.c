/*
 * The arrays of a grammar: appended to while it is read, never changed afterwards.
 */
#include "lang/grammar.h"
#include "base/mem.h"

#include <string.h>

/* Elements of one array. A text of ASSAY_GRAMMAR_MAX bytes makes far fewer. */
#define ELEMENTS_MAX ((size_t)1 << 31)

void assay_grammar_init(struct assay_grammar *g, const struct assay_alloc *mem)
{
    *g = (struct assay_grammar){.mem = mem, .start = ASSAY_NONE};
    assay_arena_init(&g->arena, mem, 0);
    assay_map_init(&g->name_ids, mem);
    assay_map_init(&g->sym_ids, mem);
}

void assay_grammar_done(struct assay_grammar *g)
{
    const struct assay_alloc *mem = g->mem;

    assay_mem_free(mem, (void *)g->names, g->cap.names * sizeof *g->names);
    assay_mem_free(mem, g->rules, g->cap.rules * sizeof *g->rules);
    assay_mem_free(mem, g->syms, g->cap.syms * sizeof *g->syms);
    assay_mem_free(mem, g->exprs, g->cap.exprs * sizeof *g->exprs);
    assay_mem_free(mem, g->terms, g->cap.terms * sizeof *g->terms);
    assay_mem_free(mem, g->steps, g->cap.steps * sizeof *g->steps);
    assay_mem_free(mem, g->items, g->cap.items * sizeof *g->items);
    assay_mem_free(mem, g->ranges, g->cap.ranges * sizeof *g->ranges);
    assay_mem_free(mem, g->bytes, g->cap.bytes);
    assay_mem_free(mem, g->sources, g->cap.sources * sizeof *g->sources);
    assay_mem_free(mem, g->modules, g->cap.modules * sizeof *g->modules);
    assay_map_done(&g->sym_ids);
    assay_map_done(&g->name_ids);
    assay_arena_done(&g->arena);
    assay_grammar_init(g, mem);
}

/* The array with room for `more` elements after `count`, or NULL. */
static void *room(const struct assay_grammar *g, void *at, size_t *cap, uint32_t count,
                  uint32_t more, size_t size)
{
    size_t need = (size_t)count + (more > 0 ? more : 1);

    return assay_mem_grow(g->mem, &at, cap, need, size, ELEMENTS_MAX) ? NULL : at;
}

uint32_t assay_grammar_name(struct assay_grammar *g, const char *name, size_t len)
{
    void *at = room(g, (void *)g->names, &g->cap.names, g->nnames, 1, sizeof *g->names);
    uint64_t *number;

    if (!at)
        return ASSAY_NONE;
    g->names = at;
    number = assay_map_put(&g->name_ids, name, len);
    if (!number)
        return ASSAY_NONE;
    if (*number == 0) {
        const char *copy = assay_arena_text(&g->arena, name, len);
        if (!copy)
            return ASSAY_NONE; /* the number stays 0: not made yet */
        g->names[g->nnames++] = copy;
        *number = g->nnames;
    }
    return (uint32_t)(*number - 1);
}

uint32_t assay_grammar_find_name(const struct assay_grammar *g, const char *name,
                                 size_t len)
{
    const uint64_t *number = assay_map_find(&g->name_ids, name, len);

    return number && *number ? (uint32_t)(*number - 1) : ASSAY_NONE;
}

uint32_t assay_grammar_expr(struct assay_grammar *g, const struct assay_expr *expr)
{
    struct assay_expr *at =
        room(g, g->exprs, &g->cap.exprs, g->nexprs, 1, sizeof *g->exprs);

    if (!at)
        return ASSAY_NONE;
    g->exprs = at;
    at[g->nexprs] = *expr;
    return g->nexprs++;
}

uint32_t assay_grammar_term(struct assay_grammar *g, const struct assay_term *term)
{
    struct assay_term *at =
        room(g, g->terms, &g->cap.terms, g->nterms, 1, sizeof *g->terms);

    if (!at)
        return ASSAY_NONE;
    g->terms = at;
    at[g->nterms] = *term;
    return g->nterms++;
}

uint32_t assay_grammar_rule(struct assay_grammar *g, const struct assay_rule *rule)
{
    struct assay_rule *at =
        room(g, g->rules, &g->cap.rules, g->nrules, 1, sizeof *g->rules);

    if (!at)
        return ASSAY_NONE;
    g->rules = at;
    at[g->nrules] = *rule;
    return g->nrules++;
}

uint32_t assay_grammar_sym(struct assay_grammar *g, uint32_t rule, uint32_t label)
{
    const uint32_t key[2] = {rule, label};
    struct assay_sym *at = room(g, g->syms, &g->cap.syms, g->nsyms, 1, sizeof *g->syms);
    uint64_t *number;

    if (!at)
        return ASSAY_NONE;
    g->syms = at;
    number = assay_map_put(&g->sym_ids, key, sizeof key);
    if (!number)
        return ASSAY_NONE;
    if (*number == 0) {
        at[g->nsyms++] = (struct assay_sym){rule, label};
        *number = g->nsyms;
    }
    return (uint32_t)(*number - 1);
}

/* Numbers a pair that has a number anew. */
static void renumber(struct assay_grammar *g, uint32_t number)
{
    const uint32_t key[2] = {g->syms[number].rule, g->syms[number].label};

    *assay_map_find(&g->sym_ids, key, sizeof key) = (uint64_t)number + 1;
}

uint32_t assay_grammar_root(struct assay_grammar *g, uint32_t rule)
{
    uint32_t number = assay_grammar_sym(g, rule, ASSAY_NONE);
    struct assay_sym first;

    if (number == 0 || number == ASSAY_NONE)
        return number;
    first = g->syms[0];
    g->syms[0] = g->syms[number];
    g->syms[number] = first;
    renumber(g, 0);
    renumber(g, number);
    for (uint32_t i = 0; i < g->nexprs; i++) {
        struct assay_expr *e = &g->exprs[i];

        if (e->kind == ASSAY_EXPR_CALL && e->as.call.sym == number)
            e->as.call.sym = 0;
        else if (e->kind == ASSAY_EXPR_CALL && e->as.call.sym == 0)
            e->as.call.sym = number;
    }
    return 0;
}

uint32_t assay_grammar_items(struct assay_grammar *g, const uint32_t *items,
                             uint32_t count)
{
    uint32_t first = g->nitems;
    uint32_t *at = room(g, g->items, &g->cap.items, g->nitems, count, sizeof *g->items);

    if (!at)
        return ASSAY_NONE;
    g->items = at;
    if (count > 0)
        memcpy(at + first, items, count * sizeof *at);
    g->nitems += count;
    return first;
}

uint32_t assay_grammar_steps(struct assay_grammar *g, const struct assay_step *steps,
                             uint32_t count)
{
    uint32_t first = g->nsteps;
    struct assay_step *at =
        room(g, g->steps, &g->cap.steps, g->nsteps, count, sizeof *g->steps);

    if (!at)
        return ASSAY_NONE;
    g->steps = at;
    if (count > 0)
        memcpy(at + first, steps, count * sizeof *at);
    g->nsteps += count;
    return first;
}

uint32_t assay_grammar_ranges(struct assay_grammar *g, const struct assay_codes *ranges,
                              uint32_t count)
{
    uint32_t first = g->nranges;
    struct assay_codes *at =
        room(g, g->ranges, &g->cap.ranges, g->nranges, count, sizeof *g->ranges);

    if (!at)
        return ASSAY_NONE;
    g->ranges = at;
    if (count > 0)
        memcpy(at + first, ranges, count * sizeof *at);
    g->nranges += count;
    return first;
}

uint32_t assay_grammar_bytes(struct assay_grammar *g, const char *bytes, uint32_t len)
{
    uint32_t first = g->nbytes;
    char *at = room(g, g->bytes, &g->cap.bytes, g->nbytes, len, 1);

    if (!at)
        return ASSAY_NONE;
    g->bytes = at;
    if (len > 0)
        memcpy(at + first, bytes, len);
    g->nbytes += len;
    return first;
}

uint32_t assay_grammar_source(struct assay_grammar *g,
                              const struct assay_source_text *source)
{
    struct assay_source_text *at =
        room(g, g->sources, &g->cap.sources, g->nsources, 1, sizeof *g->sources);
    const char *name = assay_arena_text(&g->arena, source->name, strlen(source->name));
    const char *text = assay_arena_text(&g->arena, source->text, source->len);

    if (at)
        g->sources = at;
    if (!at || !name || !text)
        return ASSAY_NONE;
    at[g->nsources] = (struct assay_source_text){name, text, source->len};
    return g->nsources++;
}

uint32_t assay_grammar_module(struct assay_grammar *g, const struct assay_module *module)
{
    struct assay_module *at =
        room(g, g->modules, &g->cap.modules, g->nmodules, 1, sizeof *g->modules);

    if (!at)
        return ASSAY_NONE;
    g->modules = at;
    at[g->nmodules] = *module;
    return g->nmodules++;
}

struct assay_str assay_grammar_text(const struct assay_grammar *g,
                                    struct assay_place place)
{
    return (struct assay_str){g->sources[place.source].text + place.at, place.len};
}
