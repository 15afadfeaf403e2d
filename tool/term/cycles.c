/*
 * A type may contain itself in a field or an element, where values get smaller; it may
 * not be itself again. From each alias all others are visited that it leads to, twice:
 * through everything, and through what speaks of the same value only.
 */
#include "term/cycles.h"

typedef struct {
    const Alias **found; /* what it leads to */
    uint32_t count;
    uint32_t *visits; /* by the alias' number: the last search that found it */
    uint32_t search;
    bool same_value; /* only what is about the same value is followed */
} Search;

/* Fields and elements are other values. */
static bool see_type(void *ctx, const Type *t)
{
    Search *s = ctx;

    if (t->kind == TYPE_ALIAS && s->visits[t->as.alias->number] != s->search) {
        s->visits[t->as.alias->number] = s->search;
        s->found[s->count++] = t->as.alias;
    }
    return !s->same_value ||
           (t->kind != TYPE_OBJECT && t->kind != TYPE_MAP && t->kind != TYPE_ARRAY);
}

/* So are the values that conditions are about. */
static bool see_term(void *ctx, const Term *t)
{
    const Search *s = ctx;

    (void)t;
    return !s->same_value;
}

static bool leads_back(Search *s, const Alias *from, bool same_value)
{
    Visitor v = {see_term, see_type, s};

    s->search++;
    s->count = 0;
    s->same_value = same_value;
    type_walk(from->type, &v);
    for (uint32_t i = 0; i < s->count && s->visits[from->number] != s->search; i++)
        if (s->found[i]->type)
            type_walk(s->found[i]->type, &v);
    return s->visits[from->number] == s->search;
}

static void refuse(Diags *diags, const Alias *alias)
{
    Diagnostic *d = diag_report(diags, DIAG_CYCLIC_TYPE, alias->span,
                                "'%s' is itself and nothing else", alias->name);

    diag_note(diags, d, "help",
              "a type may contain itself in a field or an array: {next: %s}",
              alias->name);
}

/* All are looked at before any is made bad: a circle has several. */
static void find(Reader *r, Search *s, bool *bad)
{
    for (uint32_t i = 0; i < r->aliases.count; i++) {
        Alias *alias = r->aliases.at[i];
        if (!alias->type)
            continue;
        alias->recursive = leads_back(s, alias, false);
        bad[i] = leads_back(s, alias, true);
        if (bad[i])
            refuse(r->parser.diags, alias);
    }
    for (uint32_t i = 0; i < r->aliases.count; i++)
        if (bad[i])
            r->aliases.at[i]->type = read_good_type(
                r, type_simple(r->parser.arena, r->aliases.at[i]->span, TYPE_BAD));
}

void read_find_cycles(Reader *r)
{
    struct assay_arena *a = r->parser.arena;
    Search s = {.found = assay_arena_new(a, r->aliases.count, sizeof *s.found),
                .visits = assay_arena_new(a, r->aliases.count, sizeof *s.visits)};
    bool *bad = assay_arena_new(a, r->aliases.count, sizeof *bad);

    if (s.found && s.visits && bad)
        find(r, &s, bad);
    else
        r->parser.diags->no_memory = true;
}
