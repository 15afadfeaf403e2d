/*
 * Text that is broken into lines where it does not fit: pieces of words, rows of pieces,
 * and lists, which are on one line or have a line for each item.
 *
 * Pieces are immutable and in an arena. Constructors return NULL when out of memory and
 * for an argument that is NULL.
 */
#ifndef REST_IMPORT_LAYOUT_H
#define REST_IMPORT_LAYOUT_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"

#define LAYOUT_COLUMNS 90
#define LAYOUT_INDENT 4

/* How tight a type holds together, from loose to tight. */
typedef enum {
    TIGHT_UNION,
    TIGHT_BOTH,
    TIGHT_PREFIX, /* !T */
    TIGHT_BASE,
} Tightness;

typedef enum { PIECE_TEXT, PIECE_ROW, PIECE_LIST } PieceKind;

typedef struct Piece Piece;
struct Piece {
    PieceKind kind;
    Tightness tight;
    size_t width; /* on one line; at most LAYOUT_WIDE */
    union {
        struct assay_str text;
        struct {
            const Piece *const *items;
            uint32_t count;
            const char *open, *between, *close; /* "" in rows */
            bool fill;                          /* as many on a line as fit */
            bool hang;  /* the first is not on a line of its own */
            bool flush; /* the others are not indented */
        } list;
    } as;
};

#define LAYOUT_WIDE 100000

/* Where pieces are made. */
typedef struct {
    struct assay_arena *arena;
    bool no_memory; /* it was out once */
} Layout;

typedef struct {
    const Piece **at;
    uint32_t count, cap;
    bool failed; /* out of memory */
} Pieces;

const Piece *piece_text(Layout *l, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* One behind the other. */
const Piece *piece_row(Layout *l, const Piece *const *items, uint32_t count);
/* "(s: ", what, ")" */
const Piece *piece_around(Layout *l, const char *before, const Piece *what,
                          const char *behind);
/* The items between brackets, which may be "". */
const Piece *piece_list(Layout *l, const char *open, const char *between,
                        const char *close, const Pieces *items);
/* The same, with as many items on a line as fit. */
const Piece *piece_fill(Layout *l, const char *between, const Pieces *items);
/* The same, with the first on the line where the list begins. */
const Piece *piece_hang(Layout *l, const char *between, const Pieces *items);
/* The same, with the others below the first at the beginning of a line. */
const Piece *piece_flush(Layout *l, const char *between, const Pieces *items);
/* a ==> b, to be put in parentheses. */
const Piece *piece_implies(Layout *l, const Piece *x, const Piece *y);
/* Marks how tight it is; the piece itself when it is so already. */
const Piece *piece_tight(Layout *l, const Piece *p, Tightness tight);
/* In parentheses if it is looser than that. */
const Piece *piece_within(Layout *l, const Piece *p, Tightness tight);
/* A list without brackets begins on the line where it stands; others are as they were. */
const Piece *piece_begin(Layout *l, const Piece *p);
bool piece_is(const Piece *p, const char *text);

void pieces_add(Layout *l, Pieces *list, const Piece *p);
void pieces_join(Layout *l, Pieces *list, const Pieces *more);

/* Appends it; `indent` is that of the line it begins on, and so many columns are wanted
 * behind it. */
void piece_write(const Piece *p, uint32_t indent, size_t behind, struct assay_buf *out);

#endif
