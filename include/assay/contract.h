/*
 * The run-time side of contracts: what instrumented code calls. It stands in front of the
 * user's own code, so it includes nothing, takes no names but its own, and does not
 * depend on the version of C.
 *
 * A check that fails becomes a violation: the clause, the values of what is in it, the
 * caller. In a test it fails the execution; elsewhere it is printed and the program
 * aborts, unless ASSAY_ON_VIOLATION=log is in the environment or a hook was set.
 *
 * States, calls, memos and what is being evaluated belong to the thread. A longjmp out of
 * checked functions is fine: what it leaves open ends with the next call further up.
 */
#ifndef ASSAY_CONTRACT_H
#define ASSAY_CONTRACT_H

__extension__ typedef __int128 assay_wide;
typedef __SIZE_TYPE__ assay_size_;

/* ---- Around generated code: whatever warnings the user asks for are about other code.
 */

/* Logic may compute pointers that C may not: it is not looked at by sanitizers of C. */
#define ASSAY_LOGIC_ __attribute__((no_sanitize("undefined")))

#define ASSAY_PRAGMA_(text) _Pragma(#text)
#ifdef __clang__
#define ASSAY_QUIET_                                                                     \
    ASSAY_PRAGMA_(clang diagnostic push)                                                 \
    ASSAY_PRAGMA_(clang diagnostic ignored "-Weverything")
