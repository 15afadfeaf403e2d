/*
 * Copying one grammar into another. Every array is appended to the other's, so numbers
 * move by what was there before; only names and syms are looked up.
 */
#include "base/mem.h"
#include "lang/modules.h"

#include <string.h>

/* What numbers of `from` move by, and the new numbers of its names and syms. */
struct copy {
    struct assay_grammar *g;
    const struct assay_grammar *from;
    uint32_t modules, sources, rules, exprs, terms, steps, items, ranges, bytes,
        functions;
    uint32_t *names, *syms;
};

static uint32_t moved(uint32_t number, uint32_t by)
{
    return number == ASSAY_NONE ? ASSAY_NONE : number + by;
}

static struct assay_place moved_place(const struct copy *c, struct assay_place place)
{
    place.source += c->sources;
    return place;
}

static uint32_t moved_name(const struct copy *c, uint32_t name)
{
    return name == ASSAY_NONE ? ASSAY_NONE : c->names[name];
}

static bool copy_names(struct copy *c)
{
    for (uint32_t i = 0; i < c->from->nnames; i++) {
        const char *name = c->from->names[i];
        c->names[i] = assay_grammar_name(c->g, name, strlen(name));
        if (c->names[i] == ASSAY_NONE)
            return false;
    }
    return true;
}

static bool copy_sources(struct copy *c)
{
    for (uint32_t i = 0; i < c->from->nsources; i++) {
        if (assay_grammar_source(c->g, &c->from->sources[i]) == ASSAY_NONE)
            return false;
    }
    return true;
}

static bool copy_rules(struct copy *c)
{
    for (uint32_t i = 0; i < c->from->nrules; i++) {
        struct assay_rule rule = c->from->rules[i];
        rule.name = moved_name(c, rule.name);
        rule.module += c->modules;
        rule.body = moved(rule.body, c->exprs);
        rule.where = moved(rule.where, c->terms);
        rule.place = moved_place(c, rule.place);
        if (assay_grammar_rule(c->g, &rule) == ASSAY_NONE)
            return false;
    }
    return true;
}

static bool copy_syms(struct copy *c)
{
    for (uint32_t i = 0; i < c->from->nsyms; i++) {
        const struct assay_sym *sym = &c->from->syms[i];
        c->syms[i] = assay_grammar_sym(c->g, moved(sym->rule, c->rules),
                                       moved_name(c, sym->label));
        if (c->syms[i] == ASSAY_NONE)
            return false;
    }
    return true;
}

static bool copy_exprs(struct copy *c)
{
    for (uint32_t i = 0; i < c->from->nexprs; i++) {
        struct assay_expr e = c->from->exprs[i];
        e.place = moved_place(c, e.place);
        switch (e.kind) {
        case ASSAY_EXPR_EMPTY:
            break;
        case ASSAY_EXPR_LITERAL:
            e.as.literal.at += c->bytes;
            break;
        case ASSAY_EXPR_SET:
            e.as.set.first += c->ranges;
            break;
        case ASSAY_EXPR_CALL:
            e.as.call.rule += c->rules;
            e.as.call.sym = c->syms[e.as.call.sym];
            break;
        case ASSAY_EXPR_SEQ:
        case ASSAY_EXPR_ALT:
            e.as.list.first += c->items;
            break;
        case ASSAY_EXPR_REPEAT:
            e.as.repeat.body += c->exprs;
            break;
        }
        if (assay_grammar_expr(c->g, &e) == ASSAY_NONE)
            return false;
    }
    return true;
}

static bool copy_steps(struct copy *c)
{
    for (uint32_t i = 0; i < c->from->nsteps; i++) {
        struct assay_step step = c->from->steps[i];
        step.name = c->names[step.name];
        if (assay_grammar_steps(c->g, &step, 1) == ASSAY_NONE)
            return false;
    }
    return true;
}

/* The term in the numbers of the copy. */
static struct assay_term moved_term(const struct copy *c, struct assay_term t)
{
    t.place = moved_place(c, t.place);
    switch (t.kind) {
    case ASSAY_TERM_INT:
        break;
    case ASSAY_TERM_TEXT:
        t.as.text.at += c->bytes;
        break;
    case ASSAY_TERM_PART:
        t.as.part.first += c->steps;
        break;
    case ASSAY_TERM_APPLY:
        t.as.apply.first += c->items;
        if (t.as.apply.function >= ASSAY_FUNCTION_OWN)
            t.as.apply.function += c->functions;
        break;
    case ASSAY_TERM_BINARY:
        t.as.binary.b += c->terms;
        t.as.binary.a += c->terms;
        break;
    case ASSAY_TERM_NOT:
    case ASSAY_TERM_NEGATE:
        t.as.binary.a += c->terms;
        break;
    case ASSAY_TERM_IN:
        t.as.in.a += c->terms;
        t.as.in.rule += c->rules;
        break;
    case ASSAY_TERM_FORALL:
    case ASSAY_TERM_EXISTS:
        t.as.quantifier.a += c->terms;
        t.as.quantifier.b += c->terms;
        break;
    }
    return t;
}

