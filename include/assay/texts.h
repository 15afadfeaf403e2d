/*
 * Languages in contracts: what instrumented code calls to check strings, to select their
 * parts and to compare texts by content.
 *
 * Like contract.h it stands in one file with the user's code: it includes nothing else.
 */
#ifndef ASSAY_TEXTS_H
#define ASSAY_TEXTS_H

#include <assay/contract.h>

/* ---- Languages. Written as constants into the instrumented file, compiled when they are
 * first used; any thread may be the first. */

struct assay_language {
    const char *name;    /* of the type, in messages */
    const char *builtin; /* the built-in language that it is; or */
    const char *text;    /* its grammar */
    assay_size_ len;
    struct assay_language *const *uses; /* languages the grammar refers to by name */
    unsigned nuses;
    const void *lang; /* the library's: a struct assay_lang */
};

/* ---- Texts: bytes with a length, not terminated. Those that a call returns live until
 * the next assay_texts_begin() of the thread, which each clause calls that has texts in
 * it. */

struct assay_text {
    const char *at; /* NULL: there is none, such as the text of a NULL pointer */
    assay_size_ len;
};

struct assay_texts {
    const struct assay_text *at;
    assay_size_ count;
};

/* Gives back the texts of the clause before. */
void assay_texts_begin(void);
/* What is at s, up to its NUL but no further than can be read (as far as that is known);
 * a string that has no NUL there is none. In a state: as it was, NULL is now. */
struct assay_text assay_text_of(const struct assay_state *state, const char *s);
/* Exactly `len` bytes; none if they cannot be read or len is negative. */
struct assay_text assay_text_sized(const struct assay_state *state, const char *s,
                                   assay_wide len);
/* What is in an array of `max` bytes: up to its NUL; none without one. */
struct assay_text assay_text_within(const struct assay_state *state, const char *s,
                                    assay_size_ max);
static __inline__ struct assay_text assay_text_made(const char *at, assay_size_ len)
{
    struct assay_text a;

    a.at = at;
    a.len = len;
    return a;
}
/* While inputs are still being made: as the first two above, for pointers that lead
 * anywhere. */
struct assay_text assay_text_safe(const char *s);
struct assay_text assay_text_safe_sized(const char *s, assay_wide len);

/* Below, 0 of texts that are none: they equal only each other, and are in no language. */
int assay_text_compare(struct assay_text a,
                       struct assay_text b); /* <0, 0, >0: bytewise */
static __inline__ long long assay_text_length(struct assay_text a)
{
    return (long long)a.len;
}
static __inline__ long long assay_texts_count(struct assay_texts a)
{
    return (long long)a.count;
}
_Bool assay_text_among(struct assay_text a, struct assay_texts list);
_Bool assay_text_starts(struct assay_text a, struct assay_text b);
_Bool assay_text_ends(struct assay_text a, struct assay_text b);
_Bool assay_text_contains(struct assay_text a, struct assay_text b);
/* The decimal number it is, a sign before it included; else trouble in the specification.
 */
assay_wide assay_text_number(struct assay_text a);
/* The byte, 0 to 255; trouble outside of it. */
int assay_text_byte(struct assay_text a, assay_wide index);
struct assay_text assay_texts_nth(struct assay_texts a, assay_wide index);

/* Whether it is a sentence of the language. */
_Bool assay_text_in(struct assay_language *language, struct assay_text a);
/* The one part that the path leads to, or all of them. None or several where one is
 * wanted, and a text that is no sentence: none. */
struct assay_text assay_text_select(struct assay_language *language, struct assay_text a,
                                    const char *path);
struct assay_texts assay_text_select_all(struct assay_language *language,
                                         struct assay_text a, const char *path);

/* ---- Keeping strings in states, and saying what they are. */

/* The bytes of a string up to and with its NUL; nothing if it has none. */
void assay_state_keep_string(struct assay_state *s, const char *name, const char *p);
void assay_say_text(struct assay_says *s, const char *term, struct assay_text a);
/* `term = "..."` and why it is no sentence: "Host expects a letter or digit at byte 0".
 */
void assay_say_language(struct assay_says *s, const char *term,
                        struct assay_language *language, struct assay_text a);

/* errno as the last checked call left it: the wrapper takes it right behind the call, and
 * puts it back when its checks are done. */
void assay_errno_take(void);
void assay_errno_put(void);
int assay_errno_taken(void);

#endif