#define ASSAY_LOUD_ ASSAY_PRAGMA_(clang diagnostic pop)
#else
#define ASSAY_IGNORE_(name) ASSAY_PRAGMA_(GCC diagnostic ignored name)
#define ASSAY_QUIET_                                                                     \
    ASSAY_PRAGMA_(GCC diagnostic push)                                                   \
    ASSAY_IGNORE_("-Wpragmas")                                                           \
    ASSAY_IGNORE_("-Wpedantic")                                                          \
    ASSAY_IGNORE_("-Wextra")                                                             \
    ASSAY_IGNORE_("-Wlong-long")                                                         \
    ASSAY_IGNORE_("-Wdeclaration-after-statement")                                       \
    ASSAY_IGNORE_("-Wvla")                                                               \
    ASSAY_IGNORE_("-Wshadow")                                                            \
    ASSAY_IGNORE_("-Wunused")                                                            \
    ASSAY_IGNORE_("-Wunused-variable")                                                   \
    ASSAY_IGNORE_("-Wunused-but-set-variable")                                           \
    ASSAY_IGNORE_("-Wunused-but-set-parameter")                                          \
    ASSAY_IGNORE_("-Wunused-parameter")                                                  \
    ASSAY_IGNORE_("-Wunused-function")                                                   \
    ASSAY_IGNORE_("-Wunused-value")                                                      \
    ASSAY_IGNORE_("-Wunused-label")                                                      \
    ASSAY_IGNORE_("-Wunused-const-variable")                                             \
    ASSAY_IGNORE_("-Wconversion")                                                        \
    ASSAY_IGNORE_("-Wsign-conversion")                                                   \
    ASSAY_IGNORE_("-Wfloat-conversion")                                                  \
    ASSAY_IGNORE_("-Warith-conversion")                                                  \
    ASSAY_IGNORE_("-Wtraditional")                                                       \
    ASSAY_IGNORE_("-Wtraditional-conversion")                                            \
    ASSAY_IGNORE_("-Wsign-compare")                                                      \
    ASSAY_IGNORE_("-Wdouble-promotion")                                                  \
    ASSAY_IGNORE_("-Wfloat-equal")                                                       \
    ASSAY_IGNORE_("-Wtype-limits")                                                       \
    ASSAY_IGNORE_("-Wtautological-compare")                                              \
    ASSAY_IGNORE_("-Wlogical-op")                                                        \
    ASSAY_IGNORE_("-Wlogical-not-parentheses")                                           \
    ASSAY_IGNORE_("-Wduplicated-cond")                                                   \
    ASSAY_IGNORE_("-Wduplicated-branches")                                               \
    ASSAY_IGNORE_("-Wparentheses")                                                       \
    ASSAY_IGNORE_("-Wbool-compare")                                                      \
    ASSAY_IGNORE_("-Wbool-operation")                                                    \
    ASSAY_IGNORE_("-Wint-in-bool-context")                                               \
    ASSAY_IGNORE_("-Wmissing-prototypes")                                                \
    ASSAY_IGNORE_("-Wmissing-declarations")                                              \
    ASSAY_IGNORE_("-Wstrict-prototypes")                                                 \
    ASSAY_IGNORE_("-Wold-style-definition")                                              \
    ASSAY_IGNORE_("-Wredundant-decls")                                                   \
    ASSAY_IGNORE_("-Wnested-externs")                                                    \
    ASSAY_IGNORE_("-Wcast-qual")                                                         \
    ASSAY_IGNORE_("-Wcast-align")                                                        \
    ASSAY_IGNORE_("-Wbad-function-cast")                                                 \
    ASSAY_IGNORE_("-Wdiscarded-qualifiers")                                              \
    ASSAY_IGNORE_("-Wignored-qualifiers")                                                \
    ASSAY_IGNORE_("-Winline")                                                            \
    ASSAY_IGNORE_("-Wpadded")                                                            \
    ASSAY_IGNORE_("-Waggregate-return")                                                  \
    ASSAY_IGNORE_("-Wc++-compat")                                                        \
    ASSAY_IGNORE_("-Wc90-c99-compat")                                                    \
    ASSAY_IGNORE_("-Wc99-c11-compat")                                                    \
    ASSAY_IGNORE_("-Wc11-c2x-compat")                                                    \
    ASSAY_IGNORE_("-Wnull-dereference")                                                  \
    ASSAY_IGNORE_("-Wnonnull")                                                           \
    ASSAY_IGNORE_("-Wnonnull-compare")                                                   \
    ASSAY_IGNORE_("-Waddress")                                                           \
    ASSAY_IGNORE_("-Wuninitialized")                                                     \
    ASSAY_IGNORE_("-Wmaybe-uninitialized")                                               \
    ASSAY_IGNORE_("-Warray-bounds")                                                      \
    ASSAY_IGNORE_("-Wstringop-overflow")                                                 \
    ASSAY_IGNORE_("-Wstringop-overread")                                                 \
    ASSAY_IGNORE_("-Wstrict-overflow")                                                   \
    ASSAY_IGNORE_("-Wempty-body")                                                        \
    ASSAY_IGNORE_("-Wswitch-default")                                                    \
    ASSAY_IGNORE_("-Wswitch-enum")                                                       \
    ASSAY_IGNORE_("-Wmissing-noreturn")                                                  \
    ASSAY_IGNORE_("-Wsuggest-attribute=const")                                           \
    ASSAY_IGNORE_("-Wsuggest-attribute=pure")                                            \
    ASSAY_IGNORE_("-Wsuggest-attribute=noreturn")                                        \
    ASSAY_IGNORE_("-Wsuggest-attribute=cold")                                            \
    ASSAY_IGNORE_("-Wsuggest-attribute=malloc")                                          \
    ASSAY_IGNORE_("-Wsuggest-attribute=format")                                          \
    ASSAY_IGNORE_("-Wmissing-field-initializers")                                        \
    ASSAY_IGNORE_("-Wmissing-braces")                                                    \
    ASSAY_IGNORE_("-Woverlength-strings")                                                \
    ASSAY_IGNORE_("-Wstack-usage=")                                                      \
    ASSAY_IGNORE_("-Wframe-larger-than=")                                                \
    ASSAY_IGNORE_("-Wlarger-than=")                                                      \
    ASSAY_IGNORE_("-Wunsuffixed-float-constants")                                        \
    ASSAY_IGNORE_("-Wjump-misses-init")                                                  \
    ASSAY_IGNORE_("-Wdeprecated-declarations")                                           \
    ASSAY_IGNORE_("-Wclobbered")                                                         \
    ASSAY_IGNORE_("-Wattributes")                                                        \
    ASSAY_IGNORE_("-Wprio-ctor-dtor")                                                    \
    ASSAY_IGNORE_("-Wreturn-type")                                                       \
    ASSAY_IGNORE_("-Wsystem-headers")                                                    \
    ASSAY_IGNORE_("-Wvolatile-register-var")                                             \
    ASSAY_IGNORE_("-Walloca")
#define ASSAY_LOUD_ ASSAY_PRAGMA_(GCC diagnostic pop)
#endif

/* Checks inside of bodies stand on the user's own lines. They declare variables anywhere,
 * and in the C of 1990 they are not of it. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wdeclaration-after-statement"
#pragma clang diagnostic ignored "-Wmisleading-indentation"
#if !defined __STDC_VERSION__ || __STDC_VERSION__ < 199901L
#pragma clang diagnostic ignored "-Wpedantic"
#pragma clang diagnostic ignored "-Wlong-long"
#endif
#else
#pragma GCC diagnostic ignored "-Wdeclaration-after-statement"
#pragma GCC diagnostic ignored "-Wmisleading-indentation"
#if !defined __STDC_VERSION__ || __STDC_VERSION__ < 199901L
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wlong-long"
#endif
#endif

/* ---- C types, for reading, drawing and showing values. */

