/*
 * The parts of an execution: its state, requests that are made (drive_request.c), answers
 * that are judged (drive_answer.c).
 */
#ifndef REST_DRIVE_PARTS_H
#define REST_DRIVE_PARTS_H

#include "rest/drive.h"
#include "rest/judge.h"
#include "rest/make.h"

#define DRIVE_TRIPLES 1024 /* of a specification */

typedef struct {
    const Drive *drive;
    struct assay_test *test;
    struct assay_arena *arena; /* of the execution */
    HttpClient *client;
    World *world;
    Judge judge;
    Seen seen;
    const Value *root;
    uint32_t number; /* of the request at hand, from 1 */
} Session;

/* A request that is to be sent. */
typedef struct {
    const Triple *triple; /* what it was made for */
    const Value *value;   /* {location, template, header, body} */
    struct assay_str location;
    HttpRequest http;
} Request;

/* Makes a request that satisfies the precondition of a triple or, with `wrong`, most
 * likely not. False if there is none, or the test has ended. */
bool drive_make(Session *s, const Triple *t, bool wrong, Request *ret);

/* Sends it and judges the answer; what is wrong ends the execution. */
void drive_send(Session *s, const Request *r);

/* The place of a triple among those of the specification. */
uint32_t drive_index(const Drive *d, const Triple *t);
/* Whether two triples are of one endpoint. */
bool drive_same_endpoint(const Triple *x, const Triple *y);
/* The values of a template's variables for an address, as an object; NULL: it is none of
 * the template's. */
const Value *drive_match(Session *s, const Template *t, struct assay_str location);

#endif
