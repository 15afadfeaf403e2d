/*
 * Checking specifications: that every condition has a value wherever it is evaluated, and
 * that the triples of an endpoint make sense together.
 */
#ifndef REST_CHECK_H
#define REST_CHECK_H

#include "rest/spec.h"
#include "term/check.h"

typedef struct {
    bool coverage; /* warn of requests that no triple covers */
} RestCheck;

/* False if something is wrong; all is reported. */
bool rest_check(const Spec *spec, Checker *c, const RestCheck *options);

#endif
