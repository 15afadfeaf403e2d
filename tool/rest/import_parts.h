/*
 * What the parts of the importer share: the document, places in it, and what is made of
 * it so far. Memory is sticky: once it is out, what is made does not count.
 */
#ifndef REST_IMPORT_PARTS_H
#define REST_IMPORT_PARTS_H

#include "base/map.h"
#include "rest/import.h"
#include "rest/import_layout.h"
#include "rest/spec.h"
#include "term/value.h"

#define IMPORT_DEPTH 20       /* schemas inside each other, between names */
#define IMPORT_WORK 1000000   /* schemas that are looked at */
#define IMPORT_HOPS 32        /* references that lead to references */
#define IMPORT_PARAMETERS 200 /* of an operation */
#define IMPORT_NO_TYPE UINT32_MAX

/* A part of the document, or none: then the value is NULL. */
typedef struct {
    const Value *value;
    const char *at; /* "#/paths" */
} Node;

/* A schema that has a name. */
typedef struct {
    const char *name;
    Node schema;
    bool used;
    const Piece *type;
} ImportType;

typedef struct {
    struct assay_arena *arena;
    Layout layout; /* in the same arena */
    Node root;
    bool is_3_0;
    bool no_memory;
    ImportReport *report;
    uint32_t work;

    ImportType *types; /* those of the document in its order, then others */
    uint32_t ntypes, types_cap;
    struct assay_map places; /* the number of a type by the place of its schema */
    struct assay_map names;  /* of types and resources */
    uint32_t *queue;         /* types that are used, in the order they were found */
    uint32_t nqueue, queue_cap;

    /* A search for circles: types that were found, and the last search that did. */
    uint32_t *found, *seen;
    uint32_t nfound, search;

    uint32_t depth;  /* of the schema at hand */
    uint32_t inside; /* the type that is being made, or IMPORT_NO_TYPE */
    bool same_value; /* the schema at hand is about the value of that type */

    const char *widths[8]; /* names of Int32 and its like, as far as used */
    Pieces resources;
    struct assay_map resource_paths; /* the number of a resource, from 1 */
    struct assay_map endpoints;      /* "get '/pets'" */
    struct assay_buf triples;
} Import;

/* ---- Places and what there is (import_node.c). */

/* A part of a part; without a value if there is none. */
Node import_field(Import *im, Node n, const char *name);
Node import_member(Import *im, Node n, uint32_t i); /* of an object, by its number */
Node import_item(Import *im, Node n, uint32_t i);
/* How many items an array has, or members an object; 0 for anything else. */
uint32_t import_items(Node n);
uint32_t import_members(Node n);
struct assay_str import_name(Node n, uint32_t i); /* of a member */
/* The text of a string, else "". */
struct assay_str import_text(Node n);
bool import_is(Node n, const char *text);
bool import_is_true(Node n);

/* A text in the arena; "", and memory is out, on failure. */
const char *import_printf(Import *im, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Lists something that is not carried over; once for each place. */
void import_leave(Import *im, const char *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void import_fault(Import *im, const char *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- References (import_refs.c). */

/* What a reference "#/a/b" leads to; without a value, and said, if that is nothing or
 * outside of the document. `ref` is the node of the text. */
Node import_target(Import *im, Node ref);
/* The same for an object with a $ref, and on; for others the object. */
Node import_follow(Import *im, Node n);
/* The type of a schema with this place, made if need be; IMPORT_NO_TYPE: there is none,
 * or there are too many. */
uint32_t import_type_of(Import *im, Node schema);
void import_add_components(Import *im);
/* The name of a type, which is used from now on. */
const Piece *import_use(Import *im, uint32_t type);
/* Whether the values of a type may be those of another by definition alone: then it
 * cannot be defined by it. */
bool import_is_circular(Import *im, uint32_t type, uint32_t by);

/* ---- Names (import_names.c). */

/* A name like this one that no type has, and no word of the language is. */
const char *import_new_name(Import *im, struct assay_str wanted);
/* The name of a field: a word, or in quotes. */
const char *import_field_name(Import *im, struct assay_str name);
bool import_can_be_field(struct assay_str name);
/* As a HeadREST literal; NULL, and said, if it cannot be one. */
const char *import_literal(Import *im, Node n);
/* Appends the first line of a text as a comment. */
void import_comment(struct assay_str text, const char *before, struct assay_buf *out);

/* ---- Schemas (import_schema.c, import_array.c, import_scalar.c, import_choice.c). */

const Piece *import_any(Import *im);
const Piece *import_schema(Import *im, Node schema);
/* That of a part of the value at hand: an item, a property. */
const Piece *import_inner_schema(Import *im, Node schema);
const Piece *import_array(Import *im, Node schema);
const Piece *import_union(Import *im, const Pieces *of);
/* (s: T where a && b); T alone without conditions. */
const Piece *import_where(Import *im, char var, const Piece *of,
                          const Pieces *conditions);
const Piece *import_integer(Import *im, Node schema);
const Piece *import_number(Import *im, Node schema);
const Piece *import_string(Import *im, Node schema);
/* Bounds such as minLength <= size(s). */
void import_bounds(Import *im, Node schema, const char *least, const char *most,
                   const char *what, Pieces *into);
/* Says so if two of the schemas of a oneOf may have a value in common. */
void import_check_exclusive(Import *im, Node one_of);

/* ---- Operations (import_parameters.c, import_answers.c, import_links.c,
 * import_operation.c). */

typedef struct {
    Node operation, item; /* the item of its path */
    struct assay_str path;
    RestMethod method;
    const char *url; /* the template, in quotes */
    Pieces pre;      /* those looser than && are TIGHT_UNION */
    Pieces always;   /* of requests that fit and of those that do not */
    Pieces of_path;  /* those of them that are about variables of the path */
} Operation;

/* Which requests that do not fit the answers of an operation may be about. */
typedef enum {
    IMPORT_NO_REFUSAL,
    IMPORT_REFUSES_PATH, /* 404: those whose path does not */
    IMPORT_REFUSES_ALL,
} ImportRefusals;

/* Finds the template and the conditions of the parameters. False, and said, if it cannot
 * be. */
bool import_parameters(Import *im, Operation *o);
/* The fields of headers: {"X-A": String}; NULL if there are none that say something. */
const Piece *import_headers(Import *im, const Pieces *fields);
/* A field of a header as its schema wants it. NULL: it says nothing. */
const Piece *import_header_field(Import *im, struct assay_str name, Node schema,
                                 bool required);
/* The schema of the JSON among some content and its media type, "" if that may be any;
 * true when there is JSON. Other content is said to be left out. */
bool import_content(Import *im, Node content, Node *ret_schema,
                    struct assay_str *ret_type);
/* The postcondition. `refused`: only of answers 400 to 499; an empty list if there are
 * none. */
void import_answers(Import *im, const Operation *o, bool refused, Pieces *into);
ImportRefusals import_refusals(Import *im, const Operation *o);
/* What links of an answer say, as conditions. */
void import_links(Import *im, const Operation *o, Node answer, Pieces *into);
/* Appends a path with the names of its variables as a template has them; false if a '{'
 * has no '}'. */
bool import_put_path(struct assay_str path, struct assay_buf *out);
void import_put_variable(struct assay_str name, struct assay_buf *out);
void import_operation(Import *im, Operation *o);

#endif
