/*
 * Languages: grammars that recognise, derive, select and generate.
 *
 * A language is compiled once from its grammar (doc/languages.md has the notation) and
 * never changes: any number of threads may use it. It owns everything reached through
 * it. Words are bytes with a length; they may contain NUL.
 *
 *     static const struct assay_lang *time_of_day;   // hour:[0-9]{2} ":" minute:[0-9]{2}
 *     ...
 *     if (!assay_lang_accepts(time_of_day, text, strlen(text)))
 *         return EINVAL;
 */
#ifndef ASSAY_LANG_H
#define ASSAY_LANG_H

#include <assay/gen.h>

struct assay_lang;
struct assay_tree;

/* A piece of a word. */
struct assay_part {
    const char *at; /* not terminated */
    size_t len;
};

/* ---- Making languages. */

/* A function for `where` constraints, beyond those the notation has. It is pure. */
struct assay_lang_function {
    const char *name; /* NULL ends a table */
    uint32_t arity;
    int64_t (*call)(const void *ctx, const struct assay_part *args);
    const void *ctx;
};

struct assay_lang_source {
    const char *name; /* of the language or its file, in messages; NULL: "grammar" */
    const char *text; /* the grammar */
    size_t len;
    const char *folder; /* where the files it refers to are; NULL: it may refer to none */
    const struct assay_lang *const
        *others; /* NULL, or languages it may refer to by name */
    size_t nothers;
    const struct assay_lang_function *functions; /* NULL, or a table */
    const struct assay_alloc *mem;               /* NULL: libc */
};

enum assay_severity { ASSAY_ERROR, ASSAY_WARNING };

/* Something wrong with a grammar, and where: bytes [offset, offset + len) of `source`. */
struct assay_problem {
    enum assay_severity severity;
    const char *code;      /* stable, such as "E0103" */
    const char *source;    /* the name of the grammar or file it is in */
    uint32_t line, column; /* from 1; a column is a code point */
    size_t offset, len;
    const char *message;
    const char *help; /* NULL, or what to do */
};

/*
 * Compiles a grammar. With ASSAY_BAD_FORMAT (the grammar has errors) the language is made
 * nevertheless, and good for its problems only. With other failures it is not made.
 * Warnings are problems of a language that works.
 */
enum assay_status assay_lang_new(const struct assay_lang_source *source,
                                 struct assay_lang **ret_lang);
void assay_lang_free(struct assay_lang *lang); /* NULL is fine */

/* As it was given; "grammar" if it was not. */
const char *assay_lang_name(const struct assay_lang *lang);
/* The problems, errors first, then as in the text. NULL when there are none. */
const struct assay_problem *assay_lang_problems(const struct assay_lang *lang,
                                                size_t *ret_count);
/* All problems as text with the lines they are in and carets below; "" for none. */
const char *assay_lang_report(const struct assay_lang *lang);

/* ---- Recognising. */

#define ASSAY_BECAUSE 160 /* bytes, the NUL included */

/* Why a word is no sentence. */
struct assay_mismatch {
    /* The first byte that cannot be there, or the length of a word that ends too soon. */
    size_t offset;
    unsigned char expected[32]; /* bit set: bytes that could be there instead */
    bool end;                   /* the word could end there instead */
    /* NULL, or the constraint that is false because of the bytes [offset, until), which
     * are fine but for it: an element for which what is said of all is false, the second
     * of two that are not unique, else all that the rule derives. Nothing is `expected`
     * then. */
    const char *constraint;
    size_t until;
    char because[ASSAY_BECAUSE]; /* what makes it false: "int(n) is 5, len(body) is 3", or
                                    "" */
};

/* Whether the word is a sentence. */
bool assay_lang_accepts(const struct assay_lang *lang, const char *text, size_t len);
/* ASSAY_OK: a sentence. ASSAY_NO_MATCH: none, and *ret_why (may be NULL) says why. */
enum assay_status assay_lang_match(const struct assay_lang *lang, const char *text,
                                   size_t len, struct assay_mismatch *ret_why);
/* Writes, as snprintf does, "expected one of , } after '0'" or the like. */
int assay_mismatch_text(const struct assay_mismatch *why, const char *text, size_t len,
                        char *into, size_t size);

/* ---- Deriving. */

/*
 * A derivation: the nodes in preorder, each a rule applied to bytes [start, end) of the
 * word. The children of node i are i + 1, then the one after its last descendant, and so
 * on, while below i + size. Of several derivations it is the one a backtracking parser
 * finds first: alternatives in the order written (those that begin alike are decided
 * where they part), repetitions as long as possible.
 */
struct assay_node {
    uint32_t sym; /* which rule, under which name: see assay_node_rule() */
    uint32_t start, end;
    uint32_t size; /* nodes in this subtree, itself included */
};

/* The text must outlive the tree. Words are shorter than 4 GiB. */
enum assay_status assay_tree_new(const struct assay_lang *lang, const char *text,
                                 size_t len, struct assay_tree **ret_tree,
                                 struct assay_mismatch *ret_why);
void assay_tree_free(struct assay_tree *tree); /* NULL is fine */
const struct assay_node *assay_tree_nodes(const struct assay_tree *tree,
                                          uint32_t *ret_count);
struct assay_part assay_tree_part(const struct assay_tree *tree, uint32_t node);
/* The rule's name ("" for a part that is only named), and the name the part was given in
 * the rule above ("" for none). */
const char *assay_node_rule(const struct assay_tree *tree, uint32_t node);
const char *assay_node_label(const struct assay_tree *tree, uint32_t node);
/* Appends one line a node, indented: for people and tests. */
void assay_tree_dump(const struct assay_tree *tree, struct assay_buf *out);

