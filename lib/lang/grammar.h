/*
 * A grammar, read and resolved: what the notation says, as flat arrays.
 *
 * Everything is numbered: names, rules, expressions, terms, steps. A number is valid in
 * the grammar it came from. ASSAY_NONE is no number. A grammar owns its arrays; built by
 * notation.c (which also pulls in the grammars of languages referred to), read by
 * everything else in this folder.
 */
#ifndef ASSAY_LANG_GRAMMAR_H
#define ASSAY_LANG_GRAMMAR_H

#include "base/arena.h"
#include "base/map.h"
#include "base/str.h"
#include <assay/lang.h>

#define ASSAY_NONE UINT32_MAX
#define ASSAY_MANY UINT32_MAX /* no upper bound of a repetition */

/* Bytes [at, at + len) of source number `source`. */
struct assay_place {
    uint32_t source, at, len;
};

/* A text the grammar was read from: the grammar itself is number 0. */
struct assay_source_text {
    const char *name; /* in messages */
    const char *text;
    size_t len;
};

/* ---- Expressions: the right sides of rules. */

enum assay_expr_kind {
    ASSAY_EXPR_EMPTY,   /* "" */
    ASSAY_EXPR_LITERAL, /* a string; at least one byte */
    ASSAY_EXPR_SET,     /* one code point, or one byte, of a set that is not empty */
    ASSAY_EXPR_CALL,    /* a rule */
    ASSAY_EXPR_SEQ,     /* at least two, in this order */
    ASSAY_EXPR_ALT,     /* one of at least two, the first preferred */
    ASSAY_EXPR_REPEAT,  /* body{min,max}; ? is {0,1}, * is {0,} */
};

struct assay_expr {
    enum assay_expr_kind kind;
    uint32_t weight; /* of an alternative (@n); 1 unless said */
    struct assay_place place;
    union {
        struct {
            uint32_t at, len; /* in grammar.bytes */
        } literal;
        struct {
            uint32_t first, count; /* in grammar.ranges: ascending, not touching */
            bool bytes;            /* raw bytes 0..255; else code points, as UTF-8 */
        } set;
        struct {
            uint32_t rule;
            uint32_t sym; /* the rule under this name */
        } call;
        struct {
            uint32_t first, count; /* SEQ, ALT: expressions in grammar.items */
        } list;
        struct {
            uint32_t body, min, max;
        } repeat;
    } as;
};

/*
 * A rule. A named part that is no rule by itself (sign:[+-], rest:(x y)*) has become a
 * rule without a name, called once under the part's name.
 */
struct assay_rule {
    uint32_t name;   /* in grammar.names; ASSAY_NONE for a part that is only named */
    uint32_t module; /* 0: the grammar itself; others: languages it refers to */
    uint32_t body;   /* an expression */
    uint32_t where;  /* a term that must hold at each of its nodes, or ASSAY_NONE */
    struct assay_place place; /* of its name */
};

/* What a node of a tree is: a rule under a name. Equal pairs have equal numbers. */
struct assay_sym {
    uint32_t rule;
    uint32_t label; /* in grammar.names, or ASSAY_NONE */
};

/* ---- Terms: the constraints of `where`. */

/* One step of a path: the children or descendants called `name`, or the index-th. */
struct assay_step {
    uint32_t name; /* in grammar.names */
    bool deep;
    uint32_t index; /* from 1; 0: all */
};

enum assay_term_kind {
    ASSAY_TERM_INT,    /* number */
    ASSAY_TERM_TEXT,   /* bytes */
    ASSAY_TERM_PART,   /* nodes: those a path selects from a variable's node */
    ASSAY_TERM_APPLY,  /* a function of the notation, or of the user */
    ASSAY_TERM_NOT,    /* ! a */
    ASSAY_TERM_NEGATE, /* - a */
    ASSAY_TERM_BINARY, /* a op b */
    ASSAY_TERM_IN,     /* a in RULE: the text of a is a sentence of the rule */
    ASSAY_TERM_FORALL, /* forall v in a: b */
    ASSAY_TERM_EXISTS, /* exists v in a: b */
};

enum assay_term_op {
    ASSAY_TERM_OR,
    ASSAY_TERM_AND,
    ASSAY_TERM_IMPLIES,
    ASSAY_TERM_EQ,
    ASSAY_TERM_NE,
    ASSAY_TERM_LT,
    ASSAY_TERM_LE,
    ASSAY_TERM_GT,
    ASSAY_TERM_GE,
    ASSAY_TERM_ADD,
    ASSAY_TERM_SUB,
    ASSAY_TERM_MUL,
    ASSAY_TERM_DIV,
    ASSAY_TERM_MOD,
};

/* Variables are numbered from the outside: 0 is the node of the rule (`self`), the first
 * quantifier around binds 1, the next inside it 2, and so on. */
