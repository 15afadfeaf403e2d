/*
 * Reading terms and types: the expression language of HeadREST and SafeScript. A dialect
 * reads its own declarations with the same Reader, and says which names there are.
 *
 * Everything is reported to the parser's Diags; what cannot be read becomes TERM_BAD or
 * TYPE_BAD, of which nothing more is said. Never NULL.
 */
#ifndef TERM_READ_H
#define TERM_READ_H

#include "syntax/parser.h"
#include "term/term.h"

#define READ_OPERATORS 40 /* there are fewer */

/* A visible variable; frames live on the C stack, or as long as the reader. */
typedef struct ReadScope {
    const Binding *var;
    const struct ReadScope *outer;
} ReadScope;

/* Fields of the object types that are being read, the innermost first. */
typedef struct ReadFields {
    TypeField *at;
    uint32_t count, cap;
    const struct ReadFields *outer;
} ReadFields;

typedef struct {
    Alias **at;
    uint32_t count, cap;
} Aliases;

typedef struct {
    Resource **at;
    uint32_t count, cap;
} Resources;

typedef struct {
    Function **at;
    uint32_t count, cap;
} Functions;

typedef struct {
    struct assay_lang **at;
    uint32_t count, cap;
} Languages;

typedef struct {
    Regexp **at;
    uint32_t count, cap;
} Regexps;

typedef struct Reader Reader;

/* A type that has a name from the beginning. */
typedef enum { READ_SIMPLE, READ_NATURAL, READ_EMPTY } ReadBasic;
typedef struct {
    const char *name, *other; /* how else it may be written, or NULL */
    TypeKind kind;
    ReadBasic basic; /* (x: Integer where x >= 0), (x: Any where false) */
} ReadTypeName;

/* What a dialect has of its own. */
typedef struct {
    const LexRules *words;
    const ReadTypeName *types;   /* ended by one without a name */
    const char *const *reserved; /* besides the words of terms; ended by NULL */
    bool function_types;         /* (T, U) -> V */
    /* NULL, or what to say of a type that there is not; NULL from it: nothing. */
    const char *(*type_hint)(struct assay_str name);
    /* NULL, or reads an operand that begins with this token, which was read; NULL from
     * it: it is none of its own, and nothing else was read. */
    const Term *(*operand)(Reader *r, Token first);
} ReadDialect;

struct Reader {
    Parser parser;
    const ReadDialect *own;
    void *client; /* the dialect's */
    const ReadScope *scope;
    const ReadFields *fields;
    Aliases aliases;
    Resources resources;
    Functions functions;
    Languages languages; /* read from files */
    Regexps regexps;
    /* NULL, or what to say of a variable that there is not; NULL from it: nothing. */
    const char *(*unknown_hint)(struct assay_str name);
    const char *folder;      /* where files of languages are; NULL: the current folder */
    bool declares_functions; /* there are no others than those that are declared */
    bool free_names;         /* length and size can be names of something else */
    Dialect loose;           /* how expressions are read */
    Operator operators[READ_OPERATORS];
};

/* Marks and literals of the language, for a dialect with further words. */
extern const LexRules read_words;

/* The dialect of HeadREST. */
extern const ReadDialect read_headrest;

/* False when out of memory. The arena holds all that is read. */
bool reader_init_own(Reader *r, Diags *diags, uint32_t source, struct assay_arena *arena,
                     const ReadDialect *own);
/* The same for HeadREST. */
bool reader_init(Reader *r, Diags *diags, uint32_t source, struct assay_arena *arena);
/* From now on `=>` is read as `==>`: for dialects in which `&&` is the only "and". */
void reader_loosen(Reader *r);
/* Frees languages and automata; terms that use them must be gone. */
void reader_done(Reader *r);

const Term *read_term(Reader *r);
/* One that is neither compared nor joined with others, outside of parentheses. */
const Term *read_sum(Reader *r);
const Type *read_type(Reader *r);

/* The name of something new: reads it and refuses words of the language. NULL, reported,
 * when there is none. */
const char *read_new_name(Reader *r, const char *what, Span *ret_span);
/* Warns if a variable hides another of its name. */
void read_warn_hidden(Reader *r, const Binding *var);
/* A copy that lives as long as the reader; "" when out of memory. */
const char *read_copy(Reader *r, struct assay_str text);

Alias *reader_alias(const Reader *r, struct assay_str name);       /* or NULL */
Resource *reader_resource(const Reader *r, struct assay_str name); /* or NULL */
Function *reader_function(const Reader *r, struct assay_str name); /* or NULL */
/* Adds a declaration; NULL when out of memory. */
Alias *reader_add_alias(Reader *r, const char *name, Span span);
Resource *reader_add_resource(Reader *r, const char *name, Span span);
Function *reader_add_function(Reader *r, const char *name, Span span);
/* Whether a name is a type of the language itself: Integer, Any. */
bool read_is_basic_type(const Reader *r, struct assay_str name);
/* Whether it is a word of the language, which nothing can be called: in, where. */
bool read_is_word(struct assay_str name);
/* The same, and words of the dialect. */
bool reader_is_word(const Reader *r, struct assay_str name);
/* The visible variable of this name, or NULL. */
const Binding *reader_var(const Reader *r, struct assay_str name);
/* A call of a function whose name was read: its arguments follow. */
const Term *read_call(Reader *r, Token name, Function *f);
/* An operand, with what is written behind it. */
const Term *read_operand_term(Reader *r);

/* What is out of memory is a bad term, and said in the Diags. */
const Term *read_good_term(Reader *r, const Term *t);
const Type *read_good_type(Reader *r, const Type *t);

/* Reports that a name was declared before, at `first`. */
void read_refuse_second(Reader *r, Span again, const char *name, Span first);

/* Adds a pointer to an array of pointers, in the arena. False, and said in the Diags,
 * when out of memory or if it is NULL for want of it. */
bool read_add(Reader *r, void *array, uint32_t *count, uint32_t *cap, const void *item);
/* Room for one more element in an array of the arena. */
bool read_grow(struct assay_arena *a, void *array, uint32_t *cap, uint32_t count,
               size_t size);

#endif
