/*
 * What the commands about traces share: a specification that is read and checked, and the
 * generators that are found for a property.
 */
#ifndef CLI_TRACE_H
#define CLI_TRACE_H

#include "cli/command.h"
#include "synth/program.h"
#include "synth/search.h"

extern const Command trace_check_command;
extern const Command trace_test_command;

/* A specification and all that is known of it. */
typedef struct {
    Console *console;
    const char *path;
    struct assay_arena arena;
    struct assay_buf text;
    Diags diags;
    TraceSpec spec;
    Synth synth;
    bool has_spec, has_synth; /* they are there, to be freed */
} TraceFile;

/* Reads a specification; `deep`: also checks what only the solver can tell. False: it
 * cannot be read or memory is out, said so. What is wrong with it is in the diags. */
bool trace_file_open(TraceFile *f, Console *console, const char *path, bool deep);
void trace_file_close(TraceFile *f);
/* Prints what is wrong, as text or JSON lines. */
void trace_file_report(TraceFile *f, bool json);

/* Ends the program, said why, when the solver has not come back so many seconds, and some
 * more, later. Nothing within the process can end it. */
void trace_guard(double seconds);
void trace_unguard(void);

/* How generators are searched for. */
typedef struct {
    const char *property;  /* NULL: all */
    const char *generator; /* NULL: those that are found; else one that is written */
    uint64_t candidates;   /* 0: the shortest ones, SEARCH_CANDIDATES of them at most */
    double seconds;
    bool recursive; /* also generators that repeat parts of themselves */
} TraceWish;

#define TRACE_WISH_DEFAULT                                                               \
    {                                                                                    \
        .seconds = SEARCH_SECONDS                                                        \
    }

/* The options that decide it, for tables of them: --property, --candidates, --seconds and
 * --recursive. */
struct assay_opt trace_property_option(TraceWish *wish);
struct assay_opt trace_candidates_option(TraceWish *wish);
struct assay_opt trace_seconds_option(TraceWish *wish);
struct assay_opt trace_recursive_option(TraceWish *wish);

/* The generators of a property. */
typedef struct {
    const Property *property;
    SearchResult search;
    const Program **programs;
    uint32_t count;
    uint32_t queries; /* put to the solver */
    double seconds;
} TraceFound;

/* Finds them; if there are none, or none that can be run, that is reported. False if so.
 */
bool trace_find(TraceFile *f, const Property *p, const TraceWish *wish, TraceFound *ret);
/* The generator of this name that is written in the specification, or NULL. */
const WrittenProcedure *trace_written(const TraceFile *f, const char *name);
/* Whether a property is wished for; and whether there is the one that is. */
bool trace_is_wished(const TraceFile *f, const TraceWish *wish, const Property *p);
bool trace_has_wished(TraceFile *f, const TraceWish *wish);
/* "3 generators for lost in 0.04 s (212 solver calls)" */
void trace_print_found(const TraceFound *found, struct assay_buf *out);

#endif
