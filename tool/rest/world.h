/*
 * What is known of the resources of a server: which there are, at which addresses, and
 * how they are represented. All of it was said by answers of the server; what nobody said
 * is not known, as others may have used the server before. A world is the ground that
 * `repof`, `uriof` and quantifiers over resources are evaluated on.
 *
 * Beside the resources that are known there is always "some other one": it may have any
 * address that nobody else has and that is not known to be free, and any representation.
 * In a closed world it is there only after a call that may have made it.
 *
 * Values and texts belong to the caller and must outlive the world.
 */
#ifndef REST_WORLD_H
#define REST_WORLD_H

#include "base/arena.h"
#include "term/eval.h"

#define WORLD_RESOURCES 256    /* more are forgotten */
#define WORLD_FACTS 4          /* addresses, or representations, of a resource */
#define WORLD_FREE 256         /* addresses that are known to be free */
#define WORLD_OTHER UINT32_MAX /* the number of "some other one" */

typedef struct {
    const char *type;
    bool gone; /* it was, and is no more */
    struct assay_str uris[WORLD_FACTS];
    uint32_t nuris;
    const Value *reps[WORLD_FACTS];
    uint32_t nreps;
} WorldResource;

typedef struct {
    WorldResource resources[WORLD_RESOURCES];
    uint32_t count;
    struct assay_str free[WORLD_FREE]; /* nobody's, since it was said */
    uint32_t nfree;
} WorldState;

typedef struct {
    WorldState now, before; /* before: of the call at hand */
    bool closed;            /* nobody else uses the server, and it was empty */
    bool changing;          /* the call at hand may have made resources */
    struct assay_arena *arena;
    const Value *items[WORLD_RESOURCES + 1]; /* given to evaluators */
    const Value *values[WORLD_RESOURCES * WORLD_FACTS];
} World;

void world_init(World *w, struct assay_arena *arena, bool closed);

/* For evaluators: facts of `now`, those inside of pre(...) of `before`. */
EvalWorld world_facts(World *w);

/* What a call may change: nothing; what is at its address (and it may make more); that
 * and all below it. What its address is below of may be represented otherwise, too. */
typedef enum { CHANGES_NOTHING, CHANGES_HERE, CHANGES_BELOW } WorldChange;

/* A call begins, to an address: what is now is what was before, and what it may change is
 * known no more. */
void world_begin_call(World *w, WorldChange change, struct assay_str uri);
/* The call at hand names what may be represented otherwise when it ends: resources with
 * an address that ends in a number or string of the value. */
void world_names(World *w, const Value *v);
/* All that it says was learned. */
void world_end_call(World *w);

/* ---- What was said. */

/* A new resource; its number, or WORLD_OTHER if there is no room. */
uint32_t world_add(World *w, const char *type);
void world_has_uri(World *w, uint32_t number, struct assay_str uri);
void world_has_representation(World *w, uint32_t number, const Value *v);
/* An address is nobody's. Whoever had no other is gone. */
void world_is_free(World *w, struct assay_str uri);

#endif
