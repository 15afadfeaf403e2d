/*
 * Facts are few, so lists are searched from front to back. An address identifies one
 * resource: where it is known whose it is, it is nobody else's. A representation that
 * disagrees in a field with all that are known of a resource represents another one;
 * one that has other fields may be of it.
 */
#include "rest/world.h"
#include <stdio.h>
#include <string.h>

#define NAMES_DEPTH 6 /* of values in which names are looked for */

void world_init(World *w, struct assay_arena *arena, bool closed)
{
    w->now.count = w->now.nfree = 0;
    w->before.count = w->before.nfree = 0;
    w->closed = closed;
    w->changing = false;
    w->arena = arena;
}

/* ---- Asking. */

static bool has_uri(const WorldResource *r, struct assay_str uri)
{
    for (uint32_t i = 0; i < r->nuris; i++)
        if (assay_str_equal(r->uris[i], uri))
            return true;
    return false;
}

static bool is_free(const WorldState *s, struct assay_str uri)
{
    for (uint32_t i = 0; i < s->nfree; i++)
        if (assay_str_equal(s->free[i], uri))
            return true;
    return false;
}

static bool is_taken(const WorldState *s, struct assay_str uri)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (has_uri(&s->resources[i], uri))
            return true;
    return false;
}

static int uriof(void *ctx, const Value *uri, const Value *resource, bool pre)
{
    const World *w = ctx;
    const WorldState *s = pre ? &w->before : &w->now;
    uint32_t id = resource->as.resource.id;
    struct assay_str text = uri->as.string;

    if (id < s->count && has_uri(&s->resources[id], text))
        return 1;
    if (is_taken(s, text) || is_free(s, text))
        return 0;
    return id < s->count && s->resources[id].nuris > 0 ? 0 : -1;
}

/* Whether two representations can be of one resource at one time. */
static bool disagree(const Value *x, const Value *y)
{
    if (x->kind != VALUE_OBJECT || y->kind != VALUE_OBJECT)
        return !value_equal(x, y);
    for (uint32_t i = 0; i < x->as.object.count; i++) {
        const Value *other = value_find(y, x->as.object.members[i].name);
        if (other && !value_equal(other, x->as.object.members[i].value))
            return true;
    }
    return false;
}

static int repof(void *ctx, const Value *v, const Value *resource, bool pre)
{
    const World *w = ctx;
    const WorldState *s = pre ? &w->before : &w->now;
    uint32_t id = resource->as.resource.id;
    const WorldResource *r = id < s->count ? &s->resources[id] : NULL;
    bool maybe = !r || r->nreps == 0;

    for (uint32_t i = 0; r && i < r->nreps; i++) {
        if (value_equal(r->reps[i], v))
            return 1;
        maybe = maybe || !disagree(r->reps[i], v);
    }
    return maybe ? -1 : 0;
}

static bool resources(void *ctx, const char *type, const Value *const **ret_items,
                      uint32_t *ret_count)
{
    World *w = ctx;
    uint32_t count = 0;

    for (uint32_t i = 0; i < w->now.count; i++) {
        const WorldResource *r = &w->now.resources[i];
        if (!r->gone && strcmp(r->type, type) == 0)
            w->items[count++] = value_resource(w->arena, type, i);
    }
    if (!w->closed || w->changing)
        w->items[count++] = value_resource(w->arena, type, WORLD_OTHER);
    for (uint32_t i = 0; i < count; i++)
        if (!w->items[i])
            return false;
    *ret_items = w->items;
    *ret_count = count;
    return true;
}

static void values(void *ctx, const Value *const **ret_items, uint32_t *ret_count)
{
    World *w = ctx;
    uint32_t count = 0;

    for (uint32_t i = 0; i < w->now.count; i++) {
        const WorldResource *r = &w->now.resources[i];
        for (uint32_t k = 0; k < r->nreps; k++)
            w->values[count++] = r->reps[k];
    }
    *ret_items = w->values;
    *ret_count = count;
}

EvalWorld world_facts(World *w)
{
    return (EvalWorld){.ctx = w,
                       .repof = repof,
                       .uriof = uriof,
                       .resources = resources,
                       .values = values};
}

/* ---- Forgetting. */

/* Whether an address is this one or, if these count, one below it. */
static bool is_at(struct assay_str uri, struct assay_str at, bool below)
{
    return uri.len >= at.len && memcmp(uri.at, at.at, at.len) == 0 &&
           (uri.len == at.len || (below && uri.at[at.len] == '/'));
}

static void forget_resource(WorldResource *r, struct assay_str at, bool below)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < r->nuris; i++)
        if (!is_at(r->uris[i], at, below))
            r->uris[kept++] = r->uris[i];
    if (kept < r->nuris)
        r->nreps = 0;
    r->nuris = kept;
}

