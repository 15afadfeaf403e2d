/*
 * HeadREST: specifications of REST APIs. A specification declares variables, resources
 * and types, and says by triples what calls do:
 *
 *     { request in {body: Employee} } post '/create' { response.code == 200 }
 *
 * Source: the HeadREST chapter of the SafeRESTScript thesis; beyond it: Number, map and
 * recursive types, languages as types, PATCH and HEAD, types in any order.
 */
#ifndef REST_SPEC_H
#define REST_SPEC_H

#include "term/read.h"

#define REST_NAMES 4096 /* types and resources of a specification */

typedef enum {
    REST_GET,
    REST_POST,
    REST_PUT,
    REST_DELETE,
    REST_PATCH,
    REST_HEAD,
    REST_METHODS
} RestMethod;

typedef struct {
    RestMethod method;
    Span method_span;
    Span span;       /* of method and template */
    const Term *url; /* a URI template literal, or TERM_BAD */
    const Term *pre, *post;
    const Binding *request, *response, *root;
    bool sound;   /* it was checked, and nothing is wrong with it */
    bool covered; /* triples of its endpoint cover all requests: that was proved */
} Triple;

typedef struct {
    const char *name; /* "" if it has none */
    Reader reader;
    const Binding **vars;
    uint32_t nvars, vars_cap;
    Triple **triples;
    uint32_t ntriples, triples_cap;
} Spec;

/* Reads a specification; what is wrong with it is reported. False when out of memory. The
 * arena holds it; rest_spec_done() frees the rest. `folder` is where files are that it
 * names. */
bool rest_spec_read(Spec *spec, Diags *diags, uint32_t source, const char *folder,
                    struct assay_arena *arena);
void rest_spec_done(Spec *spec);

const char *rest_method_text(RestMethod method); /* "get" */
/* The template of a triple, or NULL. */
const Template *rest_template(const Triple *t);

#endif
