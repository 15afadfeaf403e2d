/*
 * A grammar as a program that draws sentences: straight-line code for sequences, a pick
 * for alternatives, loops, and calls with a stack of their own (generate_core.h runs it).
 *
 * A program is made for one purpose; it belongs to who made it and never changes. The
 * grammar and the facts it was made of must stay in place.
 *
 * What is left of a sentence's size is counted in bytes beyond the shortest way to go on:
 * whoever takes more than the least pays the difference, and where nothing is left the
 * least is taken. Neighbours that can grow share what is left; what one leaves over goes
 * to the next.
 */
#ifndef ASSAY_LANG_PROGRAM_H
#define ASSAY_LANG_PROGRAM_H

#include "lang/facts.h"

enum assay_purpose {
    ASSAY_PROGRAM_PLAIN,    /* fast */
    ASSAY_PROGRAM_RECORDED, /* over the choices of a test, with spans */
    ASSAY_PROGRAM_COVERING, /* every choice of the grammar is one of the program */
};

/* Every operation first writes its `text`, RECORDED: then any white space of `blank`, if
 * that is not NULL, and goes on to `next` unless said. */
enum assay_op_code {
    ASSAY_OP_TEXT,  /* only that; `len` has no limit here */
    ASSAY_OP_SET,   /* a character of `set` */
    ASSAY_OP_RUN,   /* a to b characters of `set`, with `share` of what is left */
    ASSAY_OP_PICK,  /* one of the alternatives of `pick`; none, for its lines */
    ASSAY_OP_TEXTS, /* the same, and the alternatives are bytes */
    ASSAY_OP_MAYBE, /* for c bytes more the operation behind this one */
    /* a to b times what is behind this, up to NEXT. An iteration takes c bytes at least,
     * and for their number there is left / 2^shift. Where little is left for each, lines
     * of `list`, the last one without the d bytes at its end. */
    ASSAY_OP_LOOP,
    ASSAY_OP_BETWEEN, /* in the last iteration of the innermost loop it ends here; a: its
                         NEXT */
    ASSAY_OP_NEXT,    /* of the innermost loop */
    /* To a, with `share`; where little is left, a line of `list`. It takes b bytes
     * at least. Rules are numbered, in c, in the order in which they are called. */
    ASSAY_OP_CALL,
    ASSAY_OP_RETURN,
    ASSAY_OP_SHARE,  /* only `share` of what is left is for what follows, up to ... */
    ASSAY_OP_REJOIN, /* ... this */
    ASSAY_OP_OPEN,   /* RECORDED: a span labelled &labels[a] begins; */
    ASSAY_OP_CLOSE,  /* it ends */
    ASSAY_OP_LEAVE,  /* COVERING: the alternative picked ends */
    ASSAY_OP_END,
};

#define ASSAY_SHARE_ALL 65536u
#define ASSAY_OP_TEXT_MAX 16 /* of an operation that is not TEXT */

struct assay_op {
    uint8_t code;  /* enum assay_op_code */
    uint8_t grows; /* MAYBE, LOOP: the body; enum assay_growth */
    uint8_t shift; /* LOOP */
    bool bare;     /* LOOP: nothing is drawn inside */
    bool span;     /* CALL: of an anchor; RECORDED: in a span of its own */
    uint32_t len;  /* of the text, which may be read up to ASSAY_OP_TEXT_MAX */
    union {
        const char *bytes;
        size_t at; /* while compiling: where it is in program.bytes */
    } text;
    union {
        const struct assay_charset *set;
        size_t number; /* while compiling: of the set, from 1; 0: NULL */
    } blank;
    uint32_t next;
    uint32_t share; /* in 65536ths */
    uint32_t a, b, c, d;
    uint32_t inverse; /* LOOP: what to multiply by, for a division by c */
    uint32_t expr;    /* what it was made of */
    union {
        const struct assay_charset *set;
        const struct assay_pick *pick;
        const struct assay_list *list;
        size_t number; /* while compiling: which one */
    } to;
};

