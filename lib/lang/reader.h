/*
 * Reading one text of the notation: what the parsers of rules (notation.c), expressions
 * (expression.c) and terms (terms.c) share. A reader lives as long as its text is read
 * and its names are resolved.
 *
 * A failed allocation is a sticky status: parsers stop at it. A problem is reported once
 * and makes the parser return false; notation.c then goes on with the next rule.
 */
#ifndef ASSAY_LANG_READER_H
#define ASSAY_LANG_READER_H

#include "lang/lexer.h"
#include "lang/literal.h"
#include "lang/notation.h"
#include "lang/where.h"

/* A growing array of numbers. */
struct assay_numbers {
    uint32_t *at;
    uint32_t count;
    size_t cap;
};

/* A group of an expression that is being read; the outermost is the rule's whole right
 * side. Its items and alternatives are the last ones on the reader's stacks. */
struct assay_group {
    uint32_t items, alts;      /* where they begin */
    uint32_t at;               /* in the text */
    uint32_t from;             /* of the alternative being read, in the text */
    uint32_t height;           /* of groups and repetitions inside */
    struct assay_token label;  /* of kind LABEL, or none */
    struct assay_token weight; /* of the alternative being read: an INT, or none */
    uint32_t weight_value;
    bool weights; /* an alternative has a weight that matters */
};

/* What one call of assay_notation_read() keeps for all the texts it reads. */
struct assay_reading {
    struct assay_grammar *g;
    struct assay_problems *problems;
    const struct assay_lang_source *source;
    enum assay_status status;
    size_t guesses;              /* work left for suggesting names */
    size_t bytes;                /* of all texts */
    uint32_t nfunctions;         /* of the user's own */
    uint32_t depth;              /* texts being read, each because of the one before */
    struct assay_loaded *loaded; /* by module; see modules.c */
    size_t loaded_cap;
};

struct assay_reader {
    struct assay_reading *all;
    struct assay_grammar *g;
    struct assay_problems *problems;
    struct assay_lexer lexer;
    enum assay_lexer_mode mode;
    struct assay_token token; /* the next one */
    uint32_t end;             /* of the one before it */
    uint32_t module, source;
    bool own;           /* the user's, not a built-in language's: it has his functions */
    const char *folder; /* where the files it uses are, or NULL */
    bool ruled;         /* it has come to its rules */
    struct assay_map uses;  /* languages of this text: name -> module + 1 */
    struct assay_map rules; /* of this text: name -> rule + 1 */
    /* What is still to be resolved. */
    struct assay_numbers calls; /* expressions whose rule and sym are still names */
    struct assay_numbers parts; /* those whose sym is */
    struct assay_numbers ins;   /* terms whose rule is a name */

    struct assay_numbers items, alts; /* of the groups being read */
    struct assay_group *groups;
    uint32_t ngroups;
    size_t groups_cap;
    struct assay_buf bytes; /* scratch */
    struct assay_codeset codes;

    /* Of the term being read: the names of its variables (number 0 is self), how many
     * terms it is inside of, and how many are inside of the last one read. */
    uint32_t variables[ASSAY_TERM_VARIABLES];
    uint32_t nvariables;
    uint32_t depth, height;
    uint32_t where_height; /* of the constraint before it */
    struct assay_numbers args;
};

void assay_reader_init(struct assay_reader *r, struct assay_reading *all,
                       uint32_t module);
void assay_reader_done(struct assay_reader *r);

/* Whether memory ran out: what was made last may be ASSAY_NONE. */
static inline bool assay_reader_failed(const struct assay_reader *r)
{
    return r->all->status || r->problems->status;
}

/* Goes on to the next token. */
void assay_reader_advance(struct assay_reader *r);
struct assay_place assay_reader_place(const struct assay_reader *r,
                                      const struct assay_token *token);
/* From an offset to the end of the last token. */
struct assay_place assay_reader_since(const struct assay_reader *r, uint32_t at);
const char *assay_reader_text(const struct assay_reader *r,
                              const struct assay_token *token);

/* Appends to an array; the status is set on failure. */
bool assay_reader_push(struct assay_reader *r, struct assay_numbers *to, uint32_t number);
/* A new number of the grammar as it is; the status is set when it is ASSAY_NONE. */
uint32_t assay_reader_made(struct assay_reader *r, uint32_t number);
/* The number of a token's name. */
uint32_t assay_reader_name(struct assay_reader *r, const struct assay_token *token);

/* All report a problem and give false, for `return assay_reader_...`. */
bool assay_reader_problem(struct assay_reader *r, enum assay_problem_id id,
                          struct assay_place place, const char *message,
                          const char *help);
/* The next token is not what is expected here: "a rule's name", say. */
bool assay_reader_unexpected(struct assay_reader *r, const char *expected,
                             const char *help);

/* What the writer of another notation may have meant by a token in an expression; NULL
 * for nothing in particular. */
const char *assay_reader_advice(const struct assay_token *token);
/* The next token is a word of the notation and cannot be the name of `what`. */
bool assay_reader_keyword(struct assay_reader *r, const char *what);
/* Whether the token is this name, which means something only where it is asked for. */
bool assay_reader_at_word(const struct assay_reader *r, const char *word);

/*
 * The known name that a mistyped one is most likely to be. All known names are offered;
 * the help is then "did you mean 'x'?", or NULL when none is near.
 */
struct assay_guess {
    struct assay_reading *all;
    struct assay_str name;
    const char *best;
    size_t nearest;
};
struct assay_guess assay_guess(struct assay_reading *all, struct assay_str name);
void assay_guess_offer(struct assay_guess *guess, const char *known);
const char *assay_guess_help(const struct assay_guess *guess);

/* Reads a rule's right side up to what cannot be part of it; false on a problem. */
bool assay_read_expression(struct assay_reader *r, uint32_t *ret_expr);
/* Reads all of a text, and resolves it. */
void assay_read_module(struct assay_reader *r);
/* Reads a decimal number up to `max`. */
bool assay_read_count(struct assay_reader *r, uint32_t max, uint32_t *ret_value);

#endif
