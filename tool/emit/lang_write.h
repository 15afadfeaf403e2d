/*
 * Writing the generator: the state of it, and what its files share.
 */
#ifndef EMIT_LANG_WRITE_H
#define EMIT_LANG_WRITE_H

#include "emit/lang_parts.h"
#include "emit/lang_plan.h"

#define CONSTANT_MAX 160 /* bytes of a constant written as a string */
#define OVERHANG 16      /* bytes behind a sentence that may be written, too */
#define AMPLE_BITS 5     /* that writer_ample() takes */
#define DEEPEST 64       /* columns of indent; compilers limit how deep blocks are */
#define NO_BITS 64       /* all random bits at hand are used */

/* Functions that are only emitted when something calls them: see lang_helpers.c. */
typedef enum {
    HELPER_DRAW,
    HELPER_PUT,
    HELPER_MAYBE,
    HELPER_KEPT,
    HELPER_PICK,
    HELPER_PICK_LARGE,
    HELPER_AMPLE,
    HELPER_SHARE,
    HELPER_SHARE_OF,
    HELPER_STOP,
    HELPER_LEAVING,
    HELPER_UP_TO,
    HELPER_FEW,
    HELPER_FEW_OF,
    HELPER_WORD,
    HELPER_EIGHT,
    HELPER_FROM,
    HELPER_CODE,
    HELPER_COUNT,
} Helper;

/* The room for an expression: up to `keep` bytes before the pointer called `end`. */
typedef struct {
    const char *end;
    uint64_t keep;
} Room;

/* A set of the grammar that was met: those with equal members are one. */
typedef struct Set Set;

/* A function being written. */
typedef struct {
    uint32_t expr; /* what it writes: the rule's body, or a part of it */
    struct assay_buf code;
    int indent;
    unsigned used; /* of the 64 random bits in `r` */
    bool draws, uses_end;
    unsigned ends, counts, stops, choices, befores; /* variables made so far */
} Function;

typedef struct {
    Emit *emit;
    LangPlan plan;
    bool helpers[HELPER_COUNT];
    struct assay_buf tables; /* and the functions of sets */
    struct assay_map sets;   /* by their ranges: pointers to Set */
    const char **functions;  /* of each rule: its text, or NULL */
    bool *wanted;            /* of each rule: its function is called */
    const char **shortest;   /* of each rule: the function that writes the shortest */
    bool *shortest_wanted;

    uint32_t rule;          /* whose function is being written */
    Function now;           /* that function, or one of those inside it */
    struct assay_buf inner; /* functions of parts that are nested too deep */
} Writer;

/* ---- Lines of code, and texts for them. */

void writer_line(Writer *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void writer_open(Writer *w);                    /* indents */
void writer_close(Writer *w, const char *line); /* and back, then the line, or NULL */
/* How many variables the function has so far. */
unsigned writer_variables(const Writer *w);
/* Asks for a helper; its name. */
const char *writer_helper(Writer *w, Helper helper);
/* Sees to it that so many random bits are at hand, for several expressions of a line. */
void writer_need(Writer *w, unsigned count);
/* Expression for random bits: the low `count` of it are random. */
const char *writer_bits(Writer *w, unsigned count);
/* Expression for a random number below n. */
const char *writer_pick(Writer *w, uint64_t n);
/* The end of the room, as an expression. */
const char *writer_end(Writer *w, Room room);
/* Whether so many bytes fit, as a condition. */
const char *writer_fits(Writer *w, Room room, uint64_t bytes);
/* Whether there is so much more room than so many bytes that it is to be filled: a random
 * condition. */
const char *writer_ample(Writer *w, Room room, uint64_t bytes);
/* A literal, as lang_text.c has it. */
const char *writer_string(Writer *w, const char *bytes, size_t len);
const char *writer_char(Writer *w, unsigned char c);

/* ---- Code for expressions. */

void write_expr(Writer *w, uint32_t expr, Room room);
/* Code for the shortest sentence: a string, or, if it is too long, part by part. */
void write_shortest(Writer *w, uint32_t expr);
void write_long_shortest(Writer *w, uint32_t expr);
/* Code for one of the shortest: a random one, if they are single bytes. */
void write_tight(Writer *w, uint32_t expr, Room room);
/* The expression that stands behind a call of a rule that is nothing else. */
uint32_t write_resolved(const Writer *w, uint32_t expr);
/* Appends the shortest sentence, of at most CONSTANT_MAX bytes. */
void write_shortest_text(const Writer *w, uint32_t expr, struct assay_buf *text);
/* Code that calls a function of its own for the expression. */
void write_outside(Writer *w, uint32_t expr, Room room);
void write_choice(Writer *w, uint32_t expr, Room room);
void write_repeat(Writer *w, uint32_t expr, Room room);

/* ---- Sets. */

/* The set of a SET expression; NULL when out of memory. */
Set *write_set_of(Writer *w, uint32_t expr);
/* Whether all its members are single bytes. */
bool set_is_bytes(const Set *set);
/* The member that stands for it in shortest sentences, encoded. */
void set_example(const struct assay_grammar *g, const struct assay_expr *e,
                 struct assay_buf *text);
/* A random member, of a set of bytes: an expression. */
const char *set_byte(Writer *w, Set *set);
/* Code for one member. */
void write_set(Writer *w, Set *set, Room room);
/* Code for so many members, of a set of bytes. */
void write_run(Writer *w, Set *set, const char *count);

/* ---- */

void write_helpers(const Writer *w, struct assay_buf *out);

#endif