/* The first is the shortest, and the way to an end when nothing is left. */
struct assay_alternative {
    uint32_t pc, len; /* TEXTS: where its bytes are, and how many */
    uint32_t cost;    /* bytes more than the shortest */
    uint32_t weight;  /* 0: only if there is nothing else */
    uint32_t place;   /* among the alternatives as written */
    bool parts;       /* it can use whatever is left: ASSAY_GROWS_PARTS */
};

/* The same for quick drawing: weights > 0 only, summed up. */
struct assay_lot {
    uint32_t pc, len;
    uint32_t cost;
    uint32_t upto; /* this weight and those of the lots before it */
};

#define ASSAY_PICK_LINES 32

struct assay_pick {
    uint32_t first, count; /* in alternatives: the shortest first */
    uint32_t dear;         /* the greatest cost among them */
    bool even;             /* all have weight 1 */
    bool mixed;            /* some can use whatever is left, others cannot */
    /* RECORDED: lines of a rule that is this pick come before the alternatives, so that
     * what is shortest is one choice. */
    uint32_t rule; /* or ASSAY_NONE */
    uint32_t first_line, nlines;
    /* In lots, each the cheapest first: [0] those that cannot, [1] those that can. */
    struct assay_lots {
        uint32_t first, count, dear;
    } lots[2];
};

/* Short sentences of a rule or of a loop's body, the shortest and simplest first. Those
 * with up to k bytes more than the shortest are the first upto[k]. */
#define ASSAY_LIST_EXTRA 4
struct assay_list {
    uint32_t first;                  /* in lines */
    uint32_t upto[ASSAY_LIST_EXTRA]; /* all 0: they are not listed */
    bool all;                        /* the shortest are all there */
};

#define ASSAY_LINE_MAX 15
struct assay_line {
    char text[ASSAY_LINE_MAX];
    uint8_t len;
};

struct assay_charset {
    const struct assay_codes *ranges;
    uint32_t nranges;
    uint32_t members; /* if narrow: how many, ... */
    uint8_t *order;   /* ... the simplest first */
    uint8_t least;    /* bytes of its shortest member */
    bool narrow;      /* every member is one byte */
    bool blank;       /* every member is white space */
    bool raw;         /* members are bytes, not code points */
    enum {
        ASSAY_SIMPLE_NONE, /* no member is a plain character */
        ASSAY_SIMPLE_SOME,
        ASSAY_SIMPLE_ALL,
    } simplicity;
    uint8_t simple[256]; /* the plain ones, repeated evenly */
};

struct assay_program {
    const struct assay_alloc *mem;
    const struct assay_grammar *grammar;
    const struct assay_facts *facts;
    enum assay_purpose purpose;
    struct assay_arena arena; /* sets, entries, labels */
    uint32_t *entries;        /* of each rule: where it begins */
    struct assay_list *lists; /* of each rule, then of each loop */
    char *labels;             /* an empty string for each rule, then each expression */
    struct assay_op *ops;     /* the first is END */
    struct assay_pick *picks;
    struct assay_alternative *alternatives;
    struct assay_lot *lots;
    struct assay_line *lines;
    struct assay_charset *sets;
    char *bytes; /* ASSAY_OP_TEXT_MAX more than the literals */
    uint32_t nops, npicks, nalternatives, nlots, nlines, nsets, nbytes;
    bool blanks;      /* there is white space to choose */
    uint32_t ncalled; /* rules that are called */
    uint32_t nloops;  /* that have a list */
    struct {
        size_t ops, picks, alternatives, lots, lines, sets, bytes;
    } cap;
};

enum assay_status assay_program_new(const struct assay_grammar *g,
                                    const struct assay_facts *f,
                                    enum assay_purpose purpose,
                                    struct assay_program **ret_program);
void assay_program_free(struct assay_program *p); /* NULL is fine */

/* A set, made ready to draw from; its memory is the arena's. */
enum assay_status assay_charset_init(struct assay_charset *c,
                                     const struct assay_grammar *g,
                                     const struct assay_expr *set,
                                     struct assay_arena *arena);
/* Whether an expression is a set of white space. */
bool assay_charset_blank(const struct assay_grammar *g, const struct assay_expr *e);
/* Its plain members, the simplest first; how many. */
uint32_t assay_charset_plain(const struct assay_charset *c, uint8_t list[256]);

#endif
