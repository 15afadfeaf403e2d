/*
 * What the parts of the emitter share: the file being made, its names, and the pieces of
 * C that all of it is written with. Everything hangs off one arena; running out of memory
 * is sticky, like the status of a buffer.
 */
#ifndef EMIT_LANG_PARTS_H
#define EMIT_LANG_PARTS_H

#include "base/buf.h"
#include "base/map.h"
#include "lang/lang.h"

typedef struct {
    const struct assay_lang *lang;
    const struct assay_grammar *g;
    struct assay_buf *out;
    struct assay_arena arena;
    struct assay_map names;  /* identifiers in use */
    const char *prefix;      /* of the interface */
    const char *capitals;    /* the prefix as in macros */
    const char **rule_names; /* the rules as parts of identifiers */
    uint64_t least;          /* bytes of the shortest sentence, set by emit_generator() */
    bool failed;             /* out of memory */
} Emit;

/* ---- The parts of the file. */

void emit_generator(Emit *e);
void emit_recogniser(Emit *e);

/* ---- Texts; "" when out of memory. */

const char *emit_text(Emit *e, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* An identifier like this one that nothing else has. */
const char *emit_name(Emit *e, const char *like);
bool emit_names_init(Emit *e, const char *prefix);

/* A string literal, on several lines if it is long; those after the first are indented.
 */
void emit_string(struct assay_buf *out, const char *bytes, size_t len, int indent);
void emit_char(struct assay_buf *out, unsigned char c);
/* A text inside of a comment: as it is, but for what would end or begin one. */
void emit_comment(struct assay_buf *out, const char *text, size_t len);

/* The same on several lines, broken at spaces; the end of a very long one is left out. */
void emit_wrapped(struct assay_buf *out, const char *text, size_t len);

/* A line of code, on several if it is long. */
void emit_line(struct assay_buf *out, int indent, const char *text);

/* ---- Tables. */

/* The smallest type that holds values up to `most`. */
const char *emit_type(uint64_t most);
/* "static const TYPE NAME[COUNT] = {...};", as many numbers on a line as fit. */
void emit_numbers(struct assay_buf *out, const char *type, const char *name,
                  const uint32_t *numbers, size_t count);
/* The numbers of one row, with braces, continued on lines with an indent of 4 or 8. */
void emit_row(struct assay_buf *out, const uint32_t *numbers, size_t count, int indent);

#endif