static bool copy_terms(struct copy *c)
{
    for (uint32_t i = 0; i < c->from->nterms; i++) {
        struct assay_term t = moved_term(c, c->from->terms[i]);
        if (assay_grammar_term(c->g, &t) == ASSAY_NONE)
            return false;
    }
    return true;
}

/* The items are there, but have the numbers of the other grammar: the children of lists
 * are expressions, those of functions are terms, or names. */
static void move_items(struct copy *c)
{
    for (uint32_t i = c->exprs; i < c->g->nexprs; i++) {
        const struct assay_expr *e = &c->g->exprs[i];
        bool list = e->kind == ASSAY_EXPR_SEQ || e->kind == ASSAY_EXPR_ALT;
        for (uint32_t k = 0; list && k < e->as.list.count; k++)
            c->g->items[e->as.list.first + k] += c->exprs;
    }
    for (uint32_t i = c->terms; i < c->g->nterms; i++) {
        const struct assay_term *t = &c->g->terms[i];
        uint32_t *args;
        if (t->kind != ASSAY_TERM_APPLY)
            continue;
        args = c->g->items + t->as.apply.first;
        for (uint32_t k = 0; k < t->as.apply.count; k++)
            args[k] += c->terms;
        if (t->as.apply.function == ASSAY_FUNCTION_SCOPE) {
            struct assay_term *name = &c->g->terms[args[1]];
            name->as.number = c->names[name->as.number];
        }
    }
}

static uint32_t count_functions(const struct assay_grammar *g)
{
    uint32_t n = 0;

    while (g->functions && g->functions[n].name)
        n++;
    return n;
}

/* Puts the other's functions behind those that are there. */
static bool copy_functions(struct copy *c)
{
    uint32_t mine = c->functions, theirs = count_functions(c->from);
    struct assay_lang_function *table;

    if (theirs == 0)
        return true;
    table = assay_arena_new(&c->g->arena, (size_t)mine + theirs + 1, sizeof *table);
    if (!table)
        return false;
    if (mine > 0)
        memcpy(table, c->g->functions, mine * sizeof *table);
    memcpy(table + mine, c->from->functions, theirs * sizeof *table);
    for (uint32_t i = mine; i < mine + theirs; i++) {
        table[i].name =
            assay_arena_text(&c->g->arena, table[i].name, strlen(table[i].name));
        if (!table[i].name)
            return false;
    }
    c->g->functions = table;
    return true;
}

/* The modules are there: only their numbers and texts are the other's. */
static bool copy_modules(struct copy *c)
{
    for (uint32_t i = 0; i < c->from->nmodules; i++) {
        struct assay_module *m = &c->g->modules[c->modules + i];
        m->source += c->sources;
        m->start = moved(m->start, c->rules);
        if (i == 0)
            continue;
        m->name = c->names[m->name];
        if (m->from) {
            m->from = assay_arena_text(&c->g->arena, m->from, strlen(m->from));
            if (!m->from)
                return false;
        }
    }
    return true;
}

static bool copy_all(struct copy *c)
{
    const struct assay_grammar *from = c->from;

    if (!copy_names(c) || !copy_sources(c) || !copy_rules(c) || !copy_syms(c) ||
        !copy_exprs(c) || !copy_steps(c) || !copy_terms(c) || !copy_functions(c) ||
        assay_grammar_items(c->g, from->items, from->nitems) == ASSAY_NONE ||
        assay_grammar_ranges(c->g, from->ranges, from->nranges) == ASSAY_NONE ||
        assay_grammar_bytes(c->g, from->bytes, from->nbytes) == ASSAY_NONE)
        return false;
    move_items(c);
    return copy_modules(c);
}

bool assay_modules_copy(struct assay_grammar *g, uint32_t first,
                        const struct assay_grammar *from)
{
    struct copy c = {
        .g = g,
        .from = from,
        .modules = first,
        .sources = g->nsources,
        .rules = g->nrules,
        .exprs = g->nexprs,
        .terms = g->nterms,
        .steps = g->nsteps,
        .items = g->nitems,
        .ranges = g->nranges,
        .bytes = g->nbytes,
        .functions = count_functions(g),
    };
    size_t names = ((size_t)from->nnames + 1) * sizeof *c.names;
    size_t syms = ((size_t)from->nsyms + 1) * sizeof *c.syms;
    bool good;

    c.names = assay_mem_new(g->mem, names);
    c.syms = assay_mem_new(g->mem, syms);
    good = c.names && c.syms && copy_all(&c);
    assay_mem_free(g->mem, c.names, names);
    assay_mem_free(g->mem, c.syms, syms);
    return good;
}