/* Whether a sentence has more than one derivation. */
enum assay_status assay_lang_ambiguous(const struct assay_lang *lang, const char *text,
                                       size_t len, bool *ret_ambiguous);

/* ---- Selecting. A path is a chain of
 *
 *     .x      the children x       .x[k]   the k-th of them, from 1
 *     ..x     the descendants x    ..x[k]  the k-th of them, in the order of the text
 *
 * x is a rule or a part's name. Groups and repetitions are not nodes: paths see through
 * them. A path that is malformed or names nothing the language has: ASSAY_BAD_FORMAT.
 */

/* All parts in the order of the text, as node numbers. Free by assay_selection_done(). */
struct assay_selection {
    uint32_t *nodes;
    size_t count, cap;
    const struct assay_alloc *mem;
};
enum assay_status assay_select_all(const struct assay_tree *tree, const char *path,
                                   struct assay_selection *ret_nodes);
void assay_selection_done(struct assay_selection *nodes);
/* Exactly one, else ASSAY_NOT_ONE. */
enum assay_status assay_select(const struct assay_tree *tree, const char *path,
                               struct assay_part *ret_part);
/* The k-th, from 1, else ASSAY_NOT_ONE. */
enum assay_status assay_select_kth(const struct assay_tree *tree, const char *path,
                                   size_t k, struct assay_part *ret_part);
/* Whether all, or any, of the parts satisfy the predicate. */
typedef bool assay_part_fn(const void *ctx, struct assay_part part);
enum assay_status assay_selected_all(const struct assay_tree *tree, const char *path,
                                     assay_part_fn *holds, const void *ctx, bool *ret);
enum assay_status assay_selected_any(const struct assay_tree *tree, const char *path,
                                     assay_part_fn *holds, const void *ctx, bool *ret);
/* What is wrong with a path, as text; "" when nothing is. Writes as snprintf does. */
int assay_path_problem(const struct assay_lang *lang, const char *path, char *into,
                       size_t size);

/* ---- Generating. */

/* How sentences are made. All zero: the defaults. */
struct assay_sentences {
    uint32_t size;    /* the length, in bytes, that few sentences exceed; 0: 100 */
    bool near;        /* no sentences, but almost: one small fault in each */
    const char *seed; /* NULL, or a sentence: others like it, parts of its tree redrawn */
    size_t seed_len;
};

/* Draws a sentence. The text is terminated and lives as long as the execution. */
enum assay_status assay_choose_sentence(struct assay_test *t,
                                        const struct assay_lang *lang,
                                        const struct assay_sentences *how,
                                        const char **ret_text, uint32_t *ret_len);

/* A function that returns a language, such as those of languages.h. */
typedef const struct assay_lang *assay_lang_fn(void);

struct assay_sentence_ctx {
    assay_lang_fn *lang;
    struct assay_sentences how;
};
/* What assay_sentences() is made of: ctx is a struct assay_sentence_ctx. */
enum assay_status assay_sentence_draw(struct assay_test *t, const void *ctx,
                                      void *ret_text);
enum assay_answer assay_sentence_contains(const void *ctx, const void *text);
void assay_sentence_print(const void *ctx, const void *text, struct assay_buf *out);

/* A generator of NUL-terminated sentences; with fields of struct assay_sentences:
 * assay_sentences(assay_language_json, .size = 1000). */
#define assay_sentences(LANG_FN, ...)                                                    \
    assay_own(char *, .draw = assay_sentence_draw, .contains = assay_sentence_contains,  \
              .print = assay_sentence_print,                                             \
              .ctx = &(const struct assay_sentence_ctx){.lang = (LANG_FN),               \
                                                        .how = {__VA_ARGS__}})

/* Sentences without a test around them: a loop that wants many, fast. One thread. */
struct assay_writer;
enum assay_status assay_writer_new(const struct assay_lang *lang, uint64_t seed,
                                   const struct assay_sentences *how,
                                   struct assay_writer **ret_writer);
void assay_writer_free(struct assay_writer *writer); /* NULL is fine */
/* The next sentence: terminated, valid until the next call. ASSAY_REJECTED: its
 * constraints could not be satisfied; try the next. */
enum assay_status assay_writer_next(struct assay_writer *writer, const char **ret_text,
                                    size_t *ret_len);

/* How often what a constraint speaks of had to be drawn again. */
struct assay_acceptance {
    const char *constraint; /* as written */
    bool solved;            /* satisfied while generating; else drawn until it holds */
    uint64_t tried, held;
};
const struct assay_acceptance *assay_writer_acceptance(const struct assay_writer *writer,
                                                       size_t *ret_count);

/* What the sentences reached: alternatives of the grammar (the branches of |, ?, * and
 * the bounds of counts), and pairs of an alternative and one inside it. */
struct assay_coverage {
    uint64_t alternatives, alternatives_reached;
    uint64_t pairs, pairs_reached;
};
/* From now on counts what is reached, and prefers what was not; sentences may then be
 * twice as long as asked for. ASSAY_BAD_USE for a language with constraints, for almost
 * sentences and for those like a seed. */
enum assay_status assay_writer_cover(struct assay_writer *writer);
/* All zero without assay_writer_cover(). */
struct assay_coverage assay_writer_coverage(const struct assay_writer *writer);
/* Appends the alternatives that were not reached, one a line. */
void assay_writer_coverage_report(const struct assay_writer *writer,
                                  struct assay_buf *out);

#endif
