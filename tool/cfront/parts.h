/*
 * What the parts of the front end share while a unit is read. libclang is included by
 * this header only.
 */
#ifndef CFRONT_PARTS_H
#define CFRONT_PARTS_H

#include "base/map.h"
#include "cfront/cfront.h"
#include "cfront/code.h"
#include <clang-c/Index.h>

#define PARSE_ARGUMENTS 2

/* An array in the arena that grows, so what is in it moves. */
typedef struct {
    void *at;
    uint32_t count, cap;
} List;

/* A source that is not the system's. */
typedef struct {
    CXFile file;
    uint32_t number;  /* among the sources of the Diags */
    uint32_t entered; /* how often it is included */
    Code code;
} File;

/* A file of the system, and the directive in a source that brings it in. */
typedef struct {
    CXFile file;
    Span included;
} SystemFile;

/* Something of the file's level, for annotations that stand before or in it. */
typedef enum { THING_FUNCTION, THING_VARIABLE, THING_TYPEDEF, THING_RECORD } ThingKind;

typedef struct {
    ThingKind kind;
    Span span; /* a definition's body included */
    const CFunction *function;
    const CDeclaration *declaration;
    const CGlobal *variable;
    const CTypedef *alias;
} Thing;

typedef struct {
    Diags *diags;
    struct assay_arena *arena;
    CXTranslationUnit tu;
    CUnit *unit;
    bool no_memory;
    const char **arguments; /* for any compiler; PARSE_ARGUMENTS more for libclang */
    uint32_t narguments;
    bool arguments_dropped; /* libclang did not take them all */
    bool with_ghosts;       /* ghost code is to be opened */
    char *opened;           /* the file with it; or NULL */
    uint64_t pointer_size;
    List files;         /* File */
    List system;        /* SystemFile */
    CTypedef *typedefs; /* of the unit */
    uint32_t ntypedefs, typedefs_cap;
    List cursors;  /* CXCursor: declarations of the file's level */
    List things;   /* Thing, as declared */
    List records;  /* of types.c */
    List variants; /* of types.c */
    List enums;    /* of types.c */
    struct assay_map types, tags, names;
    struct assay_map uses; /* of parse.c: of macros, by where they begin and end */
} Front;

/* Zeroed room for one more; NULL, and f->no_memory, when out of memory. */
void *cfront_add(Front *f, List *list, size_t size);
void *cfront_new(Front *f, size_t count, size_t size);
/* A copy of a text of libclang's, which is disposed of. "" when out of memory. */
const char *cfront_text(Front *f, CXString text);

/* parse.c: libclang's translation unit, its files, its errors, its text. */
/* Sets f->arguments to those that matter. */
bool cfront_parse_arguments(Front *f, const char *const *arguments, uint32_t count);
/* Or there is an error. */
bool cfront_parse_is_readable(Front *f, const char *path);
bool cfront_parse_unit(Front *f, CXIndex index, const char *path);
const File *cfront_parse_file(const Front *f, uint32_t source);
/* Where a cursor is; what comes out of a macro is where that is used. Nowhere for the
 * system's. */
Span cfront_parse_extent(const Front *f, CXCursor c);
/* The word at a cursor's place. */
Span cfront_parse_name(const Front *f, CXCursor c);
bool cfront_parse_is_system(CXCursor c);
/* Where a cursor's text is: what comes out of a macro's argument is there in it. */
Span cfront_parse_written(const Front *f, CXCursor c);
/* Keeps where a macro is used. */
void cfront_parse_add_use(Front *f, CXCursor expansion);
/* The end of the use that begins at a byte; 0 when none does. */
uint32_t cfront_parse_use_end(const Front *f, uint32_t source, uint32_t start);
/* Whether a macro's use begins where the span does, or ends where it does. */
bool cfront_parse_is_of_macro(const Front *f, Span span);

/* cursor.c: what libclang does not tell of expressions. */
CXCursor cfront_cursor_child(CXCursor c, uint32_t number); /* null when there is none */
CXCursor cfront_cursor_last(CXCursor c);
uint32_t cfront_cursor_count(CXCursor c);
/* Without parentheses and the compiler's conversions around it. */
CXCursor cfront_cursor_bare(CXCursor c);
bool cfront_cursor_is_variable(CXCursor c);
bool cfront_cursor_is_assignment(const Front *f, CXCursor c);
/* An assignment of any kind, ++ or --; the first child is what is written. */
bool cfront_cursor_is_write(const Front *f, CXCursor c);
/* What is written is in a variable itself, not where a pointer points to. */
bool cfront_cursor_is_local(CXCursor c);
/* A pointer to a variable, or into one: &x, or an array. */
bool cfront_cursor_is_own(CXCursor c);
/* The function that a call names; "" for a pointer, and for what is no call. */
const char *cfront_cursor_callee(Front *f, CXCursor call);
/* The bytes of a string literal of chars; NULL when it is none. */
const char *cfront_cursor_literal(Front *f, CXCursor c, uint32_t *ret_len);

/* ghost.c: a copy of a text with its ghost code opened. False: there is none, or it
 * cannot be. */
bool cfront_ghost_open(struct assay_arena *a, struct assay_str text, char **ret_opened);

/* types.c. NULL when out of memory. */
CXType cfront_types_strip(CXType t); /* what typedefs stand for, its parts as written */
const CType *cfront_types_get(Front *f, CXType type);
const CType *cfront_types_of_parameter(Front *f, CXCursor parameter);
const CType *cfront_types_pointer(struct assay_arena *a, const CType *to, uint64_t size);
const CTypedef *cfront_types_alias(Front *f, CXCursor declaration);
/* The members of all records, once all types are there; the lists of the unit. */
bool cfront_types_finish(Front *f);

/* declare.c: functions, variables, types. */
bool cfront_declare_all(Front *f);
/* body.c: what is inside of a function's body, `body`. */
bool cfront_body_read(Front *f, CFunction *function, CXCursor body);
/* flow.c: where values get a type in it. */
bool cfront_flow_read(Front *f, CFunction *function, CXCursor body);
bool cfront_flow_read_global(Front *f, CGlobal *global, CXCursor declaration);
/* touch.c: whether it touches state by itself; adds the names of what it calls. */
bool cfront_touch_read(Front *f, CXCursor body, List *calls);
/* Whether a function is known to compute from its arguments alone; `system`: it is one of
 * the system's. */
bool cfront_touch_is_pure(const char *name, bool system);
/*
 * macros.c: a compiler prints them while libclang parses. What is started must be
 * finished; without a compiler there are none.
 */
typedef struct {
    int process; /* 0: none */
    int output;
} MacroRun;
MacroRun cfront_macros_start(Front *f, const char *path);
bool cfront_macros_finish(Front *f, MacroRun run);
/* places.c: the annotations of all sources. */
bool cfront_places_find(Front *f);

#endif
