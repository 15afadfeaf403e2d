/*
 * The parts of an execution: its state, what is done next (drive_plan.c), requests that
 * are made (drive_request.c), answers that are judged (drive_answer.c), and what is kept
 * of them (drive_record.c).
 */
#ifndef REST_DRIVE_PARTS_H
#define REST_DRIVE_PARTS_H

#include "rest/drive.h"
#include "rest/judge.h"
#include "rest/make.h"

/* What an execution is for. */
typedef struct {
    Phase phase;
    uint32_t target;  /* a triple, in the first two phases */
    uint32_t negated; /* the part of its precondition that is not to hold, from 1; 0 */
} Plan;

/* A request that is to be sent. */
typedef struct {
    const Triple *triple; /* what it was made for */
    const Value *value;   /* {location, template, header, body} */
    const Value *other;   /* NULL, or the other way in which its address can be read */
    struct assay_str location;
    HttpRequest http;
} Request;

/* Requests that were sent, the last one first. */
typedef struct Sent {
    HttpRequest http;
    const struct Sent *before;
} Sent;

typedef struct {
    const Drive *drive;
    Plan plan;
    struct assay_test *test;
    struct assay_arena *arena; /* of the execution */
    HttpClient *client;
    World *world;
    Judge judge;
    Seen seen;
    const Value *root;
    uint32_t number; /* of the request at hand, from 1 */
    const Sent *sent;
    Request last;      /* the one before; its triple is NULL if there is none */
    bool reading_back; /* the request at hand is to see what the last one did */
} Session;

/* The plan of the execution of this number. */
Plan plan_of(const Drive *d, uint64_t number);
/* The next requests: so many as there are to be. */
void plan_follow(Session *s);

/* Makes a request that satisfies the precondition of a triple; or all but the part of the
 * number `negated` (from 1). False if there is none, or the test has ended. */
bool drive_make(Session *s, const Triple *t, uint32_t negated, Request *ret);
/* The parts of a precondition, DRIVE_NEGATED at most; how many. */
uint32_t drive_split(const Triple *t, const Term **ret);

/* Sends it and judges the answer; what is wrong ends the execution. */
void drive_send(Session *s, const Request *r);

/* Counts, in memory that several processes share. What it was before. */
static inline uint64_t drive_count(uint64_t *count, uint64_t more)
{
    return __atomic_fetch_add(count, more, __ATOMIC_RELAXED);
}

/* Remembers that a request is sent, in this execution. */
void drive_remember(Session *s, const Request *r);
/* Keeps all requests of this execution: if the server is gone for good, they cannot be
 * asked for again. */
void drive_keep_last(const Session *s);
/* Writes an exchange to the archive, if there is one. */
void drive_record(Session *s, const Request *r, const HttpAnswer *a);

/* The place of a triple among those of the specification. */
uint32_t drive_index(const Drive *d, const Triple *t);
/* The operation of a triple: triples of one operation have method and address in common.
 */
uint32_t drive_operation(const Drive *d, const Triple *t);
void drive_pair_seen(const Drive *d, uint32_t x, uint32_t y);
/* The address of a request without its query. */
struct assay_str drive_address(Session *s, const Request *r);
/* Variables in the path of its address. */
uint32_t drive_path_variables(const Triple *t);
/* The values of a template's variables for an address, as an object; NULL: it is none of
 * the template's. */
const Value *drive_match(Session *s, const Template *t, struct assay_str location);

#endif
