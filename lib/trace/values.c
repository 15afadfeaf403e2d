/*
 * The values that a variable of a property is tried with. A condition compares: with
 * fields of events, with numbers that it names, in the order of integers or not at all.
 * So what occurs, what is named, the neighbours of both where there are such, and
 * something that does not occur stand for all values. Not handled: two variables that are
 * compared with each other only, both beyond whatever occurs.
 */
#include "base/hash.h"
#include "trace/run.h"
#include <assay/languages.h>
#include <string.h>

/* Values of one type in the order in which they came, each once. */
struct gathering {
    struct assay_trace *t;
    const struct assay_trace_field *var;
    struct assay_trace_values values;
    uint32_t *slots; /* 1 + the index of a value, by its hash; 0 is free */
    size_t mask;
};

uint32_t assay_trace_constants(const struct assay_trace_field *field)
{
    uint32_t count = 0;

    while (field->constants && field->constants[count])
        count++;
    return count;
}

static bool same_constants(const struct assay_trace_field *a,
                           const struct assay_trace_field *b)
{
    uint32_t i = 0, count = assay_trace_constants(a);

    if (count != assay_trace_constants(b))
        return false;
    while (i < count && strcmp(a->constants[i], b->constants[i]) == 0)
        i++;
    return i == count;
}

static bool same_language(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool assay_trace_same_type(const struct assay_trace_field *a,
                           const struct assay_trace_field *b)
{
    if (a->type != b->type)
        return false;
    switch (a->type) {
    case ASSAY_TRACE_ENUM:
        return a->constants == b->constants || same_constants(a, b);
    case ASSAY_TRACE_SORT:
        return a->sort == b->sort;
    case ASSAY_TRACE_TEXT:
        return same_language(a->language, b->language);
    case ASSAY_TRACE_INTEGER:
    case ASSAY_TRACE_BOOLEAN:
    case ASSAY_TRACE_ID:
        break;
    }
    return true;
}

/* ---- Gathering */

static bool same_value(const struct assay_trace_value *a,
                       const struct assay_trace_value *b)
{
    if (!a->text)
        return a->number == b->number;
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/* Where the value is, or would be. */
static uint32_t *find(const struct gathering *g, const struct assay_trace_value *v)
{
    uint64_t hash = v->text ? assay_hash_bytes(1, v->text, v->length)
                            : assay_hash_step(1, (uint64_t)v->number);
    size_t i = hash & g->mask;

    while (g->slots[i] && !same_value(&g->values.at[g->slots[i] - 1], v))
        i = (i + 1) & g->mask;
    return &g->slots[i];
}

static void add(struct gathering *g, struct assay_trace_value value)
{
    uint32_t *slot = find(g, &value);

    if (*slot)
        return;
    g->values.at[g->values.count++] = value;
    *slot = (uint32_t)g->values.count;
}

static void add_number(struct gathering *g, int64_t number)
{
    add(g, assay_trace_number_(number));
}

static bool is_same_sort_of_text(const struct gathering *g,
                                 const struct assay_trace_field *field,
                                 const struct assay_trace_value *value)
{
    const struct assay_lang *lang;

    if (!g->var->language || same_language(g->var->language, field->language))
        return true;
    lang = assay_language(g->var->language);
    return lang && assay_lang_accepts(lang, value->text, value->length);
}

static bool fits(const struct gathering *g, const struct assay_trace_field *field,
                 const struct assay_trace_value *value)
{
    if (g->var->type == ASSAY_TRACE_TEXT && field->type == ASSAY_TRACE_TEXT)
        return is_same_sort_of_text(g, field, value);
    return assay_trace_same_type(field, g->var);
}

static void add_log(struct gathering *g)
{
    const struct assay_trace *t = g->t;

    for (size_t i = 0; i < t->nlog; i++) {
        const struct assay_trace_operation *o = &t->spec->operations[t->log[i].operation];
        for (uint32_t k = 0; k < o->nfields; k++)
            if (fits(g, &o->fields[k], &t->log[i].fields[k]))
                add(g, t->log[i].fields[k]);
    }
}

static void add_below(struct gathering *g, int64_t end)
{
    for (int64_t i = 0; i < end; i++)
        add_number(g, i);
}

static void add_neighbours(struct gathering *g)
{
    size_t count = g->values.count;

    for (size_t i = 0; i < count; i++) {
        int64_t number = g->values.at[i].number;
        if (number > INT64_MIN)
            add_number(g, number - 1);
        if (number < INT64_MAX)
            add_number(g, number + 1);
    }
}

static void add_integers(struct gathering *g)
{
    const struct assay_trace_property *p = g->t->spec->property;

    add_log(g);
    for (uint32_t i = 0; i < p->nconstants; i++)
        add_number(g, p->constants[i]);
    if (g->values.count == 0)
        add_number(g, 0);
    add_neighbours(g);
}

/* The least that is not there; ids are not compared otherwise. */
static void add_fresh_id(struct gathering *g)
{
    struct assay_trace_value fresh = assay_trace_number_(0);

    while (*find(g, &fresh))
        fresh.number++;
    add(g, fresh);
}

/* One that is longer than the others. */
static void add_fresh_text(struct gathering *g)
{
    size_t longest = 0;
    char *text;

    for (size_t i = 0; i < g->values.count; i++)
        if (g->values.at[i].length > longest)
            longest = g->values.at[i].length;
    text = assay_trace_new(g->t, longest + 2, 1);
    memset(text, 'x', longest + 1);
    add(g, (struct assay_trace_value){0, text, longest + 1});
}

/* ---- All of them */

/* So many at most, before the neighbours. */
static size_t count_most(const struct assay_trace *t, const struct assay_trace_field *var)
{
    size_t count = (size_t)t->spec->property->nconstants + 2;

    for (size_t i = 0; i < t->nlog; i++)
        count += t->spec->operations[t->log[i].operation].nfields;
    if (var->type == ASSAY_TRACE_ENUM)
        count += assay_trace_constants(var);
    if (var->type == ASSAY_TRACE_SORT)
        count += assay_trace_members(t, var->sort);
    return count;
}

static void gather(struct gathering *g)
{
    switch (g->var->type) {
    case ASSAY_TRACE_INTEGER:
        add_integers(g);
        break;
    case ASSAY_TRACE_BOOLEAN:
        add_below(g, 2);
        break;
    case ASSAY_TRACE_ENUM:
        add_below(g, assay_trace_constants(g->var));
        break;
    case ASSAY_TRACE_SORT:
        add_log(g);
        add_below(g, assay_trace_members(g->t, g->var->sort));
        break;
    case ASSAY_TRACE_ID:
        add_log(g);
        add_fresh_id(g);
        break;
    case ASSAY_TRACE_TEXT:
        add_log(g);
        add_fresh_text(g);
        break;
    }
}

struct assay_trace_values assay_trace_candidates(struct assay_trace *t,
                                                 const struct assay_trace_field *var)
{
    struct gathering g = {.t = t, .var = var, .mask = 15};
    size_t most = 3 * count_most(t, var);

    while (g.mask < 2 * most)
        g.mask = 2 * g.mask + 1;
    g.slots = assay_trace_new(t, g.mask + 1, sizeof *g.slots);
    g.values.at = assay_trace_new(t, most, sizeof *g.values.at);
    gather(&g);
    return g.values;
}