enum assay_layout_kind {
    ASSAY_LAYOUT_BOOL,
    ASSAY_LAYOUT_SIGNED,   /* and enums */
    ASSAY_LAYOUT_UNSIGNED, /* and enums */
    ASSAY_LAYOUT_FLOAT,    /* float, double, long double by size */
    ASSAY_LAYOUT_POINTER,
    ASSAY_LAYOUT_ARRAY,
    ASSAY_LAYOUT_STRUCT,
    ASSAY_LAYOUT_UNION, /* drawn and shown as its first member */
    ASSAY_LAYOUT_OPAQUE /* only its size is known */
};

struct assay_layout;

struct assay_layout_field {
    const char *name; /* "" for an unnamed struct or union in it */
    assay_size_ offset;
    const struct assay_layout *layout;
    int bits;      /* of a bit field; else 0 */
    int first_bit; /* of a bit field, counted from offset */
};

struct assay_layout_value {
    const char *name;
    long long value;
};

struct assay_layout {
    enum assay_layout_kind kind;
    const char *name; /* as C writes it: "int", "struct point", "const char *" */
    assay_size_ size;
    const struct assay_layout *of; /* POINTER (NULL: to void or unknown), ARRAY */
    assay_size_ count;             /* ARRAY */
    const struct assay_layout_field *fields;
    unsigned nfields;
    const struct assay_layout_value *values; /* of an enum */
    unsigned nvalues;
    _Bool is_char; /* char of any sign: shown as text */
};

/* ---- Clauses and violations. */

struct assay_clause {
    const char *kind; /* "requires", "ensures", "assigns", "loop invariant" ... */
    const char *text; /* of the clause, on one line */
    const char *function;
    const char *behavior; /* "" when it is in none */
    const char *file;
    int line, column; /* of what is checked, from 1, in bytes */
    int length;       /* bytes of it in the file */
};

/* A violation being described. */
struct assay_says {
    const struct assay_clause *clause;
    const void *from; /* return address of the checked function: who called it */
    unsigned len;
    _Bool cut;
    char text[2000]; /* lines "term = value" */
};

/* Begins a description without lines. */
void assay_says_begin(struct assay_says *s, const struct assay_clause *clause,
                      const void *from);
/* "term = value"; a term that was said already is not said again, and nothing is said of
 * a pointer whose value is its own name. */
void assay_say_int(struct assay_says *s, const char *term, assay_wide value);
void assay_say_real(struct assay_says *s, const char *term, long double value);
void assay_say_bool(struct assay_says *s, const char *term, _Bool value);
void assay_say_pointer(struct assay_says *s, const char *term, const void *value);
/* A value of any type, by its layout. */
void assay_say_value(struct assay_says *s, const char *term,
                     const struct assay_layout *layout, const void *at);
/* A line of its own. */
void assay_say(struct assay_says *s, const char *line);
/* Reports it. Returns only where violations are logged. */
void assay_violated(struct assay_says *s);

/* What is called instead of printing and aborting; NULL: that. */
typedef void assay_violation_hook(const struct assay_says *s);
assay_violation_hook *assay_set_violation_hook(assay_violation_hook *hook);

/* ---- Trouble in the specification itself: reported as a violation of the clause being
 * evaluated, of kind "specification". They do not return, but where logging, with 0. */

/* The clause that is evaluated from now on, or NULL; returns the one before. */
const struct assay_clause *assay_evaluating(const struct assay_clause *clause);
assay_wide assay_spec_overflow(void);
assay_wide assay_spec_division(void);           /* by zero */
assay_wide assay_spec_trouble(const char *why); /* anything else */
/* No trouble, but what is being evaluated cannot be known; and whether there was such a
 * thing since it was asked last: the clause then counts as holding. */
assay_wide assay_spec_unknown(void);
_Bool assay_was_unknown(void);
/* What is told of it, in tests; NULL: nobody. */
typedef void assay_unknown_hook(void);
void assay_set_unknown_hook(assay_unknown_hook *hook);

