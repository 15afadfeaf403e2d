/*
 * The types of requests and responses.
 */
#ifndef REST_MESSAGE_TYPES_H
#define REST_MESSAGE_TYPES_H

#include "rest/spec.h"

/* {location: String, ?template: {}, header: {}, ?body: Any} and what the template says:
 * variables of the path are there, those of the query may be. NULL: out of memory. */
const Type *rest_request_type(struct assay_arena *a, const Template *t);
/* {code: Integer, header: {}, ?body: Any} */
const Type *rest_response_type(struct assay_arena *a);

#endif
