/*
 * Shapes: what a value must be like for a condition to hold, as far as that can be read
 * off the condition. A shape is wider than the condition: what is made of it is
 * evaluated, and made anew if the condition does not hold. Where there are alternatives
 * (a union, an `||`) one is chosen when the shape is read, by a choice of the test.
 *
 * For what must not hold, `!(x in T)` or a condition that is to be negated, the shape is
 * that of what must not hold, with its parts marked: a value that is wrong in one of them
 * is of more use than just anything.
 */
#ifndef REST_SHAPE_H
#define REST_SHAPE_H

#include "term/eval.h"
#include <assay/choice.h>

typedef struct Shape Shape;

typedef struct ShapeField {
    const char *name;
    bool required;
    Shape *shape;
    struct ShapeField *next;
} ShapeField;

struct Shape {
    unsigned kinds;       /* a bit for each ValueKind that it may be */
    int64_t low, high;    /* of numbers */
    uint32_t least, most; /* characters of strings, elements of arrays */
    const Regexp *regexp;
    const struct assay_lang *lang;
    const Value *only;      /* this value and no other */
    const Type *item;       /* of arrays; NULL: anything */
    const Type *map;        /* of all fields; NULL: none but those below */
    const EvalFrame *frame; /* of item and map */
    bool in_address;        /* it is sent as text, and without it there is no address */
    bool marked;            /* one of those parts of which one is to be wrong */
    ShapeField *fields, **last;
};

/* A limit that nobody set. */
#define SHAPE_LOW (-((int64_t)1 << 53))
#define SHAPE_HIGH ((int64_t)1 << 53)
#define SHAPE_MANY UINT32_MAX

typedef struct {
    struct assay_test *test;
    struct assay_arena *arena;
    uint32_t depth;
    bool marking; /* parts that are narrowed are marked */
} ShapeReader;

/* NULL when memory is out. */
Shape *shape_new(ShapeReader *r);
/* Narrows a shape to a type, or to what a condition says of a variable and its parts. */
void shape_add_type(ShapeReader *r, Shape *s, const Type *t, const EvalFrame *frame);
void shape_add_condition(ShapeReader *r, Shape *s, const Term *t, const Binding *var,
                         const EvalFrame *frame);
/* For a condition that is not to hold. */
void shape_add_negated(ShapeReader *r, Shape *s, const Term *t, const Binding *var,
                       const EvalFrame *frame);
/* The shape of a field, made if there is none; NULL when memory is out. */
ShapeField *shape_field(ShapeReader *r, Shape *s, const char *name);
/* How many parts it has, itself included. */
uint32_t shape_parts(const Shape *s);
/* How many of them are marked; and the number, from 1, of one of these (from 0). */
uint32_t shape_marked(const Shape *s);
uint32_t shape_marked_at(const Shape *s, uint32_t index);

#endif