/* Arithmetic of mathematical integers in 128 bits. */
static __inline__ assay_wide assay_add(assay_wide a, assay_wide b)
{
    assay_wide r;
    return __builtin_add_overflow(a, b, &r) ? assay_spec_overflow() : r;
}
static __inline__ assay_wide assay_sub(assay_wide a, assay_wide b)
{
    assay_wide r;
    return __builtin_sub_overflow(a, b, &r) ? assay_spec_overflow() : r;
}
static __inline__ assay_wide assay_mul(assay_wide a, assay_wide b)
{
    assay_wide r;
    return __builtin_mul_overflow(a, b, &r) ? assay_spec_overflow() : r;
}
static __inline__ assay_wide assay_div(assay_wide a, assay_wide b)
{
    return b == 0 ? assay_spec_division() : b == -1 ? assay_sub(0, a) : a / b;
}
static __inline__ assay_wide assay_mod(assay_wide a, assay_wide b)
{
    return b == 0 ? assay_spec_division() : b == -1 ? 0 : a % b;
}
assay_wide assay_shl(assay_wide a, assay_wide by); /* a * 2^by */
/* Where only the place among smaller numbers matters, what has more than 127 bits is an
 * end: the largest number, or the least. */
assay_wide assay_end(_Bool is_least);
static __inline__ assay_wide assay_add_cut(assay_wide a, assay_wide b)
{
    assay_wide r;
    return __builtin_add_overflow(a, b, &r) ? assay_end(a < 0) : r;
}
static __inline__ assay_wide assay_sub_cut(assay_wide a, assay_wide b)
{
    assay_wide r;
    return __builtin_sub_overflow(a, b, &r) ? assay_end(a < 0) : r;
}
static __inline__ assay_wide assay_mul_cut(assay_wide a, assay_wide b)
{
    assay_wide r;
    return __builtin_mul_overflow(a, b, &r) ? assay_end((a < 0) != (b < 0)) : r;
}
/* The number, which must not be an end. */
static __inline__ assay_wide assay_no_end(assay_wide a)
{
    return a == assay_end(0) || a == assay_end(1) ? assay_spec_overflow() : a;
}
assay_wide assay_shr(assay_wide a, assay_wide by); /* rounded down */
assay_wide assay_ipow(assay_wide a, assay_wide by);
/* A long long with the same value. */
static __inline__ long long assay_narrow(assay_wide a)
{
    long long r = (long long)a;
    return r == a ? r : (long long)assay_spec_overflow();
}
/* An index; where no array reaches it is one that no array has, either. */
static __inline__ long long assay_index(assay_wide a)
{
    const assay_wide most = (assay_wide)1 << 46;
    return (long long)(a > most ? most : a < -most ? -most : a);
}
static __inline__ assay_wide assay_lesser(assay_wide a, assay_wide b)
{
    return a < b ? a : b;
}
static __inline__ assay_wide assay_greater(assay_wide a, assay_wide b)
{
    return a > b ? a : b;
}
/* The last of a bound variable's values, which must not be too many. */
static __inline__ long long assay_range_end(long long first, assay_wide last)
{
    if (last < first)
        return first - 1;
    if (last - first > 1000000000)
        return (long long)assay_spec_unknown();
    return (long long)last;
}
/* The integer part of a real. */
assay_wide assay_from_real(long double x);
assay_wide assay_from_real_cut(long double x);

/* ---- Memory. Blocks are what tests made (inputs.h) and, with AddressSanitizer, all that
 * it knows; about other memory only NULL and addresses near it are known to be invalid.
 */

extern _Bool assay_memory_known; /* there is more to ask than that */
/* What the two below ask where there is more to ask. */
_Bool assay_valid_known(const void *p, assay_size_ size, _Bool write);

/* The greatest number, not below from - 1, so that the elements of `size` bytes from
 * `from` up to it behind p can be read; at most ASSAY_VALID_MAX of them. */
#define ASSAY_VALID_MAX 1000000000
assay_wide assay_valid_last(const void *p, assay_size_ size, assay_wide from);

/* Whether all of `size` bytes at p can be written, or read; none can always. */
static __inline__ _Bool assay_valid(const void *p, assay_size_ size)
{
    if ((assay_size_)p < 4096)
        return size == 0;
    return !assay_memory_known || assay_valid_known(p, size, 1);
}
static __inline__ _Bool assay_valid_read(const void *p, assay_size_ size)
{
    if ((assay_size_)p < 4096)
        return size == 0;
    return !assay_memory_known || assay_valid_known(p, size, 0);
}
/* The variables that a unit defines: told when it is loaded, forgotten when it is not any
 * more. What is in one is valid up to its end. */
struct assay_object {
    const void *at;
    assay_size_ size;
    _Bool is_const;
};
struct assay_objects {
    struct assay_objects *next; /* of the library's */
    const struct assay_object *list;
    unsigned count;
};
void assay_tell_objects(struct assay_objects *unit);
void assay_forget_objects(struct assay_objects *unit);

