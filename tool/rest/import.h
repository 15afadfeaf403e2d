/*
 * OpenAPI documents, 3.0 and 3.1, as specifications in HeadREST: schemas become types,
 * operations triples. What HeadREST cannot say, or this does not translate, is listed
 * with its place in the document; it is never left out silently.
 *
 * All that is returned is in the arena.
 */
#ifndef REST_IMPORT_H
#define REST_IMPORT_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"

#define IMPORT_TEXT_MAX ((size_t)32 << 20) /* bytes of a document */
#define IMPORT_LEFT_MAX 1000               /* things left out that are listed */
#define IMPORT_FAULTS_MAX 20               /* errors that are listed */

/* Something that is not carried over. */
typedef struct {
    const char *place; /* a JSON pointer: "#/paths/~1pets/get" */
    const char *what;
} ImportLeft;

/* Why a document cannot be read. Line and column are from 1. */
typedef struct {
    uint32_t line, column;
    const char *text;
    const char *place; /* a JSON pointer, or NULL */
} ImportFault;

typedef struct {
    uint32_t operations, triples, types;
    ImportLeft *left;
    uint32_t nleft, nleft_more; /* listed, and beyond that */
    ImportFault *faults;
    uint32_t nfaults;
} ImportReport;

/* Appends the specification to `out`, or nothing when there are faults. False when out of
 * memory. */
bool rest_import(struct assay_str text, struct assay_arena *arena, struct assay_buf *out,
                 ImportReport *ret_report);

#endif