struct assay_term {
    enum assay_term_kind kind;
    struct assay_place place;
    union {
        int64_t number;
        struct {
            uint32_t at, len; /* in grammar.bytes */
        } text;
        struct {
            uint32_t variable;
            uint32_t first, count; /* in grammar.steps; none: the node itself */
        } part;
        struct {
            uint32_t function; /* see where.h; from ASSAY_FUNCTION_OWN on: the user's */
            uint32_t first, count; /* arguments, terms in grammar.items */
        } apply;
        struct {
            enum assay_term_op op;
            uint32_t a, b; /* NOT and NEGATE have only a */
        } binary;
        struct {
            uint32_t a, rule;
        } in;
        struct {
            uint32_t variable;
            uint32_t a, b; /* a is a PART */
        } quantifier;
    } as;
};

/* ---- */

/* Number 0 is the grammar itself, the others are languages it refers to. The start rule
 * of a language has the name by which it is referred to. */
struct assay_module {
    uint32_t name;   /* by which it is referred to; ASSAY_NONE for number 0 */
    uint32_t user;   /* the module that referred to it first */
    uint32_t source; /* its text */
    uint32_t start;  /* a rule */
    bool bytes;      /* its sets and numbers are bytes; else code points */
    bool copied;     /* from a language that was compiled, and checked, before */
    /* Of a file or a language used under another name: that in the notation, such as
     * "dir/host.lang" with the quotes, or json. Else NULL. */
    const char *from;
};

struct assay_grammar {
    const struct assay_alloc *mem;
    struct assay_arena arena; /* names, source texts */
    struct assay_map name_ids;
    struct assay_map sym_ids;

    const char **names; /* terminated */
    uint32_t nnames;
    struct assay_rule *rules;
    uint32_t nrules;
    uint32_t start;         /* a rule */
    struct assay_sym *syms; /* number 0 is {start, ASSAY_NONE}: the root */
    uint32_t nsyms;
    struct assay_expr *exprs;
    uint32_t nexprs;
    struct assay_term *terms;
    uint32_t nterms;
    struct assay_step *steps;
    uint32_t nsteps;
    uint32_t *items; /* children of SEQ and ALT, arguments of APPLY */
    uint32_t nitems;
    struct assay_codes *ranges;
    uint32_t nranges;
    char *bytes;
    uint32_t nbytes;
    struct assay_source_text *sources;
    uint32_t nsources;
    struct assay_module *modules;
    uint32_t nmodules;
    const struct assay_lang_function *functions; /* the user's, or NULL */

    /* Room in the arrays above. */
    struct {
        size_t names, rules, syms, exprs, terms, steps, items, ranges, bytes, sources,
            modules;
    } cap;
};

void assay_grammar_init(struct assay_grammar *g, const struct assay_alloc *mem);
void assay_grammar_done(struct assay_grammar *g);

/* The number of a name, made when new; ASSAY_NONE when out of memory. */
uint32_t assay_grammar_name(struct assay_grammar *g, const char *name, size_t len);
/* The number of a name, or ASSAY_NONE when nothing has it. */
uint32_t assay_grammar_find_name(const struct assay_grammar *g, const char *name,
                                 size_t len);

/* Each appends and gives the new number; ASSAY_NONE when out of memory or too many. */
uint32_t assay_grammar_expr(struct assay_grammar *g, const struct assay_expr *expr);
uint32_t assay_grammar_term(struct assay_grammar *g, const struct assay_term *term);
uint32_t assay_grammar_rule(struct assay_grammar *g, const struct assay_rule *rule);
/* Equal pairs give equal numbers. */
uint32_t assay_grammar_sym(struct assay_grammar *g, uint32_t rule, uint32_t label);
/* Makes the rule without a label sym 0, the root of trees, once all calls are resolved.
 */
uint32_t assay_grammar_root(struct assay_grammar *g, uint32_t rule);
/* Appends `count` numbers, steps, ranges or bytes; where the first one is. */
uint32_t assay_grammar_items(struct assay_grammar *g, const uint32_t *items,
                             uint32_t count);
uint32_t assay_grammar_steps(struct assay_grammar *g, const struct assay_step *steps,
                             uint32_t count);
uint32_t assay_grammar_ranges(struct assay_grammar *g, const struct assay_codes *ranges,
                              uint32_t count);
uint32_t assay_grammar_bytes(struct assay_grammar *g, const char *bytes, uint32_t len);

/* The name and the text are copied. */
uint32_t assay_grammar_source(struct assay_grammar *g,
                              const struct assay_source_text *source);
uint32_t assay_grammar_module(struct assay_grammar *g, const struct assay_module *module);

/*
 * The grammar in the notation, canonical: for tests and people. One rule a line; the
 * rules of languages it refers to follow as comments. Reading it again gives a grammar
 * with the same dump.
 */
void assay_grammar_dump(const struct assay_grammar *g, struct assay_buf *out);
/* An expression or a term in the notation. */
void assay_grammar_dump_expr(const struct assay_grammar *g, uint32_t expr,
                             struct assay_buf *out);
void assay_grammar_dump_term(const struct assay_grammar *g, uint32_t term,
                             struct assay_buf *out);
/* The source text at a place, as written. */
struct assay_str assay_grammar_text(const struct assay_grammar *g,
                                    struct assay_place place);

/* The steps of a term that is a part; NULL when it has none. */
static inline const struct assay_step *assay_part_steps(const struct assay_grammar *g,
                                                        const struct assay_term *t)
{
    return t->as.part.count > 0 ? g->steps + t->as.part.first : NULL;
}

#endif