/* Whether `np` bytes at p and `nq` at q have none in common. */
static __inline__ _Bool assay_separated(const void *p, assay_size_ np, const void *q,
                                        assay_size_ nq)
{
    return np == 0 || nq == 0 || (const char *)p + np <= (const char *)q ||
           (const char *)q + nq <= (const char *)p;
}
/* The block that a pointer is in. Unknown: trouble in the specification. */
char *assay_base_addr(const void *p);
assay_wide assay_block_length(const void *p);
assay_wide assay_offset(const void *p);
_Bool assay_freeable(const void *p);
/* A NUL-terminated string that can be read, or written, up to its NUL. */
_Bool assay_valid_string(const char *s, _Bool write);
assay_wide assay_strlen(const char *s);

/* Memory as it was. Blocks to be kept are named, then taken all at once. States are taken
 * and ended like a stack; a longjmp out of them is fine. */
struct assay_state {
    unsigned kept, nkept;     /* among what all open states of this thread keep */
    unsigned ranges, nranges; /* the same without overlaps, in order: set by take */
    unsigned allowed;         /* the first of its regions */
    assay_size_ mark;         /* of the copies */
    _Bool open;
    _Bool foreign, cut; /* of another process (runs.h); not all of it fitted */
};

/* Begins a state, on top of those that are open; nothing is named yet. */
void assay_state_begin(struct assay_state *s);
/* `count` elements at p. `name` is how the contract calls p: "a", "&s->size". What cannot
 * be read is left out; what overlaps another is kept once. */
void assay_state_keep(struct assay_state *s, const char *name,
                      const struct assay_layout *element, const void *p,
                      assay_size_ count);
/* All blocks that the test made, too. */
void assay_state_keep_inputs(struct assay_state *s);
/* All that another state keeps; that of the innermost open call, and the inputs. */
void assay_state_keep_like(struct assay_state *s, const struct assay_state *other);
void assay_state_keep_call(struct assay_state *s);
/* Copies what was named; and gives the copies back. */
void assay_state_take(struct assay_state *s);
void assay_state_end(struct assay_state *s);

/* Where to read `size` bytes at p as they were: in the copy, or at p when they were not
 * all kept. A NULL state is now. What another process left is not known where it was not
 * kept. */
const void *assay_at(const struct assay_state *s, const void *p, assay_size_ size);

/* What may change. Regions belong to the state, which is the innermost, and end with it.
 */
void assay_state_allow(struct assay_state *s, const void *p, assay_size_ size);
/* Compares what was kept and not allowed. False: says what changed, as "a[3] was 1, is
 * 2", into `says` (which may be NULL). Memory that was freed since is not compared. */
_Bool assay_state_kept(const struct assay_state *s, struct assay_says *says);

/* Integers of `element`'s type that occur in the blocks of the state, as they were and as
 * they are, and a few more (0, 1, -1, the least, the greatest, one that does not occur):
 * for quantifiers without bounds. Calls until it returns 0; *cursor starts as 0. */
_Bool assay_state_value(const struct assay_state *s, const struct assay_layout *element,
                        unsigned *cursor, assay_wide *ret_value);

/* ---- Calls of functions with contracts. */

struct assay_call {
    struct assay_call *up;
    const char *function;
    const void *from;
    struct assay_state *old; /* NULL when nothing was kept */
    /* Checks the exits clauses when the program exits (by exit(), or from main) inside of
     * the call; or NULL. */
    void (*exits)(const struct assay_call *call, int status);
    const void *arguments; /* for it */
};

/* Opens a call inside of those that are open; and ends it. */
void assay_call_begin(struct assay_call *c);
void assay_call_end(struct assay_call *c);
/* The innermost open one of this function, or NULL. */
struct assay_call *assay_call_of(const char *function);
/* What the innermost one kept, or NULL. */
const struct assay_state *assay_state_of_call(void);

/* ---- Recursive logic: values that were computed before, while memory is as it is. */

/* True when the value is known. Else the caller computes it and tells it by put; calls in
 * between may nest, to a depth of 10 000, past which it is trouble. */
_Bool assay_memo_get(const void *function, const assay_wide *key, unsigned nkey,
                     assay_wide *ret_value);
/* The same of an inductive predicate: past that depth it does not hold, as what has no
 * derivation that ends. A clause that is then violated is told as trouble. */
_Bool assay_memo_derived(const void *function, const assay_wide *key, unsigned nkey,
                         assay_wide *ret_value);
void assay_memo_put(const void *function, const assay_wide *key, unsigned nkey,
                    assay_wide value);
/* Forgets all: before a clause is evaluated. */
void assay_memo_clear(void);

#endif
