/*
 * The triples of an endpoint, a method and a template, together.
 */
#ifndef REST_ENDPOINT_H
#define REST_ENDPOINT_H

#include "rest/check.h"

/* What is known where a precondition is evaluated. */
const Scope *rest_pre_scope(const Spec *spec, Checker *c, const Triple *t);

/*
 * Reports triples that contradict each other, and warns of preconditions and
 * postconditions that never hold and of requests that no triple covers. Only triples that
 * are sound are looked at. False if there was an error.
 */
bool rest_check_endpoints(const Spec *spec, Checker *c, const RestCheck *options);

#endif