static void forget_free(WorldState *s, struct assay_str at, bool below)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < s->nfree; i++)
        if (!is_at(s->free[i], at, below))
            s->free[kept++] = s->free[i];
    s->nfree = kept;
}

/* A parent may tell of what is below it. */
static void forget_above(WorldResource *r, struct assay_str at)
{
    for (uint32_t i = 0; i < r->nuris; i++)
        if (r->uris[i].len < at.len && is_at(at, r->uris[i], true))
            r->nreps = 0;
}

/* Whether an address ends in a text, as it is or encoded. */
static bool ends_in(struct assay_str uri, struct assay_str text)
{
    size_t at = uri.len;
    uint64_t byte;

    for (size_t i = text.len; i-- > 0;) {
        if (at >= 3 && uri.at[at - 3] == '%' &&
            assay_str_hex((struct assay_str){uri.at + at - 2, 2}, &byte) &&
            (char)byte == text.at[i])
            at -= 3;
        else if (at >= 1 && uri.at[at - 1] == text.at[i])
            at -= 1;
        else
            return false;
    }
    return text.len > 0 && at > 0 && uri.at[at - 1] == '/';
}

static void forget_named(World *w, struct assay_str name)
{
    for (uint32_t i = 0; i < w->now.count; i++) {
        WorldResource *r = &w->now.resources[i];
        for (uint32_t k = 0; k < r->nuris; k++)
            if (ends_in(r->uris[k], name))
                r->nreps = 0;
    }
}

/* The parts that are in use. */
static void copy_state(WorldState *to, const WorldState *from)
{
    memcpy(to->resources, from->resources, from->count * sizeof *from->resources);
    memcpy(to->free, from->free, from->nfree * sizeof *from->free);
    to->count = from->count;
    to->nfree = from->nfree;
}

void world_begin_call(World *w, WorldChange change, struct assay_str uri)
{
    bool below = change == CHANGES_BELOW;

    copy_state(&w->before, &w->now);
    w->changing = change != CHANGES_NOTHING;
    if (change == CHANGES_NOTHING)
        return;
    for (uint32_t i = 0; i < w->now.count; i++) {
        forget_resource(&w->now.resources[i], uri, below);
        forget_above(&w->now.resources[i], uri);
    }
    forget_free(&w->now, uri, below);
}

static void names_of(World *w, const Value *v, int depth)
{
    char digits[24];
    int64_t n;

    if (v->kind == VALUE_STRING) {
        forget_named(w, v->as.string);
    } else if (v->kind == VALUE_INTEGER && integer_to_i64(v->as.integer, &n)) {
        snprintf(digits, sizeof digits, "%lld", (long long)n);
        forget_named(w, assay_str(digits));
    }
    for (uint32_t i = 0; v->kind == VALUE_ARRAY && depth > 0 && i < v->as.array.count;
         i++)
        names_of(w, v->as.array.items[i], depth - 1);
    for (uint32_t i = 0; v->kind == VALUE_OBJECT && depth > 0 && i < v->as.object.count;
         i++)
        names_of(w, v->as.object.members[i].value, depth - 1);
}

void world_names(World *w, const Value *v)
{
    names_of(w, v, NAMES_DEPTH);
}

void world_end_call(World *w)
{
    w->changing = false;
}

/* ---- What was said. */

uint32_t world_add(World *w, const char *type)
{
    if (w->now.count == WORLD_RESOURCES)
        return WORLD_OTHER;
    w->now.resources[w->now.count] = (WorldResource){.type = type};
    return w->now.count++;
}

/* The newest facts stay. */
void world_has_uri(World *w, uint32_t number, struct assay_str uri)
{
    WorldResource *r;

    if (number >= w->now.count)
        return;
    r = &w->now.resources[number];
    if (has_uri(r, uri))
        return;
    if (r->nuris == WORLD_FACTS)
        memmove(r->uris, r->uris + 1, --r->nuris * sizeof *r->uris);
    r->uris[r->nuris++] = uri;
    r->gone = false;
}

void world_has_representation(World *w, uint32_t number, const Value *v)
{
    WorldResource *r;

    if (number >= w->now.count)
        return;
    r = &w->now.resources[number];
    if (r->nreps == WORLD_FACTS)
        memmove(r->reps, r->reps + 1, --r->nreps * sizeof *r->reps);
    r->reps[r->nreps++] = v;
}

void world_is_free(World *w, struct assay_str uri)
{
    WorldState *s = &w->now;

    for (uint32_t i = 0; i < s->count; i++) {
        WorldResource *r = &s->resources[i], *was = &w->before.resources[i];
        if (has_uri(r, uri) || (i < w->before.count && has_uri(was, uri)))
            forget_resource(r, uri, false), r->gone = r->nuris == 0;
    }
    if (is_free(s, uri))
        return;
    if (s->nfree == WORLD_FREE)
        memmove(s->free, s->free + 1, --s->nfree * sizeof *s->free);
    s->free[s->nfree++] = uri;
}
