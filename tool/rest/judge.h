/*
 * Judging answers: whether a condition of a triple holds for a request, its answer and
 * what is known of the resources; learning from one that holds; and saying why one does
 * not.
 *
 * There are three truths. What nobody said of the resources is not known, and what is not
 * known is never a fault: a postcondition is broken only if it is false whatever the rest
 * of the world is like.
 */
#ifndef REST_JUDGE_H
#define REST_JUDGE_H

#include "base/buf.h"
#include "rest/spec.h"
#include "rest/world.h"

typedef enum { TRUTH_FALSE, TRUTH_TRUE, TRUTH_UNKNOWN } Truth;

/* A call, as far as it has happened. */
typedef struct {
    const Value *root;     /* the address of the service */
    const Value *request;  /* {location, template, header, body} */
    const Value *response; /* {code, header, body}; NULL: not yet */
} Call;

typedef struct {
    World *world;
    struct assay_arena *arena; /* what is made and learned; outlives the world's facts */
} Judge;

Truth judge_pre(Judge *j, const Triple *t, const Call *call);
Truth judge_post(Judge *j, const Triple *t, const Call *call);
/* A condition of a triple. What has no value is false. */
Truth judge_condition(Judge *j, const Triple *t, const Term *condition, const Call *call);
/* Whether it can be evaluated: `request.body.n > 0` cannot where there is no n. */
bool judge_has_value(Judge *j, const Triple *t, const Term *condition, const Call *call);

/* The condition holds: what it says of resources that was not known is so from now on. */
void judge_learn(Judge *j, const Triple *t, const Term *condition, const Call *call);

/* The smallest part of a condition that makes it false, and why, in words: "response.code
 * is 500". */
typedef struct {
    const Term *part;
    const char *why;
} Blame;
Blame judge_blame(Judge *j, const Triple *t, const Term *condition, const Call *call);

#endif
